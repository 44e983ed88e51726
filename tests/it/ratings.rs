//! Ratings in the store: they are closed week by week, and equal what a calculation from all results gives.

use chrono::{DateTime, TimeDelta, Utc};
use std::path::PathBuf;
use std::sync::Arc;
use taflpost::chance::Chance;
use taflpost::club::rating::{Book, Period, Rating};
use taflpost::club::{Change, Ending, Invitation, PlayerId, Stage};
use taflpost::command::Conditions;
use taflpost::store::{Door, NewMail, Outcome, Store, StoreError, Tx};
use taflpost::tafl::{Catalogue, Reason, Side};
use taflpost::worker::rating_rebuild::{Recomputation, Slices, Step};
use taflpost::worker::ratings;

/// A club whose games consist of their results.
struct Club {
    folder: tempfile::TempDir,
    store: Store,
    rules: Arc<taflpost::tafl::Rules>,
    now: DateTime<Utc>,
    games: u32,
}

fn monday() -> DateTime<Utc> {
    "2026-11-16T00:00:00Z".parse().unwrap()
}

fn id(id: &str) -> PlayerId {
    id.parse().unwrap()
}

impl Club {
    fn of(players: &[&str]) -> Club {
        let folder = crate::cli::here();
        let store = Store::open(&folder.path().join("club.db"), monday()).unwrap();
        let rules = Arc::new(Catalogue::embedded().unwrap().find("brandubh").unwrap().rules.clone());
        let mut club = Club { folder, store, rules, now: monday(), games: 0 };
        for player in players {
            let joined = Change::PlayerJoined {
                id: id(player),
                address: format!("{player}@club.test").parse().unwrap(),
                password_hash: None,
                at: monday(),
            };
            club.apply(&[joined]);
        }
        club
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("club.db")
    }

    fn apply(&mut self, changes: &[Change]) {
        self.store.act(self.now, |tx| tx.apply(changes).map(|()| ((), true))).unwrap();
    }

    /// A game that has ended at `at`.
    fn game(&mut self, variant: &str, pair: [&str; 2], end: (u32, Ending), at: DateTime<Utc>) {
        let changes = self.changes(variant, pair, end, at);
        self.apply(&changes);
    }

    fn changes(
        &mut self,
        variant: &str,
        [attackers, defenders]: [&str; 2],
        end: (u32, Ending),
        at: DateTime<Utc>,
    ) -> Vec<Change> {
        self.games += 1;
        let (number, (plies, ending)) = (self.games, end);
        let mut changes = vec![
            Change::GameInvited(Invitation {
                number,
                variant: variant.to_owned(),
                title: variant.to_owned(),
                rules: self.rules.clone(),
                attackers: id(attackers),
                defenders: id(defenders),
                clock: None,
                challenger: Side::Attackers,
                conditions: Conditions { unrated: number.is_multiple_of(17), private: false },
                at,
            }),
            Change::StageReached { number, stage: Stage::Running, at },
        ];
        changes.extend((1..=plies).map(|ply| Change::PlayMade {
            number,
            ply,
            play: "a1-a2".parse().unwrap(),
            at,
            bank: None,
        }));
        changes.push(Change::StageReached { number, stage: Stage::Ended(ending), at });
        changes
    }

    /// The clockwork's step.
    fn close(&mut self) {
        let mut recomputation = None;
        while ratings::close_due(&mut self.store, self.now, &mut recomputation).unwrap() {}
    }

    /// Reckons everything anew, at once.
    fn recompute(&mut self, keep: bool) -> ratings::Recomputed {
        ratings::recompute(&mut self.store, keep, self.now, Slices::default(), || ()).unwrap()
    }

    /// What reckoning everything anew gives, as rows.
    fn recomputed(&mut self) -> Vec<String> {
        let until = self.store.ratings_stand().unwrap().until.unwrap();
        let mut looking = Recomputation::only_looking(until, Slices::default());
        while looking.step(&mut self.store).unwrap() != Step::Last {}
        looking.sheet().unwrap().rows()
    }

    fn rows(&mut self) -> Vec<String> {
        self.store.act(self.now, |tx| Ok::<_, StoreError>((tx.rating_rows()?, false))).unwrap()
    }

    fn stale(&mut self) -> bool {
        self.store.act(self.now, |tx| Ok::<_, StoreError>((tx.ratings_stand()?.is_stale, false))).unwrap()
    }

    fn rating(&mut self, variant: &str, player: &str) -> Option<Rating> {
        let key = (variant.to_owned(), id(player));
        let book: Book = self.store.act(self.now, |tx| Ok::<_, StoreError>((tx.whole_book()?, false))).unwrap();
        book.entries.get(&key).map(|entry| entry.rating)
    }
}

fn won(winner: Side) -> Ending {
    Ending::Won { winner, reason: Reason::KingCaptured }
}

/// Any ending; the sides' chances are not the same.
fn drawn(chance: &mut Chance) -> Ending {
    match chance.below(13) {
        0 => Ending::Agreed,
        1..4 => won(Side::Attackers),
        4..8 => won(Side::Defenders),
        8 => Ending::Resigned { loser: Side::Attackers },
        9 => Ending::TimedOut { loser: Side::Attackers },
        10 => Ending::TimedOut { loser: Side::Defenders },
        11 => Ending::Adjudicated { winner: Some(Side::Attackers) },
        _ => Ending::Resigned { loser: Side::Defenders },
    }
}

/// A club of many weeks whose ratings are all wrong in some way, and what they are to be.
fn spoilt() -> (Club, Vec<String>) {
    const PLAYERS: [&str; 6] = ["ann", "bob", "cai", "dag", "eva", "fay"];
    let mut chance = Chance::from_seed([77; 32]);
    let mut club = Club::of(&PLAYERS);
    for _ in 0..12 {
        let mut changes = Vec::new();
        for _ in 0..6 {
            let first = chance.below(6);
            let pair = [PLAYERS[first as usize], PLAYERS[((first + 1 + chance.below(5)) % 6) as usize]];
            let variant = ["brandubh", "copenhagen"][chance.below(2) as usize];
            let end = (12 + chance.below(9), drawn(&mut chance));
            changes.extend(club.changes(variant, pair, end, club.now));
        }
        club.apply(&changes);
        club.now += TimeDelta::weeks(1);
        club.close();
    }
    let rows = club.rows();
    assert!(rows.len() > 100, "{} rows", rows.len());
    spoil(&club);
    (club, rows)
}

fn spoil(club: &Club) {
    rusqlite::Connection::open(club.path())
        .unwrap()
        .execute_batch(
            "UPDATE rating SET points = points + 1 WHERE week % 2 = 0;
             DELETE FROM rating WHERE week % 5 = 0;
             INSERT INTO rating SELECT 'no ' || variant, player, week, points, deviation, volatility, games FROM rating LIMIT 9;
             UPDATE rating_offset SET offset = offset + 7 WHERE week % 3 = 0;
             INSERT INTO rating_offset SELECT 'no ' || variant, week, offset FROM rating_offset WHERE week % 3 = 0;
             DELETE FROM rated_game WHERE game % 4 = 0;",
        )
        .unwrap();
}

/// So little at once that there are many slices.
const SMALL: Slices = Slices { boards: 10, games: 8, rows: 9 };

fn mail(n: u8) -> NewMail {
    NewMail {
        raw: b"Subject: help\r\n\r\n".to_vec(),
        envelope_from: None,
        envelope_to: Vec::new(),
        door: Door::Smtp,
        source_key: None,
        stamped: None,
        fingerprint: [n; 32],
    }
}

#[test]
fn mail_comes_in_between_two_slices_of_a_reckoning() {
    let (mut club, rows) = spoilt();
    // Another process brings mail.
    let mut door = Store::open(&club.path(), club.now).unwrap();
    let mut mails = 0;
    let now = club.now;
    let recomputed = ratings::recompute(&mut club.store, true, now, SMALL, || {
        mails += 1;
        door.take_in(&[mail(mails)], &[], now).unwrap();
    })
    .unwrap();
    assert!(mails > 30, "{mails} slices");
    assert_eq!(recomputed.rows, rows.len());
    assert!(!club.stale());
    assert_eq!(club.rows(), rows);
}

#[test]
fn a_program_that_falls_between_two_slices_leaves_ratings_that_are_true_or_stale() {
    let (mut club, rows) = spoilt();
    let spoilt = club.rows();
    let until = club.store.ratings_stand().unwrap().until.unwrap();
    let mut partly = 0;
    for slices in 0.. {
        let mut recomputation = Recomputation::new(until, SMALL);
        let last = (0..slices).any(|_| recomputation.step(&mut club.store).unwrap() == Step::Last);
        // Here it falls. What stands in the file is what was there, or stale, or whole.
        club.store = Store::open(&club.path(), club.now).unwrap();
        let found = club.rows();
        if last {
            assert!(!club.stale());
            assert_eq!(found, rows);
            break;
        }
        assert!(found == spoilt || club.stale(), "after {slices} slices");
        if club.stale() {
            partly += 1;
            club.close();
            assert!(!club.stale());
            assert_eq!(club.rows(), rows, "after {slices} slices");
            // Once more from the same.
            spoil(&club);
            assert_eq!(club.rows(), spoilt);
        }
    }
    assert!(partly > 10, "{partly} times in the middle of writing");
}

#[test]
fn a_result_that_comes_late_between_two_slices_is_reckoned_too() {
    let (mut club, _) = spoilt();
    for slice in [1, 5, 12, 25] {
        let mut other = Store::open(&club.path(), club.now).unwrap();
        let changes = club.changes("brandubh", ["ann", "bob"], (20, won(Side::Attackers)), monday());
        let (now, mut slices) = (club.now, 0);
        ratings::recompute(&mut club.store, true, now, SMALL, || {
            slices += 1;
            if slices == slice {
                other.act(now, |tx| tx.apply(&changes).map(|()| ((), true))).unwrap();
            }
        })
        .unwrap();
        assert!(!club.stale());
        assert_eq!(club.rows(), club.recomputed(), "after slice {slice}");
        let number = club.games;
        assert!(club.rows().iter().any(|row| row.starts_with(&format!("board {number} "))));
    }
}

#[test]
fn the_clockwork_reckons_stale_ratings_in_slices_and_lets_mail_in_between() {
    let (mut club, _) = spoilt();
    let late = club.changes("copenhagen", ["cai", "dag"], (20, won(Side::Defenders)), monday());
    club.apply(&late);
    assert!(club.stale());
    let mut recomputation = Some(Recomputation::new(Period::of(club.now), SMALL));
    let mut calls = 0;
    while ratings::close_due(&mut club.store, club.now, &mut recomputation).unwrap() {
        calls += 1;
        assert!(club.stale());
    }
    assert!(calls > 30, "{calls} calls");
    assert!(!club.stale() && recomputation.is_none());
    assert_eq!(club.rows(), club.recomputed());
}

/// A random club over months, its weeks closed at any time or late, with games that turn up after their week was closed.
fn months_of_a_club(seed: u8) {
    const PLAYERS: [&str; 8] = ["ann", "bob", "cai", "dag", "eva", "fay", "gil", "hal"];
    const VARIANTS: [&str; 3] = ["brandubh", "copenhagen", "own rules"];
    let mut chance = Chance::from_seed([seed; 32]);
    let mut club = Club::of(&PLAYERS);
    for _ in 0..50 {
        club.now += TimeDelta::minutes(i64::from(chance.below(4 * 24 * 60)));
        let mut changes = Vec::new();
        for _ in 0..chance.below(9) {
            let first = chance.below(8);
            let pair = [PLAYERS[first as usize], PLAYERS[((first + 1 + chance.below(7)) % 8) as usize]];
            let variant = VARIANTS[chance.below(3).min(chance.below(3)) as usize];
            let late = TimeDelta::days(if chance.below(40) == 0 { 10 } else { 0 });
            let at = club.now - late;
            let end = (chance.below(14), drawn(&mut chance));
            changes.extend(club.changes(variant, pair, end, at));
        }
        club.apply(&changes);
        if chance.below(3) > 0 {
            club.close();
            let rows = club.rows();
            club.close();
            assert_eq!(rows, club.rows(), "closing twice is closing once");
        }
    }
    club.now += TimeDelta::weeks(3);
    club.close();
    assert!(!club.stale());
    let rows = club.rows();
    assert!(rows.len() > 150, "{} rows", rows.len());
    let recomputed = club.recompute(false);
    assert_eq!((recomputed.rows, recomputed.differences), (rows.len(), Vec::new()), "seed {seed}");
    assert_eq!(club.rows(), rows);
}

#[test]
fn reckoning_everything_anew_gives_what_is_stored() {
    (1..=4).for_each(months_of_a_club);
}

#[test]
fn a_week_counts_when_it_is_over_and_once() {
    let mut club = Club::of(&["ann", "bob"]);
    club.close();
    club.now += TimeDelta::days(6);
    let sunday = club.now;
    club.game("brandubh", ["ann", "bob"], (20, won(Side::Attackers)), sunday);
    club.close();
    assert_eq!(club.rating("brandubh", "ann"), None);
    club.now = monday() + TimeDelta::weeks(1);
    club.close();
    let ann = club.rating("brandubh", "ann").unwrap();
    assert_eq!((ann.points(), ann.deviation()), (1662, 290));
    assert_eq!(club.rating("brandubh", "bob").unwrap().points(), 1338);
    club.close();
    club.now += TimeDelta::weeks(52);
    club.close();
    assert_eq!(club.rating("brandubh", "ann").unwrap(), ann);
}

#[test]
fn a_week_stays_open_while_a_mail_from_it_waits() {
    let mut club = Club::of(&["ann", "bob"]);
    club.close();
    club.now = monday() + TimeDelta::weeks(1) - TimeDelta::seconds(1);
    let accepted = club.now;
    club.store.take_in(&[mail(1)], &[], accepted).unwrap();
    club.now += TimeDelta::minutes(5);
    club.close();
    assert_eq!(
        club.store.act(club.now, |tx| Ok::<_, StoreError>((tx.ratings_stand()?.until, false))).unwrap(),
        Some(Period::of(monday()))
    );
    // Now it is handled, and ends a game at the instant at which it was accepted.
    club.game("brandubh", ["ann", "bob"], (20, won(Side::Attackers)), accepted);
    let done = |_: &Tx<'_>, _: &_| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
    club.store.work(64, club.now, done).unwrap();
    club.close();
    assert_eq!(club.rating("brandubh", "ann").unwrap().points(), 1662);
}

#[test]
fn a_result_that_comes_late_makes_the_ratings_stale_until_they_are_reckoned_anew() {
    let mut club = Club::of(&["ann", "bob"]);
    club.now += TimeDelta::weeks(2);
    club.close();
    assert!(!club.stale());
    club.game("brandubh", ["ann", "bob"], (20, won(Side::Attackers)), monday());
    assert!(club.stale());
    club.close();
    assert!(!club.stale());
    assert_eq!(club.rating("brandubh", "ann").unwrap().points(), 1662);
}

#[test]
fn spoilt_ratings_are_found_and_mended() {
    let mut club = Club::of(&["ann", "bob"]);
    let at = club.now;
    club.game("brandubh", ["ann", "bob"], (20, won(Side::Attackers)), at);
    club.now += TimeDelta::weeks(1);
    club.close();
    let rows = club.rows();
    let spoil = rusqlite::Connection::open(club.path()).unwrap();
    spoil.execute("UPDATE rating SET points = points + 1 WHERE player = 'ann'", []).unwrap();
    let found = club.recompute(false);
    assert_eq!(found.differences.len(), 1, "{found:?}");
    assert_ne!(club.rows(), rows, "looking mends nothing");
    club.recompute(true);
    assert_eq!(club.rows(), rows);
}
