//! Whether letters reach a player: what bounces mean, and what becomes true when they stop arriving and when he is heard of again.
//!
//! ```text
//!  a letter comes back (or is refused) --no such mailbox, or three in a week--> the address is suspended
//!    he has another: letters go there, and tell him        he has none: his opponents are told, letters are not written
//!  a mail that is his for certain --> its address, or with none left all of them, get letters again, and he is told
//! ```
//!
//! [`Player::is_reachable`] is what anything that waits for a player should look at. His clocks do so for a time: one waits for a letter that
//! reaches him, for [`HOLD_MAX`](crate::club::HOLD_MAX), and runs then all the same, so that nobody keeps a game from ending by being out
//! of reach.

use crate::chance::Chance;
use crate::club::decision::{Change, Decision};
use crate::club::game::{Ending, Head, Stage};
use crate::club::notice::{AccountNews, GameEvent, News};
use crate::club::player::{Player, PlayerId, Suspension};
use crate::club::tell;
use crate::club::view::{Needs, View};
use crate::mail::{Address, DeliveryStatus};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bounces count for this long.
pub const BOUNCES_WINDOW: TimeDelta = TimeDelta::days(7);

/// So many of them suspend an address.
const BOUNCES_MAX: usize = 3;

/// Opponents hear of the same mailbox once in this time, however often it comes and goes.
const TOLD_AGAIN: TimeDelta = TimeDelta::days(7);

/// Whether letters had better not go to a mailbox any more from which these came back within [`BOUNCES_WINDOW`].
pub fn is_dead(bounces: &[DeliveryStatus]) -> bool {
    let hard = bounces.iter().filter(|status| status.is_hard()).count();
    hard >= BOUNCES_MAX || bounces.iter().any(|status| status.is_no_mailbox())
}

/// What must be seen before letters to a player are stopped, besides what `view` has shown: whom he plays with.
pub fn suspend_needs(view: &View, player: &PlayerId) -> Needs {
    let opponents = running(view, player).map(|head| opponent(head, player).clone());
    Needs {
        players: opponents.chain([player.clone()]).collect(),
        open_games: [player.clone()].into(),
        ..Needs::default()
    }
}

/// Stops letters to an address. Nothing happens where it is not the player's, or letters to it have stopped already.
pub fn suspend(
    view: &View,
    player: &PlayerId,
    (address, status): (&Address, DeliveryStatus),
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision::default();
    let Some(known) = view.players.get(player).filter(|known| known.has_address(address)) else {
        return decision;
    };
    if known.is_suspended(address) {
        return decision;
    }
    let told = known.suspensions.iter().any(|known| known.address == *address && now - known.since < TOLD_AGAIN);
    decision.changes.push(Change::AddressSuspended {
        player: player.clone(),
        address: address.clone(),
        status,
        at: now,
    });
    let mut after = known.clone();
    after.suspensions.push(Suspension { address: address.clone(), status, since: now, lifted: false });
    if after.is_reachable() {
        let news = News::Account(AccountNews::Suspended { address: address.clone(), instead: after.address().clone() });
        tell::letter(&mut decision, &after, news, now, chance);
    } else if !told {
        for (reader, numbers) in by_opponent(view, player, |stage| stage == Stage::Running) {
            let mut games = view.open_games.get(player).into_iter().flatten();
            let timed = games.any(|head| head.clock.is_some() && numbers.contains(&head.number));
            let news = News::Account(AccountNews::Unreachable { player: player.clone(), numbers, timed });
            tell::letter(&mut decision, reader, news, now, chance);
        }
    }
    decision
}

/// Letters go to a player again who has been heard of: to `from`, the address he wrote from, or to all of them where that is none of his and
/// none else is left.
pub fn resume(view: &View, player: &PlayerId, from: &Address, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision::default();
    let Some(known) = view.players.get(player) else {
        return decision;
    };
    let lifts = |suspension: &&Suspension| !suspension.lifted && (suspension.address == *from || !known.is_reachable());
    let lifted: Vec<Suspension> = known.suspensions.iter().filter(lifts).cloned().collect();
    let Some(first) = lifted.first().cloned() else {
        return decision;
    };
    let mut after = known.clone();
    for suspension in &mut after.suspensions {
        suspension.lifted |= lifted.contains(suspension);
    }
    decision.changes.extend(
        lifted
            .into_iter()
            .map(|suspension| Change::AddressResumed { player: player.clone(), address: suspension.address }),
    );
    let games = view.open_games.get(player).into_iter().flatten();
    let waiting = games.filter(|head| head.stage == Stage::Running && head.player(head.to_move()) == player);
    let news = News::Account(AccountNews::Resumed { suspension: first, games: waiting.cloned().collect() });
    tell::letter(&mut decision, &after, news, now, chance);
    decision
}

/// A letter has come back that had told a player of his turn on these boards, after so many half-moves: his clocks there stand still until
/// another letter reaches him, or for [`HOLD_MAX`](crate::club::HOLD_MAX).
pub fn hold_clocks(view: &View, told: &BTreeMap<u32, u32>, now: DateTime<Utc>) -> Decision {
    let held = told.iter().filter_map(|(number, plies)| {
        let head = &view.games.get(number)?.head;
        let runs = head.stage == Stage::Running && head.plies == *plies;
        let mut clock = head.clock.clone().filter(|clock| runs && clock.since.is_some())?;
        let turn = head.turn();
        clock.hold(turn, now, view.leave(head.player(turn.side)));
        Some(Change::ClockSet { number: *number, clock })
    });
    Decision { changes: held.collect(), ..Decision::default() }
}

/// A letter about a board has not reached its reader, through no fault of his mailbox: what it told is told again, of the board as it stands
/// now. The words that stood in it are gone.
pub fn write_anew(view: &View, reader: &PlayerId, number: u32, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision::default();
    let (Some(known), Some(game)) = (view.players.get(reader), view.games.get(&number)) else {
        return decision;
    };
    let head = &game.head;
    let moved = GameEvent::Moved { by: head.to_move().opponent(), prepared: false, broken: false };
    let event = match head.stage {
        _ if head.side_of(reader).is_none() => return decision,
        Stage::Running => match head.offer {
            Some(offer) => GameEvent::Offered { kind: offer.kind, by: offer.by },
            None if head.plies == 0 => GameEvent::Began,
            None => moved,
        },
        Stage::Ended(Ending::Won { .. } | Ending::Drawn { .. }) => moved,
        Stage::Ended(Ending::Resigned { loser }) => GameEvent::Resigned { by: loser },
        Stage::Ended(Ending::TimedOut { loser }) => GameEvent::TimedOut { by: loser },
        Stage::Ended(Ending::Agreed) => GameEvent::DrawAgreed { by: head.to_move() },
        Stage::Invited if head.player(head.challenger) != reader => GameEvent::Invited { asked_as: None },
        Stage::Invited | Stage::Declined | Stage::Withdrawn | Stage::Ended(Ending::Adjudicated { .. }) => {
            return decision;
        }
    };
    tell::tell(&mut decision, known, &Arc::new(game.clone()), event, "", now, chance);
    decision
}

/// The opponents of a player in his open games at such a stage, each with the boards.
pub fn by_opponent<'a>(view: &'a View, player: &PlayerId, which: fn(Stage) -> bool) -> Vec<(&'a Player, Vec<u32>)> {
    let games = view.open_games.get(player).into_iter().flatten();
    let mut heads: Vec<&Head> = games.filter(|head| which(head.stage)).collect();
    heads.sort_by(|one, other| opponent(one, player).cmp(opponent(other, player)));
    let boards = heads.chunk_by(|one, other| opponent(one, player) == opponent(other, player));
    boards
        .filter_map(|boards| {
            let reader = view.players.get(opponent(boards.first()?, player))?;
            Some((reader, boards.iter().map(|head| head.number).collect()))
        })
        .collect()
}

fn running<'a>(view: &'a View, player: &PlayerId) -> impl Iterator<Item = &'a Head> {
    let games = view.open_games.get(player).into_iter().flatten();
    games.filter(|head| head.stage == Stage::Running)
}

fn opponent<'a>(head: &'a Head, player: &PlayerId) -> &'a PlayerId {
    if head.attackers == *player { &head.defenders } else { &head.attackers }
}
