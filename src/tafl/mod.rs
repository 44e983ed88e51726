//! The game itself: boards, rules as data, plays, captures, endings. It knows nothing of mail, players or hours.
//!
//! A [`Variant`] is a file; its [`Rules`] are read once and make the ground a [`Position`] is judged on; a [`GameState`] is a game
//! in progress. Nothing about a particular variant is written in code.

// the board and what stands on it
mod bitboard;
mod play;
mod position;
mod side;
mod square;

// what is said of a move
mod dialect;
mod illegal;
mod played;
mod status;

// rules as they are written
mod parameter;
mod rules_error;
mod validate;
mod variant_file;
mod variant_head;

// rules as they are played
mod announcements;
mod capture;
mod compiled_rules;
mod encirclement;
mod ending;
mod exit_fort;
mod history;
mod plays;

// the rules of one game, and where they come from
mod built_in;
mod catalogue;
mod description;
mod diagnostics;
mod otn;
mod rules;
mod variant;
mod variant_options;

// a game in progress
mod game_state;
mod obstruction;
mod perft;
mod replay;

// whole games as text
mod records;

pub use catalogue::{Catalogue, NAME_WORDS_MAX, VariantError};
pub use description::{EnemyOf, KingTaken, Limit, Stop, Told, describe};
pub use dialect::Dialect;
pub use game_state::{GameState, ReplayError};
pub use illegal::{Illegal, Special};
pub use otn::OtnError;
pub use parameter::{Binds, Call, KingArmed, KingCapture, Pass, RepetitionEffect};
pub use perft::{divide, perft};
pub use play::{BadPlay, ParsedPlay, Play};
pub use played::Played;
pub use position::{BadPosition, Position};
pub use records::{About, BadEnded, Ended, GameRecord, How, ImportError, ImportFault, Misfit, RecordFormat, Unsayable};
pub use replay::{BrokeOff, RecordError, RecordFault, Replay};
pub use rules::Rules;
pub use rules_error::RulesError;
pub use side::{BadSide, Piece, Side};
pub use square::{BadSquare, Square};
pub use status::{Reason, Status};
pub use variant::{KingStrength, OWN_RULES, Overlay, OverlayError, Variant};
pub use variant_options::{BadOption, Choice, ChoiceError, ChoiceOption, DEFAULT_GAME, shareable};
