//! Standard output. It is not an error if the reader closes the pipe early (`taflpost rules small | head`).

use std::fmt::Arguments;
use std::io::{self, Write};

/// Writes one line.
pub(super) fn line(text: Arguments) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_fmt(text)?;
    out.write_all(b"\n")
}

/// `println!` that returns its error.
macro_rules! say {
    () => { $crate::cli::stdout::line(format_args!("")) };
    ($($part:tt)*) => { $crate::cli::stdout::line(format_args!($($part)*)) };
}
pub(super) use say;
