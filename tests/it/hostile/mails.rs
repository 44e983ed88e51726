//! Mails as bytes: those of real mail programs, damaged in any way, and addresses, references and Message-IDs.

use super::*;
use crate::share::share;
use laws::mails::{hold_for, hold_for_address, hold_for_message_id, hold_for_token};

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_damaged_letter_is_read_or_refused(raw in prop::sample::select(seeds::letters()), wounds in wounds()) {
        hold_for(&wounded(raw, &wounds));
    }

    #[test]
    fn a_damaged_body_below_whole_headers_is_read(
        kind in prop::sample::select(vec![
            "text/plain; charset=utf-8", "text/plain; charset=iso-2022-jp", "text/plain; charset=utf-16", "text/plain; format=flowed; delsp=yes",
            "text/html", "multipart/mixed; boundary=b", "multipart/alternative; boundary=\"\"", "message/rfc822", "",
        ]),
        transfer in prop::sample::select(vec!["7bit", "8bit", "base64", "quoted-printable", "x"]),
        raw in prop::sample::select(seeds::letters()),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        wounds in wounds(),
    ) {
        let head = format!("From: ann@mail.example\nContent-Type: {kind}\nContent-Transfer-Encoding: {transfer}\n\n");
        hold_for(&[head.as_bytes(), &bytes].concat());
        hold_for(&[head.as_bytes(), &wounded(raw, &wounds)].concat());
    }

    #[test]
    fn an_address_that_is_read_is_written_and_read_again(text in any::<String>(), wounds in wounds()) {
        for text in [text, wounded_text("ann.b+12.k7qf9x2mpd4wt3ha@Sund.Test", &wounds)] {
            hold_for_address(&text);
        }
    }

    #[test]
    fn a_reference_that_is_read_is_written_and_read_again(text in any::<String>(), wounds in wounds()) {
        for text in [text, wounded_text("k7qf-9x2m-pd4w-t3ha", &wounds)] {
            hold_for_token(&text);
        }
        hold_for_message_id(&wounded_text("<12.7.k7qf9x2mpd4wt3ha@tafl.example>", &wounds));
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
    for letter in share(&odd, 2) {
        let begins: String = letter.chars().take(140).collect();
        quickly(&begins, || hold_for(letter.as_bytes()));
    }
}
