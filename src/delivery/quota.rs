//! How many letters may be sent in a minute and in a day. Providers close mailboxes that send more than they allow.
//!
//! Sent letters are counted in the outbox, so the count survives a restart and is the same for `work` and `serve`. A failed attempt is not
//! counted.

use chrono::DateTime;
use chrono::TimeDelta;
use chrono::Utc;

use crate::store::StoreError;

/// How many letters may be sent. `None` means any number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Quota {
    /// In any minute.
    pub per_minute: Option<u32>,
    /// In any 24 hours.
    pub per_day: Option<u32>,
}

impl Quota {
    /// Whether there is a limit at all.
    pub fn is_any(self) -> bool {
        self.per_minute.is_some() || self.per_day.is_some()
    }

    /// How many letters may be started at `now`. `sent_since` counts those that were sent; `under_way` are those without a result yet.
    ///
    /// # Errors
    /// If they cannot be counted.
    pub(super) fn room(
        self,
        sent_since: impl Fn(DateTime<Utc>) -> Result<u32, StoreError>,
        under_way: usize,
        now: DateTime<Utc>,
    ) -> Result<u32, StoreError> {
        let under_way = u32::try_from(under_way).unwrap_or(u32::MAX);
        let mut room = u32::MAX;
        for (allowed, time) in [(self.per_minute, TimeDelta::minutes(1)), (self.per_day, TimeDelta::days(1))] {
            if let Some(allowed) = allowed {
                let sent = sent_since(now - time)?;
                room = room.min(allowed.saturating_sub(sent).saturating_sub(under_way));
            }
        }
        Ok(room)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_narrower_of_both_counts() {
        let now: DateTime<Utc> = "2026-11-21T12:00:00Z".parse().unwrap();
        // Five in the last minute, 90 in the last day.
        let sent = |since: DateTime<Utc>| Ok(if now - since > TimeDelta::hours(1) { 90 } else { 5 });
        let room = |per_minute, per_day, under_way| Quota { per_minute, per_day }.room(sent, under_way, now).unwrap();
        assert_eq!(room(None, None, 64), u32::MAX);
        assert_eq!(room(Some(20), None, 0), 15);
        assert_eq!(room(Some(20), Some(100), 0), 10);
        assert_eq!(room(Some(20), Some(100), 3), 7);
        assert_eq!(room(Some(5), Some(100), 3), 0);
        assert_eq!(room(Some(20), Some(80), 3), 0);
    }
}
