//! The open doors: sockets, many talks at once, and the clock of each. What is said is in [`session`]; here bytes are
//! carried between it and the peer, and finished mails to the desk.
//!
//! tokio lives in this file (and in `signal`); to the outside it is an object that is opened and stopped. Its two
//! threads never touch the store: a mail goes to the desk's thread, and the talk waits for the answer.
//!
//! [`session`]: crate::intake::session

use std::io;
use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use chrono::Utc;
use tokio::io::AsyncRead;
use tokio::io::AsyncReadExt;
use tokio::io::AsyncWrite;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::net::UnixListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::sync::oneshot;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio::time::timeout;
use tokio::time::timeout_at;

use crate::intake::At;
use crate::intake::CannotOpen;
use crate::intake::House;
use crate::intake::Mail;
use crate::intake::Speech;
use crate::intake::at::Socket;
use crate::intake::session::Answer;
use crate::intake::session::Session;
use crate::intake::session::Step;
use crate::journal;
use crate::journal::Event;
use crate::store::Spooled;
use crate::worker::desk::Desk;

/// Bytes read at once.
const PIECE_BYTES: usize = 16 * 1024;

/// Replies held back for one write, in bytes.
const REPLIES_BYTES_MAX: usize = 8 * 1024;

/// How long a peer may take to read our replies.
const WRITE_WAIT: Duration = Duration::from_secs(60);

/// How long a talk waits for the desk before it says "try again". The mail may be stored all the same; its repeat is
/// known by its fingerprint.
const STORE_WAIT: Duration = Duration::from_secs(120);

/// How long we listen on after our last word to a peer who is still talking.
const LINGER: Duration = Duration::from_secs(2);

/// What time it is.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// One door to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// Which language is spoken there.
    pub speech: Speech,
    /// Where it is.
    pub at: At,
}

/// How much a peer may take of us.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Talks at once, at all doors together; more are asked to come later (421).
    pub talks_max: usize,
    /// How long a peer may be silent.
    pub silence_max: Duration,
    /// How long a peer may take to finish his mail when the server stops.
    pub parting_max: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { talks_max: 200, silence_max: Duration::from_secs(300), parting_max: Duration::from_secs(5) }
    }
}

/// The open doors.
pub struct Listener {
    runtime: Runtime,
    gates: Vec<Gate>,
    stop: watch::Sender<bool>,
    /// One permit for each talk.
    talks: Arc<Semaphore>,
    limits: Limits,
}

/// What every talk needs.
#[derive(Clone)]
struct Hall {
    house: Arc<House>,
    desk: Desk,
    clock: Clock,
    limits: Limits,
    talks: Arc<Semaphore>,
    stop: watch::Receiver<bool>,
}

impl Listener {
    /// Opens all these doors, or none.
    ///
    /// # Errors
    /// When a place is taken, is not on loopback, or the system says no.
    pub fn open(
        gates: &[Gate],
        house: House,
        limits: Limits,
        desk: Desk,
        clock: Clock,
    ) -> Result<Listener, CannotOpen> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("doors")
            .enable_all()
            .build()
            .map_err(CannotOpen::Start)?;
        let talks = Arc::new(Semaphore::new(limits.talks_max));
        let (stop, stopped) = watch::channel(false);
        let hall = Hall { house: Arc::new(house), desk, clock, limits, talks: Arc::clone(&talks), stop: stopped };
        let mut opened = Vec::new();
        for gate in gates {
            match gate.at.open() {
                Ok((socket, at)) => opened.push((socket, at, gate.speech)),
                Err(error) => {
                    opened.iter().for_each(|(_, at, _)| at.close());
                    return Err(error);
                }
            }
        }
        let mut gates = Vec::new();
        for (socket, at, speech) in opened {
            let _context = runtime.enter();
            let watched = watch_door(socket, speech, hall.clone());
            if let Err(source) = watched {
                gates.iter().for_each(|gate: &Gate| gate.at.close());
                at.close();
                return Err(CannotOpen::System { at, source });
            }
            journal::write(&Event::DoorOpened { door: door_name(speech), at: &at.to_string() });
            gates.push(Gate { speech, at });
        }
        Ok(Listener { runtime, gates, stop, talks, limits })
    }

    /// The open doors, with the ports the system chose.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Closes the doors. Peers in the middle of a mail have a few seconds to finish it and hear what became of it, so
    /// the desk must be stopped after this, not before. What is not finished then is sent again by its sender.
    pub fn stop(self) {
        // Nobody may be listening any more; then there is nobody to tell.
        let _ = self.stop.send(true);
        let all = u32::try_from(self.limits.talks_max).unwrap_or(u32::MAX);
        let patience = self.limits.parting_max + LINGER;
        self.runtime.block_on(async {
            // When it takes longer, the talks are cut off.
            let _ = timeout(patience, self.talks.acquire_many(all)).await;
        });
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        self.gates.iter().for_each(|gate| gate.at.close());
    }
}

fn door_name(speech: Speech) -> &'static str {
    match speech {
        Speech::Smtp => "smtp",
        Speech::Lmtp => "lmtp",
    }
}

/// Begins to accept talks at a door; must be called within the runtime.
fn watch_door(socket: Socket, speech: Speech, hall: Hall) -> io::Result<()> {
    match socket {
        Socket::Tcp(socket) => {
            let listener = TcpListener::from_std(socket)?;
            tokio::spawn(accept_tcp(listener, speech, hall));
        }
        Socket::Unix(socket) => {
            let listener = UnixListener::from_std(socket)?;
            tokio::spawn(accept_unix(listener, speech, hall));
        }
    }
    Ok(())
}

async fn accept_tcp(listener: TcpListener, speech: Speech, mut hall: Hall) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = hall.stop.changed() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                // A reply is one write; it must not wait for the acknowledgement of the one before.
                let _ = stream.set_nodelay(true);
                let peer = peer.to_string();
                if !hall.admit(stream, speech, &peer) {
                    turned_away(speech, &peer);
                }
            }
            Err(error) => trouble(speech, &error).await,
        }
    }
}

async fn accept_unix(listener: UnixListener, speech: Speech, mut hall: Hall) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = hall.stop.changed() => return,
        };
        match accepted {
            Ok((stream, _)) => {
                if !hall.admit(stream, speech, "unix") {
                    turned_away(speech, "unix");
                }
            }
            Err(error) => trouble(speech, &error).await,
        }
    }
}

fn turned_away(speech: Speech, peer: &str) {
    journal::write(&Event::TurnedAway { door: door_name(speech), peer, why: "too many talks at once" });
}

/// Too many open files, for example. The next try is a second later, so that the log and the processor survive it.
async fn trouble(speech: Speech, why: &io::Error) {
    journal::write(&Event::DoorFailed { door: door_name(speech), why });
    tokio::time::sleep(Duration::from_secs(1)).await;
}

impl Hall {
    /// Begins a talk; false when there are too many already.
    fn admit<S>(&self, mut stream: S, speech: Speech, peer: &str) -> bool
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let hall = self.clone();
        let peer = peer.to_owned();
        let Ok(permit) = Arc::clone(&self.talks).try_acquire_owned() else {
            tokio::spawn(async move {
                let line = format!("421 4.3.2 {} is busy, come back later\r\n", hall.house.name());
                // Whoever does not take it notices the closed connection.
                let _ = timeout(LINGER, stream.write_all(line.as_bytes())).await;
            });
            return false;
        };
        tokio::spawn(async move {
            // A peer that goes away in the middle keeps his mail and sends it again: nothing to be done, nothing to be
            // told.
            let _ = hall.talk(stream, speech, &peer).await;
            drop(permit);
        });
        true
    }

    async fn talk<S>(mut self, mut stream: S, speech: Speech, peer: &str) -> io::Result<()>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut session = Session::new(speech, Arc::clone(&self.house));
        let mut piece = vec![0; PIECE_BYTES];
        let mut length = 0;
        let mut replies = String::new();
        let mut parting = None;
        loop {
            let mut input = piece.get(..length).unwrap_or_default();
            loop {
                match session.step(&mut input) {
                    Step::Reply(reply) => replies.push_str(&reply),
                    Step::Mail(mail) => {
                        write(&mut stream, &mut replies).await?;
                        let answer = self.store(mail, speech, peer).await;
                        replies.push_str(&session.settle(answer));
                    }
                    Step::Hungry => break,
                    Step::Close => {
                        write(&mut stream, &mut replies).await?;
                        stream.shutdown().await?;
                        if !input.is_empty() {
                            listen_on(&mut stream).await;
                        }
                        return Ok(());
                    }
                }
                if replies.len() > REPLIES_BYTES_MAX {
                    write(&mut stream, &mut replies).await?;
                }
            }
            length = 0;
            if parting.is_some() && session.is_between_mails() {
                replies.push_str(&session.dismiss("closes, come back later"));
                continue;
            }
            write(&mut stream, &mut replies).await?;
            let silence = Instant::now() + self.limits.silence_max;
            let until = parting.map_or(silence, |parting: Instant| parting.min(silence));
            tokio::select! {
                read = timeout_at(until, stream.read(&mut piece)) => match read {
                    Ok(Ok(0)) => return Ok(()),
                    Ok(Ok(read)) => length = read,
                    Ok(Err(error)) => return Err(error),
                    Err(_) => replies.push_str(&session.dismiss("has waited long enough")),
                },
                _ = self.stop.wait_for(|stop| *stop), if parting.is_none() => {
                    parting = Some(Instant::now() + self.limits.parting_max);
                }
            }
        }
    }

    /// Hands a mail to the desk and waits until it is on the disk.
    async fn store(&self, mail: Mail, speech: Speech, peer: &str) -> Answer {
        let now = (self.clock)();
        let peer = peer.to_owned();
        // Taking a mail apart for its fingerprint may keep a processor busy for a moment.
        let made = tokio::task::spawn_blocking(move || mail.into_incoming(&peer, now));
        let Ok(incoming) = made.await else {
            return Answer::NotNow;
        };
        let size_bytes = incoming.raw.len();
        let (tell, told) = oneshot::channel();
        self.desk.spool(incoming, move |spooled| {
            // The peer may have gone; his repeat will be known.
            let _ = tell.send(spooled);
        });
        let door = door_name(speech);
        match timeout(STORE_WAIT, told).await {
            Ok(Ok(Ok(Spooled::New(id)))) => {
                journal::write(&Event::Spooled { id, door, size_bytes });
                Answer::Stored
            }
            Ok(Ok(Ok(Spooled::Repeat(id)))) => {
                journal::write(&Event::Repeat { id, door });
                Answer::Stored
            }
            // The desk has logged what ails the store.
            _ => Answer::NotNow,
        }
    }
}

async fn write<S: AsyncWrite + Unpin>(stream: &mut S, replies: &mut String) -> io::Result<()> {
    if replies.is_empty() {
        return Ok(());
    }
    let writing = async {
        stream.write_all(replies.as_bytes()).await?;
        stream.flush().await
    };
    match timeout(WRITE_WAIT, writing).await {
        Ok(written) => {
            written?;
            replies.clear();
            Ok(())
        }
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    }
}

/// Reads what a peer still had to say when we closed: closing a socket with unread bytes in it can destroy our last
/// reply on its way.
async fn listen_on<S: AsyncRead + Unpin>(stream: &mut S) {
    let mut rest = [0; 1024];
    let listening = async { while matches!(stream.read(&mut rest).await, Ok(read) if read > 0) {} };
    // However long he talks on.
    let _ = timeout(LINGER, listening).await;
}
