//! The last question before a letter's text goes.

use std::sync::Arc;

/// Asked with a letter's row right before its text goes to a relay. Once that has gone, only the relay knows whether
/// the letter will arrive; on a no it does not go.
pub type TextGate = Arc<dyn Fn(i64) -> bool + Send + Sync>;
