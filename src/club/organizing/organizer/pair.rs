//! An organizer changes what will be paired next: before the start in any format, and in a Swiss tournament before each round.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::Decision;
use crate::club::model::pairing_wishes::{PairingWish, WISHES_MAX, has_bye, toggle_swap};
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Ruling;
use crate::club::model::tournament::{Meeting, Tournament, TournamentStage};
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::absence::leave_out;
use crate::club::organizing::changes_and_news;
use crate::club::organizing::organizer::settle::{Done, settle};
use crate::club::pairing_and_standings::game_value::{Outcome, Participation};
use crate::club::tournament::format;
use crate::club::tournament::format::Next;
use crate::club::tournament::next_round::next;
use crate::club::tournament::seeding::seed;
use crate::command::TournamentCommand;

/// Two players change places.
pub(crate) fn swap(
    auth: &Authenticated,
    tournament: Tournament,
    one: &str,
    other: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    to_be_paired(&tournament)?;
    let (one, other) = (playing(&tournament, one)?, playing(&tournament, other)?);
    if one == other {
        return Err(TournamentRefusal::NothingChanges);
    }
    let mut wishes = tournament.wishes.clone();
    toggle_swap(&mut wishes, &one, &other);
    let as_it_was = ahead(&tournament);
    let free = |id: &PlayerId| as_it_was.iter().any(|meeting| meeting.home == *id && meeting.away.is_none());
    for (stays, goes) in [(&one, &other), (&other, &one)] {
        if free(stays) && tournament.meetings.iter().any(|meeting| meeting.home == *goes && meeting.away.is_none()) {
            return Err(TournamentRefusal::HadBye { player: goes.to_string() });
        }
    }
    let ruling = |met| Ruling::Swapped { one: one.to_string(), other: other.to_string(), met };
    wish(auth, tournament, wishes, ruling, asked, chance)
}

/// A player has no opponent.
pub(crate) fn bye(
    auth: &Authenticated,
    tournament: Tournament,
    player: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    to_be_paired(&tournament)?;
    let player = playing(&tournament, player)?;
    let is_free = |entry: &&crate::club::model::tournament::Entry| has_bye(&tournament.wishes, &entry.player);
    let there = tournament.entries.iter().filter(|entry| entry.participation == Participation::Playing);
    let free = there.clone().filter(is_free).count();
    if !format::of(tournament.plan.format).credits_bye() || there.count() < free + 3 {
        return Err(TournamentRefusal::NoBye);
    }
    if tournament.meetings.iter().any(|meeting| meeting.home == player && meeting.away.is_none()) {
        return Err(TournamentRefusal::HadBye { player: player.to_string() });
    }
    if has_bye(&tournament.wishes, &player) {
        return Err(TournamentRefusal::NothingChanges);
    }
    let mut wishes = tournament.wishes.clone();
    wishes.push(PairingWish::Bye(player.to_string()));
    let ruling = |met| Ruling::ByeGiven { player: player.to_string(), met };
    wish(auth, tournament, wishes, ruling, asked, chance)
}

fn wish(
    auth: &Authenticated,
    mut tournament: Tournament,
    wishes: Vec<PairingWish>,
    ruling: impl FnOnce(Vec<String>) -> Ruling,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    if wishes.len() > WISHES_MAX {
        return Err(TournamentRefusal::TooManyWishes { max: WISHES_MAX as u32 });
    }
    let mut decision = Decision::default();
    changes_and_news::set_wishes(&mut decision, &mut tournament, wishes);
    let mut shown = tournament.clone();
    if shown.stage < TournamentStage::Running {
        leave_out(auth.view, &mut shown);
        seed(auth.view.ledger.as_ref(), &mut shown);
    }
    let meetings = ahead(&shown);
    let met = meetings.iter().filter_map(|meeting| again(&tournament, meeting)).collect();
    if !auth.request.confirmed {
        // The preview shows what would be paired as things stand now.
        tournament.meetings = meetings;
    }
    let readers = tournament.organizers.clone();
    let done = Done { decision, tournament, ruling: ruling(met), why: String::new(), readers, turns: Vec::new() };
    Ok(settle(auth, asked, done, chance).0)
}

/// Whether there is still something to pair that an organizer can change.
fn to_be_paired(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.stage {
        TournamentStage::Draft | TournamentStage::Open | TournamentStage::Closed => Ok(()),
        TournamentStage::Running
            if format::of(tournament.plan.format).has_round_after(&tournament.plan, tournament.round()) =>
        {
            Ok(())
        }
        TournamentStage::Running => Err(TournamentRefusal::NothingToPair),
        TournamentStage::Finished => Err(TournamentRefusal::Over),
    }
}

fn playing(tournament: &Tournament, word: &str) -> Result<PlayerId, TournamentRefusal> {
    let plays = |id: &PlayerId| tournament.entry(id).is_some_and(|entry| entry.participation == Participation::Playing);
    let known = word.parse::<PlayerId>().ok().filter(plays);
    known.ok_or_else(|| TournamentRefusal::PlaysNot { player: word.to_owned() })
}

/// What would be paired next as things stand now. Games that are still being played count as draws.
fn ahead(tournament: &Tournament) -> Vec<Meeting> {
    let mut tournament = tournament.clone();
    for game in tournament.games_mut().filter(|game| game.outcome == Outcome::Open) {
        game.outcome = Outcome::Provisional { winner: None };
    }
    match next(&tournament) {
        Next::Meetings(meetings) => meetings,
        Next::Wait | Next::Over | Next::Stuck => Vec::new(),
    }
}

/// The two players of a meeting, if they have met before.
fn again(tournament: &Tournament, meeting: &Meeting) -> Option<String> {
    let away = meeting.away.as_ref()?;
    let both = |other: &&Meeting| {
        let of = |id: &PlayerId| other.home == *id || other.away.as_ref() == Some(id);
        of(&meeting.home) && of(away)
    };
    tournament.meetings.iter().find(both).map(|_| format!("{} v {away}", meeting.home))
}
