//! Functions with which the formats make meetings.

use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament};
use crate::club::pairing_and_standings::pairing;
use crate::club::pairing_and_standings::pairing::Round;

/// All players, by seat.
pub(super) fn players(tournament: &Tournament) -> Vec<PlayerId> {
    tournament.entries.iter().map(|entry| entry.player.clone()).collect()
}

/// Whether games are still being played.
pub(super) fn is_played_on(tournament: &Tournament) -> bool {
    !tournament.meetings.iter().all(Tournament::is_decided)
}

/// A meeting in this section, this round and this place of the round.
pub(super) fn meeting(section: u32, round: u32, place: usize, home: &PlayerId, away: Option<&PlayerId>) -> Meeting {
    Meeting { section, round, place: place as u32, home: home.clone(), away: away.cloned(), games: Vec::new() }
}

/// A round robin, with its rounds counted from `from`.
pub(super) fn everybody(players: &[PlayerId], section: u32, from: u32) -> Vec<Meeting> {
    let rounds = pairing::round_robin(players.len());
    rounds.iter().zip(from..).flat_map(|(round, number)| of_round(round, players, section, number)).collect()
}

/// The meetings of a round. The player without an opponent comes last.
pub(super) fn of_round(round: &Round, players: &[PlayerId], section: u32, number: u32) -> Vec<Meeting> {
    let pairs = round.pairs.iter().map(|(home, away)| (&players[*home], Some(&players[*away])));
    let byes = round.bye.iter().map(|seat| (&players[*seat], None));
    let meetings = pairs.chain(byes).enumerate();
    meetings.map(|(place, (home, away))| meeting(section, number, place, home, away)).collect()
}
