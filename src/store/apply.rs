//! Writes what was decided: one change, one or two statements. The schema refuses what does not fit.

use crate::club::{Awaiting, Change, Invitation, PlayerId, Purpose};
use crate::command::{LetterStyle, Setting};
use crate::store::columns::At;
use crate::store::digest::KeptAgain;
use crate::store::rule_records::RuleRecords;
use crate::store::{
    StoreError, account_erasure, accounts, awaited, bounces, clocks, digest, games, handled_until, mail_zones, notes,
    observers, only_words, open_challenges, prepared_lines, ratings, signups, tokens, tournament_changes,
};
use rusqlite::{Connection, ErrorCode};

/// Writes one change.
pub(super) fn apply(connection: &Connection, rule_records: &RuleRecords, change: &Change) -> Result<(), StoreError> {
    let misfit = |why: String| StoreError::Contradiction { change: name(change), why };
    match write(connection, rule_records, change) {
        Ok(true) => Ok(()),
        Ok(false) => Err(misfit("the entry that it would change does not exist".to_owned())),
        Err(StoreError::Sqlite(error)) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(misfit(error.to_string()))
        }
        Err(error) => Err(error),
    }
}

/// Writes one change. Returns false if there was no row for it.
fn write(connection: &Connection, rule_records: &RuleRecords, change: &Change) -> Result<bool, StoreError> {
    match change {
        Change::SignupQueued { id, address, at } => {
            signups::queue(connection, id, address, *at)?;
            Ok(true)
        }
        Change::SignupAsked { id, address, token, expires, .. } => {
            let key = address.key();
            tokens::issue(connection, token, &Purpose::Signup, *expires)?;
            let rows = connection
                .prepare_cached("INSERT INTO signup (token, player, address, written) VALUES (?1, ?2, ?3, ?4)")?
                .execute((token.as_slice(), id, key, address.as_str()))?;
            Ok(rows == 1)
        }
        Change::PlayerJoined { id, address, password_hash, at } => {
            connection
                // The schema's own default for letters is older: players who joined before keep what they have.
                .prepare_cached("INSERT INTO player (id, password_hash, joined, letters) VALUES (?1, ?2, ?3, ?4)")?
                .execute((id, password_hash, At(*at), LetterStyle::default()))?;
            connection
                .prepare_cached(
                    "INSERT INTO address (address, written, player, place, since) VALUES (?1, ?2, ?3, 0, ?4)",
                )?
                .execute((address.key(), address.as_str(), id, At(*at)))?;
            Ok(true)
        }
        Change::OrganizerWaits { player } => {
            let sql = "INSERT INTO unconfirmed_organizer (player) VALUES (?1)";
            Ok(connection.prepare_cached(sql)?.execute([player])? == 1)
        }
        Change::GameInvited(Invitation {
            number,
            variant,
            title,
            rules,
            attackers,
            defenders,
            challenger,
            conditions,
            clock,
            at,
        }) => {
            let record = rule_records.save(connection, rules)?;
            let limit = clock.as_ref().and_then(|clock| clock.vacation_limit);
            let rows = connection
                .prepare_cached(
                    "INSERT INTO game (number, variant, title, record, attackers, defenders, challenger, stage, first,
                     rated, visibility, created, touched, clock, bank_attackers, bank_defenders, vacation_from, vacation_seconds_max)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'invited', ?8, ?9, ?10, ?11, ?11, ?12, ?13, ?14, ?15, ?16)",
                )?
                .execute((
                    number,
                    variant,
                    title,
                    record.as_slice(),
                    attackers,
                    defenders,
                    challenger,
                    rules.first(),
                    games::rated_word(conditions.unrated),
                    games::seen_word(conditions.private),
                    At(*at),
                    clock.as_ref().map(|clock| clock.control.to_string()),
                    clock.as_ref().map(|clock| clock.attackers),
                    clock.as_ref().map(|clock| clock.defenders),
                    limit.map(|limit| At(limit.from)),
                    limit.map(|limit| limit.seconds),
                ))?;
            Ok(rows == 1)
        }
        Change::Observed { number, player, on } => observers::observe(connection, *number, player, *on),
        Change::OpenChallengeSent { open_challenge } => open_challenges::send(connection, rule_records, open_challenge),
        Change::OpenChallengeEnded { number, end } => open_challenges::end(connection, *number, *end),
        Change::LimitSet { player, limit } => {
            let sql = "UPDATE player SET game_limit = ?2 WHERE id = ?1";
            Ok(connection.prepare_cached(sql)?.execute((player, limit))? == 1)
        }
        Change::GameUnrated { number } => {
            let sql = "UPDATE game SET rated = 'unrated' WHERE number = ?1";
            Ok(connection.prepare_cached(sql)?.execute([number])? == 1)
        }
        Change::MoveAskedBack { number, at } => {
            let sql = "UPDATE game SET asked_back = coalesce(asked_back, ?2) WHERE number = ?1";
            Ok(connection.prepare_cached(sql)?.execute((number, At(*at)))? == 1)
        }
        Change::Pending { token, pending } => tokens::put_pending(connection, token, pending),
        Change::PendingDropped { token } => {
            tokens::drop_pending(connection, token)?;
            Ok(true)
        }
        Change::StageReached { number, stage, at } => {
            let (stage, winner, reason) = games::stage_words(*stage);
            let rows = connection
                .prepare_cached(
                    "UPDATE game SET stage = ?2, winner = ?3, reason = ?4, offer = NULL, offer_by = NULL, offer_at = NULL,
                     since = NULL, counted = 0, deadline = NULL, due = NULL, touched = ?5 WHERE number = ?1",
                )?
                .execute((number, stage, winner, reason, At(*at)))?;
            Ok(rows == 1)
        }
        Change::SideTakenOver { number, side, player } => games::take_over(connection, *number, *side, player),
        Change::PlayMade { number, ply, play, at, bank } => {
            let rows = connection
                .prepare_cached("INSERT INTO play (game, ply, play, at, bank) VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute((number, ply, play.to_string(), At(*at), bank))?;
            Ok(rows == 1)
        }
        Change::ForfeitWaits { number, why, since, again } => {
            handled_until::wait(connection, *number, *why, *since, *again)
        }
        Change::ClockSet { number, clock } => clocks::set(connection, *number, clock),
        Change::ClockHeld { player, held } => clocks::hold(connection, player, held),
        Change::PreparedSet { number, side, lines } => prepared_lines::set(connection, *number, *side, lines),
        Change::VacationSet { player, vacation } => {
            let rows = connection
                .prepare_cached("INSERT INTO vacation (player, begins, ends) VALUES (?1, ?2, ?3)")?
                .execute((player, At(vacation.from), At(vacation.until)))?;
            Ok(rows == 1)
        }
        Change::VacationEnded { player, at } => {
            connection
                .prepare_cached("DELETE FROM vacation WHERE player = ?1 AND begins >= ?2")?
                .execute((player, At(*at)))?;
            connection
                .prepare_cached("UPDATE vacation SET ends = ?2 WHERE player = ?1 AND ends > ?2")?
                .execute((player, At(*at)))?;
            Ok(true)
        }
        Change::Reminded { player, at } => {
            let rows = connection
                .prepare_cached("UPDATE player SET reminded = ?2 WHERE id = ?1")?
                .execute((player, At(*at)))?;
            Ok(rows == 1)
        }
        Change::AutoVacation { player, at } => {
            let rows = connection
                .prepare_cached("UPDATE player SET auto_vacation_since = ?2 WHERE id = ?1")?
                .execute((player, at.map(At)))?;
            Ok(rows == 1)
        }
        Change::PlayTakenBack { number, ply, at } => {
            let rows =
                connection.prepare_cached("DELETE FROM play WHERE game = ?1 AND ply = ?2")?.execute((number, ply))?;
            connection.prepare_cached("UPDATE game SET touched = ?2 WHERE number = ?1")?.execute((number, At(*at)))?;
            Ok(rows == 1)
        }
        Change::OfferSet { number, offer, at: _ } => {
            let rows = connection
                .prepare_cached("UPDATE game SET offer = ?2, offer_by = ?3, offer_at = ?4 WHERE number = ?1")?
                .execute((
                    number,
                    offer.map(|offer| offer.kind),
                    offer.map(|offer| offer.by),
                    offer.map(|offer| At(offer.at)),
                ))?;
            Ok(rows == 1)
        }
        Change::TokenIssued { hash, purpose, expires } => {
            tokens::issue(connection, hash, purpose, *expires)?;
            Ok(true)
        }
        Change::TokensExpire { number, by } => {
            connection
                .prepare_cached("UPDATE token SET expires = min(expires, ?2) WHERE game = ?1")?
                .execute((number, At(*by)))?;
            Ok(true)
        }
        Change::TokenSpent { hash } => {
            tokens::spend(connection, hash)?;
            Ok(true)
        }
        Change::RatingsClosed { weeks, until } => {
            ratings::write(connection, weeks, *until)?;
            Ok(true)
        }
        Change::OnlyWordsSent { number, player, ply, words } => {
            only_words::keep(connection, *number, player, *ply, words)?;
            Ok(true)
        }
        Change::NoteKept { number, player, words } => {
            notes::keep(connection, *number, player, words)?;
            Ok(true)
        }
        Change::Awaited { player, wanted, line, words, at } => {
            let waiting = Awaiting { player: player.clone(), line: line.clone(), words: words.clone() };
            awaited::keep(connection, &waiting, wanted, *at)?;
            Ok(true)
        }
        Change::AwaitedDropped { player, wanted } => {
            awaited::drop_one(connection, player, wanted)?;
            Ok(true)
        }
        Change::AwaitedForgotten { wanted } => {
            awaited::forget(connection, wanted)?;
            Ok(true)
        }
        Change::SettingChanged { player, setting } => {
            let sql = match setting {
                Setting::Dialect(_) => "UPDATE player SET dialect = ?2 WHERE id = ?1",
                Setting::Language(_) => "UPDATE player SET language = ?2 WHERE id = ?1",
                Setting::Zone(_) => {
                    mail_zones::forget(connection, player)?;
                    "UPDATE player SET zone = ?2 WHERE id = ?1"
                }
                Setting::Letters(_) => "UPDATE player SET letters = ?2 WHERE id = ?1",
                Setting::Words(_) => "UPDATE player SET words = ?2 WHERE id = ?1",
                Setting::Receipts(_) => "UPDATE player SET receipts = ?2 WHERE id = ?1",
                Setting::AutoVacation(_) => "UPDATE player SET auto_vacation = ?2 WHERE id = ?1",
                Setting::Reminders(_) => "UPDATE player SET reminders = ?2 WHERE id = ?1",
                Setting::Announcements(_) => "UPDATE player SET announcements = ?2 WHERE id = ?1",
                Setting::Board(_) => "UPDATE player SET board = ?2 WHERE id = ?1",
                Setting::Digest(hour) => {
                    if hour.is_none() {
                        digest::hurry(connection, player)?;
                    }
                    "UPDATE player SET digest = ?2 WHERE id = ?1"
                }
            };
            Ok(connection.prepare_cached(sql)?.execute((player, setting.value()))? == 1)
        }
        Change::PresenceSet { player, presence } => Ok(connection
            .prepare_cached("UPDATE player SET account = ?2 WHERE id = ?1 AND account <> 'closed'")?
            .execute((player, presence))?
            == 1),
        Change::PlayerDeleted { player } => account_erasure::player(connection, player),
        Change::Tournament(of_tournament) => tournament_changes::write(connection, rule_records, of_tournament),
        Change::AddressAdded { player, address, first, at } => accounts::add(connection, player, address, *first, *at),
        Change::AddressFirst { player, address } => accounts::make_first(connection, player, address),
        Change::AddressDropped { player, address } => accounts::remove(connection, player, address),
        Change::PasswordSet { player, password_hash } => {
            accounts::set_password(connection, player, password_hash.as_deref())
        }
        Change::AddressSuspended { address, status, at, .. } => bounces::suspend(connection, address, *status, *at),
        Change::AddressResumed { address, .. } => bounces::resume(connection, address),
        Change::AccountReclaimed { player, address, since, at } => {
            accounts::reclaim(connection, player, address, *since, *at)
        }
        Change::NewsKept { player, number, author, words, at, due } => {
            digest::keep(connection, player, *number, author.as_ref(), words, *at, *due)?;
            Ok(true)
        }
        Change::NewsKeptAgain { player, number, words, letter, since, at, due } => {
            let again = KeptAgain { number: *number, words, letter: *letter, since: *since, at: *at, due: *due };
            digest::keep_again(connection, player, &again)?;
            Ok(true)
        }
        Change::NewsTold { player, told, due } => digest::told(connection, player, told, *due),
        Change::PasswordFailed { player, at } => {
            let rows = connection
                .prepare_cached("INSERT INTO wrong_password (player, at) VALUES (?1, ?2)")?
                .execute((player, At(*at)))?;
            Ok(rows == 1)
        }
    }
}

/// A change in a few words, without any secret in it.
fn name(change: &Change) -> String {
    match change {
        Change::SignupAsked { id, .. } => format!("the sign-up of {id}"),
        Change::SignupQueued { id, .. } => format!("the sign-up of {id} in the queue"),
        Change::PlayerJoined { id, .. } => format!("player {id} joining"),
        Change::OrganizerWaits { player } => format!("organizer {player}, not confirmed"),
        Change::GameInvited(Invitation { number, .. }) => format!("the challenge of board {number}"),
        Change::Observed { number, player, .. } => format!("{player} observing board {number}"),
        Change::OpenChallengeSent { open_challenge } => format!("open challenge {}", open_challenge.number),
        Change::OpenChallengeEnded { number, .. } => format!("the end of open challenge {number}"),
        Change::LimitSet { player, .. } => format!("the limit of games of {player}"),
        Change::GameUnrated { number } => format!("board {number} becoming unrated"),
        Change::MoveAskedBack { number, .. } => format!("the question about a move on board {number}"),
        Change::ForfeitWaits { number, .. } => format!("board {number} waiting for a player who ran out of time"),
        Change::Pending { .. } | Change::PendingDropped { .. } => "the commands that wait for an answer".to_owned(),
        Change::StageReached { number, stage, .. } => {
            format!("board {number} becoming {}", games::stage_words(*stage).0)
        }
        Change::SideTakenOver { number, player, .. } => format!("{player} taking over on board {number}"),
        Change::PlayMade { number, ply, play, .. } => format!("move {ply}, {play}, on board {number}"),
        Change::PlayTakenBack { number, ply, .. } => {
            format!("taking back move {ply} on board {number}")
        }
        Change::ClockSet { number, .. } => format!("the clock of board {number}"),
        Change::ClockHeld { held, .. } => format!("the stopped clock of board {}", held.number),
        Change::PreparedSet { number, .. } => format!("the prepared moves on board {number}"),
        Change::VacationSet { player, .. }
        | Change::VacationEnded { player, .. }
        | Change::AutoVacation { player, .. } => {
            format!("the vacations of {player}")
        }
        Change::Reminded { player, .. } => format!("the reminder of {player}"),
        Change::OfferSet { number, .. } => format!("an offer on board {number}"),
        Change::TokenIssued { purpose, .. } => {
            format!("a token for {}", purpose.player().map_or("a stranger", PlayerId::as_str))
        }
        Change::TokensExpire { number, .. } => format!("the keys of board {number} expiring"),
        Change::TokenSpent { .. } => "a spent token".to_owned(),
        Change::RatingsClosed { until, .. } => format!("the ratings before week {}", until.0),
        Change::NoteKept { number, player, .. } => format!("note of {player} on board {number}"),
        Change::OnlyWordsSent { number, player, .. } => format!("words of {player} on board {number}"),
        Change::Awaited { player, .. } => format!("a challenge of {player} that waits for somebody to join"),
        Change::AwaitedDropped { player, .. } => format!("a challenge of {player} that is not wanted any more"),
        Change::AwaitedForgotten { wanted } => format!("the challenges that waited for {wanted}"),
        Change::SettingChanged { player, setting } => format!("the {} of {player}", setting.key()),
        Change::Tournament(of_tournament) => tournament_changes::name(of_tournament),
        Change::AddressAdded { player, .. } => format!("an additional address of {player}"),
        Change::AddressFirst { player, .. } => format!("another address for the letters of {player}"),
        Change::AddressDropped { player, .. } => format!("an address of {player} being removed"),
        Change::PasswordSet { player, .. } => format!("the password of {player}"),
        Change::AddressSuspended { player, .. } => format!("letters to {player} stopping"),
        Change::AddressResumed { player, .. } => format!("letters to {player} going out again"),
        Change::PresenceSet { player, .. } => format!("whether {player} is signed off"),
        Change::PlayerDeleted { player } => format!("{player} leaving"),
        Change::AccountReclaimed { player, .. } => format!("{player} taking the account back"),
        Change::NewsKept { player, number, .. } | Change::NewsKeptAgain { player, number, .. } => {
            format!("news of board {number} for {player}")
        }
        Change::NewsTold { player, .. } => format!("{player} unsubscribing from a board"),
        Change::PasswordFailed { player, .. } => format!("a wrong password for {player}"),
    }
}
