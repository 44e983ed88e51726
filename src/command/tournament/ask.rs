//! The commands about a tournament, and how they are written out: the canonical form of a line reads back as the same command.

use crate::clock::Time;
use crate::command::access::{Access, Who};
use crate::command::terms::Terms;
use crate::command::tournament::term::TournamentTerm;
use crate::tafl::{Side, Variant};
use std::fmt;

/// A command about a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum TournamentCommand {
    /// `tournament`: the list.
    List,
    /// An action on the tournament with this name, in lower case.
    Of { name: String, ask: TournamentAsk },
}

/// The action on one tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its entry in the list of acts")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum TournamentAsk {
    Show,
    Create {
        variant: Variant,
        terms: Vec<TournamentTerm>,
    },
    Set {
        terms: Vec<TournamentTerm>,
    },
    Open,
    Close,
    Join,
    Leave,
    Pairings,
    /// Exchanges two players in the next pairing.
    Swap {
        one: String,
        other: String,
    },
    /// Gives a player no opponent in it.
    Bye {
        player: String,
    },
    Start,
    Standings,
    Crosstable,
    Status,
    Finish,
    Withdraw {
        player: Option<String>,
        why: String,
    },
    Adjudicate {
        number: u32,
        /// Whether the game continues, so the result counts only when a round is paired.
        provisional: bool,
        winner: Option<Side>,
        why: String,
    },
    Export {
        format: ExportFormat,
    },
    Record,
    Extend {
        to: ExtendTo,
        seconds: u32,
        why: String,
    },
    Hold {
        why: String,
    },
    Resume {
        why: String,
    },
    Substitute {
        out: String,
        player: String,
    },
    Announce {
        text: String,
    },
    Organizers {
        added: Vec<String>,
        dropped: Vec<String>,
    },
    /// The last ruling, or the one with this number in the record.
    Undo {
        number: Option<i64>,
    },
}

/// Who gets more time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtendTo {
    /// The side to move on this board.
    Board(u32),
    /// A player, on all boards.
    Player(String),
    /// The players to move, on every board.
    Everybody,
}

/// The format of a tournament as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExportFormat {
    /// The crosstable as comma-separated values.
    #[default]
    Csv,
    /// Everything, for programs.
    Json,
    /// The tournament report file of chess, TRF26.
    Trf,
    /// Its games that have ended, in portable game notation.
    Pgn,
    /// The same as OpenTafl game records.
    Otg,
}

impl ExportFormat {
    /// All of them.
    pub const ALL: [ExportFormat; 5] =
        [ExportFormat::Csv, ExportFormat::Json, ExportFormat::Trf, ExportFormat::Pgn, ExportFormat::Otg];

    /// Whether it has the moves of the games, and not only their results.
    pub fn has_moves(self) -> bool {
        match self {
            ExportFormat::Json | ExportFormat::Pgn | ExportFormat::Otg => true,
            ExportFormat::Csv | ExportFormat::Trf => false,
        }
    }

    /// The word for it, and the ending of its files.
    pub fn word(self) -> &'static str {
        match self {
            ExportFormat::Csv => "csv",
            ExportFormat::Json => "json",
            ExportFormat::Trf => "trf",
            ExportFormat::Pgn => "pgn",
            ExportFormat::Otg => "otg",
        }
    }
}

impl TournamentCommand {
    /// Who may use it, and what somebody else could do with it.
    pub fn access(&self) -> Access {
        match self {
            TournamentCommand::List => Access::PUBLIC,
            TournamentCommand::Of { ask, .. } => ask.access(),
        }
    }
}

impl fmt::Display for TournamentCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TournamentCommand::Of { name, ask } = self else {
            return f.write_str("tournament");
        };
        write!(f, "tournament {} {name}", ask.word())?;
        match ask {
            TournamentAsk::Create { variant, terms } => {
                let game = Terms::Variant(variant.clone());
                write!(f, " {game}")?;
                terms.iter().try_for_each(|term| write!(f, " {term}"))
            }
            TournamentAsk::Set { terms } => terms.iter().try_for_each(|term| write!(f, " {term}")),
            TournamentAsk::Withdraw { player: Some(player), why } => {
                write!(f, "{}", format!(" {player} {why}").trim_end())
            }
            TournamentAsk::Adjudicate { number, provisional, winner, why } => {
                let result = winner.map_or("draw".to_owned(), |side| side.to_string());
                let result = if *provisional { format!("provisional {result}") } else { result };
                write!(f, "{}", format!(" {number} {result} {why}").trim_end())
            }
            TournamentAsk::Export { format } => write!(f, " {}", format.word()),
            TournamentAsk::Extend { to, seconds, why } => {
                let to = match to {
                    ExtendTo::Board(number) => number.to_string(),
                    ExtendTo::Player(player) => format!("player {player}"),
                    ExtendTo::Everybody => "all".to_owned(),
                };
                write!(f, "{}", format!(" {to} by {} {why}", Time(*seconds)).trim_end())
            }
            TournamentAsk::Hold { why } | TournamentAsk::Resume { why } if !why.is_empty() => write!(f, " {why}"),
            TournamentAsk::Substitute { out, player } => write!(f, " {out} with {player}"),
            TournamentAsk::Announce { text } => write!(f, ": {text}"),
            TournamentAsk::Organizers { added, dropped } => {
                added.iter().try_for_each(|id| write!(f, " +{id}"))?;
                dropped.iter().try_for_each(|id| write!(f, " -{id}"))
            }
            TournamentAsk::Swap { one, other } => write!(f, " swap {one} {other}"),
            TournamentAsk::Bye { player } => write!(f, " bye {player}"),
            TournamentAsk::Undo { number: Some(number) } => write!(f, " {number}"),
            TournamentAsk::Show
            | TournamentAsk::Open
            | TournamentAsk::Close
            | TournamentAsk::Join
            | TournamentAsk::Leave
            | TournamentAsk::Pairings
            | TournamentAsk::Start
            | TournamentAsk::Standings
            | TournamentAsk::Crosstable
            | TournamentAsk::Status
            | TournamentAsk::Finish
            | TournamentAsk::Withdraw { player: None, .. }
            | TournamentAsk::Record
            | TournamentAsk::Hold { .. }
            | TournamentAsk::Resume { .. }
            | TournamentAsk::Undo { number: None } => Ok(()),
        }
    }
}

impl TournamentAsk {
    /// Who may use it, and what somebody else could do with it.
    pub fn access(&self) -> Access {
        match self {
            TournamentAsk::Show
            | TournamentAsk::Export { .. }
            | TournamentAsk::Standings
            | TournamentAsk::Crosstable
            | TournamentAsk::Status
            | TournamentAsk::Pairings
            | TournamentAsk::Record => Access::PUBLIC,
            TournamentAsk::Join | TournamentAsk::Leave | TournamentAsk::Withdraw { player: None, .. } => Access::PLAYER,
            TournamentAsk::Create { .. }
            | TournamentAsk::Set { .. }
            | TournamentAsk::Open
            | TournamentAsk::Close
            | TournamentAsk::Swap { .. }
            | TournamentAsk::Bye { .. }
            | TournamentAsk::Start
            | TournamentAsk::Finish
            | TournamentAsk::Withdraw { player: Some(_), .. }
            | TournamentAsk::Adjudicate { .. }
            | TournamentAsk::Extend { .. }
            | TournamentAsk::Hold { .. }
            | TournamentAsk::Resume { .. }
            | TournamentAsk::Substitute { .. }
            | TournamentAsk::Announce { .. }
            | TournamentAsk::Organizers { .. }
            | TournamentAsk::Undo { .. } => Access::play(Who::Organizer),
        }
    }

    /// Whether it withdraws the player of this id, by name. Players may name themselves.
    pub fn withdraws(&self, id: &str) -> bool {
        if let TournamentAsk::Withdraw { player: Some(player), .. } = self { player == id } else { false }
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            TournamentAsk::Show => "show",
            TournamentAsk::Create { .. } => "create",
            TournamentAsk::Set { .. } => "set",
            TournamentAsk::Open => "open",
            TournamentAsk::Close => "close",
            TournamentAsk::Join => "join",
            TournamentAsk::Leave => "leave",
            TournamentAsk::Pairings | TournamentAsk::Swap { .. } | TournamentAsk::Bye { .. } => "pairings",
            TournamentAsk::Start => "start",
            TournamentAsk::Standings => "standings",
            TournamentAsk::Crosstable => "crosstable",
            TournamentAsk::Status => "status",
            TournamentAsk::Finish => "finish",
            TournamentAsk::Withdraw { .. } => "withdraw",
            TournamentAsk::Adjudicate { .. } => "adjudicate",
            TournamentAsk::Export { .. } => "export",
            TournamentAsk::Record => "record",
            TournamentAsk::Extend { .. } => "extend",
            TournamentAsk::Hold { .. } => "hold",
            TournamentAsk::Resume { .. } => "resume",
            TournamentAsk::Substitute { .. } => "substitute",
            TournamentAsk::Announce { .. } => "announce",
            TournamentAsk::Organizers { .. } => "organizers",
            TournamentAsk::Undo { .. } => "undo",
        }
    }
}
