//! What has been heard: nothing ends on time while something may have been said in time that nobody has heard.
//!
//! A game is lost on time only if
//!
//! - the letter that told its player of the turn has gone out, or was given up: until then its clock does not run;
//! - its time is over in served time, leave left out, and the grace after it;
//! - every door that fetches mails has since come to the end of a full look, and all mails of it have been handled;
//! - no mail from before lies unhandled;
//! - nobody was asked within the last day whether they meant a move, which happens once a game;
//! - where leave may matter, the time of day is certain.

use crate::club::model::player::Player;
use crate::command::Wanted;
use chrono::{DateTime, TimeDelta, Utc};

/// For so long nothing is lost after a player was asked whether they meant a move.
const QUESTION: TimeDelta = TimeDelta::hours(24);

/// What has been heard at an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hearing {
    /// Of the mails that doors have accepted, all from up to here have been handled.
    pub mails: DateTime<Utc>,
    /// In the mailboxes that are looked into, all from up to here has been found and handled.
    pub doors: DateTime<Utc>,
    /// Whether the player to move has not been told yet and will be.
    pub waits_for_letter: bool,
    /// When the player to move was asked whether they meant a move.
    pub asked_back: Option<DateTime<Utc>>,
    /// Whether the time of day is not certain.
    pub is_doubtful: bool,
}

/// For what a game waits that would be lost on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// An older mail has not been handled.
    Mail,
    /// A mailbox has not been looked into since.
    Door,
    /// The player was asked whether they meant a move.
    Question,
    /// The time of day is not certain, and leave may matter.
    Time,
}

impl Hearing {
    /// What keeps something from ending that ended at this instant.
    pub fn hinders(&self, ended: DateTime<Utc>) -> Option<Hindrance> {
        match ended {
            _ if self.mails < ended => Some(Hindrance::Mail),
            _ if self.doors < ended => Some(Hindrance::Door),
            _ => None,
        }
    }

    /// What keeps a player from losing a game that was lost at this instant.
    pub fn saves(&self, player: &Player, lost_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<Hindrance> {
        let has_leave = !player.leave.is_empty() || player.settings.rescue == Wanted::On;
        let of_time = (self.is_doubtful && has_leave).then_some(Hindrance::Time);
        let of_question = self.asked_back.filter(|asked| now < *asked + QUESTION).map(|_| Hindrance::Question);
        self.hinders(lost_at).or(of_question).or(of_time)
    }
}
