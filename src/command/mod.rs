//! The language of commands: what players write, made sense of.
//!
//! ```text
//! Subject, new text --reading, lines--> a line --lexer--> words --parser (args, choice, lookup, talk)--> Command
//!                                                    |                                  or a Complaint with its place
//!                                                  table: every command as data, also for help and README
//! ```
//!
//! Pure: a text and the catalogue of games go in, values come out. What is legal, who asks and whether board 17 exists is not known here.

mod account;
mod args;
mod block;
mod canonical;
mod choice;
#[allow(clippy::module_inception, reason = "a file is named after the one thing in it, and this one is the command")]
mod command;
mod complaint;
mod conditions;
mod consent;
mod courtesy;
mod dates;
mod elsewhere;
mod exact;
mod head;
mod language;
mod lexer;
mod lines;
mod login_places;
mod lookup;
mod manner;
mod mask;
mod nearest;
mod opening;
mod parser;
mod player_id;
mod plays;
mod reading;
mod record;
mod said;
mod secret;
mod setting;
pub mod table;
mod table_data;
mod talk;
mod topics;
mod tournament;

pub use crate::command::account::Account;
pub use crate::command::choice::{is_name_for_a_game, nearest_games, nearest_options, usual_options};
pub use crate::command::command::{
    ADDRESSES_MAX, Command, Filter, LIMIT_MAX, ME, PLAYERS_MAX, PREVIEW_PLAYS_MAX, PreviewOf, QUEUE_PLAYS_MAX, Queued,
    RatingsOf, RulesOf, SHOW_ITEMS_MAX, ShowItem, TEXT_CHARS_MAX, TEXT_LINES_MAX, Terms, Timing, Vacation,
};
pub use crate::command::complaint::{Complaint, ComplaintKind, Thing, Withholding, short};
pub use crate::command::conditions::Conditions;
pub use crate::command::consent::{is_no, is_yes};
pub use crate::command::elsewhere::Instead;
pub use crate::command::exact::{InUse, Named};
pub use crate::command::head::may_begin_with;
pub use crate::command::language::{BadLanguage, Language};
pub use crate::command::login_places::{without_logins_of, without_passwords};
pub use crate::command::manner::{Doubt, Manner};
pub use crate::command::mask::{STARS, own_login};
pub use crate::command::nearest::{Place, nearest};
pub use crate::command::player_id::{ID_CHARS_MAX, ID_CHARS_MIN, is_player_id, is_reserved};
pub use crate::command::reading::{
    Answer, COMMANDS_MAX, COMPLAINTS_MAX, Item, Reading, board_of_subject, is_command, parse_line, read, read_among,
};
pub use crate::command::secret::{Login, Secret};
pub use crate::command::setting::{BoardStyle, Hour, Key, LetterStyle, Mailing, Setting, Wanted, keys};
pub use crate::command::table::Weight;
pub use crate::command::topics::{Topic, topics};
pub use crate::command::tournament::{
    Act, EVENT_GROUPS_MAX, EVENT_GROUPS_MIN, EVENT_LOAD_MAX, EVENT_PLAYERS_MAX, EventAsk, EventFormat, EventLeave,
    EventSeed, EventTerm, ExportFormat, ExtendTo, TIE_BREAKS, Tournament, acts, is_event_name,
};
