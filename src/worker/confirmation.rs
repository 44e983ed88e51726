//! Whether a mail says yes to a letter that asks for one: to a sign-up, or to lines that came without proof.
//!
//! The result is **yes, no, or unclear**. A yes must be written: the line that the letter asks for, and nothing else except a name below
//! it. Where that line is a plain yes, a friendly one will do (`Yes, please send it`). Only for a sign-up, an empty answer can be a yes,
//! and any friendly sentence is one, because joining does no harm. Anything else in the mail (a file, a part of another kind, HTML that is not
//! complete, words in or below the quoted letter that are not ours) makes a yes unclear. A picture beside a written yes is usually a
//! company's logo and does not matter. But an answer with a picture is not an empty answer.
//!
//! ```text
//!  yes      it is done
//!  no       the question is closed
//!  unclear  nothing changes, and the question is asked again
//! ```

mod line_words;

use crate::club::Purpose;
use crate::command;
use crate::command::{Account, Command, Joining, PlayerAct, Reading, Secret};
use crate::letters::Asking;
use crate::mail::{Message, Shown, marker, reply};
use crate::worker::confirmation::line_words::{NOT, is_unseen, words};

/// Words of a closing above a name, as in "best regards".
const CLOSINGS: [&str; 40] = [
    "best",
    "regards",
    "kind",
    "warm",
    "cheers",
    "greetings",
    "sincerely",
    "yours",
    "truly",
    "faithfully",
    "thanks",
    "thank",
    "you",
    "many",
    "and",
    "mit",
    "freundlichen",
    "freundlichem",
    "gruessen",
    "gruss",
    "gruesse",
    "viele",
    "liebe",
    "beste",
    "herzliche",
    "lg",
    "mfg",
    "vg",
    "danke",
    "und",
    "dein",
    "deine",
    "venlig",
    "venlige",
    "med",
    "hilsen",
    "hilsner",
    "mvh",
    "kh",
    "vh",
];

/// The most lines of a name and a closing.
const CLOSING_LINES_MAX: usize = 3;

/// The answer of a mail to a letter that asks for a yes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Consent {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The sign-up again, from the mailbox itself. That is a yes, and its own words count.
    Signup(String, Option<Secret>),
    /// A new password from the mailbox itself.
    Password(Box<Command>),
    /// Not an answer, but another command.
    Command,
    /// An empty answer to a sign-up. That is a yes where its author has said before that they want to join.
    Empty,
    /// Unclear.
    Unclear,
}

/// What a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Yes,
    No,
    /// Nothing: it contains only our own letter.
    Nothing,
    Unclear,
}

/// The mail's answer to the letter `asking`. `without_footer` removes the signature from a text, if it is known to be the sender's.
pub(super) fn of(
    message: &Message,
    shown: &Shown,
    reading: &Reading,
    purpose: &Purpose,
    asking: &Asking,
    without_footer: &dyn Fn(&str) -> String,
) -> Consent {
    let mut commands = reading.commands();
    let first = commands.next();
    match (purpose, first, commands.next()) {
        (Purpose::Signup, Some(Command::Signup { player, password, .. }), None) => {
            return Consent::Signup(player.clone(), password.clone());
        }
        (
            Purpose::Password { .. },
            Some(
                command @ Command::AsPlayer { login: None, act: PlayerAct::Account(Account::ChangePassword(Some(_))) },
            ),
            None,
        ) => return Consent::Password(Box::new(command.clone())),
        _ => {}
    }
    let address = message.from.as_ref().map(|from| from.local()).unwrap_or_default();
    let writer = words(&format!("{} {address}", shown.writer));
    let question = Question { purpose, asking, ours: paragraphs(&asking.text), writer, without_footer };
    let said: Vec<Says> = shown.texts.iter().map(|text| question.answered_by(text)).collect();
    let all = |says: Says| said.iter().all(|said| *said == says);
    if first.is_none() && said.contains(&Says::No) && !said.contains(&Says::Yes) {
        return Consent::No;
    }
    let is_empty = all(Says::Nothing) && !shown.has_pictures && question.is_ours_passed_back(message);
    match first {
        _ if !said.is_empty() && all(Says::Yes) && !shown.has_more && !reading.from_subject => Consent::Yes,
        None if is_empty && *purpose == Purpose::Signup && !shown.has_more => Consent::Empty,
        Some(_) => Consent::Command,
        None => Consent::Unclear,
    }
}

/// A place between two words of our letter.
#[derive(Clone, Copy)]
struct Place {
    paragraph: usize,
    word: usize,
}

/// The question and the ways to answer it.
struct Question<'a> {
    purpose: &'a Purpose,
    asking: &'a Asking,
    /// The words of our letter, paragraph by paragraph.
    ours: Vec<Vec<String>>,
    /// The words of the writer's name and address.
    writer: Vec<String>,
    /// Removes the sender's signature from a text.
    without_footer: &'a dyn Fn(&str) -> String,
}

impl Question<'_> {
    fn answered_by(&self, text: &str) -> Says {
        let new = reply::written(text, &|_| false).text;
        let said = (self.without_footer)(&new);
        let mut lines = said.lines().filter(|line| !line.trim().is_empty());
        let Some(first) = lines.next() else {
            return if self.is_rest_ours(text, &new) { Says::Nothing } else { Says::Unclear };
        };
        let is_signup = *self.purpose == Purpose::Signup;
        let below: Vec<&str> = lines.collect();
        if self.is_the_word(first) && self.is_closing(&below) {
            return if self.is_rest_ours(text, &new) || is_signup { Says::Yes } else { Says::Unclear };
        }
        if is_signup {
            return match command::joining(&said) {
                Joining::Joins => Says::Yes,
                Joining::Refuses => Says::No,
                Joining::Open => Says::Unclear,
            };
        }
        if says_no(first) || refuses(&said) { Says::No } else { Says::Unclear }
    }

    /// Whether a line is the one that says yes.
    fn is_the_word(&self, line: &str) -> bool {
        let said = written(line);
        let is_one = said.is_some_and(|said| self.asking.yes.iter().any(|yes| written(yes).as_ref() == Some(&said)));
        // Where the word alone is enough, so is a friendly form of it. `ok` does not answer `Was this you?`.
        let is_alike = |word: &String| self.asking.yes.contains(word) || command::is_clear_yes(word);
        let is_plain = || self.asking.yes.iter().any(|yes| command::is_yes(yes));
        is_one || (is_plain() && !has_sign(line) && words(line).iter().any(is_alike) && command::is_friendly_yes(line))
    }

    /// Whether the lines only close a mail: a name that is also in the From line, and a closing above it.
    fn is_closing(&self, lines: &[&str]) -> bool {
        let player = self.purpose.player().map(|player| player.as_str().to_lowercase());
        let is_known = |word: &String| {
            CLOSINGS.contains(&word.as_str()) || self.writer.contains(word) || player.as_ref() == Some(word)
        };
        lines.len() <= CLOSING_LINES_MAX
            && lines
                .iter()
                .all(|line| !line.contains(['?', '!']) && !has_sign(line) && words(line).iter().all(is_known))
    }

    /// Whether everything in a text that is not new comes from us or from the sender's mail program. The quoted letter is recognized by its
    /// words in their order, because programs wrap it again.
    fn is_rest_ours(&self, text: &str, new: &str) -> bool {
        // If a letter showed what a command would do, that text cannot be distinguished from words that were added to it.
        if !self.asking.is_whole {
            return true;
        }
        let rest = rest(text, new);
        if rest.len() > REST_LINES_MAX {
            return false;
        }
        let mut head = Vec::new();
        let mut reached: Vec<Place> = Vec::new();
        for line in rest {
            let said = words(line);
            let next = self.read_on(&reached, &said);
            match (next.is_empty(), reached.is_empty()) {
                _ if said.is_empty() && !has_sign(line) => {}
                _ if said.is_empty() => return false,
                (false, _) => reached = next,
                (true, true) => head.push(line),
                (true, false) if is_programs(line) => {}
                (true, false) => return false,
            }
        }
        // Above the letter are the lines that introduce it and that the program adds.
        match reached.is_empty() {
            true => head.iter().all(|line| is_programs(line)),
            // Its Subject is a field like the others, and may contain a question mark.
            false => {
                let asks = |line: &str| (line.contains(['?', '!']) || has_sign(line)) && !line.contains(':');
                head.len() <= HEAD_LINES_MAX && !head.iter().any(|line| says_not(line) || asks(line))
            }
        }
    }

    /// The places where a line ends in our letter, if it continues where the previous one ended or begins a paragraph.
    fn read_on(&self, reached: &[Place], said: &[String]) -> Vec<Place> {
        let begins = (0..self.ours.len()).map(|paragraph| Place { paragraph, word: 0 });
        let goes_on = |place: &Place| self.ours[place.paragraph][place.word..].starts_with(said);
        let places = reached.iter().copied().chain(begins).filter(goes_on);
        places.map(|place| Place { word: place.word + said.len(), ..place }).collect()
    }

    /// Whether the mail is an answer with our Subject. A person who forwards the letter without a word probably has a question about it.
    fn is_ours_passed_back(&self, message: &Message) -> bool {
        let typed = reply::command_subject(&message.subject);
        let subject = words(typed);
        let ours = self.asking.subjects.iter().any(|ours| words(ours) == subject);
        !reply::is_forwarded(&message.subject) && !has_sign(typed) && (subject.is_empty() || ours)
    }
}

/// The most lines above a quoted letter: an introduction, or the fields that Outlook writes there.
const HEAD_LINES_MAX: usize = 12;

/// The most lines that are compared with our letter, which has fewer.
const REST_LINES_MAX: usize = 1_000;

/// The lines of a text that are not in its new text, without quote signs, up to a signature. Our marker is left out.
fn rest<'a>(text: &'a str, new: &str) -> Vec<&'a str> {
    let mut new = new.lines().filter(|line| !line.trim().is_empty()).peekable();
    let mut rest: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if new.peek().is_some_and(|new| *new == line.trim_end()) {
            new.next();
        } else if line.trim_end() == "--" {
            break;
        } else {
            rest.push(line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '>' | '|')));
        }
    }
    let mut kept = Vec::new();
    let mut at = 0;
    while at < rest.len() {
        match marker::recognise(&rest[at..rest.len().min(at + 3)]) {
            Some(marker) => at += marker.lines,
            None => {
                kept.push(rest[at]);
                at += 1;
            }
        }
    }
    kept
}

/// Whether mail programs add this line themselves: `Sent from my phone`, a line of dashes.
fn is_programs(line: &str) -> bool {
    words(line).is_empty() || (reply::written(line, &|_| false).text.is_empty() && !denies(line))
}

/// Whether a line could say no.
fn denies(line: &str) -> bool {
    line.contains(['?', '!']) || says_not(line)
}

/// Whether a word of a line says no.
fn says_not(line: &str) -> bool {
    words(line).iter().any(|word| command::is_no(word) || NOT.contains(&word.as_str()))
}

/// Whether the first line of an answer says no: it begins with the word, or says that it was somebody else.
fn says_no(line: &str) -> bool {
    let words = words(line);
    let no = words.first().is_some_and(|word| command::is_no(word));
    let denied = ["not me", "not mine", "wasn't me", "was not me", "ich nicht", "nicht ich", "ikke mig"]
        .iter()
        .any(|denied| is_within(&denied.split(' ').map(str::to_owned).collect::<Vec<_>>(), &words));
    (no || denied) && !line.contains('?') && !words.iter().any(|word| command::is_yes(word))
}

/// Whether a later sentence of an answer is a no by itself: `It was me that wrote, but I have asked for nothing. So no thank you.` What asks
/// something, or says yes as well, is no refusal.
fn refuses(said: &str) -> bool {
    const SENTENCES_MAX: usize = 4;
    let mut sentences = said.split(['.', '!', '\n']).filter(|sentence| !words(sentence).is_empty()).take(SENTENCES_MAX);
    !said.contains('?') && !words(said).iter().any(|word| command::is_yes(word)) && sentences.any(command::is_only_no)
}

/// Whether there is an emoji in a line of letters: it may be a thumb that points down.
fn has_sign(line: &str) -> bool {
    line.chars().any(|c| c >= '\u{2600}' && !c.is_alphanumeric() && !is_unseen(c))
}

/// Whether these words occur among others, in this order and without a gap.
fn is_within(words: &[String], others: &[String]) -> bool {
    words.is_empty() || others.windows(words.len()).any(|window| window == words)
}

/// The words of each paragraph of a text.
fn paragraphs(text: &str) -> Vec<Vec<String>> {
    let mut paragraphs: Vec<Vec<String>> = vec![Vec::new()];
    for line in text.lines() {
        match paragraphs.last_mut() {
            Some(paragraph) if !line.trim().is_empty() => paragraph.extend(words(line)),
            _ => paragraphs.push(Vec::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// The words of a line in the form in which they must be in the line that says yes. `None` if the line asks something.
fn written(line: &str) -> Option<Vec<String>> {
    if line.contains(['?', '\u{bf}', '\u{ff1f}']) {
        return None;
    }
    let pieces =
        line.split(|c: char| c.is_whitespace() || is_unseen(c) || matches!(c, '<' | '>' | '[' | ']' | '(' | ')' | ','));
    let pieces = pieces.filter(|piece| !piece.starts_with("mailto:")).map(command::folded);
    let mut words: Vec<String> =
        pieces.map(|word| word.trim_matches(is_mark).to_owned()).filter(|word| !word.is_empty()).collect();
    // A program may write the target of a link after it.
    words.dedup();
    Some(words)
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | '!' | ':' | ';' | '"' | '\'' | '*' | '_' | '`' | '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}')
}

#[cfg(test)]
mod tests;
