//! `check --mail`: sends a mail from the club to the club itself through the provider, and reports whether it arrived and what the
//! provider's server wrote about its sender.

use crate::cli::{Place, clock, collect, outgoing};
use crate::intake::imap;
use crate::journal;
use crate::mail::{self, Authserv, Vouching};
use crate::store::Due;
use std::time::Duration;

/// How long a mail may take. Some providers hold the first mails of a new sender for a while.
const PATIENCE: Duration = Duration::from_secs(90);

/// Sends the mail and waits for it: to the plain address, and to a plus address if those are used. Each result is a line of the report.
pub(super) fn run(place: &Place) -> Vec<(&'static str, Result<String, String>)> {
    let club = &place.settings.club;
    let mut raw = Vec::new();
    let around = once(place, club.address.as_str()).map(|(said, echo)| {
        raw = echo;
        said
    });
    let mut lines = vec![("mail to itself", around)];
    if lines.iter().all(|(_, found)| found.is_ok()) {
        let trusted = place.settings.trust.server(place.own_names());
        lines.push(("senders", senders(mail::vouching(&raw, &trusted), &trusted.id)));
    }
    if club.plus_addresses && lines.iter().all(|(_, found)| found.is_ok()) {
        let plus = format!("{}+test@{}", club.address.local(), club.address.domain());
        let found = once(place, &plus)
            .map(|(said, _)| said)
            .map_err(|why| format!("{why}; if it does not arrive later, set plus_addresses = false under [club]"));
        lines.push(("mail to a plus address", found));
    }
    lines
}

fn once(place: &Place, to: &str) -> Result<(String, Vec<u8>), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let Some((account, pace)) = collect::account(place).map_err(|trouble| text(&trouble))? else {
        return Err("this test needs a mailbox, and the settings name none under [mailbox]".to_owned());
    };
    let mut chance = clock::chance().map_err(|error| text(&error))?;
    let word: String = chance.bytes::<8>().iter().map(|byte| format!("{byte:02x}")).collect();
    let word = format!("taflpost{word}");
    let transport = outgoing::transport(place).map_err(|trouble| text(&trouble))?;
    let letter = letter(place, to, &word);
    let mut carrier = transport.carrier();
    carrier.carry(&letter).map_err(|setback| format!("it could not be sent: {setback}"))?;
    carrier.rest();
    match imap::wait_for_echo(&account, &word, PATIENCE, pace).map_err(|setback| text(&setback))? {
        Some(echo) => Ok((format!("sent to {to}, and back in {} s", echo.time.as_secs().max(1)), echo.raw)),
        None => Err(format!(
            "it was sent to {to}, but did not arrive in {:?} within {} s; look for {word} in the other folders, such as the \
             spam folder",
            account.folder,
            PATIENCE.as_secs()
        )),
    }
}

/// What the topmost Authentication-Results header of that mail means for the setting `authserv_id`.
fn senders(seen: Option<Vouching>, set: &Authserv) -> Result<String, String> {
    let Some(Vouching { written, server }) = seen else {
        return Ok(match set {
            Authserv::Nobody => "the mail has no header Authentication-Results. Some mail servers do not write it into mails from \
                                 their own users. To see whether yours writes it, look at a mail from another provider. \
                                 As long as authserv_id is not set, the server asks the player about every mail that has no password \
                                 and does not answer one of its letters"
                .to_owned(),
            _ => format!(
                "authserv_id is \"{}\", but the mail has no header Authentication-Results. This is all right if every mail \
                 from another provider has one. If not, a sender could write a false one",
                written_as(set)
            ),
        });
    };
    let written = journal::one_line(&written);
    match (server, set) {
        (None, _) => {
            Ok(format!("its header Authentication-Results cannot be read, so the server ignores it: {written}"))
        }
        (Some(server), set) if set.includes(&server) => {
            Ok(format!("authserv_id is correct; the mail has Authentication-Results: {written}"))
        }
        (Some(server), Authserv::Nobody) => Ok(format!(
            "the mail has Authentication-Results: {written}\n       If every mail from other providers has such a header too, \
             write this under [trust] in the settings:\n       authserv_id = \"{}\"",
            written_as(&server)
        )),
        (Some(server), set) => Err(format!(
            "authserv_id is \"{}\", but another server wrote the topmost Authentication-Results: {written}\nSo the server \
             ignores it. Write this under [trust] in the settings:\nauthserv_id = \"{}\"",
            written_as(set),
            written_as(&server)
        )),
    }
}

/// In the form of the settings file.
fn written_as(server: &Authserv) -> &str {
    match server {
        Authserv::Nobody => "",
        Authserv::Named(name) => name,
        Authserv::Unnamed => "none",
    }
}

/// A mail that the club ignores when it finds it in its mailbox.
fn letter(place: &Place, to: &str, word: &str) -> Due {
    let club = &place.settings.club;
    let now = clock::now();
    let own = club.address.as_str();
    let text = format!(
        "From: <{own}>\r\nTo: <{to}>\r\nSubject: Test {word}\r\nDate: {}\r\nMessage-ID: <{word}@{}>\r\n\
         Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         The command taflpost check sent this mail as a test. You can delete it.\r\n",
        now.to_rfc2822(),
        club.address.domain()
    );
    Due {
        id: 0,
        envelope_from: own.to_owned(),
        to: to.to_owned(),
        bytes: text.into_bytes(),
        attempts: 0,
        created: now,
        open: chrono::TimeDelta::zero(),
        tried: None,
        thread: None,
        is_outdated: false,
        class: Default::default(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::TrustedServer;

    fn check(header: &str, set: &str, expected: Result<&[&str], &[&str]>) {
        let id = if set.is_empty() { Authserv::Nobody } else { set.parse().unwrap() };
        let trusted = TrustedServer { id, hops: vec!["box.home.test".parse().unwrap()] };
        let seen = mail::vouching(format!("{header}From: club@club.test\r\n\r\n").as_bytes(), &trusted);
        let said = senders(seen, &trusted.id);
        let (words, said) = match (&said, expected) {
            (Ok(said), Ok(words)) | (Err(said), Err(words)) => (words, said),
            _ => panic!("{header} {set}: {said:?}"),
        };
        assert!(words.iter().all(|words| said.contains(words)), "{said}");
    }

    #[test]
    fn the_operator_is_told_what_his_provider_writes_and_what_to_set() {
        let header = "Authentication-Results: mx.club.test; dkim=pass\r\n\theader.d=club.test\r\n";
        let shown = "mx.club.test; dkim=pass header.d=club.test";
        check(header, "", Ok(&[shown, "\n       authserv_id = \"mx.club.test\""]));
        check(header, "mx.club.test", Ok(&["authserv_id is correct", shown]));
        check(header, "*.club.test", Ok(&["authserv_id is correct"]));
        check(header, "mx.google.com", Err(&["\"mx.google.com\", but", shown, "\nauthserv_id = \"mx.club.test\""]));
        check("Authentication-Results: spf=pass smtp.mailfrom=x; dmarc=pass\r\n", "", Ok(&["authserv_id = \"none\""]));
        // A host behind the server writes its own header above.
        let box_says = "Authentication-Results: box.home.test; dkim=none\r\n";
        let both = format!("{box_says}{header}");
        check(&both, "mx.club.test", Ok(&["authserv_id is correct", shown]));
        check(&both, "", Ok(&["\n       authserv_id = \"mx.club.test\""]));
        check(&both, "mx.google.com", Err(&["authserv_id = \"mx.club.test\""]));
        check(box_says, "", Ok(&["authserv_id = \"box.home.test\""]));
        check(box_says, "box.home.test", Ok(&["authserv_id is correct"]));
        check("Authentication-Results: (\r\n", "mx.club.test", Ok(&["cannot be read"]));
        check("", "", Ok(&["has no header Authentication-Results", "asks the player about"]));
        check("", "mx.club.test", Ok(&["a sender could write a false one"]));
    }
}
