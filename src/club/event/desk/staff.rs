//! Words to everybody in an event, and who organizes it.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::Decision;
use crate::club::event::begin::change;
use crate::club::event::change::EventChange;
use crate::club::event::deed::Deed;
use crate::club::event::desk::settle::{Done, settle, with_organizers};
use crate::club::event::event::{Event, EventStage};
use crate::club::event::refusal::EventRefusal;
use crate::club::player::PlayerId;
use crate::command::TournamentCommand;
use chrono::TimeDelta;

/// So many announcements of an event within a day: nobody in it can refuse them.
const ANNOUNCEMENTS_MAX: usize = 3;
/// Most organizers of an event.
const ORGANIZERS_MAX: usize = 8;

/// Tells everybody in the event something.
pub fn announce(
    case: &Case,
    event: Event,
    (text, asked): (&str, &TournamentCommand),
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    let since = case.request.received - TimeDelta::hours(24);
    let lately =
        event.notes.iter().filter(|note| note.at > since && matches!(note.deed, Deed::Announced { .. })).count();
    if lately >= ANNOUNCEMENTS_MAX {
        return Err(EventRefusal::TooManyAnnouncements { max: ANNOUNCEMENTS_MAX as u32 });
    }
    let deed = Deed::Announced { text: text.to_owned() };
    let readers = event.concerned();
    let done = Done { decision: Decision::default(), event, deed, why: String::new(), readers, turns: Vec::new() };
    Ok(settle(case, asked, done, chance).0)
}

/// Others organize the event, too or instead. One always does.
pub fn organizers(
    case: &Case,
    mut event: Event,
    (added, dropped): (&[String], &[String]),
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    if event.stage == EventStage::Finished {
        return Err(EventRefusal::Over);
    }
    let mut readers = event.organizers.clone();
    let mut decision = Decision::default();
    let (mut came, mut went) = (Vec::new(), Vec::new());
    for id in added {
        let known = id.parse::<PlayerId>().ok().filter(|id| case.view.players.contains_key(id));
        let player = known.ok_or_else(|| EventRefusal::NoSuchPlayer { player: id.clone() })?;
        if !event.is_organizer(&player) {
            change(&mut decision, &event, EventChange::OrganizerSet { player: player.clone(), on: true });
            came.push(player.to_string());
            event.organizers.push(player);
        }
    }
    for id in dropped {
        let known = id.parse::<PlayerId>().ok().filter(|id| event.is_organizer(id));
        let player = known.ok_or_else(|| EventRefusal::OrganizesNot { player: id.clone() })?;
        change(&mut decision, &event, EventChange::OrganizerSet { player: player.clone(), on: false });
        event.organizers.retain(|organizer| *organizer != player);
        went.push(id.clone());
    }
    if event.organizers.is_empty() || event.organizers.len() > ORGANIZERS_MAX {
        return Err(EventRefusal::OrganizersWanted { max: ORGANIZERS_MAX as u32 });
    }
    if came.is_empty() && went.is_empty() {
        return Err(EventRefusal::NothingChanges);
    }
    readers = with_organizers(&event, &readers);
    let deed = Deed::Organizers { added: came, dropped: went };
    let done = Done { decision, event, deed, why: String::new(), readers, turns: Vec::new() };
    Ok(settle(case, asked, done, chance).0)
}
