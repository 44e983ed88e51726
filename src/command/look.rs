//! Queries: commands that change nothing and need no proof of the sender.

use std::fmt;

use crate::command::access::Access;
use crate::command::canonical::{Named, Typed};
use crate::command::entry::Verb;
use crate::command::target::Target;
use crate::tafl::{DEFAULT_GAME, ParsedPlay, RecordFormat, Square, Variant};

/// The most moves in one preview.
pub const PREVIEW_PLAYS_MAX: usize = 40;
/// The most boards and players in one `show`.
pub const SHOW_ITEMS_MAX: usize = 20;
/// The most players in one `games` or one `message`.
pub const PLAYERS_MAX: usize = 10;

/// A query.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum Look {
    /// `help [topic]`. The topic is the name of a page: a command, one of [`topics`](crate::command::topics), or a variant.
    Help { topic: Option<String> },
    /// `commands`: the list.
    Commands,
    /// `whoami`: what the server knows about the player.
    Whoami,
    /// `set`: the player's settings.
    Settings,
    /// `limit`: the most games that the player wants to have.
    Limit,
    /// `players`: the list of players.
    Players,
    /// `variants`: the list of games.
    Variants,
    /// `rules [variant|board]`.
    Rules { of: RulesOf },
    /// `board [variant]`: the opening board. `None` is the default game.
    Board { variant: Option<Variant> },
    /// `preview [n[#ply]] PLAY ...`, `preview new [variant] PLAY ...`: at least one move, at most [`PREVIEW_PLAYS_MAX`].
    Preview { of: PreviewOf, plays: Vec<ParsedPlay> },
    /// `show [...]`: boards and players. An empty list is the board of the letter that is answered.
    Show { what: Vec<ShowItem> },
    /// `games [u ...] [-variant] [active|next|finished|all|won|lost|drawn]`, and `history`. The games of the first player, with the others
    /// as opponents. No players means the player's own games. The variant is its name with options.
    Games { players: Vec<String>, variant: Option<String>, filter: Filter, from: Option<u32> },
    /// `seeks`: the open challenges.
    OpenChallenges,
    /// `ratings [variant|player]`: all lists, one list, or a player's ratings.
    Ratings { of: RatingsOf },
    /// `export [n] [format]`: the record of a game as a file.
    Export { board: Target, format: RecordFormat },
}

/// Which rules to show.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum RulesOf {
    /// The board of the letter that is answered. Without one, the default game.
    Default,
    /// Those of a game of the catalogue, with options.
    Variant(Variant),
    /// The rules with which a game began.
    Game(u32),
}

/// Which ratings to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RatingsOf {
    /// The best players of every variant.
    All,
    /// The list of a variant, by its name with options.
    Variant(String),
    /// Those of a player.
    Player(String),
}

/// The position from which the moves of a preview start.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum PreviewOf {
    /// A board, as it was at another moment, or as it stands.
    Game { board: Target, at: Option<Moment> },
    /// A piece of a board as it stands, without moves: where can it go?
    Piece { board: Target, from: Square },
    /// The opening of a variant.
    New(Variant),
}

/// An earlier moment of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// After this many moves: `17#6`.
    After(u32),
    /// This many moves ago: `17#-2`.
    Ago(u32),
}

impl Moment {
    /// The number of moves made by then, in a game that has come to `plies`. A game does not go back further than to its opening.
    pub fn ply(self, plies: u32) -> u32 {
        match self {
            Self::After(ply) => ply,
            Self::Ago(back) => plies.saturating_sub(back),
        }
    }
}

/// `6`, `-2`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(ply) => write!(f, "{ply}"),
            Self::Ago(back) => write!(f, "-{back}"),
        }
    }
}

/// One thing to show.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum ShowItem {
    /// A board, as it was at another moment, or as it stands.
    Game { board: Target, at: Option<Moment> },
    /// A player, and the player's games that the filter selects.
    Player { id: String, filter: Filter },
}

impl ShowItem {
    /// The id of the player.
    pub fn player(&self) -> Option<&str> {
        match self {
            Self::Player { id, .. } => Some(id),
            Self::Game { .. } => None,
        }
    }
}

/// Which games of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    /// Those that are running.
    #[default]
    Active,
    /// Those where it is the player's turn.
    Next,
    /// Those that are over.
    Finished,
    /// Finished ones too.
    All,
    /// Those that the player has won.
    Won,
    /// Those that the player has lost.
    Lost,
    /// Those that ended as a draw.
    Drawn,
}

impl Look {
    /// The word of its command.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Help { .. } => Verb::Help,
            Self::Commands => Verb::Commands,
            Self::Whoami => Verb::Whoami,
            Self::Settings => Verb::Set,
            Self::Limit => Verb::Limit,
            Self::Players => Verb::Players,
            Self::Variants => Verb::Variants,
            Self::Rules { .. } => Verb::Rules,
            Self::Board { .. } => Verb::Board,
            Self::Preview { .. } => Verb::Preview,
            Self::Show { .. } => Verb::Show,
            Self::Games { .. } => Verb::Games,
            Self::OpenChallenges => Verb::OpenChallenges,
            Self::Ratings { .. } => Verb::Ratings,
            Self::Export { .. } => Verb::Export,
        }
    }

    /// Who may use it. None of them can do any harm.
    pub fn access(&self) -> Access {
        match self {
            Self::Help { .. }
            | Self::Commands
            | Self::Variants
            | Self::Rules { .. }
            | Self::Board { .. }
            | Self::Preview { .. }
            | Self::Show { .. }
            | Self::Games { .. }
            | Self::Ratings { .. }
            | Self::Export { .. } => Access::PUBLIC,
            Self::Whoami | Self::Settings | Self::Limit | Self::Players | Self::OpenChallenges => Access::OWN,
        }
    }

    /// The board it is about. `None` if it is about no board. A list of boards counts as left open if one of them is.
    pub fn board(&self) -> Option<Target> {
        match self {
            Self::Export { board, .. }
            | Self::Preview { of: PreviewOf::Game { board, .. } | PreviewOf::Piece { board, .. }, .. } => Some(*board),
            Self::Rules { of: RulesOf::Default } => Some(Target::OfLetter),
            Self::Show { what } if what.is_empty() => Some(Target::OfLetter),
            Self::Show { what } => what.iter().any(ShowItem::is_left_open).then_some(Target::OfLetter),
            Self::Help { .. }
            | Self::Commands
            | Self::Whoami
            | Self::Settings
            | Self::Limit
            | Self::Players
            | Self::Variants
            | Self::Rules { of: RulesOf::Variant(_) | RulesOf::Game(_) }
            | Self::Board { .. }
            | Self::Preview { of: PreviewOf::New(_), .. }
            | Self::Games { .. }
            | Self::OpenChallenges
            | Self::Ratings { .. } => None,
        }
    }

    /// Fills in the board that is meant, if the command has left it open.
    pub(in crate::command) fn aim(&mut self, number: u32) {
        match self {
            Self::Export { board, .. }
            | Self::Preview { of: PreviewOf::Game { board, .. } | PreviewOf::Piece { board, .. }, .. } => {
                *board = Target::Number(number);
            }
            Self::Rules { of } => *of = RulesOf::Game(number),
            Self::Show { what } if what.is_empty() => {
                what.push(ShowItem::Game { board: Target::Number(number), at: None });
            }
            Self::Show { what } => {
                for item in what {
                    if let ShowItem::Game { board: board @ Target::OfLetter, .. } = item {
                        *board = Target::Number(number);
                    }
                }
            }
            Self::Help { .. }
            | Self::Commands
            | Self::Whoami
            | Self::Settings
            | Self::Limit
            | Self::Players
            | Self::Variants
            | Self::Board { .. }
            | Self::Preview { of: PreviewOf::New(_), .. }
            | Self::Games { .. }
            | Self::OpenChallenges
            | Self::Ratings { .. } => {}
        }
    }
}

impl ShowItem {
    fn is_left_open(&self) -> bool {
        match self {
            ShowItem::Game { board, .. } => *board == Target::OfLetter,
            ShowItem::Player { .. } => false,
        }
    }
}

impl Filter {
    /// All of them.
    pub const ALL: [Filter; 7] =
        [Self::Active, Self::Next, Self::Finished, Self::All, Self::Won, Self::Lost, Self::Drawn];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Next => "next",
            Self::Finished => "finished",
            Self::All => "all",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
        }
    }

    /// The filter that a word in lower case names.
    pub fn from_word(word: &str) -> Option<Filter> {
        Self::ALL.into_iter().find(|filter| filter.word() == word)
    }

    /// Both filters together: `finished won` is `won`. `None` if they contradict each other.
    pub(in crate::command) fn and(self, other: Filter) -> Option<Filter> {
        if self.may_be(other) {
            return Some(other);
        }
        other.may_be(self).then_some(self)
    }

    /// Whether `other` only says more closely what this filter says.
    fn may_be(self, other: Filter) -> bool {
        const OVER: [Filter; 4] = [Filter::Finished, Filter::Won, Filter::Lost, Filter::Drawn];
        match self {
            Self::All => other == Self::All || OVER.contains(&other),
            Self::Finished => OVER.contains(&other),
            Self::Active | Self::Next | Self::Won | Self::Lost | Self::Drawn => self == other,
        }
    }
}

/// The whole command.
impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Help { topic: None } => f.write_str("help"),
            Self::Help { topic: Some(topic) } => write!(f, "help {topic}"),
            Self::Commands => f.write_str("commands"),
            Self::Whoami => f.write_str("whoami"),
            Self::Settings => f.write_str("set"),
            Self::Limit => f.write_str("limit"),
            Self::Players => f.write_str("players"),
            Self::Variants => f.write_str("variants"),
            Self::Rules { of: RulesOf::Default } => f.write_str("rules"),
            Self::Rules { of: RulesOf::Variant(variant) } => write!(f, "rules {}", Named(variant)),
            Self::Rules { of: RulesOf::Game(number) } => write!(f, "rules {number}"),
            Self::Board { variant: None } => f.write_str("board"),
            Self::Board { variant: Some(variant) } => write!(f, "board {}", Named(variant)),
            Self::Preview { of, plays } => {
                f.write_str("preview")?;
                match of {
                    PreviewOf::Game { board, at } => write_board(f, *board, *at)?,
                    PreviewOf::Piece { board, from } => write!(f, "{board} {from}")?,
                    PreviewOf::New(variant) => write!(f, " new {}", Named(variant))?,
                }
                plays.iter().try_for_each(|play| write!(f, " {}", Typed(play)))
            }
            Self::Show { what } => {
                f.write_str("show")?;
                what.iter().try_for_each(|item| match item {
                    ShowItem::Game { board, at } => write_board(f, *board, *at),
                    ShowItem::Player { id, filter } => write!(f, " {id} {}", filter.word()),
                })
            }
            Self::Games { players, variant, filter, from } => {
                f.write_str("games")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))?;
                variant.iter().try_for_each(|variant| write!(f, " -{variant}"))?;
                write!(f, " {}", filter.word())?;
                from.map_or(Ok(()), |from| write!(f, " {from}"))
            }
            Self::OpenChallenges => f.write_str("seeks"),
            Self::Ratings { of: RatingsOf::All } => f.write_str("ratings"),
            Self::Ratings { of: RatingsOf::Variant(name) }
                if name == DEFAULT_GAME || name.starts_with("hnefatafl -") =>
            {
                write!(f, "ratings -{name}")
            }
            Self::Ratings { of: RatingsOf::Variant(name) | RatingsOf::Player(name) } => write!(f, "ratings {name}"),
            Self::Export { board, format } => write!(f, "export{board} {}", format.word()),
        }
    }
}

/// ` 17#6`, ` 17#-2`, ` 17`, ` #6`, or nothing.
fn write_board(f: &mut fmt::Formatter<'_>, board: Target, at: Option<Moment>) -> fmt::Result {
    match (board, at) {
        (_, None) => write!(f, "{board}"),
        (Target::Number(number), Some(at)) => write!(f, " {number}#{at}"),
        (Target::OfLetter, Some(at)) => write!(f, " #{at}"),
    }
}
