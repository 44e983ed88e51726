//! When our own mail server (as named in the settings) received a mail, by that server's clock. This helps to find out what time it is when
//! the machine's own clock is in doubt.
//!
//! Servers write on top, senders below. So the line is the first one that no host behind the server has written. It counts only if that
//! server has written it:
//!
//! ```text
//!  Received: from imap.provider.test [203.0.113.9] by box     ours: skipped, but it must say that the mail came from elsewhere
//!  Received: from mail.fjord.test by mx.provider.test; date   this one, if mx.provider.test is the server named in [trust]
//!  Received: from laptop by mail.fjord.test; date             the sender's: never read
//! ```
//!
//! A server on this machine uses the clock that is in doubt, so what it says proves nothing. Therefore the host above it must have got the
//! mail from an address that may belong to another machine.

use crate::mail::authentication_results;
use crate::mail::prepare::{is_blank, lines};
use crate::mail::trusted_server::TrustedServer;
use chrono::{DateTime, Utc};
use std::net::{IpAddr, Ipv6Addr};

/// How much of a mail is read, in bytes. Only the lines on top count.
const BYTES_MAX: usize = 32 * 1024;

/// The most lines that the hosts behind the server may have written.
const HOPS_MAX: usize = 10;

/// When the trusted server says that it received the mail. `is_elsewhere` says which addresses may belong to another machine.
pub fn stamp(raw: &[u8], trusted: &TrustedServer, is_elsewhere: impl Fn(IpAddr) -> bool) -> Option<DateTime<Utc>> {
    let mut came_from_elsewhere = false;
    for written in received(raw).into_iter().take(HOPS_MAX) {
        let (_, by) = authentication_results::hosts(&written);
        let by = by?;
        if trusted.is_hop(&by) {
            came_from_elsewhere = addresses_before_by(&written).into_iter().any(&is_elsewhere);
        } else if came_from_elsewhere && trusted.id.is_called(Some(&by)) {
            let date = written.rsplit_once(';')?.1;
            return DateTime::parse_from_rfc2822(date.trim()).ok().map(|date| date.to_utc());
        } else {
            return None;
        }
    }
    None
}

/// Whether an address can be reached from the internet. Others may lead to this very machine, through a container.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, ..] = v4.octets();
            let is_shared = a == 100 && (64..128).contains(&b);
            !(v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified() || is_shared)
        }
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => is_public(IpAddr::V4(v4)),
            None => {
                let first = v6.segments()[0];
                let is_own = first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80;
                !(is_own || v6 == Ipv6Addr::LOCALHOST || v6.is_unspecified())
            }
        },
    }
}

/// The values of the Received lines, topmost first, as written in the mail.
fn received(raw: &[u8]) -> Vec<String> {
    const NAME: &str = "received:";
    let mut found: Vec<String> = Vec::new();
    let mut is_one = false;
    let head = raw.get(..BYTES_MAX).unwrap_or(raw);
    for line in lines(head).take_while(|line| !is_blank(line)) {
        let text = String::from_utf8_lossy(line);
        if !text.starts_with([' ', '\t']) {
            is_one = text.get(..NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME));
            found.extend(is_one.then(|| text[NAME.len()..].to_owned()));
        } else if let (true, Some(last)) = (is_one, found.last_mut()) {
            last.push_str(&text);
        }
        if found.len() > HOPS_MAX {
            break;
        }
    }
    found
}

/// The addresses in a host's account of where a mail came from: `from mx.test (mx.test [192.0.2.1])`.
fn addresses_before_by(written: &str) -> Vec<IpAddr> {
    let words = written.split(|c: char| c.is_whitespace() || "()[]".contains(c)).filter(|word| !word.is_empty());
    let before = words.take_while(|word| !word.eq_ignore_ascii_case("by"));
    before.filter_map(|word| word.trim_start_matches("IPv6:").parse().ok()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::trusted_server::Authserv;

    const FETCHED: &str = "from imap.provider.test [203.0.113.9]\r\n\tby box with IMAP (fetchmail-6.4.37)\r\n\tfor <tafl@localhost> (single-drop); Sat, 21 Nov 2026 12:01:00 +0000 (UTC)";
    const TAKEN: &str = "from mail.fjord.test (mail.fjord.test [198.51.100.7])\r\n\tby mx.provider.test (Postfix) with ESMTPS id 4F2;\r\n\tSat, 21 Nov 2026 13:00:07 +0100 (CET)";

    fn of(lines: &[&str]) -> Option<String> {
        of_server(lines, "mx.provider.test")
    }

    fn of_server(lines: &[&str], server: &str) -> Option<String> {
        let headers: String = lines.iter().map(|line| format!("Received: {line}\r\n")).collect();
        let raw =
            format!("Return-Path: <ann@fjord.test>\r\n{headers}From: ann@fjord.test\r\n\r\nReceived: {TAKEN}\r\n");
        let id = if server.is_empty() { Authserv::Nobody } else { server.parse().unwrap() };
        let trusted = TrustedServer { id, hops: vec!["box".parse().unwrap(), "tafl.test".parse().unwrap()] };
        stamp(raw.as_bytes(), &trusted, is_public).map(|at| at.to_rfc3339())
    }

    #[test]
    fn the_line_of_the_trusted_server_right_below_our_own_tells_the_time() {
        let noon = Some("2026-11-21T12:00:07+00:00".to_owned());
        assert_eq!(of(&[FETCHED, TAKEN]), noon);
        let handed_on =
            "from localhost (localhost [127.0.0.1]) by tafl.test (Taflpost) with SMTP; Sat, 21 Nov 2026 12:01:01 +0000";
        let relayed = "from mx.provider.test (mx.provider.test [IPv6:2001:db8:7::1]) by box (Postfix); Sat, 21 Nov 2026 12:01:00 +0000";
        assert_eq!(of(&[handed_on, relayed, TAKEN]), noon);
        assert_eq!(of_server(&[FETCHED, TAKEN], "*.provider.test"), noon);
    }

    /// A sender can write anything below the lines of our servers. And a server may not be the one that we think it is.
    #[test]
    fn nobody_else_tells_the_time() {
        let forged = TAKEN.replace("13:00:07", "19:30:00").replace("mail.fjord.test", "evil.test");
        assert_eq!(of(&[FETCHED, TAKEN, &forged]), Some("2026-11-21T12:00:07+00:00".to_owned()), "below the true one");
        let true_server = TAKEN.replace("by mx.provider.test", "by mx1.provider.test");
        assert_eq!(of(&[FETCHED, &true_server, &forged]), None, "the server uses another name for itself");
        let elsewhere = "from evil.test by mail.evil.test; Sat, 21 Nov 2026 12:00:00 +0000";
        assert_eq!(of(&[FETCHED, elsewhere, &forged]), None);
        assert_eq!(of(&[elsewhere, FETCHED, &forged]), None);
        assert_eq!(of(&[&forged]), None, "none of ours stands above it");
        assert_eq!(of(&[FETCHED]), None);
        let no_by = "from evil.test; Sat, 21 Nov 2026 12:00:00 +0000";
        assert_eq!(of(&[FETCHED, no_by, TAKEN]), None);
        for server in ["", "none", "provider.test", "box"] {
            assert_eq!(of_server(&[FETCHED, TAKEN], server), None, "{server}");
        }
        for date in ["", "noon", "; ;", "Sat, 99 Nov 2026"] {
            let broken = TAKEN.replace("Sat, 21 Nov 2026 13:00:07 +0100 (CET)", date);
            assert_eq!(of(&[FETCHED, &broken]), None, "{date}");
        }
    }

    /// The clock of this machine is the one in doubt, so it cannot confirm itself.
    #[test]
    fn a_server_on_this_machine_tells_nothing() {
        let here = "from mx.provider.test (localhost [127.0.0.1]) by tafl.test (Taflpost) with LMTP; Sat, 21 Nov 2026 12:00:01 +0000";
        for from in
            ["127.0.0.1", "10.0.0.7", "192.168.178.2", "172.17.0.3", "IPv6:::1", "IPv6:fd00::2", "::ffff:10.0.0.1"]
        {
            assert_eq!(of(&[&here.replace("127.0.0.1", from), TAKEN]), None, "{from}");
        }
        assert_eq!(of(&[&here.replace(" (localhost [127.0.0.1])", ""), TAKEN]), None);
        assert_eq!(of(&[FETCHED, here, TAKEN]), None, "the nearest counts");
    }

    #[test]
    fn hostile_headers_end() {
        let many = vec!["by box"; 5_000];
        assert_eq!(of(&many), None);
        assert_eq!(stamp(&vec![b'R'; 1 << 20], &TrustedServer::default(), is_public), None);
        assert_eq!(stamp("Receiv\u{e9}d: x\r\n\u{e9}".as_bytes(), &TrustedServer::default(), is_public), None);
    }
}
