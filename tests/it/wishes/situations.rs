//! Where a mail of the file is written: what its author has done before, and which letter it answers.

use crate::world::{CLUB, Received, World};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use taflpost::store::Store;

/// The author of the mails. In a game, bob is the opponent.
pub const ANNA: &str = "anna@fjord.test";
const BOB: &str = "bob@sund.test";
const OTHERS: [&str; 3] = [BOB, "eva@else.test", "tom-k@nes.test"];

/// A server whose file is copied for each mail.
pub struct Situation {
    file: Vec<u8>,
    now: DateTime<Utc>,
    /// What the mail answers.
    letter: Option<Received>,
}

/// A server, and the last letter in each mailbox.
struct Story {
    world: World,
    last: BTreeMap<String, Received>,
}

impl Story {
    fn begin() -> Story {
        let mut story = Story { world: World::new(), last: BTreeMap::new() };
        for address in OTHERS {
            let id = address.split('@').next().unwrap();
            story.says(address, &format!("signup {id}"));
            story.says(address, "yes");
        }
        story
    }

    /// Answers the last letter, if there is one.
    fn says(&mut self, who: &str, text: &str) {
        let letter = self.last.get(who).cloned();
        for letter in send(&mut self.world, who, letter.as_ref(), text) {
            self.last.insert(letter.to.clone(), letter);
        }
    }

    fn ends(self) -> Situation {
        let (now, letter) = (self.world.now, self.last.get(ANNA).cloned());
        Situation { file: self.world.file_at_the_end(), now, letter }
    }
}

/// A person who writes in this language has come so far.
pub fn situation(language: &str, name: &str) -> Situation {
    let mut story = Story::begin();
    let (join, yes) = match language {
        "de" => ("Ich möchte gern mitspielen, mein Name ist Anna.", "ja"),
        "da" => ("Jeg vil gerne spille med. Jeg hedder Anna.", "ja"),
        _ => ("I would like to join, my name is Anna.", "yes"),
    };
    let all: [(&str, &[(&str, &str)]); 8] = [
        ("stranger", &[]),
        ("confirm", &[(ANNA, join)]),
        ("welcome", &[(ANNA, yes)]),
        ("invitation", &[(BOB, "brandubh challenge bob anna")]),
        ("mine", &[(ANNA, "accept"), (BOB, "d1-c1"), (ANNA, "c4-c7"), (BOB, "d2-c2")]),
        ("theirs", &[(ANNA, "c7-c6")]),
        ("asked", &[(BOB, "draw")]),
        ("ended", &[(BOB, "resign")]),
    ];
    for (told, mails) in all {
        // Where the game has ended, nobody has offered a draw before.
        if !(told == "asked" && name == "ended") {
            mails.iter().for_each(|(who, text)| story.says(who, text));
        }
        if told == name {
            return story.ends();
        }
    }
    panic!("there is no situation {name}")
}

impl Situation {
    /// The same server anew.
    pub fn world(&self) -> World {
        let folder = crate::cli::here();
        let path = folder.path().join("taflpost.db");
        std::fs::write(&path, &self.file).unwrap();
        World::resumed(folder, Store::open(&path, self.now).unwrap(), self.now, TimeDelta::days(3))
    }

    /// Anna writes this; the letters that come of it.
    pub fn send(&self, world: &mut World, text: &str) -> Vec<Received> {
        send(world, ANNA, self.letter.as_ref(), text)
    }
}

/// A person answers a letter, or writes a new mail.
pub fn send(world: &mut World, who: &str, letter: Option<&Received>, text: &str) -> Vec<Received> {
    let id = world.message_id();
    let date = world.date(who);
    let headers = format!("From: <{who}>\nMessage-ID: <{id}>\nDate: {date}\nContent-Type: text/plain; charset=utf-8\n");
    let (to, raw) = match letter {
        None => (CLUB.to_owned(), format!("{headers}To: <{CLUB}>\n\n{text}\n")),
        Some(letter) => {
            let to = letter.reply_to.clone().unwrap_or_else(|| CLUB.to_owned());
            let quote: String = letter.text.lines().map(|line| format!("> {line}\n")).collect();
            let (subject, answered) = (&letter.subject, &letter.message_id);
            let raw = format!(
                "{headers}To: <{to}>\nIn-Reply-To: {answered}\nReferences: {} {answered}\nSubject: Re: {subject}\n\n\
                 {text}\n\nOn 21 Nov 2026 at 10:00, Taflpost wrote:\n{quote}",
                letter.references
            );
            (to, raw)
        }
    };
    world.deliver(raw.replace('\n', "\r\n").as_bytes(), who, &to);
    world.letters()
}
