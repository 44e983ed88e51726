//! The operator's lists: players, games, letters that wait, mails that came. Plain lines, or JSON for programs.

mod game;
mod inbox;
mod player;
mod queue;

pub(super) use game::{GameCmd, game};
pub(super) use inbox::{InboxCmd, inbox};
pub(super) use player::{PlayerCmd, player};
pub(super) use queue::{QueueCmd, queue};

use crate::cli::out::say;
use chrono::{DateTime, SecondsFormat, Utc};
use clap::Args;
use serde_json::Value;

/// Rows of a list without `--limit`.
const ROWS: u32 = 1_000;

#[derive(Args)]
pub(super) struct RowId {
    /// The number in the list
    id: i64,
}

#[derive(Args)]
pub(super) struct Format {
    /// JSON instead of lines
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
                say!("{}", line(row).trim_end())?;
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
