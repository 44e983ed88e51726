//! What players ask about their own accounts.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Decision, refuse};
use crate::club::exchange::refusal::Refusal;
use crate::club::handling::closing;
use crate::club::playing::account;
use crate::command::Account;

/// The most letters a day that tell a player of changes of their account.
const ACCOUNT_LETTERS_MAX: u32 = 30;

/// Does what a player asks about their account.
pub(crate) fn act(auth: &Authenticated, act: &Account, chance: &mut Chance) -> Decision {
    let Some(player) = auth.view.players.get(auth.sender) else {
        return Decision::default();
    };
    if auth.view.account_letters.get(auth.sender).is_some_and(|letters| *letters >= ACCOUNT_LETTERS_MAX) {
        return refuse(Refusal::TooManyChanges);
    }
    match act {
        Account::AddAddress(address) => account::claim(auth, player, address, false, chance),
        Account::ChangeAddress(address) => account::claim(auth, player, address, true, chance),
        Account::DropAddress(address) => account::drop_address(auth, player, address, chance),
        Account::ChangePassword(new) => account::change_password(auth, player, new.as_ref(), chance),
        Account::DropPassword => match player.password_hash {
            Some(_) => account::set_password(auth, player, None, chance),
            None => refuse(Refusal::NoPasswordToDrop),
        },
        Account::Reclaim => refuse(Refusal::NothingToReclaim),
        Account::SignOff => closing::sign_off(auth, player, chance),
        Account::SignOn => closing::sign_on(auth, player),
        Account::Delete { resigning } => closing::delete(auth, player, resigning, chance),
    }
}
