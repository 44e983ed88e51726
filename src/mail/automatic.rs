//! Mails that get no answer because a program wrote them, or because the answer would go to the wrong place.
//!
//! A server that answers programs starts mail loops and annoys strangers. The signs are those of RFC 3834 and those that existing servers
//! look for. A mail from a list is treated less strictly by the caller: a person wrote it, so a reply token in it counts.

use std::fmt;

use crate::mail::address::Address;
use crate::mail::limits::RECEIVED_MAX;
use crate::mail::outgoing::LOOP_HEADER;
use crate::mail::own_addresses::Own;
use crate::mail::parts::Headers;
use crate::mail::parts::Leaf;

/// Why a mail gets no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Automatic {
    /// The envelope sender or the Return-Path is empty: it is a bounce or a report.
    NullSender,
    /// `Auto-Submitted` has a value other than `no`.
    AutoSubmitted,
    /// `Precedence` is bulk, junk or auto_reply.
    Bulk,
    /// It came through a mailing list.
    List,
    /// `X-Auto-Response-Suppress` asks for no answer.
    Suppressed,
    /// It has a header of an autoresponder (`X-Autoreply`, `X-Autorespond` and the like).
    Autoreply,
    /// It is a report: delivery failure, read receipt, complaint.
    Report,
    /// It is an entry of a calendar, or the answer to one.
    Calendar,
    /// It is a reaction: somebody tapped an emoji. It asks for nothing.
    Reaction,
    /// It is from the mail system itself, or from an address that nobody reads.
    Machine,
    /// It is from one of our own addresses.
    Ours,
    /// It has our loop header: one of our letters has come back.
    Loop,
    /// It has more `Received` lines than a real route has.
    Circling,
}

impl Automatic {
    /// Whether a person may have written it even so. Then a reply token in it counts, but the answer never goes to the list.
    pub fn is_from_list(self) -> bool {
        matches!(self, Automatic::List)
    }
}

impl fmt::Display for Automatic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Automatic::NullSender => "empty envelope sender",
            Automatic::AutoSubmitted => "Auto-Submitted",
            Automatic::Bulk => "bulk mail",
            Automatic::List => "mailing list",
            Automatic::Suppressed => "X-Auto-Response-Suppress",
            Automatic::Autoreply => "autoresponder",
            Automatic::Report => "delivery report or receipt",
            Automatic::Calendar => "calendar entry",
            Automatic::Reaction => "reaction",
            Automatic::Machine => "sender is a program",
            Automatic::Ours => "sender is our own address",
            Automatic::Loop => "our own letter came back",
            Automatic::Circling => "too many Received lines",
        })
    }
}

/// Local parts of addresses that belong to programs.
const MACHINES: [&str; 11] = [
    "mailer-daemon",
    "mailerdaemon",
    "mail-daemon",
    "postmaster",
    "noreply",
    "no-reply",
    "no_reply",
    "donotreply",
    "do-not-reply",
    "do_not_reply",
    "bounce",
];

/// Beginnings of subjects of vacation replies, in lower case. Some systems send them without any other sign.
const AWAY_SUBJECTS: [&str; 34] = [
    "auto reply:",
    "auto-reply:",
    "autoreply:",
    "auto response:",
    "automatic reply:",
    "out of office:",
    "out of the office:",
    "abwesenheitsnotiz:",
    "automatische antwort:",
    "automatisch antwoord:",
    "réponse automatique",
    "absence du bureau",
    "respuesta automática",
    "risposta automatica",
    "resposta automática",
    "automatisk svar",
    "automatiskt svar",
    "autosvar:",
    "frånvaro:",
    "frånvarande:",
    "fravær:",
    "ikke til stede:",
    "ikke på kontoret:",
    "afwezig:",
    "afwezigheid:",
    "abwesend:",
    "abwesenheit:",
    "fuera de la oficina:",
    "automatyczna odpowiedź",
    "odpowiedź automatyczna",
    "poza biurem:",
    "автоматический ответ",
    "автоответ",
    "automaattinen vastaus",
];

/// Beginnings of subjects of reports, in lower case. Some reports come from a person's address without any other sign. If a person forwards
/// or answers a report, other words stand before these.
const REPORT_SUBJECTS: [&str; 14] = [
    "undelivered mail returned to sender",
    "undeliverable:",
    "undeliverable mail",
    "unzustellbar:",
    "delivery status notification",
    "delivery failure",
    "delivery notification:",
    "mail delivery failed",
    "mail delivery failure",
    "mail system error",
    "returned mail:",
    "failure notice",
    "email feedback report",
    "complaint about message from",
];

/// Judges the envelope sender, with or without angle brackets.
pub fn automatic_envelope(sender: &str) -> Option<Automatic> {
    let sender = sender.trim();
    let inner = sender.trim_start_matches('<').trim_end_matches('>').trim();
    if inner.is_empty() {
        return Some(Automatic::NullSender);
    }
    let local = inner.split('@').next().unwrap_or("");
    is_machine(local).then_some(Automatic::Machine)
}

/// Judges a mail by its headers. Loops are checked first, because they do the most harm.
pub(crate) fn judge(headers: &Headers, leaves: &[Leaf], from: Option<&Address>, own: &Own) -> Option<Automatic> {
    if headers.has(&LOOP_HEADER.to_ascii_lowercase()) {
        return Some(Automatic::Loop);
    }
    if from.is_some_and(|from| own.includes(from)) {
        return Some(Automatic::Ours);
    }
    if headers.all("received").count() > RECEIVED_MAX {
        return Some(Automatic::Circling);
    }
    let (is_report, is_system) = (is_report(headers, leaves), from.is_some_and(|from| is_machine(from.local())));
    // RFC 3834 makes an autoresponder send with an empty envelope sender. What it says about itself is more exact.
    if let Some(answer) = automatic_answer(headers).filter(|_| !is_report && !is_system) {
        return Some(answer);
    }
    if headers.all("return-path").any(|path| path.trim() == "<>") {
        return Some(Automatic::NullSender);
    }
    if is_report {
        return Some(Automatic::Report);
    }
    if let Some(kind) = leaves.iter().filter(|leaf| !leaf.file).find_map(kind_of_leaf) {
        return Some(kind);
    }
    if is_system {
        return Some(Automatic::Machine);
    }
    if headers.all("x-auto-response-suppress").any(|value| first_word(value) != "none") {
        return Some(Automatic::Suppressed);
    }
    let precedence: Vec<String> = headers.all("precedence").map(first_word).collect();
    if precedence.iter().any(|word| matches!(word.as_str(), "bulk" | "junk" | "auto_reply" | "auto-reply"))
        && !headers.has("list-id")
    {
        return Some(Automatic::Bulk);
    }
    if headers.has("list-id") || headers.has("list-post") || precedence.iter().any(|word| word == "list") {
        return Some(Automatic::List);
    }
    None
}

fn is_report(headers: &Headers, leaves: &[Leaf]) -> bool {
    let kind = headers.first("content-type").unwrap_or("").to_ascii_lowercase();
    let subject = headers.first("subject").unwrap_or("").trim_start().to_lowercase();
    kind.trim_start().starts_with("multipart/report")
        || headers.has("x-failed-recipients")
        || REPORT_SUBJECTS.iter().any(|words| subject.starts_with(words))
        || leaves.iter().any(|leaf| KINDS_OF_REPORTS.contains(&leaf.mimetype.as_str()) || tells_of_abuse(leaf))
}

/// Types of parts that only reports have.
const KINDS_OF_REPORTS: [&str; 7] = [
    "message/delivery-status",
    "message/global-delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
    "text/rfc822-headers",
    "message/rfc822-headers",
    "message/global-headers",
];

/// Whether a text begins like the machine-readable part of an abuse report (RFC 5965) that has lost its type.
fn tells_of_abuse(leaf: &Leaf) -> bool {
    const BYTES_MAX: usize = 1024;
    leaf.mimetype == "text/plain" && {
        let (text, _) = leaf.text(BYTES_MAX);
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        first.split_once(':').is_some_and(|(name, _)| name.trim().eq_ignore_ascii_case("feedback-type"))
    }
}

/// What a part that a program wrote says about the mail, whatever text is beside it.
fn kind_of_leaf(leaf: &Leaf) -> Option<Automatic> {
    match leaf.mimetype.as_str() {
        "text/calendar" => Some(Automatic::Calendar),
        "text/vnd.google.email-reaction+json" => Some(Automatic::Reaction),
        _ => None,
    }
}

/// What the headers of an autoresponder say about its mail.
fn automatic_answer(headers: &Headers) -> Option<Automatic> {
    if headers.all("auto-submitted").any(|value| first_word(value) != "no") {
        return Some(Automatic::AutoSubmitted);
    }
    is_autoreply(headers).then_some(Automatic::Autoreply)
}

fn is_autoreply(headers: &Headers) -> bool {
    let subject = headers.first("subject").unwrap_or("").to_lowercase();
    let subject = subject.trim_start();
    if AWAY_SUBJECTS.iter().any(|words| subject.starts_with(words)) {
        return true;
    }
    if headers.all("x-apple-action").any(|value| first_word(value).starts_with("vacation")) {
        return true;
    }
    [
        "x-autoreply",
        "x-autorespond",
        "x-autoresponder",
        "x-auto-reply",
        "x-autoreply-from",
        "x-mail-autoreply",
        "x-vacation",
        // Exchange: a rule in a mailbox wrote it.
        "x-ms-exchange-inbox-rules-loop",
        "x-ms-exchange-generated-message-source",
    ]
    .iter()
    .any(|name| headers.all(name).any(|value| first_word(value) != "no"))
}

fn is_machine(local: &str) -> bool {
    let local = local.to_ascii_lowercase();
    let stem = local.split(['+', '=']).next().unwrap_or("");
    MACHINES.contains(&stem)
}

/// The first word of a header value, in lower case: `auto-replied` of `auto-replied (vacation)`.
fn first_word(value: &str) -> String {
    value
        .trim()
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '(' | ','))
        .next()
        .unwrap_or("")
        .to_ascii_lowercase()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::message::Message;

    fn check(head: &str, expected: Option<Automatic>) {
        let own = Own::new(vec!["club@tafl.example".parse().unwrap()]);
        let from = if head.contains("From:") { "" } else { "From: ann@mail.example\n" };
        let raw = format!("{from}{head}\n\nd6-f6\n");
        let message = Message::read(raw.as_bytes(), &own).unwrap();
        assert_eq!(message.automatic, expected, "{head}");
    }

    #[test]
    fn a_mail_of_a_person_is_not_automatic() {
        for head in [
            "Subject: d6-f6",
            "Auto-Submitted: no",
            "auto-submitted : NO (really)",
            "Precedence: first-class",
            "Return-Path: <ann@mail.example>",
            "X-Auto-Response-Suppress: None",
            "From: Post Master <postmasters@mail.example>",
        ] {
            check(head, None);
        }
    }

    #[test]
    fn every_mark_of_a_machine_is_seen() {
        for (head, why) in [
            ("Return-Path: <>", Automatic::NullSender),
            ("Auto-Submitted: auto-replied (vacation)", Automatic::AutoSubmitted),
            ("AUTO-SUBMITTED: Auto-Generated; x=y", Automatic::AutoSubmitted),
            ("Return-Path: <>\nAuto-Submitted: auto-replied", Automatic::AutoSubmitted),
            ("Return-Path: <>\nSubject: Automatic reply: board 12", Automatic::Autoreply),
            ("Return-Path: <>\nAuto-Submitted: auto-replied\nFrom: MAILER-DAEMON@mail.example", Automatic::NullSender),
            ("Auto-Submitted: auto-replied\nX-Failed-Recipients: ann@mail.example", Automatic::Report),
            ("Precedence: bulk", Automatic::Bulk),
            ("Precedence: Junk", Automatic::Bulk),
            ("Precedence: auto_reply", Automatic::Bulk),
            ("Precedence: list", Automatic::List),
            ("List-Id: Office <office.mail.example>\nPrecedence: bulk", Automatic::List),
            ("X-Auto-Response-Suppress: OOF, AutoReply", Automatic::Suppressed),
            ("X-Autoreply: yes", Automatic::Autoreply),
            ("X-Autorespond: gone fishing", Automatic::Autoreply),
            ("Subject: Automatic reply: board 12", Automatic::Autoreply),
            ("X-Apple-Action: VACATION", Automatic::Autoreply),
            ("Content-Type: multipart/report; report-type=delivery-status; boundary=x", Automatic::Report),
            ("Return-Path: <ann@mail.example>\nSubject: Undelivered Mail Returned to Sender", Automatic::Report),
            ("Subject: complaint about message from 192.0.2.7", Automatic::Report),
            ("Content-Type: text/rfc822-headers", Automatic::Report),
            ("Content-Type: message/feedback-report", Automatic::Report),
            ("Subject: =?utf-8?q?Undeliverable=3A_board_12?=", Automatic::Report),
            ("X-One: x\n\nFeedback-Type: abuse\nUser-Agent: x\n\n> ", Automatic::Report),
            ("From: MAILER-DAEMON@mail.example", Automatic::Machine),
            ("From: Postmaster <postmaster@mail.example>", Automatic::Machine),
            ("From: no-reply+12@mail.example", Automatic::Machine),
            ("From: Club <CLUB@tafl.example>", Automatic::Ours),
            ("From: club+12.k7qf9x2mpd4wt3ha@tafl.example", Automatic::Ours),
            ("X-Taflpost: club@other.example", Automatic::Loop),
        ] {
            check(head, Some(why));
        }
    }

    #[test]
    fn a_mail_that_runs_in_circles_is_stopped() {
        let way = vec!["Received: by a"; RECEIVED_MAX].join("\n");
        check(&way, None);
        check(&format!("{way}\nReceived: by b"), Some(Automatic::Circling));
    }

    #[test]
    fn only_a_list_may_hide_a_person() {
        assert!(Automatic::List.is_from_list());
        assert!(!Automatic::Bulk.is_from_list());
    }

    #[test]
    fn the_envelope_is_judged_too() {
        for (sender, expected) in [
            ("", Some(Automatic::NullSender)),
            ("<>", Some(Automatic::NullSender)),
            ("<MAILER-DAEMON@mail.example>", Some(Automatic::Machine)),
            ("MAILER-DAEMON", Some(Automatic::Machine)),
            ("ann@mail.example", None),
        ] {
            assert_eq!(automatic_envelope(sender), expected, "{sender}");
        }
    }
}
