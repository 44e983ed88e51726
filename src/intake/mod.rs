//! The doors that mails come in by. Each ends in the spool, and says yes only after the commit.
//!
//! ```text
//!  relay, mail program --TCP, unix socket--> listener, client_connection --bytes--> session --mail--.
//!                                                  (tokio)                          (pure)          v
//!                                                                                 worker::writer --> Store::take_in
//!  MTA, .forward, getmail --stdin--> pipe --------------------------------------------------^ (a process of its own)
//!  mailbox at a provider --IMAP--> imap -----> collecting ----------------------------------^ (with `work`, directly)
//!  Maildir --------------------> maildir -----------^
//! ```
//!
//! This module does not know what a mail asks for. A door reads only the envelope. After DATA it never refuses: if the relay has already
//! accepted the mail, a refusal becomes a bounce to an address that may be forged. Either the mail is on the disk (250), or the sender is
//! asked to try again (451).

// values
mod arrival;
mod bind_addr;
mod clock_witness;
mod limits;
pub mod signal;

// mails that others bring, by SMTP and LMTP
mod client_connection;
pub mod listener;
pub mod session;

// mails that are fetched, or come by standard input
pub mod collecting;
pub mod imap;
pub mod maildir;
pub mod pipe;

pub use crate::intake::arrival::Host;
pub use crate::intake::arrival::Mail;
pub use crate::intake::arrival::Protocol;
pub use crate::intake::bind_addr::BadAt;
pub use crate::intake::bind_addr::BindAddr;
pub use crate::intake::bind_addr::CannotOpen;
pub use crate::intake::clock_witness::Witness;
pub use crate::intake::clock_witness::is_elsewhere;
