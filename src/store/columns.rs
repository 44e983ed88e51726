//! The words that stand in the columns: instants, and enums by name.

use crate::store::StoreError;
use chrono::{DateTime, Utc};

/// An instant as it is stored: microseconds since 1970-01-01 UTC.
pub(super) fn micros(instant: DateTime<Utc>) -> i64 {
    instant.timestamp_micros()
}

/// The instant behind a stored number of microseconds.
pub(super) fn instant(micros: i64) -> Result<DateTime<Utc>, StoreError> {
    DateTime::from_timestamp_micros(micros)
        .ok_or_else(|| StoreError::Damaged { what: "an instant", found: micros.to_string() })
}

/// An enum whose members are stored by name.
pub(super) trait Word: Copy + 'static {
    /// What is being read, for the message when it cannot be.
    const WHAT: &'static str;
    /// All members.
    const ALL: &'static [Self];

    /// The name in the column.
    fn word(self) -> &'static str;

    /// The member of that name.
    fn read(word: &str) -> Result<Self, StoreError> {
        Self::ALL
            .iter()
            .copied()
            .find(|member| member.word() == word)
            .ok_or_else(|| StoreError::Damaged { what: Self::WHAT, found: word.to_owned() })
    }
}

/// A stored text parsed as a value of the trade.
pub(super) fn parse<T: std::str::FromStr>(what: &'static str, text: &str) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged { what, found: text.to_owned() })
}

/// Several texts in one column: a JSON array.
pub(super) fn texts_to_column(texts: &[String]) -> String {
    serde_json::Value::from(texts.to_vec()).to_string()
}

/// The texts behind [`texts_to_column`].
pub(super) fn texts_from_column(what: &'static str, column: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(column).map_err(|_| StoreError::Damaged { what, found: column.to_owned() })
}
