//! What people write who know no command: `tests/replies/wishes.txt`, each mail through a whole server. One mail a line: language, situation,
//! what must come of it, text.
//!
//! - Situations: a `stranger` writes for the first time; has been asked to `confirm` that they want to join; answers the `welcome`, an
//!   `invitation`, a letter about a game where it is the author's turn (`mine`) or bob's (`theirs`), one in which bob is heard to have `asked`
//!   for a draw, or the letter about the end (`ended`).
//! - What must come of it: it is done, or the author is asked whether it is meant, or a question is answered. `words` are for bob, and `talk`
//!   is for nobody. After `+` stands what the same mail wants too. A line that is done must be among these: nothing else is ever done.
//!
//! `WISHES=mine` shows what is missed of the first part in one situation, and `WISHES=` in all. `WISHES_FILE=path` shows what comes of the
//! mails of another file.

mod outcomes;
mod situations;

use crate::share::{one_of, share};
use crate::world::CATALOGUE;
use outcomes::{Outcome, outcome};
use situations::{Situation as Place, situation};
use std::collections::{BTreeMap, BTreeSet};
use taflpost::command::{Situation, first_wishes, wishes};

/// A mail of the file.
struct Row<'a> {
    language: &'a str,
    situation: &'a str,
    expected: Vec<&'a str>,
    text: String,
    /// Whether it was looked at before the reader was made.
    seen: bool,
}

fn rows(file: &str) -> Vec<Row<'_>> {
    let mut seen = true;
    let mut rows = Vec::new();
    for line in file.lines() {
        if line.starts_with('#') {
            seen &= !line.starts_with("# The second part");
            continue;
        }
        let [language, situation, expected, text] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let expected = expected.split('+').collect();
        rows.push(Row { language, situation, expected, text: text.replace("\\n", "\n"), seen });
    }
    rows
}

/// Whether this was done without being wanted.
fn is_unmeant(row: &Row<'_>, done: &str) -> bool {
    let wants = |wish: &str| row.expected.iter().any(|expected| expected.split(' ').next() == Some(wish));
    let is_wanted = match done.split(' ').collect::<Vec<_>>()[..] {
        ["joined", ..] => row.situation == "confirm" && (wants("yes") || wants("name")),
        ["words"] => ["words", "thanks", "ask", "talk", "draw", "resign"].iter().any(|wish| wants(wish)),
        ["board", .., "invited", "quiet"] => wants("challenge") || wants("again") || wants("again-swapped"),
        ["board", .., "running", "quiet"] => wants("accept") || wants("decline"),
        ["board", .., "declined", _] => wants("decline"),
        ["board", .., "agreed", _] => wants("accept"),
        ["board", .., "resigned", _] => wants("resign"),
        ["board", .., offer, "by", _] => wants(offer),
        ["seek", ..] => wants("open"),
        _ => false,
    };
    !is_wanted
}

/// Whether the wish was granted, or the right thing asked.
fn is_met(row: &Row<'_>, expected: &str, outcome: &Outcome) -> bool {
    const RULES: [&str; 6] = [
        "These are the rules of",
        "Das sind die Regeln von",
        "Her er reglerne for",
        "Here is the answer to your question about",
        "Hier ist die Antwort auf deine Frage zu",
        "Her er svaret på dit spørgsmål om",
    ];
    const TURN: [&str; 6] = ["our turn", "t is the turn of", "'s turn", "am Zug", "tur", "i trækket"];
    let quiet = outcome.asked.is_empty() && outcome.done.is_empty();
    let words: Vec<&str> = expected.split(' ').collect();
    match (row.situation, words.as_slice()) {
        ("stranger", ["join"]) => outcome.joining.len() == 1 && outcome.letters.len() == 1,
        ("stranger", ["name", id]) => outcome.joining == [*id],
        ("stranger", ["challenge"]) => {
            let named = ["bob", "eva", "tom-k"].into_iter().find(|id| {
                row.text.to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == *id)
            });
            let after = outcome.after.as_ref();
            after.is_some_and(|after| {
                named.is_none_or(|id| after.has(&["challenge", id]) || after.has(&["invited", id]))
            })
        }
        ("stranger", ["rules"]) => outcome.after.as_ref().is_some_and(|after| after.says(&RULES)),
        ("stranger", ["other" | "spam"]) => outcome.done.is_empty(),
        ("confirm", ["yes"]) => outcome.done.iter().any(|done| done.starts_with("joined ")),
        ("confirm", ["name", id]) => outcome.has(&["joined", id]) || outcome.joining == [*id],
        ("confirm", ["no" | "unclear"]) => quiet && outcome.joining.is_empty(),
        (_, ["challenge", opponent, game @ ..]) => {
            outcome.has(&[&["challenge", *opponent], game].concat())
                || outcome.has(&[&["invited", *opponent], game].concat())
        }
        (_, ["players"]) => ["bob", "eva", "tom-k"].iter().all(|id| outcome.says(&[id])) && quiet,
        (_, ["show", id]) => quiet && outcome.says(&[id]) && !outcome.says(&["alea-evangelii"]),
        (_, ["variants"]) => outcome.says(&["alea-evangelii"]),
        (_, ["rules"]) => outcome.says(&RULES),
        (_, ["open"]) => outcome.says(&["seek"]) || outcome.has(&["seek"]),
        (_, ["name", id]) => outcome.says(&[id]),
        ("ended", ["thanks"]) if outcome.passes_words() => true,
        (_, ["thanks"]) => outcome.says(&["You are welcome", "Gern geschehen", "Selv tak"]) && quiet,
        (_, ["help"]) => outcome.says(&["help"]) && quiet,
        (_, ["stop"]) => outcome.has(&["signoff"]) || outcome.says(&["signoff"]),
        ("invitation", ["ask" | "talk"]) => {
            outcome.has(&["accept"]) || outcome.has(&["decline"]) || outcome.passes_words()
        }
        ("asked", ["ask"]) => outcome.has(&["accept"]) || outcome.has(&["decline"]) || outcome.passes_words(),
        (_, ["talk"]) => !outcome.says(&["alea-evangelii"]) && !outcome.says(&RULES),
        (_, ["accept"]) => outcome.has(&["accept"]) || outcome.has(&["running"]) || outcome.has(&["agreed"]),
        (_, ["decline"]) => {
            outcome.has(&["decline"]) || outcome.has(&["declined"]) || outcome.has(&["running", "quiet"])
        }
        (_, ["turn" | "show"]) => quiet && outcome.says(&TURN),
        ("mine", ["undo"]) => outcome.has(&["undo"]) || quiet && outcome.says(&["take back", "zurück", "tilbage"]),
        (_, [wish @ ("undo" | "draw" | "resign")]) => outcome.has(&[wish]) || outcome.has(&["resigned"]),
        (_, ["words"]) => outcome.passes_words(),
        (_, ["again" | "again-swapped"]) => {
            [&["rematch"][..], &["challenge", "bob"], &["invited", "bob"]].iter().any(|words| outcome.has(words))
        }
        _ => panic!("what is {expected} for {}?", row.situation),
    }
}

/// How many mails there are, and how many of them are answered as they should be.
#[derive(Default)]
struct Count {
    all: usize,
    met: usize,
}

/// So many of each part are met. The numbers may only become larger.
const MET_MIN: [usize; 2] = [231, 117];

/// `WISHES_FILE=path` shows all that comes of the mails of another file, which has a situation and a text on each line.
#[test]
fn the_mails_of_another_file_are_shown() {
    let Some(path) = std::env::var_os("WISHES_FILE") else { return };
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let [language, situated, .., text] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let outcome = outcome(&situation(language, situated), &text.replace("\\n", "\n"));
        let (done, asked) = (outcome.done.join(", "), outcome.asked.join(", "));
        eprintln!(
            "== {line}\ndone [{done}] asked [{asked}] joining [{}]\n{}",
            outcome.joining.join(", "),
            outcome.text()
        );
    }
}

#[test]
fn mails_in_ordinary_words_are_answered_as_they_are_meant() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/wishes.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let only = std::env::var("WISHES").unwrap_or_default();
    let mut situations: BTreeMap<(&str, &str), Place> = BTreeMap::new();
    let (mut unmeant, mut silent, mut missed) = (Vec::new(), Vec::new(), Vec::new());
    let mut counts: [Count; 2] = Default::default();
    for row in rows(&file).iter().filter(|row| row.seen || only.is_empty()).filter(|row| row.situation.contains(&only))
    {
        let place = (row.language, row.situation);
        let situation = situations.entry(place).or_insert_with(|| situation(row.language, row.situation));
        let outcome = outcome(situation, &row.text);
        let shown = || {
            let parts = [outcome.done.join(", "), outcome.asked.join(", "), outcome.joining.join(", ")];
            let text: String = outcome.text().chars().take(400).collect();
            let parts = format!("done [{}] asked [{}] joining [{}]", parts[0], parts[1], parts[2]);
            format!("{place:?} {:?}: {:?}\n    {parts}\n    {text}", row.expected, row.text)
        };
        let count = &mut counts[usize::from(!row.seen)];
        count.all += 1;
        if outcome.done.iter().any(|done| is_unmeant(row, done)) {
            unmeant.push(shown());
        }
        if outcome.letters.is_empty() && row.expected != ["spam"] {
            silent.push(shown());
        }
        if row.expected.iter().all(|expected| is_met(row, expected, &outcome)) {
            count.met += 1;
        } else if row.seen {
            missed.push(shown());
        }
    }
    for (part, Count { all, met }) in counts.iter().enumerate() {
        eprintln!("part {}: {met} of {all}", part + 1);
    }
    eprintln!("{} unmeant, {} silent", unmeant.len(), silent.len());
    if std::env::var_os("WISHES").is_some() {
        eprintln!("{}", missed.join("\n"));
    }
    assert!(unmeant.is_empty(), "done, but not meant:\n{}", unmeant.join("\n"));
    assert!(silent.is_empty(), "not answered:\n{}", silent.join("\n"));
    let is_enough = counts.iter().zip(MET_MIN).all(|(count, min)| count.met >= min);
    assert!(is_enough || !only.is_empty(), "fewer are met than before");
}

/// However a mail ends, its wishes are the same, and to take leave is none.
#[test]
fn how_a_mail_ends_changes_no_wish() {
    const CLOSINGS: [&str; 16] = [
        "Kind regards,\nHildegard",
        "With best regards,\n\nPaul Hendricks",
        "Yours sincerely,\nArthur P. Llewellyn",
        "Best wishes,\nDoris",
        "Regards,\nM. Okafor",
        "All the best\nTim",
        "cheers",
        "Mit freundlichen Gr\u{fc}\u{df}en\nHans-Peter M\u{fc}ller",
        "Liebe Gr\u{fc}\u{df}e\nJule",
        "Viele Gr\u{fc}\u{df}e, Karl",
        "LG Mia",
        "Med venlig hilsen\nS\u{f8}ren",
        "Mange hilsner fra Odense,\nKirsten",
        "K\u{e6}rlig hilsen\nmormor",
        "Mvh\nOle",
        "Hilsen Bente",
    ];
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/wishes.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let named: BTreeSet<String> = ["bob", "eva", "tom-k"].map(str::to_owned).into();
    let wished = |text: &str| {
        let known = wishes(text, &Situation::outside(&named, false), &CATALOGUE);
        let joins = first_wishes(text, &Situation::outside(&named, false), &CATALOGUE);
        (known.wants, known.looks, joins.join, joins.lines)
    };
    let mut wrong = Vec::new();
    for (at, row) in rows(&file).iter().enumerate() {
        let alone = wished(&row.text);
        for closing in share(CLOSINGS.iter().skip(at % one_of(8)), 8) {
            let ended = wished(&format!("{}\n\n{closing}", row.text));
            if alone != ended {
                wrong.push(format!("{:?} and {closing:?}: {alone:?}, {ended:?}", row.text));
            }
        }
    }
    for closing in CLOSINGS {
        if wished(closing) != wished("") {
            wrong.push(format!("{closing:?}: {:?}", wished(closing)));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
