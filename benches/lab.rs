//! How long a turn takes through real mail servers, and how many turns in a second are possible:
//!
//! ```text
//! TAFLPOST_MAIL_LAB=PATH/lab cargo bench --bench lab -- [TURNS A SECOND] [SECONDS] [away]      (by default 50 and 60)
//!
//!  player --SMTP--> Postfix --LMTP--> taflpost serve --submission, TLS, login--> Postfix --LMTP--> Dovecot
//!     '- the clock starts when Postfix has promised to keep the mail                               '- and stops here
//! ```
//!
//! With the word `away`, Postfix sends the letters away, as it does if players have their mailboxes elsewhere: it accepts them, keeps them
//! in its queue on disk and drops them instead of storing them in Dovecot on the same cores.
//!
//! Every turn is made in its own game, at its planned time, over one of sixteen connections. The servers, this program and the measured
//! program share the machine.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

#[allow(dead_code, reason = "other benches use the rest")]
mod club;

use chrono::DateTime;
use club::{CLUB, Carrier, Mail, Running, Size, answers, fill, now};
use std::collections::{BTreeMap, HashMap};
use std::net::TcpStream;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use taflpost::mail::{self, Errand};
use taflpost::store::{Reader, Store};

const CONNECTIONS: usize = 16;

const PLAYERS: u32 = 200;

/// So long without a letter means that no more come.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let Some(script) = std::env::var_os("TAFLPOST_MAIL_LAB") else {
        println!("skipped: TAFLPOST_MAIL_LAB does not name the script of a mail lab");
        return;
    };
    let numbers: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let rate = numbers.first().copied().unwrap_or(50);
    let seconds = numbers.get(1).copied().unwrap_or(60);
    let lab = Lab::up(script.into());
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut games = {
        let mut store = Store::open(&folder.path().join("taflpost.db"), now()).unwrap();
        fill(&mut store, Size { games: rate * seconds, players: PLAYERS, plies: 20, letters: Default::default() })
    };
    let letter = include_str!("../tests/golden/hnefatafl-turn.txt");
    games.iter_mut().for_each(|game| game.reads(letter));
    let away = std::env::args().any(|argument| argument == "away");
    match away {
        true => lab.lets_letters_go(),
        false => lab.makes_mailboxes(),
    }
    let mut server = Server::start(&lab, folder.path());
    let mails = answers(&mut games);
    println!("load {}; {} turns of {} bytes at {rate} a second", load(), mails.len(), mails[0].raw.len());

    let begin = Instant::now();
    let handed_over = lab.hand_over(&mails, rate);
    let took = begin.elapsed();
    if away {
        let with_postfix = lab.wait_until_gone(&folder.path().join("taflpost.db"), 2 * mails.len());
        println!(
            "load {}; handed over in {:.1} s, {:.0} a second",
            load(),
            took.as_secs_f64(),
            mails.len() as f64 / took.as_secs_f64()
        );
        for (what, at) in [("with Postfix", with_postfix), ("out of its queue", Instant::now())] {
            let all = (at - begin).as_secs_f64();
            println!(
                "all letters {what} {all:.1} s after the first hand-over: {:.0} turns a second",
                mails.len() as f64 / all
            );
        }
        server.0.kill().unwrap();
        server.0.wait().unwrap();
        return;
    }
    let came = lab.wait_for(2 * mails.len() + PLAYERS as usize);
    report(&games, &handed_over, took, &came);
    server.0.kill().unwrap();
    server.0.wait().unwrap();
}

fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").unwrap_or_default().split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// What came of it.
fn report(games: &[Running], handed_over: &[SystemTime], took: Duration, came: &[(String, SystemTime)]) {
    let places: HashMap<u32, usize> = games.iter().enumerate().map(|(place, game)| (game.number, place)).collect();
    let mut waits: Vec<Duration> = Vec::new();
    for (letter, at) in came {
        let header = |name: &str| {
            letter.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim_matches([' ', '<', '>'])
        };
        if let Some((Errand::Board(number), ply, _)) = mail::errand_of_message_id(header("Message-ID:"))
            && let place = places[&number]
            && header("To:") == games[place].mover()
            && ply as usize == games[place].ply()
        {
            waits.push(at.duration_since(handed_over[place]).unwrap_or_default());
        }
    }
    waits.sort();
    let all = games.len();
    println!("load {}; {} of {all} turns are in the opponent's mailbox", load(), waits.len());
    println!("handed over in {:.1} s, {:.0} a second", took.as_secs_f64(), all as f64 / took.as_secs_f64());
    let first = handed_over.iter().min().unwrap();
    let last = came.iter().map(|(_, at)| at).max().unwrap().duration_since(*first).unwrap().as_secs_f64();
    println!("all letters there {last:.1} s after the first hand-over: {:.0} turns a second", all as f64 / last);
    let at = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize].as_secs_f64();
    println!(
        "hand-over to the opponent's mailbox: median {:.3} s, 90% {:.3} s, 99% {:.3} s, worst {:.3} s",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    assert_eq!(waits.len(), all);
}

/// `taflpost serve`.
struct Server(Child);

impl Server {
    fn start(lab: &Lab, folder: &Path) -> Server {
        let door = lab.fact("LAB_GAME_LMTP");
        let (submission, password, roots) = (lab.fact("LAB_SUBMISSION"), lab.fact("LAB_PASSWORD"), lab.fact("LAB_CA"));
        let secret = folder.join("relay-password");
        std::fs::write(&secret, password).unwrap();
        let settings = folder.join("server.toml");
        let text = format!(
            "[club]\nname = \"Taflpost\"\naddress = \"{CLUB}\"\n[store]\nfolder = {folder:?}\n[listen]\nsmtp = \"off\"\n\
             lmtp = \"127.0.0.1:{door}\"\n[relay]\nhost = \"localhost\"\nport = {submission}\ntls = \"starttls\"\n\
             user = \"game@box.test\"\npassword_file = {secret:?}\nca_file = {roots:?}\nconnections = {CONNECTIONS}\n"
        );
        std::fs::write(&settings, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_taflpost"));
        let child = command.arg("--config").arg(settings).arg("serve").stdout(Stdio::null()).stderr(Stdio::null());
        let server = Server(child.spawn().unwrap());
        let until = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", door.parse().unwrap())).is_err() {
            assert!(Instant::now() < until, "the server does not open its door");
            std::thread::sleep(Duration::from_millis(50));
        }
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

/// The provider, started by its script.
struct Lab {
    script: PathBuf,
    folder: tempfile::TempDir,
    facts: BTreeMap<String, String>,
}

impl Lab {
    fn up(script: PathBuf) -> Lab {
        let mut lab = Lab { script, folder: tempfile::tempdir().unwrap(), facts: BTreeMap::new() };
        lab.run("up");
        let said = lab.run("env");
        let facts = said.lines().filter_map(|line| line.strip_prefix("export ")?.split_once('='));
        lab.facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        lab
    }

    fn run(&self, verb: &str) -> String {
        let done = Command::new(&self.script).arg(verb).arg(self.folder.path()).output().unwrap();
        assert!(done.status.success(), "{verb}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }

    fn fact(&self, name: &str) -> &str {
        &self.facts[name]
    }

    fn connect(&self) -> Carrier<TcpStream> {
        let stream = TcpStream::connect((self.fact("LAB_HOST"), self.fact("LAB_SMTP").parse().unwrap())).unwrap();
        stream.set_nodelay(true).unwrap();
        Carrier::open(stream, "EHLO players.test")
    }

    /// A mail to every player: the first one to a mailbox makes it.
    fn makes_mailboxes(&self) {
        let mut carrier = self.connect();
        for player in 0..PLAYERS {
            let to = format!("p{player}@players.test");
            let raw =
                format!("From: <host@players.test>\r\nTo: <{to}>\r\nSubject: welcome\r\n\r\nWelcome").into_bytes();
            carrier.hand_over(&Mail { from: "host@players.test".to_owned(), to, raw });
        }
        self.wait_for(PLAYERS as usize);
    }

    /// From now on Postfix throws away what it would bring to the players' mailboxes.
    fn lets_letters_go(&self) {
        let etc = self.fact("LAB_POSTFIX_ETC");
        for command in
            [["postconf", "-c", etc, "-e", "virtual_transport=discard:"].as_slice(), &["postfix", "-c", etc, "reload"]]
        {
            let done = Command::new(command[0]).args(&command[1..]).output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }

    /// Waits until Postfix has taken so many letters, and then until its queue is empty; when it had taken them.
    fn wait_until_gone(&self, file: &Path, letters: usize) -> Instant {
        let reader = Reader::open(file).unwrap();
        let (mut seen, mut news) = (0, Instant::now());
        while seen < letters {
            let sent = reader.sent_since(DateTime::UNIX_EPOCH).unwrap() as usize;
            if sent > seen {
                (seen, news) = (sent, Instant::now());
            }
            assert!(news.elapsed() < PATIENCE, "{seen} of {letters} letters are sent");
            std::thread::sleep(Duration::from_millis(200));
        }
        let taken = Instant::now();
        let etc = self.fact("LAB_POSTFIX_ETC");
        while !Command::new("postqueue").args(["-c", etc, "-j"]).output().unwrap().stdout.is_empty() {
            assert!(taken.elapsed() < PATIENCE, "letters stay in the queue of Postfix");
            std::thread::sleep(Duration::from_millis(200));
        }
        taken
    }

    /// Hands the mails over at their appointed times; when each was taken.
    fn hand_over(&self, mails: &[Mail], rate: u32) -> Vec<SystemTime> {
        let begin = Instant::now();
        let work = |lane: usize| {
            let mut carrier = self.connect();
            let mut taken = Vec::new();
            for (place, mail) in mails.iter().enumerate().skip(lane).step_by(CONNECTIONS) {
                let due = begin + Duration::from_secs(1) * place as u32 / rate;
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                carrier.hand_over(mail);
                taken.push((place, SystemTime::now()));
            }
            taken
        };
        let mut all = vec![SystemTime::UNIX_EPOCH; mails.len()];
        std::thread::scope(|scope| {
            let lanes: Vec<_> = (0..CONNECTIONS).map(|lane| scope.spawn(move || work(lane))).collect();
            for (place, at) in lanes.into_iter().flat_map(|lane| lane.join().unwrap()) {
                all[place] = at;
            }
        });
        all
    }

    /// Waits for so many mails in the players' mailboxes; their heads, and when they came there.
    fn wait_for(&self, count: usize) -> Vec<(String, SystemTime)> {
        let (mut seen, mut news) = (0, Instant::now());
        while seen < count {
            let found = self.files().len();
            if found > seen {
                (seen, news) = (found, Instant::now());
            }
            assert!(news.elapsed() < PATIENCE, "{seen} of {count} mails came");
            std::thread::sleep(Duration::from_millis(500));
        }
        let read = |path: PathBuf| {
            let of = std::fs::metadata(&path).unwrap();
            // The time of its last change is when it was moved to where readers see it.
            let at = SystemTime::UNIX_EPOCH + Duration::new(of.ctime() as u64, of.ctime_nsec() as u32);
            let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).replace("\r\n", "\n");
            (text.split("\n\n").next().unwrap().to_owned(), at)
        };
        self.files().into_iter().map(read).collect()
    }

    fn files(&self) -> Vec<PathBuf> {
        let boxes = std::fs::read_dir(Path::new(self.fact("LAB_MAILDIRS")).join("players.test"));
        let folders = boxes.into_iter().flatten().map(|entry| entry.unwrap().path().join("new"));
        folders
            .flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()))
            .collect()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = Command::new(&self.script).arg("down").arg(self.folder.path()).output();
    }
}
