//! Whether a line that is not a command is only words for another player, by what is wrong with it as a command.

use crate::command::agreement;
use crate::command::complaint::{self, Complaint, ComplaintKind};
use crate::command::foreign;
use crate::command::lexer::{Line, Word};
use crate::command::table::{self, Entry, Group, Verb, Weight};
use crate::command::wish_phrases::KNOWN;

/// Whether a mail only talks to another player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Talk {
    /// It has commands, or lines that were meant as commands.
    #[default]
    No,
    /// Perhaps: a line of it begins with the word of a command, and goes on like a sentence. `Draw would be fair, I think.`
    Perhaps,
    /// No line of it was meant as a command.
    Surely,
}

/// Whether the line is only words for another player. A slip in the word of a command is not; a sentence with such a word may be.
#[expect(clippy::wildcard_enum_match_arm, reason = "most complaints are not meant here")]
pub(in crate::command) fn of(complaint: &Complaint) -> Talk {
    /// A shorter word resembles many others, and in a sentence nearly every one does: `Pray take as long as you wish`
    const LETTERS_MIN: usize = 4;
    const LETTERS_IN_SENTENCE_MIN: usize = 5;
    match &complaint.kind {
        ComplaintKind::UnknownCommand { word, nearest } => match may_be_a_sentence(complaint) || is_cried(complaint) {
            _ if nearest.is_empty() || word.chars().count() < LETTERS_MIN => Talk::Surely,
            true if word.chars().count() < LETTERS_IN_SENTENCE_MIN => Talk::Surely,
            true => Talk::Perhaps,
            false => Talk::No,
        },
        // `Tak!` is the beginning of `take`, and thanks somebody.
        ComplaintKind::Ambiguous { .. }
            if may_be_a_sentence(complaint) || agreement::is_only_polite(&complaint.line) =>
        {
            Talk::Surely
        }
        // `swap sides next time?`, but not `swap 1`.
        ComplaintKind::NotOnThisServer { word, .. } if foreign::is_common(word) && may_be_a_sentence(complaint) => {
            Talk::Surely
        }
        ComplaintKind::CommandLater { .. } => Talk::Perhaps,
        _ if is_cry_alike(complaint) || only_begins_alike(complaint) => Talk::Surely,
        _ if is_said_to_somebody(complaint) => Talk::Surely,
        ComplaintKind::AnswerInWords { alone: false, .. } | ComplaintKind::PlayInWords { .. } => Talk::Surely,
        _ => Talk::No,
    }
}

/// Whether the first word is a sentence by itself, and more stands behind it: `Drat. King back to c4 then.`
fn is_cried(complaint: &Complaint) -> bool {
    let line = Line::new(&complaint.line);
    matches!(line.words(), [first, _, ..] if first.closing.contains(['.', '!']))
}

/// Whether the first word only begins like that of a command, and a sign sets it off from a sentence: `Whoa, that's close. King to f4.`
fn is_cry_alike(complaint: &Complaint) -> bool {
    const WORDS_MIN: usize = 4;
    let line = Line::new(&complaint.line);
    let [first, .., _] = line.words() else { return false };
    let is_beginning = table::whole(&first.lower()).is_none();
    matches!(complaint.kind, ComplaintKind::NothingMore { .. })
        && is_beginning
        && first.closing.contains([',', '.', '!'])
        && line.words().len() >= WORDS_MIN
}

/// Whether the first word of a sentence only begins like that of a command which takes nothing more: `Who is this, is it Bob from chemistry?`
fn only_begins_alike(complaint: &Complaint) -> bool {
    let first = Line::new(&complaint.line).words().first().map(Word::lower).unwrap_or_default();
    matches!(complaint.kind, ComplaintKind::NothingMore { .. })
        && table::whole(&first).is_none()
        && complaint.is_a_sentence()
}

/// Whether a line that is not a command leans to a yes or a no: `accept it is`, `sure, but lets start tomorrow`.
pub fn leaning(line: &str) -> Option<bool> {
    let verb = Line::new(line).words().first().and_then(|word| table::whole(&word.lower())).map(|entry| entry.verb);
    match verb {
        Some(Verb::Accept) => Some(true),
        Some(Verb::Decline) => Some(false),
        _ => agreement::read(line).map(|said| said.yes),
    }
}

/// Whether the line is plainly a sentence to another player, although it begins with the word of a command that plays or begins a game:
/// already the first word behind it does not fit, and is one that people say to each other. `Take your time with your first move, love.` The
/// word of what is offered or cannot be taken back says more.
pub(in crate::command) fn is_said_to_somebody(complaint: &Complaint) -> bool {
    let line = Line::new(&complaint.line);
    let [first, second, ..] = line.words() else { return false };
    if is_prose(complaint) {
        return true;
    }
    let is_of_games =
        |entry: &Entry| entry.weight == Weight::Light && matches!(entry.group, Group::Playing | Group::Beginning);
    matches!(complaint.kind, ComplaintKind::NothingMore { .. })
        && complaint.at.start <= second.whole.start
        && table::whole(&first.lower()).is_some_and(is_of_games)
        && first.closing.is_empty()
        && may_be_a_sentence(complaint)
        && KNOWN.iter().any(|known| known.addresses.contains(&second.lower()))
}

/// Whether the line is several sentences, and only the first begins with the word of a command that plays: `Play what, Bob? No move of yours
/// has got here, I think.`
fn is_prose(complaint: &Complaint) -> bool {
    const WORDS_MIN: usize = 8;
    let line = Line::new(&complaint.line);
    let plays = |entry: &Entry| entry.weight == Weight::Light && entry.group == Group::Playing;
    let first = line.words().first().map(Word::lower).unwrap_or_default();
    line.words().len() >= WORDS_MIN
        && complaint::has_two_sentences(&complaint.line)
        && table::whole(&first).is_some_and(plays)
        && may_be_a_sentence(complaint)
}

/// Whether the line is a sentence that begins with the word of a command, but not of one that answers or offers something or ends a game: of
/// those, its author must hear that nothing was done. `take the dog out, I can wait`, but not `draw would be fair`
pub(in crate::command) fn is_only_chat(complaint: &Complaint) -> bool {
    let first = Line::new(&complaint.line).words().first().map(Word::lower).unwrap_or_default();
    let is_light = |entry: &Entry| entry.weight == Weight::Light && entry.verb != Verb::Accept;
    !complaint.masked && may_be_a_sentence(complaint) && table::whole(&first).is_none_or(is_light)
}

/// Whether the line may be a sentence that begins with the word of a command: it has several words, no number, option or colon among
/// the first, and not the word of a command whose slips must be explained.
pub(in crate::command) fn may_be_a_sentence(complaint: &Complaint) -> bool {
    /// Their author wants something from the server, or answers a question.
    const EXPLAINED: [Verb; 10] = [
        Verb::Accept,
        Verb::Decline,
        Verb::Set,
        Verb::Vacation,
        Verb::Challenge,
        Verb::Tournament,
        Verb::Message,
        Verb::Chat,
        Verb::Note,
        Verb::Queue,
    ];
    let is_explained = |word: &Word| {
        let verb = table::whole(&word.lower()).map(|entry| entry.verb);
        verb.is_some_and(|verb| EXPLAINED.contains(&verb))
    };
    complaint.has_no_argument() && !Line::new(&complaint.line).words().first().is_some_and(is_explained)
}
