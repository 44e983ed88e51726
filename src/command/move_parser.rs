//! `move`, and a play alone: the login before it, the play, and the comment behind it.

use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Withholding};
use crate::command::cursor::Args;
use crate::command::lexer::Word;
use crate::command::parsed::Understood;
use crate::command::player_id;
use crate::command::plays;
use crate::command::redact;
use crate::command::table::{self, Word as Meaning};
use crate::command::typed_password::Login;

pub(in crate::command) fn bare(args: &mut Args<'_>) -> Understood {
    let play = args.wanted_play()?;
    let command = Command::Move { number: None, login: None, play };
    Ok((command, comment(args)?))
}

/// `move [n] [u p] PLAY comment`.
pub(in crate::command) fn make_move(args: &mut Args<'_>) -> Understood {
    let number = args.number()?;
    let login = login_before_play(args)?;
    let play = args.wanted_play()?;
    let comment = if login.is_some() { args.rest()? } else { comment(args)? };
    Ok((Command::Move { number, login, play }, comment))
}

/// The comment behind a play without a login, which must not be the login.
///
/// `bob Sesam7` and `good luck` have the same shape, and who is a player is not known here. So two words that stand alone are refused
/// only where the second is odd for a sentence, as passwords should be: `bob secret` cannot be told from `well played`.
fn comment(args: &mut Args<'_>) -> Result<String, Complaint> {
    if let (2, Some(player), Some(password)) = (args.count(), args.peek(0), args.peek(1))
        && player.closing.is_empty()
        && redact::may_be_player(player)
        && redact::is_odd(password)
    {
        args.hide(1);
        let usage = table::entry(Meaning::Move).main_usage();
        return Err(args.withheld(password, Withholding::BehindPlay { usage }));
    }
    args.rest()
}

/// The login that stands before a play, where the play leaves room for one.
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
    // No play anywhere. Point at the word that most probably should have been one.
    if args.count() >= 3 && args.peek(0).is_some_and(|word| !plays::fails_to_be_a_play(word)) {
        args.login()?;
    }
    Ok(None)
}

fn is_id(word: &Word) -> bool {
    player_id::is_player_id(&word.lower()) && !plays::fails_to_be_a_play(word)
}
