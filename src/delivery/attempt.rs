//! What became of one try to send one letter, for the log.

use crate::journal;
use crate::journal::LogEvent;
use crate::store::Due;
use crate::store::Verdict;

/// Writes into the log what came of a try.
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
        // A hold is logged once, as it begins; that a newer letter goes is no news.
        Verdict::Held { .. } | Verdict::Outdated => {}
    }
}
