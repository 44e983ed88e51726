//! From a mail's Subject and new text to the commands in it.
//!
//! The Subject comes first. If it is a command, it is *the* command, and the text is a comment to the opponent. Otherwise each line of the
//! text is tried. A line that is no command is a comment too, as long as one command was understood; otherwise the mail is a slip, and the
//! answer speaks of its most telling line. A line that begins as a command and goes wrong is always answered: silence would look like
//! consent. Below a move it is most often a sentence (`Draw would be fair.`), so there it is a comment all the same, unless it says what
//! only a command says. A line in which a password may stand is answered as well; it is never part of a comment. Nothing below a line
//! with the one word `end` is looked at.
//!
//! Everything is bounded: commands, complaints, lines, characters.

use crate::command::command::{Command, TEXT_CHARS_MAX};
use crate::command::complaint::{Complaint, ComplaintKind, Withholding};
use crate::command::consent::{contradicts, yes_or_no};
use crate::command::lexer::{Line, is_unseen};
use crate::command::parser::{self, Failed, Parsed};
use crate::command::player_id;
use crate::command::record;
use crate::tafl::Catalogue;

/// Commands that one mail may hold.
pub const COMMANDS_MAX: usize = 20;
/// Complaints that one mail is answered with.
pub const COMPLAINTS_MAX: usize = 3;
/// Lines of a mail that are looked at.
const LINES_MAX: usize = 1_000;

/// What a mail asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The commands and the lines that went wrong, in their order.
    pub items: Vec<Item>,
    /// The lines that are addressed to the opponent, without white space at the ends. Empty where no command was understood.
    pub comment: String,
    /// The yes or no that the text is, where no line of it is or was to be a command.
    pub answer: Option<Answer>,
    /// Lines of the comment that began as commands.
    pub taken_as_words: Vec<Complaint>,
    /// Whether the Subject was the command.
    pub from_subject: bool,
    /// Whether reading stopped at [`COMMANDS_MAX`].
    pub cut: bool,
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
}

impl Reading {
    /// The commands that were understood.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.items.iter().filter_map(|item| item.command.as_ref().ok())
    }
}

/// Reads a mail. `subject` comes without `Re:` and list tags, `body_new_text` without quotes and signature; both are the mail's to cut.
pub fn read(subject: &str, body_new_text: &str, catalogue: &Catalogue) -> Reading {
    let ends = |line: &str| sole_word(line).as_deref() == Some("end");
    let lines: Vec<&str> = body_new_text.lines().take(LINES_MAX).take_while(|line| !ends(line)).collect();
    let mut pending = None;
    if is_candidate(subject) {
        let (subject, taken) = unbroken(subject, &lines, catalogue);
        match parser::parse(&subject, &lines[taken..], catalogue) {
            Ok(parsed) => return from_subject(parsed, &lines[taken..], catalogue),
            // `move` as Subject and the play below: the text may say what is missing.
            Err(failed) if failed.complaint.ended_too_early() => pending = Some(failed),
            Err(failed) if failed.meant => return subject_gone_wrong(failed.complaint),
            Err(failed) => pending = Some(failed),
        }
    }
    let reading = from_lines(&lines, catalogue);
    match pending {
        Some(failed) if failed.meant && reading.commands().next().is_none() => subject_gone_wrong(failed.complaint),
        // A Subject that is no command says something only where nothing else does.
        Some(failed) if !failed.meant && reading.items.is_empty() && failed.complaint.names_a_command() => {
            subject_gone_wrong(failed.complaint)
        }
        _ => reading,
    }
}

/// Reads one line; for `chat` and `message`, what follows its end is the text.
pub fn parse_line(line: &str, catalogue: &Catalogue) -> Result<Command, Complaint> {
    let mut lines = line.lines();
    let first = lines.next().unwrap_or_default();
    let below: Vec<&str> = lines.take(LINES_MAX).collect();
    let (first, taken) = unbroken(first, &below, catalogue);
    parser::parse(&first, &below[taken..], catalogue).map(|parsed| parsed.command).map_err(|failed| failed.complaint)
}

/// Whether a line is a whole command, or begins with a move. What surrounds letters (`On ... wrote:`) never is, so such a line is the
/// writer's own, wherever it stands.
pub fn is_command(line: &str, catalogue: &Catalogue) -> bool {
    /// Longer ones are paragraphs.
    const LINE_BYTES_MAX: usize = 1_000;
    line.len() <= LINE_BYTES_MAX && is_candidate(line) && parser::is_whole(line, catalogue)
}

/// A line with those below that go on with its rules record, and how many they are. Lines of a text are never joined to another.
fn unbroken(line: &str, below: &[&str], catalogue: &Catalogue) -> (String, usize) {
    match record::unbroken(line, below) {
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
    let mut items = items_of(parsed, catalogue);
    let mut comment = Comment::default();
    for line in lines.iter().filter(|_| !took_below) {
        match parser::withheld(line, &Withholding::SubjectIsTheCommand, catalogue) {
            Some(complaint) if items.len() <= COMPLAINTS_MAX => items.push(Item::wrong(complaint)),
            Some(_) => {}
            None => comment.add(line),
        }
    }
    Reading { items, comment: comment.text(), answer: None, taken_as_words: Vec::new(), from_subject: true, cut: false }
}

/// The command of a line, and what its writer prepares beside a move, `e5-e3 if d4-d6 then c3-c7`: a command of its own for the same
/// board. Whatever is wrong with it, it is nothing to be passed on to the opponent.
fn items_of(parsed: Parsed, catalogue: &Catalogue) -> Vec<Item> {
    let Parsed { command, comment, shown, .. } = parsed;
    let beside = match &command {
        Command::Move { number, login, .. } if parser::prepares(&comment, catalogue) => {
            Some(match parser::parse(&comment, &[], catalogue) {
                Ok(Parsed { command: Command::Queue { what, .. }, shown, .. }) => {
                    let command = Command::Queue { number: *number, login: login.clone(), what };
                    Item { line: shown, command: Ok(command), beside: String::new() }
                }
                Ok(other) => Item { line: other.shown, command: Ok(other.command), beside: String::new() },
                Err(failed) => Item::wrong(failed.complaint),
            })
        }
        _ => None,
    };
    let said = if beside.is_some() { String::new() } else { comment };
    std::iter::once(Item { line: shown, command: Ok(command), beside: said }).chain(beside).collect()
}

fn subject_gone_wrong(complaint: Complaint) -> Reading {
    let items = vec![Item::wrong(complaint)];
    Reading { items, comment: String::new(), answer: None, taken_as_words: Vec::new(), from_subject: true, cut: false }
}

fn from_lines(lines: &[&str], catalogue: &Catalogue) -> Reading {
    let mut items: Vec<Item> = Vec::new();
    let mut doubtful: Option<Complaint> = None;
    let mut comment = Comment::default();
    let mut taken_as_words = Vec::new();
    let mut withheld: Vec<Complaint> = Vec::new();
    let mut below_a_move = false;
    let mut answer = None;
    let mut understood = 0;
    let mut complaints = 0;
    let mut cut = false;
    let mut next = 0;
    while let Some(line) = lines.get(next) {
        next += 1;
        let word = sole_word(line);
        if word.as_deref().is_some_and(|word| word.is_empty() || word == "multiple") {
            comment.add("");
            continue;
        }
        let (line, taken) = unbroken(line, &lines[next..], catalogue);
        next += taken;
        match parser::parse(&line, &lines[next..], catalogue) {
            Ok(parsed) => {
                let took_below = parsed.took_below;
                let said = items_of(parsed, catalogue);
                let commands = said.iter().filter_map(|item| item.command.as_ref().ok());
                if understood + commands.clone().count() > COMMANDS_MAX {
                    cut = true;
                    break;
                }
                understood += commands.clone().count();
                below_a_move |= commands.clone().any(Command::takes_words);
                for item in said {
                    complaints += usize::from(item.command.is_err());
                    if item.command.is_ok() || complaints <= COMPLAINTS_MAX {
                        items.push(item);
                    }
                }
                if took_below {
                    break;
                }
            }
            Err(Failed { complaint, meant, has_object, took_below }) => {
                let words = !meant || (below_a_move && !has_object && !took_below);
                if words {
                    if comment.is_empty() {
                        answer = yes_or_no(&line).map(|yes| (yes, line.clone()));
                    } else {
                        answer = answer.filter(|(yes, _)| !contradicts(&line, *yes));
                    }
                    if !complaint.masked {
                        comment.add(&line);
                    } else if withheld.len() < COMPLAINTS_MAX {
                        withheld.push(complaint.clone());
                    }
                    if !meant {
                        doubtful = Some(more_telling(doubtful, complaint));
                    } else if !complaint.masked && taken_as_words.len() < COMPLAINTS_MAX {
                        taken_as_words.push(complaint);
                    }
                    continue;
                }
                complaints += 1;
                if complaints <= COMPLAINTS_MAX {
                    items.push(Item::wrong(complaint));
                }
                if took_below {
                    break;
                }
            }
        }
    }
    // Where a command at least was tried, a greeting above it is not worth a complaint.
    let withheld: Vec<Item> = withheld.into_iter().map(|complaint| Item::wrong(complaint.withheld())).collect();
    let words = comment.text();
    let mut reading = Reading { items, comment: String::new(), answer: None, taken_as_words, from_subject: false, cut };
    if reading.items.is_empty() {
        reading.items.extend(doubtful.map(Item::wrong));
        reading.answer = answer.map(|(yes, line)| {
            let words = words.strip_prefix(line.trim()).unwrap_or(&words).trim().to_owned();
            Answer { yes, words, withheld }
        });
    } else {
        reading.items.extend(withheld.into_iter().take(COMPLAINTS_MAX.saturating_sub(complaints)));
    }
    if understood > 0 {
        reading.comment = words;
    }
    reading
}

/// The complaint that helps more, the first of equal ones. Two different plays are no more telling than none.
fn more_telling(first: Option<Complaint>, second: Complaint) -> Complaint {
    let Some(mut first) = first else {
        return second;
    };
    if let (ComplaintKind::PlayInWords { play }, ComplaintKind::PlayInWords { play: other }) =
        (&mut first.kind, &second.kind)
        && play.as_ref().map(|play| play.to_lowercase()) != other.as_ref().map(|other| other.to_lowercase())
    {
        *play = None;
    }
    if second.farness() < first.farness() { second } else { first }
}

/// The only word of a line, in lower case; empty for a line of blanks.
fn sole_word(line: &str) -> Option<String> {
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
    fn wrong(complaint: Complaint) -> Item {
        Item { line: complaint.line.trim().to_owned(), command: Err(complaint), beside: String::new() }
    }
}

/// Lines for the opponent, one blank line at most between two.
#[derive(Default)]
struct Comment(String);

impl Comment {
    fn add(&mut self, line: &str) {
        if self.0.len() > TEXT_CHARS_MAX * 4 {
            return;
        }
        let line = line.trim_end();
        if line.is_empty() && (self.0.is_empty() || self.0.ends_with("\n\n")) {
            return;
        }
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn text(&self) -> String {
        let text: String = self.0.trim().chars().take(TEXT_CHARS_MAX).collect();
        text.trim_end().to_owned()
    }
}
