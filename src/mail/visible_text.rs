//! What a person sees of a mail: the text of each readable part, one by one, and whether there is more to see.
//!
//! [`Message`](crate::mail::Message) holds the one text that commands are read from. That is not enough to be sure that the sender wrote
//! nothing: a text part may be empty because the words are in the HTML, in a picture or in a file.

use crate::mail::html;
use crate::mail::limits::TEXT_BYTES_MAX;
use crate::mail::message;
use crate::mail::parts;
use crate::mail::parts::Leaf;
use crate::mail::unreadable::Unreadable;

/// What a mail shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Shown {
    /// The texts of the plain parts and of the HTML parts, quotes included. Empty ones are left out. Two texts are two versions of the
    /// same, so both must say it.
    pub texts: Vec<String>,
    /// The name in the From line, if there is one.
    pub writer: String,
    /// Whether it shows pictures.
    pub has_pictures: bool,
    /// Whether there is anything else: a file, a mail inside the mail, a part of another kind, HTML that is not complete, text that is too
    /// long to be read in full.
    pub has_more: bool,
}

impl Shown {
    /// Reads what a mail shows.
    ///
    /// # Errors
    /// If the mail cannot be read at all.
    pub fn read(raw: &[u8]) -> Result<Shown, Unreadable> {
        parts::guarded(|| parts::take_apart(raw).map(|parts| Shown::of(&parts)))
    }

    fn of(parts: &parts::Parts) -> Shown {
        let writer = message::writer(&parts.headers);
        let mut shown = Shown { texts: Vec::new(), writer, has_pictures: false, has_more: false };
        let (plain, cut) = message::plain(&parts.leaves);
        shown.has_more |= cut;
        shown.texts.extend(Some(plain).filter(|text| message::is_visible(text)));
        let mut pages = String::new();
        for leaf in parts.leaves.iter().filter(|leaf| !leaf.bytes.iter().all(u8::is_ascii_whitespace)) {
            match leaf.mimetype.as_str() {
                "text/plain" if !leaf.file => {}
                "text/html" if !leaf.file => shown.page(leaf, &mut pages),
                kind if kind.starts_with("image/") => shown.has_pictures = true,
                kind if SEALS.contains(&kind) => {}
                _ => shown.has_more = true,
            }
        }
        shown.texts.extend(Some(pages).filter(|text| message::is_visible(text)));
        shown
    }

    fn page(&mut self, leaf: &Leaf, pages: &mut String) {
        let (text, cut) = leaf.text(TEXT_BYTES_MAX);
        let page =
            html::read(&text).unwrap_or(html::Page { text: String::new(), has_pictures: false, is_closed: false });
        self.has_more |= cut || !page.is_closed;
        self.has_pictures |= page.has_pictures;
        pages.push_str(&page.text);
    }
}

/// Parts that prove who wrote a mail and say nothing else.
const SEALS: [&str; 4] = [
    "application/pgp-signature",
    "application/pgp-keys",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
];

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn shown(parts: &[&str]) -> Shown {
        let parts: String = parts.iter().map(|part| format!("--b\n{part}\n")).collect();
        let mail =
            format!("From: \"Berg, Ann\" <ann@x.test>\nContent-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n");
        Shown::read(mail.as_bytes()).unwrap()
    }

    #[test]
    fn each_way_to_show_the_text_is_seen() {
        let both = shown(&["Content-Type: text/plain\n\nyes", "Content-Type: text/html\n\n<p>no"]);
        assert_eq!((both.texts, both.has_more), (vec!["yes".to_owned(), "no\n".to_owned()], false));
        assert_eq!(both.writer, "Berg, Ann");
    }

    #[test]
    fn what_is_no_text_is_seen_too() {
        for (part, pictures, more) in [
            ("Content-Type: image/png\n\nx", true, false),
            ("Content-Type: text/html\n\n<img src=x>", true, false),
            ("Content-Type: text/html\n\n<div>x", false, true),
            ("Content-Type: text/plain; name=a.txt\n\nx", false, true),
            ("Content-Disposition: attachment\n\nx", false, true),
            ("Content-Type: text/enriched\n\nx", false, true),
            ("Content-Type: message/rfc822\n\nSubject: x\n\nx", false, true),
            ("Content-Type: application/pgp-signature\n\nx", false, false),
            ("Content-Type: application/octet-stream\n\n \n", false, false),
        ] {
            let shown = shown(&[part]);
            assert_eq!((shown.has_pictures, shown.has_more), (pictures, more), "{part}");
        }
    }
}
