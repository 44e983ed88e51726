//! The operator's lists: players, games, letters that wait, mails that came. Plain lines, or JSON for programs.

mod game;
mod inbox;
mod player;
mod queue;
mod ratings;

pub(super) use game::{GameCmd, game};
pub(super) use inbox::{InboxCmd, inbox};
pub(super) use player::{PlayerCmd, player};
pub(super) use queue::{QueueCmd, queue};
pub(super) use ratings::{RatingsCmd, look as ratings_look, ratings};

use crate::cli::Trouble;
use crate::cli::stdout::say;
use crate::journal;
use crate::store::{ByHand, StoreError};
use chrono::{DateTime, SecondsFormat, Utc};
use clap::Args;
use serde_json::Value;
use std::fmt::Display;

#[derive(Args)]
pub(super) struct RowId {
    /// The number in the list
    id: i64,
}

#[derive(Args)]
pub(super) struct RowIds {
    /// The numbers in the list
    #[arg(required = true)]
    ids: Vec<i64>,
}

/// Does something by hand to each of these rows, then says which of them it could not be done to, and why. `list` is
/// where they are found.
fn by_hand<S: Display>(
    what: &str,
    list: &str,
    ids: &[i64],
    mut act: impl FnMut(i64) -> Result<ByHand<S>, StoreError>,
) -> Result<(), Trouble> {
    let mut troubles = Vec::new();
    for &id in ids {
        let why = match act(id)? {
            ByHand::Done => continue,
            ByHand::Unknown => format!("there is no {what} {id}; see: taflpost {list}"),
            ByHand::TextGone => format!("the text of {what} {id} is no longer kept, so it can only be dropped"),
            ByHand::Not(state) => format!("{what} {id} is {state}; see: taflpost {list}"),
        };
        troubles.push(why);
    }
    if troubles.is_empty() { Ok(()) } else { Err(Trouble::Failed(troubles.join("\n"))) }
}

/// How much of a list is shown.
#[derive(Args)]
pub(super) struct Extent {
    /// The largest number of lines, newest first
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    limit: u32,
}

impl Extent {
    /// Says how much was left out. On standard error, where it is in no program's way.
    fn tell(&self, shown: usize, all: u32) {
        if shown < all as usize {
            eprintln!("taflpost: {shown} of {all}; the others with --limit {all}");
        }
    }
}

#[derive(Args)]
pub(super) struct Format {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Format {
    /// Prints rows: as one JSON array, or a line each.
    fn print<T>(&self, rows: &[T], json: impl Fn(&T) -> Value, line: impl Fn(&T) -> String) -> std::io::Result<()> {
        if self.json {
            say!("{:#}", Value::Array(rows.iter().map(json).collect()))?;
        } else {
            if rows.is_empty() {
                say!("none")?;
            }
            for row in rows {
                // Addresses, notes and what relays say come from outside.
                say!("{}", journal::one_line(line(row).trim_end()))?;
            }
        }
        Ok(())
    }
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}
