//! Players who have paused or closed their accounts are not paired.
//!
//! ```text
//!  before the start    their entry is removed
//!  at a later pairing  a player who has paused and would be paired has withdrawn, by the usual rule
//!  delete              the player has withdrawn at once, by the usual rule, and their games are over
//! ```
//!
//! Each case is a line in the record with its reason, and the organizers are told.

use crate::chance::Chance;
use crate::club::exchange::decision::Decision;
use crate::club::exchange::view::View;
use crate::club::model::player;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Leaving, Ruling};
use crate::club::model::tournament::{Meeting, Tournament, TournamentStage};
use crate::club::model::tournament_change::TournamentChange;
use crate::club::organizing::changes_and_news::{RulingTold, change, note};
use crate::club::organizing::{changes_and_news, withdrawal};
use crate::club::pairing_and_standings::game_value::Participation;
use chrono::{DateTime, Utc};

/// Why this player is not paired. `None` if they can be.
fn absence(view: &View, player: &PlayerId) -> Option<Leaving> {
    let signed_off = |known: &player::Player| known.presence == player::Presence::SignedOff;
    match view.players.get(player) {
        Some(known) => signed_off(known).then_some(Leaving::SignedOff),
        None => view.gone.contains(player).then_some(Leaving::Gone),
    }
}

/// Removes the entries of such players from a tournament that has not begun. Returns who they were.
pub(crate) fn leave_out(view: &View, tournament: &mut Tournament) -> Vec<(PlayerId, Leaving)> {
    let players = tournament.entries.iter().map(|entry| entry.player.clone());
    let absent: Vec<(PlayerId, Leaving)> =
        players.filter_map(|player| absence(view, &player).map(|why| (player, why))).collect();
    tournament.entries.retain(|entry| absent.iter().all(|(player, _)| *player != entry.player));
    absent
}

/// Writes down that a player's entry was removed before the start, and tells the organizers.
pub(crate) fn write_off(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    player: &PlayerId,
    cause: Leaving,
    at: DateTime<Utc>,
    chance: &mut Chance,
) {
    changes_and_news::forget_wishes(decision, tournament, player);
    change(decision, tournament, TournamentChange::Left { player: player.clone() });
    let ruling = Ruling::LeftOut { player: player.to_string(), cause };
    note(decision, tournament, None, at, ruling.clone(), "");
    changes_and_news::tell_ruling(
        decision,
        view,
        tournament,
        RulingTold::by_server(ruling, &tournament.organizers),
        at,
        chance,
    );
}

/// The players in these meetings who are absent have withdrawn. False if all are there.
pub(crate) fn withdraw_absent(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    meetings: &[Meeting],
    at: DateTime<Utc>,
    chance: &mut Chance,
) -> bool {
    let paired = meetings.iter().flat_map(|meeting| std::iter::once(&meeting.home).chain(&meeting.away));
    let mut absent: Vec<(PlayerId, Leaving)> =
        paired.filter_map(|player| absence(view, player).map(|why| (player.clone(), why))).collect();
    absent.sort_by(|one, other| one.0.cmp(&other.0));
    absent.dedup();
    for (player, cause) in &absent {
        withdrawal::withdraw_by_server(decision, view, tournament, player, *cause, at, chance);
    }
    !absent.is_empty()
}

/// A player closes their account. In the tournaments of the view that have not begun their entry is removed, and from running ones they
/// have withdrawn. The end of their games lets these tournaments go on, as the end of any game does.
pub fn depart(decision: &mut Decision, view: &View, player: &PlayerId, at: DateTime<Utc>, chance: &mut Chance) {
    for tournament in view.tournaments.values() {
        let mut tournament = tournament.clone();
        let playing = tournament.entry(player).is_some_and(|entry| entry.participation == Participation::Playing);
        match tournament.stage {
            TournamentStage::Draft | TournamentStage::Open | TournamentStage::Closed if playing => {
                tournament.entries.retain(|entry| entry.player != *player);
                write_off(decision, view, &mut tournament, player, Leaving::Gone, at, chance);
            }
            TournamentStage::Running if playing => {
                withdrawal::withdraw_by_server(decision, view, &mut tournament, player, Leaving::Gone, at, chance);
            }
            TournamentStage::Draft
            | TournamentStage::Open
            | TournamentStage::Closed
            | TournamentStage::Running
            | TournamentStage::Finished => {}
        }
    }
}
