//! A mailbox at a provider: where it is, how we get in, and what its folders are called.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use crate::mail::{Secret, Tls};

/// What proves who we are.
#[derive(Clone)]
pub enum Login {
    /// A password.
    Password(Secret),
    /// An OAuth access token (XOAUTH2).
    Token(Secret),
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Login::Password(_) => "Password(****)",
            Login::Token(_) => "Token(****)",
        })
    }
}

/// Everything about the mailbox.
#[derive(Debug, Clone)]
pub struct Account {
    /// The server's name; the certificate must be for it.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub tls: Tls,
    /// Certificates in PEM that are trusted besides those of the system.
    pub roots_pem: Option<Vec<u8>>,
    /// The login name.
    pub user: String,
    /// What proves that it is ours.
    pub login: Login,
    /// The folder in which mails arrive.
    pub folder: String,
    /// Where mails go that are in the spool.
    pub done: String,
    /// Where mails go that cannot be taken.
    pub failed: String,
    /// Whether a server at this address runs on another machine: then its clock can speak for the time.
    pub is_elsewhere: fn(IpAddr) -> bool,
}

impl Account {
    /// How the log and `status` name it: `tafl@example.org at imap.example.org`.
    pub fn place(&self) -> String {
        format!("{} at {}", self.user, self.host)
    }

    /// Whether nobody can listen between us and the server.
    pub(super) fn is_on_this_machine(&self) -> bool {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|host| host.is_loopback())
    }

    /// What a mail of the folder is called for all times: another mailbox, or one that was made anew, has other names
    /// for its mails, even where the numbers are the same.
    pub(super) fn source_key(&self, uid_validity: u32, uid: u32) -> String {
        format!("imap:{}@{}/{}:{uid_validity}:{uid}", self.user, self.host, self.folder)
    }
}

/// How a folder may be called in the settings: as the server writes it, in letters that need no quoting.
pub fn is_folder_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && !"\"\\%*{}()".contains(c) || c == ' ';
    (1..=100).contains(&name.len()) && name.chars().all(plain) && name.trim() == name
}

/// How long we wait, and how long between two looks. Only tests have other values than the default.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// For one answer.
    pub answer_wait: Duration,
    /// For a mail.
    pub mail_wait: Duration,
    /// Before a full look where the server tells of new mails (IDLE).
    pub idle_max: Duration,
    /// Before the next look where it does not.
    pub poll: Duration,
    /// Between two looks of which the first found nothing, whatever the server tells.
    pub breath: Duration,
    /// Before the first try to connect again; then twice as long each time.
    pub backoff_first: Duration,
    /// Before any try to connect again; and before each one where somebody must mend something.
    pub backoff_max: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            answer_wait: Duration::from_secs(60),
            mail_wait: Duration::from_secs(300),
            idle_max: Duration::from_secs(300),
            poll: Duration::from_secs(60),
            breath: Duration::from_secs(1),
            backoff_first: Duration::from_secs(10),
            backoff_max: Duration::from_secs(600),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn folders_are_named_as_the_server_writes_them() {
        for good in ["INBOX", "Done", "INBOX.Done", "Tafl club/Done", "Erledigt &- gut", "[Gmail]/All Mail"] {
            assert!(is_folder_name(good), "{good}");
        }
        for bad in ["", " ", "Done ", "a\"b", "a\\b", "a\r\nb", "Fertig\u{fc}", "*", "a%"] {
            assert!(!is_folder_name(bad), "{bad:?}");
        }
    }

    #[test]
    fn a_secret_is_not_printed() {
        let secret: Secret = Arc::new(|| Ok("sesame".to_owned()));
        let text = format!("{:?} {:?}", Login::Password(Arc::clone(&secret)), Login::Token(secret));
        assert!(!text.contains("sesame"), "{text}");
    }
}
