//! Which game is meant: the name in front of the command, a name behind it, and the options `-small`, `-variant=NAME`, `-strong`,
//! `-edge` wherever they stand.
//!
//! Two different games, or `-weak` with `-strong`, are a contradiction and not a matter of which comes last. The same game by two of its
//! names (`-tablut -small`) is none.

use std::ops::Range;

use crate::command::args::Args;
use crate::command::command::{Terms, Timing};
use crate::command::complaint::{Complaint, ComplaintKind};
use crate::command::lexer::{Word, is_square_shape};
use crate::command::nearest::{Place, nearest};
use crate::command::player_id;
use crate::command::record;
use crate::command::table::{BEGINNING_LETTERS_MIN, Word as Meaning};
use crate::command::topics::topics;
use crate::tafl::{Catalogue, KingStrength, Overlay, Variant};

/// The game meant where none is named.
pub const DEFAULT_GAME: &str = "hnefatafl";

/// Options that are no game's name.
const OPTIONS: [(&str, Choosing); 6] = [
    ("weak", Choosing::King(KingStrength::Weak)),
    ("strong", Choosing::King(KingStrength::Strong)),
    ("edge", Choosing::Edge),
    ("variant", Choosing::Named),
    ("rules", Choosing::Own),
    ("clock", Choosing::Clock),
];

/// The option for rules that are no game of the catalogue.
const OWN_OPTION: &str = "-rules";
/// The option for the clock.
const CLOCK_OPTION: &str = "-clock";

#[derive(Clone, Copy)]
enum Choosing {
    King(KingStrength),
    Edge,
    Named,
    Own,
    Clock,
}

/// What an option's name turned out to be.
enum Found<'a> {
    Option(Choosing),
    /// A game, and the name it was found by.
    Game(&'a Variant, String),
}

/// What has been chosen so far, and by which words.
#[derive(Default)]
pub(in crate::command) struct Choice<'a> {
    game: Option<(&'a Variant, String)>,
    /// Rules that are no game of the catalogue. A record says everything, so nothing else can be chosen besides.
    own: Option<Terms>,
    /// The name of the game, where it is one that games may share.
    asked_as: Option<String>,
    king: Option<(KingStrength, String)>,
    edge: bool,
    clock: Option<Timing>,
    /// The last word that chose something, for a complaint about the whole.
    at: Option<Range<usize>>,
}

impl<'a> Choice<'a> {
    /// Takes the options out of the line. The name in front of the command counts, unless it is the default game's: `hnefatafl` is also
    /// the name of the whole family.
    pub(in crate::command) fn read(args: &mut Args<'a>) -> Result<Choice<'a>, Complaint> {
        let mut choice = Choice::default();
        if let Some(game) = args.game.filter(|game| game.name != DEFAULT_GAME) {
            choice.game = Some((game, game.name.clone()));
            choice.asked_as = args.game_name.clone();
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
        let found = find(args.catalogue, name).map_err(|kind| args.complain(word, kind))?;
        let choosing = match found {
            Found::Option(Choosing::Own) => return self.choose_own(args, ahead, word, value),
            Found::Option(Choosing::Clock) => return self.choose_clock(args, ahead, word, value),
            Found::Option(Choosing::Named) => {
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
                return self.choose_game(args, named, game, (shown, Some(name)));
            }
            _ if value.is_some() => {
                let option = shown.split('=').next().unwrap_or_default().to_owned();
                return Err(args.complain(word, ComplaintKind::OptionWithValue { option }));
            }
            Found::Game(game, name) => {
                let name = Some(name).filter(|name| !Catalogue::is_board_option(&format!("-{name}")));
                return self.choose_game(args, word, game, (shown, name));
            }
            Found::Option(choosing) => choosing,
        };
        if self.own.is_some() {
            let (first, second) = (OWN_OPTION.to_owned(), shown);
            return Err(args.complain(word, ComplaintKind::Conflict { first, second }));
        }
        self.at = Some(word.at.clone());
        match (choosing, &self.king) {
            (Choosing::King(king), Some((other, first))) if king != *other => {
                let (first, second) = (first.clone(), shown);
                Err(args.complain(word, ComplaintKind::Conflict { first, second }))
            }
            (Choosing::King(king), _) => {
                self.king = Some((king, shown));
                Ok(())
            }
            _ => {
                self.edge = true;
                Ok(())
            }
        }
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
        let terms = if record::begins_in(from) {
            let record = args.remove_record(from);
            let rules = record
                .rules()
                .map_err(|(at, why)| args.complain_at(at, ComplaintKind::BadRecord { why: why.to_string() }))?;
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
                    return self.choose_game(args, from, game, (OWN_OPTION.to_owned(), Some(name)));
                }
            }
        };
        let king = self.king.as_ref().map(|(_, shown)| shown.clone());
        let chosen = king.or_else(|| self.edge.then(|| "-edge".to_owned()));
        let game = self.game.as_ref().map(|(_, shown)| shown.clone());
        let own = self.own.as_ref().map(|_| OWN_OPTION.to_owned());
        if let Some(first) = game.or(chosen).or(own) {
            let second = OWN_OPTION.to_owned();
            return Err(args.complain(word, ComplaintKind::Conflict { first, second }));
        }
        self.own = Some(terms);
        self.at = Some(word.at.clone());
        Ok(())
    }

    /// `-clock` with the name of a clock, one of a player's own, or `none`.
    fn choose_clock(
        &mut self,
        args: &mut Args<'a>,
        ahead: usize,
        word: &Word,
        value: Option<String>,
    ) -> Result<(), Complaint> {
        if args.entry.word != Meaning::Challenge {
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
        let clock = Timing::read(&written)
            .map_err(|why| args.complain(at, ComplaintKind::BadClock { why: why.to_string() }))?;
        if self.clock.is_some_and(|other| other != clock) {
            let (first, second) = (CLOCK_OPTION.to_owned(), word.lower());
            return Err(args.complain(word, ComplaintKind::Conflict { first, second }));
        }
        self.clock = Some(clock);
        Ok(())
    }

    /// The clock chosen for a challenge; `None` for that of the house.
    pub(in crate::command) fn clock(&self) -> Option<Timing> {
        self.clock
    }

    /// Words that name a game without a dash, if they do. All but the last of them are taken.
    pub(in crate::command) fn name(&mut self, args: &mut Args<'a>, word: &Word) -> Result<(), Complaint> {
        let (count, name) = args.name_of_game().unwrap_or((1, word.plain.clone()));
        let game = game(args, word, &name)?;
        (1..count).for_each(|_| args.skip());
        self.choose_game(args, word, game, (name.to_lowercase(), Some(name)))
    }

    fn choose_game(
        &mut self,
        args: &Args<'a>,
        word: &Word,
        game: &'a Variant,
        (shown, asked_as): (String, Option<String>),
    ) -> Result<(), Complaint> {
        match &self.game {
            _ if self.own.is_some() => {
                let (first, second) = (OWN_OPTION.to_owned(), shown);
                Err(args.complain(word, ComplaintKind::Conflict { first, second }))
            }
            Some((other, first)) if other.name != game.name => {
                let (first, second) = (first.clone(), shown);
                Err(args.complain(word, ComplaintKind::Conflict { first, second }))
            }
            _ => {
                self.game = Some((game, shown));
                self.asked_as = asked_as;
                self.at = Some(word.at.clone());
                Ok(())
            }
        }
    }

    /// Whether anything was chosen, the name in front of the command included.
    pub(in crate::command) fn is_made(&self, args: &Args<'a>) -> bool {
        self.game.is_some() || self.own.is_some() || self.king.is_some() || self.edge || args.game.is_some()
    }

    /// The rules chosen for a challenge.
    pub(in crate::command) fn terms(&self, args: &Args<'a>) -> Result<Terms, Complaint> {
        match &self.own {
            Some(terms) => Ok(terms.clone()),
            None => self.variant(args).map(Terms::Variant),
        }
    }

    /// The game with its options.
    pub(in crate::command) fn variant(&self, args: &Args<'a>) -> Result<Variant, Complaint> {
        match &self.own {
            Some(Terms::Variant(own)) => return Ok(own.clone()),
            Some(Terms::AsOn(number)) => {
                let (at, option) = (self.at.clone().unwrap_or_default(), format!("{OWN_OPTION}={number}"));
                return Err(args.complain_at(at, ComplaintKind::OptionOutOfPlace { option, command: args.entry.name }));
            }
            None => {}
        }
        let game = self.game.as_ref().map(|(game, _)| *game).or_else(|| args.catalogue.find(DEFAULT_GAME));
        let asked_for = self.asked_as.as_ref().and_then(|name| args.catalogue.asked_for(name));
        let Some(game) = asked_for.or_else(|| game.cloned()) else {
            return Err(args.missing("A game"));
        };
        if self.king.is_none() && !self.edge {
            return Ok(game);
        }
        let overlay = Overlay { king: self.king.as_ref().map(|(king, _)| *king), edge: self.edge };
        game.with(overlay).map_err(|why| {
            let at = self.at.clone().unwrap_or_default();
            args.complain_at(at, ComplaintKind::NoOverlay { why: why.to_string() })
        })
    }
}

/// The game of that name, or a complaint about the word.
pub(in crate::command) fn game<'a>(args: &Args<'a>, word: &Word, name: &str) -> Result<&'a Variant, Complaint> {
    args.catalogue.find(name).ok_or_else(|| {
        let kind =
            ComplaintKind::UnknownVariant { word: name.to_owned(), nearest: nearest_games(args.catalogue, name) };
        args.complain(word, kind)
    })
}

/// The names of games near to a word.
pub(in crate::command) fn nearest_games(catalogue: &Catalogue, word: &str) -> Vec<String> {
    let mut games: Vec<(&str, String)> = Vec::new();
    for name in nearest(word, Place::Name, catalogue.names()) {
        let game = meaning(catalogue, name);
        if !games.iter().any(|(seen, _)| *seen == game) {
            games.push((game, name.to_owned()));
        }
    }
    games.into_iter().map(|(_, name)| name).collect()
}

/// The options that a complaint lists: pbmserv's boards, and what is no game's name.
pub(in crate::command) fn usual_options() -> impl Iterator<Item = &'static str> {
    const BOARDS: [&str; 3] = ["small", "medium", "large"];
    BOARDS.into_iter().chain(
        OPTIONS
            .iter()
            .filter(|(_, choosing)| !matches!(choosing, Choosing::Named | Choosing::Own | Choosing::Clock))
            .map(|(name, _)| *name),
    )
}

/// The option, other than a game, that a word without its dash probably was meant to be.
pub(in crate::command) fn nearest_option(word: &str) -> Option<&'static str> {
    let options = OPTIONS.iter().map(|(name, _)| *name);
    nearest(word, Place::Name, options).first().copied()
}

/// Whether the word, without its dash, is the whole name of an option.
pub(in crate::command) fn is_option_name(catalogue: &Catalogue, word: &str) -> bool {
    OPTIONS.iter().any(|(name, _)| *name == word) || catalogue.find(word).is_some()
}

/// Whether a game may have this name: it means nothing else where players write it, be it alone, in front of a command or as an option.
pub fn is_name_for_a_game(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && !is_square_shape(name)
        && !player_id::is_reserved(name)
        && !OPTIONS.iter().any(|(option, _)| *option == name)
        && !topics().iter().any(|topic| topic.name == name)
}

fn find<'a>(catalogue: &'a Catalogue, name: &str) -> Result<Found<'a>, ComplaintKind> {
    if let Some((_, choosing)) = OPTIONS.iter().find(|(known, _)| *known == name) {
        return Ok(Found::Option(*choosing));
    }
    if let Some(game) = catalogue.find(name) {
        return Ok(Found::Game(game, name.to_owned()));
    }
    let known: Vec<&str> = OPTIONS.iter().map(|(known, _)| *known).chain(catalogue.names()).collect();
    if name.chars().count() >= BEGINNING_LETTERS_MIN {
        let fitting: Vec<&str> = known.iter().copied().filter(|known| known.to_lowercase().starts_with(name)).collect();
        let mut meanings: Vec<&str> = fitting.iter().map(|known| meaning(catalogue, known)).collect();
        meanings.sort_unstable();
        meanings.dedup();
        // `-brand` is the game that the longer names only tell apart from others of its name.
        let shortest = fitting.iter().copied().min_by_key(|known| known.len());
        let shortest = shortest.filter(|short| fitting.iter().all(|known| known.starts_with(short)));
        if let Some(known) = shortest {
            return find(catalogue, &known.to_lowercase());
        }
        match (meanings.as_slice(), fitting.as_slice()) {
            ([_], [known, ..]) => return find(catalogue, &known.to_lowercase()),
            ([], _) | (_, []) => {}
            _ => {
                return Err(ComplaintKind::Ambiguous {
                    word: format!("-{name}"),
                    candidates: fitting.iter().map(|known| format!("-{known}")).collect(),
                });
            }
        }
    }
    Err(ComplaintKind::UnknownOption {
        word: format!("-{name}"),
        nearest: nearest(name, Place::Name, known).into_iter().map(|known| glossed(catalogue, known)).collect(),
    })
}

/// What a name stands for, so that two aliases of one game count as one.
fn meaning<'a>(catalogue: &'a Catalogue, known: &'a str) -> &'a str {
    match catalogue.find(known) {
        Some(game) => game.name.as_str(),
        None => known,
    }
}

/// The option as a suggestion shows it: `-small (9x9)`.
fn glossed(catalogue: &Catalogue, known: &str) -> String {
    match catalogue.find(known) {
        Some(game) if !OPTIONS.iter().any(|(option, _)| *option == known) => {
            let size = game.rules.size();
            format!("-{known} ({size}x{size})")
        }
        _ => format!("-{known}"),
    }
}
