//! One voice for the operator's log: what happens is an [`LogEvent`], and its words stand here and nowhere else.
//!
//! The words are those of the code and of the letters: a *mail* comes in and is *spooled*, a *letter* goes out. A line
//! begins with what it is about, so that `grep 'mail 17'` and `grep 'letter 9'` tell a story. There is no field for a
//! password, a token, a subject or a body, so none can get here. Texts from outside (addresses, what a relay said) are
//! written on one line, with their control characters spelled out, and cut.

use chrono::{DateTime, TimeDelta, Utc};
use std::fmt;
use std::path::Path;

/// Longest text from outside in a line, in characters.
const OUTSIDE_CHARS_MAX: usize = 500;

/// Something the operator may want to know.
#[derive(Clone, Copy)]
pub enum LogEvent<'a> {
    // --- the house ---
    /// The server begins to work.
    Started {
        /// The program's version.
        version: &'a str,
        /// The club's address.
        address: &'a str,
    },
    /// The server was told to stop and has done so.
    Stopped {
        /// Letters that the relay had not answered for.
        unsure: usize,
    },
    /// The database file was opened.
    FileOpened {
        /// Where it is.
        path: &'a Path,
        /// Its schema.
        schema: u32,
    },
    /// An older database file was brought up to date.
    FileMigrated {
        /// Its schema before.
        from: u32,
        /// Its schema now.
        to: u32,
        /// The copy made before; none for a new file.
        backup: Option<&'a Path>,
    },
    /// A backup was written and checked.
    BackupMade {
        /// Where.
        path: &'a Path,
    },
    /// Old things were forgotten.
    Tidied {
        /// Texts of failed mails and of letters given up.
        texts: usize,
        /// Rows of mails.
        mails: usize,
        /// Rows of letters.
        letters: usize,
        /// Lapsed tokens.
        tokens: usize,
    },
    /// Nobody served for a while: the clocks of the games got that time back.
    TimeGivenBack {
        /// How much.
        time: TimeDelta,
        /// How many games.
        games: usize,
    },
    /// The machine says that its clock is right, after that was in doubt.
    TimeConfirmed,
    /// Somebody else has said so: the operator, mail servers, or a day without another word.
    TimeTrusted,
    /// The clock of the machine was set, or it was a virtual machine that was paused: the clocks of the games moved with it.
    ClockSet {
        /// By how much; below zero where it was set back.
        by: TimeDelta,
        /// What it shows now.
        now: DateTime<Utc>,
    },
    /// The clock of a game was due, and could not be looked at.
    ClockFailed {
        /// The board.
        number: u32,
        /// Why.
        why: &'a str,
    },
    /// The database cannot be used for the moment; what was asked will be tried again.
    FileBusy {
        /// Why.
        why: &'a dyn fmt::Display,
    },
    /// The database cannot be used.
    FileFailed {
        /// Why.
        why: &'a dyn fmt::Display,
    },
    /// The database works again after one of the two above.
    FileRecovered,

    // --- the doors ---
    /// A door is open.
    DoorOpened {
        /// Which: `smtp`, `lmtp`, ...
        door: &'a str,
        /// Where: an address or a path.
        at: &'a str,
    },
    /// A door has a trouble of its own; the others go on.
    DoorFailed {
        /// Which.
        door: &'a str,
        /// Why.
        why: &'a dyn fmt::Display,
    },
    /// A door cannot do its work for the moment; it tries again.
    DoorWaits {
        /// Which.
        door: &'a str,
        /// Why, and when it tries again.
        why: &'a dyn fmt::Display,
    },
    /// A mail was put aside at the door and not taken in.
    MailAside {
        /// Which door.
        door: &'a str,
        /// Why.
        why: &'a str,
    },
    /// Somebody at a door was turned away before he could leave a mail.
    TurnedAway {
        /// Which door.
        door: &'a str,
        /// Who: the peer's network address.
        peer: &'a str,
        /// Why.
        why: &'a str,
    },

    // --- mails that come in ---
    /// A mail was received.
    Spooled {
        /// Its row.
        id: i64,
        /// By which door.
        door: &'a str,
        /// Its length.
        size_bytes: usize,
    },
    /// A mail came again and was forgotten.
    Repeat {
        /// The row of the one that came first.
        id: i64,
        /// By which door.
        door: &'a str,
    },
    /// A mail was handled.
    MailDone {
        /// Its row.
        id: i64,
        /// What was done.
        note: &'a str,
    },
    /// Handling a mail failed; it will be tried again.
    MailFailed {
        /// Its row.
        id: i64,
        /// How often it has failed.
        tries: u32,
        /// Why.
        note: &'a str,
    },
    /// A player's letter of the day could not be written; it will be tried again.
    DigestFailed {
        /// Whose.
        player: &'a str,
        /// Why.
        why: &'a str,
    },
    /// A tournament in which something was due could not be looked at; it will be looked at again.
    TournamentFailed {
        /// Which.
        name: &'a str,
        /// Why.
        why: &'a str,
    },
    /// A player could not be told that his clocks got time back.
    AmendsUntold {
        /// Who.
        player: &'a str,
        /// Why.
        why: &'a str,
    },
    /// Letters to a player's address stop, since a relay refuses them.
    LettersStop {
        /// Whose.
        player: &'a str,
        /// Which.
        to: &'a str,
    },
    /// What a refused letter means for its mailbox could not be found out.
    RefusalFailed {
        /// The letter's row.
        id: i64,
        /// Why.
        why: &'a str,
    },
    /// A mail was put aside; only the operator can do something about it.
    MailPutAside {
        /// Its row.
        id: i64,
        /// Why.
        note: &'a str,
    },

    // --- letters that go out ---
    /// The relay took a letter.
    LetterSent {
        /// Its row.
        id: i64,
        /// The recipient.
        to: &'a str,
    },
    /// The relay did not take a letter; it will be tried again.
    LetterLater {
        /// Its row.
        id: i64,
        /// The recipient.
        to: &'a str,
        /// Tries so far.
        attempts: u32,
        /// When it is tried again, as text.
        at: &'a dyn fmt::Display,
        /// What the relay said.
        error: &'a str,
    },
    /// A letter will not be tried again.
    LetterGivenUp {
        /// Its row.
        id: i64,
        /// The recipient.
        to: &'a str,
        /// What the relay said.
        error: &'a str,
    },
    /// No letter is sent until the relay works again: the fault is not a letter's.
    DeliveryPaused {
        /// Why.
        why: &'a str,
    },
    /// Letters are sent again.
    DeliveryResumed,
}

/// How loud a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loudness {
    /// For following a single mail.
    Detail,
    /// The ordinary course.
    News,
    /// Something mends itself or can wait.
    Warning,
    /// Somebody must do something.
    Alarm,
}

impl LogEvent<'_> {
    /// How loud it is.
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
            | LogEvent::AmendsUntold { .. }
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
                write!(f, "taflpost {version} begins as {}", Outside(&address))
            }
            LogEvent::Stopped { unsure: 0 } => f.write_str("taflpost has stopped; nothing is left half done"),
            LogEvent::Stopped { unsure } => write!(
                f,
                "taflpost has stopped; letters that the relay had in its hands without an answer, and that will be \
                 sent again: {unsure}"
            ),
            LogEvent::FileOpened { path, schema } => {
                write!(f, "database {} is open, schema {schema}", path.display())
            }
            LogEvent::FileMigrated { from: 0, to, .. } => write!(f, "database is new, schema {to}"),
            LogEvent::FileMigrated { from, to, backup } => {
                write!(f, "database was brought from schema {from} to {to}")?;
                match backup {
                    Some(path) => write!(f, "; it is kept as it was in {}", path.display()),
                    None => Ok(()),
                }
            }
            LogEvent::BackupMade { path } => {
                write!(f, "backup {} is written and checked", path.display())
            }
            LogEvent::Tidied { texts, mails, letters, tokens } => write!(
                f,
                "forgotten: {texts} old texts, {mails} rows of mails, {letters} rows of letters, {tokens} tokens"
            ),
            LogEvent::TimeGivenBack { time, games } => {
                write!(
                    f,
                    "taflpost was not running for {}: the clocks of {games} games got that time back",
                    Lasting(time)
                )
            }
            LogEvent::TimeConfirmed => {
                f.write_str("the clock of this machine follows a time server: what goes by the calendar goes on")
            }
            LogEvent::TimeTrusted => {
                f.write_str("the time of this machine is no longer in doubt: what goes by the calendar goes on")
            }
            LogEvent::ClockSet { by, now } => {
                let way = if by < TimeDelta::zero() { "back" } else { "forward" };
                write!(
                    f,
                    "the clock of this machine was set {way} by {} and shows {now} now; the clocks of all games moved with it, \
                     and nobody lost or won time",
                    Lasting(by.abs()),
                    now = now.format("%Y-%m-%d %H:%M:%S UTC"),
                )
            }
            LogEvent::ClockFailed { number, why } => {
                write!(
                    f,
                    "the clock of board {number} cannot be checked now; the next try is in an hour: {}",
                    Outside(&why)
                )
            }
            LogEvent::FileBusy { why } => {
                write!(f, "database is not ready, trying again: {}", Outside(why))
            }
            LogEvent::FileFailed { why } => write!(f, "database cannot be used: {}", Outside(why)),
            LogEvent::FileRecovered => write!(f, "database works again"),

            LogEvent::DoorOpened { door, at } => write!(f, "door {door} is open at {}", Outside(&at)),
            LogEvent::DoorFailed { door, why } => {
                write!(f, "door {door} has a trouble: {}", Outside(why))
            }
            LogEvent::DoorWaits { door, why } => write!(f, "door {door} waits: {}", Outside(why)),
            LogEvent::MailAside { door, why } => {
                write!(f, "door {door} has put a mail aside, see the folder for failed mails: {}", Outside(&why))
            }
            LogEvent::TurnedAway { door, peer, why } => {
                write!(f, "door {door} turned {} away: {}", Outside(&peer), Outside(&why))
            }

            LogEvent::Spooled { id, door, size_bytes } => {
                write!(f, "mail {id} is spooled ({door}, {size_bytes} bytes)")
            }
            LogEvent::Repeat { id, door } => {
                write!(f, "mail {id} came again ({door}) and was forgotten")
            }
            LogEvent::MailDone { id, note } => write!(f, "mail {id} is done: {}", Outside(&note)),
            LogEvent::MailFailed { id, tries, note } => {
                write!(f, "mail {id} failed, try {tries}, it will be tried again: {}", Outside(&note))
            }
            LogEvent::DigestFailed { player, why } => {
                write!(f, "the letter of the day for {player} failed, it will be tried again: {}", Outside(&why))
            }
            LogEvent::TournamentFailed { name, why } => {
                write!(f, "tournament {name} could not be checked, it will be tried again: {}", Outside(&why))
            }
            LogEvent::AmendsUntold { player, why } => {
                write!(f, "{player} could not be told that clocks got time back: {}", Outside(&why))
            }
            LogEvent::LettersStop { player, to } => {
                write!(f, "letters to {player} at {} stop: they are refused", Outside(&to))
            }
            LogEvent::RefusalFailed { id, why } => {
                write!(f, "the refusal of letter {id} could not be evaluated: {}", Outside(&why))
            }
            LogEvent::MailPutAside { id, note } => {
                write!(f, "mail {id} is put aside, see `taflpost inbox`: {}", Outside(&note))
            }

            LogEvent::LetterSent { id, to } => write!(f, "letter {id} is sent to {}", Outside(&to)),
            LogEvent::LetterLater { id, to, attempts, at, error } => write!(
                f,
                "letter {id} to {} waits until {at} after {attempts} tries: {}",
                Outside(&to),
                Outside(&error)
            ),
            LogEvent::LetterGivenUp { id, to, error } => {
                write!(f, "letter {id} to {} is given up, see `taflpost queue`: {}", Outside(&to), Outside(&error))
            }
            LogEvent::DeliveryPaused { why } => {
                write!(f, "delivery pauses, the relay needs a look (`taflpost check`): {}", Outside(&why))
            }
            LogEvent::DeliveryResumed => f.write_str("delivery goes on"),
        }
    }
}

/// A text that may hold words from outside, on one line and with its control characters spelled out: it must not be able
/// to write a line of its own, nor to steer a terminal.
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

/// A time, whatever its sign, in the two largest of its units: `3 days 2 hours`.
pub fn lasting(time: chrono::TimeDelta) -> String {
    Lasting(time.abs()).to_string()
}

/// A time in the two largest of its units.
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

/// A text from outside, as [`one_line`], and cut.
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
            "letter 3 to ann@example.org is given up, see `taflpost queue`: \
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
