//! The shell under simulation: the real writer thread of `serve`, the rounds of `work` under cron step by step, delivery's real plan and
//! its real conversation with the relay, and a world around them that misbehaves. Clocks jump, drift and lose their battery. The machine is
//! suspended, is switched off for up to two years and booted again. The process is killed. The store refuses. The clockwork cannot write.
//! Other processes bring mail and handle it. The provider of a mailbox is away. Somebody restores a backup. Domains and the relay answer
//! anything from 2xx to 5xx, or nothing, at every stage of a session. Players forget games, and write sentences around moves.
//!
//! ```text
//!  world: true time, agenda, players ------ Jobs::next ------> writer::run (a real store) ---> beat, tick, handle
//!     ^                                                            |
//!     '--- relay (real session) <--- Plan <--- outbox <------------'
//! ```
//!
//! The writer asks for its next job, and the world moves on until there is one: nothing sleeps, and everything follows from the seed. The
//! laws:
//!
//! - The clockwork runs every ten seconds of the monotonic clock, whatever the wall clock shows.
//! - The law of forfeits. A game ends on time only if all of this is true: the loser was told about the turn by a letter that the relay
//!   accepted; they had that much served time since then, and more after downtime; the mailbox was checked since then, no mail from before
//!   waits, and nobody was asked about a move within a day. Served time is time in which a process ran, the machine was awake and the
//!   commit of a look succeeded. And games are lost.
//! - And no game goes on forever after that.
//! - No side is charged more time than was served while it was to move and knew it.
//! - No letter is given up except for a mailbox that does not exist any more. When all is well again, every letter leaves, once.
//! - A mail that was accepted is handled once, unless somebody restored a backup from before it.
//! - If the door has said "come again" for a minute, `taflpost status` says so and exits with 1.
//!
//! Not simulated: the threads that send and their real time-outs (a silent client closes the connection instead, and the time it takes is
//! invented), the lock between `serve` and `work`, and single pages that fail, which `tests/crash` tests.

mod laws;
mod machine;
mod mishaps;
mod players;
mod relay;
mod rounds;
mod world;

pub use world::{Plan, Story, live};
