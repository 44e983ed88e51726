//! The result of reading a line: a command, or why it is not one.

use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind};
use crate::command::lexer::Line;
use crate::command::prefix;
use crate::command::table::{self, Entry};
use crate::tafl::Catalogue;

/// An understood line.
pub(in crate::command) struct Parsed {
    pub(in crate::command) command: Command,
    /// Text on the line that is for the opponent.
    pub(in crate::command) comment: String,
    /// The line in a form that may be shown.
    pub(in crate::command) shown: String,
    /// The number before a move alone.
    pub(in crate::command) counted: Option<u32>,
    /// The words of the line that are passwords, by index.
    pub(in crate::command) secrets: Vec<usize>,
    /// Whether the lines below were taken as the command's text.
    pub(in crate::command) took_below: bool,
}

/// A line that was not understood.
pub(in crate::command) struct Failed {
    pub(in crate::command) complaint: Complaint,
    /// Whether the line was certainly meant as a command, and is not a sentence that begins like one.
    pub(in crate::command) meant: bool,
    /// Whether it says only what a command says: the number of a board after its word, a move, an option. `Draw would be fair` does not,
    /// and may also be meant for the opponent.
    pub(in crate::command) says_a_command: bool,
    /// Whether the lines below are the text of the command that was meant.
    pub(in crate::command) took_below: bool,
}

impl Failed {
    /// A sentence whose first word happens to be the beginning of a command's word.
    pub(in crate::command) fn by_chance(typed: &str) -> Failed {
        let line = Line::new(typed);
        let (word, at) =
            line.words().first().map_or((String::new(), 0..1), |word| (word.plain.clone(), word.at.clone()));
        let complaint = Complaint::new(&line, &[], at, ComplaintKind::UnknownCommand { word, nearest: Vec::new() });
        Failed { complaint, meant: false, says_a_command: false, took_below: false }
    }

    /// A line that is understood, but below a move counts as words.
    pub(in crate::command) fn alike(typed: &str, parsed: &Parsed, catalogue: &Catalogue) -> Failed {
        let line = Line::new(typed);
        let usage = table::whole(parsed.command.word()).map_or("help", Entry::main_usage);
        let from = prefix::head(&line, catalogue).map_or(0, |head| head.from);
        // The first word after the command's, which makes it something else.
        let word = line.words().get(from).or(line.words().first());
        let at = word.map_or(0..1, |word| word.at.clone());
        let complaint = Complaint::new(&line, &[], at, ComplaintKind::Alike { usage });
        Failed { complaint, meant: true, says_a_command: false, took_below: false }
    }
}

/// The result of a command's own parser: the command, and the comment on its line.
pub(in crate::command) type Understood = Result<(Command, String), Complaint>;

/// A command that leaves no comment on its line.
pub(in crate::command) fn silent(command: Command) -> (Command, String) {
    (command, String::new())
}
