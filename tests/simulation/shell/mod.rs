//! The shell under simulation: the desk of `serve` as it is, delivery's plan and its talk with the relay as they are, and a world that
//! misbehaves around them. Clocks step, walk and die with their battery; the machine sleeps, is switched off for up to two years and
//! started anew; the process is killed; the store refuses; the clockwork cannot write; another process brings mail; somebody goes
//! back to a backup; domains and the relay say anything from 2xx to 5xx, or nothing, at every stage of a talk.
//!
//! ```text
//!  world: true time, agenda, players ------ Jobs::next ------> desk::run (a real store) ---> beat, tick, handle
//!     ^                                                            |
//!     '--- relay (real talk) <--- Plan <--- outbox <---------------'
//! ```
//!
//! The desk asks for its next job, and the world moves on until there is one: nothing sleeps, everything follows from the seed. The laws:
//!
//! - The clockwork looks every ten seconds of the clock that nobody sets, whatever the one on the wall shows.
//! - No game ends on time before its loser had that much served time: time in which a process ran and the machine was awake, after the
//!   relay had taken the letter that says whose turn it is. And none goes on for ever after that.
//! - No letter is given up but for a mailbox that is no more; when all is well again every letter leaves, once.
//! - A mail that was said yes to is handled once, unless somebody went back to a backup from before it.
//! - When the door has said "come again" for a minute, the file beside the database that `status` reads says so.

mod laws;
mod machine;
mod players;
mod relay;
mod world;

pub use world::{Plan, Story, live};
