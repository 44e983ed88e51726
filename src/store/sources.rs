//! How the doors that fetch mails themselves fare: kept so that `status`, another process, can tell.

/// How a door fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoorState {
    /// It looks, and takes what there is.
    Well,
    /// It could not look; it tries again, and it may pass.
    Trying(String),
    /// It cannot look, or not put away what it took, until somebody mends something.
    NeedsHand(String),
}
