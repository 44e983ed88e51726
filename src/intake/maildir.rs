//! The door of a Maildir (<https://cr.yp.to/proto/maildir.html>). A mail server, fetchmail or mbsync puts mails into its `new`; this code
//! takes them into the spool and moves them to `cur` as seen.
//!
//! ```text
//!  new/1700000000.M1P2.host --read, commit--> cur/1700000000.M1P2.host:2,S
//! ```
//!
//! **If the power fails** between the commit and the move, the mail is found in `new` again, and recognized by its name and its
//! fingerprint. Nothing is moved before the commit. The folder is checked once a second: that costs almost nothing, and it also works on
//! systems that do not report new files (network folders).

use std::fs;
use std::fs::File;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::intake::collecting;
use crate::intake::collecting::Spooler;
use crate::intake::pipe;
use crate::journal;
use crate::journal::LogEvent;
use crate::store::Door;
use crate::store::DoorState;
use crate::store::Spooled;

/// How often the folder is checked.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// After this many checks without news, the state is recorded again.
const NOTE_EVERY: u32 = 60;

/// How long to wait before a folder that cannot be read is tried again.
const TROUBLE_WAIT: Duration = Duration::from_secs(60);

/// The most mails that are taken at one check. The rest follows a second later.
const MAILS_MAX: usize = 200;

/// The result of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// Mails taken in for the first time.
    pub new: u32,
    /// Mails that were already known.
    pub repeats: u32,
}

/// Why the folder could not be emptied.
#[derive(Debug, thiserror::Error)]
pub enum Setback {
    /// It is not a Maildir, or we have no permission.
    #[error(
        "{path}: {source}; this must be a Maildir with the folders new and cur, and the user who runs taflpost must be able to write there"
    )]
    Folder {
        /// The path that could not be read or moved.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A mail could not be stored.
    #[error("{0}")]
    NotTaken(String),
}

/// Whether the folder can be read. Nothing is changed. Returns the number of mails that wait.
///
/// # Errors
/// If it cannot be read.
pub fn probe(folder: &Path) -> Result<usize, Setback> {
    let cur = folder.join("cur");
    let found = fs::metadata(&cur).map_err(at(&cur))?;
    if !found.is_dir() || found.permissions().readonly() {
        return Err(at(&cur)(io::ErrorKind::PermissionDenied.into()));
    }
    Ok(waiting(folder)?.len())
}

/// Checks once: takes in what is in `new`, and moves it to `cur`.
///
/// # Errors
/// If the folder cannot be read or written, or a mail cannot be stored. Mails before that one are taken in.
pub fn look_once(folder: &Path, spooler: &mut dyn Spooler) -> Result<Seen, Setback> {
    let mut seen = Seen::default();
    let looked = empty(folder, spooler, &mut seen);
    let place = folder.display().to_string();
    let state = match &looked {
        Ok(()) => DoorState::Well,
        Err(setback) => state_of(setback),
    };
    spooler.note(Door::Maildir, &place, &state);
    looked.map(|()| seen)
}

fn state_of(setback: &Setback) -> DoorState {
    match setback {
        Setback::Folder { .. } => DoorState::NeedsHand(setback.to_string()),
        Setback::NotTaken(why) => DoorState::Trying(why.clone()),
    }
}

fn empty(folder: &Path, spooler: &mut dyn Spooler, seen: &mut Seen) -> Result<(), Setback> {
    spooler.begin();
    let names = waiting(folder)?;
    let is_full = names.len() < MAILS_MAX;
    for name in names {
        let path = folder.join("new").join(&name);
        let file = match File::open(&path) {
            Ok(file) => file,
            // Somebody uses this mailbox with a mail program.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(at(&path)(error)),
        };
        let raw = pipe::read(file).map_err(at(&path))?;
        // What follows the colon says how a mail has been treated. In `new` there should not be any.
        let unique = name.split(':').next().unwrap_or(&name);
        let key = Some(format!("maildir:{unique}"));
        let spooled = collecting::take_in(spooler, Door::Maildir, key, raw, None);
        match spooled.map_err(|not_taken| Setback::NotTaken(not_taken.to_string()))? {
            Spooled::New(_) => seen.new += 1,
            Spooled::Repeat(_) => seen.repeats += 1,
        }
        let moved = fs::rename(&path, folder.join("cur").join(format!("{unique}:2,S")));
        // A mail program may have moved it before us.
        if let Err(error) = moved
            && path.exists()
        {
            return Err(at(&path)(error));
        }
    }
    if is_full {
        spooler.end();
    }
    Ok(())
}

/// The names of the mails in `new`, oldest first: a name begins with the time of its delivery.
fn waiting(folder: &Path) -> Result<Vec<String>, Setback> {
    let new = folder.join("new");
    let mut names = Vec::new();
    for entry in fs::read_dir(&new).map_err(at(&new))? {
        let entry = entry.map_err(at(&new))?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // No mail server gives a name that is hidden or is not UTF-8.
        if let (true, Ok(name)) = (is_file, entry.file_name().into_string())
            && !name.starts_with('.')
        {
            names.push(name);
        }
    }
    names.sort_unstable();
    names.truncate(MAILS_MAX);
    Ok(names)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Setback {
    let path = path.to_owned();
    move |source| Setback::Folder { path, source }
}

/// The thread that checks a Maildir.
pub struct Maildir {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Maildir {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn open(folder: PathBuf, spooler: Box<dyn Spooler + Send>) -> io::Result<Maildir> {
        let (stop, stopped) = mpsc::channel();
        let thread =
            std::thread::Builder::new().name("maildir".to_owned()).spawn(move || keep(&folder, spooler, &stopped))?;
        Ok(Maildir { stop, thread })
    }

    /// Stops the thread after the current mails.
    pub fn stop(self) {
        // If it cannot be told to stop, it has already ended.
        let _ = self.stop.send(());
        let _ = self.thread.join();
    }
}

fn keep(folder: &Path, mut spooler: Box<dyn Spooler + Send>, stop: &Receiver<()>) {
    let place = folder.display().to_string();
    // The last reported problem, so that each is reported only once. Empty if all is well.
    let mut told: Option<String> = None;
    let mut quiet_looks = 0;
    loop {
        let mut seen = Seen::default();
        let looked = empty(folder, spooler.as_mut(), &mut seen);
        let trouble = looked.as_ref().err().map(Setback::to_string).unwrap_or_default();
        quiet_looks = if told.as_ref() == Some(&trouble) { quiet_looks + 1 } else { 0 };
        let is_news = quiet_looks == 0;
        if is_news || quiet_looks % NOTE_EVERY == 0 {
            spooler.note(Door::Maildir, &place, &looked.as_ref().map_or_else(state_of, |()| DoorState::Well));
        }
        if is_news {
            journal::write(&match &looked {
                Ok(()) => LogEvent::DoorOpened { door: "maildir", at: &place },
                Err(why @ Setback::Folder { .. }) => LogEvent::DoorFailed { door: "maildir", why },
                Err(why @ Setback::NotTaken(_)) => LogEvent::DoorWaits { door: "maildir", why },
            });
            told = Some(trouble);
        }
        let wait = if looked.is_ok() { LOOK_EVERY } else { TROUBLE_WAIT };
        if stop.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
            return;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::intake::Witness;
    use crate::intake::collecting::ToStore;
    use crate::store::Reader;
    use crate::store::SpoolState;
    use crate::store::Store;

    struct World {
        root: tempfile::TempDir,
    }

    impl World {
        fn new() -> World {
            let root = tempfile::tempdir().unwrap();
            for folder in ["new", "cur", "tmp"] {
                fs::create_dir_all(root.path().join("mail").join(folder)).unwrap();
            }
            World { root }
        }

        fn mail(&self) -> PathBuf {
            self.root.path().join("mail")
        }

        fn put(&self, name: &str, subject: &str) {
            let text = format!("From: ann@example.org\nSubject: {subject}\n\n");
            fs::write(self.mail().join("new").join(name), text).unwrap();
        }

        fn look(&self) -> Result<Seen, Setback> {
            let now = "2026-11-21T12:00:00Z".parse().unwrap();
            let mut store = Store::open(&self.root.path().join("club.db"), now).unwrap();
            look_once(
                &self.mail(),
                &mut ToStore { store: &mut store, now, is_full: false, witness: Witness::default() },
            )
        }

        fn names(&self, folder: &str) -> Vec<String> {
            let entries = fs::read_dir(self.mail().join(folder)).unwrap();
            let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }

        fn reader(&self) -> Reader {
            Reader::open(&self.root.path().join("club.db")).unwrap()
        }
    }

    #[test]
    fn a_mail_is_taken_in_and_then_seen() {
        let world = World::new();
        world.put("2.b", "help");
        world.put("1.a", "variants");
        fs::write(world.mail().join("new/.hidden"), "x").unwrap();
        fs::create_dir(world.mail().join("new/folder")).unwrap();
        assert_eq!(probe(&world.mail()).unwrap(), 2);
        assert_eq!(world.look().unwrap(), Seen { new: 2, repeats: 0 });
        assert_eq!(world.names("new"), [".hidden", "folder"]);
        assert_eq!(world.names("cur"), ["1.a:2,S", "2.b:2,S"]);
        let mails = world.reader().inbox(SpoolState::Spooled, 9).unwrap();
        let first = world.reader().raw(mails.iter().map(|mail| mail.id).min().unwrap()).unwrap().unwrap();
        assert!(first.ends_with(b"Subject: variants\n\n"), "the oldest comes first");
        assert_eq!(world.look().unwrap(), Seen::default());
    }

    #[test]
    fn a_mail_that_could_not_be_moved_or_comes_again_counts_once() {
        let world = World::new();
        world.put("1.a", "help");
        world.look().unwrap();
        // As if the power had failed before the move; and the same mail by another way.
        fs::rename(world.mail().join("cur/1.a:2,S"), world.mail().join("new/1.a")).unwrap();
        world.put("9.z", "help");
        assert_eq!(world.look().unwrap(), Seen { new: 0, repeats: 2 });
        assert_eq!(world.names("new"), [""; 0]);
        assert_eq!(world.reader().inbox(SpoolState::Spooled, 9).unwrap().len(), 1);
    }

    #[test]
    fn what_is_no_maildir_needs_a_hand() {
        let world = World::new();
        fs::remove_dir(world.mail().join("cur")).unwrap();
        world.put("1.a", "help");
        assert!(matches!(probe(&world.mail()), Err(Setback::Folder { .. })));
        assert!(matches!(world.look(), Err(Setback::Folder { .. })));
        assert_eq!(world.names("new"), ["1.a"]);
        let doors = world.reader().doors().unwrap();
        assert!(matches!(&doors[0].state, DoorState::NeedsHand(why) if why.contains("Maildir")), "{doors:?}");
        fs::create_dir(world.mail().join("cur")).unwrap();
        world.look().unwrap();
        assert_eq!(world.reader().doors().unwrap()[0].state, DoorState::Well);
        assert_eq!(world.names("cur"), ["1.a:2,S"]);
    }
}
