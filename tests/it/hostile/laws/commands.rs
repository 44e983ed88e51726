//! What players write.

use super::catalogue;
use std::sync::LazyLock;
use taflpost::command::{COMMANDS_MAX, COMPLAINTS_MAX, Command, Complaint, Language, Reading, parse_line, read};
use taflpost::letters::Wordings;

/// A complaint as it is mailed in English.
fn shown(complaint: &Complaint) -> String {
    static WORDS: LazyLock<Wordings> = LazyLock::new(|| Wordings::embedded(Language::English).unwrap());
    WORDS.of(None).complaint(complaint).unwrap()
}

/// A Subject, which has been made one line when it comes here, and the new words below it.
pub fn hold_for(subject: &str, body: &str) {
    let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
    hold_for_reading(&read(&subject, body, catalogue()));
}

/// Whether a command has a place for a password, which its canonical form shows as stars or leaves out.
fn has_password(command: &Command) -> bool {
    command.login().is_some() || matches!(command, Command::Signup { .. } | Command::Account { .. })
}

fn hold_for_reading(reading: &Reading) {
    assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
    for item in &reading.items {
        match &item.command {
            Ok(command) => {
                // A password is stars in it, so that it need not be the same command; but it must be one that is shown the same.
                let canonical = command.to_string();
                let again = parse_line(&canonical, catalogue());
                let again = again.unwrap_or_else(|wrong| panic!("{} -> {canonical}\n{wrong:?}", item.line));
                assert_eq!(again.to_string(), canonical, "{}", item.line);
                if !has_password(command) {
                    assert_eq!(again, *command, "{} -> {canonical}", item.line);
                }
            }
            Err(complaint) => {
                assert!(complaint.at.start < complaint.at.end, "{complaint:?}");
                assert!(complaint.at.start <= complaint.line.chars().count() + 1, "{complaint:?}");
                for row in shown(complaint).lines() {
                    assert!(row.chars().count() <= 72, "{row}");
                    assert!(!row.contains(char::is_control), "{row:?}");
                }
            }
        }
    }
}
