//! The room in which one mail is handled: everything it may ask of the store, and everything it may write.

use crate::club::rating::{Book, GameResult, Period};
use crate::club::tournament::TournamentName;
use crate::club::{Change, Downtime, MailZone, Needs, Pending, PlayerId, Token, View};
use crate::command::Named;
use crate::mail::{Address, DeliveryStatus, TokenText};
use crate::store::letter_kinds::NewLetter;
use crate::store::ratings::RatingsStand;
use crate::store::returned::{Returned, Told};
use crate::store::rule_records::RuleRecords;
use crate::store::{
    StoreError, accounts, apply, bounces, clockwork_looks, digest, downtime, letter_counts, mail_zones, observers,
    outbox, players, ratings, returned, signatures, signups, tokens, tournaments, view,
};
use chrono::{DateTime, Utc};
use rusqlite::Connection;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// One mail's room: inside its savepoint, so that all of it happens or none.
///
/// The room remembers an error it has answered with. A handler that goes on regardless cannot commit half a mail.
pub struct Tx<'a> {
    connection: &'a Connection,
    rule_records: &'a RuleRecords,
    now: DateTime<Utc>,
    letters: Cell<u32>,
    fault: RefCell<Option<(String, bool)>>,
}

impl<'a> Tx<'a> {
    pub(super) fn new(connection: &'a Connection, rule_records: &'a RuleRecords, now: DateTime<Utc>) -> Tx<'a> {
        Tx { connection, rule_records, now, letters: Cell::new(0), fault: RefCell::new(None) }
    }

    /// The instant of the group's handling, as given to `Store::work`.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// The reply token with this hash, if it lives at `now`.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn token(&self, hash: &[u8; 32], now: DateTime<Utc>) -> Result<Option<Token>, StoreError> {
        self.noted(tokens::find(self.connection, hash, now))
    }

    /// How many mails from an address have brought a reply token that does not live since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn dead_tokens(&self, from: &Address, since: DateTime<Utc>) -> Result<u32, StoreError> {
        self.noted(tokens::dead(self.connection, from, since))
    }

    /// Notes that one more has.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn note_dead_token(&self, from: &Address, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.noted(tokens::note_dead(self.connection, from, at))
    }

    /// What waits behind the key with this hash.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn pending(&self, hash: &[u8; 32]) -> Result<Option<Pending>, StoreError> {
        self.noted(tokens::pending(self.connection, hash))
    }

    /// What a decision needs to look at, as it stands at `now`.
    ///
    /// # Errors
    /// When SQLite cannot read, or a game asked for does not replay.
    pub fn view(&self, needs: &Needs, now: DateTime<Utc>) -> Result<View, StoreError> {
        self.noted(view::load(self.connection, self.rule_records, needs, now, self.now))
    }

    /// The tournament that a game belongs to.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn tournament_of(&self, number: u32) -> Result<Option<TournamentName>, StoreError> {
        self.noted(tournaments::tournament_of(self.connection, number))
    }

    /// Writes what was decided, in order. Each change must fit what is stored.
    ///
    /// # Errors
    /// When one does not fit, or SQLite cannot write; then the mail has failed.
    pub fn apply(&self, changes: &[Change]) -> Result<(), StoreError> {
        self.noted(changes.iter().try_for_each(|change| apply::apply(self.connection, self.rule_records, change)))
    }

    /// Puts a letter among the waiting. The answer is its row.
    ///
    /// # Errors
    /// When SQLite cannot write, or reader or game are not there; then the mail has failed.
    pub fn enqueue(&self, letter: &NewLetter) -> Result<i64, StoreError> {
        let id = self.noted(outbox::enqueue(self.connection, letter))?;
        self.letters.set(self.letters.get() + 1);
        Ok(id)
    }

    /// Notes that a letter came back to the address it was sent from; `None` if none was sent from there. `failure` is why, where it is
    /// known that it will never arrive.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn letter_came_back(
        &self,
        bounce_key: &TokenText,
        failure: Option<DeliveryStatus>,
    ) -> Result<Option<Returned>, StoreError> {
        self.noted(returned::came_back(self.connection, bounce_key, failure, self.now))
    }

    /// How many letters of this kind were written to a player since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn written_to(&self, what: (&PlayerId, &str), since: DateTime<Utc>) -> Result<u32, StoreError> {
        self.noted(letter_counts::written_to(self.connection, what, since))
    }

    /// Who has been told since then, by a letter of this kind, of what a player did.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn told(&self, what: (&PlayerId, &str), since: DateTime<Utc>) -> Result<BTreeSet<PlayerId>, StoreError> {
        self.noted(letter_counts::told(self.connection, what, since))
    }

    /// How often since then the player was answered with the same mistakes and nothing else. `gist` is a hash of them.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn same_mistakes(&self, reader: &PlayerId, gist: i64, since: DateTime<Utc>) -> Result<u32, StoreError> {
        self.noted(letter_counts::same_mistakes(self.connection, reader, gist, since))
    }

    /// Notes that a letter tells of these mistakes and nothing else.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn note_mistakes(&self, letter: i64, reader: &PlayerId, gist: i64) -> Result<(), StoreError> {
        self.noted(letter_counts::note_mistakes(self.connection, letter, reader, (gist, self.now)))
    }

    /// Whose address this is.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn owner(&self, address: &Address) -> Result<Option<PlayerId>, StoreError> {
        self.noted(accounts::owner(self.connection, address))
    }

    /// Whether somebody or something here has a name.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn is_in_use(&self, named: Named<'_>) -> Result<bool, StoreError> {
        self.noted(accounts::is_in_use(self.connection, named))
    }

    /// Whether this block has closed so many mails of the player's that it is taken for the player's signature.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn is_footer(&self, player: &PlayerId, block: &str) -> Result<bool, StoreError> {
        self.noted(signatures::mails(self.connection, player, block).map(|mails| mails >= signatures::FOOTER_MAILS))
    }

    /// Notes that it has closed one more. The answer is how many it has closed now.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn note_closing(&self, player: &PlayerId, block: &str) -> Result<u32, StoreError> {
        self.noted(signatures::note(self.connection, player, block, self.now))
    }

    /// What came back from an address, or was refused there, since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn bounces(&self, address: &Address, since: DateTime<Utc>) -> Result<Vec<DeliveryStatus>, StoreError> {
        self.noted(bounces::since(self.connection, address, since))
    }

    /// Whether letters to an address have stopped.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn is_suspended(&self, address: &Address) -> Result<bool, StoreError> {
        self.noted(bounces::is_suspended(self.connection, address))
    }

    /// What a player has not been told of time that their clocks got back; whoever asks tells them.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn take_downtime(&self, player: &PlayerId) -> Result<Option<Downtime>, StoreError> {
        self.noted(downtime::take(self.connection, player))
    }

    /// Keeps what others wrote that a letter tells.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn keep_told(&self, letter: i64, told: &[Told]) -> Result<(), StoreError> {
        self.noted(returned::keep_told(self.connection, letter, told))
    }

    /// Whether what came back from a player's address is to be told again there: together with other news that waits for that, or else if
    /// nothing was since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn may_tell_again(
        &self,
        (player, address): (&PlayerId, &Address),
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let waits = digest::is_told_again(self.connection, player);
        let has_told = || bounces::has_told_again(self.connection, address, since);
        self.noted(waits.and_then(|waits| Ok(waits || !has_told()?)))
    }

    /// Notes that what this letter told, which came back, is told again at the same address.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn note_told_again(&self, letter: i64) -> Result<(), StoreError> {
        self.noted(bounces::tell_again(self.connection, letter))
    }

    /// What the mails of a player show of their zone.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn mail_zone(&self, player: &PlayerId) -> Result<MailZone, StoreError> {
        self.noted(mail_zones::of(self.connection, player))
    }

    /// Keeps what the mails of a player show of their zone.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn keep_mail_zone(&self, player: &PlayerId, seen: MailZone) -> Result<(), StoreError> {
        self.noted(mail_zones::keep(self.connection, player, seen))
    }

    /// Whether a player has not been told yet that times are told in another zone; whoever asks tells them.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn take_untold_zone(&self, player: &PlayerId) -> Result<bool, StoreError> {
        self.noted(mail_zones::take_untold(self.connection, player))
    }

    /// Whether the time of day is doubted.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn time_is_doubted(&self) -> Result<bool, StoreError> {
        self.noted(clockwork_looks::doubted(self.connection).map(|since| since.is_some()))
    }

    /// Whether a player has signed off.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn is_signed_off(&self, player: &PlayerId) -> Result<bool, StoreError> {
        self.noted(players::is_signed_off(self.connection, player))
    }

    /// Lets a line that came without proof, and the words beside it, wait behind the question that is open for its player;
    /// false where there is none.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn join_question(&self, player: &PlayerId, line: (&str, &str), now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.noted(tokens::join(self.connection, player, line, now))
    }

    /// Notes that the player has answered the question with this token; the lines that waited behind it, with their words.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn question_answered(
        &self,
        hash: &[u8; 32],
        player: &PlayerId,
        is_yes: bool,
    ) -> Result<Vec<(String, String)>, StoreError> {
        self.noted(tokens::answered(self.connection, hash, player, is_yes))
    }

    /// Notes that a letter to a stranger answers a genuine mail.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn note_genuine(&self, letter: i64) -> Result<(), StoreError> {
        self.noted(signups::note_genuine(self.connection, letter))
    }

    /// Players who are organizers only when the operator has confirmed it.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn organizers_waiting(&self) -> Result<BTreeSet<PlayerId>, StoreError> {
        self.noted(observers::organizers_waiting(self.connection))
    }

    /// How far the stored ratings go.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn ratings_stand(&self) -> Result<RatingsStand, StoreError> {
        self.noted(ratings::stand(self.connection))
    }

    /// Whether a mail that was accepted before this instant has not been handled yet.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn waits_from_before(&self, at: DateTime<Utc>) -> Result<bool, StoreError> {
        self.noted(ratings::waits_from_before(self.connection, at))
    }

    /// The results of the games that ended in this week or later; of all without a week.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn results(&self, from: Option<Period>) -> Result<Vec<GameResult>, StoreError> {
        self.noted(ratings::results(self.connection, from))
    }

    /// The book of ratings with all that closing a week needs.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn whole_book(&self) -> Result<Book, StoreError> {
        self.noted(ratings::book(self.connection).and_then(|mut book| {
            ratings::bouts(self.connection, &mut book)?;
            Ok(book)
        }))
    }

    /// The stored ratings as texts, one a row.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn rating_rows(&self) -> Result<Vec<String>, StoreError> {
        self.noted(ratings::rows(self.connection))
    }

    pub(super) fn connection(&self) -> &'a Connection {
        self.connection
    }

    /// Letters put among the waiting in this room.
    pub fn letters(&self) -> u32 {
        self.letters.get()
    }

    /// The first error this room has answered with, and whether it is this one mail's.
    pub(super) fn fault(&self) -> Option<(String, bool)> {
        self.fault.borrow().clone()
    }

    fn noted<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(error) = &result {
            let of_one_message = error.is_of_one_message();
            let mut fault = self.fault.borrow_mut();
            // An error of the store outweighs one of the mail.
            if fault.as_ref().is_none_or(|(_, noted)| *noted && !of_one_message) {
                *fault = Some((error.to_string(), of_one_message));
            }
        }
        result
    }
}
