//! Game records in all formats: whole games, damaged in any way.

use super::*;
use laws::records::{hold_for, hold_for_all};
use std::collections::BTreeMap;
use taflpost::tafl::{About, GameRecord, RecordFormat};

fn exported(format: RecordFormat, which: Index, picks: &[u16], games: usize) -> String {
    let variants: Vec<_> = catalogue().iter().collect();
    let variant = which.get(&variants);
    let state = state(&variant.rules, picks);
    let about = About {
        attackers: "ann".to_owned(),
        event: "Cup \"2026\"".to_owned(),
        variant: variant.name.clone(),
        tags: vec![("board".to_owned(), "17".to_owned())],
        ..About::default()
    };
    let comments = BTreeMap::from([(0, "Hello.\n\nWell (met).".to_owned()), (state.ply(), "Bye!".to_owned())]);
    let end = match state.status() {
        taflpost::tafl::Status::Ongoing => None,
        taflpost::tafl::Status::Won { winner, reason } => {
            Some(taflpost::tafl::Ended { winner: Some(winner), how: taflpost::tafl::How::Rules(reason) })
        }
        taflpost::tafl::Status::Drawn { reason } => {
            Some(taflpost::tafl::Ended { winner: None, how: taflpost::tafl::How::Rules(reason) })
        }
    };
    let record = GameRecord::new(about, state, end, comments).unwrap();
    format.write_all(&vec![record; games]).unwrap()
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn a_damaged_record_of_any_game_is_read_or_answered_with_its_place(
        format in prop::sample::select(RecordFormat::ALL.to_vec()),
        which in any::<Index>(),
        picks in prop::collection::vec(any::<u16>(), 0..30),
        games in 0..4_usize,
        wounds in wounds(),
    ) {
        let text = exported(format, which, &picks, games);
        hold_for(&text, format);
        hold_for(&wounded_text(&text, &wounds), format);
    }

    #[test]
    fn odd_files_that_are_damaged_as_well_are_read_or_answered(
        text in prop::sample::select(seeds::record_files()),
        wounds in wounds(),
    ) {
        hold_for_all(&wounded_text(&text, &wounds));
    }

    #[test]
    fn any_text_is_no_record_or_one(text in any::<String>()) {
        hold_for_all(&text);
    }
}

#[test]
fn no_shape_of_a_record_takes_long() {
    let many = |of: &dyn Fn(usize) -> String, behind: &str| (0..8_000).map(of).collect::<String>() + behind;
    for odd in [
        many(&|at| format!("# a{at}: x\n"), "a4-a3\n"),
        many(&|at| format!("[a{at}:x]\n"), "1. a4-a3\n"),
        many(&|at| format!("[a{at} \"x\"]\n"), "1. a4-a3 *\n"),
        many(&|at| format!("[a{at} \"x\"]"), "1. a4-a3 *\n"),
        many(&|_| "[a \"x\"]1-0 ".to_owned(), ""),
        format!("{{\"plays\": [], \"tags\": {{{}}}}}", many(&|at| format!("\"a{at}\": \"x\","), "\"b\": \"\"")),
        format!(
            "{{\"plays\": [], \"comments\": [{}]}}",
            many(&|at| format!("{{\"after\": {at}, \"text\": \"x\"}},"), "1")
        ),
        format!("[{}]", "{\"plays\": []},".repeat(8_000)),
        format!("{{\"plays\": [{}1]}}", "1,".repeat(50_000)),
        format!("{{\"plays\": [], \"rules\": {}{}}}", "{\"a\":".repeat(100_000), "}".repeat(100_000)),
        format!("{{\"plays\": [], \"rules\": {{{}\"a\": 1}}}}", many(&|at| format!("\"a{at}\": {{}},"), "")),
        many(&|at| format!("# comment {at}: x\n"), "a4-a3\n"),
        "# comment 0:\n".repeat(8_000),
        "# comment 0: x\n".repeat(20_000),
        format!("# variant: {}\na4-a3\n", "-edge ".repeat(100_000)),
        format!("# rules: {}\na4-a3\n", "dim:7 ".repeat(100_000)),
        format!("# event: {}\na4-a3\n", "x".repeat(100_000)),
        format!("{}\n", "a".repeat(100_000)),
        format!("a4-a3{}\n", "xa1".repeat(30_000)),
        format!("a4-a3{}\n", "!".repeat(100_000)),
        format!("{}.\n", "9".repeat(100_000)),
        "1. ".repeat(20_000),
        "(a4-a3) ".repeat(100_000),
        "{} ".repeat(20_000),
        "{x} ".repeat(20_000),
        "; x\n".repeat(20_000),
        "[|] ".repeat(20_000),
        "$1 ".repeat(20_000),
        "* ".repeat(20_000),
        "\u{feff}\u{3000} ".repeat(100_000),
        "\r".repeat(50_000),
        format!("{}{}", "(".repeat(20_000), ")".repeat(20_000)),
    ] {
        let begins = odd.chars().take(20).collect::<String>();
        // Only the reading: thousands of games are written and read again by other tests.
        for format in RecordFormat::ALL {
            quickly(&begins, || drop(format.read_all(&odd, catalogue(), catalogue().find("brandubh"))));
        }
    }
}

/// A comment right below its plays is a comment, even where it looks like a tag.
#[test]
fn a_comment_with_a_colon_comes_back() {
    let text = "# variant: brandubh\n# result: unfinished\n# comment 1: Well :(met).\na4-a3 c4-c7 b4-b7\n";
    hold_for(text, RecordFormat::List);
}
