//! Deals the players of a tournament into groups of about equal strength.

use crate::club::pairing_and_standings::pairing::round::Seat;

/// The seats of each group, by seed, dealt there and back: 1 2 3, 3 2 1, 1 2 3. There are never more groups than players.
pub fn deal(players: usize, groups: usize) -> Vec<Vec<Seat>> {
    let count = groups.clamp(1, players.max(1));
    let mut dealt = vec![Vec::new(); count];
    for seat in 0..players {
        let (turn, place) = (seat / count, seat % count);
        let group = if turn % 2 == 1 { count - 1 - place } else { place };
        dealt[group].push(seat);
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_dealt_there_and_back() {
        assert_eq!(deal(8, 3), [vec![0, 5, 6], vec![1, 4, 7], vec![2, 3]]);
    }

    #[test]
    fn everybody_is_in_one_group_and_groups_differ_by_one_at_most() {
        for players in 0..40 {
            for groups in 0..10 {
                let dealt = deal(players, groups);
                let mut all: Vec<Seat> = dealt.concat();
                all.sort_unstable();
                assert_eq!(all, (0..players).collect::<Vec<_>>());
                let sizes: Vec<usize> = dealt.iter().map(Vec::len).collect();
                let least = sizes.iter().min().copied().unwrap_or(0);
                assert!(sizes.iter().all(|size| *size <= least + 1), "{players} in {groups}: {sizes:?}");
            }
        }
    }
}
