//! What players write, from the stories in `tests/dialogs`, damaged in any way.

use super::*;
use laws::commands::hold_for;

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn what_players_say_may_be_damaged(
        one in prop::sample::select(seeds::said()),
        other in prop::sample::select(seeds::said()),
        wounds in wounds(),
    ) {
        hold_for(&one, &wounded_text(&other, &wounds));
        hold_for(&wounded_text(&one, &wounds), &other);
        hold_for("", &wounded_text(&format!("{one}{other}"), &wounds));
    }

    #[test]
    fn rules_that_are_brought_may_be_damaged(which in any::<Index>(), fold in 1..80_usize, wounds in wounds()) {
        let said = seeds::rules_records();
        let line = format!("challenge ann bob -rules={}", which.get(&said));
        hold_for(&line, "");
        let folded: String =
            line.chars().enumerate().flat_map(|(at, sign)| (at % fold == fold - 1).then_some('\n').into_iter().chain([sign])).collect();
        hold_for("", &folded);
        hold_for("", &wounded_text(&line, &wounds));
        hold_for("", &wounded_text(&folded, &wounds));
    }
}

/// A control sign at the end of a text counts as white space, wherever the text ends.
#[test]
fn a_text_ends_with_what_can_be_seen() {
    hold_for("", "chat\nWell played.\u{4}");
    hold_for("", "chat\n\u{1}Well played.");
    hold_for("", "chat: Well \u{4} played.\u{4}");
}

/// A text that begins below its command is the same text behind it, whatever its lines end with.
#[test]
fn a_text_may_begin_on_the_next_line() {
    hold_for("", "chat 2\nAnd you begin = \"runa\"\0\0\0\ntitle re=\r\r\nsi here.");
    hold_for("", "chat 2\n\u{200b}And you begin.\u{200b}");
    hold_for("", "message bob\nLook:\n-rules=dim:7 ks:c\nstart:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\nor others");
    hold_for("", &format!("chat 2\n{}", "And so on, ".repeat(500)));
}

/// Lines that went wrong and lines that are passed on to nobody are counted together.
#[test]
fn complaints_of_both_kinds_are_bounded() {
    let lines = |line: &str, many: usize| format!("{line}\n").repeat(many);
    hold_for(
        "",
        &format!("{}{}{}", lines("bob2 17 bob secret1 hello", 5), lines("move 17 z9-z9", 5), lines("show 1", 20)),
    );
}

/// What is said in short means the same when it is said in full.
#[test]
fn a_canonical_form_means_what_was_said() {
    hold_for("", "ratings -rules=dim:7 ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/");
    hold_for("", "show 17 board #6");
    hold_for("", "show 17 board 18 #6");
}

/// The reason of an organizer ends and begins with what can be seen.
#[test]
fn a_reason_is_the_same_when_it_is_read_again() {
    hold_for("", "tournament hold spring reason=\u{f}\"the server moves\"");
    hold_for("", "tournament withdraw spring bob \u{200b}\u{1} he asked\u{4}for it \u{200b}");
    hold_for("", "tournament adjudicate spring 17 draw \u{b} agreed \u{200b} \u{7}");
}
