//! The open door: a thread that empties a mailbox for as long as the server runs.
//!
//! ```text
//!        .------------- backoff, 10 s to 10 min <---- connection lost, server silent, login refused
//!        v                                                            ^
//!  connect, log in -> folders -> full look -> wait (IDLE 5 min, or poll) -'
//!                                    ^------------------'
//! ```
//!
//! If a person must solve the problem (a wrong password, for example), it is an alarm in the log and in `status`, and the next attempt
//! comes after the longest wait. A provider that sees a wrong password too often closes the account.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::intake::collecting::Spooler;
use crate::intake::imap::account::MailboxAccount;
use crate::intake::imap::account::Pace;
use crate::intake::imap::client::Can;
use crate::intake::imap::client::Talk;
use crate::intake::imap::fetch::FAILURES_MAX;
use crate::intake::imap::fetch::Look;
use crate::intake::imap::fetch::Memory;
use crate::intake::imap::fetch::Seen;
use crate::intake::imap::folders;
use crate::intake::imap::folders::Found;
use crate::intake::imap::setback::Setback;
use crate::journal;
use crate::journal::LogEvent;
use crate::store::Door;
use crate::store::DoorState;

/// The thread that fetches the mails of a mailbox.
pub struct Mailbox {
    stop: watch::Sender<bool>,
    ended: Receiver<()>,
    thread: JoinHandle<()>,
}

impl Mailbox {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system gives no thread. It does not wait to see whether the mailbox can be reached.
    pub fn open(account: MailboxAccount, spooler: Box<dyn Spooler + Send>, pace: Pace) -> io::Result<Mailbox> {
        let runtime = runtime()?;
        let (stop, stopped) = watch::channel(false);
        let (tell, ended) = mpsc::channel();
        let thread = std::thread::Builder::new().name("imap".to_owned()).spawn(move || {
            Keeper { runtime, account, spooler, pace, stop: stopped, memory: Memory::default(), trouble: None }.keep();
            // Maybe nobody waits for this.
            let _ = tell.send(());
        })?;
        Ok(Mailbox { stop, ended, thread })
    }

    /// Stops the thread. It may finish the current mail, but for no longer than `patience`.
    pub fn stop(self, patience: Duration) {
        let _ = self.stop.send(true);
        if self.ended.recv_timeout(patience).is_ok() {
            // It has already reported its end.
            let _ = self.thread.join();
        }
    }
}

/// Looks once, files away what is taken in, and closes the connection.
///
/// # Errors
/// If the mailbox cannot be read.
pub fn look_once(account: &MailboxAccount, spooler: &mut dyn Spooler, pace: Pace) -> Result<Seen, Setback> {
    let runtime = runtime().map_err(|error| Setback::NoWay(error.to_string()))?;
    let mut memory = Memory::default();
    let place = account.place();
    let mut look = || {
        guarded(|| {
            runtime.block_on(async {
                let mut talk = Talk::open(account, pace.answer_wait).await?;
                let seen = visit(&mut talk, account, &mut memory, spooler, pace).await?;
                talk.close().await;
                Ok(seen)
            })
        })
        .inspect_err(|setback| {
            if matches!(setback, Setback::Garbled(_)) {
                memory.note_fall();
            }
        })
    };
    let mut looked = look();
    // Otherwise a mail that the server cannot send would block all mails after it, at every call.
    for _ in 0..FAILURES_MAX {
        if matches!(looked, Err(Setback::Garbled(_))) {
            looked = look();
        }
    }
    let state = match &looked {
        Ok(Seen { unfiled: Some(why), .. }) => DoorState::NeedsHand(why.clone()),
        Ok(_) => DoorState::Well,
        Err(setback) => state_of(setback),
    };
    spooler.note(Door::Imap, &place, &state);
    looked
}

async fn visit(
    talk: &mut Talk,
    account: &MailboxAccount,
    memory: &mut Memory,
    spooler: &mut dyn Spooler,
    pace: Pace,
) -> Result<Seen, Setback> {
    let folders = folders::prepare(talk, account).await?;
    let opened = folders::open(talk, "SELECT", &account.folder).await?;
    let uid_validity = opened.uid_validity;
    Look { talk, account, folders: &folders, uid_validity, memory, spooler, mail_wait: pace.mail_wait }
        .all(|| false)
        .await
}

/// What a mailbox looks like from outside. It is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The number of mails in the folder that will be taken.
    pub mails: u32,
    /// The folders for mails that were taken in and for those that could not be.
    pub folders: [Found; 2],
    /// What the server supports.
    pub can: Can,
}

/// Connects, logs in, and opens the folder read-only.
///
/// # Errors
/// If a mail would not come in either.
pub fn probe(account: &MailboxAccount, pace: Pace) -> Result<Probe, Setback> {
    let runtime = runtime().map_err(|error| Setback::NoWay(error.to_string()))?;
    guarded(|| {
        runtime.block_on(async {
            let mut talk = Talk::open(account, pace.answer_wait).await?;
            let folders =
                [folders::find(&mut talk, &account.done).await?, folders::find(&mut talk, &account.failed).await?];
            let opened = folders::open(&mut talk, "EXAMINE", &account.folder).await?;
            let can = talk.can;
            talk.close().await;
            Ok(Probe { mails: opened.mails, folders, can })
        })
    })
}

pub(super) fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// The library may panic on odd answers. That ends the connection, but not the door.
pub(super) fn guarded<T>(talking: impl FnOnce() -> Result<T, Setback>) -> Result<T, Setback> {
    std::panic::catch_unwind(AssertUnwindSafe(talking))
        .unwrap_or_else(|_| Err(Setback::Garbled("the mail server's answer cannot be understood".to_owned())))
}

fn state_of(setback: &Setback) -> DoorState {
    match setback {
        Setback::NoWay(why) | Setback::Garbled(why) => DoorState::Trying(why.clone()),
        Setback::Ours(why) => DoorState::NeedsHand(why.clone()),
    }
}

/// The data of the thread.
struct Keeper {
    runtime: Runtime,
    account: MailboxAccount,
    spooler: Box<dyn Spooler + Send>,
    pace: Pace,
    stop: watch::Receiver<bool>,
    memory: Memory,
    /// The last reported problem, so that each is reported only once. Empty if all is well; `None` before the first look.
    trouble: Option<String>,
}

impl Keeper {
    fn keep(mut self) {
        let mut backoff = self.pace.backoff_first;
        while !*self.stop.borrow() {
            let mut is_well = false;
            let kept = guarded(|| self.connection(&mut is_well));
            if is_well {
                backoff = self.pace.backoff_first;
            }
            let Err(setback) = kept else {
                // The thread was told to stop.
                continue;
            };
            if matches!(setback, Setback::Garbled(_)) {
                self.memory.note_fall();
            }
            self.memory.let_go();
            let wait = match setback {
                Setback::Ours(_) => self.pace.backoff_max,
                Setback::NoWay(_) | Setback::Garbled(_) => backoff,
            };
            self.tell(&setback, wait);
            self.runtime.block_on(pause(wait, stopped(&mut self.stop)));
            backoff = (backoff * 2).min(self.pace.backoff_max);
        }
    }

    /// One connection, until it ends or the door must close. `is_well` becomes true with the first full look.
    fn connection(&mut self, is_well: &mut bool) -> Result<(), Setback> {
        let Keeper { runtime, account, spooler, pace, stop, memory, trouble } = self;
        let mut stop_open = stop.clone();
        let opening = async {
            tokio::select! {
                talk = Talk::open(account, pace.answer_wait) => talk.map(Some),
                () = stopped(&mut stop_open) => Ok(None),
            }
        };
        let Some(mut talk) = runtime.block_on(opening)? else {
            return Ok(());
        };
        runtime.block_on(async {
            let folders = folders::prepare(&mut talk, account).await?;
            let uid_validity = folders::open(&mut talk, "SELECT", &account.folder).await?.uid_validity;
            loop {
                let mail_wait = pace.mail_wait;
                let mut look = Look {
                    talk: &mut talk,
                    account,
                    folders: &folders,
                    uid_validity,
                    memory,
                    spooler: spooler.as_mut(),
                    mail_wait,
                };
                let seen = look.all(|| *stop.borrow()).await?;
                *is_well = true;
                told(account, spooler.as_mut(), trouble, &seen);
                if *stop.borrow() {
                    talk.close().await;
                    return Ok(());
                }
                if talk.has_news && seen.is_any() {
                    continue;
                }
                // If a server always reports news but never has a mail, there is still a pause between two looks.
                pause(pace.breath, stopped(stop)).await;
                if talk.has_news {
                    continue;
                }
                if !talk.can.idles {
                    pause(pace.poll, stopped(stop)).await;
                } else if !talk.idle(pace.idle_max, stopped(stop)).await? {
                    talk.can.idles = false;
                }
            }
        })
    }

    /// Reports a problem to the operator: once, until something else happens.
    fn tell(&mut self, setback: &Setback, wait: Duration) {
        let why = setback.to_string();
        self.spooler.note(Door::Imap, &self.account.place(), &state_of(setback));
        if self.trouble.as_deref() == Some(&why) {
            return;
        }
        let again = format!("{why} (the next try is in {} s)", wait.as_secs());
        journal::write(&match setback {
            Setback::Ours(_) => LogEvent::DoorFailed { door: "imap", why: &again },
            Setback::NoWay(_) | Setback::Garbled(_) => LogEvent::DoorWaits { door: "imap", why: &again },
        });
        self.trouble = Some(why);
    }
}

/// Reports the result of a look to the operator, if it is news.
fn told(account: &MailboxAccount, spooler: &mut dyn Spooler, trouble: &mut Option<String>, seen: &Seen) {
    let state = match &seen.unfiled {
        Some(why) => DoorState::NeedsHand(why.clone()),
        None => DoorState::Well,
    };
    let place = account.place();
    spooler.note(Door::Imap, &place, &state);
    let before = trouble.replace(seen.unfiled.clone().unwrap_or_default());
    if before == *trouble {
        return;
    }
    match &seen.unfiled {
        Some(why) => journal::write(&LogEvent::DoorFailed { door: "imap", why }),
        None => journal::write(&LogEvent::DoorOpened { door: "imap", at: &place }),
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // If the other end is gone, that also means stop.
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn pause(wait: Duration, stop: impl Future<Output = ()>) {
    tokio::select! {
        () = tokio::time::sleep(wait) => {}
        () = stop => {}
    }
}
