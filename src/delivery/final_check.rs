//! The last check before a letter's text is sent.

use std::sync::Arc;

/// Called with a letter's row right before its text is sent to a relay. After that, only the relay knows whether the letter will arrive. If
/// it returns false, the text is not sent.
pub type TextGate = Arc<dyn Fn(i64) -> bool + Send + Sync>;
