//! Standard output: a reader who has seen enough and closes the pipe (`taflpost rules small | head`) is no error.

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
