//! Our letters come back to us in every way in which mail programs and mail systems send them back, and two servers get each other's. There
//! is no answer, or the answers end.

use crate::dialogs;
use crate::share::share;
use crate::world::{CLUB, Received, World};
use mailparse::MailHeaderMap;

/// Stories in which every kind of letter is written.
const STORIES: [&str; 9] =
    ["addresses", "draw-and-undo", "export", "forged", "looking", "reclaim", "slips", "unreachable", "vouched-for"];

/// The letters of a story, and the server that wrote them, with their keys alive.
fn written(story: &str) -> (World, Vec<Received>) {
    let path = format!("{}/tests/dialogs/{story}.dialog", env!("CARGO_MANIFEST_DIR"));
    dialogs::live(story, &std::fs::read_to_string(path).unwrap())
}

/// The letter with these headers before its own and without those named.
fn mail(letter: &Received, before: &str, without: &[&str]) -> Vec<u8> {
    let raw = String::from_utf8_lossy(&letter.raw).into_owned();
    let (head, body) = raw.split_once("\r\n\r\n").unwrap();
    let mut kept = String::new();
    let mut keeps = true;
    for line in head.split("\r\n") {
        if !line.starts_with([' ', '\t']) {
            let name = line.split(':').next().unwrap_or_default();
            keeps = !without.iter().any(|without| without.eq_ignore_ascii_case(name));
        }
        if keeps {
            kept.push_str(&format!("{line}\r\n"));
        }
    }
    format!("{before}{kept}\r\n{body}").into_bytes()
}

/// A note that answers the letter by itself, with this mark of a machine and these first words.
fn note(world: &mut World, letter: &Received, mark: &str, words: &str) -> Vec<u8> {
    let quote: String = letter.text.lines().map(|line| format!("> {line}\r\n")).collect();
    format!(
        "From: <{}>\r\nTo: <{}>\r\nMessage-ID: <{}>\r\nIn-Reply-To: {}\r\n{mark}\r\n\r\n{words}\r\n\r\n{quote}",
        letter.to,
        letter.reply_to.as_deref().unwrap_or(CLUB),
        world.message_id(),
        letter.message_id,
    )
    .into_bytes()
}

/// Where answers of machines go: to us, to the key, to the envelope's sender.
fn ways_back(letter: &Received) -> Vec<String> {
    let reply_to = letter.reply_to.clone();
    let bounces = Some(letter.bounces_to.clone()).filter(|to| !to.is_empty());
    [Some(CLUB.to_owned()), reply_to, bounces].into_iter().flatten().collect()
}

#[test]
fn our_own_letters_and_notes_about_them_are_answered_by_nobody() {
    for story in STORIES {
        let (mut world, letters) = written(story);
        let mut mails = Vec::new();
        for letter in &letters {
            let to = &letter.to;
            let mut back = vec![
                // The letter itself: bounced back by a full circle, sent on under its reader's name, by a list.
                (CLUB.to_owned(), mail(letter, "", &[])),
                (to.clone(), mail(letter, &format!("From: <{to}>\r\n"), &["From"])),
                (
                    to.clone(),
                    mail(letter, &format!("From: <{to}>\r\n"), &["From", "Auto-Submitted", "X-Auto-Response-Suppress"]),
                ),
                (to.clone(), mail(letter, &format!("From: <{to}>\r\n"), &["From", "X-Taflpost"])),
                (String::new(), mail(letter, &format!("From: <{to}>\r\n"), &["From", "X-Taflpost", "Auto-Submitted"])),
            ];
            for mark in [
                "Auto-Submitted: auto-replied (vacation)\r\nSubject: Away",
                "Precedence: bulk\r\nSubject: Away",
                "X-Autoreply: yes\r\nSubject: Away",
                "X-Auto-Response-Suppress: All\r\nSubject: Re: yes",
                "Subject: Out of Office: Re: your letter",
                "Subject: Automatische Antwort: Ich bin weg",
                "Content-Type: multipart/report; report-type=disposition-notification; boundary=x\r\nSubject: Read",
            ] {
                back.push((to.clone(), note(&mut world, letter, mark, "I am away. Yes, reclaim. accept")));
            }
            for (envelope, raw) in back {
                mails.extend(ways_back(letter).into_iter().map(|to| (raw.clone(), envelope.clone(), to)));
            }
        }
        assert!(mails.len() > 100, "{story}");
        // A letter has 12, 24 or 36 of them: with a share that divides none of these, each kind goes each way back.
        for (raw, envelope, to) in share(mails, 11) {
            world.deliver(&raw, &envelope, &to);
        }
        let answers: Vec<_> =
            world.letters().into_iter().map(|letter| (letter.to, letter.subject, letter.text)).collect();
        assert!(answers.is_empty(), "{story}: {answers:#?}");
    }
}

/// What mail systems report about a letter, sent as if its reader had written it: from that address, on the envelope too, and under a
/// Subject of the reader's own.
fn reports(world: &mut World, letter: &Received) -> Vec<Vec<u8>> {
    let ours = String::from_utf8_lossy(&letter.raw).into_owned();
    let abuse = "Feedback-Type: abuse\r\nUser-Agent: Loop/1.0\r\nVersion: 1";
    let late = "Reporting-MTA: dns; mx.test\r\n\r\nAction: delayed\r\nStatus: 4.4.1";
    let other = "Reporting-MTA: dns; mx.test\r\n\r\nAction: failed\r\nStatus: 5.1.1";
    let kinds = [
        ("report; report-type=feedback-report", "message/feedback-report", abuse, Some(&ours)),
        ("mixed", "message/feedback-report", abuse, Some(&ours)),
        ("mixed", "text/plain", abuse, Some(&ours)),
        ("mixed", "text/plain", abuse, None),
        ("report; report-type=delivery-status", "message/delivery-status", late, Some(&ours)),
        ("mixed", "message/delivery-status", late, Some(&ours)),
        // About a letter of somebody else's.
        ("mixed", "message/delivery-status", other, None),
    ];
    let mut reports = Vec::new();
    for (of, kind, said, returned) in kinds {
        let returned = returned.map(|ours| format!("--b\r\nContent-Type: message/rfc822\r\n\r\n{ours}\r\n"));
        let (to, id) = (letter.reply_to.as_deref().unwrap_or(CLUB), world.message_id());
        let report = format!(
            "From: <{}>\r\nTo: <{to}>\r\nMessage-ID: <{id}>\r\nIn-Reply-To: {}\r\nSubject: Fwd: your mail\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/{of}; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nYes. help. accept\r\n\
             --b\r\nContent-Type: {kind}\r\n\r\n{said}\r\n\r\n{}--b--\r\n",
            letter.to,
            letter.message_id,
            returned.unwrap_or_default(),
        );
        reports.push(report.into_bytes());
    }
    reports
}

#[test]
fn reports_that_come_as_a_persons_mail_are_answered_by_nobody() {
    for story in ["first-game", "vouched-for"] {
        let (mut world, letters) = written(story);
        let mut mails = Vec::new();
        for letter in &letters {
            for report in reports(&mut world, letter) {
                for to in [Some(CLUB), letter.reply_to.as_deref()].into_iter().flatten() {
                    mails.push((report.clone(), &letter.to, to));
                }
            }
        }
        assert!(mails.len() > 100, "{story}: {}", mails.len());
        // A letter has 7 or 14 of them: with a share that divides neither, each kind goes each way.
        for (report, from, to) in share(mails, 5) {
            world.deliver(&report, from, to);
        }
        let answers: Vec<_> =
            world.letters().into_iter().map(|letter| (letter.to, letter.subject, letter.text)).collect();
        assert!(answers.is_empty(), "{story}: {answers:#?}");
    }
}

/// A mailbox that sends every letter back as if its owner had written it, without any mark. Only the limits can end that.
#[test]
fn a_mailbox_that_returns_everything_without_a_mark_is_answered_a_few_times() {
    let (mut world, letters) = written("looking");
    let mut open: Vec<Received> = letters.into_iter().filter(|letter| letter.text.contains("(ref ")).take(3).collect();
    let mut answers = 0;
    for _ in 0..40 {
        for letter in std::mem::take(&mut open) {
            let head = format!("From: <{}>\r\nTo: <{CLUB}>\r\nMessage-ID: <{}>\r\n", letter.to, world.message_id());
            let raw = format!("{head}Subject: {}\r\n\r\n{}", letter.subject, letter.text.replace('\n', "\r\n"));
            world.deliver(raw.as_bytes(), &letter.to, letter.reply_to.as_deref().unwrap_or(CLUB));
        }
        open = world.letters();
        answers += open.len();
    }
    assert!(open.is_empty() && answers <= 20, "{answers} answers, {open:#?}");
}

/// Each server is a player at the other, as somebody has arranged by hand. Whatever one writes is silence for the other.
#[test]
fn two_servers_do_not_talk_to_each_other() {
    const OTHER: &str = "club@other.test";
    let (mut here, letters) = written("first-game");
    let story = |club: &str| {
        format!(
            "{club} sends\n    Subject: signup grim\n{club} gets Please confirm that you want to join Taflpost\n\
             {club} replies\n    yes\n{club} gets Welcome to Taflpost, grim\n\
             ann@fjord.test sends\n    Subject: signup ann\nann@fjord.test gets Please confirm that you want to join Taflpost\n\
             ann@fjord.test replies\nann@fjord.test gets Welcome to Taflpost, ann\n\
             ann@fjord.test replies\n    brandubh challenge ann grim\n    message grim: hello\n\
             ann@fjord.test gets Brandubh board 1: ann v grim\n{club} gets Brandubh board 1: ann v grim\n\
             {club} gets A message from ann\nann@fjord.test gets Your email to Taflpost\n"
        )
    };
    let (mut there, theirs) = dialogs::live("two servers", &story(OTHER));
    let to_other: Vec<&Received> = theirs.iter().filter(|letter| letter.to == OTHER).collect();
    assert!(to_other.len() >= 4);
    for letter in to_other.into_iter().chain(&letters) {
        for without in [&[][..], &["X-Taflpost"], &["Auto-Submitted", "X-Auto-Response-Suppress"]] {
            // As it is, and with the other server as its sender, which is a player here.
            for from in [None, Some(OTHER)] {
                let before = from.map(|from| format!("From: <{from}>\r\n")).unwrap_or_default();
                let without = [without, if from.is_some() { &["From"] } else { &[] }].concat();
                let raw = mail(letter, &before, &without);
                here.deliver(&raw, &letter.bounces_to, CLUB);
                there.deliver(&raw, OTHER, CLUB);
            }
        }
    }
    for world in [&mut here, &mut there] {
        let answers: Vec<_> =
            world.letters().into_iter().map(|letter| (letter.to, letter.subject, letter.text)).collect();
        assert!(answers.is_empty(), "{answers:#?}");
    }
}

#[test]
fn the_stories_hold_every_kind_of_letter_that_a_machine_may_answer() {
    let subjects: std::collections::BTreeSet<String> = STORIES
        .iter()
        .flat_map(|story| written(story).1)
        .map(|letter| mailparse::parse_mail(&letter.raw).unwrap().headers.get_first_value("Subject").unwrap())
        .collect();
    for kind in [
        "Please confirm that you want",
        "Welcome to",
        "board 1",
        "Was this you",
        "Somebody used a wrong password",
        "Your email to",
        "Please confirm this address",
        "A new password",
        "Your account has changed",
        "You have your account back",
        "Letters to one of your addresses",
        "You are getting letters again",
        "Letters are not reaching",
    ] {
        assert!(subjects.iter().any(|subject| subject.contains(kind)), "{kind}: {subjects:?}");
    }
}
