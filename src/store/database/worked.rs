//! The result of handling a group of mails, mail by mail.

use crate::store::spool::SpoolState;
use crate::store::{StoreError, spool};
use rusqlite::Connection;

/// The longest note that is kept with a mail, in characters.
const NOTE_CHARS_MAX: usize = 500;

/// The result for one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// Mails that are done, with their notes.
    pub done: Vec<(i64, String)>,
    /// Mails that failed in this group.
    pub troubles: Vec<Trouble>,
    /// Letters that this group has written.
    pub letters: u32,
    /// Whether mails still wait: later ones, or some of this group that will be tried again.
    pub more: bool,
}

/// A mail that could not be handled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The number of its row.
    pub id: i64,
    /// How often it has failed now.
    pub tries: u32,
    /// Still `Spooled` if it will be tried again, `Failed` if it is put aside.
    pub state: SpoolState,
    /// The reason.
    pub note: String,
}

pub(super) fn put_aside(
    connection: &Connection,
    id: i64,
    tries: u32,
    state: SpoolState,
    why: &str,
    worked: &mut Worked,
) -> Result<(), StoreError> {
    let note = shortened(why);
    spool::failed(connection, id, tries, state, &note)?;
    worked.troubles.push(Trouble { id, tries, state, note });
    Ok(())
}

pub(super) fn shortened(note: &str) -> String {
    note.chars().take(NOTE_CHARS_MAX).collect()
}
