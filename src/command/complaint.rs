//! What is wrong with a line, where, and what was probably meant: the answer to a command that was not understood.
//!
//! ```text
//!   hnefatafl challenge ann bob -smlal -strong
//!                               ^^^^^^
//!   There is no option -smlal. Did you mean -small (9x9)?
//! ```
//!
//! The block is at most 72 columns wide. A line that is longer is shown from a window round the place; `...` stands where it was cut.
//! Passwords are stars before a complaint exists, so that no way of printing it shows one.

use std::fmt;
use std::ops::Range;

use crate::command::block::{CUT, window, wrapped};
use crate::command::choice;
use crate::command::lexer::Line;
use crate::command::mask;
use crate::command::topics::topics;
use crate::command::tournament;

/// Columns of a letter.
const WIDTH: usize = 72;
const INDENT: &str = "  ";

/// One line that is no command, and the place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The line as typed, passwords as stars, invisible characters left out, every white space a blank.
    pub line: String,
    /// The place in `line`, in characters. It may stand one or two characters behind the end, where something is missing.
    pub at: Range<usize>,
    /// Whether a word of it stands as stars, being a password or where one may stand.
    pub masked: bool,
    /// What is wrong there.
    pub kind: ComplaintKind,
}

/// What is wrong. The prose is in `Display`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum ComplaintKind {
    /// The line begins with no word of ours.
    UnknownCommand { word: String, nearest: Vec<String> },
    /// A short sentence with the word of a command in it.
    CommandLater { name: String },
    /// A sentence with a play in it, or with several: then none of them.
    PlayInWords { play: Option<String> },
    /// A number and a play, as in a list of moves: it may be the board's or the half-move's.
    NumberBeforePlay { number: String, play: String },
    /// The line begins with a word that other servers know, and this one does not.
    NotOnThisServer { word: String, instead: Option<&'static str> },
    /// A beginning that fits several words.
    Ambiguous { word: String, candidates: Vec<String> },
    /// The name of a game, and nothing to do with it.
    OnlyAGame { name: String },
    /// No option of that name. The nearest ones come with their dash and, where it helps, a word about them.
    UnknownOption { word: String, nearest: Vec<String> },
    /// An option that means nothing to this command.
    OptionOutOfPlace { option: String, command: &'static str },
    /// `-variant` without a name.
    OptionWithoutValue { option: String },
    /// A rules record that makes no rules; `why` is what its reader says.
    BadRecord { why: String },
    /// Something else stands where a day belongs.
    NoDay { word: String },
    /// `-clock` with something that is no clock; `why` is what its reader says.
    BadClock { why: String },
    /// `-strong=9`.
    OptionWithValue { option: String },
    /// The word of an option without its dash.
    OptionWithoutDash { word: String },
    /// Two options that exclude each other.
    Conflict { first: String, second: String },
    /// No variant of that name.
    UnknownVariant { word: String, nearest: Vec<String> },
    /// More digits than a board number has.
    NumberTooLarge,
    /// Something else stands where a player id belongs.
    NoPlayerId { word: String },
    /// A player id that would be mistaken for a word of a command.
    ReservedId { word: String },
    /// Something else stands where an e-mail address belongs.
    NoAddress { word: String },
    /// Something else stands where a play belongs; `why` is a sentence from the play's own parser.
    NoPlay { why: String },
    /// Options that do not fit the game; `why` is a sentence from the game itself.
    NoOverlay { why: String },
    /// A challenge between a player and himself.
    SamePlayer { player: String },
    /// A player id in pbmserv's position, but no password behind it.
    NoPassword { player: String },
    /// The line ends too early.
    Missing { what: &'static str, usage: &'static str },
    /// The command is complete before this word.
    NothingMore { usage: &'static str },
    /// A message that may have its text on the line, but no colon before it.
    TextWithoutColon { player: String, text: String },
    /// More of something than one command may have.
    TooMany { what: &'static str, max: usize },
    /// `resign?` asks, and does not resign.
    Question { command: &'static str },
    /// A word that may be a password, in a line that was to go to another player; `why` is a sentence about the line.
    Withheld { why: String },
    /// No setting of that name.
    UnknownSetting { word: String, known: Vec<&'static str> },
    /// A setting cannot have this value.
    UnknownValue { word: String, usage: &'static str },
    /// Nothing of that name can be done with a tournament.
    UnknownAct { word: String, nearest: Vec<String> },
    /// Something else stands where the name of a tournament belongs.
    NoEventName { word: String },
    /// No page of help of that name.
    UnknownTopic { word: String, nearest: Vec<String> },
}

impl Complaint {
    /// A complaint about the characters `at` of `line`. `secrets` are the words known to be passwords; [`mask::guess`] finds more.
    pub(in crate::command) fn new(line: &Line, secrets: &[usize], at: Range<usize>, kind: ComplaintKind) -> Complaint {
        let mut secrets = secrets.to_vec();
        secrets.extend(mask::guess(line.words()));
        let masked = !secrets.is_empty();
        let (line, at) = mask::masked(line, &secrets, at);
        Complaint { line, at, masked, kind }
    }

    /// The same about a line that is passed on to nobody, because a password may stand in it.
    pub(in crate::command) fn withheld(self) -> Complaint {
        Complaint { kind: ComplaintKind::Withheld { why: self.kind.to_string() }, ..self }
    }

    /// Whether the line at least began as a command or a play of ours.
    pub(in crate::command) fn began_as_command(&self) -> bool {
        !matches!(
            self.kind,
            ComplaintKind::UnknownCommand { .. }
                | ComplaintKind::CommandLater { .. }
                | ComplaintKind::PlayInWords { .. }
                | ComplaintKind::Ambiguous { .. }
                | ComplaintKind::OnlyAGame { .. }
        )
    }

    /// Whether the line as a whole was to be a command, and this says which. A command's word in the middle of it is no sign of that.
    pub(in crate::command) fn names_a_command(&self) -> bool {
        self.farness() < 2 && !matches!(self.kind, ComplaintKind::CommandLater { .. })
    }

    /// How little it helps, of lines that may be mere words: a play found in them helps most, a word that is nowhere near any of ours least.
    pub(in crate::command) fn farness(&self) -> u8 {
        match &self.kind {
            ComplaintKind::PlayInWords { .. } => 0,
            ComplaintKind::UnknownCommand { nearest, .. } if nearest.is_empty() => 2,
            _ => 1,
        }
    }

    /// Whether the line was right as far as it went.
    pub(in crate::command) fn ended_too_early(&self) -> bool {
        matches!(self.kind, ComplaintKind::Missing { .. } | ComplaintKind::OnlyAGame { .. })
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, at) = window(&self.line, &self.at, WIDTH - INDENT.len());
        writeln!(f, "{}", format!("{INDENT}{line}").trim_end())?;
        writeln!(f, "{INDENT}{}{}", " ".repeat(at.start), "^".repeat(at.len()))?;
        let sentence = self.kind.to_string();
        for (i, row) in wrapped(&sentence, WIDTH - INDENT.len()).iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{INDENT}{row}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ComplaintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand { word, nearest } => {
                write!(f, "There is no command {}.", short(word))?;
                meant(f, nearest)?;
                if nearest.is_empty() {
                    f.write_str(" Send help for the list.")?;
                }
                Ok(())
            }
            Self::CommandLater { name } => {
                write!(f, "A line begins with its command. Did you mean {name}?")
            }
            Self::PlayInWords { play: Some(play) } => {
                write!(f, "A move stands at the beginning of its line. If you meant {play}, reply with just that on the first line.")
            }
            Self::PlayInWords { play: None } => {
                f.write_str("A move stands at the beginning of its line. If you want to move, reply with just the move on the first line.")
            }
            Self::NumberBeforePlay { number, play } => {
                let (number, play) = (short(number), short(play));
                write!(f, "If {number} is the board, write move {number} {play}. If it counts the moves, leave it out.")
            }
            Self::NotOnThisServer { word, instead } => {
                write!(f, "{word} is not a command of this server.")?;
                match instead {
                    Some(instead) => write!(f, " {instead}"),
                    None => f.write_str(" Send help for the list."),
                }
            }
            Self::Ambiguous { word, candidates } => {
                write!(f, "{} can mean {}. Write a little more of it.", short(word), either(candidates))
            }
            Self::OnlyAGame { name } => write!(
                f,
                "{name} is a game. Say what to do with it: rules {name}, board {name}, or challenge two players."
            ),
            Self::UnknownOption { word, nearest } => {
                write!(f, "There is no option {}.", short(word))?;
                meant(f, nearest)?;
                if nearest.is_empty() {
                    let options: Vec<String> = choice::usual_options().map(|name| format!("-{name}")).collect();
                    write!(f, " There are {}, and a dash before the name of any game.", options.join(", "))?;
                }
                Ok(())
            }
            Self::OptionOutOfPlace { option, command } => {
                write!(f, "{} means nothing to {command}. Leave it out.", short(option))
            }
            Self::OptionWithoutValue { option } if option == "-rules" => {
                f.write_str("-rules needs a rules record after it, or the number of a board. Send help own-rules.")
            }
            Self::OptionWithoutValue { option } => {
                write!(f, "{option} needs a name after it, for example {option}=brandubh.")
            }
            Self::NoDay { word } => write!(f, "{} is no day. Write year, month and day: 2026-12-20.", short(word)),
            Self::BadClock { why } => {
                write!(f, "This clock cannot be: {why}. Send help clocks for all there are.")
            }
            Self::BadRecord { why } => write!(f, "These rules cannot be played: {why}."),
            Self::OptionWithValue { option } => {
                write!(f, "{} takes nothing after an = sign.", short(option))
            }
            Self::OptionWithoutDash { word } => {
                write!(f, "An option begins with a dash. Did you mean -{word}?")
            }
            Self::Conflict { first, second } => {
                write!(f, "{} and {} exclude each other. Keep one of them.", short(first), short(second))
            }
            Self::UnknownVariant { word, nearest } => {
                write!(f, "There is no game called {}.", short(word))?;
                meant(f, nearest)?;
                if nearest.is_empty() {
                    f.write_str(" Send variants for the list.")?;
                }
                Ok(())
            }
            Self::NumberTooLarge => f.write_str("No board has a number as large as this."),
            Self::NoPlayerId { word } => write!(
                f,
                "{} is no player id. An id has 2 to 16 characters: a letter first, then letters, digits, - or _.",
                short(word)
            ),
            Self::ReservedId { word } => {
                write!(f, "{word} is a word of the commands and cannot be a player id.")
            }
            Self::NoAddress { word } => write!(f, "{} is no e-mail address.", short(word)),
            Self::NoPlay { why } | Self::NoOverlay { why } => f.write_str(why),
            Self::SamePlayer { player } => {
                write!(f, "{player} cannot play against {player}. Name two players.")
            }
            Self::NoPassword { player } => {
                write!(f, "After the player id {player} comes a password. Without a password leave the id out too.")
            }
            Self::Missing { what, usage } => {
                write!(f, "{what} is missing here. Write it like this: {usage}")
            }
            Self::NothingMore { usage } => {
                write!(f, "The command is complete before this. Write it like this: {usage}")
            }
            Self::TextWithoutColon { player, text } => {
                write!(f, "A text begins behind a colon: message {player}: {} ... Or it stands on the lines below.", short(text))
            }
            Self::TooMany { what, max } => write!(f, "At most {max} {what} in one command."),
            Self::Question { command } => write!(
                f,
                "This reads as a question, so nothing was done. Send {command} without a question mark to do it."
            ),
            Self::Withheld { why } => {
                write!(f, "{why} A password may stand in this line, so it was neither done nor passed on.")
            }
            Self::UnknownSetting { word, known } => {
                write!(f, "There is no setting called {}. There is: {}.", short(word), known.join(", "))
            }
            Self::UnknownValue { word, usage } => {
                write!(f, "{} is none of its values. Write it like this: {usage}", short(word))
            }
            Self::UnknownAct { word, nearest } => {
                write!(f, "{} can be done with no tournament.", short(word))?;
                meant(f, nearest)?;
                if nearest.is_empty() {
                    let known: Vec<&str> = tournament::acts().iter().map(|act| act.name).collect();
                    write!(f, " There is: {}.", known.join(", "))?;
                }
                Ok(())
            }
            Self::NoEventName { word } => write!(
                f,
                "{} cannot be the name of a tournament. A name has 2 to 16 characters: a letter first, then letters, digits, - or _, and it \
                 is no word of the commands.",
                short(word)
            ),
            Self::UnknownTopic { word, nearest } => {
                write!(f, "There is no page of help on {}.", short(word))?;
                meant(f, nearest)?;
                if nearest.is_empty() {
                    let pages: Vec<&str> = topics().iter().map(|topic| topic.name).collect();
                    write!(f, " There is one on each command and each game, and on {}.", listed(&pages, "and"))?;
                }
                Ok(())
            }
        }
    }
}

fn meant(f: &mut fmt::Formatter<'_>, nearest: &[String]) -> fmt::Result {
    if nearest.is_empty() {
        return Ok(());
    }
    write!(f, " Did you mean {}?", either(nearest))
}

fn either(words: &[String]) -> String {
    listed(&words.iter().map(String::as_str).collect::<Vec<&str>>(), "or")
}

/// `a, b or c`.
fn listed(words: &[&str], last_by: &str) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} {last_by} {last}", most.join(", ")),
    }
}

/// A word as a sentence quotes it: cut where it is long.
fn short(word: &str) -> String {
    const LONGEST: usize = 30;
    if word.chars().count() <= LONGEST {
        return word.to_owned();
    }
    let cut: String = word.chars().take(LONGEST - CUT.len()).collect();
    cut + CUT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, at: Range<usize>, kind: ComplaintKind, expected: &str) {
        let complaint = Complaint::new(&Line::new(line), &[], at, kind);
        let shown = complaint.to_string();
        assert_eq!(shown, expected, "\n{shown}\n");
        for row in shown.lines() {
            assert!(row.chars().count() <= WIDTH, "{row}");
        }
    }

    fn no_command(word: &str) -> ComplaintKind {
        ComplaintKind::UnknownCommand { word: word.to_owned(), nearest: Vec::new() }
    }

    #[test]
    fn the_caret_stands_under_the_wrong_word() {
        check(
            "challenge ann bob -smlal -strong",
            18..24,
            ComplaintKind::UnknownOption { word: "-smlal".to_owned(), nearest: vec!["-small (9x9)".to_owned()] },
            "  challenge ann bob -smlal -strong\n                    ^^^^^^\n  There is no option -smlal. Did you mean -small (9x9)?",
        );
    }

    #[test]
    fn invisible_characters_move_no_caret() {
        check(
            "\u{feff}show\u{200b}\u{a0}me\t17",
            7..9,
            no_command("me"),
            "  show me 17\n       ^^\n  There is no command me. Send help for the list.",
        );
    }

    #[test]
    fn a_long_line_is_shown_from_a_window() {
        let line = format!("{}wrong{}", "before ".repeat(20), " after".repeat(20));
        check(
            &line,
            140..145,
            no_command("wrong"),
            "  ...ore before before before before wrong after after after after af...
                                     ^^^^^
  There is no command wrong. Send help for the list.",
        );
    }

    #[test]
    fn a_long_word_is_cut() {
        check(
            &"x".repeat(300),
            0..300,
            no_command(&"x".repeat(300)),
            &format!(
                "  {}...\n  {}\n  There is no command {}.... Send help for the\n  list.",
                "x".repeat(67),
                "^".repeat(70),
                "x".repeat(27)
            ),
        );
    }

    #[test]
    fn no_word_is_wider_than_a_letter() {
        let (number, play) = ("1".repeat(150), "e5-e3".to_owned());
        let line = format!("{number} {play}");
        let kinds = [
            ComplaintKind::NumberBeforePlay { number, play },
            ComplaintKind::NoPlay { why: format!("\"{}\" is no play.", "e5".repeat(60)) },
            ComplaintKind::NoPassword { player: "x".repeat(100) },
        ];
        for kind in kinds {
            let shown = Complaint::new(&Line::new(&line), &[], 0..150, kind).to_string();
            assert!(shown.lines().all(|row| row.chars().count() <= WIDTH), "{shown}");
        }
    }

    #[test]
    fn something_missing_at_the_end_of_a_long_line_is_pointed_at() {
        let line = "word ".repeat(40);
        let complaint = Complaint::new(&Line::new(&line), &[], 200..201, ComplaintKind::NumberTooLarge);
        let shown = complaint.to_string();
        let rows: Vec<&str> = shown.lines().collect();
        assert!(rows[0].starts_with("  ..."), "{shown}");
        assert!(rows[1].ends_with('^') && rows[1].len() <= WIDTH, "{shown}");
    }
}
