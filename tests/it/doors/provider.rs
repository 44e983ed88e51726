//! A simulated provider: a small IMAP server with a mailbox in memory, whose answers the test can take over.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;
use taflpost::intake::imap::{MailboxAccount, MailboxLogin};
use taflpost::mail::Tls;

/// What the provider does instead of what it should.
pub enum Act {
    /// What it should.
    Well,
    /// Says this, `$TAG` being the command's tag; does nothing.
    Say(String),
    /// Does what it should, then closes the connection without an answer.
    DoAndClose,
    /// Does what it should, and says nothing any more.
    DoAndHang,
    /// Says nothing any more.
    Hang,
    /// Closes the connection.
    Close,
}

/// Decides by the command at hand, without its tag; `CONNECT` is the first.
type Script = Box<dyn FnMut(&str) -> Act + Send>;

/// Everything the provider keeps.
pub struct State {
    pub capabilities: &'static str,
    pub uid_validity: u32,
    next_uid: u32,
    pub inbox: BTreeMap<u32, Vec<u8>>,
    /// Marked as deleted, and still there.
    pub deleted: BTreeSet<u32>,
    /// The other folders and the mails in them.
    pub folders: BTreeMap<String, Vec<Vec<u8>>>,
    /// Every command, without its tag.
    pub said: Vec<String>,
    /// When every mail arrived.
    pub clock: String,
    script: Script,
}

impl State {
    /// A mail arrives.
    pub fn deliver(&mut self, mail: &[u8]) -> u32 {
        self.next_uid += 1;
        self.inbox.insert(self.next_uid, mail.to_vec());
        self.next_uid
    }

    /// The mailbox is made anew: the same mails, other numbers.
    pub fn renumber(&mut self, uid_validity: u32) {
        self.uid_validity = uid_validity;
        self.next_uid = 0;
        for mail in std::mem::take(&mut self.inbox).into_values() {
            self.deliver(&mail);
        }
    }

    pub fn count(&self, command: &str) -> usize {
        self.said.iter().filter(|said| said.starts_with(command)).count()
    }

    fn take(&mut self, uid: u32, folder: &str) {
        if let (Some(mail), Some(folder)) = (self.inbox.remove(&uid), self.folders.get_mut(folder)) {
            folder.push(mail);
        }
    }
}

#[derive(Clone)]
pub struct FakeProvider {
    port: u16,
    state: Arc<Mutex<State>>,
}

impl FakeProvider {
    pub fn play(script: impl FnMut(&str) -> Act + Send + 'static) -> FakeProvider {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = State {
            capabilities: "IMAP4rev1 IDLE MOVE UIDPLUS",
            uid_validity: 7,
            next_uid: 0,
            inbox: BTreeMap::new(),
            deleted: BTreeSet::new(),
            folders: BTreeMap::new(),
            said: Vec::new(),
            clock: "21-Nov-2026 13:00:00 +0100".to_owned(),
            script: Box::new(script),
        };
        let provider = FakeProvider { port, state: Arc::new(Mutex::new(state)) };
        let at_work = provider.clone();
        // The threads end with the test.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let provider = at_work.clone();
                thread::spawn(move || provider.talk(&stream.unwrap()));
            }
        });
        provider
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    pub fn account(&self) -> MailboxAccount {
        MailboxAccount {
            host: "127.0.0.1".to_owned(),
            port: self.port,
            tls: Tls::None,
            roots_pem: None,
            user: "club@box.test".to_owned(),
            login: MailboxLogin::Password(Arc::new(|| Ok("sesame".to_owned()))),
            folder: "INBOX".to_owned(),
            done: "Done".to_owned(),
            failed: "Failed".to_owned(),
            is_elsewhere: taflpost::intake::is_elsewhere,
        }
    }

    /// One connection, until it ends or hangs.
    fn talk(&self, stream: &TcpStream) -> Option<()> {
        stream.set_nodelay(true).unwrap();
        let mut lines = BufReader::new(stream.try_clone().ok()?);
        let mut line = "* CONNECT".to_owned();
        loop {
            let (tag, command) = line.split_once(' ')?;
            let act = {
                let mut state = self.state();
                state.said.push(command.to_owned());
                (state.script)(command)
            };
            let reply = match act {
                Act::Well if command.starts_with("AUTHENTICATE") => {
                    (&mut &*stream).write_all(b"+\r\n").ok()?;
                    let mut secret = String::new();
                    lines.read_line(&mut secret).ok()?;
                    self.state().said.push(format!("SECRET {}", secret.trim_end()));
                    format!("{tag} OK welcome\r\n").into_bytes()
                }
                Act::Well if command == "IDLE" => {
                    self.idle(stream, &mut lines)?;
                    format!("{tag} OK enough\r\n").into_bytes()
                }
                Act::Well => self.reply(tag, command),
                Act::Say(text) => text.replace("$TAG", tag).into_bytes(),
                Act::DoAndClose => {
                    self.reply(tag, command);
                    return None;
                }
                Act::Close => return None,
                Act::DoAndHang => {
                    self.reply(tag, command);
                    return hang(&mut lines);
                }
                Act::Hang => return hang(&mut lines),
            };
            // In one write: two small ones would wait for each other's acknowledgement.
            (&mut &*stream).write_all(&reply).ok()?;
            line.clear();
            if command_ends(&reply) || lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            line.truncate(line.trim_end().len());
        }
    }

    /// Tells of mails that come, until the other side has heard enough.
    fn idle(&self, stream: &TcpStream, lines: &mut BufReader<TcpStream>) -> Option<()> {
        let mut known = self.state().inbox.len();
        (&mut &*stream).write_all(b"+ idling\r\n* OK Still here\r\n").ok()?;
        stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
        let mut line = String::new();
        loop {
            match lines.read_line(&mut line) {
                Ok(0) => return None,
                Ok(_) => break,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    let now = self.state().inbox.len();
                    if now != known {
                        known = now;
                        (&mut &*stream).write_all(format!("* {now} EXISTS\r\n").as_bytes()).ok()?;
                    }
                }
                Err(_) => return None,
            }
        }
        stream.set_read_timeout(None).unwrap();
        assert_eq!(line, "DONE\r\n");
        Some(())
    }

    fn reply(&self, tag: &str, command: &str) -> Vec<u8> {
        let mut state = self.state();
        let words: Vec<&str> = command.split(' ').collect();
        let mut reply = Vec::new();
        let mut say = |line: String| reply.extend_from_slice(format!("{line}\r\n").as_bytes());
        let mut outcome = "OK done";
        let uid = words.get(2).and_then(|uid| uid.parse().ok()).unwrap_or(0);
        let folder = command.rsplit('"').nth(1).unwrap_or_default().to_owned();
        match (words[0], words.get(1).copied().unwrap_or_default()) {
            ("CONNECT", _) => return b"* OK [CAPABILITY IMAP4rev1] a mailbox\r\n".to_vec(),
            ("CAPABILITY", _) => say(format!("* CAPABILITY {}", state.capabilities)),
            ("LOGIN", _) if command == "LOGIN \"club@box.test\" \"sesame\"" => {}
            ("LOGIN", _) => outcome = "NO [AUTHENTICATIONFAILED] Invalid credentials",
            ("NOOP", _) => {}
            ("LOGOUT", _) => say("* BYE see you".to_owned()),
            ("LIST", _) if folder.is_empty() => say("* LIST (\\Noselect) \".\" \"\"".to_owned()),
            ("LIST", _) if state.folders.contains_key(&folder) => say(format!("* LIST () \".\" \"{folder}\"")),
            ("LIST", _) => {}
            ("CREATE", _) => {
                state.folders.entry(folder).or_default();
            }
            ("SELECT" | "EXAMINE", _) => {
                say("* FLAGS (\\Seen \\Deleted)".to_owned());
                say(format!("* {} EXISTS", state.inbox.len()));
                say(format!("* OK [UIDVALIDITY {}] number", state.uid_validity));
            }
            ("UID", "SEARCH") => {
                let there = state.inbox.keys().filter(|uid| !state.deleted.contains(uid));
                say(there.fold("* SEARCH".to_owned(), |line, uid| format!("{line} {uid}")));
            }
            ("UID", "FETCH") => {
                // Servers also tell of other mails, unasked.
                say("* 99 FETCH (UID 9999 FLAGS (\\Seen) RFC822.SIZE 1)".to_owned());
                match state.inbox.get(&uid) {
                    Some(mail) if command.contains("SIZE") => {
                        let date = match command.contains("INTERNALDATE") {
                            true => format!(" INTERNALDATE \"{}\"", state.clock),
                            false => String::new(),
                        };
                        say(format!("* 1 FETCH (UID {uid} RFC822.SIZE {}{date})", mail.len()));
                    }
                    Some(mail) => {
                        // `BODY.PEEK[]<0.100>` is the first hundred bytes.
                        let part =
                            command.split_once("<0.").and_then(|(_, part)| part.trim_end_matches(">)").parse().ok());
                        let (mail, from) = match part {
                            Some(most) => (&mail[..mail.len().min(most)], "<0>"),
                            None => (&mail[..], ""),
                        };
                        let mail = mail.to_vec();
                        say(format!("* 1 FETCH (UID {uid} BODY[]{from} {{{}}}", mail.len()));
                        reply.extend_from_slice(&mail);
                        reply.extend_from_slice(b")\r\n");
                    }
                    None => {}
                }
            }
            ("UID", "MOVE" | "COPY") if !state.folders.contains_key(&folder) => {
                outcome = "NO [TRYCREATE] no such folder"
            }
            ("UID", "MOVE") if state.capabilities.contains("MOVE") => {
                say("* 1 EXPUNGE".to_owned());
                state.take(uid, &folder);
            }
            ("UID", "COPY") => {
                let mail = state.inbox.get(&uid).cloned();
                state.folders.get_mut(&folder).unwrap().extend(mail);
            }
            ("UID", "STORE") => {
                state.deleted.insert(uid);
            }
            ("UID", "EXPUNGE") if state.capabilities.contains("UIDPLUS") => {
                state.inbox.remove(&uid);
                state.deleted.remove(&uid);
            }
            _ => outcome = "BAD I do not know that",
        }
        reply.extend_from_slice(format!("{tag} {outcome}\r\n").as_bytes());
        reply
    }
}

/// Waits until the other side has had enough.
fn hang(lines: &mut BufReader<TcpStream>) -> Option<()> {
    lines.read_line(&mut String::new()).ok()?;
    None
}

/// After goodbye the connection is closed.
fn command_ends(reply: &[u8]) -> bool {
    reply.starts_with(b"* BYE")
}
