//! One golden letter of each kind that is not about a single board, or is about one and goes to somebody else: taken from the dialogs,
//! which show how it comes about.

use crate::letters::{as_page, as_read, golden, pages};
use crate::world::Received;
use std::collections::BTreeSet;

/// The golden letter's name, the dialog, to whom, and the Subject. The first such letter is meant.
const KINDS: [[&str; 4]; 22] = [
    ["observed", "looking-on", "eve@else.test", "Brandubh board 1: ann v bob"],
    ["reminder", "tournament-clocks", "bob@sund.test", "2 boards are waiting for you, bob"],
    ["preview", "tournament-desk", "ann@fjord.test", "Do you really want this, ann?"],
    ["tournament-began", "tournament", "bob@sund.test", "The \"spring\" tournament: the games have begun"],
    ["tournament-news", "tournament-desk", "bob@sund.test", "The \"spring\" tournament: news"],
    ["tournament-finished", "tournament", "cai@voe.test", "The \"spring\" tournament: the final table"],
    ["vacation", "holiday", "ann@fjord.test", "bob will be on vacation"],
    ["auto-vacation", "rescue", "bob@sund.test", "Your time ran out, and your vacation has begun"],
    ["given-back", "away", "bob@sund.test", "You have been given time back, bob"],
    ["message", "message", "bob@sund.test", "A message from ann"],
    ["password", "old-hand", "carl@old.test", "Somebody used a wrong password in your name, carl"],
    ["address", "addresses", "ann@work.example", "Please confirm this address for Taflpost"],
    ["account", "addresses", "ann@fjord.test", "Your account has changed, ann"],
    ["new-password", "addresses", "bob@sund.test", "A new password for you, bob?"],
    ["reclaimed", "reclaim", "ann@fjord.test", "You have your account back, ann"],
    ["suspended", "unreachable", "ann@work.example", "Letters to one of your addresses are coming back, ann"],
    ["resumed", "unreachable", "bob@sund.test", "You are getting letters again, bob"],
    ["unreachable", "unreachable", "ann@fjord.test", "Letters are not reaching bob"],
    ["signed-off", "going", "ann@fjord.test", "bob no longer gets letters"],
    ["delete", "going", "bob@sund.test", "Do you want to close your account at Taflpost, bob?"],
    ["deleted", "going", "bob@sund.test", "Your account at Taflpost is closed"],
    ["gone", "going", "ann@fjord.test", "bob no longer plays here"],
];

/// The same of letters whose Subject says less than their words: the name, the dialog, to whom, and words of the letter.
const SAYING: [[&str; 4]; 15] = [
    [
        "asked-back",
        "asked-back",
        "ann@fjord.test",
        "Do you want to move d1-c1? Your email says more than the move, so we ask to be sure.",
    ],
    ["two-moves", "asked-back", "ann@fjord.test", "Your email names more than one move"],
    ["asked-for-good", "asked-back", "bob@sund.test", "Your email says resign 1, but among other words"],
    ["footer", "closing-lines", "ann@fjord.test", "so we assume they are your signature"],
    ["left-as-it-is", "asked-back", "ann@fjord.test", "As you wished, everything has been left as it was."],
    ["lines-cut", "closing-lines", "bob@sund.test", "did not pass them on:"],
    [
        "asked-meanwhile",
        "abuse",
        "ann@fjord.test",
        "While we were waiting for your answer to our last question, more emails came",
    ],
    ["last-question", "abuse", "ann@fjord.test", "This is the last question of this kind for now."],
    ["words-not-shown", "abuse", "ann@fjord.test", "Some words came with it that are not shown here"],
    ["last-letter", "abuse", "bob@sund.test", "This is our last answer to a new email for now"],
    ["told-again", "told-again", "bob@sund.test", "Earlier letters to you came back"],
    ["games", "history", "bob@sund.test", "The games that ann has won against bob (variant brandubh):"],
    ["player", "history", "eve@else.test", "ann's results, as won-drawn-lost"],
    ["zone-learnt", "mail-zone", "ann@fjord.test", "Times are in UTC+1"],
    ["many-passwords", "many-passwords", "carl@old.test", "We check at most four passwords"],
];

/// Holds the letters of a dialog to the golden ones; their names.
pub fn hold(dialog: &str, letters: &[Received]) -> BTreeSet<&'static str> {
    let mut held = BTreeSet::new();
    let kinds = KINDS.into_iter().map(|kind| (kind, false)).chain(SAYING.into_iter().map(|kind| (kind, true)));
    for ([name, _, to, words], in_text) in kinds.filter(|([_, of, ..], _)| format!("{of}.dialog") == dialog) {
        let is = |letter: &&Received| match in_text {
            true => letter.text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words),
            false => letter.subject == words,
        };
        let Some(letter) = letters.iter().filter(|letter| letter.to == to).find(is) else {
            panic!("{dialog}: no letter to {to} has these words: {words}");
        };
        golden(&format!("{name}.txt"), &as_read(letter));
        // Some want their letters as text alone.
        if !letter.html.is_empty() {
            golden(&format!("{name}.html"), &as_page(letter, false));
            pages::show(name, letter);
        }
        held.insert(name);
    }
    held
}

/// Those that come about in a dialog.
pub fn of(dialog: &str) -> BTreeSet<&'static str> {
    let kinds = KINDS.into_iter().chain(SAYING);
    kinds.filter(|[_, of, ..]| dialog.strip_suffix(".dialog") == Some(*of)).map(|[name, ..]| name).collect()
}

/// All of them.
pub fn all() -> BTreeSet<&'static str> {
    KINDS.into_iter().chain(SAYING).map(|[name, ..]| name).collect()
}
