//! A server that was off for days: what its players did in the meantime counts.

use super::*;
use chrono::{DateTime, TimeDelta, Utc};
use std::time::SystemTime;

/// Puts the clock of a board, and the last that was heard of a server, into the past.
fn let_pass(house: &House, number: u32, (since, heard): (TimeDelta, TimeDelta)) {
    let now: DateTime<Utc> = SystemTime::now().into();
    let at = |ago: TimeDelta| (now - ago).timestamp_micros();
    let file = rusqlite::Connection::open(house.database()).unwrap();
    let time = TimeDelta::days(10);
    let sql = "UPDATE game SET since = ?2, deadline = ?3, due = ?3 WHERE number = ?1";
    assert_eq!(file.execute(sql, (number, at(since), at(since - time))).unwrap(), 1);
    // On another start of the machine: how long it was awake tells nothing then.
    let sql = "UPDATE clockwork_look SET at = ?1, boot = zeroblob(16)";
    assert_eq!(file.execute(sql, [at(heard)]).unwrap(), 1);
}

/// The first mails that a server hears have waited for it elsewhere. It heard them before it gave clocks their time back, and called a
/// move late whose player had had two days left when the server went away.
#[test]
fn a_move_that_waited_for_a_server_is_in_time() {
    let house = House::new();
    let server = house.serve();
    let [mut ann, mut bob] = ["ann", "bob"].map(|id| Player::new(&house, id.to_owned()));
    for player in [&mut ann, &mut bob] {
        player.write(&format!("signup {}", player.id));
        let letter = player.wait_for("a request", 1, |letter| letter.subject.starts_with("Please confirm"));
        player.answer(&letter, "");
    }
    let welcome = |letter: &Letter| letter.subject.starts_with("Welcome");
    bob.wait_for("a welcome", 1, welcome);
    let letter = ann.wait_for("a welcome", 1, welcome);
    ann.answer(&letter, "brandubh challenge ann bob");
    let challenge = bob.wait_for("a challenge", 1, |letter| letter.board.is_some());
    bob.answer(&challenge, "accept");
    let (number, _) = challenge.board.unwrap();
    let turn = board(&mut ann, number, 0);
    server.end(End::Told);

    let_pass(&house, number, (TimeDelta::days(11), TimeDelta::days(3)));
    let mail = ann.answer_in_words(&turn, "a4-a3");
    let mut pipe = house.taflpost(&["deliver", "--to", &turn.reply_to()]).stdin(Stdio::piped()).spawn().unwrap();
    pipe.stdin.take().unwrap().write_all(mail.as_bytes()).unwrap();
    assert!(pipe.wait().unwrap().success());

    let server = house.serve();
    let reader = Reader::open(&house.database()).unwrap();
    poll("the end of all work", || is_at_rest(&reader.counts().unwrap()).then_some(()));
    server.end(End::Told);
    let game = reader.game(number).unwrap().unwrap();
    let said = reader.inbox(SpoolState::Done, 1).unwrap();
    assert_eq!((game.head.plies, game.head.is_open()), (1, true), "{said:?}");
}
