//! Mails come in.

use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;
use taflpost::intake::listener::{Endpoint, Limits, Listener};
use taflpost::intake::{BindAddr, Host, Protocol};
use taflpost::mail::Own;
use taflpost::store::SpoolState;

fn host() -> Host {
    Host::new("door.test", Own::new(vec!["club@tafl.test".parse().unwrap()]))
}

/// An SMTP door on a port of this machine, an LMTP door in the folder.
fn open(world: &World, writer: &Writer, limits: Limits) -> Listener {
    let gates = [
        Endpoint { protocol: Protocol::Smtp, at: "127.0.0.1:0".parse().unwrap() },
        Endpoint { protocol: Protocol::Lmtp, at: BindAddr::Unix(world.folder.path().join("lmtp")) },
    ];
    Listener::open(&gates, host(), limits, writer.clone(), noon_clock()).unwrap()
}

/// One end of a talk.
struct Peer<S: Read + Write> {
    stream: BufReader<S>,
}

impl<S: Read + Write> Peer<S> {
    fn say(&mut self, text: &str) {
        self.stream.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// The codes of the next replies, a reply of several lines counted once; `close` at the end.
    fn hear(&mut self, replies: usize) -> String {
        let mut codes = Vec::new();
        while codes.len() < replies {
            let mut line = String::new();
            match self.stream.read_line(&mut line) {
                Ok(0) | Err(_) => codes.push("close".to_owned()),
                Ok(_) if line.as_bytes().get(3) == Some(&b'-') => {}
                Ok(_) => codes.push(line[..3].to_owned()),
            }
        }
        codes.join(" ")
    }
}

fn smtp(listener: &Listener) -> Peer<TcpStream> {
    let BindAddr::Tcp(at) = &listener.gates()[0].at else { panic!("a port") };
    Peer { stream: BufReader::new(TcpStream::connect(at).unwrap()) }
}

fn lmtp(listener: &Listener) -> Peer<UnixStream> {
    let BindAddr::Unix(at) = &listener.gates()[1].at else { panic!("a path") };
    Peer { stream: BufReader::new(UnixStream::connect(at).unwrap()) }
}

const ENVELOPE: &str = "EHLO ann.test\r\nMAIL FROM:<ann@example.org>\r\nRCPT TO:<club+12.k@tafl.test>\r\nDATA\r\n";

fn text(id: &str) -> String {
    format!("From: ann@example.org\r\nMessage-ID: <{id}@example.org>\r\nSubject: help\r\n\r\n..dot\r\n.\r\n")
}

/// The raw mails in the spool, the newest first.
fn spooled(world: &World) -> Vec<String> {
    let reader = world.reader();
    let mut lines = Vec::new();
    for state in [SpoolState::Spooled, SpoolState::Done] {
        lines.extend(reader.inbox(state, 100).unwrap());
    }
    lines
        .iter()
        .map(|line| {
            let raw = reader.raw(line.id).unwrap().unwrap_or_default();
            format!("{} {:?} {}", line.door, line.envelope_to, String::from_utf8(raw).unwrap())
        })
        .collect()
}

/// A writer that takes mails in, but whose handler leaves them for us to see.
fn reluctant_desk(world: &World) -> (Writer, JoinHandle<Store>) {
    let store = world.store();
    let (writer, jobs) = writer::channel();
    let thread = thread::spawn(move || {
        writer::run(
            store,
            at_noon,
            |_, _| Ok::<_, StoreError>(Outcome::Failed { note: String::new() }),
            right,
            idle,
            jobs,
            |_| (),
        )
    });
    (writer, thread)
}

#[test]
fn a_mail_comes_in_odd_pieces() {
    let world = World::new();
    let (writer, thread) = reluctant_desk(&world);
    let listener = open(&world, &writer, Limits::default());
    let mut peer = smtp(&listener);
    let talk = format!("{ENVELOPE}{}QUIT\r\n", text("1"));
    for (n, piece) in talk.as_bytes().chunks(3).enumerate() {
        peer.stream.get_mut().write_all(piece).unwrap();
        if n % 7 == 0 {
            thread::yield_now();
        }
    }
    assert_eq!(peer.hear(9), "220 250 250 250 354 250 221 close close");
    listener.stop();
    writer.stop();
    thread.join().unwrap();
    let reader = world.reader();
    let line = &reader.inbox(SpoolState::Failed, 9).unwrap()[0];
    assert_eq!((line.door, line.envelope_from.as_deref()), (Door::Smtp, Some("ann@example.org")));
    assert_eq!(line.envelope_to, ["club+12.k@tafl.test"]);
    let raw = String::from_utf8(reader.raw(line.id).unwrap().unwrap()).unwrap();
    let (received, rest) = raw.split_once("From: ").unwrap();
    assert!(received.starts_with("Received: from ann.test (127.0.0.1:"), "{received}");
    assert!(received.ends_with(" with ESMTP;\r\n\tSat, 21 Nov 2026 12:00:00 +0000\r\n"), "{received}");
    assert!(rest.ends_with("Subject: help\r\n\r\n.dot\r\n"), "{rest}");
}

#[test]
fn lmtp_answers_once_for_each_recipient() {
    let world = World::new();
    let (writer, thread) = reluctant_desk(&world);
    let listener = open(&world, &writer, Limits::default());
    let mut peer = lmtp(&listener);
    let recipients = ["club+1.a", "nobody", "club+2.b"].map(|to| format!("RCPT TO:<{to}@tafl.test>\r\n")).concat();
    peer.say(&format!("LHLO mx\r\nMAIL FROM:<>\r\n{recipients}DATA\r\n{}QUIT\r\n", text("1")));
    assert_eq!(peer.hear(10), "220 250 250 250 550 250 354 250 250 221");
    listener.stop();
    writer.stop();
    thread.join().unwrap();
    let lines = world.reader().inbox(SpoolState::Failed, 9).unwrap();
    let envelopes: Vec<_> = lines.iter().map(|line| (line.door, line.envelope_to.join(" "))).collect();
    assert_eq!(envelopes, [(Door::Lmtp, "club+1.a@tafl.test club+2.b@tafl.test".to_owned())]);
    assert!(!world.folder.path().join("lmtp").exists());
}

#[test]
fn a_mail_that_cannot_be_stored_is_for_later() {
    let world = World::new();
    let (writer, thread) = writer_at(&world.path());
    let listener = open(&world, &writer, Limits::default());
    let side_door = world.spoil("spool", "INSERT");
    let mut peer = lmtp(&listener);
    let talk = format!("{}{}", ENVELOPE.replace("EHLO", "LHLO"), text("1"));
    peer.say(&talk);
    assert_eq!(peer.hear(6), "220 250 250 250 354 451");
    mend(&side_door);
    peer.say(&talk);
    assert_eq!(peer.hear(5), "250 250 250 354 250");
    listener.stop();
    writer.stop();
    thread.join().unwrap();
    assert_eq!(spooled(&world).len(), 1);
}

#[test]
fn without_a_desk_every_mail_is_for_later() {
    let world = World::new();
    let (writer, jobs) = writer::channel();
    drop(jobs);
    let listener = open(&world, &writer, Limits::default());
    let mut peer = smtp(&listener);
    peer.say(&format!("{ENVELOPE}{}", text("1")));
    assert_eq!(peer.hear(6), "220 250 250 250 354 451");

    // A writer that falls with the mail in its hands.
    let (writer, jobs) = writer::channel();
    let falls = thread::spawn(move || drop(jobs.recv().unwrap()));
    let other = World::new();
    let second = open(&other, &writer, Limits::default());
    let mut peer = smtp(&second);
    peer.say(&format!("{ENVELOPE}{}", text("1")));
    assert_eq!(peer.hear(6), "220 250 250 250 354 451");
    falls.join().unwrap();
}

#[test]
fn a_peer_that_goes_away_leaves_no_half_mail_and_no_second_one() {
    let world = World::new();
    let (writer, thread) = writer_at(&world.path());
    let listener = open(&world, &writer, Limits::default());
    let whole = format!("{ENVELOPE}{}", text("1"));
    let mut half = smtp(&listener);
    half.say(&whole[..whole.len() - 3]);
    drop(half);
    // The reply to this one is lost, so he sends it again.
    let mut lost = smtp(&listener);
    lost.say(&whole);
    drop(lost);
    let mut again = smtp(&listener);
    again.say(&whole);
    assert_eq!(again.hear(6), "220 250 250 250 354 250");
    listener.stop();
    writer.stop();
    thread.join().unwrap();
    assert_eq!(spooled(&world).len(), 1);
}

#[test]
fn no_second_mail_is_smuggled_in_the_first() {
    let world = World::new();
    let (writer, thread) = writer_at(&world.path());
    let listener = open(&world, &writer, Limits::default());
    for (n, end) in ["\n.\n", "\n.\r\n", "\r.\r", "\r\n.\n", "\r\n.\r", "\r.\r\n"].iter().enumerate() {
        let mut peer = smtp(&listener);
        let smuggled = "MAIL FROM:<bob@example.org>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\nSubject: resign\r\n";
        peer.say(&format!("{ENVELOPE}Subject: {n}\r\n\r\nhello{end}{smuggled}\r\n.\r\nQUIT\r\n"));
        assert_eq!(peer.hear(7), "220 250 250 250 354 250 221", "{end:?}");
    }
    listener.stop();
    writer.stop();
    thread.join().unwrap();
    assert_eq!(spooled(&world).len(), 6);
}

#[test]
fn one_talk_too_many_is_asked_to_come_later() {
    let world = World::new();
    let (writer, _jobs) = writer::channel();
    let listener = open(&world, &writer, Limits { talks_max: 1, ..Limits::default() });
    let mut first = smtp(&listener);
    assert_eq!(first.hear(1), "220");
    assert_eq!(smtp(&listener).hear(2), "421 close");
    assert_eq!(lmtp(&listener).hear(1), "220", "each door has places of its own");
    first.say("QUIT\r\n");
    assert_eq!(first.hear(2), "221 close");
    drop(first);
    // The place is free once the farewell is over.
    crate::killed::server::poll("a place", || (smtp(&listener).hear(1) == "220").then_some(()));
}

#[test]
fn at_the_end_a_mail_that_was_begun_is_finished() {
    let world = World::new();
    let (writer, thread) = writer_at(&world.path());
    let limits = Limits { parting_max: Duration::from_secs(60), ..Limits::default() };
    let listener = open(&world, &writer, limits);
    let mut idle = smtp(&listener);
    assert_eq!(idle.hear(1), "220");
    let mut busy = lmtp(&listener);
    busy.say(&ENVELOPE.replace("EHLO", "LHLO"));
    assert_eq!(busy.hear(5), "220 250 250 250 354");

    let stopping = thread::spawn(move || listener.stop());
    assert_eq!(idle.hear(2), "421 close");
    busy.say(&text("1"));
    assert_eq!(busy.hear(3), "250 421 close");
    drop((idle, busy));
    stopping.join().unwrap();
    writer.stop();
    thread.join().unwrap();
    assert_eq!(spooled(&world).len(), 1);
}
