//! Takes mails in, and records what happened to letters: one transaction for all of them.

use crate::store::letter_kinds::Verdict;
use crate::store::{NewMail, Spooled};
use crate::store::{Store, StoreError, TroubleKind, outbox, spool, witness};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;

impl Store {
    /// Takes in mails and records what happened to letters, in one transaction. When this returns, all of it is on the disk and the doors
    /// may say yes. The results are in the order of `incoming`.
    ///
    /// # Errors
    /// If SQLite cannot write. Then nothing was taken in.
    pub fn take_in(
        &mut self,
        incoming: &[NewMail],
        marks: &[(i64, Verdict)],
        now: DateTime<Utc>,
    ) -> Result<Vec<Spooled>, StoreError> {
        if incoming.is_empty() && marks.is_empty() {
            return Ok(Vec::new());
        }
        let taken = self.take_in_all(incoming, marks, now);
        if !incoming.is_empty() {
            self.noted(TroubleKind::MailRefused, &taken, now);
        }
        taken
    }

    fn take_in_all(
        &mut self,
        incoming: &[NewMail],
        marks: &[(i64, Verdict)],
        now: DateTime<Utc>,
    ) -> Result<Vec<Spooled>, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut spooled = Vec::with_capacity(incoming.len());
        for mail in incoming {
            let inserted = spool::insert(&transaction, mail, now)?;
            // A mail that is already known may have been anywhere since then.
            if let (Spooled::New(_), Some(arrived)) = (inserted, mail.stamped) {
                witness::hear(&transaction, arrived, now)?;
            }
            spooled.push(inserted);
        }
        for (id, verdict) in marks {
            outbox::mark(&transaction, *id, verdict, now)?;
        }
        transaction.commit()?;
        Ok(spooled)
    }
}
