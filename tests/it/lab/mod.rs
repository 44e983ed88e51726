//! The whole program between a real MX, a real submission server and real mailboxes: Postfix and Dovecot on loopback.
//!
//! ```text
//!  player --SMTP--> Postfix --LMTP or pipe--> taflpost --submission, TLS, login--> Postfix --LMTP--> Dovecot
//!     ^                                                                                                 |
//!     '------------------------------------------- IMAP ------------------------------------------------'
//! ```
//!
//! In `fetched` the club has no door of its own, only a mailbox like the players', which is read over IMAP.
//!
//! Without the script of a mail lab in `TAFLPOST_MAIL_LAB`, these tests say "skipped" and pass. Each has its own provider, so they can run
//! in parallel.

mod club;
mod faults;
mod fetched;
mod forged;
mod game;
mod mailbox;
mod peers;
mod pipe;
mod provider;
mod signed;
mod vanished;

/// The club's address: its mail comes to our LMTP door.
const CLUB: &str = "club@tafl.test";
