//! Tie-breaks decide between players of equal points, in the organizer's order. All of them are whole numbers.
//!
//! ```text
//! DE      direct encounter: points in the games among the tied players, only if all of them have met equally often
//! SB      Sonneborn-Berger: the points of the beaten opponents, and half the points of those drawn with, game by game
//! BH      Buchholz: the points of all opponents, one meeting a round
//! BH-C1   the same without the least of them
//! WIN     games won, forfeits among them
//! ATT     games won with the attackers on the board
//! CAP     pieces captured minus pieces lost, in games that were played
//! SHORT   moves in the player's shortest win; fewer is better
//! LOT     the lot: drawn from the tournament's seed, which is published
//! ```
//!
//! Unplayed rounds in BH, and in SB of a Swiss tournament, count by the FIDE rules in force before 2023 (Handbook C.02, 13.15): the
//! opponent is a virtual one with the player's own points before the round, the points the player did not get in it, and a half point for
//! each round after it. The rounds that an opponent did not play, for whatever reason, count there as draws, so that no player gains by the
//! points that an opponent was given (13.15.2). Later editions differ, so one edition has to be named.

use crate::club::pairing_and_standings::game_value::{Bout, Field, Outcome, halves};
use crate::club::pairing_and_standings::pairing::Seat;
use crate::tafl::Side;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs, reason = "each is described above")]
pub enum TieBreak {
    #[serde(rename = "DE")]
    Direct,
    #[serde(rename = "SB")]
    SonnebornBerger,
    #[serde(rename = "BH")]
    Buchholz,
    #[serde(rename = "BH-C1")]
    BuchholzCut,
    #[serde(rename = "WIN")]
    Wins,
    #[serde(rename = "ATT")]
    AttackerWins,
    #[serde(rename = "CAP")]
    Captures,
    #[serde(rename = "SHORT")]
    ShortestWin,
    #[serde(rename = "LOT")]
    Lot,
}

/// A player's value in a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// It does not apply.
    None,
    /// Half points.
    Halves(u32),
    /// Quarter points.
    Quarters(u32),
    /// A count, which may be below zero.
    Count(i64),
}

/// The order of most formats if the organizer names none.
pub const USUAL: [TieBreak; 5] =
    [TieBreak::Direct, TieBreak::SonnebornBerger, TieBreak::Wins, TieBreak::ShortestWin, TieBreak::Lot];

impl TieBreak {
    /// All of them.
    pub const ALL: [TieBreak; 9] = [
        TieBreak::Direct,
        TieBreak::SonnebornBerger,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut,
        TieBreak::Wins,
        TieBreak::AttackerWins,
        TieBreak::Captures,
        TieBreak::ShortestWin,
        TieBreak::Lot,
    ];

    /// Its code.
    pub fn code(self) -> &'static str {
        match self {
            TieBreak::Direct => "DE",
            TieBreak::SonnebornBerger => "SB",
            TieBreak::Buchholz => "BH",
            TieBreak::BuchholzCut => "BH-C1",
            TieBreak::Wins => "WIN",
            TieBreak::AttackerWins => "ATT",
            TieBreak::Captures => "CAP",
            TieBreak::ShortestWin => "SHORT",
            TieBreak::Lot => "LOT",
        }
    }

    /// The one with this code, in any case.
    pub fn from_code(code: &str) -> Option<TieBreak> {
        TieBreak::ALL.into_iter().find(|known| known.code().eq_ignore_ascii_case(code))
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::None => f.write_str("-"),
            Value::Halves(halved) => f.write_str(&halves(*halved)),
            Value::Quarters(quarters) => match quarters % 4 {
                0 => write!(f, "{}", quarters / 4),
                2 => write!(f, "{}.5", quarters / 4),
                rest => write!(f, "{}.{}", quarters / 4, rest * 25),
            },
            Value::Count(count) => write!(f, "{count}"),
        }
    }
}

/// Divides players of equal points, the best first. Players who are equal in everything stay together.
pub(crate) fn refine(field: &Field, tied: &[Seat], order: &[TieBreak]) -> Vec<Vec<Seat>> {
    let (Some((by, rest)), true) = (order.split_first(), tied.len() > 1) else {
        return vec![tied.to_vec()];
    };
    let parts = divided(field, tied, *by);
    let again = *by == TieBreak::Direct && parts.len() > 1;
    // Players who are still together after a direct encounter may be separated by their games among themselves.
    parts.iter().flat_map(|part| refine(field, part, if again { order } else { rest })).collect()
}

fn divided(field: &Field, tied: &[Seat], by: TieBreak) -> Vec<Vec<Seat>> {
    let mut keyed: Vec<(Reverse<i128>, Seat)> =
        tied.iter().map(|seat| (Reverse(key(field, *seat, tied, by)), *seat)).collect();
    keyed.sort();
    keyed.chunk_by(|one, other| one.0 == other.0).map(|part| part.iter().map(|(_, seat)| *seat).collect()).collect()
}

/// A number that is greater for the better player.
fn key(field: &Field, seat: Seat, tied: &[Seat], by: TieBreak) -> i128 {
    match (by, value(field, seat, tied, by)) {
        (TieBreak::Lot, _) => lot(field, seat),
        (TieBreak::ShortestWin, Value::Count(plies)) => -i128::from(plies),
        (TieBreak::ShortestWin, _) => i128::MIN / 2,
        (_, Value::None) => 0,
        (_, Value::Halves(points) | Value::Quarters(points)) => i128::from(points),
        (_, Value::Count(count)) => i128::from(count),
    }
}

/// A player's value in a tie-break, among those with the same points.
pub(crate) fn value(field: &Field, seat: Seat, tied: &[Seat], by: TieBreak) -> Value {
    let own = || field.bouts_of(seat);
    let won = |bout: &&Bout| bout.points_of(seat) == Some(2);
    match by {
        TieBreak::Direct => direct(field, seat, tied),
        TieBreak::SonnebornBerger => Value::Quarters(sonneborn_berger(field, seat)),
        TieBreak::Buchholz => Value::Halves(opponents(field, seat).iter().sum()),
        TieBreak::BuchholzCut => {
            let points = opponents(field, seat);
            Value::Halves(points.iter().sum::<u32>() - points.iter().min().copied().unwrap_or(0))
        }
        TieBreak::Wins => Value::Count(own().filter(won).count() as i64),
        TieBreak::AttackerWins => {
            let with = own().filter(won).filter(|bout| bout.attackers == seat && bout.is_played());
            Value::Count(with.count() as i64)
        }
        TieBreak::Captures => Value::Count(own().map(|bout| captures(bout, seat)).sum()),
        TieBreak::ShortestWin => {
            let plies = own().filter(won).filter_map(|bout| match bout.outcome {
                Outcome::Played { plies, .. } => Some(i64::from(plies)),
                Outcome::Open | Outcome::Provisional { .. } | Outcome::Forfeit { .. } => None,
            });
            plies.min().map_or(Value::None, Value::Count)
        }
        TieBreak::Lot => Value::None,
    }
}

/// Half points in the games among the tied players, if each of them has met each other equally often.
fn direct(field: &Field, seat: Seat, tied: &[Seat]) -> Value {
    let mut met: BTreeMap<(Seat, Seat), u32> = BTreeMap::new();
    let mut points = 0;
    for bout in &field.bouts {
        let among = tied.contains(&bout.attackers) && tied.contains(&bout.defenders);
        if let (true, Some(_)) = (among, bout.points_of(bout.attackers)) {
            *met.entry((bout.attackers.min(bout.defenders), bout.attackers.max(bout.defenders))).or_default() += 1;
            points += bout.points_of(seat).unwrap_or(0);
        }
    }
    let pairs = tied.len() * tied.len().saturating_sub(1) / 2;
    let times = met.values().next().copied();
    match times {
        Some(times) if met.len() == pairs && met.values().all(|met| *met == times) => Value::Halves(points),
        _ => Value::None,
    }
}

/// In quarter points.
fn sonneborn_berger(field: &Field, seat: Seat) -> u32 {
    let own = field.bouts_of(seat).filter_map(|bout| bout.points_of(seat).map(|points| (bout, points)));
    let of_bouts = own.map(|(bout, points)| match field.all_meet || bout.is_played() {
        true => points * points_as_opponent(field, bout.opponent_of(seat)),
        false => points * virtual_opponent(field, seat, bout.round),
    });
    let of_byes = field
        .byes
        .iter()
        .filter(|(_, who)| *who == seat)
        .map(|(round, _)| if field.all_meet { 0 } else { 2 * field.games * virtual_opponent(field, seat, *round) });
    of_bouts.sum::<u32>() + of_byes.sum::<u32>()
}

/// The half points of the opponents, one for each round that was paired.
fn opponents(field: &Field, seat: Seat) -> Vec<u32> {
    let mut rounds: BTreeMap<u32, u32> = BTreeMap::new();
    for bout in field.bouts_of(seat).filter(|bout| bout.points_of(seat).is_some()) {
        let points = match bout.is_played() {
            true => points_as_opponent(field, bout.opponent_of(seat)),
            false => virtual_opponent(field, seat, bout.round),
        };
        // A match of two games counts as played if one of them was played.
        let known = rounds.entry(bout.round).or_insert(points);
        if bout.is_played() {
            *known = points;
        }
    }
    for (round, _) in field.byes.iter().filter(|(_, who)| *who == seat) {
        rounds.entry(*round).or_insert_with(|| virtual_opponent(field, seat, *round));
    }
    rounds.into_values().collect()
}

/// The half points of a player as an opponent of others. In a Swiss tournament games that the player did not play count as draws.
fn points_as_opponent(field: &Field, seat: Seat) -> u32 {
    if field.all_meet {
        return field.points(seat);
    }
    let own: Vec<&Bout> = field.bouts_of(seat).collect();
    let of_round = |round: u32| -> u32 {
        let games: Vec<&&Bout> = own.iter().filter(|bout| bout.round == round).collect();
        match games.is_empty() {
            // A bye, or the player had left: each game of the round is half a point.
            true => field.games,
            false => games.iter().map(|bout| if forfeited(bout) { 1 } else { bout.points_of(seat).unwrap_or(0) }).sum(),
        }
    };
    (1..=field.rounds).map(of_round).sum()
}

fn forfeited(bout: &Bout) -> bool {
    matches!(bout.outcome, Outcome::Forfeit { .. })
}

/// The half points of the virtual opponent in a round without a game.
fn virtual_opponent(field: &Field, seat: Seat, round: u32) -> u32 {
    let before = field.points_before(seat, round);
    let in_it = field.points_before(seat, round + 1) - before;
    let after = field.rounds.saturating_sub(round);
    before + field.bye_points().saturating_sub(in_it) + field.games * after
}

fn captures(bout: &Bout, seat: Seat) -> i64 {
    let Outcome::Played { taken: [attackers, defenders], .. } = bout.outcome else {
        return 0;
    };
    let difference = i64::from(attackers) - i64::from(defenders);
    match bout.side_of(seat) {
        Some(Side::Attackers) => difference,
        Some(Side::Defenders) => -difference,
        None => 0,
    }
}

/// The lot. Anybody can draw it again: the first bytes of SHA-256 over the tournament's seed, a colon and the player's id.
fn lot(field: &Field, seat: Seat) -> i128 {
    drawn(&field.seed, field.names.get(seat).map(String::as_str).unwrap_or_default())
}

/// The lot of a player, drawn from a tournament's seed. A greater one is better.
pub(crate) fn drawn(seed: &str, player: &str) -> i128 {
    let hash = Sha256::digest(format!("{seed}:{player}"));
    hash.iter().take(8).fold(0, |lot, byte| (lot << 8) + i128::from(*byte))
}

/// The winner of a meeting of two players by its games, and the rule that decided it. `None` while a game is open, or if no rule decides.
pub fn meeting_winner(bouts: &[Bout], order: &[MeetingBreak]) -> Option<(Seat, Option<MeetingBreak>)> {
    let (one, other) = bouts.first().map(|bout| (bout.attackers, bout.defenders))?;
    let sum = |seat: Seat| bouts.iter().map(|bout| bout.points_of(seat)).sum::<Option<u32>>();
    let better = |first: i64, second: i64| match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(one),
        std::cmp::Ordering::Less => Some(other),
        std::cmp::Ordering::Equal => None,
    };
    if let Some(winner) = better(sum(one)?.into(), sum(other)?.into()) {
        return Some((winner, None));
    }
    order.iter().find_map(|by| {
        let of = |seat: Seat| -> i64 {
            match by {
                MeetingBreak::ShorterWin => {
                    let won = bouts.iter().filter(|bout| bout.points_of(seat) == Some(2));
                    let plies = won.filter_map(|bout| match bout.outcome {
                        Outcome::Played { plies, .. } => Some(i64::from(plies)),
                        Outcome::Open | Outcome::Provisional { .. } | Outcome::Forfeit { .. } => None,
                    });
                    -plies.min().unwrap_or(i64::MAX)
                }
                MeetingBreak::Captures => bouts.iter().map(|bout| captures(bout, seat)).sum(),
                MeetingBreak::Seed => -(seat as i64),
                // The tournament knows which player has left. The games do not show it.
                MeetingBreak::Stayed => 0,
            }
        };
        better(of(one), of(other)).map(|winner| (winner, Some(*by)))
    })
}

/// What decides a meeting with equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingBreak {
    /// Fewer moves in the game that was won.
    ShorterWin,
    /// More pieces captured over both games.
    Captures,
    /// The better seed, if nothing else decides and one player must go on.
    Seed,
    /// The other player left before the meeting was played to its end.
    Stayed,
}

#[cfg(test)]
mod tests;
