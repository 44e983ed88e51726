//! `taflpost work`: one round without a daemon, for cron and for tests. Beside a running `serve` it handles mails and
//! leaves the letters to it.

use crate::cli::settings::Level;
use crate::cli::{Place, Trouble, clock, lock, serve, way_out};
use crate::delivery;
use crate::journal;
use crate::worker::desk;
use chrono::{DateTime, Utc};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Pretend that it is this instant (RFC 3339); for tests, and never before what has happened already
    #[arg(long, value_name = "RFC3339")]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    // Under cron every line becomes a mail to the operator: only what is wrong is said.
    serve::log_to_stderr(place.settings.log.level.min(Level::Warn));
    let mut store = place.open()?;
    let now = args.now.unwrap_or_else(clock::now);
    if let (Some(given), Some(latest)) = (args.now, store.latest()?)
        && given < latest
    {
        let remedy = format!("give {} or later", latest.to_rfc3339());
        return Err(Trouble::Failed(format!(
            "--now {} is before what has happened already; {remedy}",
            given.to_rfc3339()
        )));
    }
    let mut incoming = place.incoming()?;
    loop {
        let worked = desk::one_group(&mut store, now, |room, spool| incoming.handle(room, spool))?;
        desk::report(&worked);
        if !worked.more && worked.troubles.is_empty() {
            break;
        }
        // A mail that failed is tried again at once: it is put aside after the third time, so this ends.
    }
    store.tidy_up(now)?;
    let transport = way_out::transport(place)?;
    let Some(_lock) = lock::take(&place.settings.store.folder)? else {
        return Ok(());
    };
    let round = delivery::send_due(&mut store, &transport, usize::from(place.settings.relay.connections), now)?;
    match round.held {
        Some(why) if round.is_alarm => Err(Trouble::Failed(format!(
            "letters are held until this is mended, see: taflpost check: {}",
            journal::one_line(&why)
        ))),
        _ => Ok(()),
    }
}
