//! Every block of the README and of the pages in `docs` is true, and every link works.
//!
//! - `console`: each `$ taflpost ...` line is run, all of a page in one empty folder, and prints what is below it; `...` alone on a line
//!   stands for any lines
//! - `dialog`: is played, by ann and bob who have already joined
//! - `letter`: is the beginning, line by line, of a letter that a dialog of some page brought
//! - `headers`: each line is in the headers of one such letter; `...` in it stands for any characters
//! - `lmtp`: what a client says (`C:`) and what the server answers (`S:`)
//! - `toml`: is valid as settings; the folder `variants` is there and holds the variant files of all pages
//! - `variant`: is a variant file, which `console` blocks find as its name and `.toml`
//! - `conf`: is, line by line, in a file under `config/deploy`
//! - `sh`: what somebody types; each line is one of those listed here
//!
//! `markdown` tables between the marks `commands` and `end` are written from the command table and the English help. In the text, each
//! `taflpost ...` names a command and options that exist, and each path names a file of this repository.

use crate::dialogs;
use crate::letters::JOINED;
use crate::plain_words::{helps, subcommands};
use crate::world::Received;
use assert_cmd::Command;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use taflpost::command::parse_line;
use taflpost::command::table::{self, Form, Group};
use taflpost::intake::session::{Receipt, Session, Step};
use taflpost::intake::{Host, Protocol};
use taflpost::mail::Own;
use taflpost::tafl::{Catalogue, Variant};

/// A page for people.
pub struct Page {
    /// Its path in this repository.
    pub name: String,
    pub text: String,
}

struct Fence {
    /// The page and the line.
    place: String,
    page: String,
    kind: String,
    text: String,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README, CHANGELOG and all of `docs`.
pub fn pages() -> Vec<Page> {
    let mut names = vec!["README.md".to_owned(), "CHANGELOG.md".to_owned()];
    for entry in std::fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.ends_with(".md"), "docs/{name} is not a page");
        names.push(format!("docs/{name}"));
    }
    names.sort();
    let page = |name: String| Page { text: std::fs::read_to_string(root().join(&name)).unwrap(), name };
    names.into_iter().map(page).collect()
}

fn fences() -> Vec<Fence> {
    pages().iter().flat_map(fences_of).collect()
}

fn fences_of(page: &Page) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<Fence> = None;
    for (index, line) in page.text.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(fence)) => fences.push(fence),
            (Some(kind), None) => {
                let place = format!("{}:{}", page.name, index + 1);
                open = Some(Fence { place, page: page.name.clone(), kind: kind.to_owned(), text: String::new() });
            }
            (None, Some(mut fence)) => {
                fence.text.push_str(line);
                fence.text.push('\n');
                open = Some(fence);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a block is not closed", page.name);
    fences
}

fn of_kind(kind: &str) -> Vec<Fence> {
    let found: Vec<Fence> = fences().into_iter().filter(|fence| fence.kind == kind).collect();
    assert!(!found.is_empty(), "no page has a {kind} block");
    found
}

/// A page without its blocks and without the table of commands: their lines are empty.
pub fn prose(page: &Page) -> String {
    let mut inside = false;
    let mut prose = String::new();
    for line in page.text.lines() {
        let edge = line.starts_with("```") || line == "<!-- commands -->" || line == "<!-- end -->";
        inside ^= edge;
        if !inside && !edge {
            prose.push_str(line);
        }
        prose.push('\n');
    }
    prose
}

#[test]
fn every_kind_of_block_is_checked() {
    for fence in fences() {
        let known = ["console", "dialog", "letter", "headers", "lmtp", "toml", "conf", "sh", "variant"];
        assert!(known.contains(&fence.kind.as_str()), "{}: a {:?} block is checked by nobody", fence.place, fence.kind);
    }
}

#[test]
fn the_readme_is_short() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 120, "README.md has {} lines", readme.lines().count());
}

#[test]
fn console_blocks_print_what_they_say() {
    let mut folders = BTreeMap::new();
    for fence in of_kind("console") {
        let folder = folders.entry(fence.page.clone()).or_insert_with(|| {
            let folder = crate::cli::here();
            put_variants(folder.path());
            folder
        });
        for part in fence.text.split("$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap();
            let words: Vec<&str> = command.split_whitespace().collect();
            assert_eq!(words[0], "taflpost", "{}: {command}", fence.place);
            let words: Vec<&str> = words[1..].iter().map(|word| word.trim_matches('"')).collect();
            let run = Command::cargo_bin("taflpost").unwrap().args(words).current_dir(&*folder).output().unwrap();
            let printed = String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap();
            assert!(
                alike(expected, &printed),
                "{}: {command}\nexpected:\n{expected}\nprinted:\n{printed}",
                fence.place
            );
        }
    }
}

fn put_variants(folder: &Path) {
    for fence in of_kind("variant") {
        let variant = Variant::from_toml(&fence.text);
        let variant = variant.unwrap_or_else(|wrong| panic!("{}: {wrong}", fence.place));
        std::fs::write(folder.join(format!("{}.toml", variant.name)), &fence.text).unwrap();
    }
}

#[test]
fn every_parameter_of_a_variant_is_explained() {
    let page = std::fs::read_to_string(root().join("docs/variants.md")).unwrap();
    let catalogue = Catalogue::embedded().unwrap();
    let records: String = catalogue.iter().map(|variant| variant.rules.to_record()).collect();
    let keys = records.lines().filter_map(|line| match line.split_once(" = ") {
        Some((key, _)) => Some(key),
        None => line.strip_prefix('[')?.strip_suffix(']'),
    });
    for key in keys.chain(["corner_squares", "attackers_left_loses", "speed", "announce", "shieldwall"]) {
        assert!(page.contains(&format!("`{key}`")), "docs/variants.md does not explain `{key}`");
    }
}

/// Line by line; a line `...` stands for any number of lines.
fn alike(expected: &str, printed: &str) -> bool {
    let mut printed = printed.lines().map(str::trim_end).peekable();
    let mut skipping = false;
    for line in expected.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        if line == "..." {
            skipping = true;
            continue;
        }
        let mut rest = printed.by_ref().filter(|line| !line.is_empty());
        let found = if skipping { rest.any(|have| have == line) } else { rest.next() == Some(line) };
        if !found {
            return false;
        }
        skipping = false;
    }
    skipping || printed.all(|line| line.is_empty())
}

#[test]
fn dialogs_come_true_and_letters_are_from_them() {
    let played = of_kind("dialog").into_iter().map(|fence| (fence.place, format!("{JOINED}{}", fence.text)));
    let letters: Vec<Received> = played.flat_map(|(place, dialog)| dialogs::run(&place, &dialog)).collect();
    for fence in of_kind("letter") {
        let mut lines = fence.text.lines();
        let subject = lines.next().and_then(|line| line.strip_prefix("Subject: ")).unwrap_or_default();
        // The key of each letter is drawn by lot.
        let without_key = |line: &'_ str| match line.trim_start().starts_with("reply above this line (ref ") {
            true => "reply above this line".to_owned(),
            false => line.trim_end().to_owned(),
        };
        let wanted: Vec<String> = lines.map(without_key).skip_while(|line| line.is_empty()).collect();
        let same = letters.iter().any(|letter| {
            let have: Vec<String> = letter.text.lines().map(without_key).skip_while(|line| line.is_empty()).collect();
            letter.subject == subject && have.starts_with(&wanted)
        });
        assert!(same, "{}: this is a letter of no dialog", fence.place);
    }
    for fence in of_kind("headers") {
        let heads: Vec<String> = letters.iter().map(head).collect();
        let fits = |head: &String| fence.text.lines().all(|wanted| head.lines().any(|have| has_pieces(have, wanted)));
        assert!(heads.iter().any(fits), "{}: no letter has this head, as has for example\n{}", fence.place, heads[3]);
    }
}

/// The head of a letter, each header on one line.
fn head(letter: &Received) -> String {
    let raw = String::from_utf8_lossy(&letter.raw).replace("\r\n", "\n");
    let (head, _) = raw.split_once("\n\n").unwrap();
    head.replace("\n ", " ").replace("\n\t", " ")
}

/// Whether a line is the wanted one, in which `...` stands for any characters.
fn has_pieces(have: &str, wanted: &str) -> bool {
    let mut rest = have;
    let mut pieces = wanted.split("...");
    let Some(first) = pieces.next().and_then(|first| rest.strip_prefix(first)) else {
        return false;
    };
    rest = first;
    for piece in pieces {
        match rest.find(piece) {
            Some(_) if piece.is_empty() => return true,
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn lmtp_blocks_are_spoken() {
    for fence in of_kind("lmtp") {
        let host = Host::new("tafl.example.org", Own::new(vec!["club@tafl.example.org".parse().unwrap()]));
        let mut session = Session::new(Protocol::Lmtp, Arc::new(host));
        let mut spoken = answers(&mut session, b"");
        for line in fence.text.lines() {
            if let Some(said) = line.strip_prefix("C:") {
                spoken += &format!("C: {}\n", said.trim_start());
                spoken += &answers(&mut session, format!("{}\r\n", said.trim_start()).as_bytes());
            }
        }
        let wanted: String = fence.text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let spoken: String = spoken.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        assert_eq!(wanted, spoken, "{}", fence.place);
    }
}

/// What the server answers when every mail can be stored.
fn answers(session: &mut Session, mut input: &[u8]) -> String {
    let mut said = String::new();
    loop {
        let reply = match session.step(&mut input) {
            Step::NeedInput | Step::Close => return said,
            Step::Reply(reply) => reply,
            Step::Mail(_) => session.settle(Receipt::Stored),
        };
        said.extend(reply.lines().map(|line| format!("S: {line}\n")));
    }
}

#[test]
fn settings_blocks_are_settings() {
    for fence in of_kind("toml") {
        let folder = crate::cli::here();
        let file = folder.path().join("server.toml");
        std::fs::create_dir(folder.path().join("variants")).unwrap();
        put_variants(&folder.path().join("variants"));
        // Nothing on the network is asked: no program listens at this port.
        let password = folder.path().join("password");
        std::fs::write(&password, "sesame").unwrap();
        let here = fence.text.replace("imap.example.org", "127.0.0.1").replace("port = 993", "port = 1");
        let here = here.replace("/etc/taflpost/password", password.to_str().unwrap());
        let maildir = folder.path().join("mail");
        for part in ["new", "cur", "tmp"] {
            std::fs::create_dir_all(maildir.join(part)).unwrap();
        }
        let here = here.replace("/var/mail/tafl", maildir.to_str().unwrap());
        std::fs::write(&file, here).unwrap();
        let run = Command::cargo_bin("taflpost")
            .unwrap()
            .current_dir(&folder)
            .arg("--config")
            .arg(&file)
            .arg("--data")
            .arg(folder.path())
            .args(["work"])
            .output();
        let run = run.unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        let refused = fence.text.contains("[mailbox]") && said.contains("127.0.0.1:1, connection: Connection refused");
        assert!(run.status.success() || refused, "{}:\n{said}", fence.place);
        // All the settings of a club stand ready to be copied.
        if !fence.text.contains("[relay]") || !fence.text.contains("[club]") {
            continue;
        }
        let shipped = std::fs::read_dir(root().join("config/deploy")).unwrap();
        let same = shipped.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
        assert!(same.into_iter().any(|file| file.ends_with(&fence.text)), "{}", fence.place);
    }
}

#[test]
fn configuration_blocks_stand_in_the_deploy_files() {
    let mut shipped = String::new();
    for entry in std::fs::read_dir(root().join("config/deploy")).unwrap() {
        shipped += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    for fence in of_kind("conf") {
        for line in fence.text.lines() {
            assert!(shipped.lines().any(|have| have == line), "{}: in no file of config/deploy: {line}", fence.place);
        }
    }
}

/// What forms are for, by their beginning, where it is not what their command is for in general.
const FORMS_FOR: [(&str, &str); 4] = [
    ("board NUMBER", "make a move"),
    ("tournament (NAME)", "look at tournaments"),
    ("tournament join", "join a tournament, or leave it"),
    ("tournament create", "create a tournament and run it"),
];

/// The table of commands as markdown. Forms that are for other people than those before them have a row of their own.
fn table_of_commands() -> String {
    let help = help_in_english();
    let mut table = String::from("| command | what it does | who may use it |\n|---|---|---|\n");
    for entry in Group::ALL.into_iter().flat_map(|group| table::entries().filter(move |entry| entry.group == group)) {
        for alike in entry.forms.chunk_by(|one, next| who_may(one, &help) == who_may(next, &help)) {
            let special = FORMS_FOR.iter().find(|(form, _)| alike[0].usage.starts_with(form)).map(|(_, about)| *about);
            assert!(special.is_some() || alike.len() == entry.forms.len() || alike[0].usage == entry.forms[0].usage);
            let about =
                special.unwrap_or_else(|| help["page"][entry.name]["about"].as_str().unwrap()).replace('|', "\\|");
            let forms: Vec<String> = alike.iter().map(|form| format!("`{}`", form.usage.replace('|', "\\|"))).collect();
            table.push_str(&format!("| {} | {about} | {} |\n", forms.join("<br>"), who_may(&alike[0], &help)));
        }
    }
    table
}

/// Who may ask for this form of a command.
fn who_may<'a>(form: &Form, help: &'a toml::Value) -> &'a str {
    let command = parse_line(form.examples[0], &Catalogue::embedded().unwrap()).unwrap();
    help["who"][command.access().who.key()].as_str().unwrap()
}

/// The file of the English help.
fn help_in_english() -> toml::Value {
    toml::from_str(&std::fs::read_to_string(root().join("config/letters/en/help.toml")).unwrap()).unwrap()
}

#[test]
fn the_table_of_commands_is_the_one_of_the_program() {
    let page = std::fs::read_to_string(root().join("docs/players.md")).unwrap();
    let (before, rest) = page.split_once("<!-- commands -->\n").expect("docs/players.md marks the table of commands");
    let (table, after) = rest.split_once("<!-- end -->").expect("and its end");
    let expected = table_of_commands();
    if std::env::var_os("UPDATE").is_some() {
        let page = format!("{before}<!-- commands -->\n{expected}<!-- end -->{after}");
        std::fs::write(root().join("docs/players.md"), page).unwrap();
        return;
    }
    assert_eq!(table.trim(), expected.trim(), "run this test with UPDATE=1: it writes the table into the page");
}

#[test]
fn a_newcomer_is_told_nothing_else_to_type() {
    let known = ["cargo run -- demo", "cargo test", "cargo build --release", "cargo bench", ".ci/run"];
    for fence in of_kind("sh") {
        for line in fence.text.lines() {
            assert!(known.contains(&line), "{}: {line:?} is checked by nobody", fence.place);
        }
    }
}

/// The `code` in the text of a page, and the line of each.
fn spans(page: &Page) -> Vec<(usize, String)> {
    let prose = prose(page);
    let lines = prose.lines().enumerate();
    lines.flat_map(|(at, line)| line.split('`').skip(1).step_by(2).map(move |span| (at + 1, span.to_owned()))).collect()
}

#[test]
fn every_command_line_that_is_named_exists() {
    static HELPS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| helps().into_iter().collect());
    for page in pages() {
        for (line, span) in spans(&page) {
            let Some(words) = span.strip_prefix("taflpost ") else {
                continue;
            };
            let words: Vec<&str> = words.split_whitespace().collect();
            let place = format!("{}:{line}: {span}", page.name);
            let mut command = "taflpost".to_owned();
            let mut is_value = false;
            for word in &words {
                let longer = format!("{command} {word}");
                if std::mem::take(&mut is_value) {
                    // It belongs to the option before it.
                } else if word.starts_with('-') {
                    is_value = HELPS[&command].contains(&format!("{word} <"));
                } else if HELPS.contains_key(&longer) {
                    command = longer;
                } else {
                    let needs_another = !subcommands(&HELPS[&command]).is_empty();
                    assert!(!needs_another, "{place}: there is no {longer}");
                }
            }
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(HELPS[&command].contains(option), "{place}: {command} has no option {option}");
            }
        }
    }
}

/// The comments of the wording files, word by word, with their file and line.
fn words_of_comments() -> Vec<(String, String)> {
    let mut words = Vec::new();
    for language in std::fs::read_dir(root().join("config/letters")).unwrap() {
        for file in std::fs::read_dir(language.unwrap().path()).unwrap().map(|file| file.unwrap().path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            for (at, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with('#')) {
                let place = format!("{}:{}", file.display(), at + 1);
                let bare = |word: &str| word.trim_end_matches(['.', ',', ';', ':', ')']).to_owned();
                words.extend(line.split_whitespace().map(|word| (place.clone(), bare(word))));
            }
        }
    }
    words
}

#[test]
fn every_path_that_is_named_exists() {
    let folders = ["src/", "tests/", "config/", "docs/", "benches/", ".ci/"];
    let pages = pages();
    let named = pages
        .iter()
        .flat_map(|page| spans(page).into_iter().map(move |(line, span)| (format!("{}:{line}", page.name), span)));
    let mut missing = Vec::new();
    for (place, span) in named.chain(words_of_comments()) {
        let path = span.replace("/*/", "/en/");
        let is_path = folders.iter().any(|folder| path.starts_with(folder));
        if is_path && !path.contains([' ', '*']) && !path.contains("NAME") && !root().join(&path).exists() {
            missing.push(format!("{place}: there is no {span}"));
        }
    }
    assert!(missing.is_empty(), "after a file has moved, its pages name the new place:\n{}", missing.join("\n"));
}

/// The third column of the glossary.
#[test]
fn every_word_of_the_glossary_is_typed_or_in_code() {
    let glossary = pages().into_iter().find(|page| page.name == "docs/glossary.md").unwrap();
    let mut program = String::new();
    let mut folders = vec![root().join("src"), root().join("config")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => program += &String::from_utf8_lossy(&std::fs::read(path).unwrap()),
            }
        }
    }
    let is_path = |span: &str| span.contains('/');
    let unknown: Vec<String> = spans(&glossary)
        .into_iter()
        .filter(|(_, span)| !is_path(span) && !program.contains(span.trim_end_matches(" ...)")))
        .map(|(line, span)| format!("docs/glossary.md:{line}: {span}"))
        .collect();
    assert!(unknown.is_empty(), "nobody types this, and no code has it:\n{}", unknown.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    for page in &pages {
        for (index, line) in prose(page).lines().enumerate() {
            for target in line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
                let place = format!("{}:{}: {target}", page.name, index + 1);
                if target.starts_with("https://") {
                    continue;
                }
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                let folder = root().join(&page.name).parent().unwrap().to_owned();
                let file = if path.is_empty() { root().join(&page.name) } else { folder.join(path) };
                assert!(file.exists(), "{place}: there is no such file");
                let text = if anchor.is_empty() { continue } else { std::fs::read_to_string(file).unwrap() };
                let found = text.lines().filter(|line| line.starts_with('#')).any(|line| anchor_of(line) == anchor);
                assert!(found, "{place}: there is no such heading");
            }
        }
    }
}

/// The anchor that a heading gets where markdown is shown.
fn anchor_of(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    words
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
