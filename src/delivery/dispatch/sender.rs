//! The threads that send, each with a connection of its own.

use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

use crate::delivery::attempt::Attempt;
use crate::delivery::dispatch::Clock;
use crate::delivery::dispatch::MakeWay;
use crate::delivery::dispatch::shared::Shared;
use crate::delivery::transport::Carrier;
use crate::delivery::transport::Transport;
use crate::store::Due;
use crate::worker::desk::Desk;

/// An open connection without a letter is closed after this time.
const REST_AFTER: Duration = Duration::from_secs(15);

/// One thread that sends.
pub(super) struct Sender {
    shared: Arc<Shared>,
    make_way: MakeWay,
    desk: Desk,
    clock: Clock,
    /// Made with the first letter, and again whenever the way out has been made anew.
    carrier: Option<Carrier>,
    /// Of which way out it is.
    way: u64,
}

impl Sender {
    pub(super) fn new(shared: Arc<Shared>, make_way: MakeWay, desk: Desk, clock: Clock) -> Sender {
        Sender { shared, make_way, desk, clock, carrier: None, way: 0 }
    }

    /// A sender's life.
    pub(super) fn work(mut self) {
        while let Some(letter) = self.next() {
            let clock = Arc::clone(&self.clock);
            let attempt = match self.renew_if_asked() {
                Ok(()) => Attempt::make(self.carrier(), &letter, &*clock),
                Err(why) => Some(Attempt::without_a_way(why)),
            };
            let Some(attempt) = attempt else {
                return;
            };
            self.shared.change(|state| state.learn(attempt.hold.as_ref(), self.shared.pace, Instant::now()));
            let id = letter.id;
            self.desk.mark(id, attempt.verdict, {
                let shared = Arc::clone(&self.shared);
                move || shared.no_longer_under_way(id)
            });
            // Only now: the desk must be asked for the mark before it is asked to stop.
            self.shared.change(|state| state.unsure.remove(&id));
        }
        self.rest();
    }

    /// Waits for a letter; `None` at the end. Closes a connection that has nothing to do.
    fn next(&mut self) -> Option<Due> {
        let shared = Arc::clone(&self.shared);
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
                self.rest();
                rest_at = Instant::now() + REST_AFTER;
                state = shared.lock();
            } else {
                state = shared.wait_for_letters(state, left);
            }
        }
    }

    fn rest(&mut self) {
        if let Some(carrier) = &mut self.carrier {
            carrier.rest();
        }
    }

    fn renew_if_asked(&self) -> Result<(), String> {
        let must_renew = self.shared.lock().must_renew();
        if must_renew {
            // Outside the lock: a command may be run for the password.
            let way = (self.make_way)()?;
            let mut state = self.shared.lock();
            state.way = Some(way);
            state.ways_made += 1;
        }
        Ok(())
    }

    /// The carrier for the way out as it is now.
    fn carrier(&mut self) -> &mut Carrier {
        let state = self.shared.lock();
        if self.way != state.ways_made {
            self.way = state.ways_made;
            self.carrier = None;
        }
        let shared = Arc::clone(&self.shared);
        let make = || gated(shared, state.way.as_ref().expect("delivery begins with a way out"));
        self.carrier.get_or_insert_with(make)
    }
}

fn gated(shared: Arc<Shared>, way: &Transport) -> Carrier {
    way.gated_carrier(Arc::new(move |id| shared.may_send_text(id)))
}
