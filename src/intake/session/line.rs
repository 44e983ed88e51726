//! Command lines on the network: of limited length, ended by CR LF, in pieces of any size.

use crate::intake::session::reply;

/// The longest line, in bytes, with its CR LF.
pub(super) const LINE_BYTES_MAX: usize = 2_048;

/// The line that is being read.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// What has arrived of it. Never longer than [`LINE_BYTES_MAX`].
    begun: Vec<u8>,
    is_too_long: bool,
}

impl Line {
    /// Takes bytes from the front of `input` until the line ends or nothing is left. Gives `None` if nothing is left, else the line without
    /// its CR LF, or the reply to a line that is not valid. Then the next line begins.
    pub(super) fn take(&mut self, input: &mut &[u8]) -> Option<Result<Vec<u8>, &'static str>> {
        let end = input.iter().position(|&byte| byte == b'\n');
        let (piece, rest) = input.split_at(end.map_or(input.len(), |end| end + 1));
        *input = rest;
        if self.begun.len() + piece.len() > LINE_BYTES_MAX {
            self.is_too_long = true;
            self.begun.clear();
        }
        if !self.is_too_long {
            self.begun.extend_from_slice(piece);
        }
        end?;
        let Line { begun: mut line, is_too_long } = std::mem::take(self);
        if is_too_long {
            return Some(Err(reply::LINE_TOO_LONG));
        }
        if !line.ends_with(b"\r\n") {
            return Some(Err(reply::LONE_LF));
        }
        line.truncate(line.len() - 2);
        Some(Ok(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines in these bytes, passed in pieces of this size.
    fn lines(wire: &[u8], piece_bytes: usize) -> Vec<Result<Vec<u8>, &'static str>> {
        let mut line = Line::default();
        let mut found = Vec::new();
        for mut piece in wire.chunks(piece_bytes) {
            while let Some(taken) = line.take(&mut piece) {
                found.push(taken);
            }
            assert!(piece.is_empty() && line.begun.len() <= LINE_BYTES_MAX);
        }
        found
    }

    #[test]
    fn a_line_ends_in_cr_lf_and_nothing_else() {
        let ok = |line: &[u8]| Ok(line.to_vec());
        for piece_bytes in [1, 3, 100] {
            let found = lines(b"NOOP\r\nNO\rOP\r\nNOOP\n\r\nNOOP\r\r\nNOO", piece_bytes);
            assert_eq!(found, [ok(b"NOOP"), ok(b"NO\rOP"), Err(reply::LONE_LF), ok(b""), ok(b"NOOP\r")]);
        }
    }

    #[test]
    fn the_longest_line_has_2048_bytes_with_its_end() {
        let fits = vec![b'x'; LINE_BYTES_MAX - 2];
        let wire = [&fits[..], b"\r\nx", &fits, b"\r\n", &fits, &fits, b"\r\n", &fits, b"\r\n"].concat();
        for piece_bytes in [1, 1_000, LINE_BYTES_MAX, 100_000] {
            let found = lines(&wire, piece_bytes);
            assert_eq!(
                found,
                [Ok(fits.clone()), Err(reply::LINE_TOO_LONG), Err(reply::LINE_TOO_LONG), Ok(fits.clone())],
                "{piece_bytes}"
            );
        }
    }
}
