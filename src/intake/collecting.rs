//! What the doors that fetch mails have in common. They pass each mail on, wait until it is on the disk, and report their state for
//! `status`.
//!
//! ```text
//!  provider --IMAP--> imap ----.            .--> worker::writer (serve)
//!                               >-- Spooler <
//!  Maildir/new -----> maildir -'            '--> Store (work)
//! ```

use std::fmt;
use std::sync::mpsc;
use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::TimeDelta;
use chrono::Utc;

use crate::intake::clock_witness::Witness;
use crate::intake::listener::Clock;
use crate::journal;
use crate::journal::LogEvent;
use crate::mail::fingerprint;
use crate::store::Door;
use crate::store::DoorNote;
use crate::store::DoorState;
use crate::store::NewMail;
use crate::store::Spooled;
use crate::store::Store;
use crate::store::StoreError;
use crate::worker::writer::Writer;

/// How long a door waits for the writer thread. The mail may be stored even so; its repeat is recognized.
const STORE_WAIT: Duration = Duration::from_secs(120);

/// Where a door's mails and its state go.
pub trait Spooler {
    /// Takes a mail in. If the result is good, the mail is on the disk and may be filed away at its source.
    ///
    /// # Errors
    /// If it is not stored, or if that is not known. It should come again.
    fn take_in(&mut self, incoming: NewMail) -> Result<Spooled, NotTaken>;

    /// A full look begins.
    fn begin(&mut self) {}

    /// The full look is over: every mail that was there when it began is taken in. The next note says so.
    fn end(&mut self) {}

    /// Records the state of the door. No mail depends on it, but losses on time wait for a full look.
    fn note(&mut self, door: Door, place: &str, state: &DoorState);
}

/// Why a mail is not in the spool. The code that holds the store tells the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTaken(pub String);

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the mail could not be stored: {}", self.0)
    }
}

/// Passes mails to the writer thread of a running server.
pub struct ToDesk {
    /// The writer thread.
    pub writer: Writer,
    /// The clock.
    pub clock: Clock,
    /// When the current look began, and whether it is complete.
    pub look: Option<(Instant, bool)>,
    /// Reads from a mail when our mail server received it.
    pub witness: Witness,
}

impl Spooler for ToDesk {
    fn take_in(&mut self, incoming: NewMail) -> Result<Spooled, NotTaken> {
        let (tell, told) = mpsc::channel();
        let incoming = self.witness.stamped(incoming);
        self.writer.spool(incoming, move |spooled| {
            // The door may have stopped waiting. It will see that the mail came again.
            let _ = tell.send(spooled.map_err(|error| error.to_string()));
        });
        match told.recv_timeout(STORE_WAIT) {
            Ok(spooled) => spooled.map_err(NotTaken),
            Err(_) => Err(NotTaken("no answer in time".to_owned())),
        }
    }

    fn begin(&mut self) {
        self.look = Some((Instant::now(), false));
    }

    fn end(&mut self) {
        self.look = self.look.map(|(began, _)| (began, true));
    }

    fn note(&mut self, door: Door, place: &str, state: &DoorState) {
        let (place, state, at) = (place.to_owned(), state.clone(), (self.clock)());
        // By the monotonic clock, because the wall clock may have been set during the look.
        let full =
            self.look.filter(|(_, is_full)| *is_full).and_then(|(began, _)| TimeDelta::from_std(began.elapsed()).ok());
        self.writer.note(DoorNote { door, place, state, at, full });
    }
}

/// Passes mails to the store itself, all at one time.
pub struct ToStore<'a> {
    /// The store.
    pub store: &'a mut Store,
    /// The time.
    pub now: DateTime<Utc>,
    /// Whether the look is complete.
    pub is_full: bool,
    /// Reads from a mail when our mail server received it.
    pub witness: Witness,
}

impl Spooler for ToStore<'_> {
    fn take_in(&mut self, incoming: NewMail) -> Result<Spooled, NotTaken> {
        let taken = self.store.take_in(&[self.witness.stamped(incoming)], &[], self.now);
        let spooled = taken.and_then(|spooled| {
            spooled.first().copied().ok_or_else(|| StoreError::Interrupted("no answer".to_owned()))
        });
        spooled.map_err(|error| NotTaken(error.to_string()))
    }

    fn begin(&mut self) {
        self.is_full = false;
    }

    fn end(&mut self) {
        self.is_full = true;
    }

    fn note(&mut self, door: Door, place: &str, state: &DoorState) {
        let (place, state, at) = (place.to_owned(), state.clone(), self.now);
        let full = self.is_full.then(TimeDelta::zero);
        // If this fails, `status` shows nothing new.
        let _ = self.store.note_door(&DoorNote { door, place, state, at, full });
    }
}

/// Takes in a mail that has no envelope, and logs it.
pub(super) fn take_in(
    spooler: &mut dyn Spooler,
    door: Door,
    source_key: Option<String>,
    raw: Vec<u8>,
    stamped: Option<DateTime<Utc>>,
) -> Result<Spooled, NotTaken> {
    let size_bytes = raw.len();
    let incoming = NewMail {
        fingerprint: fingerprint(&raw),
        raw,
        envelope_from: None,
        envelope_to: Vec::new(),
        door,
        source_key,
        stamped,
    };
    let spooled = spooler.take_in(incoming)?;
    let door = &door.to_string();
    journal::write(&match spooled {
        Spooled::New(id) => LogEvent::Spooled { id, door, size_bytes },
        Spooled::Repeat(id) => LogEvent::Repeat { id, door },
    });
    Ok(spooled)
}
