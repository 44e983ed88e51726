//! A prepared line as a value: the moves that a player has decided on before their turn comes.

use crate::tafl;

/// One prepared line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Whose.
    pub side: tafl::Side,
    /// After how many half-moves it is to be played.
    pub ply: u32,
    /// Whether the other side's plays stand in it too, before each of one's own.
    pub conditional: bool,
    /// The plays.
    pub plays: Vec<tafl::Play>,
}

impl Prepared {
    /// The play for this position, and the rest of the line; `None` where it does not fit what was played last.
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
