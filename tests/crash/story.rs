//! A club at work under a diary: players sign up and play, by `deliver` and `work` without a server, then by a server that is killed
//! and begun again, with a backup meanwhile. What was said yes to is known, and when.

use crate::diary::{self, Record};
use crate::killed::post::{self, Letter, Player};
use crate::killed::server::{CLUB, End, House, poll};
use crate::preload;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use taflpost::chance::Chance;
use taflpost::tafl::{Catalogue, GameState, Play, Side};

/// The tag of a process that is no `deliver`.
const BACKUP: u64 = 1_000_000;

/// What somebody was told is safe.
#[derive(Clone, Debug)]
pub enum Yes {
    /// A mail, as it went over the wire.
    Mail(Vec<u8>),
    /// The backup at the top of the folder.
    Backup,
}

/// A story that is over.
pub struct Story {
    pub root: PathBuf,
    pub records: Vec<Record>,
    /// After which record each yes was said.
    pub yeses: Vec<(usize, Yes)>,
    /// Every file of every Maildir as it was written: a letter there is whole or is not there.
    pub letters: HashMap<PathBuf, Vec<u8>>,
    _house: House,
}

/// Plays it.
pub fn run(library: &Path, plies: usize) -> Story {
    let notes = preload::folder();
    let diary = notes.path().join("diary");
    std::fs::write(&diary, "").unwrap();
    let house = House::within(preload::folder(), |root| preload::surroundings(library, root, &diary));
    let root = house.database().parent().unwrap().parent().unwrap().to_owned();
    let lots = &mut Chance::from_seed([25; 32]);
    let tags = Tags::default();

    // Without a server: each mail is a process, and so is the work on it. The last of them empties the log and removes it.
    let mut first = Pair::new(&house, "first", lots, plies);
    let by_hand = &mut |mail: Brought| {
        tags.deliver(&house, &mail);
        work(&house);
    };
    first.found(by_hand);
    for _ in 0..2 {
        by_hand(first.next_play());
    }
    // With one, which is killed in the middle; a log is emptied while others write.
    let server = house.serve();
    let mut pairs = vec![first];
    pairs.extend(["second", "third"].map(|name| {
        let mut pair = Pair::new(&house, name, lots, plies);
        pair.found(&mut |mail| mail.bring(&house));
        pair
    }));
    play(&house, &tags, &mut pairs, plies / 2);
    server.end(End::Killed);
    let server = house.serve();
    play(&house, &tags, &mut pairs, plies);
    let backup = root.join("backup.db");
    let mut copying = house.taflpost(&["backup", backup.to_str().unwrap()]);
    copying.env("TAFLPOST_DISK_TAG", BACKUP.to_string()).stdout(Stdio::null());
    assert!(copying.status().unwrap().success());
    server.end(End::Told);

    let records = diary::read(&std::fs::read(&diary).unwrap());
    let yeses = yeses(&records, &tags);
    let letters = letters(&house.database().with_file_name("letters"));
    Story { root, records, yeses, letters, _house: house }
}

/// A mail at the door.
pub struct Brought {
    pub from: String,
    pub to: String,
    pub text: String,
}

impl Brought {
    /// Somebody new, of a domain of their own.
    pub fn sign_up(id: &str) -> Brought {
        let (from, to) = (format!("{id}@{id}.test"), CLUB.to_owned());
        let text = format!("From: <{from}>\nTo: <{to}>\nMessage-ID: <s@{from}>\nSubject: signup {id}\n\n");
        Brought { from, to, text }
    }

    /// To the server, until it has said yes.
    fn bring(&self, house: &House) {
        let text = self.text.replace('\n', "\r\n");
        poll("the door to take a mail", || post::bring(&house.door(), &self.from, &self.to, &text).ok());
    }
}

/// The mails that processes were started with.
#[derive(Default)]
struct Tags {
    next: AtomicU64,
    mails: std::sync::Mutex<HashMap<u64, Vec<u8>>>,
}

impl Tags {
    fn deliver(&self, house: &House, mail: &Brought) {
        let tag = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        self.mails.lock().unwrap().insert(tag, mail.text.clone().into_bytes());
        let mut pipe = house.taflpost(&["deliver", "--to", &mail.to]);
        let mut pipe = pipe.env("TAFLPOST_DISK_TAG", tag.to_string()).stdin(Stdio::piped()).spawn().unwrap();
        pipe.stdin.take().unwrap().write_all(mail.text.as_bytes()).unwrap();
        assert!(pipe.wait().unwrap().success());
    }
}

fn work(house: &House) {
    assert!(house.taflpost(&["work"]).status().unwrap().success());
}

/// Two who play against each other.
pub struct Pair {
    players: [Player; 2],
    variant: &'static str,
    plays: Vec<(Side, Play)>,
    number: u32,
    done: usize,
}

impl Pair {
    pub fn new(house: &House, name: &str, lots: &mut Chance, plies: usize) -> Pair {
        let players = ["a", "b"].map(|side| Player::new(house, format!("{side}{name}")));
        let variant = "small";
        let rules = Catalogue::embedded().unwrap().find(variant).unwrap().rules.clone();
        let mut course = GameState::new(Arc::new(rules));
        let mut plays = Vec::new();
        while plays.len() < plies && !course.status().is_over() {
            let moves = course.moves();
            let play = moves[lots.below(u32::try_from(moves.len()).unwrap()) as usize];
            plays.push((course.to_move(), play));
            course.play(play).unwrap();
        }
        Pair { players, variant, plays, number: 0, done: 0 }
    }

    /// From the sign-ups to the first board.
    pub fn found(&mut self, bring: &mut dyn FnMut(Brought)) {
        for player in &mut self.players {
            bring(Brought::sign_up(&player.id));
            let letter = player.wait_for("a request", 1, |letter| letter.subject.starts_with("Please confirm"));
            bring(answer(player, &letter, ""));
        }
        let welcome = |letter: &Letter| letter.subject.starts_with("Welcome");
        let [first, second] = &mut self.players;
        second.wait_for("a welcome", 1, welcome);
        let letter = first.wait_for("a welcome", 1, welcome);
        bring(answer(first, &letter, &format!("{} challenge {} {}", self.variant, first.id, second.id)));
        let challenge = second.wait_for("a challenge", 1, |letter| letter.board.is_some());
        bring(answer(second, &challenge, "accept"));
        self.number = challenge.board.unwrap().0;
    }

    /// The mail with the next play, when the letter that it answers has come.
    pub fn next_play(&mut self) -> Brought {
        let (side, play) = self.plays[self.done];
        let (number, ply) = (self.number, u32::try_from(self.done).unwrap());
        let mover = &mut self.players[usize::from(side == Side::Defenders)];
        let count = if ply == 0 { 2 } else { 1 };
        let what = format!("board {number} after {ply}");
        let letter = mover.wait_for(&what, count, |letter| letter.board == Some((number, ply)));
        self.done += 1;
        answer(mover, &letter, &play.to_string())
    }
}

fn answer(player: &Player, letter: &Letter, words: &str) -> Brought {
    Brought { from: player.address.clone(), to: letter.reply_to(), text: player.answer_in_words(letter, words) }
}

/// All pairs at once, each mail by this door or that.
fn play(house: &House, tags: &Tags, pairs: &mut [Pair], until: usize) {
    std::thread::scope(|scope| {
        for pair in pairs {
            scope.spawn(move || {
                while pair.done < until.min(pair.plays.len()) {
                    let by_pipe = pair.done % 7 == 3;
                    let mail = pair.next_play();
                    match by_pipe {
                        true => tags.deliver(house, &mail),
                        false => mail.bring(house),
                    }
                }
                let last = u32::try_from(pair.done).unwrap();
                let number = pair.number;
                for player in &mut pair.players {
                    player.wait_for("the last board", 1, |letter| letter.board == Some((number, last)));
                }
            });
        }
    });
}

/// Who was told yes, and when: a process that ended well, and a talk in which 250 came after a whole mail.
fn yeses(records: &[Record], tags: &Tags) -> Vec<(usize, Yes)> {
    let mails = tags.mails.lock().unwrap();
    let mut talks: HashMap<u64, Vec<u8>> = HashMap::new();
    let mut yeses = Vec::new();
    for (at, record) in records.iter().enumerate() {
        match record {
            Record::Ended { tag: BACKUP, status: 0, .. } => yeses.push((at, Yes::Backup)),
            Record::Ended { tag, status: 0, .. } => {
                yeses.extend(mails.get(tag).map(|mail| (at, Yes::Mail(mail.clone()))));
            }
            Record::Heard { talk, bytes } => talks.entry(*talk).or_default().extend(bytes),
            Record::Said { talk, bytes } if bytes.starts_with(b"250") => {
                let heard = talks.entry(*talk).or_default();
                if let Some(mail) = mail_of(heard) {
                    yeses.push((at, Yes::Mail(mail)));
                    heard.clear();
                }
            }
            _ => {}
        }
    }
    yeses
}

/// The mail of a talk that has come to its end.
fn mail_of(heard: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(heard).ok()?;
    let (_, text) = text.split_once("\r\nDATA\r\n")?;
    let (mail, _) = text.split_once("\r\n.\r\n")?;
    Some(format!("{mail}\r\n").into_bytes())
}

/// Each file of each `new` below a folder of Maildirs, by its path in there.
pub fn letters(maildirs: &Path) -> HashMap<PathBuf, Vec<u8>> {
    let mut letters = HashMap::new();
    for recipient in crate::killed::server::names(maildirs) {
        let new = PathBuf::from(recipient).join("new");
        for name in crate::killed::server::names(&maildirs.join(&new)) {
            let path = new.join(name);
            letters.insert(path.clone(), std::fs::read(maildirs.join(path)).unwrap());
        }
    }
    letters
}
