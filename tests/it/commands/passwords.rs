//! Passwords: accepted as they are typed, never printed, never passed on.

use taflpost::command::{parse_line, read};

use super::{catalogue, said, words};

#[test]
fn a_password_keeps_its_case_and_its_decoration() {
    for password in ["Secret", "\u{201c}S3cret\u{201d}", "a\u{2013}b!", "-strong", "17"] {
        let command = parse_line(&format!("resign 17 bob {password}"), catalogue()).unwrap();
        assert_eq!(command.login().unwrap().password.expose(), password);
        let command = parse_line(&format!("move 17 bob {password} e5-e3"), catalogue()).unwrap();
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
        "password xyzzy42",
        "change password xyzzy42 new",
        "userid ann xyzzy42",
        "vacation ann xyzzy42 2026-12-01",
        "signoff ann xyzzy42",
        "seek ann xyzzy42 -small",
        "whoami ann xyzzy42",
        "resign ann xyzzy42 please",
        "signup ann xyzzy42@ nowhere",
        "signup ann xyzzy42@r2",
        "change password ann xyzzy42 xyzzy42",
        "change password xyzzy42",
        "change password ann old xyzzy42",
        "add ann xyzzy42 ann@example.org",
        "add ann xyzzy42",
        "chnage password ann old xyzzy42",
        "change address ann xyzzy42 ann@example.org",
        "change address ann xyzzy42",
        "drop address ann xyzzy42 ann@example.org twice",
        "drop password ann xyzzy42",
        "drop password ann xyzzy42 now",
    ] {
        for reading in [read(line, "", catalogue()), read("", line, catalogue())] {
            let shown = format!("{reading:?}");
            assert!(!shown.contains("xyzzy42"), "{line}\n{shown}");
            for item in &reading.items {
                let answer = match &item.command {
                    Ok(command) => command.to_string(),
                    Err(complaint) => super::shown(complaint),
                };
                assert!(!answer.contains("xyzzy42"), "{line}\n{answer}");
            }
        }
    }
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
            let reading = read(subject, &body, catalogue());
            let (sent, answers) = said(&reading);
            assert!(!sent.contains("xyzzy"), "{subject}\n{body}\nsent: {sent}");
            assert!(!answers.contains("xyzzy"), "{subject}\n{body}\nanswered: {answers}");
        }
    }
}

#[test]
fn a_move_within_a_text_that_may_carry_a_login_is_not_passed_on() {
    for body in ["chat: see you\nmove 1 a4-a3 bob xyzzy42 please", "message bob\na4-a3 bob xyzzy42 please"] {
        let (sent, answers) = said(&read("", body, catalogue()));
        assert!(!sent.contains("xyzzy") && !answers.contains("xyzzy"), "{sent}\n{answers}");
    }
}

#[test]
fn a_password_that_looks_like_a_play_is_not_passed_on() {
    let line = "resign 17 bob a1-a2";
    for (subject, body) in [("e5-e3", line.to_owned()), ("", format!("chat: see you\n{line}"))] {
        let (sent, answers) = said(&read(subject, &body, catalogue()));
        assert!(!sent.contains("a1-a2") && !answers.contains("a1-a2"), "{sent}\n{answers}");
    }
}

#[test]
fn a_line_that_may_hold_a_password_is_answered_and_the_rest_goes_on() {
    let reading = read("multiple", "move 1 carl Sesam7 a4-a3\nmvoee 2 carl Sesam7 a4-a3\nBye", catalogue());
    assert_eq!(words(&reading), ["move 1 a4-a3", "? mvoee 2 carl **** a4-a3"]);
    assert_eq!(reading.comment, "Bye");
    let reading = read("move 1 carl Sesam7 a4-a3", "Hello\nmove 2 carl Sesam7 a4-a3\nBye", catalogue());
    assert_eq!(words(&reading), ["move 1 a4-a3", "? move 2 carl **** a4-a3"]);
    assert_eq!(reading.comment, "Hello\nBye");
    // A text is sent whole or not at all.
    let reading = read("", "show 17\nchat: see you\nmove 1 bob bobpw a4-a3\nresign", catalogue());
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
            let reading = read(subject, &body, catalogue());
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
        assert_eq!(said(&read(line, "", catalogue())).0.trim(), line.split_once("e3 ").unwrap().1);
    }
}
