//! What a DKIM signature covers, by its header alone. The trusted server has checked whether the signature is valid. But if the To of a
//! mail is not signed, it may be a copy of a mail that was written to somebody else.
//!
//! ```text
//! DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=m1; h=from:to:subject:date:message-id; bh=...; b=...
//! ```

use crate::mail::authenticity::covers;
use crate::mail::parts::Headers;

/// The headers that must be signed if they are present. Message-ID is not one of them: RFC 6376, section 5.4.1, does not list it among the
/// headers to sign, and OpenDKIM does not sign it either.
const SIGNED: [&str; 2] = ["subject", "date"];

/// The signatures of a mail.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Signatures(Vec<Signature>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Signature {
    /// The domain that signed.
    domain: String,
    /// Whether only the beginning of the body is signed.
    is_part: bool,
    /// The headers that are signed, in lower case.
    headers: Vec<String>,
}

impl Signatures {
    pub(super) fn of(headers: &Headers) -> Signatures {
        Signatures(headers.all("dkim-signature").map(Signature::read).collect())
    }

    /// The headers in `wanted` that are covered. None are if a signature covers only a part of the body or not all of [`SIGNED`]. Each
    /// signature by the domain in From, or by one above it, must cover a header, because nobody knows which of them is valid. Without such
    /// a signature, the domain has confirmed the mail through its servers, and then all of the mail comes from them.
    pub(super) fn hold<'a>(&self, from_domain: &str, headers: &Headers, wanted: &[&'a str]) -> Vec<&'a str> {
        let own = || self.0.iter().filter(|signature| covers(&signature.domain, from_domain));
        let signed = |name: &str| own().all(|signature| signature.headers.iter().any(|header| header == name));
        let whole = SIGNED.iter().all(|name| !headers.has(name) || (headers.all(name).count() == 1 && signed(name)));
        if !whole || own().any(|signature| signature.is_part) {
            return Vec::new();
        }
        wanted.iter().copied().filter(|name| headers.all(name).count() == 1 && signed(name)).collect()
    }
}

impl Signature {
    fn read(value: &str) -> Signature {
        let tag = |wanted: &str| {
            value.split(';').find_map(|tag| {
                let (name, value) = tag.split_once('=')?;
                (name.trim() == wanted).then(|| value.split_whitespace().collect::<String>().to_ascii_lowercase())
            })
        };
        Signature {
            domain: tag("d").unwrap_or_default(),
            is_part: tag("l").is_some(),
            headers: tag("h").unwrap_or_default().split(':').map(str::to_owned).collect(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::parts;

    fn held(head: &str) -> Vec<&'static str> {
        let raw = format!("{head}\nFrom: ann@fjord.test\nDate: x\nSubject: y\n\nz");
        let parts = parts::take_apart(raw.as_bytes()).unwrap();
        Signatures::of(&parts.headers).hold("fjord.test", &parts.headers, &["to", "cc"])
    }

    #[test]
    fn what_a_signature_leaves_out_is_not_held_fast() {
        let signed = |h: &str| format!("DKIM-Signature: v=1; d=fjord.test;\n h={h}; b=x\nTo: a@b.test\nCc: c@d.test");
        for (head, expected) in [
            (signed("From:To:Cc:Subject:Date"), &["to", "cc"][..]),
            (signed("from : to\n : subject : date"), &["to"]),
            (signed("from:subject:date:cc"), &["cc"]),
            (signed("from:to:cc:subject"), &[]),
            (signed("from:to:cc:date"), &[]),
            (signed("from:to:cc:subject:date; l=100"), &[]),
            (signed("from:to:subject:date") + "\nTo: x@y.test", &[]),
            (signed("from:to:subject:date") + "\nSubject: z", &[]),
            (signed("from:to:subject:date") + "\nMessage-ID: <1@x>", &["to"]),
            ("DKIM-Signature: d=list.test; h=from\nTo: a@b.test".to_owned(), &["to"]),
            ("To: a@b.test".to_owned(), &["to"]),
            // Another signature of the same domain, which need not be the valid one.
            (signed("from:to:subject:date") + "\nDKIM-Signature: d=fjord.test; h=from:cc:subject:date", &[]),
        ] {
            assert_eq!(held(&head), expected, "{head}");
        }
    }
}
