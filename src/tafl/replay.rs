//! Replays a game record that is a plain list of moves, one game in a line.
//!
//! Moves are separated by blanks and written as one word each, `d4-d8` or `d4-d8xd7xe8`. If captured squares are given, they must be those
//! that the move captures. A square may be repeated, and the captured king may be left out. The last word may be `timeout` or `resigns`:
//! the game stopped there, and the board does not show that.

use crate::tafl::made_play::compare;
use crate::tafl::{BadPlay, GameState, Illegal, ParsedPlay, Play, Rules, Square};
use std::sync::Arc;

/// A game that was replayed.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game after its last move.
    pub state: GameState,
    /// How it stopped, if the record says so.
    pub broke_off: Option<BrokeOff>,
}

/// How a game stopped without an end by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokeOff {
    /// A player ran out of time.
    Timeout,
    /// A player resigned.
    Resigns,
}

/// A record that cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct RecordError {
    /// The ply of the move that failed, counted from 1.
    pub ply: u32,
    /// The reason.
    pub why: RecordFault,
}

/// What is wrong with one word of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// It is not a move.
    #[error(transparent)]
    Unreadable(#[from] BadPlay),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The move has the number of another ply.
    #[error("The number {0} after this move is wrong: it must be the number of this move in the game.")]
    Misnumbered(u32),
    /// There is something after the word that ends a record.
    #[error("\"{0}\" comes after the word that ends the record.")]
    AfterEnd(String),
}

impl Replay {
    /// Replays one line of a record.
    pub fn of_line(rules: &Arc<Rules>, line: &str) -> Result<Replay, RecordError> {
        let mut state = GameState::new(rules.clone());
        let mut broke_off = None;
        for word in line.split_ascii_whitespace() {
            let ply = state.ply() + 1;
            let fault = |why: RecordFault| RecordError { ply, why };
            if broke_off.is_some() {
                return Err(fault(RecordFault::AfterEnd(word.chars().take(40).collect())));
            }
            match word {
                "timeout" => broke_off = Some(BrokeOff::Timeout),
                "resigns" => broke_off = Some(BrokeOff::Resigns),
                _ => make(&mut state, word).map_err(fault)?,
            }
        }
        Ok(Replay { state, broke_off })
    }
}

/// Makes the move that a word means.
fn make(state: &mut GameState, word: &str) -> Result<(), RecordFault> {
    if let Some(play) = plain(word.as_bytes()) {
        state.play(play)?;
        return Ok(());
    }
    let parsed = ParsedPlay::parse(word)?;
    if let Some(ply) = parsed.ply.filter(|ply| *ply != state.ply() + 1) {
        return Err(RecordFault::Misnumbered(ply));
    }
    let played = state.play(Play { from: parsed.from, to: parsed.to })?;
    if !parsed.captures.is_empty() {
        compare(&parsed.captures, &played.captured)?;
    }
    Ok(())
}

/// The usual word, two squares and a dash. It makes up most of a record, so it is read by a quick path.
fn plain(word: &[u8]) -> Option<Play> {
    let (from, used) = Square::read(word)?;
    let rest = word.get(used..)?.strip_prefix(b"-")?;
    let (to, used) = Square::read(rest)?;
    (used == rest.len()).then_some(Play { from, to })
}
