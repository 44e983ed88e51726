//! What players type, and how the server understands it.

mod chat;
mod hostile;
mod lines;
mod meant;
mod only_words;
mod passwords;
mod pbmserv;
mod questions;
mod secrets;
mod talk;
mod texts;

use std::sync::OnceLock;

use taflpost::command::{Complaint, Language, Named, Reading, parse_line};
use taflpost::tafl::Catalogue;
use taflpost::wording::{Wordings, complaint};

fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| Catalogue::embedded().unwrap())
}

/// Who plays here.
fn in_use(named: Named<'_>) -> bool {
    match named {
        Named::Player(id) => ["ann", "bob", "carl"].contains(&id),
        Named::Tournament(name) => name == "spring",
        Named::Password => true,
    }
}

/// A complaint as it is mailed in English.
pub fn shown(complaint: &Complaint) -> String {
    static WORDS: OnceLock<Wordings> = OnceLock::new();
    let words = WORDS.get_or_init(|| Wordings::embedded(Language::English).unwrap());
    complaint::text(words.of(None), complaint, true).unwrap()
}

/// What the server makes of a line, in the form of the files.
fn answer(line: &str) -> String {
    match parse_line(&line.replace("\\n", "\n"), catalogue()) {
        Ok(command) => {
            let login =
                command.login().map(|login| format!("   (as {}, password {})", login.player, login.password.expose()));
            format!("= {command}{}", login.unwrap_or_default())
        }
        Err(complaint) => shown(&complaint),
    }
}

fn words(reading: &Reading) -> Vec<String> {
    let word = |item: &taflpost::command::Item| match &item.command {
        Ok(command) => command.to_string(),
        Err(complaint) => format!("? {}", complaint.line),
    };
    reading.items.iter().map(word).collect()
}

/// Everything a mail makes us send to somebody else, and everything we answer.
fn said(reading: &Reading) -> (String, String) {
    let mut sent: String = reading.items.iter().map(|item| item.beside.clone() + "\n").collect();
    sent.push_str(&reading.comment);
    for command in reading.commands() {
        sent.push('\n');
        sent.push_str(command.text().unwrap_or_default());
    }
    let answers = reading.items.iter().map(|item| match &item.command {
        Ok(_) => item.line.clone(),
        Err(complaint) => format!("{}\n{}", item.line, shown(complaint)),
    });
    (sent, answers.collect::<Vec<String>>().join("\n"))
}
