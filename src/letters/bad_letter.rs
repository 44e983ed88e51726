//! Why a letter may not be sent with the words that somebody gave it.

use crate::wording::is_invisible;
use crate::wording::lines::COLUMNS;

/// The longest Subject: what several mail programs still show, several times over.
pub(super) const SUBJECT_CHARS_MAX: usize = 200;

/// Why a letter may not be sent with these words.
#[derive(Debug, thiserror::Error)]
pub enum BadLetter {
    /// A mail program may break such a line.
    #[error("the line \"{}\" has more than {COLUMNS} characters", beginning(.0))]
    Wide(String),
    /// The marker line stands below the first paragraph, and a list of mails shows its words.
    #[error("a letter must begin with a paragraph whose first sentence has at most two lines, and not with \"{}\"", beginning(.0))]
    News(String),
    /// A mail program may leave our letter below an answer without quote signs.
    #[error("the line \"{}\" would be a command if a mail program quoted it without a sign", beginning(.0))]
    Command(String),
    /// An answer has the Subject of the letter that it answers.
    #[error("the Subject \"{}\" would be a command in the answer of a player", beginning(.0))]
    CommandSubject(String),
    /// A Subject must name the board, because an answer may bring nothing else back.
    #[error("the Subject \"{}\" must contain board and its number, as in: Board {number}", beginning(.subject))]
    NoBoard {
        /// The Subject.
        subject: String,
        /// The number of the board.
        number: u32,
    },
    /// A Subject is one line that people can read.
    #[error("the Subject \"{}\" must be one line of 1 to {SUBJECT_CHARS_MAX} characters", beginning(.0))]
    Subject(String),
    /// A marker that is part of a paragraph stands for nothing.
    #[error("{} must be alone on its line, with an empty line before and after it", beginning(marker(.0)))]
    Marker(String),
    /// A character that no mail program shows.
    #[error("the line \"{}\" contains the invisible character U+{:04X}", beginning(.0), u32::from(*.1))]
    Invisible(String, char),
}

impl BadLetter {
    /// The words of the letter that are wrong.
    pub(super) fn words(&self) -> &str {
        match self {
            BadLetter::NoBoard { subject, .. } => subject,
            BadLetter::Wide(words)
            | BadLetter::Command(words)
            | BadLetter::News(words)
            | BadLetter::CommandSubject(words)
            | BadLetter::Subject(words)
            | BadLetter::Marker(words)
            | BadLetter::Invisible(words, _) => words,
        }
    }
}

/// A line of a letter from its marker on.
fn marker(line: &str) -> &str {
    line.find("[[").map_or(line, |at| &line[at..])
}

/// Enough of a line to recognize it, in visible characters.
fn beginning(line: &str) -> String {
    line.chars().take(60).map(|c| if is_invisible(c) { ' ' } else { c }).collect()
}
