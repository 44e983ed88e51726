//! Golden letters: a person read them before they were accepted. `UPDATE=1 cargo test letters` writes them again; then read the difference
//! as the player who gets it.

mod echo;
pub mod kinds;
mod pages;

use crate::dialogs;
use crate::world::Received;
use std::borrow::Cow;
use std::path::Path;
use taflpost::mail::marker;

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
pub const JOINED: &str = "ann and bob have joined\n";

/// A letter as its reader sees it; keys are drawn by lot and would say nothing.
fn as_read(letter: &Received) -> String {
    let text: Vec<Cow<str>> = letter.text.lines().map(marker_without_key).collect();
    format!("Subject: {}\n\n{}\n", letter.subject, text.join("\n"))
}

/// A line without what differs from letter to letter: in the marker line, the key.
fn marker_without_key(line: &str) -> Cow<'_, str> {
    match line.split_once('(').filter(|_| marker::begins(line)) {
        Some((words, _)) => format!("{words}(...)").into(),
        None => line.into(),
    }
}

/// All kinds of letters about a game. Ann has tables, bob has set nothing and has pictures.
fn check_game(name: &str, title: &str, variant: &str, plays: [&str; 3]) {
    let thread = format!("{title} board 1: ann v bob");
    let both = format!("ann@fjord.test gets {thread}\nbob@sund.test gets {thread}\n");
    let bob = format!("bob@sund.test gets {thread}\n");
    let letters = story(&format!(
        "ann@fjord.test replies\n    set letters html\nann@fjord.test gets Your email to Taflpost\n\
         ann@fjord.test replies\n    {variant} challenge ann bob\n{both}\
         bob@sund.test replies\n    accept\n{both}\
         ann@fjord.test replies\n    {}\n    Your move, my friend.\n{both}\
         bob@sund.test replies\n    {}\n{both}\
         ann@fjord.test replies\n    draw\n{both}\
         bob@sund.test replies\n    decline\n    Not yet.\n{both}\
         ann@fjord.test replies\n    {}\n{both}\
         bob@sund.test replies\n    a1-b1\n{bob}\
         bob@sund.test replies\n    rules 1\nbob@sund.test gets Your email to Taflpost\n\
         bob@sund.test replies\n    resign 1\n{both}",
        plays[0], plays[1], plays[2],
    ));
    let to = |who: &str| -> Vec<&Received> { letters.iter().filter(|letter| letter.to.starts_with(who)).collect() };
    let (to_ann, to_bob) = (to("ann"), to("bob"));
    for (at, kind) in [
        (2, "invitation"),
        (3, "begins"),
        (4, "turn"),
        (5, "moved"),
        (6, "offer"),
        (7, "offer-declined"),
        (9, "illegal"),
        (10, "rules"),
        (11, "ended"),
    ] {
        let name = format!("{name}-{kind}");
        golden(&format!("{name}.txt"), &as_read(to_bob[at]));
        golden(&format!("{name}.html"), &as_page(to_bob[at], false));
        pages::show(&name, to_bob[at]);
    }
    let table = to_ann[6];
    golden(&format!("{name}-table.html"), &as_page(table, true));
    golden_picture(&format!("{name}-picture.png"), &to_bob[4].pictures[0].1);
    pages::show(&format!("{name}-table"), table);
}

/// The HTML part without its key and, where it is the same as in another golden letter, without the table of the board.
fn as_page(letter: &Received, whole: bool) -> String {
    let lines = letter.html.lines().map(marker_without_key);
    let html: String = lines.map(|line| format!("{line}\n")).collect();
    let (_, html) = html.split_once("<div style=\"max-width:540px\">\n").unwrap();
    let mut html = without_key(letter, html);
    for (at, (id, _)) in letter.pictures.iter().enumerate() {
        html = html.replace(id.trim_matches(['<', '>']), &format!("PICTURE{}", at + 1));
    }
    while let (false, Some((before, rest))) = (whole, html.split_once("<table")) {
        html = format!("{before}[the board]{}", rest.split_once("</table>").unwrap().1);
    }
    html
}

/// Compares what the pictures show: how a file is packed is the packer's affair.
fn golden_picture(name: &str, png: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, png).unwrap();
    }
    let pixels = |png: &[u8]| {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height, pixels)
    };
    let accepted = std::fs::read(&path).unwrap_or_default();
    assert!(pixels(&accepted) == pixels(png), "tests/golden/{name} is another picture");
}

/// The key of a letter is in its links.
fn without_key(letter: &Received, html: &str) -> String {
    let Some(key) = letter.key() else {
        return html.to_owned();
    };
    html.replace(&key.replace('-', ""), "KEY").replace(key, "KEY")
}

#[test]
fn links_of_letters() {
    let story = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogs/links.dialog")).unwrap();
    let letters = dialogs::run("links.dialog", &story);
    let mut seen = String::new();
    for letter in letters.iter().filter(|letter| letter.html.contains("<a ")) {
        let (html, first) = (without_key(letter, &letter.html), letter.text.lines().next().unwrap());
        let links = html.lines().filter_map(|line| line.trim_start_matches("&nbsp; ").split_once(" style=\""));
        let links: Vec<&str> = links.map(|(link, _)| link).filter(|link| link.starts_with("<a ")).collect();
        seen.push_str(&format!("To {}: {first}\n{}\n\n", letter.to, links.join("\n")));
    }
    golden("links.txt", &seen);
}

#[test]
fn letters_about_a_7x7_game() {
    check_game("brandubh", "Brandubh", "brandubh", ["a4-a3", "c4-c7", "b4-b5"]);
}

#[test]
fn letters_about_an_11x11_game() {
    check_game("hnefatafl", "Hnefatafl 11x11", "hnefatafl", ["d1-c1", "f4-c4", "g1-g2"]);
}

#[test]
fn letters_about_a_19x19_game() {
    check_game("large", "Hnefatafl 19x19", "large", ["c1-d1", "j7-k7", "n1-m1"]);
}

#[test]
fn letters_of_the_house() {
    let letters = story(
        "ann@fjord.test replies\n    help\nann@fjord.test gets Your email to Taflpost\n\
         ann@fjord.test replies\n    help move\nann@fjord.test gets Your email to Taflpost\n\
         ann@fjord.test replies\n    commands\nann@fjord.test gets Your email to Taflpost\n\
         ann@fjord.test replies\n    variants\nann@fjord.test gets Your email to Taflpost\n\
         ann@fjord.test replies\n    rules tablut -strong -edge\nann@fjord.test gets Your email to Taflpost\n\
         ann@fjord.test sends\n    Subject: brandubh challenge ann bob\nann@fjord.test gets Was this you, ann?\n\
         eve@else.test sends\n    Subject: hello\neve@else.test gets Your email to Taflpost\n",
    );
    for (index, name) in ["signup", "welcome"].into_iter().enumerate() {
        house(name, &letters[index]);
    }
    for (index, name) in
        ["help", "help-move", "commands", "variants", "rules", "confirm", "newcomer"].into_iter().enumerate()
    {
        house(name, &letters[4 + index]);
    }
}

#[test]
fn the_letter_of_a_day() {
    let story = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogs/digest.dialog")).unwrap();
    let letters = dialogs::run("digest.dialog", &story);
    let mut days = letters.iter().filter(|letter| letter.text.contains("\n\nYou get this letter once a day."));
    for name in ["digest-1", "digest-2"] {
        house(name, days.next().unwrap());
    }
}

fn house(name: &str, letter: &Received) {
    golden(&format!("{name}.txt"), &as_read(letter));
    golden(&format!("{name}.html"), &as_page(letter, false));
    pages::show(name, letter);
}

#[test]
fn a_name_that_several_rule_sets_have_is_explained_to_who_used_it() {
    let letters = dialogs::run(
        "names.dialog",
        &std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogs/names.dialog")).unwrap(),
    );
    let told = |words: &str| -> Vec<(&str, &str)> {
        let told = letters.iter().filter(|letter| letter.text.contains(words));
        told.map(|letter| (letter.to.as_str(), letter.subject.as_str())).collect()
    };
    let to_ann = |subjects: [&'static str; 3]| subjects.map(|subject| ("ann@fjord.test", subject));
    // The list stands where somebody chooses, and not below a board.
    assert_eq!(told("There is more than one game"), to_ann(["Your email to Taflpost"; 3]));
    let challenges = ["Hnefatafl 9x9 board 1: ann v bob", "Ard Ri board 3: bob v ann", "Ard Ri board 4: ann v bob"];
    assert_eq!(told("There are other ways to play"), to_ann(challenges));
}

#[test]
fn a_call_is_read_by_the_one_it_warns_in_text_and_html() {
    let letters = dialogs::run(
        "calls.dialog",
        &std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogs/calls.dialog")).unwrap(),
    );
    let warned = |words: &str, html: bool| -> Vec<&str> {
        let text = |letter: &Received| if html { letter.html.clone() } else { letter.text.clone() };
        let is_news = |letter: &Received| letter.text.lines().next().is_some_and(|news| news.contains(" moved "));
        let turns = letters.iter().filter(|letter| is_news(letter) && text(letter).contains(words));
        turns.map(|letter| letter.to.as_str()).collect()
    };
    for html in [false, true] {
        assert_eq!(warned("Raichi:", html), ["ann@fjord.test"]);
        assert_eq!(warned("Watch your king:", html), ["bob@sund.test"]);
    }
}

/// All that ann reads in a story of another language: an invitation, turns, help, rules, a slip, a complaint with its caret.
#[test]
fn letters_in_other_languages() {
    for (name, story) in [
        ("german", include_str!("../../dialogs/german.dialog")),
        ("danish", include_str!("../../dialogs/danish.dialog")),
    ] {
        let letters = dialogs::run(name, story);
        let hers: Vec<String> = letters.iter().filter(|letter| letter.to == "ann@fjord.test").map(as_read).collect();
        golden(&format!("{name}.txt"), &hers.join("\n----\n\n"));
        let hers = |letter: &&Received| {
            letter.to == "ann@fjord.test" && letter.html.contains("<img ") && !letter.text.is_ascii()
        };
        let turn = letters.iter().rfind(hers).unwrap();
        assert!(turn.raw.is_ascii(), "letters beyond ASCII are encoded");
        let encoded = String::from_utf8(turn.raw.clone()).unwrap();
        let text = "text/plain; charset=utf-8; format=fixed\r\nContent-Transfer-Encoding: quoted-printable";
        let html = "text/html; charset=utf-8\r\nContent-Transfer-Encoding: 7bit";
        assert!(encoded.contains(text) && encoded.contains(html), "{encoded}");
    }
}

/// A letter asks for a yes in the language of its reader, and that word is understood.
#[test]
fn each_language_asks_for_its_own_yes() {
    const YES: [&str; 2] = ["yes", "ja"];
    let letters = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/letters");
    for (language, own, asks) in
        [("en", "yes", ["answer ", "with "]), ("de", "ja", ["antworte ", "mit "]), ("da", "ja", ["svar ", "svare "])]
    {
        assert!(taflpost::command::is_yes(own));
        let mut asked = 0;
        for file in std::fs::read_dir(letters.join(language)).unwrap() {
            let path = file.unwrap().path();
            if path.ends_with("wishes.toml") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for behind in asks.iter().flat_map(|ask| text.split(ask).skip(1)) {
                let word = behind.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
                if YES.contains(&word) {
                    assert_eq!(word, own, "{}: {behind:.60}", path.display());
                    asked += 1;
                }
            }
        }
        assert!(asked > 2, "{language}: {asked}");
    }
}
