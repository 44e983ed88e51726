//! The game itself: boards, rules as data, moves, captures, endings. It knows nothing about mail, players or time.
//!
//! A [`Variant`] is a file. Its [`Rules`] are read once and compiled for the [`Position`]s of its games. A [`GameState`] is a game in
//! progress. Nothing about a particular variant is in code.

// the board and its pieces
mod bitboard;
mod play;
mod position;
mod side;
mod square;

// what is said about a move
mod dialect;
mod illegal;
mod made_play;
mod status;

// rules as text
mod parameter;
mod rules_error;
mod validate;
mod variant_file;
mod variant_head;

// rules in play
mod announcements;
mod capture;
mod compiled_rules;
mod encirclement;
mod ending;
mod exit_fort;
mod history;
mod legal_plays;

// the rules of one game, and their source
mod built_in;
mod catalogue;
mod description;
mod diagnostics;
mod otn;
mod rules;
mod variant;

// a game in progress
mod game_state;
mod obstruction;
mod perft;
mod quiet_play;
mod replay;

// whole games as text
mod records;

pub use catalogue::variant_options::{BadOption, Choice, ChoiceError, ChoiceOption, DEFAULT_GAME, shareable};
pub use catalogue::{Catalogue, NAME_WORDS_MAX, VariantError};
pub use description::{EnemyOf, KingTaken, Limit, RulesTopic, Stop, Told, describe};
pub use diagnostics::variant_mistakes;
pub use dialect::Dialect;
pub use game_state::{GameState, ReplayError};
pub use illegal::{Illegal, Special};
pub use made_play::Played;
pub use otn::OtnError;
pub use parameter::{Binds, Call, KingArmed, KingCapture, Pass, RepetitionEffect};
pub use perft::{divide, perft};
pub use play::{BadPlay, ParsedPlay, Play};
pub use position::{BadPosition, Position};
pub use quiet_play::{quiet_play, quiet_play_of};
pub use records::{About, BadEnded, Ended, GameRecord, How, ImportError, ImportFault, Misfit, RecordFormat, Unsayable};
pub use replay::{BrokeOff, RecordError, RecordFault, Replay};
pub use rules::Rules;
pub use rules_error::RulesError;
pub use side::{BadSide, Piece, Side};
pub use square::{BadSquare, Square};
pub use status::{Reason, Status};
pub use variant::{KingStrength, OWN_RULES, Overlay, OverlayError, Variant};
