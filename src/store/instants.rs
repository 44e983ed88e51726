//! What happens to every stored instant when all clocks of the club are moved (see [`crate::clock::Passed`]). A test reads the schema and
//! fails for a column of whole numbers that is not declared here.

use crate::clock::Passed;
use crate::store::StoreError;
use crate::store::columns::micros;
use chrono::TimeDelta;
use rusqlite::Connection;

/// What happens to an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Part of a game's clock: moved together with the clocks.
    Clock,
    /// Served time is counted to it, so it moves with the clocks, in the rows for which this condition is true.
    Shifts(&'static str),
    /// The same for something that has happened: it is never moved into the future.
    ShiftsBehindNow(&'static str),
    /// The same in large tables and over days: it moves as soon as an hour has accumulated.
    ShiftsByTheHour(&'static str),
    /// It is compared with now, and nothing is lost if it seems longer ago than it is. An instant that would be in the future is set to
    /// now, and one that was in the future comes no later than before.
    Clamped,
    /// It records when something happened, or a day in the calendar: it does not move.
    History,
    /// Not an instant: a number, a count, a state.
    Number,
}

/// Every column of whole numbers.
pub(super) const COLUMNS: &[(&str, &str, Kind)] = &[
    ("player", "reminded", Kind::ShiftsBehindNow("reminded IS NOT NULL")),
    ("player", "downtime_told", Kind::ShiftsBehindNow("downtime_told IS NOT NULL")),
    ("player", "auto_vacation_since", Kind::History),
    ("player", "game_limit", Kind::Number),
    ("player", "joined", Kind::History),
    ("address", "place", Kind::Number),
    ("address", "since", Kind::History),
    ("suspension", "since", Kind::Clamped),
    ("awaited", "since", Kind::History),
    // Days in the calendar.
    ("vacation", "begins", Kind::History),
    ("vacation", "ends", Kind::History),
    // Days of vacation that are used up.
    ("clock_held", "game", Kind::Number),
    ("clock_held", "plies", Kind::Number),
    ("clock_held", "begins", Kind::History),
    ("clock_held", "ends", Kind::History),
    ("wrong_password", "at", Kind::Clamped),
    ("dead_token", "at", Kind::Clamped),
    ("game", "number", Kind::Number),
    ("game", "plies", Kind::Number),
    // It identifies an offer, and a token contains it too.
    ("game", "offer_at", Kind::History),
    ("game", "asked_back", Kind::Clock),
    ("game", "bank_attackers", Kind::Number),
    ("game", "bank_defenders", Kind::Number),
    ("game", "since", Kind::Clock),
    ("game", "counted", Kind::Number),
    ("game", "deadline", Kind::Clock),
    ("game", "due", Kind::Clock),
    ("game", "raised", Kind::Number),
    ("game", "round", Kind::Number),
    // It limits vacations, which do not move either.
    ("game", "vacation_from", Kind::History),
    ("game", "vacation_seconds_max", Kind::Number),
    ("game", "created", Kind::History),
    ("game", "touched", Kind::History),
    ("play", "game", Kind::Number),
    ("play", "ply", Kind::Number),
    ("play", "at", Kind::History),
    ("play", "bank", Kind::Number),
    ("prepared_line", "game", Kind::Number),
    ("prepared_line", "ply", Kind::Number),
    ("prepared_line", "conditional", Kind::Number),
    // While its clocks are stopped, the end of a round waits for them. Before the beginning, `due` is a closing date, a day in the
    // calendar.
    ("tournament", "held", Kind::History),
    ("tournament", "due", Kind::Shifts("due IS NOT NULL AND stage = 'running' AND held IS NULL")),
    ("tournament", "began", Kind::History),
    ("tournament", "created", Kind::History),
    ("tournament_entry", "seat", Kind::Number),
    ("tournament_entry", "joined", Kind::History),
    ("pairing", "round", Kind::Number),
    ("pairing", "section", Kind::Number),
    ("pairing", "place", Kind::Number),
    ("tournament_game", "game", Kind::Number),
    ("tournament_game", "round", Kind::Number),
    ("tournament_game", "section", Kind::Number),
    ("tournament_game", "place", Kind::Number),
    ("tournament_game", "plies", Kind::Number),
    ("tournament_game", "taken_attackers", Kind::Number),
    ("tournament_game", "taken_defenders", Kind::Number),
    ("tournament_ruling", "at", Kind::History),
    ("tournament_archive", "players", Kind::Number),
    ("tournament_archive", "created", Kind::History),
    ("tournament_archive", "imported", Kind::History),
    ("archive", "plies", Kind::Number),
    ("archive", "imported", Kind::History),
    ("observer", "game", Kind::Number),
    ("open_challenge", "number", Kind::Number),
    ("open_challenge", "created", Kind::ShiftsByTheHour("state = 'open'")),
    ("rating_closed", "one", Kind::Number),
    ("rating_closed", "until", Kind::History),
    ("rating_closed", "late", Kind::Number),
    ("rating", "week", Kind::Number),
    ("rating", "points", Kind::Number),
    ("rating", "deviation", Kind::Number),
    ("rating", "volatility", Kind::Number),
    ("rating", "games", Kind::Number),
    ("rating_offset", "week", Kind::Number),
    ("rating_offset", "offset", Kind::Number),
    ("rated_game", "game", Kind::Number),
    ("rated_game", "week", Kind::Number),
    ("rated_game", "gap", Kind::Number),
    ("digest", "due", Kind::Clamped),
    ("digest_news", "game", Kind::Number),
    ("digest_news", "at", Kind::Clamped),
    ("digest_news", "letter", Kind::Number),
    ("digest_news", "since", Kind::Clamped),
    ("signature_block", "mails", Kind::Number),
    ("only_words", "ply", Kind::Number),
    ("signature_block", "last_seen", Kind::ShiftsByTheHour("true")),
    ("mail_zone", "since", Kind::Clamped),
    ("token", "game", Kind::Number),
    ("token", "ply", Kind::Number),
    ("token", "offer", Kind::History),
    ("token", "expires", Kind::ShiftsByTheHour("true")),
    ("confirmation", "asked", Kind::History),
    ("claim", "first", Kind::Number),
    ("take_back", "since", Kind::History),
    ("signup_queue", "asked", Kind::ShiftsBehindNow("true")),
    // A mail that waits is judged by the moved clocks.
    ("spool", "received", Kind::ShiftsBehindNow("state = 'spooled'")),
    ("spool", "tries", Kind::Number),
    ("mail_text", "size", Kind::Number),
    ("handling", "one", Kind::Number),
    ("handling", "first", Kind::Number),
    ("handling", "last", Kind::Number),
    ("handling", "tries", Kind::Number),
    ("handling", "careful_until", Kind::Number),
    ("door", "well", Kind::Clamped),
    ("door", "failing", Kind::Clamped),
    ("door", "began", Kind::ShiftsBehindNow("began IS NOT NULL")),
    ("door", "heard", Kind::ShiftsBehindNow("heard IS NOT NULL")),
    ("outbox", "created", Kind::Clamped),
    ("outbox", "game", Kind::Number),
    ("outbox", "attempts", Kind::Number),
    ("outbox", "next_try", Kind::Clamped),
    ("outbox", "tried", Kind::Clamped),
    ("outbox", "open_seconds", Kind::Number),
    ("outbox", "settled", Kind::Clamped),
    ("outbox", "returned", Kind::History),
    ("to_genuine", "letter", Kind::Number),
    ("turn_told", "letter", Kind::Number),
    ("turn_told", "game", Kind::Number),
    ("turn_told", "plies", Kind::Number),
    ("letter_words", "letter", Kind::Number),
    ("letter_words", "place", Kind::Number),
    ("letter_words", "game", Kind::Number),
    ("letter_words", "since", Kind::Clamped),
    ("mistake", "reader", Kind::Number),
    ("mistake", "gist", Kind::Number),
    ("mistake", "at", Kind::Clamped),
    ("bounce", "at", Kind::Clamped),
    ("clockwork_look", "one", Kind::Number),
    // The time line itself.
    ("clockwork_look", "at", Kind::Clock),
    ("clockwork_look", "awake", Kind::Number),
    ("clockwork_look", "up", Kind::Number),
    ("clockwork_look", "owed", Kind::Number),
    ("clockwork_look", "doubted", Kind::Clock),
    // Deleted when the clocks move.
    ("clockwork_look", "agreed", Kind::Clock),
    ("clockwork_look", "served", Kind::Number),
    ("served_day", "day", Kind::Number),
    ("served_day", "mail", Kind::Number),
    ("served_day", "letter", Kind::Number),
    ("forfeit_wait", "since", Kind::ShiftsBehindNow("true")),
    ("leap", "at", Kind::History),
    ("leap", "away", Kind::Number),
    ("leap", "step", Kind::Number),
    ("downtime", "gone", Kind::History),
    ("downtime", "back", Kind::History),
    ("downtime", "given", Kind::Number),
    ("downtime", "soon", Kind::Number),
    ("probe", "one", Kind::Number),
    ("probe", "at", Kind::History),
    ("pause", "since", Kind::Clamped),
];

/// Some columns move only when this much has accumulated, so that large tables are not rewritten at every restart.
const BY_THE_HOUR: TimeDelta = TimeDelta::hours(1);

/// Moves every instant except those of the games' clocks. `owed` is what the columns that move by the hour have not got yet, with this
/// shift. Returns what they still have not got afterwards.
pub(super) fn put_right(connection: &Connection, passed: &Passed, owed: i64) -> Result<i64, StoreError> {
    let (shift, now) = (shift_micros(passed), micros(passed.now));
    let is_much = owed.unsigned_abs() >= BY_THE_HOUR.num_microseconds().unwrap_or(i64::MAX).unsigned_abs();
    for (table, column, kind) in COLUMNS {
        match kind {
            Kind::Shifts(rows) => {
                connection.execute(&format!("UPDATE {table} SET {column} = {column} + ?1 WHERE {rows}"), [shift])?;
            }
            Kind::ShiftsBehindNow(rows) => {
                let sql = format!("UPDATE {table} SET {column} = min({column} + ?1, ?2) WHERE {rows}");
                connection.execute(&sql, (shift, now))?;
            }
            Kind::ShiftsByTheHour(rows) if is_much => {
                connection.execute(&format!("UPDATE {table} SET {column} = {column} + ?1 WHERE {rows}"), [owed])?;
            }
            Kind::Clamped if shift < 0 => {
                let sql = format!("UPDATE {table} SET {column} = max({column} + ?1, ?2) WHERE {column} > ?2");
                connection.execute(&sql, (shift, now))?;
            }
            _ => {}
        }
    }
    Ok(if is_much { 0 } else { owed })
}

/// A shift in the unit of the columns.
pub(super) fn shift_micros(passed: &Passed) -> i64 {
    passed.shift.num_microseconds().unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::Store;
    use chrono::DateTime;
    use std::collections::BTreeSet;

    /// The columns of whole numbers, except keys that SQLite assigns and references to them.
    fn whole_numbers(connection: &Connection) -> BTreeSet<(String, String)> {
        let sql = "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
                   WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.type = 'INTEGER'
                   AND NOT EXISTS (SELECT 1 FROM pragma_foreign_key_list(m.name) f WHERE f.\"from\" = c.name)
                   AND NOT (c.pk = 1 AND c.name IN ('id', 'mail', 'letter'))";
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    #[test]
    fn every_instant_in_the_file_is_declared() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("club.db"), DateTime::UNIX_EPOCH).unwrap();
        let connection = &store.connection;
        let declared: BTreeSet<(String, String)> =
            COLUMNS.iter().map(|(table, column, _)| ((*table).to_owned(), (*column).to_owned())).collect();
        assert_eq!(declared.len(), COLUMNS.len(), "declared twice");
        let found = whole_numbers(connection);
        let missing: Vec<_> = found.difference(&declared).collect();
        assert!(
            missing.is_empty(),
            "say in store/instants.rs what becomes of these when the clocks are put right: {missing:?}"
        );
        for (table, column, kind) in COLUMNS {
            let sql = match kind {
                Kind::Shifts(rows) | Kind::ShiftsBehindNow(rows) | Kind::ShiftsByTheHour(rows) => {
                    format!("SELECT {column} FROM {table} WHERE {rows}")
                }
                _ => format!("SELECT {column} FROM {table}"),
            };
            assert!(connection.prepare(&sql).is_ok(), "there is no {table}.{column}, or its condition is wrong");
        }
    }
}
