//! The fingerprint by which a mail is recognized when it arrives a second time.
//!
//! A relay that missed our acknowledgement sends the same bytes again. A second route adds other `Received` lines and may encode the body
//! in another way. So the fingerprint covers what the sender wrote: From, Message-ID, Subject and the decoded leaves. The Message-ID alone
//! is not enough: some mails have none, broken senders repeat theirs, and a stranger who guesses one could suppress a mail that is still to
//! come.

use sha2::Digest;
use sha2::Sha256;

use crate::mail::parts;
use crate::mail::parts::Parts;

/// SHA-256 of what the sender wrote, or of the raw bytes if the mail cannot be read.
pub fn fingerprint(raw: &[u8]) -> [u8; 32] {
    match parts::guarded(|| parts::take_apart(raw).map(|parts| of_parts(&parts))) {
        Ok(fingerprint) => fingerprint,
        Err(_) => {
            let mut hash = Sha256::new();
            add(&mut hash, b"raw", raw);
            hash.finalize().into()
        }
    }
}

fn of_parts(parts: &Parts) -> [u8; 32] {
    let mut hash = Sha256::new();
    for name in ["from", "message-id", "subject"] {
        for value in parts.headers.all(name) {
            add(&mut hash, name.as_bytes(), collapsed(value).as_bytes());
        }
    }
    if !parts.headers.has("message-id") {
        let date = parts.headers.first("date").unwrap_or("");
        add(&mut hash, b"date", collapsed(date).as_bytes());
    }
    for leaf in &parts.leaves {
        let bytes = if leaf.mimetype.starts_with("text/") { &without_returns(&leaf.bytes) } else { &leaf.bytes };
        add(&mut hash, b"leaf", bytes.trim_ascii_end());
    }
    hash.finalize().into()
}

/// Adds a piece with its kind and length, so that no two lists of pieces give the same bytes.
fn add(hash: &mut Sha256, kind: &[u8], piece: &[u8]) {
    hash.update((kind.len() as u64).to_be_bytes());
    hash.update(kind);
    hash.update((piece.len() as u64).to_be_bytes());
    hash.update(piece);
}

fn collapsed(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_returns(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(|&b| b != b'\r').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &str = "From: ann@example.org\nTo: club@example.org\nSubject: move\n\
                        Message-ID: <1@example.org>\nDate: Tue, 24 Nov 2026 10:00:00 +0000\n\n\
                        e5-e3 caf\u{e9}\n";

    #[test]
    fn a_second_route_changes_nothing() {
        let first = format!("Received: from a by b; x\n{MAIL}");
        let second = format!("Received: from c by d\n\tfor <club>; y\nX-Spam: no\n{MAIL}");
        assert_eq!(fingerprint(first.as_bytes()), fingerprint(second.as_bytes()));
        let crlf = MAIL.replace('\n', "\r\n");
        assert_eq!(fingerprint(MAIL.as_bytes()), fingerprint(crlf.as_bytes()));
    }

    #[test]
    fn an_encoding_changed_on_the_way_changes_nothing() {
        let encoded =
            MAIL.replace("\n\ne5", "\nContent-Transfer-Encoding: quoted-printable\n\ne5").replace('\u{e9}', "=C3=A9");
        assert_eq!(fingerprint(MAIL.as_bytes()), fingerprint(encoded.as_bytes()));
    }

    #[test]
    fn another_sender_id_subject_or_body_is_another_mail() {
        for (old, new) in [("ann@", "bob@"), ("<1@", "<2@"), ("Subject: move", "Subject: moves"), ("e5-e3", "e5-e4")] {
            let other = MAIL.replace(old, new);
            assert_ne!(fingerprint(MAIL.as_bytes()), fingerprint(other.as_bytes()), "{new}");
        }
    }

    #[test]
    fn without_a_message_id_the_date_counts() {
        let bare = MAIL.replace("Message-ID: <1@example.org>\n", "");
        let later = bare.replace("10:00", "10:01");
        assert_ne!(fingerprint(bare.as_bytes()), fingerprint(later.as_bytes()));
        assert_eq!(fingerprint(MAIL.as_bytes()), fingerprint(MAIL.replace("10:00", "10:01").as_bytes()));
    }

    #[test]
    fn what_cannot_be_read_is_known_by_its_bytes() {
        let huge = vec![b'a'; crate::mail::limits::MESSAGE_BYTES_MAX + 1];
        assert_eq!(fingerprint(&huge), fingerprint(&huge));
        assert_ne!(fingerprint(&huge), fingerprint(&huge[1..]));
    }
}
