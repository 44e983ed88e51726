//! The clockwork: what becomes due without a mail, decided by the club and written like everything else.
//!
//! ```text
//!  beat(now) -> own downtime given back
//!  tick(now) -> refused letters weighed -> games that are due -> club::clockwork -> changes and letters
//!            -> events in which something is due -> club::event::clockwork
//!            -> letters of the day that are due, players told of time given back, and a week of the ratings that is over
//! ```
//!
//! Each game is one savepoint. If the power goes, it is due again at the next tick; what it led to happens once.

use crate::club::event::EventName;
use crate::club::{self, Needs};
use crate::journal::{self, Event};
use crate::store::{ABSENCE_MAX, Room, Store, StoreError, Stumble, Ticked};
use crate::worker::incoming::{HandleError, Incoming};
use crate::worker::ratings;
use chrono::{DateTime, TimeDelta, Utc};

/// Games looked at in one transaction: nobody else can write meanwhile.
const GAMES_MAX: u32 = 64;

/// Events looked at in one transaction.
const EVENTS_MAX: u32 = 16;

/// How often a server says that it is alive.
pub const BEAT_EVERY: TimeDelta = TimeDelta::minutes(1);
/// A server that was away no longer than this has not been away.
const AWAY: TimeDelta = TimeDelta::minutes(15);
/// What every clock gets on top of the time for which the server was away: mail takes its time to come in.
const AMENDS: TimeDelta = TimeDelta::hours(12);

impl Incoming {
    /// Does everything that is due at `now`, up to a bounded number of games and of letters of the day; `more` says that others are.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nothing has happened.
    pub fn tick(&mut self, store: &mut Store, now: DateTime<Utc>) -> Result<Ticked, StoreError> {
        // Before the clocks: nothing is written to a mailbox that is known to be gone.
        let weighed = self.weigh_refusals(store, now)?;
        let mut ticked = store.tick(GAMES_MAX, now, |room, head, unheard| self.look(room, head, unheard))?;
        for Stumble { number, why } in &ticked.stumbles {
            journal::write(&Event::ClockFailed { number: *number, why });
        }
        // After the clocks: a game that was lost on time in a round is finished when the round is over.
        if !ticked.more {
            let seen =
                store.look_at_events(EVENTS_MAX, now, |room, name, unheard| self.look_at_event(room, name, unheard))?;
            for (name, why) in &seen.stumbles {
                journal::write(&Event::TournamentFailed { name: name.as_str(), why });
            }
            ticked.letters += seen.letters;
            ticked.more |= seen.more;
        }
        // After the clocks: whose time is over reads it in the letter of the same day.
        let digested = self.digests(store, now)?;
        ticked.letters += digested.letters;
        ticked.more |= digested.more;
        ticked.letters += weighed.letters;
        ticked.more |= weighed.more;
        // Only when every clock shows what it got back.
        if !ticked.more {
            let amended = self.make_amends(store, now)?;
            ticked.letters += amended.letters;
            ticked.more = amended.more;
        }
        // Games lost by now belong to the week that is closed.
        if !ticked.more {
            ratings::close_due(store, now)?;
        }
        Ok(ticked)
    }

    fn look(&mut self, room: &Room, head: &club::Head, unheard: Option<DateTime<Utc>>) -> Result<(), HandleError> {
        let now = room.now();
        let view = room.view(&club::clockwork_needs(head, now), now)?;
        let decision = club::clockwork(&view, head.number, (now, unheard), &self.rules, &mut self.chance);
        self.carry_out(room, None, &decision)
    }

    fn look_at_event(
        &mut self,
        room: &Room,
        name: &EventName,
        unheard: Option<DateTime<Utc>>,
    ) -> Result<(), HandleError> {
        let now = room.now();
        let view = room.view(&Needs { events: [name.clone()].into(), ..Needs::default() }, now)?;
        let decision = club::event::clockwork(&view, name, (now, unheard), &mut self.chance);
        self.carry_out(room, None, &decision)
    }
}

/// Says that a server is alive, and gives back what passed while none was.
///
/// # Errors
/// When SQLite cannot write; then the next beat does it.
pub fn beat(store: &mut Store, now: DateTime<Utc>) -> Result<(), StoreError> {
    if let Some((time, games)) = store.beat(now, AWAY, AMENDS)? {
        journal::write(&Event::TimeGivenBack { hours: time.num_hours(), games });
        if time >= ABSENCE_MAX + AMENDS {
            journal::write(&Event::AbsenceCut { days: ABSENCE_MAX.num_days() });
        }
    }
    Ok(())
}
