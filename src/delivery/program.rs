//! Delivery by a program on this machine: `sendmail` of Postfix, Exim and others, or `msmtp`. It gets the letter on its standard input and
//! the envelope as arguments, and its exit code (sysexits.h) says what happened.
//!
//! ```text
//!  /usr/sbin/sendmail -i -f club+b.k7qf@tafl.example.org -- ann@example.org
//! ```
//!
//! | it ends with | what follows |
//! | --- | --- |
//! | 0 | the program has accepted the letter |
//! | 67, 68: no such user, no such host | the letter is refused |
//! | 64, 69, 77, 78: usage, service, permission, configuration; or the program does not exist | our problem: all wait, alarm |
//! | 75 and anything else, or no end within five minutes | the letter is tried later |

use std::io::Read;
use std::io::Write;
use std::path::Path;
use std::process::Child;
use std::process::Command;
use std::process::ExitStatus;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use crate::delivery::setback::Setback;
use crate::mail::DeliveryStatus;
use crate::store::Due;

/// How long the program may take.
const WAIT: Duration = Duration::from_secs(300);

/// How much of its error output is kept, in bytes.
const COMPLAINT_BYTES_MAX: u64 = 400;

/// A program that accepts letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    path: String,
    arguments: Vec<String>,
}

impl Program {
    /// Reads a line such as `/usr/sbin/sendmail -i`: words between blanks, without a shell. `None` unless the first word is an absolute
    /// path.
    pub fn new(line: &str) -> Option<Program> {
        let mut words = line.split_whitespace().map(str::to_owned);
        let path = words.next().filter(|path| path.starts_with('/'))?;
        Some(Program { path, arguments: words.collect() })
    }

    pub(super) fn probe(&self) -> Result<(), Setback> {
        match Path::new(&self.path).is_file() {
            true => Ok(()),
            false => Err(Setback::Ours(format!("the program {} does not exist", self.path))),
        }
    }

    pub(super) fn carry(&self, letter: &Due) -> Result<(), Setback> {
        let from = if letter.envelope_from.is_empty() { "<>" } else { &letter.envelope_from };
        let mut child = Command::new(&self.path)
            .args(&self.arguments)
            .args(["-f", from, "--", &letter.to])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Setback::Ours(format!("{}: {error}", self.path)))?;
        // Programs want the line ends of this machine. Those that speak SMTP convert them.
        let text = String::from_utf8_lossy(&letter.bytes).replace("\r\n", "\n");
        let input = child.stdin.take();
        thread::spawn(move || {
            // A program that does not read to the end says why with its exit code.
            let _ = input.map(|mut input| input.write_all(text.as_bytes()));
        });
        let complaints = child.stderr.take();
        let complaints = thread::spawn(move || {
            let mut said = Vec::new();
            if let Some(mut complaints) = complaints {
                let _ = complaints.by_ref().take(COMPLAINT_BYTES_MAX).read_to_end(&mut said);
                // The rest is read too, or else the program would wait for its reader.
                let _ = std::io::copy(&mut complaints, &mut std::io::sink());
            }
            String::from_utf8_lossy(&said).split_whitespace().collect::<Vec<_>>().join(" ")
        });
        let Some(ended) = wait(&mut child) else {
            let why = format!("{} did not end within {} s", self.path, WAIT.as_secs());
            return Err(Setback::Later { why, is_mailbox: false });
        };
        if ended.success() {
            return Ok(());
        }
        let said = complaints.join().unwrap_or_default();
        let why = format!("{} failed with {ended}: {said}", self.path);
        Err(match ended.code() {
            Some(67) => Setback::Refused { why, mailbox: Some(DeliveryStatus::NO_MAILBOX) },
            Some(68) => Setback::Refused { why, mailbox: Some(DeliveryStatus::NO_HOST) },
            Some(64 | 69 | 77 | 78) => Setback::Ours(why),
            _ => Setback::Later { why, is_mailbox: false },
        })
    }
}

/// The program's exit status. `None` if it had to be killed.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    let until = Instant::now() + WAIT;
    let mut pause = Duration::from_millis(2);
    loop {
        match child.try_wait() {
            Ok(Some(ended)) => return Some(ended),
            Ok(None) if Instant::now() < until => thread::sleep(pause),
            _ => {
                // It may have ended by itself.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
        pause = (pause * 2).min(Duration::from_millis(100));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn letter(from: &str) -> Due {
        Due {
            id: 1,
            envelope_from: from.to_owned(),
            to: "-ann@example.org".to_owned(),
            bytes: b"Subject: x\r\n\r\n.hidden\r\n".to_vec(),
            attempts: 0,
            created: chrono::DateTime::UNIX_EPOCH,
            open: chrono::TimeDelta::zero(),
            tried: None,
            thread: None,
            is_outdated: false,
            class: Default::default(),
        }
    }

    /// A program that runs these lines of shell in its folder.
    fn program(folder: &Path, lines: &str) -> Program {
        let path = folder.join("sendmail");
        // Written by another process. Another process of this test that is just starting could hold the file open, and then the program
        // could not run.
        let text = format!("#!/bin/sh\ncd {}\n{lines}\n", folder.display());
        let writer = Command::new("sh").args(["-c", "cat > \"$0\""]).arg(&path).stdin(Stdio::piped()).spawn();
        let mut writer = writer.unwrap();
        writer.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        writer.wait().unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Program::new(&format!("{} -i", path.display())).unwrap()
    }

    #[test]
    fn the_program_gets_the_letter_and_its_envelope() {
        let folder = tempfile::tempdir().unwrap();
        let sendmail = program(folder.path(), "echo \"$@\" > args; cat > letter");
        for (from, args) in
            [("club@tafl.test", "-i -f club@tafl.test -- -ann@example.org\n"), ("", "-i -f <> -- -ann@example.org\n")]
        {
            sendmail.carry(&letter(from)).unwrap();
            assert_eq!(fs::read_to_string(folder.path().join("args")).unwrap(), args);
            assert_eq!(fs::read(folder.path().join("letter")).unwrap(), b"Subject: x\n\n.hidden\n");
        }
    }

    #[test]
    fn its_exit_code_tells_what_is_to_blame() {
        let folder = tempfile::tempdir().unwrap();
        for (code, expected) in [(67, "refused"), (75, "later"), (1, "later"), (78, "ours"), (77, "ours")] {
            let sendmail = program(folder.path(), &format!("echo no such luck >&2; exit {code}"));
            let setback = sendmail.carry(&letter("")).unwrap_err();
            let kind = match &setback {
                Setback::Refused { .. } => "refused",
                Setback::Later { .. } => "later",
                Setback::Suspect { .. } | Setback::Limit(_) => "suspect",
                Setback::NoWay(_) => "no-way",
                Setback::Ours(_) => "ours",
                Setback::Stopping => "stopping",
            };
            assert_eq!(kind, expected, "{code}");
            assert!(setback.to_string().contains("no such luck"), "{setback}");
        }
    }

    #[test]
    fn what_is_no_program_is_found_out() {
        assert_eq!(Program::new("sendmail -i"), None);
        assert_eq!(Program::new(" "), None);
        let nowhere = Program::new("/nowhere/sendmail").unwrap();
        assert!(matches!(nowhere.probe(), Err(Setback::Ours(_))));
        assert!(matches!(nowhere.carry(&letter("")), Err(Setback::Ours(_))));
    }
}
