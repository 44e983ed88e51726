//! The talk at the door: SMTP (RFC 5321) and LMTP (RFC 2033) as a state machine without a socket.
//!
//! Bytes go in, in whatever pieces they come; replies and finished mails come out. It has no clock and waits for
//! nothing: whoever owns the socket reads, writes and stores. What is said stands in `reply`, how a command is read in
//! `line` and `verb`, how a mail's text is read in `data`.
//!
//! ```text
//!  greeting -> commands --MAIL--> RCPT, RCPT ... --DATA--> text --CR LF . CR LF--> settling --settle()--> commands
//!                 |                                                                  ^ the owner stores the mail here
//!                 '--QUIT, too many errors--> closed
//! ```
//!
//! **Replies after DATA** are 250 when the mail is on the disk and 451 when it is not; nothing else. Behind a relay
//! that has taken the mail, a 5xx there would become a bounce to a sender whom anybody can forge. For the same reason
//! the size announced is 0, which means no greatest one (RFC 1870), and none that is told refuses a mail: a long one is read
//! to its end, and its first part is kept and accepted, since people write above their pictures.
//!
//! **Bounds**: a command line has 2,048 bytes, a mail 1 MiB and 100 recipients, a talk 20 errors. A line of text may
//! be as long as its mail.

mod data;
mod step;
mod verb;

mod line;
mod reply;

mod state_machine;

pub use crate::intake::session::state_machine::Session;
pub use crate::intake::session::step::Answer;
pub use crate::intake::session::step::Dismissal;
pub use crate::intake::session::step::Step;
