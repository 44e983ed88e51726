//! Mails as clients write them, as programs write them, and as nobody should write them.
//!
//! `tests/mails/replies` holds answers to one letter of ours, each as one client writes it, with the new words beside it.
//! `tests/mails/hostile` holds odd mails; the tests say what is odd.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;
use std::path::PathBuf;

use crate::clients::letter::wrapped;
use crate::world::{CLUB, World, new_text};
use proptest::prelude::*;

use taflpost::mail;
use taflpost::mail::Automatic;
use taflpost::mail::Message;
use taflpost::mail::Own;
use taflpost::mail::TokenText;
use taflpost::mail::reply;
use taflpost::store::{Reader, SpoolState};

fn own() -> Own {
    Own::new(vec!["club@tafl.example".parse().unwrap()])
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails").join(name)
}

fn hostile(name: &str) -> Message {
    let raw = fs::read(folder("hostile").join(format!("{name}.eml"))).unwrap();
    Message::read(&raw, &own()).unwrap()
}

/// All mails of a folder with their names, in order.
fn mails(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut mails: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    mails.sort();
    assert!(!mails.is_empty());
    mails
}

/// The folder with data that must not be part of the project, if it is there.
fn corpus(folder: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("TAFLPOST_CORPUS") else {
        eprintln!("skipped: TAFLPOST_CORPUS is not set");
        return None;
    };
    let path = PathBuf::from(root).join(folder);
    if !path.is_dir() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

#[test]
fn answers_of_every_client_are_understood() {
    let token: TokenText = "k7qf-9x2m-pd4w-t3ha".parse().unwrap();
    for (name, raw) in mails(&folder("replies")) {
        let expected = fs::read_to_string(folder("replies").join(format!("{name}.txt"))).unwrap();
        let message = Message::read(&raw, &own()).unwrap();
        assert_eq!(new_text(&message.text), expected.trim_end(), "{name}:\n{}", message.text);
        assert_eq!(message.from.unwrap().as_str(), "ann@mail.example", "{name}");
        assert_eq!(message.automatic, None, "{name}");
        for language in ["de", "da"] {
            let [english, other] = ["en", language].map(|language| mail::marker::write(language, None, None));
            let text = message.text.replace(english.trim(), other.trim());
            assert_eq!(new_text(&text), expected.trim_end(), "{name}:\n{text}");
        }
    }
    for (name, raw) in mails(&folder("replies")) {
        let message = Message::read(&raw, &own()).unwrap();
        assert!(mail::tokens(&message, &[]).first() == Some(&token), "{name}");
    }
}

/// The body without the empty lines that part what is kept from what is not, as people leave it who delete upwards.
fn tight(body: &str, kept: &str) -> String {
    let kept: Vec<&str> = kept.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut out: Vec<&str> = Vec::new();
    for line in body.lines() {
        let is_kept = |line: &str| kept.contains(&line.trim());
        if !line.trim().is_empty() && !is_kept(line) {
            let last = out.iter().rposition(|line| !line.trim().is_empty());
            if let Some(last) = last.filter(|last| is_kept(out[*last])) {
                out.truncate(last + 1);
            }
        }
        out.push(line);
    }
    out.join("\n")
}

fn written(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn answers_are_understood_without_an_empty_line_above_the_letter_and_with_any_move() {
    for (name, raw) in mails(&folder("replies")) {
        let expected = fs::read_to_string(folder("replies").join(format!("{name}.txt"))).unwrap();
        let expected = expected.trim_end();
        let message = Message::read(&raw, &own()).unwrap();
        let body = tight(&message.text, expected);
        for column in 'a'..='s' {
            let play = format!("{column}6-{column}8");
            let [body, expected] = [body.as_str(), expected].map(|text| text.replace("d6-f6", &play));
            assert_eq!(written(&new_text(&body)), written(&expected), "{name}:\n{body}");
        }
    }
}

#[test]
fn any_one_of_the_four_places_is_enough_for_the_token() {
    let token: TokenText = "k7qf-9x2m-pd4w-t3ha".parse().unwrap();
    let found = |head: &str, body: &str, envelope: &[String]| {
        let raw = format!("From: ann@mail.example\n{head}\n\n{body}");
        mail::tokens(&Message::read(raw.as_bytes(), &own()).unwrap(), envelope)
    };
    let carried = "club+12.K7QF9X2MPD4WT3HA@tafl.example";
    let id = "<12.7.k7qf9x2mpd4wt3ha@tafl.example>";
    let marker = "> reply above this line (ref k7qf-9x2m-pd4w-t3ha)";
    for header in ["To", "Cc", "Delivered-To", "X-Original-To", "X-Delivered-To", "Envelope-To"] {
        assert!(found(&format!("{header}: {carried}"), "", &[]) == [token.clone()], "{header}");
    }
    assert!(found(&format!("In-Reply-To: {id}"), "", &[]) == [token.clone()]);
    assert!(found(&format!("References: {id} <x@y>"), "", &[]) == [token.clone()]);
    assert!(found("X: y", marker, &[]) == [token.clone()]);
    assert!(found("X: y", "", &[format!("<{carried}>")]) == [token.clone()]);
    assert!(found("X: y", "d6-f6", &[]).is_empty());
}

#[test]
fn tokens_come_in_the_order_in_which_they_are_trusted() {
    let word = |n: u8| format!("{n}{n}{n}{n}-0000-0000-0000");
    let plain = |n: u8| word(n).replace('-', "");
    let raw = format!(
        "From: ann@mail.example\nTo: club+12.{}@tafl.example\nIn-Reply-To: <12.1.{}@x>\n\
         References: <12.1.{}@x> <12.2.{}@x> <12.1.{}@x>\n\n> reply above this line (ref {})\n",
        plain(2),
        plain(3),
        plain(6),
        plain(5),
        plain(3),
        word(4),
    );
    let message = Message::read(raw.as_bytes(), &own()).unwrap();
    let envelope = [format!("club+12.{}@tafl.example", plain(1))];
    let found: Vec<String> = mail::tokens(&message, &envelope).iter().map(|t| t.to_string()).collect();
    let expected: Vec<String> = (1..=4).map(word).collect();
    assert_eq!(found, expected, "the thread does not speak for the letter that is answered");
    let bare = raw.replace("To: club+12", "To: club").replace("In-Reply-To", "X").replace("(ref ", "(");
    let bare = Message::read(bare.as_bytes(), &own()).unwrap();
    let found: Vec<String> = mail::tokens(&bare, &[]).iter().map(|t| t.to_string()).collect();
    assert_eq!(found, [word(3), word(5), word(6)], "unless everything else is lost");
}

#[test]
fn a_hundred_tokens_are_too_many() {
    let thread: String = (10..99).map(|n| format!("<12.1.{n}00000000000000@x> ")).collect();
    let raw = format!("From: ann@mail.example\nReferences: {thread}\n\n");
    let message = Message::read(raw.as_bytes(), &own()).unwrap();
    assert_eq!(mail::tokens(&message, &[]).len(), 20);
}

#[test]
fn without_one_clear_sender_there_is_no_sender() {
    for name in ["two-from-headers", "two-addresses-in-from", "unclear-from", "no-from", "from-group"] {
        assert_eq!(hostile(name).from, None, "{name}");
    }
}

#[test]
fn an_attached_mail_and_an_attached_file_say_nothing() {
    assert_eq!(hostile("attached-mail-commands").text.trim(), "what is this?");
    assert_eq!(hostile("attached-text-is-no-body").text.trim(), "d6-f6");
}

#[test]
fn damage_is_read_around() {
    for name in [
        "first-line-starts-with-blank",
        "boundary-is-a-prefix",
        "boundary-never-comes",
        "lone-carriage-returns",
        "part-without-headers",
        "plain-part-shows-nothing",
    ] {
        let message = hostile(name);
        assert_eq!(new_text(&message.text).trim(), "d6-f6", "{name}");
        assert_eq!(message.from.unwrap().as_str(), "ann@mail.example", "{name}");
    }
    assert_eq!(hostile("first-line-starts-with-blank").subject, "move 12");
    assert_eq!(hostile("undeclared-utf-8").text, "d6-f6 æøå\n");
}

#[test]
fn a_subject_is_one_line_whatever_is_encoded_in_it() {
    assert_eq!(hostile("line-breaks-in-subject").subject, "move Bcc: eve@mail.example 12");
}

#[test]
fn every_mail_is_known_again_by_its_fingerprint() {
    let mut seen = std::collections::HashMap::new();
    for (name, raw) in mails(&folder("replies")) {
        let print = mail::fingerprint(&raw);
        let routed = [b"Received: by elsewhere.example; Wed\r\n".as_slice(), &raw].concat();
        assert_eq!(mail::fingerprint(&routed), print, "{name}");
        assert_eq!(seen.insert(print, name.clone()), None, "{name}");
    }
}

#[test]
fn the_corpus_of_replies_is_read_as_people_read_it() {
    let Some(folder) = corpus("replies") else {
        return;
    };
    let lines = |text: &str| text.trim_end().lines().map(str::to_string).collect::<Vec<_>>();
    let mut judged = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".txt") else {
            continue;
        };
        let Ok(expected) = fs::read_to_string(path.with_file_name(format!("{stem}.expected.txt"))) else {
            continue;
        };
        let body = fs::read_to_string(&path).unwrap();
        judged += 1;
        let found = reply::with_answered_quotes(&body, &|_| false);
        if lines(&found) != lines(&expected) {
            wrong.push(format!("{stem}\n--- expected\n{expected}\n--- found\n{found}\n"));
        }
        let unquoted: Vec<_> = lines(&found).into_iter().filter(|line| !line.starts_with('>')).collect();
        let unquoted = unquoted.join("\n");
        let unquoted = unquoted.trim_start_matches('\n');
        assert_eq!(new_text(&body), unquoted, "{stem}");
        let body = tight(&body, unquoted);
        if written(&new_text(&body)) != written(unquoted) {
            wrong.push(format!("{stem}, tight\n--- body\n{body}\n--- found\n{}\n", new_text(&body)));
        }
        // The first written line is a move, from each column.
        let first = unquoted.lines().next().unwrap_or_default();
        for column in 'a'..='s' {
            let play = format!("{column}6-{column}8");
            let moved = body.replacen(first, &play, 1);
            if !first.is_empty() && new_text(&moved).lines().next() != Some(&play) {
                wrong.push(format!("{stem}, {play}\n--- body\n{moved}\n--- found\n{}\n", new_text(&moved)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {judged} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The texts that people wrote, and the mails they stand in.
fn replies(folder: &Path) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if let Some(stem) = name.strip_suffix(".txt").filter(|stem| !stem.ends_with(".expected")) {
            let expected = fs::read_to_string(path.with_file_name(format!("{stem}.expected.txt"))).unwrap();
            all.push((stem.to_owned(), fs::read_to_string(&path).unwrap(), expected));
        }
    }
    all.sort();
    all
}

/// The line, wrapped or not, by which a mail introduces what it quotes with signs.
fn introduction(body: &str, expected: &str) -> Option<String> {
    let lines: Vec<&str> = body.lines().collect();
    let quote = lines.iter().position(|line| line.starts_with("> "))?;
    let above = lines[..quote].iter().rposition(|line| !line.trim().is_empty())?;
    let start = lines[..above].iter().rposition(|line| line.trim().is_empty()).map_or(0, |blank| blank + 1);
    if lines[start..=above].iter().any(|line| expected.contains(line)) {
        return None;
    }
    let line = lines[start..=above].join(" ");
    line.trim_end().ends_with(':').then_some(line)
}

#[test]
fn introductions_of_the_corpus_go_whole_when_they_are_wrapped_over_three_lines() {
    let Some(folder) = corpus("replies") else {
        return;
    };
    let (mut judged, mut wrong) = (0, Vec::new());
    for (name, body, expected) in replies(&folder) {
        let Some(line) = introduction(&body, &expected) else { continue };
        let chars = line.chars().count();
        // The first width at which it has three lines, and one that leaves little on the last.
        for width in [chars.div_ceil(3) + 4, chars.div_ceil(2).saturating_sub(4)] {
            let lines = wrapped(&line, width);
            if lines.len() != 3 {
                continue;
            }
            judged += 1;
            for above in ["a4-a3", "a4-a3\n\nWell played!"] {
                for between in ["\n", "\n\n"] {
                    let body = format!("{above}\n{between}{}\n\n> a board\n> and words\n", lines.join("\n"));
                    let new = new_text(&body);
                    if new != above {
                        wrong.push(format!("{name} at {width}: {new:?} of\n{body}"));
                    }
                }
            }
        }
    }
    assert!(judged >= 12, "{judged}");
    assert!(wrong.is_empty(), "{} wrong of {judged}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What phones add below a mail.
const DEVICES: [&str; 16] = [
    "Sent from my iPhone",
    "Von meinem iPhone gesendet",
    "Sendt fra min iPhone",
    "Skickat från min iPhone",
    "Verstuurd vanaf mijn iPhone",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Enviado do meu iPhone",
    "Wysłane z iPhone'a",
    "Отправлено с iPhone",
    "Lähetetty iPhonesta",
    "Odesláno z iPhonu",
    "Στάλθηκε από το iPhone μου",
    "Poslano s mog iPhonea",
    "Sent from Outlook for Android",
];

#[test]
fn a_line_of_a_device_goes_and_what_people_wrote_above_it_stays() {
    let mut texts = vec!["a4-a3".to_owned(), "a4-a3\n\nWell played!".to_owned(), "yes".to_owned()];
    if let Some(folder) = corpus("replies") {
        let written = replies(&folder).into_iter().map(|(_, _, expected)| new_text(&expected));
        texts.extend(written.filter(|text| !text.trim().is_empty()));
    }
    let mut wrong = Vec::new();
    for device in DEVICES {
        for text in &texts {
            let quote = "On 21 Nov 2026 at 10:00, Taflpost <tafl@club.test> wrote:\n> a board\n";
            for below in ["", "\n", quote, &format!("\n{quote}")] {
                let new = new_text(&format!("{text}\n\n{device}\n{below}"));
                if new.trim() != text.trim() {
                    wrong.push(format!("{device}: {new:?} of {text:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n"));
}

#[test]
fn bounces_and_vacation_notes_of_the_corpus_get_no_answer() {
    let Some(folder) = corpus("bounces") else {
        return;
    };
    let human: Vec<String> = mails(&folder)
        .into_iter()
        .filter(|(_, raw)| {
            let read = Message::read(raw, &own());
            read.is_ok_and(|message| message.from.is_some() && message.automatic.is_none())
        })
        .map(|(name, _)| name)
        .collect();
    assert!(human.is_empty(), "taken for people: {human:?}");
}

/// Reports of delays and vacation notes tell of no failure, and in much prose there is no code; then nobody's letters stop.
#[test]
fn bounces_of_the_corpus_tell_what_became_of_the_letter() {
    let Some(folder) = corpus("bounces") else {
        return;
    };
    let all = mails(&folder);
    let read = |raw: &[u8]| Message::read(raw, &own()).unwrap();
    let failed: Vec<_> = all.iter().filter(|(_, raw)| read(raw).failure.is_some()).collect();
    assert!(failed.len() * 3 > all.len(), "only {} of {}", failed.len(), all.len());
    for (name, raw) in failed {
        let message = read(raw);
        assert!(!name.contains("rfc3834") && !message.subject.contains("Delay"), "{name}: {message:?}");
    }
}

#[test]
fn broken_mails_of_the_corpus_are_read_or_refused_calmly() {
    let Some(folder) = corpus("malformed") else {
        return;
    };
    for (name, raw) in mails(&folder) {
        let read = Message::read(&raw, &own());
        assert!(read.is_ok(), "{name}: {read:?}");
        mail::fingerprint(&raw);
    }
}

#[test]
fn the_server_answers_none_of_the_bounces_and_handles_every_broken_mail() {
    let mut world = World::new();
    for (folder, answered) in [("bounces", false), ("malformed", true)] {
        let Some(folder) = corpus(folder) else {
            return;
        };
        for (name, raw) in mails(&folder) {
            // The envelope is a person's, so that nothing but the mail itself can tell.
            world.deliver(&raw, "ann@mail.example", CLUB);
            let letters = world.letters();
            assert!(answered || letters.is_empty(), "{name} is answered: {}", letters[0].text);
        }
    }
    let reader = Reader::open(&world.path()).unwrap();
    for state in [SpoolState::Spooled, SpoolState::Failed] {
        assert_eq!(reader.inbox(state, 100).unwrap(), []);
    }
}

#[test]
fn our_own_letters_come_back_as_a_loop() {
    let raw = "From: relay@mail.example\nX-Taflpost: club@tafl.example\n\nd6-f6";
    let message = Message::read(raw.as_bytes(), &own()).unwrap();
    assert_eq!(message.automatic, Some(Automatic::Loop));
}

/// Pieces of which mails are made, so that chance builds things that nearly are mails.
fn mailish() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just("From: ".to_string()),
        Just("a@b.example, <c@d>".to_string()),
        Just("Subject: =?utf-8?Q?=C3=A5?= =?x?B?**?=".to_string()),
        Just("Content-Type: multipart/mixed; boundary=\"b\"".to_string()),
        Just("Content-Type: text/html; charset=x".to_string()),
        Just("Content-Type: text/plain; format=flowed; delsp=yes".to_string()),
        Just("Content-Transfer-Encoding: base64".to_string()),
        Just("Content-Transfer-Encoding: quoted-printable".to_string()),
        Just("References: <12.7.k7qf9x2mpd4wt3ha@x>".to_string()),
        Just("reply above this line (ref".to_string()),
        Just("k7qf-9x2m-pd4w-t3ha)".to_string()),
        Just("On 24 Nov 2026, 10:00, x <y@z>".to_string()),
        Just("wrote:".to_string()),
        Just("Von: x".to_string()),
        Just("Gesendet: y".to_string()),
        Just("--b".to_string()),
        Just("--b--".to_string()),
        Just("<blockquote class=gmail_quote><style>".to_string()),
        Just("</div></blockquote><br>&amp;".to_string()),
        Just("> ".to_string()),
        Just("-- ".to_string()),
        Just("```".to_string()),
        Just("=C3=".to_string()),
        Just("\n".to_string()),
        Just("\r\n".to_string()),
        Just("\n\n".to_string()),
        Just("\r".to_string()),
        Just(" ".to_string()),
        ".{0,12}",
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat().into_bytes())
}

fn swallow(raw: &[u8]) {
    mail::fingerprint(raw);
    let text = String::from_utf8_lossy(raw);
    new_text(&text);
    reply::with_answered_quotes(&text, &|_| false);
    reply::command_subject(&text);
    mail::automatic_envelope(&text);
    if let Ok(message) = Message::read(raw, &own()) {
        new_text(&message.text);
        mail::tokens(&message, &[text.into_owned()]);
    }
}

proptest! {
    #![proptest_config(crate::hostile::cases(400))]

    #[test]
    fn no_bytes_cause_a_panic(raw in proptest::collection::vec(any::<u8>(), 0..600)) {
        swallow(&raw);
    }

    #[test]
    fn nothing_that_nearly_is_a_mail_causes_a_panic(raw in mailish()) {
        swallow(&raw);
    }

    #[test]
    fn new_text_never_holds_a_quoted_line_and_is_stable(body in "(?s)([>|a-z:\\- ]{0,12}\n){0,20}") {
        let new = new_text(&body);
        prop_assert!(new.lines().all(|line| !line.trim_start().starts_with('>')));
        prop_assert_eq!(&new_text(&new), &new);
    }
}
