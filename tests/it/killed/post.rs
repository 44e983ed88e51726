//! What the players use: a mailbox with letters in it, and a mail program that sends the same mail again until the door has said yes.

use crate::killed::server::{CLUB, House, PATIENCE, names, poll};
use mailparse::MailHeaderMap;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Error, ErrorKind, Result, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use taflpost::mail::{Errand, errand_of_message_id};

/// A letter as its reader sees it.
#[derive(Clone, Debug)]
pub struct Letter {
    pub subject: String,
    pub message_id: String,
    /// The board it is about, and after how many half-moves.
    pub board: Option<(u32, u32)>,
    reply_to: String,
    references: String,
    text: String,
}

/// A player's mailbox and mail program.
pub struct Player {
    pub id: String,
    pub address: String,
    maildir: PathBuf,
    door: PathBuf,
    letters: BTreeMap<String, Letter>,
    mails: u32,
}

impl Player {
    pub fn new(house: &House, id: String) -> Player {
        // A domain for each: letters to strangers are counted by domain.
        let address = format!("{id}@{id}.test");
        let (maildir, door) = (house.maildir(&address), house.door());
        Player { id, address, maildir, door, letters: BTreeMap::new(), mails: 0 }
    }

    /// All letters that have come, by the row they were sent from: one file, one letter.
    pub fn letters(&mut self) -> impl Iterator<Item = &Letter> {
        let new = self.maildir.join("new");
        for name in names(&new) {
            self.letters.entry(name).or_insert_with_key(|name| Letter::read(&new.join(name)));
        }
        self.letters.values()
    }

    /// Waits until `count` letters fit; the last of them.
    pub fn wait_for(&mut self, what: &str, count: usize, fits: impl Fn(&Letter) -> bool) -> Letter {
        let what = format!("{what} for {}", self.id);
        poll(&what, || {
            let fitting: Vec<&Letter> = self.letters().filter(|letter| fits(letter)).collect();
            (fitting.len() >= count).then(|| fitting.last().copied().cloned()).flatten()
        })
    }

    /// Writes to the club.
    pub fn write(&mut self, line: &str) {
        let mail = format!("Subject: {line}\n\n");
        self.send(CLUB, &mail);
    }

    /// Answers a letter, as mail programs do.
    pub fn answer(&mut self, letter: &Letter, line: &str) {
        let quote: String = letter.text.lines().map(|line| format!("> {line}\n")).collect();
        let id = &letter.message_id;
        let mail = format!(
            "In-Reply-To: {id}\nReferences: {} {id}\nSubject: Re: {}\n\n{line}\n\nThe club wrote:\n{quote}",
            letter.references, letter.subject
        );
        self.send(&letter.reply_to, &mail);
    }

    /// The shortest answer to a letter, which nobody has brought yet.
    pub fn answer_in_words(&self, letter: &Letter, line: &str) -> String {
        let (from, to, id, subject) = (&self.address, &letter.reply_to, &letter.message_id, &letter.subject);
        format!(
            "From: <{from}>\nTo: <{to}>\nMessage-ID: <w@{from}>\nIn-Reply-To: {id}\nSubject: Re: {subject}\n\n{line}\n"
        )
    }

    /// Brings the same bytes until they are taken; now and then once more, as a relay does that has missed the answer.
    fn send(&mut self, to: &str, mail: &str) {
        self.mails += 1;
        let from = &self.address;
        let head = format!("From: <{from}>\nTo: <{to}>\nMessage-ID: <{}@{}.test>\n", self.mails, self.id);
        let mail = format!("{head}{mail}").replace('\n', "\r\n");
        for _ in 0..if self.mails.is_multiple_of(7) { 2 } else { 1 } {
            poll("the door to take a mail", || bring(&self.door, from, to, &mail).ok());
        }
    }
}

impl Letter {
    /// Where an answer goes.
    pub fn reply_to(&self) -> String {
        self.reply_to.clone()
    }

    fn read(path: &Path) -> Letter {
        let raw = std::fs::read(path).unwrap();
        let parsed = mailparse::parse_mail(&raw).unwrap();
        let header = |name: &str| parsed.headers.get_first_value(name).unwrap_or_default();
        let message_id = header("Message-ID");
        let board = match errand_of_message_id(&message_id) {
            Some((Errand::Board(number), ply, _)) => Some((number, ply)),
            _ => None,
        };
        let text = parsed.subparts[0].get_body().unwrap().replace("\r\n", "\n");
        let (subject, reply_to, references) = (header("Subject"), header("Reply-To"), header("References"));
        Letter { subject, message_id, board, reply_to, references, text }
    }
}

/// One try to bring a mail by LMTP. An error means: not ours yet, as far as the sender knows.
pub fn bring(door: &Path, from: &str, to: &str, mail: &str) -> Result<()> {
    let stream = UnixStream::connect(door)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut talk = BufReader::new(stream);
    answer(&mut talk, "2")?;
    for (line, code) in [
        ("LHLO client.test".to_owned(), "2"),
        (format!("MAIL FROM:<{from}>"), "2"),
        (format!("RCPT TO:<{to}>"), "2"),
        ("DATA".to_owned(), "3"),
    ] {
        write!(talk.get_mut(), "{line}\r\n")?;
        answer(&mut talk, code)?;
    }
    let text = mail.replace("\r\n.", "\r\n..");
    write!(talk.get_mut(), "{text}\r\n.\r\n")?;
    answer(&mut talk, "2")?;
    // It is taken, whether it hears us leave or not.
    let _ = talk.get_mut().write_all(b"QUIT\r\n");
    Ok(())
}

/// Reads a reply of one or more lines. "Not now" is an error, "never" must not happen.
fn answer(talk: &mut BufReader<UnixStream>, code: &str) -> Result<()> {
    loop {
        let mut line = String::new();
        if talk.read_line(&mut line)? == 0 || !line.ends_with('\n') {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        assert!(!line.starts_with('5'), "the door says never: {line}");
        if !line.starts_with(code) {
            return Err(Error::other(line));
        }
        if line.as_bytes().get(3) != Some(&b'-') {
            return Ok(());
        }
    }
}
