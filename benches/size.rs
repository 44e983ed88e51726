//! How much a large club needs: `cargo bench --bench size`. It prints the figures, and fails if one is above its limit.
//!
//! - the memory of `serve` with 10,000 running games, after one move in each of them
//! - the time from the start of `serve` until its door greets, with 100,000 finished games in the database
//! - the bytes that a move writes into the write-ahead log, from the mail at the door to both letters sent
//!
//! `cargo bench --bench size -- log` measures only the last one.
//!
//! The server is the real program with an LMTP door on a unix socket, and its letters go into Maildirs. Linux only: the memory is read from
//! `/proc`.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

#[allow(dead_code, reason = "each bench uses a part of it")]
mod club;

use club::{CLUB, Running, Size, answers, bring, fill, hand_out, now};
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use taflpost::store::{Reader, Store, Verdict};

/// The most memory that `serve` may ever have held, in KiB.
const MEMORY_KIB_MAX: u64 = 150 * 1024;

/// The longest a start may take.
const START_MAX: Duration = Duration::from_secs(1);

/// The most bytes that a move may write into the write-ahead log, in the mean.
const LOG_BYTES_MAX: u64 = 40_000;

/// Moves of which the mean is taken.
const MOVES: u64 = 1_000;

/// Connections that bring mails at the same time.
const CONNECTIONS: usize = 32;

fn main() {
    // `cargo test --all-targets` runs benches too, without this word; this one is too long for that.
    let words: Vec<String> = std::env::args().collect();
    if words.iter().any(|word| word == "--bench") {
        let log = log_of_a_move();
        assert!(log <= LOG_BYTES_MAX, "{log} bytes of log for a move are more than {LOG_BYTES_MAX}");
        if words.iter().any(|word| word == "log") {
            return;
        }
        let memory = running_games();
        let start = finished_games();
        assert!(memory <= MEMORY_KIB_MAX, "{memory} KiB of memory are more than {MEMORY_KIB_MAX}");
        assert!(start <= START_MAX, "a start of {start:?} is longer than {START_MAX:?}");
    }
}

/// Bytes that a move writes into the write-ahead log, in the mean: one move at a time, each step a commit of its own.
fn log_of_a_move() -> u64 {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = folder.path().join("taflpost.db");
    let mut store = Store::open(&path, now()).unwrap();
    let mut games = fill(&mut store, Size { games: 100, players: 40, plies: 20, letters: Default::default() });
    let mut incoming = club::incoming();
    // A reader that stays where it is keeps the log from being written over: all that is written makes it longer.
    let reader = rusqlite::Connection::open(&path).unwrap();
    reader.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM game").unwrap();
    let log = path.with_extension("db-wal");
    let written = || std::fs::metadata(&log).unwrap().len();
    let (mut door, mut handled, mut marked, mut letters) = (0, 0, 0, 0);
    let mut turns = |games: &mut Vec<Running>, counts: bool| {
        for game in 0..games.len() {
            let [mail] = answers(&mut games[game..=game]).try_into().ok().unwrap();
            let at = written();
            store.take_in(&[mail.arriving()], &[], now()).unwrap();
            door += if counts { written() - at } else { 0 };
            let at = written();
            let worked = store.work(1, now(), |tx, spool| incoming.handle(tx, spool)).unwrap();
            assert_eq!((worked.done.len(), worked.letters), (1, 2), "{worked:?}");
            handled += if counts { written() - at } else { 0 };
            let due = store.due(now(), u32::MAX).unwrap();
            hand_out(games, &due);
            let at = written();
            for letter in due {
                letters += if counts { letter.bytes.len() as u64 } else { 0 };
                store.take_in(&[], &[(letter.id, Verdict::Sent)], now()).unwrap();
            }
            marked += if counts { written() - at } else { 0 };
        }
    };
    // The first letters have no letter before them to quote.
    turns(&mut games, false);
    for _ in 0..MOVES / 100 {
        turns(&mut games, true);
    }
    let [door, handled, marked, letters] = [door, handled, marked, letters].map(|bytes| bytes / MOVES);
    let all = door + handled + marked;
    println!("a move and its letters of {letters} bytes write {all} bytes of log, in the mean of {MOVES} moves");
    println!("  the mail at the door {door}, its move and both letters {handled}, both letters sent {marked}");
    all
}

/// Plays on all of 10,000 running games; the peak of memory in KiB.
fn running_games() -> u64 {
    let house = House::new();
    let begun = Instant::now();
    let mut store = Store::open(&house.database(), now()).unwrap();
    let mut games = fill(&mut store, Size { games: 10_000, players: 2_000, plies: 30, letters: Default::default() });
    drop(store);
    println!("10,000 running games of 30 half-moves, written in {:.1?}", begun.elapsed());
    let (server, start) = house.serve();
    println!("  start until the door greets: {start:.0?}");
    println!("  memory at its peak after the start: {} KiB", server.memory_kib());
    let mails = answers(&mut games);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for mails in mails.chunks(mails.len().div_ceil(CONNECTIONS)) {
            let door = house.door();
            scope.spawn(move || bring(UnixStream::connect(door).unwrap(), "LHLO relay.test", mails));
        }
    });
    house.wait_until(|counts| counts.spooled == 0);
    let (handled, memory) = (begun.elapsed(), server.memory_kib());
    println!("  10,000 turns handled in {handled:.1?}, {:.0} a second", 10_000.0 / handled.as_secs_f64());
    house.wait_until(|counts| counts.waiting == 0);
    let memory = memory.max(server.memory_kib());
    println!("  and their 20,000 letters in Maildirs after {:.1?}", begun.elapsed());
    println!("  memory at its peak: {memory} KiB");
    server.end();
    memory
}

/// Starts on a file with 100,000 finished games; the longest of several starts.
fn finished_games() -> Duration {
    let house = House::new();
    let begun = Instant::now();
    let mut store = Store::open(&house.database(), now()).unwrap();
    fill(&mut store, Size { games: 1_000, players: 2_000, plies: 40, letters: Default::default() });
    drop(store);
    multiply(&house.database());
    let size = std::fs::metadata(house.database()).unwrap().len();
    println!("100,000 finished games in {} MB, written in {:.1?}", size / 1_000_000, begun.elapsed());
    let mut longest = Duration::ZERO;
    for round in 0..6 {
        let cold = round % 2 == 0 && forget(&house.database());
        let (server, start) = house.serve();
        let (memory, how) =
            (server.memory_kib(), if cold { "nothing of the file in memory" } else { "file in memory" });
        println!("  start until the door greets: {start:.0?} ({how}), memory at its peak {memory} KiB");
        longest = longest.max(start);
        server.end();
    }
    longest
}

/// A thousand running games become a hundred thousand finished ones, with the rows of letters and mails that are left
/// of them. Too many to be played: the guards of the schema are taken off for it, and put on again.
fn multiply(path: &Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let triggers = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let triggers: Vec<(String, String)> = triggers.map(Result::unwrap).collect();
    drop(statement);
    connection.execute_batch("BEGIN").unwrap();
    for (name, _) in &triggers {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    connection
        .execute_batch(
            "UPDATE game SET stage = 'resigned', winner = 'attackers';
             CREATE TEMP TABLE games AS SELECT * FROM game;
             CREATE TEMP TABLE plays AS SELECT * FROM play;",
        )
        .unwrap();
    for _ in 1..100 {
        connection
            .execute_batch(
                "UPDATE games SET number = number + 1000;
                 UPDATE plays SET game = game + 1000;
                 INSERT INTO game SELECT * FROM games;
                 INSERT INTO play SELECT * FROM plays;",
            )
            .unwrap();
    }
    connection
        .execute_batch(
            "INSERT INTO spool (received, door, fingerprint, envelope_from, state, note)
                 SELECT created, 'lmtp', randomblob(32), 'p1@players.test', 'done', 'a note' FROM game;
             INSERT INTO outbox (created, envelope_from, recipient, audience, reader, game, kind, state, attempts,
                     settled)
                 SELECT touched, 'tafl+b.' || hex(randomblob(8)) || '@club.test', player.id || '@players.test',
                     'player', player.id, number, 'game', 'sent', 1, touched
                 FROM game, (SELECT 1 AS side UNION ALL SELECT 2), player
                 WHERE player.id = iif(side = 1, attackers, defenders);",
        )
        .unwrap();
    for (_, sql) in &triggers {
        connection.execute_batch(sql).unwrap();
    }
    connection.execute_batch("COMMIT; DROP TABLE temp.games; DROP TABLE temp.plays").unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
}

/// Makes the system drop what it has of a file in memory; false where it does not.
fn forget(path: &Path) -> bool {
    let mut input = std::ffi::OsString::from("if=");
    input.push(path);
    let dd = Command::new("dd").arg(input).args(["iflag=nocache", "count=0", "status=none"]).status();
    dd.is_ok_and(|status| status.success())
}

/// A folder with settings and a database, on the disk.
struct House {
    folder: tempfile::TempDir,
}

/// The server at work in it.
struct Server {
    process: Child,
}

impl House {
    fn new() -> House {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let house = House { folder };
        let settings = format!(
            "[club]\naddress = \"{CLUB}\"\n[store]\nfolder = {:?}\n[listen]\nsmtp = \"off\"\nlmtp = \"unix:{}\"\n\
             [log]\nlevel = \"warn\"\n",
            house.folder.path().display().to_string(),
            house.door().display(),
        );
        std::fs::write(house.folder.path().join("server.toml"), settings).unwrap();
        house
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("taflpost.db")
    }

    /// Not below the folder: the path of a socket has to be short.
    fn door(&self) -> PathBuf {
        let name = self.folder.path().file_name().unwrap().to_string_lossy().into_owned();
        std::env::temp_dir().join(format!("taflpost-size-{name}"))
    }

    /// Starts the server; how long it took until its door greeted.
    fn serve(&self) -> (Server, Duration) {
        let begun = Instant::now();
        let process = Command::new(env!("CARGO_BIN_EXE_taflpost"))
            .arg("--config")
            .arg(self.folder.path().join("server.toml"))
            .arg("serve")
            .stdin(Stdio::null())
            .spawn();
        let server = Server { process: process.unwrap() };
        let mut stream = poll(|| UnixStream::connect(self.door()).ok());
        stream.read_exact(&mut [0; 4]).unwrap();
        (server, begun.elapsed())
    }

    fn wait_until(&self, is_so: impl Fn(&taflpost::store::Counts) -> bool) {
        let reader = Reader::open(&self.database()).unwrap();
        poll(|| is_so(&reader.counts().unwrap()).then_some(()));
    }
}

impl Server {
    /// The most memory it ever held.
    fn memory_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    fn end(mut self) {
        let pid = self.process.id().to_string();
        assert!(Command::new("sh").args(["-c", "kill -TERM \"$1\"", "sh", &pid]).status().unwrap().success());
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // After `end` there is nobody left to kill.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Asks every few milliseconds, for ten minutes at most.
fn poll<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    for _ in 0..300_000 {
        if let Some(answer) = ask() {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("waited too long");
}
