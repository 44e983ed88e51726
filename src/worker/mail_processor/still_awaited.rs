//! A player who waits for somebody to join, and writes meanwhile: `Has Anke joined?`, `ok, then I will wait`.

use crate::club::{Change, PlayerId, Refusal, Reply, Stage};
use crate::command;
use crate::command::{Reading, Terms};
use crate::store::Tx;
use crate::tafl::Catalogue;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::seat::{is_for_nobody, open_games, probable_author, seat};
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
        mail.replies.push((None, Reply::StillAwaited { challenges, changed: false }));
        Ok(true)
    }

    /// The same beside a question that has an answer, if the text speaks of whom its author waits for, or asks for boards where there are none.
    pub(super) fn still_awaits_below(
        &self,
        tx: &Tx,
        mail: &mut Mail,
        text: &str,
        is_list: bool,
    ) -> Result<bool, HandleError> {
        let challenges = awaited(tx, mail)?;
        let is_named = challenges.iter().any(|(player, _)| command::asks_briefly_about(text, player.as_str()));
        let is_told = mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::StillAwaited { .. }));
        let speaks = is_list || is_named || command::asks_about_the_other(text);
        if challenges.is_empty() || is_told || !speaks || !open_games(tx, mail)?.is_empty() {
            return Ok(false);
        }
        mail.replies.push((None, Reply::StillAwaited { challenges, changed: false }));
        Ok(true)
    }

    /// What the player who is challenged has wanted to say to the challenger since before that one joined.
    pub(super) fn said_before_joining(&self, tx: &Tx, mail: &Mail) -> Result<Option<String>, HandleError> {
        match seat(tx, mail)? {
            Some(seat) if seat.game.head.stage == Stage::Invited => {
                Ok(tx.awaited_words(&seat.player, seat.opponent())?.filter(|words| !words.is_empty()))
            }
            _ => Ok(None),
        }
    }

    /// Drops the challenges whose players a mail names with a word for that: `forget Ida`. It must bring a key.
    pub(super) fn drops_awaited(&self, tx: &Tx, mail: &mut Mail, reading: &Reading) -> Result<bool, HandleError> {
        let Some(player) = mail.token.as_ref().and_then(|token| token.purpose.player().cloned()) else {
            return Ok(false);
        };
        if !is_for_nobody(mail) {
            return Ok(false);
        }
        let text = reading.in_words();
        let awaited = tx.awaited_by(&player)?;
        let is_only_one = awaited.len() == 1 && open_games(tx, mail)?.is_empty();
        let drops = |wanted: &PlayerId| command::drops(&text, wanted.as_str(), is_only_one);
        let dropped: Vec<_> = awaited.into_iter().filter(|(wanted, _)| drops(wanted)).collect();
        if dropped.is_empty() {
            return Ok(false);
        }
        let drop = |(wanted, _): &(PlayerId, String)| Change::AwaitedDropped {
            player: player.clone(),
            wanted: wanted.clone(),
        };
        tx.apply(&dropped.iter().map(drop).collect::<Vec<_>>())?;
        mail.notes.push("waits no longer for somebody to join".to_owned());
        let lines = dropped.into_iter().map(|(_, line)| line).collect();
        mail.replies.push((None, Reply::AwaitedDropped { lines }));
        Ok(true)
    }
}

/// Whether a text names somebody for whom its author waits.
pub(super) fn names_one(tx: &Tx, mail: &Mail, text: &str) -> Result<bool, HandleError> {
    let named = command::possible_names(text);
    Ok(awaited(tx, mail)?.iter().any(|(player, _)| named.contains(player.as_str())))
}

/// Puts the same in place of the answers since `from` that a player is not here for whom the mail's author waits, unless the letter says so
/// already.
pub(super) fn instead_of_unknown(tx: &Tx, mail: &mut Mail, from: usize) -> Result<(), HandleError> {
    let told = |reply: &Reply| match reply {
        Reply::Refused(Refusal::NotHereYet { player, .. }) => Some(player.as_str().to_owned()),
        _ => None,
    };
    let told: Vec<String> = mail.replies.iter().filter_map(|(_, reply)| told(reply)).collect();
    let mut at = 0;
    mail.replies.retain(|(_, reply)| {
        at += 1;
        at <= from || unknown(reply).is_none_or(|id| !told.contains(&id))
    });
    for at in from..mail.replies.len() {
        let Some(id) = unknown(&mail.replies[at].1) else { continue };
        let challenges: Vec<_> = awaited(tx, mail)?.into_iter().filter(|(player, _)| player.as_str() == id).collect();
        if !challenges.is_empty() {
            mail.replies[at].1 = Reply::StillAwaited { challenges, changed: false };
        }
    }
    Ok(())
}

/// The player who is not here, if that is the answer.
fn unknown(reply: &Reply) -> Option<String> {
    match reply {
        Reply::Refused(Refusal::UnknownPlayer { id, .. }) => Some(id.clone()),
        _ => None,
    }
}

/// The variants of the challenges that wait for somebody to join.
pub(super) fn variants(tx: &Tx, mail: &Mail, catalogue: &Catalogue) -> Result<Vec<String>, HandleError> {
    Ok(awaited(tx, mail)?.iter().filter_map(|(_, line)| variant_of(line, catalogue)).collect())
}

/// The variant of the challenge that this line sends.
pub(super) fn variant_of(line: &str, catalogue: &Catalogue) -> Option<String> {
    let command = command::parse_line(line, catalogue).ok()?;
    match &command.challenge()?.terms {
        Terms::Variant(variant) => Some(variant.name.clone()),
        Terms::AsOn(_) => None,
    }
}

/// For whom the author of a mail waits, with the challenges.
fn awaited(tx: &Tx, mail: &Mail) -> Result<Vec<(PlayerId, String)>, HandleError> {
    Ok(probable_author(tx, mail)?.map(|player| tx.awaited_by(&player)).transpose()?.unwrap_or_default())
}
