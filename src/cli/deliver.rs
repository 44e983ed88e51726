//! `taflpost deliver`: stores one mail from standard input in the spool. Exits with 0 as soon as it is on the disk, and with 75 in every
//! other case, so that a mail server keeps the mail and tries again.

use crate::cli::{Place, Trouble, clock};
use crate::intake::pipe::{self, Envelope};
use crate::store::{Store, TroubleKind, Troubles};
use chrono::{DateTime, Utc};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The sender on the envelope. Without this option, it is read from $SENDER
    #[arg(long, value_name = "ADDR", allow_hyphen_values = true)]
    from: Option<String>,
    /// The recipients on the envelope. Without this option, they are read from $ORIGINAL_RECIPIENT
    #[arg(long, value_name = "ADDR ...", allow_hyphen_values = true)]
    to: Vec<String>,
    /// Those behind the first `--to`: Postfix makes several words of ${original_recipient}. Words of their own, or the
    /// option would take a --from that follows for one of them.
    #[arg(hide = true)]
    more: Vec<String>,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    // The person who wrote the command line can correct it. What is in the environment comes with the mail, and is taken as it is.
    let to = [&args.to[..], &args.more[..]].concat();
    let typed = args.from.iter().map(|from| ("--from", from)).chain(to.iter().map(|to| ("--to", to)));
    for (option, typed) in typed {
        if pipe::is_half_an_address(typed) {
            let why = format!("{option} {typed}: an address looks like name@example.org");
            return Err(Trouble::TryAgain(format!("the mail was not stored, please try again: {why}")));
        }
    }
    let variable = |name: &str| std::env::var(name).ok();
    let envelope = Envelope::choose(args.from.clone(), to, variable("SENDER"), variable("ORIGINAL_RECIPIENT"));
    let now = clock::now();
    let (mut store, now) = open(place).inspect_err(|trouble| {
        if let Trouble::Store(why) = trouble {
            Troubles::beside(&place.database()).begins(TroubleKind::MailRefused, why, now);
        }
    })?;
    // On a full disk it could not be created any more, and then nobody would learn about the problem.
    let _ = store.troubles().prepare();
    pipe::take(&mut store, std::io::stdin().lock(), envelope, &place.witness(), now)
        .map(|_| ())
        .map_err(|error| Trouble::TryAgain(format!("the mail was not stored, please try again: {error}")))
}

/// The store, and the club's current time.
fn open(place: &Place) -> Result<(Store, DateTime<Utc>), Trouble> {
    let store = place.open()?;
    let now = store.now(&clock::reading())?;
    Ok((store, now))
}
