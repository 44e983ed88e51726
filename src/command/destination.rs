//! A move that only says where it goes, and perhaps that the king goes there: `ok king to d5`, `ich nehme c3`.

use crate::command::lexer::{Line, Word, is_square_shape, square};
use crate::command::phrasebook;
use crate::command::scattered_move::TO;
use crate::command::wish_phrases::KNOWN;
use crate::command::yes_no;
use crate::tafl::{ParsedPlay, Square};

/// Where a piece is to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destination {
    /// The square, with the letter as typed.
    pub square: Square,
    /// Whether the king is named.
    pub by_king: bool,
}

/// The king, in the languages of our letters and their cases.
pub(super) const KING: [&str; 10] = [
    "majesty",
    "majest\u{e4}t",
    "majest\u{e6}t",
    "king",
    "k",
    "k\u{f6}nig",
    "koenig",
    "k\u{f6}nigs",
    "konge",
    "kongen",
];

/// The throne, in the same languages.
const THRONE: [&str; 4] = ["throne", "thron", "trone", "tronen"];

/// Words before the throne that a square has not.
const ITS: [&str; 12] = ["the", "his", "my", "her", "den", "seinen", "meinen", "dem", "seinem", "meinem", "sin", "min"];

/// `I go straight back to e5`
const VERB_WORDS_MAX: usize = 8;

/// The most words that are read.
const WORDS_MAX: usize = 200;

/// The only square that a text names, if the text says that something goes there.
pub fn destination(text: &str) -> Option<Destination> {
    let (mut found, mut by_king, mut read) = (None, false, 0);
    for line in text.lines() {
        let line = Line::new(line);
        // `c5 with the king`
        let is_kings = line.words().iter().any(|word| KING.contains(&word.lower().as_str()));
        let mut before = String::new();
        for word in line.words() {
            read += 1;
            let lower = word.lower();
            by_king |= KING.contains(&lower.as_str());
            if read > WORDS_MAX || ParsedPlay::looks_like(&word.plain) && !is_square_shape(&word.plain) {
                return None;
            }
            if is_square_shape(&word.plain) {
                let begins = read == 1 && is_kings;
                let goes_there = begins || TO.contains(&before.as_str()) || KING.contains(&before.as_str());
                if found.is_some() || !goes_there {
                    return None;
                }
                found = Some(word.plain.to_ascii_lowercase().parse().ok()?);
            }
            before = lower;
        }
    }
    found.map(|square| Destination { square, by_king })
}

/// A text that names the throne as the aim of the king, and no square: `the king goes back to the throne`, with the square of the throne in
/// the place of the name.
pub fn with_throne(text: &str, throne: Square) -> Option<String> {
    let line = text.lines().find(|line| {
        let line = Line::new(line);
        let has = |list: &[&str]| line.words().iter().any(|word| list.contains(&word.lower().as_str()));
        has(&KING) && has(&THRONE)
    })?;
    let mut said: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let plain = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if THRONE.contains(&plain.to_lowercase().as_str()) {
            if said.last().is_some_and(|before| ITS.contains(&before.to_lowercase().as_str())) {
                said.pop();
            }
            said.push(format!("{throne}{}", &word[plain.len()..]));
        } else {
            said.push(word.to_owned());
        }
    }
    squares(text).is_empty().then(|| text.replacen(line, &said.join(" "), 1))
}

/// The only square that a text names, if its author says that they go there: `I go to e5`, `ich ziehe nach e5`.
pub fn own_destination(text: &str) -> Option<Destination> {
    let found = destination(text)?;
    let goes = |line: &str| {
        let line = Line::new(line);
        let words: Vec<String> = line.words().iter().map(Word::lower).collect();
        let texts: Vec<&str> = words.iter().map(String::as_str).collect();
        let named = line.words().iter().position(|word| is_square_shape(&word.plain));
        // `I go to e5`: the verb stands right before the words that lead to the square.
        let near = named.map(|at| at.saturating_sub(VERB_WORDS_MAX)..at).unwrap_or_default();
        near.into_iter().any(|at| {
            phrasebook::languages().iter().any(|language| {
                let verb = |at: usize| language.verbs.longest(&texts[at..]) > 0;
                let me = |at: usize| language.me.longest(&texts[at..]) > 0;
                verb(at) && (at.checked_sub(1).is_some_and(me) || (at + 1 < texts.len() && me(at + 1)))
            })
        })
    };
    text.lines().any(goes).then_some(found)
}

/// The square that the first line of a text names, if the line says hardly more, and the text names no other: `ok c1 then`.
pub fn brief_destination(text: &str) -> Option<Destination> {
    /// `c1, like I said before`
    const LINE_WORDS_MAX: usize = 6;
    let first = text.lines().find(|line| line.contains(char::is_alphanumeric))?;
    let is_brief = Line::new(first).words().len() <= LINE_WORDS_MAX && !first.contains('?');
    let [square] = squares(text)[..] else { return None };
    (is_brief && squares(first).len() == 1).then_some(Destination { square, by_king: false })
}

/// The only square that a text names, if it also speaks of the king: `then the king must go back, d5`. He may be meant to go there.
pub fn square_of_the_king(text: &str) -> Option<Destination> {
    let squares = squares(text);
    let [square] = squares[..] else { return None };
    let mut words = text.lines().flat_map(|line| Line::new(line).words().to_vec()).take(WORDS_MAX);
    words.any(|word| KING.contains(&word.lower().as_str())).then_some(Destination { square, by_king: true })
}

/// The word for the king in the first line of a text, if the line says hardly more: `the king, please`.
pub fn word_for_the_king(text: &str) -> Option<&str> {
    let first =
        text.lines().find(|line| line.contains(char::is_alphanumeric)).filter(|line| only_points_at_a_piece(line))?;
    let words = first.split(|c: char| !c.is_alphanumeric());
    words.into_iter().find(|word| word.len() > 1 && KING.contains(&word.to_lowercase().as_str()))
}

/// Whether a line that names a piece says hardly more, and denies nothing: `the one on d3, please`.
pub fn only_points_at_a_piece(line: &str) -> bool {
    const WORDS_MAX: usize = 8;
    let line = Line::new(line);
    let denies = |word: &Word| {
        let word = word.lower();
        yes_no::is_no(&word) || KNOWN.iter().any(|known| known.denies(&word) || known.doubts(&word))
    };
    line.words().len() <= WORDS_MAX
        && !line.words().iter().any(|word| denies(word) || word.closing.contains('?') || word.raw.contains('?'))
}

/// Whether a text names first where a piece goes, and then where it stands: `c2 please, the one from b2`.
pub fn names_from_behind(text: &str) -> bool {
    let words: Vec<String> = text
        .lines()
        .flat_map(|line| Line::new(line).words().to_vec())
        .take(WORDS_MAX)
        .map(|word| word.lower())
        .collect();
    let mut at = (0..words.len()).filter(|at| is_square_shape(&words[*at]));
    let second = at.nth(1).and_then(|at| words.get(at.checked_sub(1)?));
    second.is_some_and(|before| {
        phrasebook::languages().iter().any(|language| language.from.longest(&[before.as_str()]) > 0)
    })
}

/// The squares that a text names, in its order.
pub fn squares(text: &str) -> Vec<Square> {
    /// A text with more of them is about a whole game.
    const SQUARES_MAX: usize = 12;
    let words = text.lines().flat_map(|line| Line::new(line).words().to_vec()).take(WORDS_MAX);
    let named = words.filter(|word| is_square_shape(&word.plain)).filter_map(|word| square(&word.plain));
    named.take(SQUARES_MAX).collect()
}

/// Whether a text names the squares of several moves: `d3-d4 had its charms, and so did c4-c2`.
pub fn weighs_moves(text: &str) -> bool {
    /// Those of two moves that have one in common.
    const SQUARES_MIN: usize = 3;
    let words = text.lines().flat_map(|line| Line::new(line).words().to_vec()).take(WORDS_MAX);
    let plays = words.filter(|word| ParsedPlay::looks_like(&word.plain) && !is_square_shape(&word.plain)).count();
    2 * plays + squares(text).len() >= SQUARES_MIN
}

/// Whether a text has a move that this line has not: `no, rather d1-c1`.
pub fn names_another_play(text: &str, line: &str) -> bool {
    let words = text.lines().flat_map(|line| Line::new(line).words().to_vec()).take(WORDS_MAX);
    let mut plays = words.filter(|word| ParsedPlay::looks_like(&word.plain) && !is_square_shape(&word.plain));
    plays.any(|word| !line.contains(&word.lower()))
}

/// The square that stands alone on the first of these lines that says anything. It is what the buttons of our letters write.
pub fn lone_square(lines: &[&str]) -> Option<Square> {
    let first = lines.iter().find(|line| line.contains(char::is_alphanumeric))?;
    match Line::new(first).words() {
        [word] => square(&word.plain),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn one_square_to_go_to_is_found() {
        for (text, square, by_king) in [
            ("ok king to d5", "d5", true),
            ("ich ziehe nach C3.", "c3", false),
            ("K\u{f6}nig auf d5 bitte", "d5", true),
            ("kongen til d5\n\nhej", "d5", true),
            ("king d5!", "d5", true),
        ] {
            assert_eq!(destination(text), Some(Destination { square: square.parse().unwrap(), by_king }), "{text}");
        }
        for text in ["", "d5 looks strong", "from d4 to d5", "to d5 or to d6", "d4-d5 to d6", "see you at 8", "to me"] {
            assert_eq!(destination(text), None, "{text}");
        }
        assert_eq!(destination(&format!("{} to d5", "word ".repeat(300))), None);
    }

    #[test]
    fn who_says_that_they_go_there_means_their_move() {
        for text in [
            "You gave me a fright. I go to e5, thank you.",
            "dann geh ich auf e5",
            "ich ziehe nach e5",
            "jeg rykker til e5",
        ] {
            assert!(own_destination(text).is_some(), "{text}");
        }
        for text in ["see you at f4", "why did you go to e5", "my room moved to e5", "you go to e5", ""] {
            assert_eq!(own_destination(text), None, "{text}");
        }
    }

    #[test]
    fn a_short_line_may_be_no_more_than_a_square() {
        for text in ["c1", "c1 like i said", "ok c1 then!\n\nnice weather here", "dann halt c1"] {
            assert_eq!(brief_destination(text).map(|to| to.square.to_string()).as_deref(), Some("c1"), "{text}");
        }
        for text in ["c1?", "c1 or c2", "c1\n\nno, d1", "I wonder what your man on c1 is doing there", "hello", ""] {
            assert_eq!(brief_destination(text), None, "{text}");
        }
    }

    #[test]
    fn the_throne_is_a_square_to_the_king() {
        let throne = "d4".parse().unwrap();
        for (text, with) in [
            ("King back to the throne.\n\nIt rains.", Some("King back to d4.\n\nIt rains.")),
            ("Der K\u{f6}nig geht auf den Thron!", Some("Der K\u{f6}nig geht auf d4!")),
            ("kongen tilbage til tronen", Some("kongen tilbage til d4")),
            ("The throne is empty.", None),
            ("King from d5 to the throne", None),
            ("The king sits.\nWhat a throne!", None),
        ] {
            assert_eq!(with_throne(text, throne).as_deref(), with, "{text}");
        }
    }

    #[test]
    fn the_king_may_be_meant_to_go_to_the_only_square() {
        for text in ["uff dann muss der K\u{f6}nig zur\u{fc}ck, d5", "d5 then, my king", "king: d5"] {
            let there = Destination { square: "d5".parse().unwrap(), by_king: true };
            assert_eq!(square_of_the_king(text), Some(there), "{text}");
        }
        for text in ["d5 then", "my king", "king from d4 to d5", ""] {
            assert_eq!(square_of_the_king(text), None, "{text}");
        }
    }

    #[test]
    fn a_square_that_stands_alone_is_asked_about() {
        for lines in [&["e5"][..], &["", " E5.", "", "thanks"], &["> ", "  e5!"]] {
            assert_eq!(lone_square(lines), Some("e5".parse().unwrap()), "{lines:?}");
        }
        for lines in [&["e5 e3"][..], &["to e5"], &["thanks", "e5"], &["e5-e3"], &[""], &["e500"], &["5"], &[]] {
            assert_eq!(lone_square(lines), None, "{lines:?}");
        }
    }
}
