//! From a mail's Subject and new text to the commands in it.
//!
//! The Subject comes first. If it is a command, it is *the* command, and the text is a comment for the opponent. If it is an attempt at
//! one, understood or not, the text is not read for commands either: a person who writes `hnefatafl confirm 1 ann secret` there means that,
//! and the text below may be chat. The one exception is a plain `move`, whose move may be on the first line of the text. Below any other
//! Subject, the lines of the text are tried one after the other ([`lines`]). Everything below a line with the one word `end` is ignored.
//!
//! Everything is limited: commands, complaints, lines, characters.

use crate::command::certain_command::{InUse, Names};
use crate::command::command::Command;
use crate::command::comment::Comment;
use crate::command::complaint::{Complaint, ComplaintKind, Thing, Withholding};
use crate::command::entry::Group;
use crate::command::everyday_phrases;
use crate::command::foreign;
use crate::command::items::{self, items_of};
use crate::command::lexer::{Line, Word, sole_word};
use crate::command::lines;
use crate::command::manner::{Doubt, Place};
use crate::command::move_words;
use crate::command::nearest;
use crate::command::parsed::{Failed, Parsed};
use crate::command::parser::{self, unbroken};
use crate::command::player_id;
use crate::command::reading::{COMPLAINTS_MAX, Item, Reading, named};
use crate::command::redact;
use crate::command::table::{self, Verb};
use crate::tafl::{Catalogue, NAME_WORDS_MAX, ParsedPlay};

/// The most lines of a mail that are read.
const LINES_MAX: usize = 1_000;

/// The word for a board in our Subjects, in each language. A test compares it with the wording.
const BOARD_WORDS: [&str; 3] = ["board", "brett", "bræt"];
/// The words there between the two players.
const VERSUS_WORDS: [&str; 3] = ["v", "gegen", "mod"];

/// Reads a mail. `subject` comes without `Re:` and list tags, `body_new_text` without quotes and signature; `mail` has removed both.
///
/// Any name may exist here: see [`read_among`].
pub fn read(subject: &str, body_new_text: &str, catalogue: &Catalogue) -> Reading {
    read_whole(subject, body_new_text, catalogue, Names::Any)
}

/// The same if it is known which names exist: below a move `show ann` is a command if ann plays here, and `show mercy` is a word for the
/// opponent.
pub fn read_among(subject: &str, body_new_text: &str, catalogue: &Catalogue, in_use: &InUse<'_>) -> Reading {
    read_whole(subject, body_new_text, catalogue, Names::These(in_use))
}

fn read_whole(subject: &str, body_new_text: &str, catalogue: &Catalogue, names: Names<'_>) -> Reading {
    let lines: Vec<&str> = body_new_text.lines().collect();
    // The last word of a wrapped sentence does not end the text.
    let ends = |at: &usize| {
        let goes_on = at.checked_sub(1).is_some_and(|above| lines::runs_on(lines[above]));
        !goes_on && sole_word(lines[*at]).as_deref() == Some("end")
    };
    let last = lines.len().min(LINES_MAX);
    let end = (0..last).find(ends);
    let mut reading = read_lines(subject, &lines[..end.unwrap_or(last)], catalogue, names);
    if end.is_none() && reading.left.is_empty() {
        reading.left = named(&lines[last..]);
    }
    reading
}

fn read_lines(subject: &str, lines: &[&str], catalogue: &Catalogue, names: Names<'_>) -> Reading {
    let own = move_behind_our_subject(subject);
    let subject = own.as_deref().unwrap_or(subject);
    if !is_candidate(subject, catalogue) {
        return lines::read(lines, catalogue, names);
    }
    let (subject, taken) = unbroken(subject, lines, catalogue);
    let line = redact::line_among(&subject, &|id| names.is_player(id));
    let below = lines.get(taken..).unwrap_or_default();
    let failed = match parser::parse(&line, below, catalogue) {
        Ok(parsed) => return from_subject(parsed, below, catalogue),
        Err(failed) => failed,
    };
    if let Some((command, behind)) = everyday_phrases::read(&line) {
        return from_subject(items::said(command, behind, &subject), below, catalogue);
    }
    match failed {
        Failed { complaint, .. } if wants_a_play(&complaint) => {
            move_below(&subject, below, catalogue).unwrap_or_else(|| gone_wrong(complaint))
        }
        // Only the name of a game: the command may be below.
        Failed { complaint, .. } if matches!(complaint.kind, ComplaintKind::OnlyAGame { .. }) => {
            lines::read(lines, catalogue, names)
        }
        // Only the name of a board: it says where the commands below are to be done.
        Failed { complaint, meant, .. } if !names_a_board(&subject) && (meant || is_attempt(&subject, catalogue)) => {
            let reading = lines::read(lines, catalogue, names);
            let has_command = reading.commands().next().is_some() || reading.names_a_play();
            match is_a_title(&subject) && !has_command && lines.iter().any(|line| !line.trim().is_empty()) {
                true => reading,
                false => gone_wrong(complaint),
            }
        }
        Failed { complaint, .. } => {
            let reading = lines::read(lines, catalogue, names);
            // A Subject that is not a command gets an answer only if nothing else does.
            let silent = reading.items.is_empty() && complaint.names_a_command();
            if silent { gone_wrong(complaint) } else { reading }
        }
    }
}

/// Whether a Subject that begins with the word of a command which only shows something is the title of a letter: `rules while I wait`. Nothing is
/// done then but to answer the words below it.
fn is_a_title(subject: &str) -> bool {
    const WORDS_MIN: usize = 3;
    let line = Line::new(subject);
    let is_word = |word: &Word| word.option().is_none() && !word.plain.contains(|sign: char| sign.is_ascii_digit());
    let shows = line.words().first().and_then(|word| table::whole(&word.lower()));
    line.words().len() >= WORDS_MIN
        && line.words().iter().all(is_word)
        && shows.is_some_and(|entry| entry.group == Group::Looking || entry.verb == Verb::Help)
}

/// Whether a Subject is only the name of a board: `board 12`.
fn names_a_board(subject: &str) -> bool {
    Line::new(subject).words().len() == 2 && board_of_subject(subject).is_some()
}

/// Whether it is a `move` that only lacks its move.
fn wants_a_play(complaint: &Complaint) -> bool {
    matches!(complaint.kind, ComplaintKind::Missing { what: Thing::Play, usage } if usage == table::entry(Verb::Move).main_usage())
}

/// The command `move` with the move on the first line of the text.
fn move_below(subject: &str, lines: &[&str], catalogue: &Catalogue) -> Option<Reading> {
    let first = lines.iter().position(|line| sole_word(line).is_none_or(|word| !word.is_empty()))?;
    let below = lines.get(first + 1..)?;
    let whole = format!("{subject} {}", lines.get(first)?);
    let parsed = parser::parse(&Line::new(&whole), below, catalogue).ok()?;
    (parsed.command.verb() == Verb::Move).then(|| from_subject(parsed, below, catalogue))
}

/// Whether a Subject that is not a command was meant as one: it begins with the word of a command, here or on pbmserv, or with one typing
/// mistake from such a word of at least five letters, perhaps after the name of a game. The names of players never count.
fn is_attempt(subject: &str, catalogue: &Catalogue) -> bool {
    const LETTERS_MIN: usize = 5;
    let line = Line::new(subject);
    let plain: Vec<&str> = line.words().iter().take(NAME_WORDS_MAX).map(|word| word.plain.as_str()).collect();
    let behind_game = catalogue.name_of_words(&plain).map_or(0, |(count, _)| count);
    [0, behind_game].into_iter().filter_map(|at| line.words().get(at)).map(|word| word.lower()).any(|word| {
        let is_slip = |known: &str| known.chars().count() >= LETTERS_MIN && nearest::is_one_slip(&word, known);
        table::whole(&word).is_some()
            || foreign::verb(&word).is_some()
            || table::entries().map(|entry| entry.name).any(is_slip)
    })
}

/// Reads one line. For `chat` and `message`, the following lines are the text.
pub fn parse_line(line: &str, catalogue: &Catalogue) -> Result<Command, Complaint> {
    let mut lines = line.lines();
    let first = lines.next().unwrap_or_default();
    let below: Vec<&str> = lines.take(LINES_MAX).collect();
    let (first, taken) = unbroken(first, &below, catalogue);
    parser::parse(&Line::new(&first), &below[taken..], catalogue)
        .map(|parsed| parsed.command)
        .map_err(|failed| failed.complaint)
}

/// The board that a Subject names in the way of our letters, in any of their languages: `Brandubh board 12: ann v bob`, or just `board 12`.
pub fn board_of_subject(subject: &str) -> Option<u32> {
    let line = Line::new(subject);
    line.words().windows(2).find_map(|words| match words {
        [board, number] if BOARD_WORDS.contains(&board.lower().as_str()) => number.number()?.ok(),
        _ => None,
    })
}

/// Whether a line is a whole command, or begins with a move. The lines around quoted letters (`On ... wrote:`) never are, so such a line is
/// the author's own, wherever it is.
pub fn is_command(line: &str, catalogue: &Catalogue) -> bool {
    /// Longer ones are paragraphs.
    const LINE_BYTES_MAX: usize = 1_000;
    line.len() <= LINE_BYTES_MAX && is_candidate(line, catalogue) && parser::is_whole(line, catalogue)
}

/// `multiple` says that the commands are in the text, and `board 12: ann v bob` is the Subject of our own letters.
fn is_candidate(subject: &str, catalogue: &Catalogue) -> bool {
    let line = Line::new(subject);
    let words: Vec<String> = line.words().iter().map(|word| word.lower()).collect();
    if words.is_empty() || words == ["multiple"] {
        return false;
    }
    !is_ours(subject, &words, catalogue) && !addresses_somebody(&words)
}

/// Whether a Subject only says for whom the text is: `Message for Felix`.
fn addresses_somebody(words: &[String]) -> bool {
    const MESSAGES: [&str; 9] = ["message", "note", "words", "word", "news", "nachricht", "notiz", "besked", "hilsen"];
    const TO: [&str; 5] = ["for", "to", "an", "f\u{fc}r", "til"];
    matches!(words, [message, to, _] if MESSAGES.contains(&message.as_str()) && TO.contains(&to.as_str()))
}

/// Whether words are the Subject of our own letters. A mail program may have shortened it: `Brandubh board 12: ann v`.
fn is_ours(subject: &str, words: &[String], catalogue: &Catalogue) -> bool {
    let begins = |(at, pair): (usize, &[String])| {
        let [board, number] = pair else { return false };
        let is_id = |word: &String| player_id::is_player_id(word);
        let is_versus = |word: &String| VERSUS_WORDS.contains(&word.as_str());
        let has_sign = || subject.contains(&format!("{number}:"));
        // `resign board 12: bye` is none.
        let is_titled = || {
            let title: Vec<&str> = words[..at].iter().map(String::as_str).collect();
            has_sign() && catalogue.name_of_words(&title).is_some_and(|(count, _)| count == at)
        };
        // An id that was cut off.
        let begins_id = |word: &String| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        let is_command = |word: &String| player_id::is_reserved(word) || ParsedPlay::looks_like(word);
        let names_players = match &words[at + 2..] {
            [first, versus, second, ..] if is_id(second) => is_id(first) && is_versus(versus),
            [first, versus, second] => is_id(first) && is_versus(versus) && begins_id(second) && is_titled(),
            [first, versus] => is_id(first) && is_versus(versus) && is_titled(),
            // Also `board 1 felix`, typed by hand.
            [first] => {
                begins_id(first) && !(is_id(first) && is_command(first)) && (at == 0 && is_id(first) || is_titled())
            }
            behind => behind.is_empty() && is_titled(),
        };
        BOARD_WORDS.contains(&board.as_str()) && number.parse::<u32>().is_ok() && names_players
    };
    words.windows(2).enumerate().any(begins)
}

/// The move in `Brandubh board 12: ann v bob d1-c1`, typed behind the Subject of our letter, with the words behind it.
fn move_behind_our_subject(subject: &str) -> Option<String> {
    /// `board 12: ann v bob`.
    const WORDS: usize = 5;
    let line = Line::new(subject);
    let begins = |words: &[Word]| match words {
        [board, number, _, versus, _] => {
            BOARD_WORDS.contains(&board.lower().as_str())
                && number.number().is_some()
                && VERSUS_WORDS.contains(&versus.lower().as_str())
        }
        _ => false,
    };
    let at = line.words().windows(WORDS).position(begins)? + WORDS;
    let behind: Vec<&Word> = line.words().get(at..)?.iter().collect();
    (move_words::play_length(&behind) > 0).then(|| line.text_from(behind[0].whole.start))
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
        let other = || parser::parse(&Line::new(line), &[], catalogue).ok().map(|parsed| parsed.command);
        let other = other();
        if let Some(Item { command: Ok(command), manner, .. }) = items.first_mut()
            && let (Some(play), Some(below)) = (command.played(), other.as_ref().and_then(Command::played))
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_subject_of_ours_is_read_for_no_command_also_where_it_was_shortened() {
        /// Up to here a mail program leaves it whole.
        const WHOLE_CHARS: usize = 24;
        let catalogue = Catalogue::embedded().unwrap();
        for subject in [
            "Alea Evangelii board 1: ann v bob",
            "Not moved yet: Brandubh board 1: ann v bob",
            "Noch nicht gezogen: Brandubh Brett 1: ann gegen bob",
            "Ikke trukket endnu: Brandubh br\u{e6}t 1: ann mod bob",
            "Question: Brandubh board 1: ann v bob",
            "Frage: Brandubh Brett 1: ann gegen bob",
            "Sp\u{f8}rgsm\u{e5}l: Brandubh br\u{e6}t 1: ann mod bob",
        ] {
            let ends = subject.char_indices().map(|(at, _)| at).skip(WHOLE_CHARS).chain([subject.len()]);
            for short in ends.map(|end| &subject[..end]) {
                let read = read(short, "resign 1", &catalogue);
                let understood: Vec<bool> = read.items.iter().map(|item| item.command.is_ok()).collect();
                assert_eq!((understood, read.from_subject), (vec![true], false), "{short}");
            }
        }
    }
}
