//! A mail that came in, as the rest of the house sees it.
//!
//! Reading is lenient about everything except the sender: a mail whose From is missing, doubled or
//! ambiguous has no sender, and whoever has no sender gets no answer.

use mailparse::MailAddr;

use crate::mail::address::Address;
use crate::mail::automatic;
use crate::mail::automatic::Automatic;
use crate::mail::flowed;
use crate::mail::html;
use crate::mail::limits::RECIPIENTS_MAX;
use crate::mail::limits::REFERENCES_MAX;
use crate::mail::limits::TEXT_BYTES_MAX;
use crate::mail::parts;
use crate::mail::parts::Headers;
use crate::mail::parts::Leaf;
use crate::mail::parts::Unreadable;

/// The headers that say for whom a mail is, in the order in which they are believed.
const RECIPIENT_HEADERS: [&str; 6] = [
    "delivered-to",
    "x-original-to",
    "x-delivered-to",
    "envelope-to",
    "to",
    "cc",
];

/// A mail as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The one sender; none when From is missing, doubled or unclear.
    pub from: Option<Address>,
    /// For whom the headers say it is (delivery headers first, then To and Cc), each once.
    pub to: Vec<Address>,
    /// The subject, decoded, with white space collapsed to single blanks.
    pub subject: String,
    /// Message-ID without angle brackets.
    pub message_id: Option<String>,
    /// The ids in In-Reply-To, without angle brackets.
    pub in_reply_to: Vec<String>,
    /// The ids in References, oldest first; of a long thread the last ones.
    pub references: Vec<String>,
    /// The Date header as it stands.
    pub date: Option<String>,
    /// The whole body as text with LF line ends, quotes included: the plain parts, or the HTML
    /// where they show nothing. [`crate::mail::reply::new_text`] finds what is new in it.
    pub text: String,
    /// The body was longer than is read; `text` is its beginning.
    pub cut: bool,
    /// Why it gets no answer, as far as its headers tell.
    pub automatic: Option<Automatic>,
}

/// Our own addresses, so that our own letters are known when they come back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Own {
    addresses: Vec<Address>,
}

impl Own {
    /// The addresses that mail for us is sent to, without any extension.
    pub fn new(addresses: Vec<Address>) -> Own {
        Own { addresses }
    }

    /// Whether an address is one of ours, with or without an extension (`club+12.TOKEN@host`).
    pub fn includes(&self, address: &Address) -> bool {
        self.addresses.iter().any(|own| {
            let Some(rest) = address
                .key()
                .strip_suffix(own.domain())
                .and_then(|rest| rest.strip_suffix('@'))
            else {
                return false;
            };
            match rest.strip_prefix(own.local().to_lowercase().as_str()) {
                Some("") => true,
                Some(extension) => extension.starts_with('+'),
                None => false,
            }
        })
    }
}

impl Message {
    /// Reads a mail. `own` tells which senders are ourselves.
    pub fn read(raw: &[u8], own: &Own) -> Result<Message, Unreadable> {
        let parts = parts::take_apart(raw)?;
        let headers = &parts.headers;
        let from = sender(headers);
        let (text, cut) = body(&parts.leaves);
        Ok(Message {
            to: recipients(headers),
            subject: headers.first("subject").map(collapse).unwrap_or_default(),
            message_id: headers
                .first("message-id")
                .and_then(|value| ids(value).into_iter().next()),
            in_reply_to: headers.all("in-reply-to").flat_map(ids).collect(),
            references: last(
                headers.all("references").flat_map(ids).collect(),
                REFERENCES_MAX,
            ),
            date: headers.first("date").map(collapse),
            text,
            cut,
            automatic: automatic::judge(headers, &parts.leaves, from.as_ref(), own),
            from,
        })
    }
}

/// The one address of the one From header.
fn sender(headers: &Headers) -> Option<Address> {
    let mut values = headers.all("from");
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    let list = mailparse::addrparse(value).ok()?;
    match list.into_inner().as_slice() {
        [MailAddr::Single(one)] => one.addr.parse().ok(),
        _ => None,
    }
}

fn recipients(headers: &Headers) -> Vec<Address> {
    let mut found: Vec<Address> = Vec::new();
    let values = RECIPIENT_HEADERS.iter().flat_map(|name| headers.all(name));
    for value in values {
        let Ok(list) = mailparse::addrparse(value) else {
            continue;
        };
        let singles = list.into_inner().into_iter().flat_map(|entry| match entry {
            MailAddr::Single(one) => vec![one],
            MailAddr::Group(group) => group.addrs,
        });
        for address in singles.filter_map(|one| one.addr.parse().ok()) {
            if found.len() >= RECIPIENTS_MAX {
                return found;
            }
            if !found.contains(&address) {
                found.push(address);
            }
        }
    }
    found
}

/// Message-IDs in a header: what stands in angle brackets, or bare words with an `@` where a
/// client wrote none.
fn ids(value: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let words = value.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | ','));
    for word in words.filter(|word| word.contains('@')) {
        found.push(word.to_string());
    }
    last(found, REFERENCES_MAX)
}

fn last(mut list: Vec<String>, count: usize) -> Vec<String> {
    let surplus = list.len().saturating_sub(count);
    list.drain(..surplus);
    list
}

/// The text of the plain leaves, or of the HTML ones where those show nothing.
fn body(leaves: &[Leaf]) -> (String, bool) {
    let plain = gather(leaves, "text/plain", |text, leaf| {
        if leaf.flowed {
            flowed::unfold(&text, leaf.delsp)
        } else {
            text
        }
    });
    if is_visible(&plain.0) {
        return plain;
    }
    gather(leaves, "text/html", |text, _| html::text(&text))
}

fn gather(leaves: &[Leaf], mimetype: &str, read: fn(String, &Leaf) -> String) -> (String, bool) {
    let mut gathered = String::new();
    let mut left = TEXT_BYTES_MAX;
    let mut cut = false;
    for leaf in leaves {
        if leaf.mimetype != mimetype || leaf.file || left == 0 {
            continue;
        }
        let (text, leaf_cut) = leaf.text(left);
        left = left.saturating_sub(leaf.bytes.len());
        cut |= leaf_cut;
        let text = read(text, leaf);
        if !gathered.is_empty() && !gathered.ends_with('\n') {
            gathered.push('\n');
        }
        gathered.push_str(&text);
    }
    (gathered, cut)
}

fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !is_blank(c))
}

/// White space and characters without width.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// One line with single blanks: an encoded subject may hide line breaks and odd blanks.
fn collapse(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for word in value.split(is_blank).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
