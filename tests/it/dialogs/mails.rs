//! The mails of a dialog, as mail programs and mail systems write them.

use super::{Mailboxes, deliver};
use crate::world::{CLUB, Received, World};
use std::fmt::Write;

/// Headers that the servers on a mail's way write, at the beginning of its block, and the rest of the block.
fn servers_headers(block: &[String]) -> (String, &[String]) {
    let servers = |line: &&String| line.starts_with("Authentication-Results:") || line.starts_with("Received:");
    let (own, rest) = block.split_at(block.iter().take_while(servers).count());
    (own.iter().map(|line| format!("{line}\n")).collect(), rest)
}

/// The address in List-Unsubscribe.
pub(super) fn list_unsubscribe(letter: &Received) -> Option<String> {
    let parsed = mailparse::parse_mail(&letter.raw).unwrap();
    let value = mailparse::MailHeaderMap::get_first_value(parsed.headers.as_slice(), "List-Unsubscribe")?;
    value.strip_prefix("<mailto:")?.strip_suffix('>').map(str::to_owned)
}

pub(super) fn fresh_mail(world: &mut World, who: &str, block: &[String]) -> Vec<u8> {
    let (mut mail, block) = servers_headers(block);
    let headed = block.first().is_some_and(|line| line.starts_with("Subject:") || line.starts_with("From:"));
    let split = if headed { block.iter().position(String::is_empty).unwrap_or(block.len()) } else { 0 };
    let (headers, body) = block.split_at(split);
    if !headers.iter().any(|header| header.starts_with("From:")) {
        writeln!(mail, "From: <{who}>").unwrap();
    }
    writeln!(mail, "To: <{CLUB}>\nMessage-ID: <{}>\nDate: {}", world.message_id(), world.date(who)).unwrap();
    for header in headers {
        writeln!(mail, "{header}").unwrap();
    }
    writeln!(mail, "Content-Type: text/plain; charset=utf-8\n\n{}", body.join("\n").trim_start()).unwrap();
    mail.replace('\n', "\r\n").into_bytes()
}

pub(super) fn reply(world: &mut World, boxes: &mut Mailboxes, who: &str, letter: &Received, block: &[String]) {
    answer(world, boxes, who, letter, (block, "> "));
}

/// Answers a letter as mail programs do: References, and the letter itself behind a quote sign, if any.
pub(super) fn answer(
    world: &mut World,
    boxes: &mut Mailboxes,
    who: &str,
    letter: &Received,
    (block, sign): (&[String], &str),
) {
    let to = letter.reply_to.clone().unwrap_or_else(|| CLUB.to_owned());
    let (servers, block) = servers_headers(block);
    let (own, block) = match block.split_first() {
        Some((first, rest)) if first.starts_with("Subject: ") => (first.strip_prefix("Subject: "), rest),
        _ => (None, block),
    };
    let subject = match (own, letter.subject.starts_with("Re: ")) {
        (Some(own), _) => own.to_owned(),
        (None, true) => letter.subject.clone(),
        (None, false) => format!("Re: {}", letter.subject),
    };
    let quote: String = letter.text.lines().map(|line| format!("{sign}{line}\n")).collect();
    let mail = format!(
        "{servers}From: <{who}>\nTo: <{to}>\nMessage-ID: <{}>\nDate: {}\nIn-Reply-To: {id}\nReferences: {} {id}\nSubject: {subject}\n\
         Content-Type: text/plain; charset=utf-8\n\n{}\n\nOn 21 Nov 2026 at 10:00, Taflpost wrote:\n{quote}",
        world.message_id(),
        world.date(who),
        letter.references,
        block.join("\n"),
        id = letter.message_id,
    );
    deliver(world, boxes, mail.replace('\n', "\r\n").into_bytes(), who, &to);
}

/// Answers a letter without a quote, the files that came with it attached: in the usual way, and in that of programs that show a
/// text in the letter and name it in one header only.
pub(super) fn answer_with_files(
    world: &mut World,
    boxes: &mut Mailboxes,
    who: &str,
    letter: &Received,
    block: &[String],
) {
    let to = letter.reply_to.clone().unwrap_or_else(|| CLUB.to_owned());
    let kind = "Content-Type: text/plain; charset=utf-8";
    let files = letter.files.iter().flat_map(|(name, file)| {
        [
            format!("{kind}; name=\"{name}\"\nContent-Disposition: attachment; filename=\"{name}\"\n\n{file}"),
            format!("{kind}\nContent-Disposition: inline; filename=\"{name}\"\n\n{file}"),
        ]
    });
    let words = format!("{kind}\n\n{}", block.join("\n"));
    let parts: String = [words].into_iter().chain(files).map(|part| format!("--files\n{part}\n")).collect();
    let mail = format!(
        "From: <{who}>\nTo: <{to}>\nMessage-ID: <{}>\nDate: {}\nIn-Reply-To: {}\nSubject: Re: {}\n\
         Content-Type: multipart/mixed; boundary=\"files\"\n\n{parts}--files--\n",
        world.message_id(),
        world.date(who),
        letter.message_id,
        letter.subject,
    );
    deliver(world, boxes, mail.replace('\n', "\r\n").into_bytes(), who, &to);
}

/// What a mail system says that cannot deliver a letter.
pub(super) fn bounce(world: &mut World, letter: &Received, status: &str) -> Vec<u8> {
    let original: String = letter.text.lines().map(|line| format!("{line}\n")).collect();
    let raw = String::from_utf8_lossy(&letter.raw);
    let key: String =
        raw.lines().filter(|line| line.starts_with("X-Taflpost-Letter:")).map(|line| format!("{line}\n")).collect();
    let mail = format!(
        "From: MAILER-DAEMON@mx.test\nTo: <{}>\nMessage-ID: <{}>\nSubject: Undelivered Mail Returned to Sender\n\
         Auto-Submitted: auto-replied\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"dsn\"\n\n\
         --dsn\n\nYour message could not be delivered.\n--dsn\nContent-Type: message/delivery-status\n\n\
         Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; {}\nAction: {}\nStatus: {status}\n\
         --dsn\nContent-Type: message/rfc822\n\n{key}From: <{CLUB}>\nMessage-ID: {}\nSubject: {}\n\n{original}\n--dsn--\n",
        letter.bounces_to,
        world.message_id(),
        letter.to,
        if status.starts_with('4') { "delayed" } else { "failed" },
        letter.message_id,
        letter.subject,
    );
    mail.replace('\n', "\r\n").into_bytes()
}
