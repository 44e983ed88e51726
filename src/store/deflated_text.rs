//! Texts that earlier versions have compressed with DEFLATE (RFC 1951). They are only read: to write them takes ten times as long.

use crate::store::dictionary::DICTIONARY;
use flate2::{Decompress, FlushDecompress, Status};

/// The text. Gives `None` if the bytes are damaged, or the text would be longer than that.
pub(super) fn inflate(deflated: &[u8], bytes_max: usize) -> Option<Vec<u8>> {
    let mut inflater = Decompress::new(false);
    inflater.set_dictionary(DICTIONARY).ok()?;
    let (mut text, mut at) = (Vec::new(), 0);
    loop {
        text.reserve(16 * 1024);
        let before = (inflater.total_in(), text.len());
        let status = inflater.decompress_vec(&deflated[at..], &mut text, FlushDecompress::None).ok()?;
        at += usize::try_from(inflater.total_in() - before.0).ok()?;
        if text.len() > bytes_max {
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use flate2::{Compress, Compression, FlushCompress};

    fn deflated(text: &[u8]) -> Vec<u8> {
        let (mut deflater, mut out) = (Compress::new(Compression::new(4), false), Vec::with_capacity(text.len() + 100));
        deflater.set_dictionary(DICTIONARY).unwrap();
        let status = deflater.compress_vec(text, &mut out, FlushCompress::Finish).unwrap();
        assert_eq!(status, Status::StreamEnd);
        out
    }

    #[test]
    fn the_same_bytes_come_out() {
        for text in [&DICTIONARY[5_000..15_000], &DICTIONARY.repeat(10), b"", b"x"] {
            assert_eq!(inflate(&deflated(text), 500_000).unwrap(), text);
        }
    }

    #[test]
    fn what_is_cut_or_is_far_too_long_is_an_error() {
        let whole = deflated(&b"a text that is there once, and as it was written "[..].repeat(3));
        for end in 0..whole.len() {
            assert!(inflate(&whole[..end], 500_000).is_none(), "{end} of {}", whole.len());
        }
        let bomb = deflated(&vec![0; 1_000_000]);
        assert!(bomb.len() < 5_000 && inflate(&bomb, 500_000).is_none());
        assert!(inflate(b"\xff\xff", 500_000).is_none());
    }
}
