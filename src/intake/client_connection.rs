//! One connection: passes bytes between a client and its [`Session`] and finished mails to the writer thread, with time limits.
//!
//! Every wait has an end: for the client to send, for the client to take our replies, for the writer thread to store a mail, and for all of
//! it when the server stops.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncRead;
use tokio::io::AsyncReadExt;
use tokio::io::AsyncWrite;
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use tokio::sync::oneshot;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio::time::timeout;
use tokio::time::timeout_at;

use crate::intake::Host;
use crate::intake::Mail;
use crate::intake::Protocol;
use crate::intake::limits::Clock;
use crate::intake::limits::Limits;
use crate::intake::session::Dismissal;
use crate::intake::session::Receipt;
use crate::intake::session::Session;
use crate::intake::session::Step;
use crate::journal;
use crate::journal::LogEvent;
use crate::store::Spooled;
use crate::worker::writer::Writer;

/// Bytes that are read at once.
const PIECE_BYTES: usize = 16 * 1024;

/// The most bytes of replies that are collected for one write.
const REPLIES_BYTES_MAX: usize = 8 * 1024;

/// How long a client may take to read our replies.
const WRITE_WAIT: Duration = Duration::from_secs(60);

/// How long a connection waits for the writer thread before it replies "try again". The mail may be stored even so; its repeat is
/// recognized by its fingerprint.
const STORE_WAIT: Duration = Duration::from_secs(120);

/// How long we still read after our last reply to a client that is still sending.
pub(super) const LINGER: Duration = Duration::from_secs(2);

/// What carries the bytes: a TCP connection or a unix socket.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// What every connection needs.
#[derive(Clone)]
pub(super) struct Hall {
    pub(super) host: Arc<Host>,
    pub(super) writer: Writer,
    pub(super) clock: Clock,
    pub(super) limits: Limits,
    /// One permit for each connection at this door.
    pub(super) talks: Arc<Semaphore>,
    pub(super) stop: watch::Receiver<bool>,
}

impl Hall {
    /// Starts a connection, or replies that there are too many already.
    pub(super) fn admit(&self, mut stream: Box<dyn Stream>, protocol: Protocol, peer: String) {
        let hall = self.clone();
        let Ok(permit) = Arc::clone(&self.talks).try_acquire_owned() else {
            let door = protocol.door().to_string();
            journal::write(&LogEvent::TurnedAway {
                door: &door,
                peer: &peer,
                why: "too many connections at the same time",
            });
            tokio::spawn(async move {
                let line = Session::new(protocol, hall.host).dismiss(Dismissal::Busy);
                // A client that does not read it notices the closed connection.
                let _ = timeout(LINGER, stream.write_all(line.as_bytes())).await;
            });
            return;
        };
        tokio::spawn(async move {
            // A client that disconnects in the middle keeps its mail and sends it again, so there is nothing to do or to report.
            let _ = hall.talk(stream, protocol, &peer).await;
            drop(permit);
        });
    }

    async fn talk(mut self, mut stream: Box<dyn Stream>, protocol: Protocol, peer: &str) -> io::Result<()> {
        let mut session = Session::new(protocol, Arc::clone(&self.host));
        let mut piece = vec![0; PIECE_BYTES];
        let mut length = 0;
        let mut replies = String::new();
        let mut parting = None;
        let mut mail_until = Instant::now() + self.limits.mail_max;
        loop {
            let mut input = piece.get(..length).unwrap_or_default();
            loop {
                match session.step(&mut input) {
                    Step::Reply(reply) => replies.push_str(&reply),
                    Step::Mail(mail) => {
                        write(&mut stream, &mut replies).await?;
                        let answer = self.store(mail, protocol, peer).await;
                        replies.push_str(&session.settle(answer));
                        mail_until = Instant::now() + self.limits.mail_max;
                    }
                    Step::NeedInput => break,
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
                replies.push_str(&session.dismiss(Dismissal::Closing));
                continue;
            }
            write(&mut stream, &mut replies).await?;
            // However much it sends: a client that sends a byte now and then must not keep its place forever.
            let silence = mail_until.min(Instant::now() + self.limits.silence_max);
            let until = parting.map_or(silence, |parting: Instant| parting.min(silence));
            tokio::select! {
                read = timeout_at(until, stream.read(&mut piece)) => match read {
                    Ok(Ok(0)) => return Ok(()),
                    Ok(Ok(read)) => length = read,
                    Ok(Err(error)) => return Err(error),
                    Err(_) => replies.push_str(&session.dismiss(Dismissal::Silence)),
                },
                _ = self.stop.wait_for(|stop| *stop), if parting.is_none() => {
                    parting = Some(Instant::now() + self.limits.parting_max);
                }
            }
        }
    }

    /// Passes a mail to the writer thread and waits until it is on the disk.
    async fn store(&self, mail: Mail, protocol: Protocol, peer: &str) -> Receipt {
        let now = (self.clock)();
        let (peer, host) = (peer.to_owned(), Arc::clone(&self.host));
        let writer = self.writer.clone();
        let (tell, told) = oneshot::channel();
        // Reading a mail may keep a processor busy for a moment.
        tokio::task::spawn_blocking(move || {
            let incoming = host.witness.stamped(mail.into_incoming(&peer, now));
            let size_bytes = incoming.raw.len();
            writer.spool(incoming, move |spooled| {
                // The client may have gone. Its repeat will be recognized.
                let _ = tell.send(spooled.map(|spooled| (spooled, size_bytes)));
            });
        });
        let door = &protocol.door().to_string();
        match timeout(STORE_WAIT, told).await {
            Ok(Ok(Ok((Spooled::New(id), size_bytes)))) => {
                journal::write(&LogEvent::Spooled { id, door, size_bytes });
                Receipt::Stored
            }
            Ok(Ok(Ok((Spooled::Repeat(id), _)))) => {
                journal::write(&LogEvent::Repeat { id, door });
                Receipt::Stored
            }
            // The writer thread has logged the error of the store.
            Ok(Ok(Err(_))) => Receipt::NotNow,
            Ok(Err(_)) | Err(_) => {
                self.writer.was_silent((self.clock)());
                Receipt::NotNow
            }
        }
    }
}

async fn write(stream: &mut dyn Stream, replies: &mut String) -> io::Result<()> {
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

/// Reads what a client still sends after we closed. If a socket is closed with unread bytes in it, our last reply may be lost.
async fn listen_on(stream: &mut dyn Stream) {
    let mut rest = [0; 1024];
    let listening = async { while matches!(stream.read(&mut rest).await, Ok(read) if read > 0) {} };
    // However long the client goes on.
    let _ = timeout(LINGER, listening).await;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::Own;
    use crate::worker::writer;
    use chrono::DateTime;
    use tokio::io::DuplexStream;

    /// How many seconds a connection lasts if the client sends these words and then one byte every `drip_seconds`. The test clock jumps to
    /// the next thing that is waited for.
    async fn seconds_of_a_talk(words: &str, drip_seconds: u64) -> u64 {
        let (writer, jobs) = writer::channel();
        drop(jobs);
        let (_stop, stopped) = watch::channel(false);
        let own = Own::new(vec!["club@tafl.test".parse().unwrap()]);
        let hall = Hall {
            host: Arc::new(Host::new("door.test", own)),
            writer,
            clock: Arc::new(|| DateTime::UNIX_EPOCH),
            limits: Limits::default(),
            talks: Arc::new(Semaphore::new(1)),
            stop: stopped,
        };
        let (near, far) = tokio::io::duplex(64 * 1024);
        let start = Instant::now();
        let talk = tokio::spawn(hall.talk(Box::new(near), Protocol::Smtp, "peer"));
        let peer = tokio::spawn(drip(far, words.to_owned(), drip_seconds));
        // It may end in an error if the client has disconnected.
        let _ = talk.await.unwrap();
        peer.abort();
        start.elapsed().as_secs()
    }

    async fn drip(mut far: DuplexStream, words: String, drip_seconds: u64) {
        far.write_all(words.as_bytes()).await.unwrap();
        loop {
            tokio::time::sleep(Duration::from_secs(drip_seconds)).await;
            if far.write_all(b"x").await.is_err() {
                return;
            }
        }
    }

    /// One byte every four minutes kept a connection open for days, and two hundred such clients blocked both doors.
    #[tokio::test(start_paused = true)]
    async fn a_peer_that_brings_no_mail_is_dismissed_however_much_he_says() {
        const ENVELOPE: &str = "EHLO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<club@tafl.test>\r\n";
        for words in ["", "NOOP", ENVELOPE, &format!("{ENVELOPE}DATA\r\n")] {
            assert_eq!(seconds_of_a_talk(words, 240).await, 600, "{words}");
            assert_eq!(seconds_of_a_talk(words, 100_000).await, 300, "{words}: silence");
        }
        // A mail that could not be stored still counts as a mail, so the time starts again.
        let mail = format!("{ENVELOPE}DATA\r\nSubject: help\r\n\r\n.\r\n");
        assert_eq!(seconds_of_a_talk(&mail, 240).await, 600);
    }
}
