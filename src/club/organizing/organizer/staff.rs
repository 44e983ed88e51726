//! Announcements to everybody in a tournament, and its organizers.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::Decision;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Ruling;
use crate::club::model::tournament::{Tournament, TournamentStage};
use crate::club::model::tournament_change::TournamentChange;
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::changes_and_news::change;
use crate::club::organizing::organizer::settle::{Done, settle, with_organizers};
use crate::command::TournamentCommand;
use chrono::TimeDelta;

/// The most announcements of a tournament within a day: its players cannot turn them off.
const ANNOUNCEMENTS_MAX: usize = 3;
/// The most organizers of a tournament.
const ORGANIZERS_MAX: usize = 8;

/// Tells everybody in the tournament something.
pub(crate) fn announce(
    auth: &Authenticated,
    tournament: Tournament,
    text: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    let since = auth.request.received - TimeDelta::hours(24);
    let lately = tournament
        .notes
        .iter()
        .filter(|note| note.at > since && matches!(note.ruling, Ruling::Announced { .. }))
        .count();
    if lately >= ANNOUNCEMENTS_MAX {
        return Err(TournamentRefusal::TooManyAnnouncements { max: ANNOUNCEMENTS_MAX as u32 });
    }
    let ruling = Ruling::Announced { text: text.to_owned() };
    let readers = tournament.concerned();
    let done =
        Done { decision: Decision::default(), tournament, ruling, why: String::new(), readers, turns: Vec::new() };
    Ok(settle(auth, asked, done, chance).0)
}

/// Adds or removes organizers of the tournament. There is always at least one.
pub(crate) fn organizers(
    auth: &Authenticated,
    mut tournament: Tournament,
    added: &[String],
    dropped: &[String],
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    if tournament.stage == TournamentStage::Finished {
        return Err(TournamentRefusal::Over);
    }
    let mut readers = tournament.organizers.clone();
    let mut decision = Decision::default();
    let (mut came, mut went) = (Vec::new(), Vec::new());
    for id in added {
        let known = id.parse::<PlayerId>().ok().filter(|id| auth.view.players.contains_key(id));
        let player = known.ok_or_else(|| TournamentRefusal::NoSuchPlayer { player: id.clone() })?;
        if !tournament.is_organizer(&player) {
            change(&mut decision, &tournament, TournamentChange::OrganizerSet { player: player.clone(), on: true });
            came.push(player.to_string());
            tournament.organizers.push(player);
        }
    }
    for id in dropped {
        let known = id.parse::<PlayerId>().ok().filter(|id| tournament.is_organizer(id));
        let player = known.ok_or_else(|| TournamentRefusal::OrganizesNot { player: id.clone() })?;
        change(&mut decision, &tournament, TournamentChange::OrganizerSet { player: player.clone(), on: false });
        tournament.organizers.retain(|organizer| *organizer != player);
        went.push(id.clone());
    }
    if tournament.organizers.is_empty() || tournament.organizers.len() > ORGANIZERS_MAX {
        return Err(TournamentRefusal::OrganizersWanted { max: ORGANIZERS_MAX as u32 });
    }
    if came.is_empty() && went.is_empty() {
        return Err(TournamentRefusal::NothingChanges);
    }
    readers = with_organizers(&tournament, &readers);
    let ruling = Ruling::Organizers { added: came, dropped: went };
    let done = Done { decision, tournament, ruling, why: String::new(), readers, turns: Vec::new() };
    Ok(settle(auth, asked, done, chance).0)
}
