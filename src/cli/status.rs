//! `taflpost status`: the club in numbers; exit 1 when somebody should look.

use crate::cli::out::say;
use crate::cli::{Place, Trouble, clock, lock};
use crate::journal;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// A mail or letter that has waited longer than this means that something is stuck.
const PATIENCE: TimeDelta = TimeDelta::minutes(30);

#[derive(clap::Args)]
pub(super) struct Args {
    /// JSON instead of lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let counts = place.read()?.counts()?;
    let now = clock::now();
    let late = |oldest: Option<DateTime<Utc>>| oldest.is_some_and(|oldest| now - oldest > PATIENCE);
    let mut alarms = Vec::new();
    if late(counts.oldest_spooled) {
        alarms.push("mail waits to be handled for more than 30 minutes: is taflpost serve running?".to_owned());
    }
    if late(counts.oldest_waiting) {
        let error = counts.last_error.as_deref().unwrap_or("no error was noted: is taflpost serve running?");
        alarms.push(format!("letters wait to be sent for more than 30 minutes: {error}"));
    }
    if let Some(why) = &counts.held {
        alarms.push(format!("letters are held until this is mended, see: taflpost check: {why}"));
    }
    if counts.failed > 0 {
        let remedy = "see: taflpost inbox list --failed, then inbox replay or drop";
        alarms.push(format!("mails that could not be handled: {}; {remedy}", counts.failed));
    }
    if counts.given_up_to_players > 0 {
        let remedy = "see: taflpost queue list --given-up, then queue retry or drop";
        alarms.push(format!("letters to players that were given up: {}; {remedy}", counts.given_up_to_players));
    }
    if args.json {
        let status = json!({
            "players": counts.players,
            "invited": counts.invited,
            "running": counts.running,
            "boards": counts.boards,
            "mails_waiting": counts.spooled,
            "mails_failed": counts.failed,
            "letters_waiting": counts.waiting,
            "letters_given_up": counts.given_up,
            "letters_returned": counts.returned,
            "schema": counts.schema,
            "alarms": alarms,
        });
        say!("{status:#}")?;
    } else {
        let server = if lock::is_held(&place.settings.store.folder)? { "running" } else { "not running" };
        say!("server           {server}")?;
        say!("players          {}", counts.players)?;
        say!("games            {} running, {} invitations, {} in all", counts.running, counts.invited, counts.boards)?;
        say!("mails            {} waiting, {} failed", counts.spooled, counts.failed)?;
        say!(
            "letters          {} waiting, {} given up, {} came back",
            counts.waiting,
            counts.given_up,
            counts.returned
        )?;
        for alarm in &alarms {
            say!("look             {}", journal::one_line(alarm))?;
        }
    }
    if alarms.is_empty() { Ok(()) } else { Err(Trouble::Said) }
}
