//! Whole rule sets in one line of a record: an OpenTafl rules record if that can express all of them, else a JSON object.

use crate::tafl::{Rules, RulesError};
use serde_json::Value;

/// The rules in one line.
pub(in crate::tafl::records) fn line(rules: &Rules) -> String {
    open_tafl(rules).unwrap_or_else(|| json(rules).to_string())
}

/// The rules as an OpenTafl record, if reading it gives exactly the same rules.
pub(in crate::tafl::records) fn open_tafl(rules: &Rules) -> Option<String> {
    let record = rules.to_otn().ok()?;
    (Rules::from_otn(&record).as_ref() == Ok(rules)).then_some(record)
}

/// The rules as a JSON object with the parameters of a rule record.
pub(in crate::tafl::records) fn json(rules: &Rules) -> Value {
    let table: Option<toml::Table> = toml::from_str(&rules.to_record()).ok();
    let value = table.and_then(|table| serde_json::to_value(table).ok());
    value.expect("a rule record is a table of words, numbers and lists")
}

/// Reads either form. The error is a sentence.
pub(in crate::tafl::records) fn read(text: &str) -> Result<Rules, String> {
    if !text.trim_start().starts_with('{') {
        return Rules::from_otn(text).map_err(|wrong| wrong.to_string());
    }
    let value: Value = serde_json::from_str(text).map_err(|wrong| wrong.to_string())?;
    of_json(value)
}

/// Reads a JSON object.
pub(in crate::tafl::records) fn of_json(value: Value) -> Result<Rules, String> {
    let table: toml::Table = serde_json::from_value(value).map_err(|wrong| wrong.to_string())?;
    let text = toml::to_string(&table).map_err(|wrong| wrong.to_string())?;
    Rules::from_record(&text).map_err(|wrong| match wrong {
        // The line numbers would be those of a text that nobody has seen.
        RulesError::Wrong { key, found, expected, .. } => format!("{key}: {found}; {expected}"),
        RulesError::Unreadable(text) => text.lines().last().unwrap_or_default().to_owned(),
        other => other.to_string(),
    })
}
