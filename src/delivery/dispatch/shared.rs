//! What the scheduler, the senders and the writer thread share: the plan, and whether we are stopping.

use std::collections::BTreeSet;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;

use crate::delivery::dispatch::plan::Plan;
use crate::delivery::sending_speed::Pace;
use crate::delivery::transport::Transport;

/// The state, and the signals for threads that wait for a change.
pub(super) struct Shared {
    state: Mutex<State>,
    /// There is something for the scheduler, or a thread has ended.
    called: Condvar,
    /// There is something for the senders.
    queued: Condvar,
    pub(super) pace: Pace,
}

/// What is under way, and what is to be done.
pub(super) struct State {
    pub(super) plan: Plan,
    /// Letters whose text was sent to a relay that has not answered yet.
    pub(super) unsure: BTreeSet<i64>,
    pub(super) look: bool,
    /// No new letter is started.
    pub(super) stop: bool,
    /// No text is sent any more, not even of letters that were started.
    pub(super) shut: bool,
    /// The transport, and how often it was built.
    pub(super) way: Option<Transport>,
    pub(super) ways_made: u64,
    pub(super) threads: usize,
}

impl Shared {
    /// Nothing under way, and the outbox is to be read.
    pub(super) fn new(pace: Pace) -> Shared {
        let state = State {
            plan: Plan::new(pace),
            unsure: BTreeSet::new(),
            look: true,
            stop: false,
            shut: false,
            way: None,
            ways_made: 0,
            threads: 0,
        };
        Shared { state: Mutex::new(state), called: Condvar::new(), queued: Condvar::new(), pace }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is complete in itself, so a panic elsewhere leaves no half-finished state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes the threads that have something to do because of it.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        let changed = change(&mut state);
        let (send, call) = (state.stop || state.plan.queued() > 0, state.look || state.stop || !state.plan.is_open());
        drop(state);
        if call {
            self.called.notify_all();
        }
        if send {
            self.queued.notify_all();
        }
        changed
    }

    /// Whether the text of a letter may be sent to the relay. From then on its result is not certain.
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
            state.plan.marked(id);
            state.look = true;
        });
    }

    /// Waits until there is something for the scheduler, or a thread has ended.
    pub(super) fn wait_for_call<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.called.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits until there is something for the senders.
    pub(super) fn wait_for_letters<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.queued.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }
}
