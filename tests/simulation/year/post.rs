//! Mails as the players' programs write them, and letters as they show them.

use crate::year::office::CLUB;
use chrono::{DateTime, TimeDelta, Utc};
use mailparse::MailHeaderMap;
use taflpost::mail::{self, Errand};
use taflpost::store::Due;
use taflpost::tafl::Play;

/// A half-move that a mail asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub board: u32,
    /// The half-move, from 1.
    pub ply: u32,
    pub play: Play,
}

/// What a mail is, known to whoever wrote it and to nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A player's own, with proof: what it asks for is done if it can be.
    Proven,
    /// A player's own, without proof: nothing is done before he has been asked.
    Unproven,
    /// Somebody else's in a player's name: nothing is ever done.
    Forged,
    /// A machine's, which is never answered.
    Machine,
    /// A report that a letter came back, from this mailbox.
    Bounce { from: String },
}

/// A mail on its way to the club.
#[derive(Clone, Debug)]
pub struct Mail {
    pub raw: Vec<u8>,
    pub from: String,
    pub to: String,
    pub nature: Nature,
    /// The same for every copy of one mail, and for a yes to what it has asked for.
    pub content: u64,
    pub asked: Vec<Asked>,
    /// When the letter that it answers was written, and until when its key opens something.
    pub key: Option<[DateTime<Utc>; 2]>,
}

impl Mail {
    /// The player whose mail it says it is.
    pub fn sender(&self) -> &str {
        self.from.split('@').next().unwrap_or_default()
    }
}

/// A letter of the club in a player's hand.
#[derive(Clone, Debug)]
pub struct Letter {
    /// What the operator's lists call it.
    pub kind: String,
    pub written: DateTime<Utc>,
    pub subject: String,
    pub text: String,
    pub message_id: String,
    pub references: String,
    pub reply_to: Option<String>,
    pub bounces_to: String,
    pub board: Option<u32>,
    /// After so many half-moves of that board.
    pub ply: u32,
    /// Names and texts of the files that came with it.
    pub files: Vec<(String, String)>,
}

impl Letter {
    /// When it was written, and until when its key opens something.
    pub fn key(&self) -> [DateTime<Utc>; 2] {
        let days = if self.kind.starts_with("confirm") { 3 } else { 60 };
        [self.written, self.written + TimeDelta::days(days)]
    }

    pub fn read(due: &Due, kind: String) -> Letter {
        let parsed = mailparse::parse_mail(&due.bytes).unwrap();
        let header = |name: &str| parsed.headers.get_first_value(name);
        let text = parsed.parts().find(|part| part.ctype.mimetype == "text/plain").unwrap();
        let message_id = header("Message-ID").unwrap();
        let (board, ply) = match mail::errand_of_message_id(&message_id) {
            Some((Errand::Board(number), ply, _)) => (Some(number), ply),
            _ => (None, 0),
        };
        Letter {
            kind,
            written: due.created,
            subject: header("Subject").unwrap(),
            text: text.get_body().unwrap().replace("\r\n", "\n"),
            references: header("References").unwrap_or_default(),
            reply_to: header("Reply-To").filter(|to| !to.is_empty()),
            bounces_to: due.envelope_from.clone(),
            files: parsed
                .parts()
                .filter_map(|part| {
                    let name = part.get_content_disposition().params.get("filename").cloned()?;
                    Some((name, part.get_body().unwrap_or_default().replace("\r\n", "\n")))
                })
                .collect(),
            message_id,
            board,
            ply,
        }
    }
}

/// A mail of its own.
pub fn fresh(from: &str, id: u64, now: DateTime<Utc>, (subject, body): (&str, &str)) -> Vec<u8> {
    let date = now.to_rfc2822();
    wire(&format!(
        "From: <{from}>\nTo: <{CLUB}>\nMessage-ID: <{id}@client.test>\nDate: {date}\nSubject: {subject}\n\
         Content-Type: text/plain; charset=utf-8\n\n{body}\n"
    ))
}

/// An answer to a letter, which it quotes, and where it goes.
pub fn reply(from: &str, id: u64, now: DateTime<Utc>, (letter, body): (&Letter, &str)) -> (Vec<u8>, String) {
    let to = letter.reply_to.clone().unwrap_or_else(|| CLUB.to_owned());
    let (date, subject, refers) = (now.to_rfc2822(), &letter.subject, &letter.references);
    let quote: String = letter.text.lines().map(|line| format!("> {line}\n")).collect();
    let raw = wire(&format!(
        "From: <{from}>\nTo: <{to}>\nMessage-ID: <{id}@client.test>\nDate: {date}\nIn-Reply-To: {answered}\n\
         References: {refers} {answered}\nSubject: Re: {subject}\nContent-Type: text/plain; charset=utf-8\n\n\
         {body}\n\nThe club wrote:\n{quote}",
        answered = letter.message_id,
    ));
    (raw, to)
}

/// A note that its owner is away, as mail programs send it to whoever wrote.
pub fn vacation_note(from: &str, id: u64, letter: &Letter) -> Vec<u8> {
    let subject = &letter.subject;
    wire(&format!(
        "From: <{from}>\nTo: <{CLUB}>\nMessage-ID: <{id}@client.test>\nAuto-Submitted: auto-replied\n\
         In-Reply-To: {}\nSubject: Out of office: {subject}\n\nI am away. accept\n",
        letter.message_id
    ))
}

/// What a mail system says that cannot deliver a letter.
pub fn bounce(to: &str, id: u64, letter: &Letter, status: &str) -> Vec<u8> {
    let (back, subject) = (&letter.bounces_to, &letter.subject);
    wire(&format!(
        "From: MAILER-DAEMON@mx.test\nTo: <{back}>\nMessage-ID: <{id}@mx.test>\n\
         Subject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"dsn\"\n\n\
         --dsn\n\nYour message could not be delivered.\n--dsn\nContent-Type: message/delivery-status\n\n\
         Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; {to}\nAction: failed\nStatus: {status}\n\
         --dsn\nContent-Type: message/rfc822\n\nFrom: <{CLUB}>\nMessage-ID: {}\nSubject: {subject}\n\n--dsn--\n",
        letter.message_id
    ))
}

fn wire(text: &str) -> Vec<u8> {
    text.replace('\n', "\r\n").into_bytes()
}
