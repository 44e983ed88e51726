//! Where the flow is joined: one spooled mail from bytes to savepoint, and the one thread that owns the store.

mod amends;
mod announce;
pub mod clockwork;
mod consent;
pub mod desk;
mod digest;
mod evidence;
mod incoming;
mod mail_zone;
mod operate;
mod passwords;
mod pending;
mod post;
mod questions;
pub mod ratings;
mod reach;
pub mod reckoning;
mod signups;
mod standing;
mod unreadable;
mod unsubscribe;
mod wording;

pub use incoming::{Envelope, HandleError, Incoming};
pub use operate::Operated;

/// The errand of a bounce address: a letter that nobody takes comes back to it.
const BOUNCE: char = 'b';
