//! The library `disk.c`, built by the C compiler of the machine, and the environment that starts a process with it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Which calls of a process fail.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The call of this number, from 1; 0 for none, which counts them.
    pub at: u64,
    pub error: Error,
    /// All later calls fail as well.
    pub goes_on: bool,
}

/// With what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// EIO: of all calls.
    Ails,
    /// ENOSPC: of those alone that want room on the disk. One that copies what it rewrites has none for a file that does not grow either.
    Full,
    /// EROFS, of the same: Linux does that with a disk that ails.
    ReadOnly,
}

/// The library. `None`, with a word on standard error, where it cannot be built or used.
pub fn library() -> Option<&'static Path> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match BUILT.get_or_init(build) {
        Ok(path) => Some(path),
        Err(why) => {
            assert!(std::env::var_os("TAFLPOST_CRASH").is_none(), "asked for, and not to be had: {why}");
            eprintln!("skipped: {why}");
            None
        }
    }
}

fn build() -> Result<PathBuf, String> {
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("disk-{}.so", std::process::id()));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/crash/disk.c");
    let flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"];
    let built = Command::new("cc").args(flags).arg(&library).arg(source).arg("-ldl").output();
    match built {
        Err(error) => return Err(format!("no C compiler: {error}")),
        Ok(said) if !said.status.success() => return Err(String::from_utf8_lossy(&said.stderr).into_owned()),
        Ok(_) => {}
    }
    // Seen at work: where the linker does not listen, nothing would be found, and nothing missed.
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let log = folder.path().join("diary");
    std::fs::write(&log, "").map_err(|error| error.to_string())?;
    let mut version = Command::new(env!("CARGO_BIN_EXE_taflpost"));
    version.arg("--version").envs(surroundings(&library, folder.path(), &log));
    version.output().map_err(|error| error.to_string())?;
    let diary = std::fs::read(&log).map_err(|error| error.to_string())?;
    match crate::diary::read(&diary)[..] {
        [crate::diary::Record::Ended { status: 0, .. }] => Ok(library),
        _ => Err("LD_PRELOAD does not work here".to_owned()),
    }
}

/// A process with this environment keeps a diary of what it does below a folder.
pub fn surroundings(library: &Path, root: &Path, diary: &Path) -> Vec<(String, String)> {
    [("LD_PRELOAD", library), ("TAFLPOST_DISK_ROOT", root), ("TAFLPOST_DISK_LOG", diary)]
        .map(|(name, path)| (name.to_owned(), path.to_str().unwrap().to_owned()))
        .to_vec()
}

impl Fault {
    /// What the environment has besides, for calls to fail.
    pub fn surroundings(self) -> (String, String) {
        let (error, which) = match self.error {
            Error::Ails => (5, "all"),
            Error::Full => (28, "space"),
            Error::ReadOnly => (30, "space"),
        };
        ("TAFLPOST_DISK_FAIL".to_owned(), format!("{} {error} {which} {}", self.at, u8::from(self.goes_on)))
    }
}

/// A folder for tests, in memory where there is such a place: what is tested is no real disk.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}
