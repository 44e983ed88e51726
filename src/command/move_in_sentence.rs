//! A move inside a sentence: `Ok Bob, then I'll play d1-c1, I think. Good luck!`
//!
//! It is made only if one language's lists ([`sentence_words`]) cover its whole line, on both sides of the only move. Nothing else may stand
//! there: `my son suggests d1-c1`, `I'll play d1-c1 tomorrow` and `I'll play d1-c1. Nice weather!` are asked about. What stands on other
//! lines is judged as it is beside a bare move, with one exception: a sentence may go on below ([`goes_on_below`]).
//!
//! The words are read from left to right. What has been reached is kept for each place between two words, so that the work does not grow
//! faster than the line, whatever is repeated on it.
//!
//! [`sentence_words`]: crate::command::sentence_words

use crate::command::lexer::{Line, Word, is_wrapping};
use crate::command::move_words;
use crate::command::polite_words;
use crate::command::redact;
use crate::command::sentence_words::{DOUBTS, LANGUAGES, Sentence, SentenceWords, Slot};
use crate::tafl::ParsedPlay;

/// A move that a line says is made.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::command) struct Said {
    pub(in crate::command) play: ParsedPlay,
    /// Whether there are friendly words on the line, so that the opponent wants to read it.
    pub(in crate::command) has_words: bool,
}

/// A longer line is not a plain sentence.
const WORDS_MAX: usize = 40;
/// The same in characters. A line that is cut where it is split into words is longer.
const CHARS_MAX: usize = 400;
/// The most names after a greeting or at the end.
const NAMES_MAX: usize = 2;

/// The move that a line says is made, if it says nothing else.
pub(in crate::command) fn read(line: &Line) -> Option<Said> {
    let words = line.words();
    if words.len() > WORDS_MAX || line.chars().len() > CHARS_MAX || !words.iter().all(is_plain) {
        return None;
    }
    // A list begins with a sign: `- d1-c1`.
    if words.first().is_none_or(|first| !has_letters(first)) {
        return None;
    }
    let all: Vec<&Word> = words.iter().collect();
    let mut plays = move_words::plays(&all);
    let found = plays.pop().filter(|_| plays.is_empty())?;
    let length = move_words::play_length(&all[found.at..]);
    let parts = Parts { words, at: found.at, end: found.at + length };
    // `d1-c1: please` announces something.
    let announces = words[parts.end - 1..].iter().any(|word| has_letters(word) && word.closing.contains(':'));
    // A name may be a password. The words of our lists are none.
    if announces || redact::guess(words).into_iter().any(|at| !is_listed(&words[at])) {
        return None;
    }
    let has_words = LANGUAGES.iter().filter_map(|language| parts.cover(language)).min()?;
    Some(Said { play: found.play, has_words })
}

/// Whether the sentence on a line may go on in the next line with words, or is taken back there: `I'll play d1-c1`, and below it `unless you
/// object`.
pub(in crate::command) fn goes_on_below(line: &Line, below: &[&str]) -> bool {
    let is_ended = line.words().last().is_some_and(|last| last.closing.contains(['.', '!']));
    let is_worded = |line: &str| Line::new(line).words().iter().any(has_letters);
    let at = below.iter().position(|line| is_worded(line)).unwrap_or(below.len());
    // `:-)` says nothing, `???` does.
    let doubts = below[..at].iter().any(|line| !Line::new(line).words().iter().all(is_plain));
    let next = Line::new(below.get(at).unwrap_or(&""));
    let words = next.words();
    let all: Vec<&Word> = words.iter().collect();
    let names_another = !move_words::plays(&all).is_empty();
    let is_signature = polite_words::is_polite(words)
        || (words.len() <= NAMES_MAX && words.iter().all(|word| is_name(word) || is_initial(word)));
    let begins_small =
        words.iter().find(|word| has_letters(word)).is_some_and(|word| word.plain.starts_with(char::is_lowercase));
    // Below a blank line, a sentence that begins with a capital is another one.
    let goes_on = !words.is_empty() && !is_ended && !is_signature && (at == 0 || begins_small);
    doubts || goes_on || names_another || (!is_signature && words.first().is_some_and(polite_words::may_take_back))
}

/// The parts of a line: the words, and the place of the move in them.
struct Parts<'a> {
    words: &'a [Word],
    at: usize,
    end: usize,
}

/// How a place between two words was reached: not at all, without friendly words, or only with them.
type Reached = Option<bool>;

impl Parts<'_> {
    /// Whether friendly words are needed to cover the line with the lists of one language. `None` if they do not cover it.
    fn cover(&self, language: &SentenceWords) -> Option<bool> {
        let before = self.openers(language);
        // The ends of all sentences around the move that begin at a place that was reached.
        let mut behind = vec![None; self.words.len() + 1];
        for sentence in language.says {
            let begins = (0..=self.at).filter(|at| before[*at].is_some() && self.is_said(sentence, *at));
            for has_words in begins.filter_map(|at| before[at]) {
                for end in self.after(sentence) {
                    reach(&mut behind, end, has_words);
                }
            }
        }
        self.trail(language, behind)
    }

    /// The places before the move that are reached by greetings and other words that say nothing about it.
    fn openers(&self, language: &SentenceWords) -> Vec<Reached> {
        let mut reached = vec![None; self.at + 1];
        reached[0] = Some(false);
        for at in 0..self.at {
            let Some(has_words) = reached[at] else { continue };
            let rest = &self.words[at..self.at];
            if is_sign(&rest[0]) {
                reach(&mut reached, at + 1, has_words);
            }
            for length in lengths(rest, language.openers) {
                reach(&mut reached, at + length, has_words);
            }
            for length in lengths(rest, language.thanks) {
                reach(&mut reached, at + length, true);
            }
            for length in lengths(rest, language.greetings) {
                reach(&mut reached, at + length, true);
            }
            for length in lengths(rest, language.greetings).chain(lengths(rest, language.addresses)) {
                for names in names(&rest[length - 1..]).filter(|names| !rest[length + names - 1].closing.is_empty()) {
                    reach(&mut reached, at + length + names, true);
                }
            }
        }
        reached
    }

    /// Whether the first half of a sentence fills the words from here to the move.
    fn is_said(&self, sentence: &Sentence, from: usize) -> bool {
        let signs = self.words[from..self.at].iter().rev().take_while(|word| is_sign(word)).count();
        let words = &self.words[from..self.at - signs];
        // `I play. d1-c1` are two sentences.
        let leads = words.last().is_none_or(|last| is_within(last) || last.closing == ":");
        leads && fill(words, sentence.before).contains(&words.len())
    }

    /// The places behind the move where the second half of a sentence may end.
    fn after(&self, sentence: &Sentence) -> Vec<usize> {
        let goes_on = is_within(&self.words[self.end - 1]);
        let behind = if goes_on { &self.words[self.end..] } else { &[] };
        fill(behind, sentence.behind).into_iter().map(|length| self.end + length).collect()
    }

    /// The rest of the line: tails go on with the sentence, friendly words may also be a new one.
    fn trail(&self, language: &SentenceWords, mut reached: Vec<Reached>) -> Option<bool> {
        for at in self.end..self.words.len() {
            let Some(has_words) = reached[at] else { continue };
            let rest = &self.words[at..];
            if is_sign(&rest[0]) {
                reach(&mut reached, at + 1, has_words);
            }
            if is_within(&self.words[at - 1]) {
                for length in lengths(rest, language.tails) {
                    reach(&mut reached, at + length, has_words);
                }
            }
            let and = usize::from(rest[0].lower() == language.and && rest[0].closing.is_empty());
            for skipped in [0, and] {
                let friendly = &rest[skipped..];
                let polite = Some(polite_words::phrase_length(friendly)).filter(|length| *length > 0);
                for length in lengths(friendly, language.thanks).chain(polite) {
                    reach(&mut reached, at + skipped + length, true);
                }
                for length in lengths(friendly, language.closers) {
                    reach(&mut reached, at + skipped + length, true);
                    if is_signature(&friendly[length - 1..]) {
                        reach(&mut reached, self.words.len(), true);
                    }
                }
            }
        }
        reached[self.words.len()]
    }
}

/// Marks a place as reached. What needs no friendly words counts.
fn reach(reached: &mut [Reached], at: usize, has_words: bool) {
    reached[at] = Some(reached[at].map_or(has_words, |before| before && has_words));
}

/// The lengths of the phrases at the beginning of these words.
fn lengths(words: &[Word], phrases: &'static [&'static str]) -> impl Iterator<Item = usize> {
    phrases.iter().filter_map(|phrase| length(words, phrase))
}

/// The length of the phrase, if the words begin with it. No sentence or clause ends inside it.
fn length(words: &[Word], phrase: &str) -> Option<usize> {
    let mut length = 0;
    for expected in phrase.split(' ') {
        let word = words.get(length)?;
        if length > 0 && !words[length - 1].closing.is_empty() || !is_word(word, expected) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

fn is_word(word: &Word, expected: &str) -> bool {
    // Most words begin in another way.
    let initial = |text: &str| text.chars().next().and_then(|c| c.to_lowercase().next());
    initial(&word.plain) == initial(expected) && word.lower().replace('\u{2019}', "'") == expected
}

/// The places among the words where the slots, one after the other, may end.
fn fill(words: &[Word], slots: &[Slot]) -> Vec<usize> {
    let mut places = vec![0];
    for slot in slots {
        let mut next = Vec::new();
        for at in places {
            // A comma may stand between two slots: `I think, I'll play d1-c1`.
            let goes_on = at == 0 || is_within(&words[at - 1]);
            for phrase in *slot {
                let end = if phrase.is_empty() {
                    Some(at)
                } else {
                    length(&words[at..], phrase).filter(|_| goes_on).map(|length| at + length)
                };
                next.extend(end.filter(|end| !next.contains(end)));
            }
        }
        places = next;
    }
    places
}

/// Whether a word stands in one of our lists.
fn is_listed(word: &Word) -> bool {
    let says = |language: &'static SentenceWords| {
        language.says.iter().flat_map(|sentence| sentence.before.iter().chain(sentence.behind))
    };
    let lists = |language: &'static SentenceWords| {
        let SentenceWords { greetings, addresses, openers, thanks, tails, closers, .. } = language;
        [*greetings, addresses, openers, thanks, tails, closers].into_iter().chain(says(language).copied())
    };
    LANGUAGES.iter().flat_map(lists).flatten().flat_map(|phrase| phrase.split(' ')).any(|listed| is_word(word, listed))
}

/// The lengths of names that follow the first of these words directly: `Hi Bob`.
fn names(words: &[Word]) -> impl Iterator<Item = usize> {
    let follows = words.first().is_some_and(|word| word.closing.is_empty());
    let behind = words.get(1..).unwrap_or_default();
    let count = behind.iter().take(NAMES_MAX).take_while(|word| is_name(word) || is_initial(word)).count();
    // Within two names nothing ends.
    let whole = behind[..count].iter().position(|word| !word.closing.is_empty()).map_or(count, |end| end + 1);
    1..=if follows { whole } else { 0 }
}

/// Whether all words after the first are a name: `wishes, Ann`.
fn is_signature(words: &[Word]) -> bool {
    let is_name = |word: &Word| is_name(word) || is_initial(word);
    matches!(words, [last, name @ ..] if is_within(last) && (1..=NAMES_MAX).contains(&name.len()) && name.iter().all(is_name))
}

/// A name, and no word of doubt with a capital: `Hallo Moment, ich ziehe d1-c1`.
fn is_name(word: &Word) -> bool {
    polite_words::is_name(word) && !is_doubt(word)
}

fn is_doubt(word: &Word) -> bool {
    DOUBTS.contains(&word.lower().as_str())
}

fn is_initial(word: &Word) -> bool {
    word.plain.chars().count() == 1 && word.plain.chars().all(char::is_uppercase)
}

/// Whether nothing ends behind a word but perhaps a clause.
fn is_within(word: &Word) -> bool {
    word.closing.is_empty() || word.closing == ","
}

fn has_letters(word: &Word) -> bool {
    word.raw.chars().any(char::is_alphanumeric)
}

/// A smiley or a sign between words.
fn is_sign(word: &Word) -> bool {
    polite_words::is_face(word)
}

/// Whether a word may stand in a plain sentence: it is not quoted, in brackets, a question or a hesitation.
fn is_plain(word: &Word) -> bool {
    if is_sign(word) {
        return polite_words::is_friendly_sign(&word.raw);
    }
    let is_ended = ["", ",", ".", ":", ";"].contains(&word.closing.as_str()) || word.closing.chars().all(|c| c == '!');
    let wraps = |c: Option<char>| c.is_some_and(is_wrapping);
    let behind = word.raw.trim_end_matches(|c: char| word.closing.contains(c)).chars().next_back();
    is_ended && !wraps(word.raw.chars().next()) && !wraps(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Option<(String, bool)> {
        read(&Line::new(line)).map(|said| (format!("{}-{}", said.play.from, said.play.to), said.has_words))
    }

    #[test]
    fn a_plain_sentence_makes_its_move() {
        for line in [
            "Then I move d2-d3.",
            "ok d2 to d3 then",
            "I think I'll play d2-d3.",
            "Ich ziehe dann mal d2-d3",
            "Dann ziehe ich mal d2-d3!",
            "Ich m\u{f6}chte bitte d2-d3 ziehen.",
            "Jeg rykker d2 til d3",
            "S\u{e5} tror jeg at jeg rykker d2\u{2013}d3.",
            "my move: d2-d3",
            "My move \u{2013} d2-d3",
            "So I\u{2019}ll take d2-d3, I think \u{1f525}",
            "Je joue d2-d3.",
        ] {
            assert_eq!(said(line), Some(("d2-d3".to_owned(), false)), "{line}");
        }
        for line in [
            "Thanks! d2-d3 it is.",
            "Hi Bob, I play d2-d3. Best wishes, Ann",
            "Lieber Bob, ich ziehe d2-d3 und viele Gr\u{fc}\u{df}e, Ann",
            "Hej Bob! Jeg tager d2-d3, tak.",
        ] {
            assert_eq!(said(line), Some(("d2-d3".to_owned(), true)), "{line}");
        }
    }

    #[test]
    fn whatever_is_not_in_the_lists_of_one_language_is_asked_about() {
        for line in [
            "I would play d2-d3",
            "I played d2-d3",
            "I'll play d2-d3 tomorrow",
            "tomorrow I'll play d2-d3",
            "I'll play d2-d3?",
            "I'll play d2-d3...",
            "\"I'll play d2-d3\"",
            "- I'll play d2-d3",
            "Plan: I play d2-d3",
            "my son suggests d2-d3",
            "I play d2-d3 or d2-d4",
            "I play d2-d3 and you take me",
            "I play d2-d3 \u{1f914}",
            // Two languages.
            "Dann move I d2-d3",
            "Jeg ziehe d2-d3",
            // Other meanings of the words of a greeting.
            "Lieber d2-d3",
            "Dear, oh dear, d2-d3",
            "Hallo Moment, ich ziehe d2-d3",
            "I think I'll play",
            "",
        ] {
            assert_eq!(said(line), None, "{line}");
        }
    }

    #[test]
    fn a_sentence_may_go_on_below() {
        let goes_on = |line: &str, below: &[&str]| goes_on_below(&Line::new(line), below);
        for below in [
            &["unless you object"][..],
            &["Unless you object"],
            &["", "unless you object"],
            &["???"],
            &["", "Or d2-d4"],
        ] {
            assert!(goes_on("I'll play d2-d3", below), "{below:?}");
        }
        assert!(goes_on("I'll play d2-d3.", &["Sorry, that was meant for Carl."]));
        for below in [&[][..], &["", "The weather is bad."], &["Ann"], &[":-)"], &["Best wishes"]] {
            assert!(!goes_on("I'll play d2-d3", below), "{below:?}");
        }
        assert!(!goes_on("I'll play d2-d3.", &["mum says hi"]));
    }

    #[test]
    fn no_listed_word_doubts_a_move() {
        let mut doubtful = Vec::new();
        for SentenceWords { greetings, addresses, openers, thanks, tails, closers, says, .. } in LANGUAGES {
            let slots = says.iter().flat_map(|sentence| sentence.before.iter().chain(sentence.behind));
            let lists = [greetings, addresses, openers, thanks, tails, closers];
            for phrase in lists.into_iter().chain(slots).copied().flatten() {
                let line = Line::new(phrase);
                if line.words().iter().any(is_doubt) && !doubtful.contains(phrase) {
                    doubtful.push(phrase);
                }
                assert_eq!(*phrase, phrase.to_lowercase());
            }
        }
        assert_eq!(doubtful, NO_DOUBTS);
    }

    /// Phrases with a word that doubts something elsewhere.
    const NO_DOUBTS: [&str; 9] = [
        "sorry for the wait",
        "sorry about the wait",
        "i suppose",
        "see you soon",
        "no mercy",
        "guten morgen",
        "jetzt aber",
        "god morgen",
        "god s\u{f8}ndag",
    ];

    #[test]
    fn a_long_line_is_no_sentence_and_one_of_the_longest_takes_no_time() {
        assert_eq!(said(&format!("{}d2-d3", "please ".repeat(10_000))), None);
        assert_eq!(said(&format!("d2-d3 then{}not really", " ".repeat(10_000))), None);
        for SentenceWords { greetings, openers, thanks, tails, closers, .. } in LANGUAGES {
            for phrase in [greetings, openers, thanks, tails, closers].into_iter().copied().flatten() {
                let many = format!("{phrase} ").repeat(WORDS_MAX / 2 / phrase.split(' ').count());
                said(&format!("{many} d2-d3 {many}"));
            }
        }
    }
}
