//! What goes wrong in the shell's world.

use crate::shell::players;
use crate::shell::world::{Act, PAIRS, World};
use crate::year::office;
use chrono::{DateTime, TimeDelta};
use taflpost::chance::Chance;
use taflpost::store::Store;
use taflpost::worker::writer;

#[derive(Clone, Copy)]
pub enum Mishap {
    Suspend,
    Step,
    Domain,
    Relay,
    /// The mailbox cannot be looked into.
    Provider,
    StoreRefuses,
    ClockworkIsBlind,
    Backup,
    /// Somebody runs `work` beside the server.
    WorkBeside,
}

impl World {
    /// Some for each hour.
    pub fn plan_mishaps(&mut self, life: TimeDelta) {
        let all = [
            Mishap::Suspend,
            Mishap::Step,
            Mishap::Domain,
            Mishap::Domain,
            Mishap::Relay,
            Mishap::Provider,
            Mishap::StoreRefuses,
            Mishap::ClockworkIsBlind,
            Mishap::Backup,
            Mishap::WorkBeside,
        ];
        for mishap in all {
            if i64::from(self.dice.below(90)) < life.num_minutes() {
                let at = self.seconds(1, life.num_seconds());
                self.soon(at, Act::Mishap(mishap));
            }
        }
    }

    pub fn goes_wrong(&mut self, mishap: Mishap) {
        match mishap {
            Mishap::Suspend => {
                self.story.suspends += 1;
                let time = self.away();
                self.machine.sleeps(time);
            }
            Mishap::Step => self.steps(),
            Mishap::Domain => {
                let (pair, place) = (self.dice.below(PAIRS as u32) as usize, self.dice.below(2) as usize);
                let domain = format!("{}.test", players::id(pair, place));
                let until = self.machine.truth + self.minutes(5, 360);
                self.relay.domain_ails(domain, until, &mut self.dice);
            }
            Mishap::Relay => {
                let until = self.machine.truth + self.minutes(1, 90);
                self.relay.relay_ails(until, &mut self.dice);
            }
            Mishap::Provider => self.provider_away_until = self.machine.truth + self.minutes(5, 360),
            Mishap::StoreRefuses => {
                let wait = self.seconds(10, 300);
                self.store_fails("spool", wait);
            }
            Mishap::ClockworkIsBlind => {
                self.story.blind += 1;
                let wait = self.seconds(10, 1_200);
                self.store_fails("clockwork_look", wait);
            }
            Mishap::Backup => {
                self.story.backups += 1;
                let path = self.folder.path().join("backup.db");
                let store = Store::open(&self.database(), self.machine.reading().wall).unwrap();
                store.backup(&path).unwrap();
                self.backup = Some((path, self.ledger.clone()));
            }
            // Without a server it is a round like any other.
            Mishap::WorkBeside if self.is_serving() => self.works_beside(),
            Mishap::WorkBeside => {}
        }
    }

    /// As `work` does where another process holds the lock: it handles mails, and leaves the clocks and the letters to that one.
    fn works_beside(&mut self) {
        self.story.beside += 1;
        let reading = self.machine.reading();
        let mut store = Store::open(&self.database(), reading.wall).unwrap();
        let now = store.now(&reading).unwrap();
        let mut incoming = office::incoming(&[], Chance::from_seed(self.dice.bytes()));
        if let Ok(worked) = writer::one_group(&mut store, now, |tx, spool| incoming.handle(tx, spool)) {
            self.ledger.handled(&worked);
        }
        self.look = true;
    }

    /// From a second to two years.
    pub fn away(&mut self) -> TimeDelta {
        match self.dice.below(8) {
            0..=1 => self.seconds(1, 120),
            2..=4 => self.minutes(2, 600),
            5..=6 => self.minutes(600, 14 * 24 * 60),
            _ => self.minutes(14 * 24 * 60, 730 * 24 * 60),
        }
    }

    /// Somebody sets the clock on the wall, or it is set right.
    fn steps(&mut self) {
        self.story.steps += 1;
        let by = self.away();
        self.machine.wrong = match self.dice.below(3) {
            0 => self.machine.wrong + by,
            1 => self.machine.wrong - by,
            _ => TimeDelta::zero(),
        };
    }

    /// The machine was off and is started again.
    pub fn boots(&mut self, off: TimeDelta) {
        self.story.boots += 1;
        self.machine.is_off(off);
        match self.dice.below(6) {
            // The battery of its clock is empty.
            0 => self.machine.wrong = DateTime::UNIX_EPOCH - self.machine.true_wall(),
            1 => self.steps(),
            _ => {}
        }
    }

    /// A table takes no rows for a time, as on a disk that is full.
    fn store_fails(&mut self, table: &str, time: TimeDelta) {
        let sql = format!(
            "CREATE TRIGGER IF NOT EXISTS shell_{table} BEFORE INSERT ON {table}
             BEGIN SELECT raise(ABORT, 'the disk is full'); END"
        );
        rusqlite::Connection::open(self.database()).unwrap().execute_batch(&sql).unwrap();
        self.soon(time, Act::StoreIsWell);
    }

    pub fn store_is_well(&mut self) {
        let sql = "DROP TRIGGER IF EXISTS shell_spool; DROP TRIGGER IF EXISTS shell_clockwork_look";
        rusqlite::Connection::open(self.database()).unwrap().execute_batch(sql).unwrap();
    }
}
