//! Open invitations as rows.

use crate::club::{OpenChallenge, OpenChallengeEnd};
use crate::command::{Conditions, Timing};
use crate::store::StoreError;
use crate::store::columns::{Word, instant, micros, parse};
use crate::store::games::{is_word, rated_word, seen_word};
use crate::store::rule_records::RuleRecords;
use crate::tafl;
use chrono::{DateTime, Days, Utc};
use rusqlite::Connection;

/// Those that stand at `now`, the oldest first.
pub(super) fn open(
    connection: &Connection,
    rule_records: &RuleRecords,
    now: DateTime<Utc>,
) -> Result<Vec<OpenChallenge>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT number, player, variant, title, record, side, rated, seen, created, clock FROM seek
         WHERE state = 'open' AND created > ?1 ORDER BY number LIMIT ?2",
    )?;
    let since = now - Days::new(crate::club::SEEK_DAYS);
    let mut rows = statement.query((micros(since), crate::club::SEEKS_LIST_MAX))?;
    let mut seeks = Vec::new();
    while let Some(row) = rows.next()? {
        let text = |column| row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from);
        seeks.push(OpenChallenge {
            number: row.get(0)?,
            player: parse("a player id", text(1)?.unwrap_or_default())?,
            variant: row.get(2)?,
            title: row.get(3)?,
            rules: rule_records.load(connection, row.get(4)?)?,
            side: text(5)?.map(tafl::Side::read).transpose()?,
            conditions: Conditions {
                unrated: is_word(text(6)?, ["rated", "unrated"])?,
                private: is_word(text(7)?, ["public", "private"])?,
            },
            clock: text(9)?.map(Timing::read).transpose().map_err(|_| StoreError::Damaged {
                what: "a clock",
                found: text(9).ok().flatten().unwrap_or_default().to_owned(),
            })?,
            created: instant(row.get(8)?)?,
        });
    }
    Ok(seeks)
}

pub(super) fn send(
    connection: &Connection,
    rule_records: &RuleRecords,
    seek: &OpenChallenge,
) -> Result<bool, StoreError> {
    let record = rule_records.save(connection, &seek.rules)?;
    let rows = connection
        .prepare_cached(
            "INSERT INTO seek (number, player, variant, title, record, side, rated, seen, created, clock)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute((
            seek.number,
            seek.player.as_str(),
            &seek.variant,
            &seek.title,
            record.as_slice(),
            seek.side.map(Word::word),
            rated_word(seek.conditions.unrated),
            seen_word(seek.conditions.private),
            micros(seek.created),
            seek.clock.map(|clock| clock.to_string()),
        ))?;
    Ok(rows == 1)
}

pub(super) fn end(connection: &Connection, number: u32, end: OpenChallengeEnd) -> Result<bool, StoreError> {
    let state = match end {
        OpenChallengeEnd::Taken => "taken",
        OpenChallengeEnd::Withdrawn => "withdrawn",
    };
    let sql = "UPDATE seek SET state = ?2 WHERE number = ?1 AND state = 'open'";
    Ok(connection.prepare_cached(sql)?.execute((number, state))? == 1)
}
