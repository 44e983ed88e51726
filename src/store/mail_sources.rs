//! The state of the doors that fetch mails, stored so that `status`, another process, can show it.

/// The state of a door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoorState {
    /// It looks, and takes what is there.
    Well,
    /// It could not look. It tries again, and the problem may go away.
    Trying(String),
    /// It cannot look, or cannot file away what it took, until a person solves the problem.
    NeedsHand(String),
}
