//! What the last mail server on a mail's way wrote about its sender. It helps an operator to choose the server to trust.

use crate::mail::authentication_results::Results;
use crate::mail::authenticity::Trail;
use crate::mail::parts;
use crate::mail::trusted_server::{Authserv, TrustedServer};

/// The topmost Authentication-Results header of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vouching {
    /// Its value on one line.
    pub written: String,
    /// The server that wrote it, as it must be named in the settings. `None` if the header cannot be read, or if the name is not valid.
    pub server: Option<Authserv>,
}

/// Longer headers are shortened to this many characters.
const SHOWN_CHARS_MAX: usize = 600;

/// The topmost Authentication-Results header that no host behind the trusted server has written, else the topmost of all. `None` if there
/// is no such header, or the mail cannot be read.
pub fn vouching(raw: &[u8], trusted: &TrustedServer) -> Option<Vouching> {
    let parts = parts::guarded(|| parts::take_apart(raw)).ok()?;
    let all = || parts.headers.written().filter(|(name, _)| name.trim_end() == Trail::RESULTS);
    let is_behind = |(_, written): &(&str, &str)| {
        let server = Results::read(written).and_then(|results| results.server);
        server.is_some_and(|server| trusted.is_near(&server) && !trusted.id.is_called(Some(&server)))
    };
    let (name, written) = all().find(|header| !is_behind(header)).or_else(|| all().next())?;
    let server = Results::read(written).filter(|_| name == Trail::RESULTS).and_then(|results| match results.server {
        Some(name) => name.parse().ok().filter(|server| matches!(server, Authserv::Named(_))),
        None => Some(Authserv::Unnamed),
    });
    let words: Vec<&str> = written.split_whitespace().collect();
    Some(Vouching { written: words.join(" ").chars().take(SHOWN_CHARS_MAX).collect(), server })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_topmost_header_is_shown_with_the_name_to_set() {
        let named = |name: &str| Some(Authserv::Named(name.to_owned()));
        for (header, server) in [
            ("Authentication-Results: MX.example.org 1;\r\n\tdkim=pass header.d=x.org", named("mx.example.org")),
            ("authentication-results: spf=pass smtp.mailfrom=x.org; dmarc=none", Some(Authserv::Unnamed)),
            ("Authentication-Results : mx.example.org; none", None),
            ("Authentication-Results: \"mx.example.org\"; none", None),
            ("Authentication-Results: mx.example.org; none", named("mx.example.org")),
            ("Authentication-Results: mx(; none", None),
            ("Authentication-Results: a/b; none", None),
        ] {
            let raw = format!("{header}\r\nReceived: by x\r\nAuthentication-Results: mx.eve.example; none\r\n\r\n");
            let seen = vouching(raw.as_bytes(), &TrustedServer::default()).unwrap();
            assert_eq!(seen.server, server, "{header}");
            assert!(!seen.written.contains(['\r', '\n']) && !seen.written.contains("eve"), "{}", seen.written);
        }
        assert_eq!(vouching(b"From: a@b\r\n\r\nAuthentication-Results: x; none", &TrustedServer::default()), None);
    }
}
