//! The clock of a game: what each side has left, since when the time of the side to move counts, and when somebody has to look.
//!
//! ```text
//!  stopped --the turn passes--> waits --the relay took the letter--> runs --a half-move--> waits --> ...
//!                                 ^  '-- after seven days all the same ---^  |
//!                                 '------- that letter came back ------------'
//! ```
//!
//! A player's time counts from the instant at which the relay took the letter that told him, to the one at which a door
//! accepted his mail. What happens on the way counts against nobody.

use crate::clock::{Control, Passed, Vacation, VacationLimit, lasting, left_out};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::borrow::Cow;

/// The longest that a clock waits for a letter to reach its player.
pub const HOLD_MAX: TimeDelta = TimeDelta::days(7);

/// An absence: mail that waited elsewhere takes its time to come in.
pub const ABSENCE: TimeDelta = TimeDelta::hours(1);
/// What a player has at least after one, once a move: time that was not served is given back exactly, and this is all that is added.
pub const LEFT_AFTER_ABSENCE: TimeDelta = TimeDelta::hours(12);

/// Who has been silent for so long is asked whether he has forgotten, be there time or not.
const SILENCE: TimeDelta = TimeDelta::days(14);
/// What a player has at least when time that was given to him is taken back.
const LEFT_AFTER_SHRINKING: TimeDelta = TimeDelta::hours(24);
/// The first reminder comes when half the time is over, or this long before its end.
const FIRST_REMINDER: TimeDelta = TimeDelta::days(3);
/// Then these long before it.
const REMINDERS: [TimeDelta; 2] = [TimeDelta::hours(24), LAST_REMINDER];
/// The last one.
pub const LAST_REMINDER: TimeDelta = TimeDelta::hours(6);

/// The clock of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// By what it runs; pinned when the game was offered.
    pub control: Control,
    /// Seconds in the bank of the attackers, as the turn of the side to move began.
    pub attackers: i64,
    /// The same of the defenders.
    pub defenders: i64,
    /// Since when the time of the side to move counts; `None` while the letter that tells its player is on its way.
    pub since: Option<DateTime<Utc>>,
    /// Seconds of that time which counted before `since`: until the letter that told its player came back. They are not forgotten: whoever
    /// has the letter in hand cannot make time of it by having it come back. Below zero where an organizer has given time, or there was
    /// little left after an absence.
    pub counted: i64,
    /// When that time is over, without the grace; while the letter is on its way, when it would be if it were there by now.
    /// `None` where that has to be reckoned anew.
    pub deadline: Option<DateTime<Utc>>,
    /// When somebody has to look: to remind, or because the time is over.
    pub due: Option<DateTime<Utc>>,
    /// How much leave stops it, where its tournament has settled that.
    pub leave_limit: Option<VacationLimit>,
}

/// A half-move that is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who has to make it.
    pub side: tafl::Side,
    /// Which of that side's half-moves it is, from 1.
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
            leave_limit: None,
        }
    }

    /// What a side has in its bank.
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

    /// The turn has passed: the clock waits for the letter that says so.
    pub fn wait(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Vacation]) {
        self.since = None;
        self.counted = 0;
        self.deadline = Some(self.deadline_if_told(turn, at, leave));
        self.due = Some(at + HOLD_MAX);
    }

    /// The letter that told the player has come back: the clock waits for another.
    pub fn hold(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Vacation]) {
        let counted = self.counted_at(at, leave).num_seconds();
        self.wait(turn, at, leave);
        self.counted = counted;
        self.deadline = Some(self.deadline_if_told(turn, at, leave));
    }

    /// The letter is on its way no longer: time counts.
    pub fn start(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Vacation]) {
        self.since = Some(at);
        self.reckon(turn, leave);
    }

    /// Nobody's time counts any more.
    pub fn stop(&mut self) {
        self.since = None;
        self.counted = 0;
        self.deadline = None;
        self.due = None;
    }

    /// Reckons the end of the time anew, because it begins now, or leave was set or taken back.
    pub fn reckon(&mut self, turn: Turn, leave: &[Vacation]) {
        if let Some(since) = self.since {
            self.deadline = Some(self.deadline_if_told(turn, since, leave));
            self.due = self.next_look(since, leave);
        }
    }

    /// When the time of the awaited half-move is over, if its player is told at `told` unless he has been before.
    pub fn deadline_if_told(&self, turn: Turn, told: DateTime<Utc>, leave: &[Vacation]) -> DateTime<Utc> {
        let time = self.control.time_for(turn.number, self.bank(turn.side)) - TimeDelta::seconds(self.counted);
        lasting(self.since.unwrap_or(told), time.max(TimeDelta::zero()), &self.leave(leave))
    }

    /// When the game is lost: the grace after the end of the time. `None` while no time counts.
    pub fn lost_at(&self, turn: Turn, leave: &[Vacation]) -> Option<DateTime<Utc>> {
        self.since.map(|since| self.deadline_if_told(turn, since, leave) + self.control.grace())
    }

    /// The time that has counted so far, less what was given back of it.
    fn counted_at(&self, now: DateTime<Utc>, leave: &[Vacation]) -> TimeDelta {
        let running = self.since.map(|since| left_out(since, now.max(since), &self.leave(leave)));
        TimeDelta::seconds(self.counted) + running.unwrap_or_default()
    }

    /// Nobody served for a while, or the machine's clock was set: what has counted stays counted, and the rest goes on from where now is.
    /// What lies on the calendar, such as leave, does not move with it.
    pub fn pass_over(&mut self, turn: Turn, passed: &Passed, leave: &[Vacation]) {
        let Some(since) = self.since else { return };
        if since <= passed.last {
            let counted = left_out(since, passed.last, &self.leave(leave));
            // The clock keeps seconds; what is over them goes on counting.
            let seconds = TimeDelta::seconds(counted.num_seconds());
            self.counted += seconds.num_seconds();
            self.since = Some(passed.carry(passed.last) - (counted - seconds));
        } else {
            self.since = Some(passed.carry(since));
        }
        self.reckon(turn, leave);
        self.due = self.next_look(passed.now, leave);
    }

    /// After an absence: whoever has less left than [`LEFT_AFTER_ABSENCE`] has that. The answer is whether anything was given.
    pub fn raise(&mut self, turn: Turn, now: DateTime<Utc>, leave: &[Vacation]) -> bool {
        let time = self.control.time_for(turn.number, self.bank(turn.side));
        let short = LEFT_AFTER_ABSENCE - (time - self.counted_at(now, leave));
        if self.since.is_none() || short <= TimeDelta::zero() {
            return false;
        }
        // Whole seconds, and rather one more.
        self.counted -= short.num_seconds() + 1;
        self.reckon(turn, leave);
        self.due = self.next_look(now, leave);
        true
    }

    /// A half-move was made: what it took is charged, and what it brings is credited.
    pub fn moved(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Vacation]) {
        let used = self.counted_at(at, leave).max(TimeDelta::zero());
        self.set_bank(turn.side, self.control.after(turn.number, self.bank(turn.side), used));
    }

    /// A half-move is taken back: its side has again what it had when its turn began. What has counted of the other side's
    /// time since has not been charged, and will not be.
    pub fn taken_back(&mut self, side: tafl::Side, bank: i64) {
        self.set_bank(side, bank);
    }

    /// An organizer lets the clock stand still: what has counted stays counted, and nothing is due.
    pub fn freeze(&mut self, at: DateTime<Utc>, leave: &[Vacation]) {
        let counted = self.counted_at(at, leave).num_seconds();
        self.stop();
        self.counted = counted;
    }

    /// It goes on, as soon as its player is told.
    pub fn resume(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Vacation]) {
        self.deadline = Some(self.deadline_if_told(turn, at, leave));
        self.due = Some(at + HOLD_MAX);
    }

    /// Gives a side time: its awaited half-move may take so much longer, whatever bounds it, or where the other side is to move, its
    /// bank holds so much more. The answer is whether it went into the bank.
    pub fn stretch(&mut self, turn: Turn, side: tafl::Side, seconds: i64, leave: &[Vacation]) -> bool {
        if side != turn.side {
            self.set_bank(side, self.bank(side).saturating_add(seconds));
            return true;
        }
        self.counted -= seconds;
        self.reckon_in_place(turn, seconds, leave);
        false
    }

    /// Another end of the time: reckoned where it counts, moved where the letter is on its way, and none where the clock stands still.
    fn reckon_in_place(&mut self, turn: Turn, later: i64, leave: &[Vacation]) {
        match self.since {
            Some(_) => self.reckon(turn, leave),
            None => self.deadline = self.deadline.map(|deadline| deadline + TimeDelta::seconds(later)),
        }
    }

    /// Somebody takes over a side: his bank has half of what there is at the beginning at the least.
    pub fn top_up(&mut self, side: tafl::Side) {
        self.set_bank(side, self.bank(side).max(self.control.first_bank() / 2));
    }

    /// Takes back time that was given while the half-move was awaited that still is. Nobody is left with less than a day by it, or with
    /// more than he had.
    pub fn shrink(
        &mut self,
        turn: Turn,
        side: tafl::Side,
        seconds: i64,
        banked: bool,
        now: DateTime<Utc>,
        leave: &[Vacation],
    ) {
        if banked {
            self.set_bank(side, (self.bank(side) - seconds).max(0));
        }
        if banked && side != turn.side {
            return;
        }
        let taken = if banked { 0 } else { seconds };
        self.counted += taken;
        let short = now + LEFT_AFTER_SHRINKING - self.deadline_if_told(turn, now, leave);
        let spared = short.num_seconds().clamp(0, taken);
        self.counted -= spared;
        self.reckon_in_place(turn, spared - taken, leave);
    }

    /// When to look next, after `after`: at a reminder, or when the game is lost.
    pub fn next_look(&self, after: DateTime<Utc>, leave: &[Vacation]) -> Option<DateTime<Utc>> {
        let (since, deadline) = (self.since?, self.deadline?);
        let leave = self.leave(leave);
        let first = deadline - FIRST_REMINDER.min(left_out(since, deadline, &leave) / 2);
        let silence = (1..).map(|times| since + SILENCE * times).take_while(|at| *at < first - TimeDelta::days(1));
        let before_the_end = REMINDERS.iter().map(|before| deadline - *before).filter(|at| *at > first);
        let marks = silence
            .chain([first])
            .chain(before_the_end)
            .map(|mark| leave.iter().find(|leave| leave.holds(mark)).map_or(mark, |leave| leave.until));
        let mut marks = marks.filter(|mark| *mark > after && *mark < deadline);
        marks.next().or(Some(deadline + self.control.grace()))
    }

    /// The leave that stops this clock.
    pub fn leave<'a>(&self, leave: &'a [Vacation]) -> Cow<'a, [Vacation]> {
        match self.leave_limit {
            _ if self.control.no_leave => Cow::Borrowed(&[]),
            Some(limit) => Cow::Owned(limit.of(leave)),
            None => Cow::Borrowed(leave),
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
        /// What is left when the clocks go on is what was left when they stood still, whatever leave lies around that.
        #[test]
        fn a_clock_that_stood_still_goes_on_where_it_was(
            since in 0i64..100, before in 0i64..200, held in 0i64..300, spans in proptest::collection::vec((0i64..700, 1i64..60), 0..5),
        ) {
            let leave: Vec<Vacation> = spans.iter().map(|(from, long)| Vacation { from: at(*from), until: at(from + long) }).collect();
            let mut clock = Clock::new("30d+2d".parse().unwrap());
            clock.start(TURN, at(since), &leave);
            let (stopped, resumed) = (at(since + before), at(since + before + held));
            let counted = clock.counted_at(stopped, &leave);
            clock.freeze(stopped, &leave);
            prop_assert_eq!((clock.lost_at(TURN, &leave), clock.due), (None, None));
            clock.resume(TURN, resumed, &leave);
            clock.start(TURN, resumed, &leave);
            prop_assert_eq!(clock.counted_at(resumed, &leave), counted);
        }

        /// What counted before nobody served counts afterwards, no more and no less, whatever leave lies around and in it; and a clock
        /// that is set and set back changes nothing.
        #[test]
        fn what_nobody_served_does_not_count(
            since in 0i64..100, before in 0i64..200, gap in -300i64..2_000, spans in proptest::collection::vec((0i64..700, 1i64..60), 0..5),
        ) {
            let leave: Vec<Vacation> = spans.iter().map(|(from, long)| Vacation { from: at(*from), until: at(from + long) }).collect();
            let mut clock = Clock::new("30d+2d".parse().unwrap());
            clock.start(TURN, at(since), &leave);
            let last = at(since + before);
            let passed = |last, by| Passed { last, now: last + by, served: TimeDelta::zero(), shift: by, step: TimeDelta::zero() };
            let (there, counted) = (passed(last, TimeDelta::hours(gap)), clock.counted_at(last, &leave));
            clock.pass_over(TURN, &there, &leave);
            prop_assert_eq!(clock.counted_at(there.now, &leave), counted);
            clock.pass_over(TURN, &passed(there.now, -there.shift), &leave);
            prop_assert_eq!(clock.counted_at(last, &leave), counted);
            prop_assert!(clock.due > Some(last));
            // Half a day at the least, and nothing for who has more.
            let had = clock.clone();
            let given = clock.raise(TURN, last, &leave);
            let left = clock.control.time_for(TURN.number, clock.bank(TURN.side)) - clock.counted_at(last, &leave);
            prop_assert!(left >= LEFT_AFTER_ABSENCE && (!given || left <= LEFT_AFTER_ABSENCE + TimeDelta::seconds(1)));
            prop_assert!(given || clock == had);
        }

        /// Time that is given and taken back leaves everything as it was, and while it is there the end is so much later.
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
        // Five hours are left without that hour.
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
