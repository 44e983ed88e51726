//! Whose clock can speak for the time, where the clock of this machine is in doubt: only that of another machine.

use crate::mail;
use crate::mail::TrustedServer;
use crate::store::NewMail;
use std::net::{IpAddr, UdpSocket};

/// Reads from a mail when the server took it that is ours by the settings.
#[derive(Debug, Clone, Default)]
pub struct Witness(TrustedServer);

impl Witness {
    /// That of the server whose word about senders is taken.
    pub fn new(trusted: TrustedServer) -> Witness {
        Witness(trusted)
    }

    /// The mail with the instant at which that server took it, unless the door knows better.
    pub(super) fn stamped(&self, incoming: NewMail) -> NewMail {
        let stamped = incoming.stamped.or_else(|| mail::stamp(&incoming.raw, &self.0, is_elsewhere));
        NewMail { stamped, ..incoming }
    }
}

/// Whether an address belongs to another machine, as far as can be told: only one's own can be listened at.
pub fn is_elsewhere(address: IpAddr) -> bool {
    mail::is_public(address) && UdpSocket::bind((address, 0)).is_err()
}
