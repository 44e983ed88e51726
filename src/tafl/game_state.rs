//! A game in progress: its rules, its moves, the current position and the result so far. It knows nothing about players or time.

use crate::tafl::bitboard::bits;
use crate::tafl::history::History;
use crate::tafl::legal_plays::{each_play, reach};
use crate::tafl::made_play::{compare, taken};
use crate::tafl::obstruction::hindrance;
use crate::tafl::{
    Call, Illegal, ParsedPlay, Piece, Play, Played, Position, Rules, Side, Square, Status, capture, ending,
};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct GameState {
    rules: Arc<Rules>,
    start: Position,
    position: Position,
    plays: Vec<Played>,
    history: History,
    status: Status,
}

/// A list of moves that cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {ply}: {why}")]
pub struct ReplayError {
    /// The ply of the move that failed, counted from 1.
    pub ply: u32,
    /// The reason.
    pub why: Illegal,
}

impl GameState {
    /// A game before its first move.
    pub fn new(rules: Arc<Rules>) -> GameState {
        let start = rules.opening();
        GameState::from_position(rules, start)
    }

    /// A game that begins with another position of the same size. The position counts as its first occurrence.
    pub fn from_position(rules: Arc<Rules>, start: Position) -> GameState {
        let history = History::new(&rules.compiled, &start);
        let status = ending::at_start(&rules.compiled, &start);
        GameState { rules, start, position: start, plays: Vec::new(), history, status }
    }

    /// Replays a list of moves from the opening.
    pub fn replay(rules: Arc<Rules>, plays: impl IntoIterator<Item = Play>) -> Result<GameState, ReplayError> {
        let mut state = GameState::new(rules);
        for play in plays {
            let ply = state.ply() + 1;
            state.play(play).map_err(|why| ReplayError { ply, why })?;
        }
        Ok(state)
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move by the rules, also after the end of the game.
    pub fn to_move(&self) -> Side {
        self.position.to_move
    }

    /// The number of moves so far.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.plays.len()).unwrap_or(u32::MAX)
    }

    /// The moves so far, in order.
    pub fn plays(&self) -> &[Played] {
        &self.plays
    }

    /// Whether the game goes on, or how it ended.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The positions so far.
    pub(in crate::tafl) fn history(&self) -> &History {
        &self.history
    }

    /// How often the position on the board has occurred, if it has come again and the rule about that applies when it comes once more (C8).
    pub fn repeated(&self) -> Option<usize> {
        let rule = self.rules.compiled.repetition.as_ref().filter(|_| !self.status.is_over())?;
        let times = self.history.times_of_last();
        (times > 1 && times + 1 >= usize::from(rule.count)).then_some(times)
    }

    /// The call for the last move. There is none before the first move or after the end.
    pub fn call(&self) -> Option<Call> {
        let open = !self.plays.is_empty() && !self.status.is_over();
        if open { self.rules.call(&self.position) } else { None }
    }

    /// Whether the side to move may make this move.
    pub fn check(&self, play: Play) -> Result<(), Illegal> {
        self.legal(play).map(|_| ())
    }

    /// Whether the side to move may make this move, and whether the captures that were typed with it, if any, are right. The captured king
    /// may be left out, and a square may be repeated.
    pub fn check_parsed(&self, parsed: &ParsedPlay) -> Result<Play, Illegal> {
        let play = Play { from: parsed.from, to: parsed.to };
        let piece = self.legal(play)?;
        if !parsed.captures.is_empty() {
            let mut after = self.position;
            capture::make(&self.rules.compiled, &mut after, piece, play);
            compare(&parsed.captures, &taken(&self.position, &after, piece.side()))?;
        }
        Ok(play)
    }

    /// Makes a move.
    pub fn play(&mut self, play: Play) -> Result<&Played, Illegal> {
        let piece = self.legal(play)?;
        let before = self.position;
        let compiled = &self.rules.compiled;
        let (status, took) = ending::advance(compiled, &self.history, &mut self.position, piece, play);
        self.history.push(&self.position, took.any);
        self.status = status;
        let captured = if took.any { taken(&before, &self.position, piece.side()) } else { Vec::new() };
        let made = self.plays.len();
        self.plays.push(Played { play, side: piece.side(), piece, captured });
        Ok(&self.plays[made])
    }

    /// The squares that the piece on a square may move to, if it belongs to the side to move. None after the end of the game.
    pub fn destinations(&self, from: Square) -> Vec<Square> {
        let Some(piece) = self.position.piece_at(from).filter(|piece| piece.side() == self.to_move()) else {
            return Vec::new();
        };
        if self.status.is_over() {
            return Vec::new();
        }
        let (files, ranks) = reach(&self.rules.compiled, &self.position, piece, from);
        let along = bits(files).map(|file| Square::new(file, from.rank()));
        let across = bits(ranks).map(|rank| Square::new(from.file(), rank));
        along.chain(across).filter(|to| !self.repeats(piece, Play { from, to: *to })).collect()
    }

    /// Every legal move of the side to move. None after the end of the game.
    pub fn moves(&self) -> Vec<Play> {
        let mut moves = Vec::new();
        if !self.status.is_over() {
            let _ = each_play(&self.rules.compiled, &self.position, |piece, play| {
                if !self.repeats(piece, play) {
                    moves.push(play);
                }
                ControlFlow::Continue(())
            });
        }
        moves
    }

    /// Whether the side to move has a legal move.
    pub fn has_play(&self) -> bool {
        let compiled = &self.rules.compiled;
        !self.status.is_over() && self.history.leaves_a_play(compiled, &self.position, self.history.last())
    }

    /// Takes the last move back. `None` if there is none.
    pub fn take_back(&mut self) -> Option<Play> {
        let last = self.plays.pop()?;
        let mut state = GameState::from_position(self.rules.clone(), self.start);
        for played in &self.plays {
            let (compiled, history) = (&self.rules.compiled, &state.history);
            let (status, took) = ending::advance(compiled, history, &mut state.position, played.piece, played.play);
            state.history.push(&state.position, took.any);
            state.status = status;
        }
        state.plays = std::mem::take(&mut self.plays);
        *self = state;
        Some(last.play)
    }

    fn repeats(&self, piece: Piece, play: Play) -> bool {
        let (compiled, at) = (&self.rules.compiled, self.history.last());
        self.history.looms(compiled, &self.position, at)
            && self.history.forbids(compiled, &self.position, at, piece, play)
    }

    /// The piece that would move, or the reason why it may not. It uses the same function as the move list.
    fn legal(&self, play: Play) -> Result<Piece, Illegal> {
        let Play { from, to } = play;
        if self.status.is_over() {
            return Err(Illegal::GameOver);
        }
        if let Some(off) = [from, to].into_iter().find(|square| !self.rules.has(*square)) {
            return Err(Illegal::OffBoard(off));
        }
        let piece = self.position.piece_at(from).ok_or(Illegal::NothingThere(from))?;
        if piece.side() != self.to_move() {
            return Err(Illegal::NotYours { square: from, piece });
        }
        let (files, ranks) = reach(&self.rules.compiled, &self.position, piece, from);
        let along = from.rank() == to.rank() && files >> to.file() & 1 != 0;
        let across = from.file() == to.file() && ranks >> to.rank() & 1 != 0;
        if !along && !across {
            return Err(hindrance(&self.rules, &self.position, piece, play));
        }
        if self.repeats(piece, play) {
            return Err(Illegal::Repeats);
        }
        Ok(piece)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tafl::{Catalogue, Reason, Replay};

    fn rules(choice: &str) -> Arc<Rules> {
        Arc::new(Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules)
    }

    fn played(choice: &str, plays: &str) -> GameState {
        Replay::of_line(&rules(choice), plays).unwrap().state
    }

    /// What is wrong with this move after those, in the short words for the operator.
    fn said(choice: &str, plays: &str, tried: &str) -> String {
        let state = played(choice, plays);
        let parsed = ParsedPlay::parse(tried).unwrap();
        state.check_parsed(&parsed).map_or_else(|why| why.to_string(), |play| format!("{play} is legal"))
    }

    #[test]
    fn a_play_that_may_not_be_made_is_refused_for_the_right_reason() {
        assert_eq!(said("brandubh", "", "d6-f6"), "d6-f6 is legal");
        assert_eq!(said("brandubh", "", "d6-d4"), "a piece on d5 is in the way");
        assert_eq!(said("brandubh", "", "d7-d5"), "a piece on d6 is in the way");
        assert_eq!(said("brandubh", "d6-f6", "e4-f4"), "a piece on f4 is in the way");
        assert_eq!(said("brandubh", "d6-f6", "d5-d3"), "a piece on d4 is in the way");
        assert_eq!(said("brandubh", "", "d7-h7"), "h7 is off the board");
        assert_eq!(said("brandubh", "", "d7-a7"), "this piece may not stop on a7");
        assert_eq!(said("brandubh", "", "d7-e6"), "d7 and e6 are not in line");
        assert_eq!(said("brandubh", "", "d7-d7"), "it ends where it starts, on d7");
        assert_eq!(said("brandubh", "", "a1-a2"), "a1 is empty");
        assert_eq!(said("brandubh", "", "d5-e5"), "the piece on d5 belongs to the other side");
        assert_eq!(said("brandubh", "d6-f6 d5-c5 d7-d6 d4-d5 d2-e2", "d3-d4"), "this piece may not stop on d4");
        assert_eq!(said("brandubh", "d6-f6 d5-c5 d7-d6 d4-d5 d2-e2", "c4-d4"), "this piece may not stop on d4");
    }

    /// What is reported under rules with one parameter changed.
    fn said_with(key: &str, value: &str, rows: &str, tried: &str) -> String {
        let rules = Arc::new(rules("hnefatafl -strong").with_setting(key, value).unwrap());
        let from = ParsedPlay::parse(tried).unwrap().from;
        let mover = Position::parse(rows, Side::Attackers).unwrap().piece_at(from).unwrap().side();
        let start = rules.position(rows, mover).unwrap();
        let state = GameState::from_position(rules, start);
        let told = state.check_parsed(&ParsedPlay::parse(tried).unwrap());
        told.map_or_else(|why| why.to_string(), |play| format!("{play} is legal"))
    }

    #[test]
    fn the_throne_and_the_corners_stop_whom_the_rules_say() {
        let rows = "11/11/11/11/11/k9o/11/11/11/11/11";
        assert_eq!(said_with("throne.pass", "all", rows, "k6-b6"), "k6-b6 is legal");
        assert_eq!(said_with("throne.pass", "king", rows, "k6-b6"), "this piece may not pass f6");
        assert_eq!(said_with("throne.pass", "king", rows, "a6-j6"), "a6-j6 is legal");
        assert_eq!(said_with("throne.pass", "none", rows, "a6-j6"), "this piece may not pass f6");
        assert_eq!(said_with("throne.pass", "none", rows, "k6-f6"), "this piece may not stop on f6");
        assert_eq!(said_with("throne.pass", "none", rows, "a6-f6"), "a6-f6 is legal");
        assert_eq!(said_with("throne.pass", "none", rows, "a6-e6"), "a6-e6 is legal");
        let blocked = "11/11/11/11/11/k2x6o/11/11/11/11/11";
        assert_eq!(said_with("throne.pass", "none", blocked, "a6-f6"), "a piece on d6 is in the way");
        assert_eq!(said_with("throne.stop", "nobody", rows, "a6-f6"), "this piece may not stop on f6");
        assert_eq!(said_with("throne.re_enter", "no", rows, "a6-f6"), "this piece may not stop on f6");
        assert_eq!(said_with("throne", "none", rows, "k6-f6"), "k6-f6 is legal");
        assert_eq!(said_with("corners", "none", rows, "k6-k1"), "k6-k1 is legal");
        assert_eq!(said_with("corner_squares", "['k3']", rows, "k6-k3"), "this piece may not stop on k3");
    }

    #[test]
    fn a_piece_goes_no_farther_than_the_rules_say() {
        let rows = "11/11/11/11/11/k9o/11/11/11/11/11";
        assert_eq!(said_with("speed", "{king=1}", rows, "a6-a7"), "a6-a7 is legal");
        assert_eq!(said_with("speed", "{king=1}", rows, "a6-a8"), "farther than 1, which is as far as this piece goes");
        assert_eq!(
            said_with("speed", "{attackers=3}", rows, "k6-g6"),
            "farther than 3, which is as far as this piece goes"
        );
        assert_eq!(said_with("speed", "{attackers=3}", rows, "k6-h6"), "k6-h6 is legal");
    }

    #[test]
    fn captures_that_are_given_must_be_the_real_ones() {
        let plays = "d2-e2 d3-d2 b4-b2 d2-d3 d6-c6 d3-c3 c6-c5 e4-e6 d7-d6 d4-e4 f4-f5 e6-e7 e2-e3";
        assert_eq!(said("brandubh", plays, "e7-d7"), "e7-d7 is legal");
        assert_eq!(said("brandubh", plays, "e7-d7xd6xd6"), "e7-d7 is legal");
        assert_eq!(said("brandubh", plays, "e7-d7xc6"), "it captures d6");
        assert_eq!(said("brandubh", plays, "e7-f7xd6/c6"), "it captures nothing");
        let state = played("brandubh", &format!("{plays} e7-d7xd6 f5-e5xd5"));
        assert_eq!(state.plays()[13].to_string(), "e7-d7xd6");
        assert_eq!(state.plays()[14].to_string(), "f5-e5xd5");
    }

    #[test]
    fn a_captured_king_ends_the_game_and_need_not_be_named() {
        let rules = rules("brandubh");
        let start = rules.position("7/2o4/2k4/o6/2x4/2o4/7", Side::Attackers).unwrap();
        let mut state = GameState::from_position(rules, start);
        let claimed = |text: &str| state.check_parsed(&ParsedPlay::parse(text).unwrap()).is_ok();
        assert!(claimed("a4-c4xc3") && claimed("a4-c4xc5xc3") && !claimed("a4-c4xc5"));
        let played = state.play("a4-c4".parse().unwrap()).unwrap();
        assert_eq!(played.to_string(), "a4-c4xc3/c5");
        assert_eq!(state.status(), Status::Won { winner: Side::Attackers, reason: Reason::KingCaptured });
        assert_eq!(state.check("c6-c5".parse().unwrap()), Err(Illegal::GameOver));
        assert!(state.moves().is_empty() && !state.has_play());
    }

    #[test]
    fn a_defender_may_not_bring_back_a_position_in_copenhagen_and_an_attacker_may() {
        let there_and_back = "a4-b4 f8-e8 b4-a4";
        assert!(said("copenhagen", there_and_back, "e8-f8").starts_with("it repeats a position"));
        let state = played("copenhagen", there_and_back);
        assert!(!state.destinations("e8".parse().unwrap()).contains(&"f8".parse().unwrap()));
        assert_eq!(said("copenhagen", "a4-b4 f8-e8 b4-c4 e8-f8", "c4-b4"), "c4-b4 is legal");
        assert_eq!(said("hnefatafl", there_and_back, "e8-f8"), "e8-f8 is legal");
    }

    #[test]
    fn who_brings_about_the_third_occurrence_loses_in_brandubh() {
        let round = "d7-e7 d5-e5 e7-d7 e5-d5";
        let mut state = played("brandubh", round);
        assert_eq!(state.status(), Status::Ongoing);
        for play in round.split(' ') {
            state.play(play.parse().unwrap()).unwrap();
        }
        assert_eq!(state.status(), Status::Won { winner: Side::Attackers, reason: Reason::Repetition });
        assert_eq!(state.take_back(), "e5-d5".parse().ok());
        assert_eq!(state.status(), Status::Ongoing);
        assert_eq!(state.ply(), 7);
    }

    #[test]
    fn a_record_may_break_off_but_not_go_on_after_that() {
        let rules = rules("brandubh");
        let replay = Replay::of_line(&rules, "d6-f6 d5-c5 timeout").unwrap();
        assert_eq!((replay.state.ply(), replay.state.status()), (2, Status::Ongoing));
        let failed = |line: &str| {
            let wrong = Replay::of_line(&rules, line).unwrap_err();
            format!("{} {wrong}", wrong.ply)
        };
        assert_eq!(failed("resigns d6-f6"), "1 \"d6-f6\" comes after the word that ends the record.");
        assert_eq!(
            failed("d6-f6 d5"),
            "2 \"d5\" is not a move: write the square the piece leaves and the square it goes to, as in e5-e3."
        );
        assert_eq!(failed("d6-f6xd5"), "1 it captures nothing");
        assert_eq!(
            failed("d6-f6#2"),
            "1 The number 2 after this move is wrong: it must be the number of this move in the game."
        );
    }
}
