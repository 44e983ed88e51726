//! What the threads are handed: the time, and a way to make the way out anew.

use std::sync::Arc;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::moment::Moment;
use crate::delivery::transport::Transport;

/// What time it is.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// This moment, on both clocks.
pub(super) type Now = Arc<dyn Fn() -> Moment + Send + Sync>;

/// Makes the way out anew, from whatever the operator may have mended: a password, a certificate. Says what is wrong.
pub type MakeWay = Arc<dyn Fn() -> Result<Transport, String> + Send + Sync>;
