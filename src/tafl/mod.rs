//! The game itself: boards, rules as data, plays, captures, endings. It knows nothing of mail, players or hours.
//!
//! A [`Variant`] is a file; its [`Rules`] are read once and make the ground a [`Position`] is judged on; a [`Course`] is a game
//! in progress. Nothing about a particular variant is written in code.

mod built_in;
mod call;
mod capture;
mod catalogue;
mod choice;
mod course;
mod dialect;
mod ending;
mod fort;
mod grid;
mod ground;
mod hindrance;
mod history;
mod illegal;
mod lawful;
mod mistakes;
mod otn;
mod parameter;
mod perft;
mod play;
mod played;
mod plays;
mod position;
mod record;
mod records;
mod ring;
mod rules;
mod rules_error;
mod side;
mod square;
mod status;
mod variant;
mod variant_file;
mod variant_head;
mod words;

pub use catalogue::{Catalogue, NAME_WORDS_MAX, VariantError};
pub use choice::{BadOption, Choice, ChoiceError, ChoiceOption, DEFAULT_GAME, shareable};
pub use course::{Course, ReplayError};
pub use dialect::Dialect;
pub use illegal::{Illegal, Special};
pub use otn::OtnError;
pub use parameter::{Binds, Call, KingArmed, KingCapture, Pass, RepetitionEffect};
pub use perft::{divide, perft};
pub use play::{BadPlay, ParsedPlay, Play};
pub use played::Played;
pub use position::{BadPosition, Position};
pub use record::{BrokeOff, RecordError, RecordFault, Replay};
pub use records::{About, BadEnded, Ended, GameRecord, How, ImportError, ImportFault, Misfit, RecordFormat, Unsayable};
pub use rules::Rules;
pub use rules_error::RulesError;
pub use side::{BadSide, Piece, Side};
pub use square::{BadSquare, Square};
pub use status::{Reason, Status};
pub use variant::{KingStrength, OWN_RULES, Overlay, OverlayError, Variant};
pub use words::{EnemyOf, KingTaken, Limit, Stop, Told};
