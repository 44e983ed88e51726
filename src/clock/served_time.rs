//! Served time: how much of the time between two looks counts, and how far all clocks of the club must be moved.
//!
//! A look is one run of the clockwork whose commit succeeded. All instants that a clock of the club counts from or to are on one time line,
//! and at a look the last point of that line is now. The time between two looks is either served, and then it counts, or it is not, and
//! then everything on the line is moved so that it stays as far from now as it was:
//!
//! ```text
//!  shift = how far the wall clock moved - how much was served
//! ```
//!
//! This one sum covers downtime (the wall clock moved and nothing was served), a machine that was suspended, a clock that was set forward
//! or back (the sum is signed), and a backup that was restored. Forward by X and back by X adds up to nothing. Years without a server are
//! handled like one night.
//!
//! What is served:
//!
//! | who looks | and looked before | served |
//! |---|---|---|
//! | a process of `serve`, for the first time | does not matter | nothing: a server that crashes at every start serves nobody |
//! | the same process again | at most 20 seconds ago | all of it, by the monotonic clock |
//! | the same process again | longer ago: it was stuck | 10 seconds |
//! | `work` | at most twice `every` ago | all of it |
//! | `work` | longer ago | `every` |
//!
//! No decision here uses the wall clock if another clock is available, and the served time is never longer than the machine was awake.

use crate::clock::Reading;
use chrono::{DateTime, TimeDelta, Utc};

/// A running server looks about this often.
pub const SERVER_LOOKS_EVERY: TimeDelta = TimeDelta::seconds(10);

/// A smaller difference moves nothing yet. It is not lost: the next look finds it again.
pub const SMALLEST_SHIFT: TimeDelta = TimeDelta::seconds(1);

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// A process that has not looked before.
    Begins,
    /// The same process that looked last.
    GoesOn,
    /// A run of `work`, which comes at this interval.
    Round {
        /// The interval.
        every: TimeDelta,
    },
}

/// The time between two looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The last look, by its clock.
    pub last: DateTime<Utc>,
    /// This look, by the club's time from now on.
    pub now: DateTime<Utc>,
    /// How much of it counts.
    pub served: TimeDelta,
    /// How far every clock is moved. Zero if it is still too little.
    pub shift: TimeDelta,
    /// The part of it that is not real time, as far as the machine can know: the wall clock was set.
    pub step: TimeDelta,
}

impl Passed {
    /// The time from the last look to this reading. The wall clock of the last look shows the time that was then now for the club.
    pub fn between(last: &Reading, now: &Reading, watch: Watch) -> Passed {
        let moved = now.wall - last.wall;
        let awake = now.awake_since(last);
        let zero = TimeDelta::zero();
        let served = match watch {
            Watch::Begins => zero,
            // The same process, but another boot of the machine: it is not known.
            Watch::GoesOn => awake.map_or(zero, |awake| counting(awake, SERVER_LOOKS_EVERY)),
            // Nothing was served before the machine was booted again.
            Watch::Round { every } => counting(awake.unwrap_or(moved.min(now.awake)).max(zero), every),
        };
        let difference = moved - served;
        let shift = if difference.abs() < SMALLEST_SHIFT { zero } else { difference };
        // If the machine was rebooted, the clock was certainly set only if it went back.
        let step = awake.map_or(moved.min(zero), |_| moved - (now.up - last.up));
        let step = if shift == zero || step.abs() < SMALLEST_SHIFT { zero } else { step };
        Passed { last: last.wall, now: last.wall + served + shift, served, shift, step }
    }

    /// How long nothing was served, as far as the machine can know.
    pub fn away(&self) -> TimeDelta {
        self.shift - self.step
    }

    /// Where an instant from before this look is now. Nothing that has happened may be in the future.
    pub fn carry(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        at.checked_add_signed(self.shift).unwrap_or(self.now).min(self.now)
    }
}

/// The club's time at a reading, if there was no look since: the last look plus the time that the machine was awake. After a reboot it is
/// the wall clock, but never before the last look.
pub fn now_after(last: &Reading, now: &Reading) -> DateTime<Utc> {
    match now.awake_since(last) {
        Some(awake) => last.wall + awake,
        None => now.wall.max(last.wall),
    }
}

/// All of a time that is at most twice the usual interval, else one usual interval.
fn counting(passed: TimeDelta, usual: TimeDelta) -> TimeDelta {
    if passed <= usual * 2 { passed } else { usual }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What can happen to a machine.
    #[derive(Clone, Copy, Debug)]
    enum Fate {
        /// The server looks every few seconds.
        Runs { looks: i64, millis: i64 },
        /// It is stuck, or the machine is busy, for this many seconds.
        Stalls(i64),
        /// The machine is suspended.
        Sleeps(i64),
        /// A virtual machine is paused, and its clock is right afterwards.
        Paused(i64),
        /// Somebody sets the clock, by this many milliseconds.
        Steps(i64),
        /// The server ends and starts again after this many seconds.
        Restarts(i64),
        /// The machine is off, and at its boot the clock is wrong by this many seconds.
        Off(i64, i64),
        /// `work` comes after this many seconds.
        Works(i64),
    }

    fn fate() -> impl Strategy<Value = Fate> {
        prop_oneof![
            (1i64..30, 1i64..20_000).prop_map(|(looks, millis)| Fate::Runs { looks, millis }),
            (1i64..100_000).prop_map(Fate::Stalls),
            (1i64..1_000_000).prop_map(Fate::Sleeps),
            (1i64..1_000_000).prop_map(Fate::Paused),
            (-2_000_000_000_000i64..2_000_000_000).prop_map(Fate::Steps),
            (-3_000i64..3_000).prop_map(Fate::Steps),
            (0i64..10).prop_map(Fate::Restarts),
            (0i64..100_000_000, -1_700_000_000i64..1_000_000).prop_map(|(off, wrong)| Fate::Off(off, wrong)),
            (1i64..20_000).prop_map(Fate::Works),
        ]
    }

    /// A machine, its last look, and the sums that must be right.
    struct World {
        reading: Reading,
        last: Reading,
        running: bool,
        /// Real time in which the machine was awake and not off.
        awake: TimeDelta,
        served: TimeDelta,
        shifted: TimeDelta,
    }

    impl World {
        fn new() -> World {
            let reading = Reading::steady("2026-11-21T12:00:00Z".parse().unwrap());
            let zero = TimeDelta::zero();
            World { reading, last: reading, running: false, awake: zero, served: zero, shifted: zero }
        }

        fn wake(&mut self, time: TimeDelta) {
            self.reading.wall += time;
            self.reading.awake += time;
            self.reading.up += time;
            self.awake += time;
        }

        fn look(&mut self, watch: Watch) -> Passed {
            let passed = Passed::between(&self.last, &self.reading, watch);
            self.last = Reading { wall: passed.now, ..self.reading };
            self.served += passed.served;
            self.shifted += passed.shift;
            self.running = !matches!(watch, Watch::Round { .. });
            passed
        }

        fn serves(&mut self) -> Passed {
            self.look(if self.running { Watch::GoesOn } else { Watch::Begins })
        }

        fn meet(&mut self, fate: Fate) {
            let seconds = TimeDelta::seconds;
            match fate {
                Fate::Runs { looks, millis } => {
                    for _ in 0..looks {
                        self.wake(TimeDelta::milliseconds(millis));
                        self.serves();
                    }
                }
                Fate::Stalls(time) => {
                    self.wake(seconds(time));
                    self.serves();
                }
                Fate::Sleeps(time) => {
                    self.reading.wall += seconds(time);
                    self.reading.up += seconds(time);
                    self.serves();
                }
                Fate::Paused(time) => {
                    self.reading.wall += seconds(time);
                    self.serves();
                }
                Fate::Steps(millis) => {
                    let set = self.reading.wall + TimeDelta::milliseconds(millis);
                    // Years have four digits: the doors make sure of that.
                    if set > DateTime::UNIX_EPOCH - seconds(4_000_000_000) {
                        self.reading.wall = set;
                    }
                    self.serves();
                }
                Fate::Restarts(time) => {
                    self.wake(seconds(time));
                    self.running = false;
                    self.serves();
                }
                Fate::Off(time, wrong) => {
                    self.reading.wall += seconds(time + wrong);
                    self.reading =
                        Reading { awake: seconds(20), up: seconds(20), boot: self.reading.boot + 1, ..self.reading };
                    self.running = false;
                    self.serves();
                }
                Fate::Works(time) => {
                    self.wake(seconds(time));
                    self.look(Watch::Round { every: seconds(3_600) });
                }
            }
        }
    }

    proptest! {
        /// Whatever happens to a machine: the served time is never longer than it was awake, and the served time plus the time given back
        /// is how far the wall clock moved, except for less than a second that the next look will find.
        #[test]
        fn what_is_served_and_what_is_given_back_are_what_the_wall_has_moved(fates in proptest::collection::vec(fate(), 0..40)) {
            let mut world = World::new();
            let start = world.reading.wall;
            for fate in fates {
                world.meet(fate);
                prop_assert!(world.served <= world.awake, "{fate:?}: {} of {}", world.served, world.awake);
                prop_assert_eq!(start + world.served + world.shifted, world.last.wall, "{:?}", fate);
                prop_assert!((world.reading.wall - world.last.wall).abs() < SMALLEST_SHIFT, "{fate:?}");
            }
        }

        /// Forward by X and back by X adds up to nothing, whatever is served in between.
        #[test]
        fn a_clock_that_is_set_and_set_back_moves_nothing(millis in -2_000_000_000_000i64..2_000_000_000, looks in 1i64..20) {
            let mut world = World::new();
            world.meet(Fate::Runs { looks: 3, millis: 9_000 });
            let (before, unserved) = (world.shifted, world.awake - world.served);
            world.meet(Fate::Steps(millis));
            world.meet(Fate::Runs { looks, millis: 8_000 });
            world.meet(Fate::Steps(-millis));
            prop_assert_eq!(world.shifted, before);
            prop_assert_eq!(world.awake - world.served, unserved);
        }

        /// The order of what happened stays, and none of it is in the future.
        #[test]
        fn what_happened_stays_in_its_order(fates in proptest::collection::vec(fate(), 1..20), one in 0i64..100_000, other in 0i64..100_000) {
            let mut world = World::new();
            let ends = fates.len() - 1;
            for fate in &fates[..ends] {
                world.meet(*fate);
            }
            let last = world.last.wall;
            let (one, other) = (last - TimeDelta::seconds(one.max(other)), last - TimeDelta::seconds(one.min(other)));
            let before = world.last;
            world.meet(fates[ends]);
            // One look; several if the server ran, each like this one.
            let passed = Passed::between(&before, &world.reading, Watch::Begins);
            prop_assert!(passed.carry(one) <= passed.carry(other) && passed.carry(other) <= passed.now);
            prop_assert_eq!(passed.now - passed.carry(other), (last - other) + passed.served);
        }
    }

    #[test]
    fn each_case_counts_what_the_table_says() {
        let start = World::new().reading;
        let later = |seconds: i64| {
            let time = TimeDelta::seconds(seconds);
            Reading { wall: start.wall + time, awake: start.awake + time, up: start.up + time, boot: 0 }
        };
        let counts = |now: Reading, watch| {
            let passed = Passed::between(&start, &now, watch);
            (passed.served.num_seconds(), passed.shift.num_seconds(), passed.step.num_seconds())
        };
        let hourly = Watch::Round { every: TimeDelta::hours(1) };
        assert_eq!(counts(later(8), Watch::Begins), (0, 8, 0));
        assert_eq!(counts(later(8), Watch::GoesOn), (8, 0, 0));
        assert_eq!(counts(later(20), Watch::GoesOn), (20, 0, 0));
        assert_eq!(counts(later(21), Watch::GoesOn), (10, 11, 0));
        assert_eq!(counts(later(7_200), hourly), (7_200, 0, 0));
        assert_eq!(counts(later(7_201), hourly), (3_600, 3_601, 0));
        // A laptop is suspended for eight hours between two runs.
        let slept = Reading { awake: start.awake + TimeDelta::seconds(60), ..later(28_800) };
        assert_eq!(counts(slept, hourly), (60, 28_740, 0));
        assert_eq!(counts(slept, Watch::GoesOn), (10, 28_790, 0));
        // The clock is set forward by a day. A virtual machine that was paused looks exactly the same.
        let set = Reading { wall: start.wall + TimeDelta::seconds(86_408), ..later(8) };
        assert_eq!(counts(set, Watch::GoesOn), (8, 86_400, 86_400));
        // The clock of a machine without a battery shows 1970.
        let reborn = Reading { wall: DateTime::UNIX_EPOCH, boot: 1, ..later(8) };
        let back = (DateTime::UNIX_EPOCH - start.wall).num_seconds();
        assert_eq!(counts(reborn, Watch::Begins), (0, back, back));
        assert_eq!(counts(reborn, hourly), (0, back, back));
    }

    #[test]
    fn a_mail_that_comes_while_nobody_looks_is_stamped_by_the_clock_that_nobody_sets() {
        let start = World::new().reading;
        let late =
            Reading { wall: start.wall - TimeDelta::days(9), awake: start.awake + TimeDelta::seconds(5), ..start };
        assert_eq!(now_after(&start, &late), start.wall + TimeDelta::seconds(5));
        let reborn = Reading { boot: 1, ..late };
        assert_eq!(now_after(&start, &reborn), start.wall);
        let reborn = Reading { wall: start.wall + TimeDelta::days(9), boot: 1, ..late };
        assert_eq!(now_after(&start, &reborn), start.wall + TimeDelta::days(9));
    }
}
