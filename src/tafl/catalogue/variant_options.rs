//! How a game is chosen in words: a name, one of pbmserv's options for a board, and options that change it (S001). A command by mail, the
//! command line and a game record all use this table. Each has its own way to find the words and to report errors.
//!
//! Two different games, or `-weak` with `-strong`, contradict each other; the last one does not win. Two names of the same game (`-tablut
//! -small`) do not (P11).

use crate::tafl::otn::OtnError;
use crate::tafl::variant::{KingStrength, Overlay, OverlayError};
use crate::tafl::{Catalogue, Rules, Variant};

/// The game if none is named.
pub const DEFAULT_GAME: &str = "hnefatafl";

/// The fewest letters of an option that are answered with everything that it can mean. One or two letters may fit very many.
const AMBIGUOUS_LETTERS_MIN: usize = 3;

/// pbmserv's names for boards. As options they mean one rule set each, as they have for decades, whatever else is called tablut.
const BOARDS: [&str; 4] = ["small", "tablut", "medium", "large"];

/// Options that are not the name of a game.
const OPTIONS: [(&str, ChoiceOption<'static>); 5] = [
    ("weak", ChoiceOption::King(KingStrength::Weak)),
    ("strong", ChoiceOption::King(KingStrength::Strong)),
    ("edge", ChoiceOption::Edge),
    ("variant", ChoiceOption::Named),
    ("rules", ChoiceOption::Own),
];

/// What an option means.
#[derive(Clone, Copy, Debug)]
pub enum ChoiceOption<'a> {
    /// The strength of the king.
    King(KingStrength),
    /// The king escapes on the whole edge.
    Edge,
    /// The name of a game comes with it.
    Named,
    /// Rules outside the catalogue come with it.
    Own,
    /// A game, and the name that was used for it.
    Game(&'a Variant, &'a str),
    /// An option that only the caller knows.
    Other(&'static str),
}

/// An option that means nothing, or more than one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadOption {
    /// There is no such option.
    Unknown,
    /// It is the beginning of several.
    Ambiguous {
        /// What it can mean, without dashes.
        candidates: Vec<String>,
    },
}

/// Words that choose no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There is no variant with this name.
    #[error("There is no variant called \"{word}\".")]
    Unknown {
        /// The name.
        word: String,
    },
    /// There is no such option.
    #[error(
        "There is no option \"{word}\". The options are -small, -medium, -large, -weak, -strong and -edge. The name of a variant is an option too, as in -brandubh."
    )]
    UnknownOption {
        /// The option.
        word: String,
    },
    /// The beginning of several options.
    #[error("\"{word}\" can mean {}. Write a little more of it.", .candidates.join(" or "))]
    Ambiguous {
        /// The option.
        word: String,
        /// What it can mean.
        candidates: Vec<String>,
    },
    /// The option needs a name, and has none.
    #[error("{word} needs the name of a variant after it.")]
    WithoutValue {
        /// The option.
        word: String,
    },
    /// The option has a value that it cannot have.
    #[error("{word} cannot have a value after an = sign.")]
    WithValue {
        /// The option.
        word: String,
    },
    /// Two words that contradict each other.
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
    /// A record with rules that are not supported.
    #[error(transparent)]
    Record(#[from] OtnError),
}

/// What has been chosen so far, and by which words.
#[derive(Clone, Debug, Default)]
pub struct Choice<'a> {
    game: Option<(&'a Variant, String)>,
    /// The name of the game, if it is one that games may share.
    asked_as: Option<String>,
    king: Option<(KingStrength, String)>,
    edge: Option<String>,
}

impl<'a> Choice<'a> {
    /// Chooses a game. `shown` is the word that chose it, and `name` the name in it if several games may have that.
    pub fn game(&mut self, game: &'a Variant, shown: String, name: Option<String>) -> Result<(), ChoiceError> {
        match &self.game {
            Some((other, first)) if other.name != game.name => {
                return Err(ChoiceError::Conflict { first: first.clone(), second: shown });
            }
            _ => (self.game, self.asked_as) = (Some((game, shown)), name),
        }
        Ok(())
    }

    /// Chooses a king.
    pub fn king(&mut self, king: KingStrength, shown: String) -> Result<(), ChoiceError> {
        match &self.king {
            Some((other, first)) if *other != king => {
                return Err(ChoiceError::Conflict { first: first.clone(), second: shown });
            }
            _ => self.king = Some((king, shown)),
        }
        Ok(())
    }

    /// Chooses the edge for the king's escape.
    pub fn edge(&mut self, shown: String) {
        self.edge = Some(shown);
    }

    /// The word that chose something, if any: the game before its options.
    pub fn word(&self) -> Option<&str> {
        let king = self.king.as_ref().map(|(_, shown)| shown);
        self.game.as_ref().map(|(_, shown)| shown).or(king).or(self.edge.as_ref()).map(String::as_str)
    }

    /// The chosen variant. Without any words it is the default game.
    pub fn variant(&self, catalogue: &Catalogue) -> Result<Variant, ChoiceError> {
        let asked_for = self.asked_as.as_ref().and_then(|name| catalogue.asked_for(name));
        let game = || self.game.as_ref().map(|(game, _)| *game).or_else(|| catalogue.find(DEFAULT_GAME)).cloned();
        let Some(game) = asked_for.or_else(game) else {
            return Err(ChoiceError::Unknown { word: DEFAULT_GAME.to_owned() });
        };
        self.laid_over(&game)
    }

    /// The chosen options, applied to this game.
    fn laid_over(&self, game: &Variant) -> Result<Variant, ChoiceError> {
        let overlay = Overlay { king: self.king.as_ref().map(|(king, _)| *king), edge: self.edge.is_some() };
        Ok(if overlay == Overlay::default() { game.clone() } else { game.with(overlay)? })
    }

    /// The same for a variant that is in no catalogue. Then no other can be chosen. `shown` is the way in which it was named.
    pub fn over(&self, variant: &Variant, shown: &str) -> Result<Variant, ChoiceError> {
        match &self.game {
            Some((_, second)) => Err(ChoiceError::Conflict { first: shown.to_owned(), second: second.clone() }),
            None => self.laid_over(variant),
        }
    }
}

impl Catalogue {
    /// What an option means, by its name in lower case without dashes: the whole name or a beginning that is not ambiguous. `others` are
    /// options that choose no game and are also allowed here.
    pub fn option(&self, name: &str, others: &[&'static str]) -> Result<ChoiceOption<'_>, BadOption> {
        if let Some(option) = self.option_called(name, others) {
            return Ok(option);
        }
        let known = others.iter().copied().chain(self.option_names());
        let fitting: Vec<&str> = known.filter(|known| known.to_lowercase().starts_with(name)).collect();
        let mut meanings: Vec<&str> = fitting.iter().map(|known| self.meaning(known)).collect();
        meanings.sort_unstable();
        meanings.dedup();
        // `-brand` means the game whose name is the beginning of the other names.
        let shortest = fitting.iter().copied().min_by_key(|known| known.len());
        let shortest = shortest.filter(|short| fitting.iter().all(|known| known.starts_with(short)));
        let meant = shortest.or_else(|| fitting.first().copied().filter(|_| meanings.len() == 1));
        match meant.and_then(|known| self.option_called(&known.to_lowercase(), others)) {
            Some(option) => Ok(option),
            None if fitting.is_empty() || name.chars().count() < AMBIGUOUS_LETTERS_MIN => Err(BadOption::Unknown),
            None => Err(BadOption::Ambiguous { candidates: fitting.into_iter().map(str::to_owned).collect() }),
        }
    }

    fn option_called(&self, name: &str, others: &[&'static str]) -> Option<ChoiceOption<'_>> {
        let other = others.iter().find(|other| **other == name).map(|other| ChoiceOption::Other(other));
        let plain = OPTIONS.iter().find(|(known, _)| *known == name).map(|(_, option)| *option);
        other.or(plain).or_else(|| {
            let game = self.find(name)?;
            let names = std::iter::once(&game.name).chain(&game.aliases).chain(&game.shared_names);
            let name = names.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
            Some(ChoiceOption::Game(game, name))
        })
    }

    /// The names of all options, without dashes: first those that are not names of games, then the names of games.
    pub fn option_names(&self) -> impl Iterator<Item = &str> {
        let plain = Catalogue::plain_options().map(|name| -> &str { name });
        plain.chain(self.names())
    }

    /// The names of the options that are not names of games, without dashes.
    pub fn plain_options() -> impl Iterator<Item = &'static str> {
        OPTIONS.iter().map(|(name, _)| *name)
    }

    /// The names of the options that are listed if one is expected, without dashes: boards, and what changes them.
    pub fn usual_options() -> impl Iterator<Item = &'static str> {
        let laid_over = OPTIONS.iter().filter(|(_, option)| !matches!(option, ChoiceOption::Named | ChoiceOption::Own));
        BOARDS.into_iter().filter(|board| *board != "tablut").chain(laid_over.map(|(name, _)| *name))
    }

    /// What a name stands for, so that two aliases of one game count as one.
    pub fn meaning<'a>(&'a self, known: &'a str) -> &'a str {
        self.find(known).map_or(known, |game| game.name.as_str())
    }

    /// Reads a choice: at most one variant by name or by option, and options, in any order. Without any words it is the default game.
    pub fn parse_choice(&self, words: &str) -> Result<Variant, ChoiceError> {
        if let Some(record) = own_record(words) {
            return Ok(Variant::own(Rules::from_otn(record)?));
        }
        self.choose(words)?.variant(self)
    }

    /// The same, without making a variant of it.
    pub fn choose(&self, words: &str) -> Result<Choice<'_>, ChoiceError> {
        let mut choice = Choice::default();
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut left = words.as_slice();
        while let [first, rest @ ..] = left {
            let Some((name, value)) = option(first) else {
                let (count, name) = self.name_of_words(left).unwrap_or((1, (*first).to_owned()));
                left = &left[count..];
                self.choose_named(&mut choice, &name, name.clone())?;
                continue;
            };
            left = rest;
            let word = cut(first);
            match (self.option(&name, &[]), value) {
                (Ok(ChoiceOption::Named | ChoiceOption::Own), value) => {
                    let next = || left.first().filter(|next| option(next).is_none()).copied();
                    let Some(name) = value.or_else(next) else {
                        return Err(ChoiceError::WithoutValue { word });
                    };
                    left = &left[usize::from(value.is_none())..];
                    self.choose_named(&mut choice, name, cut(name))?;
                }
                (Ok(_), Some(_)) => return Err(ChoiceError::WithValue { word }),
                (Ok(ChoiceOption::King(king)), None) => choice.king(king, word)?,
                (Ok(ChoiceOption::Edge), None) => choice.edge(word),
                (Ok(ChoiceOption::Game(game, name)), None) => choice.game(game, word, shareable(name))?,
                (Ok(ChoiceOption::Other(_)) | Err(BadOption::Unknown), _) => {
                    return Err(ChoiceError::UnknownOption { word });
                }
                (Err(BadOption::Ambiguous { candidates }), _) => {
                    let candidates = candidates.iter().map(|name| format!("-{name}")).collect();
                    return Err(ChoiceError::Ambiguous { word, candidates });
                }
            }
        }
        Ok(choice)
    }

    fn choose_named<'a>(&'a self, choice: &mut Choice<'a>, name: &str, shown: String) -> Result<(), ChoiceError> {
        let game = self.find(name).ok_or_else(|| ChoiceError::Unknown { word: cut(name) })?;
        choice.game(game, shown, Some(name.to_owned()))
    }
}

/// The name after an option's dash, if several games may have it. The option for a board means exactly one of them.
pub fn shareable(name: &str) -> Option<String> {
    let is_board = BOARDS.iter().chain([&DEFAULT_GAME]).any(|board| board.eq_ignore_ascii_case(name));
    (!is_board).then(|| name.to_owned())
}

/// The name of an option in a word, in lower case, and its value.
fn option(word: &str) -> Option<(String, Option<&str>)> {
    let body = word.strip_prefix('-')?.trim_start_matches('-');
    let (name, value) = body.split_once('=').map_or((body, None), |(name, value)| (name, Some(value)));
    Some((name.to_lowercase(), value.filter(|value| !value.is_empty())))
}

/// The rules record, if the words are one after `-rules`. It says everything, so nothing else can be chosen.
fn own_record(words: &str) -> Option<&str> {
    let (name, record) = words.trim_start().split_once(['=', ' '])?;
    let record = record.trim();
    matches!(name, "-rules" | "--rules").then_some(record).filter(|record| record.starts_with("dim:"))
}

/// The part of a word that an error shows.
fn cut(word: &str) -> String {
    word.chars().take(40).collect()
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
    fn an_unknown_word_is_answered() {
        assert_eq!(chosen("talbut"), "There is no variant called \"talbut\".");
        assert!(chosen("-talbut").starts_with("There is no option \"-talbut\". The options are -small,"));
        assert_eq!(chosen("small -strong=1"), "-strong=1 cannot have a value after an = sign.");
        assert_eq!(chosen("-variant -edge"), "-variant needs the name of a variant after it.");
    }

    #[test]
    fn an_option_may_be_cut_short_where_nothing_else_begins_so() {
        assert_eq!(chosen("small -str -edg"), chosen("small -strong -edge"));
        assert_eq!(chosen("--LARGE --wea"), chosen("-large -weak"));
        assert_eq!(chosen("-brand"), "brandubh = Brandubh");
        assert_eq!(chosen("small -str -e"), chosen("small -strong -edge"));
        assert!(chosen("-s").starts_with("There is no option \"-s\". The options are -small,"));
        assert!(chosen("-tabl").starts_with("small ="), "{}", chosen("-tabl"));
        assert!(chosen("-cop").starts_with("\"-cop\" can mean -copenhagen"), "{}", chosen("-cop"));
    }

    #[test]
    fn a_variant_or_own_rules_may_be_named_by_an_option() {
        assert_eq!(chosen("-variant=Brandubh -edge"), chosen("brandubh -edge"));
        assert_eq!(chosen("-strong -variant parlett"), chosen("parlett -strong"));
        assert_eq!(chosen("-variant=brandubh -small"), "brandubh and -small do not go together. Choose one of them.");
        assert_eq!(chosen("-rules=dim:7 esc:e start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"), "own-rules = Own rules 7x7");
        assert_eq!(chosen("-rules=brandubh"), chosen("brandubh"));
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
