//! What went wrong with a relay, and what that means for the letter and for all others.
//!
//! | the relay refuses | 4xx | no answer | 5xx |
//! | --- | --- | --- | --- |
//! | connecting, greeting | no way: all wait a little | no way | ours: all wait, alarm |
//! | TLS, its certificate | no way | no way | ours |
//! | login | ours | no way | ours |
//! | sender (MAIL) | no way | no way | ours; for the null sender: later |
//! | recipient, text (RCPT, DATA) | later; 421: suspect | later | refused; 530 to 538, "relaying": suspect |
//!
//! A 421 means that the connection ends. At a recipient, it may come from that domain, which the relay has asked: suspect. Words about a
//! sending limit ([`is_sending_limit`](crate::mail::is_sending_limit)) turn any answer before a recipient was named into a limit, and any
//! later answer into a suspicion.
//!
//! A 5xx to the sender is no reason to give up a letter: an operator with a wrong sender address would lose all letters. Some relays refuse
//! only the null sender.

use std::error::Error as _;
use std::fmt;
use std::io;

use lettre::transport::smtp::Error;

use crate::delivery::setback::Setback;
use crate::mail::DeliveryStatus;
use crate::mail::is_sending_limit;

/// The longest text of a setback, in characters.
const WHY_CHARS_MAX: usize = 400;

/// The step at which the relay refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Connection,
    Login,
    Sender,
    NullSender,
    Recipient,
    Text,
}

/// How it refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// With this code.
    Code(u16),
    /// Without an answer: the relay or the network could not be reached.
    Silence,
    /// The connection cannot work, and that does not go away by itself: TLS, a certificate.
    Unfit,
}

/// What the cause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blame {
    Letter,
    Moment,
    Somebody,
    Way,
    Us,
}

/// What follows from an error at this step. `relay` is its name in the text.
pub(super) fn setback(relay: &str, step: Step, error: &Error) -> Setback {
    let (fault, why, answer) = (Fault::of(error), why(relay, step, error), error.to_string());
    let named = matches!(step, Step::Recipient | Step::Text);
    if matches!(fault, Fault::Code(_)) && is_sending_limit(&answer) {
        return if named { Setback::Suspect { why, is_limit: true } } else { Setback::Limit(why) };
    }
    match fault.at(step) {
        Blame::Letter if is_about_relaying(&answer) => Setback::Suspect { why, is_limit: false },
        Blame::Letter => Setback::Refused { why, mailbox: mailbox(step, &answer) },
        Blame::Moment => Setback::Later { why, is_mailbox: is_of_the_mailbox(step, fault, &answer) },
        Blame::Somebody => Setback::Suspect { why, is_limit: false },
        Blame::Way => Setback::NoWay(why),
        Blame::Us => Setback::Ours(why),
    }
}

/// Whether a refusal says that the relay does not relay for us.
fn is_about_relaying(answer: &str) -> bool {
    const WORDS: [&str; 6] = [
        "relaying",
        "relay access",
        "relay denied",
        "relay not permitted",
        "not permitted to relay",
        "unable to relay",
    ];
    let answer = answer.to_lowercase();
    WORDS.iter().any(|words| answer.contains(words)) && !DeliveryStatus::of_refusal(&answer).is_about_the_mailbox()
}

/// Whether an answer is only about one mailbox and says nothing about its domain. An answer to the null sender is about our letter.
fn is_of_the_mailbox(step: Step, fault: Fault, answer: &str) -> bool {
    step == Step::NullSender
        || (matches!(fault, Fault::Code(_)) && DeliveryStatus::of_refusal(answer).is_about_the_mailbox())
}

/// What follows from an answer with a code that is not possible at this step: a fault of the relay, or an attacker on the way.
pub(super) fn out_of_step(relay: &str, step: Step, code: u16) -> Setback {
    Setback::Ours(format!(
        "{relay}, {step}: unexpected answer {code}; if this happens again, set tls to implicit, and the port to \
         the relay's port for implicit TLS (usually 465)"
    ))
}

/// Whether the connection itself is gone.
pub(super) fn is_lost(error: &Error) -> bool {
    matches!(Fault::of(error), Fault::Code(421) | Fault::Silence | Fault::Unfit)
}

impl Fault {
    fn of(error: &Error) -> Fault {
        if let Some(code) = error.status() {
            return Fault::Code(u16::from(code));
        }
        // A certificate that does not fit is also reported as a socket error with invalid data.
        let is_invalid = cause(error).is_some_and(|cause| cause.kind() == io::ErrorKind::InvalidData);
        if error.is_client() || error.is_tls() || is_invalid { Fault::Unfit } else { Fault::Silence }
    }

    /// The table in the head of this file.
    fn at(self, step: Step) -> Blame {
        // Authentication is required, too weak, or expired (RFC 4954, section 6).
        let wants_login = matches!(self, Fault::Code(530 | 534 | 535 | 538));
        match (step, self) {
            (Step::Recipient | Step::Text, Fault::Code(421)) => Blame::Somebody,
            (Step::Recipient | Step::Text, _) if wants_login => Blame::Somebody,
            (Step::Recipient | Step::Text, Fault::Code(500..)) => Blame::Letter,
            (Step::Recipient | Step::Text, _) => Blame::Moment,
            (_, Fault::Code(421) | Fault::Silence) => Blame::Way,
            (Step::NullSender, Fault::Code(500..)) if !wants_login => Blame::Moment,
            (Step::Connection | Step::Sender | Step::NullSender, Fault::Code(..500)) => Blame::Way,
            (Step::Sender | Step::NullSender, Fault::Unfit) => Blame::Way,
            (Step::Connection | Step::Login | Step::Sender | Step::NullSender, _) => Blame::Us,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Connection => "connection",
            Step::Login => "login",
            Step::Sender | Step::NullSender => "sender",
            Step::Recipient => "recipient",
            Step::Text => "letter",
        })
    }
}

fn why(relay: &str, step: Step, error: &Error) -> String {
    let why = match cause(error).map(io::Error::kind) {
        // The system calls it "resource temporarily unavailable".
        Some(io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => format!("{relay}, {step}: no answer in time"),
        _ => format!("{relay}, {step}: {error}"),
    };
    why.chars().take(WHY_CHARS_MAX).collect()
}

/// What a refusal says about the mailbox. If a relay refuses a text, it is about the mailbox only if its code says so. Otherwise a relay
/// that takes all our letters for spam would cut off all players at once.
fn mailbox(step: Step, answer: &str) -> Option<DeliveryStatus> {
    let status = DeliveryStatus::of_refusal(answer);
    (step == Step::Recipient || status.is_about_the_mailbox()).then_some(status)
}

/// The socket's error below lettre's, if there is one.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What follows at each step, in the order of a session.
    fn check(fault: Fault, expected: &str) {
        let steps = [Step::Connection, Step::Login, Step::Sender, Step::NullSender, Step::Recipient, Step::Text];
        let found = steps.map(|step| match fault.at(step) {
            Blame::Letter => "refused",
            Blame::Moment => "later",
            Blame::Somebody => "suspect",
            Blame::Way => "no-way",
            Blame::Us => "ours",
        });
        assert_eq!(found.join(" "), expected, "{fault:?}");
    }

    #[test]
    fn what_is_to_blame_is_told_from_the_step_and_the_code() {
        check(Fault::Silence, "no-way no-way no-way no-way later later");
        check(Fault::Unfit, "ours ours no-way no-way later later");
        check(Fault::Code(421), "no-way no-way no-way no-way suspect suspect");
        check(Fault::Code(451), "no-way ours no-way no-way later later");
        check(Fault::Code(530), "ours ours ours ours suspect suspect");
        check(Fault::Code(535), "ours ours ours ours suspect suspect");
        check(Fault::Code(550), "ours ours ours later refused refused");
        check(Fault::Code(554), "ours ours ours later refused refused");
    }

    #[test]
    fn a_relay_that_does_not_relay_is_suspected_and_a_name_with_relay_in_it_is_not() {
        for (answer, expected) in [
            ("permanent error (554): 5.7.1 <ann@x.org>: Relay access denied", true),
            ("permanent error (550): relaying denied", true),
            ("permanent error (550): 5.1.1 relay.x.org knows no such user", false),
            ("permanent error (550): 5.1.1 relaying denied", false),
            ("permanent error (550): relay.x.org: no", false),
        ] {
            assert_eq!(is_about_relaying(answer), expected, "{answer}");
        }
    }

    #[test]
    fn a_refused_text_says_nothing_of_the_mailbox_unless_its_code_does() {
        for (step, answer, mailbox) in [
            (Step::Recipient, "permanent error (550): 5.1.1 no such user", Some("5.1.1")),
            (Step::Recipient, "permanent error (550): unknown user", Some("5.0.0")),
            (Step::Text, "permanent error (550): 5.1.1 no such user", Some("5.1.1")),
            (Step::Text, "permanent error (552): 5.2.2 over quota", Some("5.2.2")),
            (Step::Text, "permanent error (552): 5.3.4 too long", None),
            (Step::Text, "permanent error (554): spam", None),
        ] {
            assert_eq!(super::mailbox(step, answer).map(|status| status.to_string()).as_deref(), mailbox, "{answer}");
        }
    }
}
