//! The door of `taflpost deliver`: one mail on standard input, from an MTA's pipe, a `.forward` file or getmail.
//!
//! The program that runs us waits for an exit code. Two of them matter: 0 means that the mail is ours now, 75 means try again later. Any
//! other code would make it send a bounce to a sender that may be forged.

use std::fmt;
use std::io;
use std::io::Read;

use chrono::DateTime;
use chrono::Utc;

use crate::intake::arrival::ENVELOPE_RECIPIENTS_MAX;
use crate::intake::arrival::cut_to_lines;
use crate::intake::clock_witness::Witness;
use crate::mail::fingerprint;
use crate::mail::limits::MESSAGE_BYTES_MAX;
use crate::store::Door;
use crate::store::NewMail;
use crate::store::Spooled;
use crate::store::Store;
use crate::store::StoreError;

/// The sender and the recipients, as the program that runs us gives them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    /// `None` if it was not given; empty for the null sender.
    pub from: Option<String>,
    /// Empty if none were given.
    pub to: Vec<String>,
}

impl Envelope {
    /// Uses the options of the command line, else what Postfix, Exim and qmail put into the environment (`$SENDER`, `$ORIGINAL_RECIPIENT`;
    /// local(8) of Postfix).
    pub fn choose(
        from: Option<String>,
        to: Vec<String>,
        sender: Option<String>,
        original_recipient: Option<String>,
    ) -> Envelope {
        let to = if to.is_empty() { original_recipient.into_iter().collect() } else { to };
        let to = to.iter().map(|to| bare(to).to_owned()).filter(|to| !to.is_empty());
        Envelope {
            from: from.or(sender).map(|from| null_or_bare(&from).to_owned()),
            to: to.take(ENVELOPE_RECIPIENTS_MAX).collect(),
        }
    }
}

/// Whether an address has an `@` with nothing before or after it. A word without any `@` may be a user of this machine, or the null sender.
pub fn is_half_an_address(address: &str) -> bool {
    bare(address).rsplit_once('@').is_some_and(|(local, domain)| local.is_empty() || domain.is_empty())
}

fn bare(address: &str) -> &str {
    let address = address.trim();
    address.strip_prefix('<').and_then(|inside| inside.strip_suffix('>')).unwrap_or(address)
}

/// Removes brackets. Postfix writes the null sender as a name (`null_sender` in pipe(8)).
fn null_or_bare(address: &str) -> &str {
    let address = bare(address);
    if address.eq_ignore_ascii_case("mailer-daemon") {
        return "";
    }
    address
}

/// Why a mail was not taken in. The sender's side keeps it and tries again.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// There was nothing on standard input.
    #[error("there is no mail on standard input")]
    Nothing,
    /// Standard input could not be read to its end.
    #[error("standard input: {0}")]
    Input(#[from] io::Error),
    /// The store could not take it in.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The exit code for a mail that is not ours yet: EX_TEMPFAIL of sysexits.h.
pub const TRY_AGAIN: u8 = 75;

/// Reads a mail to its end and takes it in. If the result is good, the mail is on the disk.
///
/// # Errors
/// In every other case. The exit code is then [`TRY_AGAIN`].
pub fn take(
    store: &mut Store,
    input: impl Read,
    envelope: Envelope,
    witness: &Witness,
    now: DateTime<Utc>,
) -> Result<Spooled, NotTaken> {
    let raw = read(input)?;
    if raw.iter().all(u8::is_ascii_whitespace) {
        return Err(NotTaken::Nothing);
    }
    let incoming = NewMail {
        fingerprint: fingerprint(&raw),
        raw,
        envelope_from: envelope.from,
        envelope_to: envelope.to,
        door: Door::Pipe,
        source_key: None,
        stamped: None,
    };
    let spooled = store.take_in(&[witness.stamped(incoming)], &[], now)?;
    spooled.first().copied().ok_or_else(|| StoreError::Interrupted("no answer".to_owned()).into())
}

/// Reads the first 1 MiB, cut at a line end if there is more. The rest is read too, because a program that writes to us takes a closed pipe
/// for a failure.
pub(super) fn read(mut input: impl Read) -> io::Result<Vec<u8>> {
    let mut raw = Vec::new();
    input.by_ref().take(MESSAGE_BYTES_MAX as u64).read_to_end(&mut raw)?;
    if io::copy(&mut input, &mut io::sink())? > 0 {
        cut_to_lines(&mut raw);
    }
    // Programs that read mbox files write "From sender date" above the first header.
    if raw.starts_with(b"From ") {
        let end = raw.iter().position(|&byte| byte == b'\n');
        raw.drain(..end.map_or(raw.len(), |end| end + 1));
    }
    Ok(raw)
}

impl fmt::Display for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.from.as_deref().unwrap_or("unknown");
        write!(f, "from <{from}> to <{}>", self.to.join(">, <"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::Reader;
    use crate::store::SpoolState;

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_flag_counts_more_than_the_environment() {
        let envelope = Envelope::choose(some("a@b"), vec![], some("c@d"), some("<club+1.k@h>"));
        assert_eq!(envelope.from.as_deref(), Some("a@b"));
        assert_eq!(envelope.to, ["club+1.k@h"]);
        for null in ["", "<>", "MAILER-DAEMON"] {
            let envelope = Envelope::choose(None, vec![], some(null), some(""));
            assert_eq!((envelope.from.as_deref(), envelope.to), (Some(""), vec![]));
        }
        assert_eq!(Envelope::choose(None, vec![], None, None), Envelope::default());
    }

    #[test]
    fn a_mail_is_taken_in_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let mut store = Store::open(&path, now).unwrap();
        let mail = b"From ann@example.org Sat Nov 21 12:00:00 2026\nFrom: ann@example.org\nSubject: help\n\n";
        let mut take = |mail: &[u8]| take(&mut store, mail, Envelope::default(), &Witness::default(), now);
        assert!(matches!(take(mail), Ok(Spooled::New(1))));
        assert!(matches!(take(mail), Ok(Spooled::Repeat(1))));
        assert!(matches!(take(b"\n"), Err(NotTaken::Nothing)));
        let reader = Reader::open(&path).unwrap();
        assert_eq!(reader.inbox(SpoolState::Spooled, 9).unwrap().len(), 1);
        assert_eq!(reader.raw(1).unwrap().unwrap(), b"From: ann@example.org\nSubject: help\n\n");
    }

    #[test]
    fn a_long_mail_is_read_to_its_end_and_cut_at_a_line() {
        let long = "0123456789\n".repeat(200_000);
        let mut input = long.as_bytes();
        let raw = read(&mut input).unwrap();
        assert!(input.is_empty());
        assert!(raw.len() <= MESSAGE_BYTES_MAX && raw.ends_with(b"9\n"));
    }
}
