//! Dealing the players of an event into groups of about equal strength, and who goes on from them.

use crate::club::event::pairing::Seat;

/// How the groups are dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deal {
    /// There and back: 1 2 3, 3 2 1, 1 2 3.
    #[default]
    Serpentine,
    /// By the Thue-Morse sequence, generalised: the sum of the digits of the place in base g, modulo g. No group gains by its turn.
    ThueMorse,
}

/// The seats of each group, by seed. There are never more groups than players.
pub fn deal(players: usize, groups: usize, how: Deal) -> Vec<Vec<Seat>> {
    let count = groups.clamp(1, players.max(1));
    let mut dealt = vec![Vec::new(); count];
    for seat in 0..players {
        let (turn, place) = (seat / count, seat % count);
        let group = match how {
            Deal::Serpentine if turn % 2 == 1 => count - 1 - place,
            Deal::Serpentine => place,
            // Within a turn each group is named once, whatever the turn's own digits add up to.
            Deal::ThueMorse => (place + digit_sum(turn, count)) % count,
        };
        dealt[group].push(seat);
    }
    dealt
}

fn digit_sum(mut number: usize, base: usize) -> usize {
    let mut sum = 0;
    while number > 0 && base > 1 {
        sum += number % base;
        number /= base;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_dealt_there_and_back() {
        assert_eq!(deal(8, 3, Deal::Serpentine), [vec![0, 5, 6], vec![1, 4, 7], vec![2, 3]]);
    }

    #[test]
    fn two_groups_by_thue_morse_are_abba_baab() {
        let dealt = deal(8, 2, Deal::ThueMorse);
        assert_eq!(dealt, [vec![0, 3, 5, 6], vec![1, 2, 4, 7]]);
        // Its virtue: the sums of the seeds are equal, and so are those of their squares.
        let sum = |group: &[Seat], power| group.iter().map(|seat| seat.pow(power)).sum::<usize>();
        assert_eq!(sum(&dealt[0], 1), sum(&dealt[1], 1));
        assert_eq!(sum(&dealt[0], 2), sum(&dealt[1], 2));
    }

    #[test]
    fn everybody_is_in_one_group_and_groups_differ_by_one_at_most() {
        for how in [Deal::Serpentine, Deal::ThueMorse] {
            for players in 0..40 {
                for groups in 0..10 {
                    let dealt = deal(players, groups, how);
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
}
