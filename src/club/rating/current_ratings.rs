//! The ratings as they are shown: those of the last closing, and what this week's games would make of them.

use crate::club::model::player::PlayerId;
use crate::club::rating::{Book, GameResult, Period, Rating};
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// What is stored, and the results since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The ratings of the last closing.
    pub book: Book,
    /// The first week that is not closed. `None` before the first closing.
    pub until: Option<Period>,
    /// The games that have ended since.
    pub results: Vec<GameResult>,
}

/// One player in one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingStanding {
    /// The variant.
    pub variant: String,
    /// The player.
    pub player: PlayerId,
    /// The rating during this week.
    pub rating: Rating,
    /// Rated games, including this week's.
    pub games: u32,
    /// What the games that have ended this week would make of it, if there are any.
    pub estimate: Option<Rating>,
}

impl Ledger {
    /// All players who have a rating or get one with this week's games, the best of each variant first.
    pub fn standings(&self, now: DateTime<Utc>) -> BTreeMap<String, Vec<RatingStanding>> {
        let this = self.until.unwrap_or(Period(i64::MIN)).max(Period::of(now));
        let coming = self.coming();
        let keys: BTreeSet<_> = self.book.entries.keys().chain(coming.entries.keys()).collect();
        let mut standings: BTreeMap<String, Vec<RatingStanding>> = BTreeMap::new();
        for key in keys {
            let known = self.book.entries.get(key);
            let Some(next) = coming.entries.get(key).or(known) else {
                continue;
            };
            let is_new = known.is_none_or(|known| known.period != next.period);
            standings.entry(key.0.clone()).or_default().push(RatingStanding {
                variant: key.0.clone(),
                player: key.1.clone(),
                rating: known.map_or(Rating::NEWCOMER, |known| known.at(this)),
                games: next.games,
                estimate: is_new.then_some(next.rating),
            });
        }
        for list in standings.values_mut() {
            list.sort_by(|a, b| {
                let points = b.rating.points_milli.cmp(&a.rating.points_milli);
                points.then_with(|| a.player.cmp(&b.player))
            });
        }
        standings
    }

    /// The book as it would be if the open weeks were closed now.
    fn coming(&self) -> Book {
        let mut open: BTreeMap<Period, Vec<GameResult>> = BTreeMap::new();
        for game in &self.results {
            open.entry(game.period()).or_default().push(game.clone());
        }
        let mut book = self.book.clone();
        for (period, games) in open {
            let closed = book.close(period, games);
            book.enter(&closed);
        }
        book
    }
}
