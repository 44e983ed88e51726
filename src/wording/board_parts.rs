//! The parts of an answer that show a board: as it is, as it was, as it would be, and the rules with an opening board.

use crate::club::{
    AskedAbove, AskedBack, Game, GameEvent, Head, Offer, OfferKind, PlayerId, Stage, Unsure, answered_move,
};
use crate::render::Reach;
use crate::tafl;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::challenged::challenged;
use crate::wording::choices;
use crate::wording::consent_words;
use crate::wording::expected_answers;
use crate::wording::expected_answers::Awaited;
use crate::wording::facts::{Facts, context};
use crate::wording::game_summary;
use crate::wording::lines::paragraphs;
use crate::wording::locale::Locale;
use crate::wording::namesakes;
use crate::wording::rules_answers;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::title::title;
use std::sync::Arc;

/// The help on a variant: how to challenge somebody to it, and then its rules.
pub(super) fn help(writer: &AnswerWriter, variant: &tafl::Variant) -> Result<Vec<Block>, WordingError> {
    let can_be = |overlay: tafl::Overlay| variant.with(overlay).is_ok();
    let king = |strength| can_be(tafl::Overlay { king: Some(strength), edge: false });
    let facts = context! {
        title => title(writer.locale.words, &variant.title)?,
        challenge => challenge_to(writer, variant)?,
        weak => king(tafl::KingStrength::Weak),
        strong => king(tafl::KingStrength::Strong),
        edge => can_be(tafl::Overlay { king: None, edge: true }),
    };
    let mut blocks = writer.locale.words.part("game-help", facts, &|_| None)?;
    blocks.extend(rules_below(writer, variant, String::new(), false, &[])?);
    Ok(blocks)
}

/// The rules of a variant, with the opening board. Brief ones leave out what concerns the source. If something is asked about them, that is
/// answered alone.
pub(super) fn rules(
    writer: &AnswerWriter,
    variant: &tafl::Variant,
    brief: bool,
    asked: &[tafl::RulesTopic],
) -> Result<Vec<Block>, WordingError> {
    let challenge = match variant.name.as_str() {
        // The reader who asks already has the record.
        tafl::OWN_RULES => String::new(),
        _ => challenge_to(writer, variant)?,
    };
    rules_below(writer, variant, challenge, brief, asked)
}

/// The line that challenges somebody to a variant, with a word that the reader replaces with an id.
fn challenge_to(writer: &AnswerWriter, variant: &tafl::Variant) -> Result<String, WordingError> {
    let opponent = writer.locale.words.phrase("word/opponent", context! {})?;
    Ok(expected_answers::challenge(&variant.name, writer.reader.unwrap_or("ann"), &opponent))
}

fn rules_below(
    writer: &AnswerWriter,
    variant: &tafl::Variant,
    challenge: String,
    brief: bool,
    asked: &[tafl::RulesTopic],
) -> Result<Vec<Block>, WordingError> {
    let answer = rules_answers::answers(writer.locale, &variant.rules, asked)?;
    let facts = context! {
        title => title(writer.locale.words, &variant.title)?,
        source => if brief { "" } else { writer.locale.words.variants.source(variant) },
        readings => !variant.readings.is_empty() && !brief,
        more => brief.then_some(variant.name.as_str()),
        options => variant.name.contains(' '),
        answered => !answer.is_empty(),
        all => Some(variant.name.as_str()).filter(|name| *name != tafl::OWN_RULES),
        challenge,
    };
    let asked_as = variant.asked_as.as_deref().filter(|_| !brief);
    let namesakes = namesakes::blocks(writer.locale.words, writer.catalogue, asked_as)?;
    let readings = if brief { Vec::new() } else { writer.locale.words.variants.readings(variant) };
    write_rules(writer, facts, &Arc::new(variant.rules.clone()), &answer, &readings, &namesakes)
}

pub(super) fn rules_of(
    writer: &AnswerWriter,
    game: &Game,
    asked: &[tafl::RulesTopic],
) -> Result<Vec<Block>, WordingError> {
    let words = writer.locale.words;
    let facts = context! { number => game.head.number, title => title(words, &game.head.title)? };
    let title = words.phrase("line/rules-of", facts)?;
    let answer = rules_answers::answers(writer.locale, game.rules(), asked)?;
    let facts = context! {
        title,
        source => "",
        readings => false,
        options => false,
        answered => !answer.is_empty(),
        all => game.head.number,
        challenge => "",
        more => "",
    };
    write_rules(writer, facts, game.rules(), &answer, &[], &[])
}

fn write_rules(
    writer: &AnswerWriter,
    facts: Facts,
    rules: &Arc<tafl::Rules>,
    answer: &[String],
    readings: &[String],
    namesakes: &[Block],
) -> Result<Vec<Block>, WordingError> {
    let opening = game_summary::scene(writer.locale, &tafl::GameState::new(rules.clone()))?;
    let told = writer.locale.words.rules(rules, writer.locale.dialect)?;
    writer.locale.words.part("rules", facts, &|marker| match marker {
        "answer" => Some(paragraphs(answer)),
        "board" => Some(vec![opening.clone()]),
        "rules" => Some(paragraphs(&told)),
        "readings" => Some(paragraphs(readings)),
        "namesakes" => Some(namesakes.to_vec()),
        _ => None,
    })
}

pub(super) fn preview(
    writer: &AnswerWriter,
    number: Option<u32>,
    named: &str,
    state: &tafl::GameState,
    tried: u32,
    stopped: Option<&(tafl::Play, tafl::Illegal)>,
) -> Result<Vec<Block>, WordingError> {
    let plays = &state.plays()[state.plays().len() - (tried as usize).min(state.plays().len())..];
    let dialect = writer.locale.dialect;
    let plays: Vec<String> = plays.iter().map(|played| dialect.played(played).to_string()).collect();
    let outlook = game_summary::outlook(writer.locale, state.status(), state.to_move())?;
    let facts = context! {
        number => number.unwrap_or_default(),
        title => title(writer.locale.words, named)?,
        tried,
        state => outlook,
        plays => plays.join(", "),
        stopped => stopped.map(|(play, why)| self::stopped(writer, state, play, why)).transpose()?.unwrap_or_default(),
    };
    let scene = game_summary::scene(writer.locale, state)?;
    writer.locale.words.part("preview", facts, &|marker| (marker == "board").then(|| vec![scene.clone()]))
}

/// Where a piece can go, with a button for each of its moves if the reader can make them now.
pub(super) fn reach(
    writer: &AnswerWriter,
    game: &Arc<Game>,
    from: tafl::Square,
    reach: &[tafl::Square],
) -> Result<Vec<Block>, WordingError> {
    let Locale { words, dialect, .. } = writer.locale;
    let reader = writer.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    let piece = game.state.position().piece_at(from);
    let name = |square: &tafl::Square| dialect.written(*square).to_string();
    let to: Vec<String> = reach.iter().map(name).collect();
    let yours = reader.as_ref().is_some_and(|reader| {
        expected_answers::awaited(&game.head, reader) == Awaited::Move
            && piece.map(tafl::Piece::side) == game.head.side_of(reader)
    });
    let facts = context! {
        from => name(&from),
        king => piece == Some(tafl::Piece::King),
        empty => piece.is_none(),
        is_to_move => piece.is_some_and(|piece| piece.side() == game.state.to_move()),
        running => game.head.stage == Stage::Running,
        count => reach.len(),
        to => words.list("and", &to)?,
        yours,
        example => expected_answers::example_of(&game.state, from, dialect).filter(|_| yours),
        standing => game_summary::standing(writer.locale, &game.head, reader.as_ref())?,
    };
    let marked = Reach { from, to: reach.to_vec() };
    let scene = game_summary::scene_of_reach(writer.locale, &game.state, marked)?;
    let links = if yours { choices::moves_of(writer.locale, from, reach, &game.state)? } else { Vec::new() };
    words.part("reach", facts, &|marker| match marker {
        "board" => Some(vec![scene.clone()]),
        "links" => Some(links.clone()),
        _ => None,
    })
}

/// What was not done because the player may not mean it, with the board after it if it is a move.
pub(super) fn asked_back(writer: &AnswerWriter, asked: &AskedBack) -> Result<Vec<Block>, WordingError> {
    let Locale { words, dialect, .. } = writer.locale;
    let number = asked.game.as_ref().map(|game| game.head.number).unwrap_or_default();
    let play = asked.after.as_ref().map(|(play, _)| dialect.play(*play).to_string()).unwrap_or_default();
    let (key, counted, next) = match asked.why {
        Unsure::EarlierLetter => ("earlier-letter", 0, 0),
        Unsure::Misplaced => ("misplaced", 0, 0),
        Unsure::MoreWords => ("more-words", 0, 0),
        Unsure::SeveralMoves => ("several-moves", 0, 0),
        Unsure::TakenBack => ("taken-back", 0, 0),
        Unsure::ForAnother => ("for-another", 0, 0),
        Unsure::Prepared => ("prepared", 0, 0),
        Unsure::Tried => ("tried", 0, 0),
        Unsure::Wished => ("wished", 0, 0),
        Unsure::OnlyWords | Unsure::PerhapsOnlyWords | Unsure::Unsent => return only_words(writer, asked),
        Unsure::Counted { number, next } => ("counted", number, next),
    };
    // A prepared line is long, and its squares do not have the reader's column letters.
    let line = Some(asked.line.as_str()).filter(|line| !line.starts_with("queue ") && !line.starts_with("if "));
    let act = asked.line.split_whitespace().next();
    let invited = asked.game.as_ref().is_some_and(|game| game.head.stage == Stage::Invited);
    let offered = asked.game.as_ref().and_then(|game| Some((game, game.head.offer?)));
    let offer = offered.map(|(game, offer)| match offer.kind {
        OfferKind::Draw => "draw",
        // A yes takes back the answer too, which is the reader's own move.
        OfferKind::Undo if answered_move(game, offer.by).is_some() => "both",
        OfferKind::Undo => "undo",
    });
    let (attackers, defenders) = challenged(&asked.line);
    let instead = asked.line.split_once(" -instead=").map(|(_, number)| number);
    let other = defenders.filter(|id| Some(*id) != writer.reader).or(attackers.filter(|id| Some(*id) != writer.reader));
    let attacks = attackers.is_some() && attackers == writer.reader;
    let head = asked.game.as_ref().map(|game| &game.head);
    let reader = writer.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    let opponent =
        head.zip(reader).and_then(|(head, reader)| Some(head.player(head.side_of(&reader)?.opponent()).to_string()));
    let facts =
        context! { number, play => &play, line, counted, next, act, invited, offer, opponent, other, attacks, instead };
    let why = words.phrase(&format!("unsure/{key}"), facts)?;
    let (several, tried) = (asked.why == Unsure::SeveralMoves, asked.why == Unsure::Tried);
    let played = asked.after.as_ref().and_then(|(_, state)| state.plays().last());
    let captured = played.map(|played| game_summary::squares(writer.locale, played)).transpose()?.unwrap_or_default();
    let status = asked.after.as_ref().map_or(tafl::Status::Ongoing, |(_, state)| state.status());
    let won = matches!(status, tafl::Status::Won { winner, .. } if played.is_some_and(|played| played.side == winner));
    let doubted = asked.doubted.is_some();
    // The question does not say what was asked for.
    let unnamed = asked.why == Unsure::EarlierLetter;
    // A move may have been made beside it.
    let draws = act == Some("draw");
    let facts = context! { why, number, play, line, several, tried, doubted, unnamed, draws, yes => asked.yes, captured, won, over => status.is_over() };
    let scene = asked.after.as_ref().map(|(_, state)| game_summary::scene(writer.locale, state)).transpose()?;
    let links = yes_or_no(words, asked)?;
    words.part("asked-back", facts, &|marker| match marker {
        "board" => Some(scene.iter().cloned().collect()),
        "doubted" => Some(asked.doubted.iter().cloned().map(Block::Words).collect()),
        "links" => Some(links.clone()),
        _ => None,
    })
}

/// Words without a command, which the opponent gets after a yes.
fn only_words(writer: &AnswerWriter, asked: &AskedBack) -> Result<Vec<Block>, WordingError> {
    let reader = writer.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    let head = asked.game.as_ref().map(|game| &game.head);
    let side = head.zip(reader.as_ref()).and_then(|(head, reader)| head.side_of(reader));
    let opponent = head.zip(side).map(|(head, side)| head.player(side.opponent()).as_str());
    let (perhaps, unsent) = (asked.why == Unsure::PerhapsOnlyWords, asked.why == Unsure::Unsent);
    let facts = context! { opponent, perhaps, unsent, yes => asked.yes };
    let said = || vec![Block::Words(asked.words.clone())];
    let links = yes_or_no(writer.locale.words, asked)?;
    writer.locale.words.part("only-words", facts, &|marker| match marker {
        "words" => Some(said()),
        "links" => Some(links.clone()),
        _ => None,
    })
}

/// Buttons for a yes and a no, if a yes does what was asked back.
fn yes_or_no(words: &Wording, asked: &AskedBack) -> Result<Vec<Block>, WordingError> {
    match asked.yes {
        true => consent_words::links(words, &consent_words::yes(words, &[])?),
        false => Ok(Vec::new()),
    }
}

/// Whether the game waits for a yes or no of the reader.
pub(super) fn waits_for_yes(writer: &AnswerWriter, game: &Game) -> bool {
    let reader = writer.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    let awaited = reader.map(|reader| expected_answers::awaited(&game.head, &reader));
    matches!(awaited, Some(Awaited::Invitation | Awaited::Offer))
}

/// The state of a game for the reader of the letter, in a sentence.
pub(super) fn standing(writer: &AnswerWriter, game: &Game) -> Result<String, WordingError> {
    let reader = writer.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    standing_below(writer, &game.head, reader.as_ref())
}

/// The same below the first words of the letter. What they have said about the turn is not said again.
fn standing_below(writer: &AnswerWriter, head: &Head, reader: Option<&PlayerId>) -> Result<String, WordingError> {
    match writer.turn_told == Some(head.number) && head.stage == Stage::Running {
        true => game_summary::clock(writer.locale, head, reader),
        false => game_summary::standing(writer.locale, head, reader),
    }
}

/// Why a preview stopped. By the rules, a piece of the side that is not to move is `not yours`. In a preview there is no "you".
pub(super) fn stopped(
    writer: &AnswerWriter,
    state: &tafl::GameState,
    play: &tafl::Play,
    why: &tafl::Illegal,
) -> Result<String, WordingError> {
    let Locale { words, dialect, .. } = writer.locale;
    let tafl::Illegal::NotYours { piece, .. } = why else {
        return words.say("illegal", &dialect.illegal(why));
    };
    let facts = context! {
        play => dialect.play(*play).to_string(),
        side => game_summary::side_word(words, piece.side())?,
        turn => game_summary::side_word(words, state.to_move())?,
        example => expected_answers::example(state, dialect).unwrap_or_default(),
    };
    words.phrase("line/out-of-turn", facts)
}

pub(super) fn shown(
    writer: &AnswerWriter,
    game: &Game,
    state: &tafl::GameState,
    late: u32,
) -> Result<Vec<Block>, WordingError> {
    let head = &game.head;
    let at = state.ply();
    let when = match at == head.plies {
        true => standing_below(writer, head, None)?,
        false => writer.locale.words.phrase("line/after", context! { at, plies => head.plies })?,
    };
    let facts = context! {
        number => head.number,
        attackers => head.attackers.as_str(),
        defenders => head.defenders.as_str(),
        title => title(writer.locale.words, &head.title)?,
        attackers_sign => writer.locale.sign(tafl::Side::Attackers),
        defenders_sign => writer.locale.sign(tafl::Side::Defenders),
        when,
        late,
        call => game_summary::call(writer.locale.words, state.call(), false)?,
        score => format!("  {}", game_summary::score(writer.locale, state)?),
    };
    let scene = game_summary::scene(writer.locale, state)?;
    let plays = game_summary::plays(writer.locale, head, state)?;
    writer.locale.words.part("shown", facts, &|marker| match marker {
        "board" => Some(vec![scene.clone()]),
        "plays" => Some(plays.clone()),
        _ => None,
    })
}

/// The board, and what can be answered, except where that would contradict what the letter `asks` above it.
pub(super) fn as_it_stands(writer: &AnswerWriter, game: &Game, asks: AskedAbove) -> Result<Vec<Block>, WordingError> {
    let reader = writer.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    let asks = if waits_for_yes(writer, game) { asks } else { AskedAbove::Nothing };
    let answer = |reader| match asks {
        AskedAbove::Else => writer.locale.words.phrase("answers/besides", context! { number => game.head.number }),
        AskedAbove::Decline => Ok(String::new()),
        AskedAbove::Nothing => expected_answers::answers(writer.locale, writer.catalogue, game, reader),
    };
    let caller = reader.as_ref().filter(|_| asks != AskedAbove::Decline);
    let (offer, answers) = match (&reader, game.head.offer) {
        (Some(reader), Some(Offer { kind, by, .. })) => {
            let offered = GameEvent::Offered { kind, by };
            (game_summary::event(writer.locale, game, &offered, reader)?, answer(reader)?)
        }
        (Some(reader), None) => (String::new(), answer(reader)?),
        (None, _) => Default::default(),
    };
    let facts = context! {
        number => game.head.number,
        standing => standing_below(writer, &game.head, reader.as_ref())?,
        score => format!("  {}", game_summary::score(writer.locale, &game.state)?),
        call => caller.map(|reader| game_summary::call_to(writer.locale.words, game, reader)).transpose()?,
        offer,
        answers,
    };
    let scene = game_summary::scene(writer.locale, &game.state)?;
    let reader = reader.as_ref().filter(|_| asks == AskedAbove::Nothing);
    let links = reader.map(|reader| choices::blocks(writer.locale, game, reader)).transpose()?;
    writer.locale.words.part("as-it-stands", facts, &|marker| match marker {
        "board" => Some(vec![scene.clone()]),
        "links" => Some(links.clone().unwrap_or_default()),
        _ => None,
    })
}
