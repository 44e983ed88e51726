//! Delivery for `taflpost serve`: one thread that looks what is due, a few that send, and the desk that marks.
//!
//! ```text
//!  wake (the desk has new letters), or the hour of the next try
//!     |
//!     v        due, besides those under way             attempt
//!  looker ------------------------------------> queue ----------> senders --mark--> desk
//!     ^                                                                              |
//!     '------------------ a letter is no longer under way: its mark is on the disk <-'
//! ```
//!
//! **Never the same letter twice at once**: a letter is *under way* from the moment it is queued until its mark is on
//! the disk, and a bounded number is. When the store cannot be written, delivery comes to rest by itself.
//!
//! **Holding**: when no letter is to blame (the relay is not there, or does not let us in) all of them wait. Then one
//! goes ahead and tries the way, each time another one, and the rest follow when it got through to somebody who
//! answered, whatever the answer was.

use std::collections::BTreeSet;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::attempt::Attempt;
use crate::delivery::attempt::Hold;
use crate::delivery::transport::Carrier;
use crate::delivery::transport::Transport;
use crate::journal;
use crate::journal::Event;
use crate::store::Due;
use crate::store::Reader;
use crate::store::StoreError;
use crate::worker::desk::Desk;

/// Letters under way at most.
const UNDER_WAY_MAX: usize = 64;

/// From so many due letters the one that tries the way is chosen.
const SCOUTS: u32 = 16;

/// The outbox is looked at this often even when nobody calls: clocks are set, and other processes write letters.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// An open connection without a letter is closed after this time.
const REST_AFTER: Duration = Duration::from_secs(15);

/// What time it is.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// How eagerly letters are sent.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Threads, each with a connection of its own.
    pub senders: usize,
    /// How long all letters wait when the relay is not there; doubled each time.
    pub hold_first: Duration,
    /// The longest such wait.
    pub hold_max: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { senders: 8, hold_first: Duration::from_secs(30), hold_max: Duration::from_secs(600) }
    }
}

/// Delivery at work.
pub struct Dispatch {
    shared: Arc<Shared>,
}

/// Wakes delivery, from any thread.
#[derive(Clone)]
pub struct Waker(Arc<Shared>);

impl Waker {
    /// There are new letters.
    pub fn wake(&self) {
        self.0.change(|state| state.look = true);
    }
}

struct Shared {
    state: Mutex<State>,
    /// Something for the looker, or a thread has ended.
    called: Condvar,
    /// Something for the senders.
    queued: Condvar,
    pace: Pace,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Due>,
    /// Queued, being sent, or sent and without a mark on the disk.
    under_way: BTreeSet<i64>,
    look: bool,
    stop: bool,
    mode: Mode,
    /// How often the way was tried; chooses the letter that tries it.
    scouts_sent: usize,
    threads: usize,
}

#[derive(Default)]
enum Mode {
    #[default]
    Open,
    /// Nothing goes out before `until`.
    Held { until: Instant, held: Held },
    /// One letter tries the way.
    Scouting { held: Held },
}

/// The history of a hold.
#[derive(Clone, Copy)]
struct Held {
    wait: Duration,
    is_alarm: bool,
}

impl Dispatch {
    /// Begins to send what is due.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(
        reader: Reader,
        transport: &Transport,
        desk: &Desk,
        clock: &Clock,
        pace: Pace,
    ) -> io::Result<Dispatch> {
        let state = State { look: true, ..State::default() };
        let shared =
            Arc::new(Shared { state: Mutex::new(state), called: Condvar::new(), queued: Condvar::new(), pace });
        // From here on, a thread that cannot be had ends those that could.
        let dispatch = Dispatch { shared };
        dispatch.spawn("looker", {
            let clock = Arc::clone(clock);
            move |shared| look(&shared, &reader, &clock)
        })?;
        for _ in 0..pace.senders.max(1) {
            let carrier = transport.carrier();
            let (desk, clock) = (desk.clone(), Arc::clone(clock));
            dispatch.spawn("sender", move |shared| send(&shared, carrier, &desk, &clock))?;
        }
        Ok(dispatch)
    }

    fn spawn(&self, name: &str, work: impl FnOnce(Arc<Shared>) + Send + 'static) -> io::Result<()> {
        let shared = Arc::clone(&self.shared);
        let ending = Ending(Arc::clone(&self.shared));
        shared.lock().threads += 1;
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                // Told even if the work panics.
                let _ending = ending;
                work(shared);
            })
            .map(drop)
    }

    /// Something that wakes delivery.
    pub fn waker(&self) -> Waker {
        Waker(Arc::clone(&self.shared))
    }

    /// Ends delivery: letters being sent may be finished within `patience`, the others wait for the next start. False
    /// when some were still being sent: they will be sent again. The desk must be stopped after this, for the marks.
    pub fn stop(self, patience: Duration) -> bool {
        self.shared.change(|state| state.stop = true);
        let until = Instant::now() + patience;
        let mut state = self.shared.lock();
        while state.threads > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = wait(&self.shared.called, state, left);
        }
        true
    }
}

impl Drop for Dispatch {
    fn drop(&mut self) {
        self.shared.change(|state| state.stop = true);
    }
}

/// Tells that a thread has ended.
struct Ending(Arc<Shared>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.change(|state| state.threads -= 1);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is complete in itself, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and lets everybody look at it.
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.called.notify_all();
        self.queued.notify_all();
    }

    /// A letter's mark is on the disk.
    fn no_longer_under_way(&self, id: i64) {
        self.change(|state| {
            state.under_way.remove(&id);
            state.look = true;
        });
    }
}

fn wait<'a>(condition: &Condvar, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
    condition.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
}

/// The looker's life.
fn look(shared: &Shared, reader: &Reader, clock: &Clock) {
    let mut next_look = Instant::now();
    let mut is_well = true;
    loop {
        let mut state = shared.lock();
        let wanted = loop {
            if state.stop {
                return;
            }
            let now = Instant::now();
            let rested = match &state.mode {
                Mode::Open => now,
                Mode::Held { until, .. } => *until,
                Mode::Scouting { .. } => now + LOOK_EVERY,
            };
            let is_full = state.under_way.len() >= UNDER_WAY_MAX;
            let ready = if state.look { now } else { next_look };
            let at = ready.max(rested);
            if at <= now && !is_full {
                break UNDER_WAY_MAX - state.under_way.len();
            }
            let time = at.saturating_duration_since(now).min(LOOK_EVERY);
            // A full queue is emptied by marks, and those call.
            let time = if is_full { LOOK_EVERY } else { time };
            state = wait(&shared.called, state, time);
        };
        state.look = false;
        let under_way = state.under_way.clone();
        let scouting = !matches!(state.mode, Mode::Open);
        drop(state);

        let now = clock();
        let limit = if scouting { SCOUTS } else { u32::try_from(wanted).unwrap_or(SCOUTS) };
        match due(reader, now, limit, &under_way) {
            Ok((letters, pause)) => {
                is_well = true;
                next_look = Instant::now() + pause;
                shared.change(|state| state.queue(letters, scouting));
            }
            Err(why) => {
                if is_well {
                    journal::write(&Event::FileBusy { why: &why });
                }
                is_well = false;
                next_look = Instant::now() + shared.pace.hold_first.min(LOOK_EVERY);
            }
        }
    }
}

/// The letters to send now, and how long it is until there may be others.
fn due(
    reader: &Reader,
    now: DateTime<Utc>,
    limit: u32,
    under_way: &BTreeSet<i64>,
) -> Result<(Vec<Due>, Duration), StoreError> {
    let letters = reader.due_besides(now, limit, under_way)?;
    // One that is due already is under way or in this list; the end of its mark calls.
    let pause = reader
        .next_due()?
        .and_then(|next| (next - now).to_std().ok())
        .filter(|pause| !pause.is_zero())
        .unwrap_or(LOOK_EVERY);
    Ok((letters, pause.min(LOOK_EVERY)))
}

impl State {
    fn queue(&mut self, mut letters: Vec<Due>, scouting: bool) {
        if scouting {
            let Mode::Held { held, .. } = self.mode else {
                return;
            };
            if letters.is_empty() {
                return;
            }
            // Each time another one: should a single letter be the cause after all, it cannot hold up the others.
            let scout = letters.swap_remove(self.scouts_sent % letters.len());
            self.scouts_sent += 1;
            self.mode = Mode::Scouting { held };
            letters = vec![scout];
        } else if !matches!(self.mode, Mode::Open) {
            // A hold began while we were reading.
            return;
        }
        self.under_way.extend(letters.iter().map(|letter| letter.id));
        self.queue.extend(letters);
    }

    /// Draws the consequences of a try for the other letters.
    fn learn(&mut self, hold: Option<&Hold>, pace: Pace) {
        let Some(hold) = hold else {
            if let Mode::Scouting { held } = self.mode {
                if held.is_alarm {
                    journal::write(&Event::DeliveryResumed);
                }
                self.mode = Mode::Open;
                self.look = true;
            }
            return;
        };
        let before = match self.mode {
            Mode::Open => None,
            Mode::Held { held, .. } | Mode::Scouting { held } => Some(held),
        };
        let was_alarm = before.is_some_and(|held| held.is_alarm);
        if let (Hold::Alarm(why), false) = (hold, was_alarm) {
            journal::write(&Event::DeliveryPaused { why });
        }
        let is_alarm = was_alarm || matches!(hold, Hold::Alarm(_));
        let wait = match (&self.mode, before) {
            (Mode::Scouting { .. }, Some(held)) => (held.wait * 2).min(pace.hold_max),
            (_, Some(held)) => held.wait,
            (_, None) => pace.hold_first,
        };
        self.mode = Mode::Held { until: Instant::now() + wait, held: Held { wait, is_alarm } };
        // They were not tried: back among those that are due.
        for letter in self.queue.drain(..) {
            self.under_way.remove(&letter.id);
        }
    }
}

/// A sender's life.
fn send(shared: &Arc<Shared>, mut carrier: Carrier, desk: &Desk, clock: &Clock) {
    while let Some(letter) = next(shared, &mut carrier) {
        let attempt = Attempt::make(&mut carrier, &letter, &**clock);
        shared.change(|state| state.learn(attempt.hold.as_ref(), shared.pace));
        let id = letter.id;
        let shared = Arc::clone(shared);
        desk.mark(id, attempt.verdict, move || shared.no_longer_under_way(id));
    }
    carrier.rest();
}

/// Waits for a letter; `None` at the end. Closes a connection that has nothing to do.
fn next(shared: &Shared, carrier: &mut Carrier) -> Option<Due> {
    let mut rest_at = Instant::now() + REST_AFTER;
    let mut state = shared.lock();
    loop {
        if state.stop {
            return None;
        }
        if let Some(letter) = state.queue.pop_front() {
            return Some(letter);
        }
        let left = rest_at.saturating_duration_since(Instant::now());
        if left.is_zero() {
            drop(state);
            carrier.rest();
            rest_at = Instant::now() + LOOK_EVERY;
            state = shared.lock();
        } else {
            state = wait(&shared.queued, state, left);
        }
    }
}
