//! Whether a mail server that we trust vouches for the From of a mail.
//!
//! A sender can write Authentication-Results too, and Received. What he writes stands below what the trusted server
//! wrote, because servers write on top: so only the topmost header of that server counts. One that cannot be read
//! ends the search: it may have been the trusted one, spoilt so that a forged one below would be found.

use crate::mail::parts::Headers;
use crate::mail::results::{self, Method, Results};
use std::str::FromStr;

/// The mail server whose word about a sender is taken, by the name it gives itself in its headers (authserv-id).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Authserv {
    /// There is none.
    #[default]
    Nobody,
    /// The one of this name; `*.example.org` for every one below `example.org`.
    Named(String),
    /// The one that gives no name (Microsoft 365): the topmost header, where the mail has not left its organisation.
    Unnamed,
}

/// A name that no mail server can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} cannot be the name of a mail server; write it as the server does in its Authentication-Results headers: \
     \"mx.example.org\", \"*.example.org\" for every server below example.org, or \"none\" where they give no name"
)]
pub struct BadAuthserv(String);

impl FromStr for Authserv {
    type Err = BadAuthserv;

    fn from_str(text: &str) -> Result<Authserv, BadAuthserv> {
        let name = text.strip_prefix("*.").unwrap_or(text);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
        match text {
            "none" => Ok(Authserv::Unnamed),
            _ if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) => {
                Err(BadAuthserv(text.to_owned()))
            }
            // "*.com" would trust whoever has a domain.
            _ if name.len() < text.len() && !name.contains('.') => Err(BadAuthserv(text.to_owned())),
            _ => Ok(Authserv::Named(text.to_ascii_lowercase())),
        }
    }
}

impl Authserv {
    /// Whether the server that calls itself so is this one, or one of these.
    pub fn includes(&self, server: &Authserv) -> bool {
        match server {
            Authserv::Named(name) => self.is_called(Some(name)),
            Authserv::Unnamed => self.is_called(None),
            Authserv::Nobody => false,
        }
    }

    fn is_called(&self, server: Option<&str>) -> bool {
        match (self, server.map(str::to_ascii_lowercase)) {
            (Authserv::Unnamed, None) => true,
            (Authserv::Named(name), Some(server)) => match name.strip_prefix('*') {
                Some(end) => server.len() > end.len() && server.ends_with(end),
                None => server == *name,
            },
            _ => false,
        }
    }
}

/// What the trusted server says about the From of a mail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Authenticity {
    /// It is genuine: the domain in From, or one above it, has vouched for the mail.
    Genuine,
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

/// The headers whose text is kept as it stands in the mail.
pub(crate) const TRAIL_HEADERS: [&str; 2] = [Trail::RESULTS, "received"];

/// Marks that are looked at. The trusted ones are on top.
const MARKS_MAX: usize = 100;

/// Domains under which one organisation runs its servers.
const ONE_ORGANISATION: [&[&str]; 1] = [&["outlook.com", "office365.com"]];

impl Trail {
    /// The header in which a server says what it found out.
    pub const RESULTS: &str = "authentication-results";

    pub fn of(headers: &Headers) -> Trail {
        let mark = |(name, written): (&str, &str)| match name {
            "received" => received(written),
            _ => Mark::Results(Results::read(written)),
        };
        Trail(headers.written().take(MARKS_MAX).map(mark).collect())
    }

    /// What the trusted server says about a mail from this domain.
    pub fn authenticity(&self, trusted: &Authserv, from_domain: &str) -> Authenticity {
        let results = match trusted {
            Authserv::Nobody => None,
            Authserv::Named(_) => self.topmost(trusted),
            Authserv::Unnamed => self.topmost(trusted).filter(|_| self.topmost_is_inside()),
        };
        results.map(|results| judge(results, &from_domain.to_ascii_lowercase())).unwrap_or_default()
    }

    fn topmost(&self, trusted: &Authserv) -> Option<&Results> {
        let results = self.0.iter().filter_map(|mark| match mark {
            Mark::Results(results) => Some(results),
            Mark::Received { .. } => None,
        });
        // Without a name every header looks alike: the topmost of all it must be.
        let depth = if *trusted == Authserv::Unnamed { 1 } else { MARKS_MAX };
        let mut readable = results.take(depth).map_while(Option::as_ref);
        readable.find(|results| trusted.is_called(results.server.as_deref()))
    }

    /// Whether the topmost results stand where only the organisation that holds the mailbox can have written: above the
    /// line by which the mail came into it.
    fn topmost_is_inside(&self) -> bool {
        let home = self.0.iter().find_map(|mark| match mark {
            Mark::Received { by, .. } => Some(by.as_deref().map(organisation)),
            Mark::Results(_) => None,
        });
        let Some(Some(home)) = home else {
            return false;
        };
        let at_home = |host: &str| organisation(host) == home;
        let mut marks = self.0.iter();
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
}

fn received(written: &str) -> Mark {
    let words = results::words(written);
    let after = |word: &str| {
        let mut rest = words.iter().skip_while(|found| !found.eq_ignore_ascii_case(word));
        rest.nth(1).map(|host| host.trim_end_matches('.').to_ascii_lowercase())
    };
    Mark::Received { from: after("from"), by: after("by") }
}

/// The part of a host name that says whose it is: the last two labels, or three where the last two are such as `co.uk`.
/// Three too many only means that a header is not trusted.
fn organisation(host: &str) -> &str {
    let labels: Vec<&str> = host.rsplit('.').collect();
    let count = match labels[..] {
        [top, second, _, ..] if top.len() == 2 && second.len() <= 3 => 3,
        _ => 2,
    };
    let length = labels.iter().take(count).map(|label| label.len() + 1).sum::<usize>() - 1;
    let own = &host[host.len() - length..];
    let shared = ONE_ORGANISATION.iter().find(|domains| domains.contains(&own));
    shared.map_or(own, |domains| domains[0])
}

fn judge(results: &Results, from_domain: &str) -> Authenticity {
    let dmarc = || results.methods.iter().filter(|method| method.name == "dmarc");
    if dmarc().any(|method| method.result == "fail") {
        return Authenticity::Forged;
    }
    let about_it = |method: &Method| method.all("header.from").all(|domain| covers(domain, from_domain));
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
fn covers(domain: &str, from: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    let above = || from.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.')) && domain.contains('.');
    !domain.is_empty() && (domain == from || above())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
