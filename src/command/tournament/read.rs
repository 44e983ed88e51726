//! Reading what stands behind `tournament`.

use crate::command::args::Args;
use crate::command::choice::Choice;
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::nearest::{Place, nearest};
use crate::command::player_id;
use crate::command::tournament::act::{ACTS, Act, Kind, act, is_event_name};
use crate::command::tournament::ask::{EventAsk, ExportFormat, Tournament};
use crate::command::tournament::term::{terms, unknown_term, with_terms};
use crate::tafl::Side;

/// Reads what stands behind `tournament`.
pub(in crate::command) fn tournament(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(first) = args.peek(0) else {
        return Ok(Command::Tournament(Tournament::List));
    };
    if args.count() == 1 && first.lower() == "list" {
        return Ok(Command::Tournament(Tournament::List));
    }
    let second = args.peek(1);
    let (act, name) = match (act(&first.lower()), second.and_then(|word| act(&word.lower()))) {
        (Some(act), _) => {
            args.skip();
            (act, event_name(args, act)?)
        }
        (None, Some(act)) => {
            let name = event_name(args, act)?;
            args.skip();
            (act, name)
        }
        (None, None) if args.count() == 1 => (&ACTS[0], event_name(args, &ACTS[0])?),
        (None, None) => {
            let known = ACTS.iter().map(|act| act.name);
            let nearest = nearest(&first.lower(), Place::Name, known).into_iter().map(str::to_owned).collect();
            let word = first.plain.clone();
            return Err(args.complain(first, ComplaintKind::UnknownAct { word, nearest }));
        }
    };
    let ask = match act.kind {
        Kind::Plain(ask) => {
            if let Some(word) = args.peek(0) {
                return Err(args.nothing_more_for(word, act.usage));
            }
            ask()
        }
        Kind::Withdraw => {
            let player = if args.count() > 0 { Some(args.player()?) } else { None };
            ended(args, act, EventAsk::Withdraw { player })?
        }
        Kind::Adjudicate => adjudicate(args, act)?,
        Kind::Export => {
            let format = match args.peek(0) {
                None => ExportFormat::default(),
                Some(word) => {
                    let known = ExportFormat::ALL.into_iter().find(|format| format.word() == word.lower());
                    args.skip();
                    known.ok_or_else(|| args.nothing_more_for(word, act.usage))?
                }
            };
            ended(args, act, EventAsk::Export { format })?
        }
        Kind::Create => {
            let terms = terms(args)?;
            let mut choice = Choice::read(args).map_err(with_terms)?;
            if let Some(word) = args.peek(0) {
                match word.plain.split_once('=') {
                    Some((key, name)) if key.eq_ignore_ascii_case("variant") => choice.named(args, word, name)?,
                    _ => choice.name(args, word)?,
                }
                args.skip();
            }
            if let Some(word) = args.peek(0) {
                return Err(args.nothing_more_for(word, act.usage));
            }
            let variant = choice.variant(args)?;
            EventAsk::Create { variant, terms }
        }
        Kind::Set => {
            let terms = terms(args)?;
            match args.peek(0) {
                Some(word) => return Err(unknown_term(args, word, act.usage)),
                None if terms.is_empty() => return Err(args.missing_for(Thing::Term, act.usage)),
                None => EventAsk::Set { terms },
            }
        }
    };
    Ok(Command::Tournament(Tournament::Of { name, ask }))
}

fn ended(args: &Args<'_>, act: &Act, ask: EventAsk) -> Result<EventAsk, Complaint> {
    match args.peek(0) {
        Some(word) => Err(args.nothing_more_for(word, act.usage)),
        None => Ok(ask),
    }
}

/// `BOARD attackers|defenders|draw REASON`.
fn adjudicate(args: &mut Args<'_>, act: &Act) -> Result<EventAsk, Complaint> {
    let Some(number) = args.number()? else {
        return Err(args.missing_for(Thing::BoardNumber, act.usage));
    };
    let Some(word) = args.peek(0) else {
        return Err(args.missing_for(Thing::Result, act.usage));
    };
    let winner = match word.lower().as_str() {
        "attackers" => Some(Side::Attackers),
        "defenders" => Some(Side::Defenders),
        "draw" => None,
        _ => return Err(args.nothing_more_for(word, act.usage)),
    };
    args.skip();
    Ok(EventAsk::Adjudicate { number, winner, why: args.rest()?.split_whitespace().collect::<Vec<&str>>().join(" ") })
}

/// A name. A new event cannot be called by a word of the language; one that there is keeps its name, even where that has become a word.
fn event_name(args: &mut Args<'_>, act: &Act) -> Result<String, Complaint> {
    let Some(word) = args.peek(0).filter(|word| word.option().is_none()) else {
        return Err(args.missing_for(Thing::EventName, act.usage));
    };
    let name = word.lower();
    let good = if matches!(act.kind, Kind::Create) { is_event_name(&name) } else { player_id::is_player_id(&name) };
    if !good {
        let word_typed = word.plain.clone();
        return Err(args.complain(word, ComplaintKind::NoEventName { word: word_typed }));
    }
    args.skip();
    Ok(name)
}
