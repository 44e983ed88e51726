//! `taflpost variants`, `rules NAME`, `board NAME`: what the same words answer by mail, on the terminal.

use crate::cli::out::say;
use crate::cli::{Place, Trouble, ruleset};
use crate::render;
use crate::tafl::Course;
use serde_json::json;
use std::sync::Arc;

#[derive(clap::Args)]
pub(super) struct VariantsArgs {
    /// JSON instead of lines
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(super) struct NameArgs {
    /// A variant, with options behind it if you like (small -strong -edge), a .toml file, or an OpenTafl record (dim:9 ...)
    #[arg(required = true, num_args = 1.., allow_hyphen_values = true, value_name = "NAME")]
    name: Vec<String>,
}

pub(super) fn variants(place: &Place, args: &VariantsArgs) -> Result<(), Trouble> {
    let catalogue = place.catalogue()?;
    if args.json {
        let all = catalogue.iter().map(|variant| {
            json!({
                "name": variant.name,
                "aliases": variant.aliases,
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
        let names = [vec![variant.name.clone()], variant.aliases.clone()].concat().join(", ");
        say!("{names:<28}  {size:>2}x{size:<2}  {}", variant.about)?;
    }
    Ok(())
}

pub(super) fn rules(place: &Place, args: &NameArgs) -> Result<(), Trouble> {
    let variant = ruleset::read(place, &args.name.join(" "))?;
    say!("{}\n", variant.title)?;
    for sentence in variant.rules.sentences() {
        say!("{}\n", textwrap::fill(&sentence, 78))?;
    }
    if !variant.readings.is_empty() {
        say!("Where the source leaves something open, it is read so:\n")?;
        for reading in &variant.readings {
            say!("{}\n", textwrap::fill(reading, 78))?;
        }
    }
    if !variant.source.is_empty() {
        say!("{}", textwrap::fill(&format!("Source: {}", variant.source), 78))?;
    }
    Ok(())
}

pub(super) fn board(place: &Place, args: &NameArgs) -> Result<(), Trouble> {
    let variant = ruleset::read(place, &args.name.join(" "))?;
    say!("{}\n", variant.title)?;
    say!("{}", drawn(&Course::new(Arc::new(variant.rules))).trim_end())?;
    Ok(())
}

/// The board after a course, as letters show it.
pub(super) fn drawn(course: &Course) -> String {
    let last = course.plays().last();
    render::ascii(&render::Scene {
        rules: course.rules().clone(),
        position: *course.position(),
        last: last.map(|played| played.play),
        captured: last.map(|played| played.captured.iter().map(|(square, _)| *square).collect()).unwrap_or_default(),
    })
}
