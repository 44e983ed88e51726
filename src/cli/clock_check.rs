//! Whether the clock of this machine is right, by asking the machine itself and the operator.
//!
//! Everything that goes by the calendar waits for a yes (see `src/store/clockwork_looks.rs`). The doors and the clocks of games do not.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock, secret};
use crate::journal::{self, LogEvent};
use crate::store::{ClockLook, Store, StoreError};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// What systemd knows about the kernel's clock, whichever program sets it. It prints `yes` or `no`.
const COMMAND: &str = "timedatectl show --property=NTPSynchronized --value 2>/dev/null";
/// The longest wait: the command asks another program over a socket.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time between two questions.
const ASK_EVERY: Duration = Duration::from_secs(30);

#[derive(clap::Subcommand)]
pub(super) enum Cmd {
    /// Confirm that the clock of this machine is correct. While the server does not trust the clock, it does not close tournaments to new players, send daily letters, calculate ratings or clean the database. After this command it does
    Confirm,
}

pub(super) fn run(place: &Place, Cmd::Confirm: &Cmd) -> Result<(), Trouble> {
    let now = clock::now().format("%Y-%m-%d %H:%M:%S UTC");
    match place.write()?.confirm_time()? {
        true => say!(
            "it is {now}; the server goes on with its timed work: closing tournaments to new players, sending daily letters, calculating ratings and cleaning the database"
        )?,
        false => say!("it is {now}; the server already trusted the clock")?,
    }
    Ok(())
}

/// Whether the machine reports that its clock follows a time server. False if it cannot be asked.
fn is_synchronized() -> bool {
    secret::printed_by(COMMAND, PATIENCE).is_ok_and(|printed| printed.trim() == "yes")
}

/// Asks once and waits for the answer.
pub(super) fn ask_once(store: &mut Store) -> Result<(), StoreError> {
    if store.time_doubted()?.is_some() && is_synchronized() {
        store.confirm_time()?;
    }
    Ok(())
}

/// Asks again and again while the time is in doubt, without blocking the writer thread.
#[derive(Default)]
pub(super) struct Inquiry {
    asked: Option<(Instant, Receiver<bool>)>,
    /// Whether the time was in doubt at the last look.
    was_doubted: bool,
}

impl Inquiry {
    /// To be called after each look. An answer from before the clock was set says nothing about the clock now.
    pub(super) fn go_on(&mut self, store: &mut Store, look: &ClockLook) -> Result<(), StoreError> {
        if look.passed.is_none_or(|passed| !passed.step.is_zero()) || store.time_doubted()?.is_none() {
            self.asked = None;
        }
        let was_doubted = std::mem::replace(&mut self.was_doubted, store.time_doubted()?.is_some());
        if !self.was_doubted {
            if was_doubted {
                journal::write(&LogEvent::TimeTrusted);
            }
            return Ok(());
        }
        match &self.asked {
            Some((_, answer)) if answer.try_recv() == Ok(true) => {
                self.asked = None;
                store.confirm_time()?;
                self.was_doubted = false;
                journal::write(&LogEvent::TimeConfirmed);
            }
            Some((at, answer)) if at.elapsed() < ASK_EVERY || answer.try_recv() == Err(TryRecvError::Empty) => {}
            _ => self.ask(),
        }
        Ok(())
    }

    fn ask(&mut self) {
        let (tell, answer) = mpsc::channel();
        // Nothing listens any more if the clock was set in the meantime.
        std::thread::spawn(move || {
            let _ = tell.send(is_synchronized());
        });
        self.asked = Some((Instant::now(), answer));
    }
}
