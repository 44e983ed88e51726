//! What a board waits for, as one player sees it, and the lines that answer it.

use crate::club::{Game, Head, OfferKind, PlayerId, Stage};
use crate::command;
use crate::command::table::Verb;
use crate::tafl;
use crate::wording::facts::{Facts, context};
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;

/// A legal move for the example line, which loses nothing. `None` after the end of the game.
pub(crate) fn example(state: &tafl::GameState, dialect: tafl::Dialect) -> Option<String> {
    tafl::quiet_play(state).map(|play| dialect.play(play).to_string())
}

/// The same among the moves of the piece on a square.
pub(crate) fn example_of(state: &tafl::GameState, from: tafl::Square, dialect: tafl::Dialect) -> Option<String> {
    tafl::quiet_play_of(state, from).map(|play| dialect.play(play).to_string())
}

/// Everything that the reader can answer.
pub(crate) fn all_answers(
    locale: Locale,
    catalogue: &tafl::Catalogue,
    game: &Game,
    reader: &PlayerId,
) -> Result<String, WordingError> {
    let (key, facts) = answer_facts(locale, catalogue, game, reader);
    let first = locale.words.phrase(&format!("answers/{key}"), facts.clone())?;
    let also = locale.words.phrase(&format!("also/{key}"), facts)?;
    Ok(format!("{first}\n\n{also}"))
}

/// What the reader can answer, in a line or two.
pub(crate) fn answers(
    locale: Locale,
    catalogue: &tafl::Catalogue,
    game: &Game,
    reader: &PlayerId,
) -> Result<String, WordingError> {
    let (key, facts) = answer_facts(locale, catalogue, game, reader);
    locale.words.phrase(&format!("answers/{key}"), facts)
}

/// What a board waits for, as one player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// The reader's yes or no to a challenge.
    Invitation,
    /// The other player's yes or no to the reader's challenge.
    Invited,
    /// The reader's yes or no to an offer.
    Offer,
    /// The other player's yes or no to the reader's offer.
    Offered,
    /// The reader's move.
    Move,
    /// The other player's move.
    Wait,
    /// Nothing: the game is over.
    Over,
    /// Nothing: the game never began.
    Dead,
}

impl Awaited {
    /// The name of its phrases.
    const fn key(self) -> &'static str {
        match self {
            Awaited::Invitation => "invitation",
            Awaited::Invited => "invited",
            Awaited::Offer => "offer",
            Awaited::Offered => "offered",
            Awaited::Move => "move",
            Awaited::Wait => "wait",
            Awaited::Over => "over",
            Awaited::Dead => "dead",
        }
    }
}

/// What the board waits for, as this reader sees it.
pub(crate) fn awaited(head: &Head, reader: &PlayerId) -> Awaited {
    let side = head.side_of(reader);
    match head.stage {
        Stage::Invited if head.invited() == reader => Awaited::Invitation,
        Stage::Invited => Awaited::Invited,
        Stage::Running if head.offer.is_some_and(|offer| Some(offer.by) != side) => Awaited::Offer,
        Stage::Running if head.offer.is_some() && Some(head.to_move()) != side => Awaited::Offered,
        Stage::Running if Some(head.to_move()) == side => Awaited::Move,
        Stage::Running => Awaited::Wait,
        Stage::Ended(_) => Awaited::Over,
        Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } => Awaited::Dead,
    }
}

fn answer_facts(
    Locale { dialect, plain_words: plain, .. }: Locale,
    catalogue: &tafl::Catalogue,
    game: &Game,
    reader: &PlayerId,
) -> (&'static str, Facts) {
    let head = &game.head;
    let side = head.side_of(reader);
    let opponent = side.map(|side| head.player(side.opponent()).as_str().to_owned()).unwrap_or_default();
    let awaited = awaited(head, reader);
    let example = match awaited {
        Awaited::Move => example(&game.state, dialect).unwrap_or_default(),
        _ => String::new(),
    };
    let rematch = match head.stage {
        // In a tournament, the two players do not choose their opponents.
        Stage::Ended(_) if head.tournament.is_some() => String::new(),
        Stage::Ended(_) => format!("{} {}", command::table::entry(Verb::Rematch).name, head.number),
        Stage::Annulled { .. } => challenge_again(catalogue, game),
        // A no is not followed by another offer.
        Stage::Declined | Stage::Withdrawn | Stage::Invited | Stage::Running => String::new(),
    };
    let moved = game.state.plays().last().is_some_and(|played| Some(played.side) == side);
    // The own last move and the answer to it can be taken back together.
    let undo = awaited == Awaited::Move && head.offer.is_none() && game.state.plays().len() > 1;
    let your_turn = side.is_some_and(|side| side == head.to_move());
    let draw = head.offer.is_some_and(|offer| offer.kind == OfferKind::Draw);
    let offered = head.offer.is_some();
    (awaited.key(), context! { example, opponent, moved, plain, undo, your_turn, draw, offered, rematch })
}

/// The line that challenges once more to a game that was not played, with the same sides. It names the board if no name of a variant means
/// these rules: they are a player's own, or the variant is gone or has changed.
fn challenge_again(catalogue: &tafl::Catalogue, game: &Game) -> String {
    let head = &game.head;
    let (attackers, defenders) = (head.attackers.as_str(), head.defenders.as_str());
    match catalogue.parse_choice(&head.variant) {
        Ok(variant) if variant.rules == **game.rules() => challenge(&head.variant, attackers, defenders),
        _ => format!("challenge {attackers} {defenders} -rules={}", head.number),
    }
}

/// The line that challenges to a variant, which may have options: `small challenge ann bob -edge`.
pub(crate) fn challenge(variant: &str, attackers: &str, defenders: &str) -> String {
    let (name, options) = variant.split_once(' ').unwrap_or((variant, ""));
    format!("{name} challenge {attackers} {defenders} {options}").trim_end().to_owned()
}
