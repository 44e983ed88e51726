//! Commands that name players, boards and pages: `show`, `games`, `help`, `signup`.

use crate::command::command::{ADDRESSES_MAX, Command, Filter, PLAYERS_MAX, SHOW_ITEMS_MAX, ShowItem, VacationAsk};
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::game_options;
use crate::command::lexer::Word;
use crate::command::nearest::{Place, nearest};
use crate::command::redact;
use crate::command::setting::{self, Setting};
use crate::command::table::{self, Match};
use crate::command::topics::topics;
use crate::command::typed_password::Secret;
use crate::tafl::{Catalogue, RecordFormat};
use chrono::{Datelike, NaiveDate};

/// A board and a half-move of it.
type BoardRef = (Option<u32>, Option<u32>);

/// `17`, `17#6`, `17 #6` or `#6`, if one comes next.
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
    let mut at = digits(args, word, ply)?;
    if number.is_some() && at.is_none() {
        // `show 17 board #6`.
        args.filler();
    }
    if let Some(next) = args.peek(0).filter(|_| number.is_some() && at.is_none())
        && let Some(("", ply)) = halves(next)
    {
        args.skip();
        at = digits(args, next, ply)?;
    }
    Ok(Some((number, at)))
}

/// The digits before and behind the `#`, where there is nothing else.
fn halves(word: &Word) -> Option<(&str, &str)> {
    let (board, ply) = word.plain.split_once('#').unwrap_or((&word.plain, ""));
    let numeric = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    (numeric(board) && numeric(ply) && !(board.is_empty() && ply.is_empty())).then_some((board, ply))
}

fn digits(args: &Args<'_>, word: &Word, digits: &str) -> Result<Option<u32>, Complaint> {
    if digits.is_empty() {
        return Ok(None);
    }
    let number = digits.parse().map(Some);
    number.map_err(|_| args.complain(word, ComplaintKind::NumberTooLarge))
}

/// `show [board[#n] | player [filter]] ...`.
pub(in crate::command) fn show(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut what = Vec::new();
    loop {
        args.filler();
        let Some(word) = args.peek(0) else {
            return Ok(Command::Show { what });
        };
        if what.len() == SHOW_ITEMS_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::BoardsAndPlayers, max: SHOW_ITEMS_MAX };
            return Err(args.complain(word, kind));
        }
        if let Some((number, at)) = board_ref(args)? {
            what.push(ShowItem::Game { number, at });
            continue;
        }
        if Filter::from_word(&word.lower()).is_some() {
            return Err(args.nothing_more_for(word, "show ID (active|next|all)"));
        }
        let id = args.player()?;
        what.push(ShowItem::Player { id, filter: filter(args).unwrap_or_default() });
    }
}

/// `games [player ...] [filter] [board]`, the filter and the board to begin at anywhere.
pub(in crate::command) fn games(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut players = Vec::new();
    let (mut chosen, mut from) = (None, None);
    while let Some(word) = args.peek(0) {
        if word.number().is_some() && from.is_none() {
            from = args.number()?;
            continue;
        }
        if let Some(filter) = filter(args) {
            if chosen.replace(filter).is_some_and(|other| other != filter) {
                return Err(args.nothing_more(word));
            }
            continue;
        }
        if players.len() == PLAYERS_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::Players, max: PLAYERS_MAX };
            return Err(args.complain(word, kind));
        }
        players.push(args.player()?);
    }
    Ok(Command::Games { players, filter: chosen.unwrap_or_default(), from })
}

/// `export [board] [format]`, the two in any order.
pub(in crate::command) fn export(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut number = args.number()?;
    let format = args.peek(0).and_then(|word| RecordFormat::from_word(&word.lower()));
    if format.is_some() {
        args.skip();
        if number.is_none() {
            number = args.number()?;
        }
    }
    args.end()?;
    Ok(Command::Export { number, format: format.unwrap_or(RecordFormat::List) })
}

fn filter(args: &mut Args<'_>) -> Option<Filter> {
    let filter = Filter::from_word(&args.peek(0)?.lower())?;
    args.skip();
    Some(filter)
}

/// `set`, `set KEY VALUE`.
pub(in crate::command) fn set(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(first) = args.peek(0) else {
        return Ok(Command::Set { setting: None });
    };
    // `set dialect=no-i` is as clear.
    let (name, joined) = match first.plain.split_once('=') {
        Some((name, value)) => (name.to_lowercase(), Some(value.to_lowercase())),
        None => (first.lower(), None),
    };
    let Some(key) = setting::keys().iter().find(|key| key.name == name) else {
        let known = setting::keys().iter().map(|key| key.name).collect();
        return Err(args.complain(first, ComplaintKind::UnknownSetting { word: name, known }));
    };
    args.skip();
    let (at, value) = match (joined, args.peek(0)) {
        (Some(value), _) => (first, value),
        // `set zone New York` is as clear as `set zone new_york`.
        (None, Some(word)) if key.name == "zone" && word.closing.is_empty() => {
            let words: Vec<String> =
                std::iter::from_fn(|| args.peek(0).inspect(|_| args.skip())).map(Word::lower).collect();
            (word, words.join("_"))
        }
        // The land behind the city.
        (None, Some(word)) if key.name == "zone" && word.closing == "," => {
            while args.peek(0).is_some() {
                args.skip();
            }
            (word, word.lower())
        }
        (None, Some(word)) => {
            args.skip();
            (word, word.lower())
        }
        (None, None) => return Err(args.missing_for(Thing::Value, key.usage)),
    };
    let Some(setting) = Setting::from_words(key.name, &value) else {
        return Err(args.complain(at, ComplaintKind::UnknownValue { word: value, usage: key.usage }));
    };
    args.end()?;
    Ok(Command::Set { setting: Some(setting) })
}

/// `vacation`, `vacation off`, `vacation FIRST LAST`.
pub(in crate::command) fn vacation(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(word) = args.peek(0) else {
        return Ok(Command::Vacation(VacationAsk::Show));
    };
    if matches!(word.lower().as_str(), "off" | "end" | "none" | "over") {
        args.skip();
        args.end()?;
        return Ok(Command::Vacation(VacationAsk::Off));
    }
    let first = day(args)?;
    if args.peek(0).is_some_and(|word| matches!(word.lower().as_str(), "to" | "until" | "-")) {
        args.skip();
    }
    let last = day(args)?;
    args.end()?;
    Ok(Command::Vacation(VacationAsk::Dates { first, last }))
}

/// A day as `2026-12-20`, so that no two readers take it for different ones.
fn day(args: &mut Args<'_>) -> Result<NaiveDate, Complaint> {
    let Some(word) = args.peek(0) else {
        return Err(args.missing(Thing::Day));
    };
    let day = word.plain.parse().ok().filter(|day: &NaiveDate| (2000..=9000).contains(&day.year()));
    let Some(day) = day else {
        return Err(args.complain(word, ComplaintKind::NoDay { word: word.plain.clone() }));
    };
    args.skip();
    Ok(day)
}

/// `help [topic]`. Asking for help in a whole sentence is asking for help.
pub(in crate::command) fn help(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(first) = args.peek(0) else {
        let topic = args.game_name.as_ref().map(|name| name.to_lowercase());
        return Ok(Command::Help { topic });
    };
    if let Some((_, game)) = args.name_of_game().filter(|(count, _)| *count > 1) {
        return Ok(Command::Help { topic: Some(game.to_lowercase()) });
    }
    if let Some(topic) = page(args.catalogue, &first.lower()) {
        return Ok(Command::Help { topic: Some(topic) });
    }
    if args.count() > 1 {
        let mut words = (0..args.count()).filter_map(|i| args.peek(i));
        let topic = words.find_map(|word| named_page(args.catalogue, &word.lower()));
        return Ok(Command::Help { topic });
    }
    let known: Vec<&str> = table::entries()
        .iter()
        .map(|entry| entry.name)
        .chain(topics().iter().map(|topic| topic.name))
        .chain(args.catalogue.names())
        .collect();
    let near = nearest(&first.plain, Place::Name, known);
    let kind = ComplaintKind::UnknownTopic {
        word: first.plain.clone(),
        nearest: near.into_iter().map(str::to_owned).collect(),
    };
    Err(args.complain(first, kind))
}

/// The name of the page that a word in lower case leads to, be it the beginning of a command.
fn page(catalogue: &Catalogue, word: &str) -> Option<String> {
    named_page(catalogue, word).or_else(|| match table::find(word) {
        Match::Beginning(entry) => Some(entry.name.to_owned()),
        _ => None,
    })
}

/// The name of the page that a word written out leads to.
fn named_page(catalogue: &Catalogue, word: &str) -> Option<String> {
    let bare = word.trim_start_matches('-');
    if let Some(topic) = topics().iter().find(|topic| topic.name == bare) {
        return Some(topic.name.to_owned());
    }
    if let Match::Whole(entry) = table::find(bare) {
        return Some(entry.name.to_owned());
    }
    // `if PLAY then PLAY` stands on the page of `queue`.
    if let Some(entry) =
        table::entries().iter().find(|entry| entry.usage.iter().any(|form| form.split(' ').next() == Some(bare)))
    {
        return Some(entry.name.to_owned());
    }
    if catalogue.find(bare).is_some() {
        // Not the game's own name: the page says who else is called so.
        return Some(bare.to_owned());
    }
    game_options::is_option_name(catalogue, bare).then(|| "options".to_owned())
}

/// `signup id [password] [address ...]`.
pub(in crate::command) fn signup(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let player = args.player()?;
    let mut password = None;
    if let Some(word) = args.peek(0).filter(|word| !redact::is_address_shape(&word.plain)) {
        args.hide(0);
        args.skip();
        password = Some(Secret::new(&word.raw));
    }
    let mut addresses = Vec::new();
    while let Some(word) = args.peek(0) {
        if !redact::is_address_shape(&word.plain) {
            let kind = ComplaintKind::NoAddress { word: "This".to_owned() };
            return Err(args.complain(word, kind));
        }
        if addresses.len() == ADDRESSES_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::Addresses, max: ADDRESSES_MAX };
            return Err(args.complain(word, kind));
        }
        addresses.push(word.plain.clone());
        args.skip();
    }
    Ok(Command::Signup { player, password, addresses })
}
