//! `taflpost serve` as a process in its own folder: started, followed by its log, and ended in one way or another.
//!
//! Its door is a unix socket in that folder. So no port has to be guessed, and a dead socket has to be replaced after each crash. Its
//! letters go into Maildirs in that folder.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long anything may take before the test gives up on it. Nothing waits this long unless something is broken.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The club's address.
pub const CLUB: &str = "tafl@club.test";

/// Log lines shown when a test fails.
const TAIL: usize = 40;

/// A folder with settings, a database and letters in it. Servers come and go.
pub struct House {
    folder: tempfile::TempDir,
    /// Set in the environment of each process.
    surroundings: Vec<(String, String)>,
}

/// How a server ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// SIGKILL: it does not get to know.
    Killed,
    /// SIGTERM: it puts its things in order and leaves with exit code 0.
    Told,
}

impl House {
    pub fn new() -> House {
        House::within(tempfile::tempdir().unwrap(), |_| Vec::new())
    }

    /// The same in a given folder, whose processes find something in their environment.
    pub fn within(folder: tempfile::TempDir, surroundings: impl FnOnce(&Path) -> Vec<(String, String)>) -> House {
        let path = |name: &str| folder.path().join(name).display().to_string();
        let settings = format!(
            "[club]\naddress = \"{CLUB}\"\n[store]\nfolder = {:?}\n[listen]\nsmtp = \"off\"\nlmtp = \"unix:{}\"\n\
             [log]\nlevel = \"debug\"\n",
            path("data"),
            path("lmtp"),
        );
        std::fs::write(folder.path().join("server.toml"), settings).unwrap();
        let surroundings = surroundings(folder.path());
        House { folder, surroundings }
    }

    pub fn door(&self) -> PathBuf {
        self.folder.path().join("lmtp")
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("data/taflpost.db")
    }

    /// The Maildir of a recipient.
    pub fn maildir(&self, address: &str) -> PathBuf {
        self.folder.path().join("data/letters").join(address)
    }

    /// The program with this house's settings.
    pub fn taflpost(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taflpost"));
        command.arg("--config").arg(self.folder.path().join("server.toml")).args(words);
        command.envs(self.surroundings.iter().cloned());
        command
    }

    /// Begins a server; it may not be ready yet.
    pub fn serve(&self) -> Server {
        let mut process = self
            .taflpost(&["serve"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(process.stderr.take().unwrap());
        let (tell, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in log.split(b'\n').map_while(Result::ok) {
                // When nobody listens the log is still read, or the server would wait for its reader.
                let _ = tell.send(String::from_utf8_lossy(&line).into_owned());
            }
        });
        Server { process, lines, heard: Vec::new() }
    }
}

/// A server at work.
pub struct Server {
    process: Child,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl Server {
    /// Follows the log for so many lines, or until there is nothing left to come.
    pub fn follow(&mut self, lines: u32, is_over: impl Fn() -> bool) {
        for _ in 0..lines {
            let heard = poll("the server to say something", || match self.hear(Duration::from_millis(20)) {
                Ok(_) => Some(true),
                Err(RecvTimeoutError::Timeout) => is_over().then_some(false),
                Err(RecvTimeoutError::Disconnected) => panic!("the server has ended by itself"),
            });
            if !heard {
                return;
            }
        }
    }

    /// Follows the log until a line has these words.
    pub fn follow_until(&mut self, words: &str) {
        while !self.hear(PATIENCE).unwrap().contains(words) {}
    }

    /// The next line of the log. Disconnected when the server has ended.
    fn hear(&mut self, patience: Duration) -> Result<String, RecvTimeoutError> {
        let line = self.lines.recv_timeout(patience)?;
        self.heard.push(line.clone());
        Ok(line)
    }

    /// Ends it, and waits until it is gone. One that was told must leave in good order.
    pub fn end(mut self, end: End) {
        assert!(self.process.try_wait().unwrap().is_none(), "the server ended by itself");
        match end {
            End::Killed => {
                self.process.kill().unwrap();
                self.process.wait().unwrap();
            }
            End::Told => {
                let pid = self.process.id().to_string();
                // Without unsafe code only another program can send it.
                assert!(Command::new("sh").args(["-c", "kill -TERM \"$1\"", "sh", &pid]).status().unwrap().success());
                while self.hear(PATIENCE).is_ok() {}
                let status = self.left();
                assert!(status.success(), "{status}");
                let last = self.heard.iter().rfind(|line| !line.trim().is_empty()).cloned().unwrap_or_default();
                assert!(last.ends_with("no work was interrupted"), "{last}");
            }
        }
    }

    /// The exit status of a server that has closed its log.
    fn left(&mut self) -> ExitStatus {
        poll("the server to end", || self.process.try_wait().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // After `end` there is nobody left to kill.
        let _ = self.process.kill();
        let _ = self.process.wait();
        if std::thread::panicking() {
            self.heard.extend(self.lines.try_iter());
            let tail = self.heard.len().saturating_sub(TAIL);
            println!("the end of the server's log:\n{}", self.heard[tail..].join("\n"));
        }
    }
}

/// Asks again and again, within reason.
pub fn poll<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < until, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The names in a folder; none where it is not there yet.
pub fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}
