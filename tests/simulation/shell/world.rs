//! The world around one data folder: what happens when, and the processes that serve it.

use crate::shell::laws::{Ledger, Looks, Refusals, Turn, Who};
use crate::shell::machine::Machine;
use crate::shell::mishaps::Mishap;
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
use std::rc::Rc;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use taflpost::chance::Chance;
use taflpost::delivery::Setback;
use taflpost::delivery::dispatch::{Pace, Plan as Dispatch};
use taflpost::mail;
use taflpost::store::{Door, DoorNote, DoorState, Due, NewMail as Arriving, Reader, Spooled, Store, Verdict};
use taflpost::worker::clockwork::Lookout;
use taflpost::worker::writer::{self, Job, Jobs};

/// The mailbox is looked into this often.
const LOOK_INTO_MAILBOX_EVERY: TimeDelta = TimeDelta::minutes(5);

/// How long the world moves on at most beyond what happens next: a busy machine lets the writer look for a job not five times a second, but
/// this often.
const STRIDE: TimeDelta = TimeDelta::milliseconds(1_900);

/// The outbox is looked at this often even when nobody calls.
const LOOK_EVERY: TimeDelta = TimeDelta::seconds(30);

pub const PAIRS: usize = 4;

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
    pub rounds: u32,
    pub beside: u32,
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
    pub fetched: u32,
    pub asked: usize,
    pub told_by_status: u32,
    pub letters: u32,
    pub setbacks: BTreeMap<String, u32>,
    pub given_up: u32,
    pub plays: u32,
    pub lost_on_time: usize,
    pub hash: u64,
}

pub enum Act {
    Bring(Mail),
    /// The relay has answered.
    Carried(Box<Due>, Result<(), Setback>),
    /// Something goes wrong.
    Mishap(Mishap),
    /// The store does what it is asked again.
    StoreIsWell,
    /// The server looks into the mailbox.
    LooksIntoMailbox,
}

/// What the writer has said.
enum Told {
    Mail(Mail, Option<i64>),
    Marked(i64),
}

/// The process is killed: it unwinds to its end without a word.
struct Killed;

pub struct World {
    plan: Plan,
    pub dice: Chance,
    pub machine: Machine,
    pub agenda: BTreeMap<(TimeDelta, u64), Act>,
    pub folder: tempfile::TempDir,
    pub relay: Relay,
    dispatch: Option<Dispatch>,
    busy: usize,
    pub look: bool,
    next_look: TimeDelta,
    jobs: VecDeque<Job>,
    told: Arc<Mutex<VecDeque<Told>>>,
    /// At the door, without an answer.
    at_door: BTreeMap<u64, Mail>,
    /// At other servers, until this one is there.
    queued: Vec<Mail>,
    /// Taken by the relay, and not marked.
    unmarked: BTreeSet<i64>,
    /// Boards and moves of the letters that are with the relay.
    turns: BTreeMap<i64, Turn>,
    /// At the provider, where somebody has to fetch it.
    pub mailbox: Vec<Mail>,
    pub provider_away_until: TimeDelta,
    /// Mails of the look into it that goes on, and what had been served when it began; the mails that wait for an answer.
    looking: Option<(TimeDelta, TimeDelta, BTreeSet<u64>, bool)>,
    /// What had been served when the last full look began that the writer has not written down yet.
    unwritten: Option<TimeDelta>,
    reader: Option<Rc<Reader>>,
    pub ledger: Ledger,
    looks: Looks,
    refusals: Refusals,
    pub backup: Option<(PathBuf, Ledger)>,
    /// For how long anybody has served in all lives.
    served: TimeDelta,
    /// Whether this process has looked, and its commit stood.
    goes_on: bool,
    life_ends: Option<(TimeDelta, bool)>,
    is_calm: bool,
    serial: u64,
    pub story: Story,
    hasher: DefaultHasher,
}

/// Lives through all of it; panics where a law is broken.
pub fn live(plan: Plan) -> Story {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&plan.seed.to_be_bytes());
    seed[8] = 1;
    let world = RefCell::new(World::found(plan, Chance::from_seed(seed)));
    while world.borrow().served < TimeDelta::hours(plan.hours) {
        let before = world.borrow().ledger.served;
        let (kind, short, long) = {
            let world = &mut *world.borrow_mut();
            (world.dice.below(5), world.minutes(4, 90), world.minutes(90, 300))
        };
        match kind {
            0 | 1 => serve(&world, short),
            2 => serve(&world, long),
            _ => world.borrow_mut().lives_by_rounds(long * 6),
        }
        let world = &mut *world.borrow_mut();
        world.served += world.ledger.served - before;
        world.is_away();
    }
    world.borrow_mut().calms_down();
    serve(&world, TimeDelta::hours(2));
    world.into_inner().ends()
}

/// What the writer asks for its jobs.
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
        writer::run(
            store,
            clock,
            |tx: &_, spool: &_| {
                world.borrow_mut().is_handling();
                incoming.borrow_mut().handle(tx, spool)
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
                world.borrow_mut().ticked(now, ticked.is_ok());
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
    answer.ok().map(id_of)
}

pub fn id_of(spooled: Spooled) -> i64 {
    match spooled {
        Spooled::New(id) | Spooled::Repeat(id) => id,
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
            turns: BTreeMap::new(),
            mailbox: Vec::new(),
            provider_away_until: TimeDelta::zero(),
            looking: None,
            unwritten: None,
            reader: None,
            ledger: Ledger::default(),
            looks: Looks::default(),
            refusals: Refusals::default(),
            backup: None,
            served: TimeDelta::zero(),
            goes_on: false,
            life_ends: None,
            is_calm: false,
            serial: 0,
            story: Story::default(),
            hasher: DefaultHasher::new(),
        };
        let settings = format!(
            "[club]\naddress = \"{}\"\n[store]\nfolder = {:?}\n",
            office::CLUB,
            world.folder.path().display().to_string()
        );
        std::fs::write(world.settings(), settings).unwrap();
        drop(Store::open(&world.database(), world.machine.reading().wall).unwrap());
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

    pub fn seconds(&mut self, least: i64, most: i64) -> TimeDelta {
        TimeDelta::seconds(least + i64::from(self.dice.below(u32::try_from(most - least).unwrap())))
    }

    pub fn minutes(&mut self, least: i64, most: i64) -> TimeDelta {
        self.seconds(least * 60, most * 60)
    }

    pub fn soon(&mut self, wait: TimeDelta, act: Act) {
        let key = (self.machine.truth + wait, self.next_serial());
        self.agenda.insert(key, act);
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("taflpost.db")
    }

    fn settings(&self) -> PathBuf {
        self.folder.path().join("server.toml")
    }

    pub fn reader(&mut self) -> Rc<Reader> {
        let path = self.database();
        Rc::clone(self.reader.get_or_insert_with(|| Rc::new(Reader::open(&path).unwrap())))
    }

    /// The door that fetches, and where.
    pub fn door(&self) -> (Door, String) {
        (Door::Imap, "the mailbox".to_owned())
    }

    pub fn is_serving(&self) -> bool {
        self.dispatch.is_some()
    }

    pub fn provider_is_away(&self) -> bool {
        self.machine.truth < self.provider_away_until
    }

    /// Time passes, and the machine is awake. Its clock walks: eight seconds a day.
    pub fn runs(&mut self, time: TimeDelta) {
        self.machine.runs(time);
        self.machine.wrong += TimeDelta::microseconds(time.num_milliseconds() / 11);
    }

    /// A process begins.
    fn begins(&mut self, life: TimeDelta) -> (Store, [u8; 32]) {
        let mut store = Store::open(&self.database(), self.machine.reading().wall).unwrap();
        // Where the disk is full it is done at the next start.
        let _ = store.troubles().prepare();
        store.doors_are(&[self.door()]).unwrap();
        self.soon(TimeDelta::zero(), Act::LooksIntoMailbox);
        self.story.lives += 1;
        let is_killed = !self.is_calm && self.dice.below(2) == 0;
        self.life_ends = Some((self.machine.awake + life, is_killed));
        self.dispatch = Some(Dispatch::new(Pace::default()));
        let moment = self.machine.moment();
        for (domain, works) in self.reader().known_domains().unwrap() {
            self.dispatch.as_mut().unwrap().remember(&domain, works, moment);
        }
        self.look = true;
        self.brings_queued();
        if !self.is_calm {
            self.plan_mishaps(life);
        }
        (store, self.dice.bytes())
    }

    /// What waited at other servers comes again.
    pub fn brings_queued(&mut self) {
        for mail in std::mem::take(&mut self.queued) {
            let wait = self.seconds(0, 900);
            self.soon(wait, Act::Bring(mail));
        }
    }

    /// The writer asks for its next job.
    fn next(&mut self, wait: Duration) -> Result<Job, RecvTimeoutError> {
        self.hear();
        if let Some(job) = self.next_job() {
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
        self.next_job().ok_or(RecvTimeoutError::Timeout)
    }

    /// What the writer is handed it does before it asks again, and before it can be killed.
    fn next_job(&mut self) -> Option<Job> {
        let job = self.jobs.pop_front()?;
        if matches!(&job, Job::Note(note) if note.full.is_some()) {
            self.ledger.heard = self.unwritten.take().unwrap_or(self.ledger.heard);
        }
        Some(job)
    }

    /// To what happens next, or a stride.
    fn moves_on(&mut self) {
        let late = TimeDelta::milliseconds(self.dice.below(STRIDE.num_milliseconds() as u32).into());
        let look = self.looks.next(&self.machine).map_or(STRIDE, |look| look + late);
        let next = self.agenda.first_key_value().map(|((at, _), _)| *at - self.machine.truth);
        let stride = next.map_or(look, |next| next.clamp(TimeDelta::zero(), look));
        self.runs(stride);
        assert!(!self.looks.is_late(&self.machine), "the clockwork is late");
        while let Some(entry) = self.agenda.first_entry().filter(|entry| entry.key().0 <= self.machine.truth) {
            match entry.remove() {
                Act::Bring(mail) => self.bring(mail),
                Act::Carried(due, result) => self.carried(&due, result),
                Act::Mishap(mishap) => self.goes_wrong(mishap),
                Act::StoreIsWell => self.store_is_well(),
                Act::LooksIntoMailbox => self.looks_into_mailbox(),
            }
        }
        let is_told = self.refusals.check(&self.settings(), &self.machine);
        self.story.told_by_status += u32::from(is_told);
        self.send();
    }

    pub fn arriving(&self, mail: &Mail, door: Door) -> Arriving {
        Arriving {
            fingerprint: mail::fingerprint(&mail.raw),
            raw: mail.raw.clone(),
            envelope_from: Some(mail.from.clone()),
            envelope_to: vec![mail.to.clone()],
            door,
            source_key: None,
            stamped: None,
        }
    }

    /// A mail comes, by the door of the server, by `deliver`, or into the mailbox.
    fn bring(&mut self, mail: Mail) {
        match self.dice.below(5) {
            0 => self.pipes(mail),
            1 => self.mailbox.push(mail),
            _ => self.knocks(mail, Door::Lmtp),
        }
    }

    /// The server is asked to store it.
    fn knocks(&mut self, mail: Mail, door: Door) {
        self.story.mails += 1;
        let arriving = self.arriving(&mail, door);
        self.at_door.insert(mail.number, mail.clone());
        let told = Arc::clone(&self.told);
        let done = move |answer| told.lock().unwrap().push_back(Told::Mail(mail, row(answer)));
        self.jobs.push_back(Job::Spool { incoming: Box::new(arriving), done: Box::new(done) });
    }

    /// Another process stores it.
    pub fn pipes(&mut self, mail: Mail) {
        self.story.mails += 1;
        self.story.piped += 1;
        let reading = self.machine.reading();
        let mut store = Store::open(&self.database(), reading.wall).unwrap();
        let now = store.now(&reading).unwrap();
        let arriving = self.arriving(&mail, Door::Pipe);
        let taken = row(store.take_in(&[arriving], &[], now).map(|spooled| spooled[0]));
        self.answered(mail, taken);
    }

    /// The server looks into the mailbox: all mails there are brought, and the look has ended when each was answered.
    fn looks_into_mailbox(&mut self) {
        self.soon(LOOK_INTO_MAILBOX_EVERY, Act::LooksIntoMailbox);
        if self.provider_is_away() {
            let state = DoorState::Trying("no answer".to_owned());
            self.notes_door(state, None);
            return;
        }
        let mails = std::mem::take(&mut self.mailbox);
        let numbers = mails.iter().map(|mail| mail.number).collect();
        self.looking = Some((self.machine.awake, self.ledger.served_by_now(&self.machine), numbers, true));
        for mail in mails {
            self.knocks(mail, Door::Imap);
        }
        self.look_goes_on(None);
    }

    /// A mail of the look was answered, if any.
    fn look_goes_on(&mut self, answered: Option<(u64, bool)>) {
        let Some((began, served, mut waits, mut is_full)) = self.looking.take() else { return };
        if let Some((number, is_taken)) = answered {
            waits.remove(&number);
            is_full &= is_taken;
        }
        if !waits.is_empty() {
            self.looking = Some((began, served, waits, is_full));
            return;
        }
        self.unwritten = is_full.then_some(served);
        self.notes_door(DoorState::Well, is_full.then(|| self.machine.awake - began));
    }

    fn notes_door(&mut self, state: DoorState, full: Option<TimeDelta>) {
        let ((door, place), at) = (self.door(), self.machine.reading().wall);
        self.jobs.push_back(Job::Note(DoorNote { door, place, state, at, full }));
    }

    /// It is stored, and its sender has heard so.
    pub fn is_taken(&mut self, mail: &Mail, row: i64) {
        self.ledger.taken.insert(row);
        if let Some(board) = mail.doubtful {
            let served = self.ledger.served_by_now(&self.machine);
            self.ledger.doubtful.entry(board).or_insert(served);
        }
    }

    /// Its sender has heard yes, or comes again. What is in the mailbox stays there instead.
    fn answered(&mut self, mail: Mail, row: Option<i64>) {
        self.at_door.remove(&mail.number);
        let is_fetched = self.looking.as_ref().is_some_and(|(_, _, waits, _)| waits.contains(&mail.number));
        self.refusals.answered(row.is_some(), &self.machine);
        let number = mail.number;
        match row {
            Some(row) => self.is_taken(&mail, row),
            None if is_fetched => self.mailbox.push(mail),
            None => {
                self.story.refusals += 1;
                // One of those who are impatient, so that the door is asked often while it says no.
                let wait = self.seconds(10, 40);
                self.soon(wait, Act::Bring(mail));
            }
        }
        if is_fetched {
            self.story.fetched += u32::from(row.is_some());
            self.look_goes_on(Some((number, row.is_some())));
        }
    }

    /// What the writer has said since it was last asked.
    pub fn hear(&mut self) {
        let told = std::mem::take(&mut *self.told.lock().unwrap());
        for told in told {
            match told {
                Told::Mail(mail, row) => self.answered(mail, row),
                Told::Marked(id) => {
                    self.is_marked(id);
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
            let (takes, result) = self.carries(&due);
            self.soon(takes, Act::Carried(Box::new(due), result));
        }
        self.dispatch = Some(dispatch);
    }

    /// A letter is brought to the relay, and that is all.
    pub fn carry(&mut self, due: &Due) -> Result<(), Setback> {
        self.carries(due).1
    }

    fn carries(&mut self, due: &Due) -> (TimeDelta, Result<(), Setback>) {
        let (result, reply) = self.relay.carry(due, self.machine.truth);
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
            self.taken_by_relay(due);
        }
        (takes, result)
    }

    /// The mark of a letter is on the disk.
    pub fn is_marked(&mut self, id: i64) {
        self.unmarked.remove(&id);
        if let Some(turn) = self.turns.remove(&id) {
            let served = self.ledger.served_by_now(&self.machine);
            self.ledger.started.entry(turn).or_insert(served);
        }
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
            let (turn, served) = ((board, letter.ply, due.to.clone()), self.ledger.served);
            let text = letter.text.split_whitespace().collect::<Vec<&str>>().join(" ");
            if text.contains("Nothing has been done yet") {
                let asked = self.ledger.doubtful.get(&board).copied();
                asked.map(|asked| *self.ledger.asked.entry(board).or_insert(asked));
            }
            // The letter of a challenge has a board too.
            if text.contains("Your turn, board") {
                self.ledger.told.entry(turn.clone()).or_insert(served);
                self.turns.insert(due.id, turn);
            }
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
        self.check_verdict(due, &verdict);
        self.mark(due.id, verdict);
        self.look = true;
    }

    /// Nothing is given up for a reason that is not its own.
    pub fn check_verdict(&mut self, due: &Due, verdict: &Verdict) {
        if let Verdict::GivenUp { error, .. } = verdict {
            self.story.given_up += 1;
            assert!(self.relay.is_gone(&due.to), "letter {} to {} was given up: {error}", due.id, due.to);
        }
    }

    fn mark(&mut self, id: i64, verdict: Verdict) {
        let told = Arc::clone(&self.told);
        let done = move || told.lock().unwrap().push_back(Told::Marked(id));
        self.jobs.push_back(Job::Mark { id, verdict, done: Box::new(done) });
    }

    /// A mail takes its time.
    fn is_handling(&mut self) {
        let time = TimeDelta::milliseconds(self.dice.below(80).into());
        self.machine.runs(time);
    }

    /// The clockwork has looked, and its commit stands or does not.
    fn looked(&mut self, stands: bool) {
        if stands {
            let who = if self.goes_on { Who::GoesOn } else { Who::Begins };
            self.ledger.looked(who, &self.machine);
        }
        // What passes until one stands is nobody's.
        self.goes_on = stands;
        self.looks.looks(&self.machine);
    }

    fn ticked(&mut self, now: DateTime<Utc>, stands: bool) {
        assert!(self.goes_on, "what is due was done by a look that nobody could write down");
        let reader = self.reader();
        self.ledger.check_lost(&reader);
        self.ledger.check_open(&reader, now);
        self.goes_on = stands;
    }

    /// The process is over, in order or not.
    pub fn is_gone(&mut self, was_killed: bool) {
        self.story.kills += u32::from(was_killed);
        self.hear();
        self.jobs.clear();
        self.queued.extend(std::mem::take(&mut self.at_door).into_values());
        self.ledger.unsure.extend(std::mem::take(&mut self.unmarked));
        // What was being fetched is still in the mailbox.
        let fetched = self.looking.take().map(|(_, _, waits, _)| waits).unwrap_or_default();
        let (fetched, queued) =
            std::mem::take(&mut self.queued).into_iter().partition(|mail| fetched.contains(&mail.number));
        (self.mailbox, self.queued) = ([std::mem::take(&mut self.mailbox), fetched].concat(), queued);
        self.agenda.retain(|_, act| !matches!(act, Act::Carried(..) | Act::Mishap(_) | Act::LooksIntoMailbox));
        (self.dispatch, self.busy, self.goes_on, self.reader, self.unwritten) = (None, 0, false, None, None);
        self.turns.clear();
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
                    self.runs((at - self.machine.truth).max(TimeDelta::zero()));
                    self.pipes(mail);
                }
                Act::Bring(mail) => waiting.push(mail),
                Act::StoreIsWell => self.store_is_well(),
                Act::Carried(..) | Act::Mishap(_) | Act::LooksIntoMailbox => {}
            }
        }
        // What was brought to a door that nobody keeps open waits as well.
        self.jobs.clear();
        self.queued.extend(std::mem::take(&mut self.at_door).into_values());
        self.queued.extend(waiting);
        let rest = (until - self.machine.truth).max(TimeDelta::zero());
        match is_awake {
            true => self.runs(rest),
            false => self.boots(rest),
        }
        if self.dice.below(5) == 0 {
            self.goes_back();
        }
    }

    /// Somebody restores the backup.
    fn goes_back(&mut self) {
        let Some((path, ledger)) = &self.backup else { return };
        self.story.restores += 1;
        self.reader = None;
        Store::restore(path, &self.database(), self.machine.reading().wall).unwrap();
        let unsure = ledger.sent.keys().chain(&self.ledger.unsure).chain(self.ledger.sent.keys()).copied().collect();
        self.ledger = ledger.clone();
        self.ledger.unsure = unsure;
        self.store_is_well();
    }

    /// Everything is well from now on, and nobody plays any more.
    fn calms_down(&mut self) {
        self.is_calm = true;
        self.relay.recovers();
        self.store_is_well();
        self.machine.wrong = TimeDelta::zero();
        self.provider_away_until = self.machine.truth;
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
        self.story.asked = self.ledger.asked.len();
        self.story.hash = self.hasher.finish();
        println!("{:?}", self.plan);
        self.story
    }
}
