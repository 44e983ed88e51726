//! The mail server whose word about a sender is taken, and the hosts that a mail passes between that server and us.

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
        match text {
            "none" => Ok(Authserv::Unnamed),
            _ if is_pattern(text) => Ok(Authserv::Named(text.to_ascii_lowercase())),
            _ => Err(BadAuthserv(text.to_owned())),
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

    pub(in crate::mail) fn is_called(&self, server: Option<&str>) -> bool {
        match (self, server) {
            (Authserv::Unnamed, None) => true,
            (Authserv::Named(name), Some(server)) => matches(name, server),
            _ => false,
        }
    }

    /// The organisation of the server with this name.
    fn organisation(&self) -> Option<&str> {
        match self {
            Authserv::Named(name) => Some(organisation(name.trim_start_matches("*."))),
            Authserv::Nobody | Authserv::Unnamed => None,
        }
    }
}

/// A host that every mail passes on its way from the trusted server to us: `home.example`, or `*.home.example`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop(String);

/// A name that no host can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} cannot be the name of a host; write it as the host does after \"by\" in its Received headers: \
     \"home.example\", or \"*.home.example\" for every host below home.example"
)]
pub struct BadHop(String);

impl FromStr for Hop {
    type Err = BadHop;

    fn from_str(text: &str) -> Result<Hop, BadHop> {
        is_pattern(text).then(|| Hop(text.to_ascii_lowercase())).ok_or_else(|| BadHop(text.to_owned()))
    }
}

/// Whose word about a sender is taken, and by what way mails come here from there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedServer {
    /// The server.
    pub id: Authserv,
    /// The hosts behind it, this one among them.
    pub hops: Vec<Hop>,
}

impl From<Authserv> for TrustedServer {
    fn from(id: Authserv) -> TrustedServer {
        TrustedServer { id, hops: Vec::new() }
    }
}

/// Names by which every host calls itself.
const LOCAL: [&str; 2] = ["localhost", "localhost.localdomain"];

/// How names end that only a host's own organisation knows.
const PRIVATE: [&str; 7] = [".internal", ".local", ".localdomain", ".lan", ".home", ".corp", ".home.arpa"];

impl TrustedServer {
    /// Whether the host stands behind the trusted server. A host whose own name is short is known by its full one, too.
    pub(in crate::mail) fn is_hop(&self, host: &str) -> bool {
        let short = |hop: &Hop| !hop.0.contains('.') && host.split('.').next().is_some_and(|own| matches(&hop.0, own));
        LOCAL.contains(&host) || self.hops.iter().any(|hop| matches(&hop.0, host) || short(hop))
    }

    /// Whether what this host has written may stand above the word of the trusted server: a hop, or a host of the server's
    /// own organisation.
    pub(in crate::mail) fn is_near(&self, host: &str) -> bool {
        let is_name = host.split('.').all(|label| !label.is_empty());
        self.is_hop(host) || (is_name && self.id.organisation().is_some_and(|own| own == organisation(host)))
    }

    /// Whether the host is known to belong to somebody else. An address and a private name do not tell whose they are:
    /// large providers write such lines on their own ways.
    pub(in crate::mail) fn is_foreign(&self, host: &str) -> bool {
        let is_address = host.contains([':', '[']) || host.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let is_private = !host.contains('.') || PRIVATE.iter().any(|end| host.ends_with(end));
        !is_address && !is_private && !self.is_near(host)
    }
}

/// Whether the text can be the name of a host, or of all hosts below a domain.
fn is_pattern(text: &str) -> bool {
    let name = text.strip_prefix("*.").unwrap_or(text);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
    let is_name = !name.is_empty() && !name.starts_with('.') && name.chars().all(plain);
    // "*.com" would trust everybody who has a domain.
    is_name && (name.len() == text.len() || name.contains('.'))
}

fn matches(pattern: &str, host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    match pattern.strip_prefix('*') {
        Some(end) => host.len() > end.len() && host.ends_with(end),
        None => host == pattern,
    }
}

/// Domains under which one organisation runs its servers.
const ONE_ORGANISATION: [&[&str]; 6] = [
    &["outlook.com", "office365.com"],
    &["google.com", "googlemail.com", "gmail.com"],
    &["icloud.com", "me.com", "mac.com", "apple.com"],
    &["yahoo.com", "yahoodns.net", "aol.com"],
    &["gmx.net", "gmx.com", "web.de", "mail.com"],
    &["messagingengine.com", "fastmail.com"],
];

/// The part of a host name that says whose it is: the last two labels, or three where the last two are such as `co.uk`.
/// Three too many only means that a header is not trusted.
pub(in crate::mail) fn organisation(host: &str) -> &str {
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn names_of_mail_servers_and_hosts_are_checked() {
        for good in ["mx.google.com", "gmx.net", "*.messagingengine.com", "localhost", "[192.0.2.1]"] {
            assert!(good.parse::<Authserv>().is_ok() && good.parse::<Hop>().is_ok(), "{good}");
        }
        assert_eq!("none".parse(), Ok(Authserv::Unnamed));
        for bad in ["", "*", "*.", "*.com", "mx.*.org", "mx google", "mx;x", "a=b", "m\u{e9}x", "*..org"] {
            assert!(bad.parse::<Authserv>().is_err() && bad.parse::<Hop>().is_err(), "{bad}");
        }
        let below: Authserv = "*.messagingengine.com".parse().unwrap();
        assert!(below.is_called(Some("MX3.messagingengine.com")));
        for other in
            ["messagingengine.com", ".messagingengine.com", "xmessagingengine.com", "mx.messagingengine.com.else.test"]
        {
            assert!(!below.is_called(Some(other)), "{other}");
        }
    }

    #[test]
    fn a_host_is_a_hop_near_or_foreign() {
        let hops = ["box", "*.home.test"].map(|hop| hop.parse().unwrap()).to_vec();
        let trusted = TrustedServer { id: "mx.club.test".parse().unwrap(), hops };
        for hop in ["box", "box.anywhere.test", "relay.home.test", "localhost"] {
            assert!(trusted.is_hop(hop) && trusted.is_near(hop) && !trusted.is_foreign(hop), "{hop}");
        }
        for near in ["mx.club.test", "store.club.test"] {
            assert!(!trusted.is_hop(near) && trusted.is_near(near) && !trusted.is_foreign(near), "{near}");
        }
        for silent in ["2002:a05:6402:1a4:b0::1", "10.0.0.1", "[192.0.2.1]", "store7", "n01.internal"] {
            assert!(!trusted.is_near(silent) && !trusted.is_foreign(silent), "{silent}");
        }
        for foreign in ["mail.fjord.test", "boxes.test", "xclub.test", "home.test"] {
            assert!(trusted.is_foreign(foreign), "{foreign}");
        }
    }
}
