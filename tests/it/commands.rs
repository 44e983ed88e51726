//! What players type, and what the server makes of it.
//!
//! The lines stand in `tests/replies/*.txt`: one block per line, `> ` before what is typed, below it either `= ` and the command in its
//! canonical words, or the complaint as it is mailed. `UPDATE=1` rewrites the files from what the code answers; read the difference.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use taflpost::command::{COMMANDS_MAX, COMPLAINTS_MAX, Command, Reading, parse_line, read, table, topics};
use taflpost::tafl::Catalogue;

fn catalogue() -> Catalogue {
    Catalogue::embedded().unwrap()
}

/// What the server makes of a line, in the form of the files.
fn answer(line: &str, catalogue: &Catalogue) -> String {
    match parse_line(line, catalogue) {
        Ok(command) => {
            let login =
                command.login().map(|login| format!("   (as {}, password {})", login.player, login.password.expose()));
            format!("= {command}{}", login.unwrap_or_default())
        }
        Err(complaint) => complaint.to_string(),
    }
}

fn check_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies").join(name);
    let expected = fs::read_to_string(&path).unwrap();
    let catalogue = catalogue();
    let mut real = String::new();
    for block in expected.split("\n> ") {
        let typed = block.strip_prefix("> ").unwrap_or(block);
        let line = typed.lines().next().unwrap_or_default();
        match line.starts_with('#') {
            true => real.push_str(&format!("{}\n", typed.trim_end())),
            false => real.push_str(&format!("\n> {line}\n{}\n", answer(line, &catalogue))),
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &real).unwrap();
        return;
    }
    for (expected, real) in expected.split("\n> ").zip(real.split("\n> ")) {
        assert_eq!(expected.trim_end(), real.trim_end(), "\n\n{expected}\n{real}\n");
    }
    assert_eq!(expected.len(), real.len(), "{name}");
}

#[test]
fn plays_are_understood_as_people_write_them() {
    check_file("plays.txt");
}

#[test]
fn commands_are_understood_as_pbmserv_users_type_them() {
    check_file("commands.txt");
}

#[test]
fn what_is_wrong_is_pointed_at() {
    check_file("complaints.txt");
}

#[test]
fn every_example_in_the_table_is_a_command() {
    for entry in table::entries() {
        for example in entry.examples {
            let understood = parse_line(example, &catalogue());
            assert!(understood.is_ok(), "{}\n{}", entry.name, understood.unwrap_err());
        }
    }
}

#[test]
fn every_page_of_help_is_found_by_its_name() {
    let names = table::entries().iter().map(|entry| entry.name);
    for name in names.chain(topics().iter().map(|topic| topic.name)) {
        let help = parse_line(&format!("help {name}"), &catalogue());
        assert_eq!(help, Ok(Command::Help { topic: Some(name.to_owned()) }));
    }
}

#[test]
fn every_variant_can_be_named_in_front_behind_and_as_an_option() {
    let catalogue = catalogue();
    for variant in catalogue.iter() {
        let name = &variant.name;
        for line in [
            format!("challenge ann bob -{name}"),
            format!("challenge ann bob {name}"),
            format!("challenge ann bob --variant={}", name.to_uppercase()),
            format!("challenge -variant {name} ann bob"),
            format!("{name} challenge ann bob"),
        ] {
            match parse_line(&line, &catalogue) {
                Ok(Command::Challenge { variant, .. }) => assert_eq!(&variant.name, name, "{line}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}

#[test]
fn phones_may_decorate_a_line() {
    for line in [
        "Move\u{a0}17 e5\u{2013}e3.",
        "\u{feff}Move 17 \u{201c}e5\u{2212}e3\u{201d}",
        "MOVE 17: E5\u{2014}E3!",
        "move #17 e5\u{200b}-e3",
    ] {
        assert_eq!(answer(line, &catalogue()), "= move 17 e5-e3", "{line:?}");
    }
    for line in [
        "Challenge Ann Bob \u{2014}strong \u{2013}small.",
        "challenge ann bob \u{2212}str \u{2014}\u{2014}variant=\u{201c}small\u{201d}",
    ] {
        assert_eq!(answer(line, &catalogue()), "= challenge ann bob -small -strong", "{line:?}");
    }
}

#[test]
fn a_password_keeps_its_case_and_its_decoration() {
    for password in ["Secret", "\u{201c}S3cret\u{201d}", "a\u{2013}b!", "-strong", "17"] {
        let command = parse_line(&format!("resign 17 bob {password}"), &catalogue()).unwrap();
        assert_eq!(command.login().unwrap().password.expose(), password);
        let command = parse_line(&format!("move 17 bob {password} e5-e3"), &catalogue()).unwrap();
        assert_eq!(command.login().unwrap().password.expose(), password);
    }
}

#[test]
fn no_password_is_ever_printed() {
    for line in [
        "hnefatafl move 17 bob xyzzy42 e5-e3#6",
        "hnefatafl mvoee 17 bob xyzzy42 e5-e3#6",
        "hnefatafl move 17 bob xyzzy42 e5-e99",
        "move 17 bob xyzzy42",
        "resign 17 bob xyzzy42 now",
        "rseign 17 bob xyzzy42",
        "resign bob xyzzy42",
        "accept 17 bob -xyzzy42 -strong",
        "vacation 17 bob xyzzy42",
        "signup ann xyzzy42",
        "signup ann xyzzy42 nowhere",
        "sgnup ann xyzzy42",
        "singnup ann xyzzy42 ann@example.org",
        "challenge ann bob ann xyzzy42",
        "challenge ann bob ann xyzzy42 -smlal",
        "chat 17 bob xyzzy42",
        "password ann xyzzy42 xyzzy42",
        "change password ann xyzzy42 xyzzy42",
    ] {
        for reading in [read(line, "", &catalogue()), read("", line, &catalogue())] {
            let shown = format!("{reading:?}");
            assert!(!shown.contains("xyzzy42"), "{line}\n{shown}");
            for item in &reading.items {
                let answer = match &item.command {
                    Ok(command) => command.to_string(),
                    Err(complaint) => complaint.to_string(),
                };
                assert!(!answer.contains("xyzzy42"), "{line}\n{answer}");
            }
        }
    }
}

fn words(reading: &Reading) -> Vec<String> {
    let word = |item: &taflpost::command::Item| match &item.command {
        Ok(command) => command.to_string(),
        Err(complaint) => format!("? {}", complaint.line),
    };
    reading.items.iter().map(word).collect()
}

#[test]
fn a_command_in_the_subject_makes_the_text_a_comment() {
    let reading = read("hnefatafl move 17 bob secret e5-e3#6 well", "Your turn now.\n\nresign\n", &catalogue());
    assert_eq!(words(&reading), ["move 17 e5-e3#6"]);
    assert_eq!(reading.items[0].line, "hnefatafl move 17 bob **** e5-e3#6 well");
    assert_eq!(reading.comment, "well\nYour turn now.\n\nresign");
    assert!(reading.from_subject);
}

#[test]
fn a_wrong_command_in_the_subject_stops_everything() {
    let reading = read("challenge ann bob -smlal", "accept", &catalogue());
    assert_eq!(words(&reading), ["? challenge ann bob -smlal"]);
    assert!(reading.from_subject && reading.comment.is_empty());
}

#[test]
fn a_subject_that_only_begins_a_command_leaves_the_rest_to_the_text() {
    assert_eq!(words(&read("move", "e5-e3", &catalogue())), ["move e5-e3"]);
    assert_eq!(words(&read("Hnefatafl", "accept", &catalogue())), ["accept"]);
    assert_eq!(words(&read("Signup", "Hello there", &catalogue())), ["? Signup"]);
}

#[test]
fn a_subject_of_ours_is_no_command() {
    for subject in ["Hnefatafl board 12: ann v bob", "Brandubh board 12: ann v bob", "Your move"] {
        assert_eq!(words(&read(subject, "e5-e3", &catalogue())), ["move e5-e3"]);
        assert!(read(subject, "", &catalogue()).items.is_empty(), "{subject}");
    }
}

#[test]
fn lines_that_are_no_command_are_a_comment_when_one_is() {
    let reading = read("multiple", "Hello Bob,\n\ne5-e3 at last\nIt was late.\n\nshow 18\nYours, Ann", &catalogue());
    assert_eq!(words(&reading), ["move e5-e3", "show 18"]);
    assert_eq!(reading.comment, "Hello Bob,\n\nat last\nIt was late.\n\nYours, Ann");
    assert!(!reading.from_subject);
}

#[test]
fn where_no_command_was_understood_the_first_lines_are_answered() {
    let reading = read("", "Hello,\nwhat now?\nI would\nlike to play\nsoon", &catalogue());
    assert_eq!(words(&reading), ["? Hello,", "? what now?", "? I would"]);
    assert_eq!(reading.comment, "");
    assert_eq!(words(&read("", "Hello,\nresgn\nmove e5-e99", &catalogue())), ["? move e5-e99"]);
}

#[test]
fn a_command_gone_wrong_is_answered_beside_those_understood() {
    let reading = read("", "show 17\nchallenge ann\nnice weather", &catalogue());
    assert_eq!(words(&reading), ["show 17", "? challenge ann"]);
    assert_eq!(reading.comment, "nice weather");
}

#[test]
fn end_stops_the_reading() {
    let reading = read("", "show 17\nEnd.\nresign", &catalogue());
    assert_eq!(words(&reading), ["show 17"]);
}

#[test]
fn a_chat_takes_the_rest_of_the_text() {
    let reading = read("", "show 17\nchat 17\nresign?\n\nnever\n", &catalogue());
    assert_eq!(words(&reading), ["show 17", "chat 17: resign?\n\nnever"]);
    let reading = read("message ann bob", "see you\nend", &catalogue());
    assert_eq!(words(&reading), ["message ann bob: see you"]);
    assert_eq!(reading.comment, "");
}

#[test]
fn end_stops_a_text_and_a_comment() {
    assert_eq!(words(&read("", "chat 17\nsee you\nend\nresign", &catalogue())), ["chat 17: see you"]);
    assert_eq!(read("e5-e3", "see you\nend\nresign", &catalogue()).comment, "see you");
}

#[test]
fn what_stands_below_a_chat_gone_wrong_is_not_read() {
    assert_eq!(words(&read("", "message b@b\nresign", &catalogue())), ["? message b@b"]);
}

/// Everything a mail makes us send to somebody else, and everything we answer.
fn said(reading: &Reading) -> (String, String) {
    let mut sent = reading.comment.clone();
    for command in reading.commands() {
        if let Command::Chat { text, .. } | Command::Message { text, .. } = command {
            sent.push_str(text);
        }
    }
    let answers = reading.items.iter().map(|item| match &item.command {
        Ok(_) => item.line.clone(),
        Err(complaint) => format!("{}\n{complaint}", item.line),
    });
    (sent, answers.collect::<Vec<String>>().join("\n"))
}

#[test]
fn no_password_is_passed_on() {
    let lines = [
        "hnefatafl move 2 carl xyzzy42 a4-a3",
        "hnefatafl mvoee 2 carl xyzzy42 a4-a3",
        "hnefatafl mvoee 2 carl xyzzy42 a4 a3",
        "brandubh 2 dora xyzzy42 c4-c7",
        "brandubh2 dora xyzzy42 c4-c7",
        "mvoee 17 bob xyzzy42",
        "resign1 bob xyzzy42",
        "hnefatafl resgn1 bob xyzzy42",
        "move17 bob xyzzy42 e5-e3",
        "move(17) bob xyzzy42 e5-e3",
        "move bob xyzzy42 e5 e3",
        "move 17 e5-e3 bob xyzzy42",
        "e5-e3 bob xyzzy42",
        "board 17 e5-e3 bob xyzzy42",
        "move e5-e3 17 bob xyzzy",
        "e5-e3 and resign 18 bob xyzzy42",
        "Resign. resign 18 bob xyzzy42",
        "chat 1 carl xyzzy42 hello there",
        "chat carl xyzzy42 hello there",
        "preview 17 bob xyzzy42 e5-e3",
        "please, dear server, would you resign 17 bob xyzzy42",
        "Please help move 17 bob xyzzy42 e5-e3",
        "signup ann xyzzy42",
        "sgnup ann xyzzy42",
        "challenge ann bob ann xyzzy42",
        "change password ann xyzzy42 xyzzy42",
    ];
    for line in lines {
        // Alone, among other lines, below a command in the Subject, and in a text.
        for (subject, body) in [
            (line, "Hello".to_owned()),
            ("", line.to_owned()),
            ("multiple", format!("e5-e3\n{line}\nHello")),
            ("multiple", format!("{line}\ne5-e3\nHello")),
            ("e5-e3", format!("Hello\n{line}\nBye")),
            ("chat 17", format!("Hello\n{line}\nBye")),
            ("multiple", format!("chat: see you\n{line}\nBye")),
            ("", format!("message bob\n{line}")),
        ] {
            let reading = read(subject, &body, &catalogue());
            let (sent, answers) = said(&reading);
            assert!(!sent.contains("xyzzy"), "{subject}\n{body}\nsent: {sent}");
            assert!(!answers.contains("xyzzy"), "{subject}\n{body}\nanswered: {answers}");
        }
    }
}

#[test]
fn a_password_that_looks_like_a_play_is_not_passed_on() {
    let line = "resign 17 bob a1-a2";
    for (subject, body) in [("e5-e3", line.to_owned()), ("", format!("chat: see you\n{line}"))] {
        let (sent, answers) = said(&read(subject, &body, &catalogue()));
        assert!(!sent.contains("a1-a2") && !answers.contains("a1-a2"), "{sent}\n{answers}");
    }
}

#[test]
fn a_line_that_may_hold_a_password_is_answered_and_the_rest_goes_on() {
    let reading = read("multiple", "move 1 carl Sesam7 a4-a3\nmvoee 2 carl Sesam7 a4-a3\nBye", &catalogue());
    assert_eq!(words(&reading), ["move 1 a4-a3", "? mvoee 2 carl **** a4-a3"]);
    assert_eq!(reading.comment, "Bye");
    let reading = read("move 1 carl Sesam7 a4-a3", "Hello\nmove 2 carl Sesam7 a4-a3\nBye", &catalogue());
    assert_eq!(words(&reading), ["move 1 a4-a3", "? move 2 carl **** a4-a3"]);
    assert_eq!(reading.comment, "Hello\nBye");
    // A text is sent whole or not at all.
    let reading = read("", "show 17\nchat: see you\nmove 1 bob bobpw a4-a3\nresign", &catalogue());
    assert_eq!(words(&reading), ["show 17", "? move 1 bob **** a4-a3"]);
    assert_eq!(reading.comment, "");
}

#[test]
fn ordinary_sentences_are_passed_on() {
    for line in [
        "well played",
        "Good luck!",
        "thanks :-)",
        "GOOD LUCK",
        "Well done, Bob",
        "See you in 2 weeks then.",
        "It went on for 2 whole days",
        "I was afraid of e5-e3 all the time",
        "I play with 2 old friends",
    ] {
        for (subject, body) in [
            ("e5-e3", line.to_owned()),
            ("", format!("e5-e3\n{line}")),
            ("", format!("chat 17\n{line}")),
            ("", format!("chat: {line}")),
        ] {
            let reading = read(subject, &body, &catalogue());
            let (sent, answers) = said(&reading);
            assert!(sent.contains(line), "{subject}\n{body}\n{answers}");
        }
    }
    for line in [
        "move 17 e5-e3 well played",
        "e5-e3 Good luck!",
        "move 17 e5-e3 thanks :-)",
        "e5-e3 only 3 men left",
        "e5-e3 I expected your d4-d5",
        "e5-e3 re your last question, thanks",
    ] {
        assert_eq!(said(&read(line, "", &catalogue())).0, line.split_once("e3 ").unwrap().1);
    }
}

#[test]
fn help_speaks_of_unknown_players_as_they() {
    let pages = table::entries().iter().flat_map(|entry| entry.detail.iter().chain([&entry.about]));
    for text in pages.chain(topics().iter().flat_map(|topic| topic.detail.iter().chain([&topic.about]))) {
        let male =
            text.split(|c: char| !c.is_alphabetic()).any(|word| ["his", "him", "he", "He", "His"].contains(&word));
        assert!(!male || text.contains("king"), "{text}");
    }
}

#[test]
fn commands_and_complaints_are_counted() {
    let reading = read("", &"show 17\n".repeat(COMMANDS_MAX + 1), &catalogue());
    assert_eq!((reading.items.len(), reading.cut), (COMMANDS_MAX, true));
    let reading = read("", &"show 17\n".repeat(COMMANDS_MAX), &catalogue());
    assert_eq!((reading.items.len(), reading.cut), (COMMANDS_MAX, false));
    let reading = read("", &"move\n".repeat(10), &catalogue());
    assert_eq!(reading.items.len(), COMPLAINTS_MAX);
}

#[test]
fn hostile_mails_take_no_time() {
    let texts = [
        "chalenegeee ".repeat(20_000),
        "preview e5 ".repeat(50_000),
        "e5-e3 ".repeat(50_000),
        "a\n".repeat(200_000),
        "chalenegeeex ann bob -smlalx -stronfg\n".repeat(5_000),
        "\u{200b}".repeat(300_000),
        "-".repeat(300_000),
        "#".repeat(300_000),
        format!("chat 17 {}", "x".repeat(1_000_000)),
        "preview e5-e3xd3".to_owned() + &"xd3".repeat(100_000),
        format!("{}\n", "resgn 17 bob x ".repeat(60)).repeat(1_000),
        "mess ann\n".repeat(1_000) + "move 17 bob x e5-e3",
    ];
    let catalogue = catalogue();
    for text in &texts {
        let start = Instant::now();
        let reading = read(text, text, &catalogue);
        let comment = reading.comment.len();
        assert!(comment < 20_000 && reading.items.len() < 30);
        assert!(start.elapsed() < Duration::from_secs(5), "{} took {:?}", &text[..20], start.elapsed());
    }
}

/// Pieces of lines that meet every branch of the parser.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(table::entries().iter().flat_map(|entry| entry.words()).collect::<Vec<&str>>()).prop_map(str::to_owned),
        4 => prop::sample::select(vec![
            "hnefatafl", "brandubh", "tablut", "-strong", "-weak", "-edge", "-small", "-variant=brandubh", "--variant", "new", "all", "next",
            "active", "#6", "17#4", "17", "board", "17:", "chat:", "ann", "bob", "ann@example.org", "secret:", "x", "to", "-", "end", "resign?",
        ]).prop_map(str::to_owned),
        4 => "[a-i][1-9][-: x\u{2013}]?[a-i][1-9](x[a-i][1-9])?(#[1-9])?",
        1 => "[a-zA-Z0-9_.,:;!?#@=\u{201c}\u{200b}-]{0,12}",
        1 => any::<String>(),
    ];
    prop::collection::vec(word, 0..9).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn canonical_text_means_the_same_command(line in line()) {
        let catalogue = catalogue_once();
        if let Ok(command) = parse_line(&line, catalogue) {
            let canonical = command.to_string();
            let again = parse_line(&canonical, catalogue);
            let meant = without_secrets(&command);
            prop_assert_eq!(again, Ok(meant), "{} -> {}", line, canonical);
        }
    }

    #[test]
    fn a_complaint_points_into_its_line_and_fits_a_letter(line in line()) {
        if let Err(complaint) = parse_line(&line, catalogue_once()) {
            prop_assert!(complaint.at.start < complaint.at.end);
            prop_assert!(complaint.at.start <= complaint.line.chars().count() + 1);
            for row in complaint.to_string().lines() {
                prop_assert!(row.chars().count() <= 72, "{}", row);
                prop_assert!((row.is_empty() || row.starts_with("  ")) && !row.ends_with(' '), "{:?}", row);
            }
        }
    }

    #[test]
    fn any_mail_can_be_read(subject in any::<String>(), body in prop::collection::vec(line(), 0..6)) {
        let body = body.join("\n");
        let reading = read(&subject, &body, catalogue_once());
        prop_assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
        let understood = reading.commands().count();
        prop_assert!(understood > 0 || reading.comment.is_empty());
        let reading = read(&body, &subject, catalogue_once());
        prop_assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
    }
}

fn catalogue_once() -> &'static Catalogue {
    static CATALOGUE: std::sync::OnceLock<Catalogue> = std::sync::OnceLock::new();
    CATALOGUE.get_or_init(catalogue)
}

/// The command as its canonical text can say it.
fn without_secrets(command: &Command) -> Command {
    let mut command = command.clone();
    match &mut command {
        Command::Signup { password, .. } => *password = None,
        Command::Challenge { login, .. }
        | Command::Accept { login, .. }
        | Command::Decline { login, .. }
        | Command::Withdraw { login, .. }
        | Command::Move { login, .. }
        | Command::Resign { login, .. }
        | Command::Draw { login, .. }
        | Command::Undo { login, .. }
        | Command::Chat { login, .. } => *login = None,
        _ => {}
    }
    command
}
