//! What came of a mail: what the server has done, what it asks, and what it has answered.

use super::situations::{ANNA, Situation, send};
use crate::world::{Received, World};
use rusqlite::Connection;
use std::collections::BTreeSet;

/// What came of a mail.
pub struct Outcome {
    /// What was done.
    pub done: Vec<String>,
    /// The lines that are asked about.
    pub asked: Vec<String>,
    /// The ids of those who are asked whether they want to join.
    pub joining: Vec<String>,
    /// What its author got.
    pub letters: Vec<Received>,
    /// What comes after a yes to the question whether they want to join.
    pub after: Option<Box<Outcome>>,
}

/// What the file of a server says.
#[derive(Default)]
struct State {
    players: BTreeSet<String>,
    joining: BTreeSet<String>,
    boards: BTreeSet<String>,
    asked: BTreeSet<String>,
    settings: BTreeSet<String>,
}

impl State {
    fn of(world: &World) -> State {
        let file = Connection::open(world.path()).unwrap();
        let column = |query: &str| -> BTreeSet<String> {
            let mut query = file.prepare(query).unwrap();
            query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
        };
        State {
            players: column("SELECT id FROM player"),
            joining: column("SELECT player FROM signup"),
            boards: column(
                "SELECT 'board ' || number || ' ' || attackers || ' ' || defenders || ' ' || variant || ' ' || plies || ' ' \
                 || stage || ' ' || ifnull(offer || ' by ' || offer_by, 'quiet') FROM game",
            ),
            asked: column("SELECT hex(token) || ' ' || line FROM pending WHERE line IS NOT NULL"),
            settings: column(
                "SELECT id || ' ' || language || account || letters || announcements || reminders FROM player \
                 UNION SELECT 'seek ' || variant FROM open_challenge",
            ),
        }
    }
}

/// What stands in the second and not in the first.
fn new_in(before: &BTreeSet<String>, after: &BTreeSet<String>) -> Vec<String> {
    after.difference(before).cloned().collect()
}

/// The mail is written, and its letters are read. Who is asked whether they want to join says yes.
pub fn outcome(situation: &Situation, text: &str) -> Outcome {
    let mut world = situation.world();
    let before = State::of(&world);
    let letters = situation.send(&mut world, text);
    let mut outcome = seen(&before, &State::of(&world), letters);
    if let [letter] = outcome.letters.as_slice()
        && outcome.joining.len() == 1
    {
        let before = State::of(&world);
        let letters = send(&mut world, ANNA, Some(letter), "yes");
        outcome.after = Some(Box::new(seen(&before, &State::of(&world), letters)));
    }
    outcome
}

fn seen(before: &State, after: &State, letters: Vec<Received>) -> Outcome {
    let (own, others): (Vec<_>, Vec<_>) = letters.into_iter().partition(|letter| letter.to == ANNA);
    let joined = new_in(&before.players, &after.players);
    let mut done: Vec<String> = joined.iter().map(|id| format!("joined {id}")).collect();
    done.extend(new_in(&before.boards, &after.boards));
    if joined.is_empty() {
        done.extend(new_in(&before.settings, &after.settings));
    }
    if done.is_empty() && !others.is_empty() {
        done.push("words".to_owned());
    }
    let asked = new_in(&before.asked, &after.asked);
    let asked = asked.iter().filter_map(|asked| Some(asked.split_once(' ')?.1.to_owned())).collect();
    let joining = new_in(&before.joining, &after.joining);
    Outcome { done, asked, joining, letters: own, after: None }
}

impl Outcome {
    /// All that its author reads.
    pub fn text(&self) -> String {
        let text: String = self.letters.iter().map(|letter| format!("{}\n{}\n", letter.subject, letter.text)).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether its author is told one of these.
    pub fn says(&self, any: &[&str]) -> bool {
        let text = self.text();
        any.iter().any(|words| text.contains(words))
    }

    /// Whether a line that holds all these words is done or asked about.
    pub fn has(&self, all: &[&str]) -> bool {
        let words = |line: &String| all.iter().all(|word| line.split([' ', '-', '#']).any(|said| said == *word));
        let whole = |line: &String| all.iter().all(|word| format!(" {line} ").contains(&format!(" {word} ")));
        self.done.iter().chain(&self.asked).any(|line| words(line) || whole(line))
    }

    /// Whether words for the opponent are sent, or asked about.
    pub fn passes_words(&self) -> bool {
        self.done.iter().any(|done| done == "words") || self.asked.iter().any(|line| line.starts_with("chat "))
    }
}
