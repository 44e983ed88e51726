//! The text of a mail on the network: lines that end in CR LF, dots at their beginning doubled, ended by CR LF `.` CR LF.
//!
//! Only that sequence ends it. If a server also accepts LF `.` LF or LF `.` CR LF as the end, a sender can hide a second mail in the first
//! ("SMTP smuggling"). Here a single CR or LF is a byte like any other and stays where it is.

use crate::intake::arrival::cut_to_lines;

/// Reads a mail from the network, in pieces of any size. Keeps at most a given number of bytes and counts the rest.
#[derive(Debug)]
pub(super) struct Data {
    kept: Vec<u8>,
    kept_bytes_max: usize,
    seen_bytes: u64,
    at: At,
}

/// The position of the next byte in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// First in its line: the previous line ended in CR LF, or there is none.
    Start,
    /// After a dot that was first in its line.
    Dot,
    /// After CR LF `.` CR.
    DotReturn,
    /// After a CR.
    Return,
    /// Anywhere else.
    Inside,
}

impl Data {
    pub(super) fn new(kept_bytes_max: usize) -> Data {
        Data { kept: Vec::new(), kept_bytes_max, seen_bytes: 0, at: At::Start }
    }

    /// Takes bytes from the front of `input` until the mail ends or nothing is left. Returns true at the end of the mail.
    pub(super) fn take(&mut self, input: &mut &[u8]) -> bool {
        while let Some((&byte, rest)) = input.split_first() {
            *input = rest;
            self.at = match (self.at, byte) {
                (At::DotReturn, b'\n') => return true,
                (At::Start, b'.') => At::Dot,
                (At::Dot, b'\r') => At::DotReturn,
                (at, byte) => {
                    if at == At::DotReturn {
                        // The CR was not part of the end, so it is text. The dot before it was a doubled dot.
                        self.keep(b'\r');
                    }
                    self.keep(byte);
                    match (at, byte) {
                        (At::Return | At::DotReturn, b'\n') => At::Start,
                        (_, b'\r') => At::Return,
                        _ => At::Inside,
                    }
                }
            };
        }
        false
    }

    fn keep(&mut self, byte: u8) {
        self.seen_bytes += 1;
        if self.kept.len() < self.kept_bytes_max {
            self.kept.push(byte);
        }
    }

    /// The text, with dots as they were written, and its whole length in bytes. If it did not fit, the text ends with its last whole line.
    pub(super) fn finish(&mut self) -> (Vec<u8>, u64) {
        if self.seen_bytes > self.kept.len() as u64 {
            cut_to_lines(&mut self.kept);
        }
        (std::mem::take(&mut self.kept), self.seen_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text and what was left on the network. `None` if the end did not come.
    fn read(mut wire: &[u8]) -> Option<(Vec<u8>, &[u8])> {
        let mut data = Data::new(100);
        data.take(&mut wire).then(|| (data.finish().0, wire))
    }

    fn check(wire: &str, text: &str) {
        let wire = format!("{wire}QUIT\r\n");
        let (found, rest) = read(wire.as_bytes()).unwrap_or_default();
        assert_eq!(String::from_utf8_lossy(&found), text, "{wire:?}");
        assert_eq!(rest, b"QUIT\r\n", "{wire:?}");
    }

    #[test]
    fn dots_are_undoubled() {
        check("a\r\n.\r\n", "a\r\n");
        check(".\r\n", "");
        check("..\r\n.\r\n", ".\r\n");
        check("...a\r\n.b\r\n a.\r\n.\r\n", "..a\r\nb\r\n a.\r\n");
        check("a\r\n..\r\n\r\n.\r\n", "a\r\n.\r\n\r\n");
        check(".\rx\r\n.\r\n", "\rx\r\n");
    }

    #[test]
    fn only_one_thing_ends_a_mail() {
        for smuggled in [
            "\n.\n",
            "\n.\r\n",
            "\r.\r\n",
            "\r.\r",
            "\r\n.\n",
            "\r\n.\r",
            "\n.\r",
            "\r\n.\r\r\n",
            "\r\n.\0\r\n",
            "\r\n..\r\n",
            "\r\n. \r\n",
        ] {
            let wire = format!("a{smuggled}MAIL FROM:<b@c>\r\n");
            assert_eq!(read(wire.as_bytes()), None, "{smuggled:?}");
        }
    }

    #[test]
    fn a_lone_line_end_stays_in_the_text() {
        check("a\nb\rc\n.\n.\r\nd\r\r\n.\r\n", "a\nb\rc\n.\n.\r\nd\r\r\n");
    }

    #[test]
    fn what_does_not_fit_is_counted_and_cut_at_a_line() {
        let mut data = Data::new(10);
        let mut wire: &[u8] = b"1234\r\n789\r\nmove\r\n.\r\n";
        assert!(data.take(&mut wire));
        assert_eq!(data.finish(), (b"1234\r\n".to_vec(), 17));
    }
}
