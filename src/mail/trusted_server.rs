//! The mail server that is trusted to say who sent a mail, and the hosts that a mail passes between that server and us.

use std::str::FromStr;

/// The mail server that is trusted to say who sent a mail, by the name that it uses in its headers (authserv-id).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Authserv {
    /// No server is trusted.
    #[default]
    Nobody,
    /// The server with this name. `*.example.org` means every server below `example.org`.
    Named(String),
    /// The server that gives no name (Microsoft 365): the topmost header, if the mail has not left its organisation.
    Unnamed,
}

/// The text is not a name that a mail server can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} cannot be the name of a mail server; write the name as it is in the header Authentication-Results: \
     \"mx.example.org\", or \"*.example.org\" for all servers in example.org, or \"none\" if the header has no name"
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
    /// Whether a server with this name is the trusted one, or one of them.
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

/// A host that every mail passes on its way from the trusted server to us: `home.example` or `*.home.example`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop(String);

/// The text is not a name that a host can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} cannot be the name of a host; write the name as it is after \"by\" in the Received headers: \
     \"home.example\", or \"*.home.example\" for all hosts in home.example"
)]
pub struct BadHop(String);

impl FromStr for Hop {
    type Err = BadHop;

    fn from_str(text: &str) -> Result<Hop, BadHop> {
        is_pattern(text).then(|| Hop(text.to_ascii_lowercase())).ok_or_else(|| BadHop(text.to_owned()))
    }
}

/// The server that is trusted to say who sent a mail, and the way of the mails from there to us.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedServer {
    /// The server.
    pub id: Authserv,
    /// The hosts behind it, with this machine.
    pub hops: Vec<Hop>,
}

impl From<Authserv> for TrustedServer {
    fn from(id: Authserv) -> TrustedServer {
        TrustedServer { id, hops: Vec::new() }
    }
}

/// Names that every host uses for itself.
const LOCAL: [&str; 2] = ["localhost", "localhost.localdomain"];

/// Endings of names that mean something only inside one organisation.
const PRIVATE: [&str; 7] = [".internal", ".local", ".localdomain", ".lan", ".home", ".corp", ".home.arpa"];

impl TrustedServer {
    /// Whether the host is behind the trusted server. A host with a short name is also recognized by its full name.
    pub(in crate::mail) fn is_hop(&self, host: &str) -> bool {
        let short = |hop: &Hop| !hop.0.contains('.') && host.split('.').next().is_some_and(|own| matches(&hop.0, own));
        LOCAL.contains(&host) || self.hops.iter().any(|hop| matches(&hop.0, host) || short(hop))
    }

    /// Whether this host may have written above the results of the trusted server: it is a hop, or a host of the server's own organisation.
    pub(in crate::mail) fn is_near(&self, host: &str) -> bool {
        let is_name = host.split('.').all(|label| !label.is_empty());
        self.is_hop(host) || (is_name && self.id.organisation().is_some_and(|own| own == organisation(host)))
    }

    /// Whether the host certainly belongs to somebody else. An address or a private name does not say whose it is: large providers write
    /// such lines inside their own network.
    pub(in crate::mail) fn is_foreign(&self, host: &str) -> bool {
        let is_address = host.contains([':', '[']) || host.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let is_private = !host.contains('.') || PRIVATE.iter().any(|end| host.ends_with(end));
        !is_address && !is_private && !self.is_near(host)
    }
}

/// Whether the text can be the name of a host or of all hosts below a domain.
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

/// Domains that one organisation uses for its servers.
const ONE_ORGANISATION: [&[&str]; 6] = [
    &["outlook.com", "office365.com"],
    &["google.com", "googlemail.com", "gmail.com"],
    &["icloud.com", "me.com", "mac.com", "apple.com"],
    &["yahoo.com", "yahoodns.net", "aol.com"],
    &["gmx.net", "gmx.com", "web.de", "mail.com"],
    &["messagingengine.com", "fastmail.com"],
];

/// The part of a host name that says whose it is: the last two labels, or three if the last two are like `co.uk`. Three labels where two
/// were right only means that a header is not trusted.
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
