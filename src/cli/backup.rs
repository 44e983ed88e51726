//! `taflpost backup FILE`: a copy of the database, taken while the server runs, and checked.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file to write. A file with this name is replaced only if it is an earlier backup
    file: PathBuf,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    place.write()?.backup(&args.file)?;
    say!("{} is a complete copy, and it has been checked", args.file.display())?;
    Ok(())
}
