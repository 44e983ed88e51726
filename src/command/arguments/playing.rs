//! What follows the commands of a running game. For `move`, and for a move alone: the login before it, the move, and the comment after it.

use crate::command::arguments::parts::{BoardRef, board_ref, loose_game};
use crate::command::board_act::{BoardAct, QUEUE_PLAYS_MAX, Queued};
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Thing, Withholding};
use crate::command::cursor::Args;
use crate::command::game_options::Choice;
use crate::command::lexer::{Word, square};
use crate::command::look::{Look, PREVIEW_PLAYS_MAX, PreviewOf};
use crate::command::move_words;
use crate::command::parsed::Understood;
use crate::command::player_id;
use crate::command::redact;
use crate::command::table::{self, Verb};
use crate::command::target::Target;
use crate::command::typed_password::Login;

pub(in crate::command) fn bare(args: &mut Args<'_>) -> Understood {
    let play = args.wanted_play()?;
    let command = Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) };
    Ok((command, comment(args)?))
}

/// `move [n] [u p] PLAY comment`.
pub(in crate::command) fn make_move(args: &mut Args<'_>) -> Understood {
    let number = args.number()?;
    let login = login_before_play(args)?;
    let play = args.wanted_play()?;
    let comment = if login.is_some() { args.rest()? } else { comment(args)? };
    Ok((Command::OnBoard { board: number.into(), login, act: BoardAct::Move(play) }, comment))
}

/// The comment after a move without a login. It must not be the login.
///
/// `bob Sesam7` and `good luck` have the same shape, and which players exist is not known here. So two words alone are refused only if the
/// second is unusual in a sentence, as passwords should be: `bob secret` looks the same as `well played`.
fn comment(args: &mut Args<'_>) -> Result<String, Complaint> {
    if let (2, Some(player), Some(password)) = (args.count(), args.peek(0), args.peek(1))
        && player.closing.is_empty()
        && redact::may_be_player(player)
        && redact::is_odd(password)
    {
        args.hide(1);
        let usage = table::entry(Verb::Move).main_usage();
        return Err(args.withheld(password, Withholding::BehindPlay { usage }));
    }
    args.rest()
}

/// The login before a move, if there is room for one.
fn login_before_play(args: &mut Args<'_>) -> Result<Option<Login>, Complaint> {
    if args.count() == 0 || args.play_length(0) > 0 {
        return Ok(None);
    }
    if args.play_length(1) > 0 {
        let player = args.player()?;
        let kind = ComplaintKind::NoPassword { player };
        return Err(args.complain(args.last(), kind));
    }
    if args.play_length(2) > 0 {
        return args.login().map(Some);
    }
    if args.count() == 2 && args.peek(0).is_some_and(is_id) {
        args.login()?;
        return Ok(None);
    }
    // There is no move. The complaint points at the word that most probably should have been one.
    if args.count() >= 3 && args.peek(0).is_some_and(|word| !move_words::fails_to_be_a_play(word)) {
        args.login()?;
    }
    Ok(None)
}

fn is_id(word: &Word) -> bool {
    player_id::is_player_id(&word.lower()) && !move_words::fails_to_be_a_play(word)
}

/// `queue [n] [u p]` with moves, with `if PLAY then PLAY ...`, with `clear`, or alone. Before `if` it may be left out.
pub(in crate::command) fn queue(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let is = |args: &Args<'_>, known: &[&str]| args.peek(0).is_some_and(|word| known.contains(&word.lower().as_str()));
    let number = args.number()?;
    let mut login = None;
    if args.count() >= 2 && args.play_length(0) == 0 && !is(args, &["if", "clear"]) {
        login = Some(args.login()?);
    }
    let what = if args.count() == 0 {
        Queued::Show
    } else if is(args, &["clear", "off", "delete", "none"]) {
        args.skip();
        Queued::Clear
    } else {
        let conditional = is(args, &["if"]);
        let usage = if conditional { args.entry.forms[0].usage } else { args.entry.main_usage() };
        let mut plays = Vec::new();
        while let Some(word) = args.peek(0) {
            if plays.len() + usize::from(conditional) >= QUEUE_PLAYS_MAX {
                return Err(args.complain(word, ComplaintKind::TooMany { what: Thing::Plays, max: QUEUE_PLAYS_MAX }));
            }
            let before: &[_] = if conditional { &[("if", Thing::If), ("then", Thing::Then)] } else { &[] };
            for (word, missing) in before {
                match args.peek(0) {
                    Some(_) if is(args, &[word]) => args.skip(),
                    Some(other) => return Err(args.nothing_more_for(other, usage)),
                    None => return Err(args.missing_for(*missing, usage)),
                }
                plays.push(args.wanted_play_for(usage)?);
            }
            if !conditional {
                plays.push(args.wanted_play()?);
            }
        }
        Queued::Line { conditional, plays }
    };
    if let Some(word) = args.peek(0) {
        return Err(args.nothing_more(word));
    }
    Ok(Command::OnBoard { board: number.into(), login, act: BoardAct::Queue(what) })
}

/// `preview [n[#ply]] PLAY ...`, `preview new [variant] PLAY ...`, `preview [n] SQUARE`.
pub(in crate::command) fn preview(args: &mut Args<'_>) -> Result<Look, Complaint> {
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
        let BoardRef { board, at } = board_ref(args)?.unwrap_or(BoardRef { board: Target::OfLetter, at: None });
        let sole = args.peek(0).filter(|_| args.count() == 1).and_then(|word| square(&word.plain));
        if let (Some(from), None) = (sole, at) {
            args.skip();
            return Ok(Look::Preview { of: PreviewOf::Piece { board, from }, plays: Vec::new() });
        }
        PreviewOf::Game { board, at }
    };
    let mut plays = vec![args.wanted_play()?];
    while let Some(word) = args.peek(0) {
        if plays.len() == PREVIEW_PLAYS_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::Plays, max: PREVIEW_PLAYS_MAX };
            return Err(args.complain(word, kind));
        }
        plays.push(args.wanted_play()?);
    }
    Ok(Look::Preview { of, plays })
}
