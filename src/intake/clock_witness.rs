//! Which mail server's clock can confirm the time while the clock of this machine is in doubt: only one on another machine.

use crate::mail;
use crate::mail::TrustedServer;
use crate::store::NewMail;
use std::net::{IpAddr, UdpSocket};

/// Reads from a mail when our mail server (as named in the settings) received it.
#[derive(Debug, Clone, Default)]
pub struct Witness(TrustedServer);

impl Witness {
    /// Uses the server that is trusted to say who sent a mail.
    pub fn new(trusted: TrustedServer) -> Witness {
        Witness(trusted)
    }

    /// Adds the time at which that server received the mail, unless the door already knows it.
    pub(super) fn stamped(&self, incoming: NewMail) -> NewMail {
        let stamped = incoming.stamped.or_else(|| mail::stamp(&incoming.raw, &self.0, is_elsewhere));
        NewMail { stamped, ..incoming }
    }
}

/// Whether an address probably belongs to another machine: a program can listen only on its own machine's addresses.
pub fn is_elsewhere(address: IpAddr) -> bool {
    mail::is_public(address) && UdpSocket::bind((address, 0)).is_err()
}
