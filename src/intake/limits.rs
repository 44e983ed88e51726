//! How much a peer may take of us, and the clock that his mails are dated by.

use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use chrono::Utc;

/// What time it is.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// How much a peer may take of us.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Talks at once at each door; more are asked to come later (421).
    pub talks_max: usize,
    /// How long a peer may be silent.
    pub silence_max: Duration,
    /// How long a peer may take to bring a mail, counted from his coming or from the mail before.
    pub mail_max: Duration,
    /// How long a peer may take to finish his mail when the server stops.
    pub parting_max: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            talks_max: 200,
            silence_max: Duration::from_secs(300),
            mail_max: Duration::from_secs(600),
            parting_max: Duration::from_secs(5),
        }
    }
}
