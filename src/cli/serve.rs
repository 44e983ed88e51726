//! `taflpost serve`: the daemon. It ties doors, desk and delivery together and ends them in the opposite order.

use crate::cli::settings::{Level, Relay as RelaySetting, Settings, Tls as TlsSetting};
use crate::cli::{Place, Trouble, clock, lock};
use crate::delivery::dispatch::{Dispatch, Pace, Parting};
use crate::delivery::{Login, RelaySettings, Tls, Transport};
use crate::intake::listener::{Gate, Limits, Listener};
use crate::intake::{House, Speech, signal};
use crate::journal::{self, Event};
use crate::store::Store;
use crate::worker::desk::{self, Desk};
use chrono::{DateTime, Utc};
use std::fs::File;
use std::io::IsTerminal;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How long the relay may take for one answer.
const ANSWER_WAIT: Duration = Duration::from_secs(60);

pub(super) fn run(place: &Place) -> Result<(), Trouble> {
    log_to_stderr(place.settings.log.level);
    // Listened for first: whoever says stop during the start is heard as well.
    let ending = signal::Ending::listen()?;
    let server = Server::start(place)?;
    ending.wait()?;
    let unsure = server.stop();
    journal::write(&Event::Stopped { unsure });
    Ok(())
}

/// A running server.
pub(super) struct Server {
    listener: Listener,
    desk: Desk,
    worker: JoinHandle<Store>,
    dispatch: Dispatch,
    /// Held as long as the server runs.
    _lock: File,
}

impl Server {
    /// Opens the store and the doors, then the way out; everything that can be wrong is found before a letter goes.
    pub(super) fn start(place: &Place) -> Result<Server, Trouble> {
        let mut incoming = place.incoming()?;
        let transport = transport(place)?;
        let store = place.open()?;
        let reader = place.read()?;
        let lock = lock::take(&place.settings.store.folder)?.ok_or_else(|| {
            let folder = place.settings.store.folder.display();
            Trouble::TryAgain(format!("another taflpost is running on {folder} and sends its letters"))
        })?;
        let club = &place.settings.club;
        journal::write(&Event::Started { version: env!("CARGO_PKG_VERSION"), address: club.address.as_str() });
        let (desk, jobs) = desk::channel();
        let now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync> = Arc::new(clock::now);
        // Mails that come before the desk is there wait for it.
        let house = House::new(club.address.domain(), place.own());
        let gates = gates(&place.settings);
        let listener = Listener::open(&gates, house, Limits::default(), desk.clone(), Arc::clone(&now))
            .map_err(|error| Trouble::Failed(error.to_string()))?;
        let pace = Pace { senders: usize::from(place.settings.relay.connections), ..Pace::default() };
        let dispatch = Dispatch::new(pace);
        let waker = dispatch.waker();
        let worker = std::thread::Builder::new().name("desk".to_owned()).spawn(move || {
            let handle = |room: &crate::store::Room, spool: &crate::store::Spool| incoming.handle(room, spool);
            desk::run(store, clock::now, handle, jobs, |worked| {
                if worked.letters > 0 {
                    waker.wake();
                }
            })
        });
        let worker = match worker {
            Ok(worker) => worker,
            Err(error) => {
                listener.stop();
                return Err(error.into());
            }
        };
        let server = Server { listener, desk, worker, dispatch, _lock: lock };
        match server.dispatch.begin(reader, &transport, &server.desk, &now) {
            Ok(()) => Ok(server),
            Err(error) => {
                server.stop();
                Err(error.into())
            }
        }
    }

    /// Where mail is taken, with the ports that the system chose.
    pub(super) fn gates(&self) -> &[Gate] {
        self.listener.gates()
    }

    /// Ends in order: nothing new is taken, what was taken is handled, what is being sent is marked. The answer is how
    /// many letters the relay had not answered for.
    pub(super) fn stop(self) -> usize {
        self.listener.stop();
        let unsure = self.dispatch.stop(Parting::default());
        self.desk.stop();
        // The desk's thread ends by itself; if it has panicked, the file is whole all the same.
        let _ = self.worker.join();
        unsure
    }
}

fn gates(settings: &Settings) -> Vec<Gate> {
    let smtp = settings.listen.smtp.iter().map(|at| Gate { speech: Speech::Smtp, at: at.clone() });
    let lmtp = settings.listen.lmtp.iter().map(|at| Gate { speech: Speech::Lmtp, at: at.clone() });
    smtp.chain(lmtp).collect()
}

/// Where letters go: to the relay of the settings or, without one, into Maildirs.
pub(super) fn transport(place: &Place) -> Result<Transport, Trouble> {
    let setting = &place.settings.relay;
    let Some(host) = &setting.host else {
        return Ok(Transport::Folder(place.letters()));
    };
    let failed = |what: &str, error: &dyn std::fmt::Display| Trouble::Failed(format!("[relay] {what}: {error}"));
    let roots_pem = match &setting.ca_file {
        Some(path) => {
            let read = std::fs::read(path);
            Some(read.map_err(|error| failed(&format!("ca_file {}", path.display()), &error))?)
        }
        None => None,
    };
    let settings = RelaySettings {
        host: host.clone(),
        port: setting.port,
        tls: match setting.tls {
            TlsSetting::Starttls => Tls::Starttls,
            TlsSetting::Implicit => Tls::Implicit,
            TlsSetting::None => Tls::None,
        },
        login: login(setting)?,
        roots_pem,
        hello: None,
        answer_wait: ANSWER_WAIT,
    };
    let relay = crate::delivery::Relay::new(settings).map_err(|error| failed("cannot be used", &error))?;
    Ok(Transport::Relay(relay))
}

fn login(setting: &RelaySetting) -> Result<Option<Login>, Trouble> {
    let Some(user) = &setting.user else {
        return Ok(None);
    };
    let password = match (&setting.password, &setting.password_file, &setting.password_command) {
        (Some(password), ..) => password.clone(),
        (None, Some(path), _) => std::fs::read_to_string(path)
            .map_err(|error| Trouble::Failed(format!("[relay] password_file {}: {error}", path.display())))?,
        (None, None, Some(command)) => printed_by(command)?,
        (None, None, None) => return Ok(None),
    };
    let password = password.trim_end_matches(['\r', '\n']).to_owned();
    Ok(Some(Login { user: user.clone(), password }))
}

fn printed_by(command: &str) -> Result<String, Trouble> {
    let failed = |why: String| Trouble::Failed(format!("[relay] password_command: {why}"));
    let output =
        std::process::Command::new("sh").args(["-c", command]).output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(format!("it ended with {}", output.status)));
    }
    String::from_utf8(output.stdout).map_err(|_| failed("what it prints is no text".to_owned()))
}

/// The operator's log goes to standard error, where systemd and a terminal both find it.
pub(super) fn log_to_stderr(level: Level) {
    let level = match level {
        Level::Error => tracing::Level::ERROR,
        Level::Warn => tracing::Level::WARN,
        Level::Info => tracing::Level::INFO,
        Level::Debug => tracing::Level::DEBUG,
    };
    // Colours are for eyes: in a file or a journal their codes would stand between the words.
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false).with_ansi(colours);
    // What libraries have to say follows no rule of the journal's.
    let own = Targets::new().with_target("taflpost", level);
    // Only the first server of a process can say how it logs; there is only one outside tests.
    let _ = tracing_subscriber::registry().with(lines).with(own).try_init();
}
