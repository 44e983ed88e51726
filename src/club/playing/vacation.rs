//! Vacation: a player sets it, within the days per year that the policy allows, and it stops the clocks of their boards.
//!
//! A day of vacation has 24 hours, even if summer time begins or ends, and counts for the year in which it begins by the player's own
//! calendar. A vacation that begins today begins at once. A player on vacation can still move, and that does not end the vacation.

use crate::chance::Chance;
use crate::clock::{Vacation, Zone};
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::News;
use crate::club::exchange::notices_out;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::view::View;
use crate::club::model::game::{Head, Stage};
use crate::club::model::player::{ClockHeld, Player, PlayerId};
use crate::command::VacationAsk;
use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// A clock that waits no longer than this costs no day: another letter went out at once.
const MOMENT: TimeDelta = TimeDelta::minutes(10);

/// A vacation begins at most this far ahead.
const AHEAD_MAX: TimeDelta = TimeDelta::days(730);

/// Shows, sets or ends the sender's vacation.
pub(crate) fn vacation(auth: &Authenticated, asked: VacationAsk, chance: &mut Chance) -> Decision {
    let Some(player) = auth.view.players.get(auth.sender) else {
        return Decision::default();
    };
    let (at, zone) = (auth.request.received, player.settings.zone.unwrap_or(auth.request.rules.zone));
    // If the server's clock is wrong, other days would be set, or days would be lost.
    if asked != VacationAsk::Show && !auth.request.day_is_certain {
        return refuse(Refusal::DayUncertain { now: at });
    }
    let mut after = player.vacations.clone();
    let change = match asked {
        VacationAsk::Show => None,
        VacationAsk::Off => {
            after.retain(|vacation| vacation.from < at);
            after.iter_mut().for_each(|vacation| vacation.until = vacation.until.min(at));
            if after == player.vacations {
                return refuse(Refusal::NoVacation);
            }
            Some(Change::VacationEnded { player: player.id.clone(), at })
        }
        VacationAsk::Dates { first, last } => match interval(auth, player, zone, first, last) {
            Ok(vacation) => {
                after.push(vacation);
                Some(Change::VacationSet { player: player.id.clone(), vacation })
            }
            Err(refusal) => return refuse(refusal),
        },
    };
    let mut decision = Decision { sender: Some(player.id.clone()), ..Decision::default() };
    let year = zone.day(at).year();
    let changed = change.is_some();
    if let Some(change) = change {
        decision.changes.push(change);
        adjust(auth.view, at, &player.id, &after, &mut decision);
        tell_opponents(auth.view, at, &player.id, &after, None, &mut decision, chance);
    }
    let of_year = |spans: &[Vacation]| used(spans, zone).get(&year).copied().unwrap_or(0);
    let used = of_year(&taken(&player.held, &after));
    let waited = used.saturating_sub(of_year(&after));
    after.retain(|vacation| vacation.until > at);
    after.sort_by_key(|vacation| vacation.from);
    decision.replies.push(Reply::Vacation {
        vacations: after,
        used,
        waited,
        of: auth.request.rules.vacation_days,
        year,
        changed,
    });
    decision
}

/// The interval of these days, both included, if the player can have it.
fn interval(
    auth: &Authenticated,
    player: &Player,
    zone: Zone,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<Vacation, Refusal> {
    let (at, of) = (auth.request.received, auth.request.rules.vacation_days);
    let today = zone.day(at);
    if first < today || last < first {
        return Err(Refusal::VacationPast);
    }
    let days = (last - first).num_days() + 1;
    let begins = if first == today { Some(at) } else { zone.midnight(first) };
    let Some(from) = begins.filter(|from| *from - at < AHEAD_MAX && days < AHEAD_MAX.num_days()) else {
        return Err(Refusal::VacationTooFar);
    };
    let vacation = Vacation { from, until: from + TimeDelta::days(days) };
    if player.vacations.iter().any(|other| other.from < vacation.until && vacation.from < other.until) {
        return Err(Refusal::VacationTwice);
    }
    let before = used(&taken(&player.held, &player.vacations), zone);
    let all = [player.vacations.as_slice(), &[vacation]].concat();
    for (year, used) in used(&taken(&player.held, &all), zone) {
        let had = before.get(&year).copied().unwrap_or(0);
        if used > of && used > had {
            return Err(Refusal::VacationUsedUp { year, left: of.saturating_sub(had), of });
        }
    }
    Ok(vacation)
}

/// The days of vacation in each year. A day that has begun counts, for the year it began in.
pub(crate) fn used(vacations: &[Vacation], zone: Zone) -> BTreeMap<i32, u32> {
    let mut used = BTreeMap::new();
    for vacation in vacations {
        let mut day = vacation.from;
        while day < vacation.until {
            *used.entry(zone.day(day).year()).or_insert(0) += 1;
            match day.checked_add_days(Days::new(1)) {
                Some(next) => day = next,
                None => break,
            }
        }
    }
    used
}

/// Everything that counts among the player's days of vacation: `vacations`, which have been set, and the days in which clocks waited for
/// letters to reach the player. The same days count once.
pub(crate) fn taken(held: &[ClockHeld], vacations: &[Vacation]) -> Vec<Vacation> {
    let whole_days = |span: Vacation| {
        let days = (span.until - span.from + TimeDelta::days(1) - TimeDelta::nanoseconds(1)).num_days();
        Vacation { from: span.from, until: span.from + TimeDelta::days(days) }
    };
    let held = held.iter().map(|held| held.span).filter(|span| span.until - span.from > MOMENT).map(whole_days);
    let mut all: Vec<Vacation> = vacations.iter().copied().chain(held).filter(|span| span.from < span.until).collect();
    all.sort_unstable_by_key(|span| span.from);
    let mut joined: Vec<Vacation> = Vec::new();
    for span in all {
        match joined.last_mut().filter(|last| span.from < last.until) {
            Some(last) => last.until = last.until.max(span.until),
            None => joined.push(span),
        }
    }
    joined
}

/// The clocks that the vacation stops or lets go on show it at once.
pub(crate) fn adjust(
    view: &View,
    at: DateTime<Utc>,
    player: &PlayerId,
    vacations: &[Vacation],
    decision: &mut Decision,
) {
    for head in running(view, player) {
        let turn = head.turn();
        if head.player(turn.side) != player || head.held.is_some() {
            continue;
        }
        if let Some(mut clock) = head.clock.clone() {
            match clock.since {
                Some(_) => clock.recompute(turn, vacations),
                None => clock.deadline = Some(clock.deadline_if_told(turn, at, vacations)),
            }
            decision.changes.push(Change::ClockSet { number: head.number, clock });
        }
    }
}

/// The player's running games whose clocks a vacation stops.
pub(crate) fn running<'a>(view: &'a View, player: &PlayerId) -> impl Iterator<Item = &'a Head> + use<'a> {
    let games = view.open_games.get(player).into_iter().flatten();
    games.filter(|head| {
        head.stage == Stage::Running && head.clock.as_ref().is_some_and(|clock| !clock.control.no_vacation)
    })
}

/// One letter to each opponent, for all boards. For an automatic vacation `out_of_time_on` is the board on which the time ran out, and the
/// organizers of the tournaments are told too.
pub(crate) fn tell_opponents(
    view: &View,
    at: DateTime<Utc>,
    player: &PlayerId,
    vacations: &[Vacation],
    out_of_time_on: Option<u32>,
    decision: &mut Decision,
    chance: &mut Chance,
) {
    let next = vacations.iter().filter(|vacation| vacation.until > at).min_by_key(|vacation| vacation.from).copied();
    let mut boards: BTreeMap<&PlayerId, (BTreeSet<u32>, bool)> = BTreeMap::new();
    for head in running(view, player) {
        let opponent = if head.attackers == *player { &head.defenders } else { &head.attackers };
        let tournament = head
            .tournament
            .as_ref()
            .filter(|_| out_of_time_on.is_some())
            .and_then(|(name, _)| view.organizers.get(name));
        for reader in tournament.into_iter().flatten().chain([opponent]).filter(|reader| *reader != player) {
            let (boards, limited) = boards.entry(reader).or_default();
            boards.insert(head.number);
            *limited |= head.clock.as_ref().is_some_and(|clock| clock.vacation_limit.is_some());
        }
    }
    for (opponent, (boards, limited)) in boards {
        let Some(reader) = view.players.get(opponent) else {
            continue;
        };
        let boards = boards.into_iter().collect();
        let news = News::Vacation { player: player.clone(), vacation: next, boards, limited, out_of_time_on };
        notices_out::letter(decision, reader, news, at, chance);
    }
}

/// When the vacation at this instant ends.
pub(crate) fn until(vacations: &[Vacation], at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    vacations.iter().find(|vacation| vacation.holds(at)).map(|vacation| vacation.until)
}

/// The most days of an automatic vacation.
pub(in crate::club) const DAYS_MAX: i64 = 7;

/// The longest vacation from there on that the player can have: until one that has been set already, and within the days of each year. Days
/// in which clocks were stopped count too.
pub(in crate::club) fn longest(
    set: &[Vacation],
    held: &[ClockHeld],
    from: DateTime<Utc>,
    zone: Zone,
    of: u32,
) -> Option<Vacation> {
    let next = set.iter().map(|vacation| vacation.from).filter(|begins| *begins > from).min();
    let before = used(&taken(held, set), zone);
    (1..=DAYS_MAX).rev().find_map(|days| {
        let until = from + TimeDelta::days(days);
        let vacation = Vacation { from, until: next.map_or(until, |next| until.min(next)) };
        let all: Vec<Vacation> = set.iter().copied().chain([vacation]).collect();
        let fits = |(year, used): (&i32, &u32)| *used <= of || before.get(year) == Some(used);
        used(&taken(held, &all), zone).iter().all(fits).then_some(vacation)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn days_in(zone: &str, from: &str, days: i64) -> Vec<(i32, u32)> {
        let zone: Zone = zone.parse().unwrap();
        let from = zone.midnight(from.parse().unwrap()).unwrap();
        used(&[Vacation { from, until: from + TimeDelta::days(days) }], zone).into_iter().collect()
    }

    #[test]
    fn days_count_for_the_year_they_begin_in() {
        assert_eq!(days_in("UTC", "2026-12-20", 15), [(2026, 12), (2027, 3)]);
        assert_eq!(days_in("Pacific/Auckland", "2026-12-31", 2), [(2026, 1), (2027, 1)]);
        // A leap day is a day.
        assert_eq!(days_in("UTC", "2028-02-28", 3), [(2028, 3)]);
        assert_eq!(days_in("UTC", "2027-02-28", 2), [(2027, 2)]);
        // Summer time begins and ends, but the days stay 24 hours long.
        assert_eq!(days_in("Europe/Copenhagen", "2027-03-27", 3), [(2027, 3)]);
        assert_eq!(days_in("Europe/Copenhagen", "2026-10-24", 3), [(2026, 3)]);
    }
}
