//! What can be asked about an event, and how it is written: the canonical form of a line reads as the line itself.

use crate::clock::Time;
use crate::command::command::Terms;
use crate::command::tournament::term::EventTerm;
use crate::tafl::{Side, Variant};
use std::fmt;

/// Something asked about an event.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum TournamentCommand {
    /// `tournament`: the list.
    List,
    /// An act about the event of this name, in lower case.
    Of { name: String, ask: EventAsk },
}

/// What is asked about one event.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its entry in the list of acts")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum EventAsk {
    Show,
    Create {
        variant: Variant,
        terms: Vec<EventTerm>,
    },
    Set {
        terms: Vec<EventTerm>,
    },
    Open,
    Close,
    Join,
    Leave,
    Pairings,
    /// Two change places in the next pairing.
    Swap {
        one: String,
        other: String,
    },
    /// One has no opponent in it.
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
        /// Whether it is played on, and counts so only where a round is paired.
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
    /// The last decision, or that of this number in the record.
    Undo {
        number: Option<i64>,
    },
}

/// To whom time is to be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtendTo {
    /// To the side to move of this board.
    Board(u32),
    /// To a player, on all boards.
    Player(String),
    /// To whoever is to move, on every board.
    Everybody,
}

/// The format of an event as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExportFormat {
    /// The crosstable as a table of commas.
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

    /// Whether it has the moves of the games, and not their results alone.
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
    /// Whether it only asks for what anybody may see.
    pub fn public(&self) -> bool {
        match self {
            TournamentCommand::List => true,
            TournamentCommand::Of { ask, .. } => matches!(
                ask,
                EventAsk::Show
                    | EventAsk::Export { .. }
                    | EventAsk::Standings
                    | EventAsk::Crosstable
                    | EventAsk::Status
                    | EventAsk::Pairings
                    | EventAsk::Record
            ),
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
            EventAsk::Create { variant, terms } => {
                let game = Terms::Variant(variant.clone());
                write!(f, " {game}")?;
                terms.iter().try_for_each(|term| write!(f, " {term}"))
            }
            EventAsk::Set { terms } => terms.iter().try_for_each(|term| write!(f, " {term}")),
            EventAsk::Withdraw { player: Some(player), why } => write!(f, "{}", format!(" {player} {why}").trim_end()),
            EventAsk::Adjudicate { number, provisional, winner, why } => {
                let result = winner.map_or("draw".to_owned(), |side| side.to_string());
                let result = if *provisional { format!("provisional {result}") } else { result };
                write!(f, "{}", format!(" {number} {result} {why}").trim_end())
            }
            EventAsk::Export { format } => write!(f, " {}", format.word()),
            EventAsk::Extend { to, seconds, why } => {
                let to = match to {
                    ExtendTo::Board(number) => number.to_string(),
                    ExtendTo::Player(player) => format!("player {player}"),
                    ExtendTo::Everybody => "all".to_owned(),
                };
                write!(f, "{}", format!(" {to} by {} {why}", Time(*seconds)).trim_end())
            }
            EventAsk::Hold { why } | EventAsk::Resume { why } if !why.is_empty() => write!(f, " {why}"),
            EventAsk::Substitute { out, player } => write!(f, " {out} with {player}"),
            EventAsk::Announce { text } => write!(f, ": {text}"),
            EventAsk::Organizers { added, dropped } => {
                added.iter().try_for_each(|id| write!(f, " +{id}"))?;
                dropped.iter().try_for_each(|id| write!(f, " -{id}"))
            }
            EventAsk::Swap { one, other } => write!(f, " swap {one} {other}"),
            EventAsk::Bye { player } => write!(f, " bye {player}"),
            EventAsk::Undo { number: Some(number) } => write!(f, " {number}"),
            _ => Ok(()),
        }
    }
}

impl EventAsk {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            EventAsk::Show => "show",
            EventAsk::Create { .. } => "create",
            EventAsk::Set { .. } => "set",
            EventAsk::Open => "open",
            EventAsk::Close => "close",
            EventAsk::Join => "join",
            EventAsk::Leave => "leave",
            EventAsk::Pairings | EventAsk::Swap { .. } | EventAsk::Bye { .. } => "pairings",
            EventAsk::Start => "start",
            EventAsk::Standings => "standings",
            EventAsk::Crosstable => "crosstable",
            EventAsk::Status => "status",
            EventAsk::Finish => "finish",
            EventAsk::Withdraw { .. } => "withdraw",
            EventAsk::Adjudicate { .. } => "adjudicate",
            EventAsk::Export { .. } => "export",
            EventAsk::Record => "record",
            EventAsk::Extend { .. } => "extend",
            EventAsk::Hold { .. } => "hold",
            EventAsk::Resume { .. } => "resume",
            EventAsk::Substitute { .. } => "substitute",
            EventAsk::Announce { .. } => "announce",
            EventAsk::Organizers { .. } => "organizers",
            EventAsk::Undo { .. } => "undo",
        }
    }
}
