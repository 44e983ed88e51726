//! A game record as a plain list of plays, one game per line, and playing it through.
//!
//! Plays are separated by blanks and written as one word each, `d4-d8` or `d4-d8xd7xe8`. Captured squares that are given must be
//! the ones the play takes; a square may be named twice and the captured king may be left out. The last word may be `timeout` or
//! `resigns`: the game broke off there, and the board says nothing about it.

use crate::tafl::played::compare;
use crate::tafl::{BadPlay, GameState, Illegal, ParsedPlay, Play, Rules, Square};
use std::sync::Arc;

/// A game that was played through.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The whole course.
    pub state: GameState,
    /// How it broke off, where the record says so.
    pub broke_off: Option<BrokeOff>,
}

/// How a game broke off without the rules ending it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokeOff {
    /// Somebody's time was up.
    Timeout,
    /// Somebody gave up.
    Resigns,
}

/// A record that cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct RecordError {
    /// The half-move that failed, counted from 1.
    pub ply: u32,
    /// Why.
    pub why: RecordFault,
}

/// What is wrong with one word of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// It is no play.
    #[error(transparent)]
    Unreadable(#[from] BadPlay),
    /// The play may not be made.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The play names another half-move than the one it stands for.
    #[error("This play says that it is half-move {0}.")]
    Misnumbered(u32),
    /// Something follows the word that ends a record.
    #[error("\"{0}\" follows the word that ends the record.")]
    AfterEnd(String),
}

impl Replay {
    /// Plays one line of a record through.
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

/// Makes the play a word stands for.
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

/// The usual word, two squares and a dash: most of a record, so it is read without ado.
fn plain(word: &[u8]) -> Option<Play> {
    let (from, used) = Square::read(word)?;
    let rest = word.get(used..)?.strip_prefix(b"-")?;
    let (to, used) = Square::read(rest)?;
    (used == rest.len()).then_some(Play { from, to })
}
