//! A prepared line as a value: the moves that a player has decided on before their turn.

use crate::tafl;

/// One prepared line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The side that prepared it.
    pub side: tafl::Side,
    /// After how many moves it is to be played.
    pub ply: u32,
    /// Whether it also names the opponent's moves, before each of the player's own.
    pub conditional: bool,
    /// The moves.
    pub plays: Vec<tafl::Play>,
}

impl Prepared {
    /// The move for this position, and the rest of the line. `None` if the line does not fit the last move.
    pub(in crate::club) fn next(&self, ply: u32, last: Option<tafl::Play>) -> Option<(tafl::Play, Option<Prepared>)> {
        let (condition, rest) = match (self.conditional, self.plays.split_first()) {
            (true, Some((condition, rest))) => (Some(*condition), rest),
            (_, _) => (None, self.plays.as_slice()),
        };
        let (play, rest) = rest.split_first()?;
        if self.ply != ply || (condition.is_some() && condition != last) {
            return None;
        }
        let rest = Prepared { ply: ply + 2, plays: rest.to_vec(), ..self.clone() };
        Some((*play, Some(rest).filter(|rest| !rest.plays.is_empty())))
    }
}
