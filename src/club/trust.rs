//! Who may act for whom: the evidence a mail brings, weighed.
//!
//! A right password is enough. A reply token is enough from one of the player's own addresses and for what it was
//! handed out for. A bare address proves nothing, since anybody can write it: the request is held until the
//! registered mailbox confirms it.

use crate::club::player::{Player, PlayerId};
use crate::club::request::{Purpose, Request, Token};
use crate::club::view::View;
use crate::command::Login;

/// Wrong passwords per player and hour after which only an answered letter helps.
pub const WRONG_PASSWORDS_MAX: u32 = 5;

/// What the evidence amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is this player.
    Proven(PlayerId),
    /// It may be this player: ask his mailbox.
    Doubtful(PlayerId),
    /// The password is wrong, or the player has none.
    WrongPassword {
        /// The player named.
        player: PlayerId,
        /// Whether he has a password at all.
        has_one: bool,
    },
    /// Too many wrong passwords for this player within the hour.
    TooManyPasswords(PlayerId),
    /// The login names nobody.
    UnknownPlayer(String),
    /// Nobody we know.
    Stranger,
}

/// Weighs the evidence for a request about board `number` (`None`: about no board).
pub fn weigh(view: &View, request: &Request, login: Option<&Login>, number: Option<u32>) -> Standing {
    if let Some(login) = login {
        return weigh_login(view, request, login);
    }
    if let Some(player) = request.token.as_ref().and_then(|token| holder(token, number)) {
        let known = view.players.get(&player);
        let from_him = request.from.as_ref().is_some_and(|from| known.is_some_and(|known| known.has_address(from)));
        return if from_him || request.confirmed { Standing::Proven(player) } else { Standing::Doubtful(player) };
    }
    match &view.from {
        Some(player) => Standing::Doubtful(player.clone()),
        None => Standing::Stranger,
    }
}

/// Who the sender probably is: good enough to address an answer, which goes to his registered mailbox alone.
pub fn supposed_sender(view: &View, request: &Request, login: Option<&Login>) -> Option<PlayerId> {
    let named = login.and_then(|login| login.player.parse().ok());
    let handed = request.token.as_ref().and_then(|token| token.purpose.player().cloned());
    named.or(handed).or_else(|| view.from.clone()).filter(|player| view.players.contains_key(player))
}

/// The hash with which a login's password is to be compared; `None` where that would change nothing. Comparing is slow
/// on purpose, so whoever asks does it once for each password, and tells in [`Request::password_is_right`].
pub fn hash_to_compare<'a>(view: &'a View, login: &Login) -> Option<&'a str> {
    let player = named(view, login).filter(|player| !is_guessed_at(view, player))?;
    player.password_hash.as_deref()
}

fn weigh_login(view: &View, request: &Request, login: &Login) -> Standing {
    let Some(player) = named(view, login) else {
        return Standing::UnknownPlayer(login.player.clone());
    };
    if is_guessed_at(view, player) {
        return Standing::TooManyPasswords(player.id.clone());
    }
    match player.password_hash.is_some() {
        true if request.password_is_right => Standing::Proven(player.id.clone()),
        has_one => Standing::WrongPassword { player: player.id.clone(), has_one },
    }
}

fn named<'a>(view: &'a View, login: &Login) -> Option<&'a Player> {
    login.player.parse::<PlayerId>().ok().and_then(|id| view.players.get(&id))
}

fn is_guessed_at(view: &View, player: &Player) -> bool {
    view.wrong_passwords.get(&player.id).copied().unwrap_or(0) >= WRONG_PASSWORDS_MAX
}

/// Whose hand the token is in, as far as it was handed out for this board. It stood in a letter whose text may travel
/// on in quotes, so it proves something only together with the sender's address.
fn holder(token: &Token, number: Option<u32>) -> Option<PlayerId> {
    match &token.purpose {
        Purpose::Confirm { player, .. } | Purpose::Letter { player } => Some(player.clone()),
        Purpose::Game { player, number: own, .. } => number.is_none_or(|number| number == *own).then(|| player.clone()),
        Purpose::Signup => None,
    }
}
