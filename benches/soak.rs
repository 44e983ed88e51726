//! A club that plays for hours: how much memory and disk the server needs, and whether that stays the same.
//!
//! ```text
//! cargo bench --bench soak -- [TURNS A SECOND] [SECONDS]      (by default 50 and 60; two hours are 7200)
//!
//!  player --LMTP--> taflpost serve --SMTP--> a relay in this program --> the opponent, who answers that letter
//! ```
//!
//! Each turn answers the letter that the server wrote about the previous one. It prints one line a minute. It fails if a letter is missing
//! or comes twice, if the memory grows, or if the write-ahead log grows.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

#[allow(dead_code, reason = "other benches use the rest")]
mod club;

use club::{CLUB, Carrier, Mail, Running, Size, board_of, fill, now};
use std::collections::{HashSet, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};
use taflpost::store::Store;

/// Connections of the players' mail server.
const LANES: usize = 4;

/// Mails that one of them brings before it is opened anew.
const MAILS_OF_A_CONNECTION: usize = 500;

const PLAYERS: u32 = 200;

/// Half-moves that are played already, so that letters are as long as they are.
const PLIES: usize = 20;

/// Turns that one game lasts for; [`fill`] draws more.
const TURNS_OF_A_GAME: u32 = 120;

/// So long without a letter means that no more come.
const PATIENCE: Duration = Duration::from_secs(60);

/// The log is brought home when it has grown to 16,000 pages of 1 KiB; it is longer while somebody reads.
const LOG_BYTES_MAX: u64 = 64 << 20;

/// By how much the memory of the second half may be above that of the first.
const GROWTH_MAX: f64 = 1.1;

fn main() {
    let numbers: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let rate = numbers.first().copied().unwrap_or(50);
    let seconds = numbers.get(1).copied().unwrap_or(60);
    let turns = rate * seconds;
    // Enough that most wait for their turn while others are on their way.
    let games = (turns / TURNS_OF_A_GAME + 1).max(500);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let games = {
        let mut store = Store::open(&folder.path().join("taflpost.db"), now()).unwrap();
        fill(&mut store, Size { games, players: PLAYERS, plies: PLIES, letters: Default::default() })
    };
    println!("{turns} turns at {rate} a second, in {} games", games.len());
    let (relay, letters) = relay();
    let server = Server::start(folder.path(), relay);
    let mut club = Club {
        ready: (0..games.len()).collect(),
        games: games.into_iter().map(|game| (game, Instant::now())).collect(),
        seen: HashSet::new(),
        slowest: Duration::ZERO,
    };
    let lanes = server.lanes();

    let mut minutes = Vec::new();
    let begin = Instant::now();
    for turn in 0..turns {
        let due = begin + Duration::from_secs(1) * turn / rate;
        club.read(&letters, due);
        let (game, mail) = club.next(&letters);
        lanes[turn as usize % LANES].send(mail).unwrap();
        club.games[game].1 = Instant::now();
        if (turn + 1) % (60 * rate) == 0 || turn + 1 == turns {
            let state = server.state();
            println!(
                "{:5} s, {:7} turns, {:7} letters: memory {:.1} MB, log {:.1} MB, file {:.0} MB, slowest letter {:.2} s",
                begin.elapsed().as_secs(),
                turn + 1,
                club.seen.len(),
                mega(state.memory),
                mega(state.log),
                mega(state.file),
                club.slowest.as_secs_f64()
            );
            club.slowest = Duration::ZERO;
            minutes.push(state);
        }
    }
    // Two letters for each turn: one to each player.
    while club.seen.len() < 2 * turns as usize {
        let letter = letters.recv_timeout(PATIENCE);
        club.gets(letter.unwrap_or_else(|_| panic!("{} letters of {}", club.seen.len(), 2 * turns)));
    }
    println!("{:.0} s, {turns} turns, {} letters, each once", begin.elapsed().as_secs_f64(), club.seen.len());

    let peak = |states: &[State]| states.iter().map(|state| state.memory).max().unwrap_or_default();
    let (first, second) = minutes.split_at(minutes.len() / 2);
    assert!(minutes.iter().all(|state| state.log <= LOG_BYTES_MAX), "the log grows");
    // The first minute is one of filling caches.
    if first.len() > 1 {
        assert!(peak(second) as f64 <= peak(first) as f64 * GROWTH_MAX, "the memory grows");
    }
}

fn mega(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The players, and what they have read.
struct Club {
    /// Each with the instant at which its last play was on its way.
    games: Vec<(Running, Instant)>,
    /// Those whose letter has come.
    ready: VecDeque<usize>,
    /// Every letter, by its Message-ID and reader.
    seen: HashSet<(String, String)>,
    /// How long the slowest letter took to the player who waited for it.
    slowest: Duration,
}

impl Club {
    /// Reads the letters that come until then, at least those that are there.
    fn read(&mut self, letters: &Receiver<Letter>, until: Instant) {
        while let Ok(letter) = letters.recv_timeout(until.saturating_duration_since(Instant::now())) {
            self.gets(letter);
        }
    }

    fn gets(&mut self, letter: Letter) {
        let Some(number) = board_of(&letter.bytes) else { return };
        let (headers, _) = mailparse::parse_headers(&letter.bytes).unwrap();
        let id = mailparse::MailHeaderMap::get_first_value(headers.as_slice(), "Message-ID").unwrap();
        assert!(self.seen.insert((id, letter.to.clone())), "a letter to {} came twice", letter.to);
        // The boards are numbered from 1.
        let place = number as usize - 1;
        let (game, played) = &mut self.games[place];
        if game.goes_on() && game.gets(&letter.to, &letter.bytes) {
            self.slowest = self.slowest.max(letter.at.saturating_duration_since(*played));
            self.ready.push_back(place);
        }
    }

    /// The game that waits longest, and its next play.
    fn next(&mut self, letters: &Receiver<Letter>) -> (usize, Mail) {
        while self.ready.is_empty() {
            let letter = letters.recv_timeout(PATIENCE).expect("a letter comes within the minute");
            self.gets(letter);
        }
        let place = self.ready.pop_front().expect("it is not empty");
        (place, self.games[place].0.answer())
    }
}

/// A letter that the relay has taken.
struct Letter {
    to: String,
    bytes: Vec<u8>,
    at: Instant,
}

/// A relay that takes everything.
fn relay() -> (SocketAddr, Receiver<Letter>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (taken, letters) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let taken = taken.clone();
            thread::spawn(move || serve(stream.unwrap(), &taken));
        }
    });
    (address, letters)
}

/// One talk, until the other side ends it.
fn serve(stream: TcpStream, taken: &Sender<Letter>) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let say = |text: &str| (&stream).write_all(text.as_bytes()).ok();
    say("220 relay.test\r\n")?;
    let mut to = String::new();
    loop {
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        match line.to_ascii_uppercase() {
            upper if upper.starts_with("EHLO") => say("250-relay.test\r\n250 8BITMIME\r\n")?,
            upper if upper.starts_with("RCPT TO:") => {
                to = line["RCPT TO:".len()..].trim_matches([' ', '<', '>']).to_owned();
                say("250 ok\r\n")?;
            }
            upper if upper == "DATA" => {
                say("354 go on\r\n")?;
                let mut bytes = Vec::new();
                loop {
                    let from = bytes.len();
                    reader.read_until(b'\n', &mut bytes).ok()?;
                    match &bytes[from..] {
                        b".\r\n" => break bytes.truncate(from),
                        [b'.', ..] => drop(bytes.remove(from)),
                        _ => {}
                    }
                }
                // The other end hangs up when all is over.
                taken.send(Letter { to: to.clone(), bytes, at: Instant::now() }).ok()?;
                say("250 taken\r\n")?;
            }
            upper if upper == "QUIT" => return say("221 bye\r\n"),
            _ => say("250 ok\r\n")?,
        }
    }
}

/// What the server needs.
struct State {
    /// Bytes in memory.
    memory: u64,
    /// Bytes of the write-ahead log.
    log: u64,
    /// Bytes of the database.
    file: u64,
}

/// `taflpost serve`.
struct Server {
    child: Child,
    folder: PathBuf,
    door: PathBuf,
}

impl Server {
    fn start(folder: &Path, relay: SocketAddr) -> Server {
        let (settings, door) = (folder.join("server.toml"), folder.join("door"));
        let text = format!(
            "[club]\nname = \"Taflpost\"\naddress = \"{CLUB}\"\n[store]\nfolder = {folder:?}\n[listen]\nsmtp = \"off\"\n\
             lmtp = \"unix:{}\"\n[relay]\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\n",
            door.display(),
            relay.port()
        );
        std::fs::write(&settings, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_taflpost"));
        command.arg("--config").arg(settings).arg("serve").stdout(Stdio::null()).stderr(Stdio::null());
        let server = Server { child: command.spawn().unwrap(), folder: folder.to_owned(), door };
        let until = Instant::now() + PATIENCE;
        while std::os::unix::net::UnixStream::connect(&server.door).is_err() {
            assert!(Instant::now() < until, "the server does not open its door");
            thread::sleep(Duration::from_millis(50));
        }
        server
    }

    /// The players' mail server: what is put into one of these is brought to the door, one mail after the other.
    fn lanes(&self) -> Vec<Sender<Mail>> {
        let lane = |_| {
            let (to_bring, mails) = mpsc::channel::<Mail>();
            let door = self.door.clone();
            thread::spawn(move || {
                let mut mails = mails.into_iter().peekable();
                while mails.peek().is_some() {
                    let stream = std::os::unix::net::UnixStream::connect(&door).unwrap();
                    let mut carrier = Carrier::open(stream, "LHLO players.test");
                    mails.by_ref().take(MAILS_OF_A_CONNECTION).for_each(|mail| carrier.hand_over(&mail));
                }
            });
            to_bring
        };
        (0..LANES).map(lane).collect()
    }

    fn state(&self) -> State {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
        let bytes = |name: &str| std::fs::metadata(self.folder.join(name)).map(|file| file.len()).unwrap_or_default();
        State { memory: kilobytes << 10, log: bytes("taflpost.db-wal"), file: bytes("taflpost.db") }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
