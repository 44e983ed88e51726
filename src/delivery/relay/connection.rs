//! One connection to a relay: opened, used for many letters, reset after each refusal.
//!
//! **Answers in step.** lettre accepts every 2xx and 3xx as success, and after STARTTLS it goes on with whatever it had read before TLS
//! began. So an attacker on the way can insert lines before the relay's own (STARTTLS response injection), and each answer is then taken as
//! the answer to an earlier command. Therefore only 235 counts as a login, only 354 asks for the text, and only 2xx accepts it: answers
//! that are out of step stop there, before a text is sent. An attacker who inserts a whole session of the right codes is not noticed,
//! because lettre does not show its buffer. Only `implicit` TLS prevents that.

use std::ops::RangeInclusive;
use std::time::Duration;
use std::time::Instant;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::authentication::Mechanism;
use lettre::transport::smtp::client::SmtpConnection;
use lettre::transport::smtp::commands::Data;
use lettre::transport::smtp::commands::Mail;
use lettre::transport::smtp::commands::Rcpt;
use lettre::transport::smtp::response::Response;

use crate::delivery::final_check::TextGate;
use crate::delivery::relay::envelope::Envelope;
use crate::delivery::relay::envelope::on_the_wire;
use crate::delivery::relay::fault;
use crate::delivery::relay::fault::Step;
use crate::delivery::relay::settings::Relay;
use crate::delivery::relay::settings::RelayLogin;
use crate::delivery::relay::settings::RelaySecret;
use crate::delivery::setback::Setback;
use crate::store::Due;

/// How long a relay may take for its answer to a whole letter (RFC 5321, 4.5.3.2.6 allows ten minutes). Giving up too early means that the
/// letter is sent twice.
const VERDICT_WAIT: Duration = Duration::from_secs(300);

/// A connection that was idle for longer is not used for the next letter.
const IDLE_MAX: Duration = Duration::from_secs(30);

/// The codes of success.
const YES: RangeInclusive<u16> = 200..=299;

/// One connection to the relay, opened when needed.
pub(in crate::delivery) struct Connection {
    relay: Relay,
    gate: TextGate,
    open: Option<SmtpConnection>,
    used: Instant,
}

/// Why a letter did not get through.
enum Trouble {
    /// There was no connection, or it cannot take this letter.
    Setback(Setback),
    /// The relay refused at this step, or did not answer.
    Said(Step, Error),
}

impl Connection {
    pub(in crate::delivery) fn new(relay: Relay, gate: TextGate) -> Connection {
        Connection { relay, gate, open: None, used: Instant::now() }
    }

    pub(in crate::delivery) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Closes the connection properly, if there is one.
    pub(in crate::delivery) fn close(&mut self) {
        if let Some(mut connection) = self.open.take() {
            // The relay already has the letters.
            let _ = connection.quit();
        }
    }

    pub(in crate::delivery) fn probe(&mut self) -> Result<(), Setback> {
        self.close();
        self.open = Some(connect(&self.relay)?);
        self.close();
        Ok(())
    }

    pub(in crate::delivery) fn carry(&mut self, letter: &Due) -> Result<(), Setback> {
        let envelope = Envelope::of(letter)?;
        if self.used.elapsed() > IDLE_MAX {
            self.close();
        }
        let reused = self.open.is_some();
        let mut result = self.try_once(&envelope, letter);
        // A relay may close a connection between two letters. Nothing of this letter has been sent yet.
        if reused
            && matches!(&result, Err(Trouble::Said(Step::Sender | Step::NullSender, error)) if fault::is_lost(error))
        {
            self.open = None;
            result = self.try_once(&envelope, letter);
        }
        result.map_err(|trouble| match trouble {
            // Without QUIT: a server that is stopping does not wait for its answer, and answers that are out of step mean nothing.
            Trouble::Setback(setback) => {
                self.open = None;
                setback
            }
            Trouble::Said(step, error) => {
                self.set_right(&error);
                setback(&self.relay, step, &error)
            }
        })
    }

    fn try_once(&mut self, envelope: &Envelope, letter: &Due) -> Result<(), Trouble> {
        let said = |step| move |error| Trouble::Said(step, error);
        let connection = match &mut self.open {
            Some(connection) => connection,
            None => self.open.insert(connect(&self.relay).map_err(Trouble::Setback)?),
        };
        self.used = Instant::now();
        let parameters = envelope.parameters(connection, letter).map_err(Trouble::Setback)?;
        let relay = &self.relay;
        let in_step = |step, expected: RangeInclusive<u16>| {
            move |answer: Response| check_code(relay, step, &expected, &answer).map_err(Trouble::Setback)
        };
        let mail = Mail::new(envelope.from.clone(), parameters);
        let sender = if envelope.from.is_some() { Step::Sender } else { Step::NullSender };
        connection.command(mail).map_err(said(sender)).and_then(in_step(sender, YES))?;
        let rcpt = Rcpt::new(envelope.to.clone(), Vec::new());
        connection.command(rcpt).map_err(said(Step::Recipient)).and_then(in_step(Step::Recipient, YES))?;
        if !(self.gate)(letter.id) {
            return Err(Trouble::Setback(Setback::Stopping));
        }
        connection.command(Data).map_err(said(Step::Text)).and_then(in_step(Step::Text, 354..=354))?;
        // A socket that accepts no timeout still has the shorter one.
        let _ = connection.set_timeout(Some(VERDICT_WAIT.max(self.relay.answer_wait)));
        let verdict = match String::from_utf8(on_the_wire(&letter.bytes)) {
            Ok(wire) => connection.command(wire),
            // This takes two writes and is therefore slower, but our letters are ASCII.
            Err(_) => connection.message(&letter.bytes),
        };
        let _ = connection.set_timeout(Some(self.relay.answer_wait));
        verdict.map_err(said(Step::Text)).and_then(in_step(Step::Text, YES))
    }

    /// Resets a connection after a refusal, or closes it.
    fn set_right(&mut self, error: &Error) {
        let reset = |mut connection: SmtpConnection| {
            // Otherwise the next letter would be one more recipient of this one.
            connection.command("RSET\r\n").ok().map(|_| connection)
        };
        // Without QUIT: it would mean one more wait for a relay that does not answer.
        self.open = self.open.take().filter(|_| !fault::is_lost(error)).and_then(reset);
    }
}

/// Connects, encrypts, logs in.
fn connect(relay: &Relay) -> Result<SmtpConnection, Setback> {
    let no = |step| move |error: Error| setback(relay, step, &error);
    let mut connection = SmtpConnection::connect(
        (relay.host.as_str(), relay.port),
        Some(relay.answer_wait),
        &relay.hello,
        relay.wrap.as_ref(),
        None,
    )
    .map_err(no(Step::Connection))?;
    if let Some(parameters) = &relay.upgrade {
        connection.starttls(parameters, &relay.hello).map_err(no(Step::Connection))?;
    }
    match &relay.login {
        None => {}
        Some(RelayLogin { user, secret: RelaySecret::Password(password) }) => {
            let credentials = Credentials::new(user.clone(), password.clone());
            let answer = connection.auth(DEFAULT_MECHANISMS, &credentials).map_err(no(Step::Login))?;
            check_code(relay, Step::Login, &(235..=235), &answer)?;
        }
        Some(RelayLogin { user, secret: RelaySecret::Token(token) }) => {
            let credentials = Credentials::new(user.clone(), token().map_err(Setback::Ours)?);
            // A relay that refuses the token sends one more challenge, which the library does not answer. Its error text for that would
            // help nobody.
            let login = connection.auth(&[Mechanism::Xoauth2], &credentials);
            let answer = login.map_err(|error| match setback(relay, Step::Login, &error) {
                Setback::Ours(_) if error.is_client() => Setback::Ours(format!(
                    "{}:{}, login: the access token is not accepted; token_command must print a new token and nothing else, and \
                     the token must allow sending mail by SMTP",
                    relay.host, relay.port
                )),
                other => other,
            })?;
            check_code(relay, Step::Login, &(235..=235), &answer)?;
        }
    }
    Ok(connection)
}

/// Whether an answer has one of the codes that are possible at this step.
fn check_code(relay: &Relay, step: Step, expected: &RangeInclusive<u16>, answer: &Response) -> Result<(), Setback> {
    let code = u16::from(answer.code());
    if expected.contains(&code) { Ok(()) } else { Err(fault::out_of_step(&relay.name(), step, code)) }
}

fn setback(relay: &Relay, step: Step, error: &Error) -> Setback {
    fault::setback(&relay.name(), step, error)
}
