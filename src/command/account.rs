//! Commands about a player's own account. A password in a command is never written out again, so the canonical text of a change of password
//! ends before it.

use std::fmt;

use crate::command::entry::Verb;
use crate::command::typed_password::Secret;

/// The most addresses in one `signup`.
pub const ADDRESSES_MAX: usize = 5;

/// What to do with a player's own account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Account {
    /// `add (u p) address`: one more address, as typed. Whether it is valid is decided in `club`.
    AddAddress(String),
    /// `change address (u p) NEW`: letters go there from now on.
    ChangeAddress(String),
    /// `drop address (u p) OLD`.
    DropAddress(String),
    /// `change password u old NEW`, `change password NEW`. Without a password it asks for the letter that takes a new one.
    ChangePassword(Option<Secret>),
    /// `drop password (u p)`.
    DropPassword,
    /// `reclaim`: undoes what somebody else has changed.
    Reclaim,
    /// `signoff (u p)`: no letters and no new games.
    SignOff,
    /// `signon (u p)`: both again.
    SignOn,
    /// `delete (u p) (resigning BOARD ...)`: closes the account for good. The boards are those whose games the player resigns by this.
    Delete {
        /// The boards, in their order.
        resigning: Vec<u32>,
    },
}

impl Account {
    /// The word of its command.
    pub fn verb(&self) -> Verb {
        match self {
            Account::AddAddress(_) => Verb::Add,
            Account::ChangeAddress(_) | Account::ChangePassword(_) => Verb::Change,
            Account::DropAddress(_) | Account::DropPassword => Verb::Drop,
            Account::Reclaim => Verb::Reclaim,
            Account::SignOff => Verb::SignOff,
            Account::SignOn => Verb::SignOn,
            Account::Delete { .. } => Verb::Delete,
        }
    }

    /// The address in the command.
    pub fn address(&self) -> Option<&str> {
        match self {
            Account::AddAddress(address) | Account::ChangeAddress(address) | Account::DropAddress(address) => {
                Some(address)
            }
            Account::ChangePassword(_)
            | Account::DropPassword
            | Account::Reclaim
            | Account::SignOff
            | Account::SignOn
            | Account::Delete { .. } => None,
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::AddAddress(address) => write!(f, "add {address}"),
            Account::ChangeAddress(address) => write!(f, "change address {address}"),
            Account::DropAddress(address) => write!(f, "drop address {address}"),
            Account::ChangePassword(_) => f.write_str("change password"),
            Account::DropPassword => f.write_str("drop password"),
            Account::Reclaim => f.write_str("reclaim"),
            Account::SignOff => f.write_str("signoff"),
            Account::SignOn => f.write_str("signon"),
            Account::Delete { resigning } => {
                f.write_str("delete")?;
                if !resigning.is_empty() {
                    f.write_str(" resigning")?;
                }
                resigning.iter().try_for_each(|number| write!(f, " {number}"))
            }
        }
    }
}
