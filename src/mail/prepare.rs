//! What is done to a raw mail before the parser sees it: the limits, and repairs.
//!
//! It works on lines and knows only enough of mail to find header blocks and boundaries.

use std::borrow::Cow;

use memchr::memchr;
use memchr::memchr2;
use memchr::memmem;

use crate::mail::limits::ENCODED_WORDS_MAX;
use crate::mail::limits::HEADER_BLOCK_BYTES_MAX;
use crate::mail::limits::HEADER_BYTES_MAX;
use crate::mail::limits::MESSAGE_BYTES_MAX;
use crate::mail::limits::PARTS_MAX;
use crate::mail::unreadable::Unreadable;

/// Applies the limits that must hold before the parser sees the mail.
pub(crate) fn prepare(raw: &[u8]) -> Result<Prepared<'_>, Unreadable> {
    if raw.len() > MESSAGE_BYTES_MAX {
        return Err(Unreadable::TooLarge { size_bytes: raw.len() });
    }
    if !raw.contains(&b'\n') && raw.contains(&b'\r') {
        // A mail from a machine that ends lines with single carriage returns.
        return prepare(&lone_returns_to_line_feeds(raw))
            .map(|prepared| Prepared { bytes: Cow::Owned(prepared.bytes.into_owned()), mended: true });
    }
    let block: usize = lines(raw).take_while(|line| !is_blank(line)).map(<[u8]>::len).sum();
    if block > HEADER_BLOCK_BYTES_MAX {
        return Err(Unreadable::HeadersTooLong);
    }
    let boundaries = boundaries(raw).ok_or(Unreadable::TooManyParts)?;
    Ok(match end_headers(raw, &boundaries) {
        Some(ended) => Prepared { bytes: Cow::Owned(blank_long_headers(&ended).into_owned()), mended: true },
        None => Prepared { bytes: blank_long_headers(raw), mended: false },
    })
}

/// A mail that is ready for the parser.
pub(crate) struct Prepared<'a> {
    /// Its bytes.
    pub bytes: Cow<'a, [u8]>,
    /// Whether its headers had to be repaired. Servers on its way may have read them differently.
    pub mended: bool,
}

/// Repairs header blocks with lines that are not headers, in the way Python's `email` reads them. Gives `None` if there is nothing to
/// repair. A line that is not a header ends the block, and the text begins with it (Postfix does the same). Continuation lines with nothing
/// before them, a first line as in mbox files, and a header without a name are left out.
fn end_headers(raw: &[u8], boundaries: &[&[u8]]) -> Option<Vec<u8>> {
    let mut mended: Option<Vec<u8>> = None;
    let (mut in_headers, mut in_part, mut any, mut at) = (true, false, false, 0);
    for line in lines(raw) {
        let (continues, blank) = (matches!(line.first(), Some(b' ' | b'\t')), is_blank(line));
        let nameless = line.starts_with(b":") || (at == 0 && line.starts_with(b"From "));
        let (left_out, ends) = match in_headers && !blank {
            // A part without headers begins with its text. At the top of the mail, it is not known what the line continued.
            true if continues => (!any && !in_part, !any && in_part),
            true if nameless => (true, false),
            true => (false, !is_header(line) && !is_boundary(line, boundaries)),
            false => (false, false),
        };
        if left_out || ends {
            let mended = mended.get_or_insert_with(|| raw[..at].to_vec());
            if ends {
                mended.extend_from_slice(b"\n");
            }
        }
        any |= in_headers && !left_out;
        in_headers &= !blank && !ends;
        if is_boundary(line, boundaries) {
            (in_headers, in_part, any) = (true, true, false);
        }
        if let Some(mended) = mended.as_mut().filter(|_| !left_out) {
            mended.extend_from_slice(line);
        }
        at += line.len();
    }
    mended
}

/// Whether the line begins a header: a name of visible characters, perhaps a blank, a colon.
fn is_header(line: &[u8]) -> bool {
    let name = line.iter().take_while(|b| b.is_ascii_graphic() && **b != b':').count();
    let rest = line[name..].trim_ascii_start();
    name > 0 && rest.starts_with(b":")
}

/// Whether the line opens a part.
fn is_boundary(line: &[u8], boundaries: &[&[u8]]) -> bool {
    line.strip_prefix(b"--").is_some_and(|rest| boundaries.contains(&rest.trim_ascii_end()))
}

/// Empties every header that exceeds the limits, in the message and in its parts. Any line that could be a boundary is assumed to begin a
/// header block.
fn blank_long_headers(raw: &[u8]) -> Cow<'_, [u8]> {
    let mut kept: Option<Vec<u8>> = None;
    let mut in_headers = true;
    let mut start = 0;
    let mut at = 0;
    let mut cut = Vec::new();
    for line in lines(raw) {
        let begins = !matches!(line.first(), Some(b' ' | b'\t')) || !in_headers;
        if begins {
            if in_headers && is_too_much(&raw[start..at]) {
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
    if in_headers && is_too_much(&raw[start..at]) {
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

/// Whether a header is too long or has too many encoded words.
fn is_too_much(header: &[u8]) -> bool {
    header.len() > HEADER_BYTES_MAX || memmem::find_iter(header, b"=?").count() > ENCODED_WORDS_MAX
}

/// The boundaries that the mail names. Gives `None` if there are more boundary lines than [`PARTS_MAX`] parts can need. Encoded boundaries
/// are not seen here, but the count after parsing still applies.
fn boundaries(raw: &[u8]) -> Option<Vec<&[u8]>> {
    let mut boundaries: Vec<&[u8]> = Vec::new();
    let mut rest = raw;
    while let Some(found) = find_boundary_word(rest) {
        rest = &rest[found..];
        let value = rest.strip_prefix(b"\"").unwrap_or(rest);
        let end = value.iter().position(|b| matches!(b, b'"' | b';' | b'\r' | b'\n')).unwrap_or(value.len());
        let value = value[..end].trim_ascii();
        if !value.is_empty() && !boundaries.contains(&value) {
            boundaries.push(value);
        }
        if boundaries.len() > PARTS_MAX {
            return None;
        }
    }
    // Each container has a closing line besides the lines that open its parts.
    let mut of_parts = lines(raw)
        .filter_map(|line| line.strip_prefix(b"--"))
        .filter(|line| boundaries.iter().any(|boundary| line.starts_with(boundary)));
    if of_parts.nth(2 * PARTS_MAX).is_some() { None } else { Some(boundaries) }
}

/// The position of the value of the next `boundary=`.
fn find_boundary_word(bytes: &[u8]) -> Option<usize> {
    const WORD: &[u8] = b"boundary";
    let mut from = 0;
    while let Some(step) = memchr2(b'b', b'B', &bytes[from..]) {
        let start = from + step;
        from = start + 1;
        let word = bytes.get(start..start + WORD.len())?;
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

/// Repairs what makes the parser refuse a mail: continuation lines with nothing to continue, and lone carriage returns instead of line
/// ends.
pub(crate) fn mend(bytes: &[u8]) -> Vec<u8> {
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
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let end = memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        Some(line).filter(|line| !line.is_empty())
    })
}

pub(crate) fn is_blank(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n")
}
