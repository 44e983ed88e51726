//! Answers as mail clients write them. Whole mails are in `tests/mails`.

use super::*;

/// The commands are known one floor above. Here a move is enough.
fn is_command(line: &str) -> bool {
    crate::tafl::ParsedPlay::looks_like(line.trim())
}

fn check(body: &str, expected: &str) {
    assert_eq!(written(body, &is_command).text, expected, "body:\n{body}");
}

#[test]
fn the_marker_ends_the_answer_unless_it_is_quoted() {
    check("e5-e3\n\n  reply above this line (ref k7qf-9x2m-pd4w-t3ha)\nd1-d3", "e5-e3");
    check("> reply above this line (ref k7qf-9x2m-pd4w-t3ha)\n> board\n\ne5-e3", "e5-e3");
    check("reply above this\nline (ref k7qf-9x2m-pd4w-t3ha)\nd1-d3", "");
}

#[test]
fn a_reference_behind_an_answer_is_taken_off_and_ends_nothing() {
    check("e5-e3 (ref k7qf-9x2m-pd4w-t3ha)", "e5-e3");
    check("e5 (ref k7qf-9x2m-pd4w-t3ha)\nGood luck!\n\nSent from my iPhone", "e5\nGood luck!");
    check("Hello\naccept (ref k7qf-9x2m-\npd4w-t3ha) gladly", "Hello\naccept\ngladly");
    check("> e5-e3 (ref k7qf-9x2m-pd4w-t3ha)\nd1-d3", "d1-d3");
    check("d1-d3\n\nBitte oben antworten (ref k7qf-9x2m-pd4w-t3ha-v7qf)\ne5-e3", "d1-d3");
}

#[test]
fn introductions_in_many_languages_go_with_their_quotes() {
    for introduction in [
        "On Tue, 24 Nov 2026 at 10:00, Taflpost <club@example.org> wrote:",
        "On Tue, Nov 24, 2026 at 10:00 AM Taflpost <\nclub+12.k7qf9x2mpd4wt3ha@example.org> wrote:",
        "On Tuesday, 24 November 2026,\n10:00:11 CET, Taflpost <club@example.org> wrote:",
        "On Tue, Nov 24, 2026 at 10:00:00AM +0000, Taflpost wrote:",
        "Am 24.11.26 um 10:00 schrieb Taflpost:",
        "Am Di., 24. Nov. 2026 um 10:00 Uhr schrieb Taflpost <\nclub@example.org>:",
        "Taflpost <club@example.org> schrieb am Di., 24.\nNov. 2026 um 10:00 Uhr:",
        "Le mar. 24 nov. 2026 à 10:00, Taflpost <club@example.org> a écrit :",
        "El mar, 24 nov 2026 a las 10:00, Taflpost (<club@example.org>) escribió:",
        "Il giorno mar 24 nov 2026 alle ore 10:00 Taflpost <club@example.org>\nha scritto:",
        "Em ter., 24 de nov. de 2026 às 10:00, Taflpost <club@example.org> escreveu:",
        "Op di 24 nov 2026 om 10:00 schreef Taflpost <club@example.org>:",
        "Den tirs. 24. nov. 2026 kl. 10.00 skrev Taflpost <club@example.org>:",
        "Den 2026-11-24 kl. 10:00, skrev Taflpost:",
        "ti 24. marrask. 2026 klo 10.00 Taflpost (club@example.org) kirjoitti:",
        "W dniu 24.11.2026 o 10:00, Taflpost pisze:",
        "wt., 24 lis 2026 o 10:00 Taflpost <club@example.org> napisał(a):",
        "út 24. 11. 2026 v 10:00 odesílatel Taflpost <club@example.org> napsal:",
        "вт, 24 нояб. 2026 г. в 10:00, Taflpost <club@example.org>:",
        "24.11.2026 10:00, Taflpost пишет:",
        "2026年11月24日(火) 10:00 Taflpost <club@example.org>:",
        "Taflpost <club@example.org> 于2026年11月24日周二 10:00写道：",
        "2026년 11월 24일 (화) 오전 10:00, Taflpost <club@example.org>님이 작성:",
        "Tuesday, November 24, 2026 10:00 AM, Taflpost wrote:",
        "At 10:00 24/11/2026, you wrote:",
        "Taflpost <club@example.org>, 24 Kas 2026 Sal, 10:00 tarihinde şunu yazdı:",
    ] {
        check(&format!("e5-e3\n\n{introduction}\n\n> board\n> line"), "e5-e3");
        check(&format!("{introduction}\n> board\n> line\n\ne5-e3"), "e5-e3");
        check(&format!("e5-e3\n{introduction}\n\nboard without signs\nd1-d3"), "e5-e3");
    }
}

#[test]
fn a_line_with_our_reply_address_is_never_the_senders() {
    for line in [
        "Taflpost <club+12.k7qf9x2mpd4wt3ha@example.org> hat dies hier gesagt",
        "mailto:club+12.K7QF9X2MPD4WT3HA@example.org",
        "Message-ID: <12.7.k7qf9x2mpd4wt3ha@example.org>",
    ] {
        check(&format!("e5-e3\n{line}\nboard"), "e5-e3");
        check(&format!("{line}\n> board\ne5-e3"), "e5-e3");
    }
}

#[test]
fn a_fence_hides_no_reply_address() {
    check("e5-e3\n```\nclub+12.k7qf9x2mpd4wt3ha@example.org\n```\nwell", "e5-e3\n```\n```\nwell");
}

#[test]
fn the_letters_head_ends_the_answer_in_many_languages() {
    for head in [
        "From: Taflpost <club@example.org>\nSent: Tuesday\nTo: Ann\nSubject: board",
        "*From:* Taflpost <club@example.org>\n*Sent:* Tuesday\n*To:* Ann",
        "Von: Taflpost\nGesendet: Dienstag\nAn: Ann\nBetreff: Brett",
        "De : Taflpost\nEnvoyé : mardi\nÀ : Ann\nObjet : plateau",
        "Van: Taflpost\nVerzonden: dinsdag\nAan: Ann\nOnderwerp: bord",
        "Fra: Taflpost\nSendt: tirsdag\nTil: Ann\nEmne: bræt",
        "Från: Taflpost\nSkickat: tisdag\nTill: Ann\nÄmne: bräde",
        "От: Taflpost\nОтправлено: вторник\nКому: Ann\nТема: доска",
        "发件人: Taflpost\n发送时间: 星期二\n收件人: Ann\n主题: x",
        "-----Original Message-----",
        "-------- Ursprüngliche Nachricht --------",
        "----- Message d'origine -----",
        "________________________________",
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
    ] {
        check(&format!("e5-e3\n\n{head}\n\nd1-d3\n"), "e5-e3");
        check(&format!("{head}\n\nd1-d3\n"), "");
    }
}

#[test]
fn answers_between_the_quotes_stay_in_their_order() {
    check("On 24 Nov 2026 at 10:00 Taflpost wrote:\n> your turn\ne5-e3\n> and the draw?\nno\n>\n", "e5-e3\nno");
}

#[test]
fn signatures_rules_and_devices_go() {
    check("e5-e3\n-- \nAnn\nd1-d3", "e5-e3");
    check("e5-e3\n--\nAnn", "e5-e3");
    check("-- \nAnn\n\nOn 24 Nov 2026, 10:00, x wrote:\n> board\n\ne5-e3", "e5-e3");
    check("-- \nAnn\n\nOn 24 Nov 2026, 10:00, x wrote:\nboard\n\ne5-e3", "");
    check("e5-e3\n\u{2014}\nAnn", "e5-e3");
    check("e5-e3\n*****\n\nOn 24 Nov 2026, 10:00, x wrote:\n> board", "e5-e3");
    check("e5-e3\n_____\nFrom: Taflpost\nSent: Tuesday", "e5-e3");
    check("e5-e3\n-----\n> board", "e5-e3");
    check("Sent from my iPhone\n\n> board\n\ne5-e3", "e5-e3");
    for line in [
        "Sent from my iPhone",
        "Get Outlook for Android<https://aka.ms/x>",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Envoyé de mon iPad",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Sendt fra min iPhone",
        "iPhoneから送信",
        "Sent with Proton Mail secure email.",
        "Wysłane za pomocą bezpiecznej poczty e-mail Proton Mail.",
        "Skaffa Outlook för iOS<https://aka.ms/o0ukef>",
        "Στάλθηκε από το iPhone μου",
        "Εστάλη από το Samsung Galaxy μου",
        "Αποκτήστε το Outlook για iOS",
        "Poslano s mog iPhonea",
        "Poslano s mojeg iPada",
        "Poslano s iPhone uređaja",
        "Poslano iz Outlooka za Android",
        "Preuzmite Outlook za iOS",
    ] {
        check(&format!("e5-e3\n\n{line}"), "e5-e3");
    }
}

#[test]
fn footers_of_lists_go() {
    check("e5-e3\n_______________________________________________\nclub mailing list", "e5-e3");
    check("e5-e3\nYou received this message because you are subscribed to x", "e5-e3");
}

#[test]
fn plain_words_stay() {
    for words in [
        "e5-e3",
        "On this day I wrote something.\nGood game!",
        "From my side: well played",
        "I moved at 12:30, to be sure",
        "good game :-)\n\nmove 12 e5-e3 **",
        "to: you\nwell",
        "Sent my brother the board: he likes it",
        "The outlook for me is bleak",
        "  indented",
    ] {
        check(words, words);
    }
}

#[test]
fn words_below_a_rule_stay() {
    for words in [
        "e5-e3\n-----\nGood luck!",
        "e5-e3\n***\nI saw it coming.\n***\nDid you?",
        "e5-e3\n__________\nAnn",
        "e5-e3\n--- I think ---\nwell",
        "e5-e3\n\nSent from a friend: this riddle.\nWhat is it?",
    ] {
        check(words, words);
    }
}

#[test]
fn a_command_is_never_taken_for_what_surrounds_letters() {
    check("a4-a3\nTaflpost schrieb am Di, 24. Nov 2026:\n> board", "a4-a3");
    check("a4-a3\nTaflpost schrieb am Di, 24. Nov 2026:\n\nreply above this line", "a4-a3");
    check("a4-a3\n\u{e0} 10:00, le 24/11/2026, Taflpost a \u{e9}crit :\n> board", "a4-a3");
}

#[test]
fn what_is_left_out_without_certainty_is_said() {
    let cut = |body: &str| written(body, &is_command).cut;
    assert_eq!(cut("e5-e3\n\nOn 24 Nov 2026 I wrote <a@b.c>:\n\nlet us draw\nno?"), ["let us draw", "no?"]);
    assert_eq!(cut("e5-e3\n-- \nAnn\nd1-d3"), ["d1-d3"]);
    assert_eq!(cut(&format!("e5-e3\n-- \n{}", "line\n".repeat(20))), ["line"; CUT_LINES_MAX]);
    for body in [
        "e5-e3\n-- \nAnn",
        "e5-e3\n\nOn 24 Nov 2026 Taflpost <a@b.c> wrote:\n\n  reply above this line\n\nd1-d3",
        "e5-e3\n\nOn 24 Nov 2026 Taflpost <a@b.c> wrote:\n> x\n\nd1-d3",
        "e5-e3\n-----Original Message-----\nFrom: x\nSent: y\n\nd1-d3",
        "e5-e3\n-- \nAnn\n\n  reply above this line\nd1-d3",
    ] {
        assert!(cut(body).is_empty(), "{body}");
    }
}

#[test]
fn signed_mail_is_read() {
    check("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\ne5-e3\n-----BEGIN PGP SIGNATURE-----\nx", "e5-e3");
}

#[test]
fn quotes_that_are_answered_are_shown_to_people_only() {
    let body = "> shall we draw?\n\nno\n\n> rest";
    check(body, "no");
    assert_eq!(with_answered_quotes(body, &is_command), "> shall we draw?\n\nno");
    assert_eq!(with_answered_quotes("> only", &is_command), "> only");
}

#[test]
fn a_body_is_read_to_a_bounded_number_of_lines() {
    let new = written(&"e5-e3\n".repeat(LINES_MAX + 10), &is_command).text;
    assert_eq!(new.lines().count(), LINES_MAX);
}

#[test]
fn nothing_new_is_an_empty_text() {
    for body in ["", "\n\n", "\u{feff}", "> board", "-- \nAnn", "On 24 Nov 2026, 10:00, x wrote:\n> y"] {
        check(body, "");
    }
}
