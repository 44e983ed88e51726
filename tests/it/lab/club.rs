//! The program as an operator runs it: a settings file, a folder, `taflpost serve` with its log, and the other commands.

use crate::lab::provider::{PATIENCE, Provider};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

/// How the club reaches its relay.
#[derive(Clone, Copy)]
pub enum Tls {
    /// On the submission port, by its name.
    Starttls,
    /// On the other port, by its number: the certificate is for both.
    Implicit,
}

/// Where in the club's folder the password for the relay is.
pub const PASSWORD_FILE: &str = "relay-password";

pub struct Club {
    program: PathBuf,
    pub folder: PathBuf,
    /// Who runs it; `None` for whoever runs the test.
    user: Option<(u32, u32)>,
    running: Option<Running>,
    /// Every line of the log since the first start.
    pub log: Vec<String>,
}

struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Club {
    /// Writes the settings; nothing runs yet.
    pub fn new(provider: &Provider, folder: &Path, address: &str, tls: Tls) -> Club {
        std::fs::create_dir_all(folder).unwrap();
        let club = Club {
            program: env!("CARGO_BIN_EXE_taflpost").into(),
            folder: folder.to_owned(),
            user: None,
            running: None,
            log: Vec::new(),
        };
        std::fs::write(club.settings(), club.settings_text(provider, address, tls)).unwrap();
        std::fs::write(folder.join(PASSWORD_FILE), provider.fact("LAB_PASSWORD")).unwrap();
        club
    }

    /// Lets another user run it, from a place where he can reach it.
    pub fn hand_to(&mut self, user: (u32, u32), program: &Path) {
        let linked = std::fs::hard_link(&self.program, program);
        linked.or_else(|_| std::fs::copy(&self.program, program).map(drop)).unwrap();
        self.program = program.to_owned();
        self.user = Some(user);
        for path in [&self.folder, &self.settings(), &self.folder.join(PASSWORD_FILE)] {
            std::os::unix::fs::chown(path, Some(user.0), Some(user.1)).unwrap();
        }
    }

    pub fn program(&self) -> &Path {
        &self.program
    }

    pub fn settings(&self) -> PathBuf {
        self.folder.join("server.toml")
    }

    fn settings_text(&self, provider: &Provider, address: &str, tls: Tls) -> String {
        let (word, host, port) = match tls {
            Tls::Starttls => ("starttls", "localhost", provider.port("LAB_SUBMISSION")),
            Tls::Implicit => ("implicit", "127.0.0.1", provider.port("LAB_SUBMISSIONS")),
        };
        let door = provider.port("LAB_GAME_LMTP");
        let (folder, password) = (&self.folder, self.folder.join(PASSWORD_FILE));
        let roots = provider.fact("LAB_CA");
        format!(
            "[club]\nname = \"Taflpost\"\naddress = \"{address}\"\naliases = [\"tafl@pipe.test\"]\n\
             [store]\nfolder = {folder:?}\n\
             [listen]\nsmtp = \"off\"\nlmtp = \"127.0.0.1:{door}\"\n\
             [relay]\nhost = \"{host}\"\nport = {port}\ntls = \"{word}\"\nuser = \"game@box.test\"\n\
             password_file = {password:?}\nca_file = {roots:?}\n\
             [log]\nlevel = \"debug\"\n"
        )
    }

    /// Starts `taflpost serve` and waits until its door is open; returns where that is.
    pub fn serve(&mut self) -> String {
        let mut command = self.command(&["serve"]);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let (tell, lines) = channel();
        let said = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || said.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        assert!(self.running.replace(Running { child, lines }).is_none(), "it runs already");
        let door = self.hears("lmtp: open at");
        door.rsplit_once(' ').unwrap().1.to_owned()
    }

    /// Waits for the next line of the log that holds these words.
    pub fn hears(&mut self, words: &str) -> String {
        let running = self.running.as_ref().expect("the server runs");
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = running.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|error| panic!("the log does not say {words:?}: {error}"));
            self.log.push(line.clone());
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Passes over what the log has said so far.
    pub fn has_said(&mut self) {
        if let Some(running) = &self.running {
            self.log.extend(running.lines.try_iter());
        }
    }

    /// The power goes: SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.child.kill().unwrap();
            running.child.wait().unwrap();
            self.log.extend(running.lines.iter());
            self.log.push("---- killed".to_owned());
        }
    }

    /// The operator ends it: SIGTERM, and it must end well.
    pub fn stop(&mut self) {
        let mut running = self.running.take().expect("the server runs");
        let signal = format!("kill -TERM {}", running.child.id());
        assert!(Command::new("sh").args(["-c", &signal]).status().unwrap().success());
        let ended = running.child.wait().unwrap();
        self.log.extend(running.lines.iter());
        assert!(ended.success(), "serve ends with {ended}");
        let last = self.log.last().cloned().unwrap_or_default();
        assert!(last.contains("taflpost has stopped; no work was interrupted"), "{last}");
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("--config").arg(self.settings()).args(words).current_dir(&self.folder);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    /// Runs one of the other commands.
    pub fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs a command that prints JSON; `None` when it did not work.
    pub fn asks(&self, words: &[&str]) -> Option<Value> {
        let output = self.run(&[words, &["--json"]].concat());
        output.status.success().then(|| serde_json::from_slice(&output.stdout).unwrap())
    }

    /// The rows of a list.
    pub fn list(&self, words: &[&str]) -> Vec<Value> {
        self.asks(words).and_then(|list| list.as_array().cloned()).unwrap_or_default()
    }

    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.folder.join("taflpost.db")
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            let from = self.log.len().saturating_sub(60);
            eprintln!("the last words of the server:\n{}", self.log[from..].join("\n"));
        }
    }
}
