//! Looking for one mail that was sent a moment ago: whether what goes out to the mailbox comes into it.

use std::time::Duration;
use std::time::Instant;

use async_imap::imap_proto::MailboxDatum;
use async_imap::imap_proto::Response;

use crate::intake::imap::account::Account;
use crate::intake::imap::account::Pace;
use crate::intake::imap::door::guarded;
use crate::intake::imap::door::runtime;
use crate::intake::imap::folders;
use crate::intake::imap::setback::Setback;
use crate::intake::imap::talk::Answer;
use crate::intake::imap::talk::Talk;

/// Waits until a mail with this word in its subject is in the folder, for so long at most. The answer is how long it took;
/// `None` when it did not come. The mail stays where it is. The word must be letters and digits.
///
/// # Errors
/// When the mailbox cannot be looked into.
pub fn wait_for_echo(
    account: &Account,
    word: &str,
    patience: Duration,
    pace: Pace,
) -> Result<Option<Duration>, Setback> {
    let runtime = runtime().map_err(|error| Setback::NoWay(error.to_string()))?;
    let began = Instant::now();
    guarded(|| {
        runtime.block_on(async {
            let mut talk = Talk::open(account, pace.answer_wait).await?;
            let mut found = false;
            while !found {
                // Opened anew each time: a folder that is only looked at need not tell of new mails.
                folders::open(&mut talk, "EXAMINE", &account.folder).await?;
                let command = format!("UID SEARCH SUBJECT \"{word}\"");
                let answer = talk.ask(&command, |response| {
                    found |= matches!(response, Response::MailboxData(MailboxDatum::Search(uids)) if !uids.is_empty());
                });
                if let Answer::No { why, .. } = answer.await? {
                    return Err(Setback::Ours(format!("the folder cannot be searched: {why}")));
                }
                if began.elapsed() > patience {
                    break;
                }
                if !found {
                    tokio::time::sleep(pace.breath).await;
                }
            }
            talk.close().await;
            Ok(found.then(|| began.elapsed()))
        })
    })
}
