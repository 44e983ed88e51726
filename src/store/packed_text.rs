//! Texts of mails and letters as they are stored: compressed, because a letter with its board in HTML is fifteen times as long. Unpacking
//! gives exactly the same bytes.
//!
//! The text that letters have in common is in a dictionary, which each stored text refers to without containing it. That saves a third of
//! what is left of a letter, and with it the pages that a move writes.
//!
//! The first byte says how to read the rest: `0` not compressed, `3` compressed (LZ4, with its length before it) with `letter.dictionary`,
//! `4` pictures, and behind them the text without them, as with `3`. Earlier versions wrote `1` and `2`, with DEFLATE in place of LZ4.

use crate::store::StoreError;
use crate::store::deflated_text::inflate;
use crate::store::dictionary::DICTIONARY;
use crate::store::pictures_apart::{Apart, read_pictures, take_apart};
use lz4_flex::block::{compress_prepend_size_with_dict, decompress_with_dict, uncompressed_size};

/// Longer texts are not compressed: they are files in mails, which hardly become shorter, and the one thread that writes would have to
/// wait.
const PACKED_BYTES_MAX: usize = 256 * 1024;

const AS_IT_IS: u8 = 0;
const DEFLATED: u8 = 1;
const DEFLATED_BEHIND_PICTURES: u8 = 2;
const PACKED: u8 = 3;
const PACKED_BEHIND_PICTURES: u8 = 4;

/// The text of a letter as it is stored. To compress it takes longer than to write it, so that is done before, on any thread.
#[derive(Clone, Debug)]
pub struct LetterText(pub(super) Vec<u8>);

impl LetterText {
    /// The stored form of a letter, from its first header to its end.
    pub fn of(letter: &[u8]) -> LetterText {
        LetterText(pack(letter))
    }
}

/// The stored form of a text.
pub(super) fn pack(text: &[u8]) -> Vec<u8> {
    if text.len() <= PACKED_BYTES_MAX {
        let apart = take_apart(text);
        let mut packed = Vec::new();
        if apart.pictures.is_empty() {
            packed.push(PACKED);
        } else {
            packed.push(PACKED_BEHIND_PICTURES);
            apart.write_pictures(&mut packed);
        }
        packed.extend(compress_prepend_size_with_dict(&apart.text, DICTIONARY));
        if packed.len() <= text.len() {
            return packed;
        }
    }
    as_it_is(text)
}

/// The stored form of a text that is not worth the time to compress it.
pub(super) fn as_it_is(text: &[u8]) -> Vec<u8> {
    let mut stored = Vec::with_capacity(text.len() + 1);
    stored.push(AS_IT_IS);
    stored.extend_from_slice(text);
    stored
}

/// The bytes from [`pack`].
///
/// # Errors
/// If they are damaged.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    match packed.split_first() {
        Some((&AS_IT_IS, text)) => Ok(text.to_vec()),
        Some((&DEFLATED, stored)) => inflate(stored, PACKED_BYTES_MAX).ok_or_else(damaged),
        Some((&PACKED, stored)) => unpacked(stored).ok_or_else(damaged),
        Some((&DEFLATED_BEHIND_PICTURES, stored)) => {
            behind_pictures(stored, |packed| inflate(packed, PACKED_BYTES_MAX)).ok_or_else(damaged)
        }
        Some((&PACKED_BEHIND_PICTURES, stored)) => behind_pictures(stored, unpacked).ok_or_else(damaged),
        _ => Err(damaged()),
    }
}

fn behind_pictures(stored: &[u8], unpacked: impl FnOnce(&[u8]) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
    let (pictures, packed) = read_pictures(stored)?;
    Apart { text: unpacked(packed)?, pictures }.together()
}

fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    let (length, packed) = uncompressed_size(packed).ok().filter(|(length, _)| *length <= PACKED_BYTES_MAX)?;
    decompress_with_dict(packed, length, DICTIONARY).ok().filter(|text| text.len() == length)
}

fn damaged() -> StoreError {
    StoreError::Damaged { what: "a text", found: "bytes that cannot be unpacked".to_owned() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_text_stands_as_it_is_and_a_damaged_one_is_an_error() {
        let long = vec![b'x'; PACKED_BYTES_MAX + 1];
        assert_eq!(pack(&long).len(), long.len() + 1);
        assert_eq!(unpack(&pack(&long)).unwrap(), long);
        let board = "<td bgcolor=\"#f5eedd\">&nbsp;</td>\r\n".repeat(121);
        assert!(pack(board.as_bytes()).len() < 100);
        for bad in [&b""[..], b"\x01\xff\xff", b"\x02hello", b"\x03hello"] {
            assert!(unpack(bad).is_err(), "{bad:?}");
        }
        // A few bytes that would become very many.
        let mut bomb = pack(&vec![0; PACKED_BYTES_MAX]);
        assert!(bomb.len() < 5_000 && unpack(&bomb).is_ok());
        bomb[1..5].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(unpack(&bomb).is_err());
    }

    #[test]
    fn what_an_earlier_version_has_written_is_read() {
        let text = b"ann moved 1. a4-a3. It is your turn on board 17.\r\n".repeat(3);
        let deflated = "43393625d14437d11863778b423ee8d020f0ae62733dfae80000";
        let deflated = data_encoding::HEXLOWER.decode(deflated.as_bytes()).unwrap();
        assert_eq!(unpack(&[&[DEFLATED], &deflated[..]].concat()).unwrap(), text);
        let picture = vec![7; 600];
        let mut stored = vec![DEFLATED_BEHIND_PICTURES];
        Apart { text: Vec::new(), pictures: vec![(0, picture.clone())] }.write_pictures(&mut stored);
        stored.extend(deflated);
        let lines = data_encoding::BASE64_MIME.encode(&picture);
        assert_eq!(unpack(&stored).unwrap(), [lines.as_bytes(), &text].concat());
    }

    #[test]
    fn a_letter_that_looks_like_others_is_short() {
        let letter = DICTIONARY.to_ascii_uppercase();
        let (like, unlike) = (pack(&DICTIONARY[10_000..15_000]).len(), pack(&letter[10_000..15_000]).len());
        assert!(like < 150 && unlike > 200, "{like} and {unlike} bytes");
    }

    #[test]
    fn what_is_cut_or_followed_by_nothing_is_an_error() {
        let packed = pack(&b"a text that is there once, and as it was written "[..].repeat(3));
        assert_eq!(packed[0], PACKED);
        for end in 0..packed.len() {
            assert!(unpack(&packed[..end]).is_err(), "{end} of {}", packed.len());
        }
    }

    #[test]
    fn a_letter_with_a_picture_is_as_long_as_both() {
        let png = crate::chance::Chance::from_seed([2; 32]).bytes::<20_000>();
        let lines = data_encoding::BASE64_MIME.encode(&png);
        let letter = [&DICTIONARY[10_000..15_000], lines.as_bytes(), b"--"].concat();
        let packed = pack(&letter);
        assert!(packed.len() < png.len() + 200, "{}", packed.len());
        assert_eq!(unpack(&packed).unwrap(), letter);
        for end in (0..packed.len()).step_by(97).chain(png.len()..packed.len()) {
            assert!(unpack(&packed[..end]).is_err(), "{end} of {}", packed.len());
        }
    }

    proptest! {
        #[test]
        fn the_same_bytes_come_out(text in prop::collection::vec(any::<u8>(), 0..2_000), times in 1usize..50) {
            let text = text.repeat(times);
            prop_assert_eq!(unpack(&pack(&text)).unwrap(), text);
        }
    }
}
