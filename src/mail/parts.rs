//! From raw bytes to headers and leaves, within the limits.
//!
//! mailparse is quick and sound, but some inputs cost it more time than they are worth, and some
//! small damage makes it refuse a whole mail. So a first pass over the lines applies the limits
//! and blanks headers that are too long; if the parser then refuses the mail, a second pass mends
//! the usual damage (a mail or a part that begins with a continuation line, lone carriage
//! returns) and the parser is asked once more. Its panics, should there be one left, end here.
//!
//! The tree is flattened: all leaves in their order. A boundary that is the beginning of another
//! one makes the parser draw the tree wrongly, but the order of the leaves stays true. A leaf
//! `message/rfc822` is not opened: a forwarded mail must not issue commands.

use std::borrow::Cow;
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

use mailparse::ParsedMail;

use crate::mail::decode;
use crate::mail::limits::HEADER_BLOCK_BYTES_MAX;
use crate::mail::limits::HEADER_BYTES_MAX;
use crate::mail::limits::MESSAGE_BYTES_MAX;
use crate::mail::limits::PARTS_MAX;

/// Why a mail cannot be read at all. Such a mail is kept for the operator and gets no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The message is longer than [`MESSAGE_BYTES_MAX`].
    #[error("{size_bytes} bytes are more than the {MESSAGE_BYTES_MAX} that are read")]
    TooLarge {
        /// Its length.
        size_bytes: usize,
    },
    /// The header block is longer than [`HEADER_BLOCK_BYTES_MAX`].
    #[error("the header block is longer than {HEADER_BLOCK_BYTES_MAX} bytes")]
    HeadersTooLong,
    /// More than [`PARTS_MAX`] parts.
    #[error("more than {PARTS_MAX} parts")]
    TooManyParts,
    /// The parser refused it, in its own words.
    #[error("broken structure: {0}")]
    Broken(String),
    /// The parser panicked: a bug to report, with the mail.
    #[error("the parser panicked")]
    Panicked,
}

/// A mail taken apart.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The headers of the message itself.
    pub headers: Headers,
    /// Everything that is not a container, in order.
    pub leaves: Vec<Leaf>,
}

/// One part with content.
#[derive(Debug)]
pub(crate) struct Leaf {
    /// Lower case, as `text/plain`.
    pub mimetype: String,
    /// The parameters of its Content-Type, names in lower case.
    pub charset: Option<String>,
    /// `format=flowed` was declared.
    pub flowed: bool,
    /// `delsp=yes` was declared.
    pub delsp: bool,
    /// A file rather than something to read: an attachment or a part with a file name.
    pub file: bool,
    /// The content with its transfer encoding undone.
    pub bytes: Vec<u8>,
}

impl Leaf {
    /// The content as text with LF line ends, at most about `bytes_max` bytes of it.
    pub fn text(&self, bytes_max: usize) -> (String, bool) {
        let cut = self.bytes.len() > bytes_max;
        let bytes = &self.bytes[..self.bytes.len().min(bytes_max)];
        (decode::text(bytes, self.charset.as_deref()), cut)
    }
}

/// Headers in order, with lower-case names; looked up by trimmed name, so that `Subject :` is
/// found too.
#[derive(Debug, Default)]
pub(crate) struct Headers(Vec<(String, String)>);

impl Headers {
    /// All values of a header, decoded, in order. `name` in lower case.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The first value of a header.
    pub fn first<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// Whether the header is there, even empty.
    pub fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }
}

/// Takes a mail apart, within the limits.
pub(crate) fn take_apart(raw: &[u8]) -> Result<Parts, Unreadable> {
    let prepared = prepare(raw)?;
    catch_unwind(AssertUnwindSafe(|| match parse(&prepared) {
        Err(Unreadable::Broken(_)) => parse(&mend(&prepared)),
        done => done,
    }))
    .unwrap_or(Err(Unreadable::Panicked))
}

fn parse(bytes: &[u8]) -> Result<Parts, Unreadable> {
    let mail =
        mailparse::parse_mail(bytes).map_err(|error| Unreadable::Broken(error.to_string()))?;
    if mail.parts().nth(PARTS_MAX).is_some() {
        return Err(Unreadable::TooManyParts);
    }
    Ok(Parts {
        headers: read_headers(&mail),
        leaves: mail
            .parts()
            .filter(|part| part.subparts.is_empty())
            .map(read_leaf)
            .collect(),
    })
}

fn read_headers(part: &ParsedMail) -> Headers {
    let read = |header: &mailparse::MailHeader| {
        let name = header.get_key_ref().trim().to_ascii_lowercase();
        (name, header.get_value())
    };
    Headers(part.headers.iter().map(read).collect())
}

fn read_leaf(part: &ParsedMail) -> Leaf {
    let headers = read_headers(part);
    // The parser looks for exact header names only; a Content-Type with a blank before its colon
    // is read here.
    let kind = headers
        .first("content-type")
        .map(mailparse::parse_content_type);
    let kind = kind.as_ref().unwrap_or(&part.ctype);
    let encoding = headers.first("content-transfer-encoding").unwrap_or("");
    let disposition = headers.first("content-disposition").unwrap_or("");
    let attached = disposition
        .trim()
        .to_ascii_lowercase()
        .starts_with("attachment");
    let parameter = |name: &str| {
        kind.params
            .get(name)
            .map(|value| value.to_ascii_lowercase())
    };

    // A container whose boundary never came is read as the text that it is.
    let mimetype = if kind.mimetype.starts_with("multipart/") || kind.mimetype.is_empty() {
        "text/plain".to_string()
    } else {
        kind.mimetype.clone()
    };
    let raw = part.get_body_encoded();
    Leaf {
        mimetype,
        charset: parameter("charset"),
        flowed: parameter("format").is_some_and(|format| format.trim() == "flowed"),
        delsp: parameter("delsp").is_some_and(|delsp| delsp.trim() == "yes"),
        file: attached || kind.params.contains_key("name"),
        bytes: decode::transfer(raw_bytes(&raw), encoding),
    }
}

fn raw_bytes<'a>(body: &mailparse::body::Body<'a>) -> &'a [u8] {
    use mailparse::body::Body;
    match body {
        Body::Base64(body) | Body::QuotedPrintable(body) => body.get_raw(),
        Body::SevenBit(body) | Body::EightBit(body) => body.get_raw(),
        Body::Binary(body) => body.get_raw(),
    }
}

/// Applies the limits that must hold before the parser sees the mail.
fn prepare(raw: &[u8]) -> Result<Cow<'_, [u8]>, Unreadable> {
    if raw.len() > MESSAGE_BYTES_MAX {
        return Err(Unreadable::TooLarge {
            size_bytes: raw.len(),
        });
    }
    let block: usize = lines(raw)
        .take_while(|line| !is_blank(line))
        .map(<[u8]>::len)
        .sum();
    if block > HEADER_BLOCK_BYTES_MAX {
        return Err(Unreadable::HeadersTooLong);
    }
    if has_too_many_boundary_lines(raw) {
        return Err(Unreadable::TooManyParts);
    }
    Ok(blank_long_headers(raw))
}

/// Empties every header longer than [`HEADER_BYTES_MAX`], in the message and in its parts. Any
/// line that could be a boundary is taken to begin a header block.
fn blank_long_headers(raw: &[u8]) -> Cow<'_, [u8]> {
    let mut kept: Option<Vec<u8>> = None;
    let mut in_headers = true;
    let mut start = 0;
    let mut at = 0;
    let mut cut = Vec::new();
    for line in lines(raw) {
        let begins = !matches!(line.first(), Some(b' ' | b'\t')) || !in_headers;
        if begins {
            if in_headers && at - start > HEADER_BYTES_MAX {
                cut.push((start, at));
            }
            start = at;
        }
        if line.starts_with(b"--") {
            in_headers = true;
        } else if is_blank(line) {
            in_headers = false;
        }
        at += line.len();
    }
    if in_headers && at - start > HEADER_BYTES_MAX {
        cut.push((start, at));
    }
    let mut from = 0;
    for (start, end) in cut {
        let kept = kept.get_or_insert_with(Vec::new);
        kept.extend_from_slice(&raw[from..start]);
        let header = &raw[start..end];
        let name = header.iter().take(80).position(|&b| b == b':').unwrap_or(0);
        kept.extend_from_slice(&header[..name]);
        kept.extend_from_slice(b":\n");
        from = end;
    }
    match kept {
        None => Cow::Borrowed(raw),
        Some(mut kept) => {
            kept.extend_from_slice(&raw[from..]);
            Cow::Owned(kept)
        }
    }
}

/// Whether more boundary lines stand in the mail than [`PARTS_MAX`] parts can need. Boundaries
/// written in an encoded way are not seen here; then the count after parsing still holds.
fn has_too_many_boundary_lines(raw: &[u8]) -> bool {
    let mut boundaries: Vec<&[u8]> = Vec::new();
    let mut rest = raw;
    while let Some(found) = find_boundary_word(rest) {
        rest = &rest[found..];
        let value = rest.strip_prefix(b"\"").unwrap_or(rest);
        let end = value
            .iter()
            .position(|b| matches!(b, b'"' | b';' | b'\r' | b'\n'))
            .unwrap_or(value.len());
        let value = value[..end].trim_ascii();
        if !value.is_empty() && !boundaries.contains(&value) {
            boundaries.push(value);
        }
        if boundaries.len() > PARTS_MAX {
            return true;
        }
    }
    if boundaries.is_empty() {
        return false;
    }
    // Each container adds a closing line to the lines that open its parts.
    lines(raw)
        .filter_map(|line| line.strip_prefix(b"--"))
        .filter(|line| boundaries.iter().any(|boundary| line.starts_with(boundary)))
        .nth(2 * PARTS_MAX)
        .is_some()
}

/// Where the value of the next `boundary=` begins.
fn find_boundary_word(bytes: &[u8]) -> Option<usize> {
    const WORD: &[u8] = b"boundary";
    let mut from = 0;
    while let Some(step) = bytes[from..]
        .iter()
        .position(|b| b.eq_ignore_ascii_case(&b'b'))
    {
        let start = from + step;
        from = start + 1;
        let Some(word) = bytes.get(start..start + WORD.len()) else {
            return None;
        };
        if !word.eq_ignore_ascii_case(WORD) {
            continue;
        }
        let after = &bytes[start + WORD.len()..];
        let blanks = after.iter().take(8).take_while(|b| **b == b' ').count();
        if after.get(blanks) == Some(&b'=') {
            let value = start + WORD.len() + blanks + 1;
            let gap = bytes[value..].iter().take(8).take_while(|b| **b == b' ');
            return Some(value + gap.count());
        }
    }
    None
}

/// Mends what makes the parser refuse a mail: continuation lines with nothing to continue, and
/// lone carriage returns where line ends belong.
fn mend(bytes: &[u8]) -> Vec<u8> {
    let mut mended = Vec::with_capacity(bytes.len() + 64);
    let mut top = true;
    let mut after_boundary = false;
    let text: Vec<u8> = lone_returns_to_line_feeds(bytes);
    for line in lines(&text) {
        let continues = matches!(line.first(), Some(b' ' | b'\t'));
        if top && continues {
            continue;
        }
        top = false;
        if after_boundary && continues {
            // A part without headers: an empty line says so.
            mended.push(b'\n');
        }
        after_boundary = line.starts_with(b"--");
        mended.extend_from_slice(line);
    }
    mended
}

fn lone_returns_to_line_feeds(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for (index, &byte) in bytes.iter().enumerate() {
        let lone = byte == b'\r' && bytes.get(index + 1) != Some(&b'\n');
        out.push(if lone { b'\n' } else { byte });
    }
    out
}

/// The lines with their line ends.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&b| b == b'\n')
}

fn is_blank(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n")
}
