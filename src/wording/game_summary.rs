//! What is said about a game: the latest news, the state, the score, the list of moves.

use crate::club::{Ending, Game, GameEvent, Head, OfferKind, PlayerId, Stage, answered_move};
use crate::command::Conditions;
use crate::render::{Reach, Scene};
use crate::tafl;
use crate::wording::blocks::{Block, Board, Caption};
use crate::wording::facts::{Facts, UNTOLD, context};
use crate::wording::locale::Locale;
use crate::wording::picture;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;
use crate::wording::title::{is_own, title};
use std::fmt::Write;

/// The most moves listed below a board. Earlier ones are only counted.
const PLAYS_MAX: usize = 40;

/// The board after the last move.
pub(crate) fn scene(locale: Locale, state: &tafl::GameState) -> Result<Block, WordingError> {
    let caption = locale.pictures.then(|| picture::caption(locale, state)).transpose()?;
    let marks = picture::marks(locale, state, false)?;
    Ok(board(drawn(locale, state), picture::table_legend(locale, state)?, marks, caption))
}

/// The board with a piece and where it can go.
pub(crate) fn scene_of_reach(locale: Locale, state: &tafl::GameState, reach: Reach) -> Result<Block, WordingError> {
    let caption = locale.pictures.then(|| picture::reach_caption(locale, state, reach.from)).transpose()?;
    let legend = picture::reach_legend(locale, state)?;
    let marks = picture::marks(locale, state, true)?;
    Ok(board(Scene { reach: Some(reach), ..drawn(locale, state) }, legend, marks, caption))
}

fn board(scene: Scene, legend: String, marks: String, caption: Option<Caption>) -> Block {
    Block::Board(Box::new(Board { scene, legend, marks, caption }))
}

fn drawn(locale: Locale, state: &tafl::GameState) -> Scene {
    let last = state.plays().last();
    Scene {
        rules: state.rules().clone(),
        position: *state.position(),
        last: last.map(|played| played.play),
        captured: last.map(|played| played.captured.iter().map(|(square, _)| *square).collect()).unwrap_or_default(),
        reach: None,
        dialect: locale.dialect,
        signs: locale.signs,
    }
}

/// The name of a side.
pub(crate) fn side_word(words: &Wording, side: tafl::Side) -> Result<String, WordingError> {
    words.phrase(&format!("word/{side}"), context! {})
}

/// `e5, d3 and the king on f4`, without the owners of the squares.
pub(super) fn squares(Locale { words, dialect, .. }: Locale, played: &tafl::Played) -> Result<String, WordingError> {
    let captured = dialect.played(played).captured;
    let name = |(square, piece): &(tafl::Square, tafl::Piece)| match piece {
        tafl::Piece::King => words.phrase("word/king-on", context! { square => square.to_string() }),
        tafl::Piece::Attacker | tafl::Piece::Defender => Ok(square.to_string()),
    };
    words.list("and", &captured.iter().map(name).collect::<Result<Vec<String>, WordingError>>()?)
}

/// More captures than these are counted and not named in the first words of a letter.
const NAMED_MAX: usize = 3;

/// What happened, for this reader: a short sentence.
pub(crate) fn event(locale: Locale, game: &Game, event: &GameEvent, reader: &PlayerId) -> Result<String, WordingError> {
    let (key, by) = key(&game.head, event);
    let section = if matches!(event, GameEvent::TimedOut { .. }) { "about" } else { "event" };
    locale.words.phrase(&format!("{section}/{key}"), event_facts(locale, game, event, by, reader)?)
}

/// The same for a reader who does not play: the beginning is only told to players who have agreed to it.
pub(crate) fn observed(
    locale: Locale,
    game: &Game,
    event: &GameEvent,
    reader: &PlayerId,
) -> Result<String, WordingError> {
    match event {
        GameEvent::Began => locale.words.phrase("event/watched", context! {}),
        _ => self::event(locale, game, event, reader),
    }
}

/// More about it, which the first words of a letter leave out. Empty if they said it all.
pub(crate) fn details(
    locale: Locale,
    game: &Game,
    event: &GameEvent,
    reader: &PlayerId,
) -> Result<String, WordingError> {
    let (key, by) = key(&game.head, event);
    let head = &game.head;
    let is_over = matches!(head.stage, Stage::Ended(_));
    match event {
        // The first words say who has won, and not by which move.
        GameEvent::Moved { .. } | GameEvent::DrawAgreed { .. } if is_over => self::event(locale, game, event, reader),
        GameEvent::Invited { .. }
        | GameEvent::Began
        | GameEvent::Declined
        | GameEvent::Withdrawn
        | GameEvent::Moved { .. }
        | GameEvent::Annulled { .. }
        | GameEvent::TimedOut { .. }
        | GameEvent::Unrated { .. } => {
            locale.words.phrase(&format!("about/{key}"), event_facts(locale, game, event, by, reader)?)
        }
        GameEvent::Resigned { .. }
        | GameEvent::Offered { .. }
        | GameEvent::OfferDeclined { .. }
        | GameEvent::OfferWithdrawn { .. }
        | GameEvent::DrawAgreed { .. }
        | GameEvent::TakenBack { .. }
        | GameEvent::Reminded { .. } => Ok(String::new()),
        // Words that answer an offer may sound like a no.
        GameEvent::Chatted { .. } => {
            let own = head.offer.filter(|offer| head.stage == Stage::Running && Some(offer.by) == head.side_of(reader));
            let stands = own.map(|offer| kind_word(offer.kind));
            locale.words.phrase("about/chatted", context! { stands })
        }
    }
}

/// The side whose move was to be taken back, if this is about such a request.
fn asked_back(event: &GameEvent) -> Option<tafl::Side> {
    match event {
        GameEvent::Offered { kind: OfferKind::Undo, by } | GameEvent::OfferWithdrawn { kind: OfferKind::Undo, by } => {
            Some(*by)
        }
        GameEvent::OfferDeclined { kind: OfferKind::Undo, by } => Some(by.opponent()),
        _ => None,
    }
}

/// The name of an offer in the templates.
fn kind_word(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "draw",
        OfferKind::Undo => "undo",
    }
}

/// The name of the phrases about an event, and the side that did it.
fn key(head: &Head, event: &GameEvent) -> (&'static str, tafl::Side) {
    match event {
        GameEvent::Invited { .. } => ("invited", head.challenger),
        GameEvent::Began => ("began", head.challenger.opponent()),
        GameEvent::Declined => ("declined", head.challenger.opponent()),
        GameEvent::Withdrawn => ("withdrawn", head.challenger),
        GameEvent::Moved { by, .. } => ("moved", *by),
        GameEvent::Resigned { by } => ("resigned", *by),
        GameEvent::Annulled { by } => ("annulled", *by),
        GameEvent::Offered { kind: OfferKind::Draw, by } => ("offered-draw", *by),
        GameEvent::Offered { kind: OfferKind::Undo, by } => ("offered-undo", *by),
        GameEvent::OfferDeclined { kind: OfferKind::Draw, by } => ("refused-draw", *by),
        GameEvent::OfferDeclined { kind: OfferKind::Undo, by } => ("refused-undo", *by),
        GameEvent::OfferWithdrawn { kind: OfferKind::Draw, by } => ("withdrawn-draw", *by),
        GameEvent::OfferWithdrawn { kind: OfferKind::Undo, by } => ("withdrawn-undo", *by),
        // A draw is agreed by the side that did not offer it. The same goes for taking a move back.
        GameEvent::DrawAgreed { by } => ("agreed", *by),
        GameEvent::TakenBack { by, .. } => ("taken-back", by.opponent()),
        GameEvent::TimedOut { by } => ("timed-out", *by),
        GameEvent::Reminded { of } => ("reminded", *of),
        GameEvent::Unrated { by } => ("unrated", *by),
        GameEvent::Chatted { by } => ("chatted", *by),
    }
}

fn event_facts(
    locale: Locale,
    game: &Game,
    event: &GameEvent,
    by: tafl::Side,
    reader: &PlayerId,
) -> Result<Facts, WordingError> {
    let Locale { words, dialect, .. } = locale;
    let head = &game.head;
    let side = head.side_of(reader).unwrap_or(tafl::Side::Attackers);
    let last = game.state.plays().last();
    let name = |play| dialect.play(play).to_string();
    let (play, answer) = match event {
        GameEvent::TakenBack { play, answer, .. } => (name(*play), answer.map(name)),
        _ => match asked_back(event).and_then(|asker| answered_move(game, asker)) {
            Some((play, answer)) => (name(play), Some(name(answer))),
            None => (last.map(|played| name(played.play)).unwrap_or_default(), None),
        },
    };
    let invites = matches!(event, GameEvent::Invited { .. });
    let ran_out = matches!(event, GameEvent::TimedOut { .. });
    let first = || match head.player(head.first) {
        player if player == reader => words.phrase("word/you-move", context! {}),
        player => words.phrase("word/moves", context! { who => player.as_str() }),
    };
    let clock = || time::clock(words, head.clock.as_ref().map(|clock| &clock.control));
    let at = || time::date(words, head.touched, locale.zone);
    let taken = last.map_or(0, |played| played.captured.len());
    let lapsed = match event {
        GameEvent::Moved { lapsed, .. } => lapsed.as_ref(),
        _ => None,
    };
    let crossed = match event {
        GameEvent::Moved { crossed, by, .. } => crossed.map(|kind| (kind, answered_move(game, by.opponent()))),
        _ => None,
    };
    let moved_by = match event {
        GameEvent::Moved { by, .. } => Some(*by),
        _ => None,
    };
    let crossing = match event {
        GameEvent::Invited { crossed: Some(other), .. } => Some(other),
        _ => None,
    };
    let awaited = match event {
        GameEvent::Invited { awaited, .. } => awaited.as_ref(),
        _ => None,
    };
    let replaced = match event {
        GameEvent::Invited { instead, .. } => instead.as_ref(),
        _ => None,
    };
    Ok(context! {
        instead => replaced.map(|replaced| replaced.number),
        changed => replaced.is_some_and(|replaced| replaced.is_own),
        awaited => awaited.is_some(),
        said_before => awaited.is_some_and(|words| !words.is_empty()),
        other_board => crossing.map(|other| other.number),
        other_title => crossing.map(|other| title(words, &other.title)).transpose()?.unwrap_or_default(),
        other_attackers => crossing.map(|other| other.attackers.as_str().to_owned()).unwrap_or_default(),
        you => head.player(by) == reader,
        who => head.player(by).as_str(),
        opponent => head.player(side.opponent()).as_str(),
        side => side_word(words, side)?,
        sign => locale.sign(side),
        other_side => side_word(words, side.opponent())?,
        other_sign => locale.sign(side.opponent()),
        title => title(words, &head.title)?,
        own => is_own(&head.title),
        number => head.number,
        first => if invites { first()?.into() } else { UNTOLD },
        ply => head.plies,
        play,
        answer => answer.unwrap_or_default(),
        captured => last
            .filter(|_| taken <= NAMED_MAX)
            .map(|played| squares(locale, played))
            .transpose()?
            .unwrap_or_default(),
        taken,
        your_turn => head.player(head.to_move()) == reader,
        clock => if invites { clock()?.into() } else { UNTOLD },
        at => if ran_out { at()?.into() } else { UNTOLD },
        prepared => matches!(event, GameEvent::Moved { prepared: true, .. }),
        broken => matches!(event, GameEvent::Moved { broken: true, .. }),
        crossed => crossed.map(|(kind, _)| kind_word(kind)),
        stands => crossed.is_some() && head.offer.is_some(),
        stays => moved_by.is_some_and(|by| head.offer.is_some_and(|offer| offer.by == by)),
        wanted => crossed.and_then(|(_, moves)| moves).map(|(wanted, _)| name(wanted)).unwrap_or_default(),
        lapsed => lapsed.map(|offer| kind_word(offer.kind)),
        lapsed_own => lapsed.is_some_and(|offer| head.side_of(reader) == Some(offer.by)),
    })
}

/// What is unusual about a board besides its rules, and in an invitation whether it counts. Empty if that says nothing.
pub(crate) fn conditions(words: &Wording, head: &Head, invites: bool) -> Result<String, WordingError> {
    let Conditions { unrated, private } = head.conditions;
    let counts = invites && !unrated && head.tournament.is_none();
    match unrated || private || counts {
        true => words.phrase("line/conditions", context! { unrated, private, counts }),
        false => Ok(String::new()),
    }
}

/// The tournament that a game belongs to. Empty if there is none.
pub(crate) fn of_tournament(words: &Wording, head: &Head) -> Result<String, WordingError> {
    head.tournament.as_ref().map_or(Ok(String::new()), |(tournament, round)| {
        words.phrase("line/of-tournament", context! { tournament => tournament.as_str(), round })
    })
}

/// The state of a game. Empty if no side is to move and nothing is decided.
pub(crate) fn state(locale: Locale, head: &Head, reader: Option<&PlayerId>) -> Result<String, WordingError> {
    match head.stage {
        Stage::Running => turn(locale, head, reader, false),
        Stage::Ended(ending) => ended(locale.words, head, ending, reader),
        // The letter about what has just happened already says it. `waiting` says it to a reader who looks later.
        Stage::Invited | Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } => Ok(String::new()),
    }
}

/// What the first words of a letter about a game leave out of its state: the reader's side and the time. Empty if nothing.
pub(crate) fn clock(locale: Locale, head: &Head, reader: Option<&PlayerId>) -> Result<String, WordingError> {
    match head.stage {
        Stage::Running => turn(locale, head, reader, true),
        Stage::Ended(_) | Stage::Invited | Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } => {
            Ok(String::new())
        }
    }
}

fn turn(locale: Locale, head: &Head, reader: Option<&PlayerId>, told: bool) -> Result<String, WordingError> {
    let words = locale.words;
    let who = head.player(head.to_move());
    let facts = context! {
        told,
        you => Some(who) == reader,
        who => who.as_str(),
        side => side_word(words, head.to_move())?,
        sign => locale.sign(head.to_move()),
        ..time::facts(locale, head)?
    };
    words.phrase("state/turn", facts)
}

/// The call for the last move, if it warns this reader: the player who is to move.
pub(crate) fn call_to(words: &Wording, game: &Game, reader: &PlayerId) -> Result<String, WordingError> {
    let head = &game.head;
    let warned = head.stage == Stage::Running && head.player(head.to_move()) == reader;
    call(words, game.state.call().filter(|_| warned), warned)
}

/// A call in words, for the player it warns or for anybody. Empty if there is none.
pub(crate) fn call(words: &Wording, call: Option<tafl::Call>, you: bool) -> Result<String, WordingError> {
    call.map_or(Ok(String::new()), |call| words.phrase(&format!("call/{call}"), context! { you }))
}

/// The state of a board for any reader, whether the game has begun or not.
pub(crate) fn standing(locale: Locale, head: &Head, reader: Option<&PlayerId>) -> Result<String, WordingError> {
    let key = match head.stage {
        Stage::Invited => "invited",
        Stage::Declined => "declined",
        Stage::Withdrawn => "withdrawn",
        Stage::Annulled { .. } => "annulled",
        Stage::Running | Stage::Ended(_) => return state(locale, head, reader),
    };
    locale.words.phrase(
        &format!("standing/{key}"),
        context! { invited => head.invited().as_str(), you => reader == Some(head.invited()) },
    )
}

fn ended(words: &Wording, head: &Head, ending: Ending, reader: Option<&PlayerId>) -> Result<String, WordingError> {
    let reason = match ending {
        Ending::Won { reason, .. } | Ending::Drawn { reason } => {
            words.phrase(&format!("word/{reason}"), context! {})?
        }
        Ending::Resigned { .. } | Ending::Agreed | Ending::TimedOut { .. } | Ending::Adjudicated { .. } => {
            String::new()
        }
    };
    let key = match ending {
        Ending::Won { .. } => "won",
        Ending::Resigned { .. } => "resigned",
        Ending::Drawn { .. } => "drawn",
        Ending::Agreed => "agreed",
        Ending::TimedOut { .. } => "timed-out",
        Ending::Adjudicated { .. } => "adjudicated",
    };
    let facts = match ending.winner() {
        Some(winner) => context! {
            you => Some(head.player(winner)) == reader,
            winner => head.player(winner).as_str(),
            winner_side => side_word(words, winner)?,
            reason,
        },
        None => context! { you => false, winner => "", winner_side => "", reason },
    };
    words.phrase(&format!("state/{key}"), facts)
}

/// The line below the board: captured pieces, last move.
pub(crate) fn score(locale: Locale, state: &tafl::GameState) -> Result<String, WordingError> {
    let taken = |side: tafl::Side| {
        let captured = state.plays().iter().flat_map(|played| &played.captured);
        captured.filter(|(_, piece)| *piece != tafl::Piece::King && piece.side() == side).count()
    };
    let facts = context! {
        attackers => taken(tafl::Side::Attackers),
        defenders => taken(tafl::Side::Defenders),
        last => state.plays().last().map(|played| locale.dialect.played(played).to_string()).unwrap_or_default(),
    };
    locale.words.phrase("line/score", facts)
}

/// That the position has come again, and what happens when it comes once more, by the rules. Empty if it has not, or if nothing happens then.
pub(crate) fn repeated(locale: Locale, state: &tafl::GameState) -> Result<String, WordingError> {
    let Some(times) = state.repeated() else { return Ok(String::new()) };
    let told = tafl::describe(state.rules(), locale.dialect);
    let rule = told.iter().find(|told| matches!(told, tafl::Told::Repetition { .. }));
    let rule = rule.map(|told| locale.words.say("rule", told)).transpose()?.unwrap_or_default();
    locale.words.phrase("line/repeated", context! { times, rule })
}

/// The moves in two columns, attackers on the left, with the players' names in the first line. In a long game, the earliest are left out.
pub(crate) fn plays(locale: Locale, head: &Head, state: &tafl::GameState) -> Result<Vec<Block>, WordingError> {
    last_plays(locale, head, state, PLAYS_MAX)
}

/// The same with at most so many moves.
pub(super) fn last_plays(
    locale: Locale,
    head: &Head,
    state: &tafl::GameState,
    plays_max: usize,
) -> Result<Vec<Block>, WordingError> {
    let Locale { words, dialect, .. } = locale;
    let all = state.plays();
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let sides = [head.first, head.first.opponent()];
    let skipped = all.len().saturating_sub(plays_max).next_multiple_of(2).min(all.len());
    let column = |side: tafl::Side| format!("{} ({})", head.player(side), locale.sign(side));
    let mut text = format!("       {:<26}{}", column(sides[0]), column(sides[1]));
    if skipped > 0 {
        text.push_str("\n    ");
        text.push_str(&earlier(words, skipped)?);
    }
    for (row, pair) in all[skipped..].chunks(2).enumerate() {
        let ply = skipped + 2 * row + 1;
        text.push_str("\n  ");
        let from = text.len();
        for (at, played) in pair.iter().enumerate() {
            // Its captures can make a move longer than its column.
            let gap = (at * CELL_COLUMNS).saturating_sub(text.len() - from);
            text.extend(std::iter::repeat_n(' ', gap));
            write!(text, "{:>3}  {}", ply + at, dialect.played(played)).expect("a text takes any text");
        }
    }
    Ok(vec![Block::Fixed(text)])
}

/// Columns of one move in the list of moves.
const CELL_COLUMNS: usize = 26;

/// The line instead of moves that do not fit into a letter.
pub(crate) fn earlier(words: &Wording, count: usize) -> Result<String, WordingError> {
    words.phrase("line/earlier", context! { count })
}

/// The state of a game after moves that were only previewed.
pub(crate) fn outlook(locale: Locale, status: tafl::Status, to_move: tafl::Side) -> Result<String, WordingError> {
    let words = locale.words;
    let word = |reason| words.phrase(&format!("word/{reason}"), context! {});
    match status {
        tafl::Status::Ongoing => {
            words.phrase("line/to-move", context! { side => side_word(words, to_move)?, sign => locale.sign(to_move) })
        }
        tafl::Status::Won { winner, reason } => {
            words.phrase("line/would-win", context! { side => side_word(words, winner)?, reason => word(reason)? })
        }
        tafl::Status::Drawn { reason } => words.phrase("line/would-draw", context! { reason => word(reason)? }),
    }
}
