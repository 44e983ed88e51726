//! Consent is a written yes. Every mail program can send the right word, and it counts as a yes. A mail of any other shape, which shows
//! something else, changes nothing.
//!
//! `tests/mails/unclear` holds the shapes. Words and our letter are filled in: `@WORDS@`, `@QUOTE@` (the letter after `> `), `@LETTER@`,
//! `@HTML@`. In files whose name begins with `beside-`, the words are where no reader of the mail sees them as its text.

use super::template::{Answer, Client, Style};
use super::{clients, encode, languages, letter};
use crate::share::{one_of, share};
use crate::world::{CLUB, Received, World};
use chrono::{DateTime, TimeDelta, Utc};
use std::path::Path;

/// What a letter asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// Whether lines are the player's own.
    WasThisYou,
    /// Whether the player leaves for good.
    Delete,
    /// Whether a mailbox is to be the player's.
    Address,
    /// Whether a mailbox wants to join.
    Signup,
}

const ASKS: [Asks; 4] = [Asks::WasThisYou, Asks::Delete, Asks::Address, Asks::Signup];

/// A club with questions to answer.
struct Desk {
    world: World,
    serial: usize,
    /// Where ann's key is answered.
    key: String,
}

impl Desk {
    fn laid() -> Desk {
        let mut world = World::new();
        let mut welcome = Vec::new();
        for who in ["ann", "bob"] {
            let address = format!("{who}@{who}.test");
            let asked = send(&mut world, &address, CLUB, &format!("signup {who}"));
            welcome.extend(send(&mut world, &address, &asked[0].reply_to.clone().unwrap(), "yes"));
        }
        Desk { world, serial: 0, key: welcome[0].reply_to.clone().unwrap() }
    }

    /// A letter that asks, and the line that says yes to it.
    fn question(&mut self, asks: Asks) -> (Received, String) {
        self.serial += 1;
        // No limit of an hour or a day is to answer in place of the law.
        self.world.wake(TimeDelta::hours(25));
        let (serial, ann) = (self.serial, "ann@ann.test");
        // Keys do not live forever.
        let to = self.key.clone();
        if serial % 5 == 0 {
            self.key = send(&mut self.world, ann, &to, "whoami")[0].reply_to.clone().unwrap();
        }
        let (letters, yes) = match asks {
            Asks::WasThisYou => (send(&mut self.world, ann, CLUB, "message bob: hello"), "yes".to_owned()),
            Asks::Delete => (send(&mut self.world, ann, &to, "delete"), "yes delete".to_owned()),
            Asks::Address => {
                let new = format!("new@new{serial}.test");
                let asked = send(&mut self.world, ann, &to, &format!("add {new}"));
                let to = asked[0].reply_to.clone().unwrap();
                let letters = send(&mut self.world, ann, &to, &format!("yes {new}"));
                let asked = letters.into_iter().filter(|letter| letter.to == new).collect();
                (asked, format!("yes {new}"))
            }
            Asks::Signup => {
                let new = format!("one@domain{serial}.test");
                (send(&mut self.world, &new, CLUB, &format!("signup player{serial}")), "yes".to_owned())
            }
        };
        assert_eq!(letters.len(), 1, "{asks:?} {serial}: {letters:?}");
        assert!(letters[0].text.contains(&yes) || asks == Asks::Signup, "{}", letters[0].text);
        (letters.into_iter().next().unwrap(), yes)
    }

    /// Whether something came of a mail besides an answer to it.
    fn does(&mut self, raw: &[u8], letter: &Received) -> (bool, Vec<Received>) {
        self.world.deliver(raw, &letter.to, letter.reply_to.as_ref().unwrap());
        let letters = self.world.letters();
        let calm = |subject: &str| {
            // A mail in German is answered in German.
            ["Your email to Taflpost", "Antwort von Taflpost"].contains(&subject) || subject == letter.subject
        };
        (letters.iter().any(|letter| !calm(&letter.subject)), letters)
    }
}

fn send(world: &mut World, from: &str, to: &str, words: &str) -> Vec<Received> {
    let id = world.message_id();
    let mail = format!("From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{id}>\r\n\r\n{words}\r\n");
    world.deliver(mail.as_bytes(), from, to);
    world.letters()
}

fn written(
    client: &Client,
    language: &toml::Table,
    letter: &Received,
    words: &str,
    (style, html_only): (Style, bool),
) -> Vec<u8> {
    client.write(&Answer { letter, language, words, style, html_only, signature: false, tight: false, serial: 1 })
}

#[test]
fn the_word_is_a_yes_from_every_client_in_every_language() {
    let mut desk = Desk::laid();
    let (mut asked, mut wrong) = (0, Vec::new());
    for (row, client) in clients().iter().enumerate() {
        for (column, (name, language)) in share(languages().iter().enumerate().skip(row % one_of(4)), 4) {
            let asks = [Asks::WasThisYou, Asks::Address, Asks::Signup][(row + column) % 3];
            for html_only in [false, true] {
                if html_only && !client.has_html() {
                    continue;
                }
                let (letter, yes) = desk.question(asks);
                let raw = written(client, language, &letter, &yes, (Style::Above, html_only));
                asked += 1;
                let (done, letters) = desk.does(&raw, &letter);
                if !done {
                    let said = letters.first().map(|letter| letter.text.clone()).unwrap_or_default();
                    wrong.push(format!(
                        "=== {} in {name}, HTML only: {html_only}, {asks:?}\n{said}\n{}",
                        client.name,
                        String::from_utf8_lossy(&raw)
                    ));
                }
                // So that the mailbox of ann does not fill.
                if done && asks == Asks::Address {
                    let to = desk.key.clone();
                    let asked = send(&mut desk.world, "ann@ann.test", &to, &format!("drop {}", letter.to));
                    let to = asked[0].reply_to.clone().unwrap();
                    send(&mut desk.world, "ann@ann.test", &to, &format!("yes {}", letter.to));
                }
            }
        }
    }
    eprintln!("{asked} yeses");
    assert!(
        asked > 300 / one_of(4) && wrong.is_empty(),
        "{} of {asked}:\n{}",
        wrong.len(),
        wrong.iter().take(3).cloned().collect::<String>()
    );
}

#[test]
fn an_empty_answer_joins_from_every_client_and_does_nothing_else() {
    let (mut desk, languages) = (Desk::laid(), languages());
    let (mut joined, mut asked) = (Vec::new(), 0);
    for (row, client) in clients().iter().enumerate() {
        for asks in ASKS {
            let (letter, _) = desk.question(asks);
            let (name, language) = &languages[row % languages.len()];
            let raw = written(client, language, &letter, "", (Style::Above, false));
            asked += 1;
            let (done, _) = desk.does(&raw, &letter);
            if done != (asks == Asks::Signup) {
                joined.push(format!(
                    "{} in {name}: {asks:?}, done: {done}\n{}",
                    client.name,
                    String::from_utf8_lossy(&raw)
                ));
            }
        }
    }
    assert!(asked > 60 && joined.is_empty(), "{} of {asked}:\n{}", joined.len(), joined.join("\n"));
}

/// What people write that is no yes, whatever they are asked.
const WORDS: [&str; 7] = [
    "\u{1f44e} Ann",
    "No, that was not me!",
    "Who is this?",
    "Nein, das war ich nicht",
    "\u{1f44e}",
    "Nej! Stop.",
    "not me",
];

/// What is no yes to what moves a game or an account.
const NO_WORD: [&str; 7] =
    ["Yes, it was me", "yes?", "ok", "tak", "yes, but that was not me", "yes\n\nno, wait, not that", "sure, whatever"];

struct Shape {
    name: String,
    source: String,
}

fn shapes() -> Vec<Shape> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails/unclear");
    let mut shapes: Vec<Shape> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| Shape {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            source: std::fs::read_to_string(&path).unwrap(),
        })
        .collect();
    shapes.sort_by(|one, other| one.name.cmp(&other.name));
    shapes
}

impl Shape {
    fn written(&self, letter: &Received, words: &str) -> Vec<u8> {
        let quote: String = letter.text.lines().map(|line| format!("> {line}\n")).collect();
        let subject = if self.name == "beside-subject-only" { words } else { &letter.subject };
        let html = letter::body(&letter.html);
        let in_html = words.replace('\n', "<br>");
        let words =
            if self.source.contains("text/html") && !self.source.contains("multipart") { &in_html } else { words };
        let body = self
            .source
            .replace("@BASE64@", &encode::base64(words.as_bytes()))
            .replace("@BASE64-HTML@", &encode::base64(format!("<div>{words}</div>").as_bytes()))
            .replace("@WORDS@", words)
            .replace("@QUOTE@", quote.trim_end())
            .replace("@LETTER@", letter.text.trim_end())
            .replace("@SUBJECT@", &letter.subject)
            .replace("@HTML@", html);
        let to = letter.reply_to.as_ref().unwrap().trim_matches(['<', '>']);
        let head = format!(
            "From: <{}>\nTo: <{to}>\nSubject: Re: {subject}\nMessage-ID: <{}.{}@x.test>\nIn-Reply-To: {}\n",
            letter.to,
            self.name,
            words.bytes().map(u64::from).sum::<u64>(),
            letter.message_id
        );
        (head + &body).replace('\n', "\r\n").into_bytes()
    }
}

/// A mail whose visible text is not the word leaves the state as it was: the law of this page, over mails of all shapes.
#[test]
fn a_mail_whose_visible_text_is_not_the_word_changes_nothing() {
    let mut desk = Desk::laid();
    let (mut tried, mut wrong) = (0, Vec::new());
    for asks in ASKS {
        let no_word: &[&str] = match asks {
            Asks::WasThisYou => &NO_WORD,
            Asks::Delete | Asks::Address => &NO_WORD[..3],
            Asks::Signup => &[],
        };
        let empty = (asks != Asks::Signup).then_some(&"");
        let mut letter: Option<(Received, DateTime<Utc>)> = None;
        for shape in share(shapes(), 8) {
            for words in WORDS.iter().chain(no_word).chain(empty) {
                if words.is_empty() && shape.source.contains("\nyes") {
                    continue;
                }
                // A question that is still open can be answered once more; a no, or silence in place of one, has closed it.
                desk.world.now += TimeDelta::minutes(10);
                let since = desk.world.now - TimeDelta::days(1);
                let open = letter.take().filter(|(_, asked)| *asked > since);
                let (asked, at) = open.unwrap_or_else(|| (desk.question(asks).0, desk.world.now));
                tried += 1;
                let (done, letters) = desk.does(&shape.written(&asked, words), &asked);
                if letters.iter().any(|letter| letter.text.contains("To say no, answer with just:")) {
                    letter = Some((asked, at));
                }
                if done {
                    wrong.push(format!("{}: {words:?} to {asks:?}", shape.name));
                    (desk, letter) = (Desk::laid(), None);
                }
            }
        }
    }
    eprintln!("{tried} mails in {} shapes", shapes().len());
    assert!(tried > 2_000 / one_of(8) && wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The shapes are not unclear by themselves: the word in a part that shows it, and nothing beside it, is a yes.
#[test]
fn the_word_in_a_plain_shape_is_a_yes() {
    for name in [
        "plain",
        "plain-above-unmarked",
        "plain-flowed",
        "html-above",
        "base64",
        "html-head-without-end",
        "html-in-table",
    ] {
        let shape = shapes().into_iter().find(|shape| shape.name == name).unwrap();
        for asks in ASKS {
            let mut desk = Desk::laid();
            let (letter, yes) = desk.question(asks);
            assert!(desk.does(&shape.written(&letter, &yes), &letter).0, "{name}: {asks:?}");
        }
    }
}
