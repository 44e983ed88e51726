//! What is needed to handle a mail, and why handling can fail.

pub(crate) mod announce;
pub(crate) mod answers;
mod asked_again;
pub mod clockwork;
pub(crate) mod downtime;
pub(crate) mod dropped_lines;
pub(crate) mod mail_zone;
pub(crate) mod operator_commands;
mod other_terms;
pub(crate) mod replies;
pub(crate) mod requests;
pub(crate) mod reserved_names;
pub(crate) mod scene;
pub(crate) mod seat;
pub(crate) mod signups;
mod still_awaited;
pub(crate) mod tried_moves;
pub(crate) mod unreadable;
pub(crate) mod unsubscribe;

pub(crate) mod bounces;
pub(crate) mod consents;
pub(crate) mod digest;
pub(crate) mod for_the_club;
pub(crate) mod granted_wishes;
mod half_moves;
pub(crate) mod incoming;
pub(crate) mod mailbox_questions;
pub(crate) mod moves_in_words;
pub(crate) mod plain_words;
pub(crate) mod questions;
mod read_without;
pub(crate) mod unsent_words;
pub(crate) mod words_for_opponent;
pub(crate) mod wrong_letter;

use crate::chance::Chance;
use crate::club::{PlayerId, Policy, Trust};
use crate::journal::{self, LogEvent};
use crate::letters::{Composer, LetterError};
use crate::mail::TrustedServer;
use crate::store::StoreError;
use crate::worker::desk::Desk;
use crate::worker::mail_reader::MailReader;
use crate::worker::rating_rebuild::Recomputation;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is needed to handle a mail, besides the store.
pub struct MailProcessor {
    /// Writes the letters.
    pub composer: Composer,
    /// Where letters are finished.
    pub desk: Desk,
    /// Reads the mails, or has read them.
    pub reader: Arc<MailReader>,
    /// The mail server that is trusted to say who sent a mail.
    pub authserv: TrustedServer,
    /// How much proof the operator demands.
    pub trust: Trust,
    /// The club's settings for its games.
    pub rules: Policy,
    /// Who may create tournaments.
    pub organizers: Arc<BTreeSet<PlayerId>>,
    /// The envelope sender of letters.
    pub envelope: EnvelopeSender,
    /// In a tournament game, observers see the board this many moves late.
    pub observers_wait_plies: u32,
    /// Draws tokens and boundaries.
    pub chance: Chance,
    /// The calculation of all ratings, if one is in progress.
    pub recomputation: Option<Recomputation>,
}

impl MailProcessor {
    /// Tells the operator which texts of theirs failed in a letter.
    fn tell_of_failed_texts(&self) {
        for why in self.composer.words.failures() {
            journal::write(&LogEvent::TextFailed { why: &why });
        }
    }
}

/// The errand of a bounce address: a letter that cannot be delivered comes back to it.
pub(super) const BOUNCE: char = 'b';

/// The envelope sender of our letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvelopeSender {
    /// A separate address for each letter, so that a letter that bounces is recognized. Empty for confirmations.
    Bounce,
    /// The club's address, for providers that refuse any other.
    Fixed,
}

/// Why a mail could not be handled this time.
#[derive(Debug, thiserror::Error)]
pub enum HandleError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A letter could not be written.
    #[error(transparent)]
    Letter(#[from] LetterError),
}
