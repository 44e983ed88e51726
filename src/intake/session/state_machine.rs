//! One session: which command is allowed when, and what the reply is.

use std::sync::Arc;

use crate::intake::arrival::ENVELOPE_RECIPIENTS_MAX;
use crate::intake::arrival::Host;
use crate::intake::arrival::Mail;
use crate::intake::arrival::Protocol;
use crate::intake::arrival::RECEIVED_BYTES_MAX;
use crate::intake::arrival::plain_name;
use crate::intake::session::data::Data;
use crate::intake::session::line::Line;
use crate::intake::session::reply;
use crate::intake::session::smtp_commands::Verb;
use crate::intake::session::step::Dismissal;
use crate::intake::session::step::Receipt;
use crate::intake::session::step::Step;
use crate::mail::Address;
use crate::mail::limits::MESSAGE_BYTES_MAX;

/// After this many errors since the last mail, the door closes.
const ERRORS_MAX: u32 = 20;

/// After this many commands since the last mail that lead to no mail, the door closes.
const CHATTER_MAX: u32 = 100;

/// A session with one client.
#[derive(Debug)]
pub struct Session {
    protocol: Protocol,
    host: Arc<Host>,
    stage: Stage,
    line: Line,
    /// The client's name and the protocol that it chose.
    peer: Option<(String, &'static str)>,
    /// Of the mail before its DATA.
    envelope: Option<Envelope>,
    errors: u32,
    chatter: u32,
}

#[derive(Debug)]
enum Stage {
    Greeting,
    Commands,
    Text(Envelope, Data),
    Settling { replies: usize },
    Closed,
}

#[derive(Debug, Default)]
struct Envelope {
    from: String,
    to: Vec<String>,
}

impl Session {
    /// A new session. Its first step is the greeting.
    pub fn new(protocol: Protocol, host: Arc<Host>) -> Session {
        Session {
            protocol,
            host,
            stage: Stage::Greeting,
            line: Line::default(),
            peer: None,
            envelope: None,
            errors: 0,
            chatter: 0,
        }
    }

    /// Takes what it needs from the front of `input` and returns what to do next. Call it until it needs input.
    pub fn step(&mut self, input: &mut &[u8]) -> Step {
        match &mut self.stage {
            Stage::Greeting => {
                self.stage = Stage::Commands;
                say(&reply::greeting(self.host.name(), self.protocol))
            }
            Stage::Commands => match self.line.take(input) {
                Some(Ok(line)) => self.command(&line),
                Some(Err(reply)) => self.mistake(reply),
                None => Step::NeedInput,
            },
            Stage::Text(envelope, data) => {
                if !data.take(input) {
                    return Step::NeedInput;
                }
                let (envelope, (text, size_bytes)) = (std::mem::take(envelope), data.finish());
                self.finish_mail(envelope, text, size_bytes)
            }
            Stage::Settling { .. } => Step::NeedInput,
            Stage::Closed => Step::Close,
        }
    }

    /// Says what happened to the mail. Returns the reply for the client; empty if there was no mail.
    pub fn settle(&mut self, answer: Receipt) -> String {
        let Stage::Settling { replies } = self.stage else {
            return String::new();
        };
        self.stage = Stage::Commands;
        let reply = match answer {
            Receipt::Stored => reply::STORED,
            Receipt::NotNow => reply::NOT_NOW,
        };
        format!("{reply}\r\n").repeat(replies)
    }

    /// Closes the session before the client does. Returns the reply. It is empty inside a mail's text, where no reply is allowed: the
    /// client keeps the mail and tries again.
    pub fn dismiss(&mut self, why: Dismissal) -> String {
        let may_speak = matches!(self.stage, Stage::Greeting | Stage::Commands);
        self.stage = Stage::Closed;
        if may_speak { format!("{}\r\n", reply::dismissal(self.host.name(), why)) } else { String::new() }
    }

    /// Whether the client is between two mails, so that closing disturbs nothing.
    pub fn is_between_mails(&self) -> bool {
        let waits = matches!(self.stage, Stage::Greeting | Stage::Commands | Stage::Closed);
        waits && self.envelope.is_none()
    }

    fn command(&mut self, line: &[u8]) -> Step {
        match Verb::read(line) {
            Ok(Verb::Helo(name)) => self.hello(Protocol::Smtp, name, "SMTP"),
            Ok(Verb::Ehlo(name)) => self.hello(Protocol::Smtp, name, "ESMTP"),
            Ok(Verb::Lhlo(name)) => self.hello(Protocol::Lmtp, name, "LMTP"),
            Ok(Verb::Mail(from)) => self.mail(from),
            Ok(Verb::Rcpt(to)) => self.rcpt(to),
            Ok(Verb::Data) => self.data(),
            Ok(Verb::Rset) => {
                self.envelope = None;
                self.chat(reply::RSET)
            }
            Ok(Verb::Noop) => self.chat(reply::NOOP),
            Ok(Verb::Vrfy) => self.chat(reply::VRFY),
            Ok(Verb::Help) => self.chat(reply::HELP),
            Ok(Verb::Quit) => {
                self.stage = Stage::Closed;
                say(&reply::goodbye(self.host.name()))
            }
            Err(bad) => self.mistake(&bad.to_string()),
        }
    }

    fn hello(&mut self, protocol: Protocol, name: String, with: &'static str) -> Step {
        if protocol != self.protocol {
            return self.mistake(reply::other_door(self.protocol));
        }
        self.envelope = None;
        self.peer = Some((plain_name(&name), with));
        let host = self.host.name();
        let reply = if with == "SMTP" { reply::hello(host) } else { reply::hello_extended(host) };
        self.chat(&reply)
    }

    fn mail(&mut self, from: String) -> Step {
        if self.peer.is_none() {
            return self.mistake(reply::NO_NAME);
        }
        if self.envelope.is_some() {
            return self.mistake(reply::SECOND_SENDER);
        }
        let to = Vec::new();
        self.envelope = Some(Envelope { from, to });
        say(reply::SENDER)
    }

    fn rcpt(&mut self, to: String) -> Step {
        let Some(envelope) = &mut self.envelope else {
            return self.mistake(reply::NO_SENDER);
        };
        let address: Result<Address, _> = to.parse();
        if !address.is_ok_and(|address| self.host.owns(&address)) {
            return self.mistake(reply::UNKNOWN);
        }
        if envelope.to.len() == ENVELOPE_RECIPIENTS_MAX {
            return say(reply::TOO_MANY);
        }
        envelope.to.push(to);
        say(reply::RECIPIENT)
    }

    fn data(&mut self) -> Step {
        if self.envelope.is_none() {
            return self.mistake(reply::NO_SENDER);
        }
        let Some(envelope) = self.envelope.take_if(|envelope| !envelope.to.is_empty()) else {
            return self.mistake(reply::NO_RECIPIENT);
        };
        self.stage = Stage::Text(envelope, Data::new(MESSAGE_BYTES_MAX - RECEIVED_BYTES_MAX));
        say(reply::GO_ON)
    }

    fn finish_mail(&mut self, envelope: Envelope, text: Vec<u8>, size_bytes: u64) -> Step {
        let replies = match self.protocol {
            Protocol::Smtp => 1,
            Protocol::Lmtp => envelope.to.len(),
        };
        self.stage = Stage::Settling { replies };
        self.errors = 0;
        self.chatter = 0;
        let (helo, with) = self.peer.clone().unwrap_or_default();
        Step::Mail(Mail {
            from: envelope.from,
            to: envelope.to,
            text,
            size_bytes,
            protocol: self.protocol,
            with,
            helo,
            by: self.host.name().to_owned(),
        })
    }

    /// A reply to a command that does not lead to a mail.
    fn chat(&mut self, reply: &str) -> Step {
        self.chatter += 1;
        if self.chatter > CHATTER_MAX {
            self.stage = Stage::Closed;
            return say(reply::CHATTER);
        }
        say(reply)
    }

    /// A refusal. After too many, the door closes.
    fn mistake(&mut self, reply: &str) -> Step {
        self.errors += 1;
        if self.errors < ERRORS_MAX {
            return say(reply);
        }
        self.stage = Stage::Closed;
        say(&format!("{reply}\r\n{}", reply::ERRORS))
    }
}

fn say(reply: &str) -> Step {
    Step::Reply(format!("{reply}\r\n"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
