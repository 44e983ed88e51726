//! From a mail's Subject and new text to the commands in it.
//!
//! The Subject comes first. If it is a command, it is *the* command, and the text is a comment to the opponent. If it is an attempt at one,
//! understood or not, the text is not read for commands either: who writes `hnefatafl confirm 1 ann secret` up there wants that, and what
//! stands below may be talk. The one exception is a bare `move`, whose play may stand on the first line of the text. Below any other
//! Subject the lines of the text are tried, one after the other ([`lines`]). Nothing below a line with the one word `end` is looked at.
//!
//! Everything is bounded: commands, complaints, lines, characters.

use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Thing, Withholding};
use crate::command::exact::InUse;
use crate::command::foreign;
use crate::command::lexer::{Line, is_unseen};
use crate::command::lines::{self, Comment, items_of};
use crate::command::manner::{Doubt, Manner, Place};
use crate::command::nearest;
use crate::command::parser::{self, Failed, Parsed};
use crate::command::player_id;
use crate::command::rules_record;
use crate::command::spoken;
use crate::command::table;
use crate::tafl::{Catalogue, NAME_WORDS_MAX};

/// Commands that one mail may hold.
pub const COMMANDS_MAX: usize = 20;
/// Complaints that one mail is answered with.
pub const COMPLAINTS_MAX: usize = 3;
/// Lines that are named where more were not read.
const LEFT_LINES_MAX: usize = 3;
/// Lines of a mail that are looked at.
const LINES_MAX: usize = 1_000;

/// What a Subject of ours calls a board, in each language. A test holds it to the wording.
const BOARD_WORDS: [&str; 3] = ["board", "brett", "bræt"];

/// What a mail asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The commands and the lines that went wrong, in their order.
    pub items: Vec<Item>,
    /// The lines that are no commands, and so perhaps words for the opponent, without white space at the ends.
    pub comment: String,
    /// The yes or no that the text is, where no line of it is or was to be a command.
    pub answer: Option<Answer>,
    /// Lines of the comment that began as commands.
    pub taken_as_words: Vec<Complaint>,
    /// Whether the Subject was the command.
    pub from_subject: bool,
    /// Whether reading stopped at [`COMMANDS_MAX`].
    pub cut: bool,
    /// The first lines that were not read, because too much stands above them.
    pub left: Vec<String>,
}

/// A yes or no at the top of a text that holds no command. Whether it answers anything is the club's to say; if it does, it stands in the
/// place of the items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether it is a yes.
    pub yes: bool,
    /// The lines below it, for the opponent.
    pub words: String,
    /// Lines below it that are passed on to nobody.
    pub withheld: Vec<Item>,
}

/// One line and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// As typed, passwords as stars, without invisible characters.
    pub line: String,
    /// The command, or what is wrong with the line.
    pub command: Result<Command, Complaint>,
    /// The words for the opponent that stand behind the command on its line.
    pub beside: String,
    /// How it is written, which says whether it is meant.
    pub manner: Manner,
}

impl Reading {
    /// The commands that were understood.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.items.iter().filter_map(|item| item.command.as_ref().ok())
    }
}

/// Reads a mail. `subject` comes without `Re:` and list tags, `body_new_text` without quotes and signature; both are the mail's to cut.
///
/// Any name may stand for somebody here: see [`read_among`].
pub fn read(subject: &str, body_new_text: &str, catalogue: &Catalogue) -> Reading {
    read_among(subject, body_new_text, catalogue, &|_| true)
}

/// The same where it is known which names stand for somebody: below a move `show ann` is a command if she plays here, and `show mercy`
/// is a word to the opponent.
pub fn read_among(subject: &str, body_new_text: &str, catalogue: &Catalogue, in_use: &InUse<'_>) -> Reading {
    let lines: Vec<&str> = body_new_text.lines().collect();
    // The last word of a sentence, where that was wrapped, ends nothing.
    let ends = |at: &usize| {
        let goes_on = at.checked_sub(1).is_some_and(|above| lines::runs_on(lines[above]));
        !goes_on && sole_word(lines[*at]).as_deref() == Some("end")
    };
    let last = lines.len().min(LINES_MAX);
    let end = (0..last).find(ends);
    let mut reading = read_lines(subject, &lines[..end.unwrap_or(last)], catalogue, in_use);
    if end.is_none() && reading.left.is_empty() {
        reading.left = named(&lines[last..]);
    }
    reading
}

/// The first lines that can be seen, of those that were not read.
pub(in crate::command) fn named(lines: &[&str]) -> Vec<String> {
    /// Longer ones are cut.
    const CHARS_MAX: usize = 200;
    let seen = lines.iter().map(|line| line.trim_matches(is_unseen)).filter(|line| !line.is_empty());
    seen.take(LEFT_LINES_MAX).map(|line| line.chars().take(CHARS_MAX).collect()).collect()
}

fn read_lines(subject: &str, lines: &[&str], catalogue: &Catalogue, in_use: &InUse<'_>) -> Reading {
    if !is_candidate(subject) {
        return lines::read(lines, catalogue, in_use);
    }
    let (subject, taken) = unbroken(subject, lines, catalogue);
    let below = lines.get(taken..).unwrap_or_default();
    let failed = match parser::parse(&subject, below, catalogue) {
        Ok(parsed) => return from_subject(parsed, below, catalogue),
        Err(failed) => failed,
    };
    if let Some(said) = spoken::read(&Line::new(&subject)) {
        return from_subject(lines::said(said, &subject), below, catalogue);
    }
    match failed {
        Failed { complaint, .. } if wants_a_play(&complaint) => {
            move_below(&subject, below, catalogue).unwrap_or_else(|| gone_wrong(complaint))
        }
        // Only the name of a game: what is to be done with it may stand below.
        Failed { complaint, .. } if matches!(complaint.kind, ComplaintKind::OnlyAGame { .. }) => {
            lines::read(lines, catalogue, in_use)
        }
        // Only the name of a board: it says where what stands below is to be done.
        Failed { complaint, meant, .. } if !names_a_board(&subject) && (meant || is_attempt(&subject, catalogue)) => {
            gone_wrong(complaint)
        }
        Failed { complaint, .. } => {
            let reading = lines::read(lines, catalogue, in_use);
            // A Subject that is no command says something only where nothing else does.
            let silent = reading.items.is_empty() && complaint.names_a_command();
            if silent { gone_wrong(complaint) } else { reading }
        }
    }
}

/// Whether a Subject is the name of a board and nothing else: `board 12`.
fn names_a_board(subject: &str) -> bool {
    Line::new(subject).words().len() == 2 && board_of_subject(subject).is_some()
}

/// Whether it is a `move` that lacks its play and nothing else.
fn wants_a_play(complaint: &Complaint) -> bool {
    matches!(complaint.kind, ComplaintKind::Missing { what: Thing::Play, usage } if usage == table::entry(table::Word::Move).main_usage())
}

/// The move whose play stands on the first line of the text.
fn move_below(subject: &str, lines: &[&str], catalogue: &Catalogue) -> Option<Reading> {
    let first = lines.iter().position(|line| sole_word(line).is_none_or(|word| !word.is_empty()))?;
    let below = lines.get(first + 1..)?;
    let whole = format!("{subject} {}", lines.get(first)?);
    let parsed = parser::parse(&whole, below, catalogue).ok()?;
    matches!(parsed.command, Command::Move { .. }).then(|| from_subject(parsed, below, catalogue))
}

/// Whether a Subject that is no command was to be one: it begins with a word of a command, here or on pbmserv, or with one slip from such a
/// word of five letters or more, perhaps behind the name of a game. Who is called what never counts.
fn is_attempt(subject: &str, catalogue: &Catalogue) -> bool {
    const LETTERS_MIN: usize = 5;
    let line = Line::new(subject);
    let plain: Vec<&str> = line.words().iter().take(NAME_WORDS_MAX).map(|word| word.plain.as_str()).collect();
    let behind_game = catalogue.name_of_words(&plain).map_or(0, |(count, _)| count);
    [0, behind_game].into_iter().filter_map(|at| line.words().get(at)).map(|word| word.lower()).any(|word| {
        let is_slip = |known: &str| known.chars().count() >= LETTERS_MIN && nearest::is_one_slip(&word, known);
        table::whole(&word).is_some()
            || foreign::verb(&word).is_some()
            || table::entries().iter().map(|entry| entry.name).any(is_slip)
    })
}

/// Reads one line; for `chat` and `message`, what follows its end is the text.
pub fn parse_line(line: &str, catalogue: &Catalogue) -> Result<Command, Complaint> {
    let mut lines = line.lines();
    let first = lines.next().unwrap_or_default();
    let below: Vec<&str> = lines.take(LINES_MAX).collect();
    let (first, taken) = unbroken(first, &below, catalogue);
    parser::parse(&first, &below[taken..], catalogue).map(|parsed| parsed.command).map_err(|failed| failed.complaint)
}

/// The board that a Subject names as those of our letters do, in any language of theirs: `Brandubh board 12: ann v bob`, or just `board 12`.
pub fn board_of_subject(subject: &str) -> Option<u32> {
    let line = Line::new(subject);
    line.words().windows(2).find_map(|words| match words {
        [board, number] if BOARD_WORDS.contains(&board.lower().as_str()) => number.number()?.ok(),
        _ => None,
    })
}

/// Whether a line is a whole command, or begins with a move. What surrounds letters (`On ... wrote:`) never is, so such a line is the
/// writer's own, wherever it stands.
pub fn is_command(line: &str, catalogue: &Catalogue) -> bool {
    /// Longer ones are paragraphs.
    const LINE_BYTES_MAX: usize = 1_000;
    line.len() <= LINE_BYTES_MAX && is_candidate(line) && parser::is_whole(line, catalogue)
}

/// A line with those below that go on with its rules record, and how many they are. Lines of a text are never joined to another.
pub(in crate::command) fn unbroken(line: &str, below: &[&str], catalogue: &Catalogue) -> (String, usize) {
    match rules_record::unbroken(line, below) {
        (_, taken) if taken > 0 && parser::begins_text(line, catalogue) => (line.to_owned(), 0),
        whole => whole,
    }
}

/// `multiple` says that the commands are in the text, and `board 12: ann v bob` is how our own letters are called.
fn is_candidate(subject: &str) -> bool {
    let line = Line::new(subject);
    let words: Vec<String> = line.words().iter().map(|word| word.lower()).collect();
    if words.is_empty() || words == ["multiple"] {
        return false;
    }
    let ours = words.windows(5).any(|words| match words {
        [board, number, first, versus, second] => {
            board == "board"
                && number.chars().all(|c| c.is_ascii_digit())
                && player_id::is_player_id(first)
                && versus == "v"
                && player_id::is_player_id(second)
        }
        _ => false,
    });
    !ours
}

fn from_subject(parsed: Parsed, lines: &[&str], catalogue: &Catalogue) -> Reading {
    let took_below = parsed.took_below;
    let mut items = items_of(parsed, Place::First, catalogue);
    let mut comment = Comment::default();
    for line in lines.iter().filter(|_| !took_below) {
        match parser::withheld(line, &Withholding::SubjectIsTheCommand, catalogue) {
            Some(complaint) if items.len() <= COMPLAINTS_MAX => items.push(Item::wrong(complaint)),
            Some(_) => {}
            None => comment.add(line),
        }
        let other = || parser::parse(line, &[], catalogue).ok().map(|parsed| parsed.command);
        if let Some(Item { command: Ok(Command::Move { play, .. }), manner, .. }) = items.first_mut()
            && let Some(Command::Move { play: below, .. }) = other()
            && (play.from, play.to) != (below.from, below.to)
        {
            manner.doubt = Some(Doubt::SeveralMoves);
        }
    }
    Reading { items, comment: comment.text(), from_subject: true, ..Reading::default() }
}

fn gone_wrong(complaint: Complaint) -> Reading {
    let items = vec![Item::wrong(complaint)];
    Reading { items, from_subject: true, ..Reading::default() }
}

/// The only word of a line, in lower case; empty for a line of blanks or of signs alone.
pub(in crate::command) fn sole_word(line: &str) -> Option<String> {
    // None that is asked about is longer, be it decorated.
    const WORD_BYTES_MAX: usize = 60;
    if line.trim_matches(is_unseen).len() > WORD_BYTES_MAX {
        return None;
    }
    match Line::new(line).words() {
        [] => Some(String::new()),
        [only] => Some(only.lower()),
        _ => None,
    }
}

impl Item {
    pub(in crate::command) fn wrong(complaint: Complaint) -> Item {
        Item {
            line: complaint.line.trim().to_owned(),
            command: Err(complaint),
            beside: String::new(),
            manner: Manner::PLAIN,
        }
    }
}
