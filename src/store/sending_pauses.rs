//! What waits and why, as delivery found it: for the operator, and for the next start.

use crate::store::StoreError;
use crate::store::columns::{Columns, Word, stored_by_name};
use chrono::{DateTime, Utc};
use rusqlite::Connection;

/// What can wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseOf {
    /// All letters.
    Relay,
    /// Those to a domain.
    Domain,
    /// Those to a mailbox.
    Mailbox,
}

impl Word for PauseOf {
    const WHAT: &'static str = "what waits";
    const ALL: &'static [PauseOf] = &[PauseOf::Relay, PauseOf::Domain, PauseOf::Mailbox];

    fn word(self) -> &'static str {
        match self {
            PauseOf::Relay => "relay",
            PauseOf::Domain => "domain",
            PauseOf::Mailbox => "mailbox",
        }
    }
}

stored_by_name!(PauseOf);

impl std::fmt::Display for PauseOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// Letters that wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PauseLine {
    /// What waits.
    pub what: PauseOf,
    /// The domain or the mailbox; empty for all letters.
    pub name: String,
    /// Since when.
    pub since: DateTime<Utc>,
    /// The error.
    pub why: String,
    /// Whether a person must solve it.
    pub needs_hand: bool,
}

pub(super) fn all(connection: &Connection) -> Result<Vec<PauseLine>, StoreError> {
    let sql = "SELECT what, name, since, why, needs FROM pause
               ORDER BY CASE what WHEN 'relay' THEN 0 WHEN 'domain' THEN 1 ELSE 2 END, name";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(PauseLine {
            what: row.get("what")?,
            name: row.get("name")?,
            since: row.at("since")?,
            why: row.get("why")?,
            needs_hand: row.text("needs")? == "operator",
        });
    }
    Ok(found)
}

pub(super) fn known_domains(connection: &Connection) -> Result<Vec<(String, bool)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT lower(substr(recipient, instr(recipient, '@') + 1)) AS domain, 1 AS took FROM
             (SELECT recipient FROM outbox WHERE state = 'sent' ORDER BY settled DESC LIMIT 2000)
         UNION ALL
         SELECT DISTINCT lower(substr(recipient, instr(recipient, '@') + 1)), 0 FROM outbox
             WHERE state = 'waiting' AND attempts > 0",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get("domain")?, row.get("took")?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
