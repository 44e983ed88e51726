//! Mails that crash the whole program: a stack overflow, no more memory, an abort. No savepoint catches that, and a server that takes the
//! same mail again at every start never gets any further.
//!
//! So a group is recorded before it is handled. If it is found again with its first mail unchanged, neither done nor failed once more, the
//! program crashed in it. Its mails are then taken one by one, and one that is found alone counts as a failed attempt. This record need not
//! survive a power failure, only the program, so it does not wait for the disk. It is not removed either, because the mail's own row says
//! the same.
//!
//! It does not distinguish a kill from outside, or two processes that begin a group at the same moment. Both count as a crash although
//! there was none. And somebody who kills a server again and again kills it at the same mail, because that one comes first at each start.
//! So it takes far more crashes than ordinary failures before a mail is put aside.

use crate::store::columns::only;
use crate::store::database::worked::{Worked, put_aside};
use crate::store::spool::{SpoolState, SpooledMail};
use crate::store::{Store, StoreError, spool};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

/// After this many crashes at the same mail alone, it is put aside. A service manager starts the server every few seconds, so a mail that
/// really crashes it delays the others for a minute or two.
const CRASHES_MAX: u32 = 16;

impl Store {
    /// Records the next group of at most `max` mails. Returns its last mail, or 0 if there are none.
    pub(super) fn begin(&mut self, max: u32, worked: &mut Worked) -> Result<i64, StoreError> {
        // NORMAL still waits for the disk when a checkpoint needs it, so what other commits promised remains true.
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let last = self.note_group(max, worked);
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        last
    }

    fn note_group(&mut self, max: u32, worked: &mut Worked) -> Result<i64, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found: Option<Noted> = transaction
            .prepare_cached("SELECT first, tries, last, careful_until FROM handling")?
            .query_row([], |row| {
                Ok(Noted {
                    first: row.get("first")?,
                    tries: row.get("tries")?,
                    last: row.get("last")?,
                    careful_until: row.get("careful_until")?,
                })
            })
            .optional()?;
        let mut careful_until = found.as_ref().map_or(0, |noted| noted.careful_until);
        if let Some(noted) = found.filter(|_| !self.in_order)
            && let Some(mail) = first_as_it_was(&transaction, &noted)?
        {
            careful_until = careful_until.max(noted.last);
            if noted.first == noted.last {
                count_fall(&transaction, &mail, worked)?;
            }
        }
        let first_of = |limit: u32| -> Result<Option<i64>, StoreError> {
            let sql = "SELECT max(id) FROM (SELECT id FROM spool WHERE state = 'spooled' ORDER BY id LIMIT ?1)";
            Ok(transaction.prepare_cached(sql)?.query_row([limit], only)?)
        };
        let Some(first) = first_of(1)? else {
            transaction.execute("DELETE FROM handling", [])?;
            transaction.commit()?;
            return Ok(0);
        };
        let last = if first <= careful_until { first } else { first_of(max)?.unwrap_or(first) };
        transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO handling (one, first, tries, last, careful_until)
                 SELECT 1, id, tries, ?2, ?3 FROM spool WHERE id = ?1",
            )?
            .execute((first, last, careful_until))?;
        transaction.commit()?;
        Ok(last)
    }
}

/// A recorded group.
struct Noted {
    first: i64,
    tries: u32,
    last: i64,
    careful_until: i64,
}

/// The first mail of a group, if nothing has happened to it.
fn first_as_it_was(connection: &Connection, noted: &Noted) -> Result<Option<SpooledMail>, StoreError> {
    let mail = spool::next(connection, noted.first - 1)?;
    Ok(mail.filter(|mail| mail.id == noted.first && mail.tries == noted.tries))
}

fn count_fall(connection: &Connection, mail: &SpooledMail, worked: &mut Worked) -> Result<(), StoreError> {
    let tries = mail.tries.saturating_add(1);
    let state = if tries >= CRASHES_MAX { SpoolState::Failed } else { SpoolState::Spooled };
    put_aside(connection, mail.id, tries, state, "the program crashed when it handled this mail", worked)
}
