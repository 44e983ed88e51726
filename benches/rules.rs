//! How long the rules take: `cargo bench --bench rules`.
//!
//! `perft` makes every last move under the full rules of each preset; its items are moves. `replay` replays recorded games with all checks
//! for an end, from the folder that `TAFLPOST_CORPUS` names; its items are moves. `moves_after` lists the legal moves of a game without
//! captures after a number of moves: the check for forbidden repetitions must not take longer in a long game than in a short one.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::Arc;
use taflpost::chance::Chance;
use taflpost::tafl::{Catalogue, GameState, Play, Replay, Rules, perft};

fn main() {
    divan::main();
}

/// Every preset, and two of pbmserv's boards with its options.
fn choices() -> Vec<String> {
    let catalogue = Catalogue::embedded().unwrap();
    let options = ["hnefatafl -strong -edge", "large -strong -edge"].map(str::to_owned);
    catalogue.names().map(str::to_owned).chain(options).collect()
}

fn rules(choice: &str) -> Arc<Rules> {
    Arc::new(Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules)
}

/// The deepest count of the opening that has at most this many plays.
const PLAYS_MAX: u64 = 70_000_000;

#[divan::bench(args = choices(), sample_count = 5, sample_size = 1)]
fn perft_of(bencher: Bencher, choice: &str) {
    let rules = rules(choice);
    let opening = rules.opening();
    let moves = perft(&rules, &opening, 1);
    // A side has about as many moves again in the next position.
    let depth = (2..=5).rev().find(|depth| moves.pow(*depth) / 2 <= PLAYS_MAX * 2).unwrap();
    let plays = perft(&rules, &opening, depth);
    bencher.counter(ItemsCount::new(plays)).bench_local(|| perft(&rules, &opening, depth));
}

/// The recorded games of a rule set, as plays.
fn recorded(choice: &str) -> Vec<Vec<Play>> {
    let Some(corpus) = std::env::var_os("TAFLPOST_CORPUS") else {
        println!("skipped: TAFLPOST_CORPUS names no folder");
        return Vec::new();
    };
    let file = std::path::Path::new(&corpus).join("games").join(format!("{choice}.csv"));
    let rules = Arc::new(rules(choice).with_setting("repetition", "ignore").unwrap());
    let text = std::fs::read_to_string(file).unwrap();
    let line = |line: &str| Replay::of_line(&rules, line.split(',').next()?).ok();
    let games: Vec<Replay> = text.lines().filter_map(line).filter(|game| game.state.ply() > 0).collect();
    assert!(games.len() > 100, "{} games", games.len());
    games.iter().map(|game| game.state.plays().iter().map(|played| played.play).collect()).collect()
}

#[divan::bench(args = ["brandubh", "copenhagen"])]
fn replay(bencher: Bencher, choice: &str) {
    let games = recorded(choice);
    let rules = Arc::new(rules(choice).with_setting("repetition", "ignore").unwrap());
    let plays: usize = games.iter().map(Vec::len).sum();
    bencher.counter(ItemsCount::new(plays)).bench_local(|| {
        for game in &games {
            black_box(GameState::replay(rules.clone(), game.iter().copied()).unwrap());
        }
    });
}

/// A game of this many moves in which nothing was taken.
fn quiet_game(rules: &Arc<Rules>, plies: u32) -> GameState {
    let mut chance = Chance::from_seed([1; 32]);
    let mut state = GameState::new(rules.clone());
    while state.ply() < plies {
        let moves = state.moves();
        let play = moves[chance.below(u32::try_from(moves.len()).unwrap()) as usize];
        state.play(play).unwrap();
        if !state.plays().last().unwrap().captured.is_empty() || state.status().is_over() {
            state.take_back();
        }
    }
    state
}

#[divan::bench(args = [10, 100, 1000])]
fn moves_after(bencher: Bencher, plies: u32) {
    let rules = rules("copenhagen");
    // The attackers move then, and whom the rule binds is the defenders.
    let state = quiet_game(&rules, plies + 1);
    bencher.counter(ItemsCount::new(state.moves().len())).bench_local(|| black_box(&state).moves());
}
