//! What commands of several groups have after their word: a board, a login, the name of a game.

use crate::command::board_act::BoardAct;
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind};
use crate::command::cursor::Args;
use crate::command::game_options::{self, Choice};
use crate::command::lexer::Word;
use crate::command::look::Moment;
use crate::command::parsed::Understood;
use crate::command::table::Verb;
use crate::command::target::Target;
use crate::command::typed_password::Login;

/// A board, as it was at some moment.
#[derive(Clone, Copy)]
pub(in crate::command) struct BoardRef {
    pub(in crate::command) board: Target,
    /// The moment. `None` is the present one.
    pub(in crate::command) at: Option<Moment>,
}

/// `17`, `17#6`, `17#-2`, `17 #6` or `#6`, if it is next.
pub(in crate::command) fn board_ref(args: &mut Args<'_>) -> Result<Option<BoardRef>, Complaint> {
    args.filler();
    let Some(word) = args.peek(0) else {
        return Ok(None);
    };
    let Some((board, ply)) = halves(word) else {
        return Ok(None);
    };
    args.skip();
    let number = digits(args, word, board)?;
    let mut at = moment(args, word, ply)?;
    if number.is_some() && at.is_none() {
        // `show 17 board #6`.
        args.filler();
    }
    if let Some(next) = args.peek(0).filter(|_| number.is_some() && at.is_none())
        && let Some(("", ply)) = halves(next)
    {
        args.skip();
        at = moment(args, next, ply)?;
    }
    Ok(Some(BoardRef { board: number.into(), at }))
}

/// The digits before and after the `#`, if there is nothing else.
fn halves(word: &Word) -> Option<(&str, &str)> {
    let (board, ply) = word.plain.split_once('#').unwrap_or((&word.plain, ""));
    let numeric = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    let is_moment = numeric(ply.strip_prefix('-').filter(|back| !back.is_empty()).unwrap_or(ply));
    (numeric(board) && is_moment && !(board.is_empty() && ply.is_empty())).then_some((board, ply))
}

/// The moment after a `#`: a number of moves, or with a `-` a number of moves back.
fn moment(args: &Args<'_>, word: &Word, typed: &str) -> Result<Option<Moment>, Complaint> {
    let back = typed.strip_prefix('-');
    let number = digits(args, word, back.unwrap_or(typed))?;
    Ok(number.map(if back.is_some() { Moment::Ago } else { Moment::After }))
}

fn digits(args: &Args<'_>, word: &Word, digits: &str) -> Result<Option<u32>, Complaint> {
    if digits.is_empty() {
        return Ok(None);
    }
    let number = digits.parse().map(Some);
    number.map_err(|_| args.complain(word, ComplaintKind::NumberTooLarge))
}

/// `resign [n [u p]]` and the like.
pub(in crate::command) fn on_board(args: &mut Args<'_>, act: BoardAct) -> Understood {
    question(args)?;
    let number = args.number()?;
    question(args)?;
    let login = login_behind(args, number)?;
    // A password may end in a full stop, so nothing may follow a login. Nor may it follow `resign`: `Resign! You have no chance.` is not a
    // resignation.
    let comment = match login {
        _ if login.is_some() || args.entry.verb == Verb::Resign => match args.peek(0) {
            Some(word) => return Err(args.nothing_more(word)),
            None => String::new(),
        },
        _ => args.end()?,
    };
    Ok((Command::OnBoard { board: number.into(), login, act }, comment))
}

/// Id and password after the number of a board, unless the sentence ends before. Without a number, two words may be a login: then the
/// second is never shown.
pub(in crate::command) fn login_behind(args: &mut Args<'_>, number: Option<u32>) -> Result<Option<Login>, Complaint> {
    if args.last().closing.contains(['.', '!', ';']) {
        return Ok(None);
    }
    if number.is_some() && args.peek(0).is_some_and(|word| word.option().is_none()) {
        return args.login().map(Some);
    }
    if args.count() == 2 {
        args.hide(1);
    }
    Ok(None)
}

/// A question changes nothing.
pub(in crate::command) fn question(args: &Args<'_>) -> Result<(), Complaint> {
    if args.last().closing.contains('?') {
        let kind = ComplaintKind::Question { command: args.entry.name };
        return Err(args.complain(args.last(), kind));
    }
    Ok(())
}

/// An id and a password, or nothing.
pub(in crate::command) fn login_at_the_end(args: &mut Args<'_>) -> Result<Option<Login>, Complaint> {
    if args.count() == 0 {
        return Ok(None);
    }
    let login = args.login()?;
    match args.peek(0) {
        Some(word) => Err(args.nothing_more(word)),
        None => Ok(Some(login)),
    }
}

/// The name of a game as the only word left.
pub(in crate::command) fn named_game<'a>(args: &mut Args<'a>, choice: &mut Choice<'a>) -> Result<(), Complaint> {
    loose_game(args, choice)?;
    end_of_lookup(args)
}

/// `tablut` without a dash: a game, or an option that has lost its dash.
pub(in crate::command) fn loose_game<'a>(args: &mut Args<'a>, choice: &mut Choice<'a>) -> Result<(), Complaint> {
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

/// Nothing may follow a command that only shows something.
pub(in crate::command) fn end_of_lookup(args: &mut Args<'_>) -> Result<(), Complaint> {
    args.end().map(drop)
}
