//! A move that serves as an example: it gives no game away.

use crate::tafl::announcements::ways_out;
use crate::tafl::ending::advance;
use crate::tafl::legal_plays::each_play;
use crate::tafl::{GameState, Piece, Play, Position, Side, Square, capture};
use std::ops::ControlFlow;

/// The most moves that are looked at. Where so many lose something, nearly all do.
const PLAYS_MAX: usize = 24;

/// A legal move that shows how one is written: the first by the rules of a man that takes nothing and ends nothing, and behind which the other side
/// takes nothing and does not escape at once. If none of the first 24 is, the first legal move, of a man if one can move. `None` if there is no
/// legal move, or after the end of the game.
///
/// People who are new make the move that they are shown, so it must not lose a piece, and not be the best one either.
pub fn quiet_play(state: &GameState) -> Option<Play> {
    let side = state.to_move();
    let is_man = |square: &Square| {
        state.position().piece_at(*square).is_some_and(|piece| piece.side() == side && piece != Piece::King)
    };
    let of = |from: Square| state.destinations(from).into_iter().map(move |to| Play { from, to });
    let of_men = || state.rules().squares().filter(is_man).flat_map(of);
    let of_king = || state.position().king.into_iter().flat_map(of).next();
    let quiet = of_men().take(PLAYS_MAX).find(|play| is_quiet(state, *play));
    quiet.or_else(|| of_men().next()).or_else(of_king)
}

/// The same among the legal moves of the piece on a square, which may be the king. `None` if it cannot move.
pub fn quiet_play_of(state: &GameState, from: Square) -> Option<Play> {
    let plays = || state.destinations(from).into_iter().map(|to| Play { from, to });
    plays().find(|play| is_quiet(state, *play)).or_else(|| plays().next())
}

/// Whether a legal move takes nothing, ends nothing, and leaves the other side nothing to take and no way out.
fn is_quiet(state: &GameState, play: Play) -> bool {
    let compiled = &state.rules().compiled;
    let Some(piece) = state.position().piece_at(play.from) else { return false };
    let mut after = *state.position();
    let (status, took) = advance(compiled, state.history(), &mut after, piece, play);
    let escapes = |after: &Position| piece.side() == Side::Attackers && ways_out(compiled, after) > 0;
    let loses = |after: &Position| {
        let takes = |piece, play| match capture::make(compiled, &mut after.clone(), piece, play).any {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        each_play(compiled, after, takes).is_break()
    };
    !took.any && !status.is_over() && !escapes(&after) && !loses(&after)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tafl::{Catalogue, Reason, Replay, Status};
    use std::sync::Arc;

    fn after(choice: &str, plays: &str) -> GameState {
        let rules = Arc::new(Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules);
        Replay::of_line(&rules, plays).unwrap().state
    }

    fn quiet(choice: &str, plays: &str) -> String {
        quiet_play(&after(choice, plays)).unwrap().to_string()
    }

    #[test]
    fn what_loses_a_piece_is_not_shown() {
        // On b1 the man would stand between the corner and a defender on c1.
        assert_eq!(quiet("brandubh", ""), "d1-c1");
        assert_eq!(quiet("brandubh", "d1-c1"), "d3-c3");
        let from_d1 = quiet_play_of(&after("brandubh", ""), "d1".parse().unwrap());
        assert_eq!(from_d1.unwrap().to_string(), "d1-c1");
    }

    /// The same by making each move and each answer to it.
    fn is_quiet_slowly(state: &GameState, play: Play) -> bool {
        let mut after = state.clone();
        let takes = !after.play(play).unwrap().captured.is_empty();
        let is_lost_by = |answer: Play| {
            let mut end = after.clone();
            let takes = !end.play(answer).unwrap().captured.is_empty();
            takes || matches!(end.status(), Status::Won { reason: Reason::KingEscaped, .. })
        };
        !takes && !after.status().is_over() && !after.moves().into_iter().any(is_lost_by)
    }

    #[test]
    fn in_every_variant_it_is_the_first_move_that_loses_nothing() {
        const PLIES: u32 = 30;
        let catalogue = Catalogue::embedded().unwrap();
        let (mut seen, mut skipped) = (0, 0);
        for variant in catalogue.iter() {
            let mut state = GameState::new(Arc::new(variant.rules.clone()));
            for ply in 0..PLIES {
                let moves = state.moves();
                let Some(shown) = quiet_play(&state) else {
                    assert!(moves.is_empty());
                    break;
                };
                let is_man = |play: &Play| state.position().piece_at(play.from) != Some(Piece::King);
                let of_men: Vec<Play> = state
                    .rules()
                    .squares()
                    .flat_map(|from| state.destinations(from).into_iter().map(move |to| Play { from, to }))
                    .filter(is_man)
                    .collect();
                let expected = of_men.iter().take(PLAYS_MAX).find(|play| is_quiet_slowly(&state, **play));
                let expected = expected.or_else(|| of_men.first()).or_else(|| moves.first());
                assert_eq!(Some(&shown), expected, "{} {ply}", variant.name);
                seen += 1;
                skipped += usize::from(of_men.first() != Some(&shown));
                // Any other move, so that the games differ.
                let at = (ply as usize * 7919 + variant.name.len() * 104_729) % moves.len();
                state.play(moves[at]).unwrap();
            }
        }
        assert!(seen > 300 && skipped > 30, "{seen} {skipped}");
    }
}
