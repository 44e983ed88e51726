//! What follows the commands about the server and the player's settings: `help`, `signup`, `set`, `limit`, `vacation`.

use crate::command::account::ADDRESSES_MAX;
use crate::command::arguments::parts::login_at_the_end;
use crate::command::club_topic::ClubTopic;
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::game_options;
use crate::command::lexer::Word;
use crate::command::look::Look;
use crate::command::nearest::{Place, nearest};
use crate::command::player_act::{LIMIT_MAX, PlayerAct, VacationAsk};
use crate::command::redact;
use crate::command::setting::{self, Setting};
use crate::command::table::{self, Match};
use crate::command::topics::topics;
use crate::command::typed_password::Secret;
use crate::tafl::Catalogue;
use chrono::{Datelike, NaiveDate};

fn as_player(act: PlayerAct) -> Command {
    Command::AsPlayer { login: None, act }
}

/// `set`, `set KEY VALUE`.
pub(in crate::command) fn set(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(first) = args.peek(0) else {
        return Ok(Command::Look(Look::Settings));
    };
    // `set dialect=no-i` is also accepted.
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
        // `set zone New York` is also accepted for `set zone new_york`.
        (None, Some(word)) if key.name == "zone" && word.closing.is_empty() => {
            let words: Vec<String> =
                std::iter::from_fn(|| args.peek(0).inspect(|_| args.skip())).map(Word::lower).collect();
            (word, words.join("_"))
        }
        // The country after the city.
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
    Ok(as_player(PlayerAct::Set(setting)))
}

/// `vacation`, `vacation off`, `vacation FIRST LAST`.
pub(in crate::command) fn vacation(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(word) = args.peek(0) else {
        return Ok(as_player(PlayerAct::Vacation(VacationAsk::Show)));
    };
    if matches!(word.lower().as_str(), "off" | "end" | "none" | "over") {
        args.skip();
        args.end()?;
        return Ok(as_player(PlayerAct::Vacation(VacationAsk::Off)));
    }
    let first = day(args)?;
    if args.peek(0).is_some_and(|word| matches!(word.lower().as_str(), "to" | "until" | "-")) {
        args.skip();
    }
    let last = day(args)?;
    args.end()?;
    Ok(as_player(PlayerAct::Vacation(VacationAsk::Dates { first, last })))
}

/// A day as `2026-12-20`, so that no two readers take it for different days.
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

/// `help [topic]`. A whole sentence that asks for help counts as `help`.
pub(in crate::command) fn help(args: &mut Args<'_>) -> Result<Look, Complaint> {
    let Some(first) = args.peek(0) else {
        let topic = args.game_name.as_ref().map(|name| name.to_lowercase());
        return Ok(Look::Help { topic });
    };
    if let Some((_, game)) = args.name_of_game().filter(|(count, _)| *count > 1) {
        return Ok(Look::Help { topic: Some(game.to_lowercase()) });
    }
    if let Some(topic) = page(args.catalogue, &first.lower()) {
        return Ok(Look::Help { topic: Some(topic) });
    }
    if args.count() == 1
        && let Some(topic) = ClubTopic::from_word(&first.lower())
    {
        return Ok(Look::Help { topic: Some(topic.word().to_owned()) });
    }
    if args.count() > 1 {
        let mut words = (0..args.count()).filter_map(|i| args.peek(i));
        let topic = words.find_map(|word| named_page(args.catalogue, &word.lower()));
        return Ok(Look::Help { topic });
    }
    let known: Vec<&str> = table::entries()
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

/// The name of the page for a word in lower case, which may be the beginning of a command.
fn page(catalogue: &Catalogue, word: &str) -> Option<String> {
    named_page(catalogue, word).or_else(|| match table::find(word) {
        Match::Beginning(entry) => Some(entry.name.to_owned()),
        Match::Whole(_) | Match::Several(_) | Match::Nothing => None,
    })
}

/// The name of the page for a complete word.
fn named_page(catalogue: &Catalogue, word: &str) -> Option<String> {
    let bare = word.trim_start_matches('-');
    if let Some(topic) = topics().iter().find(|topic| topic.name == bare) {
        return Some(topic.name.to_owned());
    }
    if let Match::Whole(entry) = table::find(bare) {
        return Some(entry.name.to_owned());
    }
    // `if PLAY then PLAY` is on the page of `queue`.
    if let Some(entry) = table::entries().find(|entry| entry.usages().any(|form| form.split(' ').next() == Some(bare)))
    {
        return Some(entry.name.to_owned());
    }
    if catalogue.find(bare).is_some() {
        // Not the game's own name: the page also lists the other games with this name.
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

/// `limit`, `limit n`, `limit off`, with id and password after the value.
pub(in crate::command) fn limit(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(word) = args.peek(0) else {
        return Ok(Command::Look(Look::Limit));
    };
    let limit = match (word.lower().as_str(), word.number()) {
        ("off" | "none", _) => None,
        (_, Some(Ok(number))) if number <= LIMIT_MAX => Some(number),
        _ => {
            let usage = "limit N|off (ID PASSWORD)";
            return Err(args.complain(word, ComplaintKind::UnknownValue { word: word.plain.clone(), usage }));
        }
    };
    args.skip();
    Ok(Command::AsPlayer { login: login_at_the_end(args)?, act: PlayerAct::SetLimit(limit) })
}
