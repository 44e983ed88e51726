//! The door to a mailbox at a provider, by IMAP. It keeps one folder empty: each mail in it is taken into the spool, and filed away only
//! after the commit.
//!
//! ```text
//!  account   the server, the login, the folders
//!  connect   connection, TLS, greeting              bounded_stream: limits what the server sends
//!  client    login, command and answer, IDLE        setback: what can go wrong, and what to do
//!  folders   the folder of arrivals, Done and Failed
//!  fetch     every mail: fetch, commit, file away
//!  door      the thread: connect, look, wait, again
//!  find_mail waits for one mail of our own
//! ```

mod account;
mod bounded_stream;
mod setback;

mod client;
mod connect;

mod fetch;
mod folders;

mod door;
mod find_mail;

pub use crate::intake::imap::account::MailboxAccount;
pub use crate::intake::imap::account::MailboxLogin;
pub use crate::intake::imap::account::Pace;
pub use crate::intake::imap::account::is_folder_name;
pub use crate::intake::imap::client::Can;
pub use crate::intake::imap::door::Mailbox;
pub use crate::intake::imap::door::Probe;
pub use crate::intake::imap::door::look_once;
pub use crate::intake::imap::door::probe;
pub use crate::intake::imap::fetch::Seen;
pub use crate::intake::imap::find_mail::Echo;
pub use crate::intake::imap::find_mail::wait_for_echo;
pub use crate::intake::imap::folders::Found;
pub use crate::intake::imap::setback::Setback;
pub use crate::intake::imap::setback::remedy;
