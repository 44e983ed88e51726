//! The threads that send, each with a connection of its own.

use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

use crate::delivery::attempt::Attempt;
use crate::delivery::dispatch::Clock;
use crate::delivery::dispatch::shared::Shared;
use crate::delivery::transport::Carrier;
use crate::store::Due;
use crate::worker::desk::Desk;

/// An open connection without a letter is closed after this time.
const REST_AFTER: Duration = Duration::from_secs(15);

/// A sender's life.
pub(super) fn send(shared: &Arc<Shared>, mut carrier: Carrier, desk: &Desk, clock: &Clock) {
    while let Some(letter) = next(shared, &mut carrier) {
        let Some(attempt) = Attempt::make(&mut carrier, &letter, &**clock) else {
            return;
        };
        shared.change(|state| state.learn(attempt.hold.as_ref(), shared.pace, Instant::now()));
        let id = letter.id;
        desk.mark(id, attempt.verdict, {
            let shared = Arc::clone(shared);
            move || shared.no_longer_under_way(id)
        });
        // Only now: the desk must be asked for the mark before it is asked to stop.
        shared.change(|state| state.unsure.remove(&id));
    }
    carrier.rest();
}

/// Waits for a letter; `None` at the end. Closes a connection that has nothing to do.
fn next(shared: &Shared, carrier: &mut Carrier) -> Option<Due> {
    let mut rest_at = Instant::now() + REST_AFTER;
    let mut state = shared.lock();
    loop {
        if state.stop {
            return None;
        }
        if let Some(letter) = state.queue.pop_front() {
            return Some(letter);
        }
        let left = rest_at.saturating_duration_since(Instant::now());
        if left.is_zero() {
            drop(state);
            carrier.rest();
            rest_at = Instant::now() + REST_AFTER;
            state = shared.lock();
        } else {
            state = shared.wait_for_letters(state, left);
        }
    }
}
