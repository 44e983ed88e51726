//! The decision: what a request changes and who is told. Pure: it reads a view, never the store or the clock.
//!
//! `needs` says what must be loaded, [`decide`] decides; what becomes due without a mail [`clockwork()`] decides. A game's stages, each change of stage one [`Change`]:
//!
//! ```text
//! challenge -> Invited --accept--> Running --a winning play, a draw by rule, resign, an agreed draw, time--> Ended
//!                 |--decline--> Declined
//!                 '--withdraw--> Withdrawn
//! ```

mod account;
mod account_acts;
mod again;
mod amends;
mod asked_back;
mod authenticated;
mod board_meant;
mod board_news;
mod challenge;
mod clock;
mod clockwork;
mod decide;
mod decision;
mod demanded_proof;
mod digest;
mod digest_hour;
mod downtime;
mod game;
mod hearing;
mod house;
mod leave;
mod look;
mod mail_zone;
mod meant;
mod names;
mod needs;
mod notice;
mod observe;
mod old_keys;
mod open_challenge;
mod parting;
mod password;
mod play;
mod player;
mod prepared;
mod prepared_line;
pub mod rating;
mod reach;
mod record;
mod refusal;
mod reply;
mod request;
mod rescue;
mod seek;
mod signup;
mod tell;
pub mod tournament;
mod trust;
mod view;
mod words;

pub use account::CLAIMS_MAX;
pub use again::{ComesAgain, Retold, ToldBefore, after_limit, keep as keep_again, message_anew, write_anew};
pub use amends::{amends, amends_needs};
pub use asked_back::{AskedBack, Unsure};
pub use authenticated::Authenticated;
pub use clock::{ABSENCE, Clock, HOLD_MAX, LEFT_AFTER_ABSENCE, Turn};
pub use clockwork::{clockwork, clockwork_needs};
pub use decide::{Question, decide, hold};
pub use decision::{Change, Decision};
pub use demanded_proof::Trust;
pub use digest::{Kept, digest, digest_needs};
pub use downtime::Downtime;
pub use game::{Ending, Game, Head, Invitation, Offer, OfferKind, Stage};
pub use hearing::{Hearing, Hindrance};
pub use house::Policy;
pub use mail_zone::MailZone;
pub use needs::{aim, needs, request_sender};
pub use notice::{AccountChange, AccountNews, AskedAbout, GameEvent, LostClock, News, Notice, TournamentNews};
pub use observe::OBSERVERS_MAX;
pub use open_challenge::{OpenChallenge, OpenChallengeEnd, SEEK_DAYS, SEEKS_LIST_MAX, SEEKS_MAX};
pub use parting::{is_leaving, resigning};
pub use password::matches as password_matches;
pub use play::asks;
pub use player::{BadPlayerId, ClockHeld, Player, PlayerId, Presence, Reliability, Settings, Signup, Suspension};
pub use prepared_line::Prepared;
pub use reach::{
    BOUNCES_WINDOW, CameBack, Fault, came_back, hold_clocks, is_dead, resume, suspend, suspend_needs, waiting,
};
pub use refusal::Refusal;
pub use reply::{KeptBack, RatingList, Reply};
pub use request::{Asked, NewToken, Pending, Purpose, Request, Token};
pub use signup::{Queued, ask_queued};
pub use tell::{CONFIRM_DAYS, TAKE_BACK_DAYS, issue, issue_for_game};
pub use trust::{WRONG_PASSWORDS_MAX, hash_to_compare};
pub use view::{
    Answers, CAUSED_MAX, Claimed, IDS_MAX, LIST_MAX, Needs, PROVEN_ANSWERS_MAX, Proof, SAME_MISTAKES_MAX,
    StrangerLetters, TOURNAMENT_GAMES_MAX, View, Which,
};
pub use words::is_bait;
