//! What players write, out of the stories that are told in `tests/dialogs`, with anything done to it.

use super::*;
use taflpost::command::{COMMANDS_MAX, COMPLAINTS_MAX, Reading, parse_line, read};

/// What each of the mails in the stories says, and the subjects.
fn said() -> Vec<String> {
    let mut said = Vec::new();
    for story in texts("tests/dialogs", &["dialog"]) {
        let mut mail = String::new();
        for line in story.lines().chain(["end"]) {
            match line.strip_prefix("    ") {
                Some(line) => mail.push_str(&format!("{}\n", line.trim_start_matches("Subject: "))),
                None if !mail.is_empty() => said.push(std::mem::take(&mut mail)),
                None => {}
            }
        }
    }
    assert!(said.len() > 200, "{}", said.len());
    said
}

fn check(reading: &Reading) {
    assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
    for item in &reading.items {
        match &item.command {
            Ok(command) => {
                // A password is stars in it, so that it need not be the same command; but it must be one.
                let canonical = command.to_string();
                let again = parse_line(&canonical, catalogue());
                let again = again.unwrap_or_else(|wrong| panic!("{} -> {canonical}\n{wrong}", item.line));
                assert_eq!(again.to_string(), canonical, "{}", item.line);
            }
            Err(complaint) => {
                assert!(complaint.at.start < complaint.at.end, "{complaint:?}");
                assert!(complaint.at.start <= complaint.line.chars().count() + 1, "{complaint:?}");
                for row in complaint.to_string().lines() {
                    assert!(row.chars().count() <= 72, "{row}");
                    assert!(!row.contains(char::is_control), "{row:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn what_players_say_may_be_damaged(
        one in prop::sample::select(said()),
        other in prop::sample::select(said()),
        wounds in wounds(),
    ) {
        check(&read(&one, &wounded_text(&other, &wounds), catalogue()));
        check(&read(&wounded_text(&one, &wounds), &other, catalogue()));
        check(&read("", &wounded_text(&format!("{one}{other}"), &wounds), catalogue()));
    }

    #[test]
    fn rules_that_are_brought_may_be_damaged(which in any::<Index>(), fold in 1..80_usize, wounds in wounds()) {
        let said: Vec<String> = catalogue().iter().filter_map(|variant| variant.rules.to_otn().ok()).collect();
        let line = format!("challenge ann bob -rules={}", which.get(&said));
        check(&read(&line, "", catalogue()));
        let folded: String =
            line.chars().enumerate().flat_map(|(at, sign)| (at % fold == fold - 1).then_some('\n').into_iter().chain([sign])).collect();
        check(&read("", &folded, catalogue()));
        check(&read("", &wounded_text(&line, &wounds), catalogue()));
        check(&read("", &wounded_text(&folded, &wounds), catalogue()));
    }
}
