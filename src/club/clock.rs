//! The clock of a game: what each side has left, since when the time of the side to move counts, and when somebody has to look.
//!
//! ```text
//!  stopped --the turn passes--> waits --the relay took the letter--> runs --a half-move--> waits --> ...
//!                                 ^  '-- after seven days all the same ---^  |
//!                                 '------- that letter came back ------------'
//! ```
//!
//! A player's time counts from the instant at which the relay took the letter that told him, to the one at which a door
//! accepted his mail. What happens on the way is nobody's time.

use crate::clock::{Control, Leave, lasting, left_out};
use crate::club::game::Head;
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};

/// The longest that a clock waits for a letter to reach its player.
pub const HOLD_MAX: TimeDelta = TimeDelta::days(7);

/// Who has been silent for so long is asked whether he has forgotten, be there time or not.
const SILENCE: TimeDelta = TimeDelta::days(14);
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
    /// has the letter in hand cannot make time of it by having it come back. Below zero where time was given back, because no server was
    /// there while it counted; that is not saved up.
    pub counted: i64,
    /// When that time is over, without the grace; while the letter is on its way, when it would be if it were there by now.
    /// `None` where that has to be reckoned anew.
    pub deadline: Option<DateTime<Utc>>,
    /// When somebody has to look: to remind, or because the time is over.
    pub due: Option<DateTime<Utc>>,
}

/// A half-move that is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who has to make it.
    pub side: tafl::Side,
    /// Which of that side's half-moves it is, from 1.
    pub number: u32,
}

impl Head {
    /// The half-move that comes next.
    pub fn turn(&self) -> Turn {
        Turn { side: self.to_move(), number: self.plies / 2 + 1 }
    }
}

impl Clock {
    /// A clock that does not run yet.
    pub fn new(control: Control) -> Clock {
        let bank = control.first_bank();
        Clock { control, attackers: bank, defenders: bank, since: None, counted: 0, deadline: None, due: None }
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
    pub fn wait(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Leave]) {
        self.since = None;
        self.counted = 0;
        self.deadline = Some(self.deadline_if_told(turn, at, leave));
        self.due = Some(at + HOLD_MAX);
    }

    /// The letter that told the player has come back: the clock waits for another.
    pub fn hold(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Leave]) {
        let counted = self.counted_at(at, leave).num_seconds();
        self.wait(turn, at, leave);
        self.counted = counted;
        self.deadline = Some(self.deadline_if_told(turn, at, leave));
    }

    /// The letter is on its way no longer: time counts.
    pub fn start(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Leave]) {
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
    pub fn reckon(&mut self, turn: Turn, leave: &[Leave]) {
        if let Some(since) = self.since {
            self.deadline = Some(self.deadline_if_told(turn, since, leave));
            self.due = self.next_look(since, leave);
        }
    }

    /// When the time of the awaited half-move is over, if its player is told at `told` unless he has been before.
    pub fn deadline_if_told(&self, turn: Turn, told: DateTime<Utc>, leave: &[Leave]) -> DateTime<Utc> {
        let time = self.control.time_for(turn.number, self.bank(turn.side)) - TimeDelta::seconds(self.counted);
        lasting(self.since.unwrap_or(told), time.max(TimeDelta::zero()), self.leave(leave))
    }

    /// When the game is lost: the grace after the end of the time. `None` while no time counts.
    pub fn lost_at(&self, turn: Turn, leave: &[Leave]) -> Option<DateTime<Utc>> {
        self.since.map(|since| self.deadline_if_told(turn, since, leave) + self.control.grace())
    }

    /// The time that has counted so far, less what was given back of it.
    fn counted_at(&self, now: DateTime<Utc>, leave: &[Leave]) -> TimeDelta {
        let running = self.since.map(|since| left_out(since, now.max(since), self.leave(leave)));
        TimeDelta::seconds(self.counted) + running.unwrap_or_default()
    }

    /// A half-move was made: what it took is charged, and what it brings is credited.
    pub fn moved(&mut self, turn: Turn, at: DateTime<Utc>, leave: &[Leave]) {
        let used = self.counted_at(at, leave).max(TimeDelta::zero());
        self.set_bank(turn.side, self.control.after(turn.number, self.bank(turn.side), used));
    }

    /// A half-move is taken back: its side has again what it had when its turn began. What has counted of the other side's
    /// time since has not been charged, and will not be.
    pub fn taken_back(&mut self, side: tafl::Side, bank: i64) {
        self.set_bank(side, bank);
    }

    /// When to look next, after `after`: at a reminder, or when the game is lost.
    pub fn next_look(&self, after: DateTime<Utc>, leave: &[Leave]) -> Option<DateTime<Utc>> {
        let (since, deadline) = (self.since?, self.deadline?);
        let first = deadline - FIRST_REMINDER.min(left_out(since, deadline, self.leave(leave)) / 2);
        let silence = (1..).map(|times| since + SILENCE * times).take_while(|at| *at < first - TimeDelta::days(1));
        let before_the_end = REMINDERS.iter().map(|before| deadline - *before).filter(|at| *at > first);
        let marks = silence
            .chain([first])
            .chain(before_the_end)
            .map(|mark| self.leave(leave).iter().find(|leave| leave.holds(mark)).map_or(mark, |leave| leave.until));
        let mut marks = marks.filter(|mark| *mark > after && *mark < deadline);
        marks.next().or(Some(deadline + self.control.grace()))
    }

    /// The leave that stops this clock.
    fn leave<'a>(&self, leave: &'a [Leave]) -> &'a [Leave] {
        if self.control.no_leave { &[] } else { leave }
    }
}
