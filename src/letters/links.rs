//! Links of the HTML part that open a mail with the answer in it: its reader has only to send it.

use crate::mail::{self, Address};

/// The mails behind the links of one letter: they count as answers to it.
pub struct Answer {
    /// The reply address of the letter; the club's own where it has no other.
    pub to: Address,
    /// The subject as a mail program would write it above an answer.
    pub subject: String,
    /// The marker line with the letter's key, where the address does not carry it.
    pub reference: Option<String>,
}

impl Answer {
    /// A link to the mail with this command in it.
    pub fn link(&self, command: &str) -> String {
        match &self.reference {
            Some(reference) => mail::mailto(&self.to, &self.subject, &format!("{command}\n\n{reference}")),
            None => mail::mailto(&self.to, &self.subject, command),
        }
    }
}
