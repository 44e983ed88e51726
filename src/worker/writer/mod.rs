//! The writer: the one thread that owns the writing store. Doors give it mails, delivery gives it marks, and it handles what is spooled. No
//! sockets, no tokio: a channel of jobs, and callbacks.
//!
//! ```text
//!  doors ----Spool, done--.                      .--> done(Ok)        after the commit, never before
//!                          >-- up to 64 --> take_in
//!  delivery --Mark, done--'       |              '--> done()          after the commit
//!                                 v
//!                          work, up to 64 mails --> after_commit(Worked)
//! ```
//!
//! **If the power fails** before the commit of `take_in`, no callback was called: the sender keeps the mail and sends it again, and the
//! letter waits and is sent again. After it, both are on the disk. Between `take_in` and `work` the mail waits in the database and is found
//! at the next start. A mark that could not be written is kept and tried again until it succeeds. Delivery holds its letter back until
//! then, so a full disk sends no letter twice.
//!
//! After the mails comes what is due without one: `tick`. `beat` comes before it, before the first mail of a run, and whenever the wall
//! clock has jumped. **Time is an argument**: `clock` gives a [`Reading`](crate::clock::Reading) of every clock of the machine. Time stamps
//! come from its wall clock; everything that is done at intervals uses the monotonic clock. So a test or a simulation can run the writer
//! through a year with clocks that jump and a machine that is suspended.
//!
//! **Fairness**: every round takes at most 64 jobs and then handles at most 64 mails, for a second at most, so that neither can block the
//! other. The channel itself has no limit, but its users have one: a connection waits for the answer to its mail, and delivery holds a
//! limited number of letters without a written mark.

mod health;
mod job;

mod group;

mod run;

pub use job::{Job, Jobs, MarkDone, SpoolDone, Writer, channel};
pub use run::{one_group, report, run};
