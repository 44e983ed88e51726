//! Whether a mail server that we trust confirms the From of a mail.
//!
//! A sender can write Authentication-Results and Received headers too. But servers write on top, so what the sender wrote is below what the
//! trusted server wrote. Therefore only the topmost header of that server counts, and only if it is above the first line by which the mail
//! reached a host outside. A server that removes forged headers with its own name recognizes only the plain spelling. So any other
//! spelling, and the header of any other server, ends the search.

use crate::mail::authentication_results;
use crate::mail::authentication_results::{Method, Results};
use crate::mail::parts::AUTHENTICATION_RESULTS;
use crate::mail::parts::Headers;
use crate::mail::trusted_server::{Authserv, TrustedServer, organisation};

/// What the trusted server says about the From of a mail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Authenticity {
    /// It is genuine: the domain in From, or one above it, has confirmed the mail, and it was written to us, and recently.
    Genuine,
    /// The domain has confirmed the mail, but it may be a copy of one that was written to somebody else or long ago.
    Copied,
    /// It says nothing, or nothing that helps.
    #[default]
    Unknown,
    /// It is forged, if the domain in From is right about how its mail can be recognized: `dmarc=fail`.
    Forged,
}

/// The headers that matter for this, topmost first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Trail(Vec<Mark>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Mark {
    /// An Authentication-Results header; `None` if it cannot be read.
    Results(Option<Results>),
    /// A Received header: the host that the mail came from, and the host that wrote the line.
    Received { from: Option<String>, by: Option<String> },
}

/// The most headers that are looked at. The trusted ones are on top.
const MARKS_MAX: usize = 100;

impl Trail {
    /// The header in which a server says what it found out.
    pub(super) const RESULTS: &str = AUTHENTICATION_RESULTS;

    pub(super) fn of(headers: &Headers) -> Trail {
        let mark = |(name, written): (&str, &str)| match name {
            Trail::RESULTS => Mark::Results(Results::read(written)),
            // No server writes a blank before the colon.
            name if name.trim_end() == Trail::RESULTS => Mark::Results(None),
            _ => received(written),
        };
        Trail(headers.written().take(MARKS_MAX).map(mark).collect())
    }

    /// What the trusted server says about a mail from this domain: genuine, unknown or forged.
    pub(super) fn authenticity(&self, trusted: &TrustedServer, from_domain: &str) -> Authenticity {
        let results = match trusted.id {
            Authserv::Nobody => None,
            Authserv::Named(_) => self.named(trusted),
            Authserv::Unnamed => self.unnamed(trusted),
        };
        results.map(|results| judge(results, &from_domain.to_ascii_lowercase())).unwrap_or_default()
    }

    /// The topmost header of the server with this name, if no outsider has written above it. The search ends at the results of a foreign
    /// server, at results that cannot be read, and at a line by which the mail reached a foreign host.
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

    /// Without a name, all results look alike. So it must be the topmost results of all, written before the mail left the organisation.
    /// Only what the hosts behind the server wrote may be above.
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

/// Whether the topmost results are at a place where only the organisation that holds the mailbox can have written: above the line by which
/// the mail entered it.
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
    // More than one result about the same From would be odd. Then all must say the same.
    if dmarc().next().is_some() && dmarc().all(|method| method.result == "pass" && about_it(method)) {
        return Authenticity::Genuine;
    }
    let signed = results.methods.iter().any(|method| {
        method.name == "dkim" && method.result == "pass" && signer(method).is_some_and(|by| covers(by, from_domain))
    });
    if signed { Authenticity::Genuine } else { Authenticity::Unknown }
}

/// The domain that signed. Some servers write only header.i. Its domain is that of header.d or one below it, so if header.i covers the
/// From, header.d covers it too.
fn signer(method: &Method) -> Option<&str> {
    let identity = || method.all("header.i").next().map(|identity| identity.rsplit('@').next().unwrap_or(identity));
    method.all("header.d").next().or_else(identity)
}

/// Whether a domain is `from` or above it. A single label does not count: nobody owns one.
pub(in crate::mail) fn covers(domain: &str, from: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    let above = || from.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.')) && domain.contains('.');
    !domain.is_empty() && (domain == from || above())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
