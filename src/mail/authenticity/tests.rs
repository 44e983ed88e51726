//! Headers as mail servers write them, and the verdict on the sender that they come to.

use super::*;
use crate::mail::message::{Message, Own};

fn verdict(trusted: &str, from: &str, head: &str) -> Authenticity {
    let raw = format!("{}\nFrom: {from}\nTo: club@tafl.test\n\nd6-f6\n", head.trim());
    let message = Message::read(raw.as_bytes(), &Own::default()).unwrap();
    let trusted = if trusted.is_empty() { Authserv::Nobody } else { trusted.parse().unwrap() };
    message.authenticity(&trusted)
}

use Authenticity::{Forged, Genuine, Unknown};

const GMAIL: &str = "\
Delivered-To: club@gmail.com
Received: by 2002:a05:6402:1a4:b0:5d0:1234:abcd with SMTP id x4csp123456edv;
        Sat, 21 Nov 2026 02:00:01 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com;
       dkim=fail header.i=@fjord.test
Return-Path: <ann@fjord.test>
Received: from mail.fjord.test (mail.fjord.test. [192.0.2.7])
        by mx.google.com with ESMTPS id a1si100edb.1.2026.11.21.02.00.01
        for <club@gmail.com>
        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);
        Sat, 21 Nov 2026 02:00:01 -0800 (PST)
Authentication-Results: mx.google.com;
       dkim=pass header.i=@fjord.test header.s=m1 header.b=AbC+/d=;
       spf=pass (google.com: domain of ann@fjord.test designates 192.0.2.7 as permitted sender) smtp.mailfrom=ann@fjord.test;
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=fjord.test";

const MICROSOFT: &str = "\
Received: from AM0PR05MB0001.eurprd05.prod.outlook.com (2603:10a6:208:1::1)
 by DB8PR05MB0002.eurprd05.prod.outlook.com with HTTPS; Sat, 21 Nov 2026 10:00:03 +0000
Received: from DB6PR07CA0123.eurprd07.prod.outlook.com (2603:10a6:6:2d::9)
 by AM0PR05MB0001.eurprd05.prod.outlook.com (2603:10a6:208:1::1) with Microsoft SMTP Server
 (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.1.1; Sat, 21 Nov 2026 10:00:02 +0000
Received: from DB5EUR03FT012.eop-EUR03.prod.protection.outlook.com
 (2603:10a6:6:2d:cafe::1) by DB6PR07CA0123.outlook.office365.com
 (2603:10a6:6:2d::9) with Microsoft SMTP Server id 15.20.1.1 via Frontend Transport; Sat, 21 Nov 2026 10:00:02 +0000
Authentication-Results: spf=pass (sender IP is 192.0.2.7)
 smtp.mailfrom=fjord.test; dkim=pass (signature was verified)
 header.d=fjord.test;dmarc=pass action=none
 header.from=fjord.test;compauth=pass reason=100
Received-SPF: Pass (protection.outlook.com: domain of fjord.test designates
 192.0.2.7 as permitted sender) receiver=protection.outlook.com;
 client-ip=192.0.2.7; helo=mail.fjord.test; pr=C
Received: from mail.fjord.test (192.0.2.7) by
 DB5EUR03FT012.mail.protection.outlook.com (10.152.20.1) with Microsoft SMTP
 Server (version=TLS1_3, cipher=TLS_AES_256_GCM_SHA384) id 15.20.1.1; Sat, 21 Nov 2026 10:00:01 +0000";

const FASTMAIL: &str = "\
Received: from phl-compute-01.internal (phl-compute-01.internal [10.202.2.41])
\t by sloti1n01 (Cyrus 3.13.0) with LMTPA; Sat, 21 Nov 2026 05:00:02 -0500
Authentication-Results: phl-mx-03.messagingengine.com;
    dkim=pass (2048-bit rsa key sha256) header.d=fjord.test header.i=@fjord.test header.b=AbCdEfGh
      header.a=rsa-sha256 header.s=m1 x-bits=2048;
    dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none
      policy.evaluated-disposition=none (p=none,d=none,d.eval=none) policy.policy-from=p header.from=fjord.test;
    iprev=pass smtp.remote-ip=192.0.2.7 (mail.fjord.test);
    spf=pass smtp.mailfrom=ann@fjord.test smtp.helo=mail.fjord.test;
    x-tls=pass smtp.version=TLSv1.3 smtp.cipher=TLS_AES_256_GCM_SHA384 smtp.bits=256/256";

const GMX: &str = "\
Return-Path: <ann@fjord.test>
Authentication-Results:  gmx.net; dkim=pass header.i=@fjord.test
Received: from mail.fjord.test ([192.0.2.7]) by mx.gmx.net (mxgmx017
 [203.0.113.9]) with ESMTPS (Nemesis) id 1Mabcd-1x for <club@gmx.net>; Sat, 21 Nov 2026 11:00:01 +0100";

const OPENDKIM: &str = "\
Authentication-Results: mx.club.test;
\tdkim=pass (2048-bit key; unprotected) header.d=fjord.test header.i=@fjord.test header.a=rsa-sha256 header.s=m1 header.b=AbCdEfGh;
\tdkim-atps=neutral
Received: from mail.fjord.test (mail.fjord.test [192.0.2.7])
\tby mx.club.test (Postfix) with ESMTPS id 4ABC; Sat, 21 Nov 2026 10:00:01 +0000 (UTC)";

const RSPAMD: &str = "\
Authentication-Results: mx.club.test;
\tdkim=pass header.d=fjord.test header.s=m1 header.b=AbCdEfGh;
\tdmarc=pass (policy=none) header.from=fjord.test;
\tspf=pass (mx.club.test: domain of ann@fjord.test designates 192.0.2.7 as permitted sender) smtp.mailfrom=ann@fjord.test
Received: from mail.fjord.test (mail.fjord.test [192.0.2.7])
\tby mx.club.test (Postfix) with ESMTPS id 4ABC; Sat, 21 Nov 2026 10:00:01 +0000 (UTC)";

const PROVIDERS: [(&str, &str, &str); 6] = [
    ("mx.google.com", "Gmail", GMAIL),
    ("none", "Microsoft", MICROSOFT),
    ("*.messagingengine.com", "Fastmail", FASTMAIL),
    ("gmx.net", "GMX", GMX),
    ("mx.club.test", "OpenDKIM", OPENDKIM),
    ("mx.club.test", "rspamd", RSPAMD),
];

#[test]
fn what_providers_write_is_understood() {
    for (trusted, name, head) in PROVIDERS {
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
    for (trusted, name, head) in PROVIDERS {
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
    let other = format!("Authentication-Results: list.test; dmarc=fail\n{pass}");
    assert_eq!(verdict("mx.club.test", "ann@fjord.test", &other), Genuine);
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

#[test]
fn names_of_mail_servers_are_checked() {
    for good in ["mx.google.com", "gmx.net", "*.messagingengine.com", "none", "localhost", "[192.0.2.1]"] {
        assert!(good.parse::<Authserv>().is_ok(), "{good}");
    }
    for bad in ["", "*", "*.", "*.com", "mx.*.org", "mx google", "mx;x", "a=b", "m\u{e9}x", "*..org"] {
        assert!(bad.parse::<Authserv>().is_err(), "{bad}");
    }
    let below: Authserv = "*.messagingengine.com".parse().unwrap();
    assert!(below.is_called(Some("MX3.messagingengine.com")));
    for other in
        ["messagingengine.com", ".messagingengine.com", "xmessagingengine.com", "mx.messagingengine.com.else.test"]
    {
        assert!(!below.is_called(Some(other)), "{other}");
    }
}
