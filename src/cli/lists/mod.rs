//! The operator's lists: players, games, letters that wait, mails that came in. Plain lines, or JSON for programs.

mod output;
mod rows;

// one file for each list
mod game;
mod inbox;
mod player;
mod queue;
mod ratings;

pub(super) use game::{GameCmd, game};
pub(super) use inbox::{InboxCmd, inbox};
pub(super) use player::{PlayerCmd, player};
pub(super) use queue::{QueueCmd, queue};
pub(super) use ratings::{RatingsCmd, look as ratings_look, ratings};
