//! One round of delivery for `taflpost work`: sends everything that is due now, then returns.

use std::collections::BTreeSet;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::attempt_log;
use crate::delivery::dispatch::Plan;
use crate::delivery::health::Held;
use crate::delivery::health::What;
use crate::delivery::moment::Moment;
use crate::delivery::quota::Quota;
use crate::delivery::sending_speed::Pace;
use crate::delivery::transport::Carrier;
use crate::delivery::transport::Transport;
use crate::store::Due;
use crate::store::PauseLine;
use crate::store::Store;
use crate::store::StoreError;
use crate::store::Verdict;

/// Letters read from the store at once.
const LETTERS_MAX: u32 = 64;

/// Connections at once, if the settings do not say otherwise.
const CONNECTIONS: usize = 8;

/// One connection is opened for this many letters.
const LETTERS_PER_CARRIER: usize = 4;

/// A letter that could not go a moment ago may go after this time, whatever else happens.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// How often a mark is tried if the store fails.
const MARK_TRIES_MAX: u32 = 3;

/// The result of one round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// Letters that were sent.
    pub sent: u32,
    /// Letters that will be tried again.
    pub later: u32,
    /// Letters that will not be tried again.
    pub given_up: u32,
    /// Why the round ended before everything was tried, if it did.
    pub held: Option<String>,
    /// Whether a person must solve that.
    pub is_alarm: bool,
}

/// Sends what is due at `now` and marks each letter as soon as its result is known. A second round at the same `now` does nothing.
///
/// # Errors
/// If the store cannot be read or written. Letters whose mark could not be written will be sent again.
pub fn send_due(store: &mut Store, transport: &Transport, now: DateTime<Utc>) -> Result<Round, StoreError> {
    send_within(store, transport, CONNECTIONS, Quota::default(), now)
}

/// The same, with at most this many connections and within the quota.
///
/// # Errors
/// As above.
pub fn send_within(
    store: &mut Store,
    transport: &Transport,
    connections: usize,
    quota: Quota,
    now: DateTime<Utc>,
) -> Result<Round, StoreError> {
    let connections = connections.max(1);
    let mut plan = Plan::new(Pace { senders: connections, quota, ..Pace::default() });
    for (domain, works) in store.known_domains()? {
        plan.remember(&domain, works, moment(now));
    }
    let mut round = Round::default();
    let mut carriers: Vec<Carrier> = Vec::new();
    let mut tried = BTreeSet::new();
    let outward = Outward { plan: Mutex::new(plan), changed: Condvar::new(), now };
    loop {
        let room = quota.room(|since| store.sent_since(since), 0, now)?;
        let Some(mut wanted) = outward.lock().wanted(Instant::now()) else {
            break;
        };
        // Each letter only once, whatever the marks say.
        let letters = if quota.is_any() {
            let mut waiting = store.waiting(now)?;
            waiting.retain(|letter| !tried.contains(&letter.id));
            let chosen = wanted.within(room as usize, waiting);
            chosen.into_iter().map(|letter| store.with_text(letter)).collect::<Result<Vec<Due>, StoreError>>()?
        } else {
            store.due_where(now, LETTERS_MAX, |letter| !tried.contains(&letter.id) && wanted.takes(letter))?
        };
        tried.extend(letters.iter().map(|letter| letter.id));
        let found = letters.len();
        let outdated = outward.lock().offer(letters, moment(now));
        write_marks(store, &outdated, now)?;
        outdated.iter().for_each(|(id, _)| outward.lock().marked(*id));
        if found == 0 {
            break;
        }
        let wanted = found.div_ceil(LETTERS_PER_CARRIER).min(connections);
        while carriers.len() < wanted {
            carriers.push(transport.carrier());
        }
        let (tell, told) = mpsc::channel();
        thread::scope(|scope| {
            for carrier in carriers.iter_mut().take(wanted) {
                let tell = tell.clone();
                let outward = &outward;
                scope.spawn(move || outward.send(carrier, &tell));
            }
            drop(tell);
            round.mark(store, &told, &outward)
        })?;
    }
    carriers.iter_mut().for_each(Carrier::rest);
    let held = outward.lock().held(Instant::now());
    if let Some(held) = held {
        store.note_pauses(&held.iter().map(Held::line).collect::<Vec<PauseLine>>())?;
        round.held = held.iter().find(|held| held.what == What::Relay).map(|held| held.why.clone());
        round.is_alarm = held.iter().any(|held| held.is_alarm);
    }
    Ok(round)
}

fn moment(wall: DateTime<Utc>) -> Moment {
    Moment { wall, monotonic: Instant::now() }
}

/// What the connections of one round share. By the wall clock, a round is one instant.
struct Outward {
    plan: Mutex<Plan>,
    changed: Condvar,
    now: DateTime<Utc>,
}

impl Outward {
    fn lock(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends letters until there are no more.
    fn send(&self, carrier: &mut Carrier, tell: &Sender<(i64, Verdict)>) {
        while let Some(letter) = self.next() {
            let result = carrier.carry(&letter);
            let verdict = self.lock().finish(&letter, result, moment(self.now));
            self.changed.notify_all();
            let Some(verdict) = verdict else {
                return;
            };
            attempt_log::log(&letter, &verdict);
            if tell.send((letter.id, verdict)).is_err() {
                return;
            }
        }
    }

    /// The next letter. `None` if there are no more, or if none of them can go, whatever happens to those that other senders have.
    fn next(&self) -> Option<Due> {
        let mut plan = self.lock();
        loop {
            if let Some(letter) = plan.next(moment(self.now)) {
                return Some(letter);
            }
            if plan.queued() == 0 || plan.sending() == 0 {
                return None;
            }
            plan = self.changed.wait_timeout(plan, ASK_AGAIN).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Round {
    /// Writes marks as they come. Marks that come together are written in one commit.
    fn mark(
        &mut self,
        store: &mut Store,
        told: &Receiver<(i64, Verdict)>,
        outward: &Outward,
    ) -> Result<(), StoreError> {
        while let Ok(first) = told.recv() {
            let marks: Vec<(i64, Verdict)> = std::iter::once(first).chain(told.try_iter()).collect();
            marks.iter().for_each(|(_, verdict)| self.count(verdict));
            let written = write_marks(store, &marks, outward.now);
            let mut plan = outward.lock();
            marks.iter().for_each(|(id, _)| plan.marked(*id));
            if written.is_err() {
                plan.empty();
            }
            written?;
        }
        Ok(())
    }

    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Sent => self.sent += 1,
            Verdict::Later { .. } => self.later += 1,
            Verdict::GivenUp { .. } => self.given_up += 1,
            // The round reports a pause in `held`.
            Verdict::Held { .. } | Verdict::Outdated => {}
        }
    }
}

fn write_marks(store: &mut Store, marks: &[(i64, Verdict)], now: DateTime<Utc>) -> Result<(), StoreError> {
    let mut tries = 1;
    loop {
        match store.take_in(&[], marks, now) {
            Err(error) if error.is_temporary() && tries < MARK_TRIES_MAX => tries += 1,
            other => return other.map(drop),
        }
    }
}
