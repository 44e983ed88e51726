//! What is left of a player whose account is closed: the id and the games, and nothing that says who the player was.

use super::*;
use taflpost::club::{Purpose, Token};
use taflpost::command::{Setting, Wanted};
use taflpost::store::Verdict;

/// Every value of every table that holds this text, as `table.column`.
fn places_of(world: &World, text: &str) -> Vec<String> {
    let connection = rusqlite::Connection::open(world.path()).unwrap();
    let column = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let mut found = Vec::new();
    for table in column("SELECT name FROM sqlite_schema WHERE type = 'table'") {
        for name in column(&format!("SELECT name FROM pragma_table_info('{table}')")) {
            let sql = format!("SELECT count(*) FROM \"{table}\" WHERE instr(lower(cast(\"{name}\" AS TEXT)), ?1) > 0");
            let rows: i64 = connection.query_row(&sql, [text], |row| row.get(0)).unwrap();
            if rows > 0 {
                found.push(format!("{table}.{name}"));
            }
        }
    }
    found
}

#[test]
fn whoever_leaves_takes_along_all_but_id_and_games() {
    let mut world = World::with_a_game();
    let secret = "$argon2id$v=19$secret-of-bob";
    let token = |purpose, n| Change::TokenIssued { hash: hash(n), purpose, expires: days(9) };
    let letter_of_bob = Purpose::Letter { player: id("bob") };
    world.apply(&[
        Change::PasswordSet { player: id("bob"), password_hash: Some(secret.to_owned()) },
        Change::AddressAdded { player: id("bob"), address: address("bob@secret.example"), first: false, at: noon() },
        Change::SettingChanged { player: id("bob"), setting: Setting::Reminders(Wanted::Off) },
        Change::AddressSuspended {
            player: id("bob"),
            address: address("bob@secret.example"),
            status: "5.1.1".parse().unwrap(),
            at: noon(),
        },
        token(letter_of_bob.clone(), 71),
        token(Purpose::Address { player: id("bob"), address: address("new@secret.example"), first: true }, 72),
        token(Purpose::TakeBack { player: id("bob"), address: address("old@secret.example"), since: noon() }, 73),
    ]);
    let to_bob = |to: &str| NewLetter {
        reader: Some(id("bob")),
        bytes: b"To: bob@secret.example\r\n\r\nsecret.example".to_vec(),
        ..letter(to)
    };
    let sent = world.handle(|tx| {
        tx.enqueue(&to_bob("Bob@example.org"))?;
        tx.enqueue(&to_bob("bob@secret.example"))
    });
    world.store.take_in(&[], &[(sent, Verdict::Sent)], noon()).unwrap();
    let mail = NewMail { envelope_from: Some("bob@secret.example".to_owned()), ..mail(7) };
    world.store.take_in(&[mail], &[], noon()).unwrap();
    world.store.work(9, noon(), done).unwrap();
    assert!(world.handle(|tx| tx.token(&hash(71), noon())).is_some());
    for text in ["bob@example.org", "secret.example", "argon2"] {
        assert!(!places_of(&world, text).is_empty(), "{text} is there before");
    }

    world.apply(&[
        reached(1, Stage::Ended(taflpost::club::Ending::Agreed)),
        Change::PlayerDeleted { player: id("bob") },
    ]);

    for text in ["bob@example.org", "secret.example", "argon2"] {
        assert_eq!(places_of(&world, text), [""; 0], "{text}");
    }
    assert_eq!(world.handle(|tx| tx.token(&hash(71), noon())), None::<Token>);
    let view = world.view(&Needs { players: [id("bob")].into(), ids: true, ..about(&[1]) });
    assert_eq!((view.ids, view.gone.contains(&id("bob"))), (vec![id("ann")], true));
    assert!(!view.players.contains_key(&id("bob")) && view.games[&1].head.defenders == id("bob"));
    let listed: Vec<_> = world.reader().players().unwrap().into_iter().map(|player| player.id).collect();
    assert_eq!(
        (listed, world.reader().counts().unwrap().players),
        (vec![id("ann")], 1),
        "the operator sees who is there"
    );
    let again = Change::PlayerDeleted { player: id("bob") };
    assert!(!world.refused(&again).is_empty());
    assert!(!world.refused(&joined("bob")).is_empty(), "the id is not to be had");
}

/// Delivery may have a letter under way while its reader leaves: the mark of that one would be taken for another's.
#[test]
fn no_letter_gets_the_number_of_one_that_went_with_its_reader() {
    let mut world = World::with_a_game();
    let to_bob = NewLetter { reader: Some(id("bob")), ..letter("bob@example.org") };
    let last = world.handle(|tx| tx.enqueue(&to_bob));
    world.apply(&[
        reached(1, Stage::Ended(taflpost::club::Ending::Agreed)),
        Change::PlayerDeleted { player: id("bob") },
    ]);
    assert_eq!(places_of(&world, "bob@example.org"), [""; 0]);
    let next = world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    assert!(next > last, "{next} after {last}");
    world.store.take_in(&[], &[(last, Verdict::Sent)], noon()).unwrap();
    let waiting: Vec<i64> = world.store.due(noon(), 9).unwrap().iter().map(|due| due.id).collect();
    assert_eq!(waiting, [next]);
}
