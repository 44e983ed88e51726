//! Closing the weeks of the ratings: a step of the clockwork, and the operator's way to have everything reckoned again.

use crate::club::Change;
use crate::club::rating::{Book, Period};
use crate::store::{RatingsStand, Room, Store, StoreError};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Closes the weeks that are over at the room's instant, if there are any. Doing it again changes nothing.
///
/// A week stays open while a mail from before its end waits: the move in it may end a game of that week. Where one is handled later
/// all the same, because the operator has it tried again, the ratings are stale and everything is reckoned anew.
///
/// # Errors
/// When the store cannot read or write.
pub fn close_weeks(room: &Room<'_>) -> Result<(), StoreError> {
    let stand = room.ratings_stand()?;
    let Some(until) = due(stand, room.now()) else {
        return Ok(());
    };
    if room.waits_from_before(until.begins())? {
        return Ok(());
    }
    match stand.until.filter(|_| !stand.is_stale) {
        Some(from) => room.apply(&[closed_since(room, from, until)?]),
        None => reckon_anew(room, until),
    }
}

/// Up to which week is to be closed; `None` where all is as it should be.
fn due(stand: RatingsStand, now: DateTime<Utc>) -> Option<Period> {
    let until = stand.until.unwrap_or(Period(i64::MIN)).max(Period::of(now));
    (stand.until != Some(until) || stand.is_stale).then_some(until)
}

/// The same in a transaction of its own. Looked at first without the lock: an idle server asks often.
///
/// # Errors
/// When the store cannot read or write; then nothing has changed.
pub fn close_due(store: &mut Store, now: DateTime<Utc>) -> Result<(), StoreError> {
    if due(store.ratings_stand()?, now).is_none() {
        return Ok(());
    }
    store.act(now, |room| close_weeks(room).map(|()| ((), true)))
}

/// Forgets what is stored and reckons every week before `until` from the results alone.
fn reckon_anew(room: &Room<'_>, until: Period) -> Result<(), StoreError> {
    let (_, weeks) = Book::reckoned(room.results(None)?, until);
    room.apply(&[Change::RatingsClosed { anew: true, weeks, until }])
}

fn closed_since(room: &Room<'_>, from: Period, until: Period) -> Result<Change, StoreError> {
    let mut games = BTreeMap::<Period, Vec<_>>::new();
    for game in room.results(Some(from))?.into_iter().filter(|game| game.period() < until) {
        games.entry(game.period()).or_default().push(game);
    }
    let mut book = if games.is_empty() { Book::default() } else { room.whole_book()? };
    let mut weeks = Vec::with_capacity(games.len());
    for (period, games) in games {
        let closed = book.close(period, games);
        book.enter(&closed);
        weeks.push(closed);
    }
    Ok(Change::RatingsClosed { anew: false, weeks, until })
}

/// What reckoning everything anew has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reckoned {
    /// Weeks, games and ratings that are stored now.
    pub rows: usize,
    /// Rows that were other before, each as `before` and `after`; the longest part of them is left out.
    pub differences: Vec<(Option<String>, Option<String>)>,
}

/// Differences that are told.
const DIFFERENCES_MAX: usize = 20;

/// Reckons everything anew from the results, and says in what it differs from what was stored. With `keep` the new values stay, else all
/// is as before.
///
/// # Errors
/// When the store cannot read or write.
pub fn recompute(store: &mut Store, keep: bool, now: DateTime<Utc>) -> Result<Reckoned, StoreError> {
    store.act(now, |room| {
        let before = room.rating_rows()?;
        let until = room.ratings_stand()?.until.unwrap_or(Period::of(now));
        reckon_anew(room, until)?;
        let after = room.rating_rows()?;
        let reckoned = Reckoned { rows: after.len(), differences: differences(&before, &after) };
        Ok((reckoned, keep))
    })
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
