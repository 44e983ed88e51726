//! What a door knows about a mail: the server's name and addresses, the protocol, and what goes into the spool.

use chrono::DateTime;
use chrono::Utc;

use crate::intake::clock_witness::Witness;
use crate::mail::Address;
use crate::mail::Own;
use crate::mail::fingerprint;
use crate::store::Door;
use crate::store::NewMail;

/// Space reserved for our own `Received` line, in bytes, so that the whole mail stays within the limit for reading.
pub(super) const RECEIVED_BYTES_MAX: usize = 1_024;

/// The most recipients of one mail.
pub(super) const ENVELOPE_RECIPIENTS_MAX: usize = 100;

/// The longest name of a client that is recorded, in characters.
const HELO_CHARS_MAX: usize = 255;

/// The protocol of a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// SMTP: one reply for each mail.
    Smtp,
    /// LMTP: one reply for each recipient.
    Lmtp,
}

impl Protocol {
    /// The door's name in the spool and in the log.
    pub fn door(self) -> Door {
        match self {
            Protocol::Smtp => Door::Smtp,
            Protocol::Lmtp => Door::Lmtp,
        }
    }
}

/// The server that the doors belong to: its name, its addresses, and the mail server that can confirm the time.
#[derive(Debug, Clone)]
pub struct Host {
    name: String,
    own: Own,
    pub(super) witness: Witness,
}

impl Host {
    /// `name` is the machine's name in greetings and `Received` lines. `own` are the addresses that mail is accepted for, with any
    /// `+extension`.
    pub fn new(name: &str, own: Own) -> Host {
        Host { name: plain_name(name), own, witness: Witness::default() }
    }

    /// The same, with a witness: its mails say when that mail server received them.
    pub fn with_witness(self, witness: Witness) -> Host {
        Host { witness, ..self }
    }

    /// The machine's name, safe to put into a reply.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether mail for this address is accepted.
    pub(super) fn owns(&self, address: &Address) -> bool {
        self.own.includes(address)
    }
}

/// A mail as it came over the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The sender in the envelope as typed; empty for the null sender.
    pub from: String,
    /// The recipients in the envelope as typed. All of them are ours.
    pub to: Vec<String>,
    /// The mail, with doubled dots undone. At most 1 MiB minus the space for the `Received` line.
    pub text: Vec<u8>,
    /// How long it was on the network, in bytes. More than `text` if it was cut.
    pub size_bytes: u64,
    pub(super) protocol: Protocol,
    pub(super) with: &'static str,
    pub(super) helo: String,
    pub(super) by: String,
}

impl Mail {
    /// The mail for the spool, under a `Received` line of ours. `peer` names the client.
    pub fn into_incoming(self, peer: &str, now: DateTime<Utc>) -> NewMail {
        // Only of the text: a repeat comes at another time and must be recognized even so.
        let fingerprint = fingerprint(&self.text);
        let mut raw = format!(
            "Received: from {} ({})\r\n\tby {} (Taflpost) with {};\r\n\t{}\r\n",
            self.helo,
            plain_name(peer),
            self.by,
            self.with,
            now.to_rfc2822()
        )
        .into_bytes();
        raw.extend_from_slice(&self.text);
        NewMail {
            raw,
            envelope_from: Some(self.from),
            envelope_to: self.to,
            door: self.protocol.door(),
            source_key: None,
            fingerprint,
            stamped: None,
        }
    }
}

/// Removes what follows the last line end of a mail that was too long: half a line might ask for something else than the whole line.
pub(super) fn cut_to_lines(text: &mut Vec<u8>) {
    let end = text.iter().rposition(|&byte| byte == b'\n');
    text.truncate(end.map_or(0, |end| end + 1));
}

/// A name that is safe in a reply or a header: visible ASCII without brackets that could close a comment.
pub(super) fn plain_name(name: &str) -> String {
    let plain: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || ".-_:[]/".contains(*c)).take(HELO_CHARS_MAX).collect();
    if plain.is_empty() { "unknown".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_write_a_header() {
        assert_eq!(plain_name("a\r\nX: (b) <c>"), "aX:bc");
        assert_eq!(plain_name("\u{202e}"), "unknown");
    }
}
