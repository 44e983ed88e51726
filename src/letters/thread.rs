//! Threads: one for each game, in every mail program, and which letter belongs to which.

use crate::club::{AskedBack, Game, Head, News, Notice, Reply};
use crate::wording::facts::context;
use crate::wording::title::title;
use crate::wording::{Wording, WordingError};
use std::sync::Arc;

/// The subject of all news of a game, so that each game is one thread in every mail program.
pub(super) fn subject(words: &Wording, head: &Head) -> Result<String, WordingError> {
    let title = title(words, &head.title)?;
    let facts = context! {
        title => title.split(',').next().unwrap_or(&title),
        number => head.number,
        attackers => head.attackers.as_str(),
        defenders => head.defenders.as_str(),
    };
    words.phrase("line/subject", facts)
}

/// The board whose thread a notice belongs to.
pub(super) fn thread_of(notice: &Notice) -> Option<u32> {
    match &notice.news {
        News::Game { game, .. } | News::Observed { game, .. } => Some(game.head.number),
        _ => None,
    }
}

/// The board that an answer is about, if there is exactly one. Its letter then joins that board's thread, and an answer to it means that
/// board.
pub fn board_of(replies: &[Reply]) -> Option<&Arc<Game>> {
    let mut games = replies.iter().filter_map(|reply| match reply {
        Reply::PassedOn { game, .. } => game.as_ref(),
        Reply::Noted { game, .. } => Some(game),
        other => game_of(other),
    });
    let first = games.next()?;
    games.all(|game| game.head.number == first.head.number).then_some(first)
}

/// The board a part of an answer shows as it stands.
pub fn board_shown(reply: &Reply) -> Option<u32> {
    game_of(reply).map(|game| game.head.number)
}

/// The board that a reply shows as it is now. The answer then belongs to that board's thread.
fn game_of(reply: &Reply) -> Option<&Arc<Game>> {
    match reply {
        Reply::Preview { game, .. } => game.as_ref(),
        Reply::AsItStands { game, .. } | Reply::Reach { game, .. } => Some(game),
        Reply::AskedBack(AskedBack { game, after: Some(_), .. }) => game.as_ref(),
        Reply::Shown { game, state, .. } if state.ply() == game.head.plies => Some(game),
        Reply::Exported { game, .. } => Some(game),
        _ => None,
    }
}
