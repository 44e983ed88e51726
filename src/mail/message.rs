//! A mail that came in, as the rest of the program sees it.
//!
//! Reading is lenient about everything except the sender. A mail whose From is missing, doubled or ambiguous has no sender and gets no
//! answer.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use mailparse::{MailAddr, SingleInfo};

use crate::mail::address::Address;
use crate::mail::authenticity::{Authenticity, Trail};
use crate::mail::automatic;
use crate::mail::automatic::Automatic;
use crate::mail::bounce_key;
use crate::mail::delivery_status::DeliveryStatus;
use crate::mail::dkim_coverage::Signatures;
use crate::mail::encrypted;
use crate::mail::flowed;
use crate::mail::html;
use crate::mail::limits::RECIPIENTS_MAX;
use crate::mail::limits::REFERENCES_MAX;
use crate::mail::limits::TEXT_BYTES_MAX;
use crate::mail::own_addresses::Own;
use crate::mail::parts;
use crate::mail::parts::ADDRESS_HEADERS;
use crate::mail::parts::Headers;
use crate::mail::parts::Leaf;
use crate::mail::parts::Parts;
use crate::mail::token::TokenText;
use crate::mail::trusted_server::TrustedServer;
use crate::mail::unreadable::Unreadable;

/// A mail as a value. Its `Debug` leaves out everything that may hold a reply token or a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// The one sender. `None` if From is missing, doubled or ambiguous.
    pub from: Option<Address>,
    /// The recipients that the headers name (delivery headers first, then To and Cc), each once.
    pub to: Vec<Address>,
    /// The subject, decoded, with white space collapsed to single blanks.
    pub subject: String,
    /// The Message-ID without angle brackets.
    pub message_id: Option<String>,
    /// The ids in In-Reply-To, without angle brackets.
    pub in_reply_to: Vec<String>,
    /// The ids in References, oldest first. Of a long thread, the last ones.
    pub references: Vec<String>,
    /// The Date header as written.
    pub date: Option<String>,
    /// The whole body as text with LF line ends, quotes included: the plain parts, or the HTML if they show nothing.
    /// [`crate::mail::reply::written`] finds what is new in it.
    pub text: String,
    /// The body was too long to be read in full. `text` is its beginning, up to the end of a line if it has several.
    pub cut: bool,
    /// It is encrypted, so its text cannot be read. `text` is the little that is not encrypted.
    pub sealed: bool,
    /// Why it gets no answer, as far as its headers say.
    pub automatic: Option<Automatic>,
    /// What it says happened to a letter, if it is a bounce.
    pub failure: Option<DeliveryStatus>,
    /// The key of the letter that it returns, whole or only its headers.
    pub returned: Option<TokenText>,
    /// What the servers on its way wrote about it.
    trail: Trail,
    /// Whether it was written to us: its one To or Cc names an address of ours, and each signature that counts covers that header.
    is_for_us: bool,
    /// How many minutes the sender's clock is ahead of UTC, if the one Date says so.
    pub minutes_ahead: Option<i32>,
    /// When it was written, if that can be read.
    written: Option<DateTime<Utc>>,
    /// It had to be repaired, so the servers on its way may have read it differently.
    mended: bool,
}

/// A mail that was written longer ago may be a copy of one that was already handled. Repeats are recognized for longer than this.
const WRITTEN_BEFORE_MAX: TimeDelta = TimeDelta::days(14);

/// A sender's clock may be ahead by this much.
const WRITTEN_AFTER_MAX: TimeDelta = TimeDelta::days(1);

impl Message {
    /// Reads a mail. `own` says which senders are ourselves.
    pub fn read(raw: &[u8], own: &Own) -> Result<Message, Unreadable> {
        parts::guarded(|| parts::take_apart(raw).map(|parts| Message::of_parts(&parts, own)))
    }

    /// Whether the mail says that it was written within a day of its arrival. That does not prove the time. But if the two agree, the
    /// sender and we mean the same day.
    pub fn agrees_on_the_day(&self, received: DateTime<Utc>) -> bool {
        self.written.is_some_and(|written| (received - written).abs() <= TimeDelta::days(1))
    }

    /// What the trusted mail server says about the sender of a mail that came at `received`. Only a recent mail that was written to us
    /// counts as genuine: anybody who has a copy of another mail can send it here.
    pub fn authenticity(&self, trusted: &TrustedServer, received: DateTime<Utc>) -> Authenticity {
        let said = self.from.as_ref().map(|from| self.trail.authenticity(trusted, from.domain())).unwrap_or_default();
        let lately = |written: &DateTime<Utc>| {
            (-WRITTEN_AFTER_MAX..=WRITTEN_BEFORE_MAX).contains(&received.signed_duration_since(written))
        };
        match said {
            Authenticity::Genuine if self.mended => Authenticity::Unknown,
            Authenticity::Genuine if !self.is_for_us || !self.written.as_ref().is_some_and(lately) => {
                Authenticity::Copied
            }
            said => said,
        }
    }

    fn of_parts(parts: &Parts, own: &Own) -> Message {
        let headers = &parts.headers;
        let from = sender(headers);
        let (text, cut) = body(&parts.leaves);
        let text = if cut { whole_lines(text) } else { text };
        let references = headers.all("references").flat_map(ids).collect();
        let automatic = automatic::judge(headers, &parts.leaves, from.as_ref(), own);
        Message {
            to: recipients(headers),
            subject: headers.first("subject").map(collapse).unwrap_or_default(),
            message_id: headers.first("message-id").and_then(|value| ids(value).into_iter().next()),
            in_reply_to: headers.all("in-reply-to").flat_map(ids).collect(),
            references: last(references, REFERENCES_MAX),
            date: headers.first("date").map(collapse),
            sealed: encrypted::is_sealed(&parts.leaves, &text, is_visible(&text)),
            text,
            cut,
            automatic,
            failure: DeliveryStatus::of_report(&parts.leaves, automatic),
            returned: bounce_key::of_returned(&parts.leaves),
            trail: Trail::of(headers),
            is_for_us: from.as_ref().is_some_and(|from| is_for_us(headers, from, own)),
            minutes_ahead: one_date(headers).and_then(minutes_ahead),
            written: written(headers),
            mended: parts.mended,
            from,
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("from", &self.from)
            .field("message_id", &self.message_id)
            .field("date", &self.date)
            .field("text_bytes", &self.text.len())
            .field("cut", &self.cut)
            .field("automatic", &self.automatic)
            .finish_non_exhaustive()
    }
}

/// The one address of the one From header.
fn sender(headers: &Headers) -> Option<Address> {
    let mut lists = headers.addresses("from");
    let list = lists.next()?;
    if lists.next().is_some() {
        return None;
    }
    match list? {
        [MailAddr::Single(one)] => one.addr.parse().ok(),
        _ => None,
    }
}

/// Whether the mail names us as a recipient in a way that only its author can have done.
fn is_for_us(headers: &Headers, from: &Address, own: &Own) -> bool {
    let held = Signatures::of(headers).hold(from.domain(), headers, &["to", "cc"]);
    let entries = held.iter().flat_map(|name| headers.addresses(name)).flatten().flatten();
    entries.flat_map(singles).filter_map(|one| one.addr.parse().ok()).any(|address| own.includes(&address))
}

fn one_date(headers: &Headers) -> Option<&str> {
    let mut dates = headers.all("date");
    let (Some(date), None) = (dates.next(), dates.next()) else {
        return None;
    };
    Some(date)
}

/// The time in the one Date.
fn written(headers: &Headers) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(mailparse::dateparse(one_date(headers)?).ok()?, 0)
}

/// The last word of a Date, without comments: `+0100`. `-0000` means that the sender's time zone is not known (RFC 5322, section 3.3). So
/// do the old names of zones, except GMT.
fn minutes_ahead(date: &str) -> Option<i32> {
    let (_, time) = date.split_once(':')?;
    let zone = time.split_whitespace().nth(1)?;
    let (sign, digits) = match zone.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) if digits != "0000" => (-1, digits),
        _ => return matches!(zone, "GMT" | "UT" | "UTC" | "Z").then_some(0),
    };
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes): (i32, i32) = (digits[..2].parse().ok()?, digits[2..].parse().ok()?);
    (minutes < 60).then_some(sign * (hours * 60 + minutes))
}

fn singles(entry: &MailAddr) -> &[SingleInfo] {
    match entry {
        MailAddr::Single(one) => std::slice::from_ref(one),
        MailAddr::Group(group) => group.addrs.as_slice(),
    }
}

fn recipients(headers: &Headers) -> Vec<Address> {
    let mut found: Vec<Address> = Vec::new();
    let names = ADDRESS_HEADERS.iter().filter(|name| **name != "from");
    let entries = names.flat_map(|name| headers.addresses(name)).flatten().flatten();
    for address in entries.flat_map(singles).filter_map(|one| one.addr.parse().ok()) {
        if found.len() >= RECIPIENTS_MAX {
            break;
        }
        if !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// Message-IDs in a header: the words in angle brackets, or plain words with an `@` if the client wrote no brackets.
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

/// The display name in the one From header.
pub(crate) fn writer(headers: &Headers) -> String {
    match headers.addresses("from").next().flatten() {
        Some([MailAddr::Single(one)]) => one.display_name.clone().unwrap_or_default(),
        _ => String::new(),
    }
}

/// The text of the plain leaves, or of the HTML leaves if the plain ones show nothing.
fn body(leaves: &[Leaf]) -> (String, bool) {
    let plain = plain(leaves);
    if is_visible(&plain.0) {
        return plain;
    }
    gather(leaves, "text/html", |text, _| html::text(&text))
}

/// Removes the last line, because it is cut off: `draw` may have been the beginning of a longer line.
fn whole_lines(mut text: String) -> String {
    if let Some(end) = text.trim_end_matches('\n').rfind('\n') {
        text.truncate(end + 1);
    }
    text
}

/// The text of the plain leaves, and whether it was cut.
pub(crate) fn plain(leaves: &[Leaf]) -> (String, bool) {
    gather(leaves, "text/plain", |text, leaf| if leaf.flowed { flowed::unfold(&text, leaf.delsp) } else { text })
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

/// Whether anything of a text can be seen.
pub(crate) fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !is_blank(c))
}

/// White space and characters without width.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// One line with single blanks. An encoded subject may hide line breaks and odd blanks.
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::limits::ENCODED_WORDS_MAX;
    use crate::mail::limits::HEADER_BLOCK_BYTES_MAX;
    use crate::mail::limits::HEADER_BYTES_MAX;
    use crate::mail::limits::MESSAGE_BYTES_MAX;

    fn read(raw: &str) -> Message {
        Message::read(raw.as_bytes(), &Own::default()).unwrap()
    }

    #[test]
    fn our_addresses_are_ours_with_any_extension() {
        let own = Own::new(vec!["Club@tafl.example".parse().unwrap()]);
        for (address, ours) in [
            ("club@tafl.example", true),
            ("CLUB+12.k7qf9x2mpd4wt3ha@TAFL.example", true),
            ("clubs@tafl.example", false),
            ("club@other.example", false),
            ("my-club@tafl.example", false),
            ("club@xtafl.example", false),
        ] {
            assert_eq!(own.includes(&address.parse().unwrap()), ours, "{address}");
        }
    }

    #[test]
    fn a_mail_beyond_the_limits_is_not_read() {
        let none = Own::default();
        let huge = vec![b'a'; MESSAGE_BYTES_MAX + 1];
        assert_eq!(Message::read(&huge, &none), Err(Unreadable::TooLarge { size_bytes: MESSAGE_BYTES_MAX + 1 }));
        let wordy = "X: y\n".repeat(HEADER_BLOCK_BYTES_MAX / 5 + 1);
        assert_eq!(Message::read(wordy.as_bytes(), &none), Err(Unreadable::HeadersTooLong));
        for boundary in ["boundary=b", "BOUNDARY = \"b\"", "boundary*=utf-8''b"] {
            let head = format!("Content-Type: multipart/mixed; {boundary}\n\n");
            let many = head + &"--b\n\nx\n".repeat(300);
            assert_eq!(Message::read(many.as_bytes(), &none), Err(Unreadable::TooManyParts), "{boundary}");
        }
    }

    #[test]
    fn nesting_without_end_is_an_error_and_no_panic() {
        let mut deep = String::from("From: ann@mail.example\n");
        for level in 0..150 {
            deep += &format!("Content-Type: multipart/mixed; boundary=b{level}x\n\n--b{level}x\n");
        }
        assert!(Message::read(deep.as_bytes(), &Own::default()).is_err());
    }

    #[test]
    fn a_header_that_is_too_long_counts_as_empty() {
        let long = "=?utf-8?Q?".repeat(HEADER_BYTES_MAX / 10 + 1);
        let message = read(&format!("Subject: {long}\nFrom: ann@mail.example\n\nd6-f6"));
        assert_eq!(message.subject, "");
        assert!(message.from.is_some());
        let in_part = format!(
            "From: ann@mail.example\nContent-Type: multipart/mixed; boundary=b\n\n\
             --b\nContent-Type: {long}\n\nd6-f6\n--b--\n"
        );
        assert_eq!(read(&in_part).text, "d6-f6");
    }

    #[test]
    fn a_header_with_too_many_encoded_words_counts_as_empty() {
        let words = "=?utf-8?Q?a?= ".repeat(ENCODED_WORDS_MAX + 1);
        let message = read(&format!("Subject: {words}\nFrom: ann@mail.example\n\nd6-f6"));
        assert_eq!(message.subject, "");
    }

    #[test]
    fn an_encoded_name_cannot_pose_as_an_address() {
        for name in [
            "=?utf-8?Q?Berg=2C_Ann?=",
            "=?utf-8?Q?bob=40mail.example_=3Cbob=40mail.example=3E=2C?=",
            "\"bob@mail.example, Ann\"",
            "=?utf-8?B?PGJvYkBtYWlsLmV4YW1wbGU+?=",
        ] {
            let message = read(&format!("From: {name} <ann@mail.example>\n\nd6-f6"));
            assert_eq!(message.from.unwrap().as_str(), "ann@mail.example", "{name}");
        }
    }

    #[test]
    fn long_bodies_are_cut_and_say_so() {
        let body = "a line of words\n".repeat(TEXT_BYTES_MAX / 16 + 10);
        let message = read(&format!("From: ann@mail.example\n\n{body}"));
        assert!(message.cut);
        assert!((TEXT_BYTES_MAX - 16..=TEXT_BYTES_MAX).contains(&message.text.len()), "{}", message.text.len());
    }

    #[test]
    fn the_date_says_how_the_writers_clocks_stand_where_it_can_be_read_in_one_way_only() {
        for (date, ahead) in [
            ("Sat, 21 Nov 2026 10:00:00 +0100", Some(60)),
            ("21 Nov 2026 10:00 +0545 (NPT)", Some(345)),
            ("Sat, 21 Nov 2026 10:00:00\r\n -0330", Some(-210)),
            ("Sat, 21 Nov 2026 10:00:00 +0000 (UTC)", Some(0)),
            ("Sat, 21 Nov 2026 10:00:00 GMT", Some(0)),
            ("Sat, 21 Nov 2026 10:00:00 -0000", None),
            ("Sat, 21 Nov 2026 10:00:00 EST", None),
            ("Sat, 21 Nov 2026 10:00:00 +01:00", None),
            ("Sat, 21 Nov 2026 10:00:00 +0199", None),
            ("Sat, 21 Nov 2026 10:00:00 +٠١٠٠", None),
            ("Sat, 21 Nov 2026 10:00:00", None),
            ("soon", None),
            ("", None),
            (":", None),
            ("Sat, 21 Nov 2026 10:00:00 +0100\r\nDate: Sat, 21 Nov 2026 10:00:00 +0200", None),
        ] {
            assert_eq!(read(&format!("Date: {date}\r\n\r\n")).minutes_ahead, ahead, "{date}");
        }
    }

    #[test]
    fn ids_lose_their_brackets_and_long_threads_keep_their_end() {
        let thread: String = (0..120).map(|n| format!("<{n}@x>\n\t")).collect();
        let message =
            read(&format!("Message-ID: <a@b>\nIn-Reply-To: <c@d> (of Tuesday)\nReferences: {thread}<end@x>\n\n"));
        assert_eq!(message.message_id.as_deref(), Some("a@b"));
        assert_eq!(message.in_reply_to, ["c@d"]);
        assert_eq!(message.references.len(), REFERENCES_MAX);
        assert_eq!(message.references.last().unwrap(), "end@x");
    }

    #[test]
    fn debug_shows_no_token_and_no_words() {
        let message = read(
            "From: ann@mail.example\nTo: club+12.k7qf9x2mpd4wt3ha@tafl.example\n\
             Subject: move 12 ann secret d6-f6\n\nsecret (ref k7qf-9x2m-pd4w-t3ha)",
        );
        let shown = format!("{message:?}");
        assert!(!shown.contains("k7qf") && !shown.contains("secret"), "{shown}");
    }
}
