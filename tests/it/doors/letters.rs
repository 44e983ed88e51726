//! Letters go out, one round at a time.

use super::relay::*;
use super::*;
use std::net::TcpListener;
use std::time::{Duration, Instant};
use taflpost::club::Change;
use taflpost::delivery::{Quota, RelaySecret, RelaySettings, Round, Transport, send_due, send_within};
use taflpost::mail::Tls;

const NONE: [&str; 0] = [];

/// A provider that allows one connection was met with eight.
#[test]
fn no_more_connections_are_opened_than_the_operator_allows() {
    let to: Vec<String> = (0..64).map(|n| format!("p{n}@x.org")).collect();
    for connections in [1, 2] {
        let world = World::with_letters(to.iter().map(String::as_str));
        let (tell, told) = std::sync::mpsc::channel();
        let relay = FakeRelay::play(move |line| {
            if line == "CONNECT" {
                tell.send(()).unwrap();
            }
            Act::Yes
        });
        let transport = transport(relay.settings());
        let round = send_within(&mut world.store(), &transport, connections, Quota::default(), noon()).unwrap();
        assert_eq!(round, sent(64));
        assert!((1..=connections).contains(&told.try_iter().count()));
    }
}

fn sent(sent: u32) -> Round {
    Round { sent, ..Round::default() }
}

#[test]
fn a_letter_arrives_byte_for_byte_and_is_marked() {
    let world = World::with_letters(["ann@example.org"]);
    let relay = FakeRelay::play(|_| Act::Yes);
    let transport = transport(relay.with_login());
    assert_eq!(send_due(&mut world.store(), &transport, noon()).unwrap(), sent(1));
    let seen = relay.seen.recv().unwrap();
    assert_eq!((seen.from.as_str(), seen.to.as_str()), ("club+b.k7qf@tafl.test", "ann@example.org"));
    assert_eq!(seen.text.into_bytes(), letter("ann@example.org").bytes);
    assert_eq!(world.letters(LetterState::Sent), ["ann@example.org 1"]);
    assert_eq!(send_due(&mut world.store(), &transport, noon()).unwrap(), sent(0));
}

#[test]
fn one_recipient_refused_does_not_hold_up_the_others() {
    let world = World::with_letters(["ann@x.org", "nobody@x.org", "later@x.org", "bob@x.org"]);
    let relay = FakeRelay::play(|line| match line {
        "RCPT TO:<nobody@x.org>\r\n" => Act::Say("550-5.1.1 nobody\r\n550 5.1.1 has that name"),
        "RCPT TO:<later@x.org>\r\n" => Act::Say("451 4.7.1 greylisted"),
        _ => Act::Yes,
    });
    let transport = transport(relay.settings());
    let round = send_due(&mut world.store(), &transport, noon()).unwrap();
    assert_eq!((round.sent, round.given_up, round.later, round.held), (2, 1, 1, None));
    assert_eq!(world.letters(LetterState::Sent), ["ann@x.org 1", "bob@x.org 1"]);
    assert_eq!(world.letters(LetterState::GivenUp), ["nobody@x.org 1"]);
    let waiting = &world.reader().queue(LetterState::Waiting, 9).unwrap()[0];
    assert!((noon()..minutes(2)).contains(&waiting.next_try.unwrap()));
    assert!(waiting.last_error.as_ref().unwrap().contains("greylisted"));
}

#[test]
fn a_recipient_refused_for_good_is_to_be_weighed_once_and_a_refused_text_is_not() {
    for (at, answer, weighed) in [
        ("RCPT", "550 5.1.1 nobody has that name", 1),
        ("TEXT", "550 5.1.1 nobody has that name", 1),
        ("TEXT", "554 that reads like spam", 0),
        ("RCPT", "451 4.7.1 greylisted", 0),
    ] {
        let world = World::new();
        let mut store = world.store();
        let joined = Change::PlayerJoined {
            id: "ann".parse().unwrap(),
            address: "Ann@x.org".parse().unwrap(),
            password_hash: None,
            at: noon(),
        };
        let to_ann = NewLetter { reader: Some("ann".parse().unwrap()), ..letter("ann@x.org") };
        let act = |tx: &Tx<'_>| {
            tx.apply(std::slice::from_ref(&joined))?;
            Ok::<_, StoreError>((tx.enqueue(&to_ann)?, true))
        };
        store.act(noon(), act).unwrap();
        let relay = FakeRelay::play(move |line| if line.starts_with(at) { Act::Say(answer) } else { Act::Yes });
        send_due(&mut store, &transport(relay.settings()), noon()).unwrap();
        for expected in [weighed, 0] {
            let mut seen = Vec::new();
            let weigh = |_: &Tx<'_>, refused: &taflpost::store::Returned| {
                seen.push(format!("{} {}", refused.reader.clone().unwrap(), refused.to));
                Ok::<_, StoreError>(())
            };
            assert_eq!(store.refusals(9, noon(), weigh).unwrap().stumbles, []);
            assert_eq!(seen, vec!["ann ann@x.org"; expected], "{at} {answer}");
        }
    }
}

#[test]
fn a_letter_whose_fate_is_unknown_comes_again_with_the_same_bytes() {
    let world = World::with_letters(["ann@x.org"]);
    let mut texts = 0;
    let relay = FakeRelay::play(move |line| {
        texts += u32::from(line == "TEXT");
        if texts == 1 && line == "TEXT" { Act::Close } else { Act::Yes }
    });
    let transport = transport(relay.settings());
    assert_eq!(send_due(&mut world.store(), &transport, noon()).unwrap().later, 1);
    assert_eq!(send_due(&mut world.store(), &transport, minutes(2)).unwrap(), sent(1));
    let first = relay.seen.recv().unwrap();
    assert!(first.text.contains("Message-ID: <ann@x.org.tafl.test>"));
    assert_eq!(relay.seen.recv().unwrap(), first);
    assert_eq!(world.letters(LetterState::Sent), ["ann@x.org 2"]);
}

#[test]
fn a_refused_text_is_given_up_and_a_busy_one_is_not() {
    // A 421 may be the relay's: no try is counted while nothing else shows it.
    for (reply, given_up, later) in [("554 5.7.1 spam", 1, 0), ("452 4.3.1 full", 0, 1), ("421 4.3.2 bye", 0, 0)] {
        let world = World::with_letters(["ann@x.org"]);
        let relay = FakeRelay::play(move |line| if line == "TEXT" { Act::Say(reply) } else { Act::Yes });
        let round = send_due(&mut world.store(), &transport(relay.settings()), noon()).unwrap();
        assert_eq!((round.given_up, round.later), (given_up, later), "{reply}");
    }
}

#[test]
fn a_relay_that_refuses_our_sender_loses_us_no_letter() {
    let world = World::with_letters(["ann@x.org"]);
    let relay =
        FakeRelay::play(|line| if line.starts_with("MAIL") { Act::Say("553 5.7.1 not yours") } else { Act::Yes });
    let round = send_due(&mut world.store(), &transport(relay.settings()), noon()).unwrap();
    assert!(round.is_alarm && round.held.as_ref().unwrap().contains("553"), "{round:?}");
    assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0"]);
}

#[test]
fn a_relay_that_refuses_the_null_sender_alone_holds_nothing_up() {
    let world = World::with_letters(["ann@x.org"]);
    let mut store = world.store();
    let to_stranger = NewLetter { envelope_from: String::new(), ..letter("eve@x.org") };
    store.act(noon(), |tx: &Tx<'_>| Ok::<_, StoreError>((tx.enqueue(&to_stranger)?, true))).unwrap();
    let relay =
        FakeRelay::play(|line| if line.starts_with("MAIL FROM:<>") { Act::Say("553 who are you") } else { Act::Yes });
    let round = send_due(&mut store, &transport(relay.settings()), noon()).unwrap();
    assert_eq!((round.sent, round.later, round.held), (1, 1, None));
}

#[test]
fn a_relay_that_falls_silent_is_given_up_for_now() {
    let world = World::with_letters(["ann@x.org"]);
    let relay = FakeRelay::play(|line| if line.starts_with("RCPT") { Act::Hang } else { Act::Yes });
    let settings = RelaySettings { answer_wait: Duration::from_millis(200), ..relay.settings() };
    let round = send_due(&mut world.store(), &transport(settings), noon()).unwrap();
    assert_eq!((round.later, round.is_alarm), (1, false));
}

/// It had the patience for a whole letter then: five minutes.
#[test]
fn a_relay_that_falls_silent_after_a_refusal_is_waited_for_no_longer_than_ever() {
    let world = World::with_letters(["ann@x.org"]);
    let relay = FakeRelay::play(|line| match line {
        "TEXT" => Act::Say("554 5.7.1 spam"),
        "RSET\r\n" => Act::Hang,
        _ => Act::Yes,
    });
    let settings = RelaySettings { answer_wait: Duration::from_millis(200), ..relay.settings() };
    let start = Instant::now();
    assert_eq!(send_due(&mut world.store(), &transport(settings), noon()).unwrap().given_up, 1);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

/// Somebody on the way can put answers in front of the relay's before TLS begins (STARTTLS response injection). Each
/// later answer was then taken for that to the command before it, and 354 for a yes to the letter.
#[test]
fn a_relay_whose_answers_are_out_of_step_gets_no_letter() {
    for (ehlo, has_login) in [
        ("250 relay.test\r\n250 put in between", false),
        ("250-relay.test\r\n250 AUTH PLAIN\r\n250 put in between", true),
    ] {
        let world = World::with_letters(["ann@x.org"]);
        let relay = FakeRelay::play(move |line| if line.starts_with("EHLO") { Act::Say(ehlo) } else { Act::Yes });
        let settings = if has_login { relay.with_login() } else { relay.settings() };
        let round = send_due(&mut world.store(), &transport(settings), noon()).unwrap();
        assert_eq!((round.sent, round.is_alarm), (0, true), "{ehlo}");
        assert!(round.held.as_ref().is_some_and(|why| why.contains("unexpected answer")), "{:?}", round.held);
        assert!(relay.seen.try_recv().is_err(), "no text has gone");
        assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0"]);
    }
}

/// As the head of `delivery/relay/fault.rs` says; it was an alarm.
#[test]
fn a_relay_that_closes_at_the_login_is_not_there_for_now() {
    let world = World::with_letters(["ann@x.org"]);
    let relay = FakeRelay::play(|line| if line.starts_with("AUTH") { Act::Say("421 4.3.2 bye") } else { Act::Yes });
    let round = send_due(&mut world.store(), &transport(relay.with_login()), noon()).unwrap();
    assert_eq!((round.later, round.held.is_some(), round.is_alarm), (0, true, false), "{round:?}");
}

#[test]
fn a_connection_that_was_closed_between_letters_is_opened_again() {
    let world = World::with_letters(["ann@x.org", "bob@x.org"]);
    let mut senders = 0;
    let relay = FakeRelay::play(move |line| {
        senders += u32::from(line.starts_with("MAIL"));
        if senders == 2 && line.starts_with("MAIL") { Act::Close } else { Act::Yes }
    });
    assert_eq!(send_due(&mut world.store(), &transport(relay.settings()), noon()).unwrap(), sent(2));
}

#[test]
fn a_wrong_password_is_no_letters_fault() {
    let world = World::with_letters(["ann@x.org", "bob@x.org"]);
    let mut logins = 0;
    let relay = FakeRelay::play(move |line| {
        logins += u32::from(line.starts_with("AUTH"));
        if logins == 1 && line.starts_with("AUTH") { Act::Say("535 5.7.8 wrong") } else { Act::Yes }
    });
    let transport = transport(relay.with_login());
    let round = send_due(&mut world.store(), &transport, noon()).unwrap();
    assert!(round.is_alarm && round.held.as_ref().unwrap().contains("535"), "{round:?}");
    assert!(!round.held.unwrap().contains("sesame"));
    assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0", "bob@x.org 0"]);
    // Mended, they go at once.
    assert_eq!(send_due(&mut world.store(), &transport, noon()).unwrap(), sent(2));
}

#[test]
fn a_token_is_asked_for_at_each_login_and_one_that_is_not_accepted_raises_the_alarm() {
    let world = World::with_letters(["ann@x.org"]);
    let relay = FakeRelay::play(|line| match line {
        // "user=club^Aauth=Bearer stale^A^A"; the question is {"status":"401"}.
        "AUTH XOAUTH2 dXNlcj1jbHViAWF1dGg9QmVhcmVyIHN0YWxlAQE=\r\n" => Act::Say("334 eyJzdGF0dXMiOiI0MDEifQ=="),
        "AUTH XOAUTH2 dXNlcj1jbHViAWF1dGg9QmVhcmVyIGZyZXNoAQE=\r\n" => Act::Yes,
        line if line.starts_with("AUTH") => Act::Say("535 5.7.8 what is this"),
        _ => Act::Yes,
    });
    let tokens = std::sync::Mutex::new(vec![Ok("fresh"), Err("token_command: it is empty"), Ok("stale")]);
    let secret = RelaySecret::Token(Arc::new(move || {
        tokens.lock().unwrap().pop().unwrap().map(str::to_owned).map_err(str::to_owned)
    }));
    let transport = transport(relay.with_secret(secret));
    for says in ["token_command must print a new token", "token_command: it is empty"] {
        let round = send_due(&mut world.store(), &transport, noon()).unwrap();
        assert!(round.is_alarm && round.held.as_ref().unwrap().contains(says), "{round:?}");
        assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0"]);
    }
    assert_eq!(send_due(&mut world.store(), &transport, noon()).unwrap(), sent(1));
}

#[test]
fn a_relay_that_wants_a_login_raises_the_alarm() {
    for at in ["MAIL", "RCPT"] {
        let world = World::with_letters(["ann@x.org", "bob@y.org"]);
        let relay = FakeRelay::play(
            move |line| {
                if line.starts_with(at) { Act::Say("530 5.7.0 login first") } else { Act::Yes }
            },
        );
        assert!(send_due(&mut world.store(), &transport(relay.settings()), noon()).unwrap().is_alarm);
        assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0", "bob@y.org 0"]);
    }
}

/// Gmail's daily limit came as a 550 to each recipient: all letters of the hour were given up, and mailboxes suspended.
#[test]
fn a_providers_limit_gives_no_letter_up() {
    for at in ["MAIL", "RCPT", "TEXT"] {
        let world = World::with_letters(["ann@x.org", "bob@y.org", "cid@z.org"]);
        let limit = "550-5.4.5 Daily user sending limit exceeded. For more information\r\n550 5.4.5 on limits go to";
        let relay = FakeRelay::play(move |line| if line.starts_with(at) { Act::Say(limit) } else { Act::Yes });
        let round = send_due(&mut world.store(), &transport(relay.settings()), noon()).unwrap();
        assert_eq!((round.given_up, round.later, round.is_alarm), (0, 0, true), "{at} {round:?}");
        assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0", "bob@y.org 0", "cid@z.org 0"]);
        let pauses = world.reader().pauses().unwrap();
        assert!(pauses[0].needs_hand && pauses[0].why.contains("5.4.5"), "{pauses:?}");
    }
}

#[test]
fn without_the_tls_that_was_asked_for_nothing_is_sent() {
    for tls in [Tls::Starttls, Tls::Implicit] {
        let world = World::with_letters(["ann@x.org"]);
        let relay = FakeRelay::play(|_| Act::Yes);
        let settings = RelaySettings { tls, host: "localhost".to_owned(), ..relay.with_login() };
        let round = send_due(&mut world.store(), &transport(settings), noon()).unwrap();
        assert!(round.is_alarm, "{tls:?} {round:?}");
        assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0"]);
        assert!(relay.seen.try_recv().is_err());
    }
}

#[test]
fn where_there_is_no_relay_the_first_letter_finds_out_for_all() {
    let world = World::with_letters(["ann@x.org", "bob@x.org"]);
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let relay = FakeRelay::play(|_| Act::Yes);
    let settings = RelaySettings { port: gone, ..relay.settings() };
    let round = send_due(&mut world.store(), &transport(settings), noon()).unwrap();
    assert_eq!((round.sent, round.later, round.is_alarm), (0, 0, false));
    assert!(round.held.is_some());
    assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0", "bob@x.org 0"]);
}

#[test]
fn after_five_days_a_letter_is_given_up() {
    let world = World::with_letters(["ann@x.org"]);
    let relay = FakeRelay::play(|line| if line.starts_with("RCPT") { Act::Say("450 later") } else { Act::Yes });
    let transport = transport(relay.settings());
    let mut store = world.store();
    let mut tries = 0;
    let mut now = noon();
    loop {
        let round = send_due(&mut store, &transport, now).unwrap();
        tries += round.later + round.given_up;
        let Some(at) = world.reader().next_due(now).unwrap() else { break };
        now = at;
    }
    assert!((30..50).contains(&tries), "{tries}");
    assert_eq!(world.letters(LetterState::GivenUp), [format!("ann@x.org {tries}")]);
    assert_eq!(world.letters(LetterState::Waiting), NONE);
}

#[test]
fn a_letter_that_is_no_use_to_any_relay_is_given_up() {
    let world = World::with_letters(["no address", "jürgen@bücher.example", "ann@x.org"]);
    let relay = FakeRelay::play(|_| Act::Yes);
    let round = send_due(&mut world.store(), &transport(relay.settings()), noon()).unwrap();
    assert_eq!((round.given_up, round.sent), (2, 1));
}

#[test]
fn many_letters_go_over_several_connections_each_once() {
    let to: Vec<String> = (0..150).map(|n| format!("p{n}@x.org")).collect();
    let world = World::with_letters(to.iter().map(String::as_str));
    let relay = FakeRelay::play(|_| Act::Yes);
    assert_eq!(send_due(&mut world.store(), &transport(relay.settings()), noon()).unwrap(), sent(150));
    let mut seen: Vec<String> = relay.seen.try_iter().map(|seen| seen.to).collect();
    let mut expected = to;
    seen.sort();
    expected.sort();
    assert_eq!(seen, expected);
}

#[test]
fn no_more_letters_go_out_than_may() {
    let to: Vec<String> = (0..70).map(|n| format!("p{n}@x.org")).collect();
    let world = World::with_letters(to.iter().map(String::as_str));
    let relay = FakeRelay::play(|_| Act::Yes);
    let transport = transport(relay.settings());
    let quota = Quota { per_minute: Some(30), per_day: Some(50) };
    let hours = |hours: i64| minutes(60 * hours);
    for (now, expected) in [
        (noon(), 30),
        (noon(), 0),
        (minutes(1), 0),
        (minutes(2), 20),
        (hours(1), 0),
        (hours(24) + TimeDelta::seconds(1), 20),
        (hours(48), 0),
    ] {
        let round = send_within(&mut world.store(), &transport, 8, quota, now).unwrap();
        assert_eq!(round, sent(expected), "{now}");
    }
    assert_eq!(world.letters(LetterState::Sent), to.iter().map(|to| format!("{to} 1")).collect::<Vec<_>>());
}

#[test]
fn without_a_relay_each_recipient_has_a_maildir_and_a_repeat_is_one_file() {
    let world = World::with_letters(["Ann@x.org", "bob@x.org"]);
    let letters = world.folder.path().join("letters");
    let transport = Transport::Folder(letters.clone());
    // Delivered, but the power went before the mark.
    for letter in world.reader().due(noon(), 9).unwrap() {
        transport.carrier().carry(&letter).unwrap();
    }
    assert_eq!(send_due(&mut world.store(), &transport, noon()).unwrap(), sent(2));
    for player in ["ann@x.org", "bob@x.org"] {
        let files: Vec<_> = std::fs::read_dir(letters.join(player).join("new")).unwrap().collect();
        assert_eq!(files.len(), 1, "{player}");
    }
    assert_eq!(transport.carrier().probe(), Ok(()));
}
