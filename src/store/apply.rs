//! Writing what was decided: one change, one or two statements. The schema refuses what does not fit.

use crate::club::{Change, PlayerId, Purpose};
use crate::command::Setting;
use crate::store::rule_records::RuleRecords;
use crate::store::words::{Word, micros};
use crate::store::{StoreError, events, games, people, ratings, seeks, tokens};
use rusqlite::{Connection, ErrorCode};

/// Writes one change.
pub(super) fn apply(connection: &Connection, rule_records: &RuleRecords, change: &Change) -> Result<(), StoreError> {
    let misfit = |why: String| StoreError::Contradiction { change: name(change), why };
    match write(connection, rule_records, change) {
        Ok(true) => Ok(()),
        Ok(false) => Err(misfit("there is nothing it could change".to_owned())),
        Err(StoreError::Sqlite(error)) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(misfit(error.to_string()))
        }
        Err(error) => Err(error),
    }
}

/// Writes one change; false where there was no row for it.
fn write(connection: &Connection, rule_records: &RuleRecords, change: &Change) -> Result<bool, StoreError> {
    match change {
        Change::SignupAsked { id, address, token, expires } => {
            let key = address.key();
            tokens::issue(connection, token, &Purpose::Signup, *expires)?;
            let rows = connection
                .prepare_cached("INSERT INTO signup (token, player, address, written) VALUES (?1, ?2, ?3, ?4)")?
                .execute((token.as_slice(), id.as_str(), key, address.as_str()))?;
            Ok(rows == 1)
        }
        Change::PlayerJoined { id, address, password_hash, at } => {
            connection
                .prepare_cached("INSERT INTO player (id, password_hash, joined) VALUES (?1, ?2, ?3)")?
                .execute((id.as_str(), password_hash, micros(*at)))?;
            connection
                .prepare_cached("INSERT INTO address (address, written, player, place) VALUES (?1, ?2, ?3, 0)")?
                .execute((address.key(), address.as_str(), id.as_str()))?;
            Ok(true)
        }
        Change::GameInvited { number, variant, title, rules, attackers, defenders, challenger, conditions, at } => {
            let record = rule_records.save(connection, rules)?;
            let rows = connection
                .prepare_cached(
                    "INSERT INTO game (number, variant, title, record, attackers, defenders, challenger, stage, first,
                     rated, seen, created, touched) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'invited', ?8, ?9, ?10, ?11, ?11)",
                )?
                .execute((
                    number,
                    variant,
                    title,
                    record.as_slice(),
                    attackers.as_str(),
                    defenders.as_str(),
                    challenger.word(),
                    rules.first().word(),
                    games::rated_word(conditions.unrated),
                    games::seen_word(conditions.private),
                    micros(*at),
                ))?;
            Ok(rows == 1)
        }
        Change::Observed { number, player, on } => people::observe(connection, *number, player, *on),
        Change::SeekSent { seek } => seeks::send(connection, rule_records, seek),
        Change::SeekEnded { number, end } => seeks::end(connection, *number, *end),
        Change::LimitSet { player, limit } => {
            let sql = "UPDATE player SET game_limit = ?2 WHERE id = ?1";
            Ok(connection.prepare_cached(sql)?.execute((player.as_str(), limit))? == 1)
        }
        Change::GameUnrated { number } => {
            let sql = "UPDATE game SET rated = 'unrated' WHERE number = ?1";
            Ok(connection.prepare_cached(sql)?.execute([number])? == 1)
        }
        Change::StageReached { number, stage, at } => {
            let (stage, winner, reason) = games::stage_words(*stage);
            let rows = connection
                .prepare_cached(
                    "UPDATE game SET stage = ?2, winner = ?3, reason = ?4, offer = NULL, offer_by = NULL, offer_at = NULL,
                     touched = ?5 WHERE number = ?1",
                )?
                .execute((number, stage, winner, reason, micros(*at)))?;
            Ok(rows == 1)
        }
        Change::PlayMade { number, ply, play, at } => {
            let rows = connection
                .prepare_cached("INSERT INTO play (game, ply, play, at) VALUES (?1, ?2, ?3, ?4)")?
                .execute((number, ply, play.to_string(), micros(*at)))?;
            Ok(rows == 1)
        }
        Change::PlayTakenBack { number, ply, at } => {
            let rows =
                connection.prepare_cached("DELETE FROM play WHERE game = ?1 AND ply = ?2")?.execute((number, ply))?;
            connection
                .prepare_cached("UPDATE game SET touched = ?2 WHERE number = ?1")?
                .execute((number, micros(*at)))?;
            Ok(rows == 1)
        }
        Change::OfferSet { number, offer, at: _ } => {
            let rows = connection
                .prepare_cached("UPDATE game SET offer = ?2, offer_by = ?3, offer_at = ?4 WHERE number = ?1")?
                .execute((
                    number,
                    offer.map(|offer| offer.kind.word()),
                    offer.map(|offer| offer.by.word()),
                    offer.map(|offer| micros(offer.at)),
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
                .execute((number, micros(*by)))?;
            Ok(true)
        }
        Change::TokenSpent { hash } => {
            tokens::spend(connection, hash)?;
            Ok(true)
        }
        Change::RatingsClosed { anew, weeks, until } => {
            ratings::write(connection, *anew, weeks, *until)?;
            Ok(true)
        }
        Change::SettingChanged { player, setting } => {
            let sql = match setting {
                Setting::Dialect(_) => "UPDATE player SET dialect = ?2 WHERE id = ?1",
                Setting::Language(_) => "UPDATE player SET language = ?2 WHERE id = ?1",
                Setting::Letters(_) => "UPDATE player SET letters = ?2 WHERE id = ?1",
                Setting::Announcements(_) => "UPDATE player SET announcements = ?2 WHERE id = ?1",
                Setting::Board(_) => "UPDATE player SET board = ?2 WHERE id = ?1",
            };
            Ok(connection.prepare_cached(sql)?.execute((player.as_str(), setting.value()))? == 1)
        }
        Change::Event(of_event) => events::write(connection, rule_records, of_event),
        Change::PasswordFailed { player, at } => {
            let rows = connection
                .prepare_cached("INSERT INTO wrong_password (player, at) VALUES (?1, ?2)")?
                .execute((player.as_str(), micros(*at)))?;
            Ok(rows == 1)
        }
    }
}

/// A change in a few words, without any secret in it.
fn name(change: &Change) -> String {
    match change {
        Change::SignupAsked { id, .. } => format!("the sign-up of {id}"),
        Change::PlayerJoined { id, .. } => format!("player {id} joining"),
        Change::GameInvited { number, .. } => format!("the invitation to board {number}"),
        Change::Observed { number, player, .. } => format!("{player} looking on at board {number}"),
        Change::SeekSent { seek } => format!("open invitation {}", seek.number),
        Change::SeekEnded { number, .. } => format!("the end of open invitation {number}"),
        Change::LimitSet { player, .. } => format!("the limit of {player}"),
        Change::GameUnrated { number } => format!("board {number} becoming unrated"),
        Change::StageReached { number, stage, .. } => {
            format!("board {number} becoming {}", games::stage_words(*stage).0)
        }
        Change::PlayMade { number, ply, play, .. } => format!("half-move {ply}, {play}, on board {number}"),
        Change::PlayTakenBack { number, ply, .. } => {
            format!("taking back half-move {ply} on board {number}")
        }
        Change::OfferSet { number, .. } => format!("an offer on board {number}"),
        Change::TokenIssued { purpose, .. } => {
            format!("a token for {}", purpose.player().map_or("a stranger", PlayerId::as_str))
        }
        Change::TokensExpire { number, .. } => format!("the end of the tokens for board {number}"),
        Change::TokenSpent { .. } => "a spent token".to_owned(),
        Change::RatingsClosed { until, .. } => format!("the ratings before week {}", until.0),
        Change::SettingChanged { player, setting } => format!("the {} of {player}", setting.key()),
        Change::Event(of_event) => events::name(of_event),
        Change::PasswordFailed { player, .. } => format!("a wrong password for {player}"),
    }
}
