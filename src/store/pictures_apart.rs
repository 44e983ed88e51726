//! The pictures in a letter are stored as the bytes that they are. In the letter they are base64: to compress that takes fifteen times as long
//! as all the rest of the letter, and it becomes no shorter than those bytes.

use data_encoding::BASE64_MIME;
use memchr::memchr_iter;

/// A full line of base64 (RFC 2045, section 6.8), with its end.
const LINE_BYTES: usize = 76 + 2;

/// Shorter runs of such lines stay in the text.
const LINES_MIN: usize = 8;

/// A picture, and the place in the text where it belongs.
type Picture = (usize, Vec<u8>);

/// A text, and the pictures that were taken out of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Apart {
    pub(super) text: Vec<u8>,
    pub(super) pictures: Vec<Picture>,
}

/// Takes the pictures out of a text.
pub(super) fn take_apart(text: &[u8]) -> Apart {
    let mut apart = Apart::default();
    let (mut at, mut begun) = (0, None);
    let ends = memchr_iter(b'\n', text).map(|end| end + 1).chain([text.len()]);
    for end in ends {
        let line = &text[at..end];
        let (here, is_full) = (at, line.len() == LINE_BYTES && is_base64(line));
        at += line.len();
        match begun {
            None if is_full => begun = Some(here),
            Some(start) if !is_full => {
                // The last line of a picture is shorter, unless the picture ends with a full one.
                let end = if line.len() < LINE_BYTES && is_base64(line) { at } else { here };
                apart.add(&text[start..end]);
                apart.text.extend_from_slice(&text[end..at]);
                begun = None;
            }
            None => apart.text.extend_from_slice(line),
            Some(_) => {}
        }
    }
    apart.text.extend_from_slice(&text[begun.unwrap_or(at)..]);
    apart
}

impl Apart {
    /// Adds lines that may be a picture.
    fn add(&mut self, lines: &[u8]) {
        let picture = BASE64_MIME.decode(lines).ok().filter(|_| lines.len() >= LINES_MIN * LINE_BYTES);
        match picture.filter(|picture| BASE64_MIME.encode(picture).as_bytes() == lines) {
            Some(picture) => self.pictures.push((self.text.len(), picture)),
            None => self.text.extend_from_slice(lines),
        }
    }

    /// The whole text. Gives `None` if a picture belongs nowhere.
    pub(super) fn together(&self) -> Option<Vec<u8>> {
        let (mut whole, mut at) = (Vec::new(), 0);
        for (place, picture) in &self.pictures {
            whole.extend_from_slice(self.text.get(at..*place)?);
            whole.extend_from_slice(BASE64_MIME.encode(picture).as_bytes());
            at = *place;
        }
        whole.extend_from_slice(&self.text[at..]);
        Some(whole)
    }

    /// What [`read_pictures`] reads: how many pictures there are, the place and length of each, and their bytes.
    pub(super) fn write_pictures(&self, out: &mut Vec<u8>) {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        out.extend(number(self.pictures.len()));
        for (place, picture) in &self.pictures {
            out.extend(number(*place));
            out.extend(number(picture.len()));
            out.extend_from_slice(picture);
        }
    }
}

/// Reads pictures, and gives the bytes behind them. Gives `None` if they are damaged.
pub(super) fn read_pictures(mut stored: &[u8]) -> Option<(Vec<Picture>, &[u8])> {
    let number = |stored: &mut &[u8]| {
        let (number, rest) = stored.split_first_chunk()?;
        *stored = rest;
        usize::try_from(u32::from_le_bytes(*number)).ok()
    };
    let mut pictures = Vec::new();
    for _ in 0..number(&mut stored)? {
        let (place, length) = (number(&mut stored)?, number(&mut stored)?);
        let (picture, rest) = stored.split_at_checked(length)?;
        pictures.push((place, picture.to_vec()));
        stored = rest;
    }
    Some((pictures, stored))
}

/// Whether a line, which ends with CRLF, holds nothing but base64.
fn is_base64(line: &[u8]) -> bool {
    let is_of_it = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    line.strip_suffix(b"\r\n").is_some_and(|line| !line.is_empty() && line.iter().all(is_of_it))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn pictures_of_any_length_come_back_and_stand_where_they_stood() {
        // Among them are those whose last line is full, or has one or two signs too many.
        for length in (57 * LINES_MIN..57 * LINES_MIN + 120).chain([10_000]) {
            let png: Vec<u8> = Chance::from_seed([3; 32]).bytes::<10_000>()[..length].to_vec();
            let lines = BASE64_MIME.encode(&png);
            let letter = format!("From: x\r\n\r\n{lines}\r\n--b\r\n{lines}--b--\r\n{lines}");
            let apart = take_apart(letter.as_bytes());
            let places: Vec<_> = apart.pictures.iter().map(|(place, picture)| (*place, picture == &png)).collect();
            assert_eq!(places[..2], [(11, true), (18, true)], "{length}");
            assert!(apart.text.starts_with(b"From: x\r\n\r\n\r\n--b\r\n--b--\r\n"));
            assert_eq!(apart.together().unwrap(), letter.as_bytes());
        }
    }

    #[test]
    fn what_only_looks_like_a_picture_stays_as_it_is() {
        let full = "a".repeat(76) + "\r\n";
        for odd in ["b=\r\n", "word\r\n", "=\r\n", "YQ==\r\nYQ==\r\n", "\r\n", "YR==\r\n", "\n", ""] {
            let text = format!("{}{odd}", full.repeat(LINES_MIN + 1));
            assert_eq!(take_apart(text.as_bytes()).together().unwrap(), text.as_bytes(), "{odd:?}");
        }
        for short in [full.repeat(LINES_MIN - 1), full.replace('\r', "").repeat(20), full.replace('a', "-").repeat(20)]
        {
            assert_eq!(take_apart(short.as_bytes()), Apart { text: short.into_bytes(), pictures: Vec::new() });
        }
    }

    #[test]
    fn damaged_pictures_are_an_error() {
        let apart = Apart { text: b"text".to_vec(), pictures: vec![(2, b"png".to_vec()), (4, b"other".to_vec())] };
        let mut stored = Vec::new();
        apart.write_pictures(&mut stored);
        assert_eq!(read_pictures(&stored).unwrap(), (apart.pictures, &b""[..]));
        for end in 0..stored.len() {
            assert!(read_pictures(&stored[..end]).is_none(), "{end}");
        }
        for places in [[9, 9], [3, 1]] {
            let pictures = places.map(|place| (place, Vec::new())).to_vec();
            assert_eq!(Apart { text: b"text".to_vec(), pictures }.together(), None);
        }
    }
}
