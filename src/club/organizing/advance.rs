//! What follows from a game's end: its result counts, and if it was the last of its round, the tournament goes on by itself.

use crate::chance::Chance;
use crate::club::exchange::decision::Decision;
use crate::club::exchange::notice::TournamentNews;
use crate::club::exchange::view::View;
use crate::club::model::game::{Ending, Game, Stage, both_have_moved};
use crate::club::model::ruling::{Finish, Ruling};
use crate::club::model::tournament::{Tournament, TournamentGame, TournamentStage};
use crate::club::model::tournament_change::TournamentChange;
use crate::club::organizing::absence::withdraw_absent;
use crate::club::organizing::begin_round::begin;
use crate::club::organizing::changes_and_news::{change, note, schedule, score, tell_one};
use crate::club::organizing::withdrawal;
use crate::club::pairing_and_standings::game_value::Outcome;
use crate::club::tournament::format;
use crate::club::tournament::format::Next;
use crate::club::tournament::next_round::next;
use crate::tafl;
use crate::tafl::Side;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// What the end of the game on this board means for its tournament. Nothing if it belongs to none, or ends after the tournament was
/// finished: the table that everybody got is final. If the result counts already, because the ruling that ended the game has set it, the
/// tournament goes on all the same.
pub fn follow(view: &View, number: u32, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision::default();
    let tournament = view.tournaments.values().find(|tournament| tournament.game(number).is_some());
    let (Some(tournament), Some(game)) = (tournament, view.games.get(&number)) else {
        return decision;
    };
    let Some(outcome) = outcome(game).filter(|_| tournament.stage == TournamentStage::Running) else {
        return decision;
    };
    let mut tournament = tournament.clone();
    let counts =
        |(_, game): (_, &TournamentGame)| matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    if !tournament.game(number).is_some_and(counts) {
        score(&mut decision, &mut tournament, number, outcome);
        withdrawal::withdraw_if_vanished(&mut decision, view, &mut tournament, number, now, chance);
    }
    go_on(&mut decision, view, &mut tournament, now, chance);
    decision
}

/// Begins the next round, or ends the tournament, if there is nothing left to wait for.
pub(crate) fn go_on(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    if tournament.stage != TournamentStage::Running {
        return;
    }
    let mut coming = next(tournament);
    // Absent players are not paired, and then the pairings may change.
    while let Next::Meetings(meetings) = &coming
        && withdraw_absent(decision, view, tournament, meetings, now, chance)
    {
        coming = next(tournament);
    }
    match coming {
        Next::Wait => {}
        Next::Meetings(meetings) => {
            let round = meetings.iter().map(|meeting| meeting.round).min().unwrap_or_default();
            let open = tournament.games().filter(|game| matches!(game.outcome, Outcome::Provisional { .. }));
            let open = open.map(|game| game.number).collect();
            note(decision, tournament, None, now, Ruling::RoundBegan { round, open }, "");
            begin(decision, view, tournament, meetings, now, chance);
            // A round of byes alone is over at once.
            if !tournament.meetings.iter().any(|meeting| meeting.round >= round && !meeting.games.is_empty()) {
                go_on(decision, view, tournament, now, chance);
            }
        }
        Next::Over => {
            let early = format::of(tournament.plan.format).has_round_after(&tournament.plan, tournament.round());
            let by = if early { Finish::TooFew } else { Finish::Played };
            note(decision, tournament, None, now, Ruling::Finished { by }, "");
            finish(decision, view, tournament, by, now, chance);
        }
        Next::Stuck => {
            note(decision, tournament, None, now, Ruling::Finished { by: Finish::Stuck }, "");
            finish(decision, view, tournament, Finish::Stuck, now, chance);
        }
    }
}

/// The tournament is over. Everybody gets the table, and the reason if it is over early.
pub(crate) fn finish(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    by: Finish,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    tournament.stage = TournamentStage::Finished;
    schedule(decision, tournament, None);
    change(decision, tournament, TournamentChange::Reached { stage: TournamentStage::Finished });
    let shared = Arc::new(tournament.clone());
    for reader in tournament.concerned() {
        tell_one(decision, view, &reader, &shared, TournamentNews::Finished { by }, now, chance);
    }
}

/// What a finished game counts. `None` while it goes on.
fn outcome(game: &Game) -> Option<Outcome> {
    let Stage::Ended(ending) = game.head.stage else {
        return None;
    };
    let on_the_board = match ending {
        Ending::Won { .. } | Ending::Drawn { .. } | Ending::Agreed => true,
        Ending::Resigned { .. } => both_have_moved(game.state.ply()),
        Ending::TimedOut { .. } | Ending::Adjudicated { .. } => false,
    };
    Some(match on_the_board {
        true => played(&game.state, ending.winner()),
        false => Outcome::Forfeit { winner: ending.winner() },
    })
}

/// What a game counts that an organizer decides. A win before both have moved is one without play, and no shortest win.
pub(crate) fn adjudicated(state: &tafl::GameState, winner: Option<Side>) -> Outcome {
    match winner {
        Some(_) if !both_have_moved(state.ply()) => Outcome::Forfeit { winner },
        _ => played(state, winner),
    }
}

fn played(state: &tafl::GameState, winner: Option<Side>) -> Outcome {
    let taken = |by: Side| {
        let own = state.plays().iter().filter(|played| played.side == by);
        own.map(|played| played.captured.len() as u32).sum()
    };
    Outcome::Played { winner, plies: state.ply(), taken: [taken(Side::Attackers), taken(Side::Defenders)] }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tafl::Catalogue;

    #[test]
    fn a_decided_game_counts_its_half_moves_and_the_men_taken_in_it() {
        let catalogue = Catalogue::embedded().unwrap();
        let rules = Arc::new(catalogue.find("brandubh").unwrap().rules.clone());
        let mut state = tafl::GameState::new(rules);
        let winner = Some(Side::Defenders);
        assert_eq!(adjudicated(&state, winner), Outcome::Forfeit { winner });
        assert_eq!(adjudicated(&state, None), Outcome::Played { winner: None, plies: 0, taken: [0, 0] });
        let mut begun = state.clone();
        begun.play("a4-a3".parse().unwrap()).unwrap();
        assert_eq!(adjudicated(&begun, winner), Outcome::Forfeit { winner });
        // The piece on c4 is captured between c3 and c5.
        for play in ["b4-b3", "e4-e5", "b3-c3", "e5-e4", "a4-a5", "e4-e5", "a5-c5"] {
            let (from, to) = play.split_once('-').unwrap();
            state.play(tafl::Play { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
        }
        assert_eq!(adjudicated(&state, winner), Outcome::Played { winner, plies: 7, taken: [1, 0] });
    }
}
