//! A player's own account: their addresses and their password.
//!
//! An address is added only when its mailbox has said yes. Until then the claim waits for its token to be used. Every address that the
//! player had is told of every change, with a token that lives for [`TAKE_BACK_DAYS`] and lets that mailbox undo it:
//!
//! ```text
//!  add X --proven or confirmed--> claim --X answers--> X is added   every other address is told,
//!  drop X, change password ---------------------------> done        and may answer: reclaim
//! ```
//!
//! To reclaim the account, only the mailbox counts, and not who has which password. Letters go to that mailbox again, addresses added since
//! are removed, and so are the password and all tokens that were issued. The tokens to undo an earlier change stay, and so do those of
//! other mailboxes to undo this one. So a person who has taken over an account cannot take it back from its player, who was told first.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::{AccountChange, AccountNews, News, Notice};
use crate::club::exchange::notices_out;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::{NewToken, Purpose, Request, Token};
use crate::club::exchange::view::View;
use crate::club::model::password;
use crate::club::model::player::{Player, Settings};
use crate::command::{ADDRESSES_MAX, Account, Secret};
use crate::mail::Address;

/// The most changes of an account that wait for a mailbox. Each is a letter to an address that may be a stranger's.
pub const CLAIMS_MAX: u32 = 5;

pub(in crate::club) fn claim(
    auth: &Authenticated,
    player: &Player,
    typed: &str,
    first: bool,
    chance: &mut Chance,
) -> Decision {
    let address = match typed.parse::<Address>() {
        Ok(address) => address,
        Err(why) => return refuse(Refusal::NoSuchAddress { why }),
    };
    if player.has_address(&address) {
        return match first && *player.address() != address {
            // Its mailbox has said yes before.
            true => make_first(auth, player, address, chance),
            false => refuse(Refusal::AddressIsYours),
        };
    }
    let Some(claimed) = auth.view.claimed.as_ref().filter(|claimed| claimed.owner.is_none()) else {
        return refuse(Refusal::AddressOfAnother);
    };
    if player.addresses.len() >= ADDRESSES_MAX {
        return refuse(Refusal::TooManyAddresses);
    }
    let waiting = auth.view.claims.get(&player.id).copied().unwrap_or_default();
    if waiting >= CLAIMS_MAX || !claimed.letters.has_room_for_claim() {
        return refuse(Refusal::TooManyClaims);
    }
    let mut decision = Decision { sender: Some(player.id.clone()), ..Decision::default() };
    let purpose = Purpose::Address { player: player.id.clone(), address: address.clone(), first };
    let token = notices_out::issue(&mut decision, purpose, auth.request.received, chance);
    decision.notices.push(Notice {
        to: address.clone(),
        reader: None,
        settings: player.settings,
        token: Some(token),
        news: News::Account(AccountNews::AddressAsked),
    });
    decision.replies.push(Reply::AddressAsked { address });
    decision
}

/// The mailbox of the new address has answered.
pub(crate) fn claimed(view: &View, request: &Request, chance: &mut Chance) -> Decision {
    let Some((hash, Purpose::Address { player, address, first })) =
        request.token.as_ref().map(|token| (token.hash, &token.purpose))
    else {
        return Decision::default();
    };
    let Some(player) = view.players.get(player) else {
        return refuse(Refusal::AddressOfAnother);
    };
    match view.claimed.as_ref().and_then(|claimed| claimed.owner.as_ref()) {
        Some(owner) if *owner == player.id => return refuse(Refusal::AddressIsYours),
        Some(_) => return refuse(Refusal::AddressOfAnother),
        None if player.addresses.len() >= ADDRESSES_MAX => return refuse(Refusal::TooManyAddresses),
        None => {}
    }
    let (address, first, at) = (address.clone(), *first, request.received);
    let mut decision = Decision { sender: Some(player.id.clone()), ..Decision::default() };
    decision.changes.push(Change::TokenSpent { hash });
    let added = Change::AddressAdded { player: player.id.clone(), address: address.clone(), first, at };
    decision.changes.push(added);
    let mut addresses = player.addresses.clone();
    addresses.insert(if first { 0 } else { addresses.len() }, address.clone());
    let now = Player { addresses, ..player.clone() };
    let change = AccountChange::Added { address: address.clone(), first };
    tell_all(&mut decision, request, &player.addresses, &now, &change, chance);
    let purpose = Purpose::Letter { player: player.id.clone() };
    let token = notices_out::issue(&mut decision, purpose, at, chance);
    let news = News::Account(AccountNews::Changed { change, addresses: now.addresses, undo: false });
    decision.notices.push(Notice {
        to: address,
        reader: Some(player.id.clone()),
        settings: player.settings,
        token: Some(token),
        news,
    });
    decision
}

pub(in crate::club) fn make_first(
    auth: &Authenticated,
    player: &Player,
    address: Address,
    chance: &mut Chance,
) -> Decision {
    let mut addresses = player.addresses.clone();
    addresses.retain(|own| *own != address);
    addresses.insert(0, address.clone());
    let change = Change::AddressFirst { player: player.id.clone(), address: address.clone() };
    changed(auth, player, addresses, change, AccountChange::First { address }, chance)
}

pub(in crate::club) fn drop_address(
    auth: &Authenticated,
    player: &Player,
    typed: &str,
    chance: &mut Chance,
) -> Decision {
    let Some(address) = typed.parse().ok().and_then(|typed: Address| player.address_like(&typed).cloned()) else {
        return refuse(Refusal::NotYourAddress);
    };
    if player.addresses.len() == 1 {
        return refuse(Refusal::LastAddress);
    }
    let addresses = player.addresses.iter().filter(|own| **own != address).cloned().collect();
    let change = Change::AddressDropped { player: player.id.clone(), address: address.clone() };
    changed(auth, player, addresses, change, AccountChange::Dropped { address }, chance)
}

pub(in crate::club) fn change_password(
    auth: &Authenticated,
    player: &Player,
    new: Option<&Secret>,
    chance: &mut Chance,
) -> Decision {
    let hash = match new {
        // A letter asks the registered mailbox for the password: what comes from there is the player's.
        None => {
            let held = Some(Account::ChangePassword(None).to_string());
            return Decision { sender: Some(player.id.clone()), held, ..Decision::default() };
        }
        // If this only tries what the line would do, the slow hash is not worth it.
        Some(_) if !auth.request.confirmed && !auth.request.password_is_right => None,
        Some(new) => match password::hash(new.expose(), chance) {
            Some(hash) => Some(hash),
            None => return refuse(Refusal::BadPassword),
        },
    };
    let mut decision = set_password(auth, player, hash, chance);
    if let Some(Token { hash, purpose: Purpose::Password { .. }, .. }) = &auth.request.token {
        decision.changes.push(Change::TokenSpent { hash: *hash });
    }
    decision
}

pub(in crate::club) fn set_password(
    auth: &Authenticated,
    player: &Player,
    password_hash: Option<String>,
    chance: &mut Chance,
) -> Decision {
    let change = match password_hash {
        Some(_) => AccountChange::PasswordSet,
        None => AccountChange::PasswordDropped,
    };
    let set = Change::PasswordSet { player: player.id.clone(), password_hash };
    changed(auth, player, player.addresses.clone(), set, change, chance)
}

/// Makes one change and tells every address that the player had. The letter about it is the answer.
fn changed(
    auth: &Authenticated,
    player: &Player,
    addresses: Vec<Address>,
    change: Change,
    what: AccountChange,
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision { sender: Some(player.id.clone()), changes: vec![change], ..Decision::default() };
    let now = Player { addresses, ..player.clone() };
    tell_all(&mut decision, auth.request, &player.addresses, &now, &what, chance);
    decision
}

/// Tells these addresses what has changed about the player's account, each with a token to undo it.
fn tell_all(
    decision: &mut Decision,
    request: &Request,
    told: &[Address],
    player: &Player,
    change: &AccountChange,
    chance: &mut Chance,
) {
    for address in told {
        let since = request.received;
        let purpose = Purpose::TakeBack { player: player.id.clone(), address: address.clone(), since };
        let token = notices_out::issue(decision, purpose, since, chance);
        let news = News::Account(AccountNews::Changed {
            change: change.clone(),
            addresses: player.addresses.clone(),
            undo: true,
        });
        decision.notices.push(letter(player.settings, address, player, Some(token), news));
    }
}

fn letter(settings: Settings, to: &Address, player: &Player, token: Option<NewToken>, news: News) -> Notice {
    Notice { to: to.clone(), reader: Some(player.id.clone()), settings, token, news }
}

/// A mailbox that was told of a change says that its player did not make it.
pub(crate) fn reclaim(view: &View, request: &Request, chance: &mut Chance) -> Decision {
    let Some(Purpose::TakeBack { player, address, since }) = request.token.as_ref().map(|token| &token.purpose) else {
        return refuse(Refusal::NothingToReclaim);
    };
    let Some(player) = view.players.get(player) else {
        return refuse(Refusal::NothingToReclaim);
    };
    if view.claimed.as_ref().and_then(|claimed| claimed.owner.as_ref()).is_some_and(|owner| *owner != player.id) {
        return refuse(Refusal::AddressOfAnother);
    }
    let (id, at) = (player.id.clone(), request.received);
    let mut decision = Decision { sender: Some(id.clone()), proven: true, ..Decision::default() };
    decision.changes.push(Change::AccountReclaimed { player: id.clone(), address: address.clone(), since: *since, at });
    let token = notices_out::issue(&mut decision, Purpose::Letter { player: id }, at, chance);
    let older = player
        .addresses
        .iter()
        .zip(&player.addresses_since)
        .filter(|(other, added)| *added < since && *other != address);
    let others = older.map(|(other, _)| other.clone()).collect();
    let news = News::Account(AccountNews::Reclaimed { here: true, others });
    decision.notices.push(letter(player.settings, address, player, Some(token), news));
    for other in player.addresses.iter().filter(|other| *other != address) {
        let news = News::Account(AccountNews::Reclaimed { here: false, others: Vec::new() });
        decision.notices.push(letter(player.settings, other, player, None, news));
    }
    decision
}
