//! The key that identifies one of our letters when it comes back. It is part of the letter's bounce address. It is also in a header of its
//! own, for providers that put another envelope address on the letter: a report about the letter returns its headers.
//!
//! ```text
//! X-Taflpost-Letter: k7qf9x2mpd4wt3ha
//! ```

use crate::mail::parts::Leaf;
use crate::mail::token::TokenText;

const HEADER: &str = "X-Taflpost-Letter";

/// The bytes of a returned letter that are searched. The header is the first that we write, and servers on the way write theirs above it.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// Puts the header with the key before the letter.
pub fn with_bounce_key(key: &TokenText, letter: &[u8]) -> Vec<u8> {
    [format!("{HEADER}: {}\r\n", key.compact()).as_bytes(), letter].concat()
}

/// The key in the headers of the letter that a report returns.
pub(in crate::mail) fn of_returned(leaves: &[Leaf]) -> Option<TokenText> {
    let is_letter = |leaf: &&Leaf| {
        matches!(
            leaf.mimetype.as_str(),
            "message/rfc822"
                | "message/global"
                | "text/rfc822-headers"
                | "message/rfc822-headers"
                | "message/global-headers"
        )
    };
    let head = |leaf: &Leaf| leaf.text(HEAD_BYTES_MAX).0;
    let key = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case(HEADER).then(|| value.trim().parse().ok()).flatten()
    };
    leaves
        .iter()
        .filter(is_letter)
        .find_map(|leaf| head(leaf).lines().take_while(|line| !line.is_empty()).find_map(key))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::message::Message;
    use crate::mail::own_addresses::Own;

    fn returned(kind: &str, letter: &str) -> Option<String> {
        let mail = format!(
            "From: MAILER-DAEMON@mail.example\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\n\n\
             --x\n\nSorry.\n--x\nContent-Type: {kind}\n\n{letter}\n--x--\n"
        );
        let message = Message::read(mail.as_bytes(), &Own::default()).unwrap();
        message.returned.map(|key| key.compact().to_owned())
    }

    #[test]
    fn the_key_is_found_in_the_head_of_the_returned_letter_alone() {
        let key: TokenText = "k7qf9x2mpd4wt3ha".parse().unwrap();
        let letter = String::from_utf8(with_bounce_key(&key, b"Subject: Board 12\r\n\r\nwords")).unwrap();
        let found = Some(key.compact().to_owned());
        for kind in ["message/rfc822", "text/rfc822-headers", "Text/RFC822-Headers; charset=us-ascii"] {
            assert_eq!(returned(kind, &letter), found, "{kind}");
            assert_eq!(returned(kind, &format!("Received: by mx\r\n{letter}")), found, "{kind}");
            assert_eq!(returned(kind, &format!("Subject: x\n\n{letter}")), None, "{kind}: in the text");
            assert_eq!(returned(kind, "X-Taflpost-Letter: no key\n\n"), None);
        }
        assert_eq!(returned("text/plain", &letter), None);
    }
}
