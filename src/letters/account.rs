//! Letters about the reader's own account: addresses, password, and whether letters reach the player there.

use crate::club::{self, AccountChange, AccountNews, Head, LostClock, Notice, Suspension};
use crate::mail::Address;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::consent_words;
use crate::wording::facts::context;
use crate::wording::lists;
use crate::wording::time;
use crate::wording::{ClubIdentity, Wording, WordingError};

/// The name in the operator's lists for a letter that tells its reader that another letter came back.
pub const CAME_BACK: &str = "came-back";
/// The name for a letter that tells an opponent.
pub const LETTER_LOST: &str = "letter-lost";

/// A letter: its name in the operator's lists, its subject and its blocks.
type Written = (&'static str, (String, Vec<Block>));

/// The letter for a notice about an account.
pub(super) fn letter(writer: &AnswerWriter, notice: &Notice, news: &AccountNews) -> Result<Written, WordingError> {
    let player = writer.reader.unwrap_or_default();
    let (locale, words, club) = (writer.locale, writer.locale.words, writer.club);
    Ok(match news {
        AccountNews::AddressAsked => ("address", address(words, club, &notice.to)?),
        AccountNews::PasswordAsked => ("confirm", new_password(words, player)?),
        AccountNews::Changed { change, addresses, undo } => {
            ("account", changed(words, player, change, addresses, *undo)?)
        }
        AccountNews::Reclaimed { here, others } => {
            let others: Vec<String> = others.iter().map(|address| address.as_str().to_owned()).collect();
            let others = words.list("and", &others)?;
            let facts = context! { club => &club.name, player, here => *here, others };
            ("account", words.letter("reclaimed", facts, &|_| None)?)
        }
        AccountNews::Suspended { address, instead } => {
            let facts = context! { player, address => address.as_str(), instead => instead.as_str() };
            ("account", words.letter("suspended", facts, &|_| None)?)
        }
        AccountNews::CameBack { address, games, held } => {
            let lines = lists::board_lines(locale, games)?;
            let facts = context! { player, address => address.as_str(), waiting => games.len(), held => *held };
            let letter = words.letter("came-back", facts, &|marker| (marker == "games").then(|| lines.clone()))?;
            (CAME_BACK, letter)
        }
        AccountNews::LetterLost { player, numbers, clock } => {
            let until = match clock {
                Some(LostClock::Waits(until)) => Some(time::date(words, *until, locale.zone)?),
                Some(LostClock::GoesOn) | None => None,
            };
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let (count, boards) = (numbers.len(), words.list("and", &numbers)?);
            let facts = context! { player => player.as_str(), count, boards, until, timed => clock.is_some() };
            (LETTER_LOST, words.letter("letter-lost", facts, &|_| None)?)
        }
        AccountNews::Resumed { suspension, games } => ("resumed", resumed(writer, suspension, games)?),
        AccountNews::Unreachable { player, numbers, timed } => {
            let waits_days = timed.then(|| club::HOLD_MAX.num_days());
            ("unreachable", boards(words, "unreachable", player, numbers, waits_days)?)
        }
        AccountNews::SignedOff { player, numbers } => {
            ("signed-off", boards(words, "signed-off", player, numbers, None)?)
        }
        AccountNews::Gone { player, numbers } => ("gone", boards(words, "gone", player, numbers, None)?),
        AccountNews::DeleteAsked { resigning } => ("confirm", delete(words, club, player, resigning)?),
        AccountNews::Deleted { player } => {
            let facts = context! { player => player.as_str(), club => &club.name };
            ("deleted", words.letter("deleted", facts, &|_| None)?)
        }
    })
}

/// Asks a mailbox whether it wants to be a player's mailbox. The letter contains no words of anybody.
pub(super) fn address(
    words: &Wording,
    club: &ClubIdentity,
    address: &Address,
) -> Result<(String, Vec<Block>), WordingError> {
    let facts = context! { club => &club.name, days => club::CONFIRM_DAYS };
    consent_words::letter(words, "address", &[address.as_str().to_owned()], facts, &|_| None)
}

/// Asks the registered mailbox for a new password.
pub(super) fn new_password(words: &Wording, player: &str) -> Result<(String, Vec<Block>), WordingError> {
    let facts = context! { player, days => club::CONFIRM_DAYS };
    words.letter("new-password", facts, &|_| None)
}

/// Asks the registered mailbox whether its player wants to close the account for good.
pub(super) fn delete(
    words: &Wording,
    club: &ClubIdentity,
    player: &str,
    resigning: &[u32],
) -> Result<(String, Vec<Block>), WordingError> {
    let numbers: Vec<String> = resigning.iter().map(u32::to_string).collect();
    let facts = context! {
        player,
        club => &club.name,
        days => club::CONFIRM_DAYS,
        count => numbers.len(),
        boards => words.list("and", &numbers)?,
    };
    let object = words.phrase("consent/delete", context! {})?;
    consent_words::letter(words, "delete", &[object], facts, &|_| None)
}

/// Tells a player that letters had stopped, and which boards wait for the player.
fn resumed(
    writer: &AnswerWriter,
    suspension: &Suspension,
    games: &[Head],
) -> Result<(String, Vec<Block>), WordingError> {
    let locale = writer.locale;
    let lines = lists::board_lines(locale, games)?;
    let facts = context! {
        player => writer.reader,
        address => suspension.address.as_str(),
        since => time::date(locale.words, suspension.since, locale.zone)?,
        status => suspension.status.to_string(),
        waiting => games.len(),
    };
    locale.words.letter("resumed", facts, &|marker| (marker == "games").then(|| lines.clone()))
}

/// What a player is told about another one and the boards between them, and for how many days the clocks there wait for a letter that
/// arrives.
fn boards(
    words: &Wording,
    letter: &str,
    player: &club::PlayerId,
    numbers: &[u32],
    waits_days: Option<i64>,
) -> Result<(String, Vec<Block>), WordingError> {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let boards = words.list("and", &numbers)?;
    let facts = context! { player => player.as_str(), count => numbers.len(), boards, waits_days };
    words.letter(letter, facts, &|_| None)
}

/// Tells one of the player's mailboxes what has changed, and how to undo it.
fn changed(
    words: &Wording,
    player: &str,
    change: &AccountChange,
    addresses: &[Address],
    undo: bool,
) -> Result<(String, Vec<Block>), WordingError> {
    let (what, address) = match change {
        AccountChange::Added { address, first: true } => ("added-first", Some(address)),
        AccountChange::Added { address, first: false } => ("added", Some(address)),
        AccountChange::First { address } => ("first", Some(address)),
        AccountChange::Dropped { address } => ("dropped", Some(address)),
        AccountChange::PasswordSet => ("password-set", None),
        AccountChange::PasswordDropped => ("password-dropped", None),
    };
    let change = words.phrase(&format!("account/{what}"), context! { address => address.map(Address::as_str) })?;
    let written: Vec<String> = addresses.iter().map(|address| address.as_str().to_owned()).collect();
    let facts = context! {
        player,
        change,
        address => written.first(),
        others => words.list("and", written.get(1..).unwrap_or_default())?,
        undo,
        days => club::TAKE_BACK_DAYS,
    };
    words.letter("account", facts, &|_| None)
}
