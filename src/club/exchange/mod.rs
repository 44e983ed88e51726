//! What goes into a decision and what comes out of it: the request, the view, changes, notices, replies and refusals.

pub(crate) mod asked_back;
pub(crate) mod demanded_proof;
pub(crate) mod digest_hour;
pub(crate) mod game_search;
pub(crate) mod refusal;
pub(crate) mod score;
pub(crate) mod tournament_page;

pub(crate) mod request;
pub(crate) mod view;

pub(crate) mod authenticated;
pub(crate) mod old_keys;
pub(crate) mod reply;

pub(crate) mod authorization;
pub(crate) mod notice;

pub(crate) mod decision;

pub(crate) mod notices_out;

pub(crate) mod board_news;
