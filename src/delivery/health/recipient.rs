//! Where a letter goes: a mailbox of a domain.

/// Where a letter goes, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    mailbox: String,
    domain_at: usize,
}

impl Recipient {
    /// The recipient of an envelope.
    pub fn new(to: &str) -> Recipient {
        let mailbox = to.to_lowercase();
        let domain_at = mailbox.rfind('@').map_or(0, |at| at + 1);
        Recipient { mailbox, domain_at }
    }

    /// The whole address.
    pub fn mailbox(&self) -> &str {
        &self.mailbox
    }

    /// What follows the last `@`.
    pub fn domain(&self) -> &str {
        &self.mailbox[self.domain_at..]
    }
}
