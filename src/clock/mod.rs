//! Time in a game by mail: how much a side has, when it is over, and how an instant is shown to a person.
//!
//! [`Control`] is one formula for every known time control. [`Vacation`] stops a clock for whole intervals. [`Zone`] is only for display.
//! Durations are whole seconds, instants are UTC, and nothing here knows the current time.

// what a clock counts
mod machine_clocks;
mod served_time;

// what a side has
mod notation;
mod time_control;
mod vacation;

// how an instant is shown
mod local_time;
mod zone;

pub use local_time::{BadClosing, Closing};
pub use machine_clocks::Reading;
pub use notation::{BadControl, PRESETS, Time, time};
pub use served_time::{Passed, SERVER_LOOKS_EVERY, SMALLEST_SHIFT, Watch, now_after};
pub use time_control::{Control, DAY, HOUR, MINUTE};
pub use vacation::{Vacation, VacationLimit, lasting, left_out};
pub use zone::Zone;
