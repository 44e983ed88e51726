//! Lists of ratings, 72 columns wide.

use crate::club::rating::{Rating, RatingStanding};
use crate::club::{PlayerId, RatingList};
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::lines::fixed;
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;
use chrono::{DateTime, Utc};

/// The best players of each variant, or one whole list.
pub(super) fn lists(
    locale: Locale,
    lists: &[RatingList],
    next: DateTime<Utc>,
    variant: Option<&str>,
) -> Result<Vec<Block>, WordingError> {
    let words = locale.words;
    let shown: Vec<&RatingList> = lists.iter().filter(|list| !list.standings.is_empty()).collect();
    let mut lines = Vec::new();
    for list in &shown {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if variant.is_none() {
            lines.push(format!("{}:", list.variant));
        }
        lines.push(format!("      {}", head(words, "player")?));
        for (place, standing) in (1..).zip(&list.standings) {
            lines.push(format!("{place:>4}  {}", row(standing.player.as_str(), standing)));
        }
        if list.all > list.standings.len() {
            lines.push(format!("   ..  {}", list.all));
        }
    }
    let points = lists.first().map_or(0, |list| list.offset_milli) / 1_000;
    let facts = context! {
        count => shown.len(),
        variant,
        closing => closing(locale, next)?,
        provisional => lists.first().map_or(0, |list| list.provisional),
        offset => points.abs(),
        side => words.phrase(if points < 0 { "word/attackers" } else { "word/defenders" }, context! {})?,
        example => shown.first().or(lists.first().as_ref()).map_or("brandubh", |list| list.variant.as_str()),
    };
    words.part("ratings", facts, &|marker| (marker == "lists").then(|| vec![fixed(&lines)]))
}

/// All ratings of a player.
pub(super) fn of(
    locale: Locale,
    player: &PlayerId,
    standings: &[RatingStanding],
    next: DateTime<Utc>,
) -> Result<Vec<Block>, WordingError> {
    let words = locale.words;
    let mut lines = vec![head(words, "variant")?];
    lines.extend(standings.iter().map(|standing| row(&standing.variant, standing)));
    let is_guess = |standing: &RatingStanding| {
        standing.rating.is_provisional() || standing.estimate.is_some_and(|estimate| estimate.is_provisional())
    };
    let facts = context! {
        player => player.as_str(),
        count => standings.len(),
        closing => closing(locale, next)?,
        guess => standings.iter().any(is_guess),
    };
    words.part("ratings-of", facts, &|marker| (marker == "list").then(|| vec![fixed(&lines)]))
}

fn closing(locale: Locale, next: DateTime<Utc>) -> Result<String, WordingError> {
    locale.words.phrase("line/next-closing", context! { day => time::date(locale.words, next, locale.zone)? })
}

fn head(words: &Wording, first: &str) -> Result<String, WordingError> {
    let word = |name: &str| words.phrase(&format!("column/{name}"), context! {});
    let [first, rating, deviation, games, estimate] =
        [word(first)?, word("rating")?, word("deviation")?, word("games")?, word("estimate")?];
    Ok(format!("{first:<28} {rating:>7} {deviation:>5} {games:>6} {estimate:>8}").trim_end().to_owned())
}

fn row(name: &str, standing: &RatingStanding) -> String {
    let RatingStanding { rating, games, estimate, .. } = standing;
    let name: String = name.chars().take(28).collect();
    let estimate = estimate.as_ref().map(points).unwrap_or_default();
    let line = format!("{name:<28} {:>7} {:>5} {games:>6} {estimate:>8}", points(rating), rating.deviation());
    line.trim_end().to_owned()
}

/// `1712`, or `1712?` for a provisional rating.
pub(super) fn points(rating: &Rating) -> String {
    format!("{}{}", rating.points(), if rating.is_provisional() { "?" } else { " " })
}
