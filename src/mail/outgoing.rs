//! A letter of ours and its finished bytes.
//!
//! Only this file uses lettre's builder. lettre fills in a missing Date, Message-ID or boundary from the clock and from random numbers.
//! Here all three are part of the value. So the same value always gives the same bytes, and a letter that is sent twice is the same letter.
//!
//! ```text
//! multipart/alternative
//!   text/plain; charset=utf-8; format=fixed     ASCII (7bit) if the words are
//!   text/html; charset=utf-8
//! ```
//!
//! The HTML part names its pictures, and they go with it as parts of a multipart/related. A letter with files is a multipart/mixed of all
//! that and one part for each file. Without HTML there is only the text.

use std::borrow::Cow;
use std::fmt;
use std::time::SystemTime;

use chrono::DateTime;
use chrono::Utc;
use lettre::address::Envelope;
use lettre::message::Body;
use lettre::message::Mailbox;
use lettre::message::MultiPart;
use lettre::message::MultiPartBuilder;
use lettre::message::SinglePart;
use lettre::message::SinglePartBuilder;
use lettre::message::header::ContentTransferEncoding;
use lettre::message::header::ContentType;
use lettre::message::header::HeaderName;
use lettre::message::header::HeaderValue;
use memchr::{memchr_iter, memmem};

use crate::mail::address::Address;

/// The header that marks every letter of ours, so that we recognize it when it comes back. Its value is our address.
pub const LOOP_HEADER: &str = "X-Taflpost";

/// Which kind of automatic letter it is (RFC 3834, section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutoSubmitted {
    /// It answers a mail.
    Replied,
    /// It answers no mail: an opponent's move, a reminder.
    Generated,
}

/// A file that goes with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its name, made of letters, digits, dots, dashes or underscores.
    pub name: String,
    /// The kind of its content.
    pub kind: AttachmentKind,
    /// Its text, with LF line ends.
    pub text: String,
}

/// The kind of an attached text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttachmentKind {
    /// Plain text.
    Text,
    /// JSON.
    Json,
}

impl AttachmentKind {
    const fn media_type(self) -> &'static str {
        match self {
            AttachmentKind::Text => "text/plain; charset=utf-8",
            AttachmentKind::Json => "application/json",
        }
    }
}

/// The HTML part of a letter.
#[derive(Clone, PartialEq, Eq)]
pub struct Html {
    /// The HTML text.
    pub page: String,
    /// The pictures that it shows.
    pub pictures: Vec<Inline>,
}

/// A picture inside the letter. The page refers to it by `cid:` and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// Its Content-ID, without angle brackets: `word@word`, different in each letter.
    pub id: String,
    /// The file, a PNG.
    pub png: Vec<u8>,
}

/// A letter to one person. Its `Debug` leaves out everything that holds the recipient's token.
#[derive(Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// The name shown as the sender.
    pub from_name: String,
    /// Our address.
    pub from: Address,
    /// The one recipient.
    pub to: Address,
    /// The address for answers, if it carries a token.
    pub reply_to: Option<Address>,
    /// One line. Line breaks in it become blanks.
    pub subject: String,
    /// When it was written, to the second.
    pub date: DateTime<Utc>,
    /// Without angle brackets. See [`crate::mail::message_id`].
    pub message_id: String,
    /// The Message-ID of the mail that it answers, without angle brackets. Left out if it is not valid: it comes from a stranger, and an
    /// odd id must not prevent the answer.
    pub in_reply_to: Option<String>,
    /// The thread, oldest first, without angle brackets. Ids that are not valid are left out.
    pub references: Vec<String>,
    /// Whether it is an answer or news.
    pub auto: AutoSubmitted,
    /// The plain part, with LF or CRLF line ends. Blanks at the ends of lines are removed, and lines that a relay or a client would misread
    /// get a blank in front.
    pub text: String,
    /// The HTML part; `None` for a player who wants only text.
    pub html: Option<Html>,
    /// The files that go with it.
    pub attachments: Vec<Attachment>,
    /// The boundary between the parts: 1 to 60 letters, digits, dots, dashes or underscores.
    pub boundary: String,
    /// The address to write to in order to stop such letters.
    pub list_unsubscribe: Option<Address>,
}

/// Why a letter cannot be written. Each of these is a fault of the code that made it, not of a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// Our Message-ID is not `word@word` in visible ASCII. It is not shown, because it holds a token.
    #[error("the Message-ID is not valid")]
    MessageId,
    /// The boundary has characters that are not allowed, or it occurs in the text.
    #[error("{0:?} cannot be used as a MIME boundary")]
    Boundary(String),
    /// The date cannot be written in a mail.
    #[error("the date {0} cannot be written in a mail")]
    Date(DateTime<Utc>),
    /// The name of a file has characters that a header would have to encode.
    #[error("{0:?} cannot be the name of an attachment")]
    FileName(String),
    /// lettre refused it. The text is lettre's.
    #[error("the letter cannot be put together: {0}")]
    Build(String),
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outgoing")
            .field("to", &self.to)
            .field("subject", &self.subject)
            .field("date", &self.date)
            .field("auto", &self.auto)
            .finish_non_exhaustive()
    }
}

impl Outgoing {
    /// The finished letter with CRLF line ends. The same value always gives the same bytes.
    pub fn bytes(&self) -> Result<Vec<u8>, Unwritable> {
        let text = plain(&self.text);
        self.check_boundary(&text)?;
        let (from, to) = (mailbox(Some(&self.from_name), &self.from)?, mailbox(None, &self.to)?);
        // The outbox has its own envelope. Without one here, lettre would read the two headers again to make one.
        let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()]);
        let mut builder = lettre::Message::builder()
            .envelope(envelope.map_err(|error| Unwritable::Build(error.to_string()))?)
            .from(from)
            .to(to)
            .subject(one_line(&self.subject))
            .date(self.system_time()?)
            .message_id(Some(bracketed(&self.message_id).ok_or(Unwritable::MessageId)?));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(mailbox(None, reply_to)?);
        }
        if let Some(id) = self.in_reply_to.as_deref().and_then(bracketed) {
            builder = builder.in_reply_to(id);
        }
        let references: Vec<String> = self.references.iter().filter_map(|id| bracketed(id)).collect();
        if !references.is_empty() {
            builder = builder.references(references.join(" "));
        }
        for (name, value) in self.own_headers() {
            let name = HeaderName::new_from_ascii_str(name);
            builder = builder.raw_header(HeaderValue::new(name, value));
        }
        // If the text is the only part, lettre adds one more line end.
        let alone = self.html.is_none() && self.attachments.is_empty();
        let text = if alone { text.trim_end().to_owned() } else { text };
        let text = part("text/plain; charset=utf-8; format=fixed", text)?;
        let message = match (&self.html, self.attachments.is_empty()) {
            (None, true) => builder.singlepart(text),
            (None, false) => builder.multipart(self.with_files(|mixed| mixed.singlepart(text))?),
            (Some(html), true) => builder.multipart(self.alternative(text, html)?),
            (Some(html), false) => {
                let letter = self.alternative(text, html)?;
                builder.multipart(self.with_files(|mixed| mixed.multipart(letter))?)
            }
        };
        Ok(message.map_err(|error| Unwritable::Build(error.to_string()))?.formatted())
    }

    /// The text, and the same as HTML.
    fn alternative(&self, text: SinglePart, html: &Html) -> Result<MultiPart, Unwritable> {
        let parts = MultiPart::alternative().boundary(self.boundary.as_str()).singlepart(text);
        let page = html_part(&line_feeds(&html.page))?;
        if html.pictures.is_empty() {
            return Ok(parts.singlepart(page));
        }
        let mut related = MultiPart::related().boundary(self.inner_boundary()).singlepart(page);
        for Inline { id, png } in &html.pictures {
            if bracketed(id).is_none() {
                return Err(Unwritable::MessageId);
            }
            let kind = ContentType::parse("image/png").map_err(|error| Unwritable::Build(error.to_string()))?;
            let picture = lettre::message::Attachment::new_inline(id.clone()).body(png.clone(), kind);
            related = related.singlepart(picture);
        }
        Ok(parts.multipart(related))
    }

    /// The letter and its files. Neither of the two boundaries may be the beginning of the other, because some readers then confuse them.
    fn with_files(&self, letter: impl FnOnce(MultiPartBuilder) -> MultiPart) -> Result<MultiPart, Unwritable> {
        let mut parts = letter(MultiPart::mixed().boundary(self.outer_boundary()));
        for file in &self.attachments {
            let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
            if !(1..=100).contains(&file.name.len()) || !file.name.bytes().all(plain) {
                return Err(Unwritable::FileName(file.name.clone()));
            }
            let kind = ContentType::parse(file.kind.media_type());
            let kind = kind.map_err(|error| Unwritable::Build(error.to_string()))?;
            let part = lettre::message::Attachment::new(file.name.clone());
            parts = parts.singlepart(part.body(line_feeds(&file.text).into_owned(), kind));
        }
        Ok(parts)
    }

    fn inner_boundary(&self) -> String {
        format!("r.{}", self.boundary)
    }

    fn outer_boundary(&self) -> String {
        format!("m.{}", self.boundary)
    }

    fn own_headers(&self) -> Vec<(&'static str, String)> {
        let auto = match self.auto {
            AutoSubmitted::Replied => "auto-replied",
            AutoSubmitted::Generated => "auto-generated",
        };
        let mut headers = vec![
            ("Auto-Submitted", auto.to_string()),
            ("X-Auto-Response-Suppress", "All".to_string()),
            (LOOP_HEADER, self.from.to_string()),
        ];
        if let Some(address) = &self.list_unsubscribe {
            headers.push(("List-Unsubscribe", format!("<mailto:{address}>")));
        }
        headers
    }

    fn system_time(&self) -> Result<SystemTime, Unwritable> {
        // The year in a mail's Date has four digits, and lettre's dates start at the epoch.
        if !(0..=253_402_300_799).contains(&self.date.timestamp()) {
            return Err(Unwritable::Date(self.date));
        }
        Ok(SystemTime::from(self.date))
    }

    fn check_boundary(&self, text: &str) -> Result<(), Unwritable> {
        let boundary = self.boundary.as_str();
        let lawful = (1..=60).contains(&boundary.len())
            && boundary.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
        let lines = [boundary.to_owned(), self.inner_boundary(), self.outer_boundary()].map(|line| format!("--{line}"));
        // The boundary is in all three, and mostly nowhere else.
        let in_all = memmem::Finder::new(boundary);
        let has_boundary = |text: &str| in_all.find(text.as_bytes()).is_some();
        let stands_in = |text: &str| has_boundary(text) && lines.iter().any(|line| text.contains(line));
        let in_the_page = self.html.as_ref().is_some_and(|html| stands_in(&html.page));
        let in_a_file = self.attachments.iter().any(|file| stands_in(&file.text));
        if lawful && !in_a_file && !stands_in(text) && !in_the_page {
            Ok(())
        } else {
            Err(Unwritable::Boundary(boundary.to_owned()))
        }
    }
}

/// The plain part as it is sent. This is the one place that makes its lines safe: no blanks at the end of a line (a flowed reader would
/// join it with the next), and a blank before any line that begins with `>` (it would look like a quote), `From ` (old mailboxes change it)
/// or `.` (the end of the mail to a careless relay). It has LF line ends, and one at the end.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for line in line_feeds(text).trim_end().split('\n') {
        let line = line.trim_end();
        if line.starts_with('>') || line.starts_with("From ") || line.starts_with('.') {
            out.push(' ');
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Line ends as LF, without control characters except the tab.
fn line_feeds(text: &str) -> Cow<'_, str> {
    // The quick path: nearly every letter is like this, and long. Without a stop in it, the loop takes many bytes at once.
    let is_odd = |byte: u8| !matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if !text.bytes().fold(false, |odd, byte| odd | is_odd(byte)) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    let text = text.chars().map(|c| if c == '\r' { '\n' } else { c });
    Cow::Owned(text.filter(|&c| c == '\n' || c == '\t' || !c.is_control()).collect())
}

/// A header value on one line: control characters and line separators become blanks.
fn one_line(value: &str) -> String {
    let cleaned: String = value
        .chars()
        .map(|c| match c {
            '\u{2028}' | '\u{2029}' => ' ',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    cleaned.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn mailbox(name: Option<&str>, address: &Address) -> Result<Mailbox, Unwritable> {
    let name = name.map(one_line).filter(|name| !name.is_empty());
    let address = address
        .as_str()
        .parse()
        .map_err(|error: lettre::address::AddressError| Unwritable::Build(error.to_string()))?;
    Ok(Mailbox::new(name, address))
}

/// The id in angle brackets, if it is `word@word` in visible ASCII.
fn bracketed(id: &str) -> Option<String> {
    let lawful = id.len() <= 250
        && id.bytes().all(|b| b.is_ascii_graphic() && !b"<>".contains(&b))
        && id.split_once('@').is_some_and(|(left, right)| !left.is_empty() && !right.is_empty());
    lawful.then(|| format!("<{id}>"))
}

/// A part whose lines are short is sent as it is; lettre encodes any other. lettre would do the same, but takes several times as long.
fn part(kind: &str, text: String) -> Result<SinglePart, Unwritable> {
    /// What lettre sends as it is.
    const SHORT_LINE_BYTES: usize = 74;
    part_as_it_is(kind, &text, SHORT_LINE_BYTES).unwrap_or_else(|| Ok(with_type(kind)?.body(text)))
}

/// The longest line that mail carries without an encoding, in bytes (RFC 2045, section 2.7).
const LINE_BYTES_MAX: usize = 998;

/// The HTML part. If one line has more than 76 bytes, lettre encodes the whole part. A link is longer and must not be broken, and all other
/// lines are short. So the part is sent as it is, up to the limit for lines in mail.
fn html_part(html: &str) -> Result<SinglePart, Unwritable> {
    const KIND: &str = "text/html; charset=utf-8";
    part_as_it_is(KIND, html, LINE_BYTES_MAX).unwrap_or_else(|| part(KIND, html.to_owned()))
}

/// `None` if a text is not ASCII or has a longer line.
fn part_as_it_is(kind: &str, text: &str, line_bytes_max: usize) -> Option<Result<SinglePart, Unwritable>> {
    let (mut lines, mut from, mut longest) = (Vec::with_capacity(text.len() + text.len() / 16), 0, 0);
    for end in memchr_iter(b'\n', text.as_bytes()) {
        lines.extend_from_slice(&text.as_bytes()[from..end]);
        lines.extend_from_slice(b"\r\n");
        longest = longest.max(end - from);
        from = end + 1;
    }
    lines.extend_from_slice(&text.as_bytes()[from..]);
    let fits = text.is_ascii() && longest.max(text.len() - from) <= line_bytes_max;
    let body = Body::dangerous_pre_encoded(lines, ContentTransferEncoding::SevenBit);
    fits.then(|| Ok(with_type(kind)?.body(body)))
}

fn with_type(kind: &str) -> Result<SinglePartBuilder, Unwritable> {
    let kind = ContentType::parse(kind).map_err(|error| Unwritable::Build(error.to_string()))?;
    Ok(SinglePart::builder().content_type(kind))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
