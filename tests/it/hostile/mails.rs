//! Letters as bytes: those of real mail programs with anything done to them, and addresses, references and Message-IDs.

use super::*;
use taflpost::command::{COMMANDS_MAX, COMPLAINTS_MAX, read};
use taflpost::mail::limits::{RECIPIENTS_MAX, REFERENCES_MAX, TEXT_BYTES_MAX, TOKENS_MAX};
use taflpost::mail::{self, Address, Message, Own, TokenText, reply};

fn letters() -> Vec<Vec<u8>> {
    [files("tests/mails/replies", &["eml"]), files("tests/mails/hostile", &["eml"])].concat()
}

/// The whole way from bytes to what is asked for.
fn check(raw: &[u8]) {
    let own = Own::new(vec!["club@tafl.example".parse().unwrap()]);
    assert_eq!(mail::fingerprint(raw), mail::fingerprint(raw));
    let Ok(message) = Message::read(raw, &own) else {
        return;
    };
    // A byte of another charset may be three here, and a line may be quoted.
    assert!(message.text.len() <= 4 * TEXT_BYTES_MAX, "{}", message.text.len());
    assert!(!message.text.contains('\r'));
    assert!(message.to.len() <= RECIPIENTS_MAX && message.references.len() <= REFERENCES_MAX);
    assert!(!message.subject.contains(char::is_control), "{:?}", message.subject);
    for address in message.from.iter().chain(&message.to) {
        assert_eq!(address.as_str().parse::<Address>().as_ref(), Ok(address));
    }
    assert!(mail::tokens(&message, &[]).len() <= TOKENS_MAX);
    let new = reply::new_text(&message.text);
    reply::below_marker(&message.text);
    let subject = reply::command_subject(&message.subject);
    let reading = read(subject, &new, catalogue());
    assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
    let reading = read(subject, &reply::with_answered_quotes(&message.text), catalogue());
    assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_damaged_letter_is_read_or_refused(raw in prop::sample::select(letters()), wounds in wounds()) {
        check(&wounded(raw, &wounds));
    }

    #[test]
    fn a_damaged_body_below_whole_headers_is_read(
        kind in prop::sample::select(vec![
            "text/plain; charset=utf-8", "text/plain; charset=iso-2022-jp", "text/plain; charset=utf-16", "text/plain; format=flowed; delsp=yes",
            "text/html", "multipart/mixed; boundary=b", "multipart/alternative; boundary=\"\"", "message/rfc822", "",
        ]),
        transfer in prop::sample::select(vec!["7bit", "8bit", "base64", "quoted-printable", "x"]),
        raw in prop::sample::select(letters()),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        wounds in wounds(),
    ) {
        let head = format!("From: ann@mail.example\nContent-Type: {kind}\nContent-Transfer-Encoding: {transfer}\n\n");
        check(&[head.as_bytes(), &bytes].concat());
        check(&[head.as_bytes(), &wounded(raw, &wounds)].concat());
    }

    #[test]
    fn an_address_that_is_read_is_written_and_read_again(text in any::<String>(), wounds in wounds()) {
        for text in [text, wounded_text("ann.b+12.k7qf9x2mpd4wt3ha@Sund.Test", &wounds)] {
            if let Ok(address) = text.parse::<Address>() {
                prop_assert_eq!(address.as_str().parse(), Ok(address.clone()));
                prop_assert_eq!(format!("{}@{}", address.local(), address.domain()), address.as_str());
                prop_assert!(!address.masked().is_empty());
                if let Some((errand, token)) = mail::errand_of_address(&address) {
                    let club: Address = "club@tafl.example".parse().unwrap();
                    let again = mail::reply_address(&club, errand, &token).unwrap();
                    prop_assert!(mail::errand_of_address(&again) == Some((errand, token)));
                }
            }
        }
    }

    #[test]
    fn a_reference_that_is_read_is_written_and_read_again(text in any::<String>(), wounds in wounds()) {
        for text in [text, wounded_text("k7qf-9x2m-pd4w-t3ha", &wounds)] {
            if let Ok(token) = text.parse::<TokenText>() {
                prop_assert!(token.compact().parse::<TokenText>() == Ok(token.clone()));
                prop_assert!(mail::marker::write(&token).len() < 200);
            }
        }
        let id = wounded_text("<12.7.k7qf9x2mpd4wt3ha@tafl.example>", &wounds);
        if let Some((errand, serial, token)) = mail::errand_of_message_id(&id) {
            let again = mail::message_id(errand, serial, &token, "tafl.example");
            prop_assert!(mail::errand_of_message_id(&again) == Some((errand, serial, token)));
        }
    }
}

/// Enough for anything that grows with the square of a letter to be seen, and not too much for the rest.
const BYTES: usize = 8_000;

#[test]
fn no_shape_of_a_letter_takes_long() {
    let head = "From: ann@mail.example\n";
    let filled = |piece: &str| piece.repeat(BYTES / piece.len());
    let nested: String =
        (0..1_000).map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n")).collect();
    let mut odd = vec![
        format!("{head}{nested}x"),
        format!("{head}{}", filled("Content-Type: message/rfc822\n\n")),
        format!("{head}Content-Type: multipart/mixed; boundary=b\n\n{}", filled("--b\n")),
        format!("{head}Content-Type: multipart/mixed; boundary=b\n\n{}", filled("--b\n\nx\n")),
        filled("From: ann@mail.example\n"),
        format!("From: {}\n\nx", filled("ann@mail.example, ")),
        format!("{head}Subject: {}\n\nx", filled("=?utf-8?q?x?= ")),
        format!("{head}References: {}\n\nx", filled("<a@b> ")),
        format!("{head}Content-Type: text/plain{}\n\nx", filled("; a=b")),
        format!("{head}Content-Type: text/plain{}\n\nx", filled("; charset*0=b")),
        filled("\n"),
        filled("\r"),
        filled(" \n"),
        filled("a:\n"),
    ];
    for kind in ["text/plain", "text/html", "text/plain; format=flowed"] {
        for encoding in ["8bit", "quoted-printable"] {
            for piece in [
                "> ",
                ">",
                "> x\n",
                "=",
                "=0A",
                "=\n",
                "x ",
                "x \n",
                "\n",
                " ",
                "\t",
                "<div>",
                "<blockquote>",
                "<table><tr><td>",
                "&#10;",
                "&",
                "<",
                "<!--",
                "<a href=\"",
                "-- \n",
                "On x wrote:\n",
                "From: x\n",
                "________\n",
                "reply above this line (ref k7qf-9x2m-pd4w-t3ha)\n",
                "e5-e3 ",
                "@",
                "a@b ",
                "http://",
                "\u{200b}",
                "\u{feff}",
                "\0",
                "*",
                "move 17 e5-e3\n",
            ] {
                if encoding == "8bit" || piece.len() < 3 {
                    let body = filled(piece);
                    odd.push(format!("{head}Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n{body}"));
                }
            }
        }
    }
    for letter in &odd {
        let begins: String = letter.chars().take(140).collect();
        quickly(&begins, || check(letter.as_bytes()));
    }
}
