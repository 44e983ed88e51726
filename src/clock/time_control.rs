//! The one formula that expresses every known time control.
//!
//! A side has a bank of seconds. A move takes time out of it and puts some back in:
//!
//! ```text
//!  charged = time used, in whole days if `whole_days`, and once more the part beyond `double_after`
//!  bank    = bank - charged + inc (up to move `inc_until`) + period_add (each `period_moves`), at most `cap`
//! ```
//!
//! With `per_move` the bank does not matter: each move has that much time. `move_max` and `first_max` limit the time for one move, whatever
//! the bank holds. `grace` comes after all that, again for each move, and is never saved.

use chrono::TimeDelta;

/// Seconds in a minute.
pub const MINUTE: u32 = 60;
/// Seconds in an hour.
pub const HOUR: u32 = 60 * MINUTE;
/// Seconds in a day, also when clocks change to or from summer time.
pub const DAY: u32 = 24 * HOUR;

/// A time control. All times are in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// What each side has at the start.
    pub bank: u32,
    /// The most that the bank can hold after a move.
    pub cap: Option<u32>,
    /// What a move adds.
    pub inc: u32,
    /// The last move of a side that adds `inc`. If it is missing, every move does.
    pub inc_until: Option<u32>,
    /// Each move has this much time, and nothing is saved.
    pub per_move: Option<u32>,
    /// The most time for one move.
    pub move_max: Option<u32>,
    /// The most time for the first move of a side, so that nobody waits long for a player who never comes.
    pub first_max: Option<u32>,
    /// Time for one move beyond this counts twice.
    pub double_after: Option<u32>,
    /// Only whole days are charged: a move within 24 hours costs nothing.
    pub whole_days: bool,
    /// After every so many moves of a side, `period_add` is added to its bank.
    pub period_moves: Option<u32>,
    /// What each period adds.
    pub period_add: u32,
    /// The time between the end of the time and the loss of the game.
    pub grace: Option<u32>,
    /// A vacation does not stop this clock.
    pub no_vacation: bool,
}

impl Control {
    /// What is in the bank at the start of the first move.
    pub fn first_bank(&self) -> i64 {
        i64::from(self.per_move.unwrap_or(self.bank))
    }

    /// What a move that took this long takes out of the bank.
    pub fn charged(&self, used: TimeDelta) -> i64 {
        let seconds = used.num_seconds().max(0);
        let unit = self.unit();
        let counted = seconds / unit;
        let beyond = (counted - self.free_units()).max(0);
        counted.saturating_add(beyond).saturating_mul(unit)
    }

    /// The unit of counting: days or seconds.
    fn unit(&self) -> i64 {
        i64::from(if self.whole_days { DAY } else { 1 })
    }

    /// How many units count once.
    fn free_units(&self) -> i64 {
        self.double_after.map_or(i64::MAX, |free| i64::from(free) / self.unit())
    }

    /// How long move `number` of a side may take with this much in the bank, without the grace. Numbers begin at 1.
    pub fn time_for(&self, number: u32, bank: i64) -> TimeDelta {
        let bank = bank.max(0);
        let (unit, free) = (self.unit(), self.free_units());
        // The most units that can be paid. Beyond `free`, each costs two.
        let units = bank / unit;
        let paid = if units <= free { units } else { free + (units - free) / 2 };
        // A day that has begun is not charged yet.
        let seconds = if self.whole_days { (paid + 1) * unit } else { paid };
        let first = self.first_max.filter(|_| number == 1);
        let bounds = [self.move_max, first].into_iter().flatten().map(i64::from);
        TimeDelta::seconds(bounds.fold(seconds, i64::min))
    }

    /// What is in the bank after move `number` of a side, which took this long.
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

    /// The time between the end of the time and the loss.
    pub fn grace(&self) -> TimeDelta {
        TimeDelta::seconds(i64::from(self.grace.unwrap_or(0)))
    }

    /// This control, with the club's policy filled in where the challenge says nothing. That never gives a first move more time than the
    /// control has.
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

    /// For time used on the first move: what is charged and what is left after it, all in days, by the published rules of each control.
    #[test]
    fn the_known_controls_charge_what_their_rules_say() {
        let check = |written: &str, used: i64, charged: i64, left: i64| {
            let control = control(written);
            let day = i64::from(DAY);
            assert_eq!(control.charged(days(used)), charged * day, "{written}: charged for {used}");
            assert_eq!(control.after(1, control.first_bank(), days(used)), left * day, "{written}: left after {used}");
        };
        // ICCF: days beyond 20 for one move count double.
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

    /// ICCF's jubilee tournament, 30 days and 3 for each move: 60, 90, 120 and 150 days in all after 10, 20, 30 and 40 moves.
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
        assert!(triple.no_vacation);
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
        (first, second, any::<bool>()).prop_map(|(first, second, no_vacation)| {
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
                no_vacation,
            }
        })
    }

    proptest! {
        /// A player who moves in time can pay for all of it; one second later the bank is not enough.
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
            // A player who takes longer never has more left.
            prop_assert!(control.after(number, bank, TimeDelta::seconds(used + 1)) <= after);
            prop_assert!(control.time_for(number, bank) <= control.time_for(number, bank + 1));
        }

        #[test]
        fn what_is_written_is_read_alike(control in any_control()) {
            let control = match (control.per_move, control.period_moves) {
                (Some(time), _) => {
                    let Control { move_max, first_max, grace, no_vacation, .. } = control;
                    Control { per_move: Some(time), move_max, first_max, grace, no_vacation, ..Control::default() }
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
