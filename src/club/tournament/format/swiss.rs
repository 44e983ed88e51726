//! The Swiss system: a number of rounds, each against an opponent of about the same score whom the player has not met.

use crate::club::model::pairing_wishes::has_bye;
use crate::club::model::plan::{PlanFault, TournamentPlan};
use crate::club::model::tournament::Tournament;
use crate::club::pairing_and_standings::game_value::{Outcome, Participation};
use crate::club::pairing_and_standings::pairing;
use crate::club::pairing_and_standings::pairing::{Score, SwissFault, swiss_fits};
use crate::club::pairing_and_standings::tiebreak::TieBreak;
use crate::club::tournament::format::format_rules::{Bye, FormatRules, Next, Placed};
use crate::club::tournament::format::meetings::{is_played_on, meeting, of_round, players};
use crate::club::tournament::format::table::{placed_by_points, table};
use crate::command::TournamentTerm;
use crate::tafl::Side;

/// The Swiss.
pub(super) struct Swiss;

impl FormatRules for Swiss {
    fn has_term(&self, term: &TournamentTerm) -> bool {
        matches!(term, TournamentTerm::Rounds(_) | TournamentTerm::Round(Some(_)))
    }

    fn usual_tie_breaks(&self) -> &'static [TieBreak] {
        &[TieBreak::BuchholzCut, TieBreak::Buchholz, TieBreak::Direct, TieBreak::Wins, TieBreak::Lot]
    }

    fn load(&self, plan: &TournamentPlan, _players: u32) -> u32 {
        plan.games
    }

    /// There must be a new opponent for each round.
    fn check(&self, plan: &TournamentPlan, players: u32) -> Result<(), PlanFault> {
        if swiss_fits(players as usize, plan.rounds) { Ok(()) } else { Err(PlanFault::TooLong { rounds: players - 1 }) }
    }

    fn credits_bye(&self) -> bool {
        true
    }

    fn rounds_by_points(&self, plan: &TournamentPlan) -> Option<u32> {
        Some(plan.rounds)
    }

    fn first(&self, tournament: &Tournament) -> Next {
        next_meetings(tournament)
    }

    /// The next round does not wait for games with a provisional result. The end of the tournament waits for all.
    fn later(&self, tournament: &Tournament) -> Next {
        if tournament.games().any(|game| game.outcome == Outcome::Open) {
            return Next::Wait;
        }
        let coming = if tournament.round() >= tournament.plan.rounds { Next::Over } else { next_meetings(tournament) };
        match coming {
            Next::Meetings(meetings) => Next::Meetings(meetings),
            _ if is_played_on(tournament) => Next::Wait,
            nothing @ (Next::Wait | Next::Over | Next::Stuck) => nothing,
        }
    }

    fn bye(&self, _tournament: &Tournament, _rounds: &[u32]) -> Bye {
        Bye::Credited
    }

    fn places(&self, tournament: &Tournament) -> Vec<Placed> {
        placed_by_points(self, tournament, 0)
    }

    fn trf_system(&self) -> &'static str {
        "Swiss, reduced Dutch criteria"
    }
}

fn next_meetings(tournament: &Tournament) -> Next {
    let players = players(tournament);
    let (free, scores): (Vec<Score>, Vec<Score>) = scores(tournament)
        .into_iter()
        .partition(|score| !score.had_bye && has_bye(&tournament.wishes, &players[score.seat]));
    let single = tournament.plan.games == 1;
    let number = tournament.round() + 1;
    // If pairing is impossible without these players, the wishes for a bye are ignored, so that they do not end the tournament.
    if !free.is_empty()
        && let Ok(round) = pairing::swiss(&scores, single)
    {
        let mut meetings = of_round(&round, &players, 0, number);
        for score in free {
            meetings.push(meeting(0, number, meetings.len(), &players[score.seat], None));
        }
        return Next::Meetings(meetings);
    }
    let all: Vec<Score> = scores.into_iter().chain(free).collect();
    match pairing::swiss(&all, single) {
        Ok(round) => Next::Meetings(of_round(&round, &players, 0, number)),
        Err(SwissFault::TooFew) if !tournament.meetings.is_empty() => Next::Over,
        Err(SwissFault::TooFew | SwissFault::TooMany | SwissFault::NobodyLeft) => Next::Stuck,
    }
}

/// The scores of the remaining players before the next round of a Swiss tournament.
fn scores(tournament: &Tournament) -> Vec<Score> {
    let mut table = table(&Swiss, tournament, 0);
    // A provisional result counts here, and only here, as if the game had been played.
    for bout in &mut table.field.bouts {
        if let Outcome::Provisional { winner } = bout.outcome {
            bout.outcome = Outcome::Played { winner, plies: 0, taken: [0, 0] };
        }
    }
    let field = &table.field;
    let playing = (0..table.players.len()).filter(|seat| field.participation(*seat) == Participation::Playing);
    let scored = playing.map(|seat| {
        let own: Vec<_> = field.bouts.iter().filter(|bout| bout.side_of(seat).is_some()).collect();
        let sides: Vec<bool> = own.iter().map(|bout| bout.side_of(seat) == Some(Side::Attackers)).collect();
        let attackers = sides.iter().filter(|attackers| **attackers).count() as i32;
        let run = match sides.as_slice() {
            [.., one, other] if one == other => Some(*one),
            _ => None,
        };
        let last = field.rounds;
        let floated = own.iter().find(|bout| bout.round == last).map(|bout| {
            let (mine, theirs) = (field.points_before(seat, last), field.points_before(bout.opponent_of(seat), last));
            match mine.cmp(&theirs) {
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => -1,
            }
        });
        Score {
            seat,
            points: field.points(seat),
            met: own.iter().map(|bout| bout.opponent_of(seat)).collect(),
            had_bye: field.byes.iter().any(|(_, who)| *who == seat),
            balance: 2 * attackers - sides.len() as i32,
            run,
            floated: floated.unwrap_or(0),
        }
    });
    scored.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::tournament::next_round::next;
    use crate::club::tournament::next_round::tests::{paired, play, tournament};
    use crate::command::TournamentFormat;

    /// A provisional result stands for a real one when a round is paired, whatever the real one will be. Only the end waits.
    #[test]
    fn a_swiss_waits_for_no_provisional_game_but_for_all_at_its_end() {
        for rounds in [2, 3] {
            let mut swiss = tournament(TournamentFormat::Swiss, &["a1", "a2", "a3", "a4", "a5", "a6"]);
            swiss.plan.rounds = rounds;
            for round in 1..=rounds {
                play(&mut swiss);
                let played = swiss.clone();
                let number = swiss.meetings.len() - 1;
                swiss.meetings[number].games[0].outcome = Outcome::Open;
                assert_eq!(next(&swiss), Next::Wait);
                swiss.meetings[number].games[0].outcome = Outcome::Provisional { winner: Some(Side::Attackers) };
                match round < rounds {
                    true => assert_eq!(paired(&swiss), paired(&played), "as if it had ended so"),
                    false => assert_eq!(next(&swiss), Next::Wait),
                }
            }
            for game in swiss.games_mut() {
                game.outcome = Outcome::Played { winner: None, plies: 9, taken: [0, 0] };
            }
            assert_eq!(next(&swiss), Next::Over);
        }
    }
}
