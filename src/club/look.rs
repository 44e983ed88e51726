//! Looking: help, lists, rules, boards. Nothing here changes anything, and nobody has to prove who he is.

use crate::club::event;
use crate::club::game::Stage;
use crate::club::needs::{candidates, which};
use crate::club::notice::Reply;
use crate::club::player::PlayerId;
use crate::club::refusal::Refusal;
use crate::club::view::{View, Which};
use crate::command::{Command, Filter, PreviewOf, RulesOf, ShowItem};
use crate::tafl;
use std::sync::Arc;

/// Answers a command that only looks. `sender` is who asks, where he is a player.
pub fn look(view: &View, command: &Command, sender: Option<&PlayerId>) -> Vec<Reply> {
    let which_board = || {
        let candidates = candidates(command, &sender.cloned(), view);
        Reply::Refused(Refusal::WhichBoard { command: command.word(), candidates })
    };
    match command {
        Command::Help { topic } => vec![Reply::Help {
            topic: topic.clone(),
            open: sender.and_then(|sender| view.open_games.get(sender)).cloned().unwrap_or_default(),
        }],
        Command::Commands => vec![Reply::Commands],
        Command::Variants => vec![Reply::Variants],
        Command::Whoami => vec![whoami(view, sender)],
        Command::Set { setting: None } => vec![settings(view, sender)],
        Command::Players => vec![players(view, sender)],
        Command::Tournament(asked) => event::look(view, asked),
        Command::Rules { of } => vec![rules(view, of)],
        Command::Board { variant } => {
            vec![Reply::Board { variant: variant.clone() }]
        }
        Command::Preview { of, plays } => vec![preview(view, (of, plays), which_board)],
        Command::Show { what } if what.is_empty() => {
            vec![which_board()]
        }
        Command::Show { what } => what.iter().map(|item| show(view, item, which_board)).collect(),
        // `aim` has named the sender where nobody was named, unless nobody knows him.
        Command::Games { players, .. } if players.is_empty() => vec![Reply::Newcomer],
        Command::Games { players, filter } => players.iter().map(|id| list_of(view, id, which(*filter))).collect(),
        Command::Export { number: None, .. } => vec![which_board()],
        Command::Export { number: Some(number), format } => vec![export(view, *number, *format, sender)],
        _ => Vec::new(),
    }
}

fn export(view: &View, number: u32, format: tafl::RecordFormat, sender: Option<&PlayerId>) -> Reply {
    let Some(game) = view.games.get(&number) else {
        return Reply::Refused(Refusal::UnknownBoard { number });
    };
    let stage = game.head.stage;
    if matches!(stage, Stage::Invited | Stage::Declined | Stage::Withdrawn) {
        let yours = sender == Some(game.head.invited());
        return Reply::Refused(Refusal::NotBegun { number, yours, dead: stage != Stage::Invited });
    }
    let record = game.record().map_err(|misfit| misfit.to_string());
    let text = record.and_then(|record| {
        let all = tafl::GameRecord::write_all(std::slice::from_ref(&record), format);
        all.map_err(|unsayable| unsayable.to_string())
    });
    match text {
        Ok(text) => {
            let unsaid = match format {
                tafl::RecordFormat::Otg => game.rules().to_otn().err().map(|rule| rule.to_string()),
                _ => None,
            };
            Reply::Exported { game: Arc::new(game.clone()), format, text, unsaid }
        }
        Err(why) => Reply::Refused(Refusal::NoRecord { number, why }),
    }
}

fn whoami(view: &View, sender: Option<&PlayerId>) -> Reply {
    match sender.and_then(|sender| view.players.get(sender)) {
        Some(player) => Reply::Whoami {
            player: player.id.clone(),
            addresses: player.addresses.clone(),
            password: player.password_hash.is_some(),
        },
        None => Reply::Newcomer,
    }
}

fn settings(view: &View, sender: Option<&PlayerId>) -> Reply {
    match sender.and_then(|sender| view.players.get(sender)) {
        Some(player) => Reply::Settings { player: player.id.clone(), settings: player.settings, changed: None },
        None => Reply::Newcomer,
    }
}

/// How many players a list names.
const PLAYERS_LISTED_MAX: usize = 300;

fn players(view: &View, sender: Option<&PlayerId>) -> Reply {
    if sender.is_none() {
        return Reply::Newcomer;
    }
    let mut newest: Vec<PlayerId> = view.ids.iter().take(PLAYERS_LISTED_MAX).cloned().collect();
    newest.sort();
    Reply::Players { others: newest.iter().any(|id| Some(id) != sender), listed: newest, all: view.ids.len() }
}

fn rules(view: &View, of: &RulesOf) -> Reply {
    match of {
        RulesOf::Default => Reply::Rules { variant: None },
        RulesOf::Variant(variant) => Reply::Rules { variant: Some(variant.clone()) },
        RulesOf::Game(number) => match view.games.get(number) {
            Some(game) => Reply::RulesOfGame { game: Arc::new(game.clone()) },
            None => Reply::Refused(Refusal::UnknownBoard { number: *number }),
        },
    }
}

fn preview(view: &View, (of, plays): (&PreviewOf, &[tafl::ParsedPlay]), which_board: impl Fn() -> Reply) -> Reply {
    let (game, title, mut course) = match of {
        PreviewOf::New(variant) => (None, variant.title.clone(), tafl::Course::new(Arc::new(variant.rules.clone()))),
        PreviewOf::Game { number: None, .. } => return which_board(),
        PreviewOf::Game { number: Some(number), at } => {
            let Some(game) = view.games.get(number) else {
                return Reply::Refused(Refusal::UnknownBoard { number: *number });
            };
            match up_to(&game.course, *at) {
                Some(course) => (Some(Arc::new(game.clone())), game.head.title.clone(), course),
                None => return not_that_far(*number, *at, game.head.plies),
            }
        }
    };
    let mut tried = 0;
    for parsed in plays {
        let played = course.check_parsed(parsed).and_then(|play| course.play(play).map(|_| ()));
        if let Err(why) = played {
            let stopped = Some((tafl::Play { from: parsed.from, to: parsed.to }, why));
            return Reply::Preview { game, title, course, tried, stopped };
        }
        tried += 1;
    }
    Reply::Preview { game, title, course, tried, stopped: None }
}

fn show(view: &View, item: &ShowItem, which_board: impl Fn() -> Reply) -> Reply {
    match item {
        ShowItem::Player { id, filter } => list_of(view, id, which(*filter)),
        ShowItem::Game { number: None, .. } => which_board(),
        ShowItem::Game { number: Some(number), at } => {
            let Some(game) = view.games.get(number) else {
                return Reply::Refused(Refusal::UnknownBoard { number: *number });
            };
            match up_to(&game.course, *at) {
                Some(course) => Reply::Shown { game: Arc::new(game.clone()), course },
                None => not_that_far(*number, *at, game.head.plies),
            }
        }
    }
}

fn list_of(view: &View, id: &str, which: Which) -> Reply {
    match id.parse::<PlayerId>() {
        Ok(player) if view.players.contains_key(&player) => list(view, &player, which),
        _ => {
            let filters = [Filter::Active, Filter::Next, Filter::All].map(Filter::word);
            Reply::Refused(view.unknown_player(id, &filters))
        }
    }
}

fn list(view: &View, player: &PlayerId, which: Which) -> Reply {
    let games = view.lists.get(&(player.clone(), which)).cloned().unwrap_or_default();
    Reply::Games { player: player.clone(), which, games }
}

fn not_that_far(number: u32, at: Option<u32>, plies: u32) -> Reply {
    Reply::Refused(Refusal::NotThatFar { number, at: at.unwrap_or(plies), plies })
}

/// The course as it stood after `at` half-moves; all of it without `at`, `None` if it has not come that far.
fn up_to(course: &tafl::Course, at: Option<u32>) -> Option<tafl::Course> {
    let Some(at) = at else {
        return Some(course.clone());
    };
    let plays = course.plays().get(..at as usize)?;
    tafl::Course::replay(course.rules().clone(), plays.iter().map(|played| played.play)).ok()
}
