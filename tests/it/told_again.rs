//! What came back from a player's only address is sent once more, and a made-up report gains nothing.

use crate::world::{CLUB, Received, World};
use chrono::{DateTime, TimeDelta, Utc};

const ANN: &str = "ann@fjord.test";
const BOB: &str = "bob@sund.test";

fn send(world: &mut World, from: &str, to: &str, words: &str) -> Vec<Received> {
    let id = world.message_id();
    let mail = format!("From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{id}>\r\n\r\n{words}\r\n");
    world.deliver(mail.as_bytes(), from, to);
    world.letters()
}

fn to<'a>(letters: &'a [Received], reader: &str) -> &'a Received {
    letters.iter().rfind(|letter| letter.to == reader).unwrap()
}

fn reply(world: &mut World, letter: &Received, words: &str) -> Vec<Received> {
    let (from, to) = (letter.to.clone(), letter.reply_to.clone().unwrap());
    send(world, &from, &to, words)
}

/// A report that a letter came back, as anybody can write it who holds the letter.
fn report(world: &mut World, letter: &Received, status: &str) -> Vec<Received> {
    let (id, back) = (world.message_id(), &letter.bounces_to);
    let mail = format!(
        "From: MAILER-DAEMON@mx.test\nTo: <{back}>\nMessage-ID: <{id}>\nSubject: Undelivered Mail\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\n\nSorry.\n--x\n\
         Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.test\n\nAction: failed\nStatus: {status}\n--x--\n"
    );
    world.deliver(mail.replace('\n', "\r\n").as_bytes(), "", back);
    world.letters()
}

/// Ann has moved, and Bob has two days. The letter that tells him so comes back with the world.
fn bobs_turn(vacation_days: u32) -> (World, Received) {
    let mut world = World::new();
    world.rules.vacation_days = vacation_days;
    let mut welcome = Vec::new();
    for (who, address) in [("ann", ANN), ("bob", BOB)] {
        let asked = send(&mut world, address, CLUB, &format!("signup {who}"));
        welcome.extend(reply(&mut world, &asked[0], "yes"));
    }
    reply(&mut world, &welcome[1], "set reminders off");
    let sent = reply(&mut world, &welcome[0], "brandubh challenge ann bob -clock=2d/move,grace=1h");
    let begun = reply(&mut world, to(&sent, BOB), "accept");
    let told = reply(&mut world, to(&begun, ANN), "a4-a3");
    let turn = to(&told, BOB).clone();
    assert!(turn.text.contains("Your turn, board 1:"), "{}", turn.text);
    (world, turn)
}

fn ask<T: rusqlite::types::FromSql>(world: &World, sql: &str) -> T {
    rusqlite::Connection::open(world.path()).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Lets time pass until the game is lost, an hour at a time, and gives each letter to Bob away. The answer is when.
fn until_lost(world: &mut World, mut see: impl FnMut(&mut World, &Received)) -> DateTime<Utc> {
    while ask::<String>(world, "SELECT stage FROM game") == "running" {
        world.pass(TimeDelta::hours(1));
        for letter in world.letters() {
            if letter.to == BOB && letter.text.contains("Your turn, board") {
                see(world, &letter);
            }
        }
    }
    DateTime::from_timestamp_micros(ask(world, "SELECT touched FROM game")).unwrap()
}

/// A thousand reports about a letter, by its reader or by somebody who has got hold of it.
#[test]
fn a_thousand_made_up_reports_bring_one_letter_more_and_no_time_but_vacation() {
    for (status, vacation_days) in [("5.7.1", 30), ("5.7.1", 2), ("5.7.1", 0), ("5.2.2", 30), ("5.2.2", 0)] {
        let (mut peace, _) = bobs_turn(vacation_days);
        let lost_in_peace = until_lost(&mut peace, |_, letter| panic!("{}", letter.text));

        let (mut world, turn) = bobs_turn(vacation_days);
        let began = world.now;
        let mut letters = 0;
        let hammer = |world: &mut World, letter: &Received| {
            // The first world sees a thousand.
            for _ in 0..if (status, vacation_days) == ("5.7.1", 30) { 500 } else { 20 } {
                let written = report(world, letter, status);
                assert!(written.iter().all(|letter| letter.to == ANN), "{}", written[0].text);
            }
        };
        hammer(&mut world, &turn);
        let lost = until_lost(&mut world, |world, letter| {
            letters += 1;
            hammer(world, letter);
        });
        assert_eq!(letters, 1, "{status} with {vacation_days} days");
        let vacation: i64 = ask(&world, "SELECT coalesce(sum(ends - begins), 0) FROM clock_held");
        let vacation = TimeDelta::microseconds(vacation);
        // The reports themselves take a second each, and the server looks each quarter of an hour.
        let gained = lost - lost_in_peace - TimeDelta::minutes(45);
        assert!(gained <= vacation, "{status} with {vacation_days} days: {gained} for {vacation}");
        assert!(vacation <= TimeDelta::days(vacation_days.into()), "{vacation} of {vacation_days} days");
        assert!(lost - began <= TimeDelta::days(10), "{status} with {vacation_days} days: {}", lost - began);
    }
}

#[test]
fn what_is_to_be_told_again_outlives_a_fall_and_is_told_once() {
    let (mut world, turn) = bobs_turn(30);
    report(&mut world, &turn, "5.2.2");
    world.restart();
    world.pass(TimeDelta::hours(5));
    assert_eq!(world.letters().len(), 0);
    world.restart();
    world.pass(TimeDelta::hours(1));
    let told = world.letters();
    assert_eq!(told.iter().map(|letter| letter.to.as_str()).collect::<Vec<_>>(), [BOB], "once");
    world.restart();
    world.pass(TimeDelta::hours(24));
    assert_eq!(world.letters().len(), 0);
    let moved = reply(&mut world, &told[0], "c4-c7");
    assert!(to(&moved, ANN).text.contains("bob moved c4-c7"), "its key is as good as that of the first");
}

/// The time that nobody served is no time of his, and he is told when there is a server again.
#[test]
fn what_is_to_be_told_again_waits_for_a_server() {
    let (mut world, turn) = bobs_turn(30);
    report(&mut world, &turn, "5.2.2");
    world.be_away(TimeDelta::days(3));
    let told: Vec<Received> = world.letters().into_iter().filter(|letter| letter.to == BOB).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].text.contains("Your time: 2 days, until Thu 26 Nov 2026"), "{}", told[0].text);
    let lost = until_lost(&mut world, |_, letter| panic!("{}", letter.text));
    assert!(lost - world.now < TimeDelta::hours(1) && world.now.to_string().starts_with("2026-11-26"), "{lost}");
}
