//! A game of the club as a record that other programs can read.

use crate::club::game::{Ending, Game, Stage};
use crate::tafl;
use chrono::SecondsFormat;
use std::collections::BTreeMap;

impl Game {
    /// This game as a record, as far as it has come. The tag `board` has its number.
    ///
    /// # Errors
    /// When no record can hold it, for it is too long.
    pub fn record(&self) -> Result<tafl::GameRecord, tafl::Misfit> {
        let time = |at: chrono::DateTime<chrono::Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
        let end = match self.head.stage {
            Stage::Ended(ending) => Some(ended(ending)),
            Stage::Invited | Stage::Running | Stage::Declined | Stage::Withdrawn => None,
        };
        let about = tafl::About {
            attackers: self.head.attackers.to_string(),
            defenders: self.head.defenders.to_string(),
            began: time(self.head.created),
            ended: end.map(|_| time(self.head.touched)).unwrap_or_default(),
            event: self.head.event.as_ref().map(|(event, _)| event.to_string()).unwrap_or_default(),
            round: self.head.event.as_ref().map(|(_, round)| round.to_string()).unwrap_or_default(),
            variant: self.head.variant.clone(),
            tags: vec![("board".to_owned(), self.head.number.to_string())],
        };
        tafl::GameRecord::new(about, self.course.clone(), end, BTreeMap::new())
    }
}

fn ended(ending: Ending) -> tafl::Ended {
    let how = match ending {
        Ending::Won { reason, .. } | Ending::Drawn { reason } => tafl::How::Rules(reason),
        Ending::Resigned { .. } => tafl::How::Resignation,
        Ending::TimedOut { .. } => tafl::How::Time,
        Ending::Agreed => tafl::How::Agreement,
        Ending::Adjudicated { .. } => tafl::How::Adjudication,
    };
    tafl::Ended { winner: ending.winner(), how }
}
