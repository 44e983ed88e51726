//! Rule records: stored once by content, parsed once, shared by all games that were begun with them.

use crate::store::StoreError;
use crate::store::columns::only;
use crate::tafl;
use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// How many parsed records are kept. Players may bring their own rules, so a limit is needed.
const KEPT_MAX: usize = 256;

/// The parsed records, by the hash of their text. A record's key is its content, so nothing here can become outdated, even if the
/// transaction that stored it is rolled back.
#[derive(Debug, Default)]
pub(super) struct RuleRecords {
    kept: RefCell<HashMap<[u8; 32], Arc<tafl::Rules>>>,
}

impl RuleRecords {
    /// Stores a rule record, if it is not stored yet. Returns its key.
    pub(super) fn save(&self, connection: &Connection, rules: &tafl::Rules) -> Result<[u8; 32], StoreError> {
        let text = rules.to_record();
        let hash = Sha256::digest(&text).into();
        connection
            .prepare_cached("INSERT INTO rule_record (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
            .execute((<[u8; 32]>::as_slice(&hash), text))?;
        Ok(hash)
    }

    /// The rules under a key.
    pub(super) fn load(&self, connection: &Connection, hash: [u8; 32]) -> Result<Arc<tafl::Rules>, StoreError> {
        if let Some(rules) = self.kept.borrow().get(&hash) {
            return Ok(rules.clone());
        }
        let text: Option<String> = connection
            .prepare_cached("SELECT text FROM rule_record WHERE hash = ?1")?
            .query_row([hash.as_slice()], only)
            .optional()?;
        let text = text.ok_or_else(|| StoreError::Damaged { what: "a rule record", found: String::new() })?;
        let rules = tafl::Rules::from_record(&text)
            .map_err(|error| StoreError::Damaged { what: "a rule record", found: error.to_string() })?;
        let rules = Arc::new(rules);
        let mut kept = self.kept.borrow_mut();
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(hash, rules.clone());
        Ok(rules)
    }
}
