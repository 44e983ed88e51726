//! The server is killed in the middle of its work, again and again. Nothing may be lost, done twice or left behind.
//!
//! Pairs of players sign up and play by mail, each pair in its own thread: it waits for the letter with the board, answers it with the next
//! move, and sends that mail until the door has said yes. Meanwhile the server is killed. The moment is counted in lines of its log, so
//! that it falls between any two of its steps: after a mail was spooled and before the door said so, after it was done and before the
//! letters went out, after a letter went out and before that was recorded, and while the server is still starting.

mod away;
mod post;
pub mod server;

use crate::share::one_of;
use post::{Letter, Player, bring};
use server::{CLUB, End, House, poll};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;
use taflpost::chance::Chance;
use taflpost::store::{Counts, LetterState, Reader, SpoolState};
use taflpost::tafl::{Catalogue, GameState, Play, Side};

/// What the pairs play, in turn.
const VARIANTS: [&str; 3] = ["brandubh", "small", "hnefatafl"];

/// The ends of a run: how, and after how many lines of the log since the start.
struct Ends {
    how: End,
    after: Vec<u32>,
}

/// A game that two players are going to play.
struct Match {
    players: [Player; 2],
    variant: &'static str,
    plays: Vec<(Side, Play)>,
}

/// A game that they have played.
struct Played {
    players: [Player; 2],
    number: u32,
    plays: Vec<(Side, Play)>,
}

/// A game of legal plays drawn by lot.
fn drawn(chance: &mut Chance, variant: &str, plies_max: usize) -> Vec<(Side, Play)> {
    let rules = Catalogue::embedded().unwrap().find(variant).unwrap().rules.clone();
    let mut state = GameState::new(Arc::new(rules));
    let mut plays = Vec::new();
    while plays.len() < plies_max && !state.status().is_over() {
        let moves = state.moves();
        let play = moves[chance.below(u32::try_from(moves.len()).unwrap()) as usize];
        plays.push((state.to_move(), play));
        state.play(play).unwrap();
    }
    plays
}

impl Match {
    /// From the sign-ups to the last board.
    fn play(mut self) -> Played {
        for player in &mut self.players {
            player.write(&format!("signup {}", player.id));
            let letter = player.wait_for("a request", 1, |letter| letter.subject.starts_with("Please confirm"));
            player.answer(&letter, "");
        }
        let welcome = |letter: &Letter| letter.subject.starts_with("Welcome");
        let [first, second] = &mut self.players;
        second.wait_for("a welcome", 1, welcome);
        let letter = first.wait_for("a welcome", 1, welcome);
        first.answer(&letter, &format!("{} challenge {} {}", self.variant, first.id, second.id));
        let challenge = second.wait_for("a challenge", 1, |letter| letter.board.is_some());
        second.answer(&challenge, "accept");
        let (number, _) = challenge.board.unwrap();
        for (ply, (side, play)) in (0..).zip(&self.plays) {
            let mover = &mut self.players[usize::from(*side == Side::Defenders)];
            let letter = board(mover, number, ply);
            mover.answer(&letter, &play.to_string());
        }
        for player in &mut self.players {
            board(player, number, u32::try_from(self.plays.len()).unwrap());
        }
        Played { players: self.players, number, plays: self.plays }
    }
}

/// Waits for the board after so many half-moves. The opening comes twice: with the challenge, and with its acceptance.
fn board(player: &mut Player, number: u32, ply: u32) -> Letter {
    let count = if ply == 0 { 2 } else { 1 };
    player.wait_for(&format!("board {number} after {ply}"), count, |letter| letter.board == Some((number, ply)))
}

/// Plays games by mail while the server is ended and begun again, then looks at everything.
fn play_through(ends: &Ends, games: usize, plies_max: usize, chance: &mut Chance) {
    let house = House::new();
    let matches: Vec<Match> = (0..games)
        .map(|game| {
            let variant = VARIANTS[game % VARIANTS.len()];
            let players = ["a", "b"].map(|side| Player::new(&house, format!("{side}{game}player")));
            Match { players, variant, plays: drawn(chance, variant, plies_max) }
        })
        .collect();
    let played: Vec<Played> = std::thread::scope(|scope| {
        let pairs: Vec<_> = matches.into_iter().map(|game| scope.spawn(move || game.play())).collect();
        for after in &ends.after {
            let mut server = house.serve();
            server.follow(*after, || pairs.iter().all(|pair| pair.is_finished()));
            server.end(ends.how);
        }
        let server = house.serve();
        let played = pairs.into_iter().map(|pair| pair.join().unwrap()).collect();
        // The last server may still be busy with what an earlier one had sent and not noted.
        let reader = poll("the database", || Reader::open(&house.database()).ok());
        poll("the end of all work", || is_at_rest(&reader.counts().unwrap()).then_some(()));
        server.end(End::Told);
        played
    });
    let reader = Reader::open(&house.database()).unwrap();
    for state in [SpoolState::Spooled, SpoolState::Failed] {
        assert_eq!(reader.inbox(state, 10).unwrap(), [], "{state}");
    }
    for state in [LetterState::Waiting, LetterState::GivenUp] {
        assert_eq!(reader.queue(state, 10).unwrap(), []);
    }
    for game in played {
        check(&reader, game);
    }
}

fn is_at_rest(counts: &Counts) -> bool {
    counts.spooled == 0 && counts.waiting == 0
}

/// Each play once and in order, each letter once, and no letter besides.
fn check(reader: &Reader, game: Played) {
    let found = reader.game(game.number).unwrap().unwrap();
    let plays: Vec<(Side, Play)> = found.state.plays().iter().map(|played| (played.side, played.play)).collect();
    assert_eq!(plays, game.plays, "board {}", game.number);
    let last = u32::try_from(game.plays.len()).unwrap();
    for mut player in game.players {
        let letters: Vec<Letter> = player.letters().cloned().collect();
        let mut boards: Vec<(u32, u32)> = letters.iter().filter_map(|letter| letter.board).collect();
        boards.sort_unstable();
        let expected: Vec<(u32, u32)> = [0].into_iter().chain(0..=last).map(|ply| (game.number, ply)).collect();
        assert_eq!(boards, expected, "the boards of {}", player.id);
        let subjects: Vec<&str> = letters.iter().map(|letter| letter.subject.as_str()).collect();
        assert_eq!(letters.len(), boards.len() + 2, "{} has letters about something else: {subjects:#?}", player.id);
        let ids: BTreeSet<&str> = letters.iter().map(|letter| letter.message_id.as_str()).collect();
        assert_eq!(ids.len(), letters.len(), "{} has a letter in two files", player.id);
    }
}

#[test]
fn a_server_killed_at_any_moment_loses_nothing_and_repeats_nothing() {
    let chance = &mut Chance::from_seed([23; 32]);
    let mut after: Vec<u32> = (0..14 / one_of(2)).map(|_| 4 + chance.below(100)).collect();
    // Two do not even get to open their doors.
    after.extend([1, 2]);
    play_through(&Ends { how: End::Killed, after }, 10 / one_of(2), 30, chance);
}

#[test]
fn a_server_told_to_stop_among_mails_ends_well_and_loses_nothing() {
    let chance = &mut Chance::from_seed([24; 32]);
    let mut after: Vec<u32> = (0..6 / one_of(2)).map(|_| 10 + chance.below(60)).collect();
    // The first words of the log: told so early, it is still opening its doors.
    after.extend([1, 1, 2]);
    play_through(&Ends { how: End::Told, after }, 6 / one_of(2), 16, chance);
}

#[test]
fn a_mail_that_comes_by_the_pipe_is_seen_by_the_running_server() {
    let house = House::new();
    let mut server = house.serve();
    server.follow_until("lmtp: open at");
    let mut ann = Player::new(&house, "ann".to_owned());
    let mut pipe = house.taflpost(&["deliver", "--to", CLUB]).stdin(Stdio::piped()).spawn().unwrap();
    let mail = format!("From: <{}>\nTo: <{CLUB}>\nMessage-ID: <1@ann.test>\nSubject: signup ann\n\n", ann.address);
    pipe.stdin.take().unwrap().write_all(mail.as_bytes()).unwrap();
    assert!(pipe.wait().unwrap().success());
    ann.wait_for("a request", 1, |letter| letter.subject.starts_with("Please confirm"));
    // The same mail by the other door is known.
    bring(&house.door(), &ann.address, CLUB, &mail.replace('\n', "\r\n")).unwrap();
    server.follow_until("came again");
    server.end(End::Told);
    assert_eq!(ann.letters().count(), 1);
    assert_eq!(Reader::open(&house.database()).unwrap().inbox(SpoolState::Done, 10).unwrap().len(), 1);
}
