//! How letters are sent: by a relay or a program, with which login, and how many.

use crate::cli::settings::bad_setting::Wrong;
use crate::cli::settings::hidden::Hidden;
use crate::cli::settings::values;
use crate::delivery::Program;
use crate::mail::Tls;
use serde::Deserialize;
use std::path::PathBuf;

/// How letters are sent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Relay {
    /// The relay's name. Without one, letters go into Maildirs.
    pub host: Option<String>,
    /// A program on this machine that accepts letters, instead of a relay.
    pub command: Option<String>,
    /// The relay's port.
    #[serde(deserialize_with = "values::port")]
    pub port: u16,
    /// How the connection is encrypted.
    pub tls: Tls,
    /// The login name.
    pub user: Option<String>,
    /// Its password,
    pub password: Option<Hidden>,
    /// or a file that holds it,
    pub password_file: Option<PathBuf>,
    /// or a command that prints it,
    pub password_command: Option<String>,
    /// or a command that prints an access token.
    pub token_command: Option<String>,
    /// A file with additional certificates to trust, in PEM.
    pub ca_file: Option<PathBuf>,
    /// How many letters are sent at the same time, 1 to 32.
    #[serde(deserialize_with = "values::connections")]
    pub connections: u8,
    /// The envelope sender.
    pub envelope: EnvelopeSetting,
    /// The most letters in any minute.
    pub per_minute: Option<u32>,
    /// The most letters in any 24 hours.
    pub per_day: Option<u32>,
}

/// The envelope sender of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EnvelopeSetting {
    /// One address for each letter.
    Bounce,
    /// The club's address.
    Fixed,
}

impl Default for Relay {
    fn default() -> Relay {
        Relay {
            host: None,
            command: None,
            port: 587,
            tls: Tls::Starttls,
            user: None,
            password: None,
            password_file: None,
            password_command: None,
            token_command: None,
            ca_file: None,
            connections: 8,
            envelope: EnvelopeSetting::Bounce,
            per_minute: None,
            per_day: None,
        }
    }
}

impl Relay {
    pub(super) fn check(&self) -> Result<(), Wrong> {
        let wrong = |key: &'static str, message: String| Err(Wrong { section: "relay", key, message });
        let ways = [
            self.password.is_some(),
            self.password_file.is_some(),
            self.password_command.is_some(),
            self.token_command.is_some(),
        ];
        let given = ways.iter().filter(|given| **given).count();
        const WAYS: &str = "password, password_file, password_command and token_command";
        if given > 1 {
            return wrong("password", format!("give only one of {WAYS}"));
        }
        if self.user.is_some() != (given == 1) {
            return wrong("user", format!("a login needs user and one of {WAYS}"));
        }
        if let Some(command) = &self.command {
            if self.host.is_some() {
                return wrong("command", "give only one of host and command".to_owned());
            }
            if Program::new(command).is_none() {
                let message =
                    format!("{command:?} must begin with the full path of a program, as in /usr/sbin/sendmail -i");
                return wrong("command", message);
            }
        }
        for (key, number) in [("per_minute", self.per_minute), ("per_day", self.per_day)] {
            if number == Some(0) {
                return wrong(key, "it must be 1 or more; leave it out for no limit".to_owned());
            }
        }
        Ok(())
    }
}
