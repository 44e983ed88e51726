//! The thread that looks what is due, and waits for the time when something is.

use std::collections::BTreeSet;
use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::dispatch::Clock;
use crate::delivery::dispatch::shared::Shared;
use crate::journal;
use crate::journal::Event;
use crate::store::Due;
use crate::store::Reader;
use crate::store::StoreError;

/// Letters under way at most.
const UNDER_WAY_MAX: usize = 64;

/// From so many due letters the one that tries the way is chosen.
const SCOUTS: u32 = 16;

/// The outbox is looked at this often even when nobody calls: clocks are set, and other processes write letters.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// How soon to look whether more letters may go out, when for now no more may.
const ROOM_EVERY: Duration = Duration::from_secs(2);

/// The looker's life.
pub(super) fn look(shared: &Shared, reader: &Reader, clock: &Clock) {
    let mut next_look = Instant::now();
    let mut is_well = true;
    loop {
        let mut state = shared.lock();
        let wanted = loop {
            if state.stop {
                return;
            }
            let now = Instant::now();
            let rested = state.mode.open_at(now).unwrap_or(now + LOOK_EVERY);
            let is_full = state.under_way.len() >= UNDER_WAY_MAX;
            let ready = if state.look { now } else { next_look };
            let at = ready.max(rested);
            if at <= now && !is_full {
                break UNDER_WAY_MAX - state.under_way.len();
            }
            let time = at.saturating_duration_since(now).min(LOOK_EVERY);
            // A full queue is emptied by marks, and those call.
            let time = if is_full { LOOK_EVERY } else { time };
            state = shared.wait_for_call(state, time);
        };
        state.look = false;
        let under_way = state.under_way.clone();
        let scouting = !state.mode.is_open();
        drop(state);

        let now = clock();
        let limit = if scouting { SCOUTS } else { u32::try_from(wanted).unwrap_or(SCOUTS) };
        let room = shared.pace.quota.room(|since| reader.sent_since(since), under_way.len(), now);
        match room.and_then(|room| due(reader, now, limit, room, &under_way)) {
            Ok((letters, pause)) => {
                is_well = true;
                next_look = Instant::now() + pause;
                shared.change(|state| state.queue(letters, scouting));
            }
            Err(why) => {
                if is_well {
                    journal::write(&Event::FileBusy { why: &why });
                }
                is_well = false;
                next_look = Instant::now() + shared.pace.hold_first.min(LOOK_EVERY);
            }
        }
    }
}

/// The letters to send now, and how long it is until there may be others.
fn due(
    reader: &Reader,
    now: DateTime<Utc>,
    limit: u32,
    room: u32,
    under_way: &BTreeSet<i64>,
) -> Result<(Vec<Due>, Duration), StoreError> {
    if room == 0 {
        return Ok((Vec::new(), ROOM_EVERY));
    }
    let limit = limit.min(room);
    let letters = reader.due_besides(now, limit, under_way)?;
    // One that is due already is under way or in this list; the end of its mark calls.
    let pause = reader
        .next_due()?
        .and_then(|next| (next - now).to_std().ok())
        .filter(|pause| !pause.is_zero())
        .unwrap_or(LOOK_EVERY);
    Ok((letters, pause.min(LOOK_EVERY)))
}
