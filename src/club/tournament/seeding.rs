//! Seeding: the order of the players of a tournament before it begins, as they joined, by their ratings in its variant, or by lot. Groups
//! are dealt, a bracket is filled, and the first round of a Swiss tournament is paired by this order.

use crate::club::model::player::PlayerId;
use crate::club::model::tournament::Tournament;
use crate::club::pairing_and_standings::tiebreak::drawn;
use crate::club::rating::{Ledger, Rating};
use crate::command::TournamentSeed;
use std::cmp::Reverse;

/// Puts the players in order. A player without a rating counts as a newcomer. Equal players stay in the order in which they joined.
pub(crate) fn seed(ledger: Option<&Ledger>, tournament: &mut Tournament) {
    let (variant, lot) = (tournament.variant.clone(), tournament.lot.clone());
    match tournament.plan.seed {
        TournamentSeed::Entry => {}
        TournamentSeed::Rating => {
            tournament.entries.sort_by_key(|entry| Reverse(points(ledger, &variant, &entry.player)))
        }
        TournamentSeed::Lot => tournament.entries.sort_by_key(|entry| Reverse(drawn(&lot, entry.player.as_str()))),
    }
}

fn points(ledger: Option<&Ledger>, variant: &str, player: &PlayerId) -> i64 {
    let book = ledger.map(|ledger| &ledger.book);
    let entry = book.and_then(|book| book.entries.get(&(variant.to_owned(), player.clone())));
    entry.map_or(Rating::NEWCOMER, |entry| entry.rating).points_milli
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::model::tournament::Entry;
    use crate::club::rating::{self, Ledger, Period};
    use crate::club::tournament::export::tests::tournament;

    fn order(tournament: &Tournament) -> Vec<&str> {
        tournament.entries.iter().map(|entry: &Entry| entry.player.as_str()).collect()
    }

    #[test]
    fn players_are_put_in_order_as_the_terms_say() {
        let mut spring = tournament(crate::command::TournamentFormat::Swiss);
        let joined: Vec<String> = order(&spring).into_iter().map(str::to_owned).collect();
        let mut ledger = Ledger::default();
        for (player, points_milli) in [(joined.last().unwrap(), 1_800_000), (&joined[0], 1_200_000)] {
            let rating = Rating { points_milli, ..Rating::NEWCOMER };
            let entry = rating::Entry { period: Period(1), rating, games: 9 };
            ledger.book.entries.insert((spring.variant.clone(), player.parse().unwrap()), entry);
        }
        seed(Some(&ledger), &mut spring);
        assert_eq!(order(&spring), joined);
        spring.plan.seed = TournamentSeed::Rating;
        seed(Some(&ledger), &mut spring);
        // The best first, players without a rating as newcomers in their order, and last those who have less.
        let mut expected: Vec<String> = vec![joined.last().unwrap().clone()];
        expected.extend_from_slice(&joined[1..joined.len() - 1]);
        expected.push(joined[0].clone());
        assert_eq!(order(&spring), expected);
        spring.plan.seed = TournamentSeed::Lot;
        seed(Some(&ledger), &mut spring);
        let drawn: Vec<String> = order(&spring).into_iter().map(str::to_owned).collect();
        spring.entries.reverse();
        seed(Some(&ledger), &mut spring);
        assert_eq!(order(&spring), drawn, "a second draw gives the same order");
    }
}
