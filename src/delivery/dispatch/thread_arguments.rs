//! What the threads get as arguments: the time, and a way to build the transport again.

use std::sync::Arc;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::moment::Moment;
use crate::delivery::transport::Transport;

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// The present moment, on both clocks.
pub(super) type Now = Arc<dyn Fn() -> Moment + Send + Sync>;

/// Builds the transport again, from whatever the operator may have corrected: a password, a certificate. The error says what is wrong.
pub type MakeWay = Arc<dyn Fn() -> Result<Transport, String> + Send + Sync>;
