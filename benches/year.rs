//! How much a club needs when it runs by itself: `cargo bench --bench year`. It prints the figures, and fails if one is above its limit.
//!
//! - how long the clockwork searches for what is due among 100,000 running games, if nothing is due and if 64 games are
//! - how long it takes to start a tournament of 200 players, from the organizer's yes to the commit with all games and letters
//! - a simulated year of 60 players, with all laws checked after each step, as in `tests/simulation`
//!
//! `cargo bench --bench year -- SEED` runs the year of another seed.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

#[allow(dead_code, reason = "each bench uses a part of it")]
mod club;
#[allow(dead_code, reason = "the simulation's own tests ask for more")]
#[path = "../tests/simulation/year/mod.rs"]
mod year;

use chrono::TimeDelta;
use club::{CLUB, Size, fill, now};
use mailparse::MailHeaderMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taflpost::club::{Change, Purpose};
use taflpost::mail::{self, Errand, TokenText};
use taflpost::store::{Door, NewMail, Store, StoreError, Verdict};
use taflpost::worker::MailProcessor;

/// The longest that the clockwork may look for what is due.
const LOOK_MAX: Duration = Duration::from_millis(10);

/// The longest that the start of a tournament may take.
const START_MAX: Duration = Duration::from_secs(2);

/// Games that the clockwork looks at in one transaction.
const GROUP: u32 = 64;

/// Players of the tournament.
const PLAYERS: usize = 200;

/// So often is each figure measured.
const TIMES: usize = 9;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --all-targets` runs benches too, without this word; this one is too long for that.
    if !words.iter().any(|word| word == "--bench") {
        return;
    }
    let look = clockwork();
    let start = tournament("-swiss=7");
    a_year(words.iter().find_map(|word| word.parse().ok()).unwrap_or(1));
    assert!(look <= LOOK_MAX, "the clockwork looked for {look:?}, longer than {LOOK_MAX:?}");
    assert!(start <= START_MAX, "a tournament started in {start:?}, longer than {START_MAX:?}");
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The clockwork looks at 100,000 running games with clocks; the time in the middle, when 64 are due.
fn clockwork() -> Duration {
    let (folder, games) = (folder(), 100_000);
    let path = folder.path().join("taflpost.db");
    let mut store = Store::open(&path, now()).unwrap();
    fill(&mut store, Size { games, players: 20_000, plies: 2, letters: Default::default() });
    wind_up(&path);
    let look = |store: &mut Store, expected: u32| {
        let begun = Instant::now();
        let ticked = store.tick(GROUP, now(), |_, _, _| Ok::<_, StoreError>(())).unwrap();
        assert_eq!(ticked.games, expected);
        begun.elapsed()
    };
    let idle = middle((0..TIMES).map(|_| look(&mut store, 0)).collect());
    due(&path, GROUP);
    // Nothing becomes of them, so they stay due.
    let found = middle((0..TIMES).map(|_| look(&mut store, GROUP)).collect());
    let mut incoming = club::incoming();
    let decided = (0..TIMES).map(|_| {
        due(&path, GROUP);
        let begun = Instant::now();
        let ticked = incoming.tick(&mut store, now()).unwrap();
        assert_eq!((ticked.games, ticked.stumbles.len()), (GROUP, 0));
        begun.elapsed()
    });
    let decided = middle(decided.collect());
    println!("clockwork over {games} running games: {idle:.1?} when none is due");
    println!("  {found:.1?} to find 64 that are, {decided:.1?} with all that becomes of them (games lost, letters)");
    found
}

/// Gives every game a clock that runs.
fn wind_up(path: &Path) {
    let since = (now() - TimeDelta::days(2)).timestamp_micros();
    let deadline = (now() + TimeDelta::days(8)).timestamp_micros();
    let sql = "UPDATE game SET clock = '10d+1d,cap=20d,grace=12h', bank_attackers = 864000, bank_defenders = 864000,
               since = ?1, deadline = ?2, due = ?2 + number * 1000000";
    rusqlite::Connection::open(path).unwrap().execute(sql, (since, deadline)).unwrap();
}

/// Lets the time of so many running games be over.
fn due(path: &Path, games: u32) {
    let at = |ago: i64| (now() - TimeDelta::days(ago)).timestamp_micros();
    let sql = "UPDATE game SET since = ?1, deadline = ?2, due = ?2
               WHERE number IN (SELECT number FROM game WHERE stage = 'running' ORDER BY number LIMIT ?3)";
    let changed = rusqlite::Connection::open(path).unwrap().execute(sql, (at(11), at(1), games)).unwrap();
    assert_eq!(changed, games as usize);
}

/// An organizer's desk: mails in, and what becomes of them.
struct Office {
    store: Store,
    incoming: MailProcessor,
    key: String,
    mails: u32,
    _folder: tempfile::TempDir,
}

impl Office {
    /// A club of so many players, of whom the first is the organizer.
    fn new() -> Office {
        let folder = folder();
        let mut store = Store::open(&folder.path().join("taflpost.db"), now()).unwrap();
        let token = TokenText::from_drawn([7; 16]);
        let key = mail::reply_address(&CLUB.parse().unwrap(), Errand::Letter('a'), &token).unwrap();
        let joined = (0..PLAYERS).map(|number| Change::PlayerJoined {
            id: id(number).parse().unwrap(),
            address: address(number).parse().unwrap(),
            password_hash: None,
            at: now(),
        });
        let purpose = Purpose::Letter { player: id(0).parse().unwrap() };
        let issued = Change::TokenIssued { hash: token.hash(), purpose, expires: now() + TimeDelta::days(60) };
        let changes: Vec<Change> = joined.chain([issued]).collect();
        store.act(now(), |tx| tx.apply(&changes).map(|()| ((), true))).unwrap();
        let mut incoming = club::incoming();
        incoming.organizers = Arc::new([id(0).parse().unwrap()].into());
        Office { store, incoming, key: key.as_str().to_owned(), mails: 0, _folder: folder }
    }

    /// A mail of the organizer's; the time from when it is taken up to the commit, and how many letters it caused.
    fn ask(&mut self, to: &str, line: &str) -> (Duration, usize) {
        self.mails += 1;
        let from = address(0);
        let raw = format!(
            "From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{}@players.test>\r\nSubject: Re: letter\r\n\r\n{line}\r\n",
            self.mails
        );
        let arriving = NewMail {
            raw: raw.into_bytes(),
            envelope_from: Some(from),
            envelope_to: vec![to.to_owned()],
            door: Door::Smtp,
            source_key: None,
            stamped: None,
            fingerprint: [u8::try_from(self.mails).unwrap(); 32],
        };
        self.store.take_in(&[arriving], &[], now()).unwrap();
        let (incoming, begun) = (&mut self.incoming, Instant::now());
        let worked = self.store.work(1, now(), |tx, spool| incoming.handle(tx, spool)).unwrap();
        assert!(worked.troubles.is_empty(), "{worked:?}");
        (begun.elapsed(), worked.letters as usize)
    }

    fn file(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.store.path()).unwrap()
    }

    /// Everybody has joined.
    fn enter_all(&self) {
        let sql = "INSERT INTO tournament_entry (tournament, player, seat, joined)
                   SELECT 'big', id, row_number() OVER (ORDER BY id) - 1, 0 FROM player";
        assert_eq!(self.file().execute(sql, []).unwrap(), PLAYERS);
    }

    /// Where an answer to the last letter goes; all letters are sent.
    fn answered(&mut self) -> String {
        let letters = self.store.due(now(), 10_000).unwrap();
        let last = letters.last().unwrap();
        let parsed = mailparse::parse_mail(&last.bytes).unwrap();
        let to = parsed.headers.get_first_value("Reply-To").unwrap();
        let sent: Vec<_> = letters.iter().map(|letter| (letter.id, Verdict::Sent)).collect();
        self.store.take_in(&[], &sent, now()).unwrap();
        to
    }
}

fn id(number: usize) -> String {
    format!("p{number:03}")
}

fn address(number: usize) -> String {
    format!("p{number:03}@players.test")
}

/// Starts a tournament of 200 players by mail; the time that takes in the middle of several.
fn tournament(terms: &str) -> Duration {
    let mut games = 0;
    let times = (0..TIMES).map(|_| {
        let mut composer = Office::new();
        let key = composer.key.clone();
        composer.ask(&key, &format!("tournament create big -brandubh {terms} -max=200\ntournament open big"));
        composer.enter_all();
        composer.ask(&key, "tournament start big");
        let to = composer.answered();
        let (time, letters) = composer.ask(&to, "yes");
        assert!(letters >= PLAYERS, "{letters} letters");
        games =
            composer.file().query_row("SELECT count(*) FROM tournament_game", [], |row| row.get::<_, u32>(0)).unwrap();
        time
    });
    let time = middle(times.collect());
    println!("a tournament of {PLAYERS} players, {terms}: {games} games and {PLAYERS} letters in {time:.0?}");
    time
}

fn a_year(seed: u64) {
    let begun = Instant::now();
    let plan = year::Plan { seed, players: 60, days: 365 };
    let story = year::live(plan);
    let (took, mails) = (begun.elapsed(), story.mails);
    println!(
        "{plan:?} in {took:.1?}, {:.0} mails a second with all laws checked",
        f64::from(mails) / took.as_secs_f64()
    );
    println!("  {story:?}");
}
