//! Delivery for `taflpost serve`: one thread that finds what is due, a few that send, and the writer thread that marks letters.
//!
//! ```text
//!  wake (the writer has new letters), or the time of the next attempt
//!     |
//!     v           due, except those under way             an attempt
//!  scheduler ------------------------------------> plan -----------> senders --mark--> writer
//!     ^                                                                                   |
//!     '------------------ a letter is no longer under way: its mark is on the disk <------'
//! ```
//!
//! **A letter is never sent twice at once.** It is *under way* from the moment when it is queued until its mark is on the disk, and the
//! number under way is limited. If the store cannot be written, delivery therefore stops by itself.
//!
//! **Where decisions are made**: [`Plan`] decides which letter goes next and what happens to it. [`health`](crate::delivery::health)
//! decides what waits for what. The threads here only do the work. After an alarm, the transport is built again for the letter that tests
//! it, so a password that was corrected in its file works without a restart.
//!
//! **For a simulation**: use a [`Plan`] by itself, as `tests/it/delivery/law.rs` does. `wanted` and `offer` connect it to the outbox,
//! `next` gives a letter to an idle sender, `finish` takes its result (success or a [`Setback`](crate::delivery::Setback)) and gives the
//! verdict for [`Store::take_in`](crate::store::Store::take_in), `marked` says that the verdict is on the disk. Each takes the [`Moment`]
//! at which it happens. Nothing here or below asks for the time, sleeps, or opens a socket.

mod plan;
mod thread_arguments;

mod shared;

mod scheduler;
mod sender;

mod threads;

pub use crate::delivery::dispatch::plan::Plan;
pub use crate::delivery::dispatch::plan::Wanted;
pub use crate::delivery::dispatch::thread_arguments::Clock;
pub use crate::delivery::dispatch::thread_arguments::MakeWay;
pub use crate::delivery::dispatch::threads::Dispatch;
pub use crate::delivery::dispatch::threads::Parting;
pub use crate::delivery::dispatch::threads::Waker;
pub use crate::delivery::moment::Moment;
pub use crate::delivery::sending_speed::Pace;
