//! The desk: the one thread that owns the writing store. Doors hand it mails, delivery hands it marks, and it handles
//! what is spooled. No sockets, no tokio: a channel of jobs, and callbacks.
//!
//! ```text
//!  doors ----Spool, done--.                      .--> done(Ok)        after the commit, never before
//!                          >-- up to 64 --> take_in
//!  delivery --Mark, done--'       |              '--> done()          after the commit
//!                                 v
//!                          work, up to 64 mails --> after_commit(Worked)
//! ```
//!
//! **If the power goes** before the commit of `take_in`, no callback was called: the sender keeps his mail and sends
//! it again, and the letter waits and is sent again. After it, both are on the disk. Between `take_in` and `work` the
//! mail waits in the file and is found at the next start. A mark that could not be written is kept and tried again
//! until it can be; delivery holds its letter back until then, so that a full disk sends no letter twice.
//!
//! After the mails what is due without one: `tick`. `beat` comes before it, before the first mail of a run, and whenever the clock on the
//! wall has leapt. **Time is handed in**: `clock` gives a [`Reading`](crate::clock::Reading) of every clock of the machine. Stamps are taken from its wall clock;
//! whatever is done every so often goes by the clock that nobody sets. So a test or a simulation can drive the desk through a year with
//! clocks that step, and a machine that sleeps.
//!
//! **Fairness**: every round takes at most 64 jobs and then handles at most 64 mails, for a second at most, so that neither can starve the
//! other. The channel has no bound of its own; its users have: a connection waits for the answer to its mail, delivery
//! holds a bounded number of letters without a written mark.

mod health;
mod job;

mod group;

mod run;

pub use job::{Job, Jobs, MarkDone, SpoolDone, Writer, channel};
pub use run::{one_group, report, run};
