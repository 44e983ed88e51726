//! Variant files, rule records, OpenTafl rules records and rows.

use super::*;
use taflpost::tafl::{Call, OtnError, Position, RulesError, Side, Variant};

/// What holds for any rules that were read: they can be told, played and written.
fn check_rules(rules: &Rules, picks: &[u16]) {
    let record = rules.to_record();
    let again = Rules::from_record(&record).unwrap();
    assert_eq!(again, *rules, "{record}");
    assert_eq!(again.to_record(), record);
    assert_eq!(again.opening(), rules.opening());
    assert!(!rules.sentences().is_empty());
    let course = course(rules, picks);
    let _: Option<Call> = course.call();
    check_position(rules, course.position());
    if let Ok(said) = rules.to_otn() {
        let again = Rules::from_otn(&said).unwrap();
        assert_eq!(again.to_otn().unwrap(), said);
        assert_eq!(again.opening(), rules.opening());
    }
}

fn check_position(rules: &Rules, position: &Position) {
    let rows = position.to_string();
    assert_eq!(rules.position(&rows, position.to_move()).unwrap(), *position, "{rows}");
}

/// A mistake in a file says on which of its lines it is.
fn check_place(wrong: &RulesError, text: &str) {
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

fn check_file(text: &str, picks: &[u16]) {
    match Variant::from_toml(text) {
        Ok(variant) => {
            assert_eq!(Rules::from_toml(text).unwrap(), variant.rules);
            check_rules(&variant.rules, picks);
        }
        Err(wrong) => check_place(&wrong, text),
    }
    if let Err(wrong) = catalogue().clone().with_files([("x.toml", text)], |_| true) {
        assert!(wrong.iter().all(|wrong| wrong.to_string().starts_with("x.toml: ")));
    }
}

fn check_otn(record: &str, picks: &[u16]) {
    match Rules::from_otn(record) {
        Ok(rules) => check_rules(&rules, picks),
        Err(wrong) => {
            let place = wrong.place_in(record);
            assert!(record.get(place.clone()).is_some(), "{place:?} {wrong}: {record}");
            assert!(!place.is_empty() || record.trim().is_empty(), "{wrong}: {record}");
            let said = wrong.to_string();
            assert!(matches!(wrong, OtnError::TooLong) || said.chars().count() < 400, "{said}");
        }
    }
}

fn picks() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..12)
}

fn any_rules() -> impl Strategy<Value = &'static Rules> {
    let all: Vec<&Rules> = catalogue().iter().map(|variant| &variant.rules).collect();
    prop::sample::select(all)
}

/// Values that stand in variant files, each for any key.
const VALUES: [&str; 24] = [
    "0",
    "5",
    "7",
    "19",
    "255",
    "-1",
    "true",
    "\"none\"",
    "\"no\"",
    "\"ignore\"",
    "\"yes\"",
    "\"edge\"",
    "\"corners\"",
    "\"four\"",
    "\"two\"",
    "\"defenders\"",
    "\"anvil\"",
    "[]",
    "[\"a1\"]",
    "[\"raichi\", \"tuichi\"]",
    "{}",
    "{ king = 1 }",
    "1979-05-27",
    "{ stop = \"king\" }",
];

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn a_damaged_variant_file_is_read_or_answered_with_its_line(
        file in prop::sample::select(texts("config/variants", &["toml"])),
        wounds in wounds(),
        picks in picks(),
    ) {
        check_file(&wounded_text(&file, &wounds), &picks);
    }

    #[test]
    fn a_parameter_set_to_anything_is_read_or_answered(
        rules in any_rules(),
        settings in prop::collection::vec((any::<Index>(), prop::sample::select(&VALUES[..])), 1..4),
        picks in picks(),
    ) {
        let mut record = rules.to_record();
        for (line, value) in settings {
            let lines: Vec<&str> = record.lines().collect();
            let old = *line.get(&lines);
            if let Some((key, _)) = old.split_once(" = ") {
                record = record.replacen(old, &format!("{key} = {value}"), 1);
            }
        }
        match Rules::from_record(&record) {
            Ok(rules) => check_rules(&rules, &picks),
            Err(wrong) => check_place(&wrong, &record),
        }
    }

    #[test]
    fn any_text_is_no_variant_file(text in any::<String>(), head in "(name = \"x\"\n)?") {
        check_file(&format!("{head}{text}"), &[]);
        check_otn(&text, &[]);
    }

    #[test]
    fn a_setting_of_any_kind_is_set_or_answered(
        rules in any_rules(),
        key in prop_oneof![
            prop::sample::select(vec!["size", "layout", "throne", "throne.stop", "speed.king", "corner_squares", "name", "", ".", "a.b.c", "repetition.count"]).prop_map(str::to_owned),
            "[a-z._-]{0,20}",
        ],
        value in prop_oneof![prop::sample::select(&VALUES[..]).prop_map(str::to_owned), "\\PC{0,20}", any::<String>()],
    ) {
        if let Ok(rules) = rules.with_setting(&key, &value) {
            check_rules(&rules, &[1, 2, 3]);
        }
    }

    #[test]
    fn a_damaged_rules_record_is_read_or_answered_with_its_place(rules in any_rules(), wounds in wounds(), picks in picks()) {
        let record = rules.to_otn().unwrap_or_else(|_| "dim:7 ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/".to_owned());
        check_otn(&wounded_text(&record, &wounds), &picks);
    }

    #[test]
    fn damaged_rows_are_read_or_answered(rules in any_rules(), picks in picks(), wounds in wounds()) {
        let position = *course(rules, &picks).position();
        check_position(rules, &position);
        let rows = wounded_text(&position.to_string(), &wounds);
        if let Ok(read) = Position::parse(&rows, Side::Defenders) {
            prop_assert_eq!(Position::parse(&read.to_string(), Side::Defenders).unwrap(), read);
            let begun = rules.begun_from(&read);
            prop_assert!(begun.is_ok() || read.size() != rules.size() || read != position);
        }
        let said = rules.to_otn().unwrap_or_default();
        let start = wounded_text(said.split(' ').next_back().unwrap_or_default(), &wounds);
        if let Ok(read) = rules.position_from_otn(&start, Side::Attackers) {
            check_position(rules, &read);
        }
    }
}

#[test]
fn no_shape_of_a_file_is_too_deep_or_too_long() {
    let dots = |many: usize| format!("{}a = 1\n", "a.".repeat(many));
    let small = texts("config/variants", &["toml"]).remove(0);
    for odd in [
        dots(30_000),
        format!("[{}a]\n", "a.".repeat(30_000)),
        format!("throne.{}", dots(30_000)),
        format!("x = {}", "[".repeat(60_000)),
        format!("x = {}", "{a=".repeat(20_000)),
        format!("x = {}{}", "[".repeat(30_000), "]".repeat(30_000)),
        "[[a]]\n".repeat(10_000),
        (0..6_000).map(|at| format!("[a{at}]\n")).collect(),
        (0..8_000).map(|at| format!("a{at}=1\n")).collect(),
        format!("layout = \"\"\"{}\"\"\"", "t\n".repeat(30_000)),
        format!("x = \"{}\"", "\\u0041".repeat(10_000)),
        format!("x = {}", "9".repeat(60_000)),
        "\n".repeat(65_000),
        "#".repeat(70_000),
    ] {
        quickly(&odd[..20], || check_file(&odd, &[]));
        quickly(&odd[..20], || check_file(&format!("{small}\n{odd}"), &[]));
        quickly(&odd[..20], || check_otn(&odd, &[]));
        quickly(&odd[..20], || {
            let _ = catalogue().find("brandubh").unwrap().rules.with_setting("throne", odd.trim_start_matches("x = "));
            let _ = catalogue().find("brandubh").unwrap().rules.with_setting(&odd[..30], "1");
        });
    }
}
