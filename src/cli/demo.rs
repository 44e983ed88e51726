//! `taflpost demo`: a real server in a temporary folder and two players on this machine. On a terminal you are both of them. Otherwise a
//! short game is played to its end, and every mail is printed.

use crate::cli::serve::Server;
use crate::cli::settings::ServerSettings;
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock};
use crate::delivery::{self, RelaySettings, Transport};
use crate::intake::BindAddr;
use crate::intake::signal::StopSignal;
use crate::mail::Tls;
use crate::mail::{self, Address, Message, Own};
use crate::store::Due;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The players of the demo and their addresses.
const PLAYERS: [(&str, &str); 2] = [("ann", "ann@demo.test"), ("bob", "bob@demo.test")];

/// What they write if nobody is at the keyboard: a whole game of brandubh.
const SCRIPT: [(&str, &str); 16] = [
    ("ann", "signup ann"),
    ("ann", ""),
    ("bob", "signup bob"),
    ("bob", ""),
    ("ann", "brandubh challenge ann bob"),
    ("bob", "accept"),
    ("ann", "a4-a3"),
    ("bob", "c4-c7"),
    ("ann", "b4-b7"),
    ("bob", "d4-a4"),
    ("ann", "d1-f1"),
    ("bob", "e4-e1"),
    ("ann", "g4-g2"),
    ("bob", "e1-d1"),
    ("ann", "f4-f7"),
    ("bob", "a4-a7"),
];

/// How long the server may take to handle a mail and send its letters.
const PATIENCE: Duration = Duration::from_secs(20);

/// Of the settings, only the folder of variants is used. Everything else happens in the temporary folder.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Not used. It is here so that it is not shown, and refused with a reason.
    #[arg(long, value_name = "DIR", hide = true)]
    data: Option<PathBuf>,
}

pub(super) fn run(given: &Place, args: &Args) -> Result<(), Trouble> {
    if args.data.is_some() {
        return Err(Trouble::Failed("demo keeps everything in a temporary folder; leave out --data".to_owned()));
    }
    // The signal is caught before the folder exists, so that the folder is always removed.
    let ending = StopSignal::listen()?;
    let folder = tempfile::Builder::new().prefix("taflpost-demo-").tempdir()?;
    let mut settings = ServerSettings::default();
    settings.store.folder = folder.path().to_owned();
    settings.listen.smtp = Some(BindAddr::Tcp(SocketAddr::from(([127, 0, 0, 1], 0))));
    settings.listen.lmtp = None;
    settings.variants = given.settings.variants.clone();
    let place = Place { settings };
    remove_at_the_end(ending, folder.path().to_owned());
    let server = Server::start(&place)?;
    let result = Demo::new(&place, &server).and_then(|mut demo| {
        match std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            true => demo.talk(),
            false => demo.play_script(),
        }
    });
    server.stop();
    result
}

/// Ctrl-C is a normal way to end a demo, and nothing is left behind. The server's file is removed with the folder, so it need not be
/// closed.
fn remove_at_the_end(ending: StopSignal, folder: PathBuf) {
    /// The exit code that shells give to a program that Ctrl-C has ended.
    const ENDED_BY_HAND: i32 = 130;
    std::thread::spawn(move || {
        if ending.wait().is_ok() {
            // The server may write a file in the meantime, and then the first attempt fails.
            let _ = (0..10).find(|_| std::fs::remove_dir_all(&folder).is_ok() || !folder.exists());
            std::process::exit(ENDED_BY_HAND);
        }
    });
}

/// What was typed at the prompt.
#[derive(Debug, PartialEq, Eq)]
enum Typed<'a> {
    /// Nothing.
    Nothing,
    /// The command to end.
    Quit,
    /// A player's mail: the player, and the text.
    Mail(&'static str, &'a str),
    /// Anything else.
    Other,
}

/// `ann a4-a3`, `Bob: accept`, `quit`.
fn typed(line: &str) -> Typed<'_> {
    let line = line.trim();
    let (who, text) = line.split_once(|c: char| c.is_whitespace() || c == ':').unwrap_or((line, ""));
    match PLAYERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(who)) {
        Some((name, _)) => Typed::Mail(name, text.trim_start_matches(':').trim()),
        None if line.is_empty() => Typed::Nothing,
        None if ["quit", "exit"].iter().any(|end| line.eq_ignore_ascii_case(end)) => Typed::Quit,
        None => Typed::Other,
    }
}

struct Demo<'a> {
    place: &'a Place,
    /// Brings the players' mails to the server's own door.
    carrier: delivery::Carrier,
    club: String,
    seen: BTreeSet<PathBuf>,
    /// The last letter to each player, which an answer refers to.
    last: BTreeMap<&'static str, Letter>,
    serial: i64,
}

struct Letter {
    subject: String,
    reply_to: Option<String>,
    message_id: String,
    references: Vec<String>,
    text: String,
}

impl Demo<'_> {
    fn new<'a>(place: &'a Place, server: &Server) -> Result<Demo<'a>, Trouble> {
        let port = server.gates().iter().find_map(|gate| match &gate.at {
            BindAddr::Tcp(address) => Some(address.port()),
            BindAddr::Unix(_) => None,
        });
        let relay = delivery::Relay::new(RelaySettings {
            host: "127.0.0.1".to_owned(),
            port: port.unwrap_or_default(),
            tls: Tls::None,
            login: None,
            roots_pem: None,
            hello: Some("demo.test".to_owned()),
            answer_wait: PATIENCE,
        });
        let relay = relay.map_err(|error| Trouble::Failed(error.to_string()))?;
        Ok(Demo {
            place,
            carrier: Transport::Relay(relay).carrier(),
            club: place.settings.club.address.as_str().to_owned(),
            seen: BTreeSet::new(),
            last: BTreeMap::new(),
            serial: 0,
        })
    }

    fn play_script(&mut self) -> Result<(), Trouble> {
        for (who, text) in SCRIPT {
            self.mail(who, text)?;
        }
        say!("The game is over, and the demo ends. If you start the demo in a terminal, you can type the moves.")?;
        Ok(())
    }

    fn talk(&mut self) -> Result<(), Trouble> {
        say!("A Taflpost server is running in {}.", self.place.settings.store.folder.display())?;
        explain()?;
        let mut line = String::new();
        loop {
            print!("\n> ");
            std::io::stdout().flush()?;
            line.clear();
            if std::io::stdin().lock().read_line(&mut line)? == 0 {
                return Ok(());
            }
            match typed(&line) {
                Typed::Quit => return Ok(()),
                Typed::Mail(name, text) => self.mail(name, text)?,
                Typed::Nothing => {}
                Typed::Other => explain()?,
            }
        }
    }

    /// Sends one mail to the server, and shows the letters that follow.
    fn mail(&mut self, who: &'static str, text: &str) -> Result<(), Trouble> {
        let from = address_of(who);
        self.serial += 1;
        let (to, raw) = match self.last.get(who) {
            Some(letter) => answer(letter, from, &self.club, text, self.serial),
            None => (self.club.clone(), fresh(from, &self.club, text, self.serial)),
        };
        say!("---- {who} writes {}", "-".repeat(60))?;
        say!("To: {to}")?;
        match self.last.get(who) {
            Some(letter) => say!("Subject: Re: {}\n\n{text}\n", letter.subject.trim_start_matches("Re: "))?,
            None => say!("Subject: {text}\n")?,
        }
        let due = Due {
            id: self.serial,
            envelope_from: from.to_owned(),
            to,
            bytes: raw.replace('\n', "\r\n").into_bytes(),
            attempts: 0,
            created: clock::now(),
            open: chrono::TimeDelta::zero(),
            tried: None,
            thread: None,
            is_outdated: false,
            class: Default::default(),
        };
        self.carrier.carry(&due).map_err(|setback| Trouble::Failed(setback.to_string()))?;
        self.wait_until_quiet()?;
        self.print_letters()
    }

    fn wait_until_quiet(&self) -> Result<(), Trouble> {
        let reader = self.place.read()?;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let counts = reader.counts()?;
            if counts.spooled == 0 && counts.waiting == 0 {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(Trouble::Failed("the server did not answer in time".to_owned()))
    }

    fn print_letters(&mut self) -> Result<(), Trouble> {
        for (who, address) in PLAYERS {
            let folder = self.place.letters().join(address).join("new");
            let mut files: Vec<PathBuf> = match std::fs::read_dir(&folder) {
                Ok(entries) => entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect(),
                Err(_) => continue,
            };
            files.sort();
            for file in files {
                if self.seen.insert(file.clone()) {
                    let letter = read(&std::fs::read(&file)?, &self.place.settings.club.address)?;
                    say!("==== {who} gets {}", "=".repeat(62))?;
                    say!("Subject: {}\n\n{}", letter.subject, letter.text)?;
                    self.last.insert(who, letter);
                }
            }
        }
        Ok(())
    }
}

fn explain() -> Result<(), Trouble> {
    say!(
        "You write for both ann and bob. Type a name and what this player writes. The text is sent as a reply to the last letter to that player."
    )?;
    say!("To sign ann up, type these two lines. The second confirms the first:")?;
    say!("   ann signup ann")?;
    say!("   ann")?;
    say!("Do the same for bob. Then type, for example:")?;
    say!("   ann brandubh challenge ann bob        bob accept        ann d1-b1        bob help")?;
    say!("To end the demo, type:   quit")?;
    Ok(())
}

fn address_of(who: &str) -> &'static str {
    PLAYERS.iter().find(|(name, _)| *name == who).map(|(_, address)| *address).unwrap_or(PLAYERS[0].1)
}

/// A new mail with the command as its Subject.
fn fresh(from: &str, to: &str, text: &str, serial: i64) -> String {
    format!("From: {from}\nTo: {to}\nMessage-ID: <{serial}@demo.test>\nSubject: {text}\n\n")
}

/// An answer as a mail program writes it: addresses, references, quote.
fn answer(letter: &Letter, from: &str, club: &str, text: &str, serial: i64) -> (String, String) {
    let to = letter.reply_to.clone().unwrap_or_else(|| club.to_owned());
    let quote: String = letter.text.lines().map(|line| format!("> {line}\n")).collect();
    let references: String = letter.references.iter().map(|id| format!("<{id}> ")).collect();
    let raw = format!(
        "From: {from}\nTo: {to}\nMessage-ID: <{serial}@demo.test>\nSubject: Re: {}\nIn-Reply-To: <{id}>\n\
         References: {references}<{id}>\n\n{text}\n\nOn some day, {club} wrote:\n{quote}",
        letter.subject.trim_start_matches("Re: "),
        id = letter.message_id,
    );
    (to, raw)
}

/// The address for an answer is in Reply-To. The Message-ID carries it as well.
fn read(raw: &[u8], club: &Address) -> Result<Letter, Trouble> {
    let message = Message::read(raw, &Own::default()).map_err(|error| Trouble::Failed(error.to_string()))?;
    let errand = message.message_id.as_deref().and_then(mail::errand_of_message_id);
    let reply_to = errand.and_then(|(errand, _, token)| mail::reply_address(club, errand, &token).ok());
    Ok(Letter {
        subject: message.subject,
        reply_to: reply_to.map(|address| address.as_str().to_owned()),
        message_id: message.message_id.unwrap_or_default(),
        references: message.references,
        text: message.text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_who_writes_and_what() {
        for (line, expected) in [
            ("ann a4-a3\n", Typed::Mail("ann", "a4-a3")),
            ("Bob: accept", Typed::Mail("bob", "accept")),
            ("bob : accept", Typed::Mail("bob", "accept")),
            ("bob:", Typed::Mail("bob", "")),
            ("ann", Typed::Mail("ann", "")),
            ("ann chat: hello", Typed::Mail("ann", "chat: hello")),
            ("", Typed::Nothing),
            ("Quit", Typed::Quit),
            ("help", Typed::Other),
            ("annie a4-a3", Typed::Other),
        ] {
            assert_eq!(typed(line), expected, "{line}");
        }
    }
}
