//! The book of ratings: the ratings before a period, and how a period is closed.

use crate::club::model::player::PlayerId;
use crate::club::rating::Period;
use crate::club::rating::counted_games::{GameResult, Weighed, Weight, weigh};
use crate::club::rating::glicko::Rating;
use crate::club::rating::side_strength::{self, SideBout};
use crate::tafl;
use skillratings::Outcomes;
use std::collections::{BTreeMap, BTreeSet};

/// A variant and a player of it.
pub type Key = (String, PlayerId);

/// A player's rating as it was last computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The period at whose end it was computed: the last one in which the player had a rated game.
    pub period: Period,
    /// The rating.
    pub rating: Rating,
    /// Rated games up to then.
    pub games: u32,
}

impl Entry {
    /// The rating at the beginning of a later period.
    pub fn at(&self, period: Period) -> Rating {
        self.rating.after_idle(period.0 - self.period.0 - 1)
    }
}

/// One entry of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The variant.
    pub variant: String,
    /// The player.
    pub player: PlayerId,
    /// The rating.
    pub entry: Entry,
}

/// The outcome of closing a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The period.
    pub period: Period,
    /// Every game that ended in it, and whether it counts. Those that count also say what they tell about the sides.
    pub games: Vec<(Weighed, Option<SideBout>)>,
    /// The new ratings of all players who had a rated game.
    pub lines: Vec<Line>,
    /// How much stronger the defenders of these variants are from the next period on, in thousandths of a point.
    pub offsets: Vec<(String, i64)>,
}

/// What is known of the variants and players that a period touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The latest entry of each player.
    pub entries: BTreeMap<Key, Entry>,
    /// How much stronger the defenders are, if a period has computed it.
    pub offsets: BTreeMap<String, i64>,
    /// The rated games of each variant, by period and number. Needed to close a period, not to show ratings.
    pub bouts: BTreeMap<String, Vec<SideBout>>,
}

impl Book {
    /// Computes everything from the results alone: all periods before `until`, one after the other. Returns the new book and the outcome of
    /// each period.
    pub fn recomputed(results: Vec<GameResult>, until: Period) -> (Book, Vec<Closed>) {
        let mut periods: BTreeMap<Period, Vec<GameResult>> = BTreeMap::new();
        for game in results.into_iter().filter(|game| game.period() < until) {
            periods.entry(game.period()).or_default().push(game);
        }
        let mut book = Book::default();
        let mut all = Vec::with_capacity(periods.len());
        for (period, games) in periods {
            let closed = book.close(period, games);
            book.enter(&closed);
            all.push(closed);
        }
        (book, all)
    }

    /// The outcome of this period if these are all its games. The book itself stays as it is, so that the estimate between two closings is
    /// computed in the same way.
    pub fn close(&self, period: Period, games: Vec<GameResult>) -> Closed {
        let mut met: BTreeMap<Key, Vec<(Rating, Outcomes)>> = BTreeMap::new();
        let mut games_of: Vec<(Weighed, Option<SideBout>)> = Vec::with_capacity(games.len());
        for weighed in weigh(games) {
            let bout = (weighed.weight == Weight::Rated).then(|| self.meet(period, &weighed.game, &mut met));
            games_of.push((weighed, bout));
        }
        let lines: Vec<Line> = met
            .into_iter()
            .map(|((variant, player), games)| {
                let known = self.entries.get(&(variant.clone(), player.clone()));
                let before = known.map_or(Rating::NEWCOMER, |entry| entry.at(period));
                let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
                let games_all = known.map_or(0, |entry| entry.games).saturating_add(count);
                Line { variant, player, entry: Entry { period, rating: before.after(&games), games: games_all } }
            })
            .collect();
        let offsets = self.offsets_after(&games_of);
        Closed { period, games: games_of, lines, offsets }
    }

    /// Takes over the outcome of closing a period.
    pub fn enter(&mut self, closed: &Closed) {
        for line in &closed.lines {
            self.entries.insert((line.variant.clone(), line.player.clone()), line.entry);
        }
        self.offsets.extend(closed.offsets.iter().cloned());
        for (weighed, bout) in &closed.games {
            if let Some(bout) = bout {
                self.bouts.entry(weighed.game.variant.clone()).or_default().push(*bout);
            }
        }
    }

    /// How much stronger the defenders of a variant are now, in thousandths of a point.
    pub fn offset_milli(&self, variant: &str) -> i64 {
        self.offsets.get(variant).copied().unwrap_or_else(|| side_strength::guess_milli(variant))
    }

    /// The rating with which a player begins a period.
    pub fn rating_at(&self, variant: &str, player: &PlayerId, period: Period) -> Rating {
        let entry = self.entries.get(&(variant.to_owned(), player.clone()));
        entry.map_or(Rating::NEWCOMER, |entry| entry.at(period))
    }

    /// Adds one rated game for both its players, each with the opponent's rating before the period.
    fn meet(&self, period: Period, game: &GameResult, met: &mut BTreeMap<Key, Vec<(Rating, Outcomes)>>) -> SideBout {
        let attackers = self.rating_at(&game.variant, &game.attackers, period);
        let defenders = self.rating_at(&game.variant, &game.defenders, period);
        let winner = game.ending.winner();
        let outcome = |side| match winner {
            Some(winner) if winner == side => Outcomes::WIN,
            Some(_) => Outcomes::LOSS,
            None => Outcomes::DRAW,
        };
        let offset = self.offset_milli(&game.variant);
        let mut note = |player: &PlayerId, opponent: Rating, side| {
            let games = met.entry((game.variant.clone(), player.clone())).or_default();
            games.push((opponent, outcome(side)));
        };
        note(&game.attackers, defenders.shifted(offset), tafl::Side::Attackers);
        note(&game.defenders, attackers.shifted(-offset), tafl::Side::Defenders);
        SideBout { gap_milli: defenders.points_milli - attackers.points_milli, winner }
    }

    fn offsets_after(&self, games: &[(Weighed, Option<SideBout>)]) -> Vec<(String, i64)> {
        let variants: BTreeSet<&String> =
            games.iter().filter(|(_, bout)| bout.is_some()).map(|(weighed, _)| &weighed.game.variant).collect();
        let offset_of = |variant: &String| {
            let mut bouts = self.bouts.get(variant).cloned().unwrap_or_default();
            let new = games.iter().filter(|(weighed, _)| weighed.game.variant == *variant);
            bouts.extend(new.filter_map(|(_, bout)| *bout));
            (variant.clone(), side_strength::offset_milli(variant, &bouts))
        };
        variants.into_iter().map(offset_of).collect()
    }
}
