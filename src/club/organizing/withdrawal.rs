//! What happens to a tournament when a player leaves it, for whatever reason: their games, their place in the table, and the record.
//!
//! In a round robin or a group, if a player leaves before half of their games are finished, all their results are cancelled. Otherwise
//! their games count, and the unfinished ones are lost.

use crate::chance::Chance;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notices_out;
use crate::club::exchange::view::View;
use crate::club::model::game::{Ending, Stage};
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Leaving, Ruling};
use crate::club::model::tournament::{Meeting, Tournament, TournamentGame};
use crate::club::model::tournament_change::TournamentChange;
use crate::club::organizing::changes_and_news;
use crate::club::organizing::changes_and_news::{RulingTold, change, note};
use crate::club::pairing_and_standings::game_value::{Outcome, Participation, participation_when_leaving};
use crate::club::tournament::format;
use crate::tafl::Side;
use chrono::{DateTime, Utc};

/// A player who loses this many games of a tournament on time is no longer waited for.
pub(in crate::club) const TIMEOUTS_MAX: usize = 2;

/// If the game on this board was lost on time, its loser may have vanished: they have lost two games on time, or one without a move in any
/// of the games that began with it. Then they are taken out of the tournament.
pub(crate) fn withdraw_if_vanished(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    number: u32,
    at: DateTime<Utc>,
    chance: &mut Chance,
) {
    let lost = tournament.game(number).and_then(|(meeting, game)| Some((meeting, loser_on_time(game)?.clone())));
    let Some((meeting, loser)) = lost else {
        return;
    };
    if tournament.entry(&loser).is_none_or(|entry| entry.participation != Participation::Playing) {
        return;
    }
    let lost = tournament.games().filter(|game| loser_on_time(game) == Some(&loser)).count();
    // Moves in an earlier round do not show that the player is still there.
    let moved = begun_with(tournament, meeting).any(|game| has_moved(tournament, game, &loser));
    let cause = match (lost >= TIMEOUTS_MAX, moved) {
        (_, false) => Leaving::NoShow,
        (true, true) => Leaving::Timeouts,
        (false, true) => return,
    };
    withdraw_by_server(decision, view, tournament, &loser, cause, at, chance);
}

/// The server itself takes a player out.
pub(crate) fn withdraw_by_server(
    decision: &mut Decision,
    view: &View,
    tournament: &mut Tournament,
    player: &PlayerId,
    cause: Leaving,
    at: DateTime<Utc>,
    chance: &mut Chance,
) {
    let ruling = leave(decision, tournament, player, cause, at);
    note(decision, tournament, None, at, ruling.clone(), "");
    changes_and_news::tell_ruling(
        decision,
        view,
        tournament,
        RulingTold::by_server(ruling, &tournament.concerned()),
        at,
        chance,
    );
}

/// The games that began together with those of this meeting: in a round robin or a group all games of the section, else those of its round.
fn begun_with<'a>(tournament: &'a Tournament, meeting: &Meeting) -> impl Iterator<Item = &'a TournamentGame> {
    let all_meet = format::of(tournament.plan.format).all_meet();
    let (section, round) = (meeting.section, meeting.round);
    let together = move |other: &&Meeting| other.section == section && (all_meet || other.round == round);
    tournament.meetings.iter().filter(together).flat_map(|meeting| &meeting.games)
}

/// Whether a player has made a move in this game.
pub(in crate::club) fn has_moved(tournament: &Tournament, game: &TournamentGame, player: &PlayerId) -> bool {
    let second = |side: Side| u32::from(side != tournament.rules.first());
    (game.attackers == *player && game.plies > second(Side::Attackers))
        || (game.defenders == *player && game.plies > second(Side::Defenders))
}

/// Whether all games that a player has finished in the current section were lost on time without a move.
pub(crate) fn is_no_show(tournament: &Tournament, player: &PlayerId) -> bool {
    let games = tournament.meetings_of(tournament.section_of(player)).flat_map(|meeting| &meeting.games);
    let over = |game: &&TournamentGame| matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    let mut own = games.filter(|game| game.attackers == *player || game.defenders == *player).filter(over).peekable();
    let never_came =
        |game: &TournamentGame| loser_on_time(game) == Some(player) && !has_moved(tournament, game, player);
    own.peek().is_some() && own.all(never_came)
}

pub(in crate::club) fn loser_on_time(game: &TournamentGame) -> Option<&PlayerId> {
    match game.outcome {
        Outcome::Forfeit { winner: Some(Side::Attackers) } if game.on_time => Some(&game.defenders),
        Outcome::Forfeit { winner: Some(Side::Defenders) } if game.on_time => Some(&game.attackers),
        Outcome::Open | Outcome::Provisional { .. } | Outcome::Played { .. } | Outcome::Forfeit { .. } => None,
    }
}

/// The player no longer plays, and their open games are lost.
pub(in crate::club) fn leave(
    decision: &mut Decision,
    tournament: &mut Tournament,
    player: &PlayerId,
    cause: Leaving,
    at: DateTime<Utc>,
) -> Ruling {
    changes_and_news::forget_wishes(decision, tournament, player);
    let (finished, scheduled) = counted(tournament, player);
    let all_meet = format::of(tournament.plan.format).all_meet();
    let participation = if all_meet { participation_when_leaving(finished, scheduled) } else { Participation::Left };
    if let Some(entry) = tournament.entries.iter_mut().find(|entry| entry.player == *player) {
        entry.participation = participation;
    }
    change(decision, tournament, TournamentChange::ParticipationSet { player: player.clone(), participation });
    let open: Vec<(u32, Side)> = tournament
        .games()
        .filter(|game| matches!(game.outcome, Outcome::Open | Outcome::Provisional { .. }))
        .filter_map(|game| match (game.attackers == *player, game.defenders == *player) {
            (true, _) => Some((game.number, Side::Defenders)),
            (_, true) => Some((game.number, Side::Attackers)),
            _ => None,
        })
        .collect();
    let boards: Vec<u32> = open.iter().map(|(number, _)| *number).collect();
    let before = tournament.so_far(&boards);
    for (number, winner) in &open {
        let stage = Stage::Ended(Ending::Adjudicated { winner: Some(*winner) });
        decision.changes.push(Change::StageReached { number: *number, stage, at });
        decision.changes.push(Change::TokensExpire { number: *number, by: notices_out::when_over(at) });
        changes_and_news::score(decision, tournament, *number, Outcome::Forfeit { winner: Some(*winner) });
    }
    let struck = participation == Participation::Struck;
    Ruling::Withdrew { player: player.to_string(), cause, struck, finished, scheduled, boards, before }
}

/// How many games of a player are finished, and how many there are, in the current section: games in a group before the final do not count.
pub(crate) fn counted(tournament: &Tournament, player: &PlayerId) -> (u32, u32) {
    let games = tournament.meetings_of(tournament.section_of(player)).flat_map(|meeting| &meeting.games);
    let own: Vec<_> = games.filter(|game| game.attackers == *player || game.defenders == *player).collect();
    let over = |outcome: Outcome| matches!(outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    (own.iter().filter(|game| over(game.outcome)).count() as u32, own.len() as u32)
}
