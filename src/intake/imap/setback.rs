//! Why a mailbox cannot be read, whether the problem goes away by itself, and what usually helps if it does not.

use std::fmt;
use std::io;

use async_imap::error::Error;

use crate::intake::imap::bounded_stream::TooMuch;

/// The longest text of a problem, in characters.
const WHY_CHARS_MAX: usize = 400;

/// Response codes by which a server says that something valid must wait (RFC 5530).
const NOT_NOW: [&str; 4] = ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"];

/// Why a mailbox could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setback {
    /// The server could not be reached, closed the connection or did not answer. This may go away.
    NoWay(String),
    /// The server sent something that cannot be read, or too much. Perhaps only one mail is the cause.
    Garbled(String),
    /// The settings, the login, the certificate or the folders are wrong. A person must correct that.
    Ours(String),
}

impl fmt::Display for Setback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Setback::NoWay(why) | Setback::Garbled(why) | Setback::Ours(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for Setback {}

impl Setback {
    /// The library's error. Its own text may hold pieces of a mail, so only the texts of the server and of the system are passed on.
    pub(super) fn of(step: &str, error: &Error) -> Setback {
        match error {
            Error::Io(error) => Setback::of_io(step, error),
            Error::No(text) | Error::Bad(text) => {
                Setback::refusal(format!("{step}: the mail server refuses: {}", bare(text)))
            }
            Error::ConnectionLost => Setback::closed(step),
            _ => Setback::Garbled(format!("{step}: the mail server's answer cannot be understood")),
        }
    }

    pub(super) fn of_io(step: &str, error: &io::Error) -> Setback {
        let too_much = error.get_ref().and_then(|inner| inner.downcast_ref::<TooMuch>());
        if let Some(too_much) = too_much {
            return Setback::Garbled(format!("{step}: the mail server sends too much: {too_much}"));
        }
        match error.kind() {
            // The library's own error, with the bytes that it could not read.
            io::ErrorKind::Other => Setback::Garbled(format!("{step}: the mail server's answer cannot be understood")),
            io::ErrorKind::UnexpectedEof => Setback::closed(step),
            _ => Setback::NoWay(cut(format!("{step}: {error}"))),
        }
    }

    pub(super) fn closed(step: &str) -> Setback {
        Setback::NoWay(format!("{step}: the mail server closed the connection"))
    }

    pub(super) fn silence(step: &str, seconds: u64) -> Setback {
        Setback::NoWay(format!("{step}: no answer in {seconds} seconds"))
    }

    /// The server refuses something that must work. Some of its reasons go away by themselves (RFC 5530).
    pub(super) fn refusal(why: String) -> Setback {
        match NOT_NOW.iter().any(|code| why.contains(&format!("[{code}]"))) {
            true => Setback::NoWay(cut(why)),
            false => Setback::Ours(cut(why)),
        }
    }

    /// The same with something added to its text.
    pub(super) fn map(self, change: impl FnOnce(String) -> String) -> Setback {
        match self {
            Setback::NoWay(why) => Setback::NoWay(cut(change(why))),
            Setback::Garbled(why) => Setback::Garbled(cut(change(why))),
            Setback::Ours(why) => Setback::Ours(cut(change(why))),
        }
    }
}

/// Shortens a text of the server.
pub(super) fn cut(why: String) -> String {
    match why.char_indices().nth(WHY_CHARS_MAX) {
        Some((at, _)) => format!("{}...", why.get(..at).unwrap_or_default()),
        None => why,
    }
}

/// The server's text inside the library's form of it: `code: None, info: Some("Invalid credentials")`.
fn bare(text: &str) -> String {
    let inside = text.split_once("info: Some(\"").and_then(|(_, rest)| rest.rsplit_once("\")"));
    cut(inside.map_or(text, |(inside, _)| inside).to_owned())
}

/// What to do if a provider refuses the login. `host` and the server's text show which case it is.
pub fn remedy(host: &str, why: &str, by_token: bool) -> &'static str {
    let host = host.to_ascii_lowercase();
    let is_at = |names: &[&str]| names.iter().any(|name| host == *name || host.ends_with(&format!(".{name}")));
    if by_token {
        return "token_command must print a new access token for this mailbox and nothing else, and the token must allow \
                reading mail by IMAP";
    }
    if is_at(&["gmail.com", "googlemail.com"]) {
        return "Gmail does not accept the password of the account: turn on two-step verification, create an app password \
                (myaccount.google.com/apppasswords) and use that";
    }
    if is_at(&["outlook.com", "office365.com", "hotmail.com", "live.com"]) {
        return "Microsoft does not accept passwords here: set token_command to a command that prints an OAuth access token";
    }
    if is_at(&["yahoo.com", "aol.com", "icloud.com", "me.com", "fastmail.com"]) {
        return "this provider wants an app password; you create it in the security settings of the account";
    }
    let why = why.to_ascii_lowercase();
    if why.contains("disabled") || why.contains("not enabled") || why.contains("activate") {
        return "in the settings of the mailbox at the provider, access by mail programs (IMAP, SMTP) must be switched on";
    }
    "check user and password. If the account uses two-step verification, most providers want an app password. Some \
     want access by mail programs to be switched on in the settings of the mailbox"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_words_are_told_and_not_the_librarys() {
        let no = Error::No("code: None, info: Some(\"[AUTHENTICATIONFAILED] Invalid (Failure)\")".to_owned());
        let said = Setback::of("login", &no).to_string();
        assert_eq!(said, "login: the mail server refuses: [AUTHENTICATIONFAILED] Invalid (Failure)");
        let other = Error::Io(io::Error::other("during parsing of From: ann"));
        assert_eq!(Setback::of("fetch", &other).to_string(), "fetch: the mail server's answer cannot be understood");
    }

    #[test]
    fn each_provider_has_its_way_out() {
        for (host, words) in [
            ("imap.gmail.com", "app password"),
            ("outlook.office365.com", "token_command"),
            ("imap.mail.me.com", "app password"),
            ("imap.example.org", "user and password"),
            ("notgmail.com", "user and password"),
        ] {
            assert!(remedy(host, "no", false).contains(words), "{host}");
        }
        assert!(remedy("imap.gmail.com", "no", true).contains("token_command"));
        assert!(remedy("imap.example.org", "IMAP access is disabled", false).contains("switched on"));
    }

    #[test]
    fn a_long_story_is_cut() {
        assert!(cut("ö".repeat(5_000)).chars().count() <= WHY_CHARS_MAX + 3);
    }
}
