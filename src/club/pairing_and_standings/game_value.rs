//! What a game counts in a table, as values without players.

use crate::club::pairing_and_standings::pairing::Seat;
use crate::tafl::Side;

/// How a game of a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is being played.
    Open,
    /// It is being played. When the next round is paired it counts as if it had ended like this, but not in any table.
    Provisional {
        /// The winner. `None` for a draw.
        winner: Option<Side>,
    },
    /// It was played.
    Played {
        /// The winner. `None` for a draw.
        winner: Option<Side>,
        /// The number of moves made in the game, up to a resignation if it ended so.
        plies: u32,
        /// Pieces captured by the attackers, and by the defenders.
        taken: [u32; 2],
    },
    /// It was won or lost without being played to its end.
    Forfeit {
        /// The winner. `None` means both lose.
        winner: Option<Side>,
    },
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bout {
    /// The round, from 1.
    pub round: u32,
    /// The seat that plays the attackers.
    pub attackers: Seat,
    /// The seat that plays the defenders.
    pub defenders: Seat,
    /// How it stands.
    pub outcome: Outcome,
}

/// Whether a player's games count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Participation {
    /// They do.
    #[default]
    Playing,
    /// The player left after half of their games were finished: these count, and the others are lost.
    Left,
    /// The player left before that: all their results are cancelled.
    Struck,
}

/// What leaving means: a player who leaves before half of their scheduled games are finished has all results cancelled, later they stay in
/// the table.
pub fn participation_when_leaving(finished: u32, scheduled: u32) -> Participation {
    if finished * 2 < scheduled { Participation::Struck } else { Participation::Left }
}

/// Everything from which the table of a tournament or of one of its groups is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The players' ids, by seat. They are needed to draw lots.
    pub names: Vec<String>,
    /// Whether each player's games count.
    pub participation: Vec<Participation>,
    /// All games.
    pub bouts: Vec<Bout>,
    /// The rounds in which a player had no opponent and got points for it.
    pub byes: Vec<(u32, Seat)>,
    /// How many games a meeting has. This also says how much a bye counts.
    pub games: u32,
    /// The number of rounds that were paired.
    pub rounds: u32,
    /// Whether unplayed games count as played. In a round robin they do, in a Swiss tournament they do not.
    pub all_meet: bool,
    /// The published seed for drawing lots.
    pub seed: String,
}

/// What one side gets for a game, in half points. `None` while it is open.
pub fn half_points(outcome: Outcome, side: Side) -> Option<u32> {
    match outcome {
        Outcome::Open | Outcome::Provisional { .. } => None,
        Outcome::Played { winner: None, .. } => Some(1),
        Outcome::Played { winner: Some(winner), .. } => Some(if winner == side { 2 } else { 0 }),
        Outcome::Forfeit { winner } => Some(if winner == Some(side) { 2 } else { 0 }),
    }
}

impl Bout {
    /// The side of a seat. `None` if it does not play in this game.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        if seat == self.attackers {
            Some(Side::Attackers)
        } else if seat == self.defenders {
            Some(Side::Defenders)
        } else {
            None
        }
    }

    /// The seat of the opponent.
    pub fn opponent_of(&self, seat: Seat) -> Seat {
        if seat == self.attackers { self.defenders } else { self.attackers }
    }

    /// What a seat gets for the game, in half points.
    pub fn points_of(&self, seat: Seat) -> Option<u32> {
        half_points(self.outcome, self.side_of(seat)?)
    }

    /// Whether it was played to an end.
    pub fn is_played(&self) -> bool {
        matches!(self.outcome, Outcome::Played { .. })
    }
}

impl Field {
    /// Whether this player's games count.
    pub fn participation(&self, seat: Seat) -> Participation {
        self.participation.get(seat).copied().unwrap_or_default()
    }

    /// The games that count for a seat.
    pub fn bouts_of(&self, seat: Seat) -> impl Iterator<Item = &Bout> {
        self.bouts.iter().filter(move |bout| {
            let counts = |seat| self.participation(seat) != Participation::Struck;
            bout.side_of(seat).is_some() && counts(bout.attackers) && counts(bout.defenders)
        })
    }

    /// What a bye counts, in half points: as much as winning.
    pub fn bye_points(&self) -> u32 {
        self.games * 2
    }

    /// Half points of a seat in the rounds before this one.
    pub fn points_before(&self, seat: Seat, round: u32) -> u32 {
        let played = self.bouts_of(seat).filter(|bout| bout.round < round);
        let byes = self.byes.iter().filter(|(at, who)| *who == seat && *at < round).count() as u32;
        played.filter_map(|bout| bout.points_of(seat)).sum::<u32>() + byes * self.bye_points()
    }

    /// Half points of a seat.
    pub fn points(&self, seat: Seat) -> u32 {
        self.points_before(seat, u32::MAX)
    }
}

/// Half points in plain characters: `7`, `7.5`.
pub fn halves(points: u32) -> String {
    if points.is_multiple_of(2) { (points / 2).to_string() } else { format!("{}.5", points / 2) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn who_leaves_before_half_of_the_games_is_struck() {
        assert_eq!(participation_when_leaving(4, 10), Participation::Struck);
        assert_eq!(participation_when_leaving(5, 10), Participation::Left);
        assert_eq!(participation_when_leaving(5, 11), Participation::Struck);
        assert_eq!(participation_when_leaving(0, 0), Participation::Left);
    }

    #[test]
    fn half_points_are_written_exactly() {
        assert_eq!([0, 1, 2, 15].map(halves), ["0", "0.5", "1", "7.5"]);
    }
}
