//! The clockwork: what becomes due without a mail, decided by the core and written like everything else.
//!
//! ```text
//!  look(reading) -> every clock moved by what was not served (`clock::Passed`)
//!  tick(now) -> refused letters -> games that are due -> club::clockwork -> changes and letters
//!            -> tournaments in which something is due -> club::organizing::clockwork
//!            -> digests that are due, players told about time given back, and a week of the ratings that is over
//! ```
//!
//! Each game is one savepoint. If the power fails, it is due again at the next tick, and its consequences happen once.

use crate::clock::{Reading, Watch};
use crate::club::tournament::TournamentName;
use crate::club::{self, Hearing, Needs};
use crate::journal::{self, LogEvent};
use crate::store::{ClockLook, Store, StoreError, Stumble, Ticked, Tx};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::ratings;
use chrono::{DateTime, TimeDelta, Utc};

/// Games handled in one transaction. No other process can write at that time.
const GAMES_MAX: u32 = 64;

/// Tournaments handled in one transaction.
const TOURNAMENTS_MAX: u32 = 16;

/// Shorter downtime is not logged.
const AWAY_TOLD: TimeDelta = TimeDelta::minutes(1);

impl MailProcessor {
    /// Does everything that is due at `now`, up to a limited number of games and of digests. `more` says that there is more.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nothing has happened.
    pub fn tick(&mut self, store: &mut Store, now: DateTime<Utc>) -> Result<Ticked, StoreError> {
        let ticked = self.tick_once(store, now);
        self.tell_of_failed_texts();
        ticked
    }

    fn tick_once(&mut self, store: &mut Store, now: DateTime<Utc>) -> Result<Ticked, StoreError> {
        store.hear()?;
        // Before the clocks: nothing must be written to a mailbox that is known to be dead.
        let weighed = self.weigh_refusals(store, now)?;
        let mut ticked = store.tick(GAMES_MAX, now, |tx, head, heard| self.look(tx, head, heard))?;
        for Stumble { number, why } in &ticked.stumbles {
            journal::write(&LogEvent::ClockFailed { number: *number, why });
        }
        // After the clocks: a game of a round that was lost on time is over when the round is.
        if !ticked.more {
            let seen = store.look_at_tournaments(TOURNAMENTS_MAX, now, |tx, name, heard| {
                self.look_at_tournament(tx, name, heard)
            })?;
            for (name, why) in &seen.stumbles {
                journal::write(&LogEvent::TournamentFailed { name: name.as_str(), why });
            }
            ticked.letters += seen.letters;
            ticked.more |= seen.more;
        }
        // After the clocks: a player who has lost on time reads it in the digest of the same day.
        let certain = store.time_doubted()?.is_none();
        if certain {
            let digested = self.digests(store, now)?;
            ticked.letters += digested.letters;
            ticked.more |= digested.more;
        }
        ticked.letters += weighed.letters;
        ticked.more |= weighed.more;
        let released = self.release_signups(store, now)?;
        ticked.letters += released.letters;
        ticked.more |= released.more;
        // Only after every clock shows what it got back.
        if !ticked.more {
            let told = self.tell_of_downtime(store, now)?;
            ticked.letters += told.letters;
            ticked.more = told.more;
        }
        // Games lost until now belong to the week that is closed.
        if !ticked.more && certain {
            ticked.more = ratings::close_due(store, now, &mut self.recomputation)?;
        }
        Ok(ticked)
    }

    fn look(&mut self, tx: &Tx, head: &club::Head, heard: &Hearing) -> Result<(), HandleError> {
        let now = tx.now();
        let view = tx.view(&club::clockwork_needs(head, now), now)?;
        let decision = club::clockwork(&view, head.number, now, heard, &self.rules, &mut self.chance);
        self.carry_out(tx, None, &decision)
    }

    fn look_at_tournament(&mut self, tx: &Tx, name: &TournamentName, heard: &Hearing) -> Result<(), HandleError> {
        let now = tx.now();
        let view = tx.view(&Needs { tournaments: [name.clone()].into(), ..Needs::default() }, now)?;
        let decision = club::organizing::clockwork(&view, name, now, heard, &mut self.chance);
        self.carry_out(tx, None, &decision)
    }
}

/// A process that looks again and again: a running server.
#[derive(Debug, Default)]
pub struct Lookout {
    /// What its last look wrote into the database.
    own: Option<Reading>,
}

impl Lookout {
    /// A look: the time since the last look of this process counts, and all other time is given back.
    ///
    /// # Errors
    /// If SQLite cannot write. Then the next look does it, and the time until then is given back.
    pub fn look(&mut self, store: &mut Store, reading: &Reading) -> Result<ClockLook, StoreError> {
        let own = self.own.take();
        // Another process has looked in the meantime, or somebody has replaced the database.
        let watch = if own.is_some() && store.last_look()? == own { Watch::GoesOn } else { Watch::Begins };
        let look = put_right(store, reading, watch)?;
        self.own = store.last_look()?;
        Ok(look)
    }

    /// The clockwork could not do what was due, so the time until the next look does not count.
    pub fn failed(&mut self) {
        self.own = None;
    }
}

/// Looks once, for a process that runs at intervals: `work` under cron.
///
/// # Errors
/// If SQLite cannot write. Then nothing has changed.
pub fn round(store: &mut Store, reading: &Reading, every: TimeDelta) -> Result<(), StoreError> {
    put_right(store, reading, Watch::Round { every }).map(drop)
}

fn put_right(store: &mut Store, reading: &Reading, watch: Watch) -> Result<ClockLook, StoreError> {
    let look = store.look(reading, watch)?;
    let Some(passed) = look.passed.filter(|passed| !passed.shift.is_zero()) else { return Ok(look) };
    if !passed.step.is_zero() {
        journal::write(&LogEvent::ClockSet { by: passed.step, now: passed.now });
    }
    if passed.away() >= AWAY_TOLD {
        journal::write(&LogEvent::TimeGivenBack { time: passed.away(), games: look.games });
    }
    Ok(look)
}
