//! An event as a file: its crosstable with commas, a JSON archive that can be read back, and a tournament report file (TRF26).
//!
//! The archive holds players, meetings, results and terms, and the tables follow from it. The rules of the variant are not in it: it names
//! the variant, and the games themselves are exported as records.
//!
//! The games themselves are written as records, in the forms in which a single game is (PGN, OTG), those that have ended.
//!
//! In the report white stands for the attackers. A match of two games takes two of its rounds, the game in which the home side has the
//! attackers first. What is written is what FIDE's format of 2025 asks for: 012 the name, 042 the date, 062 the players, 092 the system,
//! 142 the rounds, 152 the first colour, and a line 001 for each player with opponent, colour and result of each round: `1 0 =`, `+ -` for
//! forfeits, `U` for the bye of a Swiss, `Z` for a round without a game.

use crate::club::event::crosstable::{Crosstable, sign};
use crate::club::event::event::{Entry, Event, EventGame, EventName, EventStage, Meeting};
use crate::club::event::plan::Plan;
use crate::club::event::standings::{Bout, Outcome, Presence, halves};
use crate::club::game::Stage;
use crate::club::player::PlayerId;
use crate::club::view::View;
use crate::command::{EventFormat, ExportFormat};
use crate::tafl::{self, Side};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::sync::Arc;

/// The event in this format.
pub fn write(view: &View, event: &Event, format: ExportFormat) -> String {
    match format {
        ExportFormat::Csv => csv(event),
        ExportFormat::Json => Archive::of(event).to_json(),
        ExportFormat::Trf => trf(event),
        ExportFormat::Pgn => games(view, event, tafl::RecordFormat::Pgn),
        ExportFormat::Otg => games(view, event, tafl::RecordFormat::Otg),
    }
}

/// The games that have ended, by board. Those that are played are nobody's to look ahead in.
fn games(view: &View, event: &Event, format: tafl::RecordFormat) -> String {
    let boards = event.games().filter_map(|game| view.games.get(&game.number));
    let mut ended: Vec<_> = boards.filter(|game| matches!(game.head.stage, Stage::Ended(_))).collect();
    ended.sort_by_key(|game| game.head.number);
    let records = ended.into_iter().filter_map(|game| game.record().ok());
    // A game whose rules the format cannot say is left out alone, as it is where all games are written.
    let says = |record: &tafl::GameRecord| tafl::GameRecord::write_all(std::slice::from_ref(record), format).is_ok();
    let records: Vec<tafl::GameRecord> = records.filter(says).collect();
    tafl::GameRecord::write_all(&records, format).unwrap_or_default()
}

/// A table for each section, the columns in the order of its rows.
fn csv(event: &Event) -> String {
    let mut text = String::new();
    for section in event.sections() {
        let table = Crosstable::new(event, section);
        let players: Vec<&str> = table.rows.iter().map(|row| row.player.as_str()).collect();
        let _ = writeln!(text, "section,place,player,points,played,{},{}", table.codes.join(","), players.join(","));
        for row in &table.rows {
            let place = row.place.map(|place| place.to_string()).unwrap_or_default();
            let values: Vec<&str> =
                (0..table.codes.len()).map(|i| row.values.get(i).map_or("", String::as_str)).collect();
            let cells: Vec<&str> = row.cells.iter().map(|cell| cell.as_deref().unwrap_or("")).collect();
            let (values, cells) = (values.join(","), cells.join(","));
            let _ = writeln!(text, "{section},{place},{},{},{},{values},{cells}", row.player, row.points, row.finished);
        }
    }
    text
}

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
    /// `1`, `0`, `=`, `+`, `-` for the attackers, `.` where it is open, `w`, `l`, `d` where that is counted so far; `--` where both lost it.
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
                "w" => Outcome::Provisional { winner: attackers },
                "l" => Outcome::Provisional { winner: defenders },
                "d" => Outcome::Provisional { winner: None },
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
            due: None,
            began: None,
            overrides: Vec::new(),
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

/// The tournament report file.
fn trf(event: &Event) -> String {
    let games = event.plan.games;
    let rounds = event.round() * games;
    let system = match event.plan.format {
        EventFormat::RoundRobin => "Round Robin",
        EventFormat::Groups => "Round Robin in groups",
        EventFormat::Knockout => "Knockout",
        EventFormat::Swiss => "Swiss, reduced Dutch criteria",
    };
    let mut text = String::new();
    let _ = writeln!(text, "012 {} ({})", event.name, event.title);
    let _ = writeln!(text, "042 {}", event.created.format("%Y-%m-%d"));
    let _ = writeln!(text, "062 {}", event.entries.len());
    let _ = writeln!(text, "092 {system}");
    let _ = writeln!(text, "142 {rounds}");
    let _ = writeln!(text, "152 W");
    let _ = writeln!(text, "### White are the attackers. A match of two games takes two rounds.");
    let number =
        |player: &PlayerId| event.entries.iter().position(|entry| entry.player == *player).map_or(0, |i| i + 1);
    for (i, entry) in event.entries.iter().enumerate() {
        let id = &entry.player;
        let own =
            event.sections().into_iter().rev().find(|section| event.players_of(*section).contains(id)).unwrap_or(0);
        let table = event.table(own);
        let seat = table.players.iter().position(|player| player == id);
        let points = halves(seat.map_or(0, |seat| table.field.points(seat)));
        let points = if points.contains('.') { points } else { format!("{points}.0") };
        let lines = table.field.standings(event.plan.order());
        let place = lines.iter().find(|line| Some(line.seat) == seat).map_or(0, |line| line.place);
        let mut line = format!(
            "001 {:>4} {:>4} {:<33} {:>4} {:>3} {:>11} {:>10} {points:>4} {place:>4}",
            i + 1,
            "",
            id.as_str(),
            "",
            "",
            "",
            ""
        );
        for round in 1..=event.round() {
            let meeting = event
                .meetings
                .iter()
                .find(|meeting| meeting.round == round && (meeting.home == *id || meeting.away.as_ref() == Some(id)));
            for game in 0..games as usize {
                let _ = write!(line, "  {}", in_round(event, meeting, (id, game), &number));
            }
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// What a player has in one round of the report: opponent, colour, result.
fn in_round(
    event: &Event,
    meeting: Option<&Meeting>,
    (id, game): (&PlayerId, usize),
    number: &impl Fn(&PlayerId) -> usize,
) -> String {
    let bye = meeting.is_some_and(|meeting| meeting.away.is_none()) && event.plan.format == EventFormat::Swiss;
    let Some(game) = meeting.and_then(|meeting| meeting.games.get(game)) else {
        return format!("0000 - {}", if bye { 'U' } else { 'Z' });
    };
    let attacks = game.attackers == *id;
    let opponent = if attacks { &game.defenders } else { &game.attackers };
    let seat = usize::from(!attacks);
    let result = match sign(&Bout { round: 1, attackers: 0, defenders: 1, outcome: game.outcome }, seat) {
        '.' | 'w' | 'l' | 'd' => ' ',
        result => result,
    };
    format!("{:>4} {} {result}", number(opponent), if attacks { 'w' } else { 'b' })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::event::round::{Next, next};
    use crate::tafl::Catalogue;

    fn event(format: EventFormat) -> Event {
        let catalogue = Catalogue::embedded().unwrap();
        let variant = catalogue.find("brandubh").unwrap();
        let at: DateTime<Utc> = "2026-11-21T12:00:00Z".parse().unwrap();
        let entry = |id: &str| Entry { player: id.parse().unwrap(), joined: at, presence: Presence::Playing };
        Event {
            name: "spring".parse().unwrap(),
            stage: EventStage::Running,
            plan: Plan { format, rounds: 2, ..Plan::default() },
            variant: variant.name.clone(),
            title: variant.title.clone(),
            rules: Arc::new(variant.rules.clone()),
            organizers: vec!["ann".parse().unwrap()],
            entries: ["ann", "bob", "cai"].map(entry).into(),
            meetings: Vec::new(),
            lot: "0123".to_owned(),
            held: None,
            due: None,
            began: None,
            overrides: Vec::new(),
            notes: Vec::new(),
            created: at,
        }
    }

    /// All rounds, with results in turn.
    fn played(format: EventFormat) -> Event {
        let mut event = event(format);
        let mut board = 0;
        let mut outcomes = [
            Outcome::Played { winner: Some(Side::Attackers), plies: 31, taken: [4, 1] },
            Outcome::Played { winner: None, plies: 80, taken: [2, 3] },
            Outcome::Forfeit { winner: Some(Side::Defenders) },
            Outcome::Played { winner: Some(Side::Defenders), plies: 22, taken: [0, 5] },
            Outcome::Forfeit { winner: None },
        ]
        .into_iter()
        .cycle();
        while let Next::Meetings(meetings) = next(&event) {
            for mut meeting in meetings {
                if let Some(away) = meeting.away.clone() {
                    for (attackers, defenders) in [(meeting.home.clone(), away.clone()), (away, meeting.home.clone())] {
                        board += 1;
                        let outcome = outcomes.next().unwrap();
                        let plies = if let Outcome::Played { plies, .. } = outcome { plies } else { 0 };
                        let game = EventGame { number: board, attackers, defenders, outcome, plies, on_time: false };
                        meeting.games.push(game);
                    }
                }
                event.meetings.push(meeting);
            }
        }
        event
    }

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

    #[test]
    fn a_report_has_its_columns_where_the_format_puts_them() {
        let text = trf(&played(EventFormat::RoundRobin));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["012 spring (Brandubh)", "042 2026-11-21", "062 3"]);
        assert!(lines.contains(&"142 6") && lines.contains(&"152 W"), "{text}");
        let bob = lines.iter().find(|line| line.contains("bob")).unwrap();
        assert_eq!(&bob[..8], "001    2");
        assert_eq!(&bob[14..17], "bob");
        assert_eq!(&bob[80..84], " 2.5");
        // The first round's two games against the third, with the attackers first.
        assert_eq!(&bob[91..], "   3 w 1     3 b =     1 b +     1 w 0  0000 - Z  0000 - Z");
        assert!(bob[91..].len() == 58, "{bob}");
    }

    #[test]
    fn a_table_with_commas_has_a_line_for_each_player() {
        let text = csv(&played(EventFormat::RoundRobin));
        assert_eq!(
            text.lines().next(),
            Some("section,place,player,points,played,DE,SB,WIN,SHORT,bob,ann,cai"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 4);
    }
}
