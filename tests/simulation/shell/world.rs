//! The world around one data folder: what happens when, and the lives of the processes that serve it.

use crate::shell::laws::{Ledger, Looks, Refusals};
use crate::shell::machine::Machine;
use crate::shell::players::{self, Mail};
use crate::shell::relay::Relay;
use crate::year::office;
use crate::year::post::Letter;
use chrono::{DateTime, TimeDelta, Utc};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use taflpost::chance::Chance;
use taflpost::delivery::Setback;
use taflpost::delivery::dispatch::{Pace, Plan as Dispatch};
use taflpost::mail;
use taflpost::store::{Door, Due, Incoming as Arriving, Reader, Spooled, Store, Verdict};
use taflpost::worker::clockwork::Lookout;
use taflpost::worker::desk::{self, Job, Jobs};

/// How long the world moves on when nothing happens: a busy machine lets the desk look for a job not five times a second, but this often.
const STRIDE: TimeDelta = TimeDelta::milliseconds(1_900);

/// The outbox is looked at this often even when nobody calls.
const LOOK_EVERY: TimeDelta = TimeDelta::seconds(30);

const PAIRS: usize = 4;

/// Which world, and how many hours it is served.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u64,
    pub hours: i64,
}

/// What has happened, so that nobody believes what was never tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    pub lives: u32,
    pub kills: u32,
    pub suspends: u32,
    pub steps: u32,
    pub boots: u32,
    pub days_away: i64,
    pub backups: u32,
    pub restores: u32,
    pub refusals: u32,
    pub blind: u32,
    pub mails: u32,
    pub piped: u32,
    pub letters: u32,
    pub setbacks: BTreeMap<String, u32>,
    pub given_up: u32,
    pub plays: u32,
    pub lost_on_time: usize,
    pub hash: u64,
}

enum Act {
    Bring(Mail),
    /// The relay has answered.
    Carried(Box<Due>, Result<(), Setback>),
    /// Something goes wrong.
    Mishap(Mishap),
    /// The store does what it is asked again.
    StoreIsWell,
}

#[derive(Clone, Copy)]
enum Mishap {
    Suspend,
    Step,
    Domain,
    Relay,
    StoreRefuses,
    ClockworkIsBlind,
    Backup,
}

/// What the desk has said.
enum Told {
    Mail(Mail, Option<i64>),
    Marked(i64),
}

/// The process is killed: it unwinds to its end without a word.
struct Killed;

pub struct World {
    plan: Plan,
    dice: Chance,
    machine: Machine,
    agenda: BTreeMap<(TimeDelta, u64), Act>,
    folder: tempfile::TempDir,
    relay: Relay,
    dispatch: Option<Dispatch>,
    busy: usize,
    look: bool,
    next_look: TimeDelta,
    jobs: VecDeque<Job>,
    told: Arc<Mutex<VecDeque<Told>>>,
    /// At the door, without an answer.
    at_door: BTreeMap<u64, Mail>,
    /// At other servers, until this one is there.
    queued: Vec<Mail>,
    /// Taken by the relay, and not marked.
    unmarked: BTreeSet<i64>,
    ledger: Ledger,
    looks: Looks,
    refusals: Refusals,
    backup: Option<(PathBuf, Ledger)>,
    served: TimeDelta,
    /// When the clockwork's last look in this process stood.
    looked: Option<TimeDelta>,
    life_ends: Option<(TimeDelta, bool)>,
    is_calm: bool,
    serial: u64,
    story: Story,
    hasher: DefaultHasher,
}

/// Lives through all of it; panics where a law is broken.
pub fn live(plan: Plan) -> Story {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&plan.seed.to_be_bytes());
    seed[8] = 1;
    let world = RefCell::new(World::found(plan, Chance::from_seed(seed)));
    while world.borrow().served < TimeDelta::hours(plan.hours) {
        let life = world.borrow_mut().minutes(4, 90);
        serve(&world, life);
        world.borrow_mut().is_away();
    }
    world.borrow_mut().calms_down();
    serve(&world, TimeDelta::hours(2));
    world.into_inner().ends()
}

/// What the desk asks for its jobs.
struct AtWork<'a>(&'a RefCell<World>);

impl Jobs for AtWork<'_> {
    fn next(&mut self, wait: Duration) -> Result<Job, RecvTimeoutError> {
        self.0.borrow_mut().next(wait)
    }
}

/// One life of `taflpost serve`.
fn serve(world: &RefCell<World>, life: TimeDelta) {
    let (store, seed) = world.borrow_mut().begins(life);
    let incoming = RefCell::new(office::incoming(&[], Chance::from_seed(seed)));
    let lookout = RefCell::new(Lookout::default());
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let clock = || world.borrow().machine.reading();
        desk::run(
            store,
            clock,
            |room: &_, spool: &_| {
                world.borrow_mut().is_handling();
                incoming.borrow_mut().handle(room, spool)
            },
            |store: &mut Store, reading: &_| {
                let looked = lookout.borrow_mut().look(store, reading);
                world.borrow_mut().looked(looked.is_ok());
                looked.map(drop)
            },
            |store: &mut Store, now| {
                let ticked = incoming.borrow_mut().tick(store, now);
                if ticked.is_err() {
                    lookout.borrow_mut().failed();
                }
                world.borrow_mut().ticked();
                ticked
            },
            AtWork(world),
            |worked| {
                let world = &mut *world.borrow_mut();
                world.look |= worked.letters > 0;
                world.ledger.handled(worked);
            },
        );
    }));
    match ended {
        Err(killed) if !killed.is::<Killed>() => resume_unwind(killed),
        ended => world.borrow_mut().is_gone(ended.is_err()),
    }
}

/// Of a mail that was said yes to.
fn row<E>(answer: Result<Spooled, E>) -> Option<i64> {
    match answer.ok()? {
        Spooled::New(id) | Spooled::Repeat(id) => Some(id),
    }
}

impl World {
    fn found(plan: Plan, mut dice: Chance) -> World {
        let memory = std::path::Path::new("/dev/shm");
        let folder = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).unwrap();
        let start: DateTime<Utc> = "2027-01-04T06:00:00Z".parse().unwrap();
        let machine = Machine::new(start + TimeDelta::hours(dice.below(17_000).into()));
        let mut world = World {
            plan,
            dice,
            machine,
            agenda: BTreeMap::new(),
            folder,
            relay: Relay::new(),
            dispatch: None,
            busy: 0,
            look: true,
            next_look: TimeDelta::zero(),
            jobs: VecDeque::new(),
            told: Arc::default(),
            at_door: BTreeMap::new(),
            queued: Vec::new(),
            unmarked: BTreeSet::new(),
            ledger: Ledger::default(),
            looks: Looks::default(),
            refusals: Refusals::default(),
            backup: None,
            served: TimeDelta::zero(),
            looked: None,
            life_ends: None,
            is_calm: false,
            serial: 0,
            story: Story::default(),
            hasher: DefaultHasher::new(),
        };
        for pair in 0..PAIRS {
            for place in 0..2 {
                let (number, now) = (world.next_serial(), world.machine.true_wall());
                let mail = players::sign_up(&players::id(pair, place), number, now);
                let wait = world.seconds(1, 600);
                world.soon(wait, Act::Bring(mail));
            }
        }
        world
    }

    fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    fn seconds(&mut self, least: i64, most: i64) -> TimeDelta {
        TimeDelta::seconds(least + i64::from(self.dice.below(u32::try_from(most - least).unwrap())))
    }

    fn minutes(&mut self, least: i64, most: i64) -> TimeDelta {
        self.seconds(least * 60, most * 60)
    }

    fn soon(&mut self, wait: TimeDelta, act: Act) {
        let key = (self.machine.truth + wait, self.next_serial());
        self.agenda.insert(key, act);
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("taflpost.db")
    }

    fn reader(&self) -> Reader {
        Reader::open(&self.database()).unwrap()
    }

    /// A process begins.
    fn begins(&mut self, life: TimeDelta) -> (Store, [u8; 32]) {
        let store = Store::open(&self.database(), self.machine.reading().wall).unwrap();
        self.story.lives += 1;
        let is_killed = !self.is_calm && self.dice.below(2) == 0;
        self.life_ends = Some((self.machine.awake + life, is_killed));
        self.dispatch = Some(Dispatch::new(Pace::default()));
        let moment = self.machine.moment();
        for (domain, works) in self.reader().known_domains().unwrap() {
            self.dispatch.as_mut().unwrap().remember(&domain, works, moment);
        }
        self.look = true;
        for mail in std::mem::take(&mut self.queued) {
            let wait = self.seconds(0, 900);
            self.soon(wait, Act::Bring(mail));
        }
        if !self.is_calm {
            self.plan_mishaps(life);
        }
        (store, self.dice.bytes())
    }

    /// Some for each hour.
    fn plan_mishaps(&mut self, life: TimeDelta) {
        let all = [
            Mishap::Suspend,
            Mishap::Step,
            Mishap::Domain,
            Mishap::Domain,
            Mishap::Relay,
            Mishap::StoreRefuses,
            Mishap::ClockworkIsBlind,
            Mishap::Backup,
        ];
        for mishap in all {
            if i64::from(self.dice.below(90)) < life.num_minutes() {
                let at = self.seconds(1, life.num_seconds());
                self.soon(at, Act::Mishap(mishap));
            }
        }
    }

    /// The desk asks for its next job.
    fn next(&mut self, wait: Duration) -> Result<Job, RecvTimeoutError> {
        self.hear();
        if let Some(job) = self.jobs.pop_front() {
            return Ok(job);
        }
        if wait.is_zero() {
            return Err(RecvTimeoutError::Timeout);
        }
        match self.life_ends {
            Some((at, true)) if at <= self.machine.awake => resume_unwind(Box::new(Killed)),
            Some((at, false)) if at <= self.machine.awake => {
                self.life_ends = None;
                return Ok(Job::Stop);
            }
            None => return Err(RecvTimeoutError::Disconnected),
            _ => {}
        }
        self.moves_on();
        self.jobs.pop_front().ok_or(RecvTimeoutError::Timeout)
    }

    /// To what happens next, or a stride.
    fn moves_on(&mut self) {
        let next = self.agenda.first_key_value().map(|((at, _), _)| *at - self.machine.truth);
        let stride = next.map_or(STRIDE, |next| next.clamp(TimeDelta::zero(), STRIDE));
        self.machine.runs(stride);
        // A clock that walks: eight seconds a day.
        self.machine.wrong += TimeDelta::microseconds(stride.num_milliseconds() / 11);
        assert!(!self.looks.is_late(&self.machine), "the clockwork is late");
        while let Some(entry) = self.agenda.first_entry().filter(|entry| entry.key().0 <= self.machine.truth) {
            match entry.remove() {
                Act::Bring(mail) => self.bring(mail),
                Act::Carried(due, result) => self.carried(&due, result),
                Act::Mishap(mishap) => self.goes_wrong(mishap),
                Act::StoreIsWell => self.store_is_well(),
            }
        }
        self.refusals.check(&self.database(), &self.machine);
        self.send();
    }

    /// A mail comes, by the door of the server or by `deliver`.
    fn bring(&mut self, mail: Mail) {
        let arriving = Arriving {
            fingerprint: mail::fingerprint(&mail.raw),
            raw: mail.raw.clone(),
            envelope_from: Some(mail.from.clone()),
            envelope_to: vec![mail.to.clone()],
            door: Door::Lmtp,
            source_key: None,
            stamped: None,
        };
        self.story.mails += 1;
        if self.dice.below(4) == 0 {
            self.story.piped += 1;
            let taken = self.pipe(&Arriving { door: Door::Pipe, ..arriving });
            self.answered(mail, taken);
            return;
        }
        self.at_door.insert(mail.number, mail.clone());
        let told = Arc::clone(&self.told);
        let done = move |answer| told.lock().unwrap().push_back(Told::Mail(mail, row(answer)));
        self.jobs.push_back(Job::Spool { incoming: Box::new(arriving), done: Box::new(done) });
    }

    /// Another process stores it.
    fn pipe(&self, arriving: &Arriving) -> Option<i64> {
        let reading = self.machine.reading();
        let mut store = Store::open(&self.database(), reading.wall).unwrap();
        let now = store.now(&reading).unwrap();
        row(store.take_in(std::slice::from_ref(arriving), &[], now).map(|spooled| spooled[0]))
    }

    /// Its sender has heard yes, or comes again.
    fn answered(&mut self, mail: Mail, row: Option<i64>) {
        self.at_door.remove(&mail.number);
        self.refusals.answered(row.is_some(), &self.machine);
        if let Some(row) = row {
            self.ledger.taken.insert(row);
        } else {
            self.story.refusals += 1;
            // One of those who are impatient, so that the door is asked often while it says no.
            let wait = self.seconds(10, 40);
            self.soon(wait, Act::Bring(mail));
        }
    }

    /// What the desk has said since it was last asked.
    fn hear(&mut self) {
        let told = std::mem::take(&mut *self.told.lock().unwrap());
        for told in told {
            match told {
                Told::Mail(mail, row) => self.answered(mail, row),
                Told::Marked(id) => {
                    self.unmarked.remove(&id);
                    if let Some(dispatch) = &mut self.dispatch {
                        dispatch.marked(id);
                    }
                    self.look = true;
                }
            }
        }
    }

    /// Delivery: reads the outbox where that is called for, and gives letters to senders that have nothing to do.
    fn send(&mut self) {
        let Some(mut dispatch) = self.dispatch.take() else { return };
        let moment = self.machine.moment();
        let is_open = dispatch.open_at(moment.monotonic).is_some_and(|at| at <= moment.monotonic);
        if is_open
            && (self.look || self.next_look <= self.machine.awake)
            && let Some(mut wanted) = dispatch.wanted(moment.monotonic)
        {
            let limit = u32::try_from(wanted.limit()).unwrap();
            let letters = self.reader().due_where(moment.wall, limit, |letter| wanted.takes(letter)).unwrap();
            for (id, verdict) in dispatch.offer(letters, moment) {
                self.mark(id, verdict);
            }
            (self.look, self.next_look) = (false, self.machine.awake + LOOK_EVERY);
        }
        while self.busy < Pace::default().senders
            && let Some(due) = dispatch.next(moment)
        {
            self.busy += 1;
            let (result, reply) = self.relay.carry(&due, self.machine.truth);
            let takes = match (&result, reply) {
                (Err(_), Some((_, None))) => self.seconds(30, 300),
                _ => self.seconds(0, 3),
            };
            if let (Err(setback), Some((stage, said))) = (&result, reply) {
                let said = said.map_or("silence", |said| said.get(..3).unwrap_or_default());
                let kind = format!("{setback:?}").split([' ', '(', '{']).next().unwrap_or_default().to_owned();
                *self.story.setbacks.entry(format!("{stage} {said} {kind}")).or_default() += 1;
            }
            if result.is_ok() {
                self.taken_by_relay(&due);
            }
            self.soon(takes, Act::Carried(Box::new(due), result));
        }
        self.dispatch = Some(dispatch);
    }

    /// The relay has the letter, and its reader will.
    fn taken_by_relay(&mut self, due: &Due) {
        let count = self.ledger.sent.entry(due.id).or_default();
        *count += 1;
        let may_repeat = self.ledger.unsure.contains(&due.id);
        assert!(*count == 1 || may_repeat, "letter {} to {} went {count} times", due.id, due.to);
        self.unmarked.insert(due.id);
        self.story.letters += 1;
        due.to.hash(&mut self.hasher);
        self.machine.truth.hash(&mut self.hasher);
        let letter = Letter::read(due, String::new());
        if let Some(board) = letter.board {
            self.ledger.told.insert((board, letter.ply, due.to.clone()), self.served);
        }
        if self.is_calm {
            return;
        }
        let (number, now) = (self.next_serial(), self.machine.true_wall());
        let reader = self.reader();
        let answer = players::answer(&due.to, &letter, (number, now), &reader, &mut self.dice);
        if let Some((wait, mail)) = answer {
            self.soon(wait, Act::Bring(mail));
        }
    }

    /// And what becomes of it is to be written down.
    fn carried(&mut self, due: &Due, result: Result<(), Setback>) {
        self.busy -= 1;
        let moment = self.machine.moment();
        let Some(verdict) = self.dispatch.as_mut().and_then(|plan| plan.finish(due, result, moment)) else { return };
        if let Verdict::GivenUp { error, .. } = &verdict {
            self.story.given_up += 1;
            assert!(self.relay.is_gone(&due.to), "letter {} to {} was given up: {error}", due.id, due.to);
        }
        self.mark(due.id, verdict);
        self.look = true;
    }

    fn mark(&mut self, id: i64, verdict: Verdict) {
        let told = Arc::clone(&self.told);
        let done = move || told.lock().unwrap().push_back(Told::Marked(id));
        self.jobs.push_back(Job::Mark { id, verdict, done: Box::new(done) });
    }

    fn goes_wrong(&mut self, mishap: Mishap) {
        match mishap {
            Mishap::Suspend => {
                self.story.suspends += 1;
                let time = self.away();
                self.machine.sleeps(time);
            }
            Mishap::Step => self.steps(),
            Mishap::Domain => {
                let (pair, place) = (self.dice.below(PAIRS as u32) as usize, self.dice.below(2) as usize);
                let domain = format!("{}.test", players::id(pair, place));
                let until = self.machine.truth + self.minutes(5, 360);
                self.relay.domain_ails(domain, until, &mut self.dice);
            }
            Mishap::Relay => {
                let until = self.machine.truth + self.minutes(1, 90);
                self.relay.relay_ails(until, &mut self.dice);
            }
            Mishap::StoreRefuses => {
                let wait = self.seconds(10, 300);
                self.store_fails("spool", wait);
            }
            Mishap::ClockworkIsBlind => {
                self.story.blind += 1;
                let wait = self.seconds(10, 1_200);
                self.store_fails("looked", wait);
            }
            Mishap::Backup => {
                self.story.backups += 1;
                let path = self.folder.path().join("backup.db");
                let store = Store::open(&self.database(), self.machine.reading().wall).unwrap();
                store.backup(&path).unwrap();
                self.backup = Some((path, self.ledger.clone()));
            }
        }
    }

    /// From a second to two years.
    fn away(&mut self) -> TimeDelta {
        match self.dice.below(8) {
            0..=1 => self.seconds(1, 120),
            2..=4 => self.minutes(2, 600),
            5..=6 => self.minutes(600, 14 * 24 * 60),
            _ => self.minutes(14 * 24 * 60, 730 * 24 * 60),
        }
    }

    /// Somebody sets the clock on the wall, or it is set right.
    fn steps(&mut self) {
        self.story.steps += 1;
        let by = self.away();
        self.machine.wrong = match self.dice.below(3) {
            0 => self.machine.wrong + by,
            1 => self.machine.wrong - by,
            _ => TimeDelta::zero(),
        };
    }

    /// A table takes no rows for a time, as on a disk that is full.
    fn store_fails(&mut self, table: &str, time: TimeDelta) {
        let sql = format!(
            "CREATE TRIGGER IF NOT EXISTS shell_{table} BEFORE INSERT ON {table}
             BEGIN SELECT raise(ABORT, 'the disk is full'); END"
        );
        rusqlite::Connection::open(self.database()).unwrap().execute_batch(&sql).unwrap();
        self.soon(time, Act::StoreIsWell);
    }

    fn store_is_well(&mut self) {
        let sql = "DROP TRIGGER IF EXISTS shell_spool; DROP TRIGGER IF EXISTS shell_looked";
        rusqlite::Connection::open(self.database()).unwrap().execute_batch(sql).unwrap();
    }

    /// A mail takes its time.
    fn is_handling(&mut self) {
        let time = TimeDelta::milliseconds(self.dice.below(80).into());
        self.machine.runs(time);
    }

    /// The clockwork has looked, and its commit stands or does not.
    fn looked(&mut self, stands: bool) {
        if let Some(last) = self.looked {
            // What passes until it does is nobody's.
            self.served += if stands { self.machine.awake - last } else { TimeDelta::zero() };
        }
        self.looked = stands.then_some(self.machine.awake);
    }

    fn ticked(&mut self) {
        self.looks.looks(&self.machine);
        let reader = self.reader();
        self.ledger.check_lost(&reader, self.served);
        self.ledger.check_none_is_late(&reader, self.served);
    }

    /// The process is over, in order or not.
    fn is_gone(&mut self, was_killed: bool) {
        self.story.kills += u32::from(was_killed);
        self.hear();
        self.jobs.clear();
        self.queued.extend(std::mem::take(&mut self.at_door).into_values());
        self.ledger.unsure.extend(std::mem::take(&mut self.unmarked));
        self.agenda.retain(|_, act| !matches!(act, Act::Carried(..) | Act::Mishap(_)));
        (self.dispatch, self.busy, self.looked) = (None, 0, None);
        self.looks.forget();
        self.refusals.forget();
    }

    /// Between two processes.
    fn is_away(&mut self) {
        let time = self.away();
        self.story.days_away += time.num_days();
        let until = self.machine.truth + time;
        // What wants to come meanwhile waits elsewhere, or is stored by `deliver` without a server.
        let is_awake = self.dice.below(2) == 0;
        let mut waiting = Vec::new();
        while let Some(entry) = self.agenda.first_entry().filter(|entry| entry.key().0 <= until) {
            let at = entry.key().0;
            match entry.remove() {
                Act::Bring(mail) if is_awake && self.dice.below(4) == 0 => {
                    self.machine.runs((at - self.machine.truth).max(TimeDelta::zero()));
                    self.bring(mail);
                }
                Act::Bring(mail) => waiting.push(mail),
                Act::StoreIsWell => self.store_is_well(),
                Act::Carried(..) | Act::Mishap(_) => {}
            }
        }
        // What was brought to a door that nobody keeps open waits as well.
        self.jobs.clear();
        self.queued.extend(std::mem::take(&mut self.at_door).into_values());
        self.queued.extend(waiting);
        let rest = (until - self.machine.truth).max(TimeDelta::zero());
        if is_awake {
            self.machine.runs(rest);
        } else {
            self.story.boots += 1;
            self.machine.is_off(rest);
            match self.dice.below(6) {
                // The battery of its clock is empty.
                0 => self.machine.wrong = DateTime::UNIX_EPOCH - self.machine.true_wall(),
                1 => self.steps(),
                _ => {}
            }
        }
        if self.dice.below(5) == 0 {
            self.goes_back();
        }
    }

    /// Somebody restores the backup.
    fn goes_back(&mut self) {
        let Some((path, ledger)) = &self.backup else { return };
        self.story.restores += 1;
        Store::restore(path, &self.database(), self.machine.reading().wall).unwrap();
        let unsure = ledger.sent.keys().chain(&self.ledger.unsure).chain(self.ledger.sent.keys()).copied().collect();
        self.ledger = Ledger { unsure, ..ledger.clone() };
        self.store_is_well();
    }

    /// Everything is well from now on, and nobody plays any more.
    fn calms_down(&mut self) {
        self.is_calm = true;
        self.relay.recovers();
        self.store_is_well();
        self.machine.wrong = TimeDelta::zero();
        self.machine.runs(TimeDelta::hours(5));
    }

    fn ends(mut self) -> Story {
        let reader = self.reader();
        let counts = reader.counts().unwrap();
        assert_eq!((counts.spooled, counts.failed), (0, 0), "mails wait");
        assert_eq!(counts.waiting, 0, "letters wait");
        assert_eq!(self.ledger.taken, self.ledger.done, "mails that were said yes to, and those that were handled");
        let games = reader.games(&taflpost::store::GameFilter::All, 100_000).unwrap();
        self.story.plays = games.iter().map(|head| head.plies).sum();
        self.story.lost_on_time = self.ledger.lost.len();
        self.story.hash = self.hasher.finish();
        println!("{:?}", self.plan);
        self.story
    }
}
