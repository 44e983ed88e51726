//! The decision: what a request changes and who is told. Pure: it reads a view, never the store or the clock.
//!
//! `needs` says what must be loaded, [`decide`] decides. A game's stages, each change of stage one [`Change`]:
//!
//! ```text
//! challenge -> Invited --accept--> Running --a winning play, a draw by rule, resign, an agreed draw--> Ended
//!                 |--decline--> Declined
//!                 '--withdraw--> Withdrawn
//! ```

mod case;
mod challenge;
mod decide;
mod decision;
pub mod event;
mod game;
mod look;
mod needs;
mod notice;
mod observe;
mod password;
mod play;
mod player;
pub mod rating;
mod record;
mod refusal;
mod request;
mod seek;
mod signup;
mod tell;
mod trust;
mod view;
mod words;

pub use decide::{Question, decide, hold};
pub use decision::{Change, Decision};
pub use game::{Ending, Game, Head, Offer, OfferKind, Stage};
pub use needs::{aim, needs, request_sender};
pub use notice::{EventNews, GameEvent, News, Notice, RatingList, Reply};
pub use observe::OBSERVERS_MAX;
pub use password::matches as password_matches;
pub use play::asks;
pub use player::{BadPlayerId, Player, PlayerId, Reliability, Settings, Signup};
pub use refusal::Refusal;
pub use request::{Asked, NewToken, Purpose, Request, Token};
pub use seek::{SEEK_DAYS, SEEKS_MAX, Seek, SeekEnd};
pub use tell::{CONFIRM_DAYS, issue, issue_for_game};
pub use trust::{Trust, WRONG_PASSWORDS_MAX, hash_to_compare};
pub use view::{Answers, CAUSED_MAX, IDS_MAX, LIST_MAX, Needs, StrangerLetters, View, Which};
