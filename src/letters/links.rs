//! Links of the HTML part that open a mail with the answer in it: its reader has only to send it.

use crate::club::{Game, PlayerId};
use crate::letters::board::{self, Awaited, Locale};
use crate::letters::body::Block;
use crate::letters::wording::WordingError;
use crate::mail::{self, Address};
use crate::tafl;
use minijinja::context;

/// Moves of one man that are offered as links; where it has more, the board is quicker to read than they.
const MOVES_MAX: usize = 12;

/// The mails behind the links of one letter: they count as answers to it.
pub struct Answer {
    /// The reply address of the letter; the club's own where it has no other.
    pub to: Address,
    /// The subject as a mail program would write it above an answer.
    pub subject: String,
    /// The marker line with the letter's key, where the address does not carry it.
    pub reference: Option<String>,
}

impl Answer {
    /// A link to the mail with this command in it.
    pub fn link(&self, command: &str) -> String {
        match &self.reference {
            Some(reference) => mail::mailto(&self.to, &self.subject, &format!("{command}\n\n{reference}")),
            None => mail::mailto(&self.to, &self.subject, command),
        }
    }
}

/// What this reader can answer with a link: what the board waits for, and nothing where it waits for somebody else.
pub fn blocks(locale: Locale, game: &Game, reader: &PlayerId) -> Result<Vec<Block>, WordingError> {
    let (moves, answers): (_, &[&str]) = match board::awaited(&game.head, reader) {
        Awaited::Invitation | Awaited::Offer => (Vec::new(), &["accept", "decline"]),
        // He who moves now and has offered something can no longer offer, but take it back.
        Awaited::Move if game.head.offer.is_some() => {
            (moves_again(locale, game, reader), &["withdraw", "resign", "show"])
        }
        Awaited::Move => (moves_again(locale, game, reader), &["draw", "resign", "show"]),
        _ => return Ok(Vec::new()),
    };
    let answers: Vec<String> = answers.iter().map(|answer| (*answer).to_owned()).collect();
    let mut blocks = Vec::new();
    for (key, commands) in [("moves", moves), ("answers", answers)] {
        if !commands.is_empty() {
            let words = locale.words.phrase(&format!("links/{key}"), context! { moves => !blocks.is_empty() })?;
            blocks.push(Block::Links { words, commands });
        }
    }
    Ok(blocks)
}

/// Where the man can go that the reader moved last, if that is a short list.
fn moves_again(locale: Locale, game: &Game, reader: &PlayerId) -> Vec<String> {
    let side = game.head.side_of(reader);
    let Some(last) = game.state.plays().iter().rfind(|played| Some(played.side) == side) else {
        return Vec::new();
    };
    // Nowhere, if it has been captured since.
    let from = last.play.to;
    let reach = game.state.destinations(from);
    if reach.len() > MOVES_MAX {
        return Vec::new();
    }
    let written = |to| locale.dialect.play(tafl::Play { from, to }).to_string();
    reach.into_iter().map(written).collect()
}
