//! An operator's folder of wording: what it changes, and what is reported if something in it is wrong.

use crate::cli::{Ran, SIGNUP, here, taflpost};
use std::path::Path;

/// A folder with settings that name `letters` in it, with these files.
fn club(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = here();
    std::fs::write(folder.path().join("server.toml"), "[letters]\nfolder = \"letters\"\n").unwrap();
    std::fs::create_dir(folder.path().join("letters")).unwrap();
    for (name, text) in files {
        let path = folder.path().join("letters").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn run(folder: &Path, words: &[&str], input: &str) -> Ran {
    taflpost(folder, &[&["--config", "server.toml"], words].concat(), input)
}

/// All letters that were sent to an address, decoded.
fn letters_to(folder: &Path, address: &str) -> String {
    let new = folder.join("taflpost-data/letters").join(address).join("new");
    let texts = std::fs::read_dir(new).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
    texts.map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n")).collect()
}

/// The letter that a newcomer gets from a club with these files.
fn answer_to_a_newcomer(files: &[(&str, &[u8])]) -> String {
    let folder = club(files);
    let brought = run(folder.path(), &["deliver", "--from", "ann@fjord.test", "--to", "tafl@localhost"], SIGNUP);
    assert_eq!(brought.code, 0, "{}", brought.err);
    let worked = run(folder.path(), &["work"], "");
    assert_eq!(worked.code, 0, "{}", worked.err);
    letters_to(folder.path(), "ann@fjord.test")
}

const OURS: &str = include_str!("../../config/letters/en/signup.txt");

#[test]
fn a_changed_letter_is_what_a_newcomer_reads() {
    let changed = OURS
        .replace("Subject: Please confirm", "Subject: Well met! Please confirm")
        .replace("If it was not you", "We play on Thursdays <b>at the harbour</b>.\n\nIf it was not you");
    let read = answer_to_a_newcomer(&[("en/signup.txt", changed.as_bytes())]);
    assert!(read.contains("Subject: Well met! Please confirm that you want to join Taflpost\n"), "{read}");
    assert!(read.contains("\nWe play on Thursdays <b>at the harbour</b>.\n"), "the text part: {read}");
    assert!(read.contains("\nWe play on Thursdays &lt;b&gt;at the harbour&lt;/b&gt;.\n"), "the HTML part: {read}");
    assert!(read.contains("  reply above this line (ref "), "{read}");
}

/// Only the key in the file changes. A file from an editor on Windows is as good as any.
#[test]
fn a_key_changes_one_sentence_and_leaves_the_others() {
    let links = "To answer, touch one of these. Each opens a mail:";
    let file = format!("\u{feff}[links]\r\nanswers = \"{links}\"\r\n");
    let read =
        answer_to_a_newcomer(&[("en/news.toml", file.as_bytes()), ("en/.news.toml.swp", b"\0"), ("en/x~", b"\0")]);
    assert!(read.contains(links), "{read}");
    assert!(read.contains("Subject: Please confirm that you want to join Taflpost\n"), "{read}");
}

#[test]
fn check_says_that_every_letter_can_be_written() {
    let folder = club(&[
        ("de/message.txt", include_bytes!("../../config/letters/de/message.txt")),
        ("en/help.toml", b"[page.move]\nabout = \"move a man\"\n[label]\nwho = \"who\"\n"),
        ("da/variants.toml", b"[reading]\n\"The defenders move first.\" = \"Forsvarerne begynder.\"\n"),
    ]);
    let ran = run(folder.path(), &["check"], "");
    let says = "ok     letters: the name of the club can be used in the subjects of letters, and every letter can be written \
                with the 3 texts in letters\n";
    assert!(ran.code == 0 && ran.out.contains(says), "{}{}", ran.out, ran.err);
    assert_eq!(taflpost(folder.path(), &["check"], "").code, 0);
}

/// Where a translator begins: a copy of all of our files.
#[test]
fn a_copy_of_our_own_letters_is_good() {
    let folder = club(&[]);
    for language in ["en", "de", "da"] {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/letters").join(language);
        std::fs::create_dir(folder.path().join("letters").join(language)).unwrap();
        for file in std::fs::read_dir(ours).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), folder.path().join("letters").join(language).join(file.file_name())).unwrap();
        }
    }
    let ran = run(folder.path(), &["check"], "");
    let says = "ok     letters: the name of the club can be used in the subjects of letters; the files in letters change nothing\n";
    assert!(ran.code == 0 && ran.out.contains(says), "{}{}", ran.out, ran.err);
}

/// A Subject may have any field of its letter.
#[test]
fn a_subject_may_say_more_than_the_name_of_the_club() {
    let changed = OURS.replace("Subject: Please confirm", "Subject: {{ days }} days to confirm, {{ yes }},");
    let ran = run(club(&[("en/signup.txt", changed.as_bytes())]).path(), &["check"], "");
    assert!(ran.code == 0, "{}{}", ran.out, ran.err);
}

/// The title of a variant is wrapped in the list of all variants.
#[test]
fn a_variant_with_a_long_title_stops_no_words() {
    let folder = club(&[("en/news.toml", b"[links]\nanswers = \"Touch one:\"\n")]);
    variant(folder.path(), &|text| text.replace("title = \"Brandubh", &format!("title = \"{}", "Long ".repeat(10))));
    let ran = run(folder.path(), &["check"], "");
    assert!(ran.code == 0, "{}{}", ran.out, ran.err);
}

/// Sentences about a variant whose file is broken are not told as well.
#[test]
fn a_broken_variant_makes_no_mistake_of_its_sentences() {
    let own = b"[about]\n\"Our own game.\" = \"Vores eget spil.\"\n";
    let folder = club(&[("da/variants.toml", own)]);
    variant(folder.path(), &|text| text.replace("about = ", "about = \"Our own game.\" # ") + "nonsense = 1\n");
    let ran = run(folder.path(), &["check"], "");
    assert!(ran.out.contains("wrong  variants: ") && !ran.out.contains("wrong  letters: "), "{}", ran.out);
}

/// Puts a changed copy of our Brandubh into a folder of variants that the settings name.
fn variant(folder: &Path, change: &dyn Fn(&str) -> String) {
    let ours = include_str!("../../config/variants/brandubh.toml");
    std::fs::create_dir(folder.join("variants")).unwrap();
    assert_ne!(change(ours), ours);
    std::fs::write(folder.join("variants/brandubh.toml"), change(ours)).unwrap();
    let settings = "[letters]\nfolder = \"letters\"\n[variants]\nfolder = \"variants\"\n";
    std::fs::write(folder.join("server.toml"), settings).unwrap();
}

/// Files as a tired operator writes them, and what `check` says about each.
#[test]
fn every_mistake_is_told_with_its_file_and_its_line() {
    let ours = |old: &str, new: &str| {
        assert!(OURS.contains(old), "{old}");
        OURS.replace(old, new).into_bytes()
    };
    let toml = |text: &str| text.as_bytes().to_vec();
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        // names
        (
            "en/sginup.txt",
            Vec::new(),
            "letters/en/sginup.txt: config/letters has no file with this name. Did you mean signup.txt?",
        ),
        (
            "signup.txt",
            Vec::new(),
            "letters/signup.txt: wording files must be in a folder with the name of a language: en, de, da",
        ),
        (
            "nl/signup.txt",
            Vec::new(),
            "letters/nl: the server has no language with this name; the languages are en, de, da",
        ),
        ("en/signup.txt/x", Vec::new(), "letters/en/signup.txt: this is not a file"),
        // bytes
        (
            "en/signup.txt",
            b"Subject: x\n\nf\xfcr dich\n".to_vec(),
            "letters/en/signup.txt line 3: this is not UTF-8 text",
        ),
        (
            "en/signup.txt",
            [vec![b'x'; 262_144], "ü".into()].concat(),
            "letters/en/signup.txt: the text is longer than 262144 bytes",
        ),
        ("en/wishes.toml", toml("not = []\n"), "letters/en/wishes.toml: this file cannot be changed"),
        (
            "en/signup.txt",
            ours("If you want", "If\tyou want"),
            "letters/en/signup.txt line 9, letter/signup: the text contains the invisible character U+0009",
        ),
        (
            "en/signup.txt",
            ours("Subject: Please", "Subject: Please\rBcc: eve@x.test"),
            "letters/en/signup.txt line 1, letter/signup: the text contains the invisible character U+000D",
        ),
        (
            "en/news.toml",
            toml("[line]\nsubject = \"{{ title }} board {{ number }}\\r\\nBcc: {{ attackers }} v {{ defenders }}\"\n"),
            "letters/en/news.toml line 2, line/subject: the text contains the invisible character U+000D",
        ),
        (
            "en/news.toml",
            toml("[line]\nsubject = \"{{ title }} board {{ number }}\\nBcc: {{ attackers }} v {{ defenders }}\"\n"),
            "letters/en/news.toml line 2, line/subject: this text must be one line, as ours is",
        ),
        // TOML
        ("en/news.toml", toml("[line]\n\nsubject = {{ title }}\n"), "letters/en/news.toml line 3: "),
        (
            "en/news.toml",
            toml("[line]\nanswer = 7\n"),
            "letters/en/news.toml line 2: invalid type: integer `7`, expected a string",
        ),
        (
            "en/news.toml",
            toml("[line]\nanswre = \"x\"\n"),
            "letters/en/news.toml line 2, line/answre: there is no English template with this name. Did you mean line/answer?",
        ),
        (
            "en/news.toml",
            toml("[lines]\nanswer = \"x\"\n"),
            "letters/en/news.toml line 2, lines/answer: there is no English template with this name. Did you mean letter/answer or line/answer or opening/answer?",
        ),
        (
            "en/answers.toml",
            toml("\nsealled = \"x\"\n"),
            "letters/en/answers.toml line 2, part/sealled: there is no English template with this name. Did you mean part/sealed?",
        ),
        (
            "en/help.toml",
            toml("[page.mvoe]\nabout = \"x\"\n"),
            "letters/en/help.toml line 2: page: the program has no mvoe. Did you mean move?",
        ),
        (
            "en/help.toml",
            toml("[page.move]\nabuot = \"x\"\n"),
            "letters/en/help.toml line 2: unknown field `abuot`, expected `about` or `detail`",
        ),
        (
            "en/help.toml",
            toml("[who]\n\nplayr = \"x\"\n"),
            "letters/en/help.toml line 3: who: the program has no playr. Did you mean player?",
        ),
        (
            "en/help.toml",
            toml("[page.move]\nabout = \"{{ player }}\"\n"),
            "letters/en/help.toml line 2: page.move: about contains a field, but nothing fills in this text",
        ),
        (
            "da/variants.toml",
            toml("[reading]\n\"The defenders begin.\" = \"Forsvarerne begynder.\"\n"),
            "letters/da/variants.toml line 2: no variant has this English sentence in its file",
        ),
        // templates
        (
            "en/signup.txt",
            ours("{{ days }} days", "{{ days } days"),
            "letters/en/signup.txt line 13, letter/signup: syntax error",
        ),
        (
            "en/signup.txt",
            ours("{{ days }} days", "{{ dayz }} days"),
            "letters/en/signup.txt line 13, letter/signup: there is no field dayz; the fields are: club, days, invites, more, no, player, unasked, yes",
        ),
        (
            "en/signup.txt",
            ours("{{ days }}", "{{ days | centuries }}"),
            "letters/en/signup.txt line 13, letter/signup: unknown filter",
        ),
        (
            "en/signup.txt",
            ours("within {{ days }} days, ", ""),
            "letters/en/signup.txt line 1, letter/signup: {{ days }} is missing; our own text has it, and readers need it",
        ),
        (
            "en/signup.txt",
            ours("[[links]]\n", ""),
            "letters/en/signup.txt line 1, letter/signup: the [[...]] places are [], but must be [\"links\"]",
        ),
        (
            "en/signup.txt",
            ours(
                "forget the request and this address.\n\n[[links]]",
                "forget the request and this address.\n[[links]]",
            ),
            "line 13, letter/signup: [[links]] must be alone on its line",
        ),
        (
            "en/signup.txt",
            ours("Subject: ", "Betreff: "),
            "letters/en/signup.txt line 1, letter/signup: the first line must begin with \"Subject: \"",
        ),
        // texts that few letters have
        (
            "en/complaints.toml",
            toml("[complaint]\nnumber-too-large = \"resign 1\"\n"),
            "letters/en/complaints.toml line 2, complaint/number-too-large: the line \"resign 1\" would be a command",
        ),
        (
            "en/news.toml",
            toml("[line]\nzone = \"Your time zone is {{ zone }}{{ '\\\\u200b' }}. Or send:   set zone {{ place }}\"\n"),
            "letters/en/news.toml line 2, line/zone: the line \"Your time zone is UTC . Or send:   set zone Europe/Berlin\" contains the invisible character U+200B",
        ),
        (
            "en/news.toml",
            toml("[links]\nanswers = \"To answer, touch one: {{ '[' ~ '[x' }}\"\n"),
            "letters/en/news.toml line 2, links/answers: [[x must be alone on its line",
        ),
        (
            "da/variants.toml",
            toml("[reading]\n\"The defenders move first.\" = \"Forsvarerne\\nbegynder.\"\n"),
            "letters/da/variants.toml line 2: this text must be one line",
        ),
        // what answers depend on
        (
            "en/news.toml",
            toml("[consent]\nyes = \"yep\"\n"),
            "letters/en/news.toml line 2, consent/yes: this text cannot be changed, because the program reads it in the answers of players",
        ),
        (
            "en/news.toml",
            toml("[line]\nsubject = \"{{ title }}: {{ attackers }} v {{ defenders }} ({{ number }})\"\n"),
            "letters/en/news.toml line 2, line/subject: the Subject \"Hnefatafl 11x11: ann v bob (1)\" must contain board and its number, as in: Board 1",
        ),
        (
            "en/message.txt",
            toml(
                "Subject: A message from {{ from }}\n\n{{ from }} writes:\n\n[[comment]]\n\nAnswer with:   nachricht {{ from }}\n",
            ),
            "letters/en/message.txt line 1, letter/message: the command message is missing",
        ),
        (
            "en/message.txt",
            toml(
                "Subject: resign {{ from }}\n\n{{ from }} writes:\n\n[[comment]]\n\nAnswer with:   message {{ from }}\n",
            ),
            "letters/en/message.txt line 1, letter/message: the Subject \"resign bob\" would be a command in the answer of a player",
        ),
        (
            "en/message.txt",
            toml(
                "Subject: A message from {{ from }}\n\n{{ from }} writes:\n\n[[comment]]\n\ndelete\n\nAnswer with:   message {{ from }}\n",
            ),
            "letters/en/message.txt line 7, letter/message: the line \"delete\" would be a command if a mail program quoted it without a sign",
        ),
        (
            "en/message.txt",
            toml(&format!(
                "Subject: A message from {{{{ from }}}}\n\n{{{{ from }}}} writes:\n\n[[comment]]\n\n  {}\n\nAnswer with:   message {{{{ from }}}}\n",
                "ten chars ".repeat(8)
            )),
            "letters/en/message.txt line 7, letter/message: the line \"  ten chars ten chars",
        ),
    ];
    for (name, text, says) in cases {
        let folder = club(&[(name, &text)]);
        let ran = run(folder.path(), &["check"], "");
        assert_eq!(ran.code, 1, "{name}: {says}\n{}", ran.out);
        let told = ran.out.lines().find(|line| line.starts_with("wrong  letters: ")).unwrap_or_default();
        assert!(told.contains(says), "{says}\nis not in:\n{told}\n{}", ran.out);
    }
}

#[test]
fn nothing_that_writes_letters_starts_with_a_mistake_in_them() {
    let folder = club(&[("en/signup.txt", b"Subject: {{ nobody }}\n"), ("de/gone.txt", b"Weg\n")]);
    for words in [["serve"], ["work"]] {
        let ran = run(folder.path(), &words, "");
        assert_eq!(ran.code, 1, "{words:?}: {}", ran.err);
        assert!(
            ran.err.contains("en/signup.txt line 1") && ran.err.contains("de/gone.txt line 1"),
            "{words:?}: {}",
            ran.err
        );
    }
    let deliver = ["deliver", "--from", "ann@fjord.test", "--to", "tafl@localhost"];
    assert_eq!(run(folder.path(), &deliver, SIGNUP).code, 0, "mail is taken whatever is wrong with a letter");
}

#[test]
fn a_folder_that_is_not_there_is_said_with_a_remedy() {
    let folder = club(&[]);
    assert_eq!(run(folder.path(), &["check"], "").code, 0, "an empty folder changes nothing");
    std::fs::remove_dir(folder.path().join("letters")).unwrap();
    let ran = run(folder.path(), &["work"], "");
    assert!(ran.code == 1 && ran.err.contains("[letters] folder letters: "), "{}", ran.err);
    assert!(ran.err.contains("name a folder that can be read, or remove this setting"), "{}", ran.err);
}
