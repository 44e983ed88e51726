//! Open invitations: whoever takes one plays at once, for the one who seeks has said yes beforehand.
//!
//! A seek has a number from the same sequence as the boards, and the game that comes of it is the board of that number.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::challenge;
use crate::club::decision::{Change, Decision, refuse};
use crate::club::game::Invitation;
use crate::club::notice::GameEvent;
use crate::club::player::PlayerId;
use crate::club::refusal::Refusal;
use crate::club::reply::Reply;
use crate::club::tell;
use crate::command::{Conditions, Timing};
use crate::tafl;
use chrono::{DateTime, Days, Utc};
use std::sync::Arc;

/// How long a seek stands.
pub const SEEK_DAYS: u64 = 30;
/// Seeks of one player that stand at a time.
pub const SEEKS_MAX: usize = 5;

/// Seeks of all players that stand at a time: they are read in one list.
pub const SEEKS_LIST_MAX: u32 = 200;

/// An open invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its number, that of the board to come.
    pub number: u32,
    /// Who seeks.
    pub player: PlayerId,
    /// The variant's name with its options.
    pub variant: String,
    /// The variant's title.
    pub title: String,
    /// The whole rule record, pinned.
    pub rules: Arc<tafl::Rules>,
    /// The side the player wants; `None`: a lot decides.
    pub side: Option<tafl::Side>,
    /// Whether the game counts, and who may look on.
    pub conditions: Conditions,
    /// The clock the player wants; `None` for that of the house.
    pub clock: Option<Timing>,
    /// When it was sent.
    pub created: DateTime<Utc>,
}

/// What becomes of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekEnd {
    /// Somebody plays.
    Taken,
    /// The player has taken it back.
    Withdrawn,
}

impl Seek {
    /// When it lapses.
    pub fn until(&self) -> DateTime<Utc> {
        self.created + Days::new(SEEK_DAYS)
    }
}

/// Seeks somebody to play with.
pub fn seek(
    case: &Case,
    (variant, side, conditions, clock): (&tafl::Variant, Option<tafl::Side>, Conditions, Option<Timing>),
) -> Decision {
    if variant.name == tafl::OWN_RULES {
        return refuse(Refusal::SeekByName);
    }
    let own = case.view.seeks.values().filter(|seek| seek.player == *case.sender).count();
    if own >= SEEKS_MAX {
        return refuse(Refusal::TooManySeeks);
    }
    if case.view.seeks.len() >= SEEKS_LIST_MAX as usize {
        return refuse(Refusal::SeeksAreFull);
    }
    if let Err(refusal) = case.view.room(case.sender, case.sender) {
        return refuse(refusal);
    }
    let seek = Seek {
        number: case.view.next_number,
        player: case.sender.clone(),
        variant: variant.name.clone(),
        title: variant.title.clone(),
        rules: Arc::new(variant.rules.clone()),
        side,
        conditions,
        clock,
        created: case.request.received,
    };
    Decision {
        changes: vec![Change::SeekSent { seek: seek.clone() }],
        replies: vec![Reply::SeekStands { seek }],
        sender: Some(case.sender.clone()),
        ..Decision::default()
    }
}

/// Takes a seek: the game begins.
pub fn take(case: &Case, number: u32, chance: &mut Chance) -> Decision {
    let Some(seek) = case.view.seeks.get(&number) else {
        return refuse(Refusal::NoSuchSeek { number });
    };
    if seek.player == *case.sender {
        return refuse(Refusal::OwnSeek { number });
    }
    if case.view.players.get(&seek.player).is_some_and(|player| !player.is_reachable()) {
        return refuse(Refusal::Unreachable { player: seek.player.clone() });
    }
    for player in [case.sender, &seek.player] {
        if let Err(refusal) = case.view.room(player, case.sender) {
            return refuse(refusal);
        }
    }
    let at = case.request.received;
    let side = seek.side.unwrap_or(match chance.below(2) {
        0 => tafl::Side::Attackers,
        _ => tafl::Side::Defenders,
    });
    let (attackers, defenders) = match side {
        tafl::Side::Attackers => (seek.player.clone(), case.sender.clone()),
        tafl::Side::Defenders => (case.sender.clone(), seek.player.clone()),
    };
    let clock = challenge::clock(case, seek.clock);
    let mut decision = Decision { sender: Some(case.sender.clone()), ..Decision::default() };
    decision.changes.push(Change::SeekEnded { number, end: SeekEnd::Taken });
    let invitation = Invitation {
        number,
        variant: seek.variant.clone(),
        title: seek.title.clone(),
        rules: seek.rules.clone(),
        attackers,
        defenders,
        challenger: side,
        clock,
        conditions: seek.conditions,
        at,
    };
    let game = challenge::begin(&mut decision, case.view, invitation, (None, None));
    let news = (GameEvent::Began, case.sender, case.request.comment.as_str());
    tell::tell_both(&mut decision, case.view, &Arc::new(game), news, at, chance);
    decision
}

/// Takes one's own seek back.
pub fn withdraw(case: &Case, seek: &Seek) -> Decision {
    let number = seek.number;
    if seek.player != *case.sender {
        return refuse(Refusal::NotYourSeek { number });
    }
    Decision {
        changes: vec![Change::SeekEnded { number, end: SeekEnd::Withdrawn }],
        replies: vec![Reply::SeekWithdrawn { number }],
        sender: Some(case.sender.clone()),
        ..Decision::default()
    }
}
