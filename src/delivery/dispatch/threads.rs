//! The threads as one object that is started, woken and stopped.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use crate::delivery::dispatch::scheduler::Scheduler;
use crate::delivery::dispatch::sender::Sender;
use crate::delivery::dispatch::shared::Shared;
use crate::delivery::dispatch::shared::State;
use crate::delivery::dispatch::thread_arguments::Clock;
use crate::delivery::dispatch::thread_arguments::MakeWay;
use crate::delivery::dispatch::thread_arguments::Now;
use crate::delivery::moment::Moment;
use crate::delivery::sending_speed::Pace;
use crate::delivery::transport::Transport;
use crate::store::Reader;
use crate::worker::writer::Writer;

/// How long letters that are being sent may take when delivery stops.
#[derive(Debug, Clone, Copy)]
pub struct Parting {
    /// Letters that were started. If the text of one was not sent by then, it waits for the next start: nothing has happened to it.
    pub begun: Duration,
    /// Letters whose text was sent: only the relay's answer says whether they must be sent again.
    pub unsure: Duration,
}

impl Default for Parting {
    fn default() -> Parting {
        Parting { begun: Duration::from_secs(5), unsure: Duration::from_secs(60) }
    }
}

/// Delivery at work.
pub struct Dispatch {
    shared: Arc<Shared>,
}

/// Wakes delivery, from any thread.
#[derive(Clone)]
pub struct Waker(Arc<Shared>);

impl Waker {
    /// There are new letters.
    pub fn wake(&self) {
        self.0.change(|state| state.look = true);
    }
}

impl Dispatch {
    /// Delivery that sends nothing yet. Its [`waker`](Dispatch::waker) already works.
    pub fn new(pace: Pace) -> Dispatch {
        Dispatch { shared: Arc::new(Shared::new(pace)) }
    }

    /// Starts to send what is due by `way`. `make_way` builds the transport again before each attempt that follows an alarm. The writer
    /// thread must be running for the marks, and nothing of the start may fail after this: a letter that goes out before a failed start is
    /// sent again by the next one.
    ///
    /// # Errors
    /// If the system gives no threads. Those that were started are ended by [`stop`](Dispatch::stop).
    pub fn begin(
        &self,
        reader: Reader,
        way: Transport,
        make_way: &MakeWay,
        writer: &Writer,
        clock: &Clock,
    ) -> io::Result<()> {
        self.shared.lock().way = Some(way);
        let clock = Arc::clone(clock);
        let now: Now = Arc::new(move || Moment { wall: clock(), monotonic: Instant::now() });
        self.spawn("scheduler", {
            let (writer, now) = (writer.clone(), Arc::clone(&now));
            move |shared| Scheduler { shared: &shared, reader, writer, now, noted: None }.work()
        })?;
        for _ in 0..self.shared.pace.senders.max(1) {
            let (make_way, writer, now) = (Arc::clone(make_way), writer.clone(), Arc::clone(&now));
            self.spawn("sender", move |shared| Sender::new(shared, make_way, writer, now).work())?;
        }
        Ok(())
    }

    fn spawn(&self, name: &str, work: impl FnOnce(Arc<Shared>) + Send + 'static) -> io::Result<()> {
        let shared = Arc::clone(&self.shared);
        let ending = Ending(Arc::clone(&self.shared));
        shared.lock().threads += 1;
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                // Signalled even if the work panics.
                let _ending = ending;
                work(shared);
            })
            .map(drop)
    }

    /// A handle that wakes delivery.
    pub fn waker(&self) -> Waker {
        Waker(Arc::clone(&self.shared))
    }

    /// Stops delivery. Returns how many letters were sent to the relay without an answer so far: they will be sent again. The writer thread
    /// must be stopped after this, because of the marks.
    pub fn stop(self, parting: Parting) -> usize {
        let start = Instant::now();
        self.shared.change(|state| state.stop = true);
        self.wait_while(start + parting.begun, |state| state.threads > 0);
        self.shared.change(|state| state.shut = true);
        self.wait_while(start + parting.unsure, |state| !state.unsure.is_empty());
        self.shared.lock().unsure.len()
    }

    fn wait_while(&self, until: Instant, goes_on: impl Fn(&State) -> bool) {
        let mut state = self.shared.lock();
        while goes_on(&state) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.shared.wait_for_call(state, left);
        }
    }
}

impl Drop for Dispatch {
    fn drop(&mut self) {
        self.shared.change(|state| state.stop = true);
    }
}

/// Signals that a thread has ended.
struct Ending(Arc<Shared>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.change(|state| state.threads -= 1);
    }
}
