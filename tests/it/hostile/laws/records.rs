//! Game records in all formats.

use super::catalogue;
use taflpost::tafl::RecordFormat;

/// Reads it in a format, and what was read in all of them.
pub fn hold_for(text: &str, format: RecordFormat) {
    let brandubh = catalogue().find("brandubh").unwrap();
    let records = match format.read_all(text, catalogue(), Some(brandubh)) {
        Ok(records) => records,
        Err(wrong) => {
            let line = text.split('\n').nth(wrong.line - 1).unwrap_or_else(|| panic!("{wrong}\n{text}"));
            assert!((1..=line.chars().count() + 1).contains(&wrong.column), "{wrong}\n{text}");
            // A sentence for a person, whatever was in the text.
            let said = wrong.to_string();
            assert!(said.chars().count() < 1_000, "{} signs: {said}", said.chars().count());
            return;
        }
    };
    for other in RecordFormat::ALL {
        match other.write_all(&records) {
            Ok(written) => {
                let again = other.read_all(&written, catalogue(), None);
                assert!(again.as_ref() == Ok(&records), "{other:?}: {again:?}\n{written}\n--- from {format:?}\n{text}");
                assert!(records.is_empty() || RecordFormat::of_text(&written) == other, "{written}");
            }
            Err(wrong) => assert!(matches!(other, RecordFormat::Otg | RecordFormat::Pgn), "{wrong}"),
        }
    }
}

pub fn hold_for_all(text: &str) {
    let _ = RecordFormat::of_text(text);
    RecordFormat::ALL.into_iter().for_each(|format| hold_for(text, format));
}
