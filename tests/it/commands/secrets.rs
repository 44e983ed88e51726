//! No typed password comes back, whatever verb it was typed with: every verb of this server and of pbmserv, with typing mistakes, in the
//! forms that take a login there. The test searches the letters to everybody, the operator's lists, and the whole database file.

use std::collections::BTreeSet;

use proptest::prelude::*;
use taflpost::command::{Command, PlayerAct, read, table};
use taflpost::store::{Reader, SpoolState};

use super::{catalogue, said};
use crate::world::{CLUB, World};

/// One that is odd in a sentence, and one that is a word as any other.
const PASSWORDS: [&str; 2] = ["Kodex7mus", "geheimwort"];

/// The verbs of pbmserv that this server does not have under that name.
const ELSEWHERE: [&str; 15] = [
    "broadcast",
    "confirm",
    "echo",
    "fetch",
    "list",
    "notify",
    "password",
    "prefs",
    "qmove",
    "replay",
    "showas",
    "submit",
    "swap",
    "pass",
    "userid",
];

/// The words of all commands, here and there.
pub(super) fn verbs() -> Vec<&'static str> {
    table::entries().flat_map(|entry| entry.words()).chain(ELSEWHERE).collect()
}

/// The forms in which an id and a password stand behind a verb.
fn forms(verb: &str, password: &str) -> Vec<String> {
    [
        format!("{verb} bob {password}"),
        format!("{verb} bob {password} 1"),
        format!("{verb} bob {password} ann carl"),
        format!("{verb} 1 bob {password}"),
        format!("{verb} 1 bob {password} d1-c1"),
        format!("{verb} 1 bob {password} ann"),
        format!("{verb} bob {password} all"),
        format!("{verb} bob {password} {password}"),
        format!("hnefatafl {verb} 1 bob {password} d1-c1 **"),
        format!("hnefatafl {verb} bob {password} ann"),
    ]
    .to_vec()
}

fn is_challenge(verb: &str) -> bool {
    table::entry(table::Verb::Challenge).words().any(|word| word == verb)
}

/// Behind these a player stands behind another as well.
fn looks(verb: &str) -> bool {
    [table::Verb::Show, table::Verb::Games, table::Verb::History]
        .into_iter()
        .any(|of| table::entry(of).words().any(|word| word == verb))
}

/// A slip of the hand: two letters swapped, one missing, one twice.
pub(super) fn slip(verb: &str, kind: usize, at: usize) -> String {
    let mut letters: Vec<char> = verb.chars().collect();
    let at = at % letters.len();
    match kind % 4 {
        0 => {}
        1 if at + 1 < letters.len() => letters.swap(at, at + 1),
        2 if letters.len() > 3 => drop(letters.remove(at)),
        _ => letters.insert(at, letters[at]),
    }
    letters.into_iter().collect()
}

/// Everything that is shown of a mail of this player's with this line: in the answers, and to the opponent.
pub(super) fn shows(line: &str, player: &str) -> Vec<String> {
    let mut shown = Vec::new();
    for (subject, body) in [
        (line, ""),
        ("", line),
        ("e5-e3", line),
        ("multiple", &format!("e5-e3\n{line}")),
        ("", &format!("Hello there\n{line}\nBye")),
    ] {
        let reading = read(subject, body, catalogue());
        // Who plays here is known to the club alone.
        let own = |complaint: &taflpost::command::Complaint| complaint.clone().without_login_of(player);
        for item in &reading.items {
            if let Err(complaint) = &item.command {
                shown.push(super::shown(&own(complaint)));
            }
        }
        shown.extend(reading.taken_as_words.iter().map(|complaint| super::shown(&own(complaint))));
        // Words behind a command that begin with its sender's id are withheld whatever follows: so much decides the worker.
        let mut reading = reading;
        for item in &mut reading.items {
            if taflpost::command::own_login(&item.beside, player) {
                item.beside.clear();
            }
        }
        // A message that is addressed to somebody called so is refused by the club, since there is none. So is one to its author.
        reading.items.retain(|item| !matches!(&item.command, Ok(Command::AsPlayer { act: PlayerAct::Message(ask), .. }) if ask.players == [player]));
        let (sent, _) = said(&reading);
        shown.push(taflpost::command::without_logins_of(&sent, player).0);
    }
    shown
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn no_slip_of_the_hand_brings_a_password_back(
        verb in prop::sample::select(verbs()), form in 0usize..10, kind in 0usize..4, at in 0usize..12, which in 0usize..2,
    ) {
        let password = PASSWORDS[which];
        // In a challenge another player stands behind one, and a word as any other may be that player. What is said in a chat passes whole.
        let password = if is_challenge(verb) || verb == "chat" { PASSWORDS[0] } else { password };
        let line = forms(&slip(verb, kind, at), password).swap_remove(form);
        for shown in shows(&line, "bob") {
            prop_assert!(!shown.to_lowercase().contains(&password.to_lowercase()), "{line}\n{shown}");
        }
    }
}

/// A mail of bob's with this line.
fn send(world: &mut World, subject: &str, body: &str) {
    let id = world.message_id();
    let date = world.now.to_rfc2822();
    let raw = format!(
        "From: bob@sund.test\nTo: {CLUB}\nSubject: {subject}\nMessage-ID: <{id}>\nDate: {date}\n\
         Content-Type: text/plain; charset=utf-8\n\n{body}\n"
    );
    world.deliver(raw.as_bytes(), "bob@sund.test", CLUB);
}

fn joined(world: &mut World, player: &str, address: &str) {
    let line = format!("signup {player}");
    for (subject, to) in [(line.as_str(), CLUB.to_owned()), ("yes", String::new())] {
        let to = if to.is_empty() { world.letters().pop().unwrap().reply_to.unwrap() } else { to };
        let id = world.message_id();
        let raw = format!("From: {address}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{id}>\n\nyes\n");
        let raw = if subject == "yes" { raw } else { raw.replace("\n\nyes\n", "\n\n\n") };
        world.deliver(raw.as_bytes(), address, &to);
    }
    assert!(world.letters().iter().any(|letter| letter.subject.contains("Welcome")), "{player} has joined");
}

#[test]
fn no_verb_brings_a_password_back_in_letters_lists_or_the_file() {
    let mut world = World::new();
    joined(&mut world, "ann", "ann@fjord.test");
    joined(&mut world, "bob", "bob@sund.test");
    let (mut letters, mut mails) = (Vec::new(), 0);
    // The forms in turn, so that each verb meets some and each form many verbs.
    for (at, verb) in verbs().into_iter().collect::<BTreeSet<_>>().into_iter().enumerate() {
        let password = PASSWORDS[if is_challenge(verb) || looks(verb) || verb == "chat" { 0 } else { at % 2 }];
        for line in forms(verb, password).into_iter().skip(at % 3).step_by(3) {
            match mails % 2 {
                0 => send(&mut world, &line, ""),
                _ => send(&mut world, "hello", &format!("{line}\nwith some words below")),
            }
            mails += 1;
            // Nobody's answers run out.
            world.wake(chrono::TimeDelta::hours(25));
            letters.extend(world.letters().into_iter().map(|letter| (line.clone(), letter)));
        }
    }
    assert!(mails > 200 && letters.len() > 100, "{mails} mails, {} letters", letters.len());
    let secret = |text: &str| PASSWORDS.iter().any(|password| text.to_lowercase().contains(&password.to_lowercase()));
    for (line, letter) in &letters {
        let shown = format!("{}\n{}\n{}\n{:?}", letter.subject, letter.text, letter.html, letter.files);
        assert!(!secret(&shown), "{line}\nto {}:\n{}\n{}", letter.to, letter.subject, letter.text);
    }
    let reader = Reader::open(&world.path()).unwrap();
    let notes: Vec<_> = reader.inbox(SpoolState::Done, 10_000).unwrap();
    assert!(notes.len() > 200);
    assert!(!secret(&format!("{notes:?}")));
    drop(reader);
    assert!(!secret(&String::from_utf8_lossy(&world.file_at_the_end())), "the file keeps a password as it was typed");
}
