//! The notation of time controls, for `-clock=` and the settings file.
//!
//! ```text
//! clock   = preset {"," more} | bank {"," more} | bank "+" inc {"," more} | time "/move" {"," more} | moves "/" time {"," more}
//! more    = "cap=" time | "max=" time | "first=" time | "until=" moves | "double=" time | "grace=" time | "days" | "noleave"
//! time    = number ("d" | "h" | "m") {number ("d" | "h" | "m")}
//! ```
//!
//! `10d+1d,cap=20d` is ten days, one more day after each move, never more than twenty. `3d/move` is three days for each move. `10/50d` is
//! fifty days for every ten moves. `max` limits the time for one move, `first` for the first move of each side, `until` is the last move
//! that adds time, `double` is the time after which time counts twice, `days` charges only whole days, `grace` is the time between the
//! deadline and the loss, and `noleave` means that a vacation does not stop this clock.

use crate::clock::time_control::{Control, DAY, HOUR, MINUTE};
use std::fmt;
use std::str::FromStr;

/// The names of presets, their meaning, and their description. The first is the usual one.
pub const PRESETS: [(&str, &str, &str); 9] = [
    ("standard", "10d+1d,cap=20d", "10 days and a day more for each move, at most 20"),
    ("fast", "6d12h+10h", "6 and a half days, and 10 hours more for each move"),
    ("slow", "30d+2d,cap=45d", "30 days and 2 more for each move, at most 45"),
    ("perday", "3d/move", "3 days for each move; time that is not used is not saved"),
    (
        "federation",
        "6d12h+10h,max=3d",
        "6 and a half days, and 10 hours more for each move; no move longer than 3 days",
    ),
    ("golem", "10d+1d12h,cap=10d", "10 days, and 36 hours more for each move, but never more than 10 days"),
    ("fischer", "30d+3d", "30 days and 3 more for each move"),
    (
        "iccf",
        "10/50d,double=20d,days",
        "50 days for 10 moves, in whole days; from the 21st day of a move on, each day counts as two",
    ),
    (
        "triple",
        "125d+3d,until=50,noleave",
        "125 days, and 3 more for each of the first 50 moves; a vacation does not stop this clock",
    ),
];

/// The longest time that can be written.
const TIME_MAX: u32 = 3_650 * DAY;
/// The largest number of moves of one side that can be written.
const MOVES_MAX: u32 = 1_000;
/// Nobody can answer a mail in less time.
const SHORTEST: u32 = HOUR;

/// A word that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BadControl {
    /// Neither a preset nor a time.
    #[error("\"{word}\" is not a clock")]
    Unknown {
        /// The word.
        word: String,
    },
    /// The word is not a time.
    #[error("{word} is not a time: write days, hours and minutes as in 10d, 36h or 6d12h; the longest time is 3650d")]
    Time {
        /// The word.
        word: String,
    },
    /// The word is not a number of moves.
    #[error("{word} is not a number of moves from 1 to {MOVES_MAX}")]
    Moves {
        /// The word.
        word: String,
    },
    /// There is no part with this name.
    #[error(
        "{word} is not a part of a clock; the parts are cap, max, first, until, double, grace, days and noleave (to read about them, send: help clocks)"
    )]
    Part {
        /// The word.
        word: String,
    },
    /// A move would have almost no time.
    #[error("a game by mail needs at least an hour for a move")]
    TooShort,
    /// The parts contradict each other.
    #[error(
        "these parts of a clock cannot be used together: with a fixed time for each move, such as 3d/move, you can use only 'max', 'first', 'grace' and 'noleave'; 'until' needs a clock that adds time after each move, such as 10d+1d"
    )]
    Contradiction,
    /// The cap is below the bank.
    #[error("cap (the most time that a player can save up) cannot be less than the time at the start")]
    Cap,
}

impl FromStr for Control {
    type Err = BadControl;

    fn from_str(written: &str) -> Result<Control, BadControl> {
        let written = written.trim().to_ascii_lowercase();
        let (main, more) = written.split_once(',').unwrap_or((&written, ""));
        let mut control = match PRESETS.iter().find(|(name, ..)| *name == main) {
            Some((_, meaning, _)) => meaning.parse()?,
            None => beginning(main)?,
        };
        for part in more.split(',').filter(|part| !part.is_empty()) {
            control.take(part)?;
        }
        match control {
            _ if !control.readable() && control.cap.is_some_and(|cap| cap < control.bank) => Err(BadControl::Cap),
            _ if control.is_too_short() => Err(BadControl::TooShort),
            _ if !control.readable() => Err(BadControl::Contradiction),
            _ => Ok(control),
        }
    }
}

/// Reads the part before the first comma.
fn beginning(word: &str) -> Result<Control, BadControl> {
    let unknown = || BadControl::Unknown { word: word.to_owned() };
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(unknown());
    }
    if let Some((first, second)) = word.split_once('/') {
        return match second {
            "move" => Ok(Control { per_move: Some(time(first)?), ..Control::default() }),
            _ => {
                let (moves, time) = (moves(first)?, time(second)?);
                Ok(Control { bank: time, period_moves: Some(moves), period_add: time, ..Control::default() })
            }
        };
    }
    let (bank, inc) = word.split_once('+').map_or((word, None), |(bank, inc)| (bank, Some(inc)));
    Ok(Control { bank: time(bank)?, inc: inc.map(time).transpose()?.unwrap_or(0), ..Control::default() })
}

impl Control {
    fn take(&mut self, part: &str) -> Result<(), BadControl> {
        match part.split_once('=') {
            Some(("cap", value)) => self.cap = Some(time(value)?),
            Some(("max", value)) => self.move_max = Some(time(value)?),
            Some(("first", value)) => self.first_max = Some(time(value)?),
            Some(("double", value)) => self.double_after = Some(time(value)?),
            Some(("grace", value)) => self.grace = Some(time(value)?),
            Some(("until", value)) => self.inc_until = Some(moves(value)?),
            None if part == "days" => self.whole_days = true,
            None if part == "noleave" => self.no_vacation = true,
            _ => return Err(BadControl::Part { word: part.split('=').next().unwrap_or_default().to_owned() }),
        }
        Ok(())
    }

    /// Whether it can be written and read back: each move has time, and no parts contradict each other.
    pub(in crate::clock) fn readable(&self) -> bool {
        let with_bank = match (self.per_move, self.period_moves) {
            (Some(_), _) => {
                let alone = Control {
                    per_move: None,
                    move_max: None,
                    first_max: None,
                    grace: None,
                    no_vacation: false,
                    ..*self
                };
                alone == Control::default()
            }
            (None, Some(_)) => self.period_add == self.bank && self.inc == 0 && self.inc_until.is_none(),
            (None, None) => self.period_add == 0 && (self.inc > 0 || self.inc_until.is_none()),
        };
        !self.is_too_short() && with_bank && self.cap.is_none_or(|cap| cap >= self.bank)
    }

    fn is_too_short(&self) -> bool {
        let bounds = [self.move_max, self.first_max].into_iter().flatten();
        bounds.chain([self.per_move.unwrap_or(self.bank)]).any(|time| time < SHORTEST)
    }

    /// The name of the preset that this is, ignoring what the club's policy has filled in.
    pub fn preset(&self) -> Option<&'static str> {
        let same = |meaning: &str| {
            meaning.parse::<Control>().is_ok_and(|preset| preset == Control { grace: None, first_max: None, ..*self })
        };
        PRESETS.iter().find(|(_, meaning, _)| same(meaning)).map(|(name, ..)| *name)
    }
}

/// In the notation; it reads back to the same.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.per_move, self.period_moves) {
            (Some(time), _) => write!(f, "{}/move", Time(time))?,
            (None, Some(moves)) => write!(f, "{moves}/{}", Time(self.bank))?,
            (None, None) => {
                write!(f, "{}", Time(self.bank))?;
                if self.inc > 0 {
                    write!(f, "+{}", Time(self.inc))?;
                }
            }
        }
        let times = [
            ("cap", self.cap),
            ("max", self.move_max),
            ("first", self.first_max),
            ("double", self.double_after),
            ("grace", self.grace),
        ];
        for (name, time) in times {
            if let Some(time) = time {
                write!(f, ",{name}={}", Time(time))?;
            }
        }
        if let Some(moves) = self.inc_until {
            write!(f, ",until={moves}")?;
        }
        f.write_str(if self.whole_days { ",days" } else { "" })?;
        f.write_str(if self.no_vacation { ",noleave" } else { "" })
    }
}

/// A number of seconds, written as `6d12h`.
pub struct Time(pub u32);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        for (unit, sign) in [(DAY, 'd'), (HOUR, 'h'), (MINUTE, 'm')] {
            if rest >= unit {
                write!(f, "{}{sign}", rest / unit)?;
                rest %= unit;
            }
        }
        if self.0 < MINUTE { f.write_str("0h") } else { Ok(()) }
    }
}

/// The seconds of a written time.
///
/// # Errors
/// If it is not a time, or longer than ten years.
pub fn time(word: &str) -> Result<u32, BadControl> {
    let bad = || BadControl::Time { word: word.to_owned() };
    let (mut seconds, mut number) = (0u32, None::<u32>);
    for c in word.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = Some(number.unwrap_or(0).checked_mul(10).and_then(|n| n.checked_add(digit)).ok_or_else(bad)?);
            continue;
        }
        let unit = match c {
            'd' => DAY,
            'h' => HOUR,
            'm' => MINUTE,
            _ => return Err(bad()),
        };
        let more = number.take().and_then(|number| number.checked_mul(unit)).ok_or_else(bad)?;
        seconds = seconds.checked_add(more).filter(|seconds| *seconds <= TIME_MAX).ok_or_else(bad)?;
    }
    if number.is_some() || word.is_empty() { Err(bad()) } else { Ok(seconds) }
}

fn moves(word: &str) -> Result<u32, BadControl> {
    let moves = word.parse().ok().filter(|moves| (1..=MOVES_MAX).contains(moves));
    moves.ok_or_else(|| BadControl::Moves { word: word.to_owned() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_what_it_is_written_as() {
        for (name, meaning, _) in PRESETS {
            let control: Control = name.parse().unwrap();
            assert_eq!((control.to_string().as_str(), control.preset()), (meaning, Some(name)));
            let housed = control.in_house(12 * HOUR, Some(14 * DAY));
            assert_eq!(housed.preset(), Some(name));
            assert_eq!(housed.to_string().parse(), Ok(housed));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let why = |written: &str| written.parse::<Control>().unwrap_err().to_string();
        assert_eq!(why("blitz"), "\"blitz\" is not a clock");
        assert!(why("3d/move,cap=10d").contains("cannot be used together"));
        assert!(why("10d,until=20").contains("cannot be used together"));
        assert!(why("3d/move,cap=10d,max=5m").contains("at least an hour"));
        assert!(why("10").contains("as in 10d"));
        assert!(why("10d+1").contains("1 is not a time"));
        assert!(why("99999999999d").contains("the longest time is 3650d"));
        assert!(why("3651d").contains("the longest time is 3650d"));
        assert!(why("10d,pause").contains("pause is not a part"));
        assert!(why("0/10d").contains("number of moves"));
        assert!(why("5m+1m").contains("at least an hour"));
        assert!(why("10d,cap=5d").contains("cap"));
        assert!(why("").contains("not a clock"));
        assert_eq!("10D+1D,Grace=0h".parse::<Control>().unwrap().to_string(), "10d+1d,grace=0h");
    }
}
