//! What is asked of the club: one command, with the evidence of who asks.

use crate::club::exchange::demanded_proof::Trust;
use crate::club::model::player::PlayerId;
use crate::club::model::policy::Policy;
use crate::command::{Command, Mailing, Manner, Secret};
use crate::mail::{Address, Authenticity, TokenText};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;
use std::sync::Arc;

/// One thing asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// The instant a door accepted the mail; this, not the time of handling, is when it was asked.
    pub received: DateTime<Utc>,
    /// Since when the mail may have lain where a door found it. What had not ended by then has not ended for it.
    pub earliest: DateTime<Utc>,
    /// Whether it is certain what day it is: the time is not doubted, or the mail says the same of itself.
    pub day_is_certain: bool,
    /// The sender's address, where the mail has one that can be read.
    pub from: Option<Address>,
    /// What the mail server that the operator trusts says about that address.
    pub authenticity: Authenticity,
    /// How much proof the operator demands.
    pub trust: Trust,
    /// What the house has settled for its games.
    pub rules: Policy,
    /// Who may create tournaments.
    pub organizers: Arc<BTreeSet<PlayerId>>,
    /// Ids that nobody can take: the club's own names and those of the variants. They are filled in for a sign-up.
    pub names: Arc<BTreeSet<String>>,
    /// The reply token the mail carried, if it carried one that lives.
    pub token: Option<Token>,
    /// The board of the letter that is answered, as the mail's addresses say it: proof of nothing, but it tells what
    /// is meant, even when the letter's key is dead.
    pub board: Option<u32>,
    /// The board that its Subject names, as those of our letters do: a bare move is meant for it where nothing else tells.
    pub subject_board: Option<u32>,
    /// The registered mailbox has been shown this very line and has said yes.
    pub confirmed: bool,
    /// The password of the command's login was compared with the player's, and is right.
    pub password_is_right: bool,
    /// What is asked.
    pub asked: Asked,
    /// How it is written.
    pub manner: Manner,
    /// Words for the opponent; empty where there are none.
    pub comment: String,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A command.
    Command(Box<Command>),
    /// To complete the sign-up whose letter is answered: as asked, or as the answer itself repeats it.
    Join {
        /// The sign-up line, where the answer repeats it: id and password now come from the mailbox itself.
        repeated: Option<(String, Option<Secret>)>,
    },
    /// That the mailbox which answers becomes one more of a player's, or the one for his letters.
    Claim,
}

impl Asked {
    /// Whether it is told to another player, together with the words beside and below it.
    pub fn takes_words(&self) -> bool {
        matches!(self, Asked::Command(command) if command.takes_words())
    }
}

/// A reply token that lives: whose it is and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its hash, under which the store knows it.
    pub hash: [u8; 32],
    /// What it proves.
    pub purpose: Purpose,
}

/// What the holder of a token has been handed it for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It stood in a letter about one game, sent to one player.
    Game {
        /// The player.
        player: PlayerId,
        /// The board number.
        number: u32,
        /// Half-moves played when the letter was written: a play answers this position and no other.
        ply: u32,
        /// The offer that stood then, by its instant: saying yes or no means this one and no other.
        offer: Option<DateTime<Utc>>,
    },
    /// It stood in another letter to a player.
    Letter {
        /// The player.
        player: PlayerId,
    },
    /// It stood in the letter that asks the mailbox to confirm a sign-up.
    Signup,
    /// It stood in the letter that asks the player whether lines that came without proof were theirs.
    Confirm {
        /// The player.
        player: PlayerId,
        /// The lines, in the canonical form of [`Command`].
        lines: Vec<String>,
        /// Words for the opponent that came with them.
        comment: String,
        /// When they came: they mean nothing that has been offered since.
        asked: DateTime<Utc>,
        /// The address they came from, where they came with the player's key, but from an address that is not theirs.
        elsewhere: Option<Address>,
    },
    /// It stood in the letter that asks a mailbox whether it wants to be a player's. It is no key to anything of his.
    Address {
        /// The player.
        player: PlayerId,
        /// The mailbox.
        address: Address,
        /// Whether the player's letters are to go there.
        first: bool,
    },
    /// It stood in the letter that asks the registered mailbox for a new password.
    Password {
        /// The player.
        player: PlayerId,
    },
    /// It stood in a letter of a kind that its reader can turn off, and can do that and nothing else.
    Unsubscribe {
        /// The player.
        player: PlayerId,
        /// The kind.
        mailing: Mailing,
    },
    /// It stood in a letter that tells one of his mailboxes of a change of the account.
    TakeBack {
        /// The player.
        player: PlayerId,
        /// That mailbox.
        address: Address,
        /// When the change was made.
        since: DateTime<Utc>,
    },
}

/// What waits behind the key of a letter about a game: until it is answered, or never.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// The line that the letter asks about, in canonical form. A yes does it.
    pub line: Option<String>,
    /// The words that stood beside it, which go with the yes alone.
    pub beside: String,
    /// Words for the opponent that came with something that was not done. They go with the next thing that is.
    pub words: String,
}

impl Pending {
    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.line.is_none() && self.words.is_empty()
    }
}

impl Purpose {
    /// The player whom it speaks for; `None` where the mailbox is no player's yet, and where it says nothing about who writes.
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
    /// When it dies.
    pub expires: DateTime<Utc>,
}
