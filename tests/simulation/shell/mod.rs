//! The shell under simulation: the desk of `serve` as it is, the rounds of `work` under cron step by step, delivery's plan and its talk with
//! the relay as they are, and a world that misbehaves around them. Clocks step, walk and die with their battery; the machine sleeps, is
//! switched off for up to two years and started anew; the process is killed; the store refuses; the clockwork cannot write; other processes
//! bring mail and handle it; the provider of a mailbox is away; somebody goes back to a backup; domains and the relay say anything from
//! 2xx to 5xx, or nothing, at every stage of a talk. Players forget games, and write sentences around moves.
//!
//! ```text
//!  world: true time, agenda, players ------ Jobs::next ------> writer::run (a real store) ---> beat, tick, handle
//!     ^                                                            |
//!     '--- relay (real talk) <--- Plan <--- outbox <---------------'
//! ```
//!
//! The desk asks for its next job, and the world moves on until there is one: nothing sleeps, everything follows from the seed. The laws:
//!
//! - The clockwork looks every ten seconds of the clock that nobody sets, whatever the one on the wall shows.
//! - The law of forfeits. A game ends on time only when its loser was told of the turn by a letter that the relay took; had that much served
//!   time since, and more after an absence; when the mailbox was looked into since, no mail from before waits, and nobody was asked about
//!   a move within a day. Served is time in which a process ran, the machine was awake and a look of the clockwork stood. Games are lost.
//! - And no game goes on for ever after that.
//! - No side is charged more time than was served while it had to move and knew it.
//! - No letter is given up but for a mailbox that is no more; when all is well again every letter leaves, once.
//! - A mail that was said yes to is handled once, unless somebody went back to a backup from before it.
//! - When the door has said "come again" for a minute, `taflpost status` says so and ends with 1.
//!
//! Not here, since it cannot be handed in: the threads that send and their real time-outs (a silent peer closes the connection instead; the
//! time it takes is invented), the lock between `serve` and `work`, and single pages that fail, which `tests/crash` has.

mod laws;
mod machine;
mod mishaps;
mod players;
mod relay;
mod rounds;
mod world;

pub use world::{Plan, Story, live};
