//! One round of delivery, for `taflpost work`: everything that is due now, then back.

use std::collections::BTreeSet;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::thread;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::attempt::Attempt;
use crate::delivery::attempt::Hold;
use crate::delivery::quota::Quota;
use crate::delivery::transport::Carrier;
use crate::delivery::transport::Transport;
use crate::journal;
use crate::journal::Event;
use crate::store::Due;
use crate::store::Store;
use crate::store::StoreError;
use crate::store::Verdict;

/// Letters taken from the store at once.
const LETTERS_MAX: u32 = 64;

/// Connections at once, where nobody says otherwise.
const CONNECTIONS: usize = 8;

/// A connection is worth opening for so many letters.
const LETTERS_PER_CARRIER: usize = 4;

/// How often a mark is tried on a store that ails.
const MARK_TRIES_MAX: u32 = 3;

/// What one round came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// Letters that are with the relay.
    pub sent: u32,
    /// Letters that will be tried again.
    pub later: u32,
    /// Letters that will not.
    pub given_up: u32,
    /// Why the round ended before everything was tried, where it did.
    pub held: Option<String>,
    /// Whether that needs somebody's hand.
    pub is_alarm: bool,
}

/// Sends what is due at `now` and marks each letter as soon as its fate is known. A second round at the same `now` does
/// nothing.
///
/// # Errors
/// When the store cannot read or write; letters whose mark could not be written will be sent again.
pub fn send_due(store: &mut Store, transport: &Transport, now: DateTime<Utc>) -> Result<Round, StoreError> {
    send_within(store, transport, CONNECTIONS, Quota::default(), now)
}

/// The same over at most so many connections, and no more letters than may go out.
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
    let mut round = Round::default();
    let mut carriers: Vec<Carrier> = Vec::new();
    let mut tried = BTreeSet::new();
    while round.held.is_none() {
        let room = quota.room(|since| store.sent_since(since), 0, now)?;
        let mut letters: VecDeque<Due> = store.due(now, LETTERS_MAX.min(room))?.into();
        // Each letter once, whatever the marks say.
        letters.retain(|letter| tried.insert(letter.id));
        if letters.is_empty() {
            break;
        }
        let wanted = letters.len().div_ceil(LETTERS_PER_CARRIER).min(connections.max(1));
        while carriers.len() < wanted {
            carriers.push(transport.carrier());
        }
        let carriers = carriers.iter_mut().take(wanted);
        let queue = Mutex::new(letters);
        let (tell, told) = mpsc::channel();
        thread::scope(|scope| {
            for carrier in carriers {
                let tell = tell.clone();
                let queue = &queue;
                scope.spawn(move || {
                    while let Some(letter) = next(queue) {
                        let Some(attempt) = Attempt::make(carrier, &letter, &|| now) else {
                            return;
                        };
                        if attempt.hold.is_some() {
                            clear(queue);
                        }
                        if tell.send((letter.id, attempt)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(tell);
            let marked = round.mark(store, &told, now);
            if marked.is_err() {
                clear(&queue);
            }
            marked
        })?;
    }
    carriers.iter_mut().for_each(Carrier::rest);
    Ok(round)
}

fn next(queue: &Mutex<VecDeque<Due>>) -> Option<Due> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

fn clear(queue: &Mutex<VecDeque<Due>>) {
    queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

impl Round {
    /// Writes marks as they come, several in one commit when they come together.
    fn mark(
        &mut self,
        store: &mut Store,
        told: &Receiver<(i64, Attempt)>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        while let Ok(first) = told.recv() {
            let mut marks = Vec::new();
            for (id, attempt) in std::iter::once(first).chain(told.try_iter()) {
                if let Some(hold) = attempt.hold {
                    self.hold(hold);
                }
                self.count(&attempt.verdict);
                marks.push((id, attempt.verdict));
            }
            write_marks(store, &marks, now)?;
        }
        Ok(())
    }

    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Sent => self.sent += 1,
            Verdict::Later { .. } => self.later += 1,
            Verdict::GivenUp { .. } => self.given_up += 1,
            // The round tells of it in `held`.
            Verdict::Held { .. } => {}
        }
    }

    fn hold(&mut self, hold: Hold) {
        match hold {
            Hold::Alarm(why) if !self.is_alarm => {
                journal::write(&Event::DeliveryPaused { why: &why });
                self.is_alarm = true;
                self.held = Some(why);
            }
            Hold::NoWay(why) if self.held.is_none() => self.held = Some(why),
            _ => {}
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
