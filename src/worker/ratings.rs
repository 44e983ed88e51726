//! Closes the weeks of the ratings: a step of the clockwork, and the operator's command to calculate everything again.

use crate::club::Change;
use crate::club::rating::{Book, Period};
use crate::store::{RatingSheet, RatingsStand, Store, StoreError, Tx};
use crate::worker::rating_rebuild::{Recomputation, Slices, Step};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Closes the weeks that are over at `now`, if there are any. Returns whether there is more to do. A second call changes nothing. If
/// everything must be calculated again, that goes on in slices, from one call to the next.
///
/// A week stays open while a mail from before its end waits, because the move in it may end a game of that week. If one is handled later
/// even so, because the operator has it tried again, the ratings become stale and everything is calculated again.
///
/// # Errors
/// If the store cannot read or write. Then nothing has changed, or the ratings are stale.
pub fn close_due(
    store: &mut Store,
    now: DateTime<Utc>,
    recomputation: &mut Option<Recomputation>,
) -> Result<bool, StoreError> {
    // Without the lock, because an idle server asks often.
    let stand = store.ratings_stand()?;
    let Some(until) = due(stand, now) else {
        *recomputation = None;
        return Ok(false);
    };
    if store.waits_from_before(until.begins())? {
        return Ok(false);
    }
    if stand.until.is_some() && !stand.is_stale {
        store.act(now, |tx| close_weeks(tx).map(|()| ((), true)))?;
        return Ok(false);
    }
    let going = recomputation.take().filter(|going| going.until() == until);
    let mut going = going.unwrap_or_else(|| Recomputation::new(until, Slices::default()));
    loop {
        match going.step(store)? {
            Step::Short => {}
            Step::Last => return Ok(false),
            Step::Full => {
                *recomputation = Some(going);
                return Ok(true);
            }
        }
    }
}

/// Closes the weeks since the last closed one.
fn close_weeks(tx: &Tx<'_>) -> Result<(), StoreError> {
    let stand = tx.ratings_stand()?;
    match (due(stand, tx.now()), stand.until) {
        (Some(until), Some(from)) if !stand.is_stale => tx.apply(&[closed_since(tx, from, until)?]),
        // Another process has done it.
        _ => Ok(()),
    }
}

/// The week up to which to close; `None` if there is nothing to do.
fn due(stand: RatingsStand, now: DateTime<Utc>) -> Option<Period> {
    let until = stand.until.unwrap_or(Period(i64::MIN)).max(Period::of(now));
    (stand.until != Some(until) || stand.is_stale).then_some(until)
}

fn closed_since(tx: &Tx<'_>, from: Period, until: Period) -> Result<Change, StoreError> {
    let mut games = BTreeMap::<Period, Vec<_>>::new();
    for game in tx.results(Some(from))?.into_iter().filter(|game| game.period() < until) {
        games.entry(game.period()).or_default().push(game);
    }
    let mut book = if games.is_empty() { Book::default() } else { tx.whole_book()? };
    let mut weeks = Vec::with_capacity(games.len());
    for (period, games) in games {
        let closed = book.close(period, games);
        book.enter(&closed);
        weeks.push(closed);
    }
    Ok(Change::RatingsClosed { weeks, until })
}

/// The result of calculating everything again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recomputed {
    /// Weeks, games and ratings that are stored now.
    pub rows: usize,
    /// Rows that were different before, each as `before` and `after`. Most of them are left out if there are many.
    pub differences: Vec<(Option<String>, Option<String>)>,
}

/// The most differences that are returned.
const DIFFERENCES_MAX: usize = 20;

/// Calculates everything again from the results, and returns the differences from what was stored. With `keep` the new values stay, else
/// nothing changes. It runs in slices; `between` is called after each of them, so that others may work.
///
/// # Errors
/// If the store cannot read or write. Then the ratings are as they were, or stale.
pub fn recompute(
    store: &mut Store,
    keep: bool,
    now: DateTime<Utc>,
    slices: Slices,
    mut between: impl FnMut(),
) -> Result<Recomputed, StoreError> {
    let before = store.rating_rows()?;
    let until = store.ratings_stand()?.until.unwrap_or(Period::of(now));
    let mut recomputation = match keep {
        true => Recomputation::new(until, slices),
        false => Recomputation::only_looking(until, slices),
    };
    while recomputation.step(store)? != Step::Last {
        between();
    }
    let after = recomputation.sheet().map(RatingSheet::rows).unwrap_or_default();
    Ok(Recomputed { rows: after.len(), differences: differences(&before, &after) })
}

fn differences(before: &[String], after: &[String]) -> Vec<(Option<String>, Option<String>)> {
    let named = |rows: &[String]| -> BTreeMap<String, String> {
        rows.iter().filter_map(|row| row.split_once(": ").map(|(name, _)| (name.to_owned(), row.clone()))).collect()
    };
    let (before, after) = (named(before), named(after));
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let pairs = names.into_iter().map(|name| (before.get(name).cloned(), after.get(name).cloned()));
    pairs.filter(|(before, after)| before != after).take(DIFFERENCES_MAX).collect()
}
