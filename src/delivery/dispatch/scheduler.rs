//! The thread that finds what is due, and waits until something is.

use std::sync::Arc;
use std::sync::MutexGuard;
use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::dispatch::plan::Wanted;
use crate::delivery::dispatch::shared::Shared;
use crate::delivery::dispatch::shared::State;
use crate::delivery::dispatch::thread_arguments::Now;
use crate::delivery::health::Held;
use crate::delivery::moment::Moment;
use crate::journal;
use crate::journal::LogEvent;
use crate::store::Due;
use crate::store::Reader;
use crate::store::StoreError;
use crate::store::Verdict;
use crate::worker::writer::Writer;

/// The outbox is read this often even if nothing wakes the thread: clocks are set, and other processes write letters.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// How soon to check whether more letters may go, if the quota is used up for now.
const ROOM_EVERY: Duration = Duration::from_secs(2);

/// The scheduler.
pub(super) struct Scheduler<'a> {
    pub(super) shared: &'a Arc<Shared>,
    pub(super) reader: Reader,
    pub(super) writer: Writer,
    pub(super) now: Now,
    /// What waits, as last written to the store.
    pub(super) noted: Option<Vec<Held>>,
}

impl Scheduler<'_> {
    /// Runs until delivery stops.
    pub(super) fn work(&mut self) {
        let mut next_look = Instant::now();
        let mut is_well = true;
        if let Ok(domains) = self.reader.known_domains() {
            let now = (self.now)();
            let mut state = self.shared.lock();
            domains.iter().for_each(|(domain, works)| state.plan.remember(domain, *works, now));
        }
        while let Some(wanted) = self.wait(next_look) {
            let now = (self.now)();
            match self.look(wanted, now) {
                Ok((letters, pause)) => {
                    is_well = true;
                    next_look = now.monotonic + pause;
                    let outdated = self.shared.change(|state| state.plan.offer(letters, now));
                    outdated.into_iter().for_each(|(id, verdict)| self.mark(id, verdict));
                }
                Err(why) => {
                    if is_well {
                        journal::write(&LogEvent::FileBusy { why: &why });
                    }
                    is_well = false;
                    next_look = now.monotonic + self.shared.pace.hold_first.min(LOOK_EVERY);
                }
            }
        }
    }

    /// Waits until there is something to read for. `None` at the end.
    fn wait(&mut self, next_look: Instant) -> Option<Wanted> {
        let mut state = self.shared.lock();
        loop {
            if state.stop {
                return None;
            }
            let now = (self.now)().monotonic;
            self.note(&state, now);
            let ready = if state.look { now } else { next_look };
            let at = state.plan.open_at(now).map(|at| at.max(ready));
            if at.is_some_and(|at| at <= now)
                && let Some(wanted) = state.plan.wanted(now)
            {
                state.look = false;
                return Some(wanted);
            }
            // If the limit under way is reached, marks make room, and each mark wakes this thread.
            let time = at.map_or(LOOK_EVERY, |at| at.saturating_duration_since(now).min(LOOK_EVERY));
            state = self.shared.wait_for_call(state, time);
        }
    }

    /// Has the list of what waits written to the store if it has changed.
    fn note(&mut self, state: &MutexGuard<'_, State>, now: Instant) {
        let held = state.plan.held(now);
        if held.is_some() && held != self.noted {
            self.writer.note_pauses(held.iter().flatten().map(Held::line).collect());
            self.noted = held;
        }
    }

    /// The letters to send now, and the time until there may be others.
    fn look(&self, mut wanted: Wanted, now: Moment) -> Result<(Vec<Due>, Duration), StoreError> {
        let under_way = self.shared.lock().plan.under_way();
        let room = self.shared.pace.quota.room(|since| self.reader.sent_since(since), under_way, now.wall)?;
        if room == 0 {
            return Ok((Vec::new(), ROOM_EVERY));
        }
        let letters = if self.shared.pace.quota.is_any() {
            let chosen = wanted.within(room as usize, self.reader.waiting(now.wall)?);
            chosen.into_iter().map(|letter| self.reader.with_text(letter)).collect::<Result<_, _>>()?
        } else {
            let limit = u32::try_from(wanted.limit()).unwrap_or(u32::MAX);
            self.reader.due_where(now.wall, limit, |letter| wanted.takes(letter))?
        };
        Ok((letters, self.until_next(now.wall)?))
    }

    fn mark(&self, id: i64, verdict: Verdict) {
        let shared = Arc::clone(self.shared);
        self.writer.mark(id, verdict, move || shared.no_longer_under_way(id));
    }

    /// If one is already due, it is under way, waits, or was just read. The end of its mark wakes this thread.
    fn until_next(&self, now: DateTime<Utc>) -> Result<Duration, StoreError> {
        let next = self.reader.next_due(now)?.and_then(|next| (next - now).to_std().ok());
        Ok(next.unwrap_or(LOOK_EVERY).min(LOOK_EVERY))
    }
}
