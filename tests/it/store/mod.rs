//! The store keeps its promises: on a real file, as doors, worker and operator see it. This file has what these tests need.

#![allow(clippy::unwrap_used, reason = "tests")]

mod clocks;
mod erased;
mod file;
mod games;
mod letters;
mod looks;
mod signups;
mod spool;
mod tokens;

use chrono::{DateTime, TimeDelta, Utc};
use std::path::PathBuf;
use std::sync::Arc;
use taflpost::club::{Change, Invitation, Needs, PlayerId, Stage, View};
use taflpost::command::Conditions;
use taflpost::mail::Address;
use taflpost::store::{Door, NewLetter, NewMail, Outcome, Reader, SpooledMail, Store, StoreError, Tx, Worked};
use taflpost::tafl;

/// A file in a folder of its own, open.
struct World {
    folder: tempfile::TempDir,
    store: Store,
    mails: u64,
}

impl World {
    fn new() -> World {
        let folder = crate::cli::here();
        let store = Store::open(&folder.path().join("club.db"), noon()).unwrap();
        World { folder, store, mails: 0 }
    }

    /// Ann and bob have joined and play Brandubh on board 1; ann has the attackers.
    fn with_a_game() -> World {
        let mut world = World::new();
        world.apply(&[joined("ann"), joined("bob"), invited(1, "ann", "bob"), reached(1, Stage::Running)]);
        world
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("club.db")
    }

    fn reader(&self) -> Reader {
        Reader::open(&self.path()).unwrap()
    }

    /// Handles one new mail by `act`, which must succeed.
    fn handle<T>(&mut self, act: impl Fn(&Tx<'_>) -> Result<T, StoreError>) -> T {
        let mut result = None;
        let worked = self.try_handle(|tx| {
            result = Some(act(tx)?);
            Ok(())
        });
        assert_eq!(worked.troubles, []);
        result.unwrap()
    }

    /// Handles one new mail by `act`.
    fn try_handle(&mut self, mut act: impl FnMut(&Tx<'_>) -> Result<(), StoreError>) -> Worked {
        self.mails += 1;
        self.store.take_in(&[mail(1_000 + self.mails)], &[], noon()).unwrap();
        self.store.work(1, noon(), |tx, _| act(tx).map(|()| Outcome::Done { note: "done".to_owned() })).unwrap()
    }

    fn apply(&mut self, changes: &[Change]) {
        self.handle(|tx| tx.apply(changes));
    }

    /// Why this change is refused; the mail that asked for it ends among the failed.
    fn refused(&mut self, change: &Change) -> String {
        let worked = self.try_handle(|tx| tx.apply(std::slice::from_ref(change)));
        for _ in 0..2 {
            self.store.work(1, noon(), |_, _| Err::<Outcome, _>("no")).unwrap();
        }
        let trouble = worked.troubles.first().unwrap_or_else(|| panic!("{change:?} is not refused"));
        trouble.note.clone()
    }

    fn view(&mut self, needs: &Needs) -> View {
        self.handle(|tx| tx.view(needs, noon()))
    }
}

/// A handler that is content with every mail.
fn done(_: &Tx<'_>, _: &SpooledMail) -> Result<Outcome, StoreError> {
    Ok(Outcome::Done { note: String::new() })
}

fn noon() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn hours(hours: i64) -> DateTime<Utc> {
    noon() + TimeDelta::hours(hours)
}

fn days(days: i64) -> DateTime<Utc> {
    noon() + TimeDelta::days(days)
}

fn id(id: &str) -> PlayerId {
    id.parse().unwrap()
}

fn address(address: &str) -> Address {
    address.parse().unwrap()
}

fn hash(n: u64) -> [u8; 32] {
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&n.to_le_bytes());
    hash
}

fn mail(n: u64) -> NewMail {
    NewMail {
        raw: format!("Subject: mail {n}\r\n\r\n").into_bytes(),
        envelope_from: Some("ann@example.org".to_owned()),
        envelope_to: vec!["club@example.org".to_owned()],
        door: Door::Lmtp,
        source_key: None,
        stamped: None,
        fingerprint: hash(n),
    }
}

fn letter(to: &str) -> NewLetter {
    NewLetter {
        board: None,
        not_before: None,
        created: noon(),
        envelope_from: String::new(),
        bounce_key: None,
        to: to.to_owned(),
        reader: None,
        author: None,
        number: None,
        kind: "help",
        bytes: b"Subject: hello\r\n\r\nhello".to_vec(),
        starts: Vec::new(),
        stranger: false,
    }
}

fn joined(player: &str) -> Change {
    Change::PlayerJoined {
        id: id(player),
        address: address(&format!("{player}@example.org")),
        password_hash: None,
        at: noon(),
    }
}

fn brandubh() -> Arc<tafl::Rules> {
    let catalogue = tafl::Catalogue::embedded().unwrap();
    Arc::new(catalogue.find("brandubh").unwrap().rules.clone())
}

fn invited(number: u32, attackers: &str, defenders: &str) -> Change {
    Change::GameInvited(Invitation {
        number,
        variant: "brandubh".to_owned(),
        title: "Brandubh 7x7".to_owned(),
        rules: brandubh(),
        attackers: id(attackers),
        defenders: id(defenders),
        challenger: tafl::Side::Attackers,
        clock: None,
        conditions: Conditions::default(),
        at: noon(),
    })
}

fn reached(number: u32, stage: Stage) -> Change {
    Change::StageReached { number, stage, at: hours(1) }
}

/// Half-move 1 comes at hour 2, half-move 2 at hour 3, and so on.
fn played(number: u32, ply: u32, play: &str) -> Change {
    Change::PlayMade { number, ply, play: play.parse().unwrap(), at: hours(i64::from(ply) + 1), bank: None }
}

fn about(numbers: &[u32]) -> Needs {
    Needs { games: numbers.iter().copied().collect(), ..Needs::default() }
}
