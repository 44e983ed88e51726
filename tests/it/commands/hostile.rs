//! Any typed text: how much of it is read, how long that takes, and what is true for all of it.

use proptest::prelude::*;
use taflpost::command::{COMMANDS_MAX, COMPLAINTS_MAX, parse_line, read, table};

use super::{catalogue, shown};
use crate::hostile::laws::commands::hold_for_command;

#[test]
fn commands_and_complaints_are_counted() {
    let reading = read("", &"show 17\n".repeat(COMMANDS_MAX + 1), catalogue());
    assert_eq!((reading.items.len(), reading.cut), (COMMANDS_MAX, true));
    let reading = read("", &"show 17\n".repeat(COMMANDS_MAX), catalogue());
    assert_eq!((reading.items.len(), reading.cut), (COMMANDS_MAX, false));
    let reading = read("", &"move\n".repeat(10), catalogue());
    assert_eq!(reading.items.len(), COMPLAINTS_MAX);
}

/// How long this takes is for the benches: a limit in seconds measures how busy the machine is.
#[test]
fn hostile_mails_are_read_to_a_small_end() {
    let texts = [
        "chalenegeee ".repeat(20_000),
        "preview e5 ".repeat(50_000),
        "e5-e3 ".repeat(50_000),
        "a\n".repeat(200_000),
        "chalenegeeex ann bob -smlalx -stronfg\n".repeat(5_000),
        "\u{200b}".repeat(300_000),
        "-".repeat(300_000),
        "#".repeat(300_000),
        format!("chat 17 {}", "x".repeat(1_000_000)),
        "preview e5-e3xd3".to_owned() + &"xd3".repeat(100_000),
        format!("{}\n", "resgn 17 bob x ".repeat(60)).repeat(1_000),
        "mess ann\n".repeat(1_000) + "move 17 bob x e5-e3",
        "challenge ann bob -rules=dim:9\n".repeat(1_000),
        "challenge ann bob -rules=dim:9 ".to_owned() + &"start:/3ttt3\n/4t4\n".repeat(10_000),
        "challenge ann bob -rules=dim:19 start:".to_owned() + &"1".repeat(100_000),
        "challenge ann bob -rules=dim:9 ".to_owned() + &"cor:a1, \n".repeat(100_000),
    ];
    let catalogue = catalogue();
    for text in &texts {
        let reading = read(text, text, catalogue);
        let comment = reading.comment.len();
        assert!(comment < 20_000 && reading.items.len() < 30);
    }
}

/// Pieces of lines that meet every branch of the parser.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(table::entries().flat_map(|entry| entry.words()).collect::<Vec<&str>>()).prop_map(str::to_owned),
        4 => prop::sample::select(vec![
            "hnefatafl", "brandubh", "tablut", "-strong", "-weak", "-edge", "-small", "-variant=brandubh", "--variant", "new", "all", "next",
            "active", "#6", "17#4", "17", "board", "17:", "chat:", "ann", "bob", "ann@example.org", "secret:", "x", "to", "-", "end", "resign?",
        ]).prop_map(str::to_owned),
        4 => "[a-i][1-9][-: x\u{2013}]?[a-i][1-9](x[a-i][1-9])?(#[1-9])?",
        2 => prop::sample::select(vec![
            "-rules=dim:7", "-rules", "-rules=17", "-rules=brandubh", "dim:7", "ks:c", "tfr: l", "cor:a1,g7, a7", "spd:-1,", "-1", "start:",
            "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "/3t3/3t3/3T3/ttTK", "Ttt/3T3/3t3/3t3",
        ]).prop_map(str::to_owned),
        1 => "[a-zA-Z0-9_.,:;!?#@=\u{201c}\u{200b}-]{0,12}",
        1 => any::<String>(),
    ];
    prop::collection::vec(word, 0..9).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(crate::hostile::cases(1_000))]

    #[test]
    fn canonical_text_means_the_same_command(line in line()) {
        if let Ok(command) = parse_line(&line, catalogue()) {
            hold_for_command(&command, &line);
        }
    }

    #[test]
    fn a_complaint_points_into_its_line_and_fits_a_letter(line in line()) {
        if let Err(complaint) = parse_line(&line, catalogue()) {
            prop_assert!(complaint.at.start < complaint.at.end);
            prop_assert!(complaint.at.start <= complaint.line.chars().count() + 1);
            for row in shown(&complaint).lines() {
                prop_assert!(row.chars().count() <= 72, "{}", row);
                prop_assert!((row.is_empty() || row.starts_with("  ")) && !row.ends_with(' '), "{:?}", row);
            }
        }
    }

    #[test]
    fn any_mail_can_be_read(subject in any::<String>(), body in prop::collection::vec(line(), 0..6)) {
        let body = body.join("\n");
        let reading = read(&subject, &body, catalogue());
        prop_assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
        let reading = read(&body, &subject, catalogue());
        prop_assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
    }
}
