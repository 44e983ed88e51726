//! A mailbox at a provider: its server, the login, and the names of its folders.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use crate::mail::{SecretSource, Tls};

/// The credentials.
#[derive(Clone)]
pub enum MailboxLogin {
    /// A password.
    Password(SecretSource),
    /// An OAuth access token (XOAUTH2).
    Token(SecretSource),
}

impl fmt::Debug for MailboxLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MailboxLogin::Password(_) => "Password(****)",
            MailboxLogin::Token(_) => "Token(****)",
        })
    }
}

/// The settings of the mailbox.
#[derive(Debug, Clone)]
pub struct MailboxAccount {
    /// The name of the server. The certificate must be for it.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub tls: Tls,
    /// Certificates in PEM that are trusted in addition to those of the system.
    pub roots_pem: Option<Vec<u8>>,
    /// The login name.
    pub user: String,
    /// The credentials.
    pub login: MailboxLogin,
    /// The folder that mails arrive in.
    pub folder: String,
    /// The folder for mails that are in the spool.
    pub done: String,
    /// The folder for mails that cannot be taken in.
    pub failed: String,
    /// Whether a server at this address runs on another machine. Then its clock can confirm the time.
    pub is_elsewhere: fn(IpAddr) -> bool,
}

impl MailboxAccount {
    /// Its name in the log and in `status`: `tafl@example.org at imap.example.org`.
    pub fn place(&self) -> String {
        format!("{} at {}", self.user, self.host)
    }

    /// Whether the server is on this machine, so that nobody can listen in.
    pub(super) fn is_on_this_machine(&self) -> bool {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|host| host.is_loopback())
    }

    /// A name for a mail of the folder that never changes. Another mailbox, or one that was created again, gives its mails other names even
    /// if their numbers are the same.
    pub(super) fn source_key(&self, uid_validity: u32, uid: u32) -> String {
        format!("imap:{}@{}/{}:{uid_validity}:{uid}", self.user, self.host, self.folder)
    }
}

/// Whether the settings may use this name for a folder: as the server writes it, in characters that need no escapes.
pub fn is_folder_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && !"\"\\%*{}()".contains(c) || c == ' ';
    (1..=100).contains(&name.len()) && name.chars().all(plain) && name.trim() == name
}

/// How long to wait for answers and between two looks. Only tests change the defaults.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The longest wait for one answer.
    pub answer_wait: Duration,
    /// The longest wait for a mail.
    pub mail_wait: Duration,
    /// The time until the next full look if the server reports new mails (IDLE).
    pub idle_max: Duration,
    /// The time until the next look if it does not.
    pub poll: Duration,
    /// The shortest time between two looks if the first found nothing, whatever the server reports.
    pub breath: Duration,
    /// The wait before the first attempt to reconnect. It doubles each time.
    pub backoff_first: Duration,
    /// The longest wait before an attempt to reconnect. It is used at once if a person must solve the problem.
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
        let secret: SecretSource = Arc::new(|| Ok("sesame".to_owned()));
        let text = format!("{:?} {:?}", MailboxLogin::Password(Arc::clone(&secret)), MailboxLogin::Token(secret));
        assert!(!text.contains("sesame"), "{text}");
    }
}
