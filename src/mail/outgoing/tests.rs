//! Letters as they are written, and as we and others read them.

use super::*;
use crate::mail::message::Message;
use crate::mail::own_addresses::Own;
use mailparse::MailHeaderMap;

fn letter() -> Outgoing {
    Outgoing {
        from_name: "Taflpost".to_string(),
        from: "club@tafl.example".parse().unwrap(),
        to: "ann@mail.example".parse().unwrap(),
        reply_to: Some("club+12.k7qf9x2mpd4wt3ha@tafl.example".parse().unwrap()),
        subject: "Brandubh board 12: ann v bob".to_string(),
        date: DateTime::from_timestamp(1_795_514_400, 0).unwrap(),
        message_id: "12.5.k7qf9x2mpd4wt3ha@tafl.example".to_string(),
        in_reply_to: Some("reply-1@mail.example".to_string()),
        references: vec!["12.1.00000000000000aa@tafl.example".to_string()],
        auto: AutoSubmitted::Generated,
        text: "  reply above\n\nbob moved d1-d3.\n".to_string(),
        html: Some(Html { page: "<p>bob moved d1-d3.</p>\n".to_string(), pictures: Vec::new() }),
        attachments: Vec::new(),
        boundary: "bb1".to_string(),
        list_unsubscribe: Some("club+u.k7qf9x2mpd4wt3ha@tafl.example".parse().unwrap()),
    }
}

fn page(page: &str, pictures: &[Inline]) -> Option<Html> {
    Some(Html { page: page.to_string(), pictures: pictures.to_vec() })
}

fn written(letter: &Outgoing) -> String {
    String::from_utf8(letter.bytes().unwrap()).unwrap()
}

/// Header lines, with their continuation lines joined.
fn headers(bytes: &str) -> Vec<String> {
    let (head, _) = bytes.split_once("\r\n\r\n").unwrap();
    head.replace("\r\n ", " ").split("\r\n").map(str::to_string).collect()
}

#[test]
fn a_letter_is_written_whole_and_always_the_same() {
    let bytes = written(&letter());
    assert_eq!(bytes, written(&letter()));
    for line in [
        "From: Taflpost <club@tafl.example>",
        "To: ann@mail.example",
        "Reply-To: club+12.k7qf9x2mpd4wt3ha@tafl.example",
        "Subject: Brandubh board 12: ann v bob",
        "Date: Tue, 24 Nov 2026 10:00:00 +0000",
        "Message-ID: <12.5.k7qf9x2mpd4wt3ha@tafl.example>",
        "In-Reply-To: <reply-1@mail.example>",
        "References: <12.1.00000000000000aa@tafl.example>",
        "Auto-Submitted: auto-generated",
        "X-Auto-Response-Suppress: All",
        "X-Taflpost: club@tafl.example",
        "List-Unsubscribe: <mailto:club+u.k7qf9x2mpd4wt3ha@tafl.example>",
    ] {
        assert!(headers(&bytes).iter().any(|header| header == line), "{line}\n{bytes}");
    }
    assert!(bytes.contains("Content-Type: text/plain; charset=utf-8; format=fixed\r\n"));
    assert!(bytes.contains("7bit\r\n\r\n  reply above\r\n\r\nbob moved d1-d3.\r\n"));
    assert!(!bytes.replace("\r\n", "").contains(['\r', '\n']));
    assert!(bytes.is_ascii());
}

#[test]
fn what_we_write_we_read_and_never_answer() {
    let own = Own::new(vec!["club@tafl.example".parse().unwrap()]);
    let read = Message::read(&letter().bytes().unwrap(), &own).unwrap();
    assert_eq!(read.from, Some(letter().from));
    assert_eq!(read.to, [letter().to]);
    assert_eq!(read.message_id, Some(letter().message_id));
    assert_eq!(read.text, letter().text);
    assert!(read.automatic.is_some());
}

#[test]
fn no_field_can_smuggle_a_header() {
    let evil = "x\r\nBcc: eve@mail.example\r\n\r\nbody\u{2028}\nBcc: eve@mail.example";
    let bytes = written(&Outgoing { subject: evil.to_string(), from_name: evil.to_string(), ..letter() });
    assert!(!bytes.to_lowercase().contains("\nbcc:"), "{bytes}");
    let count = headers(&bytes).len();
    assert_eq!(count, headers(&written(&letter())).len());
    for id in ["a@b\r\nBcc: c@d", "a@b> <c@d", "no-at", "@", "a b@c", "\u{e9}@b"] {
        let faulty = Outgoing { message_id: id.to_string(), ..letter() };
        assert_eq!(faulty.bytes(), Err(Unwritable::MessageId), "{id:?}");
        let answer = written(&Outgoing {
            in_reply_to: Some(id.to_string()),
            references: vec![id.to_string(), "c@d".to_string()],
            ..letter()
        });
        assert!(!answer.contains("In-Reply-To"), "{id:?}");
        assert!(answer.contains("References: <c@d>\r\n"), "{id:?}");
    }
    for boundary in ["", "a b", "a\"b", "a\r\nb", "bob;x"] {
        let faulty = Outgoing { boundary: boundary.to_string(), ..letter() };
        assert!(matches!(faulty.bytes(), Err(Unwritable::Boundary(_))), "{boundary}");
    }
}

#[test]
fn a_file_goes_with_the_letter_and_is_no_word_of_it() {
    let text = format!("a4-a3 c4-c7\nFrom here\n{}\n", "e5-e3 ".repeat(300));
    let file = |kind| Attachment { name: "tafl-1.txt".to_string(), kind, text: text.clone() };
    let letter = Outgoing { attachments: vec![file(AttachmentKind::Text), file(AttachmentKind::Json)], ..letter() };
    let bytes = letter.bytes().unwrap();
    let read = Message::read(&bytes, &Own::default()).unwrap();
    assert_eq!(read.text, letter.text);
    let parsed = mailparse::parse_mail(&bytes).unwrap();
    assert_eq!(parsed.ctype.mimetype, "multipart/mixed");
    let kinds: Vec<&str> = parsed.subparts.iter().map(|part| part.ctype.mimetype.as_str()).collect();
    assert_eq!(kinds, ["multipart/alternative", "text/plain", "application/json"]);
    for part in &parsed.subparts[1..] {
        assert_eq!(part.get_content_disposition().params["filename"], "tafl-1.txt");
        assert_eq!(part.get_body().unwrap().replace("\r\n", "\n"), text);
    }
    assert!(bytes.split(|byte| *byte == b'\n').all(|line| line.len() <= 999));
    let odd = Attachment { name: "a\"b\r\nBcc: c@d".to_string(), ..file(AttachmentKind::Text) };
    assert!(matches!(Outgoing { attachments: vec![odd], ..letter }.bytes(), Err(Unwritable::FileName(_))));
}

#[test]
fn a_picture_goes_with_the_page_that_shows_it() {
    let png: Vec<u8> = (0..=255).cycle().take(4000).collect();
    let picture = |id: &str| Inline { id: id.to_string(), png: png.clone() };
    let html = page("<img src=\"cid:board1.x@tafl.example\">", &[picture("board1.x@tafl.example")]);
    let file = Attachment { name: "tafl-1.txt".to_string(), kind: AttachmentKind::Text, text: "a4-a3\n".to_string() };
    for attachments in [vec![], vec![file]] {
        let letter = Outgoing { html: html.clone(), attachments, ..letter() };
        let bytes = letter.bytes().unwrap();
        assert_eq!(bytes, letter.bytes().unwrap());
        assert_eq!(Message::read(&bytes, &Own::default()).unwrap().text, letter.text);
        let parsed = mailparse::parse_mail(&bytes).unwrap();
        let alternative = if letter.attachments.is_empty() { &parsed } else { &parsed.subparts[0] };
        let kinds: Vec<&str> = alternative.subparts.iter().map(|part| part.ctype.mimetype.as_str()).collect();
        assert_eq!(kinds, ["text/plain", "multipart/related"]);
        let shown = &alternative.subparts[1].subparts[1];
        assert_eq!(shown.headers.get_first_value("Content-ID").as_deref(), Some("<board1.x@tafl.example>"));
        assert_eq!(shown.get_content_disposition().disposition, mailparse::DispositionType::Inline);
        assert_eq!((shown.ctype.mimetype.as_str(), shown.get_body_raw().unwrap()), ("image/png", png.clone()));
    }
    let odd = page("", &[picture("a@b>\r\nBcc: <c@d")]);
    assert_eq!(Outgoing { html: odd, ..letter() }.bytes(), Err(Unwritable::MessageId));
}

#[test]
fn without_html_the_letter_is_its_text() {
    let letter = Outgoing { html: None, ..letter() };
    let bytes = letter.bytes().unwrap();
    let parsed = mailparse::parse_mail(&bytes).unwrap();
    assert_eq!((parsed.ctype.mimetype.as_str(), parsed.subparts.len()), ("text/plain", 0));
    assert_eq!(parsed.ctype.params["format"], "fixed");
    assert_eq!(Message::read(&bytes, &Own::default()).unwrap().text, letter.text);
    let file = Attachment { name: "tafl-1.txt".to_string(), kind: AttachmentKind::Text, text: "a4-a3\n".to_string() };
    let bytes = Outgoing { attachments: vec![file], ..letter.clone() }.bytes().unwrap();
    let parsed = mailparse::parse_mail(&bytes).unwrap();
    let kinds: Vec<&str> = parsed.subparts.iter().map(|part| part.ctype.mimetype.as_str()).collect();
    assert_eq!((parsed.ctype.mimetype.as_str(), kinds), ("multipart/mixed", vec!["text/plain", "text/plain"]));
}

#[test]
fn a_boundary_that_stands_in_the_letter_is_refused() {
    let letter = Outgoing { html: page("<pre>\n--bb1\n</pre>", &[]), ..letter() };
    assert!(matches!(letter.bytes(), Err(Unwritable::Boundary(_))));
}

#[test]
fn lines_that_others_would_misread_are_mended() {
    assert_eq!(plain("a  \r\n> b\nFrom me\n.\n\u{7}c\rd\n\n"), "a\n > b\n From me\n .\nc\nd\n");
}

#[test]
fn names_beyond_ascii_are_encoded_and_read_back() {
    let letter = Outgoing {
        subject: "Tafl\u{e6} board 12: \u{e5}sa v bob".to_string(),
        text: "\u{e5}sa moved.\n".to_string(),
        ..letter()
    };
    let bytes = written(&letter);
    assert!(bytes.is_ascii());
    let read = Message::read(bytes.as_bytes(), &Own::default()).unwrap();
    assert_eq!(read.subject, letter.subject);
    assert_eq!(read.text, letter.text);
}

#[test]
fn a_long_thread_is_folded() {
    let references: Vec<String> = (0..40).map(|ply| format!("12.{ply}.k7qf9x2mpd4wt3ha@tafl.example")).collect();
    let letter = Outgoing { references: references.clone(), ..letter() };
    let bytes = written(&letter);
    assert!(bytes.split("\r\n").all(|line| line.len() <= 100), "{bytes}");
    let read = Message::read(bytes.as_bytes(), &Own::default()).unwrap();
    assert_eq!(read.references, references);
}

#[test]
fn debug_shows_no_token() {
    let shown = format!("{:?}", letter());
    assert!(!shown.contains("k7qf"), "{shown}");
}
