//! What must hold in a data folder after a power cut, before anybody has worked in it and after.

use crate::composer;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use taflpost::chance::Chance;
use taflpost::clock::Reading;
use taflpost::delivery::{self, Transport};
use taflpost::mail::{self, Errand, errand_of_message_id};
use taflpost::store::{Door, GameFilter, LetterState, NewMail, Reader, SpoolState, Spooled, Store};
use taflpost::tafl::Play;
use taflpost::worker::MailProcessor;
use taflpost::worker::clockwork::Lookout;

/// More than there is of anything.
const ALL: u32 = 1_000_000;

/// Looks at data folders, and works on in them.
pub struct Keeper {
    incoming: MailProcessor,
    now: DateTime<Utc>,
}

/// A half-move that a mail asks for: board, half-move and play.
type Asked = (u32, u32, Play);

/// Whose letter about which board it is, after how many half-moves.
type About = (String, u32, u32);

impl Keeper {
    pub fn new() -> Keeper {
        let mut seed = [0; 32];
        let now: DateTime<Utc> = SystemTime::now().into();
        // No two keepers draw the same tokens.
        seed[..8].copy_from_slice(&now.timestamp_micros().to_be_bytes());
        Keeper { incoming: composer::incoming(&[], Chance::from_seed(seed)), now }
    }

    /// A mail is taken in and waits.
    pub fn take_in(&mut self, data: &Path, text: &str) {
        let mut store = Store::open(&data.join("taflpost.db"), self.now).unwrap();
        store.take_in(&[arriving(text.as_bytes())], &[], self.now).unwrap();
    }

    /// A mail is taken in and handled, and letters go.
    pub fn handle(&mut self, data: &Path, text: &str) {
        let mut store = Store::open(&data.join("taflpost.db"), self.now).unwrap();
        store.take_in(&[arriving(text.as_bytes())], &[], self.now).unwrap();
        self.work_on(&mut store, data);
    }

    /// A backup.
    pub fn copy(&self, data: &Path, to: &Path) {
        Store::open(&data.join("taflpost.db"), self.now).unwrap().backup(to).unwrap();
    }

    /// The laws, and the work goes on. `taken` are the mails that were said yes to.
    pub fn check(&mut self, data: &Path, taken: &[&[u8]]) {
        let path = data.join("taflpost.db");
        if taken.is_empty() && !path.exists() {
            return;
        }
        let mut store = Store::open(&path, self.now).unwrap();
        is_whole(&path);
        check_letters(data);
        // Each is known: it stands in the spool, or is done.
        let again: Vec<NewMail> = taken.iter().map(|raw| arriving(raw)).collect();
        let answers = store.take_in(&again, &[], self.now).unwrap();
        for (raw, answer) in taken.iter().zip(&answers) {
            assert!(matches!(answer, Spooled::Repeat(_)), "lost: {}", String::from_utf8_lossy(raw));
        }
        self.work_on(&mut store, data);
        let reader = Reader::open(&path).unwrap();
        if reader.counts().unwrap().waiting > 0 {
            // Tried in vain on the disk that failed, and now or then to be tried again.
            self.now += TimeDelta::hours(1);
            self.work_on(&mut store, data);
        }
        check_letters(data);
        let counts = reader.counts().unwrap();
        assert_eq!((counts.spooled, counts.failed, counts.waiting), (0, 0, 0));
        assert_eq!(reader.inbox(SpoolState::Failed, 1).unwrap(), []);
        for (number, ply, play) in taken.iter().filter_map(|raw| asked(raw)) {
            let game = reader.game(number).unwrap().unwrap();
            let played = &game.state.plays()[ply as usize - 1];
            assert_eq!(played.play, play, "board {number}, half-move {ply}");
        }
    }

    /// What a server does that starts after the power is back.
    fn work_on(&mut self, store: &mut Store, data: &Path) {
        Lookout::default().look(store, &Reading::steady(self.now)).unwrap();
        loop {
            let worked = store.work(64, self.now, |tx, spool| self.incoming.handle(tx, spool)).unwrap();
            // The last program's end may have been that mail's fault, as far as anybody can know; it is tried again.
            let is_put_aside = worked.troubles.iter().any(|trouble| trouble.state == SpoolState::Failed);
            assert!(!is_put_aside, "{:?}", worked.troubles);
            if !worked.more {
                break;
            }
        }
        while self.incoming.tick(store, self.now).unwrap().more {}
        let way = Transport::Folder(data.join("letters"));
        let round = delivery::send_due(store, &way, self.now).unwrap();
        assert_eq!((round.later, round.given_up, round.held), (0, 0, None));
    }
}

/// The file and its references.
pub fn is_whole(path: &Path) {
    let file = rusqlite::Connection::open(path).unwrap();
    let verdict: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
    assert!(!file.prepare("PRAGMA foreign_key_check").unwrap().exists([]).unwrap(), "a row refers to nothing");
}

/// The letters of each half-move stand with it, once for each player, in the outbox or in a Maildir. What is marked as sent is there.
fn check_letters(data: &Path) {
    let reader = Reader::open(&data.join("taflpost.db")).unwrap();
    let mut stand: BTreeMap<i64, Option<About>> = BTreeMap::new();
    for due in reader.due(DateTime::<Utc>::MAX_UTC - TimeDelta::days(400), ALL).unwrap() {
        stand.insert(due.id, about(&due.to, &due.bytes));
    }
    for (path, letter) in crate::story::letters(&data.join("letters")) {
        let recipient = path.iter().next().unwrap().to_str().unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let id = name.split('.').nth(1).unwrap().parse().unwrap();
        assert!(is_finished(&letter), "half a letter: {}", path.display());
        let found = about(recipient, &letter);
        // Sent and not marked: the same letter still waits, and will land on the same name.
        assert!(stand.insert(id, found.clone()).is_none_or(|waits| waits == found), "letter {id}");
    }
    for sent in reader.queue(LetterState::Sent, ALL).unwrap() {
        assert!(stand.contains_key(&sent.id), "letter {} to {} is marked as sent and nowhere", sent.id, sent.to);
    }
    assert_eq!(reader.queue(LetterState::GivenUp, 1).unwrap(), []);
    let dropped = reader.queue(LetterState::Dropped, ALL).unwrap();
    let mut counts: BTreeMap<About, u32> = BTreeMap::new();
    for about in stand.into_values().flatten().filter(|(_, _, ply)| *ply > 0) {
        *counts.entry(about).or_default() += 1;
    }
    for head in reader.games(&GameFilter::All, ALL).unwrap() {
        for player in [&head.attackers, &head.defenders] {
            let address = format!("{player}@{player}.test");
            for ply in 1..=head.plies {
                let count = counts.remove(&(address.clone(), head.number, ply)).unwrap_or(0);
                let was_dropped = dropped.iter().any(|line| line.to == address && line.number == Some(head.number));
                assert!(count == 1 || count == 0 && was_dropped, "{count} for {address} of {} {ply}", head.number);
            }
        }
    }
    assert_eq!(counts, BTreeMap::new(), "letters about half-moves that do not stand");
}

fn arriving(raw: &[u8]) -> NewMail {
    NewMail {
        raw: raw.to_vec(),
        envelope_from: None,
        envelope_to: Vec::new(),
        door: Door::Lmtp,
        source_key: None,
        stamped: None,
        fingerprint: mail::fingerprint(raw),
    }
}

/// The message's identifier in one of its headers.
fn header(raw: &[u8], name: &str) -> Option<String> {
    let (headers, _) = mailparse::parse_headers(raw).unwrap();
    mailparse::MailHeaderMap::get_first_value(&headers[..], name)
}

fn about(to: &str, letter: &[u8]) -> Option<About> {
    match errand_of_message_id(&header(letter, "Message-ID")?) {
        Some((Errand::Board(number), ply, _)) => Some((to.to_owned(), number, ply)),
        _ => None,
    }
}

/// Whether a letter of several parts has its end.
fn is_finished(letter: &[u8]) -> bool {
    let text = String::from_utf8_lossy(letter);
    match text.split_once("boundary=\"").and_then(|(_, rest)| rest.split_once('"')) {
        Some((boundary, _)) => text.trim_end().ends_with(&format!("--{boundary}--")),
        None => text.ends_with("\r\n"),
    }
}

/// The half-move that a mail asks for: the letter that it answers says after how many, its first line which.
fn asked(raw: &[u8]) -> Option<Asked> {
    let (Errand::Board(number), ply, _) = errand_of_message_id(&header(raw, "In-Reply-To")?)? else { return None };
    let text = String::from_utf8_lossy(raw).replace('\r', "");
    let (_, body) = text.split_once("\n\n")?;
    Some((number, ply + 1, body.lines().next()?.parse().ok()?))
}

/// The tables of a backup that somebody was told is whole.
pub fn check_backup(path: &Path, told: bool) {
    match path.exists() {
        true => is_whole(path),
        false => assert!(!told, "the backup is gone"),
    }
}

/// Names that nobody needs after the work: drafts of letters, halves of backups.
pub fn leftovers(data: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(data).unwrap();
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.to_string_lossy().contains(".part")).collect()
}
