//! What players ask about games, and about themselves as players, and what follows from letters that came back.

pub(crate) mod account;
pub(crate) mod certainty;
pub(crate) mod crossed_letters;
pub(crate) mod lost_letters;
pub(crate) mod messages;
pub(crate) mod observers;
pub(crate) mod prepared_moves;
pub(crate) mod vacation;

pub(crate) mod bounces;
pub(crate) mod challenge;

pub(crate) mod moves;
pub(crate) mod open_challenges;
pub(crate) mod signup;

pub(crate) mod on_board;
