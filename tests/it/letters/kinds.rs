//! One golden letter of each kind that is about no single board, or about one for somebody else: taken out of the dialogs, which
//! say how it comes about.

use crate::letters::{as_page, as_read, golden, pages};
use crate::world::Received;
use std::collections::BTreeSet;

/// The golden letter's name, the dialog, to whom, and the Subject. The first such letter is meant.
const KINDS: [[&str; 4]; 22] = [
    ["observed", "looking-on", "eve@else.test", "Brandubh board 1: ann v bob"],
    ["reminder", "tournament-clocks", "bob@sund.test", "2 boards wait for you, bob"],
    ["preview", "tournament-desk", "ann@fjord.test", "Shall this be done, ann?"],
    ["event-began", "tournament", "bob@sund.test", "The tournament spring: it has begun"],
    ["event-news", "tournament-desk", "bob@sund.test", "The tournament spring: a decision"],
    ["event-finished", "tournament", "cai@voe.test", "The tournament spring: the final table"],
    ["leave", "holiday", "ann@fjord.test", "bob will be on leave"],
    ["rescued", "rescue", "bob@sund.test", "Your time was over, and you are on leave"],
    ["given-back", "away", "bob@sund.test", "Your clock got time back, bob"],
    ["message", "message", "bob@sund.test", "A message from ann"],
    ["password", "old-hand", "carl@old.test", "A wrong password was given in your name, carl"],
    ["address", "addresses", "ann@work.example", "Please confirm this address for Taflpost"],
    ["account", "addresses", "ann@fjord.test", "Your account has changed, ann"],
    ["new-password", "addresses", "bob@sund.test", "A new password for you, bob?"],
    ["reclaimed", "reclaim", "ann@fjord.test", "An account was taken back, ann"],
    ["suspended", "unreachable", "ann@work.example", "Letters to one of your addresses come back, ann"],
    ["resumed", "unreachable", "bob@sund.test", "You get letters again, bob"],
    ["unreachable", "unreachable", "ann@fjord.test", "Letters do not reach bob"],
    ["signed-off", "going", "ann@fjord.test", "bob gets no letters any more"],
    ["delete", "going", "bob@sund.test", "Do you want to leave Taflpost, bob?"],
    ["deleted", "going", "bob@sund.test", "You have left Taflpost"],
    ["gone", "going", "ann@fjord.test", "bob has left"],
];

/// Holds the letters of a dialog to the golden ones; their names.
pub fn hold(dialog: &str, letters: &[Received]) -> BTreeSet<&'static str> {
    let mut held = BTreeSet::new();
    for [name, _, to, subject] in KINDS.into_iter().filter(|[_, of, ..]| format!("{of}.dialog") == dialog) {
        let Some(letter) = letters.iter().find(|letter| letter.to == to && letter.subject == subject) else {
            panic!("{dialog}: no letter to {to} has the subject {subject}");
        };
        golden(&format!("{name}.txt"), &as_read(letter));
        golden(&format!("{name}.html"), &as_page(letter, false));
        pages::show(name, letter);
        held.insert(name);
    }
    held
}

/// All of them.
pub fn all() -> BTreeSet<&'static str> {
    KINDS.into_iter().map(|[name, ..]| name).collect()
}
