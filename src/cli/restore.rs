//! `taflpost restore FILE`: replaces the database with a backup, and keeps the old database under another name.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock, lock};
use crate::store::Store;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The backup: a file that `taflpost backup` has written
    file: PathBuf,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    place.make_folder()?;
    let Some(_lock) = lock::take(&place.settings.store.folder, lock::Holder::Restore)? else {
        let folder = place.settings.store.folder.display();
        return Err(Trouble::TryAgain(format!("nothing was restored: a server is using {folder}; stop it first")));
    };
    let database = place.database();
    let kept = Store::restore(&args.file, &database, clock::now())?;
    say!("{} now has the content of {}", database.display(), args.file.display())?;
    if let Some(kept) = kept {
        say!("the database that was there before is now {}", kept.display())?;
    }
    Ok(())
}
