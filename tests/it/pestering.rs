//! Letters that one player causes to another are counted; those about moves are not.

use crate::world::{CLUB, Received, World};

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

/// Squares through which a piece of each walks.
const ANN_WALKS: &str = "d1 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 b11 b10 b9 b8 b7 c7 c8 d8 d9 d10 e10";
const BOB_WALKS: &str = "f4 g4 h4 i4 i3 i2 i1 j1 j2 j3 i3 i4 h4 g4 f4 e4 d4 d3 d2 c2 c1 b1 b2";

#[test]
fn two_who_play_fast_can_challenge_each_other_still() {
    for digest in ["off", "18"] {
        let mut world = World::new();
        let mut welcome = Vec::new();
        for (who, address) in [("ann", ANN), ("bob", BOB)] {
            let asked = send(&mut world, address, CLUB, &format!("signup {who}"));
            welcome.extend(reply(&mut world, &asked[0], "yes"));
        }
        reply(&mut world, &welcome[1], &format!("set digest {digest}"));
        let squares = |walks: &str| walks.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (ann, bob) = (squares(ANN_WALKS), squares(BOB_WALKS));
        let mut moves = 0;
        for number in [1, 2] {
            let sent = reply(&mut world, &welcome[0], "copenhagen challenge ann bob");
            assert!(to(&sent, ANN).text.contains("is on its way"), "{digest}: {}", to(&sent, ANN).text);
            let begun = reply(&mut world, &welcome[1], &format!("accept {number}"));
            let mut turn = to(&begun, ANN).clone();
            for (ann, bob) in ann.windows(2).zip(bob.windows(2)) {
                let told = reply(&mut world, &turn, &format!("{}-{}\nYour turn, my friend.", ann[0], ann[1]));
                let mine = told.iter().find(|letter| letter.to == ANN).unwrap();
                assert!(mine.text.contains("You moved"), "{}", mine.text);
                // Bob, who may get one letter a day, answers from the board's number.
                let told = reply(&mut world, &welcome[1], &format!("move {number} {}-{}\nNow you.", bob[0], bob[1]));
                turn = to(&told, ANN).clone();
                assert!(turn.text.contains("bob moved"), "{}", turn.text);
                moves += 2;
            }
        }
        assert!(moves >= 60, "{moves}");
        let sent = reply(&mut world, &welcome[0], "brandubh challenge ann bob");
        assert!(sent.iter().all(|letter| !letter.text.contains("because of you")), "{digest}: {}", sent[0].text);
        assert!(to(&sent, ANN).text.contains("board 3"), "{digest}: {}", to(&sent, ANN).text);
        let sent = reply(&mut world, &welcome[1], "message ann\nOne more?");
        assert!(to(&sent, ANN).text.contains("One more?"), "{digest}: {}", to(&sent, ANN).text);
    }
}
