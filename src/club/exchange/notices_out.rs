//! Writes down who is told what. Each letter to a player gets a token of its own, drawn here.

use crate::chance::Chance;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notice::{GameEvent, News, Notice};
use crate::club::exchange::request::{NewToken, Purpose, Token};
use crate::club::model::game::Game;
use crate::club::model::player::{Player, PlayerId};
use crate::mail::TokenText;
use chrono::{DateTime, Days, Utc};
use std::sync::Arc;

/// Days until a token in a letter about a game expires. It is long, because a game without a clock may rest for a year.
const GAME_TOKEN_DAYS: u64 = 400;
/// Days until a token of a finished game expires: long enough for a last word.
const OVER_TOKEN_DAYS: u64 = 30;
/// Days until a token in any other letter to a player expires.
const LETTER_TOKEN_DAYS: u64 = 60;
/// Days during which a letter can turn off the letters of its kind. It is long, because the letter may be found again much later.
const UNSUBSCRIBE_TOKEN_DAYS: u64 = 400;
/// Days in which the mailbox can confirm a sign-up or lines that came without proof.
pub const CONFIRM_DAYS: u64 = 3;
/// Days in which a mailbox can undo a change of its player's account.
pub const TAKE_BACK_DAYS: u64 = 30;

/// Draws a token for a letter that is about no game, and writes down that it was issued.
pub fn issue(decision: &mut Decision, purpose: Purpose, now: DateTime<Utc>, chance: &mut Chance) -> NewToken {
    let days = match purpose {
        Purpose::Game { .. } => OVER_TOKEN_DAYS,
        Purpose::Unsubscribe { .. } => UNSUBSCRIBE_TOKEN_DAYS,
        Purpose::Letter { .. } => LETTER_TOKEN_DAYS,
        Purpose::TakeBack { .. } => TAKE_BACK_DAYS,
        Purpose::Signup | Purpose::Confirm { .. } | Purpose::Address { .. } | Purpose::Password { .. } => CONFIRM_DAYS,
    };
    hand_out(decision, purpose, now + Days::new(days), chance)
}

/// The same for a letter about this game as it stands.
pub fn issue_for_game(
    decision: &mut Decision,
    player: &PlayerId,
    game: &Game,
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> NewToken {
    let expires = if game.head.is_open() { now + Days::new(GAME_TOKEN_DAYS) } else { when_over(now) };
    let purpose = Purpose::Game {
        player: player.clone(),
        number: game.head.number,
        ply: game.head.plies,
        offer: game.head.offer.map(|offer| offer.at),
    };
    hand_out(decision, purpose, expires, chance)
}

/// Whether the letter with this token about a running game was written before `at`.
pub(crate) fn was_written_before(token: &Token, at: DateTime<Utc>) -> bool {
    token.expires < at + Days::new(GAME_TOKEN_DAYS)
}

/// When the tokens of a game that is over at `now` die.
pub(crate) fn when_over(now: DateTime<Utc>) -> DateTime<Utc> {
    now + Days::new(OVER_TOKEN_DAYS)
}

fn hand_out(decision: &mut Decision, purpose: Purpose, expires: DateTime<Utc>, chance: &mut Chance) -> NewToken {
    let text = TokenText::from_drawn(chance.bytes());
    decision.changes.push(Change::TokenIssued { hash: text.hash(), purpose: purpose.clone(), expires });
    NewToken { text, purpose, expires }
}

/// A letter to one player, about no game.
pub(crate) fn letter(decision: &mut Decision, reader: &Player, news: News, now: DateTime<Utc>, chance: &mut Chance) {
    letter_for(decision, reader, Purpose::Letter { player: reader.id.clone() }, news, now, chance);
}

/// The same with a token that can do more than say who answers.
pub(crate) fn letter_for(
    decision: &mut Decision,
    reader: &Player,
    purpose: Purpose,
    news: News,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let token = issue(decision, purpose, now, chance);
    decision.notices.push(to(reader, Some(token), news));
}

/// A letter to the address where the player gets letters.
pub(crate) fn to(reader: &Player, token: Option<NewToken>, news: News) -> Notice {
    let (to, id, settings) = (reader.address().clone(), reader.id.clone(), reader.settings);
    Notice { to, reader: Some(id), settings, token, news }
}

/// Tells one player what happened on a board.
pub(crate) fn tell(
    decision: &mut Decision,
    reader: &Player,
    game: &Arc<Game>,
    event: GameEvent,
    comment: &str,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let token = issue_for_game(decision, &reader.id, game, now, chance);
    let news = News::Game { game: game.clone(), event, comment: comment.to_owned() };
    decision.notices.push(to(reader, Some(token), news));
}
