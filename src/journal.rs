//! The operator's log. Everything that can be logged is a [`LogEvent`], and the words for it are only in this file.
//!
//! The words are those of the code and of the letters: a *mail* comes in and is *spooled*, a *letter* goes out. A line begins with the
//! thing it is about, so `grep 'mail 17'` and `grep 'letter 9'` show its whole story. No event has a field for a password, a token, a
//! subject or a body, so none of these can get into the log. Texts from outside (addresses, the relay's answers) are put on one line, with
//! control characters escaped, and shortened.

use chrono::{DateTime, TimeDelta, Utc};
use std::fmt;
use std::path::Path;

/// The most characters of a text from outside that are written in one line.
const OUTSIDE_CHARS_MAX: usize = 500;

/// Something that the operator may want to know.
#[derive(Clone, Copy)]
pub enum LogEvent<'a> {
    // --- the server ---
    /// The server has started.
    Started {
        /// The program's version.
        version: &'a str,
        /// The club's address.
        address: &'a str,
    },
    /// The server was told to stop, and has stopped.
    Stopped {
        /// Letters that were handed to the relay and are still without an answer.
        unsure: usize,
    },
    /// The database file was opened.
    FileOpened {
        /// Its path.
        path: &'a Path,
        /// The version of its schema.
        schema: u32,
    },
    /// An older database file was brought up to date.
    FileMigrated {
        /// The version of its schema before.
        from: u32,
        /// The version of its schema now.
        to: u32,
        /// The copy that was made before. A new file has none.
        backup: Option<&'a Path>,
    },
    /// A backup was written and checked.
    BackupMade {
        /// The path of the backup.
        path: &'a Path,
    },
    /// Old data was deleted.
    Tidied {
        /// Texts of mails that failed and of letters that were given up.
        texts: usize,
        /// Rows of mails.
        mails: usize,
        /// Rows of letters.
        letters: usize,
        /// Expired tokens.
        tokens: usize,
    },
    /// The server was not running for a while. The clocks of the games got that time back.
    TimeGivenBack {
        /// The time that they got back.
        time: TimeDelta,
        /// The number of games.
        games: usize,
    },
    /// The machine reports that its clock is right, after that was in doubt.
    TimeConfirmed,
    /// Something other than the machine confirmed the time: the operator, mail servers, or a day without a contradiction.
    TimeTrusted,
    /// The machine's clock was set, or the virtual machine was paused. The clocks of the games were moved by the same amount.
    ClockSet {
        /// The difference; negative if the clock was set back.
        by: TimeDelta,
        /// The time that it shows now.
        now: DateTime<Utc>,
    },
    /// The clock of a game was due, but the clockwork failed to handle it.
    ClockFailed {
        /// The board number.
        number: u32,
        /// The error.
        why: &'a str,
    },
    /// The database is busy. The operation will be tried again.
    FileBusy {
        /// The error.
        why: &'a dyn fmt::Display,
    },
    /// The database cannot be used.
    FileFailed {
        /// The error.
        why: &'a dyn fmt::Display,
    },
    /// The database works again after `FileBusy` or `FileFailed`.
    FileRecovered,

    // --- the doors ---
    /// A door is open.
    DoorOpened {
        /// The door: `smtp`, `lmtp`, ...
        door: &'a str,
        /// An address or a path.
        at: &'a str,
    },
    /// A door failed. The other doors go on.
    DoorFailed {
        /// The door.
        door: &'a str,
        /// The error.
        why: &'a dyn fmt::Display,
    },
    /// A door cannot work at the moment. It tries again.
    DoorWaits {
        /// The door.
        door: &'a str,
        /// The error, and the time of the next attempt.
        why: &'a dyn fmt::Display,
    },
    /// A door put a mail aside and did not take it in.
    MailAside {
        /// The door.
        door: &'a str,
        /// The reason.
        why: &'a str,
    },
    /// A door turned a client away before it could leave a mail.
    TurnedAway {
        /// The door.
        door: &'a str,
        /// The client's network address.
        peer: &'a str,
        /// The reason.
        why: &'a str,
    },

    // --- mails that come in ---
    /// A mail was received.
    Spooled {
        /// The number of its row.
        id: i64,
        /// The door that it came by.
        door: &'a str,
        /// Its length in bytes.
        size_bytes: usize,
    },
    /// A mail came a second time and was dropped.
    Repeat {
        /// The number of the first one's row.
        id: i64,
        /// The door that it came by.
        door: &'a str,
    },
    /// A mail was handled.
    MailDone {
        /// The number of its row.
        id: i64,
        /// What was done.
        note: &'a str,
    },
    /// A mail could not be handled. It will be tried again.
    MailFailed {
        /// The number of its row.
        id: i64,
        /// How often it has failed.
        tries: u32,
        /// The error.
        note: &'a str,
    },
    /// A player's daily digest could not be written. It will be tried again.
    DigestFailed {
        /// The player's login.
        player: &'a str,
        /// The error.
        why: &'a str,
    },
    /// Something was due in a tournament, but the clockwork failed to handle it. It will be tried again.
    TournamentFailed {
        /// The name of the tournament.
        name: &'a str,
        /// The error.
        why: &'a str,
    },
    /// A player could not be told that their clocks got time back.
    DowntimeUntold {
        /// The player's login.
        player: &'a str,
        /// The error.
        why: &'a str,
    },
    /// A text of the operator's folder could not be filled in, so ours went out.
    TextFailed {
        /// The error, with the file and the line.
        why: &'a str,
    },
    /// No more letters are sent to a player's address, because a relay refuses them.
    LettersStop {
        /// The player's login.
        player: &'a str,
        /// The address.
        to: &'a str,
    },
    /// A letter was refused, but it failed to work out what that means for the mailbox.
    RefusalFailed {
        /// The number of the letter's row.
        id: i64,
        /// The error.
        why: &'a str,
    },
    /// A mail was put aside. Only the operator can do something about it.
    MailPutAside {
        /// The number of its row.
        id: i64,
        /// The reason.
        note: &'a str,
    },

    // --- letters that go out ---
    /// The relay accepted a letter.
    LetterSent {
        /// The number of its row.
        id: i64,
        /// The recipient.
        to: &'a str,
    },
    /// The relay did not accept a letter. It will be tried again.
    LetterLater {
        /// The number of its row.
        id: i64,
        /// The recipient.
        to: &'a str,
        /// The attempts so far.
        attempts: u32,
        /// The time of the next attempt, as text.
        at: &'a dyn fmt::Display,
        /// The relay's answer.
        error: &'a str,
    },
    /// A letter will not be tried again.
    LetterGivenUp {
        /// The number of its row.
        id: i64,
        /// The recipient.
        to: &'a str,
        /// The relay's answer.
        error: &'a str,
    },
    /// No letters are sent until the relay works again, because the problem is not in a single letter.
    DeliveryPaused {
        /// The error.
        why: &'a str,
    },
    /// Letters are sent again.
    DeliveryResumed,
}

/// How important an event is: the level in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loudness {
    /// Only useful to follow a single mail.
    Detail,
    /// Normal operation.
    News,
    /// A problem that goes away by itself or can wait.
    Warning,
    /// A problem that a person must solve.
    Alarm,
}

impl LogEvent<'_> {
    /// The level of this event.
    pub fn loudness(&self) -> Loudness {
        match self {
            LogEvent::Spooled { .. }
            | LogEvent::Repeat { .. }
            | LogEvent::TurnedAway { .. }
            | LogEvent::Tidied { .. } => Loudness::Detail,
            LogEvent::Started { .. }
            | LogEvent::Stopped { unsure: 0 }
            | LogEvent::FileOpened { .. }
            | LogEvent::FileMigrated { .. }
            | LogEvent::BackupMade { .. }
            | LogEvent::TimeConfirmed
            | LogEvent::TimeTrusted
            | LogEvent::TimeGivenBack { .. }
            | LogEvent::DoorOpened { .. }
            | LogEvent::MailDone { .. }
            | LogEvent::LetterSent { .. }
            | LogEvent::FileRecovered
            | LogEvent::DeliveryResumed => Loudness::News,
            LogEvent::Stopped { .. }
            | LogEvent::ClockFailed { .. }
            | LogEvent::ClockSet { .. }
            | LogEvent::FileBusy { .. }
            | LogEvent::DoorWaits { .. }
            | LogEvent::MailAside { .. }
            | LogEvent::MailFailed { .. }
            | LogEvent::DigestFailed { .. }
            | LogEvent::TournamentFailed { .. }
            | LogEvent::DowntimeUntold { .. }
            | LogEvent::TextFailed { .. }
            | LogEvent::LettersStop { .. }
            | LogEvent::RefusalFailed { .. }
            | LogEvent::LetterLater { .. } => Loudness::Warning,
            LogEvent::FileFailed { .. }
            | LogEvent::DoorFailed { .. }
            | LogEvent::MailPutAside { .. }
            | LogEvent::LetterGivenUp { .. }
            | LogEvent::DeliveryPaused { .. } => Loudness::Alarm,
        }
    }
}

/// Writes an event into the log.
pub fn write(event: &LogEvent<'_>) {
    match event.loudness() {
        Loudness::Detail => tracing::debug!("{event}"),
        Loudness::News => tracing::info!("{event}"),
        Loudness::Warning => tracing::warn!("{event}"),
        Loudness::Alarm => tracing::error!("{event}"),
    }
}

impl fmt::Display for LogEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LogEvent::Started { version, address } => {
                write!(f, "taflpost {version} starts for the club {}", Outside(&address))
            }
            LogEvent::Stopped { unsure: 0 } => f.write_str("taflpost has stopped; no work was interrupted"),
            LogEvent::Stopped { unsure } => write!(
                f,
                "taflpost has stopped; letters that the relay has not confirmed, and that will be sent again: {unsure}"
            ),
            LogEvent::FileOpened { path, schema } => {
                write!(f, "database {} is open, schema {schema}", path.display())
            }
            LogEvent::FileMigrated { from: 0, to, .. } => write!(f, "database is new, with schema {to}"),
            LogEvent::FileMigrated { from, to, backup } => {
                write!(f, "database was changed from schema {from} to schema {to}")?;
                match backup {
                    Some(path) => write!(f, "; a copy of the old database is in {}", path.display()),
                    None => Ok(()),
                }
            }
            LogEvent::BackupMade { path } => {
                write!(f, "backup {} is written and checked", path.display())
            }
            LogEvent::Tidied { texts, mails, letters, tokens } => write!(
                f,
                "old data deleted: {texts} texts, {mails} mails, {letters} letters, {tokens} keys"
            ),
            LogEvent::TimeGivenBack { time, games } => {
                write!(
                    f,
                    "taflpost was not running for {}: this time was given back to the clocks of {games} games",
                    Lasting(time)
                )
            }
            LogEvent::TimeConfirmed => {
                f.write_str("the clock of this machine follows a time server: closing dates, daily letters and cleaning up are no longer delayed")
            }
            LogEvent::TimeTrusted => {
                f.write_str("the clock of this machine is now trusted: closing dates, daily letters and cleaning up are no longer delayed")
            }
            LogEvent::ClockSet { by, now } => {
                let way = if by < TimeDelta::zero() { "back" } else { "forward" };
                write!(
                    f,
                    "the clock of this machine was set {way} by {} and now shows {now}; the clocks of all games were set too, \
                     so no player lost or gained time",
                    Lasting(by.abs()),
                    now = now.format("%Y-%m-%d %H:%M:%S UTC"),
                )
            }
            LogEvent::ClockFailed { number, why } => {
                write!(
                    f,
                    "the clock of board {number} could not be checked; the next try is in an hour: {}",
                    Outside(&why)
                )
            }
            LogEvent::FileBusy { why } => {
                write!(f, "database is not ready; the server tries again: {}", Outside(why))
            }
            LogEvent::FileFailed { why } => write!(f, "database cannot be used: {}", Outside(why)),
            LogEvent::FileRecovered => write!(f, "database works again"),

            LogEvent::DoorOpened { door, at } => write!(f, "{door}: open at {}", Outside(&at)),
            LogEvent::DoorFailed { door, why } => {
                write!(f, "{door}: problem: {}", Outside(why))
            }
            LogEvent::DoorWaits { door, why } => write!(f, "{door}: waiting to try again: {}", Outside(why)),
            LogEvent::MailAside { door, why } => {
                write!(f, "{door}: a mail was moved to the folder for failed mails: {}", Outside(&why))
            }
            LogEvent::TurnedAway { door, peer, why } => {
                write!(f, "{door}: refused a connection from {}: {}", Outside(&peer), Outside(&why))
            }

            LogEvent::Spooled { id, door, size_bytes } => {
                write!(f, "mail {id} was stored ({door}, {size_bytes} bytes)")
            }
            LogEvent::Repeat { id, door } => {
                write!(f, "mail {id} came again ({door}) and was ignored")
            }
            LogEvent::MailDone { id, note } => write!(f, "mail {id} was handled: {}", Outside(&note)),
            LogEvent::MailFailed { id, tries, note } => {
                write!(f, "mail {id} could not be handled (try {tries}); the server will try again: {}", Outside(&note))
            }
            LogEvent::DigestFailed { player, why } => {
                write!(f, "the daily letter for {player} could not be written; the server will try again: {}", Outside(&why))
            }
            LogEvent::TournamentFailed { name, why } => {
                write!(f, "tournament {name} could not be checked; the server will try again: {}", Outside(&why))
            }
            LogEvent::DowntimeUntold { player, why } => {
                write!(f, "no letter could be written to tell {player} that time was given back: {}", Outside(&why))
            }
            LogEvent::TextFailed { why } => {
                write!(f, "a text of your own could not be used in a letter, and our text was sent instead: {}", Outside(&why))
            }
            LogEvent::LettersStop { player, to } => {
                write!(f, "no more letters go to {player} at {}, because they are refused", Outside(&to))
            }
            LogEvent::RefusalFailed { id, why } => {
                write!(f, "letter {id} was refused, but the refusal could not be processed: {}", Outside(&why))
            }
            LogEvent::MailPutAside { id, note } => {
                write!(f, "mail {id} could not be handled, and the server will not try again (see `taflpost inbox list --failed`): {}", Outside(&note))
            }

            LogEvent::LetterSent { id, to } => write!(f, "letter {id} was sent to {}", Outside(&to)),
            LogEvent::LetterLater { id, to, attempts, at, error } => write!(
                f,
                "letter {id} to {} will be tried again at {at}, after {attempts} tries: {}",
                Outside(&to),
                Outside(&error)
            ),
            LogEvent::LetterGivenUp { id, to, error } => {
                write!(f, "letter {id} to {} was given up (see `taflpost queue list --given-up`): {}", Outside(&to), Outside(&error))
            }
            LogEvent::DeliveryPaused { why } => {
                write!(f, "no letters are sent until a problem with the relay is solved (see `taflpost check`): {}", Outside(&why))
            }
            LogEvent::DeliveryResumed => f.write_str("the server can send letters again"),
        }
    }
}

/// Puts a text that may come from outside on one line and escapes its control characters. Such a text must not be able to forge a line of
/// the log or to send control sequences to a terminal.
pub fn one_line(text: &str) -> String {
    let is_unseen = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}');
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match is_unseen(character) {
            true => line.extend(character.escape_default()),
            false => line.push(character),
        }
    }
    line
}

/// A length of time without its sign, in its two largest units: `3 days 2 hours`.
pub fn lasting(time: chrono::TimeDelta) -> String {
    Lasting(time.abs()).to_string()
}

/// A length of time in its two largest units.
struct Lasting(TimeDelta);

impl fmt::Display for Lasting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.num_seconds();
        let units = [(86_400, "days"), (3_600, "hours"), (60, "minutes"), (1, "seconds")];
        let first = units.iter().position(|(unit, _)| seconds >= *unit).unwrap_or(units.len() - 1);
        let mut rest = seconds;
        let mut parts = Vec::new();
        for (unit, name) in &units[first..(first + 2).min(units.len())] {
            if rest >= *unit || parts.is_empty() {
                parts.push(format!("{} {name}", rest / unit));
            }
            rest %= unit;
        }
        f.write_str(&parts.join(" "))
    }
}

/// A text from outside, made safe by [`one_line`] and shortened.
struct Outside<'a>(&'a dyn fmt::Display);

impl fmt::Display for Outside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        match text.char_indices().nth(OUTSIDE_CHARS_MAX) {
            Some((end, _)) => write!(f, "{}...", one_line(&text[..end])),
            None => f.write_str(&one_line(&text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_cannot_write_a_line_of_its_own() {
        let error = "451 later\r\nmail 7 is done: \u{1b}[31mforged";
        let event = LogEvent::LetterGivenUp { id: 3, to: "ann@example.org", error };
        assert_eq!(
            event.to_string(),
            "letter 3 to ann@example.org was given up (see `taflpost queue list --given-up`): \
             451 later\\r\\nmail 7 is done: \\u{1b}[31mforged"
        );
    }

    #[test]
    fn an_endless_text_is_cut() {
        let note = "x".repeat(5_000);
        let line = LogEvent::MailDone { id: 1, note: &note }.to_string();
        assert!(line.len() < 550, "{line}");
        assert!(line.ends_with("x..."), "{line}");
    }

    #[test]
    fn what_needs_a_hand_is_an_alarm() {
        assert_eq!(LogEvent::MailPutAside { id: 1, note: "" }.loudness(), Loudness::Alarm);
        assert_eq!(LogEvent::MailDone { id: 1, note: "" }.loudness(), Loudness::News);
    }
}
