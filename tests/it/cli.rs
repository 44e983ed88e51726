//! The contract of the command line: its output and its exit codes.

use assert_cmd::Command;
use std::path::Path;

#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn taflpost(folder: &Path, words: &[&str], input: &str) -> Ran {
    let mut command = Command::cargo_bin("taflpost").unwrap();
    let output = command.args(words).current_dir(folder).write_stdin(input).output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder for one test, in memory where there is such a place: a test that is about no disk waits for none.
pub fn here() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

pub const SIGNUP: &str =
    "From: ann@fjord.test\nTo: tafl@localhost\nMessage-ID: <1@fjord.test>\nSubject: signup ann\n\n";

#[test]
fn the_demo_plays_a_game_to_its_end_when_nobody_is_there() {
    let ran = taflpost(here().path(), &["demo"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for said in [
        "---- ann writes",
        "==== bob gets",
        "You won board 1: the king escaped on ",
        "The game is over, and the demo ends.",
    ] {
        assert!(ran.out.contains(said), "{said} is missing in:\n{}", ran.out);
    }
}

#[cfg(unix)]
#[test]
fn an_option_that_a_command_cannot_use_is_not_shown_and_refused_with_what_to_do() {
    let folder = here();
    for (words, hidden, said) in [
        (["demo", "--data", "x"], "--data", "demo keeps everything in a temporary folder; leave out --data"),
        (
            ["init", "--config", "x"],
            "--config",
            "init writes the settings file; to name it, use --file instead of --config",
        ),
    ] {
        let ran = taflpost(folder.path(), &words, "");
        assert_eq!((ran.code, ran.err), (1, format!("taflpost: {said}\n")));
        let help = taflpost(folder.path(), &[words[0], "--help"], "").out;
        assert!(!help.contains(hidden), "{help}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_demo_that_is_ended_by_hand_leaves_nothing_behind() {
    let folder = here();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let mut demo = std::process::Command::new(assert_cmd::cargo::cargo_bin("taflpost"))
        .arg("demo")
        .env("TMPDIR", folder.path())
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while files() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = demo.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(demo.wait().unwrap().code(), Some(130));
    assert_eq!(files(), 0);
}

#[test]
fn a_delivered_mail_is_handled_by_work_and_its_letter_lies_in_a_maildir() {
    let folder = here();
    let ran = taflpost(folder.path(), &["deliver", "--from", "ann@fjord.test", "--to", "tafl@localhost"], SIGNUP);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    let ran = taflpost(folder.path(), &["inbox", "list", "--json"], "");
    assert!(ran.out.contains("ann@fjord.test"), "{}", ran.out);
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let letters = folder.path().join("taflpost-data/letters/ann@fjord.test/new");
    assert_eq!(std::fs::read_dir(letters).unwrap().count(), 1);
    let ran = taflpost(folder.path(), &["inbox", "list", "--done"], "");
    assert!(ran.out.contains("signup"), "{}", ran.out);
}

#[test]
fn deliver_asks_to_come_again_whatever_is_wrong() {
    let folder = here();
    std::fs::write(folder.path().join("bad.toml"), "[club]\nnmae = 1\n").unwrap();
    for words in [
        &["--config", "bad.toml", "deliver"][..],
        &["--config", "nowhere.toml", "deliver"][..],
        &["--data", "/dev/null/x", "deliver"][..],
        &["deliver", "--no-such-option"][..],
        &["deliver", "--to", "other@"][..],
        &["deliver", "--from", "@fjord.test"][..],
    ] {
        let ran = taflpost(folder.path(), words, SIGNUP);
        assert_eq!(ran.code, 75, "{words:?}: {}", ran.err);
        assert!(!ran.err.is_empty());
    }
    assert_eq!(taflpost(folder.path(), &["deliver"], "").code, 75, "nothing on standard input");
}

#[test]
fn wrong_usage_is_2_and_a_failure_is_1_with_a_remedy() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["frobnicate"], "").code, 2);
    for (words, says) in [
        (&["rules", "small", "-large"][..], "-large"),
        (&["board", "nosuchgame"][..], "nosuchgame"),
        (&["perft", "nosuch.toml", "1"][..], "nosuch.toml"),
        (&["status"][..], "taflpost serve"),
        (&["game", "list"][..], "--data"),
        (&["--config", "no.toml", "serve"][..], "no.toml"),
        (&["replay", "brandubh", "nosuchfile"][..], "nosuchfile"),
        (&["replay", "brandubh", "--set", "repetition"][..], "repetition=ignore"),
    ] {
        let ran = taflpost(folder.path(), words, "");
        assert_eq!(ran.code, 1, "{words:?}");
        assert!(ran.err.contains(says), "{words:?} says:\n{}", ran.err);
    }
}

#[test]
fn a_mail_that_never_came_is_told_from_one_that_is_done() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver", "--from", "<>", "--to", "tafl"], SIGNUP).code, 0);
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    for (id, says) in [("1", "mail 1 has been handled"), ("999", "there is no mail 999")] {
        let ran = taflpost(folder.path(), &["inbox", "show", id], "");
        assert!(ran.code == 1 && ran.err.contains(says), "{}", ran.err);
    }
}

#[test]
fn a_wrong_setting_is_answered_with_its_line_and_what_is_allowed() {
    let folder = here();
    std::fs::write(folder.path().join("server.toml"), "[relay]\nport = 587\ntls = \"ssl\"\n").unwrap();
    let ran = taflpost(folder.path(), &["--config", "server.toml", "check"], "");
    assert_eq!(ran.code, 1);
    for says in ["server.toml", "line 3", "starttls", "implicit", "none"] {
        assert!(ran.err.contains(says), "{says} is missing in:\n{}", ran.err);
    }
}

#[test]
fn the_shipped_settings_are_right() {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    for file in ["server.toml", "deploy/server.toml"] {
        let folder = here();
        let config = config.join(file);
        let data = folder.path().to_str().unwrap();
        let ran = taflpost(folder.path(), &["--config", config.to_str().unwrap(), "--data", data, "work"], "");
        assert_eq!(ran.code, 0, "{file}: {}", ran.err);
    }
}

#[test]
fn perft_prints_the_count_last() {
    let folder = here();
    for (words, count) in [
        (&["perft", "brandubh", "2"][..], "960"),
        (&["perft", "small -strong -edge", "2"][..], "3944"),
        (&["perft", "-tablut", "1"][..], "72"),
        (&["perft", "hnefatafl", "1", "--divide"][..], "116"),
        (&["perft", "brandubh", "0"][..], "1"),
    ] {
        let ran = taflpost(folder.path(), words, "");
        assert_eq!((ran.code, ran.out.lines().last()), (0, Some(count)), "{words:?}: {}", ran.err);
    }
    let rows = "2o2ox2/9/1x3o3/2o1x4/2xo2oo1/3oko3/6x2/2oo2o2/9";
    let ran = taflpost(folder.path(), &["perft", "small", "2", "--position", rows, "--side", "defenders"], "");
    assert_eq!(ran.out.trim(), "2775", "{}", ran.err);
}

#[test]
fn rules_are_printed_as_a_record_that_every_command_takes_again() {
    let folder = here();
    let out = |words: &[&str]| {
        let ran = taflpost(folder.path(), words, "");
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.err);
        ran.out
    };
    let record = out(&["rules", "brandubh", "-edge", "--record"]);
    assert_eq!(record, out(&["rules", "--record", "brandubh", "-edge"]));
    assert_eq!(record, "dim:7 esc:e tfr:l ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\n");
    assert_eq!(out(&["perft", record.trim(), "2"]), "960\n");
    assert_eq!(out(&["rules", record.trim(), "--record"]), record);
    assert!(out(&["board", record.trim()]).starts_with("Own rules 7x7\n"));
    let ran = taflpost(folder.path(), &["rules", "copenhagen", "--record"], "");
    assert!(ran.code == 1 && ran.err.contains("cannot express count = 2"), "{}", ran.err);
    for rows in ["starti:/3t3/3t3/3T3/ttTKTtt/7/3t3/3t3/", "3o3/3o3/3x3/ooxkxoo/7/3o3/3o3"] {
        let begun = out(&["rules", "brandubh", "--record", "--position", rows, "--side", "defenders"]);
        assert_eq!(begun, "dim:7 atkf:n tfr:l ks:c start:/3t3/3t3/7/ttTKTtt/3T3/3t3/3t3/\n");
        let count = out(&["perft", "brandubh", "1", "--position", rows, "--side", "defenders"]);
        assert_eq!(out(&["perft", begun.trim(), "1"]), count);
    }
    let ran = taflpost(folder.path(), &["rules", "brandubh", "--record", "--position"], "");
    assert!(ran.code == 1 && ran.err.contains("--position needs a value"), "{}", ran.err);
}

#[test]
fn replay_says_how_each_game_ends_and_where_it_breaks_off() {
    let folder = here();
    let games = "a4-a3 c4-c7 b4-b7xc7 d4-a4 d1-f1 e4-e1xf1 g4-g2 e1-d1xd2 f4-f7 a4-a7\na4-a3 timeout\na4-a3 c4-c1 resigns\na4-a3 a3-a4\n\n";
    let ran = taflpost(folder.path(), &["replay", "brandubh"], games);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "1 plies=10 result=defenders:king-escaped");
    assert!(lines[1].starts_with("2 plies=1 result=ongoing"), "{}", lines[1]);
    assert!(lines[2].starts_with("3 plies=2 result=ongoing"), "{}", lines[2]);
    assert!(lines[3].starts_with("4 error ply=2 "), "{}", lines[3]);
    assert_eq!(ran.code, 1);
    let ran = taflpost(
        folder.path(),
        &["replay", "brandubh", "--verbose", "--set", "repetition=ignore"],
        "a4-a3 c4-c7 b4-b7xc7\n",
    );
    assert_eq!(ran.out, "1 attackers a4-a3\n2 defenders c4-c7\n3 attackers b4-b7 xc7\n1 plies=3 result=ongoing\n");
    assert_eq!(ran.code, 0);
}

#[test]
fn two_servers_do_not_share_a_database() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    std::fs::write(folder.path().join("taflpost-data/serve.lock"), "serve").unwrap();
    let lock = std::fs::File::open(folder.path().join("taflpost-data/serve.lock")).unwrap();
    lock.lock().unwrap();
    let ran = taflpost(folder.path(), &["serve"], "");
    assert!(ran.code == 75 && ran.err.contains("another server is already using"), "{} {}", ran.code, ran.err);
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0, "work handles mail and leaves the letters to the other");
    let ran = taflpost(folder.path(), &["queue", "list"], "");
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}

#[test]
fn work_does_not_go_back_in_time() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let ran = taflpost(folder.path(), &["work", "--now", "2001-01-01T00:00:00Z"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("earlier than the newest entry"), "{}", ran.err);
    assert_eq!(taflpost(folder.path(), &["work", "--now", "2100-01-01T00:00:00Z"], "").code, 0);
}

#[test]
fn a_backup_is_a_whole_database() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    assert_eq!(taflpost(folder.path(), &["backup", "copy.db"], "").code, 0);
    std::fs::create_dir(folder.path().join("other")).unwrap();
    std::fs::rename(folder.path().join("copy.db"), folder.path().join("other/taflpost.db")).unwrap();
    let ran = taflpost(folder.path(), &["--data", "other", "inbox", "list"], "");
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.err);
    let ran = taflpost(folder.path(), &["backup", "other/taflpost.db"], "");
    assert_eq!(ran.code, 1, "it bears the name of a database, and may be that of another club");
}

#[test]
fn lists_are_json_on_request() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    for words in [
        &["player", "list", "--json"][..],
        &["game", "list", "--json"],
        &["queue", "list", "--json"],
        &["inbox", "list", "--json"],
        &["status", "--json"],
        &["variants", "--json"],
    ] {
        let ran = taflpost(folder.path(), words, "");
        let parsed: Result<serde_json::Value, _> = serde_json::from_str(&ran.out);
        assert!(ran.code == 0 && parsed.is_ok(), "{words:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn init_writes_explained_settings_and_overwrites_nothing() {
    let folder = here();
    let init = |words: &[&str]| taflpost(folder.path(), &[&["init", "--no-check"], words].concat(), "");
    let missing = init(&[]);
    assert_eq!((missing.code, missing.out.as_str()), (1, ""));
    assert!(
        missing.err.contains("--address is missing, and the program cannot ask for it because there is no terminal"),
        "{}",
        missing.err
    );
    let missing = init(&["--address", "club@gmail.com"]);
    assert!(missing.code == 1 && missing.err.contains("--password-file, --password-command or --token-command"));
    assert!(!folder.path().join("server.toml").exists());

    std::fs::write(folder.path().join("secret"), "sesame\n").unwrap();
    let good = ["--address", "club@yahoo.com", "--password-file", "secret"];
    let written = init(&good);
    assert_eq!(written.code, 0, "{}", written.err);
    let file = folder.path().join("server.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    for line in [
        "address = \"club@yahoo.com\"",
        "plus_addresses = false",
        "host = \"imap.mail.yahoo.com\"",
        "host = \"smtp.mail.yahoo.com\"",
        "port = 465",
        "envelope = \"fixed\"",
        "# A mailbox at a provider, read by IMAP. Use it only for the club: the server reads every mail in the folder below as a mail",
    ] {
        assert!(text.lines().any(|have| have == line), "{line} is missing in:\n{text}");
    }
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let again = init(&good);
    assert!(again.code == 1 && again.err.contains("already exists"), "{}", again.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);

    let other =
        ["--file", "other.toml", "--address", "club@club.example", "--imap", "127.0.0.1:1", "--smtp", "127.0.0.1:1"];
    let tried = taflpost(folder.path(), &[&["init"], &other[..], &["--password-command", "echo sesame"]].concat(), "");
    assert_eq!(tried.code, 1);
    assert!(tried.out.contains("ok     settings: read"), "{}", tried.out);
    assert!(tried.out.contains("wrong  mailbox: 127.0.0.1:1, connection: Connection refused"), "{}", tried.out);
    assert!(
        tried.err.contains("correct other.toml, then run: taflpost --config other.toml check --mail"),
        "{}",
        tried.err
    );
}
