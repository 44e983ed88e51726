//! The one place that asks for the time and for real randomness. Everything below gets both as arguments.

use crate::chance::Chance;
use crate::clock::Reading;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

/// The last second with a year of four digits. A clock that shows more is wrong, and times calculated from it must stay within the range
/// that can be stored.
const LATEST: i64 = 253_402_300_799;

/// The current time, by the wall clock.
pub(super) fn now() -> DateTime<Utc> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(LATEST).min(LATEST);
    // The store keeps microseconds.
    DateTime::from_timestamp(seconds, since.subsec_micros() * 1_000).unwrap_or(DateTime::UNIX_EPOCH)
}

/// What all clocks of the machine show now.
pub(super) fn reading() -> Reading {
    let (awake, up) = uptime();
    Reading { wall: now(), awake, up, boot: boot() }
}

/// How long the machine has been awake, and how long ago it was booted.
#[cfg(target_os = "linux")]
fn uptime() -> (TimeDelta, TimeDelta) {
    use rustix::time::{ClockId, clock_gettime};
    let read = |clock| {
        let time = clock_gettime(clock);
        TimeDelta::seconds(time.tv_sec) + TimeDelta::microseconds(time.tv_nsec / 1_000)
    };
    (read(ClockId::Monotonic), read(ClockId::Boottime))
}

/// On other systems the process counts for itself, and readings of two processes are never compared.
#[cfg(not(target_os = "linux"))]
fn uptime() -> (TimeDelta, TimeDelta) {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    let since = START.get_or_init(std::time::Instant::now).elapsed();
    let since = TimeDelta::microseconds(i64::try_from(since.as_micros()).unwrap_or(i64::MAX));
    (since, since)
}

/// Identifies the boot of the machine: as Linux names it, else a number that no other process has.
fn boot() -> u128 {
    static BOOT: OnceLock<u128> = OnceLock::new();
    *BOOT.get_or_init(|| {
        let name = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let known = u128::from_str_radix(&name.trim().replace('-', ""), 16);
        known.unwrap_or_else(|_| {
            let mut drawn = [0; 16];
            // Without randomness, the number and the start of the process must do.
            if getrandom::fill(&mut drawn).is_err() {
                let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
                return since.as_nanos() ^ (u128::from(std::process::id()) << 96);
            }
            u128::from_be_bytes(drawn)
        })
    })
}

/// Random numbers from the operating system.
pub(super) fn chance() -> Result<Chance, getrandom::Error> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(Chance::from_seed(seed))
}
