//! What a letter that never arrived told is told once more: of the boards as they stand then, with the words that came with it.
//!
//! ```text
//!  the provider has had too much of us    an hour later, then after twice as long each time, for five days
//!  the only mailbox did not take it       six hours later, once a week, all that came back by then in one letter
//! ```
//!
//! What is told again is kept like news for the letter of the day ([`digest`](crate::club::entry::digest())), and so it is in the file in the same commit
//! as the report, and is written when it is due.

use crate::chance::Chance;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notice::{GameEvent, News};
use crate::club::exchange::notices_out;
use crate::club::exchange::view::View;
use crate::club::model::game::{Ending, Head, Stage, waits_for};
use crate::club::model::player::{Player, PlayerId};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// What a letter told is given up so long after it was first told, as a letter is that cannot be sent.
const AGAIN_FOR: TimeDelta = TimeDelta::days(5);
/// The shortest time after which a letter that met a provider's limit is written anew, and the longest.
const LIMIT_PASSES: (TimeDelta, TimeDelta) = (TimeDelta::hours(1), TimeDelta::hours(24));

/// When what was first told at `since`, and has just met a provider's limit, is told again; `None` where it is given up.
pub fn after_limit(since: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let (shortest, longest) = LIMIT_PASSES;
    let age = now - since;
    (age < AGAIN_FOR).then(|| now + age.clamp(shortest, longest))
}

/// What a letter told that has come back, to be told again.
#[derive(Clone, Copy, Debug)]
pub struct ComesAgain<'a> {
    /// The letter's row.
    pub letter: i64,
    /// The board.
    pub number: u32,
    /// The words of the other player there; empty where there were none.
    pub words: &'a str,
    /// When a letter first told it.
    pub since: DateTime<Utc>,
}

/// That news of the letter of the day was told before, by a letter that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldBefore {
    /// When a letter first told it.
    pub since: DateTime<Utc>,
    /// Whether more has happened on the board than that letter told: another letter tells that.
    pub gone_on: bool,
}

/// Keeps what has come back until `due`, if there is still something to tell.
pub fn keep(
    decision: &mut Decision,
    view: &View,
    player: &PlayerId,
    told: &ComesAgain<'_>,
    (at, due): (DateTime<Utc>, DateTime<Utc>),
) {
    let tells = |head: &Head| !told.words.is_empty() || concerns(head, player);
    if view.games.get(&told.number).is_some_and(|game| tells(&game.head)) {
        decision.changes.push(Change::NewsKeptAgain {
            player: player.clone(),
            number: told.number,
            words: told.words.to_owned(),
            letter: told.letter,
            since: told.since,
            at,
            due,
        });
    }
}

/// Whether a board has something to say to a player as it stands: it waits for them, or the other one did something there last.
pub(in crate::club) fn concerns(head: &Head, player: &PlayerId) -> bool {
    let others = |(_, by): (GameEvent, tafl::Side)| head.player(by) != player || head.stage != Stage::Running;
    waits_for(head, player) || last_event(head, player).is_some_and(others)
}

/// What a letter that has not reached its reader told, through no fault of their mailbox.
#[derive(Clone, Copy, Debug)]
pub enum Retold<'a> {
    /// This board, and the words of the other player there; none where they are empty.
    Board(u32, &'a str),
    /// The same, where a newer letter has shown the board: only the words are missing.
    Words(u32, &'a str),
}

impl Retold<'_> {
    /// The board.
    pub fn board(self) -> u32 {
        match self {
            Retold::Board(number, _) | Retold::Words(number, _) => number,
        }
    }
}

/// Says of a clock that waits for a letter to its player when their time is over if that letter goes at this instant. What the clock says
/// itself is reckoned from when it began to wait.
pub(in crate::club) fn as_told(head: &mut Head, reader: &Player, at: DateTime<Utc>) {
    let turn = head.turn();
    let waiting = head.clock.as_mut().filter(|clock| clock.since.is_none() && clock.deadline.is_some());
    if let Some(clock) = waiting {
        clock.deadline = Some(clock.deadline_if_told(turn, at, &reader.leave));
    }
}

/// What such a letter told is told again at `at`, of the board as it stands now. Words stand in a letter about what their author did, so where
/// that is not what the board tells, they get a letter of their own.
pub fn write_anew(
    view: &View,
    reader: &PlayerId,
    (retold, at): (Retold<'_>, DateTime<Utc>),
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision::default();
    let (Some(known), Some(game)) = (view.players.get(reader), view.games.get(&retold.board())) else {
        return decision;
    };
    let Some(author) = game.head.side_of(reader).map(tafl::Side::opponent) else {
        return decision;
    };
    let mut game = game.clone();
    if waits_for(&game.head, reader) {
        as_told(&mut game.head, known, at);
    }
    let game = Arc::new(game);
    let mut tell =
        |event: GameEvent, words: &str| notices_out::tell(&mut decision, known, &game, event, words, now, chance);
    let words = match retold {
        Retold::Board(_, words) => {
            let (event, by) = match last_event(&game.head, reader) {
                Some((event, by)) => (Some(event), by),
                None => (None, author.opponent()),
            };
            let fits = by == author;
            // A letter with words shows the board beside them, so a game that goes on needs no second one.
            let shows = words.is_empty() || fits || game.head.stage != Stage::Running;
            if let Some(event) = event.filter(|_| shows) {
                tell(event, if fits { words } else { "" });
            }
            if fits { "" } else { words }
        }
        Retold::Words(_, words) => words,
    };
    if !words.is_empty() {
        tell(GameEvent::Chatted { by: author }, words);
    }
    decision
}

/// What happened last on a board, as far as it tells, and who did it; `None` where there is nothing to tell this reader.
fn last_event(head: &Head, reader: &PlayerId) -> Option<(GameEvent, tafl::Side)> {
    let by = head.to_move().opponent();
    let moved = (GameEvent::Moved { by, prepared: false, broken: false }, by);
    Some(match head.stage {
        Stage::Running => match head.offer {
            Some(offer) => (GameEvent::Offered { kind: offer.kind, by: offer.by }, offer.by),
            None if head.plies == 0 => (GameEvent::Began, head.challenger.opponent()),
            None => moved,
        },
        Stage::Ended(Ending::Won { .. } | Ending::Drawn { .. }) => moved,
        Stage::Ended(Ending::Resigned { loser }) => (GameEvent::Resigned { by: loser }, loser),
        Stage::Ended(Ending::TimedOut { loser }) => (GameEvent::TimedOut { by: loser }, loser),
        Stage::Ended(Ending::Agreed) => (GameEvent::DrawAgreed { by: head.to_move() }, head.to_move()),
        Stage::Invited if head.player(head.challenger) != reader => {
            (GameEvent::Invited { asked_as: None }, head.challenger)
        }
        Stage::Invited | Stage::Declined | Stage::Withdrawn | Stage::Ended(Ending::Adjudicated { .. }) => return None,
    })
}

/// Words of a player that are about no board are told again.
pub fn message_anew(
    view: &View,
    reader: &PlayerId,
    (from, text): (&PlayerId, &str),
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision::default();
    if let Some(known) = view.players.get(reader) {
        let news = News::Message { from: from.clone(), text: text.to_owned() };
        notices_out::letter(&mut decision, known, news, now, chance);
    }
    decision
}
