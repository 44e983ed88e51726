//! Reads what follows `tournament`.

use crate::clock::{self, DAY, HOUR};
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::game_options::Choice;
use crate::command::lexer::{is_blank, is_unseen};
use crate::command::nearest::{Place, nearest};
use crate::command::player_id;
use crate::command::tournament::{
    ACTS, Act, ExportFormat, ExtendTo, Kind, TournamentAsk, TournamentCommand, act, is_tournament_name, terms,
    unknown_term, with_terms,
};
use crate::tafl::Side;

/// What follows `tournament`.
#[allow(clippy::large_enum_variant, reason = "it lives as long as one line is read")]
pub(in crate::command) enum TournamentRead {
    /// All of it has been read.
    Whole(TournamentCommand),
    /// An announcement to the players of this tournament, whose text comes next.
    Announcement { name: String, usage: &'static str },
}

/// Reads what follows `tournament`, up to the text of an announcement.
pub(in crate::command) fn tournament(args: &mut Args<'_>) -> Result<TournamentRead, Complaint> {
    let Some(first) = args.peek(0) else {
        return Ok(TournamentRead::Whole(TournamentCommand::List));
    };
    if args.count() == 1 && first.lower() == "list" {
        return Ok(TournamentRead::Whole(TournamentCommand::List));
    }
    let second = args.peek(1);
    let (act, name) = match (act(&first.lower()), second.and_then(|word| act(&word.lower()))) {
        (Some(act), _) => {
            args.skip();
            (act, tournament_name(args, act)?)
        }
        (None, Some(act)) => {
            let name = tournament_name(args, act)?;
            args.skip();
            (act, name)
        }
        (None, None) if args.count() == 1 => (&ACTS[0], tournament_name(args, &ACTS[0])?),
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
            TournamentAsk::Withdraw { player, why: why(args)? }
        }
        Kind::Adjudicate => adjudicate(args, act)?,
        Kind::Extend => extend(args, act)?,
        Kind::Reason(ask) => ask(why(args)?),
        Kind::Substitute => substitute(args, act)?,
        Kind::Announce => return Ok(TournamentRead::Announcement { name, usage: act.usage }),
        Kind::Organizers => organizers(args, act)?,
        Kind::Undo => undo(args, act)?,
        Kind::Pairings => pairings(args, act)?,
        Kind::Export => {
            let format = match args.peek(0) {
                None => ExportFormat::default(),
                Some(word) => {
                    let known = ExportFormat::ALL.into_iter().find(|format| format.word() == word.lower());
                    args.skip();
                    known.ok_or_else(|| args.nothing_more_for(word, act.usage))?
                }
            };
            ended(args, act, TournamentAsk::Export { format })?
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
            TournamentAsk::Create { variant, terms }
        }
        Kind::Set => {
            let terms = terms(args)?;
            match args.peek(0) {
                Some(word) => return Err(unknown_term(args, word, act.usage)),
                None if terms.is_empty() => return Err(args.missing_for(Thing::Term, act.usage)),
                None => TournamentAsk::Set { terms },
            }
        }
    };
    Ok(TournamentRead::Whole(TournamentCommand::Of { name, ask }))
}

fn ended(args: &Args<'_>, act: &Act, ask: TournamentAsk) -> Result<TournamentAsk, Complaint> {
    match args.peek(0) {
        Some(word) => Err(args.nothing_more_for(word, act.usage)),
        None => Ok(ask),
    }
}

/// `BOARD (provisional) attackers|defenders|draw REASON`.
fn adjudicate(args: &mut Args<'_>, act: &Act) -> Result<TournamentAsk, Complaint> {
    let Some(number) = args.number()? else {
        return Err(args.missing_for(Thing::BoardNumber, act.usage));
    };
    let provisional = is(args, &["provisional", "provisionally"]);
    if provisional {
        args.skip();
    }
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
    let why = why(args)?;
    if why.is_empty() {
        return Err(args.missing_for(Thing::Reason, act.usage));
    }
    Ok(TournamentAsk::Adjudicate { number, provisional, winner, why })
}

/// The reason, up to the end of the line, as it was typed except for its blanks.
fn why(args: &mut Args<'_>) -> Result<String, Complaint> {
    let why = args.rest()?;
    let words: Vec<&str> = why.split(is_blank).filter(|word| !word.is_empty()).collect();
    Ok(words.join(" ").trim_matches(is_unseen).to_owned())
}

/// The longest single extension.
const EXTENSION_MAX: u32 = 90 * DAY;

/// `BOARD|[player] ID|all by 3d REASON`. An id follows `player`, whatever else the word may mean.
fn extend(args: &mut Args<'_>, act: &Act) -> Result<TournamentAsk, Complaint> {
    let to = if args.count() > 1 && is(args, &["player"]) {
        args.skip();
        ExtendTo::Player(args.player()?)
    } else if let Some(number) = args.number()? {
        ExtendTo::Board(number)
    } else if is(args, &["all", "everybody", "tournament", "event", "round"]) {
        args.skip();
        ExtendTo::Everybody
    } else if args.count() == 0 {
        return Err(args.missing_for(Thing::BoardNumber, act.usage));
    } else {
        ExtendTo::Player(args.player()?)
    };
    if is(args, &["by", "for"]) {
        args.skip();
    }
    let Some(word) = args.peek(0) else {
        return Err(args.missing_for(Thing::Value, act.usage));
    };
    let seconds = match clock::time(&word.lower()) {
        Ok(seconds) if (HOUR..=EXTENSION_MAX).contains(&seconds) => seconds,
        Ok(_) => {
            let kind = ComplaintKind::ExtensionOutOfBounds { days: EXTENSION_MAX / DAY };
            return Err(args.complain(word, kind));
        }
        Err(why) => return Err(args.complain(word, ComplaintKind::BadClock { why })),
    };
    args.skip();
    Ok(TournamentAsk::Extend { to, seconds, why: why(args)? })
}

/// `ID with ID`.
fn substitute(args: &mut Args<'_>, act: &Act) -> Result<TournamentAsk, Complaint> {
    let out = args.player()?;
    if is(args, &["with", "by"]) {
        args.skip();
    }
    let player = args.player()?;
    ended(args, act, TournamentAsk::Substitute { out, player })
}

/// `+ID -ID ...`. An id without a sign is added.
fn organizers(args: &mut Args<'_>, act: &Act) -> Result<TournamentAsk, Complaint> {
    const MAX: usize = 10;
    let (mut added, mut dropped) = (Vec::new(), Vec::new());
    while let Some(word) = args.peek(0) {
        let typed = word.lower();
        let (list, id) = match typed.strip_prefix('-') {
            Some(id) => (&mut dropped, id),
            None => (&mut added, typed.strip_prefix('+').unwrap_or(&typed)),
        };
        if !player_id::is_player_id(id) {
            let word_typed = word.plain.clone();
            return Err(args.complain(word, ComplaintKind::NoPlayerId { word: word_typed }));
        }
        list.push(id.to_owned());
        args.skip();
        if added.len() + dropped.len() > MAX {
            return Err(args.complain(word, ComplaintKind::TooMany { what: Thing::Players, max: MAX }));
        }
    }
    match added.is_empty() && dropped.is_empty() {
        true => Err(args.missing_for(Thing::PlayerId, act.usage)),
        false => Ok(TournamentAsk::Organizers { added, dropped }),
    }
}

/// Nothing or `last`, or a number of the record.
fn undo(args: &mut Args<'_>, act: &Act) -> Result<TournamentAsk, Complaint> {
    if is(args, &["last"]) {
        args.skip();
    }
    let number = args.number()?.map(i64::from);
    ended(args, act, TournamentAsk::Undo { number })
}

/// Nothing, or `swap ID ID`, or `bye ID`.
fn pairings(args: &mut Args<'_>, act: &Act) -> Result<TournamentAsk, Complaint> {
    let ask = if is(args, &["swap"]) {
        args.skip();
        let one = args.player()?;
        if is(args, &["and", "with"]) {
            args.skip();
        }
        TournamentAsk::Swap { one, other: args.player()? }
    } else if is(args, &["bye"]) {
        args.skip();
        TournamentAsk::Bye { player: args.player()? }
    } else {
        TournamentAsk::Pairings
    };
    ended(args, act, ask)
}

fn is(args: &Args<'_>, known: &[&str]) -> bool {
    args.peek(0).is_some_and(|word| known.contains(&word.lower().as_str()))
}

/// Whether the words after `tournament` begin a text that continues in the lines below.
pub(in crate::command) fn takes_lines_below(args: &Args<'_>) -> bool {
    let acts = [0, 1].map(|ahead| args.peek(ahead).and_then(|word| act(&word.lower())));
    let first = acts.into_iter().flatten().next();
    first.is_some_and(|act| matches!(act.kind, Kind::Announce))
}

/// A name. A new tournament cannot have a word of the language as its name. An existing one keeps its name, even if that has become a word.
fn tournament_name(args: &mut Args<'_>, act: &Act) -> Result<String, Complaint> {
    let Some(word) = args.peek(0).filter(|word| word.option().is_none()) else {
        return Err(args.missing_for(Thing::TournamentName, act.usage));
    };
    let name = word.lower();
    let good =
        if matches!(act.kind, Kind::Create) { is_tournament_name(&name) } else { player_id::is_player_id(&name) };
    if !good {
        let word_typed = word.plain.clone();
        return Err(args.complain(word, ComplaintKind::NoTournamentName { word: word_typed }));
    }
    args.skip();
    Ok(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use crate::command::parse_line;
    use crate::tafl::Catalogue;

    /// A line, and the line that waits for a yes: both are read as the same.
    #[test]
    fn a_line_of_the_desk_is_written_as_it_is_read() {
        let catalogue = Catalogue::embedded().unwrap();
        for (typed, canonical) in [
            ("tournament extend spring game 17 by 3d", "tournament extend spring 17 by 3d"),
            ("tournament spring extend player Bob for 48h ill", "tournament extend spring player bob by 2d ill"),
            ("tournament extend spring Player Round by 2d", "tournament extend spring player round by 2d"),
            ("tournament extend spring round by 36h", "tournament extend spring all by 1d12h"),
            ("tournament hold spring \u{f}the  server\tmoves\u{200b}", "tournament hold spring the server moves"),
            ("tournament resume spring", "tournament resume spring"),
            ("tournament substitute spring bob with dag", "tournament substitute spring bob with dag"),
            ("tournament organizers spring +bob -ann", "tournament organizers spring +bob -ann"),
            (
                "tournament adjudicate spring 17 Provisional draw both wait",
                "tournament adjudicate spring 17 provisional draw both wait",
            ),
            ("tournament set spring round=21d", "tournament set spring -round=21d"),
            ("tournament set spring -round none", "tournament set spring -round=none"),
            ("tournament pairings spring", "tournament pairings spring"),
            ("tournament spring pairings swap Ann and bob", "tournament pairings spring swap ann bob"),
            ("tournament pairings spring bye Ann", "tournament pairings spring bye ann"),
            ("tournament set spring leave=10d", "tournament set spring -leave=10"),
            ("tournament set spring -leave none", "tournament set spring -leave=none"),
            (
                "tournament set spring close=\"2027-02-28 12:00 Europe/Copenhagen\" max=9",
                "tournament set spring -close=2027-02-28/12:00/Europe/Copenhagen -max=9",
            ),
            ("tournament set spring -close 2027-02-28", "tournament set spring -close=2027-02-28/12:00"),
            ("tournament set spring -close=none", "tournament set spring -close=none"),
            ("tournament set spring seed=Rating best=2", "tournament set spring -seed=rating -best=2"),
            ("tournament undo spring last", "tournament undo spring"),
            ("tournament undo spring 12", "tournament undo spring 12"),
            ("tournament announce spring: Come all.", "tournament announce spring: Come all."),
            ("tournament record spring", "tournament record spring"),
            ("tournament set spring days=4", "tournament set spring -clock=4d/move"),
            ("tournament set spring -clock slow", "tournament set spring -clock=slow"),
        ] {
            let read = parse_line(typed, &catalogue).unwrap();
            assert_eq!(read.to_string(), canonical);
            assert_eq!(parse_line(canonical, &catalogue).unwrap(), read);
        }
        for wrong in [
            "tournament extend spring 17",
            "tournament extend spring 17 by 3",
            "tournament extend spring 17 by 500d",
            "tournament extend spring",
            "tournament organizers spring",
            "tournament organizers spring +?",
            "tournament announce spring",
            "tournament substitute spring bob",
            "tournament set spring -clock=soon",
            "tournament set spring -days=0",
            "tournament set spring -seed=fair",
            "tournament set spring -best=many",
            "tournament set spring -close=soon",
            "tournament set spring -close=2027-02-28 brandubh",
            "tournament set spring -leave=0",
            "tournament set spring -leave=soon",
            "tournament pairings spring swap ann",
            "tournament pairings spring bye",
            "tournament pairings spring ann",
            "tournament set spring -round=1h",
            "tournament set spring -round=400d",
            "tournament adjudicate spring 17 provisional both wait",
            "tournament adjudicate spring 17 provisional draw",
        ] {
            assert!(parse_line(wrong, &catalogue).is_err(), "{wrong}");
        }
    }
}
