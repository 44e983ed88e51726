//! Folders that survive a power failure. A name is on the disk when the folder that contains it is synced.

use std::fs::{DirBuilder, File};
use std::io;
use std::path::Path;

/// Creates a folder and the missing ones above it, only for their owner.
///
/// # Errors
/// If the system refuses.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() || path.as_os_str().is_empty() {
        return Ok(());
    }
    let above = above(path);
    make_folder(above)?;
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        // Another thread or process was here first.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => sync_folder(above),
    }
}

/// Waits until the names in a folder are on the disk.
///
/// # Errors
/// If the system refuses.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// The folder that contains a name.
pub(super) fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(above) if !above.as_os_str().is_empty() => above,
        _ => Path::new("."),
    }
}
