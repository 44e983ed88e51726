//! Which letter goes next, and what happens to it: a value without threads, sockets or store, with the time as an argument. The threads of
//! [`serve`](crate::delivery::Dispatch), a round of [`work`](crate::delivery::send_within) and the simulations all use this one.
//!
//! ```text
//!  wanted -> (the caller reads the outbox) -> offer -> next -> (it is sent) -> finish -> (the mark is written) -> marked
//! ```

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::time::Instant;

use crate::delivery::budget::Turns;
use crate::delivery::health::Counts;
use crate::delivery::health::Health;
use crate::delivery::health::Held;
use crate::delivery::health::Recipient;
use crate::delivery::moment::Moment;
use crate::delivery::retry_times;
use crate::delivery::sending_speed::Pace;
use crate::delivery::setback::Setback;
use crate::store::Due;
use crate::store::Thread;
use crate::store::Verdict;
use crate::store::Waiting;

/// The most letters under way.
const UNDER_WAY_MAX: usize = 64;

/// What is under way, and what waits.
pub struct Plan {
    health: Health,
    /// Letters to be sent, in this order.
    queue: Vec<(Recipient, Due)>,
    /// Letters that are queued, being sent, or sent without a mark on the disk.
    under_way: BTreeMap<i64, (Recipient, Option<Thread>)>,
    /// Whether any attempt has had a result yet.
    heard: bool,
    /// Which kind of letter is next if a quota limits them.
    turns: Turns,
}

/// Which letters of the outbox should be read now.
pub struct Wanted {
    limit: usize,
    now: Instant,
    health: Health,
    turns: Turns,
    under_way: BTreeSet<i64>,
    /// Threads (board and reader) of letters that must be sent first.
    before: BTreeSet<Thread>,
    of_domain: HashMap<String, usize>,
}

impl Plan {
    /// A plan with nothing under way.
    pub fn new(pace: Pace) -> Plan {
        Plan {
            health: Health::new(pace),
            queue: Vec::new(),
            under_way: BTreeMap::new(),
            heard: false,
            turns: Turns::default(),
        }
    }

    /// What is known from before the start: whether the last letter to a domain was accepted.
    pub fn remember(&mut self, domain: &str, works: bool, now: Moment) {
        self.health.remember(domain, works, now);
    }

    /// What to read from the outbox now. `None` if there is nothing to read for.
    pub fn wanted(&self, now: Instant) -> Option<Wanted> {
        let limit = UNDER_WAY_MAX.saturating_sub(self.under_way.len());
        if limit == 0 || self.health.open_at(now).is_none_or(|at| at > now) {
            return None;
        }
        let mut of_domain = HashMap::new();
        for (to, _) in self.under_way.values() {
            *of_domain.entry(to.domain().to_owned()).or_insert(0) += 1;
        }
        Some(Wanted {
            limit,
            now,
            health: self.health.clone(),
            turns: self.turns,
            under_way: self.under_way.keys().copied().collect(),
            before: self.under_way.values().filter_map(|(_, thread)| thread.clone()).collect(),
            of_domain,
        })
    }

    /// When to read the outbox again if all letters wait. `None` while one letter tests the transport or the limit under way is reached:
    /// then the end of an attempt wakes the scheduler.
    pub fn open_at(&self, now: Instant) -> Option<Instant> {
        let is_full = self.under_way.len() >= UNDER_WAY_MAX;
        self.health.open_at(now).filter(|_| !is_full)
    }

    /// Takes the letters that were read. Those that must wait by now or are already under way are left out. Returns letters that need not
    /// go any more because newer ones say the same: each must be marked so.
    #[must_use]
    pub fn offer(&mut self, letters: Vec<Due>, now: Moment) -> Vec<(i64, Verdict)> {
        let mut outdated = Vec::new();
        for due in letters {
            let to = Recipient::new(&due.to);
            if self.health.waits(&to, now.monotonic) || self.under_way.contains_key(&due.id) {
                continue;
            }
            self.under_way.insert(due.id, (to.clone(), due.thread.clone()));
            if due.is_outdated {
                outdated.push((due.id, Verdict::Outdated));
            } else {
                self.queue.push((to, due));
            }
        }
        if self.choose(now.monotonic).is_none() {
            self.health.nobody_to_ask(now);
        }
        outdated
    }

    fn choose(&self, now: Instant) -> Option<usize> {
        self.health.choose(self.queue.iter().map(|(to, _)| to), now)
    }

    /// The letter that an idle sender must send now.
    pub fn next(&mut self, now: Moment) -> Option<Due> {
        let place = self.choose(now.monotonic)?;
        let (to, due) = self.queue.remove(place);
        self.health.begin(due.id, &to, now);
        self.turns.begun(due.class);
        Some(due)
    }

    /// What follows from an attempt. `None` if it does not count, because we are stopping.
    pub fn finish(&mut self, letter: &Due, result: Result<(), Setback>, now: Moment) -> Option<Verdict> {
        if result == Err(Setback::Stopping) {
            self.health.leave(letter.id, now.monotonic);
            return None;
        }
        self.heard = true;
        let counts = self.health.end(letter.id, &result, now);
        self.drop_what_waits(now.monotonic);
        Some(match (result, counts) {
            (Ok(()), _) => Verdict::Sent,
            (Err(Setback::Refused { why, mailbox }), _) => Verdict::GivenUp { error: why, mailbox },
            (Err(setback), Counts::No) => Verdict::Held { error: setback.to_string() },
            (Err(setback), Counts::Try) => later(letter, setback.to_string(), now),
        })
    }

    /// The letter's mark is on the disk.
    pub fn marked(&mut self, id: i64) {
        self.under_way.remove(&id);
    }

    /// Letters that must wait are due again: they were not tried.
    fn drop_what_waits(&mut self, now: Instant) {
        let (health, under_way) = (&self.health, &mut self.under_way);
        self.queue.retain(|(to, due)| {
            let stays = health.is_open() && !health.waits(to, now);
            if !stays {
                under_way.remove(&due.id);
            }
            stays
        });
    }

    /// How many letters are queued, being sent, or sent without a mark on the disk.
    pub fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// How many letters the senders have.
    pub fn sending(&self) -> usize {
        self.health.sending()
    }

    /// Forgets the letters that no sender has yet.
    pub fn empty(&mut self) {
        for (_, due) in self.queue.drain(..) {
            self.under_way.remove(&due.id);
        }
    }

    /// How many letters are ready to be sent.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Whether letters are sent. They are not while a single letter tests the transport.
    pub fn is_open(&self) -> bool {
        self.health.is_open()
    }

    /// Whether letters wait until a person has solved a problem.
    pub fn is_alarm(&self) -> bool {
        self.health.is_alarm()
    }

    /// What waits now, and why. `None` if no attempt has had a result yet.
    pub fn held(&self, now: Instant) -> Option<Vec<Held>> {
        self.heard.then(|| self.health.held(now))
    }
}

/// The letter is tried again, unless it was tried for long enough.
fn later(letter: &Due, error: String, now: Moment) -> Verdict {
    let open = retry_times::opened(letter.open, letter.attempts, letter.tried.map(|tried| now.wall - tried));
    let tries = letter.attempts.saturating_add(1);
    match retry_times::next(tries, open, retry_times::jitter(letter.id, tries))
        .and_then(|wait| now.wall.checked_add_signed(wait))
    {
        Some(at) => Verdict::Later { at, open, error },
        // If a letter did not get through in five days, the reason may still go away.
        None => Verdict::GivenUp { error, mailbox: None },
    }
}

impl Wanted {
    /// The letters, of all that are due, that are sent if at most `room` may be.
    pub fn within(&mut self, room: usize, letters: Vec<Waiting>) -> Vec<Waiting> {
        let mut first = self.before.clone();
        // By age: for one board and reader only the first goes.
        let letters = letters.into_iter().filter(|letter| match &letter.thread {
            Some(thread) if letter.attempts == 0 => first.insert(thread.clone()),
            Some(thread) => !first.contains(thread),
            None => true,
        });
        let limit = self.limit.min(room);
        let letters = self.turns.in_order(letters.collect());
        letters.into_iter().filter(|letter| self.takes(letter)).take(limit).collect()
    }

    /// The most letters to read.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Whether this letter should be read. It is asked for every letter that is due, those that have waited longest first.
    ///
    /// A letter waits for the one before it to the same reader about the same board, while that is under way or was never tried.
    pub fn takes(&mut self, letter: &Waiting) -> bool {
        if self.under_way.contains(&letter.id) {
            return false;
        }
        if let Some(thread) = &letter.thread {
            let is_later = self.before.contains(thread);
            if letter.attempts == 0 {
                self.before.insert(thread.clone());
            }
            if is_later {
                return false;
            }
        }
        let to = Recipient::new(&letter.to);
        if self.health.waits(&to, self.now) {
            return false;
        }
        let room = self.health.room(to.domain(), self.now);
        let known = self.of_domain.entry(to.domain().to_owned()).or_insert(0);
        *known += 1;
        *known <= room
    }
}
