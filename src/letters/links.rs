//! Links in the HTML part that open a mail with the answer already written. The reader only has to send it.

use crate::mail::{self, Address};

/// The mails behind the links of one letter. They count as answers to it.
pub(super) struct Answer {
    /// The letter's reply address, or the club's own if it has none.
    pub to: Address,
    /// The subject as a mail program would write it for an answer.
    pub subject: String,
    /// The marker line with the letter's key, if the address does not carry it.
    pub reference: Option<String>,
}

impl Answer {
    /// A link to the mail with this command in it.
    pub(super) fn link(&self, command: &str) -> String {
        match &self.reference {
            Some(reference) => mail::mailto(&self.to, &self.subject, &format!("{command}\n\n{reference}")),
            None => mail::mailto(&self.to, &self.subject, command),
        }
    }
}
