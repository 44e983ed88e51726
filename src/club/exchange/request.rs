//! What is asked of the club: one command, with the proof of who asks.

use crate::club::exchange::demanded_proof::Trust;
use crate::club::model::player::PlayerId;
use crate::club::model::policy::Policy;
use crate::command::{Command, Language, Mailing, Manner, Secret};
use crate::mail::{Address, Authenticity, TokenText};
use crate::tafl::{BadSquare, Square};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One request.
#[derive(Clone, Debug)]
pub struct Request {
    /// When the server accepted the mail. This counts as the time of the request, not the time of handling it.
    pub received: DateTime<Utc>,
    /// The earliest instant at which the mail may have come, if it lay in a mailbox before it was fetched. What had not ended by then, such
    /// as an open challenge or the time to join a tournament, has not ended for this mail.
    pub earliest: DateTime<Utc>,
    /// Whether the date is certain: the server's clock is not in doubt, or the mail has the same date.
    pub day_is_certain: bool,
    /// The sender's address, if the mail has one that can be read.
    pub from: Option<Address>,
    /// What the mail server that the operator trusts says about that address.
    pub authenticity: Authenticity,
    /// How much proof the operator demands.
    pub trust: Trust,
    /// The policy for games here.
    pub rules: Policy,
    /// Who may create tournaments.
    pub organizers: Arc<BTreeSet<PlayerId>>,
    /// Ids that nobody can take: the server's own names and those of the variants. Only filled in for a sign-up.
    pub names: Arc<BTreeSet<String>>,
    /// The reply token of the mail, if it has one that has not expired.
    pub token: Option<Token>,
    /// The board of the letter that is answered, by the address the mail was sent to. It proves nothing, but it tells what is meant, even
    /// after the letter's token has expired.
    pub board: Option<u32>,
    /// The board that its Subject names, as the Subject of the server's letters does. A bare move is meant for it if nothing else tells.
    pub subject_board: Option<u32>,
    /// The registered mailbox has been shown this very line and has said yes.
    pub confirmed: bool,
    /// The password of the command's login was compared with the player's, and is right.
    pub password_is_right: bool,
    /// What is asked.
    pub asked: Asked,
    /// How it is written.
    pub manner: Manner,
    /// Words for the opponent. Empty if there are none.
    pub comment: String,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A command.
    Command(Box<Command>),
    /// To complete the sign-up whose letter is answered, as it was asked or as the answer repeats it.
    Join {
        /// The sign-up line, if the answer repeats it: id and password now come from the mailbox itself.
        repeated: Option<(String, Option<Secret>)>,
        /// The language of the player's letters, if it was seen.
        language: Option<Language>,
        /// Whether the mails of the sign-up ask for something else, which is answered at once.
        more: bool,
    },
    /// To become a player, in words that name no id for sure.
    SignUp {
        /// The ids to try, the best first.
        ids: Vec<String>,
        /// The commands for what else the mail wants, one a line. They are carried out after the yes.
        more: String,
        /// Whether it says clearly that it wants them, and they are not only guessed from single words.
        is_more_clear: bool,
        /// The language that it is written in, if it is known.
        language: Option<Language>,
        /// Whether it says that its author wants to join. If not, an empty answer is no yes.
        wished: bool,
        /// The one player whom it invites. A yes to the sign-up sends that too.
        invites: Option<FirstInvitation>,
    },
    /// To add the mailbox that answers to a player's addresses, or to make it the one for their letters.
    Claim,
}

/// The challenge that a mail asks for beside joining, which the letter to its mailbox names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstInvitation {
    /// The command as a line.
    pub line: String,
    /// Who is challenged.
    pub player: PlayerId,
    /// Whether that is a player here.
    pub is_here: bool,
    /// The name of the game, as the mail gave it.
    pub game: String,
    /// What the mail says to that player. The letter only says that there are such words, because a stranger may have written them.
    pub words: String,
}

impl Asked {
    /// Whether another player is told of it, together with the words beside and below it.
    pub fn takes_words(&self) -> bool {
        matches!(self, Asked::Command(command) if command.takes_words())
    }
}

/// A reply token that has not expired: the player, and its purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its hash, under which the store knows it.
    pub hash: [u8; 32],
    /// What it proves.
    pub purpose: Purpose,
    /// When it expires. This tells how old its letter is.
    pub expires: DateTime<Utc>,
}

/// What a token was issued for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It was in a letter about one game, to one player.
    Game {
        /// The player.
        player: PlayerId,
        /// The board number.
        number: u32,
        /// The number of moves made when the letter was written. A move answers this position and no other.
        ply: u32,
        /// When the offer at that time was made. A yes or a no answers this offer and no other.
        offer: Option<DateTime<Utc>>,
    },
    /// It was in another letter to a player.
    Letter {
        /// The player.
        player: PlayerId,
    },
    /// It was in the letter that asks the mailbox to confirm a sign-up.
    Signup,
    /// It was in the letter that asks the player whether lines that came without proof were theirs.
    Confirm {
        /// The player.
        player: PlayerId,
        /// The lines, in the canonical form of [`Command`].
        lines: Vec<String>,
        /// The words for the opponent that came with them.
        comment: String,
        /// When they came. They do not answer any later offer.
        asked: DateTime<Utc>,
        /// The address they came from, if they came with the player's token but from an address that is not theirs.
        elsewhere: Option<Address>,
    },
    /// It was in the letter that asks a mailbox whether it wants to be a player's. It gives no access to the account.
    Address {
        /// The player.
        player: PlayerId,
        /// The mailbox.
        address: Address,
        /// Whether the player's letters will go there.
        first: bool,
    },
    /// It was in the letter that asks the registered mailbox for a new password.
    Password {
        /// The player.
        player: PlayerId,
    },
    /// It was in a letter of a kind that its reader can turn off, and can do that and nothing else.
    Unsubscribe {
        /// The player.
        player: PlayerId,
        /// The kind.
        mailing: Mailing,
    },
    /// It was in a letter that tells one of the player's mailboxes of a change of the account.
    TakeBack {
        /// The player.
        player: PlayerId,
        /// That mailbox.
        address: Address,
        /// When the change was made.
        since: DateTime<Utc>,
    },
}

/// What waits for an answer to a letter about a game. The answer may never come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// The line that the letter asks about, in canonical form. A yes does it.
    pub line: Option<String>,
    /// The words beside that line. They go with the yes alone.
    pub beside: String,
    /// Words for the opponent that came with something that was not done. They go with the next thing that is done.
    pub words: String,
    /// What else is known of it.
    pub mark: Option<PendingMark>,
    /// The half of a move that the letter speaks of. An answer may say no more than the other half.
    pub half: Option<HalfMove>,
}

/// One of the two squares of a move, as the board names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfMove {
    /// The piece on this square moves. The letter tells where it can go.
    From(Square),
    /// A piece goes to this square. The letter asks which.
    To(Square),
}

impl fmt::Display for HalfMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HalfMove::From(square) => write!(f, "{square}-"),
            HalfMove::To(square) => write!(f, "-{square}"),
        }
    }
}

impl FromStr for HalfMove {
    type Err = BadSquare;

    fn from_str(text: &str) -> Result<HalfMove, BadSquare> {
        match (text.strip_prefix('-'), text.strip_suffix('-')) {
            (Some(to), _) => to.parse().map(HalfMove::To),
            (None, Some(from)) => from.parse().map(HalfMove::From),
            (None, None) => Err(BadSquare(text.chars().take(40).collect())),
        }
    }
}

/// What is known of something that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingMark {
    /// The mail that led to this sign-up has not said that its author wants to join.
    Unasked,
    /// The letter asks about nothing but words, and was the last to do so. They are not asked about again.
    LastAsked,
    /// The letter shows a move that its player only wanted to see. Thanks for it are no yes.
    LookedAt,
}

impl Pending {
    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.line.is_none() && self.words.is_empty()
    }
}

impl Purpose {
    /// The player for whom it was issued. `None` if the mailbox is not a player's yet, and if the token does not prove who writes.
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Purpose::Game { player, .. }
            | Purpose::Letter { player }
            | Purpose::Confirm { player, .. }
            | Purpose::Password { player }
            | Purpose::TakeBack { player, .. } => Some(player),
            Purpose::Signup | Purpose::Address { .. } | Purpose::Unsubscribe { .. } => None,
        }
    }
}

/// A token drawn in a decision: its text goes into one letter, its hash into the store.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The text, for the letter alone.
    pub text: TokenText,
    /// What it will prove.
    pub purpose: Purpose,
    /// When it expires.
    pub expires: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_move_is_read_as_it_is_written() {
        for half in [HalfMove::From(Square::new(3, 2)), HalfMove::To(Square::new(18, 18))] {
            assert_eq!(half.to_string().parse(), Ok(half));
        }
        assert_eq!(HalfMove::To(Square::new(2, 2)).to_string(), "-c3");
        for text in ["", "-", "c3-c4", "--c3", "king-"] {
            assert!(text.parse::<HalfMove>().is_err(), "{text}");
        }
    }
}
