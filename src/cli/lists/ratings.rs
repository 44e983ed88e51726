//! `taflpost ratings`: the lists of ratings, what an organizer should check in them, and calculating all ratings again.

use crate::cli::lists::output::Format;
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock};
use crate::club::rating::{Period, RatingStanding, Suspicion, suspicions};
use crate::worker::rating_rebuild::{REST, Slices};
use crate::worker::ratings;
use serde_json::{Value, json};

#[derive(clap::Args)]
pub(in crate::cli) struct RatingsCmd {
    /// Show only this variant. You can add its options, as in "hnefatafl -strong"
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Calculate all ratings again from the results of all games, print where the stored ratings differ, and correct them
    #[arg(long)]
    recompute: bool,
    /// With --recompute: change nothing. The exit code is 1 if a rating differs
    #[arg(long, requires = "recompute")]
    check: bool,
    #[command(flatten)]
    format: Format,
}

/// Suspicious results are searched for in this many weeks.
const SUSPICIOUS_WEEKS: i64 = 52;

pub(in crate::cli) fn ratings(place: &Place, cmd: &RatingsCmd) -> Result<(), Trouble> {
    if cmd.recompute {
        return recompute(place, cmd.check);
    }
    let reader = place.read()?;
    let now = clock::now();
    let standings: Vec<(usize, RatingStanding)> = reader
        .ledger()?
        .standings(now)
        .into_values()
        .flat_map(|list| list.into_iter().enumerate())
        .filter(|(_, standing)| cmd.variant.as_ref().is_none_or(|variant| *variant == standing.variant))
        .collect();
    cmd.format.print(
        &standings,
        |(_, standing)| standing_json(standing),
        |(place, standing)| {
            let RatingStanding { variant, player, rating, games, estimate } = standing;
            let guess = if rating.is_provisional() { "?" } else { " " };
            let coming = estimate.map(|estimate| format!("  next week {}", estimate.points())).unwrap_or_default();
            format!(
                "{variant:<24}  {:>3}  {player:<16}  {:>4}{guess} +-{:<3}  {games:>4} games{coming}",
                place + 1,
                rating.points(),
                rating.deviation(),
                player = player.as_str(),
            )
        },
    )?;
    if !cmd.format.json {
        for line in look(place)? {
            say!("attention: {line}")?;
        }
    }
    Ok(())
}

/// What an organizer should check, in one sentence each.
pub(in crate::cli) fn look(place: &Place) -> Result<Vec<String>, Trouble> {
    let from = Period(Period::of(clock::now()).0 - SUSPICIOUS_WEEKS);
    Ok(suspicions(&place.read()?.results_since(from)?).iter().map(sentence).collect())
}

fn sentence(suspicion: &Suspicion) -> String {
    match suspicion {
        Suspicion::Resigned { player, period, games } => {
            let monday = period.begins().format("%Y-%m-%d");
            format!("{player} resigned {games} games after only a few moves each in the week of {monday}")
        }
        Suspicion::LossesFirst { player, variant, lost, won } => {
            format!("{player} in {variant}: {lost} losses and {won} wins, and nearly all losses came first")
        }
    }
}

fn standing_json(standing: &RatingStanding) -> Value {
    let RatingStanding { variant, player, rating, games, estimate } = standing;
    json!({
        "variant": variant,
        "player": player.as_str(),
        "rating": thousandths(rating.points_milli),
        "deviation": thousandths(rating.deviation_milli),
        "volatility": rating.volatility_nano as f64 / 1e9,
        "provisional": rating.is_provisional(),
        "games": games,
        "coming": estimate.map(|estimate| thousandths(estimate.points_milli)),
    })
}

fn thousandths(milli: i64) -> f64 {
    milli as f64 / 1e3
}

fn recompute(place: &Place, check: bool) -> Result<(), Trouble> {
    let rest = || std::thread::sleep(REST);
    let recomputed = ratings::recompute(&mut place.write()?, !check, clock::now(), Slices::default(), rest)?;
    for (before, after) in &recomputed.differences {
        let [before, after] = [before, after].map(|row| row.as_deref().unwrap_or("nothing"));
        say!("stored {before}; calculated {after}")?;
    }
    match (recomputed.differences.is_empty(), check) {
        (true, _) => Ok(say!("{} stored ratings, all match the results", recomputed.rows)?),
        (false, false) => Ok(say!("{} stored ratings, now all match the results", recomputed.rows)?),
        (false, true) => {
            let remedy = "to correct them, run: taflpost ratings --recompute";
            Err(Trouble::Failed(format!("some stored ratings do not match the results; {remedy}")))
        }
    }
}
