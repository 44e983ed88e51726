//! Who may act for whom: how much the proof that a mail brings is worth.
//!
//! A right password is enough. A reply token is enough from one of the player's own addresses and for the purpose it was issued for. An
//! address alone proves nothing, since anybody can write it, unless a mail server that the operator trusts vouches for it. If nothing is
//! proven, the request is held until the registered mailbox confirms it. One table, [`row`], says which proof is enough for what.

use crate::club::exchange::demanded_proof::Trust;
use crate::club::exchange::request::{Purpose, Request, Token};
use crate::club::exchange::view::View;
use crate::club::model::password::WRONG_PASSWORDS_MAX;
use crate::club::model::player::{Player, PlayerId};
use crate::command::{Command, Harm, Login};
use crate::mail::Authenticity;

/// What proves who wrote, by its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// The right password.
    Password,
    /// A token, from one of the player's addresses, which a trusted server vouches for.
    TokenAndGenuine,
    /// A token, from one of the player's addresses.
    Token,
    /// One of the player's addresses, which a trusted server vouches for.
    Genuine,
    /// A token, from another address.
    TokenElsewhere,
    /// One of the player's addresses.
    From,
    /// A password or a token, and a trusted server says that the sender is forged.
    ForgedWithKey,
    /// A trusted server says that the sender is forged.
    Forged,
}

/// What happens with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// It is done.
    Do,
    /// Nothing yet: the registered mailbox is asked.
    Hold,
    /// The mailbox that wrote is asked, or told how to sign up.
    Ask,
    /// Nothing happens, and nobody is told.
    Silence,
}

/// What happens with a request that can do this harm, for each level of proof.
#[rustfmt::skip]
fn row(harm: Harm, trust: Trust) -> [Effect; 8] {
    use Effect::{Ask, Do, Hold, Silence};
    use Trust::{ClosedNetwork, Normal, Strict};
    match (harm, trust) {
        //                                   Password
        //                                   |     TokenAndGenuine
        //                                   |     |     Token
        //                                   |     |     |     Genuine
        //                                   |     |     |     |     TokenElsewhere
        //                                   |     |     |     |     |     From
        //                                   |     |     |     |     |     |     ForgedWithKey
        //                                   |     |     |     |     |     |     |        Forged
        (Harm::None, _)                  => [Do,   Do,   Do,   Do,   Do,   Do,   Silence, Silence],
        (Harm::Play, Strict)             => [Do,   Do,   Hold, Hold, Hold, Hold, Hold,    Silence],
        (Harm::Play, Normal)             => [Do,   Do,   Do,   Do,   Hold, Hold, Hold,    Silence],
        (Harm::Play, ClosedNetwork)      => [Do,   Do,   Do,   Do,   Hold, Do,   Hold,    Silence],
        (Harm::Resign, Strict)           => [Do,   Do,   Hold, Hold, Hold, Hold, Silence, Silence],
        (Harm::Resign, _)                => [Do,   Do,   Do,   Do,   Hold, Hold, Silence, Silence],
        (Harm::Account, _)               => [Do,   Hold, Hold, Hold, Hold, Hold, Silence, Silence],
        (Harm::Join, _)                  => [Ask,  Ask,  Ask,  Ask,  Ask,  Ask,  Silence, Silence],
    }
}

fn effect(harm: Harm, trust: Trust, level: Level) -> Effect {
    row(harm, trust)[level as usize]
}

/// Whether a request that needs no proof is passed over in silence all the same.
pub(crate) fn is_passed_over(request: &Request, command: &Command) -> bool {
    let level = if is_forged(request) { Level::Forged } else { Level::From };
    let harm = command.access().harm;
    matches!(harm, Harm::None | Harm::Join) && effect(harm, request.trust, level) == Effect::Silence
}

/// Whether a trusted mail server says that the sender is forged.
pub(crate) fn is_forged(request: &Request) -> bool {
    request.authenticity == Authenticity::Forged
}

/// What the proof amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SenderStanding {
    /// It is this player.
    Proven(PlayerId),
    /// It may be this player: ask their mailbox.
    Doubtful(PlayerId),
    /// It claims to be this player and most likely is not: nobody is told anything.
    PassedOver,
    /// The password is wrong, or the player has none.
    WrongPassword {
        /// The player named.
        player: PlayerId,
        /// Whether the player has a password at all.
        has_one: bool,
    },
    /// Too many wrong passwords for this player within the hour.
    TooManyPasswords(PlayerId),
    /// The login names no player.
    UnknownPlayer(String),
    /// No player that is known here.
    Stranger,
}

/// Weighs the proof for a request about board `number` (`None`: about no board).
pub(crate) fn weigh(view: &View, request: &Request, command: &Command, number: Option<u32>) -> SenderStanding {
    let (player, level) = match found(view, request, command, number) {
        Ok(found) => found,
        // Wrong passwords are counted, no matter who sends them.
        Err(standing @ SenderStanding::WrongPassword { .. }) => return standing,
        Err(_) if is_forged(request) => return SenderStanding::PassedOver,
        Err(standing) => return standing,
    };
    match effect(command.access().harm, request.trust, level) {
        // The key was sent to the registered mailbox alone, and its yes is the strongest proof there is.
        _ if request.confirmed => SenderStanding::Proven(player),
        Effect::Do => SenderStanding::Proven(player),
        Effect::Hold | Effect::Ask => SenderStanding::Doubtful(player),
        Effect::Silence => SenderStanding::PassedOver,
    }
}

/// The player it would be, and the level of the proof.
fn found(
    view: &View,
    request: &Request,
    command: &Command,
    number: Option<u32>,
) -> Result<(PlayerId, Level), SenderStanding> {
    let genuine = request.authenticity == Authenticity::Genuine;
    let token = request.token.as_ref();
    let (player, level) = if let Some(login) = command.login() {
        (by_password(view, request, login)?, Level::Password)
    } else if let Some(player) = token.and_then(|token| holder(token, number)) {
        let known = view.players.get(&player);
        let from_him = request.from.as_ref().is_some_and(|from| known.is_some_and(|known| known.has_address(from)));
        let level = match (from_him, genuine) {
            (true, true) => Level::TokenAndGenuine,
            (true, false) => Level::Token,
            (false, _) => Level::TokenElsewhere,
        };
        (player, level)
    } else {
        let player = view.from.clone().ok_or(SenderStanding::Stranger)?;
        (player, if genuine { Level::Genuine } else { Level::From })
    };
    if !is_forged(request) {
        return Ok((player, level));
    }
    let has_key = level != Level::Genuine && level != Level::From;
    Ok((player, if has_key { Level::ForgedWithKey } else { Level::Forged }))
}

/// Who the sender probably is. That is good enough to address an answer, which goes to their registered mailbox alone.
pub(crate) fn supposed_sender(view: &View, request: &Request, login: Option<&Login>) -> Option<PlayerId> {
    let named = login.and_then(|login| login.player.parse().ok());
    let handed = request.token.as_ref().and_then(|token| token.purpose.player().cloned());
    named.or(handed).or_else(|| view.from.clone()).filter(|player| view.players.contains_key(player))
}

/// The hash with which a login's password must be compared. `None` if that would change nothing. Comparing is slow on purpose, so the
/// caller does it once for each password and puts the result into [`Request::password_is_right`].
pub fn hash_to_compare<'a>(view: &'a View, login: &Login) -> Option<&'a str> {
    let player = named(view, login).filter(|player| !is_guessed_at(view, player))?;
    player.password_hash.as_deref()
}

fn by_password(view: &View, request: &Request, login: &Login) -> Result<PlayerId, SenderStanding> {
    let Some(player) = named(view, login) else {
        return Err(SenderStanding::UnknownPlayer(login.player.clone()));
    };
    if is_guessed_at(view, player) {
        return Err(SenderStanding::TooManyPasswords(player.id.clone()));
    }
    match player.password_hash.is_some() {
        true if request.password_is_right => Ok(player.id.clone()),
        has_one => Err(SenderStanding::WrongPassword { player: player.id.clone(), has_one }),
    }
}

fn named<'a>(view: &'a View, login: &Login) -> Option<&'a Player> {
    login.player.parse::<PlayerId>().ok().and_then(|id| view.players.get(&id))
}

fn is_guessed_at(view: &View, player: &Player) -> bool {
    view.wrong_passwords.get(&player.id).copied().unwrap_or(0) >= WRONG_PASSWORDS_MAX
}

/// The player to whom the token was issued, if it was issued for this board. It was in a letter whose text may travel on in quotes, so it
/// proves something only together with the sender's address.
fn holder(token: &Token, number: Option<u32>) -> Option<PlayerId> {
    match &token.purpose {
        Purpose::Confirm { player, .. }
        | Purpose::Letter { player }
        | Purpose::Password { player }
        | Purpose::TakeBack { player, .. } => Some(player.clone()),
        Purpose::Game { player, number: own, .. } => number.is_none_or(|number| number == *own).then(|| player.clone()),
        Purpose::Signup | Purpose::Address { .. } | Purpose::Unsubscribe { .. } => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
