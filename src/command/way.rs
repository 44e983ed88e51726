//! The way of a piece that a sentence tells without the square where it ends: `I go one down with my b4`, `the king sits down on his throne
//! again`, `king all the way up`.
//!
//! Such words are only asked about, so they need not be certain: a piece, a way, and a verb that moves it or a number of squares. The words
//! are data, `[ways]` in `config/phrasebook`.

use crate::command::about_a_move;
use crate::command::destination::KING;
use crate::command::lexer::{Line, Word, square};
use crate::command::phrasebook::{self, Phrasebook, Phrases};
use crate::command::salutation;
use crate::command::sentences::{self, End, Said, texts};
use crate::tafl::Square;
use std::ops::Range;

/// The piece that goes, and where to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// The square of the piece, with the letter as typed. `None` is the king.
    pub from: Option<Square>,
    /// Where it goes.
    pub to: Whither,
    /// Whether the text says nothing else.
    pub is_all: bool,
}

/// Where a piece goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whither {
    /// Along a row or a column of the printed board.
    Along(Direction, Steps),
    /// To the throne.
    Throne,
    /// To a corner.
    Corner,
}

/// A direction on the printed board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To a higher number.
    Up,
    /// To a lower number.
    Down,
    /// Towards the letter a.
    Left,
    /// Away from the letter a.
    Right,
}

/// How far it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Steps {
    /// So many squares.
    Count(u8),
    /// As far as it can.
    All,
    /// It is not said.
    Unsaid,
}

/// The most words of such a sentence.
const WORDS_MAX: usize = 24;

/// What stands before and behind the sentence of a text that plainly tells a way and how far it goes: of `Ha. I push the man on d4 one up. It
/// rains.` it is `Ha. ` and `. It rains.` With the move in its place, what is said beside it can be judged as beside any move. `None` if there is
/// no such sentence.
pub fn around_a_way(text: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').find_map(|typed| {
        let from = at;
        at += typed.len();
        let place = plainly_told_in(typed)?;
        Some((&text[..from + place.start], &text[from + place.end..]))
    })
}

/// Where a line tells a way plainly, without the sign at its end.
fn plainly_told_in(typed: &str) -> Option<Range<usize>> {
    const WORDS_MAX: usize = 12;
    let line = Line::new(typed);
    let said = sentences::said(line.words());
    let mut at = 0;
    sentences::sentences(&said).iter().find_map(|sentence| {
        let words = &line.words()[at..at + sentence.len()];
        at += sentence.len();
        // `Move g3 two to the left, beside the king.`
        let part = sentence.iter().position(|said| said.end != End::Not).map_or(sentence.len(), |end| end + 1);
        let is_plain = |end: usize| {
            let goes_far = |way: Way| match way.to {
                Whither::Along(_, steps) => matches!(steps, Steps::Count(_)),
                Whither::Throne => true,
                Whither::Corner => false,
            };
            let judges = phrasebook::guessed(sentence[..end].iter().map(|said| said.word.as_str()));
            let is_doubted = || judges.iter().any(|judge| about_a_move::leads_in(&sentence[..end], judge));
            let told =
                phrasebook::languages().iter().find_map(|language| told(language, &words[..end], &sentence[..end]));
            told.is_some_and(goes_far) && !is_doubted()
        };
        let asks = sentence.last().is_some_and(|last| last.end == End::Question);
        let is_told = words.len() <= WORDS_MAX && !asks && [part, sentence.len()].into_iter().any(is_plain);
        let last = words.last().filter(|_| is_told)?;
        Some(words[0].whole.start..last.whole.end)
    })
}

/// The only way that a text tells.
pub fn way(text: &str) -> Option<Way> {
    /// A longer text talks about a game.
    const LINES_MAX: usize = 24;
    let (mut found, mut is_all): (Option<Way>, bool) = (None, true);
    for typed in text.lines().take(LINES_MAX) {
        let line = Line::new(typed);
        let is_frame = salutation::is_only_a_frame(typed);
        let said = sentences::said(line.words());
        let mut at = 0;
        for sentence in sentences::sentences(&said) {
            let words = &line.words()[at..at + sentence.len()];
            at += sentence.len();
            let tells = |end: usize| {
                phrasebook::languages().iter().find_map(|language| told(language, &words[..end], &sentence[..end]))
            };
            // `f3 up one, to keep your man on f5 company`
            let part = sentence.iter().position(|said| said.end != End::Not).map_or(sentence.len(), |end| end + 1);
            let is_reason = |language| about_a_move::is_reason(&sentence[part..], language);
            let asks = sentence.last().is_some_and(|last| last.end == End::Question);
            let of_part = || tells(part).filter(|_| !asks && phrasebook::languages().iter().any(is_reason));
            match tells(sentence.len()).or_else(|| of_part().inspect(|_| is_all = false)) {
                None => is_all &= is_frame || texts(sentence).is_empty(),
                Some(told) if found.is_some_and(|found| found != told) => return None,
                told => {
                    is_all &= says_only_that(&texts(sentence));
                    found = told;
                }
            }
        }
    }
    found.map(|found| Way { is_all, ..found })
}

/// Whether a sentence is so short that it says nothing else: not `my king goes one up and I will marry you`.
fn says_only_that(texts: &[&str]) -> bool {
    const WORDS_MAX: usize = 10;
    let joins = |word: &&str| phrasebook::languages().iter().any(|language| language.joins.longest(&[word]) > 0);
    texts.len() <= WORDS_MAX && !texts.iter().any(joins)
}

/// The way that a sentence tells in this language.
fn told(language: &Phrasebook, words: &[Word], said: &[Said]) -> Option<Way> {
    let asks = said.last().is_some_and(|last| last.end == End::Question);
    let texts = texts(said);
    let ways = &language.ways;
    let has = |list: &Phrases| (0..texts.len()).any(|at| list.longest(&texts[at..]) > 0);
    // `if you please` doubts nothing.
    let (mut at, mut is_doubted) = (0, false);
    while at < texts.len() {
        let polite = language.please.longest(&texts[at..]);
        is_doubted |= polite == 0 && language.doubts.longest(&texts[at..]) > 0;
        at += polite.max(1);
    }
    if asks || words.len() > WORDS_MAX || is_doubted || has(&ways.none) {
        return None;
    }
    let mut squares = words.iter().filter_map(|word| square(&word.plain));
    let from = squares.next();
    let by_king = words.iter().any(|word| KING.contains(&word.lower().as_str()));
    if squares.next().is_some() || !(by_king || from.is_some()) {
        return None;
    }
    let directions = [
        (&ways.up, Direction::Up),
        (&ways.down, Direction::Down),
        (&ways.left, Direction::Left),
        (&ways.right, Direction::Right),
    ];
    let mut named = directions.into_iter().filter(|(list, _)| has(list)).map(|(_, direction)| direction);
    let direction = named.next();
    if named.next().is_some() {
        return None;
    }
    let far = has(&ways.far);
    let counts = (1..).zip(&ways.steps).filter(|(_, list)| has(list)).map(|(count, _)| count);
    let steps = match counts.collect::<Vec<u8>>()[..] {
        [count] if !far => Steps::Count(count),
        _ if far => Steps::All,
        _ => Steps::Unsaid,
    };
    let goes = has(&ways.goes) || has(&language.verbs);
    let is_short = || texts.len() <= SHORT_WORDS_MAX;
    let to = |to| Some(Way { from, to, is_all: true });
    match direction {
        Some(direction) if goes || steps != Steps::Unsaid || is_short() => to(Whither::Along(direction, steps)),
        Some(_) => None,
        None if by_king && has(&ways.throne) && (goes || is_short()) => to(Whither::Throne),
        None if by_king && has(&ways.corner) && (goes || is_short()) => to(Whither::Corner),
        None => None,
    }
}

/// `king up`, `King to the left`
const SHORT_WORDS_MAX: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let Way { from, to, .. } = way(text)?;
        let from = from.map_or_else(|| "king".to_owned(), |from| from.to_string());
        Some(format!("{from} {to:?}"))
    }

    #[test]
    fn a_way_without_its_end_is_read() {
        for (text, expected) in [
            ("f3 up one, to keep your fella on f5 company", "f3 Along(Up, Count(1))"),
            ("könig wieder zurück auf den thron", "king Throne"),
            ("ich geh mit dem b4 eins runter", "b4 Along(Down, Count(1))"),
            ("dann geh ich mit meinem König auch eins runter. lg", "king Along(Down, Count(1))"),
            ("Der König setzt sich wieder auf seinen Thron", "king Throne"),
            ("könig ganz nach oben", "king Along(Up, All)"),
            ("king all the way up!", "king Along(Up, All)"),
            ("king up one", "king Along(Up, Count(1))"),
            ("hi ann\n\ni move my king two squares to the left. raining here", "king Along(Left, Count(2))"),
            ("King to the right", "king Along(Right, Unsaid)"),
            ("my king goes back to his throne", "king Throne"),
            ("the man on d1 goes three to the left", "d1 Along(Left, Count(3))"),
            ("king into the corner!", "king Corner"),
            ("kongen går et felt op", "king Along(Up, Count(1))"),
            ("jeg rykker b4 to felter til højre", "b4 Along(Right, Count(2))"),
            ("Mein König rückt zwei Felder nach rechts, Remis?", "king Along(Right, Count(2))"),
        ] {
            let end = text.ends_with('?');
            assert_eq!(read(text).as_deref(), Some(expected).filter(|_| !end), "{text}");
        }
    }

    #[test]
    fn what_else_a_text_says_is_noticed() {
        for (text, is_all) in [
            ("king one up", true),
            ("Hi Ann,\n\nking one up.\n\nBob", true),
            ("king one up. lovely day", false),
            ("my king goes one up and I will marry you, Ann", false),
            ("lovely day\nking one up", false),
        ] {
            assert_eq!(way(text).map(|way| way.is_all), Some(is_all), "{text}");
        }
    }

    #[test]
    fn talk_about_a_king_tells_no_way() {
        for text in [
            "can the king go one down?",
            "my king is fed up with all this",
            "the king of Denmark stepped down last year, did he not?",
            "should I go left with my king?",
            "no, the king does not go down",
            "one up for the king, or one down",
            "what's up",
            "b4 to c4",
            "your b4 looks strong",
            "I won't move my king to the left",
            "der König von England kommt nicht nach unten",
            "von meinem König ist nichts mehr übrig",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
