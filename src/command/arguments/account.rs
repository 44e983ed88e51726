//! What follows the commands about an account: `add`, `change`, `drop`, `reclaim`, `signoff`, `signon`, `delete`.

use crate::command::account::Account;
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::lexer::Word;
use crate::command::player_act::PlayerAct;
use crate::command::redact;
use crate::command::typed_password::{Login, Secret};

fn about_account(act: Account, login: Option<Login>) -> Command {
    Command::AsPlayer { login, act: PlayerAct::Account(act) }
}

/// What `change` and `drop` are about.
enum Object {
    Address,
    Password,
}

/// The word for it, in some of the ways in which people write it. An address needs no such word.
fn object(args: &mut Args<'_>) -> Option<Object> {
    let word = args.peek(0)?;
    let object = match word.lower().as_str() {
        "address" | "addresses" | "email" | "e-mail" | "mail" | "mailbox" => Object::Address,
        "password" | "passwd" | "pw" => Object::Password,
        _ => return redact::is_address_shape(&word.plain).then_some(Object::Address),
    };
    args.skip();
    Some(object)
}

/// `add (address) (u p) address`.
pub(in crate::command) fn add(args: &mut Args<'_>) -> Result<Command, Complaint> {
    if args.peek(0).is_some_and(|word| matches!(word.lower().as_str(), "address" | "email" | "e-mail")) {
        args.skip();
    }
    about_address(args, Account::AddAddress)
}

/// `change address (u p) NEW`, `change password u old NEW`, `change password (NEW)`.
pub(in crate::command) fn change(args: &mut Args<'_>) -> Result<Command, Complaint> {
    match object(args) {
        Some(Object::Address) => about_address(args, Account::ChangeAddress),
        Some(Object::Password) => change_password(args),
        None => Err(no_object(args)),
    }
}

/// `drop address (u p) OLD`, `drop password (u p)`.
pub(in crate::command) fn drop(args: &mut Args<'_>) -> Result<Command, Complaint> {
    match object(args) {
        Some(Object::Address) => about_address(args, Account::DropAddress),
        Some(Object::Password) => on_account(args, Account::DropPassword),
        None => Err(no_object(args)),
    }
}

/// `reclaim` and the like: only id and password may follow.
pub(in crate::command) fn on_account(args: &mut Args<'_>, act: Account) -> Result<Command, Complaint> {
    let login = if args.count() > 0 && !ended(args) { Some(args.login()?) } else { None };
    if let Some(word) = args.peek(0) {
        return Err(args.nothing_more(word));
    }
    Ok(about_account(act, login))
}

/// The most boards in one line. Nobody has more games at a time.
const BOARDS_MAX: usize = 200;

/// The word before the boards.
const RESIGNING: [&str; 3] = ["resigning", "resign", "resigns"];

/// `delete (u p) (resigning BOARD ...)`.
pub(in crate::command) fn delete(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let resigns = |args: &Args<'_>| args.peek(0).is_some_and(|word| RESIGNING.contains(&word.lower().as_str()));
    let login = if args.count() > 0 && !ended(args) && !resigns(args) { Some(args.login()?) } else { None };
    let mut resigning = Vec::new();
    if resigns(args) {
        args.skip();
        while args.peek(0).is_some_and(|word| word.lower() == "and" || word.number().is_some()) {
            if args.peek(0).is_some_and(|word| word.lower() == "and") {
                args.skip();
            }
            resigning.extend(args.number()?);
        }
        if resigning.is_empty() && args.count() == 0 {
            return Err(args.missing(Thing::BoardNumber));
        }
        resigning.sort_unstable();
        resigning.dedup();
    }
    match args.peek(0) {
        Some(word) => Err(args.nothing_more(word)),
        None if resigning.len() > BOARDS_MAX => {
            let kind = ComplaintKind::TooMany { what: Thing::BoardNumber, max: BOARDS_MAX };
            Err(args.complain(args.last(), kind))
        }
        None => Ok(about_account(Account::Delete { resigning }, login)),
    }
}

fn ended(args: &Args<'_>) -> bool {
    args.last().closing.contains(['.', '!', ';'])
}

fn no_object(args: &Args<'_>) -> Complaint {
    match args.peek(0) {
        Some(word) => args.nothing_more(word),
        None => args.missing(Thing::WhatToChange),
    }
}

fn about_address(args: &mut Args<'_>, act: fn(String) -> Account) -> Result<Command, Complaint> {
    if args.peek(0).is_some_and(|word| word.lower() == "to") {
        args.skip();
    }
    let is_address = |word: &Word| redact::is_address_shape(&word.plain);
    let login: Option<Login> = match (args.peek(0), args.peek(2)) {
        (Some(first), Some(third)) if !is_address(first) && is_address(third) => Some(args.login()?),
        // Perhaps a login without its address.
        (Some(first), None) if !is_address(first) => {
            args.hide(1);
            None
        }
        _ => None,
    };
    let Some(word) = args.peek(0) else {
        return Err(args.missing(Thing::Address));
    };
    if !is_address(word) {
        return Err(args.complain(word, ComplaintKind::NoAddress { word: "This".to_owned() }));
    }
    let address = word.plain.clone();
    args.skip();
    if let Some(word) = args.peek(0) {
        return Err(args.nothing_more(word));
    }
    Ok(about_account(act(address), login))
}

/// If all words may be passwords, only their number shows what they are.
fn change_password(args: &mut Args<'_>) -> Result<Command, Complaint> {
    (0..args.count()).for_each(|word| args.hide(word));
    if args.count() == 2 && args.peek(0).is_some_and(|word| word.lower() == "to") {
        args.skip();
    }
    let login = match args.count() {
        0 | 1 => None,
        3 => Some(args.login()?),
        _ => return Err(args.nothing_more_for(args.last(), "change password (ID OLD) NEW")),
    };
    let new = args.peek(0).map(|word| Secret::new(&word.raw));
    args.skip();
    Ok(about_account(Account::ChangePassword(new), login))
}
