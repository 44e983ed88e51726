//! Connects the parts: handles one spooled mail from bytes to savepoint, and runs the one thread that owns the store.

mod confirmation;
mod desk;
mod mail_reader;
mod passwords;
pub mod rating_rebuild;
mod sender;
pub mod writer;

mod mail_at_hand;
pub mod ratings;

mod pending;

mod mail_processor;

pub use desk::Desk;
pub use mail_processor::clockwork;
pub use mail_processor::operator_commands::Operated;
pub use mail_processor::{EnvelopeSender, HandleError, MailProcessor};
pub use mail_reader::MailReader;
