//! The content of the database file, read without the server by code that knows the tables.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use std::path::Path;
use taflpost::clock::Control;
use taflpost::store::Reader;
use taflpost::tafl::{Play, Side};

/// A game as its row has it.
#[derive(Clone, Debug)]
pub struct Row {
    pub number: u32,
    pub variant: String,
    pub stage: String,
    pub plies: u32,
    pub attackers: String,
    pub defenders: String,
    pub challenger: Side,
    pub clock: Option<Control>,
    /// Seconds of the attackers and of the defenders.
    pub banks: [i64; 2],
    pub since: Option<DateTime<Utc>>,
    pub deadline: Option<DateTime<Utc>>,
    pub due: Option<DateTime<Utc>>,
    /// What counted before `since`; below zero where time was given back.
    pub counted: TimeDelta,
    /// What is offered, and by whom.
    pub offer: Option<(String, Side)>,
    pub tournament: Option<String>,
    pub touched: DateTime<Utc>,
}

impl Row {
    pub fn player(&self, side: Side) -> &str {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }

    pub fn side_of(&self, player: &str) -> Option<Side> {
        [Side::Attackers, Side::Defenders].into_iter().find(|side| self.player(*side) == player)
    }

    pub fn has_ended(&self) -> bool {
        !matches!(self.stage.as_str(), "invited" | "running" | "declined" | "withdrawn")
    }

    /// When the game is lost, by the row alone.
    pub fn lost_at(&self) -> Option<DateTime<Utc>> {
        let grace = self.clock.as_ref()?.grace();
        self.since.and(self.deadline).map(|deadline| deadline + grace)
    }
}

/// A half-move as its row has it.
#[derive(Clone, Debug)]
pub struct Made {
    pub play: Play,
    pub at: DateTime<Utc>,
    pub bank: Option<i64>,
}

/// A letter as its row has it.
#[derive(Clone, Debug)]
pub struct Written {
    pub id: i64,
    pub recipient: String,
    pub reader: Option<String>,
    pub game: Option<u32>,
    pub kind: String,
}

/// The file.
pub struct File(pub Connection);

fn instant(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap()
}

fn micros(at: DateTime<Utc>) -> i64 {
    at.timestamp_micros()
}

fn side(word: &str) -> Side {
    if word == "attackers" { Side::Attackers } else { Side::Defenders }
}

impl File {
    pub fn open(path: &Path) -> File {
        let connection = Connection::open(path).unwrap();
        connection.set_prepared_statement_cache_capacity(100);
        File(connection)
    }

    fn rows(&self, which: &str, values: impl rusqlite::Params) -> Vec<Row> {
        let sql = format!(
            "SELECT number, variant, stage, plies, attackers, defenders, challenger, clock, bank_attackers, bank_defenders,
             since, deadline, due, offer, offer_by, tournament, touched, counted FROM game WHERE {which} ORDER BY number"
        );
        let mut statement = self.0.prepare_cached(&sql).unwrap();
        let read = |row: &rusqlite::Row<'_>| {
            let at = |column| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(column)?.map(instant));
            let bank = |column| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(column)?.unwrap_or_default());
            let word = |column| row.get::<_, Option<String>>(column);
            Ok(Row {
                number: row.get(0)?,
                variant: row.get(1)?,
                stage: row.get(2)?,
                plies: row.get(3)?,
                attackers: row.get(4)?,
                defenders: row.get(5)?,
                challenger: side(&row.get::<_, String>(6)?),
                clock: word(7)?.map(|written| written.parse().unwrap()),
                banks: [bank(8)?, bank(9)?],
                since: at(10)?,
                deadline: at(11)?,
                due: at(12)?,
                offer: word(13)?.zip(word(14)?).map(|(what, by)| (what, side(&by))),
                tournament: word(15)?,
                touched: instant(row.get(16)?),
                counted: TimeDelta::seconds(row.get(17)?),
            })
        };
        let rows = statement.query_map(values, read).unwrap();
        rows.map(Result::unwrap).collect()
    }

    pub fn game(&self, number: u32) -> Option<Row> {
        self.rows("number = ?1", [number]).pop()
    }

    /// The games whose clock is due.
    pub fn due(&self, now: DateTime<Utc>) -> Vec<Row> {
        self.rows("due IS NOT NULL AND due <= ?1", [micros(now)])
    }

    /// The games that have a clock which runs or waits.
    pub fn ticking(&self) -> Vec<Row> {
        self.rows("due IS NOT NULL", [])
    }

    /// The running games and invitations of a player.
    pub fn open_of(&self, player: &str) -> Vec<Row> {
        self.rows("stage IN ('invited', 'running') AND (attackers = ?1 OR defenders = ?1)", [player])
    }

    pub fn of_tournament(&self, tournament: &str) -> Vec<Row> {
        self.rows("tournament = ?1", [tournament])
    }

    pub fn of_tournaments(&self) -> Vec<Row> {
        self.rows("tournament IS NOT NULL", [])
    }

    /// All games, each with the number of its half-moves.
    pub fn all(&self) -> Vec<Row> {
        self.rows("1", [])
    }

    pub fn plays(&self, number: u32, after: u32) -> Vec<Made> {
        let sql = "SELECT play, at, bank FROM play WHERE game = ?1 AND ply > ?2 ORDER BY ply";
        let mut statement = self.0.prepare_cached(sql).unwrap();
        let read = |row: &rusqlite::Row<'_>| {
            let play: String = row.get(0)?;
            Ok(Made { play: play.parse().unwrap(), at: instant(row.get(1)?), bank: row.get(2)? })
        };
        statement.query_map((number, after), read).unwrap().map(Result::unwrap).collect()
    }

    /// The sides that have prepared moves on a board.
    pub fn prepared(&self, number: u32) -> Vec<Side> {
        let mut statement = self.0.prepare_cached("SELECT DISTINCT side FROM prepared_line WHERE game = ?1").unwrap();
        let rows = statement.query_map([number], |row| row.get::<_, String>(0)).unwrap();
        rows.map(|word| side(&word.unwrap())).collect()
    }

    /// The letters written after one, and the last of them.
    pub fn letters_after(&self, last: i64) -> (Vec<Written>, i64) {
        let sql = "SELECT id, recipient, reader, game, kind FROM outbox WHERE id > ?1 ORDER BY id";
        let mut statement = self.0.prepare_cached(sql).unwrap();
        let mut newest = last;
        let read = |row: &rusqlite::Row<'_>| {
            newest = row.get(0)?;
            Ok(Written {
                id: newest,
                recipient: row.get(1)?,
                reader: row.get(2)?,
                game: row.get(3)?,
                kind: row.get(4)?,
            })
        };
        let letters = statement.query_map([last], read).unwrap().map(Result::unwrap).collect();
        (letters, newest)
    }

    /// Whether a letter that waits to be sent names a board.
    pub fn names_board(&self, letter: i64, board: u32) -> bool {
        let store = Reader::open(Path::new(self.0.path().unwrap())).unwrap();
        let due = store.due_where(DateTime::<Utc>::MAX_UTC, 1, |waiting| waiting.id == letter).unwrap();
        let bytes = &due.first().unwrap().bytes;
        let parsed = mailparse::parse_mail(bytes).unwrap();
        let text = parsed.parts().find(|part| part.ctype.mimetype == "text/plain").unwrap().get_body().unwrap();
        text.split(|c: char| !c.is_ascii_digit()).any(|word| word.parse() == Ok(board))
    }

    pub fn kind_of(&self, letter: i64) -> String {
        self.0
            .prepare_cached("SELECT kind FROM outbox WHERE id = ?1")
            .unwrap()
            .query_row([letter], |row| row.get(0))
            .unwrap()
    }

    /// Whether news of a board is kept for a player's letter of the day.
    pub fn is_kept(&self, player: &str, game: u32) -> bool {
        let sql = "SELECT 1 FROM digest_news WHERE player = ?1 AND game = ?2";
        self.0.prepare_cached(sql).unwrap().exists((player, game)).unwrap()
    }

    /// Whether letters to the player have stopped.
    pub fn is_unreachable(&self, player: &str) -> bool {
        let sql = "SELECT 1 FROM suspension JOIN address USING (address) WHERE player = ?1 AND state = 'on'";
        self.0.prepare_cached(sql).unwrap().exists([player]).unwrap()
    }

    /// A player's leave, in its order.
    pub fn leave(&self, player: &str) -> Vec<[DateTime<Utc>; 2]> {
        let sql = "SELECT begins, ends FROM vacation WHERE player = ?1 ORDER BY begins";
        let mut statement = self.0.prepare_cached(sql).unwrap();
        let rows = statement.query_map([player], |row| Ok([instant(row.get(0)?), instant(row.get(1)?)])).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// Open invitations of others: number and variant.
    pub fn open_challenges(&self, besides: &str) -> Vec<u32> {
        let sql = "SELECT number FROM open_challenge WHERE state = 'open' AND player <> ?1 ORDER BY number";
        let mut statement = self.0.prepare_cached(sql).unwrap();
        statement.query_map([besides], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    pub fn count(&self, sql: &str) -> i64 {
        self.0.prepare_cached(sql).unwrap().query_row([], |row| row.get(0)).unwrap()
    }

    /// Rows of one column of text and others of numbers, as the caller reads them.
    pub fn ask<T>(&self, sql: &str, read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>) -> Vec<T> {
        let mut statement = self.0.prepare_cached(sql).unwrap();
        statement.query_map([], read).unwrap().map(Result::unwrap).collect()
    }
}

/// The time between two instants that lies in none of the intervals: counted once more, by other means than the server's.
pub fn counted(from: DateTime<Utc>, until: DateTime<Utc>, leave: &[[DateTime<Utc>; 2]]) -> TimeDelta {
    let mut free = (until - from).max(TimeDelta::zero());
    let mut covered = from;
    for [begins, ends] in leave {
        let (begins, ends) = ((*begins).max(covered), (*ends).min(until));
        if begins < ends {
            free -= ends - begins;
            covered = ends;
        }
    }
    free
}

/// The instant at which so much time has counted: found by halving, where the server reckons.
pub fn counts_until(from: DateTime<Utc>, time: TimeDelta, leave: &[[DateTime<Utc>; 2]]) -> DateTime<Utc> {
    // The last instant at which no more than that has counted.
    let (mut fits, mut beyond) = (micros(from), micros(from + time + TimeDelta::days(800)));
    while beyond - fits > 1 {
        let middle = fits + (beyond - fits) / 2;
        match counted(from, instant(middle), leave) <= time {
            true => fits = middle,
            false => beyond = middle,
        }
    }
    instant(fits)
}
