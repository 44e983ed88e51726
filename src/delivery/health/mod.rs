//! Who waits when something fails, and who does not: a value that hears of each letter begun and ended, with the time handed
//! in. No sockets, no store, no threads.
//!
//! The pause belongs to what failed:
//!
//! | what failed | what waits | until |
//! | --- | --- | --- |
//! | the relay: connecting, greeting, login, sender | everything | one letter gets through again |
//! | a domain: two different mailboxes of it, and nothing taken between | that domain | one letter gets through; tried after 1, 2, 4 ... 30 minutes |
//! | a mailbox, for now | that mailbox | 1, 5, 15, 30 ... minutes |
//! | the letter, for good | nothing | - |
//!
//! **Suspicion.** Some refusals can be the relay's or the recipient's domain's: quota words, 530 to 538, "relaying", 421 to a
//! recipient. Then one letter to another domain asks, at once, and the most trusted domain is asked first:
//!
//! ```text
//!  suspicion --taken--> that domain's own; its refusals raise no suspicion again until it takes a letter
//!     |  '----refused alike, and one of the two domains had taken our last letter to it--> the relay's
//!     '-------refused alike by domains we know nothing of: the next one is asked; with nobody left to ask --> the relay's
//! ```
//!
//! **Senders.** A relay may keep a sender waiting for minutes over a domain that does not answer. So a domain gets as many
//! senders as it has earned ([`Health::choose`]), and some are always left for domains that are well.

mod held;
mod recipient;

mod domain;
mod relay;

mod who_waits;

pub use crate::delivery::health::held::Held;
pub use crate::delivery::health::held::What;
pub use crate::delivery::health::recipient::Recipient;
pub(in crate::delivery) use crate::delivery::health::who_waits::Counts;
pub use crate::delivery::health::who_waits::Health;
