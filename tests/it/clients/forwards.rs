//! Mails that somebody forwards, mails that came through a list, and what lists add below them.

use crate::clients::machines::{answer, still_to_move};
use crate::clients::{ANN, Table, languages, word};
use crate::world::Received;

/// The words that programs put above a mail they forward, in ten languages.
const ANNOUNCED: [(&str, &str); 10] = [
    ("en", "Begin forwarded message:"),
    ("de", "Anfang der weitergeleiteten Nachricht:"),
    ("da", "Start på videresendt besked:"),
    ("sv", "Vidarebefordrat brev:"),
    ("no", "Start på videresendt melding:"),
    ("nl", "Begin doorgestuurd bericht:"),
    ("fr", "Début du message réexpédié :"),
    ("es", "Inicio del mensaje reenviado:"),
    ("pl", "Początek przekazywanej wiadomości:"),
    ("ru", "Начало переадресованного сообщения:"),
];

/// A mail that bob once sent, as each program passes it on; every one of them holds a move.
fn forwarded(language: &toml::Table, announced: &str) -> Vec<(&'static str, String)> {
    let block: Vec<&str> = language["block"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let head = format!(
        "{} Bob <bob@sund.test>\n{} {}\n{} Ann <{ANN}>\n{} my move\n",
        block[0],
        block[1],
        word(language, "day"),
        block[2],
        block[3]
    );
    let mail = "a4-a3\n\nmove 1 a4-a3\n";
    let quoted: String = format!("{announced}\n\n{head}\n{mail}").lines().map(|line| format!("> {line}\n")).collect();
    let original = word(language, "original");
    let escaped = head.trim_end().replace('<', "&lt;").replace('>', "&gt;").replace('\n', "<br>");
    let html = "Content-Type: text/html; charset=utf-8\n\n";
    let plain = "Content-Type: text/plain; charset=utf-8\n\n";
    vec![
        ("Gmail", format!("{plain}---------- Forwarded message ---------\n{head}\n\n{mail}")),
        ("Apple Mail", format!("{plain}{announced}\n\n{quoted}")),
        ("Apple Mail without signs", format!("{plain}{announced}\n\n{head}\n{mail}")),
        ("Outlook", format!("{plain}________________________________\n{head}\n{mail}")),
        ("Outlook on the desktop", format!("{plain}{head}\n{mail}")),
        ("Thunderbird", format!("{plain}-------- {original} --------\n{head}\n{mail}")),
        (
            "mutt",
            format!(
                "{plain}----- Forwarded message from Bob <bob@sund.test> -----\n\nDate: x\n\n{mail}\n----- End forwarded message -----\n"
            ),
        ),
        (
            "Gmail, HTML",
            format!(
                "{html}<div><br></div><div class=\"gmail_quote\">---------- Forwarded message ---------<br>{escaped}<br><br><div>a4-a3</div></div>"
            ),
        ),
        (
            "Thunderbird, HTML",
            format!(
                "{html}<p><br></p><div class=\"moz-forward-container\"><br>-------- {original} --------<table><tr><th>{}</th><td>x</td></tr></table><br>a4-a3</div>",
                block[3]
            ),
        ),
        (
            "Outlook, HTML",
            format!(
                "{html}<div><br></div><div id=\"appendonsend\"></div><hr><div id=\"divRplyFwdMsg\"><b>{escaped}</b></div><div>a4-a3</div>"
            ),
        ),
        (
            "Apple Mail, HTML",
            format!(
                "{html}<div><br><blockquote type=\"cite\"><div>{announced}</div><br><div>{escaped}</div><div>a4-a3</div></blockquote></div>"
            ),
        ),
        (
            "attached",
            format!(
                "Content-Type: multipart/mixed; boundary=b\n\n--b\n{plain}\n--b\nContent-Type: message/rfc822\n\nFrom: \
                 {ANN}\nSubject: move 1 a4-a3\n\n{mail}--b--\n"
            ),
        ),
    ]
}

fn nobody_moved(letters: &[Received], what: &str) {
    for letter in letters {
        assert_eq!(letter.to, ANN, "{what}: {}", letter.text);
        assert!(!letter.text.contains("You moved"), "{what}: {}", letter.text);
    }
}

#[test]
fn a_forwarded_mail_gives_no_command_whatever_program_forwards_it() {
    let languages = languages();
    let (mut table, letter) = Table::laid();
    for (language, announced) in ANNOUNCED {
        let (_, words) = languages.iter().find(|(name, _)| name == language).unwrap();
        for (program, rest) in forwarded(words, announced) {
            let letters = answer(&mut table, &letter, &rest);
            nobody_moved(&letters, &format!("{program} in {language}"));
            // Answers are limited; nothing is to be hidden behind that.
            assert!(!letters.is_empty(), "{program} in {language}");
            table.world.pass(chrono::TimeDelta::hours(2));
        }
    }
    still_to_move(&mut table, &letter, "forwarded mails");
}

#[test]
fn words_above_a_forwarded_mail_are_the_senders() {
    let languages = languages();
    let (_, words) = languages.iter().find(|(name, _)| name == "en").unwrap();
    for (program, rest) in forwarded(words, ANNOUNCED[0].1).into_iter().filter(|(name, _)| !name.contains("HTML")) {
        let (mut table, letter) = Table::laid();
        let own = rest.replacen("charset=utf-8\n\n", "charset=utf-8\n\nb4-b5\n\n", 1);
        let letters = answer(&mut table, &letter, &own);
        let shown: Vec<&str> = letters.iter().map(|letter| letter.text.as_str()).collect();
        assert_eq!(letters.len(), 2, "{program}: {shown:?}");
        assert!(
            letters.iter().any(|letter| letter.text.contains("You moved b4-b5.")),
            "{program}: {}",
            letters[0].text
        );
    }
}

#[test]
fn the_subject_of_a_forwarded_mail_gives_no_command() {
    for prefix in ["Fwd:", "FW:", "WG:", "VB:", "TR:", "RV:", "PD:", "Re: Fwd:"] {
        let (mut table, letter) = Table::laid();
        let letters =
            answer(&mut table, &letter, &format!("Subject: {prefix} move 1 a4-a3\n\nLook what I was sent.\n"));
        nobody_moved(&letters, prefix);
        still_to_move(&mut table, &letter, prefix);
    }
}

#[test]
fn a_letter_passed_on_without_a_word_is_no_yes() {
    let mut table = Table { world: crate::world::World::new() };
    let asked = table.send(ANN, crate::world::CLUB, "signup ann");
    let quoted: String = asked[0].text.lines().map(|line| format!("{line}\n")).collect();
    let forwarded = format!("Subject: Fwd: {}\n\n---------- Forwarded message ---------\n{quoted}", asked[0].subject);
    let letters = answer(&mut table, &asked[0], &forwarded);
    assert!(letters.iter().all(|letter| !letter.text.contains("Welcome")), "{}", letters[0].text);
    let letters = answer(&mut table, &asked[0], "\n");
    assert!(letters[0].text.contains("Welcome, ann."), "{}", letters[0].text);
}

#[test]
fn what_a_list_writes_below_a_mail_is_no_comment() {
    for footer in [
        "_______________________________________________\nClub mailing list -- club@lists.test\nTo unsubscribe send an email to \
         club-leave@lists.test\n",
        "-- \nYou received this message because you are subscribed to the Google Groups \"club\" group.\nTo unsubscribe from \
         this group and stop receiving emails from it, send an email to club+unsubscribe@groups.test.\n",
        "=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\n",
        "-----------\nList archive: https://lists.test/club\n",
    ] {
        let (mut table, letter) = Table::laid();
        let list = "List-Id: The club <club.lists.test>\nPrecedence: list\n";
        let letters = answer(&mut table, &letter, &format!("{list}\na4-a3\n\nGood luck!\n\n{footer}"));
        let to_bob = letters.iter().find(|letter| letter.to == crate::clients::BOB).unwrap();
        assert!(to_bob.text.contains("| Good luck!"), "{}", to_bob.text);
        let words: Vec<&str> = to_bob.text.lines().filter(|line| line.starts_with("  |")).collect();
        assert_eq!(words, ["  | Good luck!"], "{footer}");
        // The answer goes to the player, not to the list.
        assert!(letters.iter().all(|letter| [ANN, crate::clients::BOB].contains(&letter.to.as_str())));
    }
}
