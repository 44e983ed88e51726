//! The transaction in which one mail is handled: everything that it may read from the store and write to it.

use crate::club::rating::{Book, GameResult, Period, RatingStanding};
use crate::club::tournament::TournamentName;
use crate::club::{Change, Downtime, Head, MailZone, Needs, OnlyWords, Pending, PlayerId, Token, View};
use crate::command::Named;
use crate::mail::{Address, DeliveryStatus, TokenText};
use crate::store::letter_kinds::NewLetter;
use crate::store::packed_text::LetterText;
use crate::store::ratings::RatingsStand;
use crate::store::returned::{Returned, Told};
use crate::store::rule_records::RuleRecords;
use crate::store::{
    StoreError, accounts, apply, awaited, bounces, clockwork_looks, digest, downtime, games, letter_counts, mail_zones,
    notes, only_words, outbox, players, ratings, returned, signatures, signups, tokens, tournaments, view,
};
use chrono::{DateTime, Utc};
use rusqlite::Connection;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::mpsc::Receiver;

/// The transaction for one mail: inside its savepoint, so that all of it happens or nothing.
///
/// It remembers errors that it has returned. So a handler that ignores one cannot commit half a mail.
pub struct Tx<'a> {
    connection: &'a Connection,
    rule_records: &'a RuleRecords,
    now: DateTime<Utc>,
    letters: Cell<u32>,
    texts: Texts,
    coming: RefCell<Vec<ComingText>>,
    fault: RefCell<Option<(String, bool)>>,
}

/// When the texts of letters are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Texts {
    /// At once, with the letter.
    AtOnce,
    /// Before the commit.
    MayComeLater,
}

/// The row of a letter, and where its text comes from.
pub(super) type ComingText = (i64, Receiver<LetterText>);

impl<'a> Tx<'a> {
    pub(super) fn new(connection: &'a Connection, rule_records: &'a RuleRecords, now: DateTime<Utc>) -> Tx<'a> {
        Tx {
            connection,
            rule_records,
            now,
            letters: Cell::new(0),
            texts: Texts::AtOnce,
            coming: RefCell::default(),
            fault: RefCell::new(None),
        }
    }

    pub(super) fn with_texts(self, texts: Texts) -> Tx<'a> {
        Tx { texts, ..self }
    }

    /// The instant at which the group is handled, as passed to `Store::work`.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// The reply token with this hash, if it is valid at `now`.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn token(&self, hash: &[u8; 32], now: DateTime<Utc>) -> Result<Option<Token>, StoreError> {
        self.noted(tokens::find(self.connection, hash, now))
    }

    /// How many mails from an address have carried a reply token that is not valid, since then.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn dead_tokens(&self, from: &Address, since: DateTime<Utc>) -> Result<u32, StoreError> {
        self.noted(tokens::dead(self.connection, from, since))
    }

    /// Records one more such mail.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn note_dead_token(&self, from: &Address, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.noted(tokens::note_dead(self.connection, from, at))
    }

    /// What waits behind the key with this hash.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn pending(&self, hash: &[u8; 32]) -> Result<Option<Pending>, StoreError> {
        self.noted(tokens::pending(self.connection, hash))
    }

    /// The newest words of a player that only wait for a yes to be sent, behind the key of a letter about this board, and that key's hash.
    /// `but` is the key of the mail that is handled.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn unsent_words(
        &self,
        number: u32,
        player: &PlayerId,
        but: &[u8; 32],
    ) -> Result<Option<([u8; 32], Pending)>, StoreError> {
        self.noted(tokens::unsent_words(self.connection, number, player, but))
    }

    /// The moves and offers of a player that wait with words for a yes behind the keys of letters about this board, the oldest first, with the
    /// hashes of those keys. `but` is the key of the mail that is handled.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn held_words(
        &self,
        number: u32,
        player: &PlayerId,
        but: &[u8; 32],
    ) -> Result<Vec<([u8; 32], Pending)>, StoreError> {
        self.noted(tokens::held_words(self.connection, number, player, but))
    }

    /// The newest line of a player that waits for a yes behind the key of a letter, and that key's hash; of a letter about this board, if one is
    /// given. `but` is the key of the mail that is handled.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn open_question(
        &self,
        player: &PlayerId,
        number: Option<u32>,
        but: &[u8; 32],
    ) -> Result<Option<([u8; 32], Pending)>, StoreError> {
        self.noted(tokens::open_question(self.connection, player, number, but))
    }

    /// What a decision needs to see, as it is at `now`.
    ///
    /// # Errors
    /// If SQLite cannot read, or a requested game cannot be replayed.
    pub fn view(&self, needs: &Needs, now: DateTime<Utc>) -> Result<View, StoreError> {
        self.noted(view::load(self.connection, self.rule_records, needs, now, self.now))
    }

    /// The tournament that a game belongs to.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn tournament_of(&self, number: u32) -> Result<Option<TournamentName>, StoreError> {
        self.noted(tournaments::tournament_of(self.connection, number))
    }

    /// Writes what was decided, in order. Each change must fit what is stored.
    ///
    /// # Errors
    /// If one does not fit, or SQLite cannot write. Then the mail has failed.
    pub fn apply(&self, changes: &[Change]) -> Result<(), StoreError> {
        self.noted(changes.iter().try_for_each(|change| apply::apply(self.connection, self.rule_records, change)))
    }

    /// Adds a letter to the outbox. Returns its row.
    ///
    /// # Errors
    /// If SQLite cannot write, or the reader or the game does not exist. Then the mail has failed.
    pub fn enqueue(&self, letter: &NewLetter) -> Result<i64, StoreError> {
        let text = LetterText::of(&letter.bytes);
        let id = self.row_of(letter)?;
        self.noted(outbox::add_text(self.connection, id, &text))?;
        Ok(id)
    }

    /// Whether a letter may be added before its text is there.
    pub fn texts_may_come_later(&self) -> bool {
        self.texts == Texts::MayComeLater
    }

    /// Adds a letter to the outbox whose text comes before the commit. If it never comes, everything in this transaction is undone and done
    /// again, and then no text [may come later](Tx::texts_may_come_later). Returns its row.
    ///
    /// # Errors
    /// As [`Tx::enqueue`].
    pub fn enqueue_before_its_text(&self, letter: &NewLetter, text: Receiver<LetterText>) -> Result<i64, StoreError> {
        let id = self.row_of(letter)?;
        self.coming.borrow_mut().push((id, text));
        Ok(id)
    }

    fn row_of(&self, letter: &NewLetter) -> Result<i64, StoreError> {
        let id = self.noted(outbox::enqueue(self.connection, letter))?;
        self.letters.set(self.letters.get() + 1);
        Ok(id)
    }

    /// The texts that are still to come.
    pub(super) fn coming(&self) -> Vec<ComingText> {
        self.coming.take()
    }

    /// Records that a letter came back to the address that it was sent from; `None` if no letter was sent from there. `failure` is the
    /// reason, if it is known that the letter will never arrive.
    ///
    /// # Errors
    /// If SQLite cannot write.
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
    /// If SQLite cannot read.
    pub fn written_to(&self, player: &PlayerId, kind: &str, since: DateTime<Utc>) -> Result<u32, StoreError> {
        self.noted(letter_counts::written_to(self.connection, player, kind, since))
    }

    /// The players who have been told since then, by a letter of this kind, about what a player did.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn told(&self, player: &PlayerId, kind: &str, since: DateTime<Utc>) -> Result<BTreeSet<PlayerId>, StoreError> {
        self.noted(letter_counts::told(self.connection, player, kind, since))
    }

    /// How often since then the player got an answer with only the same mistakes. `gist` is a hash of them.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn same_mistakes(&self, reader: &PlayerId, gist: i64, since: DateTime<Utc>) -> Result<u32, StoreError> {
        self.noted(letter_counts::same_mistakes(self.connection, reader, gist, since))
    }

    /// Records that a letter only reports these mistakes.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn note_mistakes(&self, letter: i64, reader: &PlayerId, gist: i64) -> Result<(), StoreError> {
        self.noted(letter_counts::note_mistakes(self.connection, letter, reader, gist, self.now))
    }

    /// The player with this address.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn owner(&self, address: &Address) -> Result<Option<PlayerId>, StoreError> {
        self.noted(accounts::owner(self.connection, address))
    }

    /// Whether a player has a password.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn has_password(&self, player: &PlayerId) -> Result<bool, StoreError> {
        self.noted(accounts::has_password(self.connection, player))
    }

    /// Whether a name is in use here.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn is_in_use(&self, named: Named<'_>) -> Result<bool, StoreError> {
        self.noted(accounts::is_in_use(self.connection, named))
    }

    /// Whether so many mails of the player ended in this block that it is taken for the player's signature.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn is_footer(&self, player: &PlayerId, block: &str) -> Result<bool, StoreError> {
        self.noted(signatures::mails(self.connection, player, block).map(|mails| mails >= signatures::FOOTER_MAILS))
    }

    /// The rating of a player of this game in its variant.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn rating_standing(&self, head: &Head, player: &PlayerId) -> Result<Option<RatingStanding>, StoreError> {
        self.noted(ratings::standing(self.connection, head, player, self.now))
    }

    /// What the player has noted about this board, for nobody else.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn note(&self, number: u32, player: &PlayerId) -> Result<Option<String>, StoreError> {
        self.noted(notes::of(self.connection, number, player))
    }

    /// Whether the player has played another game of this variant than this one, or plays one.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn has_played(&self, player: &PlayerId, head: &Head) -> Result<bool, StoreError> {
        self.noted(games::has_played(self.connection, player, head))
    }

    /// What the player has sent to the opponent on this board in mails without a command.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn only_words(&self, number: u32, player: &PlayerId, ply: u32, words: &str) -> Result<OnlyWords, StoreError> {
        self.noted(only_words::sent(self.connection, number, player, ply, words))
    }

    /// Records that one more mail ended in it. Returns how many there are now.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn note_closing(&self, player: &PlayerId, block: &str) -> Result<u32, StoreError> {
        self.noted(signatures::note(self.connection, player, block, self.now))
    }

    /// What came back from an address, or was refused there, since then.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn bounces(&self, address: &Address, since: DateTime<Utc>) -> Result<Vec<DeliveryStatus>, StoreError> {
        self.noted(bounces::since(self.connection, address, since))
    }

    /// Whether letters to an address have stopped.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn is_suspended(&self, address: &Address) -> Result<bool, StoreError> {
        self.noted(bounces::is_suspended(self.connection, address))
    }

    /// The time that a player's clocks got back and that the player has not been told about. The caller tells the player.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn take_downtime(&self, player: &PlayerId) -> Result<Option<Downtime>, StoreError> {
        self.noted(downtime::take(self.connection, player))
    }

    /// Stores what others wrote and a letter tells.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn keep_told(&self, letter: i64, told: &[Told]) -> Result<(), StoreError> {
        self.noted(returned::keep_told(self.connection, letter, told))
    }

    /// Whether what came back from a player's address may be sent there again: together with other news that waits for that, or else if
    /// nothing was sent again since then.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn may_tell_again(
        &self,
        player: &PlayerId,
        address: &Address,
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let waits = digest::is_told_again(self.connection, player);
        let has_told = || bounces::has_told_again(self.connection, address, since);
        self.noted(waits.and_then(|waits| Ok(waits || !has_told()?)))
    }

    /// Records that the content of this letter, which came back, is sent again to the same address.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn note_told_again(&self, letter: i64) -> Result<(), StoreError> {
        self.noted(bounces::tell_again(self.connection, letter))
    }

    /// What the mails of a player show about their time zone.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn mail_zone(&self, player: &PlayerId) -> Result<MailZone, StoreError> {
        self.noted(mail_zones::of(self.connection, player))
    }

    /// Stores what the mails of a player show about their time zone.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn keep_mail_zone(&self, player: &PlayerId, seen: MailZone) -> Result<(), StoreError> {
        self.noted(mail_zones::keep(self.connection, player, seen))
    }

    /// Whether a player has not been told yet that times are shown in another time zone. The caller tells the player.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn take_untold_zone(&self, player: &PlayerId) -> Result<bool, StoreError> {
        self.noted(mail_zones::take_untold(self.connection, player))
    }

    /// Whether the time of day is in doubt.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn time_is_doubted(&self) -> Result<bool, StoreError> {
        self.noted(clockwork_looks::doubted(self.connection).map(|since| since.is_some()))
    }

    /// Whether a player has signed off.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn is_signed_off(&self, player: &PlayerId) -> Result<bool, StoreError> {
        self.noted(players::is_signed_off(self.connection, player))
    }

    /// Lets a line that came without proof, and the words beside it, wait behind the open question of its player. Returns false if no
    /// question is open.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn join_question(
        &self,
        player: &PlayerId,
        line: &str,
        beside: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.noted(tokens::join(self.connection, player, line, beside, now))
    }

    /// Records that the player has answered the question with this token. Returns the lines that waited behind it, with their words.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn question_answered(
        &self,
        hash: &[u8; 32],
        player: &PlayerId,
        is_yes: bool,
    ) -> Result<Vec<(String, String)>, StoreError> {
        self.noted(tokens::answered(self.connection, hash, player, is_yes))
    }

    /// Records that a letter to a stranger answers a genuine mail.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn note_genuine(&self, letter: i64) -> Result<(), StoreError> {
        self.noted(signups::note_genuine(self.connection, letter))
    }

    /// For whom a player waits who is not here yet, with the lines of the challenges that are kept until then, newest first.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn awaited_by(&self, player: &PlayerId) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.noted(awaited::by(self.connection, player))
    }

    /// What a player said to somebody before they joined, and wants to be passed on with a yes.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn awaited_words(&self, player: &PlayerId, wanted: &PlayerId) -> Result<Option<String>, StoreError> {
        self.noted(awaited::words(self.connection, player, wanted))
    }

    /// Players who become organizers only when the operator has confirmed it.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn organizers_waiting(&self) -> Result<BTreeSet<PlayerId>, StoreError> {
        self.noted(accounts::organizers_waiting(self.connection))
    }

    /// How far the stored ratings go.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn ratings_stand(&self) -> Result<RatingsStand, StoreError> {
        self.noted(ratings::stand(self.connection))
    }

    /// Whether a mail that was accepted before this instant has not been handled yet.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn waits_from_before(&self, at: DateTime<Utc>) -> Result<bool, StoreError> {
        self.noted(ratings::waits_from_before(self.connection, at))
    }

    /// The results of the games that ended in this week or later; of all games without a week.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn results(&self, from: Option<Period>) -> Result<Vec<GameResult>, StoreError> {
        self.noted(ratings::results(self.connection, from))
    }

    /// The book of ratings, with everything that closing a week needs.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn whole_book(&self) -> Result<Book, StoreError> {
        self.noted(ratings::book(self.connection).and_then(|mut book| {
            ratings::bouts(self.connection, &mut book)?;
            Ok(book)
        }))
    }

    /// The stored ratings as texts, one for each row.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn rating_rows(&self) -> Result<Vec<String>, StoreError> {
        self.noted(ratings::rows(self.connection))
    }

    pub(super) fn connection(&self) -> &'a Connection {
        self.connection
    }

    /// The number of letters added in this transaction.
    pub fn letters(&self) -> u32 {
        self.letters.get()
    }

    /// The first error that this transaction has returned, and whether its cause is this one mail.
    pub(super) fn fault(&self) -> Option<(String, bool)> {
        self.fault.borrow().clone()
    }

    fn noted<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(error) = &result {
            let of_one_message = error.is_of_one_message();
            let mut fault = self.fault.borrow_mut();
            // An error of the store is more important than one of the mail.
            if fault.as_ref().is_none_or(|(_, noted)| *noted && !of_one_message) {
                *fault = Some((error.to_string(), of_one_message));
            }
        }
        result
    }
}
