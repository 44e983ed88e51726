//! When a player is reminded of a game: how long before their time is over, and how soon after the last reminder.

use crate::clock::{Vacation, left_out};
use chrono::{DateTime, TimeDelta, Utc};

/// A player who has been silent for this long is asked whether they have forgotten the game, even if there is no clock.
const SILENCE: TimeDelta = TimeDelta::days(14);
/// The first reminder comes when half the time is over, or this long before its end.
const FIRST: TimeDelta = TimeDelta::days(3);
/// The next ones come this long before the end.
const NEXT: [TimeDelta; 2] = [TimeDelta::hours(24), LAST];
/// The last one.
const LAST: TimeDelta = TimeDelta::hours(6);
/// One letter a day reminds a player of all boards that wait for them.
const BETWEEN: TimeDelta = TimeDelta::hours(20);
/// A last warning may follow sooner.
const BEFORE_THE_LAST: TimeDelta = TimeDelta::hours(12);

/// The next instant after `after` at which a player is reminded whose time counts `since` then and is over at the deadline. A vacation that
/// stops the clock moves it to its end. `None` if no reminder is left.
pub(crate) fn next(
    since: DateTime<Utc>,
    deadline: DateTime<Utc>,
    vacations: &[Vacation],
    after: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let first = deadline - FIRST.min(left_out(since, deadline, vacations) / 2);
    let silence = (1..).map(|times| since + SILENCE * times).take_while(|at| *at < first - TimeDelta::days(1));
    let before_the_end = NEXT.iter().map(|before| deadline - *before).filter(|at| *at > first);
    let marks = silence
        .chain([first])
        .chain(before_the_end)
        .map(|mark| vacations.iter().find(|vacation| vacation.holds(mark)).map_or(mark, |vacation| vacation.until));
    let mut marks = marks.filter(|mark| *mark > after && *mark < deadline);
    marks.next()
}

/// The least time between two letters that remind a player.
pub(crate) fn pause(deadline: Option<DateTime<Utc>>, now: DateTime<Utc>) -> TimeDelta {
    let is_last = deadline.is_some_and(|deadline| deadline - now <= LAST);
    if is_last { BEFORE_THE_LAST } else { BETWEEN }
}
