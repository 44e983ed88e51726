//! What must be true in the shell, and what has to be remembered to check it.

use crate::shell::machine::Machine;
use crate::shell::players;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use taflpost::club::{Ending, Head, Stage};
use taflpost::store::{GameFilter, Reader, SpoolState, Worked};
use taflpost::tafl::Side;

/// The clockwork looks at least this often.
const LOOKS_EVERY: TimeDelta = TimeDelta::seconds(10);

/// Two rounds of `work` at most twice as long apart count as served; else so much of it does.
pub const EVERY: TimeDelta = TimeDelta::hours(1);

/// The clock of the games of even pairs: for each move, and before it is lost.
pub const PER_MOVE: &str = "2h/move,grace=1h";
/// That of the others: time for the whole game, and before it is lost.
pub const BANK: &str = "5h,grace=1h";

const GRACE: TimeDelta = TimeDelta::hours(1);

/// A player who has less when somebody comes back after an hour or more has this, once a move.
const AFTER_ABSENCE: TimeDelta = TimeDelta::hours(12);

/// After a question whether a move is meant nothing is lost for so long, once a game.
const QUESTION: TimeDelta = TimeDelta::hours(24);

/// A game that would be lost and that waits for something is looked at again after a minute, by the next look then.
const LOOKS_AGAIN: TimeDelta = TimeDelta::seconds(60 + 2 * 10);

/// How far sums may be apart: less than a second moves no clock yet, and the store keeps whole seconds of what was charged.
const INEXACT: TimeDelta = TimeDelta::seconds(3);

/// As long as nobody writes that mail was refused, nobody can know.
const UNTOLD_MAX: TimeDelta = TimeDelta::seconds(60);

/// A look of the clockwork whose commit stood.
#[derive(Clone, Copy)]
struct Look {
    awake: TimeDelta,
    truth: TimeDelta,
    wall: DateTime<Utc>,
    boot: u128,
}

/// A board, after so many moves, and whose turn it is.
pub type Turn = (u32, u32, String);

/// What is remembered. With a backup a copy of it is put aside, and taken up again when somebody goes back to that.
#[derive(Clone, Default)]
pub struct Ledger {
    /// For how long somebody has served.
    pub served: TimeDelta,
    look: Option<Look>,
    /// How much time had been served when an absence of an hour or more ended, or what looks like one; and whether it was one.
    absences: Vec<(TimeDelta, bool)>,
    /// How much time had been served when the relay first took a letter that told of this turn.
    pub told: BTreeMap<Turn, TimeDelta>,
    /// How much had been when the mark of such a letter was on the disk, from which its clock runs.
    pub started: BTreeMap<Turn, TimeDelta>,
    /// How much time was served while a side had to move and knew it, in all its moves so far.
    used: BTreeMap<(u32, Side), TimeDelta>,
    /// The moves seen so far of each board.
    plies: BTreeMap<u32, u32>,
    /// How much time had been served when the last full look began that found all mails of the mailbox, and they were handled.
    pub heard: TimeDelta,
    /// Since how much had been served nothing kept a game any more whose time was over for certain.
    free: BTreeMap<u32, TimeDelta>,
    /// The first doubtful move of a board that a door has taken in, and the first that was asked about.
    pub doubtful: BTreeMap<u32, TimeDelta>,
    pub asked: BTreeMap<u32, TimeDelta>,
    /// Mails that were said yes to, by their rows.
    pub taken: BTreeSet<i64>,
    /// Mails that were handled.
    pub done: BTreeSet<i64>,
    /// Games that have ended on time.
    pub lost: BTreeSet<u32>,
    /// Letters that the relay has taken, and how often.
    pub sent: BTreeMap<i64, u32>,
    /// Letters that it may have taken without our knowledge.
    pub unsure: BTreeSet<i64>,
}

/// When the clockwork last looked, by the clock that nobody sets.
#[derive(Default)]
pub struct Looks {
    last: Option<TimeDelta>,
}

impl Looks {
    /// A process begins or ends.
    pub fn forget(&mut self) {
        self.last = None;
    }

    pub fn looks(&mut self, machine: &Machine) {
        if let Some(last) = self.last {
            let gap = machine.awake - last;
            assert!(gap <= LOOKS_EVERY, "the clockwork has not looked for {} s", gap.num_seconds());
        }
        self.last = Some(machine.awake);
    }

    /// Looked at when time has passed: it need not look again to be late.
    pub fn is_late(&self, machine: &Machine) -> bool {
        self.last.is_some_and(|last| machine.awake - last > LOOKS_EVERY)
    }

    /// How long it is until somebody looks again; nothing where that should have been.
    pub fn next(&self, machine: &Machine) -> Option<TimeDelta> {
        let next = self.last? + TimeDelta::seconds(8) - machine.awake;
        Some(next).filter(|next| *next > TimeDelta::zero())
    }
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// A server that has not looked before, or could not.
    Begins,
    GoesOn,
    Round,
}

impl Ledger {
    /// The clockwork has looked and its commit stands: so much of what passed since the last one was served.
    pub fn looked(&mut self, who: Who, machine: &Machine) {
        let reading = machine.reading();
        let look = Look { awake: machine.awake, truth: machine.truth, wall: reading.wall, boot: reading.boot };
        let Some(last) = self.look.replace(look) else { return };
        let zero = TimeDelta::zero();
        let served = match who {
            Who::Begins => zero,
            Who::GoesOn => look.awake - last.awake,
            Who::Round => {
                let same = last.boot == look.boot;
                let awake = if same { look.awake - last.awake } else { (look.wall - last.wall).min(reading.awake) };
                if awake <= EVERY * 2 { awake.max(zero) } else { EVERY }
            }
        };
        self.served += served;
        // A clock that was set meanwhile hides an absence, or makes one of nothing.
        let gap = look.truth - last.truth;
        let is_plain = (look.wall - last.wall - gap).abs() < TimeDelta::minutes(1) + gap / 5_000;
        let is_certain = is_plain && gap - served >= TimeDelta::minutes(62) + gap / 5_000;
        if is_certain || look.wall - last.wall - served >= TimeDelta::minutes(59) {
            self.absences.push((self.served, is_certain));
        }
    }

    /// How much has been served up to this moment, if the next look stands.
    pub fn served_by_now(&self, machine: &Machine) -> TimeDelta {
        let since = self.look.filter(|look| look.boot == machine.reading().boot).map(|look| machine.awake - look.awake);
        self.served + since.unwrap_or_default()
    }

    /// No mail is handled twice, and none is put aside.
    pub fn handled(&mut self, worked: &Worked) {
        for (id, note) in &worked.done {
            assert!(self.done.insert(*id), "mail {id} was handled twice: {note}");
        }
        let is_put_aside = worked.troubles.iter().any(|trouble| trouble.state == SpoolState::Failed);
        assert!(!is_put_aside, "{:?}", worked.troubles);
    }

    /// The law of forfeits, for each game that has ended on time since this was last asked.
    pub fn check_lost(&mut self, reader: &Reader) {
        for head in reader.games(&GameFilter::All, 100_000).unwrap() {
            self.moves_on(&head);
            let Stage::Ended(Ending::TimedOut { loser }) = head.stage else { continue };
            if !self.lost.insert(head.number) {
                continue;
            }
            let number = head.number;
            let turn = turn_of(&head, loser);
            let told = self.told.get(&turn).copied();
            let told = told.unwrap_or_else(|| panic!("board {number} is lost, and nobody was told"));
            let had = self.served - told;
            let least = self.time_of(&head, loser) + GRACE;
            let (had_s, least_s) = (had.num_seconds(), least.num_seconds());
            assert!(had + INEXACT >= least, "board {number} is lost after {had_s} s of {least_s} s");
            // As it was raised after the first absence since its clock ran, once a move. Where that came in the same moment nobody knows.
            let started = self.started.get(&turn).copied().unwrap_or(self.served);
            let since_start =
                |(at, _): &&(TimeDelta, bool)| *at > started - LOOKS_EVERY * 2 && *at < told + least - GRACE;
            let first = self.absences.iter().find(since_start);
            if let Some((absence, _)) = first.filter(|(at, is_certain)| *is_certain && *at > started) {
                let since = self.served - *absence;
                let since_s = since.num_seconds();
                assert!(
                    since + INEXACT >= AFTER_ABSENCE + GRACE,
                    "board {number} is lost {since_s} s after an absence"
                );
            }
            // The end of its time, at the earliest.
            let over = told + least - INEXACT;
            assert!(self.heard >= over, "board {number} is lost before the mailbox was looked into");
            let oldest = reader.counts().unwrap().oldest_spooled;
            assert!(
                oldest.is_none_or(|oldest| oldest >= head.touched),
                "board {number} is lost while mail from before waits"
            );
            if let Some(asked) = self.asked.get(&number) {
                let since = self.served - *asked;
                assert!(
                    since + INEXACT >= QUESTION,
                    "board {number} is lost {} s after a question",
                    since.num_seconds()
                );
            }
        }
    }

    /// No game goes on for ever, and no side is charged more than was served while it had to move.
    pub fn check_open(&mut self, reader: &Reader, now: DateTime<Utc>) {
        for head in reader.games(&GameFilter::Open, 100_000).unwrap() {
            self.moves_on(&head);
            let Some(clock) = head.clock.as_ref().filter(|_| head.stage == Stage::Running) else { continue };
            let (number, side) = (head.number, head.to_move());
            for (side, left) in [(Side::Attackers, clock.attackers), (Side::Defenders, clock.defenders)] {
                let charged = clock.control.first_bank() - left;
                let used = self.used.get(&(number, side)).copied().unwrap_or_default();
                let (charged, used) = (charged, (used + INEXACT).num_seconds());
                assert!(charged <= used, "board {number}: {side:?} is charged {charged} s of {used} s");
            }
            let Some(told) = self.told.get(&turn_of(&head, side)).copied() else { continue };
            let had = self.served - told;
            if let Some(since) = clock.since {
                let charged = (now - since).num_seconds() + clock.counted;
                let most = (had + INEXACT).num_seconds();
                assert!(charged <= most, "board {number} has run for {charged} s of {most} s");
            }
            let question = if self.asked.contains_key(&number) { QUESTION } else { TimeDelta::zero() };
            let most = self.time_of(&head, side) + AFTER_ABSENCE + GRACE + question + TimeDelta::hours(3);
            // Where no mailbox could be looked into, all wait.
            if had <= most || self.heard <= told + most {
                self.free.remove(&number);
                continue;
            }
            let free = self.served - *self.free.entry(number).or_insert(self.served);
            assert!(free <= LOOKS_AGAIN, "board {number} goes on after {} s", had.num_seconds());
        }
    }

    /// What a side has for the move that is awaited.
    fn time_of(&self, head: &Head, side: Side) -> TimeDelta {
        let clock = head.clock.as_ref().expect("every game has a clock");
        clock.control.time_for(head.plies / 2 + 1, clock.bank(side))
    }

    /// What was served while the last mover had to move is noted once that move is seen.
    fn moves_on(&mut self, head: &Head) {
        let seen = self.plies.insert(head.number, head.plies).unwrap_or(0);
        for plies in seen..head.plies {
            let side = if plies % 2 == 0 { head.first } else { head.first.opponent() };
            let turn = (head.number, plies, players::address(&head.player(side).to_string()));
            if let Some(told) = self.told.get(&turn) {
                *self.used.entry((head.number, side)).or_default() += self.served - *told + LOOKS_EVERY;
            }
        }
    }
}

fn turn_of(head: &Head, side: Side) -> Turn {
    (head.number, head.plies, players::address(&head.player(side).to_string()))
}

/// Since when the door has said "come again" and nothing else.
#[derive(Default)]
pub struct Refusals {
    since: Option<TimeDelta>,
    is_told: bool,
}

impl Refusals {
    pub fn answered(&mut self, was_taken: bool, machine: &Machine) {
        match was_taken {
            true => self.forget(),
            false => self.since = self.since.or(Some(machine.awake)),
        }
    }

    pub fn forget(&mut self) {
        *self = Refusals::default();
    }

    /// What the command says once that has lasted for a minute; true where it was asked.
    pub fn check(&mut self, settings: &Path, machine: &Machine) -> bool {
        let is_long = self.since.is_some_and(|since| machine.awake - since >= UNTOLD_MAX);
        if !is_long || self.is_told {
            return false;
        }
        let mut status = Command::new(env!("CARGO_BIN_EXE_taflpost"));
        let said = status.arg("--config").arg(settings).arg("status").output().unwrap();
        let text = String::from_utf8_lossy(&said.stdout);
        let is_told = said.status.code() == Some(1) && text.contains("mail could not be stored");
        assert!(is_told, "mail is refused, and status says, with {:?}: {text}", said.status.code());
        self.is_told = true;
        true
    }
}
