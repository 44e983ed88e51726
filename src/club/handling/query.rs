//! Queries: help, lists, rules, boards. Nothing here changes anything, and no proof of the sender is needed.

use crate::club::exchange::board_news;
use crate::club::exchange::game_search::{GameSearch, ListedGame};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::{RatingList, Reply};
use crate::club::exchange::score::{ScoreLine, SideScore};
use crate::club::exchange::view::{LIST_MAX, View};
use crate::club::handling::needs::{candidates, list_of, search};
use crate::club::model::game::{Game, Head, Stage};
use crate::club::model::player::{PlayerId, Presence};
use crate::club::rating::{Period, RatingStanding};
use crate::command::{Command, Filter, Look, Moment, PreviewOf, RatingsOf, RulesOf, ShowItem, Target, Wanted};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Who looks, and at what. Only its two players may see a private board. The answer goes to their registered mailbox alone, so a sender who
/// claims to be a player need not prove it.
struct Eyes<'a> {
    view: &'a View,
    sender: Option<&'a PlayerId>,
}

impl<'a> Eyes<'a> {
    fn may_see(&self, head: &Head) -> bool {
        !head.conditions.private || self.sender.is_some_and(|sender| head.side_of(sender).is_some())
    }

    /// The game as this sender may see it, and by how many moves that is late.
    fn game(&self, number: u32) -> Result<(Game, u32), Refusal> {
        match self.view.games.get(&number) {
            Some(game) if self.sender.is_some_and(|sender| game.head.side_of(sender).is_some()) => {
                Ok((game.clone(), 0))
            }
            Some(game) if self.may_see(&game.head) => Ok(board_news::from_outside(self.view, game)),
            Some(_) => Err(Refusal::PrivateBoard { number }),
            None => Err(Refusal::UnknownBoard { number }),
        }
    }
}

/// Answers a query. `sender` is the player who asks, if it is one.
pub(crate) fn look(view: &View, look: &Look, sender: Option<&PlayerId>, now: DateTime<Utc>) -> Vec<Reply> {
    let view = &Eyes { view, sender };
    let which_board = || which_board(view.view, &Command::Look(look.clone()), sender);
    match look {
        Look::Help { topic } => vec![Reply::Help {
            topic: topic.clone(),
            in_words: false,
            open: sender.and_then(|sender| view.view.open_games.get(sender)).cloned().unwrap_or_default(),
        }],
        Look::Commands => vec![Reply::Commands],
        Look::Variants => vec![Reply::Variants],
        Look::Whoami => vec![whoami(view.view, sender)],
        Look::Settings => vec![settings(view.view, sender)],
        Look::Players => vec![players(view.view, sender)],
        Look::Rules { of } => vec![rules(view, of)],
        Look::Board { variant } => vec![Reply::Board { variant: variant.clone() }],
        Look::Preview { of, plays } => vec![preview(view, of, plays, which_board)],
        Look::Show { what } if what.is_empty() => vec![which_board()],
        Look::Show { what } => what
            .iter()
            .flat_map(|item| about_player(view.view, item, now).into_iter().chain([show(view, item, which_board)]))
            .collect(),
        Look::Games { players, variant, filter, .. } => vec![games(view, players, variant.as_deref(), *filter)],
        Look::OpenChallenges => vec![open_challenges(view.view, sender)],
        Look::Limit => vec![limit(view.view, sender)],
        Look::Ratings { of } => ratings(view.view, of, now),
        Look::Export { board: Target::OfLetter, .. } => vec![which_board()],
        Look::Export { board: Target::Number(number), format } => vec![export(view, *number, *format)],
    }
}

/// Asks which board is meant.
pub(crate) fn which_board(view: &View, command: &Command, sender: Option<&PlayerId>) -> Reply {
    let candidates = candidates(command, sender, view);
    let cut = sender.is_some_and(|sender| view.open_games_are_cut(sender));
    Reply::Refused(Refusal::WhichBoard { command: command.word(), candidates, cut })
}

fn export(view: &Eyes, number: u32, format: tafl::RecordFormat) -> Reply {
    let game = match view.game(number) {
        Ok((game, _)) => game,
        Err(refusal) => return Reply::Refused(refusal),
    };
    let stage = game.head.stage;
    if let Stage::Annulled { .. } = stage {
        return Reply::Refused(Refusal::Annulled { number });
    }
    if matches!(stage, Stage::Invited | Stage::Declined | Stage::Withdrawn) {
        let yours = view.sender == Some(game.head.invited());
        return Reply::Refused(Refusal::NotBegun { number, yours, dead: stage != Stage::Invited });
    }
    let record = game.record().map_err(|misfit| misfit.to_string());
    let text = record.and_then(|record| {
        let all = format.write_all(std::slice::from_ref(&record));
        all.map_err(|unsayable| unsayable.to_string())
    });
    match text {
        Ok(text) => {
            let unsaid = match format {
                tafl::RecordFormat::Otg => game.rules().to_otn().err(),
                tafl::RecordFormat::List | tafl::RecordFormat::Pgn | tafl::RecordFormat::Json => None,
            };
            Reply::Exported { game: Arc::new(game), format, text, unsaid }
        }
        Err(why) => Reply::Refused(Refusal::NoRecord { number, why }),
    }
}

fn whoami(view: &View, sender: Option<&PlayerId>) -> Reply {
    match sender.and_then(|sender| view.players.get(sender)) {
        Some(player) => Reply::Whoami {
            player: player.id.clone(),
            addresses: player.addresses.clone(),
            stopped: player.addresses.iter().filter(|address| player.is_suspended(address)).cloned().collect(),
            password: player.password_hash.is_some(),
            signed_off: player.presence == Presence::SignedOff,
            no_receipts: player.settings.receipts == Wanted::Off,
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

/// The most players in one list.
const PLAYERS_LISTED_MAX: usize = 300;

fn players(view: &View, sender: Option<&PlayerId>) -> Reply {
    if sender.is_none() {
        return Reply::Newcomer;
    }
    let mut newest: Vec<PlayerId> = view.ids.iter().take(PLAYERS_LISTED_MAX).cloned().collect();
    newest.sort();
    Reply::Players { others: newest.iter().any(|id| Some(id) != sender), listed: newest, all: view.ids.len() }
}

fn open_challenges(view: &View, sender: Option<&PlayerId>) -> Reply {
    match sender {
        Some(_) => Reply::OpenChallenges { open_challenges: view.open_challenges.values().cloned().collect() },
        None => Reply::Newcomer,
    }
}

fn limit(view: &View, sender: Option<&PlayerId>) -> Reply {
    match sender.and_then(|sender| view.players.get(sender)) {
        Some(player) => {
            let games = view.own_games.get(&player.id).copied().unwrap_or_default();
            Reply::Limit { limit: player.limit, games, changed: false }
        }
        None => Reply::Newcomer,
    }
}

/// The most players in the list of one variant.
const RATED_LISTED_MAX: usize = 100;
/// The most players of each variant if no variant was named.
const BEST_LISTED_MAX: usize = 10;
/// The most variants in that case.
const LISTS_MAX: usize = 8;

fn ratings(view: &View, of: &RatingsOf, now: DateTime<Utc>) -> Vec<Reply> {
    let Some(ledger) = &view.ledger else {
        return Vec::new();
    };
    let next = Period::of(now).ends();
    let mut standings = ledger.standings(now);
    let list = |variant: String, all: Vec<RatingStanding>, max: usize| {
        let (provisional, sure): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|standing| standing.rating.is_provisional());
        let offset_milli = ledger.book.offset_milli(&variant);
        let (all, provisional) = (sure.len(), provisional.len());
        RatingList { variant, standings: sure.into_iter().take(max).collect(), all, provisional, offset_milli }
    };
    let reply = match of {
        RatingsOf::All => {
            let lists = standings.into_iter().map(|(variant, all)| list(variant, all, BEST_LISTED_MAX));
            let mut lists: Vec<RatingList> = lists.collect();
            lists.sort_by_key(|list| std::cmp::Reverse((list.all, list.provisional)));
            lists.truncate(LISTS_MAX);
            Reply::Ratings { lists, next, variant: None }
        }
        RatingsOf::Variant(variant) => {
            let all = standings.remove(variant).unwrap_or_default();
            Reply::Ratings {
                lists: vec![list(variant.clone(), all, RATED_LISTED_MAX)],
                next,
                variant: Some(variant.clone()),
            }
        }
        RatingsOf::Player(id) => match id.parse::<PlayerId>() {
            Ok(player) if view.players.contains_key(&player) => {
                let all = standings.into_values().flatten().filter(|standing| standing.player == player);
                Reply::RatingsOf { standings: all.take(RATED_LISTED_MAX).collect(), player, next }
            }
            _ => Reply::Refused(view.unknown_player(id, &[])),
        },
    };
    vec![reply]
}

fn rules(view: &Eyes, of: &RulesOf) -> Reply {
    match of {
        RulesOf::Default => Reply::Rules { variant: None, brief: false, asked: Vec::new() },
        RulesOf::Variant(variant) => Reply::Rules { variant: Some(variant.clone()), brief: false, asked: Vec::new() },
        RulesOf::Game(number) => match view.game(*number) {
            Ok((game, _)) => Reply::RulesOfGame { game: Arc::new(game), asked: Vec::new() },
            Err(refusal) => Reply::Refused(refusal),
        },
    }
}

fn preview(view: &Eyes, of: &PreviewOf, plays: &[tafl::ParsedPlay], which_board: impl Fn() -> Reply) -> Reply {
    let (game, title, mut state) = match of {
        PreviewOf::New(variant) => (None, variant.title.clone(), tafl::GameState::new(Arc::new(variant.rules.clone()))),
        PreviewOf::Game { board: Target::OfLetter, .. } | PreviewOf::Piece { board: Target::OfLetter, .. } => {
            return which_board();
        }
        PreviewOf::Piece { board: Target::Number(number), from } => {
            return match view.game(*number) {
                Ok((game, _)) => {
                    Reply::Reach { reach: game.state.destinations(*from), game: Arc::new(game), from: *from }
                }
                Err(refusal) => Reply::Refused(refusal),
            };
        }
        PreviewOf::Game { board: Target::Number(number), at } => {
            let game = match view.game(*number) {
                Ok((game, _)) => game,
                Err(refusal) => return Reply::Refused(refusal),
            };
            match up_to(&game.state, *at) {
                Some(state) => (Some(Arc::new(game.clone())), game.head.title.clone(), state),
                None => return not_that_far(*number, *at, game.head.plies),
            }
        }
    };
    let mut tried = 0;
    for parsed in plays {
        let played = state.check_parsed(parsed).and_then(|play| state.play(play).map(|_| ()));
        if let Err(why) = played {
            let stopped = Some((tafl::Play { from: parsed.from, to: parsed.to }, why));
            return Reply::Preview { game, title, state, tried, stopped };
        }
        tried += 1;
    }
    Reply::Preview { game, title, state, tried, stopped: None }
}

/// What is shown above a player's games.
fn about_player(view: &View, item: &ShowItem, now: DateTime<Utc>) -> Vec<Reply> {
    let ShowItem::Player { id, .. } = item else {
        return Vec::new();
    };
    let Some(player) = id.parse::<PlayerId>().ok().filter(|player| view.players.contains_key(player)) else {
        return Vec::new();
    };
    let reliability = view.reliability.get(&player).copied();
    let reliability = reliability.map(|reliability| Reply::Reliability { player: player.clone(), reliability });
    reliability.into_iter().chain(score(view, &player, now)).collect()
}

/// The most variants in the score of a player.
const SCORES_LISTED_MAX: usize = 12;

/// The score of a player. `None` without a game that is over.
fn score(view: &View, player: &PlayerId, now: DateTime<Utc>) -> Option<Reply> {
    let mut scores = view.scores.get(player).filter(|scores| !scores.is_empty())?.clone();
    scores.sort_by_key(|of| (std::cmp::Reverse(of.score.both().games()), of.variant.clone()));
    let all = scores.iter().fold(SideScore::default(), |all, of| all.and(of.score));
    let left_out = scores.len().saturating_sub(SCORES_LISTED_MAX);
    let listed = scores.into_iter().take(SCORES_LISTED_MAX);
    let lines = listed.map(|of| ScoreLine {
        rating: of.entry.map(|entry| entry.at(Period::of(now))),
        variant: of.variant,
        score: of.score,
    });
    Some(Reply::Score { player: player.clone(), lines: lines.collect(), left_out, all })
}

fn show(view: &Eyes, item: &ShowItem, which_board: impl Fn() -> Reply) -> Reply {
    match item {
        ShowItem::Player { id, filter } => match list_of(id, *filter) {
            Some(search) if view.view.players.contains_key(&search.player) => list(view, search, *filter),
            _ => Reply::Refused(view.view.unknown_player(id, &Filter::ALL.map(Filter::word))),
        },
        ShowItem::Game { board: Target::OfLetter, .. } => which_board(),
        ShowItem::Game { board: Target::Number(number), at } => {
            let (game, late) = match view.game(*number) {
                Ok(seen) => seen,
                Err(refusal) => return Reply::Refused(refusal),
            };
            match up_to(&game.state, *at) {
                Some(state) => Reply::Shown { game: Arc::new(game), state, late },
                None => not_that_far(*number, *at, game.head.plies),
            }
        }
    }
}

fn games(view: &Eyes, players: &[String], variant: Option<&str>, filter: Filter) -> Reply {
    let known = |id: &PlayerId| view.view.players.contains_key(id);
    // The games against a player who has closed the account stay in the opponent's list.
    let known_or_gone = |id: &PlayerId| known(id) || view.view.gone.contains(id);
    let unknown = players.iter().enumerate().find(|(at, id)| {
        let id = id.parse::<PlayerId>();
        !id.is_ok_and(|id| if *at == 0 { known(&id) } else { known_or_gone(&id) })
    });
    match (unknown, search(players, variant, filter)) {
        (None, Some(search)) => list(view, search, filter),
        (Some((_, id)), _) => Reply::Refused(view.view.unknown_in_search(id)),
        // `aim` has put in the sender if no player was named, unless the sender is unknown.
        (None, None) => Reply::Newcomer,
    }
}

fn list(view: &Eyes, search: GameSearch, filter: Filter) -> Reply {
    let found = view.view.lists.get(&search).map_or(&[][..], Vec::as_slice);
    let more = found.get(LIST_MAX as usize).map(|head| rest_of(&search, filter, head.number));
    let shown = found.iter().take(LIST_MAX as usize).filter(|head| view.may_see(head));
    let games = shown.map(|head| ListedGame {
        rating: view.view.rating_changes.get(&(search.player.clone(), head.number)).copied(),
        head: head.clone(),
    });
    Reply::Games { games: games.collect(), more, search }
}

/// The command for the games of a list from a board on.
fn rest_of(search: &GameSearch, filter: Filter, from: u32) -> Look {
    let players = std::iter::once(&search.player).chain(&search.opponents);
    Look::Games {
        players: players.map(PlayerId::to_string).collect(),
        variant: search.variant.clone(),
        filter,
        from: Some(from),
    }
}

fn not_that_far(number: u32, at: Option<Moment>, plies: u32) -> Reply {
    Reply::Refused(Refusal::NotThatFar { number, at: at.map_or(plies, |at| at.ply(plies)), plies })
}

/// The game as it stood at that moment, or all of it without one. `None` if the game has not come that far.
fn up_to(state: &tafl::GameState, at: Option<Moment>) -> Option<tafl::GameState> {
    let Some(at) = at else {
        return Some(state.clone());
    };
    let plies = u32::try_from(state.plays().len()).ok()?;
    let plays = state.plays().get(..at.ply(plies) as usize)?;
    tafl::GameState::replay(state.rules().clone(), plays.iter().map(|played| played.play)).ok()
}
