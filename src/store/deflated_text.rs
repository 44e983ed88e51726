//! Texts of mails and letters as they are stored: compressed, because a letter with its board in HTML is fifteen times as long. Unpacking
//! gives exactly the same bytes.
//!
//! The text that letters have in common is in a dictionary, which each stored text refers to without containing it. That halves what is
//! left of a letter, and with it the pages that a move writes. A text is read with the dictionary that it was written with, so a dictionary
//! never changes: a better one must be another file with another first byte.
//!
//! The first byte says how to read the rest: `0` not compressed, `1` compressed (RFC 1951) with `letter.dictionary`, `2` pictures, and
//! behind them the text without them, as with `1`.

use crate::store::StoreError;
use crate::store::pictures_apart::{Apart, read_pictures, take_apart};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use std::cell::RefCell;

/// Longer texts are not compressed: they are files in mails, which hardly become shorter, and the one thread that writes would have to
/// wait.
const DEFLATED_BYTES_MAX: usize = 256 * 1024;

/// A letter about a board, and lines that occur in other letters and in answers to them.
const DICTIONARY: &[u8] = include_bytes!("letter.dictionary");

/// A lower level takes as long and leaves more pages to be written. The next better one, 6, takes twice as long and saves one byte in eight.
const LEVEL: u32 = 4;

const AS_IT_IS: u8 = 0;
const DEFLATED: u8 = 1;
const BEHIND_PICTURES: u8 = 2;

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
    if text.len() <= DEFLATED_BYTES_MAX {
        let apart = take_apart(text);
        let mut packed = Vec::with_capacity(text.len() + 1);
        if apart.pictures.is_empty() {
            packed.push(DEFLATED);
        } else {
            packed.push(BEHIND_PICTURES);
            apart.write_pictures(&mut packed);
        }
        if deflate(&apart.text, &mut packed) {
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

thread_local! {
    /// Its tables are large: to ask the system for them takes twice as long as to compress a letter.
    static DEFLATER: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(LEVEL), false));
}

/// Gives `false` if the text would become longer than what is left of the capacity.
fn deflate(text: &[u8], packed: &mut Vec<u8>) -> bool {
    DEFLATER.with_borrow_mut(|deflater| {
        deflater.reset();
        deflater.set_dictionary(DICTIONARY).is_ok()
            && deflater
                .compress_vec(text, packed, FlushCompress::Finish)
                .is_ok_and(|status| status == Status::StreamEnd)
    })
}

/// The bytes from [`pack`].
///
/// # Errors
/// If they are damaged.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    match packed.split_first() {
        Some((&AS_IT_IS, text)) => Ok(text.to_vec()),
        Some((&DEFLATED, deflated)) => inflate(deflated).ok_or_else(damaged),
        Some((&BEHIND_PICTURES, stored)) => with_pictures(stored).ok_or_else(damaged),
        _ => Err(damaged()),
    }
}

fn with_pictures(stored: &[u8]) -> Option<Vec<u8>> {
    let (pictures, deflated) = read_pictures(stored)?;
    Apart { text: inflate(deflated)?, pictures }.together()
}

fn inflate(deflated: &[u8]) -> Option<Vec<u8>> {
    let mut inflater = Decompress::new(false);
    inflater.set_dictionary(DICTIONARY).ok()?;
    let (mut text, mut at) = (Vec::new(), 0);
    loop {
        text.reserve(16 * 1024);
        let before = (inflater.total_in(), text.len());
        let status = inflater.decompress_vec(&deflated[at..], &mut text, FlushDecompress::None).ok()?;
        at += usize::try_from(inflater.total_in() - before.0).ok()?;
        if text.len() > DEFLATED_BYTES_MAX {
            return None;
        }
        match status {
            Status::StreamEnd => return Some(text),
            // The library may stop anywhere, and goes on when it is called again.
            Status::Ok if before != (inflater.total_in(), text.len()) => {}
            // Everything was read, but it is not the end.
            _ => return None,
        }
    }
}

fn damaged() -> StoreError {
    StoreError::Damaged { what: "a text", found: "bytes that cannot be inflated".to_owned() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn a_long_text_stands_as_it_is_and_a_damaged_one_is_an_error() {
        let long = vec![b'x'; DEFLATED_BYTES_MAX + 1];
        assert_eq!(pack(&long).len(), long.len() + 1);
        assert_eq!(unpack(&pack(&long)).unwrap(), long);
        let board = "<td bgcolor=\"#f5eedd\">&nbsp;</td>\r\n".repeat(121);
        assert!(pack(board.as_bytes()).len() < 100);
        for bad in [&b""[..], b"\x01\xff\xff", b"\x02hello", b"\x03hello"] {
            assert!(unpack(bad).is_err(), "{bad:?}");
        }
        // A few bytes that would become very many.
        let mut bomb = Vec::with_capacity(5_000);
        bomb.push(DEFLATED);
        assert!(deflate(&vec![0; 4 * DEFLATED_BYTES_MAX], &mut bomb));
        assert!(bomb.len() < 5_000 && unpack(&bomb).is_err());
    }

    /// A text that did not fit leaves the compressor in the middle of it.
    #[test]
    fn nothing_of_one_text_is_left_for_the_next() {
        let first = pack(b"ann moved 1. a4-a3.");
        let drawn = crate::chance::Chance::from_seed([1; 32]).bytes::<1_000>();
        assert!(!deflate(&drawn, &mut Vec::with_capacity(drawn.len())));
        assert_eq!(pack(b"ann moved 1. a4-a3."), first);
    }

    #[test]
    fn the_dictionary_never_changes() {
        let hash: [u8; 32] = Sha256::digest(DICTIONARY).into();
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hash, "60facf3d8f09fdee0e1053879e414f4e66cf85d80339f9d98553f7a5981ec827",
            "do not change this dictionary: put a better one into a new file, with another first byte"
        );
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
        assert_eq!(packed[0], DEFLATED);
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
