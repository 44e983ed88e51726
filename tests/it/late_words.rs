//! Answers to any of the last letters of a game: nothing in them ends it, and no words in them are lost. The words reach the opponent, or
//! the answer says that they wait, or shows them in the question whether the mail is genuine.

use crate::world::{CLUB, Received, World};
use taflpost::tafl::{Catalogue, GameState, Play, Status};

/// A mail to this address.
fn send(world: &mut World, from: &str, to: &str, subject: &str, body: &str) -> Vec<Received> {
    let id = world.message_id();
    let raw = format!(
        "From: {from}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{id}>\n\
         Content-Type: text/plain; charset=utf-8\n\n{body}\n"
    );
    world.deliver(raw.as_bytes(), from, to);
    world.letters()
}

fn answer(world: &mut World, from: &str, letter: &Received, body: &str) -> Vec<Received> {
    let to = letter.reply_to.clone().unwrap();
    send(world, from, &to, &format!("Re: {}", letter.subject), body)
}

const ANN: &str = "ann@fjord.test";
const BOB: &str = "bob@sund.test";

fn to<'a>(letters: &'a [Received], who: &str) -> Vec<&'a Received> {
    letters.iter().filter(|letter| letter.to == who).collect()
}

/// A move after which the game goes on, the `nth` of those there are.
fn play(state: &GameState, nth: usize) -> Play {
    let squares: Vec<_> = state.rules().squares().collect();
    let mut plays = squares.iter().flat_map(|from| {
        let own = state.position().piece_at(*from).is_some_and(|piece| piece.side() == state.to_move());
        let to = if own { state.destinations(*from) } else { Vec::new() };
        to.into_iter().map(|to| Play { from: *from, to })
    });
    let goes_on = |play: &Play| {
        let mut after = state.clone();
        after.play(*play).is_ok() && after.status() == Status::Ongoing
    };
    plays.by_ref().filter(goes_on).nth(nth).unwrap()
}

/// A game of fourteen half-moves, and the letters that Ann has got meanwhile.
fn begun() -> (World, Vec<Received>, GameState) {
    let mut world = World::new();
    let mut welcome = Vec::new();
    for (player, address) in [("ann", ANN), ("bob", BOB)] {
        let asked = send(&mut world, address, CLUB, &format!("signup {player}"), "");
        welcome = answer(&mut world, address, &asked[0], "yes");
    }
    let invited = answer(&mut world, BOB, &welcome[0], "brandubh challenge ann bob");
    let mut last = answer(&mut world, ANN, to(&invited, ANN)[0], "accept");
    let mut state =
        GameState::new(std::sync::Arc::new(Catalogue::embedded().unwrap().find("brandubh").unwrap().rules.clone()));
    let mut letters = Vec::new();
    for ply in 0..14 {
        letters.extend(to(&last, ANN).into_iter().cloned());
        let who = if ply % 2 == 0 { ANN } else { BOB };
        let next = play(&state, ply);
        last = answer(&mut world, who, to(&last, who)[0], &next.to_string());
        state.play(next).unwrap();
        // Fast players are not our subject.
        world.now += chrono::TimeDelta::hours(2);
    }
    letters.extend(to(&last, ANN).into_iter().cloned());
    (world, letters, state)
}

/// So that the next try finds the game as this one did.
fn take_back_the_offer(world: &mut World, got: &[Received]) {
    if let Some(offered) = to(got, ANN).into_iter().find(|letter| letter.text.contains("You have offered")) {
        answer(world, ANN, offered, "withdraw");
        world.now += chrono::TimeDelta::hours(2);
        world.letters();
    }
}

#[test]
fn no_answer_to_one_of_the_last_ten_letters_loses_words_or_the_game() {
    let (mut world, letters, state) = begun();
    let current = play(&state, 0).to_string();
    let mut tried = 0;
    for letter in letters.iter().rev().take(10) {
        for (n, command) in ["resign", "draw", "undo", "accept", "decline", "a1-a7", "d1-c1 or so", "nonsense", "chat:"]
            .into_iter()
            .enumerate()
        {
            let words = format!("The heron is back {tried} {n}.");
            let body = match command {
                "chat:" => format!("chat: {words}"),
                _ if command == "resign" => format!("{words}\n\nresign"),
                _ => format!("{command}\n\n{words}"),
            };
            let got = answer(&mut world, ANN, letter, &body);
            let reached = to(&got, BOB).iter().any(|letter| letter.text.contains(&words));
            let told =
                to(&got, ANN).iter().any(|letter| letter.text.contains("are kept") || letter.text.contains(&words));
            assert!(reached || told, "{}: {body}\n{got:#?}", letter.subject);
            assert!(!got.iter().any(|letter| letter.text.contains("resigned")), "{}: {body}", letter.subject);
            world.now += chrono::TimeDelta::hours(2);
            world.letters();
            // What waited goes with the next thing done in answer to the letter that said so.
            let kept = to(&got, ANN).into_iter().find(|letter| letter.text.contains("are kept")).cloned();
            if let Some(kept) = kept.filter(|_| !reached) {
                let got = answer(&mut world, ANN, &kept, "draw");
                let got = match to(&got, BOB).is_empty() {
                    true => panic!("{body}\n{got:#?}"),
                    false => got,
                };
                assert!(to(&got, BOB).iter().any(|letter| letter.text.contains(&words)), "{body}\n{got:#?}");
                take_back_the_offer(&mut world, &got);
            } else {
                take_back_the_offer(&mut world, &got);
            }
            tried += 1;
        }
    }
    assert_eq!(tried, 90);
    // The game goes on.
    let newest = letters.last().unwrap();
    let got = answer(&mut world, ANN, newest, &current);
    assert!(to(&got, BOB).iter().any(|letter| letter.text.contains("15  ")), "{got:#?}");
}
