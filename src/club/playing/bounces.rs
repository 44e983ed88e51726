//! Whether letters reach a player: what bounces mean, and what happens when letters stop arriving and when the player is heard of again.
//!
//! ```text
//!  a letter comes back (or is refused) --no such mailbox, or three in a week--> no more letters to that address
//!    other addresses: letters go there and say so         no other address: opponents are told, no letters are written
//!  a mail that is proven --> its address, or with none left all of them, get letters again, and the player is told
//! ```
//!
//! Everything that waits for a player should ask [`Player::is_reachable`]. Clocks wait for a limited time. A clock waits for a letter that
//! reaches its player, for [`HOLD_MAX`](crate::club::HOLD_MAX) at most, and this counts among the player's days of vacation. After that it
//! runs, so that no player gains by letters that come back.

use crate::chance::Chance;
use crate::clock::Vacation;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notice::{AccountNews, LostClock, News};
use crate::club::exchange::notices_out;
use crate::club::exchange::view::{Needs, View};
use crate::club::model::clock::{Clock, HOLD_MAX};
use crate::club::model::game::{Head, Stage, waits_for};
use crate::club::model::player::{ClockHeld, Player, PlayerId, Suspension};
use crate::club::model::policy::Policy;
use crate::club::playing::lost_letters;
use crate::club::playing::lost_letters::ComesAgain;
use crate::club::playing::vacation::{longest, taken};
use crate::mail::{Address, DeliveryStatus};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// Bounces count for this long.
pub const BOUNCES_WINDOW: TimeDelta = TimeDelta::days(7);

/// This many of them stop the letters to an address.
const BOUNCES_MAX: usize = 3;

/// If a letter came back from a player's only address, what it told is told once more after this time. The cause may be gone by then.
const AGAIN_AFTER: TimeDelta = TimeDelta::hours(6);

/// Opponents are told of the same mailbox once in this time, however often its state changes.
const TOLD_AGAIN: TimeDelta = TimeDelta::days(7);

/// Whether letters should no longer go to a mailbox after these bounces within [`BOUNCES_WINDOW`].
pub fn is_dead(bounces: &[DeliveryStatus]) -> bool {
    let hard = bounces.iter().filter(|status| status.is_hard()).count();
    hard >= BOUNCES_MAX || bounces.iter().any(|status| status.is_no_mailbox())
}

/// What must be loaded before letters to a player are stopped, besides `view`: the player's opponents.
pub fn suspend_needs(view: &View, player: &PlayerId) -> Needs {
    let opponents = running(view, player).map(|head| opponent(head, player).clone());
    Needs {
        players: opponents.chain([player.clone()]).collect(),
        open_games: [player.clone()].into(),
        ..Needs::default()
    }
}

/// Stops letters to an address. Does nothing if it is not the player's, or if letters to it have been stopped already.
pub fn suspend(
    view: &View,
    player: &PlayerId,
    address: &Address,
    status: DeliveryStatus,
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
        notices_out::letter(&mut decision, &after, news, now, chance);
    } else if !told {
        for (reader, numbers) in by_opponent(view, player, |stage| stage == Stage::Running) {
            let mut games = view.open_games.get(player).into_iter().flatten();
            let timed = games.any(|head| head.clock.is_some() && numbers.contains(&head.number));
            let news = News::Account(AccountNews::Unreachable { player: player.clone(), numbers, timed });
            notices_out::letter(&mut decision, reader, news, now, chance);
        }
    }
    decision
}

/// A player has been heard of, so letters go to them again: to `from`, the address they wrote from, or to all of their addresses if `from`
/// is not one of them and no address is left.
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
    notices_out::letter(&mut decision, &after, news, now, chance);
    decision
}

/// Why a letter has not reached a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The mailbox did not accept it.
    Mailbox,
    /// The server had sent too much.
    Ours,
}

/// A letter that told a player that it is their turn on these boards, after these numbers of moves, did not reach them. The clocks there
/// stop until another letter does, at most for a week. That time counts among the player's days of vacation and ends when these are used
/// up, because otherwise a made-up report would give time for nothing. What was the server's fault costs no days, once for each move.
pub fn hold_clocks(
    view: &View,
    player: &PlayerId,
    told: &BTreeMap<u32, u32>,
    fault: Fault,
    rules: &Policy,
    now: DateTime<Utc>,
) -> Decision {
    let mut decision = Decision::default();
    if let Some(known) = view.players.get(player) {
        for head in told_of(view, player, told) {
            hold(&mut decision, known, head, fault, rules, now);
        }
    }
    decision
}

/// The boards among these on which it is still the same turn of the player that a letter told of.
fn told_of<'a>(view: &'a View, player: &PlayerId, told: &BTreeMap<u32, u32>) -> Vec<&'a Head> {
    let heads = told.iter().filter_map(|(number, plies)| Some((&view.games.get(number)?.head, *plies)));
    heads.filter(|(head, plies)| head.plies == *plies && waits_for(head, player)).map(|(head, _)| head).collect()
}

/// The boards that a letter which came back told of or showed, and that still wait for its reader.
pub fn waiting<'a>(view: &'a View, letter: &CameBack) -> impl Iterator<Item = &'a Head> + use<'a> {
    let mut heads = told_of(view, letter.player, letter.told);
    let shown = letter.shown.and_then(|number| Some(&view.games.get(&number)?.head));
    let is_new = |head: &&Head| waits_for(head, letter.player) && heads.iter().all(|known| known.number != head.number);
    let shown = shown.filter(is_new);
    heads.extend(shown);
    heads.into_iter()
}

/// Stops the clock and returns it as it is then. `None` if it keeps running.
fn hold(
    decision: &mut Decision,
    known: &Player,
    head: &Head,
    fault: Fault,
    rules: &Policy,
    now: DateTime<Utc>,
) -> Option<Clock> {
    let mut clock = head.clock.clone().filter(|clock| clock.since.is_some() || clock.due.is_some())?;
    let is_first = !known.held.iter().any(|held| held.number == head.number && held.plies == head.plies);
    let is_free = fault == Fault::Ours && is_first;
    let until = if is_free { Some(now + HOLD_MAX) } else { waits_until(&clock, known, rules, now) };
    if until.is_none() && clock.since.is_some() {
        return None;
    }
    clock.hold(head.turn(), now, &known.vacations);
    // If no vacation is left, a clock whose letter never went out begins to run.
    clock.due = Some(until.unwrap_or(now));
    decision.changes.push(Change::ClockSet { number: head.number, clock: clock.clone() });
    let charged = until.filter(|_| !is_free).unwrap_or(now);
    let held = ClockHeld { number: head.number, plies: head.plies, span: Vacation { from: now, until: charged } };
    decision.changes.push(Change::ClockHeld { player: known.id.clone(), held });
    Some(clock)
}

/// Until when a clock can wait for a letter to reach its player: as long as vacation that stops this clock is left for it.
fn waits_until(clock: &Clock, known: &Player, rules: &Policy, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if clock.control.no_vacation {
        return None;
    }
    // Another clock of the player's may wait already: the same days count once.
    let open = known.held.iter().map(|held| held.span).filter(|span| span.holds(now)).max_by_key(|span| span.until);
    let zone = known.settings.zone.unwrap_or(rules.zone);
    let span = open.or_else(|| longest(&known.vacations, &known.held, now, zone, rules.vacation_days))?;
    let span = Vacation { from: now, until: span.until };
    let Some(limit) = clock.vacation_limit else {
        return Some(span.until);
    };
    let parts = limit.of(&taken(&known.held, &[known.vacations.as_slice(), &[span]].concat()));
    parts.iter().find(|part| part.holds(now)).map(|part| part.until.min(span.until))
}

/// A letter that has come back for the first time.
pub struct CameBack<'a> {
    /// The player it was for.
    pub player: &'a PlayerId,
    /// The address it went to.
    pub address: &'a Address,
    /// The boards on which it told the player that it is their turn, each with the number of moves made.
    pub told: &'a BTreeMap<u32, u32>,
    /// The board that it showed, if no newer letter has shown it.
    pub shown: Option<u32>,
    /// Whether the player is told at another address. That is not needed if this letter has stopped all letters to its address.
    pub retold: bool,
    /// Opponents who have been told today that such a letter to this player came back.
    pub quiet: &'a BTreeSet<PlayerId>,
    /// What is told again later if letters go to no other address.
    pub again: &'a [ComesAgain<'a>],
}

/// A letter has come back. The clocks that it had started stop, the player is told at another address or later at the same one, and the
/// opponents on those boards are told.
pub fn came_back(view: &View, letter: &CameBack, rules: &Policy, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision { sender: Some(letter.player.clone()), ..Decision::default() };
    let Some(known) = view.players.get(letter.player) else {
        return decision;
    };
    let mut games = Vec::new();
    let mut lost: BTreeMap<&PlayerId, (Vec<u32>, Option<LostClock>)> = BTreeMap::new();
    let mut any = false;
    for head in waiting(view, letter) {
        let mut after = head.clone();
        let had_started = letter.told.contains_key(&head.number);
        let held = had_started.then(|| hold(&mut decision, known, head, Fault::Mailbox, rules, now)).flatten();
        after.clock = held.or(after.clock);
        let clock = after.clock.as_ref();
        let until = clock.filter(|clock| clock.since.is_none()).and_then(|clock| clock.due).filter(|due| *due > now);
        any |= until.is_some();
        // If a clock is running because of an earlier letter, the player knows that it is their turn.
        if had_started || clock.is_none() {
            let (numbers, latest) = lost.entry(opponent(head, &known.id)).or_default();
            numbers.push(head.number);
            *latest = (*latest).max(until.map(LostClock::Waits).or(clock.map(|_| LostClock::GoesOn)));
        }
        games.push(after);
    }
    let elsewhere = known.addresses.iter().any(|own| own != letter.address && !known.is_suspended(own));
    if elsewhere && letter.retold {
        let mut there = known.clone();
        let status = DeliveryStatus::NO_MAILBOX;
        there.suspensions.push(Suspension { address: letter.address.clone(), status, since: now, lifted: false });
        let news = AccountNews::CameBack { address: letter.address.clone(), games: games.clone(), held: any };
        notices_out::letter(&mut decision, &there, News::Account(news), now, chance);
    }
    if !elsewhere {
        for told in letter.again {
            lost_letters::keep(&mut decision, view, letter.player, told, now, now + AGAIN_AFTER);
        }
    }
    for (reader, (numbers, clock)) in lost {
        let reader = view.players.get(reader).filter(|reader| !letter.quiet.contains(&reader.id));
        if let Some(reader) = reader {
            let news = AccountNews::LetterLost { player: known.id.clone(), numbers, clock };
            notices_out::letter(&mut decision, reader, News::Account(news), now, chance);
        }
    }
    decision
}

/// The opponents in a player's open games at such a stage, each with the boards.
pub(crate) fn by_opponent<'a>(
    view: &'a View,
    player: &PlayerId,
    which: fn(Stage) -> bool,
) -> Vec<(&'a Player, Vec<u32>)> {
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
