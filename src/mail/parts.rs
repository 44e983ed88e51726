//! From raw bytes to headers and leaves, within the limits.
//!
//! mailparse is fast and robust, but some inputs cost it too much time, and some small damage makes it refuse a whole mail. So a first pass
//! over the lines applies the limits and empties headers that are too long. If the parser then refuses the mail, a second pass repairs the
//! usual damage (a mail or a part that begins with a continuation line, lone carriage returns), and the parser gets a second try. If the
//! parser still panics, [`guarded`] catches it.
//!
//! The tree is flattened: all leaves in their order. If a boundary is the beginning of another one, the parser gets the tree wrong, but the
//! order of the leaves is still right. A leaf `message/rfc822` is not opened: a forwarded mail must not give commands.

use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

use mailparse::MailAddr;
use mailparse::MailHeader;
use mailparse::ParsedMail;
use mailparse::body::Body;

use crate::mail::decode;
use crate::mail::limits::PARTS_MAX;
use crate::mail::prepare::is_blank;
use crate::mail::prepare::lines;
use crate::mail::prepare::mend;
use crate::mail::prepare::prepare;
use crate::mail::unreadable::Unreadable;

/// The header in which a server writes what it found out about a mail.
pub(crate) const AUTHENTICATION_RESULTS: &str = "authentication-results";

/// The headers whose text is also kept as written in the mail.
const TRAIL_HEADERS: [&str; 2] = [AUTHENTICATION_RESULTS, "received"];

/// A mail split into its parts.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The headers of the message itself.
    pub headers: Headers,
    /// Everything that is not a container, in order.
    pub leaves: Vec<Leaf>,
    /// Whether it had to be repaired before it could be read.
    pub mended: bool,
}

/// One part with content.
#[derive(Debug)]
pub(crate) struct Leaf {
    /// In lower case, such as `text/plain`.
    pub mimetype: String,
    /// The parameters of its Content-Type, names in lower case.
    pub charset: Option<String>,
    /// `format=flowed` was declared.
    pub flowed: bool,
    /// `delsp=yes` was declared.
    pub delsp: bool,
    /// A file rather than something to read: an attachment or a part with a file name.
    pub file: bool,
    /// The content after its transfer encoding is decoded.
    pub bytes: Vec<u8>,
}

impl Leaf {
    /// The content as text with LF line ends, from at most `bytes_max` bytes, and whether that cut it.
    pub(crate) fn text(&self, bytes_max: usize) -> (String, bool) {
        let cut = self.bytes.len() > bytes_max;
        let bytes = &self.bytes[..self.bytes.len().min(bytes_max)];
        (decode::text(bytes, self.charset.as_deref()), cut)
    }
}

/// Headers in order, with names in lower case. They are looked up by the trimmed name, so `Subject :` is found too.
#[derive(Debug, Default)]
pub(crate) struct Headers(Vec<Header>);

#[derive(Debug)]
struct Header {
    name: String,
    value: String,
    /// The addresses, read from the header before it is decoded: a decoded name may hold commas and brackets that would look like
    /// addresses. `None` if it is not an address header or cannot be read.
    addresses: Option<Vec<MailAddr>>,
    /// For headers about the mail's way: the name as written, in lower case, and the value with its folds and encoded words as they are.
    written: Option<(String, String)>,
}

/// Headers that hold addresses: From, and those that name the recipients, the most reliable first.
pub(crate) const ADDRESS_HEADERS: [&str; 7] =
    ["from", "delivered-to", "x-original-to", "x-delivered-to", "envelope-to", "to", "cc"];

impl Headers {
    /// All values of a header, decoded, in order. `name` in lower case.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.named(name).map(|header| header.value.as_str())
    }

    /// The address lists of a header, one for each time that it occurs.
    pub(super) fn addresses<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Option<&'a [MailAddr]>> {
        self.named(name).map(|header| header.addresses.as_deref())
    }

    /// Names and values of the headers in [`TRAIL_HEADERS`], topmost first, as written in the mail.
    pub(super) fn written(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|header| header.written.as_ref().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Header> {
        self.0.iter().filter(move |header| header.name == name)
    }

    /// The first value of a header.
    pub(super) fn first<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// Whether the header exists, even empty.
    pub(super) fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }
}

/// Splits a mail into its parts, within the limits.
pub(crate) fn take_apart(raw: &[u8]) -> Result<Parts, Unreadable> {
    let prepared = prepare(raw)?;
    let (parts, mended) = match parse(&prepared.bytes) {
        Err(Unreadable::Broken(_)) => (parse(&mend(&prepared.bytes)), true),
        done => (done, prepared.mended),
    };
    parts.map(|parts| Parts { mended, ..parts })
}

/// Catches a panic of a library. Every function that is called from outside goes through it, because one mail must not stop the worker.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, Unreadable>) -> Result<T, Unreadable> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or(Err(Unreadable::Panicked))
}

fn parse(bytes: &[u8]) -> Result<Parts, Unreadable> {
    let mail = mailparse::parse_mail(bytes).map_err(|error| Unreadable::Broken(error.to_string()))?;
    if mail.parts().nth(PARTS_MAX).is_some() {
        return Err(Unreadable::TooManyParts);
    }
    Ok(Parts {
        headers: read_headers(&mail, |_| true),
        leaves: mail.parts().filter(|part| part.subparts.is_empty()).map(read_leaf).collect(),
        mended: false,
    })
}

/// The headers of a part that say how to read it. The others need not be decoded.
const LEAF_HEADERS: [&str; 3] = ["content-type", "content-transfer-encoding", "content-disposition"];

fn read_headers(part: &ParsedMail, wanted: impl Fn(&str) -> bool) -> Headers {
    let named = |header: &MailHeader| header.get_key_ref().trim().to_ascii_lowercase();
    Headers(
        part.headers
            .iter()
            .map(|header| (named(header), header))
            .filter(|(name, _)| wanted(name))
            .map(|(name, header)| Header {
                addresses: read_addresses(&name, header),
                written: TRAIL_HEADERS.contains(&name.as_str()).then(|| {
                    let value = String::from_utf8_lossy(header.get_value_raw()).into_owned();
                    (header.get_key_ref().to_ascii_lowercase(), value)
                }),
                value: header.get_value(),
                name,
            })
            .collect(),
    )
}

fn read_addresses(name: &str, header: &MailHeader) -> Option<Vec<MailAddr>> {
    if !ADDRESS_HEADERS.contains(&name) {
        return None;
    }
    let list = mailparse::addrparse_header(header).ok()?;
    Some(list.into_inner())
}

fn read_leaf(part: &ParsedMail) -> Leaf {
    let headers = read_headers(part, |name| LEAF_HEADERS.contains(&name));
    // The parser finds only exact header names. A Content-Type with a blank before its colon is read here.
    let kind = headers.first("content-type").map(mailparse::parse_content_type);
    let kind = kind.as_ref().unwrap_or(&part.ctype);
    let encoding = headers.first("content-transfer-encoding").unwrap_or("");
    let disposition = headers.first("content-disposition").unwrap_or("");
    let attached = disposition.trim().to_ascii_lowercase().starts_with("attachment");
    let named = mailparse::parse_content_disposition(disposition).params.contains_key("filename");
    let parameter = |name: &str| kind.params.get(name).map(|value| value.to_ascii_lowercase());

    let container = kind.mimetype.starts_with("multipart/");
    let body = part.get_body_encoded();
    let raw = if container {
        // Its boundary is missing, so the parser shows no body. But there is one to read.
        after_headers(part.raw_bytes)
    } else {
        raw_bytes(&body)
    };
    let mimetype = if container || kind.mimetype.is_empty() { "text/plain".to_string() } else { kind.mimetype.clone() };
    Leaf {
        mimetype,
        charset: parameter("charset"),
        flowed: parameter("format").is_some_and(|format| format.trim() == "flowed"),
        delsp: parameter("delsp").is_some_and(|delsp| delsp.trim() == "yes"),
        file: attached || kind.params.contains_key("name") || named,
        bytes: decode::transfer(raw, encoding),
    }
}

/// Everything after the first empty line.
fn after_headers(bytes: &[u8]) -> &[u8] {
    let head: usize = lines(bytes).take_while(|line| !is_blank(line)).map(<[u8]>::len).sum();
    &bytes[head..]
}

fn raw_bytes<'a>(body: &Body<'a>) -> &'a [u8] {
    match body {
        Body::Base64(body) | Body::QuotedPrintable(body) => body.get_raw(),
        Body::SevenBit(body) | Body::EightBit(body) => body.get_raw(),
        Body::Binary(body) => body.get_raw(),
    }
}
