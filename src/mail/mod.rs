//! Mail as a value: reads what people and programs send, and writes what we send.
//!
//! ```text
//!  bytes -> limits -> parts (mailparse) -> leaf -> transfer, charset -> flowed | html -> text
//!                       '-> headers -> address, automatic                     text -> reply
//!                              '-> authentication_results, authserv, signature -> authenticity
//!  Outgoing -> bytes (lettre)          token, marker: used in both directions
//! ```
//!
//! Only this module uses mailparse, html5gum, html5ever and lettre's builder. Everything here is a pure function of its arguments: no
//! clock, no random numbers, no files, no sockets. No input makes it panic, and the limits in [`limits`] bound every pass.

// values
mod address;
pub mod limits;
mod mailto;
pub mod marker;
mod news_check;
mod own_addresses;
mod reply_addresses;
mod server;
mod token;
mod unreadable;

// a letter to send
mod outgoing;

// a mail split into its parts
mod decode;
mod flowed;
mod html;
mod parts;
mod prepare;

// what its headers say about its sender and its way
mod arrival_time;
mod authentication_results;
mod authenticity;
mod dkim_coverage;
mod server_verdict;
mod trusted_server;

// what kind of mail it is
mod automatic;
mod bounce_key;
mod delivery_status;
mod encrypted;
mod fingerprint;
mod sending_limit;

// a mail as a value, and what its sender wrote
mod message;
pub mod reply;
mod token_places;
mod visible_text;

pub use crate::mail::address::Address;
pub use crate::mail::address::BadAddress;
pub use crate::mail::arrival_time::is_public;
pub use crate::mail::arrival_time::stamp;
pub use crate::mail::authenticity::Authenticity;
pub use crate::mail::automatic::Automatic;
pub use crate::mail::automatic::automatic_envelope;
pub use crate::mail::bounce_key::with_bounce_key;
pub use crate::mail::delivery_status::BadStatus;
pub use crate::mail::delivery_status::DeliveryStatus;
pub use crate::mail::fingerprint::fingerprint;
pub use crate::mail::mailto::{mailto, mailto_text};
pub use crate::mail::message::Message;
pub use crate::mail::news_check::NewsCheck;
pub use crate::mail::news_check::SIGNS_MAX;
pub use crate::mail::news_check::SIGNS_MIN;
pub use crate::mail::outgoing::Attachment;
pub use crate::mail::outgoing::AttachmentKind;
pub use crate::mail::outgoing::AutoSubmitted;
pub use crate::mail::outgoing::Html;
pub use crate::mail::outgoing::Inline;
pub use crate::mail::outgoing::LOOP_HEADER;
pub use crate::mail::outgoing::Outgoing;
pub use crate::mail::outgoing::Unwritable;
pub use crate::mail::own_addresses::Own;
pub use crate::mail::reply_addresses::Errand;
pub use crate::mail::reply_addresses::errand_of_address;
pub use crate::mail::reply_addresses::errand_of_message_id;
pub use crate::mail::reply_addresses::message_id;
pub use crate::mail::reply_addresses::reply_address;
pub use crate::mail::reply_addresses::thread_root;
pub use crate::mail::sending_limit::is_sending_limit;
pub use crate::mail::server::SecretSource;
pub use crate::mail::server::Tls;
pub use crate::mail::server_verdict::Vouching;
pub use crate::mail::server_verdict::vouching;
pub use crate::mail::token::BadToken;
pub use crate::mail::token::TokenText;
pub use crate::mail::token_places::holds_key;
pub use crate::mail::token_places::tokens;
pub use crate::mail::token_places::tokens_of_unreadable;
pub use crate::mail::trusted_server::Authserv;
pub use crate::mail::trusted_server::BadAuthserv;
pub use crate::mail::trusted_server::BadHop;
pub use crate::mail::trusted_server::Hop;
pub use crate::mail::trusted_server::TrustedServer;
pub use crate::mail::unreadable::Unreadable;
pub use crate::mail::visible_text::Shown;
