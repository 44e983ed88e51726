//! `taflpost perft RULES DEPTH`: counts the sequences of exactly DEPTH moves. The last line is the count.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, rules_argument};
use crate::tafl::{self, Side};

#[derive(clap::Args)]
pub(super) struct Args {
    /// A variant with options ("small -strong -edge"), a .toml file or an OpenTafl record (dim:9 ...)
    #[arg(allow_hyphen_values = true)]
    rules: String,
    /// The number of moves, up to 60
    #[arg(value_parser = clap::value_parser!(u32).range(..=60))]
    depth: u32,
    /// Begin with this position instead of the opening. Write the rows from the top, as in 3ooo3/4o4/..., or as OpenTafl does: start:/3ttt3/.../
    #[arg(long, value_name = "ROWS")]
    position: Option<String>,
    /// The side that moves first
    #[arg(long, value_name = "attackers|defenders")]
    side: Option<Side>,
    /// Also show the count for each first move
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let rules = rules_argument::read(place, &args.rules)?.rules;
    let side = args.side.unwrap_or(rules.first());
    let rows = match &args.position {
        Some(rows) => rows.clone(),
        None => rules.opening().to_string(),
    };
    let position = rules_argument::position(&rules, &rows, side)?;
    if args.divide && args.depth > 0 {
        let mut sum = 0;
        for (play, count) in tafl::divide(&rules, &position, args.depth) {
            say!("{play} {count}")?;
            sum += count;
        }
        say!("{sum}")?;
    } else {
        say!("{}", tafl::perft(&rules, &position, args.depth))?;
    }
    Ok(())
}
