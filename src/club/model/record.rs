//! A game as a record that other programs can read.

use crate::clock::Control;
use crate::club::model::game::{Ending, Game, Stage};
use crate::tafl;
use chrono::SecondsFormat;
use std::collections::BTreeMap;

impl Game {
    /// This game as a record, as far as it has come. The tag `board` has its number, and `TimeControl` its clock as PGN writes one.
    ///
    /// # Errors
    /// If no record can hold the game, because it is too long.
    pub fn record(&self) -> Result<tafl::GameRecord, tafl::Misfit> {
        let time = |at: chrono::DateTime<chrono::Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
        let end = match self.head.stage {
            Stage::Ended(ending) => Some(ended(ending)),
            Stage::Invited | Stage::Running | Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } => None,
        };
        let about = tafl::About {
            attackers: self.head.attackers.to_string(),
            defenders: self.head.defenders.to_string(),
            began: time(self.head.created),
            ended: end.map(|_| time(self.head.touched)).unwrap_or_default(),
            event: self.head.tournament.as_ref().map(|(tournament, _)| tournament.to_string()).unwrap_or_default(),
            round: self.head.tournament.as_ref().map(|(_, round)| round.to_string()).unwrap_or_default(),
            variant: self.head.variant.clone(),
            tags: tags(self.head.number, self.head.clock.as_ref().map(|clock| &clock.control)),
        };
        tafl::GameRecord::new(about, self.state.clone(), end, BTreeMap::new())
    }
}

/// What else a record tells of a game: its board, and its clock if it has one.
pub(crate) fn tags(number: u32, control: Option<&Control>) -> Vec<(String, String)> {
    let clock = control.map(|control| ("TimeControl".to_owned(), time_control(control)));
    [("board".to_owned(), number.to_string())].into_iter().chain(clock).collect()
}

/// A clock as the tag `TimeControl` of PGN (section 9.6.1 of its standard) writes one, in seconds: `864000+86400`, or `10/4320000` for a
/// time for each ten moves. It cannot express caps, grace and the like.
fn time_control(control: &Control) -> String {
    match (control.per_move, control.period_moves) {
        (Some(time), _) => format!("1/{time}"),
        (None, Some(moves)) => format!("{moves}/{}", control.bank),
        (None, None) if control.inc > 0 => format!("{}+{}", control.bank, control.inc),
        (None, None) => control.bank.to_string(),
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_written_as_pgn_writes_one() {
        let written = |control: &str| time_control(&control.parse().unwrap());
        assert_eq!(tags(7, None), [("board".to_owned(), "7".to_owned())]);
        assert_eq!(written("10d+1d,cap=20d"), "864000+86400");
        assert_eq!(written("3d/move"), "1/259200");
        assert_eq!(written("iccf"), "10/4320000");
        assert_eq!(written("30d"), "2592000");
    }
}
