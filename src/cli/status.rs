//! `taflpost status`: the state of the club in numbers. It exits with 1 if something needs attention.

use crate::cli::elapsed::ago;
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, alarms, clock, collect, lists, lock};
use crate::journal;
use crate::store::{Door, DoorLine, DoorState, PauseLine, PauseOf, SIGNUPS_QUEUED_MAX};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// If a mail or letter has waited longer than this, something is stuck.
const PATIENCE: TimeDelta = TimeDelta::minutes(30);

/// The longest time without a check of a mailbox. An hourly crontab is fine.
const UNSEEN: TimeDelta = TimeDelta::hours(3);

#[derive(clap::Args)]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    place.is_there()?;
    let now = clock::now();
    let on_disk = alarms::on_disk(&place.settings, &place.database(), now);
    match look(place, args, now, on_disk.clone()) {
        // A database that cannot be read is the worst alarm, whether or not a second try would help.
        Err(Trouble::Store(why)) => {
            let remedy = "run taflpost check --deep, or go back to a backup with taflpost restore";
            let unread = format!("the database cannot be read: {why}; {remedy}");
            let alarms: Vec<String> = std::iter::once(unread).chain(on_disk).collect();
            if args.json {
                say!("{:#}", json!({ "alarms": alarms }))?;
            } else {
                say_alarms(&alarms)?;
            }
            Err(Trouble::Said)
        }
        looked => looked,
    }
}

fn say_alarms(alarms: &[String]) -> std::io::Result<()> {
    for alarm in alarms {
        say!("attention        {}", journal::one_line(alarm))?;
    }
    Ok(())
}

fn look(place: &Place, args: &Args, now: DateTime<Utc>, on_disk: Vec<String>) -> Result<(), Trouble> {
    let reader = place.read()?;
    let counts = reader.counts()?;
    let doors = doors(place, reader.doors()?);
    let late = |oldest: Option<DateTime<Utc>>| oldest.is_some_and(|oldest| now - oldest > PATIENCE);
    let mut alarms = on_disk;
    if late(counts.oldest_spooled) {
        alarms.push("mail has been waiting for more than 30 minutes: is taflpost serve running?".to_owned());
    }
    if late(counts.oldest_waiting) {
        let mut spent = None;
        if let Some(per_day) = place.settings.relay.per_day
            && reader.sent_since(now - TimeDelta::days(1))? >= per_day
        {
            spent = Some(format!(
                "the limit of {per_day} letters in 24 hours (per_day) is reached; the others are sent later"
            ));
        }
        let error = spent.as_deref().or(counts.last_error.as_deref());
        let error = error.unwrap_or("there was no error: is taflpost serve running?");
        alarms.push(format!("letters have been waiting for more than 30 minutes: {error}"));
    }
    let pauses = if counts.waiting > 0 { reader.pauses()? } else { Vec::new() };
    alarms.extend(pauses.iter().filter_map(|pause| pause_alarm(pause, now)));
    alarms.extend(doors.iter().filter_map(|door| door_alarm(door, now)));
    let serving = lock::is_held(&place.settings.store.folder)?;
    alarms.extend(alarms::of_clock(&reader, &place.settings, serving, &clock::reading())?);
    if counts.failed > 0 {
        let remedy = "see them with taflpost inbox list --failed, then use inbox replay or inbox drop";
        alarms.push(format!("mails that could not be handled: {}; {remedy}", counts.failed));
    }
    if counts.given_up_to_players > 0 {
        let remedy = "see them with taflpost queue list --given-up, then use queue retry or queue drop";
        alarms.push(format!(
            "letters to players that the server no longer tries to send: {}; {remedy}",
            counts.given_up_to_players
        ));
    }
    if counts.signups_queued >= SIGNUPS_QUEUED_MAX {
        alarms.push(format!(
            "the queue of sign-ups is full ({} wait); perhaps somebody sends forged ones. Sign-ups that your mail server \
             (authserv_id) calls genuine do not wait in this queue",
            counts.signups_queued
        ));
    }
    // Not an alarm: there may be innocent reasons, and nothing stops because of it.
    let odd = lists::ratings_look(place)?;
    if args.json {
        let status = json!({
            "players": counts.players,
            "invited": counts.invited,
            "running": counts.running,
            "boards": counts.boards,
            "mails_waiting": counts.spooled,
            "mails_failed": counts.failed,
            "signups_waiting": counts.signups_queued,
            "letters_waiting": counts.waiting,
            "letters_given_up": counts.given_up,
            "letters_returned": counts.returned,
            "letters_held": pauses.iter().map(pause_json).collect::<Vec<_>>(),
            "players_unreachable": counts.unreachable,
            "doors": doors.iter().map(door_json).collect::<Vec<_>>(),
            "odd_results": odd,
            "schema": counts.schema,
            "alarms": alarms,
        });
        say!("{status:#}")?;
    } else {
        let server = if serving { "running" } else { "not running" };
        say!("server           {server}")?;
        for door in &doors {
            let ago =
                door.well.map_or("not checked yet".to_owned(), |well| format!("last checked {}", ago(now - well)));
            say!("{:<16} {}, {ago}", name(door.door), door.place)?;
        }
        let unreachable = match counts.unreachable {
            0 => String::new(),
            players => format!(", {players} of them unreachable by letter, see: taflpost player list"),
        };
        say!("players          {}{unreachable}", counts.players)?;
        say!("games            {} running, {} challenges, {} in all", counts.running, counts.invited, counts.boards)?;
        say!("mails            {} waiting, {} failed", counts.spooled, counts.failed)?;
        say!(
            "letters          {} waiting, {} given up, {} came back",
            counts.waiting,
            counts.given_up,
            counts.returned
        )?;
        for pause in pauses.iter().filter(|pause| pause.what != PauseOf::Relay) {
            let (what, name, why) = (pause.what, &pause.name, journal::one_line(&pause.why));
            say!("held             letters to the {what} {name}, since {}: {why}", ago(now - pause.since))?;
        }
        if counts.signups_queued > 0 {
            say!("sign-ups         {} waiting", counts.signups_queued)?;
        }
        for odd in &odd {
            say!("ratings          {odd}")?;
        }
        say_alarms(&alarms)?;
    }
    if alarms.is_empty() { Ok(()) } else { Err(Trouble::Said) }
}

/// The doors that fetch mails, if the settings still name them.
fn doors(place: &Place, known: Vec<DoorLine>) -> Vec<DoorLine> {
    let line = |(door, place): (Door, String)| {
        let found = known.iter().find(|line| line.door == door && line.place == place).cloned();
        found.unwrap_or(DoorLine { door, place, well: None, failing: None, state: DoorState::Well })
    };
    collect::doors(place).into_iter().map(line).collect()
}

fn name(door: Door) -> &'static str {
    match door {
        Door::Maildir => "maildir",
        _ => "mailbox",
    }
}

fn door_alarm(line: &DoorLine, now: DateTime<Utc>) -> Option<String> {
    let late = |since: Option<DateTime<Utc>>, patience| since.filter(|since| now - *since > patience);
    let (name, place) = (name(line.door), &line.place);
    match &line.state {
        DoorState::NeedsHand(why) => Some(format!("{name} {place} needs your attention: {why}; see: taflpost check")),
        DoorState::Trying(why) => {
            let since = late(line.failing, PATIENCE)?;
            Some(format!("{name} {place} cannot be checked; this began {}: {why}", ago(now - since)))
        }
        DoorState::Well => {
            let since = late(line.well, UNSEEN)?;
            let remedy = "is taflpost serve running, or taflpost work in a crontab?";
            Some(format!("{name} {place} was last checked {}: {remedy}", ago(now - since)))
        }
    }
}

fn door_json(line: &DoorLine) -> serde_json::Value {
    let (state, why) = match &line.state {
        DoorState::Well => ("well", None),
        DoorState::Trying(why) => ("trying", Some(why)),
        DoorState::NeedsHand(why) => ("needs-hand", Some(why)),
    };
    json!({
        "door": name(line.door),
        "place": line.place,
        "state": state,
        "why": why,
        "looked": line.well.map(|at| at.to_rfc3339()),
        "failing_since": line.failing.map(|at| at.to_rfc3339()),
    })
}

/// An alarm if all letters wait. A single domain or mailbox that accepts no letters for now is no alarm.
fn pause_alarm(pause: &PauseLine, now: DateTime<Utc>) -> Option<String> {
    let since = ago(now - pause.since);
    match (pause.what, pause.needs_hand) {
        (PauseOf::Relay, true) => Some(format!(
            "letters wait until this problem is solved (see taflpost check; it began {since}): {}",
            pause.why
        )),
        (PauseOf::Relay, false) => Some(format!(
            "letters are waiting because the relay does not accept them now; this began {since}: {}",
            pause.why
        )),
        (PauseOf::Domain | PauseOf::Mailbox, _) => None,
    }
}

fn pause_json(pause: &PauseLine) -> serde_json::Value {
    json!({
        "what": pause.what.to_string(),
        "name": pause.name,
        "since": pause.since.to_rfc3339(),
        "why": pause.why,
        "needs_hand": pause.needs_hand,
    })
}
