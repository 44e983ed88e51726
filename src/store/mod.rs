//! The store: one SQLite database. Only this module uses rusqlite. It decides nothing; it keeps promises.
//!
//! ```text
//!  door --take_in--> spool --work(handle)--> done | failed        handle sees a Tx:
//!                              |                                    token, view           (reads)
//!            one transaction for the group, one savepoint           apply, enqueue        (writes)
//!            for each mail: changes, letters and "done"
//!            commit together                       outbox --due--> relay --take_in(marks)--> sent | given-up
//! ```
//!
//! The promises: when [`Store::take_in`] or [`Store::work`] has returned, what it did is on the disk (a write-ahead log with
//! `synchronous=FULL`). A mail that comes twice is one row. The moves of a game have no gaps and are never changed; the schema itself
//! refuses that (`migrations/0001.sql`, which also has the state tables).
//!
//! Not stored here: a position (moves are stored and replayed), the text of a token (only its hash), a password (only its argon2 hash), the
//! current time (callers pass it). A finished letter contains its reader's token until it is sent. So the file is only for its owner and is
//! created with mode 0600.

mod columns;
mod error;
mod folder;

mod column_types;
mod deflated_text;
mod dictionary;
mod instants;
mod letter_kinds;
mod packed_text;
mod pictures_apart;
mod rule_records;
mod store_failures;

mod account_erasure;
mod accounts;
mod awaited;
mod backup;
mod bounces;
mod clocks;
mod clockwork_looks;
mod connection;
mod digest;
mod downtime;
mod game_lists;
mod games;
mod handled_until;
mod letter_counts;
mod mail_sources;
mod mail_zones;
mod migrations;
mod notes;
mod observers;
mod only_words;
mod open_challenges;
mod outbox;
mod players;
mod prepared_lines;
mod ratings;
mod reliability;
mod returned;
mod scores;
mod sending_pauses;
mod signatures;
mod signups;
mod spool;
mod tokens;
mod tournament_archive;
mod tournament_changes;
mod tournaments;
mod witness;

mod apply;
mod view;

mod tx;

mod savepoint;

mod database;
mod reader;

pub use database::Store;
pub use database::bounces::Weighed;
pub use database::clocks::{Stumble, Ticked};
pub use database::clockwork_looks::ClockLook;
pub use database::digest::Digested;
pub use database::downtime::DowntimeTold;
pub use database::mail_sources::DoorNote;
pub use database::operator::ByHand;
pub use database::rating_rebuild::{RatingSheet, RatingsBasis, SheetWritten, Slice};
pub use database::retention::Tidied;
pub use database::signups::{Asked, Released};
pub use database::tournament_archive::Archived;
pub use database::tournament_deadlines::TournamentsSeen;
pub use database::work::{Outcome, TRIES_MAX};
pub use database::worked::{Trouble, Worked};
pub use error::StoreError;
pub use folder::{make_folder, sync_folder};
pub use letter_kinds::{BoardNews, Class, Due, LetterState, NewLetter, Start, Thread, Verdict, Waiting};
pub use mail_sources::DoorState;
pub use migrations::Opened;
pub use packed_text::LetterText;
pub use ratings::RatingsStand;
pub use reader::Reader;
pub use reader::archive::ArchiveLine;
pub use reader::clockwork_looks::Leap;
pub use reader::counts::Counts;
pub use reader::delayed_losses::WaitingForfeit;
pub use reader::games::GameFilter;
pub use reader::letters::QueueLine;
pub use reader::mail_sources::DoorLine;
pub use reader::mails::MailLine;
pub use reader::players::PlayerLine;
pub use returned::{Returned, Told};
pub use sending_pauses::{PauseLine, PauseOf};
pub use signatures::FOOTER_MAILS;
pub use signups::SIGNUPS_QUEUED_MAX;
pub use spool::{Door, NewMail, SpoolState, Spooled, SpooledMail};
pub use store_failures::{StoreTrouble, TroubleKind, Troubles};
pub use tx::Tx;
