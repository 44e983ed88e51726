//! What a door knows of a mail: whose door it is, in which language it came, and what the spool gets.

use chrono::DateTime;
use chrono::Utc;

use crate::intake::clock_witness::Witness;
use crate::mail::Address;
use crate::mail::Own;
use crate::mail::fingerprint;
use crate::store::Door;
use crate::store::NewMail;

/// Room kept for our own `Received` line, in bytes, so that the whole stays within what is read later.
pub(super) const RECEIVED_BYTES_MAX: usize = 1_024;

/// Recipients of one mail.
pub(super) const ENVELOPE_RECIPIENTS_MAX: usize = 100;

/// The longest name of a peer that is written down, in characters.
const HELO_CHARS_MAX: usize = 255;

/// Which of the two languages is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// SMTP: one answer for each mail.
    Smtp,
    /// LMTP: one answer for each recipient.
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

/// Whose door it is.
#[derive(Debug, Clone)]
pub struct House {
    name: String,
    own: Own,
    pub(super) witness: Witness,
}

impl House {
    /// `name` is the machine's name in greetings and `Received` lines; `own` are the addresses mail is taken for, with
    /// any `+extension`.
    pub fn new(name: &str, own: Own) -> House {
        House { name: plain_name(name), own, witness: Witness::default() }
    }

    /// The same house, whose mails tell when that server took them.
    pub fn with_witness(self, witness: Witness) -> House {
        House { witness, ..self }
    }

    /// The machine's name, fit to stand in a reply.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether mail for this address is taken.
    pub(super) fn owns(&self, address: &Address) -> bool {
        self.own.includes(address)
    }
}

/// A mail as it came over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The envelope's sender as typed; empty for the null sender.
    pub from: String,
    /// The envelope's recipients as typed; all of them are ours.
    pub to: Vec<String>,
    /// The mail, dots undoubled; at most 1 MiB less room for the `Received` line.
    pub text: Vec<u8>,
    /// How long it was on the wire, in bytes; more than `text` where it was cut.
    pub size_bytes: u64,
    pub(super) speech: Protocol,
    pub(super) with: &'static str,
    pub(super) helo: String,
    pub(super) by: String,
}

impl Mail {
    /// What the spool gets: the mail under a `Received` line of ours. `peer` is who was on the other end.
    pub fn into_incoming(self, peer: &str, now: DateTime<Utc>) -> NewMail {
        // Of the text alone: a repeat comes at another minute, and must be known all the same.
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
            door: self.speech.door(),
            source_key: None,
            fingerprint,
            stamped: None,
        }
    }
}

/// Drops what follows the last line end of a mail that was too long: half a line might ask for something else than the
/// whole.
pub(super) fn cut_to_lines(text: &mut Vec<u8>) {
    let end = text.iter().rposition(|&byte| byte == b'\n');
    text.truncate(end.map_or(0, |end| end + 1));
}

/// A name that can stand in a reply or a header: visible ASCII without brackets that could close a comment.
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
