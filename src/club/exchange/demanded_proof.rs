//! How much proof of who wrote the operator demands.

/// How much proof the operator demands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// A password, or an answer to a letter from a sender a trusted mail server vouches for.
    Strict,
    /// As it suits most.
    #[default]
    Normal,
    /// A player's address is enough to move: the mail system lets nobody write another's.
    ClosedNetwork,
}
