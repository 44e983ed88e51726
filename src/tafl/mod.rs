//! The game itself: boards, rules as data, plays, captures, endings. It knows nothing of mail, players or hours.
//!
//! A [`Variant`] is a file; its [`Rules`] are read once and make the ground a [`Position`] is judged on; a [`GameState`] is a game
//! in progress. Nothing about a particular variant is written in code.

mod announcements;
mod bitboard;
mod built_in;
mod capture;
mod catalogue;
mod compiled_rules;
mod description;
mod diagnostics;
mod dialect;
mod encirclement;
mod ending;
mod exit_fort;
mod game_state;
mod history;
mod illegal;
mod obstruction;
mod otn;
mod parameter;
mod perft;
mod play;
mod played;
mod plays;
mod position;
mod records;
mod replay;
mod rules;
mod rules_error;
mod side;
mod square;
mod status;
mod validate;
mod variant;
mod variant_file;
mod variant_head;
mod variant_options;

pub use catalogue::{Catalogue, NAME_WORDS_MAX, VariantError};
pub use description::{EnemyOf, KingTaken, Limit, Stop, Told};
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
