//! Writes down what becomes true of a tournament, and tells people of it.

use crate::chance::Chance;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notice::{News, TournamentNews};
use crate::club::exchange::notices_out;
use crate::club::exchange::view::View;
use crate::club::model::game::Head;
use crate::club::model::pairing_wishes::PairingWish;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Note, Ruling};
use crate::club::model::tournament::Tournament;
use crate::club::model::tournament_change::{OfTournament, TournamentChange};
use crate::club::pairing_and_standings::game_value::Outcome;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Writes down a change of the tournament.
pub(crate) fn change(decision: &mut Decision, tournament: &Tournament, change: TournamentChange) {
    decision.changes.push(Change::Tournament(OfTournament { tournament: tournament.name.clone(), change }));
}

/// Sets when the tournament must be looked at.
pub(crate) fn schedule(decision: &mut Decision, tournament: &mut Tournament, due: Option<DateTime<Utc>>) {
    if tournament.due != due {
        tournament.due = due;
        change(decision, tournament, TournamentChange::DueSet { due });
    }
}

/// Writes a line into the record of the tournament.
pub(crate) fn note(
    decision: &mut Decision,
    tournament: &Tournament,
    by: Option<&PlayerId>,
    at: DateTime<Utc>,
    ruling: Ruling,
    why: &str,
) {
    let noted = Note { number: 0, at, who: by.cloned(), ruling, why: why.to_owned() };
    change(decision, tournament, TournamentChange::Noted(noted));
}

/// Tells one player of the tournament. An unknown player is told nothing.
pub(crate) fn tell_one(
    decision: &mut Decision,
    view: &View,
    reader: &PlayerId,
    tournament: &Arc<Tournament>,
    news: TournamentNews,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let Some(player) = view.players.get(reader) else { return };
    notices_out::letter(decision, player, News::Tournament { tournament: tournament.clone(), news }, now, chance);
}

/// Writes down how a game counts.
pub(crate) fn score(decision: &mut Decision, tournament: &mut Tournament, number: u32, outcome: Outcome) {
    if let Some(game) = tournament.games_mut().find(|game| game.number == number) {
        game.outcome = outcome;
    }
    change(decision, tournament, TournamentChange::Scored { number, outcome });
}

/// What is told of a ruling, and to which readers.
pub(crate) struct RulingTold<'a> {
    /// The ruling.
    pub ruling: Ruling,
    /// Who made it. `None` for the server itself.
    pub by: Option<&'a PlayerId>,
    /// The reason that was given.
    pub why: &'a str,
    /// Who is told.
    pub readers: &'a [PlayerId],
    /// The boards whose clocks wait until their players are told.
    pub turns: &'a [Head],
}

impl<'a> RulingTold<'a> {
    /// A ruling of the server itself. No clock waits for it.
    pub(crate) fn by_server(ruling: Ruling, readers: &'a [PlayerId]) -> RulingTold<'a> {
        RulingTold { ruling, by: None, why: "", readers, turns: &[] }
    }
}

/// Tells the readers of a ruling, each with the boards on which it is their turn.
pub(crate) fn tell_ruling(
    decision: &mut Decision,
    view: &View,
    tournament: &Tournament,
    told: RulingTold<'_>,
    at: DateTime<Utc>,
    chance: &mut Chance,
) {
    let RulingTold { ruling, by, why, readers, turns } = told;
    let shared = Arc::new(tournament.clone());
    for reader in readers {
        let own = turns.iter().filter(|head| head.player(head.to_move()) == reader);
        let news = TournamentNews::Decided {
            ruling: ruling.clone(),
            by: by.cloned(),
            why: why.to_owned(),
            turns: own.cloned().collect(),
        };
        tell_one(decision, view, reader, &shared, news, at, chance);
    }
}

/// Replaces the wishes for the pairing.
pub(crate) fn set_wishes(decision: &mut Decision, tournament: &mut Tournament, wishes: Vec<PairingWish>) {
    if tournament.wishes != wishes {
        change(decision, tournament, TournamentChange::WishesSet { wishes: wishes.clone() });
        tournament.wishes = wishes;
    }
}

/// Drops the wishes that name a player who no longer plays.
pub(crate) fn forget_wishes(decision: &mut Decision, tournament: &mut Tournament, player: &PlayerId) {
    let kept = tournament.wishes.iter().filter(|wish| !wish.names(player)).cloned().collect();
    set_wishes(decision, tournament, kept);
}
