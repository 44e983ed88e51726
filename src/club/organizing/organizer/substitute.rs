//! A player takes over the place of another: the points, the boards as they stand, and the clocks, with at least half of what a side has at
//! the beginning. This is possible until a quarter of the games are finished. Finished games stay with the player who played them.
//!
//! A player who never came can be replaced at any share, even after the server has taken them out. The games that ended by that are played
//! on, unless a round has begun since. A game lost on time stays lost.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::model::game::{Head, Stage};
use crate::club::model::player;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Leaving, Note, Ruling};
use crate::club::model::tournament::Tournament;
use crate::club::model::tournament_change::TournamentChange;
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::changes_and_news;
use crate::club::organizing::changes_and_news::change;
use crate::club::organizing::organizer::settle::{Done, running, settle};
use crate::club::organizing::organizer::undo::play_on;
use crate::club::organizing::withdrawal::{counted, is_no_show};
use crate::club::pairing_and_standings::game_value::Participation;
use crate::club::playing::challenge::pass_turn;
use crate::club::tournament::format;
use crate::command::TournamentCommand;
use crate::tafl::Side;

/// Puts a player in the place of another.
pub(crate) fn substitute(
    auth: &Authenticated,
    mut tournament: Tournament,
    out: &str,
    player: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    running(&tournament)?;
    let playing =
        |id: &PlayerId| tournament.entry(id).is_some_and(|entry| entry.participation == Participation::Playing);
    let known = out.parse::<PlayerId>().ok().filter(|id| playing(id) || taken_out(&tournament, id).is_some());
    let out = known.ok_or_else(|| TournamentRefusal::PlaysNot { player: out.to_owned() })?;
    let known = player.parse::<PlayerId>().ok().filter(|id| auth.view.players.contains_key(id));
    let player = known.ok_or_else(|| TournamentRefusal::NoSuchPlayer { player: player.to_owned() })?;
    // A player who has played in it cannot come back: their games belong to the place that they had.
    let has_played = auth.view.tournament_heads.values().any(|head| head.side_of(&player).is_some());
    if tournament.entry(&player).is_some() || has_played {
        return Err(TournamentRefusal::PlaysAlready { player: player.to_string() });
    }
    if auth.view.players.get(&player).is_some_and(|known| known.presence == player::Presence::SignedOff) {
        return Err(TournamentRefusal::SignedOff { player: player.to_string() });
    }
    let never_came = taken_out(&tournament, &out).cloned();
    let (finished, scheduled) = counted(&tournament, &out);
    let late = finished * 4 >= scheduled.max(1) && finished > 0;
    if late && never_came.is_none() && !is_no_show(&tournament, &out) {
        return Err(TournamentRefusal::TooLateToSubstitute { player: out.to_string(), finished, scheduled });
    }
    let at = auth.request.received;
    let mut decision = Decision::default();
    changes_and_news::forget_wishes(&mut decision, &mut tournament, &out);
    let mut reopened = Vec::new();
    if let Some(note) = never_came {
        reopened = bring_back(&mut decision, auth, &mut tournament, &out, &note)?;
    }
    change(&mut decision, &tournament, TournamentChange::Substituted { out: out.clone(), player: player.clone(), at });
    let taken_over = |id: &mut PlayerId| {
        if *id == out {
            *id = player.clone();
        }
    };
    tournament.entries.iter_mut().for_each(|entry| taken_over(&mut entry.player));
    for meeting in &mut tournament.meetings {
        taken_over(&mut meeting.home);
        meeting.away.iter_mut().for_each(taken_over);
        for game in &mut meeting.games {
            taken_over(&mut game.attackers);
            taken_over(&mut game.defenders);
        }
    }
    let (mut turns, mut boards) = (Vec::new(), Vec::new());
    let running = auth.view.tournament_heads.values().filter(|head| head.stage == Stage::Running).cloned();
    for mut head in running.chain(reopened.iter().cloned()) {
        let Some(side) = head.side_of(&out) else { continue };
        let number = head.number;
        decision.changes.push(Change::SideTakenOver { number, side, player: player.clone() });
        match side {
            Side::Attackers => head.attackers = player.clone(),
            Side::Defenders => head.defenders = player.clone(),
        }
        if let Some(clock) = &mut head.clock {
            clock.top_up(side);
        }
        let again = reopened.iter().any(|other| other.number == number);
        if head.to_move() == side {
            pass_turn(auth.view, &mut head, at);
        }
        // On a board that is played on again, neither player has a letter that can be answered.
        if head.to_move() == side || again {
            turns.push(head.clone());
        }
        decision.changes.extend(head.clock.map(|clock| Change::ClockSet { number, clock }));
        boards.push(number);
    }
    let mut readers = tournament.concerned();
    readers.push(out.clone());
    let ruling = Ruling::Substituted { out: out.to_string(), player: player.to_string(), boards };
    let done = Done { decision, tournament, ruling, why: String::new(), readers, turns };
    Ok(settle(auth, asked, done, chance).0)
}

/// The note by which the server has taken out a player who never came and is still out.
fn taken_out<'a>(tournament: &'a Tournament, player: &PlayerId) -> Option<&'a Note> {
    let out = tournament.entry(player).is_some_and(|entry| entry.participation != Participation::Playing);
    let mut withdrew = tournament
        .notes
        .iter()
        .rev()
        .filter(|note| matches!(&note.ruling, Ruling::Withdrew { player: who, .. } if player.as_str() == who));
    let note = withdrew.next().filter(|_| out)?;
    matches!(note.ruling, Ruling::Withdrew { cause: Leaving::NoShow, .. }).then_some(note)
}

/// The place of a player who never came is played on, with the boards that were over when the server took the player out, unless a round
/// has begun since. A knockout has paired without them then.
fn bring_back(
    decision: &mut Decision,
    auth: &Authenticated,
    tournament: &mut Tournament,
    out: &PlayerId,
    note: &Note,
) -> Result<Vec<Head>, TournamentRefusal> {
    let Ruling::Withdrew { boards, before, .. } = &note.ruling else { return Ok(Vec::new()) };
    let went_on = |later: &Note| later.number > note.number && matches!(later.ruling, Ruling::RoundBegan { .. });
    let went_on = tournament.notes.iter().any(went_on);
    if went_on && format::of(tournament.plan.format).rounds_by_points(&tournament.plan).is_none() {
        return Err(TournamentRefusal::WentOn);
    }
    change(
        decision,
        tournament,
        TournamentChange::ParticipationSet { player: out.clone(), participation: Participation::Playing },
    );
    tournament
        .entries
        .iter_mut()
        .filter(|entry| entry.player == *out)
        .for_each(|entry| entry.participation = Participation::Playing);
    let boards = if went_on { &[] } else { boards.as_slice() };
    // A game whose other player has closed their account stays over.
    Ok(boards.iter().filter_map(|number| play_on(decision, auth, tournament, *number, before).ok().flatten()).collect())
}
