//! Converts between rules and OpenTafl records.

use crate::tafl::otn::error::{OtnError, quoted};
use crate::tafl::otn::{entries, export, import, position_rows};
use crate::tafl::parameter::First;
use crate::tafl::{Position, Rules, RulesError, Side};

impl Rules {
    /// Whether a rules record has an entry with this name.
    pub fn is_otn_entry(name: &str) -> bool {
        entries::is_known(name)
    }

    /// Reads an OpenTafl rules record.
    pub fn from_otn(text: &str) -> Result<Rules, OtnError> {
        import::rules(text)
    }

    /// Reads a position of this board from a rules record: `start:/3t3/.../`, or `starti:` with the top row first.
    pub fn position_from_otn(&self, text: &str, to_move: Side) -> Result<Position, OtnError> {
        let (key, rows) = text.split_once(':').unwrap_or((text, ""));
        let entry = entries::position_entry(key).ok_or_else(|| OtnError::NotLast { found: quoted(text) })?;
        position_rows::position(entry, rows, self.size(), to_move)
    }

    /// These rules, starting from another position of the same board, with the side to move of that position. In this way a record can
    /// express a position.
    pub fn begun_from(&self, position: &Position) -> Result<Rules, RulesError> {
        let mut record = self.record.clone();
        record.layout = position_rows::drawn(position);
        record.first = if position.to_move() == Side::Attackers { First::Attackers } else { First::Defenders };
        Rules::checked(record, "")
    }

    /// These rules as an OpenTafl rules record. Reading it gives the same rules. Only corner squares that were named twice, or that need
    /// not be named (the usual four, or squares without an effect), are not named again.
    pub fn to_otn(&self) -> Result<String, OtnError> {
        export::record(self)
    }
}
