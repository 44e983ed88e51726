//! What `status` checks besides mails and letters: errors that the store could not write into itself and that are on the disk beside the
//! database, a log that grows, copies that are too old, and the state of the clockwork. Each alarm says what is wrong and what to do.

use crate::cli::elapsed::ago;
use crate::cli::settings::ServerSettings;
use crate::clock::Reading;
use crate::club::Hindrance;
use crate::journal;
use crate::store::{Reader, StoreError, StoreTrouble, TroubleKind, Troubles};
use chrono::{DateTime, TimeDelta, Utc};
use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// A problem that has ended is reported for this long, so that somebody who asks every quarter of an hour sees each of them.
const TOLD_AFTERWARDS: TimeDelta = TimeDelta::minutes(15);

/// The largest write-ahead log without an alarm. It is emptied at 4,000 pages, unless something reads for a long time.
const LOG_BYTES_MAX: u64 = 256 << 20;

/// The most files that are checked in a folder of copies.
const COPIES_MAX: usize = 10_000;

/// A running server looks at the clocks every ten seconds. If it has not done so for this long, it or its database hangs.
const SERVER_LOOKS: TimeDelta = TimeDelta::minutes(5);

/// A smaller change of the clock needs no attention: time servers make such changes.
const STEP_MIN: TimeDelta = TimeDelta::minutes(1);

/// A change of the clock is reported for this long.
const STEP_TOLD: TimeDelta = TimeDelta::hours(24);

/// A loss on time that waits for something of the club's own is reported after this time.
const FORFEIT_WAITS: TimeDelta = TimeDelta::hours(1);

/// The most games listed in that alarm.
const GAMES_TOLD: u32 = 10;

/// The most jumps in time that are searched for a change of the clock.
const LEAPS_MAX: u32 = 100;

/// Whether the clockwork still runs, and whether the machine's clock can be trusted. `serving` says that a server holds the lock.
pub(super) fn of_clock(
    reader: &Reader,
    settings: &ServerSettings,
    serving: bool,
    reading: &Reading,
) -> Result<Vec<String>, StoreError> {
    let mut alarms = Vec::new();
    if let Some(last) = reader.last_look()? {
        // By the monotonic clock if possible.
        let rested = reading.awake_since(&last).unwrap_or(reading.wall - last.wall);
        let (limit, remedy) = match serving {
            true => (
                SERVER_LOOKS,
                "taflpost serve is running, but it hangs or its database is locked; read its log, then restart it",
            ),
            false => (settings.work.every * 2, "is taflpost serve running, or taflpost work in a crontab?"),
        };
        if rested > limit {
            let since = ago(rested);
            alarms.push(format!("the game clocks were last checked {since}, and have stopped: {remedy}"));
        }
    }
    let step = reader.leaps(LEAPS_MAX)?.into_iter().find(|leap| leap.step.abs() >= STEP_MIN);
    if let Some(leap) = step.filter(|leap| reading.wall - leap.at <= STEP_TOLD) {
        let way = if leap.step < TimeDelta::zero() { "back" } else { "forward" };
        let (by, since) = (journal::lasting(leap.step), ago(reading.wall - leap.at));
        // Closing dates, ratings and daily digests wait for that.
        let remedy = match reader.time_doubted()? {
            Some(_) => "run: date; if it prints the correct time, run: taflpost clock confirm",
            None => "check the clock with the commands date and timedatectl",
        };
        alarms.push(format!(
            "the clock of this machine was set {way} by {by}, {since}; no player lost time because of it; {remedy}"
        ));
    }
    for waits in reader.waiting_forfeits(GAMES_TOLD)? {
        let why = match waits.why {
            // That is normal, and ends by itself.
            Hindrance::Question => continue,
            Hindrance::Mail => "an older mail has not been handled yet; see: taflpost inbox list",
            Hindrance::Door => "a mailbox has not been checked since then; see: taflpost check",
            Hindrance::Time => {
                "the server does not know whether the clock of this machine is correct; see: taflpost clock confirm --help"
            }
        };
        if reading.wall - waits.since > FORFEIT_WAITS {
            let since = ago(reading.wall - waits.since);
            alarms.push(format!(
                "the game on board {} has a player who ran out of time ({since}), but the game cannot be ended yet: {why}",
                waits.number
            ));
        }
    }
    Ok(alarms)
}

/// Everything on the disk that needs attention.
pub(super) fn on_disk(settings: &ServerSettings, database: &Path, now: DateTime<Utc>) -> Vec<String> {
    let mut alarms = Vec::new();
    let troubles = Troubles::beside(database);
    if troubles.is_unwritten() {
        let remedy = "read its log, and check the disk with df and dmesg";
        alarms.push(format!(
            "mail could not be stored or handled, and the running server cannot record this in its folder: {remedy}"
        ));
    }
    if let Err(error) = troubles.probe() {
        let (folder, remedy) = (settings.store.folder.display(), "check the disk with df and dmesg");
        alarms.push(format!(
            "the server cannot write to {folder}, so it refuses mail until this is solved: {error}; {remedy}"
        ));
    }
    match troubles.read() {
        Ok(troubles) => alarms.extend(troubles.iter().filter_map(|trouble| of_store(trouble, now))),
        Err(error) => {
            let path = database.with_file_name("troubles");
            let remedy =
                "run this command as the user who runs taflpost serve; if the file is damaged, you can delete it";
            alarms.push(format!("{} cannot be read: {error}; {remedy}", path.display()));
        }
    }
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    if let Ok(log_bytes) = fs::metadata(&log).map(|log| log.len())
        && log_bytes > LOG_BYTES_MAX
    {
        let mebibytes = log_bytes >> 20;
        let remedy = "another program, such as sqlite3 or a backup, is reading the database, and the log cannot be emptied until it ends";
        alarms.push(format!("the write-ahead log of the database has grown to {mebibytes} MiB: {remedy}"));
    }
    let hours_max = i64::from(settings.backup.hours_max);
    alarms.extend(settings.backup.files.iter().filter_map(|place| of_copy(place, hours_max, now)));
    alarms
}

fn of_store(trouble: &StoreTrouble, now: DateTime<Utc>) -> Option<String> {
    let what = match trouble.kind {
        TroubleKind::MailRefused => "mail could not be stored, and the sending servers were asked to try again",
        TroubleKind::MailNotHandled => "mail could not be handled, and is waiting",
    };
    let times = match trouble.times {
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    let (since, why) = (ago(now - trouble.since), &trouble.why);
    match trouble.ended {
        None => {
            let last = ago(now - trouble.last);
            Some(format!("{what}: {times}, first {since}, last {last}: {why}; see: taflpost check --deep"))
        }
        // If the end is in the future, a wrong clock wrote it. It is reported as well.
        Some(ended) if now - ended <= TOLD_AFTERWARDS => {
            Some(format!("{what}: {times}, first {since}: {why}; it has worked again since {}", ago(now - ended)))
        }
        Some(_) => None,
    }
}

fn of_copy(place: &Path, hours_max: i64, now: DateTime<Utc>) -> Option<String> {
    let remedy = "the settings name it under [backup]";
    match newest(place) {
        Ok(Some(changed)) => {
            let age = now - DateTime::<Utc>::from(changed);
            let is_late = age > TimeDelta::hours(hours_max);
            is_late.then(|| format!("the backup {} was last written {}; {remedy}", place.display(), ago(age)))
        }
        Ok(None) => Some(format!("the folder {} contains no backup; {remedy}", place.display())),
        Err(error) => Some(format!("the backup {} cannot be read: {error}; {remedy}", place.display())),
    }
}

/// When a file was last written, or the newest file directly in a folder. `None` for an empty folder.
fn newest(place: &Path) -> io::Result<Option<SystemTime>> {
    let found = fs::metadata(place)?;
    if found.is_file() {
        return found.modified().map(Some);
    }
    let mut newest = None;
    for file in fs::read_dir(place)?.take(COPIES_MAX) {
        // A file that was renamed or deleted in the meantime is skipped.
        let Ok(found) = file?.metadata() else { continue };
        if found.is_file() {
            newest = newest.max(Some(found.modified()?));
        }
    }
    Ok(newest)
}
