//! Where the flow is joined: one spooled mail from bytes to savepoint, and the one thread that owns the store.

mod announce;
mod bounces;
pub mod clockwork;
mod confirmation;
mod digest;
mod downtime;
mod incoming;
mod mail_zone;
mod mailbox_questions;
mod operator;
mod passed_on;
mod passwords;
mod pending;
pub mod rating_rebuild;
pub mod ratings;
mod replies;
mod reserved_names;
mod sender;
mod signups;
mod unreadable;
mod unsubscribe;
pub mod writer;

pub use incoming::{Envelope, HandleError, MailProcessor};
pub use operator::Operated;

/// The errand of a bounce address: a letter that nobody takes comes back to it.
const BOUNCE: char = 'b';
