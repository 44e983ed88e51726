//! Where mail is fetched from: a mailbox at a provider, or a Maildir.

use crate::cli::settings::bad_setting::Wrong;
use crate::cli::settings::hidden::Hidden;
use crate::cli::settings::values;
use crate::intake::imap;
use crate::mail::Tls;
use serde::Deserialize;
use std::path::PathBuf;

/// How often a mailbox may be checked, in seconds.
const POLL_SECONDS: std::ops::RangeInclusive<u32> = 10..=3600;

/// A mailbox at a provider, read by IMAP.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mailbox {
    /// The provider's server. Without one, no mailbox is read.
    pub host: Option<String>,
    /// Its port.
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
    /// The folder that mails arrive in.
    pub folder: String,
    /// The folder for mails that are in the database.
    pub done: String,
    /// The folder for mails that cannot be taken in.
    pub failed: String,
    /// How often to check if the server does not report new mails.
    pub poll_seconds: u32,
}

/// A Maildir that a mail server or another program fills.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Maildir {
    /// The folder that contains `new` and `cur`. Without one, no Maildir is read.
    pub folder: Option<PathBuf>,
}

impl Default for Mailbox {
    fn default() -> Mailbox {
        Mailbox {
            host: None,
            port: 993,
            tls: Tls::Implicit,
            user: None,
            password: None,
            password_file: None,
            password_command: None,
            token_command: None,
            ca_file: None,
            folder: "INBOX".to_owned(),
            done: "Done".to_owned(),
            failed: "Failed".to_owned(),
            poll_seconds: 60,
        }
    }
}

impl Mailbox {
    pub(super) fn check(&self) -> Result<(), Wrong> {
        let wrong = |key: &'static str, message: String| Err(Wrong { section: "mailbox", key, message });
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
        if self.host.is_some() != (self.user.is_some() && given == 1) {
            return wrong("host", format!("a mailbox needs host, user and one of {WAYS}"));
        }
        if self.user.iter().chain(&self.host).any(|text| text.is_empty() || text.contains(char::is_control)) {
            return wrong("user", "host and user must not be empty, and must not contain line breaks".to_owned());
        }
        if self.tls == Tls::None && self.host.as_deref().is_some_and(|host| !is_loopback(host)) {
            let message = "a password is never sent without TLS; set tls to \"implicit\" or \"starttls\"";
            return wrong("tls", message.to_owned());
        }
        for (key, name) in [("folder", &self.folder), ("done", &self.done), ("failed", &self.failed)] {
            if !imap::is_folder_name(name) {
                let allowed = "use ASCII characters, but not \" \\ % * ( ) { }; write characters that are not \
                               ASCII in modified UTF-7, as the mail server does";
                return wrong(key, format!("{name:?} cannot be the name of a folder; {allowed}"));
            }
        }
        if self.folder.eq_ignore_ascii_case(&self.done) || self.folder.eq_ignore_ascii_case(&self.failed) {
            let message = format!(
                "the folders for done and failed mails must differ from {:?}, the folder that is read",
                self.folder
            );
            return wrong("done", message);
        }
        if !POLL_SECONDS.contains(&self.poll_seconds) {
            let (low, high) = POLL_SECONDS.into_inner();
            return wrong("poll_seconds", format!("it is {}, but must be {low} to {high}", self.poll_seconds));
        }
        Ok(())
    }
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|host| host.is_loopback())
}
