//! A club with running games, made for measurements: players, games with a real past, and mails that answer real letters.
//!
//! The games are random, from a fixed seed. They are written through the store's normal functions, with the changes that the core would
//! have decided. So the measurements see what would be there in real use.

use chrono::{DateTime, Utc};
use mailparse::MailHeaderMap;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::time::SystemTime;
use taflpost::chance::Chance;
use taflpost::club::{Change, Invitation, Purpose, Stage};
use taflpost::command::{Language, LetterStyle, Setting};
use taflpost::letters::Composer;
use taflpost::mail::{self, Errand, Own, TokenText};
use taflpost::store::{Door, Due, NewMail, Outcome, Store, StoreError};
use taflpost::tafl::{Catalogue, GameState, Play, Side};
use taflpost::wording::{ClubIdentity, Wordings};
use taflpost::worker::{EnvelopeSender, MailProcessor, MailReader};

/// The club's address.
pub const CLUB: &str = "tafl@tafl.test";

/// What is played.
const VARIANT: &str = "hnefatafl";

/// Different games; many boards play the same one.
const PLANS: usize = 24;

/// Half-moves of each, none of them the last.
const PLAN_PLIES: usize = 160;

/// How large a club is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Running games.
    pub games: u32,
    /// Players; each has about the same number of games.
    pub players: u32,
    /// Half-moves played in each game.
    pub plies: usize,
    /// The form in which all players want their letters.
    pub letters: LetterStyle,
}

/// A running game, from its players' side.
pub struct Running {
    /// The board number.
    pub number: u32,
    players: [String; 2],
    plan: Arc<Vec<(Side, Play)>>,
    ply: usize,
    letter: Letter,
}

/// What the player to move has in hand.
#[derive(Default)]
struct Letter {
    reply_to: String,
    message_id: String,
    references: String,
    text: String,
}

/// A mail on its way to the club.
pub struct Mail {
    /// The envelope's sender.
    pub from: String,
    /// The envelope's recipient.
    pub to: String,
    /// The mail.
    pub raw: Vec<u8>,
}

/// This instant.
pub fn now() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// The one who handles mails, with fixed lots.
pub fn incoming() -> MailProcessor {
    let club = ClubIdentity {
        name: "Taflpost".to_owned(),
        address: CLUB.parse().unwrap(),
        plus: true,
        zone: Default::default(),
    };
    let catalogue = Catalogue::embedded().unwrap();
    MailProcessor {
        organizers: Default::default(),
        observers_wait_plies: 0,
        reader: Arc::new(MailReader::new(own(), catalogue.clone())),
        composer: Composer {
            club,
            words: Wordings::embedded(Language::English).unwrap(),
            catalogue,
            pictures: Default::default(),
        },
        authserv: Default::default(),
        trust: Default::default(),
        rules: Default::default(),
        envelope: EnvelopeSender::Bounce,
        chance: Chance::from_seed([7; 32]),
        recomputation: None,
        desk: Default::default(),
    }
}

/// The club's own addresses.
pub fn own() -> Own {
    Own::new(vec![CLUB.parse().unwrap()])
}

/// Fills an empty store.
pub fn fill(store: &mut Store, size: Size) -> Vec<Running> {
    let chance = &mut Chance::from_seed([size.plies as u8; 32]);
    let variant = Catalogue::embedded().unwrap().find(VARIANT).unwrap().clone();
    let rules = Arc::new(variant.rules);
    let plans: Vec<_> = (0..PLANS).map(|_| Arc::new(plan(&rules, chance))).collect();
    let (at, expires) = (now(), now() + chrono::TimeDelta::days(400));
    let ids: Vec<String> = (0..size.players).map(|player| format!("p{player}")).collect();
    let joined = ids.iter().map(|id| Change::PlayerJoined {
        id: id.parse().unwrap(),
        address: format!("{id}@players.test").parse().unwrap(),
        password_hash: None,
        at,
    });
    let styles = ids
        .iter()
        .map(|id| Change::SettingChanged { player: id.parse().unwrap(), setting: Setting::Letters(size.letters) });
    write(store, &joined.chain(styles).collect::<Vec<_>>());
    let mut running = Vec::new();
    let mut changes = Vec::new();
    for game in 0..size.games {
        let [first, second] =
            [game, game + 1 + game / size.players].map(|player| &ids[(player % size.players) as usize]);
        let (number, plan) = (game + 1, plans[game as usize % PLANS].clone());
        changes.push(Change::GameInvited(Invitation {
            number,
            variant: VARIANT.to_owned(),
            title: variant.title.clone(),
            rules: rules.clone(),
            attackers: first.parse().unwrap(),
            defenders: second.parse().unwrap(),
            challenger: Side::Attackers,
            clock: None,
            conditions: taflpost::command::Conditions::default(),
            at,
        }));
        changes.push(Change::StageReached { number, stage: Stage::Running, at });
        for (ply, (_, play)) in (1..).zip(&plan[..size.plies]) {
            changes.push(Change::PlayMade { number, ply, play: *play, at, bank: None });
        }
        let mut game = Running {
            number,
            players: [first, second].map(|id| format!("{id}@players.test")),
            plan,
            ply: size.plies,
            letter: Letter::default(),
        };
        let (player, _) = game.mover().split_once('@').unwrap();
        let token = TokenText::from_drawn(chance.bytes());
        let purpose = Purpose::Game { player: player.parse().unwrap(), number, ply: game.ply as u32, offer: None };
        changes.push(Change::TokenIssued { hash: token.hash(), purpose, expires });
        let address = mail::reply_address(&CLUB.parse().unwrap(), Errand::Board(number), &token).unwrap();
        game.letter.reply_to = address.as_str().to_owned();
        running.push(game);
        if changes.len() > 10_000 {
            write(store, &std::mem::take(&mut changes));
        }
    }
    write(store, &changes);
    running
}

/// Writes changes as the handling of a mail would.
fn write(store: &mut Store, changes: &[Change]) {
    let mut fingerprint = [0; 32];
    fingerprint[..8].copy_from_slice(&store.latest().unwrap().map_or(0, |at| at.timestamp_micros()).to_be_bytes());
    let blank = NewMail {
        raw: Vec::new(),
        envelope_from: None,
        envelope_to: Vec::new(),
        door: Door::Pipe,
        source_key: None,
        stamped: None,
        fingerprint,
    };
    store.take_in(&[blank], &[], now()).unwrap();
    let apply = |tx: &taflpost::store::Tx, _: &_| {
        tx.apply(changes)?;
        Ok::<_, StoreError>(Outcome::Done { note: String::new() })
    };
    let worked = store.work(1, now(), apply).unwrap();
    assert_eq!(worked.done.len(), 1, "{worked:?}");
}

/// A long game of legal plays drawn by lot.
fn plan(rules: &Arc<taflpost::tafl::Rules>, chance: &mut Chance) -> Vec<(Side, Play)> {
    loop {
        let mut state = GameState::new(rules.clone());
        let mut plays = Vec::new();
        while plays.len() < PLAN_PLIES && !state.status().is_over() {
            let moves = state.moves();
            let play = moves[chance.below(moves.len() as u32) as usize];
            plays.push((state.to_move(), play));
            state.play(play).unwrap();
        }
        if !state.status().is_over() {
            return plays;
        }
    }
}

impl Running {
    /// The player to move.
    pub fn mover(&self) -> &str {
        &self.players[usize::from(self.plan[self.ply].0 == Side::Defenders)]
    }

    /// The half-move that the letter he gets is about.
    #[allow(dead_code, reason = "one bench of several asks")]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Lets the letter in hand have this text, where it came in none.
    #[allow(dead_code, reason = "one bench of several asks")]
    pub fn reads(&mut self, text: &str) {
        self.letter.text = text.to_owned();
    }

    /// A letter about the game comes to a player; whether it is the one that the player to move has waited for.
    pub fn gets(&mut self, to: &str, letter: &[u8]) -> bool {
        let parsed = mailparse::parse_mail(letter).unwrap();
        let header = |name: &str| parsed.headers.get_first_value(name).unwrap_or_default();
        let ply = mail::errand_of_message_id(&header("Message-ID")).map(|(_, ply, _)| ply as usize);
        if to != self.mover() || ply != Some(self.ply) {
            return false;
        }
        self.letter = Letter {
            reply_to: header("Reply-To"),
            message_id: header("Message-ID"),
            references: header("References"),
            text: parsed.subparts[0].get_body().unwrap().replace("\r\n", "\n"),
        };
        true
    }

    /// Whether there is a next play.
    #[allow(dead_code, reason = "one bench of several asks")]
    pub fn goes_on(&self) -> bool {
        self.ply < self.plan.len()
    }

    /// The mail with the next play, as an answer to the letter in hand.
    pub fn answer(&mut self) -> Mail {
        let (from, to) = (self.mover().to_owned(), self.letter.reply_to.clone());
        let (number, ply, play) = (self.number, self.ply, self.plan[self.ply].1);
        let [first, second] = self.players.each_ref().map(|address| address.trim_end_matches("@players.test"));
        let subject = format!("Hnefatafl 11x11 board {number}: {first} v {second}");
        let Letter { message_id, references, text, .. } = std::mem::take(&mut self.letter);
        let quote: String = text.lines().map(|line| format!("> {line}\n")).collect();
        self.ply += 1;
        let raw = format!(
            "From: A Player <{from}>\nTo: <{to}>\nMessage-ID: <{number}.{ply}@players.test>\nSubject: Re: {subject}\n\
             Date: Sat, 21 Nov 2026 10:00:00 +0000\nIn-Reply-To: {message_id}\nReferences: {references} {message_id}\n\
             MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\
             {play}\n\nOn 21 Nov 2026 at 10:00, Taflpost wrote:\n{quote}"
        );
        Mail { from, to, raw: raw.replace('\n', "\r\n").into_bytes() }
    }
}

/// Gives the letters to those who have the next move. Letters about anything else are left lying.
pub fn hand_out(games: &mut [Running], letters: &[Due]) {
    let places: HashMap<u32, usize> = games.iter().enumerate().map(|(place, game)| (game.number, place)).collect();
    for due in letters {
        if let Some(number) = board_of(&due.bytes) {
            games[places[&number]].gets(&due.to, &due.bytes);
        }
    }
}

/// The number of the board that a letter is about.
pub fn board_of(letter: &[u8]) -> Option<u32> {
    let (headers, _) = mailparse::parse_headers(letter).unwrap();
    match mail::errand_of_message_id(&headers.get_first_value("Message-ID")?)? {
        (Errand::Board(number), _, _) => Some(number),
        _ => None,
    }
}

/// The next play of each game.
pub fn answers(games: &mut [Running]) -> Vec<Mail> {
    games.iter_mut().map(Running::answer).collect()
}

impl Mail {
    /// The mail as a door hands it on.
    pub fn arriving(&self) -> NewMail {
        NewMail {
            raw: self.raw.clone(),
            envelope_from: Some(self.from.clone()),
            envelope_to: vec![self.to.clone()],
            door: Door::Smtp,
            source_key: None,
            stamped: None,
            fingerprint: mail::fingerprint(&self.raw),
        }
    }
}

/// Brings mails over one connection, one after the other. `hello` is the first command with its argument.
pub fn bring(stream: impl Read + Write, hello: &str, mails: &[Mail]) {
    let mut carrier = Carrier::open(stream, hello);
    mails.iter().for_each(|mail| carrier.hand_over(mail));
}

/// A connection over which mails are brought as a relay does it: the envelope in one piece, then the text.
pub struct Carrier<S>(BufReader<S>);

impl<S: Read + Write> Carrier<S> {
    /// Waits for the greeting and says hello.
    pub fn open(stream: S, hello: &str) -> Carrier<S> {
        let mut carrier = Carrier(BufReader::new(stream));
        carrier.expect("220");
        carrier.say(format!("{hello}\r\n").as_bytes());
        carrier.expect("250");
        carrier
    }

    /// Returns when the other side has promised to keep the mail.
    pub fn hand_over(&mut self, mail: &Mail) {
        let (from, to) = (&mail.from, &mail.to);
        self.say(format!("MAIL FROM:<{from}>\r\nRCPT TO:<{to}>\r\nDATA\r\n").as_bytes());
        self.expect("250");
        self.expect("250");
        self.expect("354");
        // No line of these mails begins with a dot.
        self.say(&[&mail.raw, b"\r\n.\r\n".as_slice()].concat());
        self.expect("250");
    }

    fn say(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).unwrap();
    }

    fn expect(&mut self, code: &str) {
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            assert!(line.starts_with(code), "expected {code}: {line}");
            if line.as_bytes()[3] != b'-' {
                return;
            }
        }
    }
}
