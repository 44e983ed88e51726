//! How long a turn takes: `cargo bench --bench turns`.
//!
//! `from_the_door` is the whole way: mails over SMTP from many connections, into a database on the disk, handled, and both letters of each
//! turn committed to the outbox. Its items are turns. The others are the single steps on that way, after 20 and after 60 moves.
//!
//! The letters are text and HTML with the board as a table, as they always were, so that versions can be compared. `with_pictures` means the
//! letters of a player who has set nothing: the board as a picture.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod club;

use club::{CLUB, Mail, Running, Size, answers, bring, fill, hand_out, now, own};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::cell::RefCell;
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;
use taflpost::clock::Reading;
use taflpost::club::{Asked, Decision, Request, View};
use taflpost::command::{self, Command, LetterStyle};
use taflpost::intake::listener::{Endpoint, Limits, Listener};
use taflpost::intake::{BindAddr, Host, Protocol};
use taflpost::letters::{Answered, Besides, Letter};
use taflpost::mail::{self, Message};
use taflpost::store::{NewLetter, Outcome, Reader, Store, StoreError, Tx, Verdict};
use taflpost::worker::MailProcessor;
use taflpost::worker::writer::Writer;

/// Mails in one measured round.
const ROUND: u32 = 512;

/// Mails in one group of the writer.
const GROUP: u32 = 64;

fn main() {
    divan::main();
}

/// A folder on the disk, not in memory: a commit has to cost what it costs.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

// --- the whole way ---

/// A server without a way out: letters stay in the outbox.
struct Server {
    path: PathBuf,
    listener: Listener,
    writer: Writer,
    worker: JoinHandle<Store>,
    /// Mails done and letters written, after each commit.
    commits: Receiver<(usize, u32)>,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start(size: Size) -> (Server, Vec<Running>) {
        let folder = folder();
        let path = folder.path().join("taflpost.db");
        let mut store = Store::open(&path, now()).unwrap();
        let games = fill(&mut store, size);
        let (writer, jobs) = taflpost::worker::writer::channel();
        let (tell, commits) = mpsc::channel();
        let mut incoming = club::incoming();
        let writer = writer.with_reader(incoming.reader.clone());
        let worker = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || {
                let handle = |tx: &Tx, spool: &taflpost::store::SpooledMail| incoming.handle(tx, spool);
                taflpost::worker::writer::run(
                    store,
                    || Reading::steady(now()),
                    handle,
                    |_, _| Ok(()),
                    |_, _| Ok(Default::default()),
                    jobs,
                    |worked| {
                        assert!(worked.troubles.is_empty(), "{worked:?}");
                        let _ = tell.send((worked.done.len(), worked.letters));
                    },
                )
            })
            .unwrap();
        let gate = Endpoint { protocol: Protocol::Smtp, at: "127.0.0.1:0".parse().unwrap() };
        let host = Host::new("tafl.test", own());
        let listener = Listener::open(&[gate], host, Limits::default(), writer.clone(), Arc::new(now)).unwrap();
        (Server { path, listener, writer, worker, commits, _folder: folder }, games)
    }

    /// Brings the mails over so many connections and waits until the last letter is committed.
    fn take(&self, mails: &[Mail], connections: usize) {
        let BindAddr::Tcp(door) = self.listener.gates()[0].at else { panic!("a door of its own") };
        std::thread::scope(|scope| {
            for mails in mails.chunks(mails.len().div_ceil(connections)) {
                scope.spawn(move || bring(TcpStream::connect(door).unwrap(), "EHLO relay.test", mails));
            }
        });
        let (mut done, mut letters) = (0, 0);
        while done < mails.len() {
            let (more_done, more_letters) = self.commits.recv().unwrap();
            done += more_done;
            letters += more_letters as usize;
        }
        assert_eq!(letters, 2 * mails.len());
    }

    /// All letters in the outbox; they are marked as sent.
    fn letters(&self) -> Vec<taflpost::store::Due> {
        let letters = Reader::open(&self.path).unwrap().due(now(), u32::MAX).unwrap();
        let (tell, told) = mpsc::channel();
        for letter in &letters {
            let tell = tell.clone();
            self.writer.mark(letter.id, Verdict::Sent, move || tell.send(()).unwrap());
        }
        assert_eq!(told.iter().take(letters.len()).count(), letters.len());
        letters
    }

    fn stop(self) {
        self.listener.stop();
        self.writer.stop();
        self.worker.join().unwrap();
    }
}

#[divan::bench(args = [1, 8, 32, 128], sample_size = 1, sample_count = 12)]
fn from_the_door(bencher: Bencher, connections: usize) {
    turns(bencher, connections, LetterStyle::Html);
}

#[divan::bench(args = [32], sample_size = 1, sample_count = 12)]
fn from_the_door_with_pictures(bencher: Bencher, connections: usize) {
    turns(bencher, connections, LetterStyle::Picture);
}

fn turns(bencher: Bencher, connections: usize, letters: LetterStyle) {
    let (server, games) = Server::start(Size { games: ROUND, players: ROUND / 4, plies: 20, letters });
    let games = RefCell::new(games);
    // The first letters have no letter before them to quote: one round outside the measurement.
    server.take(&answers(&mut games.borrow_mut()), 32);
    bencher
        .counter(ItemsCount::new(ROUND))
        .with_inputs(|| {
            let games = &mut *games.borrow_mut();
            hand_out(games, &server.letters());
            answers(games)
        })
        .bench_local_values(|mails| server.take(&mails, connections));
    server.stop();
}

// --- the steps ---

/// A store with one group of games, worked without doors.
struct Table {
    store: Store,
    incoming: MailProcessor,
    games: Vec<Running>,
    seen: i64,
    _folder: tempfile::TempDir,
}

impl Table {
    fn new(plies: usize, letters: LetterStyle) -> Table {
        let folder = folder();
        let mut store = Store::open(&folder.path().join("taflpost.db"), now()).unwrap();
        // The last half-move is played by mail, so that there are letters to answer.
        let games = fill(&mut store, Size { games: GROUP, players: GROUP / 4, plies: plies - 1, letters });
        let mut table = Table { store, incoming: club::incoming(), games, seen: 0, _folder: folder };
        let mails = answers(&mut table.games);
        table.take_in(&mails);
        table.handle();
        table
    }

    fn take_in(&mut self, mails: &[Mail]) {
        let arriving: Vec<_> = mails.iter().map(Mail::arriving).collect();
        self.store.take_in(&arriving, &[], now()).unwrap();
    }

    fn handle(&mut self) {
        let incoming = &mut self.incoming;
        let worked = self.store.work(GROUP, now(), |tx, spool| incoming.handle(tx, spool)).unwrap();
        assert_eq!((worked.done.len(), worked.letters), (GROUP as usize, 2 * GROUP), "{worked:?}");
    }

    /// The next play of each game, in answer to its last letter.
    fn mails(&mut self) -> Vec<Mail> {
        let letters = self.store.due(now(), u32::MAX).unwrap();
        let new: Vec<_> = letters.into_iter().filter(|due| due.id > self.seen).collect();
        self.seen = new.iter().map(|due| due.id).max().unwrap_or(self.seen);
        hand_out(&mut self.games, &new);
        answers(&mut self.games)
    }

    /// Looks into the store as the handling of a mail does.
    fn look<T>(&mut self, mut look: impl FnMut(&Tx) -> T) -> T {
        let mut found = None;
        let mail = Mail { from: "a@b.test".to_owned(), to: CLUB.to_owned(), raw: format!("\n{}", now()).into_bytes() };
        self.take_in(&[mail]);
        let look = |tx: &Tx, _: &taflpost::store::SpooledMail| {
            found = Some(look(tx));
            Ok::<_, StoreError>(Outcome::Done { note: String::new() })
        };
        self.store.work(1, now(), look).unwrap();
        found.unwrap()
    }
}

/// A mail with a play, as far as it is understood without the store.
struct Understood {
    message: Message,
    request: Request,
}

fn understand(tx: &Tx, incoming: &MailProcessor, mail: &Mail) -> Understood {
    let message = Message::read(&mail.raw, &own()).unwrap();
    let reading = read_command(incoming, &message);
    let item = reading.items.into_iter().next().unwrap();
    let command: Command = item.command.unwrap();
    let tokens = mail::tokens(&message, std::slice::from_ref(&mail.to));
    let token = tokens.iter().find_map(|token| tx.token(&token.hash(), now()).unwrap());
    let request = Request {
        organizers: Default::default(),
        names: Default::default(),
        received: now(),
        earliest: now(),
        day_is_certain: true,
        from: message.from.clone(),
        rules: Default::default(),
        token,
        board: None,
        subject_board: None,
        asked: Asked::Command(Box::new(command)),
        authenticity: Default::default(),
        trust: Default::default(),
        confirmed: false,
        manner: item.manner,
        password_is_right: false,
        comment: reading.comment,
    };
    Understood { message, request }
}

fn read_command(incoming: &MailProcessor, message: &Message) -> command::Reading {
    let catalogue = &incoming.composer.catalogue;
    let text = mail::reply::written(&message.text, &|line| command::is_command(line, catalogue)).text;
    command::read(mail::reply::command_subject(&message.subject), &text, catalogue)
}

/// All that the decision looks at. The answered letter names the board, so one look is enough.
fn view(tx: &Tx, request: &mut Request) -> View {
    let needs = taflpost::club::needs(request);
    let view = tx.view(&needs, now()).unwrap();
    taflpost::club::aim(request, &view);
    assert_eq!(taflpost::club::needs(request), needs);
    view
}

/// The decision about one mail, and the letters that go with it.
fn decided(tx: &Tx, incoming: &mut MailProcessor, mail: &Mail) -> (Decision, Vec<Letter>) {
    let Understood { message, mut request } = understand(tx, incoming, mail);
    let view = view(tx, &mut request);
    let decision = taflpost::club::decide(&view, &request, &mut incoming.chance);
    let letters = write_letters(incoming, &decision, &message);
    (decision, letters)
}

fn write_letters(incoming: &mut MailProcessor, decision: &Decision, message: &Message) -> Vec<Letter> {
    let answered = Answered { message_id: message.message_id.clone() };
    let write = |notice| {
        incoming.composer.write(notice, &answered, None, &Besides::default(), now(), &mut incoming.chance).unwrap()
    };
    assert_eq!(decision.notices.len(), 2);
    decision.notices.iter().map(write).collect()
}

#[divan::bench]
fn step_1_fingerprint(bencher: Bencher) {
    let mails = Table::new(20, LetterStyle::Html).mails();
    bencher.counter(1usize).bench_local(|| mail::fingerprint(black_box(&mails[0].raw)));
}

#[divan::bench]
fn step_2_parse_the_mail(bencher: Bencher) {
    let mails = Table::new(20, LetterStyle::Html).mails();
    bencher.counter(1usize).bench_local(|| Message::read(black_box(&mails[0].raw), &own()).unwrap());
}

#[divan::bench]
fn step_3_read_the_command(bencher: Bencher) {
    let mut table = Table::new(20, LetterStyle::Html);
    let message = Message::read(&table.mails()[0].raw, &own()).unwrap();
    bencher.counter(1usize).bench_local(|| read_command(&table.incoming, black_box(&message)));
}

#[divan::bench(args = [20, 60])]
fn step_4_load_and_replay(bencher: Bencher, plies: usize) {
    let mut table = Table::new(plies, LetterStyle::Html);
    let (incoming, mails) = (club::incoming(), table.mails());
    let mut bencher = Some(bencher.counter(1usize));
    table.look(|tx| {
        let request = understand(tx, &incoming, &mails[0]).request;
        let bencher = bencher.take().unwrap();
        bencher.with_inputs(|| request.clone()).bench_local_refs(|request| view(tx, request));
    });
}

#[divan::bench(args = [20, 60])]
fn step_5_decide(bencher: Bencher, plies: usize) {
    let mut table = Table::new(plies, LetterStyle::Html);
    let (mut incoming, mails) = (club::incoming(), table.mails());
    let (request, view) = table.look(|tx| {
        let mut request = understand(tx, &incoming, &mails[0]).request;
        let view = view(tx, &mut request);
        (request, view)
    });
    bencher
        .counter(1usize)
        .bench_local(|| taflpost::club::decide(black_box(&view), black_box(&request), &mut incoming.chance));
    assert_eq!(taflpost::club::decide(&view, &request, &mut incoming.chance).notices.len(), 2);
}

#[divan::bench(args = [20, 60])]
fn step_6_write_both_letters(bencher: Bencher, plies: usize) {
    both_letters(bencher, plies, LetterStyle::Html);
}

/// The same position each time: its picture is drawn once.
#[divan::bench(args = [20, 60])]
fn step_6_write_both_letters_with_pictures(bencher: Bencher, plies: usize) {
    both_letters(bencher, plies, LetterStyle::Picture);
}

fn both_letters(bencher: Bencher, plies: usize, letters: LetterStyle) {
    let mut table = Table::new(plies, letters);
    let (mut incoming, mails) = (club::incoming(), table.mails());
    let (decision, message) = table.look(|tx| {
        let Understood { message, mut request } = understand(tx, &incoming, &mails[0]);
        let view = view(tx, &mut request);
        (taflpost::club::decide(&view, &request, &mut incoming.chance), message)
    });
    bencher.counter(1usize).bench_local(|| write_letters(&mut incoming, black_box(&decision), &message));
}

/// Plays, tokens and letters of a group go to the disk; nothing is read or composed.
#[divan::bench(args = [20, 60], sample_size = 1, sample_count = 20)]
fn step_7_commit_64_turns(bencher: Bencher, plies: usize) {
    let table = RefCell::new(Table::new(plies, LetterStyle::Html));
    bencher
        .counter(ItemsCount::new(GROUP))
        .with_inputs(|| {
            let table = &mut *table.borrow_mut();
            let mails = table.mails();
            let mut incoming = club::incoming();
            incoming.chance = taflpost::chance::Chance::from_seed(mail::fingerprint(&mails[0].raw));
            let decided: Vec<_> = table.look(|tx| mails.iter().map(|mail| decided(tx, &mut incoming, mail)).collect());
            table.take_in(&mails);
            decided.into_iter()
        })
        .bench_local_values(|mut decided| {
            let write = |tx: &Tx, _: &taflpost::store::SpooledMail| {
                let (decision, letters) = decided.next().unwrap();
                tx.apply(&decision.changes)?;
                for (notice, letter) in decision.notices.iter().zip(letters) {
                    tx.enqueue(&NewLetter {
                        board: None,
                        not_before: None,
                        created: now(),
                        envelope_from: CLUB.to_owned(),
                        bounce_key: None,
                        to: letter.to.as_str().to_owned(),
                        reader: notice.reader.clone(),
                        author: None,
                        number: letter.number,
                        kind: letter.kind,
                        bytes: letter.bytes,
                        starts: Vec::new(),
                        stranger: false,
                    })?;
                }
                Ok::<_, StoreError>(Outcome::Done { note: String::new() })
            };
            let worked = table.borrow_mut().store.work(GROUP, now(), write).unwrap();
            assert_eq!(worked.done.len(), GROUP as usize, "{worked:?}");
        });
}

/// The commit at the door, before it says yes.
#[divan::bench(sample_size = 1, sample_count = 20)]
fn group_of_64_taken_in(bencher: Bencher) {
    let table = RefCell::new(Table::new(20, LetterStyle::Html));
    let mut first = true;
    bencher
        .counter(ItemsCount::new(GROUP))
        .with_inputs(|| {
            let table = &mut *table.borrow_mut();
            // The group before is handled outside the measurement: its letters are answered now.
            if !std::mem::take(&mut first) {
                table.handle();
            }
            let mails = table.mails();
            mails.iter().map(Mail::arriving).collect::<Vec<_>>()
        })
        .bench_local_refs(|arriving| table.borrow_mut().store.take_in(arriving, &[], now()).unwrap());
}

/// Everything behind the door, for one group.
#[divan::bench(args = [20, 60], sample_size = 1, sample_count = 20)]
fn group_of_64_handled(bencher: Bencher, plies: usize) {
    let table = RefCell::new(Table::new(plies, LetterStyle::Html));
    bencher
        .counter(ItemsCount::new(GROUP))
        .with_inputs(|| {
            let table = &mut *table.borrow_mut();
            let mails = table.mails();
            table.take_in(&mails);
        })
        .bench_local_values(|()| table.borrow_mut().handle());
}
