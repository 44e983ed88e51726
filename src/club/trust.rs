//! Who may act for whom: the evidence a mail brings, weighed.
//!
//! A right password is enough. A reply token is enough from one of the player's own addresses and for what it was
//! handed out for. A bare address proves nothing, since anybody can write it: the request is held until the
//! registered mailbox confirms it.

use crate::club::password;
use crate::club::player::PlayerId;
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
        return weigh_login(view, login);
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

fn weigh_login(view: &View, login: &Login) -> Standing {
    let known = login.player.parse::<PlayerId>().ok().and_then(|id| view.players.get(&id));
    let Some(player) = known else {
        return Standing::UnknownPlayer(login.player.clone());
    };
    if view.wrong_passwords.get(&player.id).copied().unwrap_or(0) >= WRONG_PASSWORDS_MAX {
        return Standing::TooManyPasswords(player.id.clone());
    }
    match &player.password_hash {
        Some(hash) if password::matches(login.password.expose(), hash) => Standing::Proven(player.id.clone()),
        hash => Standing::WrongPassword { player: player.id.clone(), has_one: hash.is_some() },
    }
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
