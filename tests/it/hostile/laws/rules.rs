//! Variant files, rule records, OpenTafl rules records and rows.

use super::{catalogue, state};
use taflpost::tafl::{Call, Dialect, OtnError, Position, Rules, RulesError, Side, Variant, describe, variant_mistakes};

/// What holds for any rules that were read: they can be told, played and written.
pub fn hold_for_rules(rules: &Rules, picks: &[u16]) {
    let record = rules.to_record();
    let again = Rules::from_record(&record).unwrap();
    assert_eq!(again, *rules, "{record}");
    assert_eq!(again.to_record(), record);
    assert_eq!(again.opening(), rules.opening());
    assert!(!describe(rules, Dialect::Plain).is_empty());
    let state = state(rules, picks);
    let _: Option<Call> = state.call();
    hold_for_position(rules, state.position());
    if let Ok(said) = rules.to_otn() {
        let again = Rules::from_otn(&said).unwrap();
        assert_eq!(again.to_otn().unwrap(), said);
        assert_eq!(again.opening(), rules.opening());
    }
}

pub fn hold_for_position(rules: &Rules, position: &Position) {
    let rows = position.to_string();
    assert_eq!(rules.position(&rows, position.to_move()).unwrap(), *position, "{rows}");
}

/// A mistake in a file says on which of its lines it is.
pub fn place_is_in(wrong: &RulesError, text: &str) {
    let said = wrong.to_string();
    let lines = text.matches('\n').count() + 1;
    match wrong {
        RulesError::TooLong => assert!(text.len() > Variant::FILE_BYTES_MAX),
        RulesError::Wrong { line, .. } => assert!(*line <= lines, "{said}\n{text}"),
        RulesError::Unreadable(said) => {
            let line = said.split("line ").nth(1).and_then(|rest| rest.split([',', ':', '\n']).next());
            let line: usize =
                line.and_then(|line| line.parse().ok()).unwrap_or_else(|| panic!("no place: {said}\n{text}"));
            assert!((1..=lines).contains(&line), "{said}\n{text}");
        }
    }
}

/// A variant file as an operator writes it.
pub fn hold_for_file(text: &str, picks: &[u16]) {
    match Variant::from_toml(text) {
        Ok(variant) => {
            assert_eq!(Rules::from_toml(text).unwrap(), variant.rules);
            hold_for_rules(&variant.rules, picks);
        }
        Err(wrong) => {
            place_is_in(&wrong, text);
            let all = variant_mistakes(text);
            assert!(!all.is_empty(), "{wrong}\n{text}");
            assert!(all.len() <= 100, "{text}");
            for wrong in &all {
                assert!(wrong.to_string().chars().count() < 2_000, "{wrong}\n{text}");
            }
        }
    }
}

/// The same beside all the others: what is wrong is told with its file.
pub fn hold_for_file_of_a_folder(text: &str) {
    if let Err(wrong) = catalogue().clone().with_files([("x.toml", text)], |_| true) {
        assert!(wrong.iter().all(|wrong| wrong.to_string().starts_with("x.toml: ")));
    }
}

/// An OpenTafl rules record.
pub fn hold_for_otn(record: &str, picks: &[u16]) {
    match Rules::from_otn(record) {
        Ok(rules) => hold_for_rules(&rules, picks),
        Err(wrong) => {
            let place = wrong.place_in(record);
            assert!(record.get(place.clone()).is_some(), "{place:?} {wrong}: {record}");
            assert!(!place.is_empty() || record.trim().is_empty(), "{wrong}: {record}");
            let said = wrong.to_string();
            assert!(matches!(wrong, OtnError::TooLong) || said.chars().count() < 400, "{said}");
        }
    }
}

/// A position in rows, as these rules and as no rules read it.
pub fn hold_for_rows(rules: &Rules, text: &str) {
    for side in [Side::Attackers, Side::Defenders] {
        if let Ok(read) = Position::parse(text, side) {
            assert_eq!(Position::parse(&read.to_string(), side).unwrap(), read, "{text}");
        }
        for read in [rules.position(text, side).ok(), rules.position_from_otn(text, side).ok()].into_iter().flatten() {
            hold_for_position(rules, &read);
            if let Ok(begun) = rules.begun_from(&read) {
                assert_eq!(begun.opening(), read, "{text}");
                assert_eq!(Rules::from_record(&begun.to_record()).as_ref(), Ok(&begun), "{text}");
            }
        }
    }
}
