//! What players do that is not about one of their boards: their settings and account, their challenges, and messages.

use std::fmt;

use chrono::NaiveDate;

use crate::command::access::{Access, Harm, Who};
use crate::command::account::Account;
use crate::command::canonical::Timed;
use crate::command::conditions::Conditions;
use crate::command::entry::Verb;
use crate::command::setting::Setting;
use crate::command::terms::{Terms, Timing};
use crate::tafl::{Side, Variant};

/// The greatest limit that players can set for their games: the limit of the server.
pub const LIMIT_MAX: u32 = 100;
/// Stands for the player who writes, in place of an id. Nobody can have it as an id.
pub const ME: &str = "me";

/// An action of a player that is not about one of their boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerAct {
    /// `set KEY VALUE`: changes one of the player's settings.
    Set(Setting),
    /// `limit n`, `limit off`: the most games that the player wants to have.
    SetLimit(Option<u32>),
    /// `add`, `change`, `drop`, `reclaim` and the like: the account.
    Account(Account),
    /// `vacation ...`: the player's vacation, shown, set or ended.
    Vacation(VacationAsk),
    /// `challenge a b [-options]`.
    Challenge(ChallengeAsk),
    /// `seek [-options] [attackers|defenders]`: an open challenge.
    OpenChallenge(OpenChallengeAsk),
    /// `take n`: the open challenge of that number.
    Take(u32),
    /// `message u ...` and a text.
    Message(MessageAsk),
}

/// A challenge, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChallengeAsk {
    /// The player with the attackers: an id, or [`ME`]. If only one player is named, `ME` is the first.
    pub first: String,
    /// The player with the defenders.
    pub second: String,
    /// The rules.
    pub terms: Terms,
    /// Whether it is rated, and who may see it.
    pub conditions: Conditions,
    /// The clock, if one was named.
    pub clock: Option<Timing>,
    /// The board of the challenge between the same players whose place it takes.
    pub instead: Option<u32>,
}

impl ChallengeAsk {
    /// Whom it challenges, if its author left out the own id.
    pub fn other(&self) -> &str {
        if self.first == ME { &self.second } else { &self.first }
    }

    /// Whether another challenge differs in its sides and in nothing else.
    pub fn only_swaps_sides_of(&self, other: &ChallengeAsk) -> bool {
        let (first, second) = (other.second.clone(), other.first.clone());
        *self == ChallengeAsk { first, second, ..other.clone() }
    }
}

/// An open challenge, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenChallengeAsk {
    /// The game.
    pub variant: Variant,
    /// The side that the challenger wants to play.
    pub side: Option<Side>,
    /// Whether it is rated, and who may see it.
    pub conditions: Conditions,
    /// The clock, if one was named.
    pub clock: Option<Timing>,
}

/// A text for other players. Neither the list nor the text is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageAsk {
    /// The ids, as typed.
    pub players: Vec<String>,
    /// The text.
    pub text: String,
}

/// A command about the player's own vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VacationAsk {
    /// To show it.
    Show,
    /// To end it.
    Off,
    /// To set it to these days.
    Dates {
        /// The first of them.
        first: NaiveDate,
        /// The last of them.
        last: NaiveDate,
    },
}

impl PlayerAct {
    /// The word of its command.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Set(_) => Verb::Set,
            Self::SetLimit(_) => Verb::Limit,
            Self::Account(act) => act.verb(),
            Self::Vacation(_) => Verb::Vacation,
            Self::Challenge(_) => Verb::Challenge,
            Self::OpenChallenge(_) => Verb::OpenChallenge,
            Self::Take(_) => Verb::Take,
            Self::Message(_) => Verb::Message,
        }
    }

    /// Who may use it, and what somebody else could do with it.
    pub fn access(&self) -> Access {
        match self {
            Self::Account(act) => Access { who: Who::Player, harm: account_harm(act) },
            Self::Set(_)
            | Self::SetLimit(_)
            | Self::Vacation(_)
            | Self::Challenge(_)
            | Self::OpenChallenge(_)
            | Self::Take(_)
            | Self::Message(_) => Access::PLAYER,
        }
    }
}

fn account_harm(act: &Account) -> Harm {
    match act {
        // These two are as easy to undo as to do.
        Account::SignOff | Account::SignOn => Harm::Resign,
        Account::AddAddress(_)
        | Account::ChangeAddress(_)
        | Account::DropAddress(_)
        | Account::ChangePassword(_)
        | Account::DropPassword
        | Account::Reclaim
        | Account::Delete { .. } => Harm::Account,
    }
}

/// The whole command, except id and password.
impl fmt::Display for PlayerAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set(setting) => write!(f, "set {} {}", setting.key(), setting.value()),
            Self::SetLimit(None) => f.write_str("limit off"),
            Self::SetLimit(Some(limit)) => write!(f, "limit {limit}"),
            Self::Account(act) => act.fmt(f),
            Self::Vacation(VacationAsk::Show) => f.write_str("vacation"),
            Self::Vacation(VacationAsk::Off) => f.write_str("vacation off"),
            Self::Vacation(VacationAsk::Dates { first, last }) => write!(f, "vacation {first} {last}"),
            Self::Challenge(ChallengeAsk { first, second, terms, conditions, clock, instead }) => {
                let (name, options) = around_a_challenge(terms);
                write!(f, "{name}challenge {first} {second}{options}{conditions}{}", Timed(*clock))?;
                instead.map_or(Ok(()), |number| write!(f, " -instead={number}"))
            }
            Self::OpenChallenge(OpenChallengeAsk { variant, side, conditions, clock }) => {
                let side = side.map(|side| format!(" {side}")).unwrap_or_default();
                write!(f, "seek {}{side}{conditions}{}", Terms::Variant(variant.clone()), Timed(*clock))
            }
            Self::Take(number) => write!(f, "take {number}"),
            Self::Message(MessageAsk { players, text }) => write!(f, "message {}: {text}", players.join(" ")),
        }
    }
}

/// What stands before the word `challenge` and behind the ids: the name of a game, as everybody writes it, and its options.
fn around_a_challenge(terms: &Terms) -> (String, String) {
    let written = terms.to_string();
    if written.starts_with("-rules=") {
        return (String::new(), format!(" {written}"));
    }
    let (name, options) = written.split_once(' ').unwrap_or((&written, ""));
    let options = if options.is_empty() { String::new() } else { format!(" {options}") };
    (format!("{} ", name.trim_start_matches('-')), options)
}
