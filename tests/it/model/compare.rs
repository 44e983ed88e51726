//! Both engines side by side: every move of every position, in random games and from random positions.
//!
//! `TAFLPOST_MODEL_GAMES` multiplies the usual number of games and positions.

use super::{Board, Game, Law};
use crate::settings::SETTINGS;
use crate::share::{one_of, share};
use std::collections::BTreeMap;
use std::sync::Arc;
use taflpost::chance::Chance;
use taflpost::tafl::{Catalogue, GameState, Piece, Play, Position, Rules, Side, Square};

/// How often each thing was seen, so that nobody believes what was never tried.
#[derive(Default)]
struct Seen {
    positions: usize,
    moves: usize,
    taken: BTreeMap<usize, usize>,
    ends: BTreeMap<String, usize>,
}

/// Compares every move of a position; the answer is what the model says of each.
fn compare(name: &str, state: &GameState, game: &Game, seen: &mut Seen) -> Vec<(Play, usize, bool)> {
    let told = |play: Option<Play>| {
        let play = play.map(|play| format!(" {play}")).unwrap_or_default();
        format!("{name}: {} {:?}{play}", state.position(), state.to_move())
    };
    let mut listed = state.moves();
    listed.sort();
    assert_eq!(state.status().to_string(), game.status, "{}", told(None));
    assert_eq!(listed, game.moves(), "{}", told(None));
    seen.positions += 1;
    listed
        .into_iter()
        .map(|play| {
            let (mut state, (game, taken)) = (state.clone(), game.after(play));
            let played = state.play(play).unwrap().clone();
            let mut captured: Vec<Square> = played.captured.iter().map(|(square, _)| *square).collect();
            captured.sort();
            assert_eq!(captured, taken, "{}", told(Some(play)));
            assert_eq!(Board::of(state.position()), game.board, "{}", told(Some(play)));
            assert_eq!(state.status().to_string(), game.status, "{}", told(Some(play)));
            seen.moves += 1;
            *seen.taken.entry(taken.len()).or_default() += 1;
            if game.is_over() {
                *seen.ends.entry(game.status.clone()).or_default() += 1;
            }
            (play, taken.len(), game.is_over())
        })
        .collect()
}

fn pick<T: Copy>(chance: &mut Chance, from: &[T]) -> T {
    from[chance.below(u32::try_from(from.len()).unwrap()) as usize]
}

/// A game of random moves, rather with captures, and now and then back to where a piece came from.
fn random_game(name: &str, rules: &Arc<Rules>, chance: &mut Chance, plies: u32, seen: &mut Seen) {
    let mut state = GameState::new(rules.clone());
    let mut game = Game::begin(Arc::new(Law::of(rules)), Board::of(state.position()));
    for _ in 0..plies {
        let moves = compare(name, &state, &game, seen);
        let quiet: Vec<Play> = moves.iter().filter(|(_, _, over)| !over).map(|(play, ..)| *play).collect();
        let taking: Vec<Play> =
            moves.iter().filter(|(_, taken, over)| *taken > 0 && !over).map(|(play, ..)| *play).collect();
        let own_last = state.plays().len().checked_sub(2).map(|at| state.plays()[at].play);
        let back = own_last.map(|last| Play { from: last.to, to: last.from }).filter(|play| quiet.contains(play));
        let play = match (back, chance.below(4)) {
            (Some(back), 0) => back,
            (_, 1) if !taking.is_empty() => pick(chance, &taking),
            _ if quiet.is_empty() => break,
            _ => pick(chance, &quiet),
        };
        state.play(play).unwrap();
        game = game.after(play).0;
    }
}

/// A position that no game may ever reach: thick with men near the king, who likes the edge and the throne.
fn random_position(rules: &Arc<Rules>, law: &Law, chance: &mut Chance) -> Position {
    let size = u32::from(rules.size());
    let all: Vec<Square> = rules.squares().collect();
    let edge: Vec<Square> = all.iter().copied().filter(|s| Board::of(&rules.opening()).is_rim(*s)).collect();
    let middle = u8::try_from(size / 2).unwrap();
    let king = match chance.below(4) {
        0 => Square::new(middle, middle),
        1 => Square::new(middle, middle - 1),
        2 => pick(chance, &edge),
        _ => pick(chance, &all),
    };
    let away = |square: Square| square.file().abs_diff(king.file()).max(square.rank().abs_diff(king.rank()));
    // Now and then a box of men round the king, with a gap or two: a ring, or perhaps a fort.
    let boxed = pick(chance, &[None, None, None, Some(Piece::Attacker), Some(Piece::Defender)]);
    let [attackers, defenders, spread] = [chance.below(50), chance.below(50), 2 + chance.below(12)];
    let mut rows = Vec::new();
    for rank in (0..rules.size()).rev() {
        let mut row = String::new();
        let mut gap = 0;
        for file in 0..rules.size() {
            let square = Square::new(file, rank);
            let dice = chance.below(100) * if away(square) <= 3 { 1 } else { spread };
            let piece = match dice {
                _ if square == king => Some(Piece::King),
                dice if boxed.is_some() => match away(square) {
                    1 => Some(Piece::Defender).filter(|_| dice < 15),
                    2 => boxed.filter(|_| dice < 90),
                    _ => Some(Piece::Attacker).filter(|_| dice < 30),
                },
                dice if dice < attackers => Some(Piece::Attacker),
                dice if dice < attackers + defenders => Some(Piece::Defender),
                _ => None,
            };
            match piece.filter(|piece| *piece == Piece::King || law.may_stop(*piece, square)) {
                Some(piece) => {
                    if gap > 0 {
                        row += &gap.to_string();
                    }
                    gap = 0;
                    row.push(piece.sign());
                }
                None => gap += 1,
            }
        }
        if gap > 0 {
            row += &gap.to_string();
        }
        rows.push(row);
    }
    let to_move = pick(chance, &[Side::Attackers, Side::Defenders]);
    rules.position(&rows.join("/"), to_move).unwrap()
}

fn times() -> u32 {
    std::env::var("TAFLPOST_MODEL_GAMES").map_or(1, |times| times.parse().unwrap())
}

/// Every preset, and pbmserv's options on its boards.
fn rule_sets() -> Vec<(String, Arc<Rules>)> {
    let catalogue = Catalogue::embedded().unwrap();
    let mut names: Vec<String> = catalogue.iter().map(|variant| variant.name.clone()).collect();
    names.extend(["hnefatafl -strong -edge", "small -edge", "small -strong", "medium -strong"].map(str::to_owned));
    names.into_iter().map(|name| (name.clone(), Arc::new(catalogue.parse_choice(&name).unwrap().rules))).collect()
}

/// Small boards with up to six parameters set differently, drawn by lot.
fn drawn_rule_sets() -> Vec<(String, Arc<Rules>)> {
    let catalogue = Catalogue::embedded().unwrap();
    let small: Vec<_> = catalogue.iter().filter(|variant| variant.rules.size() <= 9).collect();
    let mut chance = Chance::from_seed([7; 32]);
    let mut draw = |_| {
        let variant = pick(&mut chance, &small);
        let (mut name, mut rules) = (variant.name.clone(), variant.rules.clone());
        for _ in 0..=chance.below(6) {
            let (key, values) = pick(&mut chance, &SETTINGS);
            let value = pick(&mut chance, values);
            if let Ok(other) = rules.with_setting(key, value) {
                name += &format!(", {key} = {value}");
                rules = other;
            }
        }
        (name, Arc::new(rules))
    };
    (0..16 * times()).map(&mut draw).collect()
}

/// Rule sets that no preset has.
fn odd_rule_sets() -> Vec<(String, Arc<Rules>)> {
    let catalogue = Catalogue::embedded().unwrap();
    [
        ("brandubh", vec![("king_armed", "hammer"), ("no_move", "draw")]),
        ("brandubh", vec![("king_armed", "anvil"), ("repetition", "{count=2,binds='both',effect='draw'}")]),
        ("copenhagen", vec![("king_armed", "no"), ("king_capture", "two")]),
        ("copenhagen", vec![("king_armed", "anvil"), ("repetition", "{count=3,binds='attackers',effect='illegal'}")]),
        ("copenhagen", vec![("king_armed", "hammer"), ("throne.pass", "none"), ("shieldwall.at_least", "1")]),
        ("copenhagen", vec![("escape", "edge"), ("shieldwall.corner_closes", "false")]),
        ("copenhagen", vec![("throne.hostile_occupied", "['attackers','defenders']"), ("throne.hostile_empty", "[]")]),
        ("small", vec![("linnaean", "true"), ("king_capture", "four")]),
        ("small", vec![("throne.stop", "nobody"), ("corners.hostile", "['king']"), ("encirclement", "true")]),
        ("small", vec![("throne.re_enter", "false"), ("speed", "{king=1,attackers=3}"), ("first", "defenders")]),
        (
            "small",
            vec![("corner_squares", "['a1','b1','h9','c6']"), ("exit_fort", "true"), ("corners.hostile", "['men']")],
        ),
        (
            "small",
            vec![("king_capture", "four-edge-counts"), ("throne", "none"), ("corners", "none"), ("exit_fort", "true")],
        ),
    ]
    .into_iter()
    .map(|(name, settings)| {
        let rules = catalogue.parse_choice(name).unwrap().rules;
        let set = settings.iter().fold(rules, |rules, (key, value)| rules.with_setting(key, value).unwrap());
        (format!("{name} with {settings:?}"), Arc::new(set))
    })
    .collect()
}

#[test]
fn random_games_agree_with_the_model() {
    let (mut chance, mut seen) = (Chance::from_seed([7; 32]), Seen::default());
    for (name, rules) in share(rule_sets().into_iter().chain(odd_rule_sets()), 4) {
        // Large boards have many moves in each position.
        let plies = 1_500 / (u32::from(rules.size()) * u32::from(rules.size()));
        for _ in 0..times() {
            random_game(&name, &rules, &mut chance, plies, &mut seen);
        }
    }
    assert!(seen.moves > 20_000 / one_of(4), "{} moves", seen.moves);
    assert!(seen.taken.keys().any(|taken| *taken >= 2), "{:?}", seen.taken);
}

/// Long games full of moves back and forth: what the repetition rule forbids or decides after a hundred half-moves.
#[test]
fn long_games_that_repeat_agree_with_the_model() {
    let mut chance = Chance::from_seed([9; 32]);
    let repeats = |(_, rules): &(String, Arc<Rules>)| rules.size() <= 11 && Law::of(rules).repetition.is_some();
    let (mut forbidden, mut decided) = (0, 0);
    for (name, rules) in rule_sets().into_iter().chain(odd_rule_sets()).filter(repeats) {
        let mut state = GameState::new(rules.clone());
        let mut game = Game::begin(Arc::new(Law::of(&rules)), Board::of(state.position()));
        for _ in 0..110 {
            let moves = game.moves();
            let mut listed = state.moves();
            listed.sort();
            assert_eq!(listed, moves, "{name}: {}", state.position());
            assert_eq!(state.status().to_string(), game.status, "{name}: {}", state.position());
            forbidden += game.board.moves(&game.law).len() - moves.len();
            let back = state.plays().len().checked_sub(2).map(|at| state.plays()[at].play);
            let back = back.map(|last| Play { from: last.to, to: last.from }).filter(|play| moves.contains(play));
            let play = match (back, chance.below(3)) {
                (Some(back), 1 | 2) => back,
                _ if moves.is_empty() => break,
                _ => pick(&mut chance, &moves),
            };
            state.play(play).unwrap();
            game = game.after(play).0;
        }
        decided += u32::from(game.status.ends_with("repetition"));
        // Taken back, everything is as it was.
        while let Some(last) = state.take_back().filter(|_| state.ply() > 105) {
            let status = state.status();
            state.play(last).unwrap();
            state.take_back();
            assert_eq!(state.status(), status, "{name}");
        }
    }
    assert!(forbidden > 0 && decided > 0, "{forbidden} moves forbidden, {decided} games decided");
}

#[test]
fn random_positions_agree_with_the_model() {
    let (mut chance, mut seen) = (Chance::from_seed([5; 32]), Seen::default());
    for (name, rules) in rule_sets().into_iter().chain(odd_rule_sets()).chain(drawn_rule_sets()) {
        let law = Arc::new(Law::of(&rules));
        let positions =
            times() * 3_000 / u32::try_from(one_of(2)).unwrap() / (u32::from(rules.size()) * u32::from(rules.size()));
        for _ in 0..positions {
            let start = random_position(&rules, &law, &mut chance);
            // With so few attackers the game would have been over before.
            if start.count(Side::Attackers) as usize <= law.attackers_left_loses {
                continue;
            }
            let state = GameState::from_position(rules.clone(), start);
            let game = Game::begin(law.clone(), Board::of(&start));
            compare(&name, &state, &game, &mut seen);
        }
    }
    println!("{} positions, {} moves, captures {:?}, ends {:?}", seen.positions, seen.moves, seen.taken, seen.ends);
    for end in ["king-captured", "encircled", "king-escaped", "exit-fort", "no-men", "no-move"] {
        assert!(seen.ends.keys().any(|seen| seen.ends_with(end)), "no {end} in {:?}", seen.ends);
    }
}
