//! What becomes due in a tournament without a mail: it closes, or the time of a round runs out.
//!
//! Games of the round that are not finished then get a provisional result, a draw unless an organizer has set another before. They go on.
//! The next round is paired with that result, but only their real end counts in the table. The last round has no such end: the tournament
//! is over when all its games are.

use crate::chance::Chance;
use crate::club::exchange::decision::Decision;
use crate::club::exchange::view::View;
use crate::club::model::ruling::Ruling;
use crate::club::model::tournament::{Tournament, TournamentStage};
use crate::club::model::tournament_change::TournamentChange;
use crate::club::model::tournament_name::TournamentName;
use crate::club::model::unread_mails::Hearing;
use crate::club::organizing::changes_and_news::{RulingTold, change, note, schedule};
use crate::club::organizing::{advance, changes_and_news};
use crate::club::pairing_and_standings::game_value::Outcome;
use chrono::{DateTime, Utc};

/// Decides what is due in a tournament at `now`, once all earlier mails have been read: a game that a mail ends in time is finished, and a
/// player who joined in time takes part.
pub fn clockwork(
    view: &View,
    name: &TournamentName,
    now: DateTime<Utc>,
    heard: &Hearing,
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision::default();
    let Some(tournament) = view.tournaments.get(name) else { return decision };
    let due = tournament.due.filter(|due| *due <= now && tournament.held.is_none());
    let Some(due) = due.filter(|due| heard.hinders(*due).is_none()) else { return decision };
    let mut tournament = tournament.clone();
    schedule(&mut decision, &mut tournament, None);
    match tournament.stage {
        TournamentStage::Open => close(&mut decision, view, &mut tournament, due, now, chance),
        TournamentStage::Running => end_round(&mut decision, view, &mut tournament, due, now, chance),
        TournamentStage::Draft | TournamentStage::Closed | TournamentStage::Finished => {}
    }
    decision
}

/// Players can no longer join. The organizers are told, because they must start it.
fn close(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    due: DateTime<Utc>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    tournament.stage = TournamentStage::Closed;
    change(decision, tournament, TournamentChange::Reached { stage: TournamentStage::Closed });
    note(decision, tournament, None, due, Ruling::Closed, "");
    changes_and_news::tell_ruling(
        decision,
        view,
        tournament,
        RulingTold::by_server(Ruling::Closed, &tournament.organizers),
        now,
        chance,
    );
}

/// The time of the round has run out: nobody waits for it any more.
fn end_round(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    due: DateTime<Utc>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let open = tournament.games().filter(|game| game.outcome == Outcome::Open);
    let boards: Vec<u32> = open.map(|game| game.number).collect();
    for number in &boards {
        changes_and_news::score(decision, tournament, *number, Outcome::Provisional { winner: None });
    }
    let (round, meetings) = (tournament.round(), tournament.meetings.len());
    let ruling = Ruling::RoundOver { round, boards };
    note(decision, tournament, None, due, ruling.clone(), "");
    advance::go_on(decision, view, tournament, now, chance);
    // The letter about the next round tells of it.
    if tournament.stage == TournamentStage::Running && tournament.meetings.len() == meetings {
        changes_and_news::tell_ruling(
            decision,
            view,
            tournament,
            RulingTold::by_server(ruling, &tournament.concerned()),
            now,
            chance,
        );
    }
}
