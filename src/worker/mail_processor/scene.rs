//! Where a mail is written, and whom it names: what is needed to know what its words wish for.

use crate::club::{Needs, PlayerId, Stage};
use crate::command::{self, Context, Named, Situation, Talk};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::seat::Seat;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use std::collections::BTreeSet;

/// The most words of a mail that are looked up as the ids of players.
const NAMES_MAX: usize = 200;

/// Where a mail is written, and the players whom it names.
pub(super) struct Scene {
    context: Context,
    named: BTreeSet<String>,
    opponent: Option<PlayerId>,
    only_phrases: bool,
}

impl Scene {
    pub(super) fn situation(&self) -> Situation<'_> {
        Situation {
            context: self.context,
            named: &self.named,
            opponent: self.opponent.as_ref().map(PlayerId::as_str),
            only_phrases: self.only_phrases,
        }
    }
}

impl MailProcessor {
    /// Where this text is written, and whom it names besides its author and the opponent.
    pub(super) fn scene(
        &self,
        tx: &Tx,
        mail: &Mail,
        text: &str,
        seat: Option<&Seat>,
        talk: Talk,
    ) -> Result<Scene, HandleError> {
        let context = match seat.map(|seat| seat.game.head.stage) {
            None => Context::Outside,
            Some(_) if question(tx, mail)?.is_some() => Context::Asked,
            Some(Stage::Invited | Stage::Running) => Context::Board,
            Some(_) => Context::Ended,
        };
        let opponent = seat.map(|seat| seat.opponent().clone());
        let mut named = named_in(tx, text)?;
        let token = mail.token.as_ref().and_then(|token| token.purpose.player());
        let needs = Needs { from: Some(mail.from.clone()), ..Needs::default() };
        let from = if named.is_empty() { None } else { tx.view(&needs, mail.spool.received)?.from };
        for known in seat.map(|seat| &seat.player).into_iter().chain(&opponent).chain(token).chain(&from) {
            named.remove(known.as_str());
        }
        Ok(Scene { context, named, opponent, only_phrases: talk == Talk::No })
    }
}

/// The words of a text that are ids of players.
pub(super) fn named_in(tx: &Tx, text: &str) -> Result<BTreeSet<String>, HandleError> {
    let mut named = BTreeSet::new();
    for word in command::possible_names(text).into_iter().take(NAMES_MAX) {
        if tx.is_in_use(Named::Player(&word))? {
            named.insert(word);
        }
    }
    Ok(named)
}
