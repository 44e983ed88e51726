//! `taflpost serve`: the daemon. It connects doors, writer thread and delivery, and stops them in the opposite order.

use crate::cli::clock_check::Inquiry;
use crate::cli::collect::Collectors;
use crate::cli::settings::{Level, ServerSettings};
use crate::cli::{Place, Trouble, clock, collect, lock, outgoing};
use crate::clock::Reading;
use crate::delivery::dispatch::{Dispatch, MakeWay, Pace, Parting};
use crate::intake::listener::{Endpoint, Limits, Listener};
use crate::intake::{Host, Protocol, signal};
use crate::journal::{self, LogEvent};
use crate::store::Store;
use crate::worker::clockwork::Lookout;
use crate::worker::writer;
use crate::worker::writer::Writer;
use chrono::{DateTime, Utc};
use std::cell::RefCell;
use std::fs::File;
use std::io::IsTerminal;
use std::sync::Arc;
use std::thread::JoinHandle;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub(super) fn run(place: &Place) -> Result<(), Trouble> {
    log_to_stderr(place.settings.log.level);
    // Signals are caught first, so that a stop during the start works as well.
    let ending = signal::StopSignal::listen()?;
    let server = Server::start(place)?;
    ending.wait()?;
    let unsure = server.stop();
    journal::write(&LogEvent::Stopped { unsure });
    Ok(())
}

/// A running server.
pub(super) struct Server {
    listener: Listener,
    collectors: Collectors,
    writer: Writer,
    worker: JoinHandle<Store>,
    dispatch: Dispatch,
    /// Held as long as the server runs.
    _lock: File,
}

impl Server {
    /// Opens the store and the doors, then delivery. Everything that can be wrong is found before a letter is sent.
    pub(super) fn start(place: &Place) -> Result<Server, Trouble> {
        let incoming = place.incoming()?;
        let transport = outgoing::transport(place)?;
        let mut store = place.open()?;
        let reader = place.read()?;
        let lock = lock::take(&place.settings.store.folder, lock::Holder::Serve)?.ok_or_else(|| {
            let folder = place.settings.store.folder.display();
            Trouble::TryAgain(format!("another server is already using {folder}"))
        })?;
        store.doors_are(&collect::doors(place))?;
        store.count_sent(outgoing::quota(place).is_any())?;
        let club = &place.settings.club;
        journal::write(&LogEvent::Started { version: env!("CARGO_PKG_VERSION"), address: club.address.as_str() });
        if let Err(error) = store.troubles().prepare() {
            journal::write(&LogEvent::FileBusy {
                why: &format!("problems cannot be recorded in the data folder: {error}"),
            });
        }
        let (writer, jobs) = writer::channel();
        let writer = writer.with_reader(incoming.reader.clone()).with_troubles(store.troubles().clone());
        let now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync> = Arc::new(clock::now);
        // Mails that come before the writer thread is there wait for it.
        let host = Host::new(club.address.domain(), place.own()).with_witness(place.witness());
        let gates = gates(&place.settings);
        let listener = Listener::open(&gates, host, Limits::default(), writer.clone(), Arc::clone(&now))
            .map_err(|error| Trouble::Failed(error.to_string()))?;
        let collectors = match Collectors::open(place, &writer) {
            Ok(collectors) => collectors,
            Err(trouble) => {
                listener.stop();
                return Err(trouble);
            }
        };
        let senders = usize::from(place.settings.relay.connections);
        let pace = Pace { senders, quota: outgoing::quota(place), ..Pace::default() };
        let dispatch = Dispatch::new(pace);
        let waker = dispatch.waker();
        let worker = std::thread::Builder::new().name("writer".to_owned()).spawn(move || {
            let incoming = RefCell::new(incoming);
            let handle =
                |tx: &crate::store::Tx, spool: &crate::store::SpooledMail| incoming.borrow_mut().handle(tx, spool);
            let lookout = RefCell::new(Lookout::default());
            let mut inquiry = Inquiry::default();
            let beat = |store: &mut Store, reading: &Reading| {
                let look = lookout.borrow_mut().look(store, reading)?;
                inquiry.go_on(store, &look)
            };
            let tick = |store: &mut Store, now: DateTime<Utc>| {
                let ticked = incoming.borrow_mut().tick(store, now);
                if ticked.is_err() {
                    lookout.borrow_mut().failed();
                }
                ticked
            };
            writer::run(store, clock::reading, handle, beat, tick, jobs, |worked| {
                if worked.letters > 0 {
                    waker.wake();
                }
            })
        });
        let worker = match worker {
            Ok(worker) => worker,
            Err(error) => {
                listener.stop();
                collectors.stop();
                return Err(error.into());
            }
        };
        let server = Server { listener, collectors, writer, worker, dispatch, _lock: lock };
        let make_way: MakeWay = {
            let place = place.clone();
            Arc::new(move || outgoing::transport(&place).map_err(|error| error.to_string()))
        };
        match server.dispatch.begin(reader, transport, &make_way, &server.writer, &now) {
            Ok(()) => Ok(server),
            Err(error) => {
                server.stop();
                Err(error.into())
            }
        }
    }

    /// The addresses of the doors, with the ports that the system chose.
    pub(super) fn gates(&self) -> &[Endpoint] {
        self.listener.gates()
    }

    /// Stops in order: no new mail is accepted, accepted mail is handled, letters that are being sent are marked. Returns how many letters
    /// the relay has not answered for.
    pub(super) fn stop(self) -> usize {
        self.listener.stop();
        self.collectors.stop();
        let unsure = self.dispatch.stop(Parting::default());
        self.writer.stop();
        // The writer thread ends by itself. If it has panicked, the database is whole even so.
        let _ = self.worker.join();
        unsure
    }
}

fn gates(settings: &ServerSettings) -> Vec<Endpoint> {
    let smtp = settings.listen.smtp.iter().map(|at| Endpoint { protocol: Protocol::Smtp, at: at.clone() });
    let lmtp = settings.listen.lmtp.iter().map(|at| Endpoint { protocol: Protocol::Lmtp, at: at.clone() });
    smtp.chain(lmtp).collect()
}

/// The operator's log goes to standard error, where systemd and a terminal both show it.
pub(super) fn log_to_stderr(level: Level) {
    let level = match level {
        Level::Error => tracing::Level::ERROR,
        Level::Warn => tracing::Level::WARN,
        Level::Info => tracing::Level::INFO,
        Level::Debug => tracing::Level::DEBUG,
    };
    // Only a terminal gets colours: in a file or a journal their codes would be between the words.
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false).with_ansi(colours);
    // What libraries log does not follow the rules of our journal.
    let own = Targets::new().with_target("taflpost", level);
    // Only the first server of a process can set up logging. Outside tests there is only one.
    let _ = tracing_subscriber::registry().with(lines).with(own).try_init();
}
