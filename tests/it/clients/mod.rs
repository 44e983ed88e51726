//! Answers to our own letters, as people's mail programs write them: every client in every language, with everything that keyboards and
//! habits do to a move.

mod consent;
mod encode;
mod forwards;
mod introductions;
pub mod letter;
mod machines;
mod template;

use crate::share::{one_of, share};
use crate::world::{CLUB, Received, World, new_text};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use taflpost::command;
use taflpost::mail::reply;
use taflpost::mail::{self, Message, Own, TokenText};
use taflpost::tafl::Catalogue;
use template::{Answer, Client, Style, word};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails/clients")
}

fn clients() -> Vec<Client> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| Client::read(&name(path), &std::fs::read_to_string(path).unwrap())).collect()
}

fn table(name: &str) -> toml::Table {
    std::fs::read_to_string(folder().join(name)).unwrap().parse().unwrap()
}

/// The languages by name, in order.
fn languages() -> Vec<(String, toml::Table)> {
    table("languages.toml").into_iter().map(|(name, words)| (name, words.as_table().unwrap().clone())).collect()
}

/// What a person writes, and the words of it that are for the opponent.
struct Habit {
    words: String,
    comment: String,
}

static HABITS: LazyLock<Vec<toml::Value>> = LazyLock::new(|| table("habits.toml")["habit"].as_array().unwrap().clone());

/// The ways to write one play, in a language.
fn habits(from: &str, to: &str, language: &toml::Table) -> Vec<Habit> {
    let wide = |text: &str| -> String {
        text.chars().map(|c| char::from_u32(u32::from(c) - 0x21 + 0xff01).unwrap()).collect()
    };
    let fill = |text: &str| {
        text.replace("@a@", from)
            .replace("@b@", to)
            .replace("@A@", &from.to_uppercase())
            .replace("@B@", &to.to_uppercase())
            .replace("@wide@", &wide(&format!("{from}-{to}")))
            .replace("@comment@", word(language, "comment"))
    };
    let read = |habit: &toml::Value| Habit {
        words: fill(habit["words"].as_str().unwrap()),
        comment: fill(habit.get("comment").map_or("", |comment| comment.as_str().unwrap())),
    };
    HABITS.iter().map(read).collect()
}

/// One blank between words: clients break lines where they like.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Two players at a board, as mailboxes.
struct Table {
    world: World,
}

const ANN: &str = "ann@fjord.test";
const BOB: &str = "bob@sund.test";

impl Table {
    /// Ann and Bob have joined, and board 1 is theirs; the letter that asks ann for her first move.
    fn laid() -> (Table, Received) {
        let mut table = Table { world: World::new() };
        let mut welcome = Vec::new();
        for (who, address) in [("ann", ANN), ("bob", BOB)] {
            let asked = table.send(address, CLUB, &format!("signup {who}"));
            welcome.extend(table.send(address, &asked[0].reply_to.clone().unwrap(), "yes"));
        }
        let sent = table.send(ANN, &welcome[0].reply_to.clone().unwrap(), "brandubh challenge ann bob");
        let invitation = sent.iter().find(|letter| letter.to == BOB).unwrap();
        let begun = table.send(BOB, &invitation.reply_to.clone().unwrap(), "accept");
        let first = begun.into_iter().find(|letter| letter.to == ANN).unwrap();
        (table, first)
    }

    fn send(&mut self, from: &str, to: &str, words: &str) -> Vec<Received> {
        let id = self.world.message_id();
        let mail = format!("From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{id}>\r\n\r\n{words}\r\n");
        self.world.deliver(mail.as_bytes(), from, to);
        self.world.letters()
    }
}

fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::embedded().unwrap());
    &CATALOGUE
}

/// A turn letter as a player gets it, with words of the opponent in it.
fn turn_letter() -> Received {
    let (mut table, first) = Table::laid();
    let letters = table.send(ANN, &first.reply_to.unwrap(), "a4-a3\n\nYour move, my friend.");
    let turn = letters.into_iter().find(|letter| letter.to == BOB).unwrap();
    assert!(turn.text.contains("Your turn, board 1:") && turn.text.contains("| Your move, my friend."));
    turn
}

/// What is read from a mail, in one line; empty where it is what it has to be.
fn misread(raw: &[u8], habit: &Habit, play: (&str, &str), letter: &Received) -> Option<String> {
    let own = Own::new(vec![CLUB.parse().unwrap()]);
    let message = Message::read(raw, &own).unwrap();
    let new = new_text(&message.text);
    let reading = command::read(reply::command_subject(&message.subject), &new, catalogue());
    let read: Vec<String> = reading
        .items
        .iter()
        .map(|item| match &item.command {
            Ok(command) => command.to_string(),
            Err(complaint) => format!("complaint about {:?}", complaint.line),
        })
        .collect();
    let beside = reading.items.first().map(|item| item.beside.clone()).unwrap_or_default();
    let comment = squeezed(&format!("{beside} {}", reading.comment));
    let token: TokenText = {
        let key = letter.key().unwrap();
        key.parse().unwrap()
    };
    let whose = message.from.as_ref().map(|from| from.as_str().to_owned());
    let right = read == [format!("move {}-{}", play.0, play.1)]
        && comment == squeezed(&habit.comment)
        && reading.taken_as_words.is_empty()
        && message.automatic.is_none()
        && whose.as_deref() == Some(BOB)
        && mail::tokens(&message, &[]).first() == Some(&token);
    (!right).then(|| {
        let shown: String = message.text.chars().take(1_200).collect();
        format!(
            "{read:?}, comment {comment:?}, automatic {:?}\nnew text: {new:?}\n--- body\n{shown}",
            message.automatic
        )
    })
}

/// Collects what was misread, and shows the first of it.
#[derive(Default)]
struct Findings {
    asked: usize,
    wrong: Vec<String>,
}

impl Findings {
    fn check(
        &mut self,
        client: &Client,
        language: (&str, &toml::Table),
        letter: &Received,
        habit: usize,
        style: Style,
        html_only: bool,
    ) {
        self.check_play(client, language, letter, habit, ("c4", "c7"), (style, html_only, false));
    }

    fn check_play(
        &mut self,
        client: &Client,
        language: (&str, &toml::Table),
        letter: &Received,
        habit: usize,
        play: (&str, &str),
        (style, html_only, tight): (Style, bool, bool),
    ) {
        let habits = habits(play.0, play.1, language.1);
        let habit = &habits[habit % habits.len()];
        self.asked += 1;
        let answer = Answer {
            letter,
            language: language.1,
            words: &habit.words,
            style,
            html_only,
            signature: client.has_signature() && self.asked.is_multiple_of(2),
            tight,
            serial: self.asked,
        };
        let raw = client.write(&answer);
        if let Some(misread) = misread(&raw, habit, play, letter) {
            let html = if html_only { ", HTML only" } else { "" };
            let signed = if answer.signature { ", signed" } else { "" };
            let signed = if tight { format!("{signed}, tight") } else { signed.to_owned() };
            let (name, language) = (&client.name, language.0);
            self.wrong.push(format!("=== {name} in {language}, {style:?}{html}{signed}: {:?}\n{misread}", habit.words));
        }
    }

    fn none(self) {
        let heads: Vec<&str> = self.wrong.iter().map(|wrong| wrong.lines().next().unwrap()).collect();
        let shown = self.wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.wrong.is_empty(), "{} of {} misread:\n{}\n\n{shown}", heads.len(), self.asked, heads.join("\n"));
    }
}

#[test]
fn a_move_is_read_from_every_client_in_every_language() {
    let letter = turn_letter();
    let mut findings = Findings::default();
    for (row, client) in clients().iter().enumerate() {
        for (column, (name, language)) in languages().iter().enumerate() {
            for style in client.styles() {
                findings.check(client, (name, language), &letter, row + column, style, false);
                findings.check(client, (name, language), &letter, 1, style, false);
            }
        }
    }
    assert!(findings.asked > 400);
    findings.none();
}

/// From each first column: `a` opens introductions in Portuguese, `e` and `o` are words of many languages.
#[test]
fn no_move_is_taken_for_a_part_of_the_line_below_it() {
    let letter = turn_letter();
    let mut findings = Findings::default();
    for client in &clients() {
        for (column, (name, language)) in ('a'..='s').cycle().zip(languages().iter()) {
            for shift in share(0..19, 7) {
                let column = char::from(b'a' + (column as u8 - b'a' + shift) % 19);
                let (from, to) = (format!("{column}4"), format!("{column}3"));
                let style = (Style::Above, false, true);
                findings.check_play(client, (name, language), &letter, 0, (&from, &to), style);
            }
            findings.check_play(client, (name, language), &letter, 1, ("a4", "a3"), (Style::Above, false, true));
        }
    }
    assert!(findings.asked > 3_000 / one_of(7), "{}", findings.asked);
    findings.none();
}

#[test]
fn every_habit_of_writing_a_move_survives_every_client() {
    let letter = turn_letter();
    let languages = languages();
    let mut findings = Findings::default();
    for (row, client) in clients().iter().enumerate() {
        for habit in 0..HABITS.len() {
            let (name, language) = &languages[(row + habit) % languages.len()];
            findings.check(client, (name, language), &letter, habit, Style::Above, false);
        }
    }
    findings.none();
}

#[test]
fn a_move_is_read_from_the_html_alone() {
    let letter = turn_letter();
    let mut findings = Findings::default();
    for (row, client) in clients().iter().enumerate().filter(|(_, client)| client.has_html()) {
        for (column, (name, language)) in languages().iter().enumerate() {
            findings.check(client, (name, language), &letter, row + column, Style::Above, true);
            findings.check(client, (name, language), &letter, 4, Style::Above, true);
        }
        // What Gmail's users write below a letter stands inside the element that holds the quote; Gmail never sends HTML alone.
        for style in client.styles().into_iter().skip(1).filter(|_| client.name != "gmail-web") {
            for (name, language) in &languages() {
                findings.check(client, (name, language), &letter, row, style, true);
            }
        }
    }
    findings.none();
}

/// A whole game, and how each play is written in its record.
const GAME: [(&str, &str, &str); 10] = [
    ("a4", "a3", ""),
    ("c4", "c7", ""),
    ("b4", "b7", "c7"),
    ("d4", "a4", ""),
    ("d1", "f1", ""),
    ("e4", "e1", "f1"),
    ("g4", "g2", ""),
    ("e1", "d1", "d2"),
    ("f4", "f7", ""),
    ("a4", "a7", ""),
];

/// Each turn in another language, another way to write and another place for it; what the opponent is told is what was meant.
fn play_through(client: &Client, row: usize) {
    let languages = languages();
    let (mut table, mut turn) = Table::laid();
    for (ply, (from, to, captured)) in (1..).zip(&GAME) {
        let (mover, name) = if ply % 2 == 1 { (ANN, "ann") } else { (BOB, "bob") };
        assert_eq!(turn.to, mover);
        let (_, language) = &languages[(row + ply) % languages.len()];
        let habits = habits(from, to, language);
        let habit = &habits[(3 * row + ply) % habits.len()];
        let styles = client.styles();
        let answer = Answer {
            letter: &turn,
            language,
            words: &habit.words,
            style: styles[ply % styles.len()],
            html_only: false,
            signature: client.has_signature() && ply.is_multiple_of(3),
            tight: false,
            serial: ply,
        };
        let reply_to = turn.reply_to.clone().unwrap();
        table.world.deliver(&client.write(&answer), mover, &reply_to);
        let letters = table.world.letters();
        let shown = || letters.iter().map(|letter| letter.text.as_str()).collect::<Vec<_>>().join("\n\n");
        let told = |to: &str| -> Vec<String> {
            let to_one = letters.iter().filter(|letter| letter.to == to);
            to_one.map(|letter| squeezed(&letter.text)).collect()
        };
        let capturing = if captured.is_empty() { String::new() } else { format!(", capturing {captured}") };
        let said = format!("{from}-{to}{capturing}.");
        assert_eq!(letters.len(), 2, "{} {:?}: {}", client.name, habit.words, shown());
        assert!(
            told(mover).iter().all(|text| text.contains(&format!("You moved {said}"))),
            "{}: {}",
            client.name,
            shown()
        );
        let other = if mover == ANN { BOB } else { ANN };
        let to_other = told(other);
        assert!(to_other[0].contains(&format!("{name} moved {said}")), "{}: {}", client.name, shown());
        let comment = squeezed(&habit.comment);
        let passed_on = squeezed(&to_other[0].replace(" |", " "));
        assert!(passed_on.contains(&comment), "{} {:?}: {}", client.name, habit.words, shown());
        assert_eq!(to_other[0].contains(" | "), !comment.is_empty(), "{}: {}", client.name, shown());
        turn = letters.into_iter().find(|letter| letter.to == other).unwrap();
    }
    assert!(
        squeezed(&turn.text).starts_with("bob won board 1: the king escaped on a7."),
        "{}: {}",
        client.name,
        turn.text
    );
}

#[test]
fn a_whole_game_is_played_from_every_client() {
    for (row, client) in clients().iter().enumerate() {
        play_through(client, row);
    }
}
