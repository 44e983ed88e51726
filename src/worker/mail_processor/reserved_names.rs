//! What the settings say about names: who is an organizer, and which names are reserved.

use crate::club::{Asked, PlayerId};
use crate::command::Verb;
use crate::store::{StoreError, Tx};
use crate::worker::mail_processor::MailProcessor;
use std::collections::BTreeSet;
use std::sync::Arc;

impl MailProcessor {
    /// Players who may create tournaments: those in the settings, except those who joined under such a name after it was in the settings
    /// and are not confirmed by an operator. A sign-up sees all of them.
    pub(in crate::worker) fn organizers_for(
        &self,
        tx: &Tx,
        asked: &Asked,
    ) -> Result<Arc<BTreeSet<PlayerId>>, StoreError> {
        let creates = matches!(asked, Asked::Command(command) if command.verb() == Verb::Tournament);
        if !creates || self.organizers.is_empty() {
            return Ok(self.organizers.clone());
        }
        let waiting = tx.organizers_waiting()?;
        Ok(Arc::new(self.organizers.difference(&waiting).cloned().collect()))
    }

    /// Names that nobody can join under: names of the club and of variants. Only needed for sign-ups.
    pub(in crate::worker) fn names_for(&self, asked: &Asked) -> Arc<BTreeSet<String>> {
        let joins = match asked {
            Asked::Command(command) => command.verb() == Verb::Signup,
            Asked::Join { .. } | Asked::SignUp { .. } => true,
            Asked::Claim => false,
        };
        if !joins {
            return Arc::default();
        }
        let club = &self.composer.club;
        let words = club.name.split_whitespace().chain(club.address.domain().split('.')).chain([club.address.local()]);
        let words = words.chain(self.composer.catalogue.names()).map(str::to_lowercase);
        Arc::new(words.flat_map(|word| [word.replace(['-', '_'], ""), word]).collect())
    }
}
