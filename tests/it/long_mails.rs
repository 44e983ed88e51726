//! A mail that is too long to be read in full: its sender learns where reading ended, and half a line is not a command.

use crate::world::{CLUB, Received, World};
use taflpost::mail::limits::TEXT_BYTES_MAX;

const ANN: &str = "ann@fjord.test";

fn send(world: &mut World, to: &str, subject: &str, body: &str) -> Vec<Received> {
    let id = world.message_id();
    let raw = format!("From: {ANN}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{id}>\n\n{body}\n");
    world.deliver(raw.as_bytes(), ANN, to);
    world.letters()
}

/// A world in which Ann is a player, and the address that answers her letter.
fn joined() -> (World, String) {
    let mut world = World::new();
    let asked = send(&mut world, CLUB, "signup ann", "");
    let welcome = send(&mut world, asked[0].reply_to.as_ref().unwrap(), "yes", "yes");
    let to = welcome[0].reply_to.clone().unwrap();
    (world, to)
}

fn single(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn where_the_reading_of_a_long_mail_ended_is_told() {
    let (mut world, to) = joined();
    let long = format!("{}\nThis is the last line.\n", "word ".repeat(TEXT_BYTES_MAX / 5 - 50));
    let rest = format!("limit 3 and a half {}\nset language de\n", "is half a line ".repeat(100));
    let answers = send(&mut world, &to, "hello", &format!("whoami\n{long}{rest}"));
    let told = single(&answers[0].text);
    assert!(told.contains("You are ann."), "{told}");
    assert!(told.contains("We read it up to this line. What comes below it was not done"), "{told}");
    assert!(told.contains("| This is the last line. Send the rest again in an email of its own."), "{told}");
    let answers = send(&mut world, &to, "hello", "set");
    assert!(answers[0].text.contains("language      club"), "{}", answers[0].text);
}

#[test]
fn nothing_is_said_where_what_was_not_read_is_a_letter_of_ours_or_short() {
    let (mut world, to) = joined();
    let quoted = "> a line of the letter that is answered, and it has many\n".repeat(TEXT_BYTES_MAX / 50);
    for body in [format!("whoami\n\nOn 21 Nov 2026 at 10:00, Taflpost wrote:\n{quoted}"), "whoami".to_owned()] {
        let answers = send(&mut world, &to, "hello", &body);
        assert!(answers[0].text.contains("You are ann."));
        assert!(!single(&answers[0].text).contains("We read it up to this line"), "{}", answers[0].text);
    }
}
