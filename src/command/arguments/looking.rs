//! What follows the commands that show something: `show`, `games`, `history`, `ratings`, `export`, `board`, `rules`.

use crate::command::arguments::parts::{BoardRef, board_ref, end_of_lookup, named_game};
use crate::command::arguments::playing::make_move;
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::game_options;
use crate::command::game_options::Choice;
use crate::command::look::{Filter, Look, PLAYERS_MAX, RatingsOf, RulesOf, SHOW_ITEMS_MAX, ShowItem};
use crate::command::parsed::{Understood, silent};
use crate::command::terms::Terms;
use crate::tafl::{DEFAULT_GAME, RecordFormat};

/// `show [board[#n] | player [filter]] ...`.
pub(in crate::command) fn show(args: &mut Args<'_>) -> Result<Look, Complaint> {
    let mut what = Vec::new();
    loop {
        args.filler();
        let Some(word) = args.peek(0) else {
            return Ok(Look::Show { what });
        };
        if what.len() == SHOW_ITEMS_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::BoardsAndPlayers, max: SHOW_ITEMS_MAX };
            return Err(args.complain(word, kind));
        }
        if let Some(BoardRef { board, at }) = board_ref(args)? {
            what.push(ShowItem::Game { board, at });
            continue;
        }
        if Filter::from_word(&word.lower()).is_some() {
            return Err(args.nothing_more_for(word, "show ID (active|next|finished|all)"));
        }
        let id = args.player()?;
        what.push(ShowItem::Player { id, filter: filter(args).unwrap_or_default() });
    }
}

/// `games [player ...] [variant] [filter] [board]`, in any order, but the first player is the one whose games are meant.
pub(in crate::command) fn games(args: &mut Args<'_>) -> Result<Look, Complaint> {
    search(args, None)
}

/// `history` with the same words: the games that are over.
pub(in crate::command) fn history(args: &mut Args<'_>) -> Result<Look, Complaint> {
    search(args, Some(Filter::Finished))
}

fn search(args: &mut Args<'_>, mut chosen: Option<Filter>) -> Result<Look, Complaint> {
    let mut choice = Choice::read(args)?;
    let mut players = Vec::new();
    let mut from = None;
    // The word that has chosen the filter: `history` itself, until another word narrows it.
    let mut chosen_by = args.entry.name;
    while let Some(word) = args.peek(0) {
        if word.number().is_some() && from.is_none() {
            from = args.number()?;
        } else if let Some(filter) = filter(args) {
            let both = chosen.map_or(Some(filter), |chosen| chosen.and(filter));
            let (first, second) = (chosen_by.to_owned(), word.lower());
            chosen = Some(both.ok_or_else(|| args.complain(word, ComplaintKind::Conflict { first, second }))?);
            if chosen == Some(filter) {
                chosen_by = filter.word();
            }
        } else if args.name_of_game().is_some() {
            choice.name(args, word)?;
            args.skip();
        } else if players.len() == PLAYERS_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::Players, max: PLAYERS_MAX };
            return Err(args.complain(word, kind));
        } else {
            players.push(args.player()?);
        }
    }
    let variant = sought(args, &choice)?;
    Ok(Look::Games { players, variant, filter: chosen.unwrap_or_default(), from })
}

/// The variant of the games that are sought. `hnefatafl games` means all games: before a command, this name stands for the whole family.
fn sought(args: &Args<'_>, choice: &Choice<'_>) -> Result<Option<String>, Complaint> {
    choice.refuse_own(args)?;
    let is_named = args.game_name.as_ref().is_some_and(|name| !name.eq_ignore_ascii_case(DEFAULT_GAME));
    (choice.is_chosen() || is_named).then(|| choice.variant(args).map(|variant| variant.name)).transpose()
}

/// `export [board] [format]`, in any order.
pub(in crate::command) fn export(args: &mut Args<'_>) -> Result<Look, Complaint> {
    let mut number = args.number()?;
    let format = args.peek(0).and_then(|word| RecordFormat::from_word(&word.lower()));
    if format.is_some() {
        args.skip();
        if number.is_none() {
            number = args.number()?;
        }
    }
    args.end()?;
    Ok(Look::Export { board: number.into(), format: format.unwrap_or(RecordFormat::List) })
}

fn filter(args: &mut Args<'_>) -> Option<Filter> {
    let filter = Filter::from_word(&args.peek(0)?.lower())?;
    args.skip();
    Some(filter)
}

/// `rules [variant|board]`.
pub(in crate::command) fn rules(args: &mut Args<'_>) -> Result<Look, Complaint> {
    if let Some(number) = args.number()? {
        end_of_lookup(args)?;
        return Ok(Look::Rules { of: RulesOf::Game(number) });
    }
    let mut choice = Choice::read(args)?;
    named_game(args, &mut choice)?;
    if !choice.is_made(args) {
        return Ok(Look::Rules { of: RulesOf::Default });
    }
    let of = match choice.terms(args)? {
        Terms::AsOn(number) => RulesOf::Game(number),
        Terms::Variant(_) => RulesOf::Variant(choice.variant(args)?),
    };
    Ok(Look::Rules { of })
}

/// `ratings [variant|player]`. A word that names a game means the game.
pub(in crate::command) fn ratings(args: &mut Args<'_>) -> Result<Look, Complaint> {
    let mut choice = Choice::read(args)?;
    let names_a_player = args.count() == 1
        && !choice.is_made(args)
        && args.name_of_game().is_none()
        && args.peek(0).is_some_and(|word| game_options::nearest_option(&word.plain).is_none());
    if names_a_player {
        return Ok(Look::Ratings { of: RatingsOf::Player(args.player()?) });
    }
    named_game(args, &mut choice)?;
    choice.refuse_own(args)?;
    let of = if choice.is_made(args) { RatingsOf::Variant(choice.variant(args)?.name) } else { RatingsOf::All };
    Ok(Look::Ratings { of })
}

/// `board [variant]`, and pbmserv's `board` for `move`.
pub(in crate::command) fn board(args: &mut Args<'_>) -> Understood {
    let played = args.peek(0).is_some_and(|word| word.number().is_some()) || args.play_length(0) > 0;
    if played {
        if args.count() == 1 && args.play_length(0) == 0 {
            args.number()?;
            return Err(args.missing_for(Thing::Play, "board NUMBER PLAY | show NUMBER"));
        }
        return make_move(args);
    }
    let mut choice = Choice::read(args)?;
    named_game(args, &mut choice)?;
    let variant = if choice.is_made(args) { Some(choice.variant(args)?) } else { None };
    Ok(silent(Command::Look(Look::Board { variant })))
}
