//! Places in a whole tournament: those of its table, with groups those of the final before those of the groups, in a knockout those of the
//! bracket.

use crate::club::model::player::PlayerId;
use crate::club::model::tournament::Tournament;
use crate::club::tournament::format;
use crate::club::tournament::format::Placed;

/// All players of the tournament, the first place first. Players whose results are cancelled come last.
pub fn places(tournament: &Tournament) -> Vec<Placed> {
    let mut placed = format::of(tournament.plan.format).places(tournament);
    for entry in &tournament.entries {
        if placed.iter().all(|known| known.player != entry.player) {
            placed.push(Placed { place: None, player: entry.player.clone() });
        }
    }
    placed
}

/// The players in the first three places, with those who share them. There is no first place while it is open.
pub fn podium(tournament: &Tournament) -> Vec<(usize, Vec<PlayerId>)> {
    let placed = places(tournament);
    let open = format::of(tournament.plan.format).is_first_open(tournament);
    let of = |place: usize| -> Vec<PlayerId> {
        placed.iter().filter(|one| one.place == Some(place)).map(|one| one.player.clone()).collect()
    };
    let places = (1..=3).filter(|place| *place > 1 || !open).map(|place| (place, of(place)));
    places.filter(|(_, players)| !players.is_empty()).collect()
}
