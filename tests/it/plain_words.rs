//! What people read is plain modern English: it contains no word or phrase of `tests/words/banned.txt`.
//!
//! The test reads the README, the CHANGELOG, the pages in `docs`, everything that `--help` prints, the English letters, the variants and
//! the settings file. In the pages, blocks, `code` and the table of commands are left out: they quote what the program says. To check
//! another folder or file, add it to [`FOLDERS`] or [`FILES`].

use crate::docs::{pages, prose, root};
use assert_cmd::Command;

/// A text that people read, and where it is.
struct Text {
    name: String,
    text: String,
}

/// All that is looked at.
fn texts() -> Vec<Text> {
    let mut texts: Vec<Text> =
        pages().iter().map(|page| Text { name: page.name.clone(), text: without_code(&prose(page)) }).collect();
    texts.extend(helps().into_iter().map(|(command, text)| Text { name: format!("{command} --help"), text }));
    let folders = FOLDERS.iter().flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    let paths = folders.map(|entry| entry.unwrap().path()).filter(|path| !path.ends_with(TYPED_ALONE));
    let paths = paths.chain(FILES.map(|file| root().join(file)));
    texts.extend(paths.map(|path| Text {
        text: without_names(&std::fs::read_to_string(&path).unwrap()),
        name: path.display().to_string(),
    }));
    texts
}

/// Folders of wording, whose files are all read.
const FOLDERS: [&str; 2] = ["config/letters/en", "config/variants"];

/// What is only typed, and read in no letter.
const TYPED_ALONE: &str = "wishes.toml";

/// Files that people read, and that are no pages.
const FILES: [&str; 1] = ["config/server.toml"];

/// What players type as it is written here, whatever we call it elsewhere.
const TYPED: [&str; 2] = ["set rescue off", "rescue on"];

/// A file of wording or settings without the fields and conditions of templates, the names of keys, what is typed, and words in
/// quotation marks among others.
fn without_names(text: &str) -> String {
    let line = |line: &str| {
        let key = line.split_once(" = ").filter(|(name, _)| !name.trim_start_matches("# ").contains(' '));
        let mut rest = key.map_or(line, |(_, value)| value).to_owned();
        for (open, close) in [("{{", "}}"), ("{%", "%}")] {
            while let Some((before, (_, after))) =
                rest.split_once(open).and_then(|(before, inside)| Some((before, inside.split_once(close)?)))
            {
                rest = format!("{before}x{after}");
            }
        }
        let rest = TYPED.iter().fold(rest, |rest, typed| rest.replace(typed, "x")).replace("\"none\"", "x");
        rest.split(' ').filter(|word| !word.contains('_')).collect::<Vec<_>>().join(" ") + "\n"
    };
    text.lines().map(|text| if text.starts_with('[') { "\n".to_owned() } else { line(text) }).collect()
}

/// What `taflpost --help` prints, and each command's `--help`, by the words that are typed before it.
pub fn helps() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![vec!["taflpost".to_owned()]];
    while let Some(words) = open.pop() {
        let mut command = Command::cargo_bin("taflpost").unwrap();
        let run = command.args(&words[1..]).arg("--help").output().unwrap();
        assert!(run.status.success(), "{} --help", words.join(" "));
        let help = String::from_utf8(run.stdout).unwrap();
        open.extend(subcommands(&help).into_iter().map(|name| [words.clone(), vec![name]].concat()));
        found.push((words.join(" "), help));
    }
    found
}

/// The names below `Commands:`, which stand behind two blanks; longer lines go on with more.
pub fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    let names = names.filter_map(|rest| rest.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// `code` becomes the word `code`, and the address of a link goes.
fn without_code(text: &str) -> String {
    let line = |line: &str| {
        let parts = line.split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part } else { "code" });
        let mut rest: String = parts.collect();
        while let Some((before, (_, after))) =
            rest.split_once("](").and_then(|(before, link)| Some((before, link.split_once(')')?)))
        {
            rest = format!("{before}] {after}");
        }
        rest + "\n"
    };
    text.lines().map(line).collect()
}

/// A word in lower case, or a sign that ends a sentence, and its line.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let mut word = String::new();
        for c in line.to_lowercase().replace('\u{2019}', "'").chars().chain([' ']) {
            if c.is_alphanumeric() || matches!(c, '\'' | '-') {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                words.push((at + 1, std::mem::take(&mut word)));
            }
            if ".!?:;|".contains(c) {
                words.push((at + 1, c.to_string()));
            }
        }
        if line.trim().is_empty() {
            words.push((at + 1, ".".to_owned()));
        }
    }
    words
}

/// One line of the list. `reckon*` is every word that begins so; `...` stands for one to four words of a sentence.
fn stands_at(banned: &[&str], words: &[(usize, String)]) -> bool {
    let Some((first, rest)) = banned.split_first() else {
        return true;
    };
    if *first == "..." {
        let gap = words.iter().take(4).take_while(|(_, word)| word.chars().any(char::is_alphanumeric)).count();
        return (1..=gap).any(|length| stands_at(rest, &words[length..]));
    }
    let Some((_, word)) = words.first() else {
        return false;
    };
    let same = match first.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == first,
    };
    same && stands_at(rest, &words[1..])
}

fn banned() -> Vec<String> {
    let list = std::fs::read_to_string(root().join("tests/words/banned.txt")).unwrap();
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn no_banned_word_stands_in_what_people_read() {
    let banned = banned();
    let mut found = Vec::new();
    for Text { name, text } in texts() {
        let words = words(&text);
        for phrase in &banned {
            let parts: Vec<&str> = phrase.split_whitespace().collect();
            let places = (0..words.len()).filter(|&at| stands_at(&parts, &words[at..]));
            found.extend(places.map(|at| format!("{name}:{}: {phrase}", words[at].0)));
        }
    }
    assert!(found.is_empty(), "tests/words/banned.txt says why not:\n{}", found.join("\n"));
}

#[test]
fn a_banned_phrase_is_found_where_it_stands() {
    let text = "Whoever comes first\nis asked. That is\nnone. As in\nso many games as you like. `whoever`";
    let words = words(&without_code(text));
    let find = |phrase: &str| {
        let parts: Vec<&str> = phrase.split_whitespace().collect();
        (0..words.len()).find(|&at| stands_at(&parts, &words[at..])).map(|at| words[at].0)
    };
    assert_eq!(find("whoever"), Some(1));
    assert_eq!(find("is none"), Some(2));
    assert_eq!(find("so many ... as"), Some(4));
    assert_eq!(find("who*"), Some(1));
    assert_eq!(find("asked that"), None);
    assert_eq!(find("code"), Some(4));
}
