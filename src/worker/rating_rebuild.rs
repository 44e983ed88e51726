//! Calculates all ratings again, in slices: a club with a million games needs minutes for that, and mail comes in at the same time.
//!
//! ```text
//!  results, some boards at a time --> weeks, some at a time --> rows, some at a time --> the ratings are right
//!                 ^                                                  |
//!                 '------- a closed week has got a result since -----'
//! ```
//!
//! Only writing takes the lock of the database, and only for one slice at a time. If the program crashes in between, it has written
//! nothing, or has left ratings that are marked as stale. The next run starts from the beginning.

use crate::club::rating::{Book, GameResult, Period};
use crate::store::{RatingSheet, RatingsBasis, SheetWritten, Slice, Store, StoreError};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a command pauses between two slices. A process that waits for the lock asks for it at least every tenth of a second.
pub const REST: Duration = Duration::from_millis(20);

/// How much is done at once.
#[derive(Clone, Copy, Debug)]
pub struct Slices {
    /// Boards that are read.
    pub boards: u32,
    /// Games that are rated, and games of earlier weeks from which the strength of a side is estimated: ten of the latter take as long as
    /// one.
    pub games: usize,
    /// Rows that are written.
    pub rows: usize,
}

impl Default for Slices {
    /// Each takes some tenths of a second at most.
    fn default() -> Slices {
        Slices { boards: 5_000, games: 50_000, rows: 5_000 }
    }
}

/// A calculation in progress.
#[derive(Debug)]
pub struct Recomputation {
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

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// As much as is done at once. Now others may work.
    Full,
    /// Less than that.
    Short,
    /// Nothing is left.
    Last,
}

impl Recomputation {
    /// Calculates every week before `until`, or all closed weeks if there are more of them.
    pub fn new(until: Period, slices: Slices) -> Recomputation {
        Recomputation { slices, until, keeps: true, stage: Stage::Begins }
    }

    /// The same without writing anything.
    pub fn only_looking(until: Period, slices: Slices) -> Recomputation {
        Recomputation { keeps: false, ..Recomputation::new(until, slices) }
    }

    /// The week up to which it calculates.
    pub fn until(&self) -> Period {
        self.until
    }

    /// The ratings, as far as they are calculated.
    pub fn sheet(&self) -> Option<&RatingSheet> {
        match &self.stage {
            Stage::Begins | Stage::Reads { .. } => None,
            Stage::Weighs { sheet, .. } | Stage::Writes { sheet, .. } | Stage::Whole { sheet } => Some(sheet),
        }
    }

    /// Does one slice.
    ///
    /// # Errors
    /// If the store cannot read or write. Then everything starts from the beginning.
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
