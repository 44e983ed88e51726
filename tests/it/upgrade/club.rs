//! A club with something of everything: what its players write, and what the world does to it. The program itself writes its file.

use crate::dialogs;
use crate::world::{CLUB, Received, World};
use chrono::{FixedOffset, TimeDelta};
use std::sync::Arc;
use taflpost::club::tournament::Archive;
use taflpost::mail;
use taflpost::store::{Door, DoorNote, DoorState, NewMail, Outcome, PauseLine, PauseOf};
use taflpost::tafl::{Catalogue, RecordFormat};

/// Ann organizes. Fia's name stood among the organizers before she joined, and the operator has not confirmed her.
const BEGIN: &str = r#"
the settings are
    [club]
    organizers = ["ann", "fia"]
    [trust]
    authserv_id = "mx.club.test"
ann, bob, cai, dag, fia and gro have joined
eve has joined with the password secret
the operator confirms ann
ann and bob play brandubh -clock=10d+1d
"#;

/// A server, and the letters that it has sent.
pub struct Club {
    pub world: World,
    letters: Vec<Received>,
}

impl Club {
    /// A club whose file is there already; nobody has read a letter.
    pub fn of(world: World) -> Club {
        Club { world, letters: Vec::new() }
    }

    /// All letters that wait are sent, and the server looks at its clocks.
    pub fn collect(&mut self) -> usize {
        let letters = self.world.letters();
        let count = letters.len();
        if std::env::var_os("DIALOG_SHOW").is_some() {
            letters.iter().for_each(|letter| println!("==== {}: {}\n{}", letter.to, letter.subject, letter.text));
        }
        self.letters.extend(letters);
        count
    }

    /// The last letter to a player whose subject has these words.
    pub fn letter(&self, who: &str, about: &str) -> &Received {
        let found = self.letters.iter().rev().find(|letter| letter.to == who && letter.subject.contains(about));
        found.unwrap_or_else(|| panic!("{who} has no letter about {about:?}"))
    }

    /// A player answers the last letter about something. What the server writes then waits in the outbox.
    pub fn answer(&mut self, who: &str, about: &str, lines: &str) {
        let (id, date) = (self.world.message_id(), self.world.date(who));
        let letter = self.letter(who, about);
        let to = letter.reply_to.clone().unwrap_or_else(|| CLUB.to_owned());
        let raw = format!(
            "From: <{who}>\nTo: <{to}>\nMessage-ID: <{id}>\nDate: {date}\nIn-Reply-To: {}\nSubject: Re: {}\n\n{lines}\n",
            letter.message_id, letter.subject
        );
        self.world.deliver(raw.replace('\n', "\r\n").as_bytes(), who, &to);
    }

    /// The same, and what the server writes is sent.
    pub fn says(&mut self, who: &str, about: &str, lines: &str) {
        self.answer(who, about, lines);
        self.collect();
    }

    /// An email that answers no letter.
    fn mail(&mut self, who: &str, header: &str, lines: &str) -> Vec<u8> {
        let (id, date) = (self.world.message_id(), self.world.date(who));
        let raw = format!("{header}From: <{who}>\nTo: <{CLUB}>\nMessage-ID: <{id}>\nDate: {date}\nSubject: {lines}\n");
        raw.replace('\n', "\r\n").into_bytes()
    }

    fn writes(&mut self, who: &str, lines: &str) {
        let raw = self.mail(who, "", lines);
        self.world.deliver(&raw, who, CLUB);
    }

    pub fn pass(&mut self, time: TimeDelta) {
        self.world.pass(time);
        self.collect();
    }
}

/// The club as it stands when it is written down.
pub fn full() -> Club {
    let (world, letters) = dialogs::live("upgrade", BEGIN);
    let mut club = Club { world, letters };
    settle_in(&mut club);
    archives(&mut club);
    tournaments(&mut club);
    club.pass(TimeDelta::days(4));
    games(&mut club);
    trouble(&mut club);
    what_waits(&mut club);
    club
}

pub const ANN: &str = "ann@fjord.test";
const BOB: &str = "bob@sund.test";
pub const CAI: &str = "cai@voe.test";
pub const DAG: &str = "dag@nes.test";
const EVE: &str = "eve@else.test";
const FIA: &str = "fia@lund.test";
const GRO: &str = "gro@dal.test";

/// What players set, and the changes of an account.
fn settle_in(club: &mut Club) {
    club.says(BOB, "Welcome", "set language de\nset board unicode\nset zone Europe/Berlin");
    club.says(CAI, "Welcome", "set digest 18\nset letters text\nset rescue on");
    club.says(DAG, "Welcome", "vacation 2026-12-20 2026-12-27\nlimit 20");
    club.says(FIA, "Welcome", "signoff");
    club.world.offsets.insert(GRO.to_owned(), FixedOffset::east_opt(3_600).unwrap());
    club.says(GRO, "Welcome", "add gro@work.example");
    club.says(GRO, "Was this you", "yes gro@work.example");
    club.says(EVE, "Welcome", "add eve secret eve@work.example");
    club.says("eve@work.example", "Please confirm this address", "yes eve@work.example");
}

/// A tournament that is over here, and the same as another club's; and a game that was played elsewhere.
fn archives(club: &mut Club) {
    club.says(ANN, "Welcome", "tournament create winter -brandubh -single -clock=10d+1d\ntournament open winter");
    for who in [BOB, CAI] {
        club.says(who, "Welcome", "tournament join winter");
    }
    club.says(ANN, "Welcome", "tournament start winter");
    club.says(ANN, "Do you really want this", "yes");
    for (who, play) in [(BOB, "d1-b1"), (CAI, "c4-c7"), (BOB, "b1-a1"), (CAI, "c7-b7"), (BOB, "a1-a2")] {
        club.says(who, "winter", &format!("move 2 {play}"));
    }
    club.says(CAI, "Welcome", "resign 2");
    club.says(ANN, "Welcome", "tournament export winter json");
    let text = club.letter(ANN, "mail to Taflpost").files[0].1.replace("\"winter\"", "\"yule\"");
    let archive = Archive::from_json(&text).unwrap();
    let rules = Arc::new(Catalogue::embedded().unwrap().find("brandubh").unwrap().rules.clone());
    let (tournament, now) = (archive.tournament(rules).unwrap(), club.world.now);
    club.world.store().archive_tournament(&archive, &tournament, now).unwrap();
    let record = include_str!("../../records/few-words.json");
    let records = RecordFormat::Json.read_all(record, &Catalogue::embedded().unwrap(), None).unwrap();
    club.world.store().archive(&records, now).unwrap();
}

/// One that is played, with a game that has ended and one that goes on; and one that can still be joined.
fn tournaments(club: &mut Club) {
    club.says(
        ANN,
        "Welcome",
        "tournament create cup -brandubh -knockout -single -clock=10d+1d -leave=none\ntournament open cup",
    );
    for who in [BOB, CAI, DAG, EVE] {
        club.says(who, "Welcome", "tournament join cup");
    }
    club.says(ANN, "Welcome", "tournament start cup");
    club.says(ANN, "Do you really want this", "yes");
    for (who, play) in [(BOB, "move 3 d1-b1"), (EVE, "move 3 c4-c7"), (CAI, "move 4 a4-a3"), (EVE, "resign 3")] {
        club.says(who, "cup", play);
    }
    club.says(
        ANN,
        "Welcome",
        "tournament create autumn -hnefatafl -swiss=3\ntournament open autumn\ntournament join autumn",
    );
}

/// Games in every state, with all that can be on a board.
fn games(club: &mut Club) {
    // One that has ended, one that is only a challenge, and open challenges.
    club.says(ANN, "Welcome", "brandubh challenge ann dag");
    club.says(DAG, "board 5", "accept");
    for (who, play) in [(ANN, "d1-b1"), (DAG, "c4-c7"), (ANN, "b1-b2")] {
        club.says(who, "board 5", play);
    }
    club.says(DAG, "board 5", "resign\n\nThat was short.");
    club.says(DAG, "Welcome", "hnefatafl challenge dag eve -unrated");
    club.says(EVE, "Welcome", "seek -brandubh -private\nseek -tawlbwrdd attackers -clock=2d/move");
    club.says(GRO, "Welcome", "take 8\nsubscribe 1");
    // One with prepared moves and an offer, and one with a question about a move.
    club.says(ANN, "board 1", "a4-a3, if c4-c7 then b4-b7");
    club.says(BOB, "Brett 1", "draw\n\nBist du einverstanden?\n-----\nBob vom Sund");
    club.says(DAG, "Welcome", "brandubh challenge ann dag");
    club.says(ANN, "board 9", "accept");
    club.says(ANN, "board 9", "d1-c1 looks bad to me, give me a day to think");
    // One that will be lost on time.
    club.says(ANN, "Welcome", "brandubh challenge ann eve -clock=1d/move,grace=0h");
    club.says(EVE, "board 10", "accept");
}

/// Letters come back, a mailbox is not looked into, and the server is away.
fn trouble(club: &mut Club) {
    club.world.refused.insert(GRO.to_owned(), "550 5.1.1 no such user".to_owned());
    club.says(EVE, "board 8", "a5-a4");
    let now = club.world.now;
    let door = |state, full| DoorNote { door: Door::Imap, place: "mailbox".to_owned(), state, at: now, full };
    club.world.store().doors_are(&[(Door::Imap, "mailbox".to_owned())]).unwrap();
    club.world.store().note_door(&door(DoorState::Well, Some(TimeDelta::zero()))).unwrap();
    club.world.store().note_door(&door(DoorState::Trying("the provider does not answer".to_owned()), None)).unwrap();
    club.pass(TimeDelta::days(2));
    club.world.be_away(TimeDelta::hours(30));
    club.collect();
    let now = club.world.now;
    let pause = PauseLine {
        what: PauseOf::Domain,
        name: "voe.test".to_owned(),
        since: now,
        why: "451 4.7.1 later".to_owned(),
        needs_hand: false,
    };
    club.world.store().note_pauses(&[pause]).unwrap();
    club.world.store().probe(now).unwrap();
    club.world.store().tidy_up(now).unwrap();
}

/// Sign-ups, questions that nobody has answered, mails that wait in the spool, letters that wait in the outbox, and news for a digest.
fn what_waits(club: &mut Club) {
    for n in 0..12 {
        club.writes(&format!("p{n}@crowd.test"), &format!("signup crowd{n}"));
    }
    let genuine = "Authentication-Results: mx.club.test; dmarc=pass header.from=sea.test\n";
    let raw = club.mail("hal@sea.test", genuine, "signup hal");
    club.world.deliver(&raw, "hal@sea.test", CLUB);
    club.collect();
    for line in ["resign 9", "limit 12", "resign 6", "limit 11", "limit 10"] {
        club.writes(DAG, line);
    }
    club.writes(EVE, "add eve secret eve@sea.example");
    club.writes(EVE, "add eve wrong-word eve@moor.example");
    let made_up = club.mail(EVE, "", "games");
    club.world.deliver(&made_up, EVE, "tafl+a.aaaaaaaaaaaaaaaa@club.test");
    club.answer(DAG, "board 4", "move 4 c4-c7\n\nYour turn, cai.");
    let now = club.world.now;
    let failed = club.mail(ANN, "", "games");
    club.world.store().take_in(&[arriving(&failed, ANN)], &[], now).unwrap();
    for _ in 0..3 {
        club.world.store().work(1, now, |_, _| Err::<Outcome, _>("unlucky")).unwrap();
    }
    let waits = club.mail(BOB, "", "games");
    club.world.store().take_in(&[arriving(&waits, BOB)], &[], now).unwrap();
}

fn arriving(raw: &[u8], from: &str) -> NewMail {
    NewMail {
        raw: raw.to_vec(),
        envelope_from: Some(from.to_owned()),
        envelope_to: vec![CLUB.to_owned()],
        door: Door::Maildir,
        source_key: Some(format!("maildir {from}")),
        stamped: None,
        fingerprint: mail::fingerprint(raw),
    }
}
