//! `check --mail`: a mail from the club to the club itself, once around by the provider, and what came of it.

use crate::cli::{Place, clock, collect, way_out};
use crate::intake::imap;
use crate::store::Due;
use std::time::Duration;

/// How long a mail may be on its way. Some providers look at a new sender's first mails for a while.
const PATIENCE: Duration = Duration::from_secs(90);

/// Sends it and waits for it: to the plain address, and to a plus address where those are used. Each answer is a line of
/// the report.
pub(super) fn run(place: &Place) -> Vec<(&'static str, Result<String, String>)> {
    let club = &place.settings.club;
    let mut lines = vec![("mail to itself", once(place, club.address.as_str()))];
    if club.plus_addresses && lines.iter().all(|(_, found)| found.is_ok()) {
        let plus = format!("{}+test@{}", club.address.local(), club.address.domain());
        let found = once(place, &plus)
            .map_err(|why| format!("{why}; if it does not come later either, set plus_addresses = false under [club]"));
        lines.push(("mail to a plus address", found));
    }
    lines
}

fn once(place: &Place, to: &str) -> Result<String, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let Some((account, pace)) = collect::account(place).map_err(|trouble| text(&trouble))? else {
        return Err("only a mailbox can be looked into for it, and none is set".to_owned());
    };
    let mut chance = clock::chance().map_err(|error| text(&error))?;
    let word: String = chance.bytes::<8>().iter().map(|byte| format!("{byte:02x}")).collect();
    let word = format!("taflpost{word}");
    let transport = way_out::transport(place).map_err(|trouble| text(&trouble))?;
    let letter = letter(place, to, &word);
    let mut carrier = transport.carrier();
    carrier.carry(&letter).map_err(|setback| format!("it could not be sent: {setback}"))?;
    carrier.rest();
    match imap::wait_for_echo(&account, &word, PATIENCE, pace).map_err(|setback| text(&setback))? {
        Some(time) => Ok(format!("to {to} and back in {} s", time.as_secs().max(1))),
        None => Err(format!(
            "it was sent to {to} and did not come into {:?} within {} s; look for {word} in the other folders, such as the \
             one for junk",
            account.folder,
            PATIENCE.as_secs()
        )),
    }
}

/// A mail that the club itself forgets when it finds it in its mailbox.
fn letter(place: &Place, to: &str, word: &str) -> Due {
    let club = &place.settings.club;
    let now = clock::now();
    let own = club.address.as_str();
    let text = format!(
        "From: <{own}>\r\nTo: <{to}>\r\nSubject: Test {word}\r\nDate: {}\r\nMessage-ID: <{word}@{}>\r\n\
         Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         Sent by taflpost check, to see whether it comes back. It can be deleted.\r\n",
        now.to_rfc2822(),
        club.address.domain()
    );
    Due { id: 0, envelope_from: own.to_owned(), to: to.to_owned(), bytes: text.into_bytes(), attempts: 0, created: now }
}
