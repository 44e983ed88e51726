//! Letters go out while the server runs.

use super::relay::*;
use super::*;
use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::Duration;
use taflpost::delivery::dispatch::{MakeWay, Pace, Parting};
use taflpost::delivery::{Dispatch, Quota, RelayLogin, RelaySecret, RelaySettings};

const PATIENCE: Duration = Duration::from_secs(60);

/// Waits shortly where a server would wait long.
fn pace() -> Pace {
    Pace { senders: 4, hold_first: Duration::from_millis(5), hold_max: Duration::from_millis(20), ..Pace::default() }
}

fn start(world: &World, settings: RelaySettings, writer: &Writer) -> Dispatch {
    start_with(world, settings, writer, || Err("nobody mended anything".to_owned()))
}

/// After an alarm the way is made anew like this.
fn start_with(
    world: &World,
    settings: RelaySettings,
    writer: &Writer,
    anew: impl Fn() -> Result<RelaySettings, String> + Send + Sync + 'static,
) -> Dispatch {
    let dispatch = Dispatch::new(pace());
    let make_way: MakeWay = Arc::new(move || anew().map(transport));
    dispatch.begin(world.reader(), transport(settings), &make_way, writer, &noon_clock()).unwrap();
    dispatch
}

fn end(dispatch: Dispatch, writer: &Writer, thread: JoinHandle<Store>) {
    assert_eq!(dispatch.stop(Parting { begun: PATIENCE, unsure: PATIENCE }), 0);
    writer.stop();
    thread.join().unwrap();
}

/// A writer that answers every mail with a letter to its sender, and wakes delivery then.
fn answering_desk(world: &World, settings: RelaySettings) -> (Writer, JoinHandle<Store>, Dispatch) {
    let store = world.store();
    let (writer, jobs) = writer::channel();
    let dispatch = start(world, settings, &writer);
    let waker = dispatch.waker();
    let answer = |tx: &Tx<'_>, mail: &SpooledMail| {
        let to = mail.envelope_from.as_deref().unwrap();
        tx.enqueue(&letter(to))?;
        done()
    };
    let thread = thread::spawn(move || writer::run(store, at_noon, answer, right, idle, jobs, |_| waker.wake()));
    (writer, thread, dispatch)
}

fn write_to(writer: &Writer, from: &str) {
    let incoming = NewMail { envelope_from: Some(from.to_owned()), ..mail() };
    let (tell, told) = mpsc::channel();
    writer.spool(incoming, move |spooled| tell.send(spooled.is_ok()).unwrap());
    assert!(told.recv().unwrap());
}

#[test]
fn a_letter_goes_out_as_soon_as_the_desk_has_written_it() {
    let world = World::new();
    let relay = FakeRelay::play(|_| Act::Yes);
    let (writer, thread, dispatch) = answering_desk(&world, relay.settings());
    for _ in 0..3 {
        write_to(&writer, "ann@x.org");
        assert_eq!(relay.seen.recv().unwrap().to, "ann@x.org");
    }
    end(dispatch, &writer, thread);
    assert_eq!(world.letters(LetterState::Sent), ["ann@x.org 1"; 3]);
    assert!(relay.seen.try_recv().is_err(), "none came twice");
}

#[test]
fn what_waited_at_the_start_goes_out_once() {
    let to: Vec<String> = (0..200).map(|n| format!("p{n}@x.org")).collect();
    let world = World::with_letters(to.iter().map(String::as_str));
    let relay = FakeRelay::play(|_| Act::Yes);
    let (writer, thread) = writer_at(&world.path());
    let dispatch = start(&world, relay.settings(), &writer);
    let seen: BTreeSet<String> = (0..200).map(|_| relay.seen.recv().unwrap().to).collect();
    end(dispatch, &writer, thread);
    assert_eq!(seen.len(), 200);
    assert!(relay.seen.try_recv().is_err());
    assert_eq!(world.letters(LetterState::Sent).len(), 200);
}

#[test]
fn no_more_letters_go_out_in_a_minute_than_may() {
    let to: Vec<String> = (0..20).map(|n| format!("p{n}@x.org")).collect();
    let world = World::with_letters(to.iter().map(String::as_str));
    let relay = FakeRelay::play(|_| Act::Yes);
    let (writer, thread) = writer_at(&world.path());
    let quota = Quota { per_minute: Some(7), per_day: None };
    let settings = transport(relay.settings());
    // It is always noon here.
    let make_way: MakeWay = Arc::new(|| Err("nobody mended anything".to_owned()));
    let dispatch = Dispatch::new(Pace { quota, ..pace() });
    dispatch.begin(world.reader(), settings, &make_way, &writer, &noon_clock()).unwrap();
    for _ in 0..7 {
        relay.seen.recv().unwrap();
    }
    dispatch.waker().wake();
    assert!(relay.seen.recv_timeout(Duration::from_millis(300)).is_err());
    end(dispatch, &writer, thread);
    assert_eq!(world.letters(LetterState::Sent).len(), 7);
}

#[test]
fn while_we_are_not_let_in_all_letters_wait_and_no_try_is_counted() {
    let world = World::with_letters(["ann@x.org", "bob@x.org", "cid@x.org"]);
    let mut logins = 0;
    let relay = FakeRelay::play(move |line| {
        logins += u32::from(line.starts_with("AUTH"));
        if logins <= 6 && line.starts_with("AUTH") { Act::Say("535 5.7.8 wrong") } else { Act::Yes }
    });
    let (writer, thread) = writer_at(&world.path());
    let settings = relay.with_login();
    let dispatch = start_with(&world, settings.clone(), &writer, move || Ok(settings.clone()));
    let seen: BTreeSet<String> = (0..3).map(|_| relay.seen.recv().unwrap().to).collect();
    end(dispatch, &writer, thread);
    assert_eq!(seen.len(), 3);
    assert_eq!(world.letters(LetterState::Sent), ["ann@x.org 1", "bob@x.org 1", "cid@x.org 1"]);
}

/// A running server kept to the password of its start, though the alarm said what to mend and it was mended.
#[test]
fn after_an_alarm_a_password_that_was_corrected_counts() {
    let world = World::with_letters(["ann@x.org", "bob@x.org"]);
    let mut first = None;
    let relay = FakeRelay::play(move |line| {
        let is_first = line.starts_with("AUTH") && *first.get_or_insert_with(|| line.to_owned()) == line;
        if is_first { Act::Say("535 5.7.8 wrong") } else { Act::Yes }
    });
    let (writer, thread) = writer_at(&world.path());
    let settings = relay.with_login();
    let mended = RelayLogin { user: "club".to_owned(), secret: RelaySecret::Password("mended".to_owned()) };
    let mended = RelaySettings { login: Some(mended), ..settings.clone() };
    // At the first try the file is just being written.
    let tries = std::sync::atomic::AtomicU32::new(0);
    let dispatch =
        start_with(&world, settings, &writer, move || match tries.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0 => Err("password_file: it is empty".to_owned()),
            _ => Ok(mended.clone()),
        });
    let seen: BTreeSet<String> = (0..2).map(|_| relay.seen.recv().unwrap().to).collect();
    end(dispatch, &writer, thread);
    assert_eq!(seen.len(), 2);
    assert_eq!(world.letters(LetterState::Sent), ["ann@x.org 1", "bob@x.org 1"]);
}

#[test]
fn a_letter_without_a_written_mark_is_not_sent_again() {
    let world = World::new();
    let relay = FakeRelay::play(|_| Act::Yes);
    let (writer, thread, dispatch) = answering_desk(&world, relay.settings());
    let side_door = world.spoil("outbox", "UPDATE");
    // The outbox is looked at for each, and those before are still in it.
    for n in 0..4 {
        let to = format!("p{n}@x.org");
        write_to(&writer, &to);
        assert_eq!(relay.seen.recv().unwrap().to, to);
    }
    assert_eq!(world.letters(LetterState::Waiting).len(), 4);
    mend(&side_door);
    end(dispatch, &writer, thread);
    assert!(relay.seen.try_recv().is_err());
    assert_eq!(world.letters(LetterState::Sent).len(), 4);
}

/// Whether a line or the end of a letter waits until the test lets it go on, and what the relay has heard then.
fn relay_that_waits_at(at: &'static str) -> (FakeRelay, mpsc::Receiver<String>, mpsc::Sender<()>) {
    let (tell, told) = mpsc::channel();
    let (go_on, may) = mpsc::channel();
    let relay = FakeRelay::play(move |line| {
        // The test may have seen enough.
        let _ = tell.send(line.to_owned());
        if line.starts_with(at) {
            let _ = may.recv();
        }
        Act::Yes
    });
    (relay, told, go_on)
}

fn hears(told: &mpsc::Receiver<String>, words: &str) {
    while !told.recv().unwrap().starts_with(words) {}
}

/// It waited five seconds whatever the letter's state, and then said that nothing was left half done.
#[test]
fn at_the_end_a_slow_relay_is_waited_for_while_it_has_a_letter() {
    let world = World::with_letters(["ann@x.org"]);
    let (relay, told, go_on) = relay_that_waits_at("TEXT");
    let (writer, thread) = writer_at(&world.path());
    let dispatch = start(&world, relay.settings(), &writer);
    hears(&told, "TEXT");
    let stopping = thread::spawn(move || dispatch.stop(Parting { begun: Duration::ZERO, unsure: PATIENCE }));
    go_on.send(()).unwrap();
    assert_eq!(stopping.join().unwrap(), 0);
    writer.stop();
    thread.join().unwrap();
    assert_eq!(world.letters(LetterState::Sent), ["ann@x.org 1"]);
}

#[test]
fn at_the_end_letters_that_the_relay_has_not_answered_for_are_counted() {
    let world = World::with_letters(["ann@x.org"]);
    let (relay, told, _go_on) = relay_that_waits_at("TEXT");
    let (writer, thread) = writer_at(&world.path());
    let dispatch = start(&world, relay.settings(), &writer);
    hears(&told, "TEXT");
    assert_eq!(dispatch.stop(Parting { begun: Duration::ZERO, unsure: Duration::ZERO }), 1);
    writer.stop();
    thread.join().unwrap();
    assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0"]);
}

#[test]
fn at_the_end_no_text_goes_that_had_not_gone_before() {
    let world = World::with_letters(["ann@x.org"]);
    let (relay, told, go_on) = relay_that_waits_at("RCPT");
    let (writer, thread) = writer_at(&world.path());
    let dispatch = start(&world, relay.settings(), &writer);
    hears(&told, "RCPT");
    // The relay is not waited for: there is nothing that could be sent twice.
    assert_eq!(dispatch.stop(Parting { begun: Duration::ZERO, unsure: PATIENCE }), 0);
    go_on.send(()).unwrap();
    assert_eq!(told.recv().unwrap(), "GONE");
    writer.stop();
    thread.join().unwrap();
    assert_eq!(world.letters(LetterState::Waiting), ["ann@x.org 0"]);
}
