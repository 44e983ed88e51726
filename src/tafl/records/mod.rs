//! Game records: whole games as text, read and written in four formats.
//!
//! A record holds who played, when and where, the variant's name and the whole rule record, the moves, how the game ended, and comments.
//! All four formats hold all of it, so a game that is written is read again as the same game, with the same end. If a format cannot express
//! something, that is an error that names it. Squares are written as everywhere: letters from a without a gap, rank 1 at the bottom.
//!
//! The rules are in one line in every format except JSON: as an OpenTafl rules record if that can express all of them, else as a JSON
//! object with the parameters of a rule record. A record without rules uses those of its variant. A record without a variant too uses those
//! that the reader names.
//!
//! **Plain list** (`list`). Lines that begin with `#` hold facts, one each. The next line is the game: its moves with blanks between them.
//! `resigns` or `timeout` may end it. The line of a game may also come alone.
//!
//! ```text
//! # game
//! # attackers: ann
//! # defenders: bob
//! # variant: brandubh
//! # rules: dim:7 tfr:l ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
//! # result: defenders
//! # termination: king-escaped
//! # comment 3: Got you.
//! a4-a3 c4-c7 b4-b7xc7 d4-a4 d1-f1 e4-e1xf1 g4-g2 e1-d1xd2 f4-f7 a4-a7
//! ```
//!
//! **OpenTafl game** (`otg`). `[tag:value]` lines, `[rules:...]` last, an empty line, then `N. play play` lines, each of which may have
//! `[comment|comment]` below it. `result` is 1 for the attackers, -1 for the defenders, 0 for a draw, ? for none. Rules that no OpenTafl
//! record can express are in `[taflpost-rules:...]`, and `[rules:...]` is left out: a program that does not know them must not use other
//! rules.
//!
//! **PGN** (`pgn`). `[Tag "value"]` lines, an empty line, numbered moves with comments in braces, and `1-0` for the attackers, `0-1` for
//! the defenders, `1/2-1/2` or `*`.
//!
//! **JSON** (`json`). An array of objects. A single object is read as well.
//!
//! The tags are `event`, `round`, `date` and `end-date` (when the game began and ended), `attackers`, `defenders`, `variant`, `rules`,
//! `result`, `termination`. Any other name is kept with its text. `termination` is the reason by which the rules ended the game, or
//! `resignation`, `agreement`, `time`, `adjudication`, or `unstated` if a side has won and the reason is not known.

// what a record can hold
mod end;
mod error;
mod game_facts;
mod game_record;
mod limits;
mod one_move;
mod ruletext;

// a record while it is being read
mod draft;
mod movetext;

// one file for each format
mod json;
mod list;
mod otg;
mod pgn;

mod format;

pub use end::{BadEnded, Ended, How};
pub use error::{ImportError, ImportFault, Misfit, Unsayable};
pub use format::RecordFormat;
pub use game_facts::About;
pub use game_record::GameRecord;
