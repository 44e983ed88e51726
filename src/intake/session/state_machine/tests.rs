//! Whole sessions: what goes in, and the codes that come out.

use super::*;
use crate::intake::session::line::LINE_BYTES_MAX;
use crate::mail::Own;
use crate::store::Door;
use chrono::DateTime;
use proptest::prelude::*;

fn host() -> Arc<Host> {
    let own = Own::new(vec!["Club@tafl.test".parse().unwrap()]);
    Arc::new(Host::new("door.test", own))
}

/// Everything that comes out if these pieces go in and every mail is stored.
fn talk<'a>(protocol: Protocol, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Step> {
    let mut session = Session::new(protocol, host());
    let mut steps = Vec::new();
    for mut piece in std::iter::once(&b""[..]).chain(pieces) {
        loop {
            match session.step(&mut piece) {
                Step::NeedInput => break,
                Step::Close => {
                    steps.push(Step::Close);
                    return steps;
                }
                Step::Mail(mail) => {
                    steps.push(Step::Mail(mail));
                    steps.push(Step::Reply(session.settle(Receipt::Stored)));
                }
                reply => steps.push(reply),
            }
        }
        assert!(piece.is_empty(), "left on the wire: {piece:?}");
    }
    steps
}

/// The first three characters of every reply line, and the mails.
fn outline(steps: &[Step]) -> (String, Vec<Mail>) {
    let mut codes = Vec::new();
    let mut mails = Vec::new();
    for step in steps {
        match step {
            Step::Reply(text) => codes.extend(text.lines().map(|line| line[..3].to_owned())),
            Step::Mail(mail) => mails.push(mail.clone()),
            Step::Close => codes.push("close".to_owned()),
            Step::NeedInput => {}
        }
    }
    (codes.join(" "), mails)
}

fn check(protocol: Protocol, wire: &str, codes: &str) -> Vec<Mail> {
    let (found, mails) = outline(&talk(protocol, [wire.as_bytes()]));
    assert_eq!(found, codes, "{wire}");
    mails
}

const ONE_MAIL: &str = "MAIL FROM:<ann@example.org>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\n\
                        Subject: help\r\n\r\n..\r\n.\r\n";

#[test]
fn a_mail_comes_over_smtp() {
    let wire = format!("EHLO ann.example\r\n{ONE_MAIL}QUIT\r\n");
    let mails = check(Protocol::Smtp, &wire, "220 250 250 250 250 250 250 250 250 354 250 221 close");
    assert_eq!(mails[0].text, b"Subject: help\r\n\r\n.\r\n");
    assert_eq!(mails[0].from, "ann@example.org");
    let incoming = mails[0].clone().into_incoming("127.0.0.1:999", "2026-11-21T12:00:00Z".parse().unwrap());
    assert_eq!(
        String::from_utf8(incoming.raw).unwrap(),
        "Received: from ann.example (127.0.0.1:999)\r\n\tby door.test (Taflpost) with ESMTP;\r\n\
         \tSat, 21 Nov 2026 12:00:00 +0000\r\nSubject: help\r\n\r\n.\r\n"
    );
    assert_eq!(incoming.door, Door::Smtp);
}

#[test]
fn lmtp_answers_for_each_recipient_that_was_taken() {
    let mails = check(
        Protocol::Lmtp,
        "LHLO mx\r\nMAIL FROM:<>\r\nRCPT TO:<club+12.k7qf@tafl.test>\r\nRCPT TO:<nobody@tafl.test>\r\n\
         RCPT TO:<CLUB@TAFL.TEST>\r\nDATA\r\n.\r\nNOOP\r\n",
        "220 250 250 250 250 250 250 250 250 550 250 354 250 250 250",
    );
    assert_eq!(mails[0].from, "");
    assert_eq!(mails[0].to, ["club+12.k7qf@tafl.test", "CLUB@TAFL.TEST"]);
    assert_eq!(mails[0].text, b"");
}

#[test]
fn each_language_at_its_own_door() {
    check(Protocol::Smtp, "LHLO a\r\nHELO a\r\n", "220 500 250");
    check(Protocol::Lmtp, "EHLO a\r\nHELO a\r\n", "220 500 500");
}

#[test]
fn commands_out_of_order_are_refused() {
    let wire = format!(
        "{ONE_MAIL}HELO a\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\nMAIL FROM:<a@b>\r\nMAIL FROM:<a@b>\r\nDATA\r\n"
    );
    check(
        Protocol::Smtp,
        &wire,
        // Without a greeting there is no sender, no recipient and no text, and its lines are not commands.
        "220 503 503 503 500 500 500 500 250 503 503 250 503 503",
    );
}

#[test]
fn only_our_addresses_are_taken() {
    for (to, code) in [
        ("club@tafl.test", "250"),
        ("cLuB+anything@TAFL.test", "250"),
        ("clubb@tafl.test", "550"),
        ("club@elsewhere.test", "550"),
        ("club", "550"),
        ("\"club\"@tafl.test", "550"),
        ("club@tafl.test@elsewhere.test", "550"),
        ("club%elsewhere.test@tafl.test", "550"),
    ] {
        let wire = format!("HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<{to}>\r\n");
        check(Protocol::Smtp, &wire, &format!("220 250 250 {code}"));
    }
}

/// Such a mail was once refused with 552, and the relay sent a bounce to the address in the mail, which may be forged.
#[test]
fn a_size_that_is_told_is_no_reason_to_refuse_a_mail() {
    let steps = talk(Protocol::Lmtp, [&b"LHLO a\r\n"[..]]);
    let says = |words: &str| steps.iter().any(|step| matches!(step, Step::Reply(reply) if reply.contains(words)));
    assert!(says("250-SIZE 0\r\n"), "0 is no greatest size: {steps:?}");
    check(Protocol::Smtp, "HELO a\r\nMAIL FROM:<a@b> SIZE=99999999999999999999\r\n", "220 250 250");
}

#[test]
fn a_mail_that_is_too_long_is_cut_and_accepted() {
    let mut session = Session::new(Protocol::Smtp, host());
    let mut size = 0;
    let feed = |session: &mut Session, mut bytes: &[u8]| {
        loop {
            match session.step(&mut bytes) {
                Step::NeedInput => return None,
                Step::Mail(mail) => return Some(mail),
                _ => {}
            }
        }
    };
    feed(&mut session, b"HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\n");
    let line = [[b'x'; 98].as_slice(), b"\r\n"].concat().repeat(100);
    for _ in 0..500 {
        assert_eq!(feed(&mut session, &line), None);
        size += line.len();
    }
    let mail = feed(&mut session, b".\r\n").unwrap();
    assert_eq!(mail.size_bytes, size as u64);
    assert!(mail.text.ends_with(b"x\r\n"));
    let raw = mail.into_incoming("unix", DateTime::UNIX_EPOCH).raw;
    assert!((1_040_000..=MESSAGE_BYTES_MAX).contains(&raw.len()));
    assert!(session.settle(Receipt::Stored).starts_with("250"));
    assert_eq!(session.settle(Receipt::Stored), "");
}

#[test]
fn a_peer_that_errs_or_chats_without_end_is_dismissed() {
    let errors = "500 ".repeat(20);
    check(Protocol::Smtp, &"what\r\n".repeat(30), &format!("220 {errors}421 close"));
    let chats = "250 ".repeat(100);
    check(Protocol::Smtp, &"NOOP\r\n".repeat(200), &format!("220 {chats}421 close"));
}

#[test]
fn lines_are_bounded_and_end_in_cr_lf() {
    let long = format!("NOOP {}\r\nNOOP\r\nNOOP\nNOOP\r\n", "x".repeat(5_000));
    check(Protocol::Smtp, &long, "220 500 250 500 250");
    let fits = format!("NOOP {}\r\n", "x".repeat(LINE_BYTES_MAX - 7));
    check(Protocol::Smtp, &fits, "220 250");
}

#[test]
fn the_hundred_and_first_recipient_comes_with_another_mail() {
    let recipients = "RCPT TO:<club@tafl.test>\r\n".repeat(102);
    let wire = format!("LHLO a\r\nMAIL FROM:<a@b>\r\n{recipients}DATA\r\n.\r\n");
    let mails = check(
        Protocol::Lmtp,
        &wire,
        &format!("220 {}452 452 354 {}250", "250 ".repeat(6 + 1 + 100), "250 ".repeat(99)),
    );
    assert_eq!(mails[0].to.len(), 100);
}

#[test]
fn nothing_is_said_inside_a_text() {
    let mut session = Session::new(Protocol::Smtp, host());
    assert!(session.dismiss(Dismissal::Closing).starts_with("421 4.3.2 door.test is shutting down"));
    let mut session = Session::new(Protocol::Smtp, host());
    let mut wire: &[u8] = b"HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\nhello";
    while session.step(&mut wire) != Step::NeedInput {}
    assert!(!session.is_between_mails());
    assert_eq!(session.dismiss(Dismissal::Closing), "");
    assert_eq!(session.step(&mut wire), Step::Close);
}

/// Parts of a session, sensible and not.
fn wire() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"EHLO a\r\n".to_vec()),
        Just(b"LHLO a\r\n".to_vec()),
        Just(b"MAIL FROM:<a@b>\r\n".to_vec()),
        Just(b"RCPT TO:<club@tafl.test>\r\n".to_vec()),
        Just(b"DATA\r\n".to_vec()),
        Just(b"\r\n.\r\n".to_vec()),
        Just(b"\n.\r\n".to_vec()),
        Just(b".".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"QUIT\r\n".to_vec()),
        Just(vec![b'x'; 3_000]),
        prop::collection::vec(any::<u8>(), 0..20),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn pieces_do_not_matter(
        wire in wire(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        protocol in prop_oneof![Just(Protocol::Smtp), Just(Protocol::Lmtp)],
    ) {
        let whole = talk(protocol, [wire.as_slice()]);
        let bytewise = talk(protocol, wire.chunks(1));
        prop_assert_eq!(&whole, &bytewise);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(wire.len() + 1)).collect();
        cuts.extend([0, wire.len()]);
        cuts.sort_unstable();
        let pieces = cuts.windows(2).map(|pair| &wire[pair[0]..pair[1]]);
        prop_assert_eq!(&whole, &talk(protocol, pieces));
    }

    #[test]
    fn after_the_text_comes_250_or_451_and_nothing_else(wire in wire(), stored in any::<bool>()) {
        let mut session = Session::new(Protocol::Lmtp, host());
        let mut rest = wire.as_slice();
        loop {
            match session.step(&mut rest) {
                Step::NeedInput | Step::Close => break,
                Step::Reply(_) => {}
                Step::Mail(mail) => {
                    let (answer, code) = if stored { (Receipt::Stored, "250") } else { (Receipt::NotNow, "451") };
                    let reply = session.settle(answer);
                    prop_assert_eq!(reply.lines().count(), mail.to.len());
                    prop_assert!(reply.lines().all(|line| line.starts_with(code)));
                }
            }
        }
    }
}
