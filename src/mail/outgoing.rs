//! A letter of ours, and the finished bytes of it.
//!
//! The only home of lettre's builder. lettre fills a missing Date, Message-ID or boundary from the
//! clock and from dice; here all three are part of the value, so that the same value always gives
//! the same bytes, and a letter sent twice is the same letter.
//!
//! ```text
//! multipart/alternative
//!   text/plain; charset=utf-8; format=fixed     ASCII (7bit) as long as the words are
//!   text/html; charset=utf-8
//! ```

use std::time::SystemTime;

use chrono::DateTime;
use chrono::Utc;
use lettre::message::Mailbox;
use lettre::message::MultiPart;
use lettre::message::SinglePart;
use lettre::message::header::ContentType;
use lettre::message::header::HeaderName;
use lettre::message::header::HeaderValue;

use crate::mail::address::Address;

/// Marks every letter of ours, so that we know it when it comes back. Its value is our address.
pub const LOOP_HEADER: &str = "X-Taflpost";

/// Which kind of automatic letter it is (RFC 3834, section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutoSubmitted {
    /// The answer to a mail.
    Replied,
    /// A letter that nobody's mail asked for: an opponent's move, a reminder.
    Generated,
}

/// A letter to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// The name shown as sender.
    pub from_name: String,
    /// Our address.
    pub from: Address,
    /// The one receiver.
    pub to: Address,
    /// Where an answer goes, when it carries a token.
    pub reply_to: Option<Address>,
    /// One line; line breaks in it become blanks.
    pub subject: String,
    /// When it was written, to the second.
    pub date: DateTime<Utc>,
    /// Without angle brackets; see [`crate::mail::message_id`].
    pub message_id: String,
    /// The mail it answers, without angle brackets.
    pub in_reply_to: Option<String>,
    /// The thread, oldest first, without angle brackets.
    pub references: Vec<String>,
    /// Answer or news.
    pub auto: AutoSubmitted,
    /// The plain part, LF or CRLF line ends. See [`plain`] for what is done to it.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// Separates the parts: 1 to 60 letters, digits, dots, dashes or underscores.
    pub boundary: String,
    /// An address that ends such letters when written to.
    pub list_unsubscribe: Option<Address>,
}

/// Why a letter cannot be written. All of these are faults of its author, none of a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// A Message-ID that is not `word@word` in visible ASCII.
    #[error("{0:?} is no Message-ID")]
    MessageId(String),
    /// A boundary with other characters than allowed, or one that occurs in the text.
    #[error("{0:?} cannot separate the parts")]
    Boundary(String),
    /// A date that mail cannot write.
    #[error("the date {0} cannot be written in a mail")]
    Date(DateTime<Utc>),
    /// lettre refused it, in its own words.
    #[error("the letter cannot be built: {0}")]
    Build(String),
}

impl Outgoing {
    /// The finished letter with CRLF line ends. The same value gives the same bytes.
    pub fn bytes(&self) -> Result<Vec<u8>, Unwritable> {
        let text = plain(&self.text);
        self.check_boundary(&text)?;
        let mut builder = lettre::Message::builder()
            .from(mailbox(Some(&self.from_name), &self.from)?)
            .to(mailbox(None, &self.to)?)
            .subject(one_line(&self.subject))
            .date(self.system_time()?)
            .message_id(Some(bracketed(&self.message_id)?));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(mailbox(None, reply_to)?);
        }
        if let Some(id) = &self.in_reply_to {
            builder = builder.in_reply_to(bracketed(id)?);
        }
        if !self.references.is_empty() {
            let ids: Result<Vec<_>, _> = self.references.iter().map(|id| bracketed(id)).collect();
            builder = builder.references(ids?.join(" "));
        }
        for (name, value) in self.own_headers() {
            let name = HeaderName::new_from_ascii_str(name);
            builder = builder.raw_header(HeaderValue::new(name, value));
        }
        let parts = MultiPart::alternative()
            .boundary(self.boundary.as_str())
            .singlepart(part("text/plain; charset=utf-8; format=fixed", text)?)
            .singlepart(part("text/html; charset=utf-8", line_feeds(&self.html))?);
        let message = builder
            .multipart(parts)
            .map_err(|error| Unwritable::Build(error.to_string()))?;
        Ok(message.formatted())
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
        // A mail's Date has four digits for the year and starts with the epoch in lettre.
        if !(0..=253_402_300_799).contains(&self.date.timestamp()) {
            return Err(Unwritable::Date(self.date));
        }
        Ok(SystemTime::from(self.date))
    }

    fn check_boundary(&self, text: &str) -> Result<(), Unwritable> {
        let boundary = &self.boundary;
        let lawful = (1..=60).contains(&boundary.len())
            && boundary
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
        let line = format!("--{boundary}");
        if lawful && !text.contains(&line) && !self.html.contains(&line) {
            Ok(())
        } else {
            Err(Unwritable::Boundary(boundary.clone()))
        }
    }
}

/// The plain part as it is sent, the one place that guards its lines:
/// no blanks at the end of a line (a flowed reader would join it with the next), and a blank put
/// before any line that begins with `>` (it would read as a quote), `From ` (old mailboxes alter
/// it) or `.` (the end of mail to a careless relay). LF line ends, one at the end.
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

/// Line ends as LF, without other control characters than the tabulator.
fn line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n")
        .chars()
        .map(|c| if c == '\r' { '\n' } else { c })
        .filter(|&c| c == '\n' || c == '\t' || !c.is_control())
        .collect()
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

fn bracketed(id: &str) -> Result<String, Unwritable> {
    let lawful = id.len() <= 250
        && id
            .bytes()
            .all(|b| b.is_ascii_graphic() && !b"<>".contains(&b))
        && id
            .split_once('@')
            .is_some_and(|(left, right)| !left.is_empty() && !right.is_empty());
    if lawful {
        Ok(format!("<{id}>"))
    } else {
        Err(Unwritable::MessageId(id.to_string()))
    }
}

fn part(kind: &str, body: String) -> Result<SinglePart, Unwritable> {
    let kind = ContentType::parse(kind).map_err(|error| Unwritable::Build(error.to_string()))?;
    Ok(SinglePart::builder().content_type(kind).body(body))
}

/// Whether lettre would send to this address.
pub(crate) fn is_sendable(address: &str) -> bool {
    address.parse::<lettre::Address>().is_ok()
}
