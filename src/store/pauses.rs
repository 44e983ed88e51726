//! What waits and why, as delivery found it: for the operator, and for the next start.

use crate::store::columns::{Word, instant, micros};
use crate::store::{Reader, Store, StoreError};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, TransactionBehavior};

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

impl std::fmt::Display for PauseOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// Letters that wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PauseLine {
    /// Which.
    pub what: PauseOf,
    /// The domain or the mailbox; empty for all letters.
    pub name: String,
    /// Since when.
    pub since: DateTime<Utc>,
    /// What was said.
    pub why: String,
    /// Whether somebody must mend it.
    pub needs_hand: bool,
}

impl Store {
    /// Writes down what waits now, and nothing else does. What waited before keeps its beginning.
    ///
    /// # Errors
    /// When SQLite cannot write; then nothing has changed.
    pub fn note_pauses(&mut self, pauses: &[PauseLine]) -> Result<(), StoreError> {
        let known = pauses_of(&self.connection)?;
        let same = |one: &PauseLine, other: &PauseLine| (one.what, &one.name) == (other.what, &other.name);
        let is_new = |pause: &PauseLine| {
            !known
                .iter()
                .any(|known| same(known, pause) && (&known.why, known.needs_hand) == (&pause.why, pause.needs_hand))
        };
        let gone: Vec<&PauseLine> =
            known.iter().filter(|known| !pauses.iter().any(|pause| same(known, pause))).collect();
        let new: Vec<&PauseLine> = pauses.iter().filter(|pause| is_new(pause)).collect();
        if gone.is_empty() && new.is_empty() {
            return Ok(());
        }
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for PauseLine { what, name, .. } in gone {
            transaction
                .prepare_cached("DELETE FROM pause WHERE what = ?1 AND name = ?2")?
                .execute((what.word(), name))?;
        }
        for PauseLine { what, name, since, why, needs_hand } in new {
            transaction
                .prepare_cached(
                    "INSERT INTO pause (what, name, since, why, hand) VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO UPDATE SET why = excluded.why, hand = excluded.hand",
                )?
                .execute((what.word(), name, micros(*since), why, if *needs_hand { "needed" } else { "passes" }))?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Domains of letters that were sent lately, or are tried in vain, and whether they took the last one; for a start.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn known_domains(&self) -> Result<Vec<(String, bool)>, StoreError> {
        known_domains(&self.connection)
    }
}

impl Reader {
    /// What waits, and why, while any letter does.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn pauses(&self) -> Result<Vec<PauseLine>, StoreError> {
        pauses_of(&self.connection)
    }

    /// Domains of letters that were sent lately, or are tried in vain, and whether they took the last one; for a start.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn known_domains(&self) -> Result<Vec<(String, bool)>, StoreError> {
        known_domains(&self.connection)
    }
}

fn pauses_of(connection: &Connection) -> Result<Vec<PauseLine>, StoreError> {
    let sql = "SELECT what, name, since, why, hand FROM pause
               ORDER BY CASE what WHEN 'relay' THEN 0 WHEN 'domain' THEN 1 ELSE 2 END, name";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let text = |column| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
        found.push(PauseLine {
            what: PauseOf::read(text(0)?)?,
            name: row.get(1)?,
            since: instant(row.get(2)?)?,
            why: row.get(3)?,
            needs_hand: text(4)? == "needed",
        });
    }
    Ok(found)
}

fn known_domains(connection: &Connection) -> Result<Vec<(String, bool)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT lower(substr(recipient, instr(recipient, '@') + 1)), 1 FROM
             (SELECT recipient FROM outbox WHERE state = 'sent' ORDER BY settled DESC LIMIT 2000)
         UNION ALL
         SELECT DISTINCT lower(substr(recipient, instr(recipient, '@') + 1)), 0 FROM outbox
             WHERE state = 'waiting' AND attempts > 0",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
