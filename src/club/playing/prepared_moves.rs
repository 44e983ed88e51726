//! Prepared moves: kept until it is the player's turn and then made at once, which costs no time on any clock.
//!
//! ```text
//!  e5-e3 f4-f8                      my next two moves, whatever the opponent plays between
//!  if e6-e8 then e5-e3 if ... then  my move only if the opponent plays exactly this; several lines are branches
//! ```
//!
//! A line belongs to the number of a move. When that move is to be made, the first line that fits is played, the lines that continue from
//! it are kept, and the others are dropped. If none fits, all are dropped and their player is told.

use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::view::View;
use crate::club::model::game::{Game, Stage};
use crate::club::model::prepared_line::Prepared;
use crate::command::Queued;
use crate::tafl;
use std::sync::Arc;

/// The most lines that a player can have on one board.
const LINES_MAX: usize = 10;

/// Shows, adds or deletes lines.
pub(crate) fn queue(auth: &Authenticated, game: &Game, side: tafl::Side, what: &Queued) -> Decision {
    let number = game.head.number;
    if game.head.stage != Stage::Running {
        return Decision::default();
    }
    let mut lines: Vec<Prepared> = of_side(auth.view, number, side);
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    match what {
        Queued::Show => {}
        Queued::Clear => {
            lines.clear();
            decision.changes.push(Change::PreparedSet { number, side, lines: Vec::new() });
        }
        Queued::Line { conditional, plays } => {
            let line = match checked(game, side, *conditional, plays) {
                Ok(line) => line,
                Err(refusal) => return refuse(refusal),
            };
            if lines.len() == LINES_MAX {
                return refuse(Refusal::TooManyLines { number });
            }
            if !lines.contains(&line) {
                lines.push(line);
            }
            decision.changes.push(Change::PreparedSet { number, side, lines: lines.clone() });
        }
    }
    decision.replies.push(Reply::Prepared { number, lines });
    decision
}

fn of_side(view: &View, number: u32, side: tafl::Side) -> Vec<Prepared> {
    let lines = view.prepared.get(&number).into_iter().flatten();
    lines.filter(|line| line.side == side).cloned().collect()
}

/// The line, if it is possible: as far as it says what the opponent plays between, it must be legal.
fn checked(game: &Game, side: tafl::Side, conditional: bool, plays: &[tafl::ParsedPlay]) -> Result<Prepared, Refusal> {
    let number = game.head.number;
    if game.state.to_move() == side {
        // Behind `if` is an answer to a move that the opponent has not made, so none of these moves is due.
        let play = plays.first().filter(|_| !conditional).map(|play| tafl::Play { from: play.from, to: play.to });
        return Err(Refusal::MoveNow { game: Arc::new(game.clone()), play });
    }
    let mut ply = game.head.plies + 2 - u32::from(conditional);
    for parsed in plays {
        if let Some(meant) = parsed.ply.filter(|meant| *meant != ply) {
            return Err(Refusal::LineMisnumbered { number, meant, ply });
        }
        ply += if conditional { 1 } else { 2 };
    }
    let plain: Vec<tafl::Play> = plays.iter().map(|parsed| tafl::Play { from: parsed.from, to: parsed.to }).collect();
    if conditional {
        let mut state = game.state.clone();
        for (parsed, play) in plays.iter().zip(&plain) {
            let played = state.check_parsed(parsed).and_then(|play| state.play(play).map(|_| ()));
            if let Err(why) = played {
                return Err(Refusal::LineIllegal { number, play: *play, why });
            }
        }
    } else if let Some(play) = plain
        .iter()
        .find(|play| ![play.from, play.to].iter().all(|at| game.rules().squares().any(|square| square == *at)))
    {
        return Err(Refusal::LineOffBoard { number, play: *play });
    }
    Ok(Prepared { side, ply: game.head.plies + 1, conditional, plays: plain })
}

/// What the side to move has prepared for this position.
pub(crate) enum Reaction {
    /// Nothing.
    None,
    /// This move, and the lines that continue from it.
    Play(tafl::Play, Vec<Prepared>),
    /// The lines do not fit and are dropped.
    Broken,
}

/// What happens to the lines of the side to move, after the move that has just been made.
pub(crate) fn reaction(lines: &[Prepared], game: &Game) -> Reaction {
    let (side, ply) = (game.state.to_move(), game.head.plies);
    let last = game.state.plays().last().map(|played| played.play);
    let own: Vec<&Prepared> = lines.iter().filter(|line| line.side == side).collect();
    let fitting: Vec<(tafl::Play, Option<Prepared>)> = own.iter().filter_map(|line| line.next(ply, last)).collect();
    let legal = |play: tafl::Play| game.state.clone().play(play).is_ok();
    match fitting.first() {
        Some((play, _)) if legal(*play) => {
            let rest = fitting.iter().filter(|(other, _)| other == play).filter_map(|(_, rest)| rest.clone());
            Reaction::Play(*play, rest.collect())
        }
        _ if own.is_empty() => Reaction::None,
        _ => Reaction::Broken,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn line(ply: u32, conditional: bool, plays: &str) -> Prepared {
        let plays = plays.split_whitespace().map(|play| play.parse().unwrap()).collect();
        Prepared { side: tafl::Side::Defenders, ply, conditional, plays }
    }

    #[test]
    fn a_line_fits_its_half_move_and_its_condition_alone() {
        let [a, b, c, d] = ["a1-a2", "b1-b2", "c1-c2", "d1-d2"].map(|play| play.parse::<tafl::Play>().unwrap());
        let tree = line(1, true, "a1-a2 b1-b2 c1-c2 d1-d2");
        assert_eq!(tree.next(1, Some(a)), Some((b, Some(line(3, true, "c1-c2 d1-d2")))));
        assert_eq!(tree.next(1, Some(c)), None);
        assert_eq!(tree.next(3, Some(a)), None);
        assert_eq!(line(3, true, "c1-c2 d1-d2").next(3, Some(c)), Some((d, None)));
        assert_eq!(line(1, false, "b1-b2 d1-d2").next(1, Some(c)), Some((b, Some(line(3, false, "d1-d2")))));
    }
}
