//! The archive of an event: a JSON text that can be read back.
//!
//! It holds players, meetings, results and terms, and the tables follow from it. The rules of the variant are not in it: it names
//! the variant, and the games themselves are exported as records.

use crate::club::event::crosstable::sign;
use crate::club::event::event::{Entry, Event, EventGame, EventName, EventStage, Meeting};
use crate::club::event::plan::Plan;
use crate::club::event::standings::{Bout, Outcome, Presence};
use crate::club::player::PlayerId;
use crate::tafl::{self, Side};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An event as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    name: String,
    variant: String,
    title: String,
    finished: bool,
    created: String,
    /// The seed for drawing lots.
    lot: String,
    plan: Plan,
    organizers: Vec<String>,
    players: Vec<ArchivedPlayer>,
    meetings: Vec<ArchivedMeeting>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchivedPlayer {
    id: String,
    joined: String,
    presence: Presence,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchivedMeeting {
    section: u32,
    round: u32,
    place: u32,
    home: String,
    away: Option<String>,
    games: Vec<ArchivedGame>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchivedGame {
    board: u32,
    attackers: String,
    defenders: String,
    /// `1`, `0`, `=`, `+`, `-` for the attackers, `.` where it is open; `--` where both lost it.
    result: String,
    /// Half-moves, and men taken by the attackers and by the defenders, of a game that was played.
    played: Option<[u32; 3]>,
}

/// Why a text is no archive of an event.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is no JSON, or has other fields.
    #[error("this is no archive of a tournament: {0}")]
    Form(#[from] serde_json::Error),
    /// A word in it is not what it should be.
    #[error("this is no archive of a tournament: there is {what} {found:?}")]
    Word {
        /// What it should be.
        what: &'static str,
        /// What stands there.
        found: String,
    },
}

impl Archive {
    /// The archive of an event.
    pub fn of(event: &Event) -> Archive {
        let game = |game: &EventGame| ArchivedGame {
            board: game.number,
            attackers: game.attackers.to_string(),
            defenders: game.defenders.to_string(),
            result: match game.outcome {
                Outcome::Forfeit { winner: None } => "--".to_owned(),
                outcome => sign(&Bout { round: 1, attackers: 0, defenders: 1, outcome }, 0).to_string(),
            },
            played: match game.outcome {
                Outcome::Played { plies, taken: [attackers, defenders], .. } => Some([plies, attackers, defenders]),
                _ => None,
            },
        };
        let meeting = |meeting: &Meeting| ArchivedMeeting {
            section: meeting.section,
            round: meeting.round,
            place: meeting.place,
            home: meeting.home.to_string(),
            away: meeting.away.as_ref().map(ToString::to_string),
            games: meeting.games.iter().map(game).collect(),
        };
        let player = |entry: &Entry| ArchivedPlayer {
            id: entry.player.to_string(),
            joined: time(entry.joined),
            presence: entry.presence,
        };
        Archive {
            name: event.name.to_string(),
            variant: event.variant.clone(),
            title: event.title.clone(),
            finished: event.stage == EventStage::Finished,
            created: time(event.created),
            lot: event.lot.clone(),
            plan: event.plan.clone(),
            organizers: event.organizers.iter().map(ToString::to_string).collect(),
            players: event.entries.iter().map(player).collect(),
            meetings: event.meetings.iter().map(meeting).collect(),
        }
    }

    /// The text.
    pub fn to_json(&self) -> String {
        // Text, numbers and lists always have a form.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the text.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_json(text: &str) -> Result<Archive, ArchiveError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The event again, with the rules its variant has.
    ///
    /// # Errors
    /// When a name or a result in it is none.
    pub fn event(&self, rules: Arc<tafl::Rules>) -> Result<Event, ArchiveError> {
        let player = |id: &str| -> Result<PlayerId, ArchiveError> {
            id.parse().map_err(|_| ArchiveError::Word { what: "a player id", found: id.to_owned() })
        };
        let game = |game: &ArchivedGame| -> Result<EventGame, ArchiveError> {
            let wrong = || ArchiveError::Word { what: "a result", found: game.result.clone() };
            let (attackers, defenders) = (Some(Side::Attackers), Some(Side::Defenders));
            let played = |winner| -> Result<Outcome, ArchiveError> {
                let [plies, one, other] = game.played.ok_or_else(wrong)?;
                Ok(Outcome::Played { winner, plies, taken: [one, other] })
            };
            let outcome = match game.result.as_str() {
                "." => Outcome::Open,
                "1" => played(attackers)?,
                "0" => played(defenders)?,
                "=" => played(None)?,
                "+" => Outcome::Forfeit { winner: attackers },
                "-" => Outcome::Forfeit { winner: defenders },
                "--" => Outcome::Forfeit { winner: None },
                _ => return Err(wrong()),
            };
            let (attackers, defenders) = (player(&game.attackers)?, player(&game.defenders)?);
            let plies = game.played.map_or(0, |[plies, ..]| plies);
            Ok(EventGame { number: game.board, attackers, defenders, outcome, plies, on_time: false })
        };
        let meeting = |meeting: &ArchivedMeeting| -> Result<Meeting, ArchiveError> {
            Ok(Meeting {
                section: meeting.section,
                round: meeting.round,
                place: meeting.place,
                home: player(&meeting.home)?,
                away: meeting.away.as_deref().map(player).transpose()?,
                games: meeting.games.iter().map(game).collect::<Result<_, _>>()?,
            })
        };
        let entry = |entry: &ArchivedPlayer| -> Result<Entry, ArchiveError> {
            Ok(Entry { player: player(&entry.id)?, joined: instant(&entry.joined)?, presence: entry.presence })
        };
        let name: Result<EventName, _> = self.name.parse();
        Ok(Event {
            name: name.map_err(|_| ArchiveError::Word { what: "a tournament's name", found: self.name.clone() })?,
            stage: if self.finished { EventStage::Finished } else { EventStage::Running },
            plan: self.plan.clone(),
            variant: self.variant.clone(),
            title: self.title.clone(),
            rules,
            organizers: self.organizers.iter().map(|id| player(id)).collect::<Result<_, _>>()?,
            entries: self.players.iter().map(entry).collect::<Result<_, _>>()?,
            meetings: self.meetings.iter().map(meeting).collect::<Result<_, _>>()?,
            lot: self.lot.clone(),
            held: None,
            notes: Vec::new(),
            created: instant(&self.created)?,
        })
    }
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

fn instant(text: &str) -> Result<DateTime<Utc>, ArchiveError> {
    text.parse().map_err(|_| ArchiveError::Word { what: "an instant", found: text.to_owned() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::event::crosstable::Crosstable;
    use crate::club::event::export::tests::{event, played};
    use crate::command::EventFormat;

    #[test]
    fn an_archive_is_read_back_as_the_same_event_with_the_same_tables() {
        for format in EventFormat::ALL {
            let event = played(format);
            let archive = Archive::of(&event);
            let read = Archive::from_json(&archive.to_json()).unwrap();
            assert_eq!(read, archive);
            let again = read.event(event.rules.clone()).unwrap();
            assert_eq!((&again.meetings, &again.entries, &again.plan), (&event.meetings, &event.entries, &event.plan));
            for section in event.sections() {
                assert_eq!(Crosstable::new(&again, section), Crosstable::new(&event, section));
            }
        }
    }

    #[test]
    fn what_is_no_archive_is_refused_with_its_reason() {
        assert!(Archive::from_json("{}").unwrap_err().to_string().starts_with("this is no archive of a tournament"));
        let text = Archive::of(&played(EventFormat::Swiss)).to_json().replace("\"result\": \"1\"", "\"result\": \"2\"");
        let error = Archive::from_json(&text).unwrap().event(event(EventFormat::Swiss).rules).unwrap_err();
        assert_eq!(error.to_string(), "this is no archive of a tournament: there is a result \"2\"");
    }
}
