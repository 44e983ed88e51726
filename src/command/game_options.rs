//! Which game is meant: the name before the command, a name after it, and the options `-small`, `-variant=NAME`, `-strong`, `-edge` at any
//! place.
//!
//! Two different games, or `-weak` with `-strong`, contradict each other; the last one does not win. Two names of the same game (`-tablut
//! -small`) do not.

use std::ops::Range;

use crate::command::complaint::{Complaint, ComplaintKind, Misfit};
use crate::command::conditions::Conditions;
use crate::command::cursor::Args;
use crate::command::lexer::{Word, is_square_shape};
use crate::command::nearest::{Place, nearest};
use crate::command::player_id;
use crate::command::rules_record;
use crate::command::table::Verb;
use crate::command::terms::{Terms, Timing};
use crate::command::topics::topics;
use crate::tafl::{
    self, BadOption, Catalogue, ChoiceError, ChoiceOption, DEFAULT_GAME, OtnError, OverlayError, RulesError, Variant,
    shareable,
};

/// The option for rules outside the catalogue.
const OWN_OPTION: &str = "-rules";
/// The options that choose conditions and not a game.
const UNRATED: &str = "unrated";
const PRIVATE: &str = "private";
const CLOCK: &str = "clock";
/// The option for a challenge that takes the place of another.
const INSTEAD: &str = "instead";
const CONDITIONS: [&str; 4] = [UNRATED, PRIVATE, CLOCK, INSTEAD];
/// The option for the clock.
const CLOCK_OPTION: &str = "-clock";
/// The option for the board of another challenge.
const INSTEAD_OPTION: &str = "-instead";

/// What has been chosen so far, and where.
#[derive(Default)]
pub(in crate::command) struct Choice<'a> {
    chosen: tafl::Choice<'a>,
    /// Rules outside the catalogue. A record says everything, so nothing else can be chosen.
    own: Option<Terms>,
    /// The chosen conditions.
    pub(in crate::command) conditions: Conditions,
    clock: Option<Timing>,
    /// The board of the challenge whose place this one takes.
    pub(in crate::command) instead: Option<u32>,
    /// The last word that chose a condition, and its place.
    condition: Option<(Range<usize>, String)>,
    /// The last word that chose something, for a complaint about the whole.
    at: Option<Range<usize>>,
}

impl<'a> Choice<'a> {
    /// Removes the options from the line. The name before the command counts, unless it is the default game's: `hnefatafl` is also the name
    /// of the whole family.
    pub(in crate::command) fn read(args: &mut Args<'a>) -> Result<Choice<'a>, Complaint> {
        let mut choice = Choice::default();
        if let Some(game) = args.game.filter(|game| game.name != DEFAULT_GAME) {
            choice.choose(args, None, |chosen| chosen.game(game, game.name.clone(), args.game_name.clone()))?;
        }
        let mut ahead = 0;
        while let Some(word) = args.peek(ahead) {
            match word.option() {
                None => ahead += 1,
                Some((name, value)) => {
                    args.remove(ahead);
                    choice.option(args, ahead, word, &name, value)?;
                }
            }
        }
        Ok(choice)
    }

    fn option(
        &mut self,
        args: &mut Args<'a>,
        ahead: usize,
        word: &Word,
        name: &str,
        value: Option<String>,
    ) -> Result<(), Complaint> {
        let shown = word.lower();
        match option_called(args.catalogue, name).map_err(|kind| args.complain(word, kind))? {
            ChoiceOption::Own => self.choose_own(args, ahead, word, value),
            ChoiceOption::Other(CLOCK) => self.choose_clock(args, ahead, word, value),
            ChoiceOption::Other(INSTEAD) => self.choose_instead(args, word, value),
            ChoiceOption::Named => {
                let (named, name) = match value.filter(|value| !value.is_empty()) {
                    Some(value) => (word, value),
                    None => match args.peek(ahead) {
                        Some(next) if next.option().is_none() => {
                            args.remove(ahead);
                            (next, next.plain.clone())
                        }
                        _ => {
                            let option = "-variant".to_owned();
                            return Err(args.complain(word, ComplaintKind::OptionWithoutValue { option }));
                        }
                    },
                };
                let game = game(args, named, &name)?;
                self.choose_game(args, named, game, shown, Some(name))
            }
            _ if value.is_some() => {
                let option = shown.split('=').next().unwrap_or_default().to_owned();
                Err(args.complain(word, ComplaintKind::OptionWithValue { option }))
            }
            ChoiceOption::Game(game, name) => self.choose_game(args, word, game, shown, shareable(name)),
            ChoiceOption::King(king) => {
                self.choose(args, Some((word, &shown)), |chosen| chosen.king(king, shown.clone()))
            }
            ChoiceOption::Edge => self.choose(args, Some((word, &shown)), |chosen| {
                chosen.edge(shown.clone());
                Ok(())
            }),
            ChoiceOption::Other(condition) => {
                self.conditions.unrated |= condition == UNRATED;
                self.conditions.private |= condition == PRIVATE;
                self.condition = Some((word.at.clone(), shown));
                Ok(())
            }
        }
    }

    /// Chooses something, unless rules outside the catalogue were given before. A name at the beginning of the line does not count then.
    fn choose(
        &mut self,
        args: &Args<'a>,
        word: Option<(&Word, &str)>,
        choose: impl FnOnce(&mut tafl::Choice<'a>) -> Result<(), ChoiceError>,
    ) -> Result<(), Complaint> {
        let at = word.map(|(word, _)| word.at.clone());
        if let (Some(_), Some((word, shown))) = (&self.own, word) {
            let (first, second) = (OWN_OPTION.to_owned(), shown.to_owned());
            return Err(args.complain(word, ComplaintKind::Conflict { first, second }));
        }
        choose(&mut self.chosen).map_err(|why| args.complain_at(at.clone().unwrap_or_default(), why.into()))?;
        self.at = at.or(self.at.take());
        Ok(())
    }

    /// `-rules` with a record, the number of a board, or the name of a game.
    fn choose_own(
        &mut self,
        args: &mut Args<'a>,
        ahead: usize,
        word: &Word,
        value: Option<String>,
    ) -> Result<(), Complaint> {
        let from = match value.filter(|value| !value.is_empty()) {
            Some(_) => word,
            None => match args.peek(ahead).filter(|next| next.option().is_none()) {
                Some(next) => next,
                None => {
                    let option = OWN_OPTION.to_owned();
                    return Err(args.complain(word, ComplaintKind::OptionWithoutValue { option }));
                }
            },
        };
        let terms = if rules_record::begins_in(from) {
            let record = args.remove_record(from);
            let rules = record
                .rules()
                .map_err(|(at, why)| args.complain_at(at, ComplaintKind::BadRecord { why: Box::new(why) }))?;
            Terms::Variant(Variant::own(rules))
        } else {
            let name = from.option().and_then(|(_, value)| value).unwrap_or_else(|| from.plain.clone());
            if from.whole != word.whole {
                args.remove(ahead);
            }
            match name.strip_prefix('#').unwrap_or(&name).parse() {
                Ok(number) => Terms::AsOn(number),
                Err(_) => {
                    let game = game(args, from, &name)?;
                    return self.choose_game(args, from, game, OWN_OPTION.to_owned(), Some(name));
                }
            }
        };
        let own = self.own.as_ref().map(|_| OWN_OPTION);
        if let Some(first) = self.chosen.word().or(own).map(str::to_owned) {
            let second = OWN_OPTION.to_owned();
            return Err(args.complain(word, ComplaintKind::Conflict { first, second }));
        }
        self.own = Some(terms);
        self.at = Some(word.at.clone());
        Ok(())
    }

    /// `-clock` with the name of a clock, a written clock, or `none`.
    fn choose_clock(
        &mut self,
        args: &mut Args<'a>,
        ahead: usize,
        word: &Word,
        value: Option<String>,
    ) -> Result<(), Complaint> {
        if !matches!(args.entry.verb, Verb::Challenge | Verb::OpenChallenge) {
            let (option, command) = (CLOCK_OPTION.to_owned(), args.entry.name);
            return Err(args.complain(word, ComplaintKind::OptionOutOfPlace { option, command }));
        }
        let (at, written) = match (value.filter(|value| !value.is_empty()), args.peek(ahead)) {
            (Some(value), _) => (word, value),
            (None, Some(next)) if next.option().is_none() => {
                args.remove(ahead);
                (next, next.plain.clone())
            }
            _ => {
                let option = CLOCK_OPTION.to_owned();
                return Err(args.complain(word, ComplaintKind::OptionWithoutValue { option }));
            }
        };
        let clock = Timing::read(&written).map_err(|why| args.complain(at, ComplaintKind::BadClock { why }))?;
        if self.clock.is_some_and(|other| other != clock) {
            let (first, second) = (CLOCK_OPTION.to_owned(), word.lower());
            return Err(args.complain(word, ComplaintKind::Conflict { first, second }));
        }
        self.clock = Some(clock);
        Ok(())
    }

    /// `-instead=` with the number of a board.
    fn choose_instead(&mut self, args: &Args<'a>, word: &Word, value: Option<String>) -> Result<(), Complaint> {
        let option = INSTEAD_OPTION.to_owned();
        if args.entry.verb != Verb::Challenge {
            return Err(args.complain(word, ComplaintKind::OptionOutOfPlace { option, command: args.entry.name }));
        }
        let number = value.and_then(|value| value.trim_start_matches('#').parse().ok());
        let number =
            number.ok_or_else(|| args.complain(word, ComplaintKind::OptionWithoutValue { option: option.clone() }))?;
        if self.instead.is_some_and(|other| other != number) {
            return Err(args.complain(word, ComplaintKind::Conflict { first: option, second: word.lower() }));
        }
        self.instead = Some(number);
        Ok(())
    }

    /// The clock for a challenge; `None` for the club's default.
    pub(in crate::command) fn clock(&self) -> Option<Timing> {
        self.clock
    }

    /// Words that name a game without a dash, if they do. All but the last of them are taken.
    pub(in crate::command) fn name(&mut self, args: &mut Args<'a>, word: &Word) -> Result<(), Complaint> {
        let (count, name) = args.name_of_game().unwrap_or((1, word.plain.clone()));
        let game = game(args, word, &name)?;
        (1..count).for_each(|_| args.skip());
        self.choose_game(args, word, game, name.to_lowercase(), Some(name))
    }

    /// A game by the name in a word, as in `variant=tablut`.
    pub(in crate::command) fn named(&mut self, args: &Args<'a>, word: &Word, name: &str) -> Result<(), Complaint> {
        let game = game(args, word, name)?;
        self.choose_game(args, word, game, word.lower(), Some(name.to_owned()))
    }

    fn choose_game(
        &mut self,
        args: &Args<'a>,
        word: &Word,
        game: &'a Variant,
        shown: String,
        asked_as: Option<String>,
    ) -> Result<(), Complaint> {
        self.choose(args, Some((word, &shown)), |chosen| chosen.game(game, shown.clone(), asked_as))
    }

    /// Whether anything was chosen, also by the name before the command.
    pub(in crate::command) fn is_made(&self, args: &Args<'a>) -> bool {
        self.is_chosen() || args.game.is_some()
    }

    /// The same, but the name of the whole family before the command chooses nothing.
    pub(in crate::command) fn is_chosen(&self) -> bool {
        self.chosen.word().is_some() || self.own.is_some() || self.condition.is_some()
    }

    /// The rules chosen for a challenge.
    pub(in crate::command) fn terms(&self, args: &Args<'a>) -> Result<Terms, Complaint> {
        match &self.own {
            Some(terms) => Ok(terms.clone()),
            None => self.game_chosen(args).map(Terms::Variant),
        }
    }

    /// The game with its options, for a command that begins no game.
    pub(in crate::command) fn variant(&self, args: &Args<'a>) -> Result<Variant, Complaint> {
        if let Some((at, option)) = self.condition.clone() {
            let kind = ComplaintKind::OptionOutOfPlace { option, command: args.entry.name };
            return Err(args.complain_at(at, kind));
        }
        self.game_chosen(args)
    }

    /// Complains about rules outside the catalogue, for a command that cannot use them.
    pub(in crate::command) fn refuse_own(&self, args: &Args<'a>) -> Result<(), Complaint> {
        if self.own.is_none() {
            return Ok(());
        }
        let (at, option) = (self.at.clone().unwrap_or_default(), OWN_OPTION.to_owned());
        Err(args.complain_at(at, ComplaintKind::OptionOutOfPlace { option, command: args.entry.name }))
    }

    /// The game with its options, whatever else was chosen.
    pub(in crate::command) fn game_chosen(&self, args: &Args<'a>) -> Result<Variant, Complaint> {
        match &self.own {
            Some(Terms::Variant(own)) => return Ok(own.clone()),
            Some(Terms::AsOn(number)) => {
                let (at, option) = (self.at.clone().unwrap_or_default(), format!("{OWN_OPTION}={number}"));
                return Err(args.complain_at(at, ComplaintKind::OptionOutOfPlace { option, command: args.entry.name }));
            }
            None => {}
        }
        let at = self.at.clone().unwrap_or_default();
        self.chosen.variant(args.catalogue).map_err(|why| args.complain_at(at, why.into()))
    }
}

impl From<ChoiceError> for ComplaintKind {
    fn from(why: ChoiceError) -> ComplaintKind {
        match why {
            ChoiceError::Conflict { first, second } => ComplaintKind::Conflict { first, second },
            ChoiceError::Unknown { word } => ComplaintKind::UnknownVariant { word, nearest: Vec::new() },
            ChoiceError::UnknownOption { word } => ComplaintKind::UnknownOption { word, nearest: Vec::new() },
            ChoiceError::Ambiguous { word, candidates } => ComplaintKind::Ambiguous { word, candidates },
            ChoiceError::WithoutValue { word } => ComplaintKind::OptionWithoutValue { option: word },
            ChoiceError::WithValue { word } => ComplaintKind::OptionWithValue { option: word },
            ChoiceError::Record(why) => ComplaintKind::BadRecord { why: Box::new(why) },
            ChoiceError::Overlay(OverlayError::NoThrone { variant }) => ComplaintKind::NoThrone { variant },
            ChoiceError::Overlay(OverlayError::Unlawful { variant, why }) => match why {
                RulesError::Wrong { found, expected, .. } => {
                    ComplaintKind::NoOverlay { variant, why: Box::new(Misfit { found, expected }) }
                }
                // Nothing was read as TOML.
                RulesError::TooLong | RulesError::Unreadable(_) => {
                    ComplaintKind::BadRecord { why: Box::new(OtnError::TooLong) }
                }
            },
        }
    }
}

/// The game with this name, or a complaint about the word.
pub(in crate::command) fn game<'a>(args: &Args<'a>, word: &Word, name: &str) -> Result<&'a Variant, Complaint> {
    args.catalogue.find(name).ok_or_else(|| {
        let kind =
            ComplaintKind::UnknownVariant { word: name.to_owned(), nearest: nearest_games(args.catalogue, name) };
        args.complain(word, kind)
    })
}

/// The names of games that are similar to a word. If the word is a size, `11x11`, the games on such a board.
pub fn nearest_games(catalogue: &Catalogue, word: &str) -> Vec<String> {
    let sized: Vec<String> = games_of_size(catalogue, word).map(|game| game.name.clone()).collect();
    if !sized.is_empty() {
        return sized;
    }
    let mut games: Vec<(&str, String)> = Vec::new();
    for name in nearest(word, Place::Name, catalogue.names()) {
        let game = catalogue.meaning(name);
        if !games.iter().any(|(seen, _)| *seen == game) {
            games.push((game, name.to_owned()));
        }
    }
    games.into_iter().map(|(_, name)| name).collect()
}

/// The first games of a catalogue with the size in a word.
fn games_of_size<'a>(catalogue: &'a Catalogue, word: &str) -> impl Iterator<Item = &'a Variant> {
    const LISTED_MAX: usize = 6;
    let size = word
        .trim_start_matches('-')
        .split_once(['x', '\u{d7}'])
        .filter(|(width, height)| width == height)
        .and_then(|(size, _)| size.parse::<usize>().ok());
    catalogue.iter().filter(move |game| Some(usize::from(game.rules.size())) == size).take(LISTED_MAX)
}

/// The names of the options that are not names of games, without dashes.
fn plain_options() -> impl Iterator<Item = &'static str> {
    Catalogue::plain_options().chain(CONDITIONS)
}

/// The options that a complaint lists, without dashes.
pub fn usual_options() -> impl Iterator<Item = &'static str> {
    Catalogue::usual_options().chain(CONDITIONS.into_iter().filter(|name| ![CLOCK, INSTEAD].contains(name)))
}

/// The option, other than a game, that a word without a dash was probably meant to be.
pub(in crate::command) fn nearest_option(word: &str) -> Option<&'static str> {
    nearest(word, Place::Name, plain_options()).first().copied()
}

/// Whether the word, without its dash, is the whole name of an option.
pub(in crate::command) fn is_option_name(catalogue: &Catalogue, word: &str) -> bool {
    plain_options().any(|name| name == word) || catalogue.find(word).is_some()
}

/// Whether a game may have this name: it has no other meaning alone, before a command, or as an option.
pub fn is_name_for_a_game(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && !is_square_shape(name)
        && !player_id::is_reserved(name)
        && !plain_options().any(|option| option == name)
        && !topics().iter().any(|topic| topic.name == name)
}

fn option_called<'a>(catalogue: &'a Catalogue, name: &str) -> Result<ChoiceOption<'a>, ComplaintKind> {
    let word = format!("-{name}");
    catalogue.option(name, &CONDITIONS).map_err(|bad| match bad {
        BadOption::Ambiguous { candidates } => {
            let candidates = candidates.into_iter().map(|known| format!("-{known}")).collect();
            ComplaintKind::Ambiguous { word, candidates }
        }
        BadOption::Unknown => ComplaintKind::UnknownOption { word, nearest: nearest_options(catalogue, name) },
    })
}

/// The options that are similar to a word, as a suggestion shows them: `-small (9x9)`.
pub fn nearest_options(catalogue: &Catalogue, word: &str) -> Vec<String> {
    let glossed = |known: &str| match catalogue.find(known) {
        Some(game) if !plain_options().any(|option| option == known) => {
            let size = game.rules.size();
            format!("-{known} ({size}x{size})")
        }
        _ => format!("-{known}"),
    };
    let sized: Vec<String> = games_of_size(catalogue, word).map(|game| format!("-{}", game.name)).collect();
    if !sized.is_empty() {
        return sized;
    }
    let known = CONDITIONS.into_iter().chain(catalogue.option_names());
    nearest(word, Place::Name, known).into_iter().map(glossed).collect()
}
