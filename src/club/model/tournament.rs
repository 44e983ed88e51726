//! A tournament: its terms, its players, its meetings and their games, as they stand.

use crate::clock::Closing;
use crate::club::model::pairing_wishes::PairingWish;
use crate::club::model::plan::TournamentPlan;
use crate::club::model::played_game::Moves;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Note, SoFar};
use crate::club::model::tournament_name::TournamentName;
use crate::club::pairing_and_standings::game_value::{Bout, Field, Outcome, Participation};
use crate::club::pairing_and_standings::tiebreak::{MeetingBreak, meeting_winner};
use crate::tafl;
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::sync::Arc;

/// How far a tournament has come.
///
/// ```text
/// Draft -> Open <-> Closed -> Running -> Finished       start and finish go from any stage before Running
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStage {
    /// It is listed for its organizers alone. A player who is told its name can read its terms.
    Draft,
    /// Players can join.
    Open,
    /// Players can no longer join.
    Closed,
    /// It is being played.
    Running,
    /// It is over.
    Finished,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who.
    pub player: PlayerId,
    /// When they joined.
    pub joined: DateTime<Utc>,
    /// Whether their games count.
    pub participation: Participation,
}

/// Two players who are paired, or one player without an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// 0 for all players or the final, else the group, from 1.
    pub section: u32,
    /// The round, from 1.
    pub round: u32,
    /// Its place in the round, from 0.
    pub place: u32,
    /// Who plays the attackers first.
    pub home: PlayerId,
    /// The opponent. `None` for a bye.
    pub away: Option<PlayerId>,
    /// The games.
    pub games: Vec<TournamentGame>,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentGame {
    /// The board.
    pub number: u32,
    /// Who plays the attackers.
    pub attackers: PlayerId,
    /// Who plays the defenders.
    pub defenders: PlayerId,
    /// How it counts in the tournament.
    pub outcome: Outcome,
    /// The number of moves made on the board.
    pub plies: u32,
    /// Whether the player who has that place now lost it on time.
    pub on_time: bool,
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Its name.
    pub name: TournamentName,
    /// How far it has come.
    pub stage: TournamentStage,
    /// Its terms.
    pub plan: TournamentPlan,
    /// The variant's name with its options.
    pub variant: String,
    /// The variant's title.
    pub title: String,
    /// The rules all its games are played by.
    pub rules: Arc<tafl::Rules>,
    /// Who may change it.
    pub organizers: Vec<PlayerId>,
    /// Its players, by seat.
    pub entries: Vec<Entry>,
    /// Its meetings, by round, section and place.
    pub meetings: Vec<Meeting>,
    /// The published seed for drawing lots.
    pub lot: String,
    /// Since when an organizer has stopped its clocks.
    pub held: Option<DateTime<Utc>>,
    /// When something is due in it without a mail, unless its clocks are stopped.
    pub due: Option<DateTime<Utc>>,
    /// When it began. `None` before.
    pub began: Option<DateTime<Utc>>,
    /// What an organizer wants to change in the next pairing.
    pub wishes: Vec<PairingWish>,
    /// The rulings in the record, the newest last, at most [`NOTES_MAX`] of them.
    pub notes: Vec<Note>,
    /// When it was created.
    pub created: DateTime<Utc>,
    /// The moves of its games, if it was held elsewhere. Then it is over, its players need not be players here, and its boards are not
    /// boards of this server.
    pub imported: Option<Moves>,
}

/// The most rulings of the record that are looked through.
pub const NOTES_MAX: u32 = 200;

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentLine {
    /// Its name.
    pub name: TournamentName,
    /// How far it has come.
    pub stage: TournamentStage,
    /// The variant's title.
    pub title: String,
    /// How many players it has.
    pub players: u32,
    /// Who may change it.
    pub organizers: Vec<PlayerId>,
}

impl TournamentLine {
    /// Whether this player, or a stranger, finds it in the list.
    pub fn is_listed_to(&self, reader: Option<&PlayerId>) -> bool {
        self.stage != TournamentStage::Draft || reader.is_some_and(|reader| self.organizers.contains(reader))
    }
}

/// The table of all players, a group or the final: its players, and their games.
#[derive(Clone, Debug)]
pub struct Table {
    /// The players, by seat in this table.
    pub players: Vec<PlayerId>,
    /// Their games.
    pub field: Field,
}

impl Tournament {
    /// Whether the player is one of its organizers.
    pub fn is_organizer(&self, player: &PlayerId) -> bool {
        self.organizers.contains(player)
    }

    /// When it closes by itself.
    pub fn closes(&self) -> Option<DateTime<Utc>> {
        self.plan.close.and_then(Closing::at)
    }

    /// The player's entry.
    pub fn entry(&self, player: &PlayerId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.player == *player)
    }

    /// The sections that have been paired, the groups first, the final last.
    pub fn sections(&self) -> Vec<u32> {
        let mut sections: Vec<u32> = self.meetings.iter().map(|meeting| meeting.section).collect();
        sections.sort_by_key(|section| section.wrapping_sub(1));
        sections.dedup();
        if sections.is_empty() { vec![0] } else { sections }
    }

    /// The meetings of a section.
    pub fn meetings_of(&self, section: u32) -> impl Iterator<Item = &Meeting> {
        self.meetings.iter().filter(move |meeting| meeting.section == section)
    }

    /// The last round that was paired. 0 before the first.
    pub fn round(&self) -> u32 {
        self.meetings.iter().map(|meeting| meeting.round).max().unwrap_or(0)
    }

    /// The section in which a player plays: all players, a group, or the final once it has begun for this player.
    pub fn section_of(&self, player: &PlayerId) -> u32 {
        let own =
            self.meetings.iter().filter(|meeting| meeting.home == *player || meeting.away.as_ref() == Some(player));
        own.map(|meeting| meeting.section).min().unwrap_or(0)
    }

    /// Whether a player's games count in a section. A finalist has finished the games of the group, so leaving the final changes nothing
    /// there.
    pub fn participation_in(&self, section: u32, player: &PlayerId) -> Participation {
        match self.entry(player) {
            Some(entry) if section == self.section_of(player) => entry.participation,
            _ => Participation::Playing,
        }
    }

    /// The winner of a meeting, and the rule that decided it if the points were level. `None` while it is being played. If no rule decides,
    /// the better seed wins. But a player who leaves in the middle of a meeting does not win it by the shorter win.
    pub fn winner_of(&self, meeting: &Meeting) -> Option<(PlayerId, Option<MeetingBreak>)> {
        const ORDER: [MeetingBreak; 3] = [MeetingBreak::ShorterWin, MeetingBreak::Captures, MeetingBreak::Seed];
        let Some(away) = &meeting.away else {
            return Some((meeting.home.clone(), None));
        };
        let seed = |player: &PlayerId| self.entries.iter().position(|entry| entry.player == *player).unwrap_or(0);
        let (home_seed, away_seed) = (seed(&meeting.home), seed(away));
        let seat = |player: &PlayerId| if *player == meeting.home { home_seed } else { away_seed };
        let bouts: Vec<Bout> = meeting
            .games
            .iter()
            .map(|game| Bout {
                round: meeting.round,
                attackers: seat(&game.attackers),
                defenders: seat(&game.defenders),
                outcome: game.outcome,
            })
            .collect();
        let (winner, by) = meeting_winner(&bouts, &ORDER)?;
        let (winner, other) = if winner == home_seed { (&meeting.home, away) } else { (away, &meeting.home) };
        let forfeited = bouts.iter().any(|bout| !bout.is_played() && bout.points_of(seat(winner)) == Some(0));
        let left = by.is_some() && forfeited && !self.goes_on_after(winner, meeting.round);
        match left && self.goes_on_after(other, meeting.round) {
            true => Some((other.clone(), Some(MeetingBreak::Stayed))),
            false => Some((winner.clone(), by)),
        }
    }

    /// Whether a player was paired after this round, or still plays.
    fn goes_on_after(&self, player: &PlayerId, round: u32) -> bool {
        let later = self.meetings.iter().filter(|meeting| meeting.round > round);
        self.entry(player).is_some_and(|entry| entry.participation == Participation::Playing)
            || later.into_iter().any(|meeting| meeting.home == *player || meeting.away.as_ref() == Some(player))
    }

    /// Whether a meeting has no open game.
    pub fn is_decided(meeting: &Meeting) -> bool {
        meeting.games.iter().all(|game| !matches!(game.outcome, Outcome::Open | Outcome::Provisional { .. }))
    }

    /// What these games have counted so far in pairings. Games that have not counted so far are left out.
    pub fn so_far(&self, boards: &[u32]) -> Vec<SoFar> {
        let games = self.games().filter(|game| boards.contains(&game.number));
        let so_far = |game: &TournamentGame| match game.outcome {
            Outcome::Provisional { winner } => {
                Some(SoFar { number: game.number, winner: winner.map(|side| side.to_string()) })
            }
            Outcome::Open | Outcome::Played { .. } | Outcome::Forfeit { .. } => None,
        };
        games.filter_map(so_far).collect()
    }

    /// The game on this board.
    pub fn game(&self, number: u32) -> Option<(&Meeting, &TournamentGame)> {
        let games = self.meetings.iter().flat_map(|meeting| meeting.games.iter().map(move |game| (meeting, game)));
        games.into_iter().find(|(_, game)| game.number == number)
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &TournamentGame> {
        self.meetings.iter().flat_map(|meeting| &meeting.games)
    }

    /// The same, mutable.
    pub fn games_mut(&mut self) -> impl Iterator<Item = &mut TournamentGame> {
        self.meetings.iter_mut().flat_map(|meeting| meeting.games.iter_mut())
    }

    /// The people who are told of the tournament: its players and its organizers, each once.
    pub fn concerned(&self) -> Vec<PlayerId> {
        let mut all: Vec<PlayerId> = self.entries.iter().map(|entry| entry.player.clone()).collect();
        all.extend(self.organizers.iter().filter(|id| self.entry(id).is_none()).cloned());
        all
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    /// Stored names used to be read with the current command words, so a new word would have made all mails of its players fail.
    #[test]
    fn a_tournament_keeps_its_name_when_that_becomes_a_word() {
        for name in ["start", "hold", "games", "list", "spring26"] {
            assert_eq!(name.parse::<TournamentName>().unwrap().as_str(), name);
        }
        assert!("a b".parse::<TournamentName>().is_err() && "x".parse::<TournamentName>().is_err());
    }
}
