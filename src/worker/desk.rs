//! The desk at which letters are finished: a second thread makes the mail of a letter while the writer goes on with the next mail, because
//! that takes as long as all the rest.

use crate::letters::LetterError;
use crate::store::LetterText;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

/// Letters that wait for the other thread. If there are more, the writer finishes one itself instead of waiting at the end.
const LETTERS_MAX: usize = 8;

type Job = Box<dyn FnOnce() + Send>;

/// Where letters are finished. Its thread begins with the first of them and ends with the desk.
#[derive(Default)]
pub struct Desk {
    /// `None` if the system gives no thread.
    jobs: OnceLock<Option<SyncSender<Job>>>,
}

impl Desk {
    /// Lets a letter be finished, by whoever has time. If it cannot be, its text never comes.
    pub(in crate::worker) fn text(
        &self,
        finish: impl FnOnce() -> Result<Vec<u8>, LetterError> + Send + 'static,
    ) -> Receiver<LetterText> {
        let (tell, text) = sync_channel(1);
        let job: Job = Box::new(move || {
            if let Ok(Ok(bytes)) = catch_unwind(AssertUnwindSafe(finish)) {
                // Nobody waits for the letters of a mail that has failed.
                let _ = tell.send(LetterText::of(&bytes));
            }
        });
        match self.jobs.get_or_init(thread_for_letters) {
            Some(jobs) => match jobs.try_send(job) {
                Ok(()) => {}
                Err(TrySendError::Full(job) | TrySendError::Disconnected(job)) => job(),
            },
            None => job(),
        }
        text
    }
}

fn thread_for_letters() -> Option<SyncSender<Job>> {
    let (jobs, to_do) = sync_channel::<Job>(LETTERS_MAX);
    let work = move || to_do.into_iter().for_each(|job| job());
    thread::Builder::new().name("letters".to_owned()).spawn(work).ok().map(|_| jobs)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn more_letters_than_the_desk_holds_are_all_finished() {
        let (desk, (go, stop)) = (Desk::default(), channel::<()>());
        let first = desk.text(move || {
            stop.recv().unwrap();
            Ok(b"first".to_vec())
        });
        let others: Vec<_> = (0..3 * LETTERS_MAX).map(|at| desk.text(move || Ok(vec![at as u8; at]))).collect();
        assert!(first.try_recv().is_err(), "the thread still has it");
        assert!(others.iter().filter(|text| text.try_recv().is_ok()).count() >= LETTERS_MAX, "the writer has helped");
        go.send(()).unwrap();
        first.recv().unwrap();
    }

    #[test]
    fn a_letter_that_cannot_be_finished_takes_no_other_along() {
        let desk = Desk::default();
        let no_ink = desk.text(|| panic!("no ink"));
        assert!(no_ink.recv().is_err());
        assert!(desk.text(|| Ok(Vec::new())).recv().is_ok());
    }
}
