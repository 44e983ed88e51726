//! The decisions: what a request changes and who is told. Pure: it reads a view, never the store or the clock.
//!
//! `needs` says what must be loaded and [`decide`] decides. [`clockwork()`] decides what becomes due without a mail. The stages of a game,
//! each change of stage one [`Change`]:
//!
//! ```text
//! challenge -> Invited --accept--> Running --a winning move, a draw by rule, resign, an agreed draw, time--> Ended
//!                 |--decline--> Declined
//!                 '--withdraw--> Withdrawn
//! ```

#![deny(clippy::wildcard_enum_match_arm, reason = "a new command, or a new change, must be looked at in every match")]

mod pairing_and_standings;

mod model;

pub mod rating;
pub mod tournament;

mod exchange;

mod playing;

pub mod organizing;

mod handling;

pub use exchange::asked_back::{AskedAbove, AskedBack, Unsure};
pub use exchange::authenticated::Authenticated;
pub use exchange::authorization::hash_to_compare;
pub use exchange::decision::{Change, Decision};
pub use exchange::demanded_proof::Trust;
pub use exchange::game_search::{GameSearch, ListedGame, RatingChange, Which};
pub use exchange::notice::{
    AccountChange, AccountNews, AskedAbout, GameEvent, LostClock, News, Notice, Replaced, TournamentNews,
};
pub use exchange::notices_out::{CONFIRM_DAYS, TAKE_BACK_DAYS, issue, issue_for_game};
pub use exchange::refusal::Refusal;
pub use exchange::reply::{KeptBack, RatingList, Reply};
pub use exchange::request::{
    Asked, FirstInvitation, HalfMove, NewToken, Pending, PendingMark, Purpose, Request, Token,
};
pub use exchange::score::{ScoreLine, SideScore, Tally, VariantScore};
pub use exchange::view::{
    AWAITED_MAX, Answers, Awaiting, CAUSED_MAX, Claimed, IDS_MAX, LIST_MAX, Needs, PROVEN_ANSWERS_MAX, Proof,
    SAME_MISTAKES_MAX, StrangerLetters, TOURNAMENT_GAMES_MAX, View,
};
pub use handling::clockwork::{clockwork, clockwork_needs};
pub use handling::closing::{is_leaving, resigning};
pub use handling::decide::{Question, decide, hold};
pub use handling::digest::{Kept, digest, digest_needs};
pub use handling::needs::{aim, needs, request_sender};
pub use handling::time_given_back::{downtime_needs, downtime_news};
pub use model::clock::{ABSENCE, Clock, HOLD_MAX, LEFT_AFTER_ABSENCE, Turn};
pub use model::downtime::Downtime;
pub use model::game::{Ending, Game, Head, Invitation, Offer, OfferKind, Stage};
pub use model::mail_zone::MailZone;
pub use model::open_challenge::{
    OPEN_CHALLENGE_DAYS, OPEN_CHALLENGES_LIST_MAX, OPEN_CHALLENGES_MAX, OpenChallenge, OpenChallengeEnd,
};
pub use model::password::{WRONG_PASSWORDS_MAX, matches as password_matches};
pub use model::player::{
    BadPlayerId, ClockHeld, Player, PlayerId, Presence, Reliability, Settings, Signup, Suspension,
};
pub use model::policy::Policy;
pub use model::prepared_line::Prepared;
pub use model::unread_mails::{Hearing, Hindrance};
pub use playing::account::CLAIMS_MAX;
pub use playing::bounces::{
    BOUNCES_WINDOW, CameBack, Fault, came_back, hold_clocks, is_dead, resume, suspend, suspend_needs, waiting,
};
pub use playing::challenge::may_become_unrated;
pub use playing::crossed_letters::answered_move;
pub use playing::lost_letters::{
    ComesAgain, Retold, ToldBefore, after_limit, keep as keep_again, message_anew, write_anew,
};
pub use playing::messages::{OnlyWords, is_bait};
pub use playing::moves::{asks, prepared_now};
pub use playing::observers::OBSERVERS_MAX;
pub use playing::signup::{QueuedSignup, ask_queued, tell_who_waits};
