//! The one place that asks what time it is and draws true randomness; everything below is handed both.

use crate::chance::Chance;
use chrono::{DateTime, Utc};
use std::time::SystemTime;

/// This instant.
pub fn now() -> DateTime<Utc> {
    DateTime::<Utc>::from(SystemTime::now())
}

/// Lots drawn from the operating system's randomness.
pub fn chance() -> Result<Chance, getrandom::Error> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(Chance::from_seed(seed))
}
