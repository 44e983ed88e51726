//! One letter a day for players who want that: when it is due, and what is in it. Pure, like [`decide`](crate::club::handling::decide).
//!
//! What others do on the boards of such a player is kept instead of being told (see
//! [`tell_of_other`](crate::club::exchange::board_news::tell_of_other)). The letter shows the boards as they stand when it is written, not
//! as they stood at each piece of news, and it is written in the same commit that removes the news.

use crate::chance::Chance;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::digest_hour::next;
use crate::club::exchange::game_search::{GameSearch, Which};
use crate::club::exchange::notice::News;
use crate::club::exchange::notices_out;
use crate::club::exchange::view::{Needs, View};
use crate::club::model::game::waits_for;
use crate::club::model::player::PlayerId;
use crate::club::playing::lost_letters;
use crate::club::playing::lost_letters::{Retold, ToldBefore};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most boards that one letter shows. Boards with words of an opponent come first. Each of the others gets one line, but a board with
/// words waits for the next letter, so that nothing that was written is lost.
const BOARDS_MAX: usize = 10;

/// News that waits: another player has done something on this board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The row in the database.
    pub row: i64,
    /// The board number.
    pub number: u32,
    /// What the other player wrote with it. Empty if nothing.
    pub words: String,
    /// Set if an earlier letter has told this and came back.
    pub again: Option<ToldBefore>,
}

/// What must be loaded to write a player's letter.
pub fn digest_needs(player: &PlayerId, kept: &[Kept]) -> Needs {
    Needs {
        players: [player.clone()].into(),
        games: kept.iter().map(|kept| kept.number).collect(),
        lists: [GameSearch::of(player.clone(), Which::Next)].into(),
        looker: Some(player.clone()),
        ..Needs::default()
    }
}

/// The letter, and what part of `kept` it tells. `kept` is in the order in which it happened.
pub fn digest(view: &View, player: &PlayerId, kept: &[Kept], now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision::default();
    let Some(reader) = view.players.get(player) else {
        let told = kept.iter().map(|kept| kept.row).collect();
        decision.changes.push(Change::NewsTold { player: player.clone(), told, due: now });
        return decision;
    };
    // News of a letter that came back may have been told since, or may not matter any more.
    let matters = |kept: &Kept| {
        let concerns = || view.games.get(&kept.number).is_some_and(|game| lost_letters::concerns(&game.head, player));
        kept.again.is_none_or(|before| !kept.words.is_empty() || (!before.gone_on && concerns()))
    };
    let all_again = kept.iter().all(|kept| kept.again.is_some());
    let news: Vec<&Kept> = kept.iter().filter(|kept| matters(kept)).collect();
    let mut numbers: Vec<u32> = Vec::new();
    for kept in &news {
        if !numbers.contains(&kept.number) {
            numbers.push(kept.number);
        }
    }
    let words = |number: u32| -> Vec<&str> {
        let here = news.iter().filter(|kept| kept.number == number && !kept.words.is_empty());
        here.map(|kept| kept.words.as_str()).collect()
    };
    let (with_words, without): (Vec<u32>, Vec<u32>) = numbers.iter().partition(|number| !words(**number).is_empty());
    let left: BTreeSet<u32> = with_words.iter().skip(BOARDS_MAX).copied().collect();
    let shown: BTreeSet<u32> = with_words.iter().chain(&without).take(BOARDS_MAX).copied().collect();
    let mut boards = Vec::new();
    let mut others = Vec::new();
    for game in numbers.iter().filter_map(|number| view.games.get(number)) {
        let mut game = game.clone();
        if waits_for(&game.head, player) {
            lost_letters::as_told(&mut game.head, reader, now);
        }
        if shown.contains(&game.head.number) {
            let words = words(game.head.number).join("\n\n");
            boards.push((Arc::new(game), words));
        } else if !left.contains(&game.head.number) {
            others.push(game.head);
        }
    }
    let told = kept.iter().filter(|kept| !left.contains(&kept.number)).map(|kept| kept.row).collect();
    let due = reader.settings.digest.map_or(now, |hour| next(hour, now));
    decision.changes.push(Change::NewsTold { player: player.clone(), told, due });
    match (&numbers[..], reader.settings.digest) {
        ([], _) => return decision,
        ([number], None) if all_again => {
            let words = words(*number).join("\n\n");
            let gone_on = news.iter().all(|kept| kept.again.is_some_and(|before| before.gone_on));
            let retold = if gone_on { Retold::Words(*number, &words) } else { Retold::Board(*number, &words) };
            let anew = lost_letters::write_anew(view, player, retold, now, now, chance);
            decision.changes.extend(anew.changes);
            decision.notices.extend(anew.notices);
            return decision;
        }
        _ => {}
    }
    let told: BTreeSet<u32> = numbers.into_iter().filter(|number| !left.contains(number)).collect();
    let next = view.lists.get(&GameSearch::of(player.clone(), Which::Next)).into_iter().flatten();
    let waiting = next.filter(|head| !told.contains(&head.number)).cloned().collect();
    let again = news.iter().any(|kept| kept.again.is_some());
    notices_out::letter(&mut decision, reader, News::Digest { boards, others, waiting, again }, now, chance);
    decision
}
