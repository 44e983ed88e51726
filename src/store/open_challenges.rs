//! Open challenges as rows.

use crate::club::{OpenChallenge, OpenChallengeEnd};
use crate::command::{Conditions, Timing};
use crate::store::StoreError;
use crate::store::columns::{At, Columns};
use crate::store::games::{is_word, rated_word, seen_word};
use crate::store::rule_records::RuleRecords;
use chrono::{DateTime, Days, Utc};
use rusqlite::Connection;

/// Those that are valid at `now`, the oldest first.
pub(super) fn open(
    connection: &Connection,
    rule_records: &RuleRecords,
    now: DateTime<Utc>,
) -> Result<Vec<OpenChallenge>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT number, player, variant, title, record, side, rated, visibility, created, clock FROM open_challenge
         WHERE state = 'open' AND created > ?1 ORDER BY number LIMIT ?2",
    )?;
    let since = now - Days::new(crate::club::OPEN_CHALLENGE_DAYS);
    let mut rows = statement.query((At(since), crate::club::OPEN_CHALLENGES_LIST_MAX))?;
    let mut open = Vec::new();
    while let Some(row) = rows.next()? {
        open.push(OpenChallenge {
            number: row.get("number")?,
            player: row.get("player")?,
            variant: row.get("variant")?,
            title: row.get("title")?,
            rules: rule_records.load(connection, row.get("record")?)?,
            side: row.get("side")?,
            conditions: Conditions {
                unrated: is_word(row.text("rated")?, ["rated", "unrated"])?,
                private: is_word(row.text("visibility")?, ["public", "private"])?,
            },
            clock: row.get::<_, Option<String>>("clock")?.map(timing).transpose()?,
            created: row.at("created")?,
        });
    }
    Ok(open)
}

fn timing(written: String) -> Result<Timing, StoreError> {
    Timing::read(&written).map_err(|_| StoreError::Damaged { what: "a clock", found: written })
}

pub(super) fn send(
    connection: &Connection,
    rule_records: &RuleRecords,
    challenge: &OpenChallenge,
) -> Result<bool, StoreError> {
    let record = rule_records.save(connection, &challenge.rules)?;
    let rows = connection
        .prepare_cached(
            "INSERT INTO open_challenge (number, player, variant, title, record, side, rated, visibility, created, clock)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute((
            challenge.number,
            &challenge.player,
            &challenge.variant,
            &challenge.title,
            record.as_slice(),
            challenge.side,
            rated_word(challenge.conditions.unrated),
            seen_word(challenge.conditions.private),
            At(challenge.created),
            challenge.clock.map(|clock| clock.to_string()),
        ))?;
    Ok(rows == 1)
}

pub(super) fn end(connection: &Connection, number: u32, end: OpenChallengeEnd) -> Result<bool, StoreError> {
    let state = match end {
        OpenChallengeEnd::Taken => "taken",
        OpenChallengeEnd::Withdrawn => "withdrawn",
    };
    let sql = "UPDATE open_challenge SET state = ?2 WHERE number = ?1 AND state = 'open'";
    Ok(connection.prepare_cached(sql)?.execute((number, state))? == 1)
}
