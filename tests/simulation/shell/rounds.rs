//! A crontab instead of a server: `taflpost deliver` for each mail, and `taflpost work` at intervals, step by step as in that command.
//! Letters are sent one after the other here, and the mailbox needs no login.

use crate::shell::laws::{EVERY, Who};
use crate::shell::world::{Act, World};
use crate::year::office;
use chrono::TimeDelta;
use taflpost::chance::Chance;
use taflpost::clock::Reading;
use taflpost::delivery::dispatch::{Pace, Plan as Dispatch};
use taflpost::store::{Door, DoorNote, DoorState, Store, StoreError};
use taflpost::worker::clockwork;
use taflpost::worker::{MailProcessor, writer};

impl World {
    /// For so long.
    pub fn lives_by_rounds(&mut self, life: TimeDelta) {
        self.story.lives += 1;
        self.brings_queued();
        let ends = self.machine.truth + life;
        while self.machine.truth < ends {
            let gap = match self.dice.below(8) {
                0 => self.seconds(1, 1_200),
                1 => self.minutes(100, 121),
                2 => self.minutes(121, 900),
                _ => self.minutes(57, 63),
            };
            self.plan_mishaps(gap.min(TimeDelta::minutes(15)));
            self.passes(gap);
            let mut incoming = office::incoming(&[], Chance::from_seed(self.dice.bytes()));
            self.story.rounds += 1;
            // A round that the store keeps from its work ends there.
            let _ = self.round(&mut incoming);
            self.hear();
        }
        self.is_gone(false);
    }

    /// Time passes without any process.
    fn passes(&mut self, time: TimeDelta) {
        let until = self.machine.truth + time;
        while let Some(entry) = self.agenda.first_entry().filter(|entry| entry.key().0 <= until) {
            let at = entry.key().0;
            let act = entry.remove();
            self.runs((at - self.machine.truth).max(TimeDelta::zero()));
            match act {
                Act::Bring(mail) if self.dice.below(4) == 0 => self.mailbox.push(mail),
                Act::Bring(mail) => self.pipes(mail),
                Act::Mishap(mishap) => self.goes_wrong(mishap),
                Act::StoreIsWell => self.store_is_well(),
                Act::Carried(..) | Act::LooksIntoMailbox => {}
            }
        }
        self.runs((until - self.machine.truth).max(TimeDelta::zero()));
    }

    /// One run of `work`.
    fn round(&mut self, incoming: &mut MailProcessor) -> Result<(), StoreError> {
        let reading = self.machine.reading();
        let mut store = Store::open(&self.database(), reading.wall)?;
        clockwork::round(&mut store, &reading, EVERY)?;
        self.ledger.looked(Who::Round, &self.machine);
        store.doors_are(&[self.door()])?;
        let now = store.now(&reading)?;
        self.looks_once(&mut store, &reading)?;
        loop {
            let worked = writer::one_group(&mut store, now, |tx, spool| incoming.handle(tx, spool))?;
            self.ledger.handled(&worked);
            if !worked.more && worked.troubles.is_empty() {
                break;
            }
        }
        self.ticks(&mut store, incoming, &reading)?;
        store.tidy_up(now)?;
        self.sends_what_is_due(&mut store, &reading)?;
        self.ticks(&mut store, incoming, &reading)
    }

    fn ticks(&mut self, store: &mut Store, incoming: &mut MailProcessor, reading: &Reading) -> Result<(), StoreError> {
        let now = store.now(reading)?;
        while incoming.tick(store, now)?.more {}
        let reader = self.reader();
        self.ledger.check_lost(&reader);
        self.ledger.check_open(&reader, now);
        Ok(())
    }

    /// All mails of the mailbox, if the provider is there.
    fn looks_once(&mut self, store: &mut Store, reading: &Reading) -> Result<(), StoreError> {
        let (door, place) = self.door();
        let at = store.now(reading)?;
        if self.provider_is_away() {
            let state = DoorState::Trying("no answer".to_owned());
            return store.note_door(&DoorNote { door, place, state, at, full: None });
        }
        let mails = std::mem::take(&mut self.mailbox);
        let mut is_full = true;
        for mail in mails {
            match store.take_in(&[self.arriving(&mail, Door::Imap)], &[], at) {
                Ok(spooled) => self.is_taken(&mail, super::world::id_of(spooled[0])),
                Err(_) => {
                    is_full = false;
                    self.mailbox.push(mail);
                }
            }
        }
        let full = is_full.then(TimeDelta::zero);
        store.note_door(&DoorNote { door, place, state: DoorState::Well, at, full })?;
        if is_full {
            self.ledger.heard = self.ledger.served;
        }
        Ok(())
    }

    fn sends_what_is_due(&mut self, store: &mut Store, reading: &Reading) -> Result<(), StoreError> {
        let mut plan = Dispatch::new(Pace { senders: 1, ..Pace::default() });
        let mut moment = self.machine.moment();
        moment.wall = store.now(reading)?;
        for (domain, works) in store.known_domains()? {
            plan.remember(&domain, works, moment);
        }
        let mut tried = std::collections::BTreeSet::new();
        while let Some(mut wanted) = plan.wanted(moment.monotonic) {
            let letters =
                store.due_where(moment.wall, 64, |letter| !tried.contains(&letter.id) && wanted.takes(letter))?;
            if letters.is_empty() {
                break;
            }
            tried.extend(letters.iter().map(|letter| letter.id));
            for (id, verdict) in plan.offer(letters, moment) {
                store.take_in(&[], &[(id, verdict)], moment.wall)?;
                plan.marked(id);
            }
            while let Some(due) = plan.next(moment) {
                let result = self.carry(&due);
                if let Some(verdict) = plan.finish(&due, result, moment) {
                    self.check_verdict(&due, &verdict);
                    store.take_in(&[], &[(due.id, verdict)], moment.wall)?;
                    self.is_marked(due.id);
                    plan.marked(due.id);
                }
            }
        }
        Ok(())
    }
}
