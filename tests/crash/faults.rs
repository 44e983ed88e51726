//! Calls that fail: every command, with an input or output error or a full disk at each of its calls, says so honestly, loses nothing,
//! does nothing twice, and works when the disk is well again.

use crate::diary::{self, Record};
use crate::killed::post;
use crate::killed::server::{CLUB, House, poll};
use crate::laws::{self, Keeper};
use crate::preload::{self, Error, Fault};
use crate::story;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use taflpost::chance::Chance;
use taflpost::store::{GameFilter, Reader, SpoolState, Troubles};

/// So many calls of each command fail in the tests that everybody runs, once or for good by turns. `TAFLPOST_FAULTS` is another number, or
/// `all`, and then each fails in both ways.
const CALLS: u64 = 1;

/// A data folder with a club in it, and what its letters are.
pub struct Template {
    folder: tempfile::TempDir,
    /// A mail that it has not heard.
    pub mail: story::Brought,
}

impl Template {
    /// Two players and a game of a few half-moves, whose last mail is not handled.
    pub fn new() -> Template {
        let folder = preload::folder();
        let house = House::within(preload::folder(), |_| Vec::new());
        let data = house.database().parent().unwrap().to_owned();
        std::fs::create_dir(&data).unwrap();
        let mut keeper = Keeper::new();
        let mut pair = story::Pair::new(&house, "first", &mut Chance::from_seed([28; 32]), 8);
        pair.found(&mut |mail| keeper.handle(&data, &mail.text));
        for _ in 0..3 {
            keeper.handle(&data, &pair.next_play().text);
        }
        keeper.take_in(&data, &pair.next_play().text);
        // As every command makes it that stores mail.
        Troubles::beside(&house.database()).prepare().unwrap();
        let mail = story::Brought::sign_up("newcomer");
        copy(&data, folder.path());
        Template { folder, mail }
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(std::fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// One run of a command on a disk that fails.
pub struct Trial {
    pub house: House,
    pub diary: tempfile::TempDir,
}

/// What it came to.
pub struct Ran {
    pub status: Option<i32>,
    pub said: String,
    /// Calls that were counted, where it ended by itself.
    calls: u64,
    /// The first that failed.
    pub failed: Option<String>,
}

impl Trial {
    pub fn new(library: &Path, template: Option<&Template>, fault: Fault) -> Trial {
        let diary = preload::folder();
        let log = diary.path().join("diary");
        std::fs::write(&log, "").unwrap();
        let house = House::within(preload::folder(), |root| {
            let mut surroundings = preload::surroundings(library, root, &log);
            surroundings.push(fault.surroundings());
            surroundings
        });
        if let Some(template) = template {
            copy(template.folder.path(), house.database().parent().unwrap());
        }
        Trial { house, diary }
    }

    fn data(&self) -> PathBuf {
        self.house.database().parent().unwrap().to_owned()
    }

    fn reader(&self) -> Reader {
        Reader::open(&self.house.database()).unwrap()
    }

    pub fn run(&self, words: &[&str], input: &str) -> Ran {
        let said = with_input(&mut self.house.taflpost(words), input);
        self.ran(&said)
    }

    /// The same on a disk that is well.
    fn run_well(&self, words: &[&str], input: &str) {
        let said = with_input(self.house.taflpost(words).env_remove("LD_PRELOAD"), input);
        assert!(said.status.success(), "{words:?}: {}", String::from_utf8_lossy(&said.stderr));
    }

    /// Starts the server; what it says goes into the log.
    pub fn serve(&self) -> Running {
        let log = std::fs::File::create(self.log()).unwrap();
        let mut server = self.house.taflpost(&["serve"]);
        Running(server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    fn log(&self) -> PathBuf {
        self.diary.path().join("log")
    }

    pub fn records(&self) -> Vec<Record> {
        diary::read(&std::fs::read(self.diary.path().join("diary")).unwrap())
    }

    fn ran(&self, said: &Output) -> Ran {
        let records = self.records();
        let calls = records.iter().find_map(|record| match record {
            Record::Ended { calls, .. } => Some(*calls),
            _ => None,
        });
        let failed = records.iter().find_map(|record| match record {
            Record::Failed { call, path } => Some(format!("{call} {path}")),
            _ => None,
        });
        let said_text = String::from_utf8_lossy(&said.stderr).into_owned();
        Ran { status: said.status.code(), said: said_text, calls: calls.unwrap_or(0), failed }
    }
}

/// A server that is gone when the test is, however that ends.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Ran {
    /// A status that scripts know, and a word with every failure.
    fn is_honest(&self, statuses: &[i32]) {
        let status = self.status.unwrap_or(-1);
        assert!(statuses.contains(&status), "exit {status} after {:?}: {}", self.failed, self.said);
        let is_of_us = ["panicked", "savepoint"].iter().any(|word| self.said.contains(word));
        assert!(!is_of_us, "what failed is not what is told, after {:?}: {}", self.failed, self.said);
        assert!(status == 0 || self.said.contains("taflpost: "), "exit {status} without a word: {}", self.said);
    }

    pub fn is_well(&self) -> bool {
        self.status == Some(0)
    }
}

pub fn with_input(command: &mut Command, input: &str) -> Output {
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A process that ends before it has read everything closes the pipe.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

/// Tries a command with its calls failing, one after the other. `act` runs it and looks; `calls` of the first, unfailing run say how
/// many there are.
fn each_call(name: &str, act: impl Fn(Fault) -> u64) {
    let mut tried = 0;
    for error in [Error::Ails, Error::Full] {
        let calls = act(Fault { at: 0, error, goes_on: false });
        assert!(calls > 0, "{name} makes no calls");
        let asked = std::env::var("TAFLPOST_FAULTS");
        let is_asked = asked.is_ok();
        let asked = asked.unwrap_or_else(|_| CALLS.to_string());
        let mut lots = Chance::from_seed([29; 32]);
        let mut one = |_| 1 + u64::from(lots.below(u32::try_from(calls).unwrap()));
        let chosen: Vec<u64> = match asked.as_str() {
            "all" => (1..=calls).collect(),
            number => (0..number.parse::<u64>().expect("a number, or all")).map(&mut one).collect(),
        };
        for at in chosen {
            let by_turns = [tried % 2 == 1];
            for goes_on in if is_asked { &[false, true][..] } else { &by_turns[..] }.iter().copied() {
                let fault = Fault { at, error, goes_on };
                let _where = Where(name, fault);
                act(fault);
                tried += 1;
            }
        }
    }
    println!("{name}: {tried} runs");
}

/// Says which call it was when a law is broken.
pub struct Where<'a>(pub &'a str, pub Fault);

impl Drop for Where<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{} with {:?}", self.0, self.1);
        }
    }
}

/// Everything holds in the folder, whoever was told yes has been heard, and the work goes on.
fn check(trial: &Trial, taken: &[&str]) {
    let taken: Vec<&[u8]> = taken.iter().map(|text| text.as_bytes()).collect();
    Keeper::new().check(&trial.data(), &taken);
}

#[test]
fn deliver_says_yes_only_to_what_it_has() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    let words = ["deliver", "--to", CLUB];
    each_call("deliver", |fault| {
        let trial = Trial::new(library, Some(&template), fault);
        let ran = trial.run(&words, &template.mail.text);
        ran.is_honest(&[0, 75]);
        let mails = || trial.reader().inbox_count(SpoolState::Spooled).unwrap();
        assert!(!ran.is_well() || mails() == 2, "exit 0, and the mail is not there");
        trial.run_well(&words, &template.mail.text);
        assert_eq!(mails(), 2, "the mail came twice and is one");
        check(&trial, &[&template.mail.text]);
        ran.calls
    });
}

#[test]
fn a_new_database_is_made_whole_or_made_again() {
    let Some(library) = preload::library() else { return };
    let mail = story::Brought::sign_up("newcomer");
    let words = ["deliver", "--to", CLUB];
    each_call("the first deliver", |fault| {
        let trial = Trial::new(library, None, fault);
        let ran = trial.run(&words, &mail.text);
        ran.is_honest(&[0, 75]);
        trial.run_well(&words, &mail.text);
        assert_eq!(trial.reader().inbox_count(SpoolState::Spooled).unwrap(), 1);
        laws::is_whole(&trial.house.database());
        ran.calls
    });
}

#[test]
fn work_does_everything_once_whatever_fails() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    each_call("work", |fault| {
        let trial = Trial::new(library, Some(&template), fault);
        let ran = trial.run(&["work"], "");
        ran.is_honest(&[0, 1, 75]);
        let counts = trial.reader().counts().unwrap();
        assert!(!ran.is_well() || counts.spooled == 0, "exit 0 after {:?}, and a mail waits", ran.failed);
        assert_eq!(counts.failed, 0, "a mail was blamed for {:?}", ran.failed);
        check(&trial, &[]);
        ran.calls
    });
}

#[test]
fn serve_goes_on_when_the_disk_is_well_again() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    each_call("serve", |fault| serve(library, &template, fault).1);
}

/// SQLite opens a file for reading where it may not write, and says nothing: a server that begins so refuses all mail for ever.
#[test]
fn serve_does_not_go_on_with_a_file_that_it_can_only_read() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    let (well, _) = serve(library, &template, Fault { at: 0, error: Error::Ails, goes_on: false });
    let records = well.records();
    let counted = records.iter().filter_map(|record| match record {
        Record::Counted { call, path } => Some(call == "open" && path.ends_with("taflpost.db")),
        _ => None,
    });
    let opened: Vec<u64> = (1..).zip(counted).filter(|(_, is)| *is).map(|(at, _)| at).collect();
    assert!(!opened.is_empty(), "it opens no database");
    for at in opened {
        let fault = Fault { at, error: Error::Ails, goes_on: false };
        let _where = Where("serve", fault);
        serve(library, &template, fault);
    }
}

/// Brings a mail to a server whose disk fails so, until it is taken, the server has ended, or it says no for good; the calls that it made.
fn serve(library: &Path, template: &Template, fault: Fault) -> (Trial, u64) {
    let trial = Trial::new(library, Some(template), fault);
    let mut running = trial.serve();
    let server = &mut running.0;
    let text = template.mail.text.replace('\n', "\r\n");
    let mut tries = 0;
    // Once it has failed, and so for good: then it says no until it is told to stop.
    let taken = poll("an answer at the door", || {
        let answer = post::bring(&trial.house.door(), &template.mail.from, CLUB, &text);
        let is_over = server.try_wait().unwrap().is_some();
        let was_refused = answer.as_ref().is_err_and(|no| no.kind() == std::io::ErrorKind::Other);
        tries += u32::from(was_refused);
        (answer.is_ok() || is_over || (fault.goes_on && tries > 2)).then_some(answer.is_ok())
    });
    let pid = server.id().to_string();
    let _ = Command::new("sh").args(["-c", "kill -TERM \"$1\" 2>/dev/null", "sh", &pid]).status().unwrap();
    let status = poll("the server to end", || server.try_wait().unwrap());
    let said = Output { status, stdout: Vec::new(), stderr: std::fs::read(trial.log()).unwrap() };
    let ran = trial.ran(&said);
    ran.is_honest(&[0, 1, 75]);
    // At a door that was open, one call that fails costs no more than one more try.
    assert!(taken || fault.goes_on || !ran.is_well(), "not taken after {:?}", ran.failed);
    let brought: &[&str] = &[&template.mail.text];
    check(&trial, if taken { brought } else { &[] });
    drop(running);
    (trial, ran.calls)
}

#[test]
fn a_backup_is_whole_or_is_not_there() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    each_call("backup", |fault| {
        let trial = Trial::new(library, Some(&template), fault);
        let backup = trial.data().with_file_name("backup.db");
        let words = ["backup", backup.to_str().unwrap()];
        let ran = trial.run(&words, "");
        ran.is_honest(&[0, 1, 75]);
        laws::check_backup(&backup, ran.is_well());
        let _ = std::fs::remove_file(&backup);
        trial.run_well(&words, "");
        laws::check_backup(&backup, true);
        assert_eq!(laws::leftovers(backup.parent().unwrap()), [].into());
        check(&trial, &[]);
        ran.calls
    });
}

#[test]
fn a_restore_is_the_old_club_or_the_new_one() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    each_call("restore", |fault| {
        let trial = Trial::new(library, Some(&template), fault);
        // The club as it was, in the place of one that has heard one mail more.
        let backup = trial.data().with_file_name("backup.db");
        Keeper::new().copy(&trial.data(), &backup);
        Keeper::new().take_in(&trial.data(), &template.mail.text);
        let words = ["restore", backup.to_str().unwrap()];
        let ran = trial.run(&words, "");
        ran.is_honest(&[0, 1, 75]);
        if !ran.is_well() {
            trial.run_well(&words, "");
        }
        laws::is_whole(&trial.house.database());
        assert_eq!(trial.reader().inbox_count(SpoolState::Spooled).unwrap(), 1);
        let kept = std::fs::read_dir(trial.data()).unwrap().map(|entry| entry.unwrap().path());
        let kept: Vec<PathBuf> = kept.filter(|path| path.to_string_lossy().contains(".replaced.")).collect();
        let newer = kept.iter().filter(|path| path.extension().is_none_or(|end| !is_log(end))).any(|path| {
            Reader::open(path).is_ok_and(|reader| reader.inbox_count(SpoolState::Spooled).is_ok_and(|mails| mails == 2))
        });
        assert!(newer, "what was there before is lost: {kept:?}");
        check(&trial, &[]);
        ran.calls
    });
}

fn is_log(ending: &std::ffi::OsStr) -> bool {
    let ending = ending.to_string_lossy();
    ending.ends_with("-wal") || ending.ends_with("-shm")
}

#[test]
fn an_import_is_taken_whole_and_once() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/bare.txt");
    each_call("import", |fault| {
        let trial = Trial::new(library, Some(&template), fault);
        let words = ["import", "--rules", "brandubh", record.to_str().unwrap()];
        let ran = trial.run(&words, "");
        ran.is_honest(&[0, 1, 75]);
        let games = || {
            let file = rusqlite::Connection::open(trial.house.database()).unwrap();
            file.query_row("SELECT count(*) FROM archive", [], |row| row.get::<_, u32>(0)).unwrap()
        };
        let found = games();
        assert!(found == 3 || found == 0 && !ran.is_well(), "{found} games, exit {:?}", ran.status);
        trial.run_well(&words, "");
        assert_eq!(games(), 3);
        assert_eq!(trial.reader().games_count(&GameFilter::All).unwrap(), 1);
        check(&trial, &[]);
        ran.calls
    });
}
