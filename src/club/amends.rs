//! A player is told that his clocks got time back, because no server was there. Pure, like [`decide`](crate::club::decide).

use crate::chance::Chance;
use crate::club::clockwork::timed;
use crate::club::decision::Decision;
use crate::club::downtime::Downtime;
use crate::club::notice::News;
use crate::club::player::PlayerId;
use crate::club::tell;
use crate::club::view::{Needs, View, Which};
use chrono::{DateTime, Utc};

/// What has to be loaded to tell a player.
pub fn amends_needs(player: &PlayerId) -> Needs {
    Needs { players: [player.clone()].into(), lists: [(player.clone(), Which::Next)].into(), ..Needs::default() }
}

/// The letter; none where his time does not count on any board by now.
pub fn amends(view: &View, player: &PlayerId, amends: &Downtime, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision::default();
    let Some(reader) = view.players.get(player) else {
        return decision;
    };
    let mut games = timed(view, reader);
    if games.is_empty() {
        return decision;
    }
    games.sort_by_key(|head| head.clock.as_ref().and_then(|clock| clock.deadline));
    tell::letter(&mut decision, reader, News::TimeGivenBack { amends: *amends, games }, now, chance);
    decision
}
