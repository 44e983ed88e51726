//! The operator's settings for the relay, checked before anything is connected.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use lettre::transport::smtp::client::Certificate;
use lettre::transport::smtp::client::TlsParameters;
use lettre::transport::smtp::extension::ClientId;

use crate::mail::{SecretSource, Tls};

/// The login at the relay.
#[derive(Clone)]
pub struct RelayLogin {
    /// The user name.
    pub user: String,
    /// The credentials.
    pub secret: RelaySecret,
}

/// The credentials.
#[derive(Clone)]
pub enum RelaySecret {
    /// A password, which the caller has read.
    Password(String),
    /// An OAuth access token (XOAUTH2), read again for each login because it is valid for only an hour or so.
    Token(SecretSource),
}

impl fmt::Debug for RelayLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RelayLogin({}, ****)", self.user)
    }
}

/// The settings of the relay.
#[derive(Debug, Clone)]
pub struct RelaySettings {
    /// Its name. The certificate must be for it.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub tls: Tls,
    /// The login, if there is one.
    pub login: Option<RelayLogin>,
    /// Certificates in PEM that are trusted in addition to those of the system.
    pub roots_pem: Option<Vec<u8>>,
    /// The name in our greeting. Without one, it is the machine's name.
    pub hello: Option<String>,
    /// How long one answer may take.
    pub answer_wait: Duration,
}

/// Why these settings cannot work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRelay {
    /// Letters, their keys and the password would cross the network unencrypted.
    #[error(
        "tls is none, but {0} is not this machine (localhost, 127.0.0.1 or ::1): set tls to implicit or starttls, because \
         letters contain the keys of players"
    )]
    OpenNetwork(String),
    /// The additional certificates cannot be read.
    #[error("the certificates in ca_file are not in PEM format: {0}")]
    Roots(String),
    /// TLS cannot be set up.
    #[error("TLS cannot be set up for {0}: {1}")]
    Tls(String, String),
    /// The name in our greeting would break the greeting.
    #[error("{0:?} cannot be the host name for HELO")]
    Hello(String),
}

/// A relay with checked settings.
#[derive(Clone)]
pub struct Relay {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) wrap: Option<TlsParameters>,
    pub(super) upgrade: Option<TlsParameters>,
    pub(super) login: Option<RelayLogin>,
    pub(super) hello: ClientId,
    pub(super) answer_wait: Duration,
}

impl Relay {
    /// Checks the settings. Nothing is connected.
    ///
    /// # Errors
    /// If they cannot work.
    pub fn new(settings: RelaySettings) -> Result<Relay, BadRelay> {
        let host = settings.host;
        if settings.tls == Tls::None && !is_this_machine(&host) {
            return Err(BadRelay::OpenNetwork(host));
        }
        let hello = match settings.hello {
            None => ClientId::default(),
            Some(name) if is_word(&name) => ClientId::Domain(name),
            Some(name) => return Err(BadRelay::Hello(name)),
        };
        let parameters = match settings.tls {
            Tls::None => None,
            Tls::Starttls | Tls::Implicit => Some(parameters(&host, settings.roots_pem)?),
        };
        let is_wrapped = settings.tls == Tls::Implicit;
        Ok(Relay {
            host,
            port: settings.port,
            wrap: parameters.clone().filter(|_| is_wrapped),
            upgrade: parameters.filter(|_| !is_wrapped),
            login: settings.login,
            hello,
            answer_wait: settings.answer_wait,
        })
    }

    /// Its name and port, as errors say them.
    pub(super) fn name(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

fn parameters(host: &str, roots_pem: Option<Vec<u8>>) -> Result<TlsParameters, BadRelay> {
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(pem) = roots_pem {
        if !pem.windows(10).any(|window| window == b"-----BEGIN") {
            return Err(BadRelay::Roots("there is no certificate in it".to_owned()));
        }
        let roots = Certificate::from_pem(&pem).map_err(|error| BadRelay::Roots(error.to_string()))?;
        builder = builder.add_root_certificate(roots);
    }
    builder.build().map_err(|error| BadRelay::Tls(host.to_owned(), error.to_string()))
}

fn is_this_machine(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|host| host.is_loopback())
}

/// The name that this machine uses for itself, in the greeting of a mail program that runs on it.
pub fn this_host() -> Option<String> {
    match ClientId::default() {
        ClientId::Domain(name) => Some(name),
        _ => None,
    }
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.len() <= 255 && name.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn settings(host: &str, tls: Tls) -> RelaySettings {
        RelaySettings {
            host: host.to_owned(),
            port: 587,
            tls,
            login: Some(RelayLogin { user: "club".to_owned(), secret: RelaySecret::Password("sesame".to_owned()) }),
            roots_pem: None,
            hello: Some("club.example".to_owned()),
            answer_wait: Duration::from_secs(60),
        }
    }

    /// The same with and without a login.
    #[test]
    fn nothing_crosses_an_open_network() {
        for (host, tls, good) in [
            ("mail.example.org", Tls::None, false),
            ("mail.example.org", Tls::Starttls, true),
            ("mail.example.org", Tls::Implicit, true),
            ("localhost", Tls::None, true),
            ("127.0.0.1", Tls::None, true),
            ("localhost.example.org", Tls::None, false),
        ] {
            assert_eq!(Relay::new(settings(host, tls)).is_ok(), good, "{host} {tls:?}");
            let without_login = RelaySettings { login: None, ..settings(host, tls) };
            assert_eq!(Relay::new(without_login).is_ok(), good, "{host} {tls:?}");
        }
    }

    #[test]
    fn a_password_is_not_printed() {
        let text = format!("{:?}", settings("localhost", Tls::None));
        assert!(text.contains("club") && !text.contains("sesame"), "{text}");
    }

    #[test]
    fn settings_that_cannot_work_are_refused() {
        let hello = Some("a\r\nMAIL FROM:<x@y>".to_owned());
        let bad = RelaySettings { hello, ..settings("localhost", Tls::None) };
        assert!(matches!(Relay::new(bad), Err(BadRelay::Hello(_))));
        let bad = RelaySettings { roots_pem: Some(b"hello".to_vec()), ..settings("localhost", Tls::Starttls) };
        assert!(matches!(Relay::new(bad), Err(BadRelay::Roots(_))));
    }
}
