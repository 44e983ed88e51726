//! A player who waits for somebody to join, and writes meanwhile: `Has Anke joined?`, `ok, then I will wait`.

use crate::club::{PlayerId, Refusal, Reply};
use crate::command;
use crate::command::Reading;
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::seat::{is_for_nobody, open_games, probable_author};
use crate::worker::mail_processor::{HandleError, MailProcessor};

impl MailProcessor {
    /// Tells for whom its author waits, if a mail that would not be understood is about no board. Who plays as well has to name one of them.
    pub(super) fn still_awaits(&self, tx: &Tx, mail: &mut Mail, reading: &Reading) -> Result<bool, HandleError> {
        if !is_for_nobody(mail) {
            return Ok(false);
        }
        let challenges = awaited(tx, mail)?;
        let named = command::possible_names(&reading.in_words());
        let is_named = || challenges.iter().any(|(player, _)| named.contains(player.as_str()));
        if challenges.is_empty() || !is_named() && !open_games(tx, mail)?.is_empty() {
            return Ok(false);
        }
        mail.notes.push("waits for somebody to join".to_owned());
        mail.replies.push((None, Reply::StillAwaited { challenges }));
        Ok(true)
    }
}

/// Puts the same in place of the answers since `from` that a player is not here for whom the mail's author waits.
pub(super) fn instead_of_unknown(tx: &Tx, mail: &mut Mail, from: usize) -> Result<(), HandleError> {
    let unknown = |reply: &Reply| match reply {
        Reply::Refused(Refusal::UnknownPlayer { id, .. }) => Some(id.clone()),
        _ => None,
    };
    for at in from..mail.replies.len() {
        let Some(id) = unknown(&mail.replies[at].1) else { continue };
        let challenges: Vec<_> = awaited(tx, mail)?.into_iter().filter(|(player, _)| player.as_str() == id).collect();
        if !challenges.is_empty() {
            mail.replies[at].1 = Reply::StillAwaited { challenges };
        }
    }
    Ok(())
}

/// For whom the author of a mail waits, with the challenges.
fn awaited(tx: &Tx, mail: &Mail) -> Result<Vec<(PlayerId, String)>, HandleError> {
    Ok(probable_author(tx, mail)?.map(|player| tx.awaited_by(&player)).transpose()?.unwrap_or_default())
}
