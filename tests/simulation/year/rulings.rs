//! The organizer's random rulings while a tournament is played, and the law of each ruling.
//!
//! - a hold stops every clock of the tournament, and later each goes on where it stopped
//! - an extension gives exactly that much time to the named players, and nothing to anybody else
//! - a player who takes over a place takes over its boards and its points; a player who leaves loses the open games
//! - a ruling that is taken back leaves the table as it was before

use crate::year::Club;
use crate::year::file::{Row, counted};
use crate::year::post::{Mail, Nature};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use taflpost::club::tournament::{Extended, Ruling, Stretch};
use taflpost::tafl::Side;

/// A line of the record.
#[derive(Debug)]
struct Note {
    id: i64,
    tournament: String,
    at: DateTime<Utc>,
    ruling: Ruling,
}

/// A tournament as it stood.
#[derive(Clone, Debug, Default)]
pub struct Stood {
    /// Its games that were being played.
    running: BTreeMap<u32, Row>,
    /// Of each game: how it counted, and who had won it.
    outcomes: BTreeMap<u32, (String, Option<String>)>,
    /// By seat: who sat there, and whether he played.
    seats: BTreeMap<u32, (String, String)>,
}

/// What is remembered of the rulings.
#[derive(Default)]
pub struct Rulings {
    last: i64,
    /// How a tournament stood before each decision.
    before: BTreeMap<i64, Stood>,
    /// Clocks that stand still: half-moves, what has counted, and what is in the banks.
    frozen: BTreeMap<u32, (u32, TimeDelta, [i64; 2])>,
    /// How often each was decided, for the story.
    pub decisions: BTreeMap<String, u32>,
    /// Tournaments of which an organizer wants to take his last decision back.
    regrets: BTreeSet<String>,
}

/// Words that come with a decision.
const WHY: &str = "So it is.";

impl Club {
    /// Every few days an organizer decides something.
    pub fn decide(&mut self, name: &str) {
        if self.rulings.regrets.remove(name) {
            return self.ask_and_confirm(0, &format!("tournament undo {name}"));
        }
        if self.one_in(2) {
            return;
        }
        let Stood { running, outcomes, seats } = self.stands(name);
        let numbers: Vec<u32> = running.keys().copied().collect();
        let playing: Vec<&String> =
            seats.values().filter(|(_, presence)| presence == "playing").map(|(id, _)| id).collect();
        let (Some(board), Some(player)) = (self.one_of(&numbers), self.one_of(&playing)) else { return };
        let line = match self.below(10) {
            0 | 1 if self.is_held(name) => format!("resume {name}"),
            0 => format!("hold {name} {WHY}"),
            1..=3 if self.is_held(name) => format!("resume {name}"),
            4 => format!("extend {name} {board} by 2d {WHY}"),
            5 => format!("extend {name} {player} by 1d12h"),
            6 => format!("extend {name} all by 6h"),
            7 => {
                let others = self.players.iter().filter(|other| other.joined).map(|other| &other.id);
                let others: Vec<String> =
                    others.filter(|id| seats.values().all(|(seat, _)| seat != *id)).cloned().collect();
                match self.one_of(&others) {
                    Some(other) => format!("substitute {name} {player} with {other}"),
                    None => return,
                }
            }
            8 => {
                let how = ["attackers", "defenders", "draw"][self.below(3) as usize];
                format!("adjudicate {name} {board} {how} {WHY}")
            }
            9 if self.one_in(2) && outcomes.len() > running.len() => {
                format!("adjudicate {name} {board} provisional attackers {WHY}")
            }
            9 if self.one_in(2) => format!("withdraw {name} {player} {WHY}"),
            _ => return,
        };
        if self.one_in(2) {
            self.rulings.regrets.insert(name.to_owned());
        }
        self.ask_and_confirm(0, &format!("tournament {line}"));
    }

    fn one_of<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let count = u32::try_from(from.len()).unwrap();
        (count > 0).then(|| from[self.below(count) as usize].clone())
    }

    fn is_held(&self, name: &str) -> bool {
        let sql = format!("SELECT count(*) FROM tournament WHERE name = '{name}' AND held IS NOT NULL");
        self.ledger.file.count(&sql) == 1
    }

    fn stands(&self, name: &str) -> Stood {
        let file = &self.ledger.file;
        let running = file.of_tournament(name).into_iter().filter(|row| row.stage == "running");
        let outcomes = format!("SELECT game, outcome, winner FROM tournament_game WHERE tournament = '{name}'");
        let seats = format!("SELECT seat, player, participation FROM tournament_entry WHERE tournament = '{name}'");
        Stood {
            running: running.map(|row| (row.number, row)).collect(),
            outcomes: file.ask(&outcomes, |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).into_iter().collect(),
            seats: file.ask(&seats, |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).into_iter().collect(),
        }
    }

    /// How the tournaments stand that are played, where the mail may be a decision.
    pub fn before_decision(&self, mail: &Mail) -> Option<BTreeMap<String, Stood>> {
        (mail.nature == Nature::Proven && mail.asked.is_empty()).then(|| self.tournaments_stand())
    }

    /// How the tournaments stand that are played.
    pub fn tournaments_stand(&self) -> BTreeMap<String, Stood> {
        let names =
            self.ledger.file.ask("SELECT name FROM tournament WHERE stage = 'running'", |row| row.get::<_, String>(0));
        names.into_iter().map(|name| (name.clone(), self.stands(&name))).collect()
    }

    /// What has come into the record, and what has become of it.
    pub fn check_decisions(&mut self, before: Option<&BTreeMap<String, Stood>>) {
        let sql = format!(
            "SELECT id, tournament, at, ruling FROM tournament_ruling WHERE id > {} ORDER BY id",
            self.rulings.last
        );
        let notes = self.ledger.file.ask(&sql, |row| {
            let ruling: String = row.get(3)?;
            Ok(Note {
                id: row.get(0)?,
                tournament: row.get(1)?,
                at: DateTime::from_timestamp_micros(row.get(2)?).unwrap(),
                ruling: serde_json::from_str(&ruling).unwrap(),
            })
        });
        // Whose board has moved has spent that time. What is counted after it, also after a move taken back, is another turn's.
        let file = &self.ledger.file;
        self.rulings.frozen.retain(|number, (plies, ..)| file.game(*number).is_some_and(|row| row.plies == *plies));
        for note in notes {
            self.rulings.last = note.id;
            if let Some(stood) = before.and_then(|before| before.get(&note.tournament)) {
                self.check_decision(&note, stood);
                self.rulings.before.insert(note.id, stood.clone());
            }
        }
        let ticking = "SELECT count(*) FROM game JOIN tournament ON name = tournament WHERE held IS NOT NULL
                       AND (since IS NOT NULL OR deadline IS NOT NULL OR game.due IS NOT NULL)";
        assert_eq!(self.ledger.file.count(ticking), 0, "a clock runs that was stopped");
    }

    fn check_decision(&mut self, note: &Note, before: &Stood) {
        let after = self.stands(&note.tournament);
        let word = match &note.ruling {
            Ruling::Held => {
                self.check_held(note.at, before, &after);
                "hold"
            }
            Ruling::Resumed => {
                self.check_resumed(before, &after);
                "resume"
            }
            Ruling::Extended { to, seconds, boards } => {
                self.check_extended((to, i64::from(*seconds), boards), before, &after);
                "extend"
            }
            Ruling::Decided { number, winner, .. } => {
                assert_eq!(after.seats, before.seats, "{note:?}");
                check_ended(*number, winner.as_deref(), before, &after);
                "adjudicate"
            }
            Ruling::Withdrew { player, boards, struck, .. } => {
                let own: Vec<u32> =
                    before.running.values().filter(|row| plays(row, player)).map(|row| row.number).collect();
                // Who vanishes has lost others in the same minute.
                assert!(boards.iter().all(|number| own.contains(number)), "{note:?}");
                assert!(own.iter().all(|number| !after.running.contains_key(number)), "{note:?}");
                for number in boards {
                    let winner = other(&before.running[number], player);
                    check_ended(*number, Some(winner), before, &after);
                    assert_eq!(after.outcomes[number].0, "forfeit", "{note:?}");
                }
                let presence = if *struck { "struck" } else { "left" };
                let is_he = |seat: &&(String, String)| seat.0 == *player;
                assert_eq!(after.seats.values().find(is_he).unwrap().1, presence, "{note:?}");
                "withdraw"
            }
            Ruling::CountedSoFar { number, winner, .. } => {
                assert!(before.running.contains_key(number) && after.running.contains_key(number), "{note:?}");
                let side = winner.as_deref().and_then(|id| before.running[number].side_of(id));
                let so_far = ("provisional".to_owned(), side.map(|side| side.to_string()));
                assert_eq!(after.outcomes[number], so_far, "{note:?}");
                "provisional"
            }
            Ruling::Substituted { out, player, boards } => {
                self.check_substituted((out, player, boards), before, &after);
                "substitute"
            }
            Ruling::Undone { number, ruling } => {
                self.check_undone((*number, ruling), note.at, before, &after);
                "undo"
            }
            _ => return,
        };
        *self.rulings.decisions.entry(word.to_owned()).or_default() += 1;
    }

    /// What counted before counts, and nothing is due.
    fn check_held(&mut self, at: DateTime<Utc>, before: &Stood, after: &Stood) {
        for row in before.running.values() {
            let Some(control) = &row.clock else { continue };
            let leave = self.leave_of(row, control.no_vacation);
            let running = row.since.map(|since| counted(since, at, &leave)).unwrap_or_default();
            let counts = TimeDelta::seconds((row.counted + running).num_seconds());
            let now = &after.running[&row.number];
            assert_eq!((now.counted, now.banks, now.plies), (counts, row.banks, row.plies), "{row:?} {now:?}");
            self.rulings.frozen.insert(row.number, (now.plies, now.counted, now.banks));
        }
    }

    /// They go on where they stood, when their players know of it.
    fn check_resumed(&mut self, before: &Stood, after: &Stood) {
        for row in before.running.values().filter(|row| row.clock.is_some()) {
            let now = &after.running[&row.number];
            assert!(now.since.is_none() && now.due.is_some() && now.deadline.is_some(), "{row:?} {now:?}");
            assert_eq!((now.counted, now.banks), (row.counted, row.banks), "{row:?} {now:?}");
            if let Some((plies, counts, banks)) = self.rulings.frozen.remove(&row.number)
                && plies == now.plies
            {
                assert_eq!((counts, banks), (now.counted, now.banks), "another time than when it stood still: {now:?}");
            }
        }
    }

    /// Exactly that much, for exactly those.
    fn check_extended(&mut self, (to, seconds, boards): (&Extended, i64, &[Stretch]), before: &Stood, after: &Stood) {
        let given: BTreeMap<u32, &Stretch> = boards.iter().map(|stretch| (stretch.number, stretch)).collect();
        for row in before.running.values() {
            let now = &after.running[&row.number];
            let to_move = self.ledger.board(row).state.to_move();
            let side = match to {
                Extended::Board(number) => (row.number == *number).then_some(to_move),
                Extended::Player(player) => row.side_of(player),
                Extended::Everybody => Some(to_move),
            };
            let Some(side) = side.filter(|_| row.clock.is_some()) else {
                assert!(!given.contains_key(&row.number), "{row:?} {to:?}");
                assert_eq!((now.counted, now.banks, now.due), (row.counted, row.banks, row.due), "{row:?} {now:?}");
                continue;
            };
            let stretch = given[&row.number];
            let to_bank = side != to_move;
            assert_eq!(
                (stretch.plies, stretch.attackers, stretch.banked),
                (row.plies, side == Side::Attackers, to_bank),
                "{row:?}"
            );
            let (mut counts, mut banks) = (row.counted, row.banks);
            match to_bank {
                true => banks[usize::from(side == Side::Defenders)] += seconds,
                false => counts -= TimeDelta::seconds(seconds),
            }
            assert_eq!((now.counted, now.banks, now.since), (counts, banks, row.since), "{row:?} {now:?}");
            if let (Some(lost_at), false, []) = (row.lost_at(), to_bank, &self.leave_of(row, false)[..]) {
                assert_eq!(now.lost_at(), Some(lost_at + TimeDelta::seconds(seconds)), "{row:?} {now:?}");
            }
            self.rulings.frozen.entry(row.number).and_modify(|frozen| (frozen.1, frozen.2) = (counts, banks));
        }
    }

    /// His boards as they stand, with half a bank at the least, and his seat.
    fn check_substituted(&mut self, (out, player, boards): (&str, &str, &[u32]), before: &Stood, after: &Stood) {
        let own: Vec<u32> = before.running.values().filter(|row| plays(row, out)).map(|row| row.number).collect();
        assert_eq!(own, boards);
        for row in before.running.values() {
            let (now, mut expected) = (&after.running[&row.number], row.clone());
            if let Some(side) = row.side_of(out) {
                let (seat, bank) = match side {
                    Side::Attackers => (&mut expected.attackers, &mut expected.banks[0]),
                    Side::Defenders => (&mut expected.defenders, &mut expected.banks[1]),
                };
                *seat = player.to_owned();
                *bank = (*bank).max(row.clock.as_ref().map_or(0, |control| control.first_bank() / 2));
            }
            assert_eq!(
                (&now.attackers, &now.defenders, now.banks, now.plies),
                (&expected.attackers, &expected.defenders, expected.banks, expected.plies)
            );
            let counts = now.counted;
            self.rulings.frozen.entry(row.number).and_modify(|frozen| (frozen.1, frozen.2) = (counts, now.banks));
        }
        let taken_over = before.seats.iter().map(|(seat, (id, presence))| {
            let id = if id == out { player } else { id };
            (*seat, (id.to_owned(), presence.clone()))
        });
        assert_eq!(after.seats, taken_over.collect());
        assert_eq!(after.outcomes, before.outcomes);
    }

    /// All is as it was before.
    fn check_undone(&mut self, (number, ruling): (i64, &Ruling), at: DateTime<Utc>, before: &Stood, after: &Stood) {
        let earlier = self.rulings.before[&number].clone();
        match ruling {
            Ruling::Held => self.check_resumed(before, after),
            Ruling::Resumed => self.check_held(at, before, after),
            Ruling::Extended { seconds, boards, .. } => {
                for row in before.running.values() {
                    let now = &after.running[&row.number];
                    let stretch = boards.iter().find(|stretch| stretch.number == row.number);
                    let taken = TimeDelta::seconds((*seconds).into());
                    let Some(stretch) = stretch.filter(|stretch| stretch.plies == row.plies) else {
                        assert_eq!((now.counted, now.banks), (row.counted, row.banks), "{row:?} {now:?}");
                        continue;
                    };
                    // Nobody is left with less than a day, or with more than he had.
                    let side = usize::from(!stretch.attackers);
                    match stretch.banked {
                        true => assert_eq!(now.banks[side], (row.banks[side] - taken.num_seconds()).max(0), "{now:?}"),
                        false => {
                            assert!(row.counted <= now.counted && now.counted <= row.counted + taken, "{row:?} {now:?}")
                        }
                    }
                    self.rulings
                        .frozen
                        .entry(row.number)
                        .and_modify(|frozen| (frozen.1, frozen.2) = (now.counted, now.banks));
                }
            }
            Ruling::Decided { number, .. } => check_reopened(*number, &earlier, after),
            Ruling::CountedSoFar { number, .. } => {
                assert_eq!(after.outcomes[number], earlier.outcomes[number], "board {number}");
            }
            Ruling::Withdrew { player, boards, .. } => {
                boards.iter().for_each(|number| check_reopened(*number, &earlier, after));
                let mut seats = before.seats.clone();
                let own = seats.values_mut().find(|seat| seat.0 == *player);
                own.unwrap().1 = "playing".to_owned();
                assert_eq!(after.seats, seats);
            }
            _ => panic!("this cannot be taken back: {ruling:?}"),
        }
        let untouched = |number: &&u32| !before.running.contains_key(number) && !after.running.contains_key(number);
        for number in before.outcomes.keys().filter(untouched) {
            assert_eq!(after.outcomes[number], before.outcomes[number], "board {number} by {ruling:?}");
        }
    }

    /// The leave of the player to move, where it stops the clock.
    fn leave_of(&mut self, row: &Row, is_none: bool) -> Vec<[DateTime<Utc>; 2]> {
        let to_move = self.ledger.board(row).state.to_move();
        if is_none { Vec::new() } else { self.ledger.file.leave(row.player(to_move)) }
    }
}

fn plays(row: &Row, player: &str) -> bool {
    row.side_of(player).is_some()
}

fn other<'a>(row: &'a Row, player: &str) -> &'a str {
    if row.attackers == player { &row.defenders } else { &row.attackers }
}

/// The game is over, and this player has won it in the tournament.
fn check_ended(number: u32, winner: Option<&str>, before: &Stood, after: &Stood) {
    let row = &before.running[&number];
    let winner = winner.and_then(|id| row.side_of(id));
    let (outcome, won) = &after.outcomes[&number];
    assert!(!after.running.contains_key(&number) && outcome != "open", "board {number}: {outcome}");
    assert_eq!(*won, winner.map(|side| side.to_string()), "board {number}");
}

/// The game goes on where it stood, and counts so far what it counted before.
fn check_reopened(number: u32, earlier: &Stood, after: &Stood) {
    let (was, now) = (&earlier.running[&number], &after.running[&number]);
    assert_eq!((was.plies, was.banks), (now.plies, now.banks), "{was:?} {now:?}");
    assert_eq!(after.outcomes[&number], earlier.outcomes[&number], "board {number}");
    assert!(matches!(after.outcomes[&number].0.as_str(), "open" | "provisional"), "board {number}");
}
