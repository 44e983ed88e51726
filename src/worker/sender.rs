//! What in a mail shows who wrote it, and whether a person did.

use crate::club::Token;
use crate::mail::{self, Address, Authenticity, Authserv, Errand, Message, TokenText};
use crate::store::{SpooledMail, StoreError, Tx};
use chrono::{DateTime, TimeDelta, Utc};

/// The one person who wrote the mail, or why it gets no answer: a program, a list, or ourselves.
pub(super) fn writer(spool: &SpooledMail, message: &Message, has_proof: bool) -> Result<Address, String> {
    let envelope = spool.envelope_from.as_deref().and_then(mail::automatic_envelope);
    match envelope.or(message.automatic) {
        // A person may write through a list, but an answer would go to the whole list. So only a mail with a key or a password counts.
        Some(automatic) if !(automatic.is_from_list() && has_proof) => Err(format!("not answered: {automatic}")),
        _ => message.from.clone().ok_or_else(|| "not answered: From does not name exactly one sender".to_owned()),
    }
}

/// What the trusted mail server says about the sender, for the operator.
pub(super) fn note(authserv: &Authserv, authenticity: Authenticity) -> Option<String> {
    let note = match authenticity {
        Authenticity::Genuine => "sender genuine",
        Authenticity::Copied => "sender genuine, but the mail may be a copy (see To, Cc and Date)",
        Authenticity::Unknown => "sender not verified",
        Authenticity::Forged => "sender forged (dmarc=fail)",
    };
    Some(note.to_owned()).filter(|_| *authserv != Authserv::Nobody)
}

/// How many mails in an hour from one address are answered if they have only dead tokens.
const DEAD_TOKENS_MAX: u32 = 5;

/// How long they count.
const DEAD_TOKENS_WINDOW: TimeDelta = TimeDelta::hours(1);

/// The reply token of a mail.
pub(super) enum Key {
    /// It is valid.
    Living(Token),
    /// It is not valid, or never was: its game is over, its letter is old, or somebody makes up tokens.
    Dead,
    /// There is none.
    None,
}

impl Key {
    pub(super) fn living(self) -> Option<Token> {
        match self {
            Key::Living(token) => Some(token),
            Key::Dead | Key::None => None,
        }
    }
}

/// The first of these tokens of a mail that is valid at `now`.
pub(super) fn key(tx: &Tx, tokens: &[TokenText], now: DateTime<Utc>) -> Result<Key, StoreError> {
    for text in tokens {
        if let Some(token) = tx.token(&text.hash(), now)? {
            return Ok(Key::Living(token));
        }
    }
    Ok(if tokens.is_empty() { Key::None } else { Key::Dead })
}

/// Counts a mail with a dead token. Returns false if its sender has sent too many of them.
pub(super) fn may_try_keys(tx: &Tx, from: &Address, received: DateTime<Utc>) -> Result<bool, StoreError> {
    if tx.dead_tokens(from, received - DEAD_TOKENS_WINDOW)? >= DEAD_TOKENS_MAX {
        return Ok(false);
    }
    tx.note_dead_token(from, received)?;
    Ok(true)
}

/// The board of the letter that is answered, by the address that the mail was sent to or the Message-ID that it refers to.
pub(super) fn board_answered(message: &Message, envelope_to: &[String]) -> Option<u32> {
    let delivered = envelope_to.iter().filter_map(|to| to.parse::<Address>().ok());
    let addressed = delivered.chain(message.to.iter().cloned()).filter_map(|to| mail::errand_of_address(&to));
    let answered = message.in_reply_to.iter().filter_map(|id| mail::errand_of_message_id(id));
    let mut errands = addressed.map(|(errand, _)| errand).chain(answered.map(|(errand, ..)| errand));
    errands.find_map(|errand| match errand {
        Errand::Board(number) => Some(number),
        Errand::Letter(_) => None,
    })
}
