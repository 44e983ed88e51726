//! `taflpost work`: one round without a daemon, for cron and for tests. Beside a running `serve` it only handles mails, and leaves fetching
//! them, sending letters and the clocks to the server.

use crate::cli::settings::Level;
use crate::cli::{Place, Trouble, clock, clock_check, collect, lock, outgoing, serve};
use crate::clock::Reading;
use crate::delivery;
use crate::journal;
use crate::store::{Store, StoreError};
use crate::worker::MailProcessor;
use crate::worker::clockwork;
use crate::worker::rating_rebuild::REST;
use crate::worker::writer;
use chrono::{DateTime, TimeDelta, Utc};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Use this time (RFC 3339) instead of the current time. This is for tests. It must not be earlier than the newest entry in the database
    #[arg(long, value_name = "RFC3339")]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    // Under cron every line becomes a mail to the operator, so only problems are logged.
    serve::log_to_stderr(place.settings.log.level.min(Level::Warn));
    let mut store = place.open()?;
    // While there is space for it. If there is none, the next lines fail and say why.
    let _ = store.troubles().prepare();
    if let (Some(given), Some(latest)) = (args.now, store.latest()?)
        && given < latest
    {
        let remedy = format!("the earliest possible time is {}", latest.to_rfc3339());
        return Err(Trouble::Failed(format!(
            "--now {} is earlier than the newest entry in the database; {remedy}",
            given.to_rfc3339()
        )));
    }
    let mut incoming = place.incoming()?;
    // A running server fetches mails itself, sends the letters, and looks at the clocks.
    let lock = lock::take(&place.settings.store.folder, lock::Holder::Work)?;
    let (reading, every) = match args.now {
        // There is no downtime in time that is only pretended.
        Some(now) => (Reading::steady(now), PRETENDED),
        None => (clock::reading(), place.settings.work.every),
    };
    if lock.is_some() {
        clockwork::round(&mut store, &reading, every)?;
        store.doors_are(&collect::doors(place))?;
        store.count_sent(outgoing::quota(place).is_any())?;
        match args.now {
            Some(_) => drop(store.confirm_time()?),
            None => clock_check::ask_once(&mut store)?,
        }
    }
    let now = store.now(&reading)?;
    let mut troubles = match lock {
        Some(_) => collect::look_once(place, &mut store, now)?,
        None => Vec::new(),
    };
    loop {
        let worked = writer::one_group(&mut store, now, |tx, spool| incoming.handle(tx, spool))?;
        writer::report(&worked);
        if !worked.more && worked.troubles.is_empty() {
            break;
        }
        // A mail that failed is tried again at once. It is put aside after the third time, so this loop ends.
    }
    // What is due depends on served time, which only the holder of the lock has recorded.
    if lock.is_some() {
        tick(&mut store, &mut incoming, now)?;
        store.tidy_up(now)?;
    }
    let transport = outgoing::transport(place)?;
    let Some(_lock) = lock else {
        return Ok(());
    };
    let connections = usize::from(place.settings.relay.connections);
    let round = delivery::send_within(&mut store, &transport, connections, outgoing::quota(place), now)?;
    // The letters that were sent have started clocks.
    tick(&mut store, &mut incoming, now)?;
    if let (Some(why), true) = (round.held, round.is_alarm) {
        troubles.push(format!("letters wait until this problem is solved: {why}; see: taflpost check"));
    }
    match troubles.is_empty() {
        true => Ok(()),
        false => {
            let troubles: Vec<String> = troubles.iter().map(|trouble| journal::one_line(trouble)).collect();
            Err(Trouble::Failed(troubles.join("\ntaflpost: ")))
        }
    }
}

/// Between two pretended instants, all time counts as served.
const PRETENDED: TimeDelta = TimeDelta::days(100_000);

/// Does everything that is due.
fn tick(store: &mut Store, incoming: &mut MailProcessor, now: DateTime<Utc>) -> Result<(), StoreError> {
    while incoming.tick(store, now)?.more {
        if incoming.recomputation.is_some() {
            // `deliver` needs the lock in between.
            std::thread::sleep(REST);
        }
    }
    Ok(())
}
