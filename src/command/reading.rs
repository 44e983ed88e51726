//! What a mail asks for: commands, complaints, a yes or no, and words for the opponent.

use crate::command::agreement::Agreement;
use crate::command::command::Command;
use crate::command::complaint::Complaint;
use crate::command::lexer::is_unseen;
use crate::command::manner::{Doubt, Manner};
use crate::command::talk::Talk;
use crate::tafl::Square;

/// The most commands in one mail.
pub const COMMANDS_MAX: usize = 20;
/// The most complaints in one answer.
pub const COMPLAINTS_MAX: usize = 3;
/// The most lines that are shown if more were not read.
const LEFT_LINES_MAX: usize = 3;

/// What a mail asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The commands and the wrong lines, in their order.
    pub items: Vec<Item>,
    /// The lines that are not commands, and so perhaps words for the opponent, without white space at the ends.
    pub comment: String,
    /// The yes or no in the text, if no line of it is or was meant as a command.
    pub answer: Option<Answer>,
    /// Whether there is no command, and the mail only talks.
    pub talk: Talk,
    /// All that such a mail says: the comment, and the lines that begin with the word of a command and go on like sentences.
    pub said: String,
    /// The square that stands alone on the first line, with the letter as typed, if there is no command. If the reader's piece is there, it
    /// asks where that piece can go.
    pub piece: Option<Square>,
    /// Whether a line was left out of both because it may tell a password.
    pub withheld: bool,
    /// Lines of the comment that began like commands.
    pub taken_as_words: Vec<Complaint>,
    /// Whether the Subject was the command.
    pub from_subject: bool,
    /// Whether reading stopped at [`COMMANDS_MAX`].
    pub cut: bool,
    /// The first lines that were not read because there is too much above them.
    pub left: Vec<String>,
}

/// A yes or no at the top of a text without commands. Whether it answers anything is decided in `club`. If it does, it replaces the items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The yes or no, and how sure it is.
    pub agreement: Agreement,
    /// The lines around it, for the opponent.
    pub words: String,
    /// Whether its own line says something to the opponent too.
    pub is_said: bool,
    /// Lines below it that are not passed on.
    pub withheld: Vec<Item>,
}

/// One line and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// As typed, with passwords as stars, without invisible characters.
    pub line: String,
    /// The command, or what is wrong with the line.
    pub command: Result<Command, Complaint>,
    /// The words for the opponent after the command on its line.
    pub beside: String,
    /// What stands before `beside` in its sentence, if the sentence reads badly without it.
    pub lead: String,
    /// The words of the mail above its line.
    pub above: String,
    /// How it is written, which shows whether it is meant.
    pub manner: Manner,
}

impl Reading {
    /// The commands that were understood.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.items.iter().filter_map(|item| item.command.as_ref().ok())
    }

    /// Whether a line that is no command names a move.
    pub fn names_a_play(&self) -> bool {
        self.items.iter().filter_map(|item| item.command.as_ref().err()).any(Complaint::names_a_play)
    }

    /// Whether a line was left out because it may tell a password.
    pub fn withholds(&self) -> bool {
        self.withheld || self.answer.as_ref().is_some_and(|answer| !answer.withheld.is_empty())
    }

    /// Doubts whether any of it is for the board of the answered letter, because somebody else is greeted. What names its board is meant there.
    pub fn doubt_addressee(&mut self) {
        for Item { manner, command, .. } in &mut self.items {
            if !manner.numbered && command.as_ref().is_ok_and(|command| command.board().is_some()) {
                (manner.doubt, manner.shown) = (Some(Doubt::ForAnother), false);
            }
        }
        if self.talk == Talk::Surely {
            self.talk = Talk::Perhaps;
        }
    }

    /// All that a mail without commands says, whether or not its lines were meant as commands.
    pub fn in_words(&self) -> String {
        if self.talk != Talk::No {
            return self.said.clone();
        }
        let wrong = self.items.iter().filter_map(|item| item.command.as_ref().err()).map(|complaint| &complaint.line);
        let wrong = wrong.filter(|line| !self.comment.contains(line.trim()));
        wrong.chain([&self.comment]).map(String::as_str).collect::<Vec<_>>().join("\n\n")
    }
}

/// The first visible lines of those that were not read.
pub(in crate::command) fn named(lines: &[&str]) -> Vec<String> {
    /// Longer ones are cut.
    const CHARS_MAX: usize = 200;
    let seen = lines.iter().map(|line| line.trim_matches(is_unseen)).filter(|line| !line.is_empty());
    seen.take(LEFT_LINES_MAX).map(|line| line.chars().take(CHARS_MAX).collect()).collect()
}

impl Item {
    pub(in crate::command) fn wrong(complaint: Complaint) -> Item {
        Item {
            line: complaint.line.trim().to_owned(),
            command: Err(complaint),
            beside: String::new(),
            lead: String::new(),
            above: String::new(),
            manner: Manner::PLAIN,
        }
    }
}
