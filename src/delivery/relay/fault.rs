//! What went wrong with a relay, and what that means for the letter and for all others.
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

use std::error::Error as _;
use std::fmt;
use std::io;

use lettre::transport::smtp::Error;

use crate::delivery::transport::Setback;
use crate::mail::DeliveryStatus;

/// Longest text of a setback, in characters.
const WHY_CHARS_MAX: usize = 400;

/// At what the relay said no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Connection,
    Login,
    Sender,
    Recipient,
    Text,
}

/// How it said no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// With this code.
    Code(u16),
    /// Not at all: it, or the network, was just not there.
    Silence,
    /// The connection cannot work, and that does not pass by itself: TLS, a certificate.
    Unfit,
}

/// What is to blame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blame {
    Letter,
    Moment,
    Way,
    Us,
}

/// What follows from an error at this step. `relay` is its name in the text.
pub(super) fn setback(relay: &str, step: Step, error: &Error) -> Setback {
    let (fault, why) = (Fault::of(error), why(relay, step, error));
    match fault.at(step) {
        Blame::Letter => Setback::Refused { why, mailbox: mailbox(step, &error.to_string()) },
        Blame::Moment => Setback::Later(why),
        Blame::Way => Setback::NoWay(why),
        Blame::Us => Setback::Ours(why),
    }
}

/// What follows from an answer with a code that cannot stand at this step: a fault of the relay, or somebody on the way.
pub(super) fn out_of_step(relay: &str, step: Step, code: u16) -> Setback {
    Setback::Ours(format!(
        "{relay}, {step}: it answers {code}, which is out of step; if that stays so, set tls to implicit and the port to \
         match (usually 465)"
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
        // A certificate that does not fit comes as an error of the socket too, as data that is not valid.
        let is_invalid = cause(error).is_some_and(|cause| cause.kind() == io::ErrorKind::InvalidData);
        if error.is_client() || error.is_tls() || is_invalid { Fault::Unfit } else { Fault::Silence }
    }

    /// The table.
    fn at(self, step: Step) -> Blame {
        match (step, self) {
            (_, Fault::Code(421)) => Blame::Way,
            (Step::Connection, Fault::Code(..500)) => Blame::Way,
            (Step::Connection | Step::Login, Fault::Silence) => Blame::Way,
            (Step::Connection | Step::Login, _) => Blame::Us,
            // Authentication is asked for, too weak, or has expired (RFC 4954, section 6).
            (_, Fault::Code(530 | 534 | 535 | 538)) => Blame::Us,
            (Step::Recipient | Step::Text, Fault::Code(500..)) => Blame::Letter,
            (_, Fault::Code(_)) => Blame::Moment,
            (Step::Sender, Fault::Silence | Fault::Unfit) => Blame::Way,
            (Step::Recipient | Step::Text, Fault::Silence | Fault::Unfit) => Blame::Moment,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Connection => "connection",
            Step::Login => "login",
            Step::Sender => "sender",
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

/// What a refusal says of the mailbox. A relay that does not like a text speaks of the mailbox only where its code says so: one that
/// takes all our letters for spam would otherwise cut off all players at once.
fn mailbox(step: Step, answer: &str) -> Option<DeliveryStatus> {
    let status = DeliveryStatus::of_refusal(answer);
    (step == Step::Recipient || status.is_about_the_mailbox()).then_some(status)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What follows at each step, in the order of a talk.
    fn check(fault: Fault, expected: &str) {
        let steps = [Step::Connection, Step::Login, Step::Sender, Step::Recipient, Step::Text];
        let found = steps.map(|step| match fault.at(step) {
            Blame::Letter => "refused",
            Blame::Moment => "later",
            Blame::Way => "no-way",
            Blame::Us => "ours",
        });
        assert_eq!(found.join(" "), expected, "{fault:?}");
    }

    #[test]
    fn what_is_to_blame_is_told_from_the_step_and_the_code() {
        check(Fault::Silence, "no-way no-way no-way later later");
        check(Fault::Unfit, "ours ours no-way later later");
        check(Fault::Code(421), "no-way no-way no-way no-way no-way");
        check(Fault::Code(451), "no-way ours later later later");
        check(Fault::Code(530), "ours ours ours ours ours");
        check(Fault::Code(535), "ours ours ours ours ours");
        check(Fault::Code(550), "ours ours later refused refused");
        check(Fault::Code(554), "ours ours later refused refused");
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
