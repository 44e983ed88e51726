//! Facts about providers, by the domain of an address: their servers and what they need. `taflpost init` only proposes them; the person who
//! answers can say something else.

/// One provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Provider {
    domains: &'static [&'static str],
    /// The server for reading mail, on port 993.
    pub(super) imap: &'static str,
    /// The server for sending mail.
    pub(super) smtp: &'static str,
    /// The port of that server: 587, or 465 for TLS from the first byte.
    pub(super) smtp_port: u16,
    /// Whether mail to `tafl+anything@` arrives in the mailbox.
    pub(super) plus: bool,
    /// What it needs, as the end of a sentence that begins with "This provider wants".
    pub(super) wants: &'static str,
}

const APP_PASSWORD: &str = "an app password; you create it in the security settings of the account";

const PROVIDERS: [Provider; 8] = [
    Provider {
        domains: &["gmail.com", "googlemail.com"],
        imap: "imap.gmail.com",
        smtp: "smtp.gmail.com",
        smtp_port: 587,
        plus: true,
        wants: APP_PASSWORD,
    },
    Provider {
        domains: &["outlook.com", "hotmail.com", "live.com", "msn.com"],
        imap: "outlook.office365.com",
        smtp: "smtp-mail.outlook.com",
        smtp_port: 587,
        plus: true,
        wants: "an OAuth access token; name a command that prints one with --token-command",
    },
    Provider {
        domains: &["icloud.com", "me.com", "mac.com"],
        imap: "imap.mail.me.com",
        smtp: "smtp.mail.me.com",
        smtp_port: 587,
        plus: true,
        wants: APP_PASSWORD,
    },
    Provider {
        domains: &["yahoo.com", "ymail.com"],
        imap: "imap.mail.yahoo.com",
        smtp: "smtp.mail.yahoo.com",
        smtp_port: 465,
        plus: false,
        wants: APP_PASSWORD,
    },
    Provider {
        domains: &["fastmail.com", "fastmail.fm"],
        imap: "imap.fastmail.com",
        smtp: "smtp.fastmail.com",
        smtp_port: 465,
        plus: true,
        wants: APP_PASSWORD,
    },
    Provider {
        domains: &["gmx.net", "gmx.de", "gmx.at", "gmx.ch"],
        imap: "imap.gmx.net",
        smtp: "mail.gmx.net",
        smtp_port: 587,
        plus: false,
        wants: "access by mail programs to be switched on in its settings",
    },
    Provider {
        domains: &["web.de"],
        imap: "imap.web.de",
        smtp: "smtp.web.de",
        smtp_port: 587,
        plus: false,
        wants: "access by mail programs to be switched on in its settings",
    },
    Provider {
        domains: &["mailbox.org"],
        imap: "imap.mailbox.org",
        smtp: "smtp.mailbox.org",
        smtp_port: 587,
        plus: true,
        wants: "the password of the mailbox",
    },
];

/// The provider of an address, if it is known.
pub(super) fn of(domain: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|provider| provider.domains.iter().any(|known| domain.eq_ignore_ascii_case(known)))
}
