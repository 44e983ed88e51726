//! The letter that tells a player that their game is over: who has won and how, the rating, and the whole game.

use crate::club::{Game, GameEvent, PlayerId};
use crate::command::Wanted;
use crate::letters::closing_lines::{self, Besides};
use crate::letters::thread;
use crate::wording::WordingError;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::{choices, end_of_game, expected_answers, game_summary, opening};

/// What ended the game, and for whom it is told.
#[derive(Clone, Copy)]
pub(super) struct End<'a> {
    pub(super) reader: &'a PlayerId,
    pub(super) game: &'a Game,
    pub(super) event: &'a GameEvent,
    /// What the other player wrote with it.
    pub(super) comment: &'a str,
    /// Whether the reader gets letters for their own moves.
    pub(super) receipts: Wanted,
}

/// Subject and blocks. The board at the end and what can be answered stand above the rest of the game, which is long.
pub(super) fn letter(
    writer: &AnswerWriter,
    end: End<'_>,
    besides: &Besides,
) -> Result<(String, Vec<Block>), WordingError> {
    let End { reader, game, event, comment, receipts } = end;
    let (locale, words, head) = (writer.locale, writer.locale.words, &game.head);
    let rating = besides.rating.as_ref().map(|standing| end_of_game::rating(locale, head, standing)).transpose()?;
    let facts = context! {
        subject => thread::subject(words, head)?,
        opening => opening::of_event(locale, game, event, reader, true)?,
        about => game_summary::details(locale, game, event, reader)?,
        rating => rating.unwrap_or_default(),
        score => format!("  {}", game_summary::score(locale, &game.state)?),
        answers => expected_answers::all_answers(locale, writer.catalogue, game, reader)?,
        receipts => receipts == Wanted::On,
        of_tournament => game_summary::of_tournament(words, head)?,
    };
    let scene = game_summary::scene(locale, &game.state)?;
    let note = closing_lines::note(words, besides.notes.get(&head.number).map(String::as_str))?;
    let links = choices::blocks(locale, game, reader)?;
    let whole = end_of_game::whole_game(locale, head, &game.state)?;
    let comment = closing_lines::words_of_other(words, game, event, reader, comment)?;
    words.letter("ended", facts, &|marker| match marker {
        "board" => Some(vec![scene.clone()]),
        "comment" => Some(comment.clone()),
        "note" => Some(note.clone()),
        "links" => Some(links.clone()),
        "game" => Some(whole.clone()),
        _ => None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::clock::Zone;
    use crate::club::{Ending, Head, News, Notice, Settings, Stage};
    use crate::command::{Conditions, LetterStyle};
    use crate::letters::{Answered, Composer, Letter};
    use crate::tafl::{Catalogue, GameState, Side};
    use crate::wording::{ClubIdentity, Wordings};
    use chrono::{DateTime, Utc};
    use std::sync::Arc;

    /// A game of this many moves on the largest board, in which the king is kept at home.
    fn long_game(plies: u32) -> Game {
        let catalogue = Catalogue::embedded().unwrap();
        let variant = catalogue.find("large").unwrap();
        let mut state = GameState::new(Arc::new(variant.rules.clone()));
        let mut chance = Chance::from_seed([7; 32]);
        while state.ply() < plies {
            let moves = state.moves();
            let play = moves[chance.below(moves.len() as u32) as usize];
            let mut after = state.clone();
            after.play(play).unwrap();
            if !after.status().is_over() && after.plays().last().unwrap().captured.is_empty() {
                state = after;
            }
        }
        let head = Head {
            number: 1,
            variant: variant.name.clone(),
            title: variant.title.clone(),
            conditions: Conditions::default(),
            attackers: "attackers-of-ann".parse().unwrap(),
            defenders: "defenders-of-bob".parse().unwrap(),
            challenger: Side::Attackers,
            stage: Stage::Ended(Ending::Agreed),
            plies,
            first: variant.rules.first(),
            offer: None,
            away: None,
            clock: None,
            held: None,
            tournament: None,
            created: DateTime::UNIX_EPOCH,
            touched: DateTime::UNIX_EPOCH,
        };
        Game { head, state, banks_before: [None; 2] }
    }

    fn written(game: &Game, letters: LetterStyle) -> Letter {
        let club = ClubIdentity {
            name: "Taflpost".to_owned(),
            address: "tafl@club.test".parse().unwrap(),
            plus: true,
            zone: Zone::default(),
        };
        let composer = Composer {
            club,
            words: Wordings::embedded(crate::command::Language::English).unwrap(),
            catalogue: Catalogue::embedded().unwrap(),
            pictures: Default::default(),
        };
        let notice = Notice {
            to: "ann@fjord.test".parse().unwrap(),
            reader: Some(game.head.attackers.clone()),
            settings: Settings { letters, ..Settings::default() },
            token: None,
            news: News::Game {
                game: Arc::new(game.clone()),
                event: GameEvent::DrawAgreed { by: Side::Defenders },
                comment: "A long one!".repeat(300),
            },
        };
        let (answered, besides, now) = (Answered::default(), Besides::default(), DateTime::<Utc>::UNIX_EPOCH);
        composer.write(&notice, &answered, None, &besides, now, &mut Chance::from_seed([8; 32])).unwrap()
    }

    #[test]
    fn the_letter_about_the_longest_game_stays_below_its_size() {
        const BYTES_MAX: usize = 160_000;
        const HTML_BYTES_MAX: usize = 80_000;
        let game = long_game(1_200);
        for style in LetterStyle::ALL {
            let letter = written(&game, style);
            let text = String::from_utf8(letter.bytes).unwrap();
            assert!(text.len() <= BYTES_MAX, "{style:?}: {} bytes", text.len());
            let html = text.split("text/html").nth(1).and_then(|html| html.split("\r\n--").next());
            assert!(html.map_or(0, str::len) <= HTML_BYTES_MAX, "{style:?}: {:?} bytes of HTML", html.map(str::len));
            assert!(
                text.contains("These are only the last few of the 1200 moves.") && text.contains("send:   export 1"),
                "{style:?}"
            );
            assert!(text.contains(" 601  ") && text.contains("1200  "), "{style:?}");
            assert_eq!(
                text.matches("After move ").count(),
                if style == LetterStyle::Text { 2 } else { 4 },
                "{style:?}"
            );
        }
    }
}
