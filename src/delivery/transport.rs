//! Where letters are sent: a relay, a program or a folder of Maildirs.

use std::path::PathBuf;
use std::sync::Arc;

use crate::delivery::final_check::TextGate;
use crate::delivery::maildir::Maildirs;
use crate::delivery::program::Program;
use crate::delivery::relay::Connection;
use crate::delivery::relay::Relay;
use crate::delivery::setback::Setback;
use crate::store::Due;

/// Where letters go.
#[derive(Clone)]
pub enum Transport {
    /// To a relay, which sends them on.
    Relay(Relay),
    /// To a program on this machine, which sends them on.
    Program(Program),
    /// Into a folder, with one Maildir for each recipient.
    Folder(PathBuf),
}

impl Transport {
    /// A carrier sends one letter at a time. Every thread has its own.
    pub fn carrier(&self) -> Carrier {
        self.gated_carrier(Arc::new(|_| true))
    }

    /// A carrier that asks before a text is sent. A folder takes a letter at once and under one name, so it does not ask.
    pub fn gated_carrier(&self, gate: TextGate) -> Carrier {
        match self {
            Transport::Relay(relay) => Carrier(Way::Relay(Box::new(Connection::new(relay.clone(), gate)))),
            Transport::Program(program) => Carrier(Way::Program(program.clone(), gate)),
            Transport::Folder(root) => Carrier(Way::Folder(Maildirs::new(root.clone()))),
        }
    }
}

/// The connection of one thread. It may stay open.
pub struct Carrier(Way);

enum Way {
    Relay(Box<Connection>),
    Program(Program, TextGate),
    Folder(Maildirs),
}

impl Carrier {
    /// Sends the letter. If the result is good, the other side has promised to keep it.
    ///
    /// # Errors
    /// If it has not.
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

    /// Tests the transport without a letter: connects, encrypts, logs in.
    ///
    /// # Errors
    /// If a letter would not get far either.
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
