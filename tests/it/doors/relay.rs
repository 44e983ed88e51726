//! A simulated relay: a small SMTP server whose answers the test decides.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use taflpost::delivery::{RelayLogin, RelaySecret, RelaySettings, Transport};
use taflpost::mail::Tls;

/// What the relay does instead of saying yes.
pub enum Act {
    /// Says yes.
    Yes,
    /// Says this.
    Say(&'static str),
    /// Says nothing any more.
    Hang,
    /// Closes the connection.
    Close,
}

/// A letter that the relay has seen to its end, whatever it said then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub from: String,
    pub to: String,
    pub text: String,
}

/// Decides by the line at hand: `CONNECT`, a command, `TEXT` when a letter has ended, or `GONE` when the peer has.
type Script = Arc<Mutex<dyn FnMut(&str) -> Act + Send>>;

pub struct FakeRelay {
    port: u16,
    pub seen: Receiver<Seen>,
}

impl FakeRelay {
    pub fn play(script: impl FnMut(&str) -> Act + Send + 'static) -> FakeRelay {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (tell, seen) = channel();
        let script: Script = Arc::new(Mutex::new(script));
        // The threads end with the test.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (script, tell) = (Arc::clone(&script), tell.clone());
                thread::spawn(move || talk(&stream.unwrap(), &script, &tell));
            }
        });
        FakeRelay { port, seen }
    }

    pub fn settings(&self) -> RelaySettings {
        RelaySettings {
            host: "127.0.0.1".to_owned(),
            port: self.port,
            tls: Tls::None,
            login: None,
            roots_pem: None,
            hello: Some("club.test".to_owned()),
            answer_wait: Duration::from_secs(60),
        }
    }

    pub fn with_login(&self) -> RelaySettings {
        self.with_secret(RelaySecret::Password("sesame".to_owned()))
    }

    pub fn with_secret(&self, secret: RelaySecret) -> RelaySettings {
        let login = Some(RelayLogin { user: "club".to_owned(), secret });
        RelaySettings { login, ..self.settings() }
    }
}

pub fn transport(settings: RelaySettings) -> Transport {
    Transport::Relay(taflpost::delivery::Relay::new(settings).unwrap())
}

/// One connection, until it ends or hangs.
fn talk(stream: &TcpStream, script: &Script, tell: &Sender<Seen>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?);
    let (mut from, mut to) = (String::new(), Vec::new());
    let mut line = "CONNECT".to_owned();
    loop {
        let act = (script.lock().unwrap())(&line);
        let yes = match line.get(..4).unwrap_or_default() {
            "CONN" => "220 relay.test",
            "EHLO" => "250-relay.test\r\n250-8BITMIME\r\n250 AUTH PLAIN XOAUTH2",
            "AUTH" => "235 welcome",
            "DATA" => "354 go on",
            "RSET" => {
                to.clear();
                "250 yes"
            }
            "MAIL" => {
                from = inside(&line);
                to.clear();
                "250 yes"
            }
            _ => "250 yes",
        };
        let reply = match act {
            Act::Yes => yes,
            Act::Say(text) => text,
            Act::Close => return None,
            Act::Hang => {
                lines.read_line(&mut line).ok()?;
                return None;
            }
        };
        if line.starts_with("RCPT") && reply.starts_with("250") {
            to.push(inside(&line));
        }
        // In one write: two small ones would wait for each other's acknowledgement.
        (&mut &*stream).write_all(format!("{reply}\r\n").as_bytes()).ok()?;
        if line.starts_with("DATA") && reply.starts_with("354") {
            let text = read_text(&mut lines)?;
            assert_eq!(to.len(), 1, "one recipient for each letter");
            tell.send(Seen { from: from.clone(), to: to.remove(0), text }).ok()?;
            line = "TEXT".to_owned();
            continue;
        }
        line.clear();
        // A connection may end in an error where the other side has thrown our last words away.
        if lines.read_line(&mut line).unwrap_or(0) == 0 || line.starts_with("QUIT") {
            (script.lock().unwrap())("GONE");
            return None;
        }
    }
}

fn inside(line: &str) -> String {
    let from = line.find('<').map_or(0, |at| at + 1);
    line[from..line.find('>').unwrap_or(line.len())].to_owned()
}

fn read_text(lines: &mut BufReader<TcpStream>) -> Option<String> {
    let mut text = String::new();
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == ".\r\n" {
            return Some(text);
        }
        text.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}
