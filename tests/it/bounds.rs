//! Limits: how many games a player can have open, however many other players wait for them, and how much of a mail is recorded.

use crate::world::{CLUB, Received, World};
use chrono::TimeDelta;

/// A board with rules of its own, so that no challenge is the same as another.
const CHALLENGE: &str = "-rules=dim:7 ks:c esc:e cor: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

struct Club(World);

impl Club {
    /// A mail from a player, in answer to the letter that welcomed him: what comes back to him, if anything does.
    fn send(&mut self, who: &str, key: &str, text: &str) -> Vec<Received> {
        let (from, id) = (format!("{who}@fjord.test"), self.0.message_id());
        let mail = format!("From: <{from}>\nTo: <{key}>\nMessage-ID: <{id}>\n\n{text}\n").replace('\n', "\r\n");
        self.0.deliver(mail.as_bytes(), &from, key);
        self.0.letters().into_iter().filter(|letter| letter.to == from).collect()
    }

    /// Joins; the address that answers the welcome.
    fn join(&mut self, who: &str) -> String {
        let asked = self.send(who, CLUB, &format!("signup {who}"));
        let welcome = self.send(who, &asked[0].reply_to.clone().unwrap(), "yes");
        welcome[0].reply_to.clone().unwrap()
    }

    /// Sends so many challenges, as fast as is allowed; the boards they got.
    fn challenge(&mut self, (who, key): (&str, &str), whom: &str, times: usize) -> usize {
        let mut sent = 0;
        while sent < times {
            let now = (times - sent).min(20);
            let lines = format!("challenge {who} {whom} {CHALLENGE}\n").repeat(now);
            let letters = self.send(who, key, &lines);
            let told = letters.iter().filter(|letter| letter.text.contains("is on its way")).count();
            assert_eq!(told, now, "{:?}", letters.last());
            sent += now;
            self.0.pass(TimeDelta::hours(2));
        }
        sent
    }
}

#[test]
fn a_player_has_a_hundred_open_games_of_his_own_whoever_challenges_him() {
    let mut club = Club(World::new());
    let [ann, bob, dan, _] = ["ann", "bob", "dan", "cid"].map(|who| (who, club.join(who)));
    club.challenge((bob.0, &bob.1), "ann", 50);
    club.challenge((dan.0, &dan.1), "ann", 60);
    // The challenges of others take no room; ann's own do.
    club.challenge((ann.0, &ann.1), "cid", 100);
    let full = "ann has reached the maximum number of open games";
    let letters = club.send("ann", &ann.1, &format!("challenge ann cid {CHALLENGE}"));
    assert!(letters[0].text.contains(full), "{}", letters[0].text);
    // Nor can ann begin a game by accepting one.
    let letters = club.send("ann", &ann.1, "accept 1");
    assert!(letters[0].text.contains(full), "{}", letters[0].text);
    club.send("ann", &ann.1, "withdraw 111");
    let letters = club.send("ann", &ann.1, "accept 1");
    assert!(letters[0].text.contains("the game begins"), "{}", letters[0].text);
}

#[test]
fn the_same_challenge_is_found_behind_any_number_of_others() {
    let mut club = Club(World::new());
    let [ann, bob, dan] = ["ann", "bob", "dan"].map(|who| (who, club.join(who)));
    club.challenge((bob.0, &bob.1), "ann", 80);
    club.challenge((dan.0, &dan.1), "ann", 40);
    let letters = club.send("bob", &bob.1, "brandubh challenge ann bob");
    assert!(letters[0].text.contains("is on its way"), "{}", letters[0].text);
    let letters = club.send("ann", &ann.1, "brandubh challenge ann bob");
    assert!(letters[0].text.contains("the game begins"), "{}", letters[0].text);
}

#[test]
fn what_was_typed_is_not_written_down() {
    let mut club = Club(World::new());
    let ann = club.join("ann");
    for line in ["games ann xyzzy", "show xyzzy", "help xyzzy", "move 17 ann xyzzy e5-e3", "signup ann xyzzy", "xyzzy"]
    {
        club.send("ann", &ann, line);
    }
    let file = club.0.file_at_the_end();
    assert!(!String::from_utf8_lossy(&file).contains("xyzzy"));
}
