//! The server without its sockets: writer, clockwork and relay in the same order as in `serve`, with a clock that is an argument.

use crate::year::office;
use chrono::{DateTime, TimeDelta, Utc};
use std::path::PathBuf;
use taflpost::chance::Chance;
use taflpost::clock::Reading;
use taflpost::club::Reply;
use taflpost::command::{ExportFormat, TournamentAsk, TournamentCommand};
use taflpost::mail;
use taflpost::store::{Door, Due, NewMail, Spooled, Store, Verdict};
use taflpost::worker::clockwork::{self, Lookout};
use taflpost::worker::{MailProcessor, Operated};

/// What lives in a process, and goes with it.
struct Process {
    store: Store,
    incoming: MailProcessor,
}

/// A server that can lose its power.
pub struct Server {
    folder: tempfile::TempDir,
    process: Option<Process>,
    /// Drawn from at every start.
    seeds: Chance,
    organizers: Vec<String>,
    /// Whether the process has not looked yet.
    pub is_new: bool,
    /// When somebody last looked.
    pub beaten: DateTime<Utc>,
}

impl Server {
    pub fn start(now: DateTime<Utc>, seeds: Chance, organizers: Vec<String>) -> Server {
        // A year has some hundred thousand commits: in memory, where there is such a folder, none of them waits for a disk.
        let memory = std::path::Path::new("/dev/shm");
        let folder = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).unwrap();
        let mut server = Server { folder, process: None, seeds, organizers, is_new: true, beaten: now };
        server.switch_on(now);
        server
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("taflpost.db")
    }

    pub fn is_on(&self) -> bool {
        self.process.is_some()
    }

    /// The power goes: what is not in the file is gone.
    pub fn switch_off(&mut self) {
        self.process = None;
    }

    /// A new process opens the file.
    pub fn switch_on(&mut self, now: DateTime<Utc>) {
        let incoming = office::incoming(&self.organizers, Chance::from_seed(self.seeds.bytes()));
        self.is_new = true;
        self.process = Some(Process { store: Store::open(&self.path(), now).unwrap(), incoming });
    }

    fn process(&mut self) -> &mut Process {
        self.process.as_mut().expect("the server is on")
    }

    pub fn store(&mut self) -> &mut Store {
        &mut self.process().store
    }

    /// A mail is taken in; false where it has come before.
    pub fn take_in(&mut self, raw: &[u8], (from, to): (&str, &str), now: DateTime<Utc>) -> bool {
        let arriving = NewMail {
            raw: raw.to_vec(),
            envelope_from: Some(from.to_owned()),
            envelope_to: vec![to.to_owned()],
            door: Door::Smtp,
            source_key: None,
            stamped: None,
            fingerprint: mail::fingerprint(raw),
        };
        let spooled = self.store().take_in(&[arriving], &[], now).unwrap();
        matches!(spooled[..], [Spooled::New(_)])
    }

    /// The oldest mail that waits is handled; what the operator's log says of it.
    pub fn handle_one(&mut self, now: DateTime<Utc>) -> String {
        let Process { store, incoming } = self.process();
        let mut worked = store.work(1, now, |tx, spool| incoming.handle(tx, spool)).unwrap();
        assert!(worked.troubles.is_empty(), "a mail could not be handled: {:?}", worked.troubles);
        for organizer in incoming.organizers.iter() {
            // The operator knows who is meant.
            store.confirm_organizer(organizer).unwrap();
        }
        worked.done.pop().map(|(_, note)| note).expect("a mail waits")
    }

    /// Looks, for the first time in this process or once more; what passed since the last process looked is given back.
    pub fn beat(&mut self, now: DateTime<Utc>) {
        self.beaten = now;
        let reading = Reading::steady(now);
        match self.is_new {
            true => Lookout::default().look(self.store(), &reading).map(drop).unwrap(),
            // A quarter of an hour stands for many looks.
            false => clockwork::round(self.store(), &reading, TimeDelta::hours(1)).unwrap(),
        }
        self.is_new = false;
        self.store().confirm_time().unwrap();
    }

    /// What is due without a mail.
    pub fn tick(&mut self, now: DateTime<Utc>) {
        let Process { store, incoming } = self.process();
        loop {
            let ticked = incoming.tick(store, now).unwrap();
            assert!(ticked.stumbles.is_empty(), "a clock could not be looked at: {:?}", ticked.stumbles);
            if !ticked.more {
                break;
            }
        }
    }

    /// The report of a tournament, as anybody can have it.
    pub fn report(&mut self, name: &str, now: DateTime<Utc>) -> String {
        let asked =
            TournamentCommand::Of { name: name.to_owned(), ask: TournamentAsk::Export { format: ExportFormat::Trf } };
        let Process { store, incoming } = self.process();
        let operated = store.act(now, |tx| {
            let operated = incoming.operate(tx, &"nobody".parse().unwrap(), &asked, false);
            operated.map(|operated| (operated, false))
        });
        match operated {
            Ok(Operated::Answered { replies, .. }) => match &replies[..] {
                [Reply::TournamentExported { text, .. }] => text.clone(),
                other => panic!("no report of {name}: {other:?}"),
            },
            other => panic!("no report of {name}: {other:?}"),
        }
    }

    pub fn tidy_up(&mut self, now: DateTime<Utc>) {
        self.store().tidy_up(now).unwrap();
    }

    /// The letters that wait to be sent now.
    pub fn letters(&mut self, now: DateTime<Utc>) -> Vec<Due> {
        self.store().due(now, 10_000).unwrap()
    }

    /// The relay has spoken.
    pub fn mark(&mut self, verdicts: &[(i64, Verdict)], now: DateTime<Utc>) {
        self.store().take_in(&[], verdicts, now).unwrap();
    }

    /// The instant at which the clockwork has to look next, as the file has it.
    pub fn looks_at(&self, file: &rusqlite::Connection) -> Option<DateTime<Utc>> {
        let sql = "SELECT min(at) FROM (SELECT min(due) AS at FROM game WHERE due IS NOT NULL
                   UNION ALL SELECT min(due) FROM digest UNION ALL SELECT min(next_try) FROM outbox WHERE state = 'waiting'
                   UNION ALL SELECT min(due) FROM tournament WHERE due IS NOT NULL AND held IS NULL)";
        let at: Option<i64> = file.prepare_cached(sql).unwrap().query_row([], |row| row.get(0)).unwrap();
        at.map(|at| DateTime::from_timestamp_micros(at).unwrap())
    }
}

/// The first full minute that is not before the instant.
pub fn minute_of(at: DateTime<Utc>) -> DateTime<Utc> {
    let over = at.timestamp_micros().rem_euclid(60_000_000);
    if over == 0 { at } else { at + TimeDelta::microseconds(60_000_000 - over) }
}
