//! Writing down who is told: each letter to a player carries a token of his own, drawn here.

use crate::chance::Chance;
use crate::club::decision::{Change, Decision};
use crate::club::digest;
use crate::club::game::Game;
use crate::club::notice::{GameEvent, News, Notice};
use crate::club::observe;
use crate::club::player::{Player, PlayerId};
use crate::club::request::{NewToken, Purpose};
use crate::club::view::View;
use crate::mail::TokenText;
use chrono::{DateTime, Days, Utc};
use std::sync::Arc;

/// Days a token in a letter about a game lives. Long: without a clock a game may rest for a year.
const GAME_TOKEN_DAYS: u64 = 400;
/// Days a token in a letter about a game lives on when the game is over: long enough for a last word.
const OVER_TOKEN_DAYS: u64 = 30;
/// Days a token in another letter to a player lives.
const LETTER_TOKEN_DAYS: u64 = 60;
/// Days a letter of a kind that can be turned off can do so: it may be found again in spring.
const UNSUBSCRIBE_TOKEN_DAYS: u64 = 400;
/// Days the mailbox has to confirm a sign-up or lines that came without proof.
pub const CONFIRM_DAYS: u64 = 3;
/// Days a mailbox has to undo a change of its player's account.
pub const TAKE_BACK_DAYS: u64 = 30;

/// Draws a token for a letter that is about no game, and writes down that it was handed out.
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

/// When the tokens of a game die that is over at `now`.
pub fn when_over(now: DateTime<Utc>) -> DateTime<Utc> {
    now + Days::new(OVER_TOKEN_DAYS)
}

fn hand_out(decision: &mut Decision, purpose: Purpose, expires: DateTime<Utc>, chance: &mut Chance) -> NewToken {
    let text = TokenText::from_drawn(chance.bytes());
    decision.changes.push(Change::TokenIssued { hash: text.hash(), purpose: purpose.clone(), expires });
    NewToken { text, purpose, expires }
}

/// A letter of its own to one player, about no game.
pub fn letter(decision: &mut Decision, reader: &Player, news: News, now: DateTime<Utc>, chance: &mut Chance) {
    letter_for(decision, reader, (Purpose::Letter { player: reader.id.clone() }, news), now, chance);
}

/// The same with a key that can do more than say who answers.
pub fn letter_for(
    decision: &mut Decision,
    reader: &Player,
    (purpose, news): (Purpose, News),
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let token = issue(decision, purpose, now, chance);
    decision.notices.push(to(reader, Some(token), news));
}

/// A letter to where the player has his letters.
pub fn to(reader: &Player, token: Option<NewToken>, news: News) -> Notice {
    let (to, id, settings) = (reader.address().clone(), reader.id.clone(), reader.settings);
    Notice { to, reader: Some(id), settings, token, news }
}

/// Tells one player what happened on a board.
pub fn tell(
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

/// Tells both players what happened on a board; the words of the one who did it go to the other alone.
pub fn tell_both(
    decision: &mut Decision,
    view: &View,
    game: &Arc<Game>,
    (event, author, comment): (GameEvent, &PlayerId, &str),
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    observe::tell_observers(decision, view, game, &event);
    for id in [&game.head.attackers, &game.head.defenders] {
        match view.players.get(id) {
            Some(reader) if id == author => tell(decision, reader, game, event.clone(), "", now, chance),
            Some(reader) => tell_of_other(decision, reader, game, (event.clone(), author, comment), now, chance),
            None => {}
        }
    }
}

/// Tells a player what another one did, at once or in the one letter of the day.
pub fn tell_of_other(
    decision: &mut Decision,
    reader: &Player,
    game: &Arc<Game>,
    (event, author, comment): (GameEvent, &PlayerId, &str),
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    match reader.settings.digest {
        None => tell(decision, reader, game, event, comment, now, chance),
        Some(hour) => decision.changes.push(Change::NewsKept {
            player: reader.id.clone(),
            number: game.head.number,
            author: Some(author.clone()).filter(|_| !event.is_of_the_course()),
            words: comment.trim().to_owned(),
            at: now,
            due: digest::next(hour, now),
        }),
    }
}
