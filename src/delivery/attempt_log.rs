//! Logs the result of one attempt to send one letter.

use crate::journal;
use crate::journal::LogEvent;
use crate::store::Due;
use crate::store::Verdict;

/// Logs the result of an attempt.
pub(super) fn log(letter: &Due, verdict: &Verdict) {
    let (id, to) = (letter.id, letter.to.as_str());
    match verdict {
        Verdict::Sent => journal::write(&LogEvent::LetterSent { id, to }),
        Verdict::Later { at, error, .. } => {
            journal::write(&LogEvent::LetterLater { id, to, attempts: letter.attempts.saturating_add(1), at, error })
        }
        Verdict::GivenUp { error, .. } => {
            journal::write(&LogEvent::LetterGivenUp { id, to, error });
        }
        // A pause is logged once, when it begins. That a newer letter replaces this one is not news.
        Verdict::Held { .. } | Verdict::Outdated => {}
    }
}
