//! Joining: a sign-up waits until the mailbox it names has answered.

use crate::chance::Chance;
use crate::club::decision::{Change, Decision, refuse};
use crate::club::notice::{News, Notice};
use crate::club::password;
use crate::club::player::PlayerId;
use crate::club::refusal::Refusal;
use crate::club::request::{NewToken, Purpose, Request};
use crate::club::tell;
use crate::club::view::View;
use crate::command::Secret;
use crate::mail::{Address, TokenText};
use chrono::Days;

/// Asks the mailbox whether it wants to become player `id`.
pub fn ask(
    view: &View,
    request: &Request,
    (id, password, addresses): (&str, Option<&Secret>, &[String]),
    chance: &mut Chance,
) -> Decision {
    // Without a letter there is nothing to confirm; an earlier one must stay good.
    if view.from.is_none() && !view.may_write_to_stranger() {
        return Decision::default();
    }
    let id = match id.parse::<PlayerId>() {
        Ok(id) => id,
        Err(why) => return refuse(Refusal::BadId { why }),
    };
    if let Some(player) = &view.from {
        return refuse(Refusal::AddressTaken { player: Some(player.clone()) });
    }
    if view.players.contains_key(&id) {
        return refuse(Refusal::IdTaken);
    }
    let address = match addresses.first() {
        Some(typed) => match typed.parse::<Address>() {
            Ok(address) => address,
            Err(_) => return refuse(Refusal::BadAddress),
        },
        None => match &request.from {
            Some(from) => from.clone(),
            None => return Decision::default(),
        },
    };
    // A letter to a mailbox other than the sender's could be used to pester its owner.
    if request.from.as_ref() != Some(&address) {
        return refuse(Refusal::BadAddress);
    }
    let password_hash = match password.map(|password| password::hash(password.expose(), chance)) {
        Some(None) => return refuse(Refusal::BadPassword),
        Some(hash) => hash,
        None => None,
    };
    let text = TokenText::from_drawn(chance.bytes());
    let expires = request.received + Days::new(tell::CONFIRM_DAYS);
    let token = NewToken { text, purpose: Purpose::Signup, expires };
    Decision {
        changes: vec![Change::SignupAsked {
            id,
            address: address.clone(),
            password_hash,
            token: token.text.hash(),
            expires,
        }],
        notices: vec![Notice { to: address, reader: None, token: Some(token), news: News::SignupAsked }],
        ..Decision::default()
    }
}

/// The mailbox answered: the player joins.
pub fn confirm(view: &View, request: &Request, chance: &mut Chance) -> Decision {
    let (Some(token), Some(signup)) = (&request.token, &view.signup) else {
        return refuse(Refusal::SignupLapsed);
    };
    if view.players.contains_key(&signup.id) {
        return refuse(Refusal::IdTaken);
    }
    if view.from.is_some() && request.from.as_ref() == Some(&signup.address) {
        return refuse(Refusal::AddressTaken { player: view.from.clone() });
    }
    let mut decision = Decision { sender: Some(signup.id.clone()), ..Decision::default() };
    decision.changes.push(Change::PlayerJoined {
        id: signup.id.clone(),
        address: signup.address.clone(),
        password_hash: signup.password_hash.clone(),
        at: request.received,
        token: token.hash,
    });
    let handed = tell::issue(&mut decision, Purpose::Letter { player: signup.id.clone() }, request.received, chance);
    decision.notices.push(Notice {
        to: signup.address.clone(),
        reader: Some(signup.id.clone()),
        token: Some(handed),
        news: News::Joined,
    });
    decision
}
