//! What mail programs and servers send by themselves as an answer to our letters, what they wrap around a person's answer, and what they
//! make unreadable. Each mail holds the key of a letter and words that would be a move.

use crate::clients::{ANN, BOB, Table};
use crate::world::Received;

/// The board is as it was: ann can still make the first move.
pub fn still_to_move(table: &mut Table, letter: &Received, what: &str) {
    let letters = table.send(ANN, letter.reply_to.as_ref().unwrap(), "a4-a3");
    assert!(letters[0].text.contains("You moved a4-a3."), "{what}: {}", letters[0].text);
}

/// A mail of ann's to the letter, from its headers and its body on.
pub fn answer(table: &mut Table, letter: &Received, rest: &str) -> Vec<Received> {
    let reply_to = letter.reply_to.clone().unwrap();
    let parent = &letter.message_id;
    let id = table.world.message_id();
    let subject =
        if rest.starts_with("Subject:") { String::new() } else { format!("Subject: Re: {}\n", letter.subject) };
    let mail = format!(
        "From: Ann Berg <{ANN}>\nTo: Taflpost <{reply_to}>\nMessage-ID: <{id}>\nIn-Reply-To: {parent}\n\
         References: {parent}\n{subject}{rest}"
    );
    table.world.deliver(mail.replace('\n', "\r\n").as_bytes(), ANN, &reply_to);
    table.world.letters()
}

/// What arrives without any person's doing is neither obeyed nor answered.
fn is_ignored(what: &str, rest: &str) {
    let (mut table, letter) = Table::laid();
    let letters = answer(&mut table, &letter, rest);
    assert!(letters.is_empty(), "{what} is answered: {}", letters[0].text);
    still_to_move(&mut table, &letter, what);
}

#[test]
fn notes_of_absence_move_nothing_and_get_no_answer() {
    let body = "\nI am away until Monday.\n\na4-a3\n";
    for (what, head) in [
        (
            "Exchange, from outside",
            "Subject: Automatic reply: Brandubh board 1: ann v bob\nX-Auto-Response-Suppress: All\nauto-submitted: auto-generated\n",
        ),
        ("Exchange without the standard's mark", "X-Auto-Response-Suppress: All\n"),
        ("a rule in an Exchange mailbox", "X-MS-Exchange-Inbox-Rules-Loop: ann@fjord.test\n"),
        ("Gmail", "Auto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes\n"),
        ("Gmail of old", "Precedence: auto_reply\n"),
        ("Apple", "X-Apple-Action: VACATION/\n"),
        ("GMX", "Auto-Submitted: auto-replied\n"),
        ("Sieve", "Auto-Submitted: auto-replied (vacation)\n"),
        ("a null sender", "Return-Path: <>\n"),
    ] {
        is_ignored(what, &format!("{head}{body}"));
    }
}

#[test]
fn notes_of_absence_are_known_by_their_subject_alone_in_every_language() {
    for subject in [
        "Automatic reply: Brandubh board 1: ann v bob",
        "Out of Office: Brandubh board 1: ann v bob",
        "Automatische Antwort: Brandubh board 1: ann v bob",
        "=?utf-8?Q?R=C3=A9ponse_automatique_:_Brandubh_board_1:_ann_v_bob?=",
        "=?utf-8?Q?Respuesta_autom=C3=A1tica:_Brandubh_board_1:_ann_v_bob?=",
        "Autosvar: Brandubh board 1: ann v bob",
        "Automatisk svar: Brandubh board 1: ann v bob",
        "Automatiskt svar: Brandubh board 1: ann v bob",
        "Automatisch antwoord: Brandubh board 1: ann v bob",
        "=?utf-8?Q?Odpowied=C5=BA_automatyczna:_Brandubh_board_1:_ann_v_bob?=",
        "=?utf-8?B?0JDQstGC0L7QvNCw0YLQuNGH0LXRgdC60LjQuSDQvtGC0LLQtdGCOiBCcmFuZHViaA==?=",
    ] {
        is_ignored(subject, &format!("Subject: {subject}\n\nI am away.\n\na4-a3\n"));
    }
}

#[test]
fn receipts_entries_and_reactions_move_nothing_and_get_no_answer() {
    for (what, rest) in [
        (
            "a read receipt",
            "Subject: Read: Brandubh board 1: ann v bob\nContent-Type: multipart/report; \
             report-type=disposition-notification; boundary=b\n\n--b\nContent-Type: text/plain\n\nYour message was read.\n\n\
             a4-a3\n--b\nContent-Type: message/disposition-notification\n\nDisposition: \
             manual-action/MDN-sent-manually; displayed\n--b--\n",
        ),
        (
            "an answer of a calendar",
            "Subject: Accepted: Brandubh board 1: ann v bob\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\
             Content-Type: text/plain\n\na4-a3\n--b\nContent-Type: text/calendar; method=REPLY; \
             charset=utf-8\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n--b--\n",
        ),
        (
            "a reaction in Gmail",
            "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n👍\n\na4-a3\n\n\
             Ann Berg reacted via Gmail\n--b\nContent-Type: text/vnd.google.email-reaction+json; charset=utf-8\n\n\
             {\"emoji\": \"👍\", \"version\": 1}\n--b\nContent-Type: text/html; charset=utf-8\n\n<div>👍</div>\n--b--\n",
        ),
    ] {
        is_ignored(what, rest);
    }
}

#[test]
fn a_move_inside_a_signed_mail_is_made() {
    for (what, rest) in [
        (
            "S/MIME",
            "Content-Type: multipart/signed; protocol=\"application/pkcs7-signature\"; micalg=sha-256; boundary=b\n\nThis is a \
             cryptographically signed message in MIME format.\n\n--b\nContent-Type: multipart/alternative; \
             boundary=c\n\n--c\nContent-Type: text/plain; charset=utf-8\n\na4-a3\n\n--c\nContent-Type: text/html; \
             charset=utf-8\n\n<p>a4-a3</p>\n--c--\n\n--b\nContent-Type: application/pkcs7-signature; \
             name=\"smime.p7s\"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; \
             filename=\"smime.p7s\"\n\nMIAGCSqGSIb3DQEHAqCAMIACAQExDzAN\n--b--\n",
        ),
        (
            "OpenPGP",
            "Content-Type: multipart/signed; micalg=pgp-sha256; protocol=\"application/pgp-signature\"; \
             boundary=b\n\nThis is an OpenPGP/MIME signed message (RFC 4880 and 3156)\n--b\nContent-Type: multipart/mixed; \
             boundary=c; protected-headers=\"v1\"\n\n--c\nContent-Type: text/plain; charset=utf-8; \
             format=flowed\n\na4-a3\n\n--c\nContent-Type: application/pgp-keys; name=\"OpenPGP_0x1.asc\"\n\
             Content-Disposition: attachment; filename=\"OpenPGP_0x1.asc\"\n\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n--c--\n\n\
             --b\nContent-Type: application/pgp-signature; name=\"OpenPGP_signature.asc\"\n\n-----BEGIN PGP \
             SIGNATURE-----\n--b--\n",
        ),
        (
            "OpenPGP around the text",
            "\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\na4-a3\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END \
             PGP SIGNATURE-----\n",
        ),
    ] {
        let (mut table, letter) = Table::laid();
        let letters = answer(&mut table, &letter, rest);
        assert_eq!(letters.len(), 2, "{what}");
        assert!(letters.iter().any(|letter| letter.text.contains("You moved a4-a3.")), "{what}: {}", letters[0].text);
    }
}

/// Mails of which nothing can be read.
const SEALED: [(&str, &str); 4] = [
    (
        "S/MIME",
        "Content-Type: application/pkcs7-mime; name=\"smime.p7m\"; smime-type=enveloped-data\nContent-Transfer-Encoding: \
         base64\nContent-Disposition: attachment; filename=\"smime.p7m\"\n\nMIAGCSqGSIb3DQEHA6CAMIACAQAxggGV\n",
    ),
    (
        "S/MIME, only signed, but inside the signature",
        "Content-Type: application/x-pkcs7-mime; smime-type=signed-data; name=smime.p7m\nContent-Transfer-Encoding: \
         base64\n\nMIAGCSqGSIb3DQEHAqCAMIACAQExDzAN\n",
    ),
    (
        "OpenPGP",
        "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n\nThis is an OpenPGP/MIME \
         encrypted message (RFC 4880 and 3156)\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\n\
         Content-Type: application/octet-stream; name=\"encrypted.asc\"\n\n-----BEGIN PGP MESSAGE-----\n\nwV4D\n-----END PGP \
         MESSAGE-----\n--b--\n",
    ),
    ("OpenPGP as text", "\n-----BEGIN PGP MESSAGE-----\n\nwV4DMx7\n=a4-a3\n-----END PGP MESSAGE-----\n"),
];

#[test]
fn who_encrypts_is_told_that_nothing_could_be_read() {
    for (what, rest) in SEALED {
        let (mut table, letter) = Table::laid();
        let letters = answer(&mut table, &letter, rest);
        assert_eq!(letters.len(), 1, "{what}");
        assert_eq!(letters[0].to, ANN);
        assert!(letters[0].text.contains("Your email is encrypted"), "{what}: {}", letters[0].text);
        still_to_move(&mut table, &letter, what);
    }
}

#[test]
fn an_encrypted_answer_is_not_an_empty_one_and_so_no_yes() {
    for (what, rest) in SEALED {
        let mut table = Table { world: crate::world::World::new() };
        let asked = table.send(ANN, crate::world::CLUB, "signup ann");
        let letters = answer(&mut table, &asked[0], rest);
        assert!(letters[0].text.contains("Your email is encrypted"), "{what}: {}", letters[0].text);
        let letters = answer(&mut table, &asked[0], "\n");
        assert!(letters[0].text.contains("Welcome, ann."), "{what}: {}", letters[0].text);
    }
}

#[test]
fn a_recalled_mail_stays_and_its_writer_is_told_how_the_board_stands() {
    let (mut table, letter) = Table::laid();
    let moved = answer(&mut table, &letter, "\na4-a3\n");
    assert!(moved.iter().any(|letter| letter.to == BOB));
    let recall = "Subject: Recall: Brandubh board 1: ann v bob\n\nAnn Berg would like to recall the message, \"Brandubh board 1: ann v bob\".\n";
    let letters = answer(&mut table, &letter, recall);
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].to, ANN);
    assert!(letters[0].text.contains("This is board 1 as it stands."), "{}", letters[0].text);
}
