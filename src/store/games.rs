//! Games as rows: heads for the lists, and whole games replayed from their plays.

use crate::clock::VacationLimit;
use crate::club::{Clock, Ending, Game, Head, Offer, OfferKind, PlayerId, Presence, Stage, Which};
use crate::command::{BoardStyle, Conditions, LetterStyle, Wanted};
use crate::store::StoreError;
use crate::store::columns::{Word, instant, parse};
use crate::store::rule_records::RuleRecords;
use crate::tafl;
use rusqlite::{Connection, Row};

/// The columns that [`head`] reads, in its order.
macro_rules! head_columns {
    () => {
        "number, variant, title, attackers, defenders, challenger, stage, winner, reason, plies, first, offer, \
         offer_by, offer_at, created, touched, rated, seen, tournament, round, clock, bank_attackers, bank_defenders, \
         since, counted, deadline, due, (SELECT held FROM tournament WHERE tournament.name = game.tournament), leave_from, leave_most"
    };
}
pub(super) use head_columns;

/// The column after those of a head.
const AFTER_HEAD: usize = 30;

impl Word for tafl::Side {
    const WHAT: &'static str = "a side";
    const ALL: &'static [tafl::Side] = &[tafl::Side::Attackers, tafl::Side::Defenders];

    fn word(self) -> &'static str {
        match self {
            tafl::Side::Attackers => "attackers",
            tafl::Side::Defenders => "defenders",
        }
    }
}

impl Word for tafl::Reason {
    const WHAT: &'static str = "the reason of an ending";
    const ALL: &'static [tafl::Reason] = &[
        tafl::Reason::KingCaptured,
        tafl::Reason::KingEscaped,
        tafl::Reason::Encircled,
        tafl::Reason::ExitFort,
        tafl::Reason::NoMove,
        tafl::Reason::NoMen,
        tafl::Reason::Repetition,
    ];

    fn word(self) -> &'static str {
        match self {
            tafl::Reason::KingCaptured => "king-captured",
            tafl::Reason::KingEscaped => "king-escaped",
            tafl::Reason::Encircled => "encircled",
            tafl::Reason::ExitFort => "exit-fort",
            tafl::Reason::NoMove => "no-move",
            tafl::Reason::NoMen => "no-men",
            tafl::Reason::Repetition => "repetition",
        }
    }
}

impl Word for LetterStyle {
    const WHAT: &'static str = "a style of letters";
    const ALL: &'static [LetterStyle] = &LetterStyle::ALL;

    fn word(self) -> &'static str {
        LetterStyle::word(self)
    }
}

impl Word for Presence {
    const WHAT: &'static str = "whether a player is here";
    const ALL: &'static [Presence] = &[Presence::Here, Presence::SignedOff];

    fn word(self) -> &'static str {
        match self {
            Presence::Here => "here",
            Presence::SignedOff => "signed-off",
        }
    }
}

impl Word for Wanted {
    const WHAT: &'static str = "whether letters of a kind are wanted";
    const ALL: &'static [Wanted] = &Wanted::ALL;

    fn word(self) -> &'static str {
        Wanted::word(self)
    }
}

impl Word for BoardStyle {
    const WHAT: &'static str = "a style of boards";
    const ALL: &'static [BoardStyle] = &BoardStyle::ALL;

    fn word(self) -> &'static str {
        BoardStyle::word(self)
    }
}

impl Word for tafl::Dialect {
    const WHAT: &'static str = "a dialect";
    const ALL: &'static [tafl::Dialect] = &tafl::Dialect::ALL;

    fn word(self) -> &'static str {
        tafl::Dialect::word(self)
    }
}

impl Word for OfferKind {
    const WHAT: &'static str = "an offer";
    const ALL: &'static [OfferKind] = &[OfferKind::Draw, OfferKind::Undo];

    fn word(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Undo => "undo",
        }
    }
}

/// A stage as its columns: stage, winner, reason.
pub(super) fn stage_words(stage: Stage) -> (&'static str, Option<&'static str>, Option<&'static str>) {
    match stage {
        Stage::Invited => ("invited", None, None),
        Stage::Running => ("running", None, None),
        Stage::Declined => ("declined", None, None),
        Stage::Withdrawn => ("withdrawn", None, None),
        Stage::Ended(Ending::Won { winner, reason }) => ("won", Some(winner.word()), Some(reason.word())),
        Stage::Ended(Ending::Drawn { reason }) => ("drawn", None, Some(reason.word())),
        Stage::Ended(Ending::Resigned { loser }) => ("resigned", Some(loser.opponent().word()), None),
        Stage::Ended(Ending::Agreed) => ("agreed", None, None),
        Stage::Ended(Ending::TimedOut { loser }) => ("timed-out", Some(loser.opponent().word()), None),
        Stage::Ended(Ending::Adjudicated { winner }) => ("adjudicated", winner.map(Word::word), None),
    }
}

fn stage(word: &str, winner: Option<tafl::Side>, reason: Option<tafl::Reason>) -> Result<Stage, StoreError> {
    Ok(match (word, winner, reason) {
        ("invited", None, None) => Stage::Invited,
        ("running", None, None) => Stage::Running,
        ("declined", None, None) => Stage::Declined,
        ("withdrawn", None, None) => Stage::Withdrawn,
        ("won", Some(winner), Some(reason)) => Stage::Ended(Ending::Won { winner, reason }),
        ("drawn", None, Some(reason)) => Stage::Ended(Ending::Drawn { reason }),
        ("resigned", Some(winner), None) => Stage::Ended(Ending::Resigned { loser: winner.opponent() }),
        ("timed-out", Some(winner), None) => Stage::Ended(Ending::TimedOut { loser: winner.opponent() }),
        ("adjudicated", winner, None) => Stage::Ended(Ending::Adjudicated { winner }),
        ("agreed", None, None) => Stage::Ended(Ending::Agreed),
        _ => {
            return Err(StoreError::Damaged { what: "the stage of a game", found: word.to_owned() });
        }
    })
}

/// Whether a column has the second of two words.
pub(super) fn is_word(found: Option<&str>, [usual, set]: [&str; 2]) -> Result<bool, StoreError> {
    match found.unwrap_or_default() {
        word if word == usual => Ok(false),
        word if word == set => Ok(true),
        word => Err(StoreError::Damaged { what: "a condition of a game", found: word.to_owned() }),
    }
}

/// The word for whether a game counts.
pub(super) fn rated_word(unrated: bool) -> &'static str {
    if unrated { "unrated" } else { "rated" }
}

/// The word for who may look on.
pub(super) fn seen_word(private: bool) -> &'static str {
    if private { "private" } else { "public" }
}

/// The head in a row that begins with the head's columns.
pub(super) fn head(row: &Row<'_>) -> Result<Head, StoreError> {
    let side = |column| -> Result<Option<tafl::Side>, StoreError> {
        row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from)?.map(tafl::Side::read).transpose()
    };
    let needed = |column| side(column)?.ok_or(StoreError::Damaged { what: "a side", found: String::new() });
    let text = |column| -> Result<Option<&str>, StoreError> {
        Ok(row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from)?)
    };
    let player = |column| parse::<PlayerId>("a player id", text(column)?.unwrap_or_default());
    let reason = text(8)?.map(tafl::Reason::read).transpose()?;
    let offer = match (text(11)?, side(12)?, row.get::<_, Option<i64>>(13)?) {
        (Some(kind), Some(by), Some(at)) => Some(Offer { kind: OfferKind::read(kind)?, by, at: instant(at)? }),
        _ => None,
    };
    let tournament = text(18)?.map(|name| parse("the name of a tournament", name)).transpose()?;
    let at = |column| row.get::<_, Option<i64>>(column)?.map(instant).transpose();
    let clock = match text(20)? {
        Some(control) => Some(Clock {
            control: parse("a time control", control)?,
            attackers: row.get(21)?,
            defenders: row.get(22)?,
            since: at(23)?,
            counted: row.get(24)?,
            deadline: at(25)?,
            due: at(26)?,
            leave_limit: match (at(28)?, row.get::<_, Option<u32>>(29)?) {
                (Some(from), Some(seconds)) => Some(VacationLimit { from, seconds }),
                _ => None,
            },
        }),
        None => None,
    };
    Ok(Head {
        number: row.get(0)?,
        variant: row.get(1)?,
        title: row.get(2)?,
        attackers: player(3)?,
        defenders: player(4)?,
        challenger: needed(5)?,
        stage: stage(text(6)?.unwrap_or_default(), side(7)?, reason)?,
        plies: row.get(9)?,
        first: needed(10)?,
        offer,
        away: None,
        clock,
        created: instant(row.get(14)?)?,
        touched: instant(row.get(15)?)?,
        conditions: Conditions {
            unrated: is_word(text(16)?, ["rated", "unrated"])?,
            private: is_word(text(17)?, ["public", "private"])?,
        },
        tournament: tournament.zip(row.get(19)?),
        held: at(27)?,
    })
}

/// A game with its plays, replayed under the rules it was begun with.
pub(super) fn game(
    connection: &Connection,
    rule_records: &RuleRecords,
    number: u32,
) -> Result<Option<Game>, StoreError> {
    let mut statement =
        connection.prepare_cached(concat!("SELECT ", head_columns!(), ", record FROM game WHERE number = ?1"))?;
    let mut rows = statement.query([number])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let head = head(row)?;
    let rules = rule_records.load(connection, row.get(AFTER_HEAD)?)?;
    let (plays, bank_before) = plays(connection, &head)?;
    let damaged = |found| StoreError::Damaged { what: "the plays of a game", found };
    let state = tafl::GameState::replay(rules, plays).map_err(|error| damaged(format!("board {number}: {error}")))?;
    if state.ply() != head.plies {
        return Err(damaged(format!("board {number}: {} of {} plays", state.ply(), head.plies)));
    }
    Ok(Some(Game { head, state, bank_before }))
}

/// The plays, and what the side that made the last of them had in its bank before it.
fn plays(connection: &Connection, head: &Head) -> Result<(Vec<tafl::Play>, Option<i64>), StoreError> {
    let mut bank = None;
    let mut plays = Vec::with_capacity(head.plies as usize);
    let mut statement = connection.prepare_cached("SELECT play, bank FROM play WHERE game = ?1 ORDER BY ply")?;
    let mut rows = statement.query([head.number])?;
    while let Some(row) = rows.next()? {
        let text = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        plays.push(parse("a play", text)?);
        bank = row.get(1)?;
    }
    Ok((plays, bank))
}

/// Another player takes over a side of a running game; false where it is not running.
pub(super) fn take_over(
    connection: &Connection,
    number: u32,
    side: tafl::Side,
    player: &PlayerId,
) -> Result<bool, StoreError> {
    connection.prepare_cached("DELETE FROM prepared WHERE game = ?1 AND side = ?2")?.execute((number, side.word()))?;
    // Who plays does not look on.
    connection
        .prepare_cached("DELETE FROM observer WHERE game = ?1 AND player = ?2")?
        .execute((number, player.as_str()))?;
    let sql = match side {
        tafl::Side::Attackers => "UPDATE game SET attackers = ?2 WHERE number = ?1 AND stage = 'running'",
        tafl::Side::Defenders => "UPDATE game SET defenders = ?2 WHERE number = ?1 AND stage = 'running'",
    };
    Ok(connection.prepare_cached(sql)?.execute((number, player.as_str()))? == 1)
}

/// The number the next challenge will get: numbers are never used twice.
pub(super) fn next_number(connection: &Connection) -> Result<u32, StoreError> {
    let highest: Option<u32> = connection
        .prepare_cached(
            "SELECT max((SELECT coalesce(max(number), 0) FROM game), (SELECT coalesce(max(number), 0) FROM seek))",
        )?
        .query_row([], |row| row.get(0))?;
    Ok(highest.unwrap_or(0).saturating_add(1))
}

/// How many games of one player are open that began or that he has challenged to.
pub(super) fn own_open(connection: &Connection, player: &PlayerId) -> Result<u32, StoreError> {
    let sql = "SELECT
        (SELECT count(*) FROM game WHERE attackers = ?1 AND stage IN ('invited', 'running')
             AND (stage = 'running' OR challenger = 'attackers'))
        + (SELECT count(*) FROM game WHERE defenders = ?1 AND stage IN ('invited', 'running')
             AND (stage = 'running' OR challenger = 'defenders'))";
    Ok(connection.prepare_cached(sql)?.query_row([player.as_str()], |row| row.get(0))?)
}

/// The challenges that wait between these two.
pub(super) fn invitations(
    connection: &Connection,
    attackers: &PlayerId,
    defenders: &PlayerId,
) -> Result<Vec<Head>, StoreError> {
    let sql = concat!(
        "SELECT ",
        head_columns!(),
        " FROM game WHERE attackers = ?1 AND defenders = ?2 AND stage IN ('invited', 'running') AND stage = 'invited'"
    );
    heads(connection, sql, (attackers.as_str(), defenders.as_str()))
}

/// Games of one player, at most `limit`. Open ones by their number, all of them the newest first.
///
/// The two halves of each statement walk an index each, in the order asked for, so that a long list costs no more than
/// what is taken from it.
pub(super) fn list(
    connection: &Connection,
    player: &PlayerId,
    which: Which,
    from: Option<u32>,
    limit: u32,
) -> Result<Vec<Head>, StoreError> {
    let sql = match which {
        Which::Active => concat!(
            "SELECT ",
            head_columns!(),
            " FROM game WHERE attackers = ?1 AND stage IN ('invited', 'running') AND number >= ?3 ",
            "UNION ALL ",
            "SELECT ",
            head_columns!(),
            " FROM game WHERE defenders = ?1 AND stage IN ('invited', 'running') AND number >= ?3 ",
            "ORDER BY number LIMIT ?2"
        ),
        Which::Next => concat!(
            "SELECT ",
            head_columns!(),
            " FROM game WHERE attackers = ?1 AND stage IN ('invited', 'running') AND number >= ?3 ",
            "AND CASE stage WHEN 'invited' THEN challenger <> 'attackers' ",
            "    ELSE (plies % 2 = 0) = (first = 'attackers') END ",
            "UNION ALL ",
            "SELECT ",
            head_columns!(),
            " FROM game WHERE defenders = ?1 AND stage IN ('invited', 'running') AND number >= ?3 ",
            "AND CASE stage WHEN 'invited' THEN challenger <> 'defenders' ",
            "    ELSE (plies % 2 = 0) = (first = 'defenders') END ",
            "ORDER BY number LIMIT ?2"
        ),
        Which::All => concat!(
            "SELECT ",
            head_columns!(),
            " FROM game WHERE attackers = ?1 AND number <= ?3 ",
            "UNION ALL ",
            "SELECT ",
            head_columns!(),
            " FROM game WHERE defenders = ?1 AND number <= ?3 ",
            "ORDER BY number DESC LIMIT ?2"
        ),
    };
    let from = from.unwrap_or(if which == Which::All { u32::MAX } else { 0 });
    heads(connection, sql, (player.as_str(), limit, from))
}

/// The heads that a statement finds.
pub(super) fn heads(
    connection: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<Head>, StoreError> {
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(parameters)?;
    while let Some(row) = rows.next()? {
        found.push(head(row)?);
    }
    Ok(found)
}
