//! The threads that send, each with its own connection.

use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

use crate::delivery::attempt_log;
use crate::delivery::dispatch::shared::Shared;
use crate::delivery::dispatch::thread_arguments::MakeWay;
use crate::delivery::dispatch::thread_arguments::Now;
use crate::delivery::setback::Setback;
use crate::delivery::transport::Carrier;
use crate::delivery::transport::Transport;
use crate::store::Due;
use crate::worker::writer::Writer;

/// An open connection without a letter is closed after this time.
const REST_AFTER: Duration = Duration::from_secs(15);

/// A letter that could not go a moment ago may go after this time, whatever else happens.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// One thread that sends.
pub(super) struct Sender {
    shared: Arc<Shared>,
    make_way: MakeWay,
    writer: Writer,
    now: Now,
    /// Made for the first letter, and again whenever the transport was built again.
    carrier: Option<Carrier>,
    /// The number of the transport that it belongs to.
    way: u64,
}

impl Sender {
    pub(super) fn new(shared: Arc<Shared>, make_way: MakeWay, writer: Writer, now: Now) -> Sender {
        Sender { shared, make_way, writer, now, carrier: None, way: 0 }
    }

    /// Runs until delivery stops.
    pub(super) fn work(mut self) {
        while let Some((letter, after_alarm)) = self.next() {
            let result = match if after_alarm { self.renew() } else { Ok(()) } {
                Ok(()) => self.carrier().carry(&letter),
                Err(why) => Err(Setback::Ours(why)),
            };
            // The time after the attempt, which may have taken minutes.
            let now = (self.now)();
            let Some(verdict) = self.shared.change(|state| state.plan.finish(&letter, result, now)) else {
                return;
            };
            attempt_log::log(&letter, &verdict);
            let id = letter.id;
            self.writer.mark(id, verdict, {
                let shared = Arc::clone(&self.shared);
                move || shared.no_longer_under_way(id)
            });
            // Only now: the writer thread must get the mark before it is told to stop.
            self.shared.change(|state| state.unsure.remove(&id));
        }
        self.rest();
    }

    /// Waits for a letter, and says whether it tests the transport after an alarm. `None` at the end. Closes a connection that is idle.
    fn next(&mut self) -> Option<(Due, bool)> {
        let shared = Arc::clone(&self.shared);
        let mut rest_at = Instant::now() + REST_AFTER;
        let mut state = shared.lock();
        loop {
            if state.stop {
                return None;
            }
            let after_alarm = state.plan.is_alarm();
            if let Some(letter) = state.plan.next((self.now)()) {
                return Some((letter, after_alarm));
            }
            let left = rest_at.saturating_duration_since(Instant::now());
            if left.is_zero() {
                drop(state);
                self.rest();
                rest_at = Instant::now() + REST_AFTER;
                state = shared.lock();
            } else {
                let time = if state.plan.queued() > 0 { left.min(ASK_AGAIN) } else { left };
                state = shared.wait_for_letters(state, time);
            }
        }
    }

    fn rest(&mut self) {
        if let Some(carrier) = &mut self.carrier {
            carrier.rest();
        }
    }

    /// Outside the lock, because a command may be run to get the password.
    fn renew(&self) -> Result<(), String> {
        let way = (self.make_way)()?;
        let mut state = self.shared.lock();
        state.way = Some(way);
        state.ways_made += 1;
        Ok(())
    }

    /// The carrier for the current transport.
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
