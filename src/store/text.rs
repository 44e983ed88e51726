//! Texts of mails and letters as they stand in the file: deflated, for a letter with its board in HTML is seven times as long. The
//! same bytes come out again.
//!
//! The first byte says how the rest is to be read: `0` as it is, `1` deflated (RFC 1951).

use crate::store::StoreError;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read;

/// Longer texts stand as they are: they are files in mails, which hardly become shorter, and the one thread that writes has to wait.
const DEFLATED_BYTES_MAX: usize = 256 * 1024;

const AS_IT_IS: u8 = 0;
const DEFLATED: u8 = 1;

/// As it stands in the file.
pub(super) fn pack(text: &[u8]) -> Vec<u8> {
    if text.len() <= DEFLATED_BYTES_MAX {
        let mut packed = vec![DEFLATED];
        // Reading from memory does not fail; if it did, the text stands as it is.
        if DeflateEncoder::new(text, Compression::fast()).read_to_end(&mut packed).is_ok() && packed.len() <= text.len()
        {
            return packed;
        }
    }
    let mut packed = Vec::with_capacity(text.len() + 1);
    packed.push(AS_IT_IS);
    packed.extend_from_slice(text);
    packed
}

/// The bytes behind [`pack`].
///
/// # Errors
/// When they are damaged.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    match packed.split_first() {
        Some((&AS_IT_IS, text)) => Ok(text.to_vec()),
        Some((&DEFLATED, deflated)) => {
            let mut text = Vec::new();
            let most = DEFLATED_BYTES_MAX as u64 + 1;
            let read = DeflateDecoder::new(deflated).take(most).read_to_end(&mut text);
            if read.is_err() || text.len() > DEFLATED_BYTES_MAX { Err(damaged()) } else { Ok(text) }
        }
        _ => Err(damaged()),
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

    #[test]
    fn a_long_text_stands_as_it_is_and_a_damaged_one_is_an_error() {
        let long = vec![b'x'; DEFLATED_BYTES_MAX + 1];
        assert_eq!(pack(&long).len(), long.len() + 1);
        assert_eq!(unpack(&pack(&long)).unwrap(), long);
        let board = "<td bgcolor=\"#f5eedd\">&nbsp;</td>\r\n".repeat(121);
        assert!(pack(board.as_bytes()).len() < 100);
        for bad in [&b""[..], b"\x01\xff\xff", b"\x02hello"] {
            assert!(unpack(bad).is_err(), "{bad:?}");
        }
        // A few bytes that would become very many.
        let mut bomb = vec![DEFLATED];
        DeflateEncoder::new(&vec![0; 4 * DEFLATED_BYTES_MAX][..], Compression::best()).read_to_end(&mut bomb).unwrap();
        assert!(unpack(&bomb).is_err());
    }

    proptest! {
        #[test]
        fn the_same_bytes_come_out(text in prop::collection::vec(any::<u8>(), 0..2_000), times in 1usize..50) {
            let text = text.repeat(times);
            prop_assert_eq!(unpack(&pack(&text)).unwrap(), text);
        }
    }
}
