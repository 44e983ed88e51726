//! A club whose letters go through a simulated relay: an outbox in memory, senders that are busy for as long as the relay takes, and time
//! that passes when nothing else happens.

use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use taflpost::delivery::Setback;
use taflpost::delivery::dispatch::{Moment, Pace, Plan};
use taflpost::store::{Class, Due, Thread, Verdict, Waiting};

/// What the relay makes of a letter, and how long it takes to say so.
pub type Answer = (Duration, Result<(), Setback>);

/// A letter in the outbox.
#[derive(Clone, Debug)]
pub struct Row {
    pub to: String,
    pub created: Duration,
    next_try: Duration,
    attempts: u32,
    open: TimeDelta,
    tried: Option<DateTime<Utc>>,
    thread: Option<Thread>,
    /// When and how it left, where it has.
    pub left: Option<(Duration, Verdict)>,
}

pub struct Club<R: FnMut(&str, Duration) -> Answer> {
    pub plan: Plan,
    /// What the relay says to a letter to this address at that time.
    relay: R,
    pub rows: BTreeMap<i64, Row>,
    /// Those that have not left, by when they are due.
    waiting: BTreeSet<(Duration, i64)>,
    senders: usize,
    begun: Instant,
    pub now: Duration,
    /// Letters with senders, by when the relay has answered.
    busy: Vec<(Duration, Due, Result<(), Setback>)>,
    look: bool,
    next_look: Duration,
    /// Each letter that was begun: when, and where it went.
    pub begun_letters: Vec<(Duration, String)>,
}

/// When the outbox is looked at though nobody calls.
const LOOK_EVERY: Duration = Duration::from_secs(30);

pub fn noon() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

impl<R: FnMut(&str, Duration) -> Answer> Club<R> {
    pub fn new(senders: usize, relay: R) -> Club<R> {
        Club {
            plan: Plan::new(Pace { senders, ..Pace::default() }),
            relay,
            rows: BTreeMap::new(),
            waiting: BTreeSet::new(),
            senders,
            begun: Instant::now(),
            now: Duration::ZERO,
            busy: Vec::new(),
            look: true,
            next_look: Duration::ZERO,
            begun_letters: Vec::new(),
        }
    }

    pub fn moment(&self) -> Moment {
        Moment { wall: self.wall(self.now), monotonic: self.begun + self.now }
    }

    fn wall(&self, at: Duration) -> DateTime<Utc> {
        noon() + TimeDelta::from_std(at).unwrap()
    }

    /// A letter is written.
    pub fn write(&mut self, to: &str, thread: Option<(u32, &str)>) -> i64 {
        let id = self.rows.len() as i64 + 1;
        let row = Row {
            to: to.to_owned(),
            created: self.now,
            next_try: self.now,
            attempts: 0,
            open: TimeDelta::zero(),
            tried: None,
            thread: thread.map(|(number, reader)| Thread { number, reader: reader.to_owned() }),
            left: None,
        };
        self.rows.insert(id, row);
        self.waiting.insert((self.now, id));
        self.look = true;
        self.settle();
        id
    }

    /// Lets time pass.
    pub fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            self.settle();
            let answered = self.busy.iter().map(|(at, ..)| *at).min();
            let asks_again = (self.plan.queued() > 0).then(|| self.now + Duration::from_secs(1));
            let monotonic = self.begun + self.now;
            // While one letter tries the way, its answer is what comes next.
            let opens = self.plan.open_at(monotonic).map(|at| self.now + at.saturating_duration_since(monotonic));
            let looks = opens.map(|opens| opens.max(self.next_look));
            let at = answered.into_iter().chain(asks_again).chain(looks).min().unwrap_or(end + LOOK_EVERY);
            if at > end {
                self.now = end;
                return;
            }
            self.now = at.max(self.now);
            self.answers();
            if self.now >= self.next_look {
                self.look = true;
            }
        }
    }

    /// The relay has answered.
    fn answers(&mut self) {
        while let Some(place) = self.busy.iter().position(|(at, ..)| *at <= self.now) {
            let (_, letter, result) = self.busy.remove(place);
            let moment = self.moment();
            let verdict = self.plan.finish(&letter, result, moment).unwrap();
            let row = self.rows.get_mut(&letter.id).unwrap();
            self.waiting.remove(&(row.next_try, letter.id));
            match verdict {
                Verdict::Later { at, open, .. } => {
                    row.next_try = (at - noon()).to_std().unwrap();
                    row.attempts += 1;
                    row.open = open;
                    row.tried = Some(moment.wall);
                }
                Verdict::Held { .. } => {}
                left => row.left = Some((self.now, left)),
            }
            if row.left.is_none() {
                self.waiting.insert((row.next_try, letter.id));
            }
            self.plan.marked(letter.id);
            self.look = true;
        }
    }

    /// Reads the outbox where that is called for, and gives letters to senders.
    fn settle(&mut self) {
        let moment = self.moment();
        let opens = self.plan.open_at(moment.monotonic).is_some_and(|at| at <= moment.monotonic);
        if self.look
            && opens
            && let Some(mut wanted) = self.plan.wanted(moment.monotonic)
        {
            self.look = false;
            self.next_look = self.now + LOOK_EVERY;
            let due = self.waiting.range(..=(self.now, i64::MAX)).map(|(_, id)| (id, &self.rows[id]));
            let limit = wanted.limit();
            let takes = |(id, row): &(&i64, &Row)| {
                let (id, to, attempts, thread) = (**id, row.to.clone(), row.attempts, row.thread.clone());
                wanted.takes(&Waiting { id, to, attempts, thread, class: Class::Turn, deadline: None })
            };
            let letters = due.filter(takes).take(limit).map(|(id, row)| Due {
                id: *id,
                envelope_from: String::new(),
                to: row.to.clone(),
                bytes: Vec::new(),
                attempts: row.attempts,
                created: self.wall(row.created),
                open: row.open,
                tried: row.tried,
                thread: row.thread.clone(),
                is_outdated: false,
                class: Class::Turn,
            });
            let letters: Vec<Due> = letters.collect();
            assert_eq!(self.plan.offer(letters, moment), []);
            if let Some((next, _)) = self.waiting.range((self.now, i64::MAX)..).next() {
                self.next_look = self.next_look.min(*next);
            }
        }
        while self.busy.len() < self.senders
            && let Some(letter) = self.plan.next(moment)
        {
            self.begun_letters.push((self.now, letter.to.clone()));
            let (time, result) = (self.relay)(&letter.to, self.now);
            self.busy.push((self.now + time, letter, result));
        }
    }

    /// Letters that are with a sender now, by domain.
    pub fn sending(&self) -> Vec<&str> {
        self.busy.iter().map(|(_, letter, _)| letter.to.rsplit('@').next().unwrap()).collect()
    }
}

pub fn yes() -> Answer {
    (Duration::from_millis(300), Ok(()))
}

pub fn later(why: &str) -> Answer {
    (Duration::from_millis(200), Err(Setback::Later { why: why.to_owned(), is_mailbox: false }))
}

pub fn suspect(why: &str) -> Answer {
    (Duration::from_millis(200), Err(Setback::Suspect { why: why.to_owned(), is_limit: false }))
}
