//! Time in a game by mail: how much a side has, when it is over, and how an instant is told to a person.
//!
//! [`Control`] is the one formula for every known time control; [`Leave`] stops a clock for whole intervals; [`Zone`] is for
//! eyes alone. Durations are whole seconds, instants are UTC, and nobody here knows what time it is.

mod closing;
mod control;
mod leave;
mod reading;
mod served;
mod written;
mod zone;

pub use closing::{BadClosing, Closing};
pub use control::{Control, DAY, HOUR, MINUTE};
pub use leave::{Leave, LeaveLimit, lasting, left_out};
pub use reading::Reading;
pub use served::{Passed, SERVER_LOOKS_EVERY, SMALLEST_SHIFT, Watch, now_after};
pub use written::{BadControl, PRESETS, Time, time};
pub use zone::Zone;
