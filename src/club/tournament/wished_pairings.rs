//! Meetings by the wishes of an organizer: two players change places, or one has no opponent. A wish is kept with the
//! tournament until that pairing has become meetings. It is dropped if a player whom it names leaves before that.

use crate::club::model::pairing_wishes::PairingWish;
use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament};
use crate::club::tournament::format;

/// These meetings after the wished changes of places. Both players keep their places if one of the two is in no meeting, or if one would
/// have no opponent for a second time.
pub(crate) fn swapped(tournament: &Tournament, mut meetings: Vec<Meeting>) -> Vec<Meeting> {
    for wish in &tournament.wishes {
        let PairingWish::Swap(one, other) = wish else { continue };
        let before = meetings.clone();
        let ids = || meetings.iter().flat_map(|meeting| std::iter::once(&meeting.home).chain(&meeting.away));
        let known = |word: &String| ids().find(|id| id.as_str() == word).cloned();
        let (Some(one), Some(other)) = (known(one), known(other)) else { continue };
        let exchange = |id: &mut PlayerId| {
            if *id == one {
                *id = other.clone();
            } else if *id == other {
                *id = one.clone();
            }
        };
        for meeting in &mut meetings {
            exchange(&mut meeting.home);
            meeting.away.iter_mut().for_each(exchange);
        }
        if second_bye(tournament, &meetings).is_some() {
            meetings = before;
        }
    }
    meetings
}

/// A player who has had no opponent in a round, and would have none in these meetings again.
pub(crate) fn second_bye(tournament: &Tournament, meetings: &[Meeting]) -> Option<PlayerId> {
    let free = |meetings: &[Meeting], id: &PlayerId| meetings.iter().any(|m| m.home == *id && m.away.is_none());
    let had =
        meetings.iter().map(|meeting| &meeting.home).find(|id| free(meetings, id) && free(&tournament.meetings, id));
    had.cloned().filter(|_| format::of(tournament.plan.format).credits_bye())
}
