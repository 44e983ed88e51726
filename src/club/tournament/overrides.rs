//! What an organizer wants otherwise in the next pairing: two players change places in it, or one has no opponent. It is kept with the
//! tournament until that pairing has become meetings; whom it names and who leaves before is named no more.

use crate::club::decision::Decision;
use crate::club::player::PlayerId;
use crate::club::tournament::begin::change;
use crate::club::tournament::change::TournamentChange;
use crate::club::tournament::tournament::{Meeting, Tournament};
use crate::command::TournamentFormat;
use serde::{Deserialize, Serialize};

/// Most wishes for one pairing.
pub const OVERRIDES_MAX: usize = 40;

/// One wish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Override {
    /// These two change places, in every meeting that is paired.
    Swap(String, String),
    /// This player of a Swiss has no opponent.
    Bye(String),
}

impl Override {
    fn names(&self, player: &PlayerId) -> bool {
        match self {
            Override::Swap(one, other) => player.as_str() == one || player.as_str() == other,
            Override::Bye(who) => player.as_str() == who,
        }
    }
}

/// Lets two change places; where they just did, they have their own again.
pub fn toggle_swap(overrides: &mut Vec<Override>, (one, other): (&PlayerId, &PlayerId)) {
    let swap = |one: &PlayerId, other: &PlayerId| Override::Swap(one.to_string(), other.to_string());
    match overrides.last() {
        Some(last) if *last == swap(one, other) || *last == swap(other, one) => drop(overrides.pop()),
        _ => overrides.push(swap(one, other)),
    }
}

/// These meetings with the players in their places who are to change them. Both keep theirs where one of the two is in none, or where one
/// would have no opponent for a second time.
pub fn swapped(tournament: &Tournament, mut meetings: Vec<Meeting>) -> Vec<Meeting> {
    for wish in &tournament.overrides {
        let Override::Swap(one, other) = wish else { continue };
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

/// Who has had no opponent in a round, and would have none in these meetings again.
pub fn second_bye(tournament: &Tournament, meetings: &[Meeting]) -> Option<PlayerId> {
    let free = |meetings: &[Meeting], id: &PlayerId| meetings.iter().any(|m| m.home == *id && m.away.is_none());
    let had =
        meetings.iter().map(|meeting| &meeting.home).find(|id| free(meetings, id) && free(&tournament.meetings, id));
    had.cloned().filter(|_| tournament.plan.format == TournamentFormat::Swiss)
}

/// Whether this player is to have no opponent.
pub fn has_bye(overrides: &[Override], player: &PlayerId) -> bool {
    overrides.iter().any(|wish| matches!(wish, Override::Bye(who) if who == player.as_str()))
}

/// Other wishes than there were.
pub fn set(decision: &mut Decision, tournament: &mut Tournament, overrides: Vec<Override>) {
    if tournament.overrides != overrides {
        change(decision, tournament, TournamentChange::OverridesSet { overrides: overrides.clone() });
        tournament.overrides = overrides;
    }
}

/// Whoever plays no longer is named by no wish.
pub fn forget(decision: &mut Decision, tournament: &mut Tournament, player: &PlayerId) {
    let kept = tournament.overrides.iter().filter(|wish| !wish.names(player)).cloned().collect();
    set(decision, tournament, kept);
}
