//! What a letter that never arrived told is told again: the boards as they stand then, with the words that came with the letter.
//!
//! ```text
//!  the provider's limit was reached       an hour later, then after twice as long each time, for five days
//!  the only mailbox did not accept it     six hours later, once a week, all that came back by then in one letter
//! ```
//!
//! What is told again is kept like news for the letter of the day ([`digest`](crate::club::digest())). It is in the database in the
//! same commit as the report, and is written when it is due.

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

/// What a letter told is given up this long after it was first told, as an unsent letter is.
const AGAIN_FOR: TimeDelta = TimeDelta::days(5);
/// The shortest and the longest time after which a letter that met a provider's limit is written again.
const LIMIT_PASSES: (TimeDelta, TimeDelta) = (TimeDelta::hours(1), TimeDelta::hours(24));

/// When news that was first told at `since` and has just met a provider's limit is told again. `None` if it is given up.
pub fn after_limit(since: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let (shortest, longest) = LIMIT_PASSES;
    let age = now - since;
    (age < AGAIN_FOR).then(|| now + age.clamp(shortest, longest))
}

/// What a letter that came back had told, to be told again.
#[derive(Clone, Copy, Debug)]
pub struct ComesAgain<'a> {
    /// The row of the letter.
    pub letter: i64,
    /// The board.
    pub number: u32,
    /// The words of the other player there. Empty if there were none.
    pub words: &'a str,
    /// When a letter first told it.
    pub since: DateTime<Utc>,
}

/// News of the letter of the day that was told before, by a letter that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldBefore {
    /// When a letter first told it.
    pub since: DateTime<Utc>,
    /// Whether more has happened on the board since that letter. Another letter tells that.
    pub gone_on: bool,
}

/// Keeps what came back until `due`, if there is still something to tell.
pub fn keep(
    decision: &mut Decision,
    view: &View,
    player: &PlayerId,
    told: &ComesAgain<'_>,
    at: DateTime<Utc>,
    due: DateTime<Utc>,
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

/// Whether a board as it stands matters to a player: it waits for them, or the opponent did something there last.
pub(in crate::club) fn concerns(head: &Head, player: &PlayerId) -> bool {
    let others = |(_, by): (GameEvent, tafl::Side)| head.player(by) != player || head.stage != Stage::Running;
    waits_for(head, player) || last_event(head, player).is_some_and(others)
}

/// What a letter told that did not reach its reader, through no fault of their mailbox.
#[derive(Clone, Copy, Debug)]
pub enum Retold<'a> {
    /// This board, and the words of the other player there, which may be empty.
    Board(u32, &'a str),
    /// The same after a newer letter has shown the board: only the words are missing.
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

/// For a clock that waits for a letter to its player: computes when their time will run out if that letter goes at this instant. The
/// clock's own value is computed from when it began to wait.
pub(in crate::club) fn as_told(head: &mut Head, reader: &Player, at: DateTime<Utc>) {
    let turn = head.turn();
    let waiting = head.clock.as_mut().filter(|clock| clock.since.is_none() && clock.deadline.is_some());
    if let Some(clock) = waiting {
        clock.deadline = Some(clock.deadline_if_told(turn, at, &reader.vacations));
    }
}

/// Tells again at `at` what such a letter told, with the board as it stands now. Words belong in a letter about what their author did, so
/// if the board does not tell that, they get a letter of their own.
pub fn write_anew(
    view: &View,
    reader: &PlayerId,
    retold: Retold<'_>,
    at: DateTime<Utc>,
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
            // A letter with words shows the board beside them, so a running game needs no second letter.
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

/// What happened last on a board, as far as the board shows it, and who did it. `None` if there is nothing to tell this reader.
fn last_event(head: &Head, reader: &PlayerId) -> Option<(GameEvent, tafl::Side)> {
    let by = head.to_move().opponent();
    let moved = (GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: None }, by);
    Some(match head.stage {
        Stage::Running => match head.offer {
            Some(offer) => (GameEvent::Offered { kind: offer.kind, by: offer.by }, offer.by),
            None if head.plies == 0 => (GameEvent::Began, head.challenger.opponent()),
            None => moved,
        },
        Stage::Ended(Ending::Won { .. } | Ending::Drawn { .. }) => moved,
        Stage::Annulled { by } => (GameEvent::Annulled { by }, by),
        Stage::Ended(Ending::Resigned { loser }) => (GameEvent::Resigned { by: loser }, loser),
        Stage::Ended(Ending::TimedOut { loser }) => (GameEvent::TimedOut { by: loser }, loser),
        Stage::Ended(Ending::Agreed) => (GameEvent::DrawAgreed { by: head.to_move() }, head.to_move()),
        Stage::Invited if head.player(head.challenger) != reader => {
            (GameEvent::Invited { asked_as: None, crossed: None, awaited: None, instead: None }, head.challenger)
        }
        Stage::Invited | Stage::Declined | Stage::Withdrawn | Stage::Ended(Ending::Adjudicated { .. }) => return None,
    })
}

/// Tells the words of a player that are about no board again.
pub fn message_anew(
    view: &View,
    reader: &PlayerId,
    from: &PlayerId,
    text: &str,
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
