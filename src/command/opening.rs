//! Commands that name a game of the catalogue: `challenge`, `rules`, `board`, `preview`.

use crate::command::command::{Command, LIMIT_MAX, ME, PREVIEW_PLAYS_MAX, PreviewOf, RatingsOf, RulesOf};
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::game_options;
use crate::command::game_options::Choice;
use crate::command::lookup;
use crate::command::move_parser::make_move;
use crate::command::parsed::{Understood, silent};
use crate::command::table::{self, Word as Meaning};
use crate::command::terms::Terms;
use crate::command::typed_password::Login;
use crate::tafl::Side;

pub(in crate::command) fn challenge(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut choice = Choice::read(args)?;
    let first = myself_or_player(args)?;
    // `challenge ann` is oneself against her.
    let (first, second) = if args.count() == 0 { (ME.to_owned(), first) } else { (first, myself_or_player(args)?) };
    if first == second {
        let kind = ComplaintKind::SamePlayer { player: first };
        return Err(args.complain(args.last(), kind));
    }
    let undashed = (0..args.count())
        .filter_map(|i| args.peek(i))
        .find(|word| game_options::is_option_name(args.catalogue, &word.lower()));
    let mut login = None;
    let is_name = args.name_of_game().is_some_and(|(count, _)| count == args.count());
    match (args.count(), undashed) {
        (0, _) => {}
        (1, _) => loose_game(args, &mut choice)?,
        _ if is_name => loose_game(args, &mut choice)?,
        (_, Some(word)) => {
            let kind = ComplaintKind::OptionWithoutDash { word: word.lower() };
            return Err(args.complain(word, kind));
        }
        (_, None) => login = Some(args.login()?),
    }
    if let Some(word) = args.peek(0) {
        return Err(args.nothing_more(word));
    }
    let terms = choice.terms(args)?;
    let (conditions, clock) = (choice.conditions, choice.clock());
    Ok(Command::Challenge { first, second, terms, conditions, clock, login })
}

/// A player, or oneself by that word.
fn myself_or_player(args: &mut Args<'_>) -> Result<String, Complaint> {
    if args.peek(0).is_some_and(|word| word.lower() == ME) {
        args.skip();
        return Ok(ME.to_owned());
    }
    args.player()
}

pub(in crate::command) fn rules(args: &mut Args<'_>) -> Result<Command, Complaint> {
    if let Some(number) = args.number()? {
        end_of_lookup(args)?;
        return Ok(Command::Rules { of: RulesOf::Game(number) });
    }
    let mut choice = Choice::read(args)?;
    named_game(args, &mut choice)?;
    if !choice.is_made(args) {
        return Ok(Command::Rules { of: RulesOf::Default });
    }
    let of = match choice.terms(args)? {
        Terms::AsOn(number) => RulesOf::Game(number),
        Terms::Variant(_) => RulesOf::Variant(choice.variant(args)?),
    };
    Ok(Command::Rules { of })
}

/// `seek [-options] [attackers|defenders] [u p]`.
pub(in crate::command) fn seek(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut choice = Choice::read(args)?;
    let mut side = side(args);
    if args.name_of_game().is_some() {
        loose_game(args, &mut choice)?;
        side = side.or(self::side(args));
    }
    let login = login_at_the_end(args)?;
    let (conditions, clock) = (choice.conditions, choice.clock());
    let variant = choice.game_chosen(args)?;
    Ok(Command::OpenChallenge { variant, side, conditions, clock, login })
}

fn side(args: &mut Args<'_>) -> Option<Side> {
    let side = args.peek(0)?.lower().parse().ok()?;
    args.skip();
    Some(side)
}

/// An id and a password, or nothing.
fn login_at_the_end(args: &mut Args<'_>) -> Result<Option<Login>, Complaint> {
    if args.count() == 0 {
        return Ok(None);
    }
    let login = args.login()?;
    match args.peek(0) {
        Some(word) => Err(args.nothing_more(word)),
        None => Ok(Some(login)),
    }
}

/// `take n [u p]`.
pub(in crate::command) fn take(args: &mut Args<'_>) -> Understood {
    let Some(number) = args.number()? else {
        return Err(match args.peek(0) {
            Some(word) => args.nothing_more(word),
            None => args.missing(Thing::BoardNumber),
        });
    };
    if args.last().closing.contains(['.', '!', ';']) {
        return Ok((Command::Take { number, login: None }, args.end()?));
    }
    Ok(silent(Command::Take { number, login: login_at_the_end(args)? }))
}

/// `limit`, `limit n`, `limit off`, with id and password behind the value.
pub(in crate::command) fn limit(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(word) = args.peek(0) else {
        return Ok(Command::Limit { limit: None, login: None });
    };
    let limit = match (word.lower().as_str(), word.number()) {
        ("off" | "none", _) => None,
        (_, Some(Ok(number))) if number <= LIMIT_MAX => Some(number),
        _ => {
            let usage = table::entry(Meaning::Limit).main_usage();
            return Err(args.complain(word, ComplaintKind::UnknownValue { word: word.plain.clone(), usage }));
        }
    };
    args.skip();
    Ok(Command::Limit { limit: Some(limit), login: login_at_the_end(args)? })
}

/// `ratings [variant|player]`. A word that names a game is one.
pub(in crate::command) fn ratings(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut choice = Choice::read(args)?;
    let names_a_player = args.count() == 1
        && !choice.is_made(args)
        && args.name_of_game().is_none()
        && args.peek(0).is_some_and(|word| game_options::nearest_option(&word.plain).is_none());
    if names_a_player {
        return Ok(Command::Ratings { of: RatingsOf::Player(args.player()?) });
    }
    named_game(args, &mut choice)?;
    choice.refuse_own(args)?;
    let of = if choice.is_made(args) { RatingsOf::Variant(choice.variant(args)?.name) } else { RatingsOf::All };
    Ok(Command::Ratings { of })
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
    Ok(silent(Command::Board { variant }))
}

/// The name of a game as the only word left.
fn named_game<'a>(args: &mut Args<'a>, choice: &mut Choice<'a>) -> Result<(), Complaint> {
    loose_game(args, choice)?;
    end_of_lookup(args)
}

/// `tablut` without a dash: a game, or an option that has lost its own.
fn loose_game<'a>(args: &mut Args<'a>, choice: &mut Choice<'a>) -> Result<(), Complaint> {
    let Some(word) = args.peek(0) else {
        return Ok(());
    };
    let named = args.name_of_game().is_some();
    if let Some(option) = game_options::nearest_option(&word.plain).filter(|_| !named) {
        let kind = ComplaintKind::OptionWithoutDash { word: option.to_owned() };
        return Err(args.complain(word, kind));
    }
    choice.name(args, word)?;
    args.skip();
    Ok(())
}

/// Nothing stands behind a command that only looks something up.
fn end_of_lookup(args: &mut Args<'_>) -> Result<(), Complaint> {
    args.end().map(drop)
}

pub(in crate::command) fn preview(args: &mut Args<'_>) -> Result<Command, Complaint> {
    args.filler();
    let new = args.peek(0).is_some_and(|word| word.lower() == "new");
    let of = if new {
        args.skip();
        let mut choice = Choice::read(args)?;
        if args.play_length(0) == 0 {
            loose_game(args, &mut choice)?;
        }
        if args.count() == 0 {
            return Err(args.missing_for(Thing::Play, "preview new (VARIANT) PLAY ..."));
        }
        PreviewOf::New(choice.variant(args)?)
    } else {
        let (number, at) = lookup::board_ref(args)?.unwrap_or((None, None));
        PreviewOf::Game { number, at }
    };
    let mut plays = vec![args.wanted_play()?];
    while let Some(word) = args.peek(0) {
        if plays.len() == PREVIEW_PLAYS_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::Plays, max: PREVIEW_PLAYS_MAX };
            return Err(args.complain(word, kind));
        }
        plays.push(args.wanted_play()?);
    }
    Ok(Command::Preview { of, plays })
}
