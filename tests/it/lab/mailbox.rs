//! A player's mailbox at the provider, read over IMAP as a mail program reads it, and the mails that this program writes.

use crate::lab::provider::{Provider, wait_for};
use mailparse::{MailHeaderMap, ParsedMail};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::time::SystemTime;

/// A letter as it lies in the mailbox.
#[derive(Clone)]
pub struct Letter {
    raw: Vec<u8>,
}

impl Letter {
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    fn parsed(&self) -> ParsedMail<'_> {
        mailparse::parse_mail(&self.raw).unwrap()
    }

    /// A header, decoded and unfolded; empty where there is none.
    pub fn header(&self, name: &str) -> String {
        self.parsed().headers.get_first_value(name).unwrap_or_default()
    }

    /// The type and the decoded text of each part.
    pub fn parts(&self) -> Vec<(String, String)> {
        let parsed = self.parsed();
        let part = |part: &ParsedMail| (part.ctype.mimetype.clone(), part.get_body().unwrap().replace("\r\n", "\n"));
        parsed.subparts.iter().map(part).collect()
    }

    /// The plain text, whose place is checked elsewhere.
    pub fn text(&self) -> String {
        self.parts().into_iter().find(|(kind, _)| kind == "text/plain").map(|(_, text)| text).unwrap_or_default()
    }

    /// All that the sender of the letter has written: what is below the traces of those who carried it.
    pub fn as_sent(&self) -> &[u8] {
        let at = self.raw.windows(7).position(|bytes| bytes == b"\r\nFrom:").expect("a letter has a sender");
        &self.raw[at + 2..]
    }

    fn says(&self, words: &str) -> bool {
        fold(&self.text()).contains(&fold(words))
    }
}

/// The words with single blanks between them: where lines break is the letter's business.
fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub struct Mailbox<'a> {
    pub address: String,
    provider: &'a Provider,
    imap: Imap,
    /// What has come so far.
    pub letters: Vec<Letter>,
    mails_written: u32,
}

impl<'a> Mailbox<'a> {
    pub fn open(provider: &'a Provider, address: &str) -> Mailbox<'a> {
        let mut imap = Imap::connect(provider.fact("LAB_HOST"), provider.port("LAB_IMAP"));
        imap.ask(&format!("LOGIN {address} {}", provider.fact("LAB_PASSWORD")));
        imap.ask("SELECT INBOX");
        Mailbox { address: address.to_owned(), provider, imap, letters: Vec::new(), mails_written: 0 }
    }

    /// Fetches what is new.
    pub fn look(&mut self) {
        // Mails that come while a mailbox is open are told in answers such as this one's.
        self.imap.ask("NOOP");
        let found = self.imap.ask("UID SEARCH ALL").lines;
        let numbers = found.iter().filter_map(|line| line.strip_prefix("* SEARCH")).flat_map(str::split_whitespace);
        // Nothing is ever taken out of this mailbox, so the new ones are those at the end.
        for number in numbers.skip(self.letters.len()).map(str::to_owned).collect::<Vec<_>>() {
            let fetched = self.imap.ask(&format!("UID FETCH {number} BODY.PEEK[]"));
            self.letters.push(Letter { raw: fetched.literals.into_iter().next().expect("the letter's text") });
        }
    }

    /// Waits for a letter that holds these words. A letter that came twice is found once.
    pub fn gets(&mut self, words: &str) -> Letter {
        let what = format!("{} gets a letter that says: {words}", self.address);
        wait_for(&what, || {
            self.look();
            self.letters.iter().find(|letter| letter.says(words)).cloned()
        })
    }

    /// Writes a mail that answers nothing.
    pub fn writes(&mut self, to: &str, subject: &str, words: &str) {
        let mail = format!("{}Subject: {subject}\n{PLAIN}\n{words}\n", self.headers(to));
        self.provider.hand_over(&self.address, to, &mail);
    }

    /// Writes a mail with no letter in hand, with these headers more; the mail.
    pub fn drafts(&mut self, to: &str, headers: &str, words: &str) -> String {
        format!("{headers}{}Subject: a move\n{PLAIN}\n{words}\n", self.headers(to))
    }

    /// Answers a letter as mail programs do: to its Reply-To, in its thread, with the letter quoted below.
    pub fn replies(&mut self, letter: &Letter, words: &str) {
        let to = letter.header("Reply-To");
        let (id, subject) = (letter.header("Message-ID"), letter.header("Subject"));
        let mut mail = self.headers(&to);
        let thread = [letter.header("References"), id.clone()].join("\n ");
        write!(mail, "In-Reply-To: {id}\nReferences: {}\n", thread.trim()).unwrap();
        let subject = subject.strip_prefix("Re: ").unwrap_or(&subject);
        write!(mail, "Subject: Re: {subject}\n{PLAIN}\n{words}\n\n").unwrap();
        writeln!(mail, "On {} {} wrote:", letter.header("Date"), letter.header("From")).unwrap();
        for line in letter.text().lines() {
            writeln!(mail, "> {line}").unwrap();
        }
        self.provider.hand_over(&self.address, &to, &mail);
    }

    fn headers(&mut self, to: &str) -> String {
        self.mails_written += 1;
        let date = chrono::DateTime::<chrono::Utc>::from(SystemTime::now()).to_rfc2822();
        let (address, serial) = (&self.address, self.mails_written);
        format!("From: <{address}>\nTo: <{to}>\nDate: {date}\nMessage-ID: <{serial}.{address}>\n")
    }
}

const PLAIN: &str = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n";

/// As much of IMAP (RFC 9051) as it takes to read a mailbox.
struct Imap {
    stream: BufReader<TcpStream>,
    commands: u32,
}

struct Answer {
    lines: Vec<String>,
    literals: Vec<Vec<u8>>,
}

impl Imap {
    fn connect(host: &str, port: u16) -> Imap {
        let socket = TcpStream::connect((host, port)).unwrap();
        socket.set_read_timeout(Some(crate::lab::provider::PATIENCE)).unwrap();
        let mut imap = Imap { stream: BufReader::new(socket), commands: 0 };
        let greeting = imap.line();
        assert!(greeting.starts_with("* OK"), "{greeting}");
        imap
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.stream.read_line(&mut line).unwrap() > 0, "the connection has ended");
        line.trim_end().to_owned()
    }

    /// Says a command and hears all of its answer, which must be yes.
    fn ask(&mut self, command: &str) -> Answer {
        self.commands += 1;
        let tag = format!("a{} ", self.commands);
        // In one write: two of them would wait for each other's acknowledgement.
        self.stream.get_mut().write_all(format!("{tag}{command}\r\n").as_bytes()).unwrap();
        let mut answer = Answer { lines: Vec::new(), literals: Vec::new() };
        loop {
            let line = self.line();
            if let Some(outcome) = line.strip_prefix(&tag) {
                assert!(outcome.starts_with("OK"), "{command} is answered with {outcome}");
                return answer;
            }
            // A line that ends in {n} is followed by n bytes as they are, and then goes on.
            if let Some((_, size)) = line.strip_suffix('}').and_then(|line| line.rsplit_once('{')) {
                let mut literal = vec![0; size.parse().unwrap()];
                self.stream.read_exact(&mut literal).unwrap();
                answer.literals.push(literal);
            }
            answer.lines.push(line);
        }
    }
}
