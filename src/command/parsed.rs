//! What a line is read as: a command, or why it is none.

use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind};
use crate::command::lexer::Line;
use crate::command::prefix;
use crate::command::table::{self, Entry};
use crate::tafl::Catalogue;

/// A line understood.
pub(in crate::command) struct Parsed {
    pub(in crate::command) command: Command,
    /// Text on the line that is addressed to the opponent.
    pub(in crate::command) comment: String,
    /// The line as it may be shown.
    pub(in crate::command) shown: String,
    /// The number in front of a bare play.
    pub(in crate::command) counted: Option<u32>,
    /// The words of the line that are passwords, by index.
    pub(in crate::command) secrets: Vec<usize>,
    /// Whether the lines below were taken as the command's text.
    pub(in crate::command) took_below: bool,
}

/// A line not understood.
pub(in crate::command) struct Failed {
    pub(in crate::command) complaint: Complaint,
    /// Whether the line is certainly meant as a command, not as a sentence that happens to begin like one.
    pub(in crate::command) meant: bool,
    /// Whether it says nothing but what a command says to us: the number of a board behind its word, a play, an option. `Draw would be fair`
    /// does not, and may as well be meant for the opponent.
    pub(in crate::command) says_a_command: bool,
    /// Whether the lines below are the text of the command that was meant.
    pub(in crate::command) took_below: bool,
}

impl Failed {
    /// A line that is understood, and below a move is one of words all the same.
    pub(in crate::command) fn alike(typed: &str, parsed: &Parsed, catalogue: &Catalogue) -> Failed {
        let line = Line::new(typed);
        let usage = table::whole(parsed.command.word()).map_or("help", Entry::main_usage);
        let from = prefix::head(&line, catalogue).map_or(0, |head| head.from);
        // The first word behind the command's, which makes it another thing.
        let word = line.words().get(from).or(line.words().first());
        let at = word.map_or(0..1, |word| word.at.clone());
        let complaint = Complaint::new(&line, &[], at, ComplaintKind::Alike { usage });
        Failed { complaint, meant: true, says_a_command: false, took_below: false }
    }
}

/// What a command's own parser returns: the command, and the comment on its line.
pub(in crate::command) type Understood = Result<(Command, String), Complaint>;

/// A command that leaves no comment on its line.
pub(in crate::command) fn silent(command: Command) -> (Command, String) {
    (command, String::new())
}
