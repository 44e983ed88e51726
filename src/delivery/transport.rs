//! What takes a letter away: a relay, a program or a folder of Maildirs, and how it can fail.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::delivery::maildir::Maildirs;
use crate::delivery::program::Program;
use crate::delivery::relay::Connection;
use crate::delivery::relay::Relay;
use crate::mail::DeliveryStatus;
use crate::store::Due;

/// Where letters go.
#[derive(Clone)]
pub enum Transport {
    /// To a relay, which takes them further.
    Relay(Relay),
    /// To a program on this machine, which takes them further.
    Program(Program),
    /// Into a folder, one Maildir below it for each recipient.
    Folder(PathBuf),
}

/// Why a letter was not taken. What is to blame decides what happens next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setback {
    /// The letter or its recipient, for good: it is given up.
    Refused {
        /// What was said.
        why: String,
        /// What that says of the mailbox; `None` where it is only about the letter.
        mailbox: Option<DeliveryStatus>,
    },
    /// Something that passes: this letter is tried again later.
    Later {
        /// What was said.
        why: String,
        /// Whether it is about the mailbox alone and says nothing of its domain.
        is_mailbox: bool,
    },
    /// It may be the recipient's domain or the relay: another letter has to show which.
    Suspect {
        /// What was said.
        why: String,
        /// Whether it tells of a limit on what we may send.
        is_limit: bool,
    },
    /// The way to the relay, and it may pass: no letter is to blame and no try is counted. The others need not run into the
    /// same wall at once.
    NoWay(String),
    /// The relay takes no more from us for now. No letter is to blame and no try is counted.
    Limit(String),
    /// The relay's settings, its certificate, our login, our disk: no letter is to blame and no try is counted. All
    /// wait until somebody mends it.
    Ours(String),
    /// We are stopping, and the text had not gone yet: nothing has happened.
    Stopping,
}

/// Asked with a letter's row right before its text goes to a relay. Once that has gone, only the relay knows whether
/// the letter will arrive; on a no it does not go.
pub type TextGate = Arc<dyn Fn(i64) -> bool + Send + Sync>;

impl fmt::Display for Setback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setback::Refused { why, .. }
            | Setback::Later { why, .. }
            | Setback::Suspect { why, .. }
            | Setback::NoWay(why)
            | Setback::Limit(why)
            | Setback::Ours(why) => f.write_str(why),
            Setback::Stopping => f.write_str("taflpost is stopping"),
        }
    }
}

impl std::error::Error for Setback {}

impl Transport {
    /// Something that carries one letter at a time; every thread has its own.
    pub fn carrier(&self) -> Carrier {
        self.gated_carrier(Arc::new(|_| true))
    }

    /// A carrier that asks before a text goes. A folder takes a letter at once and under one name, so it does not ask.
    pub fn gated_carrier(&self, gate: TextGate) -> Carrier {
        match self {
            Transport::Relay(relay) => Carrier(Way::Relay(Box::new(Connection::new(relay.clone(), gate)))),
            Transport::Program(program) => Carrier(Way::Program(program.clone(), gate)),
            Transport::Folder(root) => Carrier(Way::Folder(Maildirs::new(root.clone()))),
        }
    }
}

/// One thread's way out. It may hold a connection open.
pub struct Carrier(Way);

enum Way {
    Relay(Box<Connection>),
    Program(Program, TextGate),
    Folder(Maildirs),
}

impl Carrier {
    /// Hands the letter over. When this returns well, somebody else has promised to keep it.
    ///
    /// # Errors
    /// When nobody has.
    pub fn carry(&mut self, letter: &Due) -> Result<(), Setback> {
        match &mut self.0 {
            Way::Relay(connection) => connection.carry(letter),
            Way::Program(program, gate) => match gate(letter.id) {
                true => program.carry(letter),
                false => Err(Setback::Stopping),
            },
            Way::Folder(maildirs) => maildirs.carry(letter),
        }
    }

    /// Tries the way without a letter: connects, encrypts, logs in.
    ///
    /// # Errors
    /// When a letter would not get far either.
    pub fn probe(&mut self) -> Result<(), Setback> {
        match &mut self.0 {
            Way::Relay(connection) => connection.probe(),
            Way::Program(program, _) => program.probe(),
            Way::Folder(maildirs) => maildirs.probe(),
        }
    }

    /// Closes a connection that is not needed for now.
    pub fn rest(&mut self) {
        if let Way::Relay(connection) = &mut self.0 {
            connection.close();
        }
    }

    /// Whether a connection is open.
    pub fn is_open(&self) -> bool {
        matches!(&self.0, Way::Relay(connection) if connection.is_open())
    }
}
