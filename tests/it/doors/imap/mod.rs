//! A mailbox at a provider is kept empty, whatever the provider does: each mail is in the spool once, and filed away.

mod login;

use super::provider::*;
use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use taflpost::clock::{Reading, Watch};
use taflpost::intake::Witness;
use taflpost::intake::collecting::{ToDesk, ToStore};
use taflpost::intake::imap::{self, Found, Mailbox, MailboxAccount, MailboxLogin, Pace, Seen, Setback};
use taflpost::store::DoorState;

/// How long anything may take before the test says that it does not happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits shortly where a server would wait long.
fn pace() -> Pace {
    Pace {
        answer_wait: Duration::from_secs(30),
        mail_wait: Duration::from_secs(30),
        idle_max: Duration::from_secs(3600),
        poll: Duration::from_millis(5),
        breath: Duration::from_millis(1),
        backoff_first: Duration::from_millis(5),
        backoff_max: Duration::from_millis(50),
    }
}

fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < until, "waited for: {what}");
        thread::sleep(Duration::from_millis(3));
    }
}

fn text(n: u32) -> Vec<u8> {
    format!("From: ann@fjord.test\r\nMessage-ID: <{n}@fjord.test>\r\nSubject: help\r\n\r\n{n}\r\n").into_bytes()
}

fn serious(pieces: &[u32]) -> Vec<Vec<u8>> {
    pieces.iter().map(|n| text(*n)).collect()
}

/// A server with its door to the provider's mailbox.
struct Open {
    world: World,
    mailbox: Mailbox,
    writer: Writer,
    thread: JoinHandle<Store>,
}

impl Open {
    fn with(account: MailboxAccount, pace: Pace) -> Open {
        let world = World::new();
        let (writer, thread) = writer_at(&world.path());
        let spooler =
            Box::new(ToDesk { writer: writer.clone(), clock: noon_clock(), look: None, witness: Witness::default() });
        let mailbox = Mailbox::open(account, spooler, pace).unwrap();
        Open { world, mailbox, writer, thread }
    }

    fn state(&self) -> Option<DoorState> {
        self.world.reader().doors().unwrap().pop().map(|line| line.state)
    }

    /// Ends the server; the texts that are in the spool, by their ids.
    fn end(self) -> Vec<String> {
        self.mailbox.stop(PATIENCE);
        self.writer.stop();
        self.thread.join().unwrap();
        spooled(&self.world)
    }
}

/// The source key of each mail that was taken in.
fn spooled(world: &World) -> Vec<String> {
    let connection = rusqlite::Connection::open(world.path()).unwrap();
    let mut statement = connection.prepare("SELECT source_key FROM spool ORDER BY id").unwrap();
    let keys = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    keys.map(|key| key.unwrap().rsplit_once("INBOX:").unwrap().1.to_owned()).collect()
}

fn look(world: &World, account: &MailboxAccount) -> Result<Seen, Setback> {
    let mut store = world.store();
    imap::look_once(
        account,
        &mut ToStore { store: &mut store, now: noon(), is_full: false, witness: Witness::default() },
        pace(),
    )
}

fn seen(new: u32, repeats: u32, aside: u32) -> Seen {
    Seen { new, repeats, aside, unfiled: None }
}

#[test]
fn mails_are_taken_once_and_put_away_and_new_ones_are_told_of() {
    let provider = FakeProvider::play(|_| Act::Well);
    provider.state().deliver(&text(1));
    provider.state().deliver(&text(2));
    let open = Open::with(provider.account(), pace());
    wait_for("both are put away", || provider.state().inbox.is_empty().then_some(()));
    for n in 3..6 {
        wait_for("it waits to be told", || {
            provider.state().said.last().is_some_and(|said| said == "IDLE").then_some(())
        });
        provider.state().deliver(&text(n));
        wait_for("it is put away", || provider.state().inbox.is_empty().then_some(()));
    }
    wait_for("all is well", || (open.state() == Some(DoorState::Well)).then_some(()));
    assert_eq!(open.end(), ["7:1", "7:2", "7:3", "7:4", "7:5"]);
    let state = provider.state();
    assert_eq!(state.folders["Done"], serious(&[1, 2, 3, 4, 5]));
    assert!(state.folders["Failed"].is_empty());
    assert_eq!(state.count("LOGIN"), 1);
    assert!(!state.said.iter().any(|said| said.contains("BODY[]")), "nothing is marked as read by looking at it");
}

#[test]
fn a_server_that_cannot_move_copies_and_one_that_cannot_idle_is_asked() {
    for (capabilities, left) in [("IMAP4rev1 UIDPLUS", 0), ("IMAP4rev1", 3)] {
        let provider = FakeProvider::play(|_| Act::Well);
        provider.state().capabilities = capabilities;
        provider.state().deliver(&text(1));
        let open = Open::with(provider.account(), pace());
        let done = |count| {
            wait_for("they are put away", || {
                let state = provider.state();
                (state.folders.get("Done").is_some_and(|done| done.len() == count)
                    && state.inbox.len() == state.deleted.len())
                .then_some(())
            });
        };
        done(1);
        provider.state().deliver(&text(2));
        provider.state().deliver(&text(3));
        done(3);
        let looks = provider.state().count("UID SEARCH");
        wait_for("it looks again", || (provider.state().count("UID SEARCH") > looks + 2).then_some(()));
        assert_eq!(open.end(), ["7:1", "7:2", "7:3"]);
        let state = provider.state();
        assert_eq!((state.inbox.len(), state.count("IDLE"), state.count("EXPUNGE")), (left, 0, 0), "{capabilities}");
        assert_eq!(state.folders["Done"], serious(&[1, 2, 3]));
    }
}

#[test]
fn a_server_that_says_it_can_idle_and_does_not_is_asked_too() {
    let provider = FakeProvider::play(|command| match command {
        "IDLE" => Act::Say("$TAG NO not today\r\n".to_owned()),
        _ => Act::Well,
    });
    let open = Open::with(provider.account(), pace());
    wait_for("it was refused", || (provider.state().count("IDLE") > 0).then_some(()));
    provider.state().deliver(&text(1));
    wait_for("it is put away", || provider.state().inbox.is_empty().then_some(()));
    assert_eq!(open.end(), ["7:1"]);
    assert_eq!(provider.state().count("IDLE"), 1);
}

#[test]
fn of_a_large_mail_the_beginning_is_read_and_the_whole_is_put_away() {
    let provider = FakeProvider::play(|_| Act::Well);
    let large = [text(1), b"A picture:\r\n".repeat(100_000)].concat();
    let endless = vec![b'x'; 2 << 20];
    provider.state().deliver(&large);
    provider.state().deliver(&text(2));
    provider.state().deliver(&endless);
    let world = World::new();
    assert_eq!(look(&world, &provider.account()), Ok(seen(2, 0, 1)));
    assert_eq!(spooled(&world), ["7:1", "7:2"]);
    let raw = world.reader().raw(1).unwrap().unwrap();
    assert!(large.starts_with(&raw) && raw.ends_with(b"\r\n"));
    assert!(((1 << 20) - 100..=1 << 20).contains(&raw.len()), "{}", raw.len());
    let state = provider.state();
    assert!(state.folders["Done"] == [large, text(2)] && state.folders["Failed"] == [endless]);
}

#[test]
fn a_server_that_lies_about_a_size_fills_no_memory_and_holds_up_no_other_mail() {
    for lie in [
        "* 1 FETCH (UID 1 BODY[] {400000000}\r\nFrom",
        "* 1 FETCH (UID 1 BODY[] {99999999999999999999}\r\nFrom",
        "* 1 FETCH (UID 1 FLAGS ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
        "* OK [ALERT]\u{e9} the library falls over this\r\n",
        "* what is this\r\n",
    ] {
        let provider = FakeProvider::play(move |command| match command {
            "UID FETCH 1 (UID BODY.PEEK[])" => Act::Say(lie.to_owned()),
            _ => Act::Well,
        });
        provider.state().deliver(&text(1));
        provider.state().deliver(&text(2));
        let open = Open::with(provider.account(), pace());
        wait_for("both are out of the way", || provider.state().inbox.is_empty().then_some(()));
        assert_eq!(open.end(), ["7:2"], "{lie}");
        assert_eq!(provider.state().folders["Failed"], serious(&[1]), "{lie}");

        // The same at one look.
        provider.state().deliver(&text(3));
        let world = World::new();
        provider.state().renumber(8);
        assert_eq!(look(&world, &provider.account()), Ok(seen(0, 0, 1)), "{lie}");
    }
}

#[test]
fn a_mail_that_the_server_does_not_send_is_tried_again_and_put_aside() {
    let provider = FakeProvider::play(|command| match command.starts_with("UID FETCH 1 (UID BODY") {
        true => Act::Say("$TAG NO it is broken\r\n".to_owned()),
        false => Act::Well,
    });
    provider.state().deliver(&text(1));
    provider.state().deliver(&text(2));
    let open = Open::with(provider.account(), pace());
    wait_for("both are out of the way", || provider.state().inbox.is_empty().then_some(()));
    assert_eq!(open.end(), ["7:2"]);
    assert_eq!(provider.state().count("UID FETCH 1 (UID BODY"), 2);
}

/// Lets the first such command come to this, and all else be well.
fn once(prefix: &'static str, mut act: impl FnMut() -> Act + Send + 'static) -> FakeProvider {
    let mut left = 1;
    FakeProvider::play(move |command| {
        if left > 0 && command.starts_with(prefix) {
            left -= 1;
            return act();
        }
        Act::Well
    })
}

#[test]
fn wherever_the_connection_ends_each_mail_is_taken_once() {
    for prefix in
        ["CONNECT", "LOGIN", "CAPABILITY", "LIST", "CREATE", "SELECT", "UID SEARCH", "UID FETCH", "UID MOVE", "IDLE"]
    {
        let goodbye = || Act::Say("* BYE the machine goes down\r\n".to_owned());
        let ends: [fn() -> Act; 3] = [|| Act::Close, || Act::DoAndClose, goodbye];
        for (way, end) in ends.into_iter().enumerate() {
            let provider = once(prefix, end);
            provider.state().deliver(&text(1));
            provider.state().deliver(&text(2));
            let open = Open::with(provider.account(), pace());
            wait_for("both are put away", || provider.state().inbox.is_empty().then_some(()));
            if prefix == "IDLE" {
                wait_for("it waits again", || (provider.state().count("IDLE") == 2).then_some(()));
            }
            assert_eq!(open.end(), ["7:1", "7:2"], "{prefix}, {way}");
            let state = provider.state();
            assert_eq!(state.folders["Done"], serious(&[1, 2]), "{prefix}, {way}");
            assert_eq!(state.count("CONNECT"), 2, "{prefix}, {way}");
        }
    }
}

#[test]
fn a_server_that_falls_silent_is_left() {
    for prefix in ["CONNECT", "LOGIN", "UID FETCH", "UID MOVE", "IDLE"] {
        let provider = once(prefix, || Act::Hang);
        provider.state().deliver(&text(1));
        let short = Duration::from_millis(200);
        let open = Open::with(provider.account(), Pace { answer_wait: short, mail_wait: short, ..pace() });
        wait_for("it comes again", || (provider.state().count("CONNECT") == 2).then_some(()));
        wait_for("it is put away", || provider.state().inbox.is_empty().then_some(()));
        assert_eq!(open.end(), ["7:1"], "{prefix}");
        assert_eq!(provider.state().folders["Done"], serious(&[1]), "{prefix}");
    }
}

#[test]
fn a_mailbox_with_new_numbers_brings_no_mail_twice() {
    let provider = once("UID MOVE", || Act::Close);
    for n in 1..=3 {
        provider.state().deliver(&text(n));
    }
    let world = World::new();
    assert!(matches!(look(&world, &provider.account()), Err(Setback::NoWay(_))));
    assert_eq!(spooled(&world), ["7:1"]);
    provider.state().renumber(8);
    provider.state().deliver(&text(4));
    assert_eq!(look(&world, &provider.account()), Ok(seen(3, 1, 0)));
    // Somebody puts a mail back by hand: it has another number, and is known.
    let mail = provider.state().folders.get_mut("Done").unwrap().pop().unwrap();
    provider.state().deliver(&mail);
    assert_eq!(look(&world, &provider.account()), Ok(seen(0, 1, 0)));
}

#[test]
fn folders_are_made_below_the_inbox_where_the_server_wants_that() {
    let provider =
        FakeProvider::play(|command| match command.starts_with("CREATE \"INBOX.") || !command.starts_with("CREATE") {
            true => Act::Well,
            false => Act::Say("$TAG NO only below INBOX\r\n".to_owned()),
        });
    provider.state().deliver(&text(1));
    let world = World::new();
    assert_eq!(look(&world, &provider.account()), Ok(seen(1, 0, 0)));
    assert_eq!(provider.state().folders["INBOX.Done"], serious(&[1]));
    let found = imap::probe(&provider.account(), pace()).unwrap();
    assert_eq!(found.folders, ["INBOX.Done", "INBOX.Failed"].map(|name| Found::There(name.to_owned())));

    let provider = FakeProvider::play(|command| match command.starts_with("CREATE") {
        true => Act::Say("$TAG NO you may not\r\n".to_owned()),
        false => Act::Well,
    });
    let found = look(&world, &provider.account());
    assert!(matches!(&found, Err(Setback::Ours(why)) if why.contains("you may not") && why.contains("webmail")));
}

#[test]
fn a_folder_that_was_removed_is_made_again() {
    let provider = FakeProvider::play(|_| Act::Well);
    let open = Open::with(provider.account(), pace());
    wait_for("it waits", || (provider.state().count("IDLE") > 0).then_some(()));
    provider.state().folders.clear();
    provider.state().deliver(&text(1));
    wait_for("it is put away", || provider.state().inbox.is_empty().then_some(()));
    assert_eq!(open.end(), ["7:1"]);
    assert_eq!(provider.state().folders["Done"], serious(&[1]));
}

#[test]
fn mails_that_cannot_be_put_away_are_an_alarm_and_are_not_taken_again() {
    let full = Arc::new(AtomicUsize::new(1));
    let is_full = Arc::clone(&full);
    let provider = FakeProvider::play(move |command| {
        match command.starts_with("UID MOVE") && is_full.load(Ordering::SeqCst) == 1 {
            true => Act::Say("$TAG NO [OVERQUOTA] the mailbox is full\r\n".to_owned()),
            false => Act::Well,
        }
    });
    provider.state().deliver(&text(1));
    let open = Open::with(provider.account(), Pace { idle_max: Duration::from_millis(5), ..pace() });
    let state = wait_for("status complains", || open.state().filter(|state| *state != DoorState::Well));
    assert!(matches!(&state, DoorState::NeedsHand(why) if why.contains("the mailbox is full")), "{state:?}");
    wait_for("it tries again", || (provider.state().count("UID MOVE") > 3).then_some(()));
    full.store(0, Ordering::SeqCst);
    wait_for("all is well", || (open.state() == Some(DoorState::Well)).then_some(()));
    assert_eq!(open.end(), ["7:1"]);
    let state = provider.state();
    assert_eq!((state.count("UID FETCH 1 (UID BODY"), state.folders["Done"].len()), (1, 1));
}

#[test]
fn a_mail_that_cannot_be_stored_stays_where_it_is() {
    let provider = FakeProvider::play(|_| Act::Well);
    let world = World::new();
    let side_door = world.spoil("spool", "INSERT");
    provider.state().deliver(&text(1));
    let found = look(&world, &provider.account());
    assert!(matches!(&found, Err(Setback::NoWay(why)) if why.contains("could not be stored")), "{found:?}");
    assert_eq!(provider.state().inbox.len(), 1);
    mend(&side_door);
    assert_eq!(look(&world, &provider.account()), Ok(seen(1, 0, 0)));
    assert!(provider.state().inbox.is_empty());
}

#[test]
fn a_server_that_always_has_news_and_never_a_mail_is_not_asked_without_a_pause() {
    let provider = FakeProvider::play(|command| match command {
        "UID SEARCH UNDELETED" => Act::Say("* 5 EXISTS\r\n* SEARCH\r\n$TAG OK\r\n".to_owned()),
        _ => Act::Well,
    });
    let open = Open::with(provider.account(), Pace { breath: Duration::from_millis(100), ..pace() });
    wait_for("it looks", || (provider.state().count("UID SEARCH") > 1).then_some(()));
    let (began, before) = (Instant::now(), provider.state().count("UID SEARCH"));
    thread::sleep(Duration::from_millis(350));
    let looks = provider.state().count("UID SEARCH") - before;
    assert!(looks as u128 <= began.elapsed().as_millis() / 100 + 1, "{looks}");
    open.end();
}

#[test]
fn a_look_from_outside_changes_nothing() {
    let provider = FakeProvider::play(|_| Act::Well);
    provider.state().deliver(&text(1));
    let found = imap::probe(&provider.account(), pace()).unwrap();
    assert_eq!(found.mails, 1);
    assert_eq!(found.folders, ["Done", "Failed"].map(|name| Found::Missing(name.to_owned())));
    assert!(found.can.idles && found.can.moves);
    let state = provider.state();
    assert_eq!((state.inbox.len(), state.folders.len(), state.count("SELECT")), (1, 0, 0));
}

/// The date that a server keeps with a mail is its own; the server of this very machine has the clock that is in doubt.
#[test]
fn the_date_at_which_a_mail_arrived_confirms_the_time_where_the_server_is_elsewhere() {
    let reading = |minutes| Reading::steady(noon() + TimeDelta::minutes(minutes));
    let every = Watch::Round { every: TimeDelta::hours(1) };
    for (is_elsewhere, clocks, confirmed) in [
        (true, [" 1-Nov-2026 00:00:00 +0000", "21-Nov-2026 12:55:01 +0100", "21-Nov-2026 07:30:00 -0500"], true),
        (true, ["21-Nov-2026 12:00:00 +0000", "21-Nov-2027 12:30:00 +0000", "21-Nov-2026 13:00:00 +0000"], false),
        (true, ["21-Nov-2026 12:00:00 +0000", "yesterday", "23-Nov-2026 13:00:00 +0000"], false),
        (false, ["21-Nov-2026 12:00:00 +0000", "21-Nov-2026 12:15:00 +0000", "21-Nov-2026 12:30:00 +0000"], false),
    ] {
        let provider = FakeProvider::play(|_| Act::Well);
        let world = World::new();
        let account =
            MailboxAccount { is_elsewhere: if is_elsewhere { |_| true } else { |_| false }, ..provider.account() };
        for (n, (clock, minutes)) in clocks.into_iter().zip([0, 0, 30]).enumerate() {
            world.store().look(&reading(minutes), every).unwrap();
            provider.state().clock = clock.to_owned();
            provider.state().deliver(&text(u32::try_from(n).unwrap()));
            let mut store = world.store();
            let now = noon() + TimeDelta::minutes(minutes);
            let mut spooler = ToStore { store: &mut store, now, is_full: false, witness: Witness::default() };
            assert_eq!(imap::look_once(&account, &mut spooler, pace()), Ok(seen(1, 0, 0)));
        }
        assert_eq!(world.store().time_doubted().unwrap().is_none(), confirmed, "{clocks:?}");
        assert_eq!(provider.state().said.iter().any(|said| said.contains("INTERNALDATE")), is_elsewhere);
    }
}

/// One library falls over a date that is none. The mail is taken all the same.
#[test]
fn a_server_without_dates_is_not_asked_for_one_again() {
    let provider = FakeProvider::play(|command| match command.contains("INTERNALDATE") {
        true => Act::Say("* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE NIL)\r\n$TAG OK\r\n".to_owned()),
        false => Act::Well,
    });
    provider.state().deliver(&text(1));
    let account = MailboxAccount { is_elsewhere: |_| true, ..provider.account() };
    assert_eq!(look(&World::new(), &account), Ok(seen(1, 0, 0)));
}
