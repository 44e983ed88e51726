//! Automatic vacation: it saves a player who would lose a game on time, if they have turned it on.
//!
//! It begins at the instant when the time of the game ran out, so that the player has the whole grace again when it ends. If the player is
//! not heard of afterwards, it does not begin a second time: a player who has vanished must not keep others waiting for a year.

use crate::chance::Chance;
use crate::clock::Vacation;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notice::News;
use crate::club::exchange::notices_out;
use crate::club::exchange::view::View;
use crate::club::model::game::Game;
use crate::club::model::player::Player;
use crate::club::model::policy::Policy;
use crate::club::playing::vacation::{adjust, longest, running, taken, tell_opponents, used};
use crate::club::tournament::{Note, OfTournament, Ruling, TournamentChange};
use crate::command::Wanted;
use chrono::{DateTime, Datelike, Utc};
use std::collections::BTreeSet;

/// What happens instead of the loss of this game. `None` if the game is lost.
pub(crate) fn auto_vacation(
    view: &View,
    game: &Game,
    player: &Player,
    rules: &Policy,
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> Option<Decision> {
    let (head, turn) = (&game.head, game.head.turn());
    let clock = head.clock.as_ref().filter(|clock| !clock.control.no_vacation)?;
    if player.settings.auto_vacation != Wanted::On || player.auto_vacation_since.is_some() {
        return None;
    }
    let zone = player.settings.zone.unwrap_or(rules.zone);
    let from = clock.lost_at(turn, &player.vacations)? - clock.control.grace();
    let vacation = longest(&player.vacations, &player.held, from, zone, rules.vacation_days)?;
    let mut after = player.vacations.clone();
    after.push(vacation);
    // This runs so late that even the vacation is over.
    clock.lost_at(turn, &after).filter(|lost_at| *lost_at > now)?;
    let mut decision = Decision::default();
    decision.changes.push(Change::VacationSet { player: player.id.clone(), vacation });
    decision.changes.push(Change::AutoVacation { player: player.id.clone(), at: Some(now) });
    adjust(view, now, &player.id, &after, &mut decision);
    let days = days(&vacation);
    let tournaments: BTreeSet<_> =
        running(view, &player.id).filter_map(|head| Some(&head.tournament.as_ref()?.0)).collect();
    for tournament in tournaments {
        let ruling = Ruling::AutoVacation { player: player.id.to_string(), number: head.number, days };
        let note = Note { number: 0, at: now, who: None, ruling, why: String::new() };
        let change = TournamentChange::Noted(note);
        decision.changes.push(Change::Tournament(OfTournament { tournament: tournament.clone(), change }));
    }
    let year = zone.day(from).year();
    let left =
        rules.vacation_days.saturating_sub(used(&taken(&player.held, &after), zone).get(&year).copied().unwrap_or(0));
    let boards = running(view, &player.id).map(|head| head.number).collect();
    notices_out::letter(
        &mut decision,
        player,
        News::AutoVacation { number: head.number, vacation, boards, left, year },
        now,
        chance,
    );
    tell_opponents(view, now, &player.id, &after, Some(head.number), &mut decision, chance);
    Some(decision)
}

/// The days of a vacation. A day that has only begun counts.
fn days(vacation: &Vacation) -> u32 {
    let seconds = (vacation.until - vacation.from).num_seconds().max(0);
    u32::try_from(seconds.div_euclid(86_400) + i64::from(seconds.rem_euclid(86_400) > 0)).unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::clock::Zone;
    use crate::club::model::player::ClockHeld;
    use chrono::TimeDelta;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn no_more_is_taken_than_there_is() {
        let zone: Zone = "UTC".parse().unwrap();
        let from = at("2027-03-01T10:00:00Z");
        let span = |set: &[Vacation], from, of| {
            longest(set, &[], from, zone, of).map(|vacation| vacation.until - vacation.from)
        };
        assert_eq!(span(&[], from, 30), Some(TimeDelta::days(7)));
        assert_eq!(span(&[], from, 5), Some(TimeDelta::days(5)));
        assert_eq!(span(&[], from, 0), None);
        let spent = Vacation { from: at("2027-01-01T00:00:00Z"), until: at("2027-01-28T00:00:00Z") };
        assert_eq!(span(&[spent], from, 30), Some(TimeDelta::days(3)));
        assert_eq!(span(&[spent], from, 27), None);
        // A clock that waited counts by whole days. Times on the same days count once, and a mere moment does not count.
        let waited = |from: &str, until: &str| {
            let span = Vacation { from: at(from), until: at(until) };
            ClockHeld { number: 1, plies: 0, span }
        };
        let held = [
            waited("2027-02-01T08:00:00Z", "2027-02-02T09:00:00Z"),
            waited("2027-02-01T20:00:00Z", "2027-02-01T21:00:00Z"),
            waited("2027-02-09T20:00:00Z", "2027-02-09T20:10:00Z"),
        ];
        let beside = |of| longest(&[], &held, from, zone, of).map(|vacation| vacation.until - vacation.from);
        assert_eq!((beside(2), beside(3), beside(9)), (None, Some(TimeDelta::days(1)), Some(TimeDelta::days(7))));
        // A day counts for the year in which it begins.
        let eve = at("2027-12-30T10:00:00Z");
        assert_eq!(span(&[spent], eve, 28), Some(TimeDelta::days(1)));
        assert_eq!(span(&[spent], eve, 29), Some(TimeDelta::days(7)));
        // It follows on a vacation that the player has set.
        let soon = Vacation { from: at("2027-03-03T00:00:00Z"), until: at("2027-03-10T00:00:00Z") };
        assert_eq!(span(&[soon], from, 30), Some(soon.from - from));
        assert_eq!(days(&Vacation { from, until: soon.from }), 2);
    }
}
