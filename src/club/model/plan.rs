//! The terms of a tournament: its format, and everything that an organizer can set until it starts.

use crate::clock::{Closing, Control, PRESETS};
use crate::club::model::policy::Policy;
use crate::club::pairing_and_standings::tiebreak::TieBreak;
use crate::command::{
    TOURNAMENT_PLAYERS_MAX, Timing, TournamentFormat, TournamentSeed, TournamentTerm, TournamentVacation,
};
use serde::{Deserialize, Serialize};

/// The terms of a tournament. A term that a stored plan does not name, because it did not exist then, has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TournamentPlan {
    /// The format.
    pub format: TournamentFormat,
    /// Games in a meeting: one, or two with sides switched.
    pub games: u32,
    /// Rounds of a Swiss tournament.
    pub rounds: u32,
    /// Seconds after which players no longer wait for a round of a Swiss tournament to finish.
    pub round: Option<u32>,
    /// How many groups.
    pub groups: u32,
    /// How many players of each group qualify.
    pub qualify: u32,
    /// Whether there is a match for the third place.
    pub third: bool,
    /// The most players.
    pub max: u32,
    /// The most games at a time for one player.
    pub load: u32,
    /// Finished games that a player needs to join.
    pub entry: u32,
    /// The clock of its games, with what the policy has added to it.
    #[serde(with = "timing")]
    pub clock: Timing,
    /// How much vacation stops the clocks of its games.
    #[serde(rename = "leave")]
    pub vacation: TournamentVacation,
    /// When it closes by itself, in the time zone of a place.
    pub close: Option<Closing>,
    /// How its players are seeded.
    pub seed: TournamentSeed,
    /// How many of the next best in their groups qualify too.
    pub best: u32,
    /// The tie-breaks that were named. Empty for the usual ones.
    pub tie_breaks: Vec<TieBreak>,
}

impl Default for TournamentPlan {
    /// A round robin of matches of two games, for up to 24 players with up to 12 games each at a time. The clock is that of the policy.
    fn default() -> TournamentPlan {
        TournamentPlan {
            format: TournamentFormat::RoundRobin,
            games: 2,
            rounds: 5,
            round: None,
            groups: 2,
            qualify: 2,
            third: false,
            max: 24,
            load: 12,
            entry: 0,
            clock: Timing::Unlimited,
            vacation: TournamentVacation::Allow,
            close: None,
            seed: TournamentSeed::Entry,
            best: 0,
            tie_breaks: Vec::new(),
        }
    }
}

/// Why a tournament with this number of players cannot start by its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// It needs more players.
    TooFew {
        /// How many.
        least: u32,
    },
    /// Each player would have more games at a time than are allowed.
    TooMuch {
        /// How many.
        load: u32,
        /// How many groups would do, and how many of each would qualify. `None` if no number would do.
        groups: Option<(u32, u32)>,
    },
    /// A Swiss tournament in which players would run out of opponents.
    TooLong {
        /// How many rounds would do.
        rounds: u32,
    },
}

impl TournamentPlan {
    /// This plan with these terms changed.
    pub fn with(mut self, terms: &[TournamentTerm]) -> TournamentPlan {
        for term in terms {
            match term {
                TournamentTerm::Format(format) => self.format = *format,
                TournamentTerm::Games(games) => self.games = *games,
                TournamentTerm::Rounds(rounds) => self.rounds = *rounds,
                TournamentTerm::Round(time) => self.round = *time,
                TournamentTerm::Groups(groups) => self.groups = *groups,
                TournamentTerm::Qualify(players) => self.qualify = *players,
                TournamentTerm::Third(third) => self.third = *third,
                TournamentTerm::Max(players) => self.max = (*players).min(TOURNAMENT_PLAYERS_MAX),
                TournamentTerm::Load(games) => self.load = *games,
                TournamentTerm::Entry(games) => self.entry = *games,
                TournamentTerm::Clock(timing) => self.clock = *timing,
                TournamentTerm::Vacation(vacation) => self.vacation = *vacation,
                TournamentTerm::Close(closing) => self.close = *closing,
                TournamentTerm::Seed(seed) => self.seed = *seed,
                TournamentTerm::Best(players) => self.best = *players,
                TournamentTerm::TieBreaks(codes) => {
                    self.tie_breaks = codes.iter().filter_map(|code| TieBreak::from_code(code)).collect();
                }
            }
        }
        self
    }

    /// The clock of a tournament that names none. It is that of the policy or, if the policy has none, the usual one, because a tournament
    /// without a clock may never end.
    pub fn in_house(self, house: &Policy) -> TournamentPlan {
        let control = house.clock.or_else(|| PRESETS.first().and_then(|(_, written, _)| written.parse().ok()));
        TournamentPlan { clock: control.map_or(Timing::Unlimited, Timing::Control), ..self }
    }

    /// The plan with everything filled in that its clock leaves to the policy. From now on this is part of the terms.
    pub fn pinned(self, house: &Policy) -> TournamentPlan {
        let clock = match self.clock {
            Timing::Control(control) => Timing::Control(house.pinned(control)),
            Timing::Unlimited => Timing::Unlimited,
        };
        TournamentPlan { clock, ..self }
    }

    /// The time control of its games. `None` if they have none.
    pub fn control(&self) -> Option<Control> {
        match self.clock {
            Timing::Control(control) => Some(control),
            Timing::Unlimited => None,
        }
    }

    /// How many of the next best qualify: at most one from each group.
    pub fn best(&self) -> u32 {
        self.best.min(self.groups)
    }
}

/// A clock as it is written after `-clock=`.
mod timing {
    use crate::command::Timing;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(timing: &Timing, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(timing)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timing, D::Error> {
        Timing::read(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::TIE_BREAKS;

    #[test]
    fn the_language_knows_every_tie_break() {
        let codes: Vec<&str> = TieBreak::ALL.iter().map(|by| by.code()).collect();
        assert_eq!(codes, TIE_BREAKS);
    }

    #[test]
    fn terms_from_before_a_term_was_known_are_read() {
        let plan: TournamentPlan = serde_json::from_str(r#"{ "format": "swiss", "rounds": 3 }"#).unwrap();
        assert_eq!(plan, TournamentPlan { format: TournamentFormat::Swiss, rounds: 3, ..TournamentPlan::default() });
        assert!(serde_json::from_str::<TournamentPlan>(r#"{ "fromat": "swiss" }"#).is_err());
    }
}
