//! Tables of a tournament, over seats alone: pairing, standings and tie-breaks. No player, board or mail is known here.

pub mod pairing;

pub(crate) mod game_value;

pub(crate) mod tiebreak;

pub(crate) mod standings;
