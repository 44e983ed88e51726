//! A whole game through Postfix and Dovecot, with a server that crashes again and again.

use crate::lab::CLUB;
use crate::lab::club::{Club, Tls};
use crate::lab::mailbox::{Letter, Mailbox};
use crate::lab::provider::{Provider, wait_for};
use std::collections::{BTreeMap, BTreeSet};
use taflpost::store::{LetterState, Reader, SpoolState};

/// When the server is killed in the course of a half-move.
pub enum Fall {
    Never,
    /// It lies there when the mail comes: Postfix keeps the mail.
    Before,
    /// As soon as Postfix has taken the mail, wherever it is by then.
    HandedOver,
    /// As soon as the log says that the mail is in the spool, or
    Spooled,
    /// that its commands are carried out, or
    Done,
    /// that one of its two letters is with the relay.
    Sent,
}

/// The game of `tests/dialogs/first-game.dialog`: what is written, what is played, and what befalls the server.
pub const GAME: [(&str, &str, Fall); 10] = [
    ("a4-a3", "a4-a3", Fall::Never),
    ("C4-c7.", "c4-c7", Fall::HandedOver),
    ("b4-b7\n\nGot you.", "b4-b7xc7", Fall::Before),
    ("d4-a4", "d4-a4", Fall::Spooled),
    ("d1 f1", "d1-f1", Fall::Done),
    ("E4-E1xF1", "e4-e1xf1", Fall::Sent),
    ("move g4-g2#7", "g4-g2", Fall::Never),
    ("hnefatafl move 1 e1-d1", "e1-d1xd2", Fall::HandedOver),
    ("f4–f7", "f4-f7", Fall::Sent),
    ("a4-a7", "a4-a7", Fall::Never),
];

/// What each player gets before the first half-move: sign-up, welcome, challenge and its answer. Then one for each.
pub const LETTERS_BEFORE: usize = 4;

pub fn sign_up(mailbox: &mut Mailbox, club: &str, id: &str) -> Letter {
    mailbox.writes(club, &format!("signup {id}"), "");
    let question = mailbox.gets("To join, answer this letter");
    mailbox.replies(&question, "");
    mailbox.gets(&format!("Welcome, {id}."))
}

#[test]
fn a_game_is_played_to_its_end_though_the_server_falls_seven_times() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    club.serve();
    let mut ann = Mailbox::open(&provider, "ann@players.test");
    let mut bob = Mailbox::open(&provider, "bob@players.test");

    let welcome = sign_up(&mut ann, CLUB, "ann");
    sign_up(&mut bob, CLUB, "bob");
    ann.replies(&welcome, "brandubh challenge ann bob\nHello Bob, shall we play the small one?");
    let challenge = bob.gets("ann invites you to a game");
    bob.replies(&challenge, "accept");
    ann.gets("Your challenge to bob is on its way");
    bob.gets("You have accepted, and the game begins.");
    let mut turn = ann.gets("bob has accepted, and the game begins.");

    // The club counts letters too, by the same numbers.
    let mut mails_sent = 6;
    for (ply, (words, play, fall)) in (1..).zip(&GAME) {
        let (mover, other, name) = if ply % 2 == 1 { (&mut ann, &mut bob, "ann") } else { (&mut bob, &mut ann, "bob") };
        if matches!(fall, Fall::Before) {
            club.kill();
        }
        club.has_said();
        mover.replies(&turn, words);
        mails_sent += 1;
        let moment = match fall {
            Fall::Never | Fall::Before | Fall::HandedOver => None,
            // Not by its number: a mail that came again after a fall has taken one too.
            Fall::Spooled => Some("was stored (lmtp".to_owned()),
            Fall::Done => Some("was handled".to_owned()),
            Fall::Sent => Some(format!("letter {} was sent", 2 * LETTERS_BEFORE + 2 * ply)),
        };
        if let Some(moment) = moment {
            club.hears(&moment);
        }
        if matches!(fall, Fall::Before) {
            provider.wait_until_a_mail_is_put_off();
        }
        if !matches!(fall, Fall::Never) {
            club.kill();
            club.serve();
        }
        let bare = play.split('x').next().unwrap();
        mover.gets(&format!("You moved {bare}"));
        turn = other.gets(&format!("{name} moved {bare}"));
    }
    ann.gets("bob won board 1: the king escaped on a7.");

    // Letters that were sent a second time may still be under way.
    wait_for("nothing is under way", || {
        let quiet = club.list(&["queue", "list"]).is_empty() && club.list(&["inbox", "list"]).is_empty();
        (quiet && provider.queues().is_empty()).then_some(())
    });
    ann.look();
    bob.look();
    club.stop();

    every_play_was_made_once(&club);
    every_mail_was_handled_once(&club, mails_sent);
    every_letter_lies_in_its_mailbox(&club, &[&ann, &bob]);
    for letter in ann.letters.iter().chain(&bob.letters) {
        a_letter_came_through_unharmed(letter);
    }
    nobody_holds_a_key_of_the_other(&ann, &bob);
    nobody_holds_a_key_of_the_other(&bob, &ann);
}

pub fn every_play_was_made_once(club: &Club) {
    let game = club.asks(&["game", "show", "1"]).unwrap();
    let plays: Vec<&str> =
        game["plays"].as_array().unwrap().iter().map(|play| play["play"].as_str().unwrap()).collect();
    assert_eq!(plays, GAME.map(|(_, play, _)| play));
    assert_eq!(
        (&game["stage"], &game["winner"], &game["reason"]),
        (&"won".into(), &"defenders".into(), &"king-escaped".into())
    );
    assert_eq!(club.list(&["game", "list", "--all"]).len(), 1);
}

pub fn every_mail_was_handled_once(club: &Club, mails_sent: usize) {
    let reader = Reader::open(&club.database()).unwrap();
    let mails = |state| reader.inbox(state, 1_000).unwrap();
    assert_eq!(mails(SpoolState::Spooled), []);
    assert_eq!(mails(SpoolState::Failed), []);
    assert_eq!(mails(SpoolState::Done).len(), mails_sent);
    let status = club.run(&["status"]);
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
}

/// What the database calls sent and what lies in the mailboxes are the same; a letter that lies there twice is twice the
/// same letter.
pub fn every_letter_lies_in_its_mailbox(club: &Club, mailboxes: &[&Mailbox]) {
    let reader = Reader::open(&club.database()).unwrap();
    for state in [LetterState::Waiting, LetterState::GivenUp] {
        assert_eq!(reader.queue(state, 1_000).unwrap(), []);
    }
    let sent = reader.queue(LetterState::Sent, 1_000).unwrap();
    for mailbox in mailboxes {
        let to_him = sent.iter().filter(|letter| letter.to == mailbox.address);
        let written = to_him.count();
        assert_eq!(written, LETTERS_BEFORE + GAME.len(), "{}", mailbox.address);
        let mut came: BTreeMap<String, &[u8]> = BTreeMap::new();
        for letter in &mailbox.letters {
            let id = letter.header("Message-ID");
            let first = came.entry(id.clone()).or_insert_with(|| letter.as_sent());
            assert!(*first == letter.as_sent(), "two letters call themselves {id}");
        }
        assert_eq!(came.len(), written, "{}", mailbox.address);
        println!("{}: {} letters, {} of them twice", mailbox.address, came.len(), mailbox.letters.len() - came.len());
    }
}

fn a_letter_came_through_unharmed(letter: &Letter) {
    let shown = String::from_utf8_lossy(letter.raw());
    let kinds: Vec<String> = letter.parts().into_iter().map(|(kind, _)| kind).collect();
    // A letter with a board has its picture beside the HTML text.
    let has_picture = shown.contains("Content-Type: image/png");
    assert_eq!(kinds, ["text/plain", if has_picture { "multipart/related" } else { "text/html" }], "{shown}");
    assert_eq!(has_picture, letter.text().contains("A B C D E F G"), "{shown}");
    assert!(["auto-generated", "auto-replied"].contains(&letter.header("Auto-Submitted").as_str()), "{shown}");
    assert_eq!(letter.header("From"), format!("Taflpost <{CLUB}>"));
    // Every letter in this story can be answered.
    let key = key_in(&letter.header("Reply-To"));
    assert!(key.is_some(), "{shown}");
    assert_eq!(key_in(letter.header("Message-ID").trim_matches(['<', '>'])), key, "{shown}");
    let sender = letter.header("Return-Path");
    if letter.header("Subject").starts_with("Please confirm") {
        assert_eq!(sender, "<>", "a letter to an address that nobody has confirmed must not come back");
    } else {
        let bounces = sender.trim_matches(['<', '>']);
        assert!(bounces.starts_with("club+b.") && bounces.ends_with("@tafl.test"), "{sender}");
        assert!(key_in(bounces).is_some_and(|own| Some(own) != key), "{sender}");
    }
}

/// The key in `club+12.KEY@tafl.test` or `12.7.KEY@tafl.test`.
fn key_in(address: &str) -> Option<String> {
    let key = address.strip_suffix("@tafl.test")?.rsplit_once('.')?.1;
    (key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_alphanumeric())).then(|| key.to_lowercase())
}

fn nobody_holds_a_key_of_the_other(owner: &Mailbox, other: &Mailbox) {
    let headers = ["Reply-To", "Message-ID", "Return-Path"];
    let found = owner.letters.iter().flat_map(|letter| headers.map(|name| letter.header(name)));
    let keys: BTreeSet<String> = found.filter_map(|header| key_in(header.trim_matches(['<', '>']))).collect();
    assert!(keys.len() >= GAME.len());
    for letter in &other.letters {
        let mut shown = String::from_utf8_lossy(letter.raw()).into_owned();
        shown.extend(letter.parts().into_iter().map(|(_, text)| text));
        // In a letter's text a key is written in groups.
        let shown = shown.to_lowercase().replace('-', "");
        for key in &keys {
            assert!(!shown.contains(key), "a letter to {} holds a key of {}:\n{shown}", other.address, owner.address);
        }
    }
}
