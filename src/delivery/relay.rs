//! The way to a relay by SMTP, with lettre's connection. lettre's `SmtpTransport` is not used: it tells of a 5xx, but
//! not whether the relay said it to the login, the sender, the recipient or the text, and that decides whether one
//! letter is to blame or all of them wait.
//!
//! | the relay says no to | 4xx, silence | 5xx |
//! | --- | --- | --- |
//! | connecting, greeting | no way: others wait a little too | ours: the queue waits, alarm |
//! | TLS, its certificate | no way | ours |
//! | login | ours; silence: no way | ours |
//! | sender (MAIL) | later | later; 530, 535 and the like: ours |
//! | recipient, text (RCPT, DATA) | later | refused; 530, 535 and the like: ours |
//!
//! A 421 is a connection that ends: no way, whatever it was said to.
//!
//! A 5xx to the sender is no reason to give a letter up: an organizer with a wrong sender address would lose them all,
//! and has five days to mend it.
//!
//! A letter goes out in one write with its final dot. lettre writes the dot by itself, which waits for the
//! acknowledgement of the text and allows about 22 letters a second.

use std::error::Error as _;
use std::fmt;
use std::io;
use std::net::IpAddr;
use std::time::Duration;
use std::time::Instant;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::Certificate;
use lettre::transport::smtp::client::SmtpConnection;
use lettre::transport::smtp::client::TlsParameters;
use lettre::transport::smtp::commands::Data;
use lettre::transport::smtp::commands::Mail;
use lettre::transport::smtp::commands::Rcpt;
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::extension::Extension;
use lettre::transport::smtp::extension::MailBodyParameter;
use lettre::transport::smtp::extension::MailParameter;

use crate::delivery::transport::Setback;
use crate::store::Due;

/// How long a relay may take to say what it makes of a whole letter (RFC 5321, 4.5.3.2.6 allows ten minutes). Giving up
/// early means sending the letter twice.
const VERDICT_WAIT: Duration = Duration::from_secs(300);

/// A connection that has been idle for longer is not trusted with the next letter.
const IDLE_MAX: Duration = Duration::from_secs(30);

/// Longest text of a setback, in characters.
const WHY_CHARS_MAX: usize = 400;

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tls {
    /// Not at all: for a relay on this machine.
    None,
    /// Begun in the open, then encrypted (usually port 587). A relay that does not offer it gets nothing.
    Starttls,
    /// From the first byte (usually port 465).
    Implicit,
}

/// Who we are to the relay.
#[derive(Clone)]
pub struct Login {
    /// The user.
    pub user: String,
    /// The password, read by the caller from wherever it is kept.
    pub password: String,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Login({}, ****)", self.user)
    }
}

/// Everything about the relay.
#[derive(Debug, Clone)]
pub struct RelaySettings {
    /// Its name; the certificate must be for it.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub tls: Tls,
    /// Who we are to it.
    pub login: Option<Login>,
    /// Certificates in PEM that are trusted besides those of the system.
    pub roots_pem: Option<Vec<u8>>,
    /// What we call ourselves; the machine's name where nothing is given.
    pub hello: Option<String>,
    /// How long it may take for one answer.
    pub answer_wait: Duration,
}

/// Why these settings cannot work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRelay {
    /// The password would cross the network for all to read.
    #[error("a password must not be sent to {0} without TLS: set tls to starttls or implicit")]
    OpenPassword(String),
    /// The extra certificates cannot be read.
    #[error("the extra root certificates are no PEM: {0}")]
    Roots(String),
    /// TLS cannot be set up.
    #[error("TLS cannot be set up for {0}: {1}")]
    Tls(String, String),
    /// The name we greet with would break the greeting.
    #[error("{0:?} cannot be the name we greet with")]
    Hello(String),
}

/// A relay with checked settings.
#[derive(Clone)]
pub struct Relay {
    host: String,
    port: u16,
    wrap: Option<TlsParameters>,
    upgrade: Option<TlsParameters>,
    credentials: Option<Credentials>,
    hello: ClientId,
    answer_wait: Duration,
}

impl Relay {
    /// Checks the settings; nothing is connected.
    ///
    /// # Errors
    /// When they cannot work.
    pub fn new(settings: RelaySettings) -> Result<Relay, BadRelay> {
        let host = settings.host;
        if settings.login.is_some() && settings.tls == Tls::None && !is_this_machine(&host) {
            return Err(BadRelay::OpenPassword(host));
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
            credentials: settings.login.map(|login| Credentials::new(login.user, login.password)),
            hello,
            answer_wait: settings.answer_wait,
        })
    }

    /// Connects, encrypts, logs in.
    fn connect(&self) -> Result<SmtpConnection, Setback> {
        let mut connection = SmtpConnection::connect(
            (self.host.as_str(), self.port),
            Some(self.answer_wait),
            &self.hello,
            self.wrap.as_ref(),
            None,
        )
        .map_err(|error| self.no_way(&error))?;
        if let Some(parameters) = &self.upgrade {
            connection.starttls(parameters, &self.hello).map_err(|error| self.no_way(&error))?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).map_err(|error| match passes(&error) {
                true => Setback::NoWay(self.why("login", &error)),
                false => Setback::Ours(self.why("login", &error)),
            })?;
        }
        Ok(connection)
    }

    fn no_way(&self, error: &Error) -> Setback {
        let why = self.why("connection", error);
        if passes(error) || error.is_transient() { Setback::NoWay(why) } else { Setback::Ours(why) }
    }

    fn why(&self, step: &str, error: &Error) -> String {
        let (host, port) = (&self.host, self.port);
        let why = match cause(error).map(io::Error::kind) {
            // The system calls it "resource temporarily unavailable".
            Some(io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                format!("{host}:{port}, {step}: no answer in time")
            }
            _ => format!("{host}:{port}, {step}: {error}"),
        };
        why.chars().take(WHY_CHARS_MAX).collect()
    }
}

/// One connection to the relay, opened when it is needed.
pub(super) struct Connection {
    relay: Relay,
    open: Option<SmtpConnection>,
    used: Instant,
}

/// At which command the relay said no.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Sender,
    Recipient,
    Text,
}

impl Connection {
    pub(super) fn new(relay: Relay) -> Connection {
        Connection { relay, open: None, used: Instant::now() }
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Says goodbye where there is a connection.
    pub(super) fn close(&mut self) {
        if let Some(mut connection) = self.open.take() {
            // The letters are with the relay already.
            let _ = connection.quit();
        }
    }

    pub(super) fn probe(&mut self) -> Result<(), Setback> {
        self.close();
        self.open = Some(self.relay.connect()?);
        self.close();
        Ok(())
    }

    pub(super) fn carry(&mut self, letter: &Due) -> Result<(), Setback> {
        let envelope = Envelope::of(letter)?;
        if self.used.elapsed() > IDLE_MAX {
            self.close();
        }
        let reused = self.open.is_some();
        match self.try_once(&envelope, letter) {
            // A relay may close a connection between two letters. Nothing of this one has been said yet.
            Err((At::Sender, error)) if reused && is_lost(&error) => {
                self.open = None;
            }
            result => return self.judge(result),
        }
        let result = self.try_once(&envelope, letter);
        self.judge(result)
    }

    fn try_once(&mut self, envelope: &Envelope, letter: &Due) -> Result<(), (At, Trouble)> {
        let connection = match &mut self.open {
            Some(connection) => connection,
            None => {
                let connection = self.relay.connect().map_err(|setback| (At::Sender, Trouble::Connect(setback)))?;
                self.open.insert(connection)
            }
        };
        self.used = Instant::now();
        let parameters =
            envelope.parameters(connection, letter).map_err(|setback| (At::Recipient, Trouble::Connect(setback)))?;
        let from = envelope.from.clone();
        connection.command(Mail::new(from, parameters)).map_err(|error| (At::Sender, Trouble::Said(error)))?;
        connection
            .command(Rcpt::new(envelope.to.clone(), Vec::new()))
            .map_err(|error| (At::Recipient, Trouble::Said(error)))?;
        connection.command(Data).map_err(|error| (At::Text, Trouble::Said(error)))?;
        let text = |error| (At::Text, Trouble::Said(error));
        // A socket that takes no timeout has one already: the shorter one.
        let _ = connection.set_timeout(Some(VERDICT_WAIT.max(self.relay.answer_wait)));
        match String::from_utf8(on_the_wire(&letter.bytes)) {
            Ok(wire) => connection.command(wire).map_err(text)?,
            // In two writes, therefore slower; our letters are ASCII.
            Err(_) => connection.message(&letter.bytes).map_err(text)?,
        };
        let _ = connection.set_timeout(Some(self.relay.answer_wait));
        Ok(())
    }

    /// What is to blame; and a connection in which something went wrong is closed or set back.
    fn judge(&mut self, result: Result<(), (At, Trouble)>) -> Result<(), Setback> {
        let (at, error) = match result {
            Ok(()) => return Ok(()),
            Err((_, Trouble::Connect(setback))) => return Err(setback),
            Err((at, Trouble::Said(error))) => (at, error),
        };
        let code = error.status().map(u16::from);
        let is_usable = code.is_some_and(|code| code != 421);
        let reset = |mut connection: SmtpConnection| {
            // Otherwise the next letter would be one more recipient of this one.
            connection.command("RSET\r\n").ok().map(|_| connection)
        };
        // Without QUIT: a relay that has gone silent would be waited for once more.
        self.open = self.open.take().filter(|_| is_usable).and_then(reset);
        let step = match at {
            At::Sender => "sender",
            At::Recipient => "recipient",
            At::Text => "letter",
        };
        let why = self.relay.why(step, &error);
        Err(match (code, at) {
            // Authentication is asked for, too weak, or has expired (RFC 4954, section 6).
            (Some(530 | 534 | 535 | 538), _) => Setback::Ours(why),
            (Some(500..), At::Recipient | At::Text) => Setback::Refused(why),
            (None, At::Sender) | (Some(421), _) => Setback::NoWay(why),
            _ => Setback::Later(why),
        })
    }
}

enum Trouble {
    /// There was no connection, or it cannot take this letter.
    Connect(Setback),
    /// The relay said no, or nothing.
    Said(Error),
}

/// The addresses as lettre wants them.
struct Envelope {
    from: Option<lettre::Address>,
    to: lettre::Address,
}

impl Envelope {
    fn of(letter: &Due) -> Result<Envelope, Setback> {
        let address = |text: &str| {
            text.parse::<lettre::Address>()
                .map_err(|error| Setback::Refused(format!("{text:?} is no address: {error}")))
        };
        let from = match letter.envelope_from.as_str() {
            "" => None,
            from => Some(address(from)?),
        };
        let to = address(&letter.to)?;
        Ok(Envelope { from, to })
    }

    fn parameters(&self, connection: &SmtpConnection, letter: &Due) -> Result<Vec<MailParameter>, Setback> {
        let relay = connection.server_info();
        let mut parameters = Vec::new();
        let from: &str = self.from.as_ref().map_or("", AsRef::as_ref);
        let to: &str = self.to.as_ref();
        if !from.is_ascii() || !to.is_ascii() {
            if !relay.supports_feature(Extension::SmtpUtfEight) {
                let why = "the relay takes no addresses with letters beyond ASCII";
                return Err(Setback::Refused(why.to_owned()));
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        // Where it is not offered the bytes go out all the same: in twenty years nobody has lost them.
        if !letter.bytes.is_ascii() && relay.supports_feature(Extension::EightBitMime) {
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        Ok(parameters)
    }
}

/// The letter with doubled dots and its end. Line ends are CR LF already; a missing last one is added. A dot after a lone
/// LF is doubled too: a relay that takes LF for a line end must not find the end of the letter there.
fn on_the_wire(letter: &[u8]) -> Vec<u8> {
    let mut wire = Vec::with_capacity(letter.len() + 16);
    for line in letter.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(b".") {
            wire.push(b'.');
        }
        wire.extend_from_slice(line);
    }
    if !wire.is_empty() && !wire.ends_with(b"\r\n") {
        wire.extend_from_slice(b"\r\n");
    }
    wire.extend_from_slice(b".\r\n");
    wire
}

/// Whether the relay, or the network, was just not there. A certificate that does not fit comes as an error of the
/// socket too, as data that is not valid; that does not pass by itself.
fn passes(error: &Error) -> bool {
    if error.status().is_some() || error.is_client() || error.is_tls() {
        return false;
    }
    cause(error).is_none_or(|cause| cause.kind() != io::ErrorKind::InvalidData)
}

/// The socket's error below lettre's, where there is one.
fn cause(error: &Error) -> Option<&io::Error> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(cause) = cause.downcast_ref() {
            return Some(cause);
        }
        source = cause.source();
    }
    None
}

/// Whether the connection itself is gone.
fn is_lost(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::Said(error) => error.status().is_none_or(|status| u16::from(status) == 421),
        Trouble::Connect(_) => false,
    }
}

fn parameters(host: &str, roots_pem: Option<Vec<u8>>) -> Result<TlsParameters, BadRelay> {
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(pem) = roots_pem {
        if !pem.windows(10).any(|window| window == b"-----BEGIN") {
            return Err(BadRelay::Roots("it holds no certificate".to_owned()));
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
            login: Some(Login { user: "club".to_owned(), password: "sesame".to_owned() }),
            roots_pem: None,
            hello: Some("club.example".to_owned()),
            answer_wait: Duration::from_secs(60),
        }
    }

    #[test]
    fn a_password_crosses_no_open_network() {
        for (host, tls, good) in [
            ("mail.example.org", Tls::None, false),
            ("mail.example.org", Tls::Starttls, true),
            ("mail.example.org", Tls::Implicit, true),
            ("localhost", Tls::None, true),
            ("127.0.0.1", Tls::None, true),
            ("localhost.example.org", Tls::None, false),
        ] {
            assert_eq!(Relay::new(settings(host, tls)).is_ok(), good, "{host} {tls:?}");
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

    #[test]
    fn a_letter_is_dressed_for_the_wire() {
        for (letter, wire) in
            [("a\r\n", "a\r\n.\r\n"), ("a", "a\r\n.\r\n"), (".\r\n..b\r\n", "..\r\n...b\r\n.\r\n"), ("", ".\r\n")]
        {
            assert_eq!(on_the_wire(letter.as_bytes()), wire.as_bytes());
        }
    }
}
