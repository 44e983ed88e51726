//! What must be true of every letter that we send, to any reader: checked for each letter of each dialog.

use crate::links;
use crate::share::{one_of, share};
use crate::world::{CATALOGUE, CLUB, Received, new_text};
use mailparse::MailHeaderMap;
use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{LazyLock, Mutex};
use taflpost::command;
use taflpost::mail::{self, Message, Own, reply};
use taflpost::tafl::{Catalogue, ParsedPlay};

/// Fails with the letter that breaks a law.
pub fn hold_for(story: &str, letters: &[Received]) {
    for (at, letter) in letters.iter().enumerate() {
        let broken = broken_laws(letter, at, &CATALOGUE);
        assert!(
            broken.is_empty(),
            "{story}: {}\nto {}: {}\n\n{}",
            broken.join("; "),
            letter.to,
            letter.subject,
            letter.text
        );
    }
    one_name_and_one_subject_a_board(story, letters);
    let keys: Vec<(&Received, Vec<String>)> = letters.iter().map(|letter| (letter, keys(letter))).collect();
    for letter in letters {
        let raw = letter.raw.to_ascii_lowercase();
        for (other, keys) in keys.iter().filter(|(other, _)| other.to != letter.to) {
            for key in keys {
                assert!(
                    memmem::find(&raw, key.as_bytes()).is_none(),
                    "{story}: a key of {} stands in a letter to {}",
                    other.to,
                    letter.to
                );
            }
        }
    }
}

/// What stands before the Subject of an answer that says that what was written is not done.
const APART: [&str; 6] = [
    "Not moved yet: ",
    "Noch nicht gezogen: ",
    "Ikke trukket endnu: ",
    "Question: ",
    "Frage: ",
    "Sp\u{f8}rgsm\u{e5}l: ",
];

/// The Subject of a board's letters, without what lets one stand apart.
pub fn subject_of_the_board(subject: &str) -> &str {
    APART.iter().find_map(|apart| subject.strip_prefix(apart)).unwrap_or(subject)
}

/// An inbox shows all letters under one name, and those about a board as one thread: the Subject stays the same, in each language. Only an
/// answer to its reader's own mail may stand apart.
fn one_name_and_one_subject_a_board(story: &str, letters: &[Received]) {
    let mut subjects: BTreeMap<(String, String, bool), BTreeSet<&str>> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for letter in letters {
        let parsed = mailparse::parse_mail(&letter.raw).unwrap();
        let header = |name: &str| parsed.headers.get_first_value(name).unwrap_or_default();
        names.insert(header("From"));
        let root = header("References").split_whitespace().next().unwrap_or_default().to_owned();
        let number = root.trim_start_matches('<').split('.').next().unwrap_or_default();
        if number.parse::<u32>().is_ok() && root.ends_with("@club.test>") && !letter.html.is_empty() {
            let is_english = letter.html.contains("lang=\"en\"");
            let subject = subject_of_the_board(&letter.subject);
            let is_answer = header("Auto-Submitted") == "auto-replied";
            assert!(is_answer || subject == letter.subject, "{story}: news stand apart: {}", letter.subject);
            subjects.entry((letter.to.clone(), root, is_english)).or_default().insert(subject);
        }
    }
    assert!(names.len() <= 1, "{story}: {names:?}");
    // Another player has taken a seat there.
    let subjects = subjects.into_iter().filter(|_| !["no-show.dialog", "tournament-desk.dialog"].contains(&story));
    for ((to, ..), subjects) in subjects {
        assert_eq!(subjects.len(), 1, "{story}: letters to {to} about one board have the Subjects {subjects:?}");
    }
}

/// A letter of a game in which its reader is to move says so in its first words, whatever else it tells.
fn turn_first(letter: &Received) -> bool {
    const TOLD: [(&str, &str, &str); 3] = [
        ("Your time: ", "To move, begin your reply with your move", "Your turn, board "),
        ("Deine Zeit: ", "Um zu ziehen, antworte mit deinem Zug", "Du bist am Zug, Brett "),
        ("Din tid: ", "For at trække skal du svare med dit træk", "Det er din tur på bræt "),
    ];
    let (board, _) = subject_of_the_board(&letter.subject).split_once(": ").unwrap_or_default();
    let is_of_a_board = board.ends_with(|c: char| c.is_ascii_digit());
    let says = |words: &str| letter.text.lines().any(|line| line.starts_with(words));
    !is_of_a_board || TOLD.iter().all(|(time, call, turn)| !(says(time) || says(call)) || letter.text.starts_with(turn))
}

/// What has been sent and handled leaves no reply token behind: a stolen copy of the file moves no man.
pub fn no_token_is_kept(story: &str, letters: &[Received], file: &[u8]) {
    let file = file.to_ascii_lowercase();
    for letter in letters {
        for key in keys(letter) {
            assert!(memmem::find(&file, key.as_bytes()).is_none(), "{story}: the file keeps a key of {}", letter.to);
        }
    }
}

/// `at` is the place of the letter in its story.
fn broken_laws(letter: &Received, at: usize, catalogue: &Catalogue) -> Vec<String> {
    let mut broken = Vec::new();
    let mut law = |holds: bool, what: &str| {
        if !holds {
            broken.push(what.to_owned());
        }
    };
    for line in letter.text.lines() {
        law(line.chars().count() <= 72, &format!("wider than 72 columns: {line}"));
        law(line.trim_end() == line, &format!("trailing blanks: {line:?}"));
        law(!line.trim().eq_ignore_ascii_case("none"), "a field that has no value stands as a line");
        law(
            !line.starts_with(['>', '.']) && !line.starts_with("From "),
            &format!("a client may change this line: {line}"),
        );
    }
    let board = letter.text.lines().filter(|line| line.contains(" o ") || line.contains(" x "));
    for row in board {
        law(row.starts_with("  "), &format!("Outlook joins lines that are not indented: {row}"));
    }
    let (news, rest) = letter.text.split_once("\n\n").unwrap_or_default();
    law((1..=2).contains(&news.lines().count()), "its news is not a paragraph of one or two lines");
    let is_marker = |line: &str| line.starts_with("  ") && line.contains('(') && mail::marker::begins(line);
    law(rest.lines().next().is_some_and(is_marker), "no marker below its news");
    law(turn_first(letter), "its first words do not say that it is the reader's turn");

    let parsed = mailparse::parse_mail(&letter.raw).unwrap();
    let header = |name: &str| parsed.headers.get_first_value(name).unwrap_or_default();
    let whole = if letter.files.is_empty() { &parsed } else { &parsed.subparts[0] };
    // What its reader has set decides which of these it is.
    let page = match whole.subparts.last() {
        None => None,
        Some(page) if letter.pictures.is_empty() => Some(page),
        Some(related) => related.subparts.first(),
    };
    let kinds: Vec<&str> = whole.subparts.iter().chain([whole]).map(|part| part.ctype.mimetype.as_str()).collect();
    law(
        match (page, letter.pictures.is_empty()) {
            (None, _) => kinds == ["text/plain"],
            (Some(_), true) => kinds == ["text/plain", "text/html", "multipart/alternative"],
            (Some(_), false) => kinds == ["text/plain", "multipart/related", "multipart/alternative"],
        },
        "its parts are not text, then HTML",
    );
    law(page.is_none_or(|page| page.ctype.mimetype == "text/html"), "its pictures do not follow its HTML");
    let plain = whole.subparts.first().unwrap_or(whole);
    for part in page.iter().copied().chain([plain]).filter(|part| part.get_body().is_ok_and(|body| body.is_ascii())) {
        let encoding = part.headers.get_first_value("Content-Transfer-Encoding");
        law(encoding.as_deref() == Some("7bit"), "plain letters are encoded: a line of it is too long");
    }
    let lines = letter.html.lines().filter(|line| line.len() > if line.contains("<a href=") { 998 } else { 76 });
    // A letter beyond ASCII is six in the HTML part; mail carries 998 in a line.
    let is_english = letter.html.contains("lang=\"en\"");
    law(!letter.html.is_ascii() || !is_english || lines.count() == 0, "a line of the HTML part is too long");
    let shown = shown_pictures(letter);
    law(shown.is_ok(), &shown.err().unwrap_or_default());
    let is_last = letter.text.contains(" won board ") || letter.text.contains(" is drawn");
    let bytes_max = if is_last || !letter.files.is_empty() { 160_000 } else { 100_000 };
    law(letter.html.len() <= 80_000, &format!("{} bytes of HTML", letter.html.len()));
    law(letter.raw.len() <= bytes_max, &format!("{} bytes", letter.raw.len()));
    law(letter.pictures.len() <= if is_last { 3 } else { 2 }, "too many pictures");
    law(header("Auto-Submitted").starts_with("auto-"), "no Auto-Submitted");
    law(header("X-Auto-Response-Suppress") == "All", "no X-Auto-Response-Suppress");
    law(header("From").contains(CLUB), "not from the club");
    law(!header("Message-ID").is_empty() && !header("Date").is_empty(), "no Message-ID or Date");
    law(parsed.headers.get_all_values("To").len() == 1, "more than one reader");

    let (_, body) = rest.split_once('\n').unwrap_or_default();
    law(!body.lines().any(mail::marker::begins), "more than one marker");
    for subject in [letter.subject.clone(), format!("Re: {}", letter.subject), format!("AW: [club] {}", letter.subject)]
    {
        let reading = command::read(reply::command_subject(&subject), "", catalogue);
        law(reading.items.is_empty(), "its subject is read as a command");
    }
    broken.extend(broken_when_quoted(letter, at, catalogue));
    broken.extend(broken_links(letter, catalogue));
    broken
}

/// Quoted without any quote signs, as Outlook does, and below an answer, whole or without its first line: nothing in a letter is a command,
/// nor an answer. `cargo test` alone tries another of the ways to quote with each letter.
fn broken_when_quoted(letter: &Received, at: usize, catalogue: &Catalogue) -> Vec<String> {
    let whole = unread("\n\n", &letter.text, letter.key());
    let (news, rest) = whole.split_once("\n\n").unwrap_or_default();
    let (_, body) = rest.split_once('\n').unwrap_or_default();
    let below = |text: &str| format!("thanks\n\nFrom: Taflpost\n{text}");
    let in_html = |answer: &str| format!("Content-Type: text/html\n\n<p>{answer}</p>\n{}", letter.html);
    let read = |html: &str| Message::read(html.as_bytes(), &Own::default()).unwrap().text;
    let command = |text: &str| {
        let is_read = |item: &command::Item| item.command.is_ok();
        let item = command::read("", &new_text(text), catalogue).items.into_iter().find(is_read)?;
        Some(format!("quoted, this line of it is a command: {}", item.line))
    };
    let is_answer = |text: &str| {
        let left = new_text(text);
        (left != "d1-c1").then(|| format!("copied without signs, its news is taken for an answer: {left:?}"))
    };
    let ways: [&dyn Fn() -> Option<String>; 8] = [
        &|| command(&whole),
        &|| is_answer(&format!("d1-c1\n\n{whole}")),
        &|| command(&below(&whole)),
        // The same below the answer of a program that writes HTML alone.
        &|| command(&unread("\n", &read(&in_html("thanks")), letter.key())),
        &|| command(body),
        &|| is_answer(&format!("{news}\nd1-c1\n\n{rest}")),
        &|| command(&format!("{news}\n{body}")),
        &|| if letter.html.is_empty() { None } else { is_answer(&read(&in_html("d1-c1"))) },
    ];
    share(ways.iter().cycle().skip(at % ways.len()).take(ways.len()), 8).filter_map(|way| way()).collect()
}

/// The beginning of a text and the paragraphs that were not read yet, each with those around it; or all. Letters share most of their
/// paragraphs, and to read one takes longer than to write it: so `cargo test` alone reads each once below the same one, whatever keys,
/// numbers and men stand in them. `between` is what stands between two paragraphs.
fn unread(between: &str, text: &str, key: Option<&str>) -> String {
    /// The news, and the line above which answers stand, below the words of the one who answers.
    const BEGINNING: usize = 3;
    static READ: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
    if one_of(2) == 1 {
        return text.to_owned();
    }
    let alike = |line: &str| match line.starts_with("  ") && line.split(' ').all(|sign| sign.len() < 2) {
        true => String::from("a row"),
        false => line.replace(key.unwrap_or("-"), "").replace(|c: char| c.is_ascii_digit(), "0").replace("00", "0"),
    };
    let paragraphs: Vec<&str> = text.split(between).collect();
    let alike = |paragraph: &&str| paragraph.lines().map(alike).collect::<Vec<_>>().join("\n");
    let known_by: Vec<String> = std::iter::once(String::new()).chain(paragraphs.iter().map(alike)).collect();
    let mut read = READ.lock().unwrap();
    let is_new: Vec<bool> = known_by.windows(2).map(|pair| read.insert(pair.join(between))).collect();
    let is_near = |at: usize| at < BEGINNING || (at - 1..=at + 1).any(|near| is_new.get(near) == Some(&true));
    let kept: Vec<&str> = (0..paragraphs.len()).filter(|at| is_near(*at)).map(|at| paragraphs[at]).collect();
    kept.join(between)
}

/// Each picture is shown once, with words in its place that no program takes for a command when it quotes them.
fn shown_pictures(letter: &Received) -> Result<(), String> {
    let shown: Vec<&str> = letter.html.split("<img ").skip(1).filter_map(|rest| rest.split('>').next()).collect();
    if shown.len() != letter.pictures.len() {
        return Err(format!("{} pictures, and {} are shown", letter.pictures.len(), shown.len()));
    }
    for (image, (id, png)) in shown.iter().zip(&letter.pictures) {
        let id = id.trim_matches(['<', '>']);
        if !image.contains(&format!("src=\"cid:{id}\"")) || !png.starts_with(b"\x89PNG") {
            return Err(format!("{id} is not what is shown: {image}"));
        }
        let alt = image.split_once("alt=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(alt, _)| alt);
        let alt = alt.ok_or("a picture without words in its place")?;
        let reading = command::read("", &new_text(alt), &CATALOGUE);
        if alt.len() > 100 || alt.contains('<') || reading.commands().count() > 0 {
            return Err(format!("no words in the place of a picture: {alt}"));
        }
    }
    Ok(())
}

/// Every link, pressed and sent as it is, is read as the one command that it shows, with the key of this letter and no other. A letter
/// without a key, which nobody can answer, has none.
fn broken_links(letter: &Received, catalogue: &Catalogue) -> Vec<String> {
    let mut broken = Vec::new();
    let links = links::all(letter);
    let is_turn = letter.text.contains("begin your reply with your move");
    let asked: &[&str] = if letter.text.contains("   accept\n\nTo say no:   decline") {
        &["accept", "decline"]
    } else if is_turn && (letter.text.contains("You have offered") || letter.text.contains("can also answer: withdraw"))
    {
        &["withdraw", "show", "resign?"]
    } else if is_turn {
        &["draw", "show", "resign?"]
    } else {
        &[]
    };
    let asks = letter.text.contains("answer no or do nothing") || letter.text.contains("To say no, answer with just:");
    // Text alone has no links.
    let asked = if letter.html.is_empty() { &[] } else { asked };
    let labels: Vec<&str> = links.iter().map(|link| link.label.as_str()).collect();
    let is_piece = |label: &&str| command::lone_square(&[label]).is_some();
    let is_move = |label: &&str| ParsedPlay::looks_like(label) && !is_piece(label);
    let needs_no_board = |label: &&str| {
        matches!(command::parse_line(label, catalogue), Ok(command) if command.board().is_none())
            || label.starts_with("rematch ")
    };
    // What the words ask for is known here in English alone.
    let is_english = letter.html.contains("lang=\"en\"");
    if asks {
        let is_whole = matches!(&labels[..], [yes, "no"] if yes.starts_with("yes"));
        if !letter.html.is_empty() && !is_whole {
            broken.push(format!("the links that say yes or no are {labels:?}"));
        }
    } else if is_english {
        let moves = labels.strip_prefix(&["yes", "no"]).unwrap_or(&labels).strip_suffix(asked);
        let fit = |moves: &[&str]| match is_turn {
            true => moves.iter().all(is_piece) || moves.iter().all(is_move),
            false => moves.iter().all(is_move) || moves.iter().all(needs_no_board),
        };
        if !moves.is_some_and(|moves| fit(moves) && (!is_turn || letter.html.is_empty() || !moves.is_empty())) {
            broken.push(format!("what can be answered is {asked:?} and moves, and the links are {labels:?}"));
        }
    }
    let key = keys(letter).into_iter().next();
    let own = Own::new(vec![CLUB.parse().unwrap()]);
    for link in links {
        let raw = link.mail(&letter.to, "link@client.test", "Sat, 21 Nov 2026 10:00:00 +0000", &[]);
        let message = Message::read(&raw, &own).unwrap();
        let new_text = new_text(&message.text);
        let reading = command::read(reply::command_subject(&message.subject), &new_text, catalogue);
        let says = link.label.split(' ').next().is_some_and(|word| command::is_yes(word) || command::is_no(word));
        // A square and a question are no commands. What comes of them is told in dialogs.
        let says = says || is_piece(&link.label.as_str()) || link.label.ends_with('?');
        let meant = if says { None } else { Some(command::parse_line(&link.label, catalogue).unwrap()) };
        if new_text != link.label {
            broken.push(format!("the link {} says {new_text:?}", link.label));
        }
        if let Some(meant) = meant
            && (reading.items.len() != 1 || !reading.commands().eq([&meant]) || !reading.comment.is_empty())
        {
            broken.push(format!("the link {} is read as {reading:?}", link.label));
        }
        let proven: Vec<String> =
            mail::tokens(&message, std::slice::from_ref(&link.to)).iter().map(ToString::to_string).collect();
        if proven != key.iter().cloned().collect::<Vec<_>>() || proven.is_empty() {
            broken.push(format!("the link {} does not carry this letter's key", link.label));
        }
        if message.subject != format!("Re: {}", letter.subject) {
            broken.push(format!("the link {} has the subject {}", link.label, message.subject));
        }
    }
    broken
}

/// The reply keys of a letter in both spellings.
fn keys(letter: &Received) -> Vec<String> {
    let dashed = letter.key();
    dashed.into_iter().flat_map(|key| [key.to_owned(), key.replace('-', "")]).collect()
}
