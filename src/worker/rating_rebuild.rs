//! Ratings reckoned anew, in slices: a club of a million games takes minutes for it, and mail comes all the while.
//!
//! ```text
//!  results, some boards at a time --> weeks, some at a time --> rows, some at a time --> the ratings are true
//!                 ^                                                  |
//!                 '------- a closed week has got a result since -----'
//! ```
//!
//! Only writing takes the lock of the file, and for one slice each time. A program that falls in between has written nothing, or left
//! ratings that are stale: the next one begins from the start.

use crate::club::rating::{Book, GameResult, Period};
use crate::store::{RatingSheet, RatingsBasis, SheetWritten, Slice, Store, StoreError};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a command rests between two slices. Another process that waits for the lock asks for it every tenth of a second at least.
pub const REST: Duration = Duration::from_millis(20);

/// How much is done at once.
#[derive(Clone, Copy, Debug)]
pub struct Slices {
    /// Boards that are read.
    pub boards: u32,
    /// Games that are weighed, and games of earlier weeks from which is drawn what a side is worth: ten of these take as long.
    pub games: usize,
    /// Rows that are written.
    pub rows: usize,
}

impl Default for Slices {
    /// Each some tenths of a second at most.
    fn default() -> Slices {
        Slices { boards: 5_000, games: 50_000, rows: 5_000 }
    }
}

/// A reckoning that goes on.
#[derive(Debug)]
pub struct Reckoning {
    slices: Slices,
    until: Period,
    keeps: bool,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Begins,
    Reads { basis: RatingsBasis, after: u32, results: BTreeMap<Period, Vec<GameResult>> },
    Weighs { basis: RatingsBasis, results: BTreeMap<Period, Vec<GameResult>>, book: Book, sheet: RatingSheet },
    Writes { basis: RatingsBasis, sheet: RatingSheet, written: SheetWritten },
    Whole { sheet: RatingSheet },
}

/// What a step has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// As much as is done at once: now others may have their turn.
    Full,
    /// Less than that.
    Short,
    /// Nothing is left.
    Last,
}

impl Reckoning {
    /// Of every week before `until`, or of all that are closed already if these are more.
    pub fn new(until: Period, slices: Slices) -> Reckoning {
        Reckoning { slices, until, keeps: true, stage: Stage::Begins }
    }

    /// The same, and nothing is written.
    pub fn only_looking(until: Period, slices: Slices) -> Reckoning {
        Reckoning { keeps: false, ..Reckoning::new(until, slices) }
    }

    /// Up to which week it was asked to go.
    pub fn until(&self) -> Period {
        self.until
    }

    /// What the ratings are, as far as they are reckoned.
    pub fn sheet(&self) -> Option<&RatingSheet> {
        match &self.stage {
            Stage::Begins | Stage::Reads { .. } => None,
            Stage::Weighs { sheet, .. } | Stage::Writes { sheet, .. } | Stage::Whole { sheet } => Some(sheet),
        }
    }

    /// Does one slice.
    ///
    /// # Errors
    /// When the store cannot read or write; then all begins from the start.
    pub fn step(&mut self, store: &mut Store) -> Result<Step, StoreError> {
        let Slices { boards, games, rows } = self.slices;
        let (stage, step) = match std::mem::replace(&mut self.stage, Stage::Begins) {
            Stage::Begins => {
                let basis = if self.keeps {
                    store.begin_ratings(self.until)?
                } else {
                    store.ratings_basis()?.unwrap_or(RatingsBasis::new(self.until))
                };
                (Stage::Reads { basis, after: 0, results: BTreeMap::new() }, Step::Short)
            }
            Stage::Reads { basis, after, mut results } => {
                let (found, next) = store.results_after(after, boards)?;
                for result in found.into_iter().filter(|result| result.period() < basis.until) {
                    results.entry(result.period()).or_default().push(result);
                }
                match next {
                    Some(after) => (Stage::Reads { basis, after, results }, Step::Full),
                    None => {
                        let (book, sheet) = (Book::default(), RatingSheet::default());
                        (Stage::Weighs { basis, results, book, sheet }, Step::Short)
                    }
                }
            }
            Stage::Weighs { basis, mut results, mut book, mut sheet } => {
                let mut left = 10 * games;
                while left > 0
                    && let Some((period, of_period)) = results.pop_first()
                {
                    let earlier = book.bouts.values().map(Vec::len).sum::<usize>();
                    left = left.saturating_sub(10 * of_period.len() + earlier);
                    let closed = book.close(period, of_period);
                    book.enter(&closed);
                    sheet.enter(&closed);
                }
                match (results.is_empty(), self.keeps) {
                    (false, _) => (Stage::Weighs { basis, results, book, sheet }, Step::Full),
                    (true, true) => (Stage::Writes { basis, sheet, written: SheetWritten::default() }, Step::Short),
                    (true, false) => (Stage::Whole { sheet }, Step::Last),
                }
            }
            Stage::Writes { basis, sheet, mut written } => {
                match store.write_ratings(&sheet, basis, &mut written, rows)? {
                    Slice::More => (Stage::Writes { basis, sheet, written }, Step::Full),
                    Slice::Whole => (Stage::Whole { sheet }, Step::Last),
                    Slice::Outdated => (Stage::Begins, Step::Full),
                }
            }
            Stage::Whole { sheet } => (Stage::Whole { sheet }, Step::Last),
        };
        self.stage = stage;
        Ok(step)
    }
}
