//! What can be asked of the server, with everything the line said.
//!
//! A command is only the meaning of words. Whether board 17 exists, and whether bob may move there and the move is legal, is decided by the
//! club. What is true of every command of a kind (its word, who may use it, how it is written out) is defined beside the kind:
//! [`BoardAct`], [`PlayerAct`], [`TournamentCommand`], [`Look`].

use std::fmt;

use crate::command::access::{Access, Harm, Who};
use crate::command::board_act::BoardAct;
use crate::command::entry::{Verb, Weight};
use crate::command::look::{Look, ShowItem};
use crate::command::player_act::{ChallengeAsk, MessageAsk, PlayerAct};
use crate::command::table;
use crate::command::target::Target;
use crate::command::tournament::{TournamentAsk, TournamentCommand};
use crate::command::typed_password::{Login, Secret};
use crate::tafl::ParsedPlay;

/// The most characters of a comment, a chat or a message. A longer text is not passed on, and its author is told.
pub const TEXT_CHARS_MAX: usize = 4_000;
/// The most lines of such a text.
pub const TEXT_LINES_MAX: usize = 100;

/// One command, as it was understood. `login` is a player id and a password in pbmserv's positions. Player ids are in lower case
/// everywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum Command {
    /// `signup u [p] [address ...]`. Without addresses it means the address that the mail came from.
    Signup { player: String, password: Option<Secret>, addresses: Vec<String> },
    /// An action on one board, or on the challenge with that number.
    OnBoard { board: Target, login: Option<Login>, act: BoardAct },
    /// Any other action of a player.
    AsPlayer { login: Option<Login>, act: PlayerAct },
    /// `tournament ...`.
    Tournament(TournamentCommand),
    /// A query.
    Look(Look),
}

impl Command {
    /// The word of the command.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Signup { .. } => Verb::Signup,
            Self::OnBoard { act, .. } => act.verb(),
            Self::AsPlayer { act, .. } => act.verb(),
            Self::Tournament(_) => Verb::Tournament,
            Self::Look(look) => look.verb(),
        }
    }

    /// The first word of the command.
    pub fn word(&self) -> &'static str {
        table::entry(self.verb()).name
    }

    /// How serious it is.
    pub fn weight(&self) -> Weight {
        table::entry(self.verb()).weight
    }

    /// Whether the other player is told that it was done, together with the words beside and below it.
    pub fn takes_words(&self) -> bool {
        table::entry(self.verb()).takes_words
    }

    /// Who may use it, and what somebody else could do with it.
    pub fn access(&self) -> Access {
        match self {
            Self::Signup { .. } => Access { who: Who::Anyone, harm: Harm::Join },
            Self::OnBoard { act, .. } => act.access(),
            Self::AsPlayer { act, .. } => act.access(),
            Self::Tournament(tournament) => tournament.access(),
            Self::Look(look) => look.access(),
        }
    }

    /// The text that the command carries to others, or keeps for its author.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::OnBoard { act: BoardAct::Chat(text) | BoardAct::Note(text), .. }
            | Self::AsPlayer { act: PlayerAct::Message(MessageAsk { text, .. }), .. }
            | Self::Tournament(TournamentCommand::Of { ask: TournamentAsk::Announce { text }, .. }) => Some(text),
            Self::Signup { .. }
            | Self::OnBoard { .. }
            | Self::AsPlayer { .. }
            | Self::Tournament(_)
            | Self::Look(_) => None,
        }
    }

    /// The player id and password in the command.
    pub fn login(&self) -> Option<&Login> {
        match self {
            Self::OnBoard { login, .. } | Self::AsPlayer { login, .. } => login.as_ref(),
            Self::Signup { .. } | Self::Tournament(_) | Self::Look(_) => None,
        }
    }

    /// The moves in it.
    pub fn plays_mut(&mut self) -> &mut [ParsedPlay] {
        match self {
            Self::OnBoard { act, .. } => act.plays_mut(),
            Self::Look(Look::Preview { plays, .. }) => plays,
            Self::Signup { .. } | Self::AsPlayer { .. } | Self::Tournament(_) | Self::Look(_) => &mut [],
        }
    }

    /// What it does on a board.
    pub fn on_board(&self) -> Option<&BoardAct> {
        match self {
            Self::OnBoard { act, .. } => Some(act),
            Self::Signup { .. } | Self::AsPlayer { .. } | Self::Tournament(_) | Self::Look(_) => None,
        }
    }

    /// The move of a `move`.
    pub fn played(&self) -> Option<&ParsedPlay> {
        match self {
            Self::OnBoard { act: BoardAct::Move(play), .. } => Some(play),
            Self::OnBoard { .. }
            | Self::Signup { .. }
            | Self::AsPlayer { .. }
            | Self::Tournament(_)
            | Self::Look(_) => None,
        }
    }

    /// The number of the board or the challenge, if it acts on one and names it.
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::OnBoard { board, .. } => board.number(),
            Self::Signup { .. } | Self::AsPlayer { .. } | Self::Tournament(_) | Self::Look(_) => None,
        }
    }

    /// The challenge that it sends, by itself or as a rematch.
    pub fn challenge(&self) -> Option<&ChallengeAsk> {
        match self {
            Self::AsPlayer { act: PlayerAct::Challenge(ask), .. } => Some(ask),
            Self::OnBoard { act: BoardAct::Rematch(ask), .. } => ask.as_deref(),
            Self::Signup { .. }
            | Self::OnBoard { .. }
            | Self::AsPlayer { .. }
            | Self::Tournament(_)
            | Self::Look(_) => None,
        }
    }

    /// The page of help that it asks for. `None` if it is none, or the page without a topic.
    pub fn page(&self) -> Option<&str> {
        match self {
            Self::Look(Look::Help { topic }) => topic.as_deref(),
            Self::Signup { .. }
            | Self::OnBoard { .. }
            | Self::AsPlayer { .. }
            | Self::Tournament(_)
            | Self::Look(_) => None,
        }
    }

    /// The ids of the players whom it shows.
    pub fn players_shown(&self) -> Vec<&str> {
        match self {
            Self::Look(Look::Show { what }) => what.iter().filter_map(ShowItem::player).collect(),
            Self::Signup { .. }
            | Self::OnBoard { .. }
            | Self::AsPlayer { .. }
            | Self::Tournament(_)
            | Self::Look(_) => Vec::new(),
        }
    }

    /// The board it is about, even if it only shows it. `None` if it is about no board.
    pub fn board(&self) -> Option<Target> {
        match self {
            Self::OnBoard { board, .. } => Some(*board),
            Self::Look(look) => look.board(),
            Self::Signup { .. } | Self::AsPlayer { .. } | Self::Tournament(_) => None,
        }
    }

    /// Fills in the board that is meant, if the command has left it open.
    pub fn aim(&mut self, number: u32) {
        match self {
            Self::OnBoard { board, .. } => *board = Target::Number(number),
            Self::Look(look) => look.aim(number),
            Self::Signup { .. } | Self::AsPlayer { .. } | Self::Tournament(_) => {}
        }
    }
}

/// The canonical form: it parses back to the same command. A login is left out, because no password is ever written down.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signup { player, addresses, .. } => {
                write!(f, "signup {player}")?;
                addresses.iter().try_for_each(|address| write!(f, " {address}"))
            }
            Self::OnBoard { board, act, .. } => write!(f, "{}{board}{act}", self.word()),
            Self::AsPlayer { act, .. } => act.fmt(f),
            Self::Tournament(tournament) => tournament.fmt(f),
            Self::Look(look) => look.fmt(f),
        }
    }
}
