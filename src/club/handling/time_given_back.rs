//! A player is told that their clocks got time back because the server was down. Pure, like [`decide`](crate::club::handling::decide).

use crate::chance::Chance;
use crate::club::exchange::decision::Decision;
use crate::club::exchange::game_search::{GameSearch, Which};
use crate::club::exchange::notice::News;
use crate::club::exchange::notices_out;
use crate::club::exchange::view::{Needs, View};
use crate::club::handling::clockwork::timed;
use crate::club::model::downtime::Downtime;
use crate::club::model::player::PlayerId;
use chrono::{DateTime, Utc};

/// What must be loaded to tell a player.
pub fn downtime_needs(player: &PlayerId) -> Needs {
    Needs {
        players: [player.clone()].into(),
        lists: [GameSearch::of(player.clone(), Which::Next)].into(),
        looker: Some(player.clone()),
        ..Needs::default()
    }
}

/// The letter. There is none if no clock of the player is running any more.
pub fn downtime_news(
    view: &View,
    player: &PlayerId,
    downtime: &Downtime,
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision::default();
    let Some(reader) = view.players.get(player) else {
        return decision;
    };
    let mut games = timed(view, reader);
    if games.is_empty() {
        return decision;
    }
    games.sort_by_key(|head| head.clock.as_ref().and_then(|clock| clock.deadline));
    notices_out::letter(&mut decision, reader, News::TimeGivenBack { downtime: *downtime, games }, now, chance);
    decision
}
