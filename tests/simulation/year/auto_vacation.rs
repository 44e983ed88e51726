//! Automatic vacation: for players who want it, once until they write again, within the days of a year.

use crate::year::Club;
use crate::year::post::{Mail, Nature};
use chrono::{DateTime, Datelike, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// What is remembered of it.
#[derive(Default)]
pub struct AutoVacation {
    /// Who has been rescued and not been heard of since.
    silent: BTreeSet<String>,
    /// How often it happened.
    pub times: u32,
}

/// Leave as its row has it: whose, from when to when.
pub type Leave = (String, DateTime<Utc>, DateTime<Utc>);

impl Club {
    /// All leave there is, by row.
    pub fn leave(&self) -> BTreeMap<i64, Leave> {
        let at = |micros| DateTime::from_timestamp_micros(micros).unwrap();
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, (row.get(1)?, at(row.get(2)?), at(row.get(3)?))));
        self.ledger.file.ask("SELECT id, player, begins, ends FROM vacation", read).into_iter().collect()
    }

    /// A mail has been handled.
    pub fn heard_of(&mut self, mail: &Mail) {
        if mail.nature == Nature::Proven {
            self.auto_vacation.silent.remove(mail.sender());
        }
    }

    /// The clockwork has looked; what leave there is more has begun by itself.
    pub fn check_rescues(&mut self, before: &BTreeMap<i64, Leave>) {
        for (_, (player, begins, ends)) in self.leave().into_iter().filter(|(row, _)| !before.contains_key(row)) {
            let wanted = format!("SELECT auto_vacation FROM player WHERE id = '{player}'");
            assert_eq!(
                self.ledger.file.ask(&wanted, |row| row.get::<_, String>(0)),
                ["on"],
                "{player} did not want it"
            );
            assert!(self.auto_vacation.silent.insert(player.clone()), "{player} is rescued again and was not heard of");
            let long = ends - begins;
            assert!(long > TimeDelta::zero() && long <= TimeDelta::days(7), "{player}: {begins} - {ends}");
            assert!(begins <= self.now && self.now < ends + TimeDelta::hours(12), "{player}: {begins} - {ends}");
            let others = before.values().filter(|(other, ..)| *other == player);
            let mut days = long;
            for (_, from, until) in others {
                assert!(
                    *until <= begins || ends <= *from,
                    "{player} is on leave twice: {begins} - {ends}, {from} - {until}"
                );
                if from.year() == begins.year() {
                    days += *until - *from;
                }
            }
            // At New Year what has begun in the old one counts for it, and a day counts that has begun; hence the week more.
            assert!(days <= TimeDelta::days(30 + 7), "{player} had {days} of leave in a year");
            self.auto_vacation.times += 1;
        }
    }
}
