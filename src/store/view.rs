//! Loading what a decision needs: players, games and counts, in one consistent look.

use crate::club::tournament::TournamentName;
use crate::club::{
    Answers, IDS_MAX, LIST_MAX, Needs, Player, PlayerId, Presence, Settings, Signup, StrangerLetters, View, Which,
};
use crate::command::{BoardStyle, Hour, Language, LetterStyle, Named, Setting, Wanted};
use crate::mail::Address;
use crate::store::columns::{Word, instant, micros, parse};
use crate::store::outbox::answer_kinds;
use crate::store::rule_records::RuleRecords;
use crate::store::{StoreError, accounts, bounces, clocks, games, observers, prepared, ratings, seeks, tournaments};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension};
use std::collections::{BTreeMap, BTreeSet};

/// Wrong passwords count for this long.
const WRONG_PASSWORD_WINDOW: TimeDelta = TimeDelta::hours(1);

/// Letters to strangers count for this long.
const STRANGER_WINDOW: TimeDelta = TimeDelta::hours(24);

/// Letters that one player causes another count for this long.
const CAUSED_WINDOW: TimeDelta = TimeDelta::hours(1);

/// Answers count for this long.
const ANSWERS_WINDOW: TimeDelta = TimeDelta::hours(1);

/// Answers to mails that anybody may have written count for this long.
const UNPROVEN_WINDOW: TimeDelta = TimeDelta::hours(24);

/// The part of the club that `needs` names, as it stands at `now`. Letters are counted back from `written`, the instant
/// that those written next will bear: a mail may be handled days after it came, and later ones may have been answered.
pub(super) fn load(
    connection: &Connection,
    rule_records: &RuleRecords,
    needs: &Needs,
    now: DateTime<Utc>,
    written: DateTime<Utc>,
) -> Result<View, StoreError> {
    let mut view = View { next_number: games::next_number(connection)?, ..View::default() };
    if let Some(from) = &needs.from {
        view.from = owner(connection, from)?;
        view.strangers = strangers(connection, from, written)?;
    }
    for player in &needs.reliability {
        view.reliability.insert(player.clone(), observers::reliability(connection, player)?);
    }
    if let Some(at) = needs.seeks {
        let seeks = seeks::open(connection, rule_records, at)?;
        view.seeks = seeks.into_iter().map(|seek| (seek.number, seek)).collect();
    }
    for number in &needs.games {
        if let Some(game) = games::game(connection, rule_records, *number)? {
            let lines = prepared::of_game(connection, *number)?;
            if !lines.is_empty() {
                view.prepared.insert(*number, lines);
            }
            view.games.insert(*number, game);
            view.observers.insert(*number, observers::observers(connection, *number)?);
        }
    }
    if let Some(hash) = &needs.signup {
        view.signup = signup(connection, hash, now)?;
    }
    if let Some(player) = &needs.answers_to {
        view.answers = answers(connection, player, written)?;
    }
    let mut players: BTreeSet<PlayerId> = needs.players.iter().chain(&view.from).cloned().collect();
    // Somebody else may have taken the id meanwhile.
    players.extend(view.signup.iter().map(|signup| signup.id.clone()));
    let sought = needs.take.and_then(|number| view.seeks.get(&number)).map(|seek| seek.player.clone());
    players.extend(sought.clone());
    for game in view.games.values() {
        players.extend([game.head.attackers.clone(), game.head.defenders.clone()]);
    }
    let mut names = needs.tournaments.clone();
    if needs.own_tournaments {
        for player in needs.open_games.iter().chain(&view.from) {
            names.extend(tournaments::of_player(connection, player)?);
        }
    }
    for name in &names {
        if let Some(tournament) = tournaments::tournament(connection, rule_records, name)? {
            if tournament.imported.is_some() {
                // Its ids and its numbers are another club's.
                view.tournaments.insert(name.clone(), tournament);
                continue;
            }
            players.extend(tournament.concerned());
            if needs.tournament_games {
                let ended = tournaments::ended_games(connection, rule_records, &tournament)?;
                view.games.extend(ended.into_iter().map(|game| (game.head.number, game)));
            }
            if needs.tournament_heads {
                let heads = tournaments::heads(connection, name)?;
                view.tournament_heads.extend(heads.into_iter().map(|head| (head.number, head)));
            }
            view.tournaments.insert(name.clone(), tournament);
        }
    }
    if needs.tournament_list || needs.tournaments.len() > view.tournaments.len() {
        view.tournament_list = tournaments::list(connection)?;
    }
    if !needs.tournaments.is_empty() {
        for player in needs.open_games.iter().chain(&view.from) {
            view.finished_games.insert(player.clone(), tournaments::finished_games(connection, player)?);
        }
    }
    players.extend(view.observers.values().flatten().cloned());
    for id in players {
        if let Some((player, wrong_passwords)) = player(connection, &id, now)? {
            view.players.insert(id.clone(), player);
            view.wrong_passwords.insert(id, wrong_passwords);
        } else if is_gone(connection, &id)? {
            view.gone.insert(id);
        }
    }
    if let Some(address) = &needs.claimed {
        view.claimed = Some(accounts::claimed(connection, address, written)?);
    }
    if needs.account {
        for id in view.players.keys() {
            let (claims, letters) = accounts::bounds(connection, id, (now, written))?;
            view.claims.insert(id.clone(), claims);
            view.account_letters.insert(id.clone(), letters);
        }
    }
    if needs.met {
        view.met = met(connection, &view.players)?;
    }
    if needs.ids || needs.players.iter().any(|id| !view.players.contains_key(id)) {
        view.ids = ids(connection)?;
    }
    for (player, which) in &needs.lists {
        let games = games::list(connection, player, *which, needs.list_from, LIST_MAX + 1)?;
        view.lists.insert((player.clone(), *which), games);
    }
    for player in needs.open_games.iter().chain(&view.from).chain(&sought) {
        if !view.open_games.contains_key(player) {
            let games = games::list(connection, player, Which::Active, None, LIST_MAX + 1)?;
            view.open_games.insert(player.clone(), games);
            view.own_games.insert(player.clone(), games::own_open(connection, player)?);
            view.caused.insert(player.clone(), caused(connection, player, written)?);
        }
    }
    if needs.opponents {
        let heads = view.open_games.values().flatten();
        let ids: BTreeSet<PlayerId> = heads.flat_map(|head| [head.attackers.clone(), head.defenders.clone()]).collect();
        for id in ids {
            if !view.players.contains_key(&id)
                && let Some((player, _)) = player(connection, &id, now)?
            {
                view.players.insert(id, player);
            }
        }
    }
    if needs.organizers {
        let names: BTreeSet<TournamentName> =
            view.open_games.values().flatten().filter_map(|head| Some(head.tournament.as_ref()?.0.clone())).collect();
        for name in names {
            let organizers = tournaments::organizers(connection, &name)?;
            for id in &organizers {
                if !view.players.contains_key(id)
                    && let Some((player, _)) = player(connection, id, now)?
                {
                    view.players.insert(id.clone(), player);
                }
            }
            view.organizers.insert(name, organizers);
        }
    }
    for game in view.games.values_mut() {
        let leave = view.players.get(game.head.player(game.head.to_move())).map_or(&[][..], |player| &player.leave);
        let stopping = game.head.clock.as_ref().map(|clock| clock.leave(leave));
        game.head.away =
            stopping.and_then(|leave| leave.iter().find(|leave| leave.holds(now)).map(|leave| leave.until));
    }
    if needs.ledger {
        view.ledger = Some(ratings::ledger(connection)?);
    }
    if let Some((attackers, defenders)) = &needs.pair {
        view.invitations = games::invitations(connection, attackers, defenders)?;
    }
    Ok(view)
}

pub(super) fn owner(connection: &Connection, address: &Address) -> Result<Option<PlayerId>, StoreError> {
    let id: Option<String> = connection
        .prepare_cached("SELECT player FROM address WHERE address = ?1")?
        .query_row([address.key()], |row| row.get(0))
        .optional()?;
    id.map(|id| parse("a player id", &id)).transpose()
}

/// Whether somebody or something here has a name. Closed accounts have theirs no more.
pub(super) fn is_in_use(connection: &Connection, named: Named<'_>) -> Result<bool, StoreError> {
    let (sql, name) = match named {
        Named::Player(id) => ("SELECT 1 FROM player WHERE id = ?1 AND presence != 'gone'", id),
        Named::Tournament(name) => ("SELECT 1 FROM tournament WHERE name = ?1", name),
    };
    Ok(connection.prepare_cached(sql)?.exists([name.to_lowercase()])?)
}

/// A player, and the wrong passwords given for him lately.
fn player(connection: &Connection, id: &PlayerId, now: DateTime<Utc>) -> Result<Option<(Player, u32)>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT password_hash, joined, dialect, language, letters, board, digest, announcements, reminders, presence, rescue,
                 coalesce(zone, (SELECT mail_zone.zone FROM mail_zone WHERE mail_zone.player = player.id)), reminded, game_limit, rescued,
                 (SELECT count(*) FROM wrong_password WHERE wrong_password.player = player.id AND at > ?2)
             FROM player WHERE id = ?1",
        )?
        .query_row((id.as_str(), micros(now - WRONG_PASSWORD_WINDOW)), |row| {
            let mut set: [String; 9] = Default::default();
            for (column, word) in (2..).zip(&mut set) {
                *word = row.get(column)?;
            }
            let zone: Option<String> = row.get(11)?;
            let instants: [Option<i64>; 2] = [row.get(12)?, row.get(14)?];
            Ok((row.get(0)?, row.get(1)?, set, (zone, instants, row.get(13)?), row.get(15)?))
        })
        .optional()?;
    let Some((password_hash, joined, set, (zone, [reminded, rescued], limit), wrong_passwords)) = found else {
        return Ok(None);
    };
    let [dialect, language, letters, board, digest, news, reminders, presence, rescue] = set;
    if presence == GONE {
        return Ok(None);
    }
    let presence = Presence::read(&presence)?;
    let (addresses, addresses_since): (Vec<_>, Vec<_>) = addresses(connection, id)?.into_iter().unzip();
    if addresses.is_empty() {
        return Err(StoreError::Damaged { what: "the addresses of a player", found: id.to_string() });
    }
    let settings = Settings {
        dialect: tafl::Dialect::read(&dialect)?,
        language: read_language(&language)?,
        letters: LetterStyle::read(&letters)?,
        board: BoardStyle::read(&board)?,
        zone: zone.map(|zone| parse("a time zone", &zone)).transpose()?,
        digest: read_digest(&digest)?,
        announcements: Wanted::read(&news)?,
        reminders: Wanted::read(&reminders)?,
        rescue: Wanted::read(&rescue)?,
    };
    let suspensions = bounces::suspensions(connection, id)?;
    let reminded = reminded.map(instant).transpose()?;
    let rescued = rescued.map(instant).transpose()?;
    let leave = clocks::leave(connection, id, now)?;
    let held = clocks::held(connection, id, now)?;
    let joined = instant(joined)?;
    let id = id.clone();
    let player = Player {
        id,
        addresses,
        addresses_since,
        suspensions,
        password_hash,
        settings,
        leave,
        held,
        reminded,
        rescued,
        limit,
        presence,
        joined,
    };
    Ok(Some((player, wrong_passwords)))
}

/// The word for a player of whom only the id is left.
const GONE: &str = "gone";

fn is_gone(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM player WHERE id = ?1 AND presence = 'gone'";
    Ok(connection.prepare_cached(sql)?.exists([id.as_str()])?)
}

/// Whether a player has signed off.
pub(super) fn is_signed_off(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM player WHERE id = ?1 AND presence = 'signed-off'";
    Ok(connection.prepare_cached(sql)?.exists([id.as_str()])?)
}

/// The language in a player's settings: `None` for that of the club.
fn read_language(word: &str) -> Result<Option<Language>, StoreError> {
    match Setting::from_words("language", word) {
        Some(Setting::Language(language)) => Ok(language),
        _ => Err(StoreError::Damaged { what: "a language", found: word.to_owned() }),
    }
}

fn read_digest(word: &str) -> Result<Option<Hour>, StoreError> {
    match Setting::from_words("digest", word) {
        Some(Setting::Digest(hour)) => Ok(hour),
        _ => Err(StoreError::Damaged { what: "the hour of a letter a day", found: word.to_owned() }),
    }
}

/// A player's addresses and since when they are his, the one for his letters first.
pub(super) fn addresses(connection: &Connection, id: &PlayerId) -> Result<Vec<(Address, DateTime<Utc>)>, StoreError> {
    let mut addresses = Vec::new();
    let mut statement =
        connection.prepare_cached("SELECT written, since FROM address WHERE player = ?1 ORDER BY place")?;
    let mut rows = statement.query([id.as_str()])?;
    while let Some(row) = rows.next()? {
        let written = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        addresses.push((parse("an address", written)?, instant(row.get(1)?)?));
    }
    Ok(addresses)
}

/// The ids of the players who joined last.
fn ids(connection: &Connection) -> Result<Vec<PlayerId>, StoreError> {
    let mut ids = Vec::new();
    let mut statement = connection
        .prepare_cached("SELECT id FROM player WHERE presence <> 'gone' ORDER BY joined DESC, id LIMIT ?1")?;
    let mut rows = statement.query([IDS_MAX])?;
    while let Some(row) = rows.next()? {
        ids.push(parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?);
    }
    Ok(ids)
}

pub(super) fn strangers(
    connection: &Connection,
    from: &Address,
    now: DateTime<Utc>,
) -> Result<StrangerLetters, StoreError> {
    let mut letters = StrangerLetters::default();
    let key = from.key();
    let domain = key.rsplit_once('@').map(|(_, domain)| domain);
    // Who has joined since was no stranger: a club that is talked about may get many from one provider in a day.
    let sql = "SELECT recipient, EXISTS (SELECT 1 FROM to_genuine WHERE letter = outbox.id) FROM outbox
               WHERE audience = 'stranger' AND created > ?1
               AND NOT EXISTS (SELECT 1 FROM address WHERE address = lower(recipient))";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([micros(now - STRANGER_WINDOW)])?;
    while let Some(row) = rows.next()? {
        let recipient = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?.to_ascii_lowercase();
        let genuine: bool = row.get(1)?;
        let (own, same) = (recipient == key, recipient.rsplit_once('@').map(|(_, domain)| domain) == domain);
        letters.server += 1;
        letters.address += u32::from(own);
        letters.domain += u32::from(same && !genuine);
        letters.genuine_server += u32::from(genuine);
        letters.genuine_address += u32::from(own && genuine);
    }
    Ok(letters)
}

fn signup(connection: &Connection, hash: &[u8; 32], now: DateTime<Utc>) -> Result<Option<Signup>, StoreError> {
    let found: Option<(String, String)> = connection
        .prepare_cached(
            "SELECT signup.player, written FROM signup JOIN token ON token.hash = signup.token
             WHERE signup.token = ?1 AND expires > ?2",
        )?
        .query_row((hash.as_slice(), micros(now)), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((id, address)) = found else {
        return Ok(None);
    };
    let address: Address = parse("an address", &address)?;
    let joined = owner(connection, &address)?;
    Ok(Some(Signup { id: parse("a player id", &id)?, address, joined }))
}

/// Letters of late that only answered a mail of the player's, or one in the player's name.
fn answers(connection: &Connection, id: &PlayerId, now: DateTime<Utc>) -> Result<Answers, StoreError> {
    let sql = concat!(
        "SELECT count(*) FILTER (WHERE kind IN ('answer', 'confirm-own') AND created > ?2),
             count(*) FILTER (WHERE kind IN ('answer-key', 'confirm-key') AND created > ?2),
             count(*) FILTER (WHERE kind IN ('unproven', 'password', 'confirm-password')),
             count(*) FILTER (WHERE kind = 'password'), count(*) FILTER (WHERE kind = 'confirm')
         FROM outbox WHERE reader = ?1 AND created > ?3 AND kind IN ",
        answer_kinds!(),
    );
    let bounds = (id.as_str(), micros(now - ANSWERS_WINDOW), micros(now - UNPROVEN_WINDOW));
    Ok(connection.prepare_cached(sql)?.query_row(bounds, |row| {
        Ok(Answers {
            own: row.get(0)?,
            key: row.get(1)?,
            unproven: row.get(2)?,
            warnings: row.get(3)?,
            asked: row.get(4)?,
        })
    })?)
}

/// The pairs among these players who have a game together that has begun.
fn met(
    connection: &Connection,
    players: &BTreeMap<PlayerId, Player>,
) -> Result<BTreeSet<(PlayerId, PlayerId)>, StoreError> {
    let sql = "SELECT 1 FROM game WHERE stage NOT IN ('invited', 'declined', 'withdrawn')
                   AND ((attackers = ?1 AND defenders = ?2) OR (attackers = ?2 AND defenders = ?1)) LIMIT 1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut met = BTreeSet::new();
    for (at, first) in players.keys().enumerate() {
        for second in players.keys().skip(at + 1) {
            if statement.exists((first.as_str(), second.as_str()))? {
                met.insert((first.clone(), second.clone()));
            }
        }
    }
    Ok(met)
}

/// The letters within the last hour that tell others what this player did, by their readers.
fn caused(
    connection: &Connection,
    author: &PlayerId,
    now: DateTime<Utc>,
) -> Result<BTreeMap<PlayerId, u32>, StoreError> {
    // What waits for the letter of a day would have been a letter.
    let sql = "SELECT reader, count(*) FROM (
                   SELECT reader FROM outbox WHERE author = ?1 AND created > ?2 AND reader IS NOT NULL
                   UNION ALL SELECT player FROM kept_news WHERE author = ?1 AND at > ?2)
               GROUP BY reader";
    let mut caused = BTreeMap::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((author.as_str(), micros(now - CAUSED_WINDOW)))?;
    while let Some(row) = rows.next()? {
        let reader = parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?;
        caused.insert(reader, row.get(1)?);
    }
    Ok(caused)
}
