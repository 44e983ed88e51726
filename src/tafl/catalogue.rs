//! The variants this server knows, and how a challenge names one.

use crate::tafl::variant::{KingStrength, Overlay, OverlayError};
use crate::tafl::{RulesError, Variant};

/// The variant played where none is named.
const DEFAULT: &str = "hnefatafl";

/// pbmserv's options that stand for a board (S001).
const BOARDS: [(&str, &str); 4] =
    [("-small", "small"), ("-tablut", "small"), ("-medium", "medium"), ("-large", "large")];

/// The files built into the program.
const EMBEDDED: [(&str, &str); 19] = [
    ("hnefatafl.toml", include_str!("../../config/variants/hnefatafl.toml")),
    ("small.toml", include_str!("../../config/variants/small.toml")),
    ("medium.toml", include_str!("../../config/variants/medium.toml")),
    ("large.toml", include_str!("../../config/variants/large.toml")),
    ("copenhagen.toml", include_str!("../../config/variants/copenhagen.toml")),
    ("copenhagen-13.toml", include_str!("../../config/variants/copenhagen-13.toml")),
    ("tablut-saami.toml", include_str!("../../config/variants/tablut-saami.toml")),
    ("brandubh.toml", include_str!("../../config/variants/brandubh.toml")),
    ("copenhagen-walker.toml", include_str!("../../config/variants/copenhagen-walker.toml")),
    ("vikinggame.toml", include_str!("../../config/variants/vikinggame.toml")),
    ("fetlar.toml", include_str!("../../config/variants/fetlar.toml")),
    ("historical.toml", include_str!("../../config/variants/historical.toml")),
    ("sea-battle.toml", include_str!("../../config/variants/sea-battle.toml")),
    ("magpie.toml", include_str!("../../config/variants/magpie.toml")),
    ("ard-ri.toml", include_str!("../../config/variants/ard-ri.toml")),
    ("tawlbwrdd.toml", include_str!("../../config/variants/tawlbwrdd.toml")),
    ("parlett.toml", include_str!("../../config/variants/parlett.toml")),
    ("old-hnefatafl.toml", include_str!("../../config/variants/old-hnefatafl.toml")),
    ("alea-evangelii.toml", include_str!("../../config/variants/alea-evangelii.toml")),
];

/// The variants a server knows, in the order they are listed.
#[derive(Clone, Debug)]
pub struct Catalogue {
    variants: Vec<Variant>,
}

/// A variant file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// Its text is wrong.
    #[error("variant file {file}: {why}")]
    File {
        /// Which file.
        file: String,
        /// What is wrong with it.
        why: RulesError,
    },
    /// Its name is taken.
    #[error("variant file {file}: another variant is called \"{name}\" already")]
    NameTaken {
        /// Which file.
        file: String,
        /// The name.
        name: String,
    },
}

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
    /// The variants built into the program.
    pub fn embedded() -> Result<Catalogue, VariantError> {
        Catalogue::default_empty().with_files(EMBEDDED)
    }

    fn default_empty() -> Catalogue {
        Catalogue { variants: Vec::new() }
    }

    /// This catalogue with more files, each a name for error messages and a text. A file whose variant has the name of one that
    /// is known takes its place.
    pub fn with_files<'a>(
        mut self,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Catalogue, VariantError> {
        for (file, text) in files {
            let variant = Variant::from_toml(text).map_err(|why| VariantError::File { file: file.to_owned(), why })?;
            let place = self.variants.iter().position(|known| known.name == variant.name);
            for name in std::iter::once(&variant.name).chain(&variant.aliases) {
                let owner = self.variants.iter().position(|known| known.is_called(name));
                if owner.is_some() && owner != place {
                    return Err(VariantError::NameTaken { file: file.to_owned(), name: name.clone() });
                }
            }
            match place {
                Some(place) => self.variants[place] = variant,
                None => self.variants.push(variant),
            }
        }
        Ok(self)
    }

    /// The variant with this name or alias, in any case.
    pub fn find(&self, name: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.is_called(name))
    }

    /// All variants.
    pub fn iter(&self) -> impl Iterator<Item = &Variant> {
        self.variants.iter()
    }

    /// All names and aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.variants
            .iter()
            .flat_map(|variant| std::iter::once(&variant.name).chain(&variant.aliases))
            .map(String::as_str)
    }

    /// Reads a choice: at most one variant by name or by pbmserv's option, and options, in any order; nothing at all is the
    /// default game. Saying the same twice is no conflict (P11).
    pub fn parse_choice(&self, words: &str) -> Result<Variant, ChoiceError> {
        let mut board: Option<(&str, &Variant)> = None;
        let mut king: Option<(&str, KingStrength)> = None;
        let mut edge = false;
        for word in words.split_whitespace() {
            let conflict = |first: &str| ChoiceError::Conflict { first: first.to_owned(), second: word.to_owned() };
            let option = word.to_ascii_lowercase();
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
                match king {
                    Some((first, other)) if other != strength => return Err(conflict(first)),
                    Some(_) => {}
                    None => king = Some((word, strength)),
                }
                continue;
            }
            let variant = self.named(word, &option)?;
            match board {
                Some((first, other)) if other.name != variant.name => return Err(conflict(first)),
                Some(_) => {}
                None => board = Some((word, variant)),
            }
        }
        let variant = match board {
            Some((_, variant)) => variant,
            None => self.named(DEFAULT, DEFAULT)?,
        };
        Ok(variant.with(Overlay { king: king.map(|(_, strength)| strength), edge })?)
    }

    fn named(&self, word: &str, option: &str) -> Result<&Variant, ChoiceError> {
        let shown: String = word.chars().take(40).collect();
        if option.starts_with('-') {
            let board = BOARDS.iter().find(|(name, _)| *name == option).and_then(|(_, board)| self.find(board));
            return board.ok_or(ChoiceError::UnknownOption { word: shown });
        }
        self.find(option).ok_or_else(|| ChoiceError::Unknown { nearest: self.nearest(option), word: shown })
    }

    /// The known name that takes the fewest changes to reach, if it takes few.
    fn nearest(&self, word: &str) -> Option<String> {
        let word: String = word.chars().take(40).collect();
        let (changes, name) = self.names().map(|name| (changes(&word, name), name)).min()?;
        (changes <= 1 + word.len() / 4).then(|| name.to_owned())
    }
}

impl Variant {
    /// Whether this is its name or one of its aliases, in any case.
    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
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
    fn a_name_belongs_to_one_variant() {
        let catalogue = Catalogue::embedded().unwrap();
        let count = catalogue.iter().count();
        let file = include_str!("../../config/variants/brandubh.toml");
        let again = catalogue.clone().with_files([("mine.toml", file)]).unwrap();
        assert_eq!(again.iter().count(), count);
        let thief = file.replace("name = \"brandubh\"", "name = \"mine\"").replace("\"brandub\"", "\"tablut\"");
        let wrong = catalogue.with_files([("mine.toml", thief.as_str())]).unwrap_err();
        assert_eq!(wrong.to_string(), "variant file mine.toml: another variant is called \"tablut\" already");
    }

    #[test]
    fn no_name_is_used_twice() {
        let catalogue = Catalogue::embedded().unwrap();
        let mut names: Vec<&str> = catalogue.names().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
