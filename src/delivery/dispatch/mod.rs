//! Delivery for `taflpost serve`: one thread that looks what is due, a few that send, and the desk that marks.
//!
//! ```text
//!  wake (the desk has new letters), or the hour of the next try
//!     |
//!     v        due, besides those under way             a try
//!  looker ------------------------------------> plan -----------> senders --mark--> desk
//!     ^                                                                              |
//!     '------------------ a letter is no longer under way: its mark is on the disk <-'
//! ```
//!
//! **Never the same letter twice at once**: a letter is *under way* from the moment it is queued until its mark is on
//! the disk, and a bounded number is. When the store cannot be written, delivery comes to rest by itself.
//!
//! **Where things are decided**: [`Plan`] says which letter goes next and what becomes of it; who waits for what is
//! [`health`](crate::delivery::health). The threads here only carry. After an alarm the way is made anew for the letter that
//! tries it: a password that was corrected in its file counts without a new start.
//!
//! **For a simulation**: drive a [`Plan`] by itself, as `tests/it/delivery/law.rs` does. `wanted` and `offer` stand between it and the
//! outbox, `next` hands a letter to a sender that has nothing to do, `finish` takes what became of it (a [`Setback`](crate::delivery::Setback) or a yes) and
//! gives the verdict for [`Store::take_in`](crate::store::Store::take_in), `marked` says that it is on the disk. Each takes the
//! [`Moment`] at which it happens; nothing here or below asks for the time, sleeps, or opens a socket.

mod handed_in;
mod plan;

mod shared;

mod scheduler;
mod sender;

mod threads;

pub use crate::delivery::dispatch::handed_in::Clock;
pub use crate::delivery::dispatch::handed_in::MakeWay;
pub use crate::delivery::dispatch::plan::Plan;
pub use crate::delivery::dispatch::plan::Wanted;
pub use crate::delivery::dispatch::threads::Dispatch;
pub use crate::delivery::dispatch::threads::Parting;
pub use crate::delivery::dispatch::threads::Waker;
pub use crate::delivery::moment::Moment;
pub use crate::delivery::pace::Pace;
