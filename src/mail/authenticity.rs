//! Whether a mail server that we trust vouches for the From of a mail.
//!
//! A sender can write Authentication-Results too, and Received. What a sender writes stands below what the trusted server
//! wrote, because servers write on top: so only the topmost header of that server counts, and only where it stands above the
//! first line by which the mail came to somebody else's host. A server that takes away forged headers of its own name does so
//! by the plain spelling: any other, and the header of any other server, ends the search.

use crate::mail::authentication_results;
use crate::mail::authentication_results::{Method, Results};
use crate::mail::authserv::{Authserv, TrustedServer, organisation};
use crate::mail::parts::AUTHENTICATION_RESULTS;
use crate::mail::parts::Headers;

/// What the trusted server says about the From of a mail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Authenticity {
    /// It is genuine: the domain in From, or one above it, has vouched for the mail, which was written to us, and lately.
    Genuine,
    /// The domain has vouched for the mail; but it may be the copy of one that was written to somebody else, or long ago.
    Copied,
    /// Nothing, or nothing that helps.
    #[default]
    Unknown,
    /// It is forged, as far as the domain in From says how its mail can be known: `dmarc=fail`.
    Forged,
}

/// The headers that bear on it, topmost first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Trail(Vec<Mark>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Mark {
    /// Authentication-Results; `None` for one that cannot be read.
    Results(Option<Results>),
    /// Received: from which host, by which.
    Received { from: Option<String>, by: Option<String> },
}

/// Marks that are looked at. The trusted ones are on top.
const MARKS_MAX: usize = 100;

impl Trail {
    /// The header in which a server says what it found out.
    pub const RESULTS: &str = AUTHENTICATION_RESULTS;

    pub fn of(headers: &Headers) -> Trail {
        let mark = |(name, written): (&str, &str)| match name {
            Trail::RESULTS => Mark::Results(Results::read(written)),
            // A blank before the colon is no server's way to write.
            name if name.trim_end() == Trail::RESULTS => Mark::Results(None),
            _ => received(written),
        };
        Trail(headers.written().take(MARKS_MAX).map(mark).collect())
    }

    /// What the trusted server says about a mail from this domain: genuine, unknown or forged.
    pub fn authenticity(&self, trusted: &TrustedServer, from_domain: &str) -> Authenticity {
        let results = match trusted.id {
            Authserv::Nobody => None,
            Authserv::Named(_) => self.named(trusted),
            Authserv::Unnamed => self.unnamed(trusted),
        };
        results.map(|results| judge(results, &from_domain.to_ascii_lowercase())).unwrap_or_default()
    }

    /// The topmost header of the server with this name, as far as nobody else has written above it: neither the results of
    /// another server, nor such as cannot be read, nor a line by which the mail came to somebody else.
    fn named(&self, trusted: &TrustedServer) -> Option<&Results> {
        for mark in &self.0 {
            match mark {
                Mark::Received { by: Some(by), .. } if trusted.is_foreign(by) => return None,
                Mark::Received { .. } => {}
                Mark::Results(results) => {
                    let (results, server) = results.as_ref().map(|results| (results, results.server.as_deref()))?;
                    if trusted.id.is_called(server) {
                        return Some(results);
                    }
                    server.filter(|server| trusted.is_near(server))?;
                }
            }
        }
        None
    }

    /// Without a name every header looks alike: the topmost of all it must be, where the mail has not left the
    /// organisation. What the hosts behind it have written stands above.
    fn unnamed(&self, trusted: &TrustedServer) -> Option<&Results> {
        let of_a_hop = |mark: &&Mark| match mark {
            Mark::Received { by, .. } => by.as_deref().is_some_and(|by| trusted.is_hop(by)),
            Mark::Results(Some(results)) => results.server.as_deref().is_some_and(|server| trusted.is_hop(server)),
            Mark::Results(None) => false,
        };
        let behind = self.0.iter().take_while(of_a_hop).count();
        let marks = &self.0[behind..];
        let topmost = marks.iter().find_map(|mark| match mark {
            Mark::Results(results) => Some(results.as_ref()),
            Mark::Received { .. } => None,
        });
        topmost.flatten().filter(|results| results.server.is_none() && topmost_is_inside(marks))
    }
}

/// Whether the topmost results stand where only the organisation that holds the mailbox can have written: above the line by
/// which the mail came into it.
fn topmost_is_inside(marks: &[Mark]) -> bool {
    let home = marks.iter().find_map(|mark| match mark {
        Mark::Received { by, .. } => Some(by.as_deref().map(organisation)),
        Mark::Results(_) => None,
    });
    let Some(Some(home)) = home else {
        return false;
    };
    let at_home = |host: &str| organisation(host) == home;
    let mut marks = marks.iter();
    for mark in marks.by_ref() {
        match mark {
            Mark::Results(_) => break,
            Mark::Received { from, by } if !from.iter().chain(by).all(|host| at_home(host)) => return false,
            Mark::Received { .. } => {}
        }
    }
    // The line by which it came in must be below.
    let below = marks.find_map(|mark| match mark {
        Mark::Received { by, .. } => Some(by.as_deref().is_some_and(at_home)),
        Mark::Results(_) => None,
    });
    below == Some(true)
}

fn received(written: &str) -> Mark {
    let (from, by) = authentication_results::hosts(written);
    Mark::Received { from, by }
}

fn judge(results: &Results, from_domain: &str) -> Authenticity {
    let dmarc = || results.methods.iter().filter(|method| method.name == "dmarc");
    if dmarc().any(|method| method.result == "fail") {
        return Authenticity::Forged;
    }
    let about_it = |method: &Method| {
        let mut domains = method.all("header.from").peekable();
        domains.peek().is_some() && domains.all(|domain| covers(domain, from_domain))
    };
    // More than one result about the same From would be odd; then all must say the same.
    if dmarc().next().is_some() && dmarc().all(|method| method.result == "pass" && about_it(method)) {
        return Authenticity::Genuine;
    }
    let signed = results.methods.iter().any(|method| {
        method.name == "dkim" && method.result == "pass" && signer(method).is_some_and(|by| covers(by, from_domain))
    });
    if signed { Authenticity::Genuine } else { Authenticity::Unknown }
}

/// The domain that signed. Some servers write header.i alone; its domain is that of header.d or one below, so what
/// covers the From as header.i does so all the more as header.d.
fn signer(method: &Method) -> Option<&str> {
    let identity = || method.all("header.i").next().map(|identity| identity.rsplit('@').next().unwrap_or(identity));
    method.all("header.d").next().or_else(identity)
}

/// Whether a domain is `from` or above it. A single label is nobody's domain.
pub(in crate::mail) fn covers(domain: &str, from: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    let above = || from.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.')) && domain.contains('.');
    !domain.is_empty() && (domain == from || above())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
