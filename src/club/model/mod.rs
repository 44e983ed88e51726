//! The values of the club: players, games, clocks, tournaments. Nothing here decides or tells.

pub(crate) mod reminders;

pub(crate) mod clock;
pub(crate) mod downtime;
pub(crate) mod mail_zone;
pub(crate) mod password;
pub(crate) mod player;
pub(crate) mod policy;
pub(crate) mod prepared_line;
pub(crate) mod tournament_name;

pub(crate) mod game;
pub(crate) mod open_challenge;
pub(crate) mod pairing_wishes;
pub(crate) mod plan;
pub(crate) mod reserved_ids;
pub(crate) mod ruling;
pub(crate) mod unread_mails;

pub(crate) mod played_game;
pub(crate) mod record;
pub(crate) mod tournament_refusal;

pub(crate) mod tournament;

pub(crate) mod tournament_change;
