//! The one formula that expresses every known time control.
//!
//! A side has a bank of seconds. A half-move takes time out of it and puts some back in:
//!
//! ```text
//!  charged = time used, in whole days if `whole_days`, and once more what lies beyond `double_after`
//!  bank    = bank - charged + inc (up to half-move `inc_until`) + period_add (each `period_moves`), at most `cap`
//! ```
//!
//! With `per_move` there is no bank to speak of: each half-move has that long. `move_max` and `first_max` bound the time for
//! one half-move, whatever the bank holds. `grace` comes after all that, for each half-move anew, and is never saved up.

use chrono::TimeDelta;

/// Seconds in a minute.
pub const MINUTE: u32 = 60;
/// Seconds in an hour.
pub const HOUR: u32 = 60 * MINUTE;
/// Seconds in a day, whatever clocks on walls do.
pub const DAY: u32 = 24 * HOUR;

/// A time control. All times in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// What each side has at the beginning.
    pub bank: u32,
    /// The most a bank can hold after a half-move.
    pub cap: Option<u32>,
    /// What a half-move puts back.
    pub inc: u32,
    /// The last half-move of a side that puts `inc` back; all do where it is missing.
    pub inc_until: Option<u32>,
    /// Each half-move has this long, and nothing is saved.
    pub per_move: Option<u32>,
    /// The longest that one half-move may take.
    pub move_max: Option<u32>,
    /// The longest that the first half-move of a side may take: whoever does not come at all is not waited for.
    pub first_max: Option<u32>,
    /// Time on one half-move beyond this counts twice.
    pub double_after: Option<u32>,
    /// Only whole days are charged: a half-move within 24 hours costs nothing.
    pub whole_days: bool,
    /// After so many half-moves of a side, `period_add` is put into its bank.
    pub period_moves: Option<u32>,
    /// What each period brings.
    pub period_add: u32,
    /// What comes after the time is over, before the game is lost.
    pub grace: Option<u32>,
    /// Leave does not stop this clock.
    pub no_leave: bool,
}

impl Control {
    /// What is in the bank when a half-move begins that follows on `bank`.
    pub fn first_bank(&self) -> i64 {
        i64::from(self.per_move.unwrap_or(self.bank))
    }

    /// What a half-move that took so long takes out of the bank.
    pub fn charged(&self, used: TimeDelta) -> i64 {
        let seconds = used.num_seconds().max(0);
        let unit = self.unit();
        let counted = seconds / unit;
        let beyond = (counted - self.free_units()).max(0);
        counted.saturating_add(beyond).saturating_mul(unit)
    }

    /// What is counted: days or seconds.
    fn unit(&self) -> i64 {
        i64::from(if self.whole_days { DAY } else { 1 })
    }

    /// How many of them count once.
    fn free_units(&self) -> i64 {
        self.double_after.map_or(i64::MAX, |free| i64::from(free) / self.unit())
    }

    /// How long half-move `number` of a side may take with so much in the bank, without the grace. Numbers begin at 1.
    pub fn time_for(&self, number: u32, bank: i64) -> TimeDelta {
        let bank = bank.max(0);
        let (unit, free) = (self.unit(), self.free_units());
        // The most units that can be paid; beyond `free` each costs two.
        let units = bank / unit;
        let paid = if units <= free { units } else { free + (units - free) / 2 };
        // A day that has begun is not charged yet.
        let seconds = if self.whole_days { (paid + 1) * unit } else { paid };
        let first = self.first_max.filter(|_| number == 1);
        let bounds = [self.move_max, first].into_iter().flatten().map(i64::from);
        TimeDelta::seconds(bounds.fold(seconds, i64::min))
    }

    /// What is in the bank after half-move `number` of a side, which took so long.
    pub fn after(&self, number: u32, bank: i64, used: TimeDelta) -> i64 {
        if let Some(per_move) = self.per_move {
            return i64::from(per_move);
        }
        let mut bank = (bank - self.charged(used)).max(0);
        if self.inc_until.is_none_or(|last| number <= last) {
            bank += i64::from(self.inc);
        }
        if self.period_moves.is_some_and(|moves| moves > 0 && number.is_multiple_of(moves)) {
            bank += i64::from(self.period_add);
        }
        self.cap.map_or(bank, |cap| bank.min(i64::from(cap)))
    }

    /// What comes after the time is over.
    pub fn grace(&self) -> TimeDelta {
        TimeDelta::seconds(i64::from(self.grace.unwrap_or(0)))
    }

    /// This control, with what a challenge leaves to the house filled in. A first half-move is never given more time by that
    /// than the control has.
    pub fn in_house(self, grace: u32, first_max: Option<u32>) -> Control {
        Control { grace: self.grace.or(Some(grace)), first_max: self.first_max.or(first_max), ..self }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn days(days: i64) -> TimeDelta {
        TimeDelta::seconds(days * i64::from(DAY))
    }

    fn control(written: &str) -> Control {
        written.parse().unwrap()
    }

    /// Used on the first half-move, what is charged and what is left after it, all in days, as the published rules of each
    /// control have it.
    #[test]
    fn the_known_controls_charge_what_their_rules_say() {
        let check = |written: &str, used: i64, charged: i64, left: i64| {
            let control = control(written);
            let day = i64::from(DAY);
            assert_eq!(control.charged(days(used)), charged * day, "{written}: charged for {used}");
            assert_eq!(control.after(1, control.first_bank(), days(used)), left * day, "{written}: left after {used}");
        };
        // ICCF: days beyond 20 on one half-move count double.
        check("iccf", 23, 26, 24);
        check("iccf", 20, 20, 30);
        check("iccf", 0, 0, 50);
        check("standard", 4, 4, 7);
        check("standard", 0, 0, 11);
        check("perday", 2, 2, 3);
        check("slow", 30, 30, 2);
        check("fischer", 10, 10, 23);
        check("triple", 5, 5, 123);
    }

    #[test]
    fn the_first_day_is_free_where_whole_days_are_charged() {
        let iccf = control("iccf");
        assert_eq!(iccf.charged(TimeDelta::seconds(i64::from(DAY) - 1)), 0);
        assert_eq!(iccf.charged(TimeDelta::hours(47)), i64::from(DAY));
        // 50 days: 20, then 15 that cost two each, and the day that has begun.
        assert_eq!(iccf.time_for(1, iccf.first_bank()), days(36));
        assert_eq!(iccf.time_for(1, 0), days(1));
    }

    #[test]
    fn ten_half_moves_bring_fifty_days_more() {
        let iccf = control("iccf");
        let mut bank = iccf.first_bank();
        for number in 1..=10 {
            bank = iccf.after(number, bank, days(2));
        }
        assert_eq!(bank, (50 - 20 + 50) * i64::from(DAY));
    }

    /// ICCF's jubilee tournament, 30 days and 3 a move: 60, 90, 120 and 150 days in all after 10, 20, 30 and 40 moves.
    #[test]
    fn thirty_and_three_adds_up() {
        let fischer = control("fischer");
        let mut bank = fischer.first_bank();
        for number in 1..=40 {
            bank = fischer.after(number, bank, TimeDelta::zero());
            if number % 10 == 0 {
                assert_eq!(bank, i64::from(30 + 3 * number) * i64::from(DAY));
            }
        }
    }

    #[test]
    fn the_triple_block_stops_adding_after_its_moves() {
        let triple = control("triple");
        assert_eq!(triple.after(50, 0, TimeDelta::zero()), 3 * i64::from(DAY));
        assert_eq!(triple.after(51, 0, TimeDelta::zero()), 0);
        assert!(triple.no_leave);
    }

    #[test]
    fn a_cap_holds_and_a_move_has_its_own_bound() {
        let standard = control("standard");
        assert_eq!(standard.after(1, 20 * i64::from(DAY), TimeDelta::zero()), 20 * i64::from(DAY));
        let federation = control("federation");
        assert_eq!(federation.time_for(5, federation.first_bank()), days(3));
        assert_eq!(federation.time_for(5, i64::from(HOUR)), TimeDelta::hours(1));
        let no_show = control("slow").in_house(12 * HOUR, Some(14 * DAY));
        assert_eq!(no_show.time_for(1, no_show.first_bank()), days(14));
        assert_eq!(no_show.time_for(2, no_show.first_bank()), days(30));
    }

    fn any_control() -> impl Strategy<Value = Control> {
        let days = |days: u32| (0..days).prop_map(|days| days * DAY / 4);
        let maybe = |days: u32| proptest::option::of((1..days).prop_map(|days| days * DAY / 4));
        let first = (days(400), maybe(900), days(40), proptest::option::of(1u32..60), maybe(40), maybe(80));
        let second = (maybe(80), maybe(100), any::<bool>(), proptest::option::of(1u32..20), days(200), maybe(8));
        (first, second, any::<bool>()).prop_map(|(first, second, no_leave)| {
            let (bank, cap, inc, inc_until, per_move, move_max) = first;
            let (first_max, double_after, whole_days, period_moves, period_add, grace) = second;
            Control {
                bank,
                cap,
                inc,
                inc_until,
                per_move,
                move_max,
                first_max,
                double_after,
                whole_days,
                period_moves,
                period_add,
                grace,
                no_leave,
            }
        })
    }

    proptest! {
        /// Whoever moves within his time has paid for all of it, and a second later he has not.
        #[test]
        fn the_time_for_a_move_is_what_the_bank_can_pay(control in any_control(), number in 1u32..100, bank in 0i64..40_000_000) {
            let control = Control { move_max: None, first_max: None, ..control };
            let time = control.time_for(number, bank);
            let charged = |seconds: i64| control.charged(time + TimeDelta::seconds(seconds));
            let (last, first) = if control.whole_days { (-1, 0) } else { (0, 1) };
            prop_assert!(charged(last) <= bank && bank < charged(first));
        }

        #[test]
        fn no_bank_is_below_zero_or_above_its_cap(control in any_control(), number in 1u32..100, bank in 0i64..40_000_000, used in 0i64..90_000_000) {
            let after = control.after(number, bank, TimeDelta::seconds(used));
            prop_assert!(after >= 0);
            if let (Some(cap), None) = (control.cap, control.per_move) {
                prop_assert!(after <= i64::from(cap));
            }
            // Who takes longer never has more.
            prop_assert!(control.after(number, bank, TimeDelta::seconds(used + 1)) <= after);
            prop_assert!(control.time_for(number, bank) <= control.time_for(number, bank + 1));
        }

        #[test]
        fn what_is_written_is_read_alike(control in any_control()) {
            let control = match (control.per_move, control.period_moves) {
                (Some(time), _) => {
                    let Control { move_max, first_max, grace, no_leave, .. } = control;
                    Control { per_move: Some(time), move_max, first_max, grace, no_leave, ..Control::default() }
                }
                (None, Some(_)) => Control { period_add: control.bank, inc: 0, inc_until: None, ..control },
                (None, None) => {
                    let inc_until = control.inc_until.filter(|_| control.inc > 0);
                    Control { period_add: 0, inc_until, ..control }
                }
            };
            prop_assume!(control.readable());
            prop_assert_eq!(control.to_string().parse::<Control>(), Ok(control));
        }
    }
}
