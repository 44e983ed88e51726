//! One try to send one letter, and what follows from it for the letter and for all others.

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::retry;
use crate::delivery::transport::Carrier;
use crate::delivery::transport::Setback;
use crate::journal;
use crate::journal::Event;
use crate::store::Due;
use crate::store::Verdict;

/// What one try came to.
#[derive(Debug)]
pub(super) struct Attempt {
    /// To be written down.
    pub(super) verdict: Verdict,
    /// Why the others had better wait.
    pub(super) hold: Option<Hold>,
}

/// Why no letter goes out for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hold {
    /// The relay is not there; that happens.
    NoWay(String),
    /// Somebody must mend something.
    Alarm(String),
}

impl Attempt {
    /// Tries, and writes into the log what came of it; `None` where it was no try, since we are stopping. `clock` is
    /// asked after the try, which may have taken minutes.
    pub(super) fn make(carrier: &mut Carrier, letter: &Due, clock: &dyn Fn() -> DateTime<Utc>) -> Option<Attempt> {
        let attempt = match carrier.carry(letter) {
            Ok(()) => Attempt { verdict: Verdict::Sent, hold: None },
            Err(setback) => Attempt::after(setback, letter, clock())?,
        };
        attempt.log(letter);
        Some(attempt)
    }

    /// No try: the way out cannot be made, and somebody must mend it.
    pub(super) fn without_a_way(why: String) -> Attempt {
        Attempt { verdict: Verdict::Held { error: why.clone() }, hold: Some(Hold::Alarm(why)) }
    }

    fn after(setback: Setback, letter: &Due, now: DateTime<Utc>) -> Option<Attempt> {
        let (verdict, hold) = match setback {
            Setback::Refused { why, mailbox } => (Verdict::GivenUp { error: why, mailbox }, None),
            Setback::Later(error) => (later(error, letter, now), None),
            Setback::NoWay(why) => (later(why.clone(), letter, now), Some(Hold::NoWay(why))),
            Setback::Ours(why) => (Verdict::Held { error: why.clone() }, Some(Hold::Alarm(why))),
            Setback::Stopping => return None,
        };
        Some(Attempt { verdict, hold })
    }

    fn log(&self, letter: &Due) {
        let (id, to) = (letter.id, letter.to.as_str());
        match &self.verdict {
            Verdict::Sent => journal::write(&Event::LetterSent { id, to }),
            Verdict::Later { at, error } => {
                journal::write(&Event::LetterLater { id, to, attempts: letter.attempts.saturating_add(1), at, error })
            }
            Verdict::GivenUp { error, .. } => {
                journal::write(&Event::LetterGivenUp { id, to, error });
            }
            // The pause is logged once, by whoever pauses.
            Verdict::Held { .. } => {}
        }
    }
}

fn later(error: String, letter: &Due, now: DateTime<Utc>) -> Verdict {
    let tries = letter.attempts.saturating_add(1);
    let jitter = retry::jitter(letter.id, tries);
    match retry::next(tries, letter.created, now, jitter) {
        Some(at) => Verdict::Later { at, error },
        // What never got through in five days has a reason that may pass all the same.
        None => Verdict::GivenUp { error, mailbox: None },
    }
}
