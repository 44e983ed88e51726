//! What waits when something fails, and what does not. It is a value that is told about each letter that was started and ended, with the
//! time as an argument. No sockets, no store, no threads.
//!
//! What failed has to pause:
//!
//! | what failed | what waits | until |
//! | --- | --- | --- |
//! | the relay: connecting, greeting, login, sender | everything | one letter gets through again |
//! | a domain: two mailboxes, nothing accepted between | that domain | one letter gets through; test after 1, 2, 4 ... 30 minutes |
//! | a mailbox, for now | that mailbox | 1, 5, 15, 30 ... minutes |
//! | the letter, for good | nothing | - |
//!
//! **Suspicion.** Some refusals can come from the relay or from the recipient's domain: words about a quota, 530 to 538, "relaying", 421 to
//! a recipient. Then one letter to another domain is sent at once to find out, to the most reliable domain first:
//!
//! ```text
//!  suspicion --accepted--> it is that domain; its refusals raise no suspicion again until it accepts a letter
//!     |  '----refused too, and one of the two domains had accepted our last letter to it--> it is the relay
//!     '-------refused too, by domains that we know nothing about: the next one is asked; if none is left --> it is the relay
//! ```
//!
//! **Senders.** A relay may keep a sender waiting for minutes because of a domain that does not answer. So the number of senders for a
//! domain depends on how reliable it is ([`Health::choose`]), and some are always left for reliable domains.

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
