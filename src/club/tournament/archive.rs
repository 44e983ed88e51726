//! The archive of a tournament: a JSON text that can be read back.
//!
//! It contains players, meetings, results, terms, the record of rulings, and the moves of the finished games. The tables follow from these.
//! It does not contain the rules of the variant, only its name.
//!
//! It may come from another server, so it is read with care: everything in it is limited, and each game must belong to its meeting.

use crate::club::model::plan::TournamentPlan;
use crate::club::model::played_game::{Moves, PlayedGame};
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Note, Ruling};
use crate::club::model::tournament::{Entry, Meeting, NOTES_MAX, Tournament, TournamentGame, TournamentStage};
use crate::club::model::tournament_name::TournamentName;
use crate::club::pairing_and_standings::game_value::{Bout, Outcome, Participation};
use crate::club::tournament::crosstable::sign;
use crate::club::tournament::replayed::check;
use crate::command::{TOURNAMENT_GROUPS_MAX, TOURNAMENT_PLAYERS_MAX};
use crate::tafl;
use crate::tafl::Side;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most rounds: two cycles of a round robin.
const ROUNDS_MAX: u32 = 2 * TOURNAMENT_PLAYERS_MAX;
/// The most characters in a text of it.
const TEXT_CHARS_MAX: usize = 10_000;

/// A tournament as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    name: String,
    variant: String,
    title: String,
    finished: bool,
    created: String,
    /// When it began. Missing if it has not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    began: Option<String>,
    /// The seed for drawing lots.
    lot: String,
    plan: TournamentPlan,
    organizers: Vec<String>,
    players: Vec<ArchivedPlayer>,
    meetings: Vec<ArchivedMeeting>,
    /// The last rulings, the newest last.
    record: Vec<ArchivedNote>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchivedPlayer {
    id: String,
    joined: String,
    #[serde(rename = "presence")]
    participation: Participation,
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
    /// `1`, `0`, `=`, `+`, `-` for the attackers, `.` for an open game, `w`, `l`, `d` for a provisional result, `--` if both lost.
    result: String,
    /// The number of moves, and the pieces captured by the attackers and by the defenders, of a game that was played.
    played: Option<[u32; 3]>,
    /// How it was played on the board, if it has ended there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<PlayedGame>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchivedNote {
    at: String,
    who: Option<String>,
    #[serde(rename = "deed")]
    ruling: Ruling,
    why: String,
}

/// Why a text is not an archive of a tournament.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is not JSON, or has other fields.
    #[error("this is not a tournament archive: {0}")]
    Form(#[from] serde_json::Error),
    /// A word in it is not what it should be.
    #[error("this is not a tournament archive: {found:?} is not {what}")]
    Word {
        /// What it should be.
        what: &'static str,
        /// What was found.
        found: String,
    },
    /// Its parts contradict each other.
    #[error("this is not a tournament archive: {0}")]
    Misfit(String),
}

impl Archive {
    /// The archive of a tournament, with these moves.
    pub fn of(tournament: &Tournament, moves: &Moves) -> Archive {
        let game = |game: &TournamentGame| ArchivedGame {
            board: game.number,
            attackers: game.attackers.to_string(),
            defenders: game.defenders.to_string(),
            result: match game.outcome {
                Outcome::Forfeit { winner: None } => "--".to_owned(),
                outcome @ (Outcome::Open
                | Outcome::Provisional { .. }
                | Outcome::Played { .. }
                | Outcome::Forfeit { .. }) => {
                    sign(&Bout { round: 1, attackers: 0, defenders: 1, outcome }, 0).to_string()
                }
            },
            played: match game.outcome {
                Outcome::Played { plies, taken: [attackers, defenders], .. } => Some([plies, attackers, defenders]),
                Outcome::Open | Outcome::Provisional { .. } | Outcome::Forfeit { .. } => None,
            },
            game: moves.get(&game.number).cloned(),
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
            participation: entry.participation,
        };
        let note = |note: &Note| ArchivedNote {
            at: time(note.at),
            who: note.who.as_ref().map(ToString::to_string),
            ruling: note.ruling.clone(),
            why: note.why.clone(),
        };
        Archive {
            name: tournament.name.to_string(),
            variant: tournament.variant.clone(),
            title: tournament.title.clone(),
            finished: tournament.stage == TournamentStage::Finished,
            created: time(tournament.created),
            began: tournament.began.map(time),
            lot: tournament.lot.clone(),
            plan: tournament.plan.clone(),
            organizers: tournament.organizers.iter().map(ToString::to_string).collect(),
            players: tournament.entries.iter().map(player).collect(),
            meetings: tournament.meetings.iter().map(meeting).collect(),
            record: tournament.notes.iter().map(note).collect(),
        }
    }

    /// Whether the text is meant as one: a JSON object with meetings, which no record of a game has.
    pub fn is_meant(text: &str) -> bool {
        text.trim_start().starts_with('{')
            && serde_json::from_str::<serde_json::Value>(text).is_ok_and(|value| value.get("meetings").is_some())
    }

    /// The tournament's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the variant it was played in.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Whether the tournament was over when this was written.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The text.
    pub fn to_json(&self) -> String {
        // Text, numbers and lists can always be written as JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the text.
    ///
    /// # Errors
    /// If it is not an archive.
    pub fn from_json(text: &str) -> Result<Archive, ArchiveError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The tournament again, as one that was held elsewhere, with the present rules of its variant.
    ///
    /// # Errors
    /// If a name or a result in it is not valid, or its parts contradict each other.
    pub fn tournament(&self, rules: Arc<tafl::Rules>) -> Result<Tournament, ArchiveError> {
        self.check()?;
        let player = |id: &str| -> Result<PlayerId, ArchiveError> {
            id.parse().map_err(|_| ArchiveError::Word { what: "a player id", found: id.to_owned() })
        };
        let game = |game: &ArchivedGame| -> Result<TournamentGame, ArchiveError> {
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
            Ok(TournamentGame { number: game.board, attackers, defenders, outcome, plies, on_time: false })
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
            Ok(Entry {
                player: player(&entry.id)?,
                joined: instant(&entry.joined)?,
                participation: entry.participation,
            })
        };
        let note = |(number, note): (usize, &ArchivedNote)| -> Result<Note, ArchiveError> {
            Ok(Note {
                number: number as i64 + 1,
                at: instant(&note.at)?,
                who: note.who.as_deref().map(player).transpose()?,
                ruling: note.ruling.clone(),
                why: note.why.clone(),
            })
        };
        let name: Result<TournamentName, _> = self.name.parse();
        Ok(Tournament {
            name: name.map_err(|_| ArchiveError::Word { what: "a tournament's name", found: self.name.clone() })?,
            stage: if self.finished { TournamentStage::Finished } else { TournamentStage::Running },
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
            began: self.began.as_deref().map(instant).transpose()?,
            wishes: Vec::new(),
            notes: self.record.iter().enumerate().map(note).collect::<Result<_, _>>()?,
            created: instant(&self.created)?,
            imported: Some(self.moves()),
        })
    }

    fn moves(&self) -> Moves {
        let games = self.meetings.iter().flat_map(|meeting| &meeting.games);
        games.filter_map(|game| Some((game.board, game.game.clone()?))).collect()
    }

    /// Plays the games of the tournament through. [`tournament`](Archive::tournament) does not do this, because it takes time.
    ///
    /// # Errors
    /// If one cannot have been played like that.
    pub fn play_through(tournament: &Tournament) -> Result<(), ArchiveError> {
        let Some(moves) = &tournament.imported else { return Ok(()) };
        for meeting in &tournament.meetings {
            for game in &meeting.games {
                let checked = moves.get(&game.number).map(|played| check(played, tournament, meeting.round, game));
                let wrong = |why| ArchiveError::Misfit(format!("the game on board {}: {why}", game.number));
                checked.transpose().map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Checks that its parts fit together and that it is within the limits of a tournament.
    fn check(&self) -> Result<(), ArchiveError> {
        let misfit = |what: String| Err(ArchiveError::Misfit(what));
        let texts = [&self.variant, &self.title, &self.lot];
        let said = self.record.iter().map(|note| &note.why);
        let is_odd = |text: &&String| text.chars().count() > TEXT_CHARS_MAX || text.chars().any(char::is_control);
        if let Some(text) = texts.into_iter().chain(said).find(is_odd) {
            let begins: String = text.chars().take(20).collect();
            return misfit(format!("a text is too long, or has line breaks or control characters: {begins:?}"));
        }
        let players: BTreeSet<&String> = self.players.iter().map(|player| &player.id).collect();
        if players.len() != self.players.len() || players.len() > TOURNAMENT_PLAYERS_MAX as usize {
            return misfit(format!("it has more than {TOURNAMENT_PLAYERS_MAX} players, or the same player twice"));
        }
        if !(1..=2).contains(&self.plan.games) || self.plan.groups > TOURNAMENT_GROUPS_MAX {
            return misfit("the number of games or of groups is not possible".to_owned());
        }
        if self.record.len() > NOTES_MAX as usize {
            return misfit(format!("its record has more than {NOTES_MAX} entries"));
        }
        let (mut paired, mut boards) = (BTreeSet::new(), BTreeSet::new());
        for ArchivedMeeting { section, round, place, home, away, games } in &self.meetings {
            let who = || format!("the pairing of {home} in round {round}");
            if !(1..=ROUNDS_MAX).contains(round) || *section > TOURNAMENT_GROUPS_MAX || *place > TOURNAMENT_PLAYERS_MAX
            {
                return misfit(format!("{} contains a number that is not possible", who()));
            }
            for player in [Some(home), away.as_ref()].into_iter().flatten() {
                if !players.contains(player) || !paired.insert((round, player)) {
                    return misfit(format!(
                        "{player} is not one of its players, or has two opponents in round {round}"
                    ));
                }
            }
            let is_its = |game: &ArchivedGame| {
                let pair = [&game.attackers, &game.defenders];
                away.as_ref().is_some_and(|away| pair == [home, away] || pair == [away, home])
            };
            if games.len() > self.plan.games as usize || !games.iter().all(is_its) {
                return misfit(format!("{} has games of other players", who()));
            }
            if let Some(game) = games.iter().find(|game| !boards.insert(game.board)) {
                return misfit(format!("it contains board {} twice", game.board));
            }
        }
        Ok(())
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
    use crate::club::tournament::crosstable::Crosstable;
    use crate::club::tournament::export::tests::{played, tournament};
    use crate::command::TournamentFormat;

    #[test]
    fn an_archive_is_read_back_as_the_same_tournament_with_the_same_tables() {
        for format in TournamentFormat::ALL {
            let tournament = played(format);
            let archive = Archive::of(&tournament, &Moves::new());
            let read = Archive::from_json(&archive.to_json()).unwrap();
            assert_eq!(read, archive);
            let again = read.tournament(tournament.rules.clone()).unwrap();
            assert_eq!(
                (&again.meetings, &again.entries, &again.plan),
                (&tournament.meetings, &tournament.entries, &tournament.plan)
            );
            assert_eq!(Archive::of(&again, &Moves::new()), archive);
            for section in tournament.sections() {
                assert_eq!(Crosstable::new(&again, section), Crosstable::new(&tournament, section));
            }
        }
    }

    #[test]
    fn what_is_no_archive_is_refused_with_its_reason() {
        assert!(Archive::from_json("{}").unwrap_err().to_string().starts_with("this is not a tournament archive"));
        let text = Archive::of(&played(TournamentFormat::Swiss), &Moves::new())
            .to_json()
            .replace("\"result\": \"1\"", "\"result\": \"2\"");
        let error =
            Archive::from_json(&text).unwrap().tournament(tournament(TournamentFormat::Swiss).rules).unwrap_err();
        assert_eq!(error.to_string(), "this is not a tournament archive: \"2\" is not a result");
        for (from, to, why) in [
            ("\"round\": 1,", "\"round\": 4000000000,", "a number that is not possible"),
            ("\"games\": 2,", "\"games\": 4000000000,", "the number of games or of groups is not possible"),
            ("\"home\": \"ann\"", "\"home\": \"dag\"", "dag is not one of its players"),
            ("\"attackers\": \"bob\"", "\"attackers\": \"cai\"", "games of other players"),
            ("\"board\": 2,", "\"board\": 1,", "it contains board 1 twice"),
            ("\"title\": \"Brandubh\"", "\"title\": \"Bran\\ndubh\"", "has line breaks or control characters"),
        ] {
            let text = Archive::of(&played(TournamentFormat::RoundRobin), &Moves::new()).to_json();
            assert!(text.contains(from), "{from} {text}");
            let archive = Archive::from_json(&text.replacen(from, to, 1)).unwrap();
            let error = archive.tournament(tournament(TournamentFormat::RoundRobin).rules).unwrap_err().to_string();
            assert!(error.contains(why), "{from}: {error}");
        }
    }
}
