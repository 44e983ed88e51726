//! How much one client may use, and the clock that dates its mails.

use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use chrono::Utc;

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// How much one client may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most connections at each door. More are asked to come later (421).
    pub talks_max: usize,
    /// How long a client may be silent.
    pub silence_max: Duration,
    /// How long a client may take to deliver a mail, counted from the connection or from the previous mail.
    pub mail_max: Duration,
    /// How long a client may take to finish its mail when the server stops.
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
