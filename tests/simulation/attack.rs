//! A club under attack. The same honest people live through the same days twice: once in peace, and once while somebody sends a thousand
//! forged mails a day. The law compares the two. No newcomer whom a mail server confirms waits longer than an hour. No player gets more
//! than three letters a day that there were not in peace. Every clock and every game is as in peace. And the operator has nothing to look
//! at except the queue of sign-ups.
//!
//! On board 1, the provider confirms both players. On board 2, nothing confirms them: they answer their letters, and only that shows who
//! they are. On board 3, a player has gone away and loses on time.

use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::sync::Arc;
use taflpost::chance::Chance;
use taflpost::clock::{Reading, Zone};
use taflpost::club::{Policy, Trust};
use taflpost::command::Language;
use taflpost::letters::Composer;
use taflpost::mail::{self, Authserv, Own};
use taflpost::store::{Door, NewMail, Reader, SIGNUPS_QUEUED_MAX, Spooled, Store, Verdict};
use taflpost::tafl::{Catalogue, GameState, Side};
use taflpost::wording::{ClubIdentity, Wordings};
use taflpost::worker::{EnvelopeSender, MailProcessor, MailReader, clockwork};

const CLUB: &str = "tafl@club.test";
const PLAYERS: [&str; 4] = ["ann", "bob", "cai", "dag"];
/// The provider of half of all people, and the one that the attacker likes best.
const PROVIDER: &str = "post.test";
/// One that says nothing about its senders.
const SMALL: &str = "klub.test";
/// Who plays whom, the attackers first.
const BOARDS: [[&str; 2]; 3] = [["ann", "bob"], ["cai", "dag"], ["dag", "ann"]];
/// The boards on which both move.
const LIVELY: usize = 2;

/// A day of this club has so many steps; in each the attacker sends one mail.
const STEPS: usize = 1_000;
const DAYS: usize = 3;

/// A letter that went out.
struct Sent {
    at: DateTime<Utc>,
    to: String,
    subject: String,
    kind: String,
    reply_to: String,
}

struct Club {
    store: Store,
    incoming: MailProcessor,
    folder: tempfile::TempDir,
    now: DateTime<Utc>,
    awake: TimeDelta,
    serial: u64,
    sent: Vec<Sent>,
    state: Vec<GameState>,
}

impl Club {
    fn open() -> Club {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let now = "2026-11-02T06:00:00Z".parse().unwrap();
        let club = ClubIdentity {
            name: "Taflpost".to_owned(),
            address: CLUB.parse().unwrap(),
            plus: true,
            zone: Zone::default(),
        };
        let catalogue = Catalogue::embedded().unwrap();
        let rules = Arc::new(catalogue.find("copenhagen").unwrap().rules.clone());
        let incoming = MailProcessor {
            reader: Arc::new(MailReader::new(Own::new(vec![club.address.clone()]), catalogue.clone())),
            composer: Composer {
                club,
                words: Wordings::embedded(Language::English).unwrap(),
                catalogue,
                pictures: Default::default(),
            },
            authserv: "mx.club.test".parse::<Authserv>().unwrap().into(),
            trust: Trust::default(),
            rules: Policy::default(),
            organizers: Default::default(),
            observers_wait_plies: 0,
            envelope: EnvelopeSender::Bounce,
            chance: Chance::from_seed([7; 32]),
            recomputation: None,
            desk: Default::default(),
        };
        let store = Store::open(&folder.path().join("taflpost.db"), now).unwrap();
        let state = vec![GameState::new(rules.clone()), GameState::new(rules)];
        let awake = TimeDelta::days(3);
        Club { store, incoming, folder, now, awake, serial: 0, sent: Vec::new(), state }
    }

    /// A mail as the club's mail server hands it on: with its word about the sender on top.
    fn mail(&mut self, word: &str, from: &str, to: &str, (head, body): (&str, &str)) {
        self.serial += 1;
        let (serial, date) = (self.serial, self.now.to_rfc2822());
        let raw = format!(
            "Authentication-Results: mx.club.test; {word}\nReceived: from mail.test by mx.club.test with ESMTP id {serial}\n\
             From: <{from}>\nTo: <{to}>\nMessage-ID: <{serial}@mail.test>\nDate: {date}\n{head}\n\n{body}\n"
        );
        self.raw(raw.replace('\n', "\r\n").into_bytes(), from, to);
    }

    fn raw(&mut self, raw: Vec<u8>, from: &str, to: &str) {
        let arriving = NewMail {
            envelope_from: Some(from.to_owned()),
            envelope_to: vec![to.to_owned()],
            door: Door::Smtp,
            source_key: None,
            fingerprint: mail::fingerprint(&raw),
            stamped: None,
            raw,
        };
        let spooled = self.store.take_in(&[arriving], &[], self.now).unwrap();
        assert!(matches!(spooled[..], [Spooled::New(_)]), "each mail is another");
        let incoming = &mut self.incoming;
        let worked = self.store.work(8, self.now, |tx, spool| incoming.handle(tx, spool)).unwrap();
        assert_eq!(worked.troubles, [], "what strangers send puts no mail aside");
    }

    /// Writes a genuine mail.
    fn genuine(&mut self, from: &str, to: &str, subject: &str, body: &str) {
        let domain = from.rsplit_once('@').unwrap().1;
        let word = format!("dkim=pass header.d={domain}; dmarc=pass header.from={domain}");
        self.mail(&word, from, to, (&format!("Subject: {subject}"), body));
    }

    /// Writes a mail that nothing but its key proves.
    fn with_key(&mut self, from: &str, to: &str, subject: &str, body: &str) {
        self.mail("dmarc=none", from, to, (&format!("Subject: {subject}"), body));
    }

    /// What is due, and the relay takes every letter.
    fn tick(&mut self) {
        let reading = Reading { wall: self.now, awake: self.awake, up: self.awake, boot: 1 };
        clockwork::round(&mut self.store, &reading, TimeDelta::days(1)).unwrap();
        self.store.confirm_time().unwrap();
        while self.incoming.tick(&mut self.store, self.now).unwrap().more {}
        loop {
            let due = self.store.due(self.now, 100).unwrap();
            if due.is_empty() {
                break;
            }
            let kinds = rusqlite::Connection::open(self.folder.path().join("taflpost.db")).unwrap();
            for letter in due {
                let kind: String =
                    kinds.query_row("SELECT kind FROM outbox WHERE id = ?1", [letter.id], |row| row.get(0)).unwrap();
                let parsed = mailparse::parse_mail(&letter.bytes).unwrap();
                let header = |name: &str| {
                    mailparse::MailHeaderMap::get_first_value(parsed.headers.as_slice(), name).unwrap_or_default()
                };
                let (to, subject, reply_to) = (letter.to.clone(), header("Subject"), header("Reply-To"));
                self.store.take_in(&[], &[(letter.id, Verdict::Sent)], self.now).unwrap();
                self.sent.push(Sent { at: self.now, to, subject, kind, reply_to });
            }
        }
    }

    fn pass(&mut self, time: TimeDelta) {
        self.now += time;
        self.awake += time;
        self.tick();
    }

    /// The last letter to a mailbox with this in its Subject.
    fn last(&self, to: &str, subject: &str) -> &Sent {
        let found = self.sent.iter().rev().find(|sent| sent.to == to && sent.subject.contains(subject));
        found.unwrap_or_else(|| panic!("no letter to {to} about {subject}"))
    }

    /// Four players join, and three games begin.
    fn found(&mut self) {
        for id in PLAYERS {
            let address = address(id);
            self.genuine(&address, CLUB, &format!("signup {id}"), "");
            self.pass(TimeDelta::minutes(1));
            let to = self.last(&address, "Please confirm").reply_to.clone();
            self.genuine(&address, &to, "yes", "yes");
            self.pass(TimeDelta::minutes(1));
        }
        for (at, [attackers, defenders]) in BOARDS.iter().enumerate() {
            let welcome = self.last(&address(attackers), "Welcome").reply_to.clone();
            let clock = if at < LIVELY { "2d/move" } else { "1d/move" };
            let challenge = format!("copenhagen challenge {attackers} {defenders} -clock={clock},grace=1h");
            self.with_key(&address(attackers), &welcome, "hello", &challenge);
            self.pass(TimeDelta::minutes(1));
            let invited = self.last(&address(defenders), &format!("board {}:", at + 1)).reply_to.clone();
            self.with_key(&address(defenders), &invited, "hello", "accept");
            self.pass(TimeDelta::minutes(1));
        }
    }

    /// The player whose turn it is moves: by a new mail that is genuine, or by an answer with a key.
    fn play(&mut self, at: usize) {
        let state = &mut self.state[at];
        let plays = state.moves();
        let play = plays[7 * state.plays().len() % plays.len()];
        let [attackers, defenders] = BOARDS[at];
        let mover = address(if state.to_move() == Side::Attackers { attackers } else { defenders });
        state.play(play).unwrap();
        if mover.ends_with(PROVIDER) {
            return self.genuine(&mover, CLUB, &format!("move {} {play}", at + 1), "");
        }
        let turn = self.last(&mover, &format!("board {}:", at + 1)).reply_to.clone();
        self.with_key(&mover, &turn, "Re: your turn", &play.to_string());
    }

    /// Every clock and every half-move.
    fn standing(&self) -> Vec<String> {
        let file = rusqlite::Connection::open(self.folder.path().join("taflpost.db")).unwrap();
        let mut rows = file
            .prepare(
                "SELECT number || ' ' || stage || ' ' || plies || ' ' || coalesce(since, '-') || ' ' || counted || ' '
                     || coalesce(deadline, '-') || ' ' || bank_attackers || ' ' || bank_defenders || ' ' || touched
                 FROM game ORDER BY number",
            )
            .unwrap();
        let rows = rows.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }
}

fn address(id: &str) -> String {
    let provider = if matches!(id, "ann" | "bob") { PROVIDER } else { SMALL };
    format!("{id}@{provider}")
}

/// What the attacker sends: all that a stranger can write, in the names of players and of nobody. These mails come without a word of
/// proof, or with a wrong one of the attacker's own below the server's.
struct Attacker {
    chance: Chance,
    /// A genuine mail of a player to somebody else.
    copied: u32,
}

impl Attacker {
    fn pick(&mut self, of: usize) -> usize {
        usize::from(self.chance.bytes::<1>()[0]) * of / 256
    }

    fn send(&mut self, club: &mut Club, newcomers: &[String]) {
        let victim = address(PLAYERS[self.pick(PLAYERS.len())]);
        let number = club.serial;
        let none = "dmarc=none; spf=softfail";
        let kind = self.pick(15);
        match kind {
            // Sign-ups in the names of people at the same provider, of others, and of the newcomers themselves.
            0..=2 => {
                club.mail(none, &format!("x{number}@{PROVIDER}"), CLUB, (&format!("Subject: signup eve{number}"), ""))
            }
            3 => club.mail(none, &format!("x@d{number}.test"), CLUB, (&format!("Subject: signup zoe{number}"), "")),
            4 => {
                let whose = newcomers[self.pick(newcomers.len())].clone();
                club.mail(none, &whose, CLUB, (&format!("Subject: signup q{number}"), ""));
            }
            // Everything that a player can ask for.
            5 | 6 => {
                let lines = [
                    "help",
                    "games",
                    "resign 1",
                    "resign 2",
                    "move 1 a4-a3",
                    "draw 1",
                    "password",
                    "delete",
                    "vacation 2026-11-10",
                    "address eve@else.test",
                    "message bob hello",
                    "set digest 8",
                    "signoff",
                    "what is this",
                ];
                let line = lines[self.pick(lines.len())];
                club.mail(none, &victim, CLUB, (&format!("Subject: {line}"), ""));
            }
            // The server's own name, spelt so that the server does not take it away.
            7 => {
                let lie = "\"mx.club.test\"; dmarc=pass header.from=post.test";
                let raw = format!(
                    "Authentication-Results: {lie}\nFrom: <{victim}>\nTo: <{CLUB}>\nDate: {}\nMessage-ID: <{number}@l.test>\n\
                     Subject: resign {}\n\n",
                    club.now.to_rfc2822(),
                    1 + number % 2
                );
                club.serial += 1;
                club.raw(raw.into_bytes(), "eve@else.test", CLUB);
            }
            // A copy of what a player wrote to somebody else: everything in it is genuine.
            8 => {
                self.copied += 1;
                let word = "dkim=pass header.d=post.test; dmarc=pass header.from=post.test";
                let head = format!("Subject: resign {}", 1 + self.copied % 2);
                club.mail(word, &victim, "bob@sund.test", (&head, &format!("copy {number}")));
            }
            // Reports of letters that came back, of abuse, and notes of people who are away.
            9 => {
                let keys = ["tafl+b.aaaaaaaaaaaaaaaa@club.test", CLUB];
                let head = "Subject: Undelivered Mail Returned to Sender\nContent-Type: multipart/report; \
                            report-type=delivery-status; boundary=b";
                let body =
                    "--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n--b--";
                club.mail(none, &victim, keys[self.pick(2)], (head, body));
            }
            10 => club.mail(
                none,
                &victim,
                CLUB,
                ("Subject: complaint about message from 192.0.2.7", "Feedback-Type: abuse"),
            ),
            // Mails that nobody can read, and such with a broken head.
            11 => {
                let wide = "X-Long: x\n".repeat(7_000);
                club.mail(none, &victim, CLUB, (&format!("Subject: resign 1\n{wide}"), ""));
            }
            12 => club.mail(none, &victim, CLUB, ("this is no header\nSubject: resign 1", "resign 1")),
            // Passwords that are guessed.
            13 => {
                let line = format!("resign 1 {} guess{number}", PLAYERS[self.pick(PLAYERS.len())]);
                club.mail(none, "eve@else.test", CLUB, (&format!("Subject: {line}"), ""));
            }
            // Keys that are made up.
            _ => club.mail(none, &victim, "tafl+1.aaaaaaaaaaaaaaaa@club.test", ("Subject: Re: your turn", "resign")),
        }
    }
}

/// The honest people's days; `attacked` tells whether somebody else is busy too. How long each newcomer waited comes back.
fn live(attacked: bool) -> (Club, Vec<TimeDelta>) {
    let mut club = Club::open();
    club.found();
    let mut attacker = Attacker { chance: Chance::from_seed([9; 32]), copied: 0 };
    let newcomers: Vec<String> = (0..DAYS * 2).map(|n| format!("new{n}@{PROVIDER}")).collect();
    let mut waited = Vec::new();
    let mut asked = newcomers.iter();
    let mut awaited: Option<(String, DateTime<Utc>)> = None;
    for step in 0..DAYS * STEPS {
        club.pass(TimeDelta::milliseconds(86_400_000 / STEPS as i64));
        if attacked {
            attacker.send(&mut club, &newcomers);
        }
        if step % 250 == 100 {
            club.play(0);
        }
        if step % 250 == 200 {
            club.play(1);
        }
        if step % 500 == 400 {
            let who = asked.next().unwrap().clone();
            club.genuine(&who, CLUB, &format!("signup fay{}", step / 500), "");
            awaited = Some((who, club.now));
        }
        club.tick();
        if let Some((who, since)) = &awaited
            && club.sent.iter().any(|sent| sent.to == *who && sent.at >= *since && sent.kind == "signup")
        {
            waited.push(club.now - *since);
            awaited = None;
        }
    }
    (club, waited)
}

/// Letters to each player on each day.
fn letters(club: &Club) -> BTreeMap<(String, i64), u32> {
    let mut letters = BTreeMap::new();
    for sent in &club.sent {
        *letters.entry((sent.to.clone(), sent.at.timestamp() / 86_400)).or_default() += 1;
    }
    letters
}

#[test]
fn nobody_gains_by_a_thousand_forged_mails_a_day() {
    let (calm, calm_waits) = live(false);
    let (attacked, waits) = live(true);
    assert_eq!(calm_waits.len(), DAYS * 2, "everybody who wants to join is asked");
    assert_eq!(waits.len(), DAYS * 2, "and so they are while somebody forges");
    assert!(waits.iter().all(|wait| *wait <= TimeDelta::hours(1)), "{waits:?}");

    let stand = attacked.standing();
    assert_eq!(stand, calm.standing(), "no clock and no game is another");
    let moved = format!("running {} ", DAYS * 4);
    assert!(stand[..LIVELY].iter().all(|game| game.contains(&moved)), "every move was made: {stand:?}");
    assert!(stand[LIVELY].contains("timed-out"), "no time was won: {stand:?}");

    let in_peace = letters(&calm);
    let mut most = 0;
    for ((to, day), count) in letters(&attacked) {
        if PLAYERS.iter().any(|id| address(id) == to) {
            let more = count.saturating_sub(in_peace.get(&(to.clone(), day)).copied().unwrap_or_default());
            let kinds: Vec<&str> =
                attacked.sent.iter().filter(|sent| sent.to == to).map(|sent| sent.kind.as_str()).collect();
            assert!(more <= 3, "{to} got {more} letters more on one day: {kinds:?}");
            most = most.max(more);
        }
    }
    assert!(most > 0, "the attacker has reached somebody");

    let counts = Reader::open(&attacked.folder.path().join("taflpost.db")).unwrap().counts().unwrap();
    assert_eq!((counts.failed, counts.given_up, counts.spooled), (0, 0, 0));
    assert!(counts.signups_queued > 0 && counts.signups_queued <= SIGNUPS_QUEUED_MAX, "{}", counts.signups_queued);
    println!("letters more a day: at most {most}; sign-ups that wait: {}; {waits:?}", counts.signups_queued);
}
