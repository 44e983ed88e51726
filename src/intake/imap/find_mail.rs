//! Waits for one mail that was sent a moment ago, to check that mail sent to the mailbox arrives there.

use std::time::Duration;
use std::time::Instant;

use async_imap::imap_proto::AttributeValue;
use async_imap::imap_proto::MailboxDatum;
use async_imap::imap_proto::Response;

use crate::intake::imap::account::MailboxAccount;
use crate::intake::imap::account::Pace;
use crate::intake::imap::client::Answer;
use crate::intake::imap::client::Talk;
use crate::intake::imap::door::guarded;
use crate::intake::imap::door::runtime;
use crate::intake::imap::folders;
use crate::intake::imap::setback::Setback;

/// A mail that arrived.
#[derive(Debug)]
pub struct Echo {
    /// How long it took.
    pub time: Duration,
    /// The mail as it is in the mailbox.
    pub raw: Vec<u8>,
}

/// Waits, at most this long, until a mail with this word in its subject is in the folder. Gives `None` if it did not come. The mail stays
/// there. The word must consist of letters and digits.
///
/// # Errors
/// If the mailbox cannot be read.
pub fn wait_for_echo(
    account: &MailboxAccount,
    word: &str,
    patience: Duration,
    pace: Pace,
) -> Result<Option<Echo>, Setback> {
    let runtime = runtime().map_err(|error| Setback::NoWay(error.to_string()))?;
    let began = Instant::now();
    guarded(|| {
        runtime.block_on(async {
            let mut talk = Talk::open(account, pace.answer_wait).await?;
            let mut found = None;
            while found.is_none() {
                // Opened again each time: a server need not report new mails in a folder that is open read-only.
                folders::open(&mut talk, "EXAMINE", &account.folder).await?;
                let command = format!("UID SEARCH SUBJECT \"{word}\"");
                let answer = talk.ask(&command, |response| {
                    if let Response::MailboxData(MailboxDatum::Search(uids)) = response {
                        found = found.or(uids.first().copied());
                    }
                });
                if let Answer::No { why, .. } = answer.await? {
                    return Err(Setback::Ours(format!("the folder cannot be searched: {why}")));
                }
                if began.elapsed() > patience {
                    break;
                }
                if found.is_none() {
                    tokio::time::sleep(pace.breath).await;
                }
            }
            let time = began.elapsed();
            let raw = match found {
                None => None,
                Some(uid) => Some(text(&mut talk, uid, pace.mail_wait).await?),
            };
            talk.close().await;
            Ok(raw.map(|raw| Echo { time, raw }))
        })
    })
}

/// The mail with this UID; empty if it is already gone.
async fn text(talk: &mut Talk, uid: u32, wait: Duration) -> Result<Vec<u8>, Setback> {
    let mut raw = Vec::new();
    let command = format!("UID FETCH {uid} (UID BODY.PEEK[])");
    let answer = talk.ask_within(wait, &command, |response| {
        let Response::Fetch(_, attributes) = response else {
            return;
        };
        for attribute in attributes {
            if let AttributeValue::BodySection { section: None, data: Some(data), .. } = attribute {
                raw = data.to_vec();
            }
        }
    });
    match answer.await? {
        Answer::Yes => Ok(raw),
        Answer::No { why, .. } => Err(Setback::Ours(format!("the mail cannot be read: {why}"))),
    }
}
