//! Where a password or a token comes from: the settings, a file, or a command that prints it.

use crate::cli::settings::Hidden;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long a command may take: it may have to ask another machine. A command that waits for a person at a terminal never ends.
const COMMAND_WAIT: Duration = Duration::from_secs(30);

/// The longest secret, in bytes. Access tokens of some providers have several thousand.
const SECRET_BYTES_MAX: u64 = 64 * 1024;

/// One source of a secret. `key` is the setting's name, for error messages.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// The settings contain it.
    Given(Hidden),
    /// A file holds it.
    File(PathBuf),
    /// A command prints it.
    Command { key: &'static str, command: String },
}

impl Source {
    /// The source that is given, of those that a section of the settings may have.
    pub(super) fn of(
        given: Option<&Hidden>,
        file: Option<&PathBuf>,
        command: Option<&String>,
        token_command: Option<&String>,
    ) -> Option<Source> {
        let by = |key, command: &String| Source::Command { key, command: command.clone() };
        (given.cloned().map(Source::Given))
            .or_else(|| file.cloned().map(Source::File))
            .or_else(|| command.map(|command| by("password_command", command)))
            .or_else(|| token_command.map(|command| by("token_command", command)))
    }

    /// Reads the secret as it is now. An error names the setting and never contains the secret.
    pub(super) fn read(&self) -> Result<String, String> {
        let (key, text) = match self {
            Source::Given(password) => ("password", password.reveal().to_owned()),
            Source::File(path) => {
                let read = std::fs::read_to_string(path);
                ("password_file", read.map_err(|error| format!("password_file {}: {error}", path.display()))?)
            }
            Source::Command { key, command } => {
                (*key, printed_by(command, COMMAND_WAIT).map_err(|why| format!("{key}: {why}"))?)
            }
        };
        let secret = text.trim_end_matches(['\r', '\n']);
        if secret.is_empty() {
            return Err(format!("{key}: it is empty"));
        }
        if secret.contains(char::is_control) {
            return Err(format!("{key}: it must be a single line"));
        }
        Ok(secret.to_owned())
    }
}

/// The output of a command. Its error output goes where ours goes.
pub(super) fn printed_by(command: &str, wait: Duration) -> Result<String, String> {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // The command may start others, which keep its output open. All of them are killed together.
        .process_group(0)
        .spawn()
        .map_err(|error| error.to_string())?;
    let (tell, told) = mpsc::channel();
    if let Some(mut output) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut printed = Vec::new();
            let read = output.by_ref().take(SECRET_BYTES_MAX + 1).read_to_end(&mut printed);
            // Nothing waits any more if it took too long.
            let _ = tell.send(read.map(|_| printed));
        });
    }
    let Ok(printed) = told.recv_timeout(wait) else {
        end(child);
        return Err(format!(
            "the command did not end within {} seconds; it must print one line and exit, without asking for input",
            wait.as_secs()
        ));
    };
    let printed = printed.map_err(|error| error.to_string())?;
    if printed.len() as u64 > SECRET_BYTES_MAX {
        end(child);
        return Err(format!("the command prints more than {SECRET_BYTES_MAX} bytes"));
    }
    let ended = child.wait().map_err(|error| error.to_string())?;
    if !ended.success() {
        return Err(format!("the command failed with {ended}"));
    }
    String::from_utf8(printed).map_err(|_| "the command prints something that is not UTF-8 text".to_owned())
}

fn end(mut child: Child) {
    let group = format!("-{}", child.id());
    // Without unsafe code, only another program can send the signal to all of them. It does no harm if they have already ended.
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn command(text: &str) -> Result<String, String> {
        Source::Command { key: "token_command", command: text.to_owned() }.read()
    }

    #[test]
    fn a_command_prints_one_line() {
        assert_eq!(command("printf 'sesame\\r\\n'").unwrap(), "sesame");
        for (text, says) in [
            ("true", "token_command: it is empty"),
            ("echo a; echo b", "token_command: it must be a single line"),
            ("echo sesame; exit 3", "token_command: the command failed with exit status: 3"),
            ("head -c 70000 /dev/zero", "token_command: the command prints more than 65536 bytes"),
        ] {
            assert_eq!(command(text).unwrap_err(), says);
        }
    }

    #[test]
    fn a_command_that_does_not_end_is_ended() {
        for text in ["tail -f /dev/null", "tail -f /dev/null & echo sesame"] {
            let why = printed_by(text, Duration::ZERO).unwrap_err();
            assert!(why.contains("did not end"), "{why}");
        }
        // It has no input; otherwise this would wait for the keyboard.
        assert_eq!(command("cat; echo sesame").unwrap(), "sesame");
    }

    #[test]
    fn a_missing_file_is_named() {
        let why = Source::File(PathBuf::from("/nowhere/password")).read().unwrap_err();
        assert!(why.starts_with("password_file /nowhere/password: "), "{why}");
    }
}
