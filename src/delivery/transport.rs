//! What takes a letter away: a relay, a program or a folder of Maildirs, and how it can fail.

use std::fmt;
use std::path::PathBuf;

use crate::delivery::maildir::Maildirs;
use crate::delivery::program::Program;
use crate::delivery::relay::Connection;
use crate::delivery::relay::Relay;
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
    Refused(String),
    /// Something that passes: this letter is tried again later.
    Later(String),
    /// The way to the relay, and it may pass: this letter is tried again later, and the others need not run into the
    /// same wall at once.
    NoWay(String),
    /// The relay's settings, its certificate, our login, our disk: no letter is to blame and no try is counted. All
    /// wait until somebody mends it.
    Ours(String),
}

impl fmt::Display for Setback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Setback::Refused(why) | Setback::Later(why) | Setback::NoWay(why) | Setback::Ours(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for Setback {}

impl Transport {
    /// Something that carries one letter at a time; every thread has its own.
    pub fn carrier(&self) -> Carrier {
        match self {
            Transport::Relay(relay) => Carrier(Way::Relay(Box::new(Connection::new(relay.clone())))),
            Transport::Program(program) => Carrier(Way::Program(program.clone())),
            Transport::Folder(root) => Carrier(Way::Folder(Maildirs::new(root.clone()))),
        }
    }
}

/// One thread's way out. It may hold a connection open.
pub struct Carrier(Way);

enum Way {
    Relay(Box<Connection>),
    Program(Program),
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
            Way::Program(program) => program.carry(letter),
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
            Way::Program(program) => program.probe(),
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
