//! One connection to a relay: opened, used for many letters, set right after each no.
//!
//! **Answers in step.** lettre counts every 2xx and 3xx as a yes, and after STARTTLS it goes on with whatever it had read
//! before TLS began. Somebody on the way can so put lines in front of the relay's own (STARTTLS response injection), and
//! each answer is then taken for that to an earlier command. Therefore 235 alone lets us in, 354 alone asks for a text,
//! and 2xx alone takes it: answers out of step stop there, before a text goes. Somebody who puts in a whole talk of
//! the right codes is not noticed; lettre does not let us see its buffer. Only `implicit` TLS shuts him out.

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

use crate::delivery::relay::envelope::Envelope;
use crate::delivery::relay::envelope::on_the_wire;
use crate::delivery::relay::fault;
use crate::delivery::relay::fault::Step;
use crate::delivery::relay::settings::Login;
use crate::delivery::relay::settings::Proof;
use crate::delivery::relay::settings::Relay;
use crate::delivery::setback::Setback;
use crate::delivery::text_gate::TextGate;
use crate::store::Due;

/// How long a relay may take to say what it makes of a whole letter (RFC 5321, 4.5.3.2.6 allows ten minutes). Giving up
/// early means sending the letter twice.
const VERDICT_WAIT: Duration = Duration::from_secs(300);

/// A connection that has been idle for longer is not trusted with the next letter.
const IDLE_MAX: Duration = Duration::from_secs(30);

/// The codes of a yes.
const YES: RangeInclusive<u16> = 200..=299;

/// One connection to the relay, opened when it is needed.
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
    /// The relay said no at this step, or nothing.
    Said(Step, Error),
}

impl Connection {
    pub(in crate::delivery) fn new(relay: Relay, gate: TextGate) -> Connection {
        Connection { relay, gate, open: None, used: Instant::now() }
    }

    pub(in crate::delivery) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Says goodbye where there is a connection.
    pub(in crate::delivery) fn close(&mut self) {
        if let Some(mut connection) = self.open.take() {
            // The letters are with the relay already.
            let _ = connection.quit();
        }
    }

    pub(in crate::delivery) fn probe(&mut self) -> Result<(), Setback> {
        self.close();
        self.open = Some(self.relay.connect()?);
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
        // A relay may close a connection between two letters. Nothing of this one has been said yet.
        if reused
            && matches!(&result, Err(Trouble::Said(Step::Sender | Step::NullSender, error)) if fault::is_lost(error))
        {
            self.open = None;
            result = self.try_once(&envelope, letter);
        }
        result.map_err(|trouble| match trouble {
            // Without QUIT: whoever is stopping does not wait for a goodbye, and answers out of step tell nothing.
            Trouble::Setback(setback) => {
                self.open = None;
                setback
            }
            Trouble::Said(step, error) => {
                self.set_right(&error);
                self.relay.setback(step, &error)
            }
        })
    }

    fn try_once(&mut self, envelope: &Envelope, letter: &Due) -> Result<(), Trouble> {
        let said = |step| move |error| Trouble::Said(step, error);
        let connection = match &mut self.open {
            Some(connection) => connection,
            None => self.open.insert(self.relay.connect().map_err(Trouble::Setback)?),
        };
        self.used = Instant::now();
        let parameters = envelope.parameters(connection, letter).map_err(Trouble::Setback)?;
        let relay = &self.relay;
        let in_step = |step, expected: RangeInclusive<u16>| {
            move |answer: Response| relay.in_step(step, &expected, &answer).map_err(Trouble::Setback)
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
        // A socket that takes no timeout has one already: the shorter one.
        let _ = connection.set_timeout(Some(VERDICT_WAIT.max(self.relay.answer_wait)));
        let verdict = match String::from_utf8(on_the_wire(&letter.bytes)) {
            Ok(wire) => connection.command(wire),
            // In two writes, therefore slower; our letters are ASCII.
            Err(_) => connection.message(&letter.bytes),
        };
        let _ = connection.set_timeout(Some(self.relay.answer_wait));
        verdict.map_err(said(Step::Text)).and_then(in_step(Step::Text, YES))
    }

    /// Closes a connection in which something went wrong, or sets it back.
    fn set_right(&mut self, error: &Error) {
        let reset = |mut connection: SmtpConnection| {
            // Otherwise the next letter would be one more recipient of this one.
            connection.command("RSET\r\n").ok().map(|_| connection)
        };
        // Without QUIT: a relay that has gone silent would be waited for once more.
        self.open = self.open.take().filter(|_| !fault::is_lost(error)).and_then(reset);
    }
}

impl Relay {
    /// Connects, encrypts, logs in.
    fn connect(&self) -> Result<SmtpConnection, Setback> {
        let no = |step| move |error: Error| self.setback(step, &error);
        let mut connection = SmtpConnection::connect(
            (self.host.as_str(), self.port),
            Some(self.answer_wait),
            &self.hello,
            self.wrap.as_ref(),
            None,
        )
        .map_err(no(Step::Connection))?;
        if let Some(parameters) = &self.upgrade {
            connection.starttls(parameters, &self.hello).map_err(no(Step::Connection))?;
        }
        match &self.login {
            None => {}
            Some(Login { user, proof: Proof::Password(password) }) => {
                let credentials = Credentials::new(user.clone(), password.clone());
                let answer = connection.auth(DEFAULT_MECHANISMS, &credentials).map_err(no(Step::Login))?;
                self.in_step(Step::Login, &(235..=235), &answer)?;
            }
            Some(Login { user, proof: Proof::Token(token) }) => {
                let credentials = Credentials::new(user.clone(), token().map_err(Setback::Ours)?);
                // A relay that does not like the token asks back, and the library does not answer; the words of that
                // would help nobody.
                let login = connection.auth(&[Mechanism::Xoauth2], &credentials);
                let answer = login.map_err(|error| match self.setback(Step::Login, &error) {
                    Setback::Ours(_) if error.is_client() => Setback::Ours(format!(
                        "{}:{}, login: the access token is not accepted; see that token_command prints a fresh one, with \
                         the right to send mail by SMTP, and nothing else",
                        self.host, self.port
                    )),
                    other => other,
                })?;
                self.in_step(Step::Login, &(235..=235), &answer)?;
            }
        }
        Ok(connection)
    }

    /// Whether an answer has one of the codes that can stand at this step.
    fn in_step(&self, step: Step, expected: &RangeInclusive<u16>, answer: &Response) -> Result<(), Setback> {
        let code = u16::from(answer.code());
        if expected.contains(&code) { Ok(()) } else { Err(fault::out_of_step(&self.name(), step, code)) }
    }

    fn setback(&self, step: Step, error: &Error) -> Setback {
        fault::setback(&self.name(), step, error)
    }

    fn name(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}
