//! A stream from an IMAP server that ends in an error before an answer becomes too large.
//!
//! The IMAP library allocates memory for a literal as soon as its size is announced, up to half a gigabyte, and it parses nested brackets
//! by recursion. So sizes and brackets are counted here, before the library sees them:
//!
//! ```text
//!  * 12 FETCH (UID 7 BODY[] {1234}      a line: at most LINE_BYTES_MAX, brackets at most DEPTH_MAX deep
//!  ...1234 bytes...                     a literal: at most as large as a mail may be
//!  )
//! ```

use std::fmt;
use std::io;
use std::pin::Pin;
use std::task::Context;
use std::task::Poll;

use tokio::io::AsyncRead;
use tokio::io::AsyncWrite;
use tokio::io::ReadBuf;

use crate::mail::limits::MESSAGE_BYTES_MAX;

/// The longest line without its literals, in bytes. The longest real line lists every mail of a mailbox; this is enough for more than a
/// hundred thousand.
const LINE_BYTES_MAX: usize = 1 << 20;

/// How deep brackets may be nested. A mail's flags and sizes need three levels.
const DEPTH_MAX: u32 = 64;

/// The most bytes that a server may send as the answer to one command.
pub(super) const ANSWER_BYTES_MAX: u64 = 4 << 20;

/// Why the stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TooMuch {
    /// A literal is too large. Holds its announced size.
    Literal(u64),
    /// A line is too long.
    Line,
    /// Brackets are nested too deep.
    Depth,
    /// The whole answer is too long.
    Answer,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooMuch::Literal(size) => {
                write!(f, "it announces a text of {size} bytes, and at most {MESSAGE_BYTES_MAX} are read")
            }
            TooMuch::Line => write!(f, "it sends a line of more than {LINE_BYTES_MAX} bytes"),
            TooMuch::Depth => write!(f, "it sends more than {DEPTH_MAX} nested brackets"),
            TooMuch::Answer => write!(f, "its answer is longer than {ANSWER_BYTES_MAX} bytes"),
        }
    }
}

impl std::error::Error for TooMuch {}

/// A stream that limits what is read. Writes pass through.
#[derive(Debug)]
pub(super) struct Bounded<S> {
    inner: S,
    scan: Scan,
}

impl<S> Bounded<S> {
    pub(super) fn new(inner: S) -> Bounded<S> {
        Bounded { inner, scan: Scan::default() }
    }

    /// The next answer begins. What came before does not count any more.
    pub(super) fn renew(&mut self) {
        self.scan.answer_bytes = 0;
    }

    pub(super) fn into_inner(self) -> S {
        self.inner
    }
}

/// The position in the server's answer.
#[derive(Debug, Default)]
struct Scan {
    answer_bytes: u64,
    line_bytes: usize,
    literal_left: u64,
    depth: u32,
    brace: Brace,
}

/// How much of `{123}` CR LF comes before the next byte.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Brace {
    #[default]
    None,
    Open(u64),
    Closed(u64),
    Return(u64),
}

impl Scan {
    fn pass(&mut self, mut bytes: &[u8]) -> Result<(), TooMuch> {
        self.answer_bytes = self.answer_bytes.saturating_add(bytes.len() as u64);
        if self.answer_bytes > ANSWER_BYTES_MAX {
            return Err(TooMuch::Answer);
        }
        while let Some((&byte, rest)) = bytes.split_first() {
            if self.literal_left > 0 {
                let skipped = usize::try_from(self.literal_left).map_or(bytes.len(), |left| left.min(bytes.len()));
                self.literal_left -= skipped as u64;
                bytes = bytes.get(skipped..).unwrap_or_default();
                continue;
            }
            self.step(byte)?;
            bytes = rest;
        }
        Ok(())
    }

    fn step(&mut self, byte: u8) -> Result<(), TooMuch> {
        self.line_bytes += 1;
        if self.line_bytes > LINE_BYTES_MAX {
            return Err(TooMuch::Line);
        }
        match byte {
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth > DEPTH_MAX {
            return Err(TooMuch::Depth);
        }
        self.brace = match (self.brace, byte) {
            (_, b'{') => Brace::Open(0),
            (Brace::Open(size), b'0'..=b'9') => {
                Brace::Open(size.saturating_mul(10).saturating_add(u64::from(byte - b'0')))
            }
            (Brace::Open(size), b'}') => Brace::Closed(size),
            (Brace::Closed(size), b'\r') => Brace::Return(size),
            (Brace::Return(size), b'\n') if size > MESSAGE_BYTES_MAX as u64 => return Err(TooMuch::Literal(size)),
            (Brace::Return(size), b'\n') => {
                self.literal_left = size;
                Brace::None
            }
            (_, b'\n') => {
                (self.line_bytes, self.depth) = (0, 0);
                Brace::None
            }
            _ => Brace::None,
        };
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buf);
        if let Poll::Ready(Ok(())) = &polled {
            let read = buf.filled().get(before..).unwrap_or_default();
            if let Err(why) = self.scan.pass(read) {
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, why)));
            }
        }
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes the bytes in pieces of several sizes and checks the result of each.
    fn check(bytes: &[u8], expected: Result<(), TooMuch>) {
        for piece in [1, 7, 4096] {
            let mut scan = Scan::default();
            let found = bytes.chunks(piece).try_for_each(|piece| scan.pass(piece));
            assert_eq!(
                found,
                expected,
                "in pieces of {piece}: {}",
                String::from_utf8_lossy(bytes.get(..90).unwrap_or(bytes))
            );
        }
    }

    #[test]
    fn a_mail_of_the_largest_size_passes_and_one_byte_more_is_refused_before_it_comes() {
        let fetch = |size: usize| format!("* 1 FETCH (UID 7 BODY[] {{{size}}}\r\n");
        let body = [b'{'; MESSAGE_BYTES_MAX];
        check(&[fetch(MESSAGE_BYTES_MAX).as_bytes(), &body, b")\r\na1 OK\r\n"].concat(), Ok(()));
        let size = MESSAGE_BYTES_MAX as u64 + 1;
        check(fetch(MESSAGE_BYTES_MAX + 1).as_bytes(), Err(TooMuch::Literal(size)));
        check(b"* 1 FETCH (BODY[] {99999999999999999999999999}\r\n", Err(TooMuch::Literal(u64::MAX)));
    }

    #[test]
    fn what_only_looks_like_a_literal_is_none() {
        check(b"* OK {99999999} is what I say\r\n* OK {99999999}\r{\r\n", Ok(()));
        check(b"* 1 FETCH (BODY[] {9}\r\n{9999999} {9999999} \r\n", Ok(()));
    }

    #[test]
    fn endless_talk_is_cut() {
        check(&[b'x'; LINE_BYTES_MAX + 1], Err(TooMuch::Line));
        check(&b"* OK still here\r\n".repeat(300_000), Err(TooMuch::Answer));
        check(&[b'('; 65], Err(TooMuch::Depth));
        check(&b"((((()))))".repeat(100), Ok(()));
    }
}
