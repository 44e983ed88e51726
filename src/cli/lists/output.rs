//! How a list is printed: how many rows, as lines or as JSON, and its times.

use crate::cli::stdout::say;
use crate::journal;
use chrono::{DateTime, SecondsFormat, Utc};
use clap::Args;
use serde_json::Value;

/// How much of a list is shown.
#[derive(Args)]
pub(in crate::cli) struct Extent {
    /// Print at most this many lines. The newest comes first
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(in crate::cli::lists) limit: u32,
}

impl Extent {
    /// Says how many rows were left out. On standard error, where no program reads it.
    pub(in crate::cli::lists) fn tell(&self, shown: usize, all: u32) {
        if shown < all as usize {
            eprintln!("taflpost: these are {shown} of {all}; to see all of them, add --limit {all}");
        }
    }
}

#[derive(Args)]
pub(in crate::cli) struct Format {
    /// Print JSON
    #[arg(long)]
    pub(in crate::cli::lists) json: bool,
}

impl Format {
    /// Prints rows as one JSON array, or one in a line.
    pub(in crate::cli::lists) fn print<T>(
        &self,
        rows: &[T],
        json: impl Fn(&T) -> Value,
        line: impl Fn(&T) -> String,
    ) -> std::io::Result<()> {
        if self.json {
            say!("{:#}", Value::Array(rows.iter().map(json).collect()))?;
        } else {
            if rows.is_empty() {
                say!("none")?;
            }
            for row in rows {
                // Addresses, notes and relays' answers come from outside.
                say!("{}", journal::one_line(line(row).trim_end()))?;
            }
        }
        Ok(())
    }
}

pub(in crate::cli::lists) fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub(in crate::cli::lists) fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}
