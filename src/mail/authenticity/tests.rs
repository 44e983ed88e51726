//! Headers as mail servers write them, and what they say about the sender.

use super::*;
use crate::mail::message::Message;
use crate::mail::own_addresses::Own;
use chrono::{DateTime, Utc};

fn now() -> DateTime<Utc> {
    "2026-11-21T10:00:05Z".parse().unwrap()
}

/// What the results of this server mean if the mail comes by the hosts in `hops`.
fn verdict_by(trusted: &str, hops: &[&str], from: &str, head: &str) -> Authenticity {
    let raw = format!("{}\nFrom: {from}\nTo: club@tafl.test\nDate: 21 Nov 2026 09:59 +0000\n\nd6-f6\n", head.trim());
    let message = Message::read(raw.as_bytes(), &Own::new(vec!["club@tafl.test".parse().unwrap()])).unwrap();
    let id = if trusted.is_empty() { Authserv::Nobody } else { trusted.parse().unwrap() };
    let hops = hops.iter().map(|hop| hop.parse().unwrap()).collect();
    message.authenticity(&TrustedServer { id, hops }, now())
}

fn verdict(trusted: &str, from: &str, head: &str) -> Authenticity {
    verdict_by(trusted, &[], from, head)
}

use Authenticity::{Copied, Forged, Genuine, Unknown};

fn file(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/senders/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Headers as twelve providers and mail servers write them: the setting, the name, the headers.
fn providers() -> Vec<(String, String, String)> {
    let folder = format!("{}/tests/senders/providers", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() >= 12, "{names:?}");
    let read = |name: String| {
        let text = file(&format!("providers/{name}"));
        let (first, head) = text.split_once('\n').unwrap();
        (first.strip_prefix("authserv_id = ").unwrap().to_owned(), name, head.trim_end().to_owned())
    };
    names.into_iter().map(read).collect()
}

#[test]
fn what_providers_write_is_understood() {
    for (trusted, name, head) in providers() {
        let (trusted, head) = (trusted.as_str(), head.as_str());
        assert_eq!(verdict(trusted, "ann@fjord.test", head), Genuine, "{name}");
        assert_eq!(
            verdict(trusted, "ann@desk.FJORD.test", head),
            if head.contains("dkim=pass") { Genuine } else { Unknown }
        );
        assert_eq!(verdict(trusted, "ann@sund.test", head), Unknown, "{name}");
        assert_eq!(verdict(trusted, "ann@xfjord.test", head), Unknown, "{name}");
        assert_eq!(verdict("", "ann@fjord.test", head), Unknown, "{name}");
        assert_eq!(verdict("mx.other.test", "ann@fjord.test", head), Unknown, "{name}");
        if head.contains("dmarc=pass") {
            let forged = head.replace("dmarc=pass", "dmarc=fail");
            assert_eq!(verdict(trusted, "ann@fjord.test", &forged), Forged, "{name}");
        }
        for verified in ["dkim=none", "dkim=fail", "dkim=neutral"] {
            let unsigned = head.replace("dkim=pass", verified).replace("dmarc=pass", "dmarc=none");
            assert_eq!(verdict(trusted, "ann@fjord.test", &unsigned), Unknown, "{name}: spf alone is not enough");
        }
    }
}

#[test]
fn a_forged_header_below_the_trusted_one_is_not_looked_at() {
    for (trusted, name, head) in providers() {
        let (trusted, head) = (trusted.as_str(), head.as_str());
        let honest = head.replace("dkim=pass", "dkim=none").replace("dmarc=pass", "dmarc=none");
        for server in ["", "mx.google.com;", "gmx.net;", "mx.club.test;", "phl-mx-03.messagingengine.com;"] {
            let below = format!(
                "{honest}\nAuthentication-Results: {server} dmarc=pass header.from=fjord.test\n\
                 Received: from a.outlook.com by b.outlook.com with SMTP"
            );
            assert_eq!(verdict(trusted, "ann@fjord.test", &below), Unknown, "{name} {server}");
            let disgrace = format!("{head}\nAuthentication-Results: {server} dmarc=fail header.from=fjord.test");
            assert_eq!(verdict(trusted, "ann@fjord.test", &disgrace), Genuine, "{name} {server}");
        }
    }
}

#[test]
fn a_header_that_cannot_be_read_hides_those_below() {
    let pass = "Authentication-Results: mx.club.test; dmarc=pass header.from=fjord.test";
    assert_eq!(verdict("mx.club.test", "ann@fjord.test", pass), Genuine);
    let near = format!("Authentication-Results: filter.club.test; dmarc=fail\n{pass}");
    assert_eq!(verdict("mx.club.test", "ann@fjord.test", &near), Genuine);
    for other in ["list.test; dmarc=none", "mx.clubs.test; none", "dmarc=pass header.from=fjord.test"] {
        let head = format!("Authentication-Results: {other}\n{pass}");
        assert_eq!(verdict("mx.club.test", "ann@fjord.test", &head), Unknown, "{other}");
    }
    let long = format!("Authentication-Results: mx.club.test;{}", " dkim=none;\n".repeat(1000));
    let broken = "Authentication-Results: mx.club.test; spf=pass smtp.mailfrom=\"a";
    for spoilt in [long.trim(), broken, "Authentication-Results: mx.club.test 2; dmarc=none", "Authentication-Results:"]
    {
        assert_eq!(verdict("mx.club.test", "ann@fjord.test", &format!("{spoilt}\n{pass}")), Unknown, "{spoilt}");
    }
}

#[test]
fn the_sender_s_own_words_in_a_header_count_for_nothing() {
    for written in [
        "spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=fjord.test\"@else.test",
        "spf=pass smtp.mailfrom==?utf-8?q?=3B_dmarc=3Dpass_header.from=3Dfjord.test?=@else.test",
        "spf=pass (domain of a\\); dmarc=pass (b@else.test) smtp.mailfrom=x",
        "dkim=pass header.d=else.test header.i=@fjord.test",
        "dkim=pass header.d=test",
        "dkim=pass header.d=",
        "dkim=pass header.s=fjord.test",
        "dkim=fail header.d=fjord.test; dkim=pass header.d=else.test",
        "dmarc=pass header.from=else.test",
        "dmarc=pass",
        "dmarc=pass header.from=",
        "dmarc=none; dmarc=pass header.from=fjord.test",
        "dmarc=bestguesspass header.from=fjord.test",
        "spf=pass smtp.mailfrom=ann@fjord.test",
    ] {
        let head = format!("Authentication-Results: mx.club.test; {written}");
        assert_eq!(verdict("mx.club.test", "ann@fjord.test", &head), Unknown, "{written}");
    }
}

#[test]
fn dmarc_fail_outweighs_everything() {
    for written in [
        "dmarc=fail",
        "DMARC=Fail (p=none) header.from=fjord.test",
        "dkim=pass header.d=fjord.test; dmarc=fail",
        "dmarc=pass header.from=fjord.test; dmarc=fail",
    ] {
        let head = format!("Authentication-Results: MX.club.test; {written}");
        assert_eq!(verdict("mx.club.test", "ann@fjord.test", &head), Forged, "{written}");
    }
}

#[test]
fn without_a_name_only_a_header_from_inside_counts() {
    let inside = |from: &str, by: &str| format!("Received: from {from} by {by} with SMTP; today\n");
    let pass = "Authentication-Results: dmarc=pass header.from=fjord.test\n";
    let named = "Authentication-Results: mx.fjord.test; dmarc=pass header.from=fjord.test\n";
    let border = inside("mail.fjord.test", "c.outlook.com");
    let home = inside("b.outlook.com", "a.outlook.com");
    for (head, expected) in [
        (format!("{home}{pass}{border}"), Genuine),
        (format!("{pass}{home}{border}"), Genuine),
        (format!("{pass}{border}"), Genuine),
        (format!("{home}{border}{pass}"), Unknown),
        (format!("{home}{pass}"), Unknown),
        (format!("{home}{pass}{}", inside("x.else.test", "y.else.test")), Unknown),
        (format!("{home}{named}{border}"), Unknown),
        (format!("{home}{named}{pass}{border}"), Unknown),
        (pass.to_owned(), Unknown),
        (format!("{}{pass}{border}", inside("a.outlook.com", "fetch.club.test")), Unknown),
        (format!("{}{pass}{}", inside("a.co.uk", "b.co.uk"), inside("x.test", "a.co.uk")), Unknown),
        (format!("{}{pass}{}", inside("a.b.co.uk", "b.co.uk"), inside("x.test", "a.b.co.uk")), Genuine),
        (format!("Received: with nothing\n{pass}{border}"), Unknown),
    ] {
        assert_eq!(verdict("none", "ann@fjord.test", &head), expected, "{head}");
    }
}

/// The text of the file of spellings, with `\u{...}` and the like decoded.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, if c == '\\' { rest.next() } else { None }) {
            (_, None) => out.push(c),
            (_, Some('u')) => {
                let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                out.push(char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap());
            }
            (_, Some('r')) => out.push('\r'),
            (_, Some('n')) => out.push('\n'),
            (_, Some('t')) => out.push('\t'),
            (_, Some(c)) => out.push(c),
        }
    }
    out
}

#[test]
fn the_name_of_the_server_counts_as_the_server_writes_it_and_no_other_way() {
    let below = "Authentication-Results: mx.lab.test; dmarc=pass header.from=fjord.test";
    let said = |head: &str| verdict("mx.lab.test", "ann@fjord.test", head);
    let mut seen = 0;
    let text = file("spellings.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (kind, spelling) = line.split_at(7);
        let spelling = unescaped(spelling);
        let (alone, above) = match kind.trim() {
            "counts" => (Genuine, Genuine),
            "passes" => (Unknown, Genuine),
            "ends" => (Unknown, Unknown),
            other => panic!("{other}"),
        };
        // A body of its own keeps the last header line from being trimmed.
        assert_eq!(said(&format!("{spelling}\r\nX-Next: x")), alone, "{line}");
        assert_eq!(said(&format!("{spelling}\r\n{below}")), above, "{line}");
        seen += 1;
    }
    assert!(seen >= 200, "{seen}");
}

#[test]
fn a_mail_fetched_from_the_provider_proves_as_much() {
    let fetched = [
        (
            "fetchmail",
            "Received: from imap.provider.test [203.0.113.5]\n\tby box.home.test with IMAP (fetchmail-6.4.37)\n\tfor <tafl@localhost> (single-drop); Sat, 21 Nov 2026 11:00:04 +0100 (CET)",
        ),
        (
            "getmail",
            "Return-Path: <ann@fjord.test>\nDelivered-To: club@gmail.com\nReceived: from imap.provider.test by box.home.test with IMAP4-SSL\n\tgetmail6 (6.19.05) ; 21 Nov 2026 10:00:04 -0000",
        ),
        (
            "fetchmail, Postfix",
            "Received: from localhost (localhost [127.0.0.1])\n\tby box.home.test (Postfix) with ESMTP id 4GHI\n\tfor <tafl@localhost>; Sat, 21 Nov 2026 11:00:04 +0100 (CET)\nReceived: from imap.provider.test [203.0.113.5]\n\tby box.home.test with IMAP (fetchmail-6.4.37); Sat, 21 Nov 2026 11:00:04 +0100 (CET)",
        ),
        ("a filter of our own", "Authentication-Results: box.home.test; none\nReceived: from a by box.home.test; x"),
    ];
    for (trusted, name, head) in providers() {
        for (by, lines) in fetched {
            let whole = format!("{lines}\n{head}");
            for hops in [&["box.home.test"][..], &["box"], &["*.home.test"], &["a.test", "box.home.test"]] {
                assert_eq!(verdict_by(&trusted, hops, "ann@fjord.test", &whole), Genuine, "{name} {by} {hops:?}");
            }
            // Nobody has said that this host is ours.
            for hops in [&[][..], &["home.test"], &["box.away.test"]] {
                assert_eq!(verdict_by(&trusted, hops, "ann@fjord.test", &whole), Unknown, "{name} {by} {hops:?}");
            }
        }
    }
}

#[test]
fn what_the_server_wrote_when_the_mail_came_by_another_way_counts_for_nothing() {
    for (trusted, name, head) in providers() {
        let list = format!("Received: from mx.list.test by mx.list.test with LMTP\n{head}");
        assert_eq!(verdict(&trusted, "ann@fjord.test", &list), Unknown, "{name}");
        let filter = format!("Authentication-Results: mx.list.test; dmarc=none\n{head}");
        assert_eq!(verdict(&trusted, "ann@fjord.test", &filter), Unknown, "{name}");
    }
}

/// A mail with these headers whose From the server calls genuine.
fn written(head: &str) -> Authenticity {
    let raw = format!(
        "Authentication-Results: mx.club.test; dmarc=pass header.from=fjord.test\nFrom: ann@fjord.test\n{head}\n\nd6-f6\n"
    );
    let own = ["club@tafl.test", "old@tafl.test"].map(|own| own.parse().unwrap());
    let message = Message::read(raw.as_bytes(), &Own::new(own.to_vec())).unwrap();
    message.authenticity(&"mx.club.test".parse::<Authserv>().unwrap().into(), now())
}

#[test]
fn a_mail_proves_nothing_that_was_not_written_to_us() {
    let date = "Date: Sat, 21 Nov 2026 10:00:00 +0000";
    for (to, expected) in [
        ("To: club@tafl.test", Genuine),
        ("To: The Club <CLUB+12.k7qf9x2mpd4wt3ha@TAFL.test>", Genuine),
        ("To: old@tafl.test", Genuine),
        ("To: bob@sund.test, club@tafl.test", Genuine),
        ("To: bob@sund.test\nCc: club@tafl.test", Genuine),
        ("To: friends: bob@sund.test, club@tafl.test;", Genuine),
        ("To: bob@sund.test", Copied),
        ("To: undisclosed-recipients:;", Copied),
        ("To: \"club@tafl.test\" <bob@sund.test>", Copied),
        ("X-To: club@tafl.test", Copied),
        ("Delivered-To: club@tafl.test\nTo: bob@sund.test", Copied),
        ("Resent-To: club@tafl.test\nTo: bob@sund.test", Copied),
        ("Bcc: club@tafl.test", Copied),
        // The upper one may have been added to a signed mail.
        ("To: club@tafl.test\nTo: bob@sund.test", Copied),
        ("To: bob@sund.test\nTo: club@tafl.test", Copied),
        ("DKIM-Signature: d=fjord.test; h=from:to:date\nTo: club@tafl.test", Genuine),
        ("DKIM-Signature: d=fjord.test; h=from:to:date\nTo: bob@sund.test\nCc: club@tafl.test", Copied),
        ("DKIM-Signature: d=fjord.test; h=from:date\nTo: club@tafl.test", Copied),
        ("DKIM-Signature: d=fjord.test; h=from:to\nTo: club@tafl.test", Copied),
    ] {
        assert_eq!(written(&format!("{to}\n{date}")), expected, "{to}");
    }
}

#[test]
fn a_date_far_off_loses_the_proof() {
    for (date, expected) in [
        ("Sat, 21 Nov 2026 10:00:00 +0000", Genuine),
        ("21 Nov 2026 09:59", Genuine),
        ("Sun, 22 Nov 2026 02:00:00 +0000", Genuine),
        ("Sun, 8 Nov 2026 10:00:00 +0000", Genuine),
        ("Fri, 6 Nov 2026 10:00:00 +0000", Copied),
        ("Mon, 23 Nov 2026 10:00:00 +0000", Copied),
        ("Sat, 21 Nov 1926 10:00:00 +0000", Copied),
        ("Sat, 21 Nov 999999 10:00:00 +0000", Copied),
        ("yesterday", Copied),
        ("", Copied),
        ("Sat, 21 Nov 2026 10:00:00 +0000\nDate: Sat, 21 Nov 2026 10:00:00 +0000", Copied),
    ] {
        assert_eq!(written(&format!("To: club@tafl.test\nDate: {date}")), expected, "{date}");
    }
    assert_eq!(written("To: club@tafl.test"), Copied);
}
