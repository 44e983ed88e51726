//! Variant files, rule records, OpenTafl rules records and rows.

use super::*;
use laws::rules::{
    hold_for_file, hold_for_file_of_a_folder, hold_for_otn, hold_for_position, hold_for_rows, hold_for_rules,
    place_is_in,
};

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
        file in prop::sample::select(seeds::variant_files()),
        wounds in wounds(),
        picks in picks(),
    ) {
        let text = wounded_text(&file, &wounds);
        hold_for_file(&text, &picks);
        hold_for_file_of_a_folder(&text);
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
            Ok(rules) => hold_for_rules(&rules, &picks),
            Err(wrong) => place_is_in(&wrong, &record),
        }
    }

    #[test]
    fn any_text_is_no_variant_file(text in any::<String>(), head in "(name = \"x\"\n)?") {
        hold_for_file(&format!("{head}{text}"), &[]);
        hold_for_otn(&text, &[]);
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
            hold_for_rules(&rules, &[1, 2, 3]);
        }
    }

    #[test]
    fn a_damaged_rules_record_is_read_or_answered_with_its_place(rules in any_rules(), wounds in wounds(), picks in picks()) {
        let record = rules.to_otn().unwrap_or_else(|_| "dim:7 ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/".to_owned());
        hold_for_otn(&wounded_text(&record, &wounds), &picks);
    }

    #[test]
    fn damaged_rows_are_read_or_answered(rules in any_rules(), picks in picks(), wounds in wounds()) {
        let position = *state(rules, &picks).position();
        hold_for_position(rules, &position);
        hold_for_rows(rules, &wounded_text(&position.to_string(), &wounds));
        let said = rules.to_otn().unwrap_or_default();
        hold_for_rows(rules, &wounded_text(said.split(' ').next_back().unwrap_or_default(), &wounds));
    }
}

#[test]
fn no_shape_of_a_file_is_too_deep_or_too_long() {
    let dots = |many: usize| format!("{}a = 1\n", "a.".repeat(many));
    let small = seeds::variant_files().remove(0);
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
        quickly(&odd[..20], || hold_for_file(&odd, &[]));
        quickly(&odd[..20], || hold_for_file(&format!("{small}\n{odd}"), &[]));
        quickly(&odd[..20], || hold_for_otn(&odd, &[]));
        quickly(&odd[..20], || {
            let _ = catalogue().find("brandubh").unwrap().rules.with_setting("throne", odd.trim_start_matches("x = "));
            let _ = catalogue().find("brandubh").unwrap().rules.with_setting(&odd[..30], "1");
        });
    }
}
