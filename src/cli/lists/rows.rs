//! Rows that the operator names by their numbers, and actions on them.

use crate::cli::exit::Trouble;
use crate::store::{ByHand, StoreError};
use std::fmt::Display;

/// Does something to each of these rows, then says for which of them it was not possible, and why. `list` is the command that lists them.
pub(in crate::cli::lists) fn by_hand<S: Display>(
    what: &str,
    list: &str,
    ids: &[i64],
    mut act: impl FnMut(i64) -> Result<ByHand<S>, StoreError>,
) -> Result<(), Trouble> {
    let mut troubles = Vec::new();
    for &id in ids {
        let why = match act(id)? {
            ByHand::Done => continue,
            ByHand::Unknown => format!("there is no {what} {id}; see: taflpost {list}"),
            ByHand::TextGone => format!("the text of {what} {id} has been deleted, so all you can do is drop it"),
            ByHand::Not(state) => format!("{what} {id} is {state}; see: taflpost {list}"),
        };
        troubles.push(why);
    }
    if troubles.is_empty() { Ok(()) } else { Err(Trouble::Failed(troubles.join("\n"))) }
}
