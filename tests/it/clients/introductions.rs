//! The line above the quoted letter, in every language and of every client: wrapped at any width, changed, and without an empty line
//! between it and the player's words. All of it must be removed, and all of the words must stay.

use super::{languages, word};
use crate::clients::letter::wrapped;
use crate::share::share;
use crate::world::new_text;

/// The keys of `languages.toml` under which these lines stand.
const CLIENTS: [&str; 9] =
    ["gmail", "gmail_phone", "apple", "apple_phone", "thunderbird", "mutt", "yahoo", "proton", "k9"];

/// What stands above: a move alone, and words in the manner of people.
const ABOVE: [&str; 6] = [
    "a4-a3",
    "resign",
    "accept 12",
    "c4-c7\n\nWell played!",
    "c4-c7\n\nA good move.\nI did not see it.",
    "c4-c7\n\nOn Sunday I am away\nLa partida es buena",
];

const MARKER: &str = "reply above this line (ref k7qf-9x2m-pd4w-t3ha)";

/// The letter below: quoted with signs at once, below an empty line, and without signs.
fn letters() -> [String; 3] {
    let board = "   A B C\n3  . . .\n\nReply with your move above the top line, for example:\n   d1-b1";
    let quoted: String = format!("{MARKER}\n\n{board}").lines().map(|line| format!("> {line}\n")).collect();
    [quoted.clone(), format!("\n{quoted}"), format!("\n  {MARKER}\n\n{board}\n")]
}

/// All introductions, with their language and client.
fn introductions() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, language) in languages() {
        for client in CLIENTS {
            let line = word(&language, client).replace("@NAME@", "Taflpost");
            all.push((format!("{client} in {name}"), line.replace("@ADDRESS@", "taflpost.club@tafl.example")));
        }
    }
    all
}

/// Collects what is left over or lost.
fn check(wrong: &mut Vec<String>, whose: &str, introduction: &str, letters: &[String]) {
    for letter in letters {
        for above in ABOVE {
            let body = format!("{above}\n{introduction}\n{letter}");
            let new = new_text(&body);
            if new != above {
                wrong.push(format!("=== {whose}: {new:?} of\n{}", body.split("A B C").next().unwrap_or_default()));
            }
        }
    }
}

fn none(wrong: &[String]) {
    let heads: std::collections::BTreeSet<&str> =
        wrong.iter().filter_map(|wrong| wrong.strip_prefix("=== ")?.split(':').next()).collect();
    let shown = wrong.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} are wrong:\n{shown}\n{heads:?}", wrong.len());
}

#[test]
fn a_wrapped_introduction_goes_whole_and_the_words_above_it_stay() {
    let mut wrong = Vec::new();
    for (whose, introduction) in introductions() {
        for width in share(40..=78, 13) {
            let lines = wrapped(&introduction, width).join("\n");
            check(&mut wrong, &format!("{whose} at {width}"), &lines, &letters());
        }
    }
    none(&wrong);
}

#[test]
fn an_introduction_without_date_year_or_colon_is_known_above_its_letter() {
    let mut wrong = Vec::new();
    for line in [
        "On Tue, Nov 24, Taflpost <club@tafl.example> wrote:",
        "On Tuesday Taflpost wrote:",
        "On 24 Nov, Taflpost wrote:",
        "Taflpost <club@tafl.example> wrote:",
        "Taflpost wrote:",
        "Am 24. November schrieb Taflpost:",
        "Am Dienstag schrieb Taflpost <club@tafl.example>:",
        "Le 24 nov., Taflpost a écrit :",
        "Den 24. november skrev Taflpost:",
        "On Tue, 24 Nov 2026 at 10:00, Taflpost <club@tafl.example> wrote",
        "On 24 Nov 2026, Taflpost wrote",
        "Le mar. 24 nov. 2026 à 10:00, Taflpost <club@tafl.example> a écrit",
        "Taflpost <club@tafl.example> wrote",
        "Den 24. nov. 2026 kl. 10.00 skrev Taflpost <club@tafl.example>",
        "On Tuesday, November 24, 2026 at 10:00 AM,\nTaflpost\n<club@tafl.example> wrote:",
        "On Tue, 24 Nov 2026 at 10:00,\nTaflpost <\nclub@tafl.example> wrote:",
        "Taflpost\n<club@tafl.example>\nschrieb am Di., 24. Nov. 2026, 10:00:",
        "Am 24. November schrieb Taflpost\n<club@tafl.example>:",
        "Στις Τρί 24 Νοε 2026 στις 10:00, ο χρήστης Taflpost <club@tafl.example> έγραψε:",
        "Dana uto, 24. stu 2026. u 10:00 Taflpost <club@tafl.example> napisao\nje:",
    ] {
        check(&mut wrong, line, line, &letters());
    }
    none(&wrong);
}
