//! A whole server without sockets: mails come in, letters go out, and the clock moves only when told to.

use chrono::{DateTime, FixedOffset, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use taflpost::chance::Chance;
use taflpost::clock::{Reading, Zone};
use taflpost::club::{Policy, Trust};
use taflpost::command::{self, Language};
use taflpost::letters::Composer;
use taflpost::mail::{self, Authserv, DeliveryStatus, Own, TrustedServer};
use taflpost::render::Pictures;
use taflpost::store::{Door, NewMail, Store, Verdict};
use taflpost::tafl::Catalogue;
use taflpost::wording::{ClubIdentity, Wordings};
use taflpost::worker::clockwork::{self, Lookout};
use taflpost::worker::{EnvelopeSender, MailProcessor, MailReader};

/// The club's address in every test.
pub const CLUB: &str = "tafl@club.test";

/// The variants, which are read once and not at the start of each server.
pub static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::embedded().unwrap());

/// What is new in a body, read as the server reads it.
pub fn new_text(body: &str) -> String {
    mail::reply::written(body, &|line| command::is_command(line, &CATALOGUE)).text
}

/// A letter that went out, as its reader sees it.
#[derive(Clone, Debug)]
pub struct Received {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// Empty where the letter has none.
    pub html: String,
    /// Content-ID, in its brackets, and file of each.
    pub pictures: Vec<(String, Vec<u8>)>,
    pub message_id: String,
    pub references: String,
    pub reply_to: Option<String>,
    /// Names and texts of the files that came with it.
    pub files: Vec<(String, String)>,
    pub raw: Vec<u8>,
    /// The envelope's sender, to which it comes back.
    pub bounces_to: String,
}

impl Received {
    /// The key in the marker line.
    pub fn key(&self) -> Option<&str> {
        const KEY_CHARS: usize = 19;
        let marker = self.text.lines().find(|line| mail::marker::begins(line))?;
        let (_, key) = marker.split_once("(ref ")?;
        key.get(..KEY_CHARS)
    }
}

pub struct World {
    folder: tempfile::TempDir,
    store: Option<Store>,
    incoming: MailProcessor,
    pub now: DateTime<Utc>,
    /// Whether the machine is sure of its clock.
    pub knows_the_time: bool,
    /// For how long the machine has been awake, which no clock on the wall tells.
    awake: TimeDelta,
    serial: u32,
    /// Letters that were sent and that no test has asked for yet.
    sent: Vec<Received>,
    /// Drawn from anew at every start, and never again.
    seed: u8,
    /// The operator's variant files, read when the server starts.
    pub variants: BTreeMap<String, String>,
    /// The mail server whose word about a sender is taken.
    pub authserv: Authserv,
    /// How much proof the operator demands.
    pub trust: Trust,
    /// What the Dates of mails from these addresses say of the zone they were written in.
    pub offsets: BTreeMap<String, FixedOffset>,
    /// What the house has settled for its games.
    pub rules: Policy,
    /// Who may create tournaments.
    pub organizers: Vec<String>,
    /// How many moves later observers of a tournament game see each move.
    pub observers_wait_plies: u32,
    /// Addresses that the relay refuses for good, and what it says.
    pub refused: BTreeMap<String, String>,
    /// Whether mail to `tafl+anything@` arrives.
    plus: bool,
    /// Whether the relay puts the club's address on every envelope.
    own_sender: bool,
    pub language: Language,
}

/// How a world begins.
struct Life {
    awake: TimeDelta,
    seed: u8,
    serial: u32,
}

impl World {
    pub fn new() -> World {
        let now: DateTime<Utc> = "2026-11-21T10:00:00Z".parse().unwrap();
        let folder = crate::cli::here();
        let store = Store::open(&folder.path().join("taflpost.db"), now).unwrap();
        World::of(folder, store, now, Life { awake: TimeDelta::days(3), seed: 7, serial: 0 })
    }

    /// A server that goes on with this file, which was written by another.
    pub fn resumed(folder: tempfile::TempDir, store: Store, now: DateTime<Utc>, awake: TimeDelta) -> World {
        World::of(folder, store, now, Life { awake, seed: 200, serial: 10_000 })
    }

    fn of(folder: tempfile::TempDir, store: Store, now: DateTime<Utc>, life: Life) -> World {
        let Life { awake, seed, serial } = life;
        let variants = BTreeMap::new();
        World {
            folder,
            store: Some(store),
            incoming: incoming(seed, &variants, true, Language::English),
            now,
            knows_the_time: true,
            awake,
            serial,
            sent: Vec::new(),
            seed,
            variants,
            authserv: Authserv::default(),
            trust: Trust::default(),
            offsets: BTreeMap::new(),
            rules: Policy::default(),
            organizers: Vec::new(),
            observers_wait_plies: 0,
            refused: BTreeMap::new(),
            plus: true,
            own_sender: false,
            language: Language::English,
        }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("taflpost.db")
    }

    pub fn store(&mut self) -> &mut Store {
        self.store.as_mut().unwrap()
    }

    /// Time passes, and the server looks at its clocks every quarter of an hour.
    pub fn pass(&mut self, time: TimeDelta) {
        const STEP: TimeDelta = TimeDelta::minutes(15);
        let end = self.now + time;
        while self.now < end {
            let step = STEP.min(end - self.now);
            self.wake(step);
            self.tick();
        }
    }

    /// The machine is awake for so long.
    pub fn wake(&mut self, time: TimeDelta) {
        self.now += time;
        self.awake += time;
    }

    fn reading(&self) -> Reading {
        Reading { wall: self.now, awake: self.awake, up: self.awake, boot: 1 }
    }

    /// The server looks, as it does all the time.
    fn look(&mut self) {
        // A minute of a test stands for many looks.
        let often = TimeDelta::days(1);
        let reading = self.reading();
        clockwork::round(self.store(), &reading, often).unwrap();
        if self.knows_the_time {
            self.store().confirm_time().unwrap();
        }
    }

    /// Somebody sets the clock of the machine, while the server is at work.
    pub fn set_clock(&mut self, by: TimeDelta) {
        self.look();
        self.now += by;
        self.look();
    }

    /// The clocks are looked at, and all letters are sent.
    fn tick(&mut self) {
        self.look();
        self.send();
        let (now, incoming) = (self.now, &mut self.incoming);
        incoming.rules = self.rules;
        while incoming.tick(self.store.as_mut().unwrap(), now).unwrap().more {}
        self.send();
    }

    /// The relay takes all that waits, or refuses it for good.
    fn send(&mut self) {
        let now = self.now;
        let due = self.store().due(now, 10_000).unwrap();
        let (refused, due): (Vec<_>, Vec<_>) = due.into_iter().partition(|due| self.refused.contains_key(&due.to));
        let given_up = |answer: &String| Verdict::GivenUp {
            error: answer.clone(),
            mailbox: Some(DeliveryStatus::of_refusal(answer)),
        };
        let refused = refused.iter().map(|due| (due.id, given_up(&self.refused[&due.to])));
        let marks: Vec<_> = refused.chain(due.iter().map(|due| (due.id, Verdict::Sent))).collect();
        self.store().take_in(&[], &marks, now).unwrap();
        let own = self.own_sender.then(|| CLUB.to_owned());
        let sent = due.into_iter().map(|due| {
            let bounces_to = own.clone().unwrap_or(due.envelope_from);
            Received { bounces_to, ..received(due.to, due.bytes) }
        });
        self.sent.extend(sent);
    }

    /// The bytes of the file when all letters have been sent and the server has stopped.
    pub fn file_at_the_end(mut self) -> Vec<u8> {
        let now = self.now;
        let sent: Vec<_> = self.store().due(now, 10_000).unwrap().iter().map(|due| (due.id, Verdict::Sent)).collect();
        self.store().take_in(&[], &sent, now).unwrap();
        drop(self.store.take());
        std::fs::read(self.path()).unwrap()
    }

    /// Everything in memory is gone; only the file remains.
    pub fn restart(&mut self) {
        drop(self.store.take());
        self.store = Some(Store::open(&self.path(), self.now).unwrap());
        self.seed += 1;
        self.incoming = incoming(self.seed, &self.variants, self.plus, self.language);
    }

    /// There is no server for so long.
    pub fn be_away(&mut self, time: TimeDelta) {
        self.look();
        self.wake(time);
        self.restart();
        let reading = self.reading();
        Lookout::default().look(self.store(), &reading).unwrap();
    }

    /// What the club writes to strangers in, from now on.
    pub fn speak(&mut self, language: Language) {
        self.language = language;
        self.restart();
    }

    /// The club moves to a mailbox that has no plus addresses.
    pub fn drop_plus_addresses(&mut self) {
        self.plus = false;
        self.restart();
    }

    /// From now on the relay puts the club's address on every envelope.
    pub fn fix_the_envelope(&mut self) {
        self.own_sender = true;
    }

    /// The Date of a mail that is written now at this address.
    pub fn date(&self, who: &str) -> String {
        match self.offsets.get(who) {
            Some(offset) => self.now.with_timezone(offset).to_rfc2822(),
            None => self.now.to_rfc2822(),
        }
    }

    /// A fresh Message-ID as a client would write it.
    pub fn message_id(&mut self) -> String {
        self.serial += 1;
        format!("m{}@client.test", self.serial)
    }

    /// A mail arrives and is handled.
    pub fn deliver(&mut self, raw: &[u8], from: &str, to: &str) {
        self.deliver_by(Door::Pipe, raw, from, to);
    }

    /// A mail is found by this door and handled.
    pub fn deliver_by(&mut self, door: Door, raw: &[u8], from: &str, to: &str) {
        self.wake(TimeDelta::seconds(1));
        let arriving = NewMail {
            raw: raw.to_vec(),
            envelope_from: Some(from.to_owned()),
            envelope_to: vec![to.to_owned()],
            door,
            source_key: None,
            stamped: None,
            fingerprint: mail::fingerprint(raw),
        };
        let (now, incoming) = (self.now, &mut self.incoming);
        (incoming.authserv, incoming.trust, incoming.rules) = (self.authserv.clone().into(), self.trust, self.rules);
        incoming.observers_wait_plies = self.observers_wait_plies;
        incoming.organizers = Arc::new(self.organizers.iter().map(|id| id.parse().unwrap()).collect());
        let store = self.store.as_mut().unwrap();
        store.take_in(&[arriving], &[], now).unwrap();
        store.work(64, now, |tx, spool| incoming.handle(tx, spool)).unwrap();
    }

    /// The operator says that the player of this id is the organizer who is meant.
    pub fn confirm(&mut self, id: &str) -> Result<(), String> {
        let store = self.store.as_mut().unwrap();
        store.confirm_organizer(&id.parse().unwrap()).unwrap().then_some(()).ok_or("nothing waits for that".to_owned())
    }

    /// The letters written since the last call, oldest first.
    pub fn letters(&mut self) -> Vec<Received> {
        self.tick();
        std::mem::take(&mut self.sent)
    }
}

fn incoming(seed: u8, variants: &BTreeMap<String, String>, plus: bool, language: Language) -> MailProcessor {
    let club =
        ClubIdentity { name: "Taflpost".to_owned(), address: CLUB.parse().unwrap(), plus, zone: Zone::default() };
    let files = variants.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let catalogue = CATALOGUE.clone().with_files(files, command::is_name_for_a_game).unwrap();
    MailProcessor {
        reader: Arc::new(MailReader::new(Own::new(vec![club.address.clone()]), catalogue.clone())),
        composer: Composer { club, words: wordings(language), catalogue, pictures: PICTURES.clone() },
        authserv: TrustedServer::default(),
        trust: Trust::default(),
        rules: Policy::default(),
        organizers: Default::default(),
        observers_wait_plies: 0,
        envelope: if plus { EnvelopeSender::Bounce } else { EnvelopeSender::Fixed },
        chance: Chance::from_seed([seed; 32]),
        recomputation: None,
        desk: Default::default(),
    }
}

/// The wording, which is read once and not at the start of each server.
fn wordings(language: Language) -> Wordings {
    static WORDS: LazyLock<Wordings> = LazyLock::new(|| Wordings::embedded(Language::English).unwrap());
    WORDS.clone().usually(language)
}

/// The boards of all worlds, because drawing one takes as long as a letter.
static PICTURES: LazyLock<Arc<Pictures>> = LazyLock::new(Arc::default);

fn received(to: String, raw: Vec<u8>) -> Received {
    let parsed = mailparse::parse_mail(&raw).unwrap();
    let header = |name: &str| {
        use mailparse::MailHeaderMap;
        parsed.headers.get_first_value(name).unwrap_or_default()
    };
    let body = |part: &mailparse::ParsedMail| part.get_body().unwrap().replace("\r\n", "\n");
    // With files the letter is the first of them.
    let mixed = parsed.ctype.mimetype == "multipart/mixed";
    let letter = if mixed { &parsed.subparts[0] } else { &parsed };
    let leaves: Vec<&mailparse::ParsedMail> = letter.parts().filter(|part| part.subparts.is_empty()).collect();
    let of = |kind: &'static str| leaves.iter().filter(move |part| part.ctype.mimetype == kind);
    let picture = |part: &&mailparse::ParsedMail| {
        use mailparse::MailHeaderMap;
        (part.headers.get_first_value("Content-ID").unwrap(), part.get_body_raw().unwrap())
    };
    let name = |part: &mailparse::ParsedMail| part.get_content_disposition().params["filename"].clone();
    let files = parsed.subparts.iter().skip(1).filter(|_| mixed).map(|part| (name(part), body(part))).collect();
    let received = Received {
        to,
        subject: header("Subject"),
        text: of("text/plain").map(|part| body(part)).next().unwrap(),
        html: of("text/html").map(|part| body(part)).next().unwrap_or_default(),
        pictures: of("image/png").map(picture).collect(),
        message_id: header("Message-ID"),
        references: header("References"),
        reply_to: Some(header("Reply-To")).filter(|reply_to| !reply_to.is_empty()),
        files,
        raw: Vec::new(),
        bounces_to: String::new(),
    };
    Received { raw, ..received }
}
