//! Where the flow is joined: one spooled mail from bytes to savepoint, and the one thread that owns the store.

mod confirmation;
mod passwords;
pub mod rating_rebuild;
mod sender;
pub mod writer;

mod mail_at_hand;
mod mail_processor;
pub mod ratings;

mod announce;
pub mod clockwork;
mod downtime;
mod mail_zone;
mod operator;
mod passed_on;
mod pending;
mod reserved_names;
mod signups;
mod unreadable;
mod unsubscribe;

mod incoming;
mod replies;

mod bounces;
mod digest;
mod mailbox_questions;

pub use mail_processor::{Envelope, HandleError, MailProcessor};
pub use operator::Operated;
