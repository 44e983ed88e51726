//! The way out: take the letters that are due, send them, mark them. No text is written here: a letter's bytes are finished before, and
//! every attempt sends the same ones.
//!
//! ```text
//!            .--- store::Reader::due ---.                        .--> a relay, by SMTP
//!  outbox --<                            >-- plan --> transport --<
//!    ^       '--- Store::due (work) ----'       |                  '--> a Maildir for each recipient
//!    '---- mark: sent, later, held, given up <--+
//!                                               '--> health: what else waits: all letters, a domain, a mailbox
//! ```
//!
//! **If the power fails** between the relay's 250 and the mark, the letter is sent again with the same Message-ID. In a Maildir it is there
//! only once. Nothing else is repeated, and nothing is lost.

// values
mod budget;
mod final_check;
mod moment;
mod quota;
pub mod retry_times;
mod sending_speed;
mod setback;

// the ways out
mod maildir;
mod program;
mod relay;
mod transport;

// what is sent when, and what waits
mod attempt_log;
pub mod dispatch;
pub mod health;

mod one_round;

pub use crate::delivery::dispatch::Dispatch;
pub use crate::delivery::final_check::TextGate;
pub use crate::delivery::one_round::Round;
pub use crate::delivery::one_round::send_due;
pub use crate::delivery::one_round::send_within;
pub use crate::delivery::program::Program;
pub use crate::delivery::quota::Quota;
pub use crate::delivery::relay::BadRelay;
pub use crate::delivery::relay::Relay;
pub use crate::delivery::relay::RelayLogin;
pub use crate::delivery::relay::RelaySecret;
pub use crate::delivery::relay::RelaySettings;
pub use crate::delivery::relay::this_host;
pub use crate::delivery::setback::Setback;
pub use crate::delivery::transport::Carrier;
pub use crate::delivery::transport::Transport;
