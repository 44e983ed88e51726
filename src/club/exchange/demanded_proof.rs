//! How much proof of the sender the operator demands.

/// How much proof the operator demands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// A password, or an answer to a letter from a sender a trusted mail server vouches for.
    Strict,
    /// The usual setting.
    #[default]
    Normal,
    /// A player's address is enough to make a move: the mail system lets nobody write under another person's address.
    ClosedNetwork,
}
