//! Dialogs: mails come in, letters go out, time passes. They are written so that a player can read them.
//!
//! A step is at the start of a line. The lines indented below it belong to it.
//!
//! ```text
//! ann@fjord.test sends               a mail; headers first if the first line is one, then the body
//!     Subject: signup ann
//! ann@fjord.test gets Welcome ...    the next letter to this mailbox has this subject, and contains these words
//!     You are a player now.          in this order, with others between them
//! ann@fjord.test gets (old) ...      the same, and the letter is remembered as (old)
//! ann@fjord.test replies             answers the last letter, as mail programs do: quote, References
//!     e5-e3                          (a first line that is a Subject replaces the letter's own)
//! ann@fjord.test replies to (old)    answers a remembered letter
//! ann@fjord.test replies below (old) the same, below the letter, which is quoted without signs
//! eve@else.test replies to (old)     answers somebody else's letter
//! ann@fjord.test finds nothing of x  the last letter does not contain these words
//! ann@fjord.test has the file x.pgn  came with the last letter, and contains these lines in this order
//! ann@fjord.test replies with it     answers without a quote, and sends the file back, as programs attach it
//! ann@fjord.test finds the Subject x   of the last letter, with what lets an answer stand apart: `gets` leaves that out
//! ann@fjord.test finds the links x y which the last letter has, these and no others, or `finds no links`
//! ann@fjord.test finds the parts x y  that the last letter is made of, as media types
//! ann@fjord.test presses x           sends the mail that this link opens, with the lines of the block below the answer in it
//! ann@fjord.test presses x in (old)  the same with a remembered letter
//! ann@fjord.test bounces 5.1.1         the next letter to this mailbox comes back, with this status (`twice`: and once more)
//! ann@fjord.test bounces 5.1.1 again   the letter that came back last comes back once more
//! the relay refuses ann@fjord.test with 550 5.1.1 x   from now on (`the relay takes letters to ann@fjord.test`: no longer)
//! ann@fjord.test unsubscribes          a mail, with these words, to the address that turns off letters like the last one
//! ann@fjord.test unsubscribes as a machine   the same, and no person wrote it
//! eve@else.test unsubscribes ann@fjord.test    with that letter of ann's
//! ann@fjord.test cannot unsubscribe    from letters like the last one
//! ann@fjord.test is away               a vacation reply answers the last letter, at the address for bounces, and another with an
//!                                     empty sender, as RFC 3834 demands
//! somebody guesses a bounce of x       reports that letters to x come back arrive, with no key of a letter or a wrong one
//! somebody tries dead keys for x          seven mails in this name with different commands, each with a made-up key
//! ann@fjord.test writes at +0100        from now on the Dates of the mails from there say so, instead of +0000
//! the same mail arrives again
//! 2 days pass                        also hours and minutes; the server is running all the time
//! there is no server for 2 days        and then there is one again
//! the clock is set forward by 2 days    the machine's clock, while the server is running; or `back by`
//! the operator puts brandubh.toml    into the folder of variants, which is read when the server starts
//!     name = "brandubh"
//! the operator removes brandubh.toml
//! the operator confirms ann          who joined under a name that the settings have among the organizers
//! the server restarts
//! the club has no plus addresses     from now on
//! the provider puts its own sender on every envelope      also from now on: what bounces comes to the club's own address
//! nobody gets anything
//! ```
//!
//! Authentication-Results and Received may be above the words of any mail, also of an answer. A dialog may begin with settings, as in the
//! settings file:
//!
//! ```text
//! the settings are
//!     [trust]
//!     authserv_id = "mx.club.test"
//!     level = "strict"
//! ```
//!
//! The beginning of many dialogs is one step:
//!
//! ```text
//! ann, bob and cai have joined       their welcome letters are remembered as (ann), (bob) and (cai)
//! ann@else.test has joined with the password secret
//! ann and bob play brandubh          ann challenges, bob accepts: ann is to move; players who had not joined join first.
//!                                    The letters that say it has begun are remembered as (ann-1) and (bob-1), after the
//!                                    board. Options of the challenge follow: `play brandubh -clock=2d+1d`
//! ```
//!
//! Any step can end with `three times`, up to `twenty times`. A letter that no step mentions is an error, and so is an expectation of fewer
//! than five characters, which almost any letter would meet.

mod mailbox;
mod mails;
mod settings;
mod start;
mod steps;

use crate::laws;
use crate::letters::kinds;
use crate::links;
use crate::world::{CLUB, Received, World};
use chrono::TimeDelta;
use mailbox::{find_links, find_parts, fold, get, nothing_unread};
use mails::{answer, answer_with_files, bounce, fresh_mail, list_unsubscribe, reply};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use steps::{Step, repeated, steps};

#[derive(Default)]
struct Mailboxes {
    unread: BTreeMap<String, VecDeque<Received>>,
    last: BTreeMap<String, Received>,
    named: BTreeMap<String, Received>,
    returned: BTreeMap<String, Received>,
    sent: Option<(Vec<u8>, String, String)>,
    read: Vec<Received>,
}

/// Plays a dialog; returns the letters that were read in it, and the server that wrote them, as it stands then.
pub fn live(name: &str, source: &str) -> (World, Vec<Received>) {
    let mut world = World::new();
    let boxes = play_all(name, source, &mut world);
    (world, boxes.read)
}

/// Plays a dialog; returns the letters that were read in it.
pub fn run(name: &str, source: &str) -> Vec<Received> {
    try_one(name, source).unwrap_or_else(|trouble| panic!("{trouble}"))
}

fn try_one(name: &str, source: &str) -> Result<Vec<Received>, String> {
    let mut world = World::new();
    let boxes = try_all(name, source, &mut world)?;
    laws::hold_for(name, &boxes.read);
    laws::no_token_is_kept(name, &boxes.read, &world.file_at_the_end());
    Ok(boxes.read)
}

fn play_all(name: &str, source: &str, world: &mut World) -> Mailboxes {
    try_all(name, source, world).unwrap_or_else(|trouble| panic!("{trouble}"))
}

fn try_all(name: &str, source: &str, world: &mut World) -> Result<Mailboxes, String> {
    let mut boxes = Mailboxes::default();
    for step in steps(source) {
        let told = |trouble| format!("{name}:{}: {}\n{trouble}", step.line, step.words);
        let (words, times) = repeated(&step.words);
        let once = Step { line: step.line, words: words.to_owned(), block: step.block.clone() };
        for _ in 0..times {
            play(world, &mut boxes, &once).map_err(told)?;
        }
    }
    nothing_unread(&boxes).map_err(|trouble| format!("{name}: at the end\n{trouble}"))?;
    Ok(boxes)
}

fn play(world: &mut World, boxes: &mut Mailboxes, step: &Step) -> Result<(), String> {
    if let Some(done) = start::play(world, boxes, &step.words) {
        return done;
    }
    let words: Vec<&str> = step.words.split_whitespace().collect();
    match words[..] {
        ["nobody", "gets", "anything"] => nothing_unread(boxes),
        [who, "sends"] => {
            let raw = fresh_mail(world, who, &step.block);
            deliver(world, boxes, raw, who, CLUB);
            Ok(())
        }
        [who, "replies"] => {
            let letter = boxes.last.get(who).cloned().ok_or("this mailbox has got no letter yet")?;
            reply(world, boxes, who, &letter, &step.block);
            Ok(())
        }
        [who, "replies", "below", label] => {
            let letter = boxes.named.get(label).cloned().ok_or("no letter is remembered under this name")?;
            let below = Received { text: format!("{}\n{}", letter.text, step.block.join("\n")), ..letter };
            answer(world, boxes, who, &below, (&[], ""));
            Ok(())
        }
        [who, "has", "the", "file", name] => {
            let letter = boxes.last.get(who).ok_or("this mailbox has got no letter yet")?;
            let file = letter.files.iter().find(|(file, _)| file == name);
            let (_, text) = file.ok_or_else(|| format!("the files are {:?}", letter.files))?;
            let mut rest = text.lines();
            let missing = step.block.iter().find(|line| !rest.any(|have| have == line.as_str()));
            missing.map_or(Ok(()), |line| Err(format!("missing, in this order: {line}\n{text}")))
        }
        [who, "finds", "nothing", "of", ..] => {
            let letter = boxes.last.get(who).ok_or("this mailbox has got no letter yet")?;
            let words = step.words.splitn(5, ' ').nth(4).unwrap_or_default();
            let found = fold(&letter.text).contains(words);
            if found { Err(format!("it is there:\n{}", letter.text)) } else { Ok(()) }
        }
        [who, "finds", "the", "Subject", ..] => {
            let letter = boxes.last.get(who).ok_or("this mailbox has got no letter yet")?;
            let subject = step.words.splitn(5, ' ').nth(4).unwrap_or_default();
            if letter.subject == subject { Ok(()) } else { Err(format!("it is: {}", letter.subject)) }
        }
        [who, "finds", "the", "parts", ref kinds @ ..] => find_parts(boxes, who, kinds),
        [who, "finds", "no", "links"] => find_links(boxes, who, &[]),
        [who, "finds", "the", "links", ref labels @ ..] => find_links(boxes, who, labels),
        [who, "presses", ref label @ ..] => {
            let (label, letter) = match label {
                [label @ .., "in", name] => {
                    (label, boxes.named.get(*name).ok_or("no letter is remembered under this name")?)
                }
                label => (label, boxes.last.get(who).ok_or("this mailbox has got no letter yet")?),
            };
            let label = label.join(" ");
            let link = links::all(letter).into_iter().find(|link| link.label == label);
            let link = link.ok_or_else(|| format!("there is no such link:\n{}", letter.html))?;
            let raw = link.mail(who, &world.message_id(), &world.date(who), &step.block);
            deliver(world, boxes, raw, who, &link.to);
            Ok(())
        }
        [who, "replies", "with", "it"] => {
            let letter = boxes.last.get(who).cloned().ok_or("this mailbox has got no letter yet")?;
            answer_with_files(world, boxes, who, &letter, &step.block);
            Ok(())
        }
        [who, "replies", "to", label] => {
            let letter = boxes.named.get(label).cloned().ok_or("no letter is remembered under this name")?;
            reply(world, boxes, who, &letter, &step.block);
            Ok(())
        }
        [who, "bounces", status] | [who, "bounces", status, "twice"] => {
            let letter = boxes.unread.entry(who.to_owned()).or_default().pop_front();
            let letter = letter.ok_or("no letter to this mailbox has been written")?;
            for _ in 0..if words.len() == 4 { 2 } else { 1 } {
                let raw = bounce(world, &letter, status);
                deliver(world, boxes, raw, "", &letter.bounces_to);
            }
            boxes.returned.insert(who.to_owned(), letter);
            Ok(())
        }
        [who, "cannot", "unsubscribe"] => {
            let letter = boxes.last.get(who).ok_or("this mailbox has got no letter yet")?;
            list_unsubscribe(letter).map_or(Ok(()), |to| Err(format!("by a mail to {to}")))
        }
        [who, "unsubscribes", ref how @ ..] => {
            let reader = how.iter().find(|word| word.contains('@')).unwrap_or(&who);
            let letter = boxes.last.get(*reader).ok_or("this mailbox has got no letter yet")?;
            let to = list_unsubscribe(letter).ok_or("there is no address for it")?;
            let auto = if !how.contains(&"machine") { "" } else { "Auto-Submitted: auto-generated\n" };
            let raw = format!(
                "From: <{who}>\nTo: <{to}>\n{auto}Message-ID: <{}>\nSubject: unsubscribe\n\n{}\n",
                world.message_id(),
                step.block.join("\n")
            );
            deliver(world, boxes, raw.replace('\n', "\r\n").into_bytes(), who, &to);
            Ok(())
        }
        [who, "is", "away"] => {
            let letter = boxes.last.get(who).cloned().ok_or("this mailbox has got no letter yet")?;
            for (sender, path) in [(who, ""), ("", "Return-Path: <>\n")] {
                let raw = format!(
                    "{path}From: <{who}>\nAuto-Submitted: auto-replied\nMessage-ID: <{}>\nSubject: Away: Re: {}\n\n\
                     Room 550, back on 5.1.1. Else I would move.\n",
                    world.message_id(),
                    letter.subject
                );
                deliver(world, boxes, raw.replace('\n', "\r\n").into_bytes(), sender, &letter.bounces_to);
            }
            Ok(())
        }
        ["somebody", "guesses", "a", "bounce", "of", who] => {
            let letter = boxes.last.get(who).cloned().ok_or("this mailbox has got no letter yet")?;
            for to in ["tafl@club.test", "tafl+b.aaaaaaaaaaaaaaaa@club.test"] {
                let letter = Received { raw: Vec::new(), ..letter.clone() };
                let raw = bounce(world, &letter, "5.1.1");
                deliver(world, boxes, raw, "", to);
            }
            Ok(())
        }
        ["somebody", "tries", "dead", "keys", "for", who] => {
            for key in b'a'..=b'g' {
                let key = char::from(key).to_string().repeat(16);
                let id = world.message_id();
                let raw = format!("From: <{who}>\nTo: <{CLUB}>\nMessage-ID: <{id}>\nSubject: limit 3\n\n");
                deliver(world, boxes, raw.replace('\n', "\r\n").into_bytes(), who, &format!("tafl+a.{key}@club.test"));
            }
            Ok(())
        }
        [who, "gets", label, ..] if label.starts_with('(') => {
            let subject = step.words.splitn(4, ' ').nth(3).unwrap_or_default();
            let letter = get(boxes, who, subject, &step.block)?;
            boxes.named.insert(label.to_owned(), letter);
            Ok(())
        }
        [who, "gets", ..] => {
            let subject = step.words.splitn(3, ' ').nth(2).unwrap_or_default();
            get(boxes, who, subject, &step.block).map(|_| ())
        }
        [who, "writes", "at", offset] => {
            let offset = offset.parse().map_err(|_| "an offset is written like +0100")?;
            world.offsets.insert(who.to_owned(), offset);
            Ok(())
        }
        ["the", "same", "mail", "arrives", "again"] => {
            let (raw, from, to) = boxes.sent.clone().ok_or("no mail has been sent yet")?;
            deliver(world, boxes, raw, &from, &to);
            Ok(())
        }
        [count, unit, "pass" | "passes"] => {
            world.pass(lasting(count, unit)?);
            bring(world, boxes);
            Ok(())
        }
        ["there", "is", "no", "server", "for", count, unit] => {
            world.be_away(lasting(count, unit)?);
            bring(world, boxes);
            Ok(())
        }
        ["the", "clock", "is", "set", way, "by", count, unit] => {
            let by = lasting(count, unit)?;
            world.set_clock(if way == "back" { -by } else { by });
            bring(world, boxes);
            Ok(())
        }
        ["the", "operator", "puts", file] => {
            world.variants.insert(file.to_owned(), step.block.join("\n"));
            Ok(())
        }
        ["the", "operator", "removes", file] => {
            world.variants.remove(file).map(|_| ()).ok_or("there is no such file".to_owned())
        }
        ["the", "operator", "confirms", id] => world.confirm(id),
        ["the", "settings", "are"] => settings::apply(world, &step.block.join("\n")),
        ["the", "club", "has", "no", "plus", "addresses"] => {
            world.drop_plus_addresses();
            Ok(())
        }
        ["the", "provider", "puts", "its", "own", "sender", "on", "every", "envelope"] => {
            world.fix_the_envelope();
            Ok(())
        }
        ["the", "relay", "refuses", who, "with", ref answer @ ..] => {
            world.refused.insert(who.to_owned(), answer.join(" "));
            Ok(())
        }
        [who, "bounces", status, "again"] => {
            let letter = boxes.returned.get(who).cloned().ok_or("no letter to this mailbox has come back")?;
            let raw = bounce(world, &letter, status);
            deliver(world, boxes, raw, "", &letter.bounces_to);
            Ok(())
        }
        ["the", "relay", "takes", "letters", "to", who] => {
            world.refused.remove(who).map(drop).ok_or("it has never refused them".to_owned())
        }
        ["the", "server", "restarts"] => {
            world.restart();
            Ok(())
        }
        _ => Err("this is no step of a dialog".to_owned()),
    }
}

fn lasting(count: &str, unit: &str) -> Result<TimeDelta, String> {
    let count: i64 = count.parse().map_err(|_| "how long?")?;
    match unit.trim_end_matches('s') {
        "day" => Ok(TimeDelta::days(count)),
        "hour" => Ok(TimeDelta::hours(count)),
        "minute" => Ok(TimeDelta::minutes(count)),
        _ => Err("how long?".to_owned()),
    }
}

fn deliver(world: &mut World, boxes: &mut Mailboxes, raw: Vec<u8>, from: &str, to: &str) {
    world.deliver(&raw, from, to);
    boxes.sent = Some((raw, from.to_owned(), to.to_owned()));
    bring(world, boxes);
}

/// Puts the letters that were written since into their mailboxes.
fn bring(world: &mut World, boxes: &mut Mailboxes) {
    for letter in world.letters() {
        boxes.unread.entry(letter.to.clone()).or_default().push_back(letter);
    }
}

/// The files are told in parts, which run side by side.
const PARTS: usize = 4;

/// Every `.dialog` file, in order.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The files of one part. No two neighbours are in the same, because stories of one kind have names of one kind.
fn part(number: usize) -> Vec<PathBuf> {
    files().into_iter().skip(number).step_by(PARTS).collect()
}

fn name(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

/// Tells the dialogs of a part, each a whole story; with `DIALOG=name` those alone that are called so.
fn comes_true(number: usize) {
    let only = std::env::var("DIALOG").unwrap_or_default();
    let (mut held, mut wrong) = (BTreeSet::new(), Vec::new());
    let files = part(number);
    for file in files.iter().filter(|file| name(file).contains(&only)) {
        match try_one(&name(file), &std::fs::read_to_string(file).unwrap()) {
            Ok(letters) => held.extend(kinds::hold(&name(file), &letters)),
            Err(trouble) => wrong.push(trouble),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n----\n"));
    let golden: BTreeSet<&str> = files.iter().flat_map(|file| kinds::of(&name(file))).collect();
    assert!(!only.is_empty() || held == golden, "of the golden letters {golden:?} only {held:?} came about");
}

#[test]
fn every_dialog_comes_true_1() {
    comes_true(0);
}

#[test]
fn every_dialog_comes_true_2() {
    comes_true(1);
}

#[test]
fn every_dialog_comes_true_3() {
    comes_true(2);
}

#[test]
fn every_dialog_comes_true_4() {
    comes_true(3);
}

#[test]
fn the_parts_have_every_dialog_once_and_every_golden_letter() {
    let mut told: Vec<PathBuf> = (0..PARTS).flat_map(part).collect();
    told.sort();
    assert!(!told.is_empty());
    assert_eq!(told, files());
    let golden: BTreeSet<&str> = told.iter().flat_map(|file| kinds::of(&name(file))).collect();
    assert_eq!(golden, kinds::all());
    let tests = include_str!("mod.rs").matches("\n    comes_true(").count();
    assert_eq!(tests, PARTS, "each part is a test");
}

#[test]
fn a_dialog_says_what_is_wrong_with_it() {
    let joined = "ann and bob have joined\nann@fjord.test sends\n    Subject: games\n";
    for (source, says) in [
        ("ann dances\n", "x:1: ann dances\nthis is no step"),
        ("hob has joined\n", "who is this?"),
        ("ann has joined\nann has joined\n", "x:2: ann has joined\nanother subject"),
        ("ann and bob play chess\n", "no challenge: Your email to Taflpost"),
        ("the settings are\n    [club]\n    organisers = [\"ann\"]\n", "expected one of `name`"),
        ("the settings are\n    [trust]\n    level = \"high\"\n", "expected one of `strict`"),
        ("the settings are\n    [club]\n    name = \"Hnefi\"\n", "of [club] a dialog knows"),
        (&format!("{joined}ann@fjord.test gets Your email to Taflpost\n    ann\n"), "\"ann\" stands in many letters"),
        (joined, "x: at the end\nletters that nobody spoke of"),
        (&format!("{joined}ann@fjord.test gets Your email to Taflpost three times\n"), "no letter has come"),
    ] {
        let trouble = try_all("x", source, &mut World::new()).err().unwrap_or_default();
        assert!(trouble.contains(says), "{source}gives:\n{trouble}");
    }
    let times = "ann has joined\nann@fjord.test replies three times\n    games\nann@fjord.test gets Your email to Taflpost three times\n";
    assert_eq!(try_all("x", times, &mut World::new()).err(), None);
    assert_eq!(repeated("ann@fjord.test sends twenty times"), ("ann@fjord.test sends", 20));
    assert_eq!(repeated("many times"), ("many times", 1));
}
