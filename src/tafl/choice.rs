//! How a variant is chosen in words: a name or one of pbmserv's options for a board, and options laid over it.

use crate::tafl::variant::{KingStrength, Overlay, OverlayError};
use crate::tafl::{Catalogue, Variant};

/// The variant played where none is named.
const DEFAULT: &str = "hnefatafl";

/// pbmserv's options that stand for a board (S001).
const BOARDS: [(&str, &str); 4] =
    [("-small", "small"), ("-tablut", "small"), ("-medium", "medium"), ("-large", "large")];

/// Words that choose no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// A name nobody knows.
    #[error("There is no variant called \"{word}\".{}", meant(.nearest.as_deref()))]
    Unknown {
        /// The name.
        word: String,
        /// The nearest name that is known.
        nearest: Option<String>,
    },
    /// An option nobody knows.
    #[error(
        "There is no option \"{word}\". The options are -small, -tablut, -medium, -large, -weak, -strong and -edge."
    )]
    UnknownOption {
        /// The option.
        word: String,
    },
    /// Two words that exclude each other.
    #[error("{first} and {second} do not go together. Choose one of them.")]
    Conflict {
        /// The one that came first.
        first: String,
        /// The other.
        second: String,
    },
    /// Options that do not fit the variant.
    #[error(transparent)]
    Overlay(#[from] OverlayError),
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!(" Did you mean {name}?"))
}

impl Catalogue {
    /// Whether this is one of pbmserv's options for a board, or the usual game: `-tablut` has meant one rule set for decades, whatever
    /// else is called tablut.
    pub fn is_board_option(option: &str) -> bool {
        let name = option.strip_prefix('-');
        BOARDS.iter().any(|(known, _)| known.eq_ignore_ascii_case(option)) || name == Some(DEFAULT)
    }

    /// Reads a choice: at most one variant by name or by pbmserv's option, and options, in any order; nothing at all is the
    /// default game. Saying the same twice is no conflict (P11).
    pub fn parse_choice(&self, words: &str) -> Result<Variant, ChoiceError> {
        let mut board: Option<(String, Variant)> = None;
        let mut king: Option<(String, KingStrength)> = None;
        let mut edge = false;
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut left = words.as_slice();
        while let [first, ..] = left {
            let (count, name) = self.name_of_words(left).unwrap_or((1, (*first).to_owned()));
            left = &left[count..];
            let conflict = |first: &str| ChoiceError::Conflict { first: first.to_owned(), second: name.clone() };
            let option = name.to_ascii_lowercase();
            let strength = match option.as_str() {
                "-edge" => {
                    edge = true;
                    continue;
                }
                "-weak" => Some(KingStrength::Weak),
                "-strong" => Some(KingStrength::Strong),
                _ => None,
            };
            if let Some(strength) = strength {
                match &king {
                    Some((first, other)) if *other != strength => return Err(conflict(first)),
                    Some(_) => {}
                    None => king = Some((name, strength)),
                }
                continue;
            }
            let variant = self.option_or_name(&name, &option)?;
            match &board {
                Some((first, other)) if other.name != variant.name => return Err(conflict(first)),
                Some(_) => {}
                None => board = Some((name, variant)),
            }
        }
        let usual = || self.find(DEFAULT).cloned();
        let Some(variant) = board.map(|(_, variant)| variant).or_else(usual) else {
            return Err(ChoiceError::Unknown { word: DEFAULT.to_owned(), nearest: None });
        };
        Ok(variant.with(Overlay { king: king.map(|(_, strength)| strength), edge })?)
    }

    fn option_or_name(&self, word: &str, option: &str) -> Result<Variant, ChoiceError> {
        let shown: String = word.chars().take(40).collect();
        if option.starts_with('-') {
            let board = BOARDS.iter().find(|(name, _)| *name == option).and_then(|(_, board)| self.find(board));
            return board.cloned().ok_or(ChoiceError::UnknownOption { word: shown });
        }
        self.asked_for(option).ok_or_else(|| ChoiceError::Unknown { nearest: self.nearest(option), word: shown })
    }

    /// The known name that takes the fewest changes to reach, if it takes few.
    fn nearest(&self, word: &str) -> Option<String> {
        let word: String = word.chars().take(40).collect();
        let (changes, name) = self.names().map(|name| (changes(&word, name), name)).min()?;
        (changes <= 1 + word.len() / 4).then(|| name.to_owned())
    }
}

/// How many letters must be put in, left out or replaced to make one word of the other.
fn changes(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn chosen(words: &str) -> String {
        match Catalogue::embedded().unwrap().parse_choice(words) {
            Ok(variant) => format!("{} = {}", variant.name, variant.title),
            Err(wrong) => wrong.to_string(),
        }
    }

    #[test]
    fn options_are_laid_over_any_variant_in_any_order() {
        assert_eq!(chosen(""), "hnefatafl = Hnefatafl 11x11");
        assert_eq!(chosen("-small"), "small = Hnefatafl 9x9");
        assert_eq!(chosen("-EDGE Tablut -strong"), "small -strong -edge = Hnefatafl 9x9, strong king, edge escape");
        assert_eq!(chosen("-weak"), "hnefatafl = Hnefatafl 11x11");
        assert_eq!(chosen("-large -edge"), "large -edge = Hnefatafl 19x19, edge escape");
        assert_eq!(chosen("brandubh -weak"), "brandubh = Brandubh");
        assert_eq!(chosen("copenhagen -weak"), "copenhagen -weak = Copenhagen Hnefatafl, weak king");
    }

    #[test]
    fn saying_the_same_twice_is_no_conflict_and_different_things_are() {
        assert_eq!(chosen("-tablut -small small tablut -strong -strong -edge -edge"), chosen("small -strong -edge"));
        assert_eq!(chosen("-small -large"), "-small and -large do not go together. Choose one of them.");
        assert_eq!(chosen("-weak -edge -strong"), "-weak and -strong do not go together. Choose one of them.");
        assert_eq!(chosen("brandubh -medium"), "brandubh and -medium do not go together. Choose one of them.");
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_one() {
        assert_eq!(chosen("talbut"), "There is no variant called \"talbut\". Did you mean tablut?");
        assert_eq!(chosen("chess"), "There is no variant called \"chess\".");
        assert!(chosen("-talbut").starts_with("There is no option \"-talbut\". The options are -small,"));
    }

    #[test]
    fn a_name_may_be_written_in_two_words() {
        assert_eq!(chosen("Ard Ri -strong"), "ard-ri -strong = Ard Ri, strong king");
        assert_eq!(chosen("-strong alea evangelii"), "alea-evangelii = Alea Evangelii");
        assert_eq!(chosen("sea battle 11"), "sea-battle-11 = Sea Battle Tafl 11x11");
        assert_eq!(chosen("saami tablut"), "tablut-saami = Saami Tablut");
        assert_eq!(chosen("tablut magpie"), "tablut and magpie do not go together. Choose one of them.");
    }
}
