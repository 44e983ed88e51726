//! What looker, senders and desk share: which letters are under way, and whether they may go out.

use std::collections::BTreeSet;
use std::collections::VecDeque;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;
use std::time::Instant;

use crate::delivery::attempt::Hold;
use crate::delivery::dispatch::Pace;
use crate::delivery::dispatch::hold::Mode;
use crate::delivery::transport::Transport;
use crate::store::Due;

/// The state, and how threads wait for it to change.
pub(super) struct Shared {
    state: Mutex<State>,
    /// Something for the looker, or a thread has ended.
    called: Condvar,
    /// Something for the senders.
    queued: Condvar,
    pub(super) pace: Pace,
}

/// What is under way, and what is to be done.
#[derive(Default)]
pub(super) struct State {
    pub(super) queue: VecDeque<Due>,
    /// Queued, being sent, or sent and without a mark on the disk.
    pub(super) under_way: BTreeSet<i64>,
    /// Their text has gone to a relay that has not answered yet.
    pub(super) unsure: BTreeSet<i64>,
    pub(super) look: bool,
    /// No letter is begun any more.
    pub(super) stop: bool,
    /// No text goes any more, of letters that were begun either.
    pub(super) shut: bool,
    pub(super) mode: Mode,
    /// The way out, and how often it was made anew.
    pub(super) way: Option<Transport>,
    pub(super) ways_made: u64,
    /// Whoever takes the next letter makes the way out anew first: it is the one that tries whether it was mended.
    renew: bool,
    /// How often the way was tried; chooses the letter that tries it.
    scouts_sent: usize,
    pub(super) threads: usize,
}

impl Shared {
    /// Nothing under way, and the outbox to be looked at.
    pub(super) fn new(pace: Pace) -> Shared {
        let state = State { look: true, ..State::default() };
        Shared { state: Mutex::new(state), called: Condvar::new(), queued: Condvar::new(), pace }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is complete in itself, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes whoever has something to do by it: at hundreds of letters a second most have nothing.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        let before = state.queue.len();
        let changed = change(&mut state);
        let more = state.queue.len().saturating_sub(before);
        let (ending, call) = (state.stop, state.look || state.stop || !state.mode.is_open());
        drop(state);
        if call {
            self.called.notify_all();
        }
        if ending {
            self.queued.notify_all();
        } else {
            // A sender that is busy looks into the queue by itself before it waits.
            (0..more).for_each(|_| self.queued.notify_one());
        }
        changed
    }

    /// Whether the text of a letter may go to the relay; it is unsure from then on.
    pub(super) fn may_send_text(&self, id: i64) -> bool {
        let mut state = self.lock();
        if !state.shut {
            state.unsure.insert(id);
        }
        !state.shut
    }

    /// A letter's mark is on the disk.
    pub(super) fn no_longer_under_way(&self, id: i64) {
        self.change(|state| {
            state.under_way.remove(&id);
            state.look = true;
        });
    }

    /// Waits for something for the looker, or for the end of a thread.
    pub(super) fn wait_for_call<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.called.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits for something for the senders.
    pub(super) fn wait_for_letters<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.queued.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }
}

impl State {
    /// Puts letters on their way; while they are held only one, which tries the way.
    pub(super) fn queue(&mut self, mut letters: Vec<Due>, scouting: bool) {
        if scouting {
            if letters.is_empty() || !self.mode.scout() {
                return;
            }
            // Each time another one: should a single letter be the cause after all, it cannot hold up the others.
            self.renew = self.mode.is_alarm();
            let scout = letters.swap_remove(self.scouts_sent % letters.len());
            self.scouts_sent += 1;
            letters = vec![scout];
        } else if !self.mode.is_open() {
            // A hold began while we were reading.
            return;
        }
        self.under_way.extend(letters.iter().map(|letter| letter.id));
        self.queue.extend(letters);
    }

    /// Whether the way out is to be made anew before this letter; told to one alone.
    pub(super) fn must_renew(&mut self) -> bool {
        std::mem::take(&mut self.renew)
    }

    /// Draws the consequences of a try for the other letters.
    pub(super) fn learn(&mut self, hold: Option<&Hold>, pace: Pace, now: Instant) {
        let Some(hold) = hold else {
            self.look |= self.mode.got_through();
            return;
        };
        self.mode.hold(hold, pace, now);
        // They were not tried: back among those that are due.
        for letter in self.queue.drain(..) {
            self.under_way.remove(&letter.id);
        }
    }
}
