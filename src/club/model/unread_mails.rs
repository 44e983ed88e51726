//! Which mails have been read: nothing ends on time while a mail that came in time may still be unread.
//!
//! A game is lost on time only if
//!
//! - the letter that told its player of the turn has gone out or was given up (until then its clock does not run);
//! - its time has run out, without downtime and vacation, and so has the grace after it;
//! - every mailbox that is fetched from has been looked through completely since, and all mails found there have been handled;
//! - no earlier mail is unhandled;
//! - the player was not asked within the last day whether they meant a move, which happens once in a game;
//! - the time of day is certain, if vacation may matter.

use crate::club::model::player::Player;
use crate::command::Wanted;
use chrono::{DateTime, TimeDelta, Utc};

/// No game is lost for this long after the player was asked whether they meant a move.
const QUESTION: TimeDelta = TimeDelta::hours(24);

/// Which mails have been read at an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hearing {
    /// All accepted mails up to this instant have been handled.
    pub mails: DateTime<Utc>,
    /// In the mailboxes that are fetched from, all mails up to this instant have been found and handled.
    pub doors: DateTime<Utc>,
    /// Whether the player to move has not been told yet and will be.
    pub waits_for_letter: bool,
    /// When the player to move was asked whether they meant a move.
    pub asked_back: Option<DateTime<Utc>>,
    /// Whether the time of day is uncertain.
    pub is_doubtful: bool,
}

/// Why a game that would be lost on time waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// An older mail has not been handled.
    Mail,
    /// A mailbox has not been looked through since.
    Door,
    /// The player was asked whether they meant a move.
    Question,
    /// The time of day is uncertain, and vacation may matter.
    Time,
}

impl Hearing {
    /// Why something that ended at this instant must wait.
    pub fn hinders(&self, ended: DateTime<Utc>) -> Option<Hindrance> {
        match ended {
            _ if self.mails < ended => Some(Hindrance::Mail),
            _ if self.doors < ended => Some(Hindrance::Door),
            _ => None,
        }
    }

    /// Why the loss of a game at this instant must wait.
    pub fn saves(&self, player: &Player, lost_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<Hindrance> {
        let has_vacation = !player.vacations.is_empty() || player.settings.auto_vacation == Wanted::On;
        let of_time = (self.is_doubtful && has_vacation).then_some(Hindrance::Time);
        let of_question = self.asked_back.filter(|asked| now < *asked + QUESTION).map(|_| Hindrance::Question);
        self.hinders(lost_at).or(of_question).or(of_time)
    }
}
