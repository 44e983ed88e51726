//! What all rulings have in common: they are shown first, then written down and told.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::reply::Reply;
use crate::club::exchange::tournament_page::TournamentPage;
use crate::club::exchange::view::View;
use crate::club::model::game::{Head, Stage};
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Ruling;
use crate::club::model::tournament::{Tournament, TournamentStage};
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::changes_and_news::{RulingTold, note, tell_ruling};
use crate::command::TournamentCommand;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// A ruling of an organizer, ready to be made.
pub(super) struct Done {
    /// What becomes true by it.
    pub decision: Decision,
    /// The tournament after it.
    pub tournament: Tournament,
    /// What the record says.
    pub ruling: Ruling,
    /// The reason that was given.
    pub why: String,
    /// Who is told.
    pub readers: Vec<PlayerId>,
    /// The boards whose clocks wait until their players are told.
    pub turns: Vec<Head>,
}

/// Shows the ruling, or makes it when the sender has said yes.
pub(super) fn settle(
    auth: &Authenticated,
    asked: &TournamentCommand,
    done: Done,
    chance: &mut Chance,
) -> (Decision, Option<Tournament>) {
    let by = Some(auth.sender);
    let Done { mut decision, tournament, ruling, why, readers, turns } = done;
    if !auth.request.confirmed {
        let page = TournamentPage::Preview { ruling, by: by.cloned(), why, readers: readers.len() };
        return (shown_first(asked, Reply::Tournament { tournament: Arc::new(tournament), page }), None);
    }
    let at = auth.request.received;
    note(&mut decision, &tournament, by, at, ruling.clone(), &why);
    let told = RulingTold { ruling, by, why: &why, readers: &readers, turns: &turns };
    tell_ruling(&mut decision, auth.view, &tournament, told, at, chance);
    (decision, Some(tournament))
}

/// Refuses what is only for a running tournament.
pub(super) fn running(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.stage {
        TournamentStage::Running => Ok(()),
        TournamentStage::Finished => Err(TournamentRefusal::Over),
        TournamentStage::Draft | TournamentStage::Open | TournamentStage::Closed => Err(TournamentRefusal::NotBegun),
    }
}

/// These players and the organizers, each once.
pub(super) fn with_organizers<'a>(
    tournament: &'a Tournament,
    players: impl IntoIterator<Item = &'a PlayerId>,
) -> Vec<PlayerId> {
    let mut readers: Vec<PlayerId> = Vec::new();
    for player in players.into_iter().chain(&tournament.organizers) {
        if !readers.contains(player) {
            readers.push(player.clone());
        }
    }
    readers
}

/// The running games of the tournament that have a clock.
pub(super) fn timed(view: &View) -> impl Iterator<Item = &Head> {
    view.tournament_heads.values().filter(|head| head.stage == Stage::Running && head.clock.is_some())
}

/// A game that is played again: its clock waits for the letter that says so.
pub(super) fn reopen(decision: &mut Decision, view: &View, mut head: Head, at: DateTime<Utc>) -> Head {
    let number = head.number;
    head.stage = Stage::Running;
    head.touched = at;
    decision.changes.push(Change::StageReached { number, stage: Stage::Running, at });
    crate::club::playing::challenge::pass_turn(view, &mut head, at);
    decision.changes.extend(head.clock.clone().map(|clock| Change::ClockSet { number, clock }));
    head
}

/// A ruling, `start` and `finish` are shown first, and wait for the organizer's yes.
pub(crate) fn shown_first(asked: &TournamentCommand, preview: Reply) -> Decision {
    Decision { held: Some(asked.to_string()), preview: Some(preview), ..Decision::default() }
}
