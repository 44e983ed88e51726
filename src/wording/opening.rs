//! The first words of a letter, which a list of mails shows: whether it is the reader's turn, then the news.

use crate::club::{AskedAbove, AskedBack, Ending, Game, GameEvent, Head, PlayerId, Reply, Stage};
use crate::wording::blocks::Block;
use crate::wording::end_of_game;
use crate::wording::expected_answers;
use crate::wording::expected_answers::Awaited;
use crate::wording::facts::context;
use crate::wording::game_summary;
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};

/// News about a board, in the first words of a letter to this reader.
pub(crate) fn about(
    words: &Wording,
    head: &Head,
    reader: Option<&PlayerId>,
    news: &str,
) -> Result<String, WordingError> {
    first_words(words, head, reader, news, Asked::Nothing)
}

/// What news asks its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Nothing,
    /// Something.
    Question,
    /// Whether a move is meant, which is not made yet.
    Move,
}

impl Asked {
    /// What a part of an answer asks.
    fn by(reply: &Reply) -> Asked {
        match reply {
            Reply::AskedBack(AskedBack { after: Some(_), .. }) => Asked::Move,
            Reply::AskedBack(_) => Asked::Question,
            _ => Asked::Nothing,
        }
    }
}

/// The Subject of an answer about a board. Who wrote and takes it for done must see in a list of mails that it is not: such an answer stands
/// apart from the news of the game, which all have one Subject.
pub(crate) fn subject_of_answer(
    words: &Wording,
    head: &Head,
    reader: Option<&PlayerId>,
    replies: &[Reply],
    subject: String,
) -> Result<String, WordingError> {
    let is_their_turn = head.stage == Stage::Running && reader == Some(head.player(head.to_move()));
    let failed = matches!(replies.first(), Some(Reply::Misunderstood(_) | Reply::Refused(_)));
    let asked = |what: &[Asked]| replies.iter().any(|reply| what.contains(&Asked::by(reply)));
    let key = match () {
        () if is_their_turn && (failed || asked(&[Asked::Move])) => "not-moved",
        () if asked(&[Asked::Move, Asked::Question]) => "question",
        () => return Ok(subject),
    };
    words.phrase(&format!("line/subject-{key}"), context! { subject })
}

/// The same with what the news asks.
fn first_words(
    words: &Wording,
    head: &Head,
    reader: Option<&PlayerId>,
    news: &str,
    asked: Asked,
) -> Result<String, WordingError> {
    let who = head.player(head.to_move());
    let key = match head.stage {
        // A list of mails shows only these words. Who is asked something needs to know whose turn it is as well.
        Stage::Running if reader == Some(who) => match asked {
            Asked::Nothing => "turn",
            Asked::Question => "turn-asked",
            Asked::Move => "not-moved",
        },
        Stage::Running => match asked {
            Asked::Nothing => "theirs",
            Asked::Question | Asked::Move => "theirs-asked",
        },
        _ if reader.is_some_and(|reader| expected_answers::awaited(head, reader) == Awaited::Invitation) => "answer",
        _ => "board",
    };
    words.phrase(&format!("opening/{key}"), context! { number => head.number, news, who => who.as_str() })
}

/// The first words of the letter about an event, for one who `plays` this game or observes it.
pub(crate) fn of_event(
    locale: Locale,
    game: &Game,
    event: &GameEvent,
    reader: &PlayerId,
    plays: bool,
) -> Result<String, WordingError> {
    let (words, head) = (locale.words, &game.head);
    let news = || match plays {
        true => game_summary::event(locale, game, event, reader),
        false => game_summary::observed(locale, game, event, reader),
    };
    match (head.stage, event) {
        (_, GameEvent::Chatted { .. }) => about(words, head, Some(reader), &news()?),
        // The organizer's ruling is a letter of its own.
        (Stage::Ended(Ending::Adjudicated { .. }), _) => about(words, head, Some(reader), &news()?),
        (Stage::Ended(ending), _) => end_of_game::result(locale, game, ending, reader),
        (_, GameEvent::Offered { by, .. }) if plays && head.side_of(reader) != Some(*by) => {
            first_words(words, head, Some(reader), &news()?, Asked::Question)
        }
        _ => about(words, head, Some(reader), &news()?),
    }
}

/// An answer whose first words say what it answers.
pub(crate) fn of_answer(
    words: &Wording,
    head: Option<&Head>,
    reader: Option<&PlayerId>,
    replies: &[Reply],
    mut parts: Vec<Block>,
) -> Result<Vec<Block>, WordingError> {
    let news = match parts.first() {
        Some(Block::Paragraph(news)) => {
            let news = news.clone();
            parts.remove(0);
            news
        }
        _ => {
            let key = match replies.first() {
                Some(Reply::Misunderstood(_)) => "misunderstood",
                _ => "mail",
            };
            words.phrase(&format!("opening/{key}"), context! {})?
        }
    };
    let news = match head {
        None => news,
        Some(head) => {
            // A part that stands for itself names its board too.
            let named = words.phrase("opening/board", context! { number => head.number, news => "" })?;
            let news = news.strip_prefix(named.trim()).unwrap_or_else(|| without_board(&news, head.number)).trim();
            // A yes to a letter that asks something else does not answer the board.
            let head = if replies.iter().any(asks_something_else) { without_question(head) } else { head.clone() };
            // What has not been done must not look like the news that it was.
            first_words(words, &head, reader, news, replies.first().map_or(Asked::Nothing, Asked::by))?
        }
    };
    parts.insert(0, Block::Paragraph(news));
    Ok(parts)
}

/// The sentence without its own `Board 1:`.
fn without_board(news: &str, number: u32) -> &str {
    let of_board = |before: &str| before.split_once(' ').is_some_and(|(_, typed)| typed == number.to_string());
    news.split_once(": ").filter(|(before, _)| of_board(before)).map_or(news, |(_, rest)| rest)
}

/// Whether it asks about something else than a challenge or an offer of the opponent.
fn asks_something_else(reply: &Reply) -> bool {
    matches!(reply, Reply::AskedBack(asked) if asked.above_the_board() == AskedAbove::Else)
}

fn without_question(head: &Head) -> Head {
    let stage = if head.stage == Stage::Invited { Stage::Declined } else { head.stage };
    Head { offer: None, stage, ..head.clone() }
}
