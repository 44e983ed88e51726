//! What follows the commands that begin a game: `challenge`, `decline`, `seek`, `take`.

use crate::command::arguments::parts::{login_at_the_end, login_behind, loose_game, question};
use crate::command::board_act::BoardAct;
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::game_options;
use crate::command::game_options::Choice;
use crate::command::parsed::{Understood, silent};
use crate::command::player_act::{ChallengeAsk, ME, OpenChallengeAsk, PlayerAct};
use crate::command::player_id;
use crate::tafl::Side;

/// `challenge [a] b [-options] [u p]`.
pub(in crate::command) fn challenge(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut choice = Choice::read(args)?;
    let first = myself_or_player(args)?;
    // `challenge ann` is the sender against ann.
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
    let (conditions, clock, instead) = (choice.conditions, choice.clock(), choice.instead);
    let act = PlayerAct::Challenge(ChallengeAsk { first, second, terms, conditions, clock, instead });
    Ok(Command::AsPlayer { login, act })
}

/// A player, or the sender by the word `me`.
fn myself_or_player(args: &mut Args<'_>) -> Result<String, Complaint> {
    if args.peek(0).is_some_and(|word| word.lower() == ME) {
        args.skip();
        return Ok(ME.to_owned());
    }
    args.player()
}

/// `seek [-options] [attackers|defenders] [u p]`.
pub(in crate::command) fn open_challenge(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut choice = Choice::read(args)?;
    let mut side = side(args);
    if args.name_of_game().is_some() {
        loose_game(args, &mut choice)?;
        side = side.or(self::side(args));
    }
    let login = login_at_the_end(args)?;
    let (conditions, clock) = (choice.conditions, choice.clock());
    let variant = choice.game_chosen(args)?;
    let act = PlayerAct::OpenChallenge(OpenChallengeAsk { variant, side, conditions, clock });
    Ok(Command::AsPlayer { login, act })
}

fn side(args: &mut Args<'_>) -> Option<Side> {
    let side = args.peek(0)?.lower().parse().ok()?;
    args.skip();
    Some(side)
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
        return Ok((Command::AsPlayer { login: None, act: PlayerAct::Take(number) }, args.end()?));
    }
    Ok(silent(Command::AsPlayer { login: login_at_the_end(args)?, act: PlayerAct::Take(number) }))
}

/// `decline [n [u p]]`, and the reason after it: `decline 12: I have no time`, `decline 12 I have no time`. Exactly two words after the
/// number, the first of which may be a player's id, are a login as on pbmserv. Text that may be a password is not passed on.
pub(in crate::command) fn decline(args: &mut Args<'_>) -> Understood {
    question(args)?;
    let number = args.number()?;
    question(args)?;
    let declined = |login| Command::OnBoard { board: number.into(), login, act: BoardAct::Decline };
    let with_colon = args.last().closing.contains(':');
    let may_be_login = args.count() == 2
        && args.peek(0).is_some_and(|word| {
            let word = word.lower();
            player_id::is_player_id(&word) && !player_id::is_reserved(&word)
        });
    if with_colon || (number.is_some() && args.count() > 0 && !may_be_login) {
        return Ok((declined(None), args.rest()?));
    }
    let login = login_behind(args, number)?;
    let comment = if login.is_some() { String::new() } else { args.end()? };
    Ok((declined(login), comment))
}
