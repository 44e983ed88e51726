//! The open doors: their sockets, and accepting clients. What happens then is in `client_connection`.
//!
//! To the rest of the program this is an object that is opened and stopped. Its two threads never use the store: a mail goes to the writer
//! thread, and the connection waits for the answer.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::net::UnixListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::intake::BindAddr;
use crate::intake::CannotOpen;
use crate::intake::Host;
use crate::intake::Protocol;
use crate::intake::bind_addr::Socket;
use crate::intake::client_connection::Hall;
use crate::intake::client_connection::LINGER;
use crate::intake::client_connection::Stream;
pub use crate::intake::limits::Clock;
pub use crate::intake::limits::Limits;
use crate::journal;
use crate::journal::LogEvent;
use crate::worker::writer::Writer;

/// One door to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The protocol.
    pub protocol: Protocol,
    /// Its address.
    pub at: BindAddr,
}

/// The open doors.
pub struct Listener {
    runtime: Runtime,
    gates: Vec<Endpoint>,
    stop: watch::Sender<bool>,
    /// For each door, one permit for each connection.
    talks: Vec<Arc<Semaphore>>,
    limits: Limits,
}

impl Listener {
    /// Opens all these doors, or none.
    ///
    /// # Errors
    /// If an address is taken or is not on loopback, or if the system refuses.
    pub fn open(
        gates: &[Endpoint],
        host: Host,
        limits: Limits,
        writer: Writer,
        clock: Clock,
    ) -> Result<Listener, CannotOpen> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("doors")
            .enable_all()
            .build()
            .map_err(CannotOpen::Start)?;
        let (stop, stopped) = watch::channel(false);
        let host = Arc::new(host);
        let hall = || Hall {
            host: Arc::clone(&host),
            writer: writer.clone(),
            clock: Arc::clone(&clock),
            limits,
            talks: Arc::new(Semaphore::new(limits.talks_max)),
            stop: stopped.clone(),
        };
        let context = runtime.enter();
        let mut doors: Vec<(Doorway, Endpoint)> = Vec::new();
        for gate in gates {
            match Doorway::open(&gate.at) {
                Ok((door, at)) => doors.push((door, Endpoint { protocol: gate.protocol, at })),
                Err(error) => {
                    doors.iter().for_each(|(_, gate)| gate.at.close());
                    return Err(error);
                }
            }
        }
        let mut gates = Vec::new();
        let mut talks = Vec::new();
        for (door, gate) in doors {
            journal::write(&LogEvent::DoorOpened { door: &gate.protocol.door().to_string(), at: &gate.at.to_string() });
            let hall = hall();
            talks.push(Arc::clone(&hall.talks));
            tokio::spawn(door.watch(gate.protocol, hall));
            gates.push(gate);
        }
        drop(context);
        Ok(Listener { runtime, gates, stop, talks, limits })
    }

    /// The open doors, with the ports that the system chose.
    pub fn gates(&self) -> &[Endpoint] {
        &self.gates
    }

    /// Closes the doors. Clients in the middle of a mail have a few seconds to finish it and to get a reply, so the writer thread must be
    /// stopped after this, not before. A mail that is not finished by then is sent again by its sender.
    pub fn stop(self) {
        // If the other end is gone, there is nobody to tell.
        let _ = self.stop.send(true);
        let all = u32::try_from(self.limits.talks_max).unwrap_or(u32::MAX);
        let patience = self.limits.parting_max + LINGER;
        self.runtime.block_on(async {
            let ends = async {
                for talks in &self.talks {
                    // Nobody closes this semaphore.
                    let _ = talks.acquire_many(all).await;
                }
            };
            // If it takes longer, the connections are cut off.
            let _ = timeout(patience, ends).await;
        });
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        self.gates.iter().for_each(|gate| gate.at.close());
    }
}

/// An open door, as tokio sees it.
enum Doorway {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Doorway {
    /// Opens the door. It must be called inside the runtime. The address in the result has the port that the system chose.
    fn open(at: &BindAddr) -> Result<(Doorway, BindAddr), CannotOpen> {
        let (socket, at) = at.open()?;
        let door = match socket {
            Socket::Tcp(socket) => TcpListener::from_std(socket).map(Doorway::Tcp),
            Socket::Unix(socket) => UnixListener::from_std(socket).map(Doorway::Unix),
        };
        match door {
            Ok(door) => Ok((door, at)),
            Err(source) => {
                at.close();
                Err(CannotOpen::System { at, source })
            }
        }
    }

    /// Waits for the next client. Returns its stream and its address.
    async fn accept(&self) -> io::Result<(Box<dyn Stream>, String)> {
        match self {
            Doorway::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                // A reply is one write. It must not wait for the acknowledgement of the previous one.
                let _ = stream.set_nodelay(true);
                Ok((Box::new(stream), peer.to_string()))
            }
            Doorway::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                Ok((Box::new(stream), "unix".to_owned()))
            }
        }
    }

    /// Accepts clients until the server stops.
    async fn watch(self, protocol: Protocol, mut hall: Hall) {
        loop {
            let accepted = tokio::select! {
                accepted = self.accept() => accepted,
                _ = hall.stop.changed() => return,
            };
            match accepted {
                Ok((stream, peer)) => hall.admit(stream, protocol, peer),
                Err(error) => trouble(protocol, &error).await,
            }
        }
    }
}

/// For example, too many files are open. The next attempt is a second later, to spare the log and the processor.
async fn trouble(protocol: Protocol, why: &io::Error) {
    journal::write(&LogEvent::DoorFailed { door: &protocol.door().to_string(), why });
    tokio::time::sleep(Duration::from_secs(1)).await;
}
