//! What players write.

use super::catalogue;
use std::sync::LazyLock;
use taflpost::command::{
    Account, COMMANDS_MAX, COMPLAINTS_MAX, Command, Complaint, Language, PlayerAct, Reading, parse_line, read,
};
use taflpost::wording::{Wordings, complaint};

/// A complaint as it is mailed in English.
fn shown(complaint: &Complaint) -> String {
    static WORDS: LazyLock<Wordings> = LazyLock::new(|| Wordings::embedded(Language::English).unwrap());
    complaint::text(WORDS.of(None), complaint, true).unwrap()
}

/// A Subject, which has been made one line when it comes here, and the new words below it.
pub fn hold_for(subject: &str, body: &str) {
    let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
    hold_for_reading(&read(&subject, body, catalogue()));
}

/// A command is the same when its canonical form is read, but for passwords.
pub fn hold_for_command(command: &Command, said: &str) {
    let canonical = command.to_string();
    let again = parse_line(&canonical, catalogue());
    let again = again.unwrap_or_else(|wrong| panic!("{said} -> {canonical}\n{wrong:?}"));
    assert_eq!(again, without_secrets(command), "{said} -> {canonical}");
}

/// The command as its canonical form can say it.
fn without_secrets(command: &Command) -> Command {
    let mut command = command.clone();
    match &mut command {
        Command::Signup { password, .. } => *password = None,
        Command::OnBoard { login, .. } => *login = None,
        Command::AsPlayer { login, act } => {
            *login = None;
            if let PlayerAct::Account(Account::ChangePassword(password)) = act {
                *password = None;
            }
        }
        Command::Tournament(_) | Command::Look(_) => {}
    }
    command
}

fn hold_for_reading(reading: &Reading) {
    assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
    for item in &reading.items {
        match &item.command {
            Ok(command) => hold_for_command(command, &item.line),
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
