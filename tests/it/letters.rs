//! Golden letters: read by a human eye before they were accepted. `UPDATE=1 cargo test letters` writes them anew; then
//! read the difference as the player who gets it.

use crate::dialogs;
use crate::world::Received;
use std::path::Path;

/// Compares with `tests/golden/NAME`, or writes it.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(accepted, text, "tests/golden/{name} is another letter");
}

/// What two players do once they have joined.
fn story(rest: &str) -> Vec<Received> {
    dialogs::run("letters.rs", &format!("{JOINED}{rest}"))
}
/// Two players join.
pub const JOINED: &str = "ann@fjord.test sends\n    Subject: signup ann\nann@fjord.test gets Please confirm that you want to join Taflpost\n\
                  ann@fjord.test replies\nann@fjord.test gets Welcome to Taflpost, ann\n\
                  bob@sund.test sends\n    Subject: signup bob\nbob@sund.test gets Please confirm that you want to join Taflpost\n\
                  bob@sund.test replies\nbob@sund.test gets Welcome to Taflpost, bob\n";

/// A letter as its reader sees it; keys are drawn by lot and would say nothing.
fn as_read(letter: &Received) -> String {
    let text: Vec<&str> = letter.text.lines().skip(1).collect();
    format!("Subject: {}\n{}\n", letter.subject, text.join("\n"))
}

fn check_turn(name: &str, title: &str, variant: &str, plays: [&str; 2]) {
    let letters = story(&format!(
        "ann@fjord.test replies\n    {variant} challenge ann bob\n\
         ann@fjord.test gets {title} board 1: ann v bob\nbob@sund.test gets {title} board 1: ann v bob\n\
         bob@sund.test replies\n    accept\n\
         ann@fjord.test gets {title} board 1: ann v bob\nbob@sund.test gets {title} board 1: ann v bob\n\
         ann@fjord.test replies\n    {}\n    Your move, my friend.\n\
         ann@fjord.test gets {title} board 1: ann v bob\nbob@sund.test gets {title} board 1: ann v bob\n\
         bob@sund.test replies\n    {}\n\
         ann@fjord.test gets {title} board 1: ann v bob\nbob@sund.test gets {title} board 1: ann v bob\n",
        plays[0], plays[1],
    ));
    let to_bob: Vec<&Received> = letters.iter().filter(|letter| letter.to == "bob@sund.test").collect();
    golden(&format!("{name}-invitation.txt"), &as_read(to_bob[2]));
    golden(&format!("{name}-turn.txt"), &as_read(to_bob[4]));
    golden(&format!("{name}-moved.txt"), &as_read(to_bob[5]));
    let html = to_bob[4].html.split_once("</p>\n").unwrap().1.to_owned();
    golden(&format!("{name}-turn.html"), &without_key(to_bob[4], &html));
}

/// The key of a letter is in its links.
fn without_key(letter: &Received, html: &str) -> String {
    let (_, key) = letter.text.lines().next().unwrap().split_once("(ref ").unwrap();
    let key = key.trim_end_matches(')');
    html.replace(&key.replace('-', ""), "KEY").replace(key, "KEY")
}

#[test]
fn links_of_letters() {
    let story = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogs/links.dialog")).unwrap();
    let letters = dialogs::run("links.dialog", &story);
    let mut seen = String::new();
    for letter in letters.iter().filter(|letter| letter.html.contains("<a ")) {
        let (_, first) = letter.html.rsplit_once("</pre>\n").unwrap();
        let (rest, first) = (without_key(letter, first), letter.text.lines().nth(2).unwrap());
        let links =
            rest.lines().skip_while(|line| !line.starts_with("To move again") && !line.starts_with("To answer"));
        let links = links.filter(|line| !line.starts_with("</"));
        seen.push_str(&format!("To {}: {first}\n{}\n\n", letter.to, links.collect::<Vec<_>>().join("\n")));
    }
    golden("links.txt", &seen);
}

#[test]
fn letters_about_a_7x7_game() {
    check_turn("brandubh", "Brandubh", "brandubh", ["a4-a3", "c4-c7"]);
}

#[test]
fn letters_about_an_11x11_game() {
    check_turn("hnefatafl", "Hnefatafl 11x11", "hnefatafl", ["d1-c1", "f4-c4"]);
}

#[test]
fn letters_about_a_19x19_game() {
    check_turn("large", "Hnefatafl 19x19", "large", ["c1-d1", "j7-k7"]);
}

#[test]
fn letters_of_the_house() {
    let letters = story(
        "ann@fjord.test replies\n    help\nann@fjord.test gets Your mail to Taflpost\n\
         ann@fjord.test replies\n    help move\nann@fjord.test gets Your mail to Taflpost\n\
         ann@fjord.test replies\n    commands\nann@fjord.test gets Your mail to Taflpost\n\
         ann@fjord.test replies\n    variants\nann@fjord.test gets Your mail to Taflpost\n\
         ann@fjord.test replies\n    rules tablut -strong -edge\nann@fjord.test gets Your mail to Taflpost\n\
         ann@fjord.test sends\n    Subject: brandubh challenge ann bob\nann@fjord.test gets Was this you, ann?\n\
         eve@else.test sends\n    Subject: hello\neve@else.test gets Your mail to Taflpost\n",
    );
    for (index, name) in ["signup", "welcome"].into_iter().enumerate() {
        golden(&format!("{name}.txt"), &as_read(&letters[index]));
    }
    for (index, name) in
        ["help", "help-move", "commands", "variants", "rules", "confirm", "newcomer"].into_iter().enumerate()
    {
        golden(&format!("{name}.txt"), &as_read(&letters[4 + index]));
    }
}

#[test]
fn a_name_that_several_rule_sets_have_is_explained_to_who_used_it() {
    let letters = dialogs::run(
        "names.dialog",
        &std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogs/names.dialog")).unwrap(),
    );
    let told = letters.iter().filter(|letter| letter.text.contains("Several rule sets"));
    let told: Vec<(&str, &str)> = told.map(|letter| (letter.to.as_str(), letter.subject.as_str())).collect();
    let to_ann = ["Your mail to Taflpost", "Your mail to Taflpost", "Your mail to Taflpost"].into_iter().chain([
        "Hnefatafl 9x9 board 1: ann v bob",
        "Ard Ri board 3: bob v ann",
        "Ard Ri board 4: ann v bob",
    ]);
    assert_eq!(told, to_ann.map(|subject| ("ann@fjord.test", subject)).collect::<Vec<_>>());
}

#[test]
fn a_call_is_read_by_the_one_it_warns_in_text_and_html() {
    let letters = dialogs::run(
        "calls.dialog",
        &std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogs/calls.dialog")).unwrap(),
    );
    let warned = |words: &str, html: bool| -> Vec<&str> {
        let text = |letter: &Received| if html { letter.html.clone() } else { letter.text.clone() };
        let turns = letters.iter().filter(|letter| text(letter).contains("moved 1") && text(letter).contains(words));
        turns.map(|letter| letter.to.as_str()).collect()
    };
    for html in [false, true] {
        assert_eq!(warned("Raichi:", html), ["ann@fjord.test"]);
        assert_eq!(warned("Watch your king:", html), ["bob@sund.test"]);
    }
}
