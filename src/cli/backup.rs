//! `taflpost backup FILE`: a copy of the database, taken while the server runs, and checked.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file to write; it replaces an earlier backup of that name, but no other file
    file: PathBuf,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    place.write()?.backup(&args.file)?;
    say!("{} is a whole and checked copy", args.file.display())?;
    Ok(())
}
