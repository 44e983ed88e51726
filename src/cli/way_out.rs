//! The way out as the settings say it: a relay, its login and its certificates, or Maildirs.

use crate::cli::settings::{Relay as RelaySetting, Tls as TlsSetting};
use crate::cli::{Place, Trouble};
use crate::delivery::{Login, Relay, RelaySettings, Tls, Transport};
use std::fmt::Display;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long the relay may take for one answer.
const ANSWER_WAIT: Duration = Duration::from_secs(60);

/// How long `password_command` may take. One that asks somebody at a terminal would take for ever.
const COMMAND_WAIT: Duration = Duration::from_secs(30);

/// The longest password, in bytes.
const PASSWORD_BYTES_MAX: u64 = 4_096;

/// Where letters go: to the relay of the settings or, without one, into Maildirs.
pub(super) fn transport(place: &Place) -> Result<Transport, Trouble> {
    let setting = &place.settings.relay;
    let Some(host) = &setting.host else {
        return Ok(Transport::Folder(place.letters()));
    };
    let roots_pem = match &setting.ca_file {
        Some(path) => {
            let read = std::fs::read(path);
            Some(read.map_err(|error| failed(&format!("ca_file {}", path.display()), &error))?)
        }
        None => None,
    };
    let settings = RelaySettings {
        host: host.clone(),
        port: setting.port,
        tls: match setting.tls {
            TlsSetting::Starttls => Tls::Starttls,
            TlsSetting::Implicit => Tls::Implicit,
            TlsSetting::None => Tls::None,
        },
        login: login(setting)?,
        roots_pem,
        hello: None,
        answer_wait: ANSWER_WAIT,
    };
    Relay::new(settings).map(Transport::Relay).map_err(|error| failed("cannot be used", &error))
}

fn failed(what: &str, why: &dyn Display) -> Trouble {
    Trouble::Failed(format!("[relay] {what}: {why}"))
}

fn login(setting: &RelaySetting) -> Result<Option<Login>, Trouble> {
    let Some(user) = &setting.user else {
        return Ok(None);
    };
    let password = match (&setting.password, &setting.password_file, &setting.password_command) {
        (Some(password), ..) => password.clone(),
        (None, Some(path), _) => std::fs::read_to_string(path)
            .map_err(|error| failed(&format!("password_file {}", path.display()), &error))?,
        (None, None, Some(command)) => {
            printed_by(command, COMMAND_WAIT).map_err(|why| failed("password_command", &why))?
        }
        (None, None, None) => return Ok(None),
    };
    let password = password.trim_end_matches(['\r', '\n']).to_owned();
    Ok(Some(Login { user: user.clone(), password }))
}

/// What a command prints within this time. It has nothing to read and nobody to ask.
fn printed_by(command: &str, patience: Duration) -> Result<String, String> {
    let mut process = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // It may start others; all of them are ended together.
        .process_group(0)
        .spawn()
        .map_err(|error| error.to_string())?;
    let printed = process.stdout.take().expect("its output was asked for");
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = printed.take(PASSWORD_BYTES_MAX + 1).read_to_end(&mut text);
        // Nobody listens once it has taken too long.
        let _ = tell.send(read.map(|_| text));
    });
    let text = match told.recv_timeout(patience) {
        Ok(Ok(text)) if text.len() as u64 <= PASSWORD_BYTES_MAX => text,
        Ok(Ok(_)) => {
            end(process);
            return Err(format!("it prints more than {PASSWORD_BYTES_MAX} bytes"));
        }
        Ok(Err(error)) => return Err(error.to_string()),
        Err(_) => {
            end(process);
            let seconds = patience.as_secs();
            return Err(format!("it has not ended after {seconds} s; it must print the password and ask nobody"));
        }
    };
    let status = process.wait().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("it ended with {status}"));
    }
    String::from_utf8(text).map_err(|_| "what it prints is no text".to_owned())
}

fn end(mut process: Child) {
    let group = format!("-{}", process.id());
    // Without unsafe code only another program can send it. What cannot be ended is left behind.
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = process.kill();
    let _ = process.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_prints_the_password_or_is_told_why_not() {
        let ages = Duration::from_secs(600);
        assert_eq!(printed_by("echo sesame", ages), Ok("sesame\n".to_owned()));
        // It has nothing to read: this would wait for the keyboard.
        assert_eq!(printed_by("cat; echo sesame", ages), Ok("sesame\n".to_owned()));
        for (command, patience, says) in [
            ("exit 3", ages, "exit status: 3"),
            ("printf '\\377'", ages, "no text"),
            ("yes", ages, "more than"),
            ("tail -f /dev/null", Duration::ZERO, "has not ended"),
            ("tail -f /dev/null & echo sesame", Duration::ZERO, "has not ended"),
        ] {
            let printed = printed_by(command, patience);
            assert!(printed.as_ref().is_err_and(|why| why.contains(says)), "{command}: {printed:?}");
        }
    }
}
