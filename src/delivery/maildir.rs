//! Delivers letters into Maildirs, for a club without a relay: a demonstration, a test, one machine with its own mail programs.
//!
//! ```text
//! letters/ann@example.org/tmp/1795262400.17.taflpost.4711   written, fsync
//! letters/ann@example.org/new/1795262400.17.taflpost        renamed, fsync of the folder
//! ```
//!
//! The name is made from the letter's row and the second when it was written, so a repeat after a crash gets the same name: one letter is
//! one file. If a mail program has already moved it to `cur`, it is not delivered again.

use std::fs;
use std::io;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::path::PathBuf;

use sha2::Digest;
use sha2::Sha256;

use crate::delivery::setback::Setback;
use crate::store::Due;
use crate::store::make_folder;
use crate::store::sync_folder;

/// The longest folder name made from an address, in bytes. File systems allow 255.
const FOLDER_BYTES_MAX: usize = 200;

/// The folder with a Maildir for each recipient.
pub(super) struct Maildirs {
    root: PathBuf,
}

impl Maildirs {
    pub(super) fn new(root: PathBuf) -> Maildirs {
        Maildirs { root }
    }

    pub(super) fn carry(&mut self, letter: &Due) -> Result<(), Setback> {
        let maildir = self.root.join(folder_name(&letter.to));
        deliver(&maildir, letter).map_err(|error| setback(&maildir, &error))
    }

    /// Whether the folder can be written, or created if missing. Nothing is left behind: a folder that another user created would be in the
    /// server's way.
    pub(super) fn probe(&mut self) -> Result<(), Setback> {
        let there = self.root.ancestors().find(|folder| folder.exists() || folder.as_os_str().is_empty());
        let there = there.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        tempfile::tempfile_in(there).map(drop).map_err(|error| setback(there, &error))
    }
}

/// A full or read-only disk is not the fault of a letter.
fn setback(path: &Path, error: &io::Error) -> Setback {
    let why = format!("{}: {error}", path.display());
    match error.kind() {
        io::ErrorKind::StorageFull
        | io::ErrorKind::QuotaExceeded
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::PermissionDenied => Setback::Ours(why),
        _ => Setback::Later { why, is_mailbox: false },
    }
}

fn deliver(maildir: &Path, letter: &Due) -> io::Result<()> {
    let name = format!("{}.{}.taflpost", letter.created.timestamp(), letter.id);
    for part in ["tmp", "new", "cur"] {
        make_folder(&maildir.join(part))?;
    }
    if is_in(&maildir.join("cur"), &name)? {
        return Ok(());
    }
    // Two processes may deliver the same letter at once. Each writes its own file, and the later rename wins.
    let draft = maildir.join("tmp").join(format!("{name}.{}", std::process::id()));
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    write!(file, "Return-Path: <{}>\r\n", one_line(&letter.envelope_from))?;
    write!(file, "Delivered-To: {}\r\n", one_line(&letter.to))?;
    file.write_all(&letter.bytes)?;
    file.sync_all()?;
    let new = maildir.join("new");
    fs::rename(draft, new.join(name))?;
    sync_folder(&new)
}

/// Whether a mail program has seen the letter: then there are flags after its name.
fn is_in(cur: &Path, name: &str) -> io::Result<bool> {
    for entry in fs::read_dir(cur)? {
        let found = entry?.file_name();
        let rest = found.to_str().and_then(|found| found.strip_prefix(name));
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':')) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn one_line(address: &str) -> String {
    address.chars().filter(|c| !c.is_control()).collect()
}

/// The address in lower case. Characters that may be special to a file system are written as `%` and hex. A very long one ends in a part of
/// its SHA-256 instead.
fn folder_name(address: &str) -> String {
    let mut name = String::new();
    for character in address.to_ascii_lowercase().chars() {
        let is_plain = character.is_alphanumeric() || "@+-_=".contains(character);
        // A dot in front would hide the folder, or name the folder itself or its parent.
        if is_plain || (character == '.' && !name.is_empty()) {
            name.push(character);
        } else {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                name.push_str(&format!("%{byte:02x}"));
            }
        }
    }
    if name.len() <= FOLDER_BYTES_MAX {
        return name;
    }
    let hash = Sha256::digest(name.as_bytes());
    let mut end = FOLDER_BYTES_MAX - 17;
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    name.push('-');
    for byte in hash.iter().take(8) {
        name.push_str(&format!("{byte:02x}"));
    }
    name
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_folder_name_stays_in_its_folder() {
        for (address, name) in [
            ("Ann@Example.ORG", "ann@example.org"),
            ("ann+tafl@example.org", "ann+tafl@example.org"),
            ("../../etc/passwd", "%2e.%2f..%2fetc%2fpasswd"),
            (".", "%2e"),
            ("a%b\0c d@x", "a%25b%00c%20d@x"),
            ("jürgen@bücher.example", "jürgen@bücher.example"),
        ] {
            assert_eq!(folder_name(address), name);
        }
        let long = |last: char| format!("{}{last}@example.org", "ü".repeat(150));
        assert!(folder_name(&long('a')).len() <= FOLDER_BYTES_MAX);
        assert_ne!(folder_name(&long('a')), folder_name(&long('b')));
    }

    fn letter(id: i64) -> Due {
        Due {
            id,
            envelope_from: "club+b.k@tafl.test".to_owned(),
            to: "Ann@example.org".to_owned(),
            bytes: b"Subject: hello\r\n\r\nhello\r\n".to_vec(),
            attempts: 0,
            created: "2026-11-21T12:00:00Z".parse().unwrap(),
            open: chrono::TimeDelta::zero(),
            tried: None,
            thread: None,
            is_outdated: false,
            class: Default::default(),
        }
    }

    fn names(path: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_letter_delivered_twice_is_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut maildirs = Maildirs::new(folder.path().join("letters"));
        maildirs.carry(&letter(17)).unwrap();
        maildirs.carry(&letter(17)).unwrap();
        let ann = folder.path().join("letters/ann@example.org");
        let [name] = names(&ann.join("new")).try_into().unwrap();
        assert_eq!(
            fs::read_to_string(ann.join("new").join(&name)).unwrap(),
            "Return-Path: <club+b.k@tafl.test>\r\nDelivered-To: Ann@example.org\r\nSubject: hello\r\n\r\nhello\r\n"
        );
        assert_eq!(names(&ann.join("tmp")), [""; 0]);

        // Ann's mail program has shown it. Then the letter is delivered once more, and another one.
        let seen = ann.join("cur").join(format!("{name}:2,S"));
        fs::rename(ann.join("new").join(&name), seen).unwrap();
        maildirs.carry(&letter(17)).unwrap();
        assert_eq!(names(&ann.join("new")), [""; 0]);
        maildirs.carry(&letter(1)).unwrap();
        assert_eq!(names(&ann.join("new")).len(), 1);
    }

    #[test]
    fn a_crash_in_the_middle_leaves_nothing_that_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let mut maildirs = Maildirs::new(folder.path().to_owned());
        let ann = folder.path().join("ann@example.org");
        make_folder(&ann.join("tmp")).unwrap();
        let draft = format!("1795262400.17.taflpost.{}", std::process::id());
        fs::write(ann.join("tmp").join(draft), "Z".repeat(1000)).unwrap();
        maildirs.carry(&letter(17)).unwrap();
        let new = ann.join("new");
        let text = fs::read_to_string(new.join(&names(&new)[0])).unwrap();
        assert!(text.ends_with("\r\nhello\r\n") && !text.contains('Z'));
    }

    #[test]
    fn a_folder_that_cannot_be_is_a_setback() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let mut maildirs = Maildirs::new(file);
        assert!(matches!(maildirs.carry(&letter(1)), Err(Setback::Later { .. })));
        assert!(maildirs.probe().is_err());
        assert!(Maildirs::new(folder.path().join("file/letters")).probe().is_err());
        assert_eq!(Maildirs::new(folder.path().join("some/letters")).probe(), Ok(()));
        assert_eq!(names(folder.path()), ["file"]);
    }
}
