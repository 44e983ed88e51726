//! A letter in the form that SMTP needs: its addresses, their parameters, and its text with the end mark.
//!
//! A letter is sent in one write, with its final dot. lettre writes the dot separately, which waits for the acknowledgement of the text and
//! allows only about 22 letters a second.

use lettre::transport::smtp::client::SmtpConnection;
use lettre::transport::smtp::extension::Extension;
use lettre::transport::smtp::extension::MailBodyParameter;
use lettre::transport::smtp::extension::MailParameter;

use crate::delivery::setback::Setback;
use crate::store::Due;

/// The addresses in lettre's type.
pub(super) struct Envelope {
    pub(super) from: Option<lettre::Address>,
    pub(super) to: lettre::Address,
}

impl Envelope {
    pub(super) fn of(letter: &Due) -> Result<Envelope, Setback> {
        let address = |text: &str| {
            text.parse::<lettre::Address>().map_err(|error| Setback::Refused {
                why: format!("{text:?} is not an address: {error}"),
                mailbox: None,
            })
        };
        let from = match letter.envelope_from.as_str() {
            "" => None,
            from => Some(address(from)?),
        };
        let to = address(&letter.to)?;
        Ok(Envelope { from, to })
    }

    pub(super) fn parameters(&self, connection: &SmtpConnection, letter: &Due) -> Result<Vec<MailParameter>, Setback> {
        let relay = connection.server_info();
        let mut parameters = Vec::new();
        let from: &str = self.from.as_ref().map_or("", AsRef::as_ref);
        let to: &str = self.to.as_ref();
        if !from.is_ascii() || !to.is_ascii() {
            if !relay.supports_feature(Extension::SmtpUtfEight) {
                let why = "the relay accepts only ASCII characters in addresses";
                return Err(Setback::Refused { why: why.to_owned(), mailbox: None });
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        // If the relay does not offer it, the bytes are sent even so: in twenty years that has lost nobody a letter.
        if !letter.bytes.is_ascii() && relay.supports_feature(Extension::EightBitMime) {
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        Ok(parameters)
    }
}

/// The letter with doubled dots and the end mark. Line ends are already CR LF; a missing last one is added. A dot after a single LF is
/// doubled too: a relay that takes LF as a line end must not find the end of the letter there.
pub(super) fn on_the_wire(letter: &[u8]) -> Vec<u8> {
    let mut wire = Vec::with_capacity(letter.len() + 16);
    for line in letter.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(b".") {
            wire.push(b'.');
        }
        wire.extend_from_slice(line);
    }
    if !wire.is_empty() && !wire.ends_with(b"\r\n") {
        wire.extend_from_slice(b"\r\n");
    }
    wire.extend_from_slice(b".\r\n");
    wire
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_dressed_for_the_wire() {
        for (letter, wire) in
            [("a\r\n", "a\r\n.\r\n"), ("a", "a\r\n.\r\n"), (".\r\n..b\r\n", "..\r\n...b\r\n.\r\n"), ("", ".\r\n")]
        {
            assert_eq!(on_the_wire(letter.as_bytes()), wire.as_bytes());
        }
    }
}
