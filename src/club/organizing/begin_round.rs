//! A round begins: its meetings are written down, their games begin without challenges, and each player gets one letter with all their new
//! boards. All this is one decision, so it happens completely or not at all. The store refuses a second one for the same round.

use crate::chance::Chance;
use crate::clock::{DAY, VacationLimit};
use crate::club::exchange::decision::Decision;
use crate::club::exchange::notice::TournamentNews;
use crate::club::exchange::view::View;
use crate::club::model::clock::Clock;
use crate::club::model::game::{Game, Invitation};
use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament, TournamentGame, TournamentStage};
use crate::club::model::tournament_change::TournamentChange;
use crate::club::organizing::changes_and_news;
use crate::club::organizing::changes_and_news::{change, schedule, tell_one};
use crate::club::pairing_and_standings::game_value::Outcome;
use crate::club::playing::challenge;
use crate::club::tournament::format;
use crate::command::{Conditions, TournamentVacation};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// The tournament with these meetings begun, and their games. Players who have left are in none of them:
/// [`next`](crate::club::tournament::next_round::next) pairs only those who still play.
pub(crate) fn begin(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    meetings: Vec<Meeting>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let mut number = view.next_number;
    let mut games: Vec<Arc<Game>> = Vec::new();
    let free_in: Vec<(PlayerId, u32)> =
        meetings.iter().filter(|m| m.away.is_none()).map(|m| (m.home.clone(), m.round)).collect();
    for mut meeting in meetings {
        let Meeting { section, round, place, home, away, .. } = meeting.clone();
        change(
            decision,
            tournament,
            TournamentChange::Paired { section, round, place, home: home.clone(), away: away.clone() },
        );
        let pairs: Vec<(PlayerId, PlayerId)> = match away {
            None => Vec::new(),
            Some(away) if tournament.plan.games == 1 => vec![(home, away)],
            Some(away) => vec![(home.clone(), away.clone()), (away, home)],
        };
        for (attackers, defenders) in pairs {
            let invitation = Invitation {
                number,
                variant: tournament.variant.clone(),
                title: tournament.title.clone(),
                rules: tournament.rules.clone(),
                attackers: attackers.clone(),
                defenders: defenders.clone(),
                challenger: tafl::Side::Attackers,
                clock: clock_of(tournament, now),
                conditions: Conditions::default(),
                at: now,
            };
            let of_tournament = Some((tournament.name.clone(), round));
            let game = challenge::begin(decision, view, invitation, tournament.held, of_tournament);
            change(decision, tournament, TournamentChange::GameBegan { number, section, round, place });
            let outcome = Outcome::Open;
            meeting.games.push(TournamentGame { number, attackers, defenders, outcome, plies: 0, on_time: false });
            games.push(Arc::new(game));
            number += 1;
        }
        tournament.meetings.push(meeting);
    }
    tournament.stage = TournamentStage::Running;
    let due = end_of_round(tournament, tournament.round(), now);
    schedule(decision, tournament, due);
    changes_and_news::set_wishes(decision, tournament, Vec::new());
    if games.is_empty() {
        // There are no games in this round, so it is over at once, and the letter about what comes after tells of it.
        return;
    }
    let shared = Arc::new(tournament.clone());
    for reader in tournament.concerned() {
        let own: Vec<Arc<Game>> = games.iter().filter(|game| game.head.side_of(&reader).is_some()).cloned().collect();
        let free: Vec<u32> = free_in.iter().filter(|(id, _)| *id == reader).map(|(_, round)| *round).collect();
        let organizes = tournament.is_organizer(&reader);
        if !own.is_empty() || !free.is_empty() || organizes {
            tell_one(decision, view, &reader, &shared, TournamentNews::Began { games: own, free }, now, chance);
        }
    }
}

/// The clock of a game that begins now, with the tournament's limit on vacation.
fn clock_of(tournament: &Tournament, now: DateTime<Utc>) -> Option<Clock> {
    let mut clock = Clock::new(tournament.plan.control()?);
    match tournament.plan.vacation {
        TournamentVacation::Allow => {}
        TournamentVacation::None => clock.control.no_vacation = true,
        TournamentVacation::Days(days) => {
            clock.vacation_limit = Some(VacationLimit { from: tournament.began.unwrap_or(now), seconds: days * DAY });
        }
    }
    Some(clock)
}

/// When the time of a round that begins now runs out. `None` if it has no such end. While the clocks are stopped, this time does not pass
/// either.
pub(crate) fn end_of_round(tournament: &Tournament, round: u32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let time = tournament
        .plan
        .round
        .filter(|_| format::of(tournament.plan.format).has_round_after(&tournament.plan, round))?;
    Some(tournament.held.unwrap_or(now) + TimeDelta::seconds(i64::from(time)))
}
