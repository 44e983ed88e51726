//! `taflpost variants`, `rules NAME`, `board NAME`: the same as these commands answer by mail, on the terminal.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, rules_argument};
use crate::command::Language;
use crate::render;
use crate::tafl::{Dialect, GameState, Rules, Side};
use crate::wording::Wordings;
use serde_json::json;
use std::sync::Arc;

#[derive(clap::Args)]
pub(super) struct VariantsArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(super) struct NameArgs {
    /// A variant with options (small -strong -edge), a .toml file or an OpenTafl record (dim:9 ...)
    #[arg(required = true, num_args = 1.., allow_hyphen_values = true, value_name = "NAME")]
    name: Vec<String>,
}

#[derive(clap::Args)]
pub(super) struct RulesArgs {
    /// A variant with options (small -strong -edge), a .toml file or an OpenTafl record (dim:9 ...)
    #[arg(required = true, num_args = 1.., allow_hyphen_values = true, value_name = "NAME")]
    name: Vec<String>,
    /// Print the rules as an OpenTafl record
    #[arg(long)]
    record: bool,
    /// The opening position to write into the record. Write the rows from the top, as in 3ooo3/4o4/..., or as OpenTafl does: start:/3ttt3/.../
    #[arg(long, value_name = "ROWS")]
    position: Option<String>,
    /// The side that moves first in the record
    #[arg(long, value_name = "attackers|defenders")]
    side: Option<Side>,
}

impl RulesArgs {
    /// Options of a game begin with a hyphen, so clap takes our options after the name for options of the game.
    fn sorted(&self) -> Result<RulesArgs, Trouble> {
        let mut sorted = RulesArgs { name: Vec::new(), position: self.position.clone(), ..*self };
        let mut words = self.name.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| Trouble::Failed(format!("{word} needs a value after it")));
            match word.as_str() {
                "--record" => sorted.record = true,
                "--position" => sorted.position = Some(value()?.clone()),
                "--side" => {
                    let side = value()?.parse().map_err(|error| Trouble::Failed(format!("--side: {error}")))?;
                    sorted.side = Some(side);
                }
                _ => sorted.name.push(word.clone()),
            }
        }
        Ok(sorted)
    }
}

pub(super) fn variants(place: &Place, args: &VariantsArgs) -> Result<(), Trouble> {
    let catalogue = place.catalogue()?;
    if args.json {
        let all = catalogue.iter().map(|variant| {
            json!({
                "name": variant.name,
                "aliases": variant.aliases,
                "shared_names": variant.shared_names,
                "title": variant.title,
                "about": variant.about,
                "size": variant.rules.size(),
                "source": variant.source,
            })
        });
        say!("{:#}", serde_json::Value::Array(all.collect()))?;
        return Ok(());
    }
    for variant in catalogue.iter() {
        let size = variant.rules.size();
        say!("{:<25} {size:>2}x{size:<2}  {}", variant.name, variant.about)?;
        if !variant.aliases.is_empty() {
            say!("{:<25}        also {}", "", variant.aliases.join(", "))?;
        }
    }
    Ok(())
}

pub(super) fn rules(place: &Place, args: &RulesArgs) -> Result<(), Trouble> {
    let args = args.sorted()?;
    let variant = rules_argument::read(place, &args.name.join(" "))?;
    if args.record {
        return record(&variant.rules, &args);
    }
    say!("{}\n", variant.title)?;
    if let Some(name) = &variant.asked_as {
        let others = "The others have these names:";
        let told = format!(
            "Several variants are called {name}. If you type only this name, you get {}. {others}",
            variant.name
        );
        say!("{}\n", textwrap::fill(&told, 78))?;
        for other in place.catalogue()?.namesakes(name) {
            say!("  {:<25} {}", other.name, other.title)?;
        }
        say!()?;
    }
    let words = Wordings::embedded(Language::English).map_err(|error| Trouble::Failed(error.to_string()))?;
    let told = words.of(None).rules(&variant.rules, Dialect::Plain);
    for sentence in told.map_err(|error| Trouble::Failed(error.to_string()))? {
        say!("{}\n", textwrap::fill(&sentence, 78))?;
    }
    if !variant.readings.is_empty() {
        let unless =
            if variant.name.contains(' ') { ", unless you choose otherwise with -weak, -strong or -edge" } else { "" };
        say!("The historical source does not settle some rules. This server plays as follows{unless}:\n")?;
        for reading in &variant.readings {
            say!("{}\n", textwrap::fill(reading, 78))?;
        }
    }
    if !variant.source.is_empty() {
        say!("{}", textwrap::fill(&format!("Source: {}", variant.source), 78))?;
    }
    Ok(())
}

/// The rules as an OpenTafl record, from their opening or from another position.
fn record(rules: &Rules, args: &RulesArgs) -> Result<(), Trouble> {
    let failed = |error: &dyn std::fmt::Display| Trouble::Failed(error.to_string());
    let begun = match &args.position {
        Some(rows) => {
            let position = rules_argument::position(rules, rows, args.side.unwrap_or(rules.first()))?;
            rules.begun_from(&position).map_err(|error| failed(&error))?
        }
        None => rules.clone(),
    };
    say!("{}", begun.to_otn().map_err(|error| failed(&error))?)?;
    Ok(())
}

pub(super) fn board(place: &Place, args: &NameArgs) -> Result<(), Trouble> {
    let variant = rules_argument::read(place, &args.name.join(" "))?;
    say!("{}\n", variant.title)?;
    say!("{}", drawn(&GameState::new(Arc::new(variant.rules))).trim_end())?;
    Ok(())
}

/// The board after the last move, as letters show it.
pub(super) fn drawn(state: &GameState) -> String {
    let last = state.plays().last();
    render::ascii(&render::Scene {
        rules: state.rules().clone(),
        position: *state.position(),
        dialect: Dialect::Plain,
        signs: render::Signs::Ascii,
        last: last.map(|played| played.play),
        captured: last.map(|played| played.captured.iter().map(|(square, _)| *square).collect()).unwrap_or_default(),
        reach: None,
    })
}
