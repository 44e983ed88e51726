//! The clock of a game: what each side has left, since when the time of the side to move counts, and when the game must be looked at.
//!
//! ```text
//!  stopped --the turn passes--> waits --the relay took the letter--> runs --a move--> waits --> ...
//!                                 ^  '-- after seven days all the same ---^  |
//!                                 '------- that letter came back ------------'
//! ```
//!
//! A player's time counts from the instant at which the relay took the letter that told them of their turn to the instant at which the
//! server accepted their mail. The time that mails and letters travel counts against no player.

use crate::clock::{Control, Passed, Vacation, VacationLimit, lasting, left_out};
use crate::club::model::reminders;
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::borrow::Cow;

/// The longest that a clock waits for a letter to reach its player.
pub const HOLD_MAX: TimeDelta = TimeDelta::days(7);

/// After the server was down for at least this long, mail that waited elsewhere takes its time to come in.
pub const ABSENCE: TimeDelta = TimeDelta::hours(1);
/// The least time a player has after such a downtime, once for each move. The time in which the server was down is given back exactly, and
/// nothing else is added.
pub const LEFT_AFTER_ABSENCE: TimeDelta = TimeDelta::hours(12);

/// The least time a player has left when time that was given to them is taken back.
const LEFT_AFTER_SHRINKING: TimeDelta = TimeDelta::hours(24);

/// The clock of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time control it runs by. It is fixed when the game is offered.
    pub control: Control,
    /// Seconds in the time bank of the attackers when the turn of the side to move began.
    pub attackers: i64,
    /// The same for the defenders.
    pub defenders: i64,
    /// Since when the time of the side to move counts. `None` while the letter that tells its player is on its way.
    pub since: Option<DateTime<Utc>>,
    /// Seconds of that time which counted before `since`, until the letter that told its player came back. They stay counted, so that a
    /// player who did get the letter cannot gain time by having it come back. Below zero if an organizer has given time, or if there was
    /// little left after a downtime.
    pub counted: i64,
    /// When that time runs out, without the grace. While the letter is on its way, when it would run out if the letter arrived now. `None`
    /// if it must be computed again.
    pub deadline: Option<DateTime<Utc>>,
    /// When the game must be looked at: for a reminder, or because the time runs out.
    pub due: Option<DateTime<Utc>>,
    /// How much vacation stops it, if its tournament limits that.
    pub vacation_limit: Option<VacationLimit>,
}

/// The move that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The side that must make it.
    pub side: tafl::Side,
    /// Which of that side's moves it is, from 1.
    pub number: u32,
}

impl Clock {
    /// A clock that does not run yet.
    pub fn new(control: Control) -> Clock {
        let bank = control.first_bank();
        Clock {
            control,
            attackers: bank,
            defenders: bank,
            since: None,
            counted: 0,
            deadline: None,
            due: None,
            vacation_limit: None,
        }
    }

    /// What a side has in its time bank.
    pub fn bank(&self, side: tafl::Side) -> i64 {
        match side {
            tafl::Side::Attackers => self.attackers,
            tafl::Side::Defenders => self.defenders,
        }
    }

    fn set_bank(&mut self, side: tafl::Side, bank: i64) {
        match side {
            tafl::Side::Attackers => self.attackers = bank,
            tafl::Side::Defenders => self.defenders = bank,
        }
    }

    /// The turn has passed to the other side: the clock waits for the letter that says so.
    pub fn wait(&mut self, turn: Turn, at: DateTime<Utc>, vacations: &[Vacation]) {
        self.since = None;
        self.counted = 0;
        self.deadline = Some(self.deadline_if_told(turn, at, vacations));
        self.due = Some(at + HOLD_MAX);
    }

    /// The letter that told the player has come back: the clock waits for another.
    pub fn hold(&mut self, turn: Turn, at: DateTime<Utc>, vacations: &[Vacation]) {
        let counted = self.counted_at(at, vacations).num_seconds();
        self.wait(turn, at, vacations);
        self.counted = counted;
        self.deadline = Some(self.deadline_if_told(turn, at, vacations));
    }

    /// The letter is no longer on its way: time counts.
    pub fn start(&mut self, turn: Turn, at: DateTime<Utc>, vacations: &[Vacation]) {
        self.since = Some(at);
        self.recompute(turn, vacations);
    }

    /// Stops the clock: no time counts any more.
    pub fn stop(&mut self) {
        self.since = None;
        self.counted = 0;
        self.deadline = None;
        self.due = None;
    }

    /// Computes the end of the time again, because the time begins now, or because vacation was set or ended.
    pub fn recompute(&mut self, turn: Turn, vacations: &[Vacation]) {
        if let Some(since) = self.since {
            self.deadline = Some(self.deadline_if_told(turn, since, vacations));
            self.due = self.next_look(since, vacations);
        }
    }

    /// When the time for the awaited move runs out, if its player is told at `told` and has not been told before.
    pub fn deadline_if_told(&self, turn: Turn, told: DateTime<Utc>, vacations: &[Vacation]) -> DateTime<Utc> {
        let time = self.control.time_for(turn.number, self.bank(turn.side)) - TimeDelta::seconds(self.counted);
        lasting(self.since.unwrap_or(told), time.max(TimeDelta::zero()), &self.stopping(vacations))
    }

    /// When the game is lost: the grace after the end of the time. `None` while no time counts.
    pub fn lost_at(&self, turn: Turn, vacations: &[Vacation]) -> Option<DateTime<Utc>> {
        self.since.map(|since| self.deadline_if_told(turn, since, vacations) + self.control.grace())
    }

    /// The time that has counted so far, less what was given back.
    fn counted_at(&self, now: DateTime<Utc>, vacations: &[Vacation]) -> TimeDelta {
        let running = self.since.map(|since| left_out(since, now.max(since), &self.stopping(vacations)));
        TimeDelta::seconds(self.counted) + running.unwrap_or_default()
    }

    /// The server was down for a while, or the machine's clock was set. What has counted stays counted, and the rest goes on from now. What
    /// belongs to the calendar, such as vacation, does not move with it.
    pub fn pass_over(&mut self, turn: Turn, passed: &Passed, vacations: &[Vacation]) {
        let Some(since) = self.since else { return };
        if since <= passed.last {
            let counted = left_out(since, passed.last, &self.stopping(vacations));
            // The clock keeps whole seconds. Fractions go on counting.
            let seconds = TimeDelta::seconds(counted.num_seconds());
            self.counted += seconds.num_seconds();
            self.since = Some(passed.carry(passed.last) - (counted - seconds));
        } else {
            self.since = Some(passed.carry(since));
        }
        self.recompute(turn, vacations);
        self.due = self.next_look(passed.now, vacations);
    }

    /// After a downtime: a player who has less left than [`LEFT_AFTER_ABSENCE`] gets that much. Returns whether anything was given.
    pub fn raise(&mut self, turn: Turn, now: DateTime<Utc>, vacations: &[Vacation]) -> bool {
        let time = self.control.time_for(turn.number, self.bank(turn.side));
        let short = LEFT_AFTER_ABSENCE - (time - self.counted_at(now, vacations));
        if self.since.is_none() || short <= TimeDelta::zero() {
            return false;
        }
        // Whole seconds, rounded up.
        self.counted -= short.num_seconds() + 1;
        self.recompute(turn, vacations);
        self.due = self.next_look(now, vacations);
        true
    }

    /// A move was made: its time is charged, and what the control adds for it is credited.
    pub fn moved(&mut self, turn: Turn, at: DateTime<Utc>, vacations: &[Vacation]) {
        let used = self.counted_at(at, vacations).max(TimeDelta::zero());
        self.set_bank(turn.side, self.control.after(turn.number, self.bank(turn.side), used));
    }

    /// A move is taken back: its side has again what it had when its turn began. The time that has counted for the other side since then is
    /// not charged.
    pub fn taken_back(&mut self, side: tafl::Side, bank: i64) {
        self.set_bank(side, bank);
    }

    /// An organizer stops the clock: what has counted stays counted, and nothing is due.
    pub fn freeze(&mut self, at: DateTime<Utc>, vacations: &[Vacation]) {
        let counted = self.counted_at(at, vacations).num_seconds();
        self.stop();
        self.counted = counted;
    }

    /// The clock goes on as soon as its player is told.
    pub fn resume(&mut self, turn: Turn, at: DateTime<Utc>, vacations: &[Vacation]) {
        self.deadline = Some(self.deadline_if_told(turn, at, vacations));
        self.due = Some(at + HOLD_MAX);
    }

    /// Gives a side time: it has this much more for the move that is waited for, whatever limits that, or, if the other side is to move,
    /// this much more in its bank. Returns whether it went into the bank.
    pub fn stretch(&mut self, turn: Turn, side: tafl::Side, seconds: i64, vacations: &[Vacation]) -> bool {
        if side != turn.side {
            self.set_bank(side, self.bank(side).saturating_add(seconds));
            return true;
        }
        self.counted -= seconds;
        self.recompute_in_place(turn, seconds, vacations);
        false
    }

    /// Sets another end of the time: computed if time counts, moved if the letter is on its way, and none if the clock is stopped.
    fn recompute_in_place(&mut self, turn: Turn, later: i64, vacations: &[Vacation]) {
        match self.since {
            Some(_) => self.recompute(turn, vacations),
            None => self.deadline = self.deadline.map(|deadline| deadline + TimeDelta::seconds(later)),
        }
    }

    /// Another player takes over a side: their bank has at least half of what there is at the beginning.
    pub fn top_up(&mut self, side: tafl::Side) {
        self.set_bank(side, self.bank(side).max(self.control.first_bank() / 2));
    }

    /// Takes back time that was given for the move that is still waited for. It never leaves a player with less than a day, or with more
    /// than they had.
    pub fn shrink(
        &mut self,
        turn: Turn,
        side: tafl::Side,
        seconds: i64,
        banked: bool,
        now: DateTime<Utc>,
        vacations: &[Vacation],
    ) {
        if banked {
            self.set_bank(side, (self.bank(side) - seconds).max(0));
        }
        if banked && side != turn.side {
            return;
        }
        let taken = if banked { 0 } else { seconds };
        self.counted += taken;
        let short = now + LEFT_AFTER_SHRINKING - self.deadline_if_told(turn, now, vacations);
        let spared = short.num_seconds().clamp(0, taken);
        self.counted -= spared;
        self.recompute_in_place(turn, spared - taken, vacations);
    }

    /// When to look next, after `after`: for a reminder, or when the game is lost.
    pub fn next_look(&self, after: DateTime<Utc>, vacations: &[Vacation]) -> Option<DateTime<Utc>> {
        let (since, deadline) = (self.since?, self.deadline?);
        let next = reminders::next(since, deadline, &self.stopping(vacations), after);
        next.or(Some(deadline + self.control.grace()))
    }

    /// The vacations that stop this clock.
    pub fn stopping<'a>(&self, vacations: &'a [Vacation]) -> Cow<'a, [Vacation]> {
        match self.vacation_limit {
            _ if self.control.no_vacation => Cow::Borrowed(&[]),
            Some(limit) => Cow::Owned(limit.of(vacations)),
            None => Cow::Borrowed(vacations),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hour)
    }

    const TURN: Turn = Turn { side: tafl::Side::Attackers, number: 2 };

    proptest! {
        /// When the clocks go on, the time left is the same as when they were stopped, whatever vacations lie around that.
        #[test]
        fn a_clock_that_stood_still_goes_on_where_it_was(
            since in 0i64..100, before in 0i64..200, held in 0i64..300, spans in proptest::collection::vec((0i64..700, 1i64..60), 0..5),
        ) {
            let vacations: Vec<Vacation> = spans.iter().map(|(from, long)| Vacation { from: at(*from), until: at(from + long) }).collect();
            let mut clock = Clock::new("30d+2d".parse().unwrap());
            clock.start(TURN, at(since), &vacations);
            let (stopped, resumed) = (at(since + before), at(since + before + held));
            let counted = clock.counted_at(stopped, &vacations);
            clock.freeze(stopped, &vacations);
            prop_assert_eq!((clock.lost_at(TURN, &vacations), clock.due), (None, None));
            clock.resume(TURN, resumed, &vacations);
            clock.start(TURN, resumed, &vacations);
            prop_assert_eq!(clock.counted_at(resumed, &vacations), counted);
        }

        /// What counted before the server was down counts afterwards, no more and no less, whatever vacations lie around and in it. A clock
        /// that is set and set back changes nothing.
        #[test]
        fn what_nobody_served_does_not_count(
            since in 0i64..100, before in 0i64..200, gap in -300i64..2_000, spans in proptest::collection::vec((0i64..700, 1i64..60), 0..5),
        ) {
            let vacations: Vec<Vacation> = spans.iter().map(|(from, long)| Vacation { from: at(*from), until: at(from + long) }).collect();
            let mut clock = Clock::new("30d+2d".parse().unwrap());
            clock.start(TURN, at(since), &vacations);
            let last = at(since + before);
            let passed = |last, by| Passed { last, now: last + by, served: TimeDelta::zero(), shift: by, step: TimeDelta::zero() };
            let (there, counted) = (passed(last, TimeDelta::hours(gap)), clock.counted_at(last, &vacations));
            clock.pass_over(TURN, &there, &vacations);
            prop_assert_eq!(clock.counted_at(there.now, &vacations), counted);
            clock.pass_over(TURN, &passed(there.now, -there.shift), &vacations);
            prop_assert_eq!(clock.counted_at(last, &vacations), counted);
            prop_assert!(clock.due > Some(last));
            // At least half a day, and nothing for a player who has more.
            let had = clock.clone();
            let given = clock.raise(TURN, last, &vacations);
            let left = clock.control.time_for(TURN.number, clock.bank(TURN.side)) - clock.counted_at(last, &vacations);
            prop_assert!(left >= LEFT_AFTER_ABSENCE && (!given || left <= LEFT_AFTER_ABSENCE + TimeDelta::seconds(1)));
            prop_assert!(given || clock == had);
        }

        /// Time that is given and taken back leaves everything as it was. Until it is taken back, the end is that much later.
        #[test]
        fn time_given_and_taken_back_is_no_time(since in 0i64..100, given in 1i64..2_000, attackers in any::<bool>()) {
            let side = if attackers { tafl::Side::Attackers } else { tafl::Side::Defenders };
            for written in ["30d+2d", "30d/move", "30d+2d,max=20d"] {
                let mut clock = Clock::new(written.parse().unwrap());
                clock.start(TURN, at(since), &[]);
                let (before, seconds) = (clock.clone(), given * 3_600);
                let banked = clock.stretch(TURN, side, seconds, &[]);
                prop_assert_eq!(banked, !attackers);
                let later = clock.lost_at(TURN, &[]).unwrap() - before.lost_at(TURN, &[]).unwrap();
                prop_assert_eq!(later.num_seconds(), if attackers { seconds } else { 0 });
                clock.shrink(TURN, side, seconds, banked, at(since), &[]);
                prop_assert_eq!(&clock, &before);
            }
        }
    }

    #[test]
    fn nobody_gains_because_time_is_taken_back() {
        let mut clock = Clock::new("3d/move".parse().unwrap());
        clock.start(TURN, at(0), &[]);
        let before = clock.clone();
        let banked = clock.stretch(TURN, TURN.side, 3_600, &[]);
        // Without that hour five hours are left.
        clock.shrink(TURN, TURN.side, 3_600, banked, at(67), &[]);
        assert!(clock.lost_at(TURN, &[]) <= Some(at(73)), "{:?} {:?}", clock.lost_at(TURN, &[]), before.deadline);
    }

    #[test]
    fn nobody_is_lost_because_time_is_taken_back() {
        let mut clock = Clock::new("3d/move".parse().unwrap());
        clock.start(TURN, at(0), &[]);
        let banked = clock.stretch(TURN, TURN.side, 7 * 24 * 3_600, &[]);
        clock.shrink(TURN, TURN.side, 7 * 24 * 3_600, banked, at(5 * 24), &[]);
        assert_eq!(clock.lost_at(TURN, &[]), Some(at(6 * 24)));
    }
}
