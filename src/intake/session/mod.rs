//! The conversation at the door: SMTP (RFC 5321) and LMTP (RFC 2033) as a state machine without a socket.
//!
//! Bytes go in, in pieces of any size; replies and finished mails come out. It has no clock and waits for nothing: the owner of the socket
//! reads, writes and stores. The texts of the replies are in `reply`, commands are read in `line` and `verb`, and a mail's text in `data`.
//!
//! ```text
//!  greeting -> commands --MAIL--> RCPT, RCPT ... --DATA--> text --CR LF . CR LF--> settling --settle()--> commands
//!                 |                                                                  ^ the owner stores the mail here
//!                 '--QUIT, too many errors--> closed
//! ```
//!
//! **Replies after DATA** are 250 if the mail is on the disk and 451 if it is not; nothing else. If a relay has already accepted the mail,
//! a 5xx there would become a bounce to a sender that may be forged. For the same reason the announced size is 0, which means no limit (RFC
//! 1870), and no size that a client announces leads to a refusal. A long mail is read to its end, and its first part is kept and accepted,
//! because people write above their pictures.
//!
//! **Limits**: a command line has 2,048 bytes, a mail has 1 MiB and 100 recipients, a connection has 20 errors. A line of text may be as
//! long as its mail.

mod data;
mod smtp_commands;
mod step;

mod line;
mod reply;

mod state_machine;

pub use crate::intake::session::state_machine::Session;
pub use crate::intake::session::step::Dismissal;
pub use crate::intake::session::step::Receipt;
pub use crate::intake::session::step::Step;
