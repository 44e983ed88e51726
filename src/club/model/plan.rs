//! The terms of a tournament: its format, and everything an organizer can set until it starts.

use crate::clock::{Closing, Control, PRESETS};
use crate::club::model::policy::Policy;
use crate::club::tables::pairing::swiss_fits;
use crate::club::tables::tiebreak::{TieBreak, USUAL, USUAL_SWISS};
use crate::command::{
    TOURNAMENT_GROUPS_MAX, TOURNAMENT_GROUPS_MIN, TOURNAMENT_PLAYERS_MAX, Timing, TournamentFormat, TournamentSeed,
    TournamentTerm, TournamentVacation,
};
use serde::{Deserialize, Serialize};

/// The terms of a tournament. What a stored one does not name, since it was not known then, is as usual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TournamentPlan {
    /// The form.
    pub format: TournamentFormat,
    /// Games in a meeting: one, or two with sides switched.
    pub games: u32,
    /// Rounds of a Swiss tournament.
    pub rounds: u32,
    /// Seconds after which a round of a Swiss tournament is over for those who wait for it.
    pub round: Option<u32>,
    /// How many groups.
    pub groups: u32,
    /// How many of each group go on.
    pub qualify: u32,
    /// Whether there is a match for the third place.
    pub third: bool,
    /// Most players.
    pub max: u32,
    /// Most games at a time for one player.
    pub load: u32,
    /// Finished games that one needs to enter.
    pub entry: u32,
    /// The clock of its games, with what the house has settled for it.
    #[serde(with = "timing")]
    pub clock: Timing,
    /// How much leave stops the clocks of its games.
    pub leave: TournamentVacation,
    /// When it closes by itself, by the clocks of a place.
    pub close: Option<Closing>,
    /// In which order its players are put before it begins.
    pub seed: TournamentSeed,
    /// How many of those placed next in their groups go on, too.
    pub best: u32,
    /// The tie-breaks that were named; empty for the usual ones.
    pub tie_breaks: Vec<TieBreak>,
}

impl Default for TournamentPlan {
    /// A round robin of matches of two games, for up to 24 players with up to 12 games each at a time. The clock is the house's to give.
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
            leave: TournamentVacation::Allow,
            close: None,
            seed: TournamentSeed::Entry,
            best: 0,
            tie_breaks: Vec::new(),
        }
    }
}

/// Why a tournament of so many players cannot start by its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// It takes more players.
    TooFew {
        /// How many.
        least: u32,
    },
    /// Everybody would have more games at a time than are allowed.
    TooMuch {
        /// How many.
        load: u32,
        /// So many groups would do, of each of which so many go on; `None` where no number would.
        groups: Option<(u32, u32)>,
    },
    /// A Swiss tournament in which opponents would run out.
    TooLong {
        /// So many rounds would do.
        rounds: u32,
    },
}

impl TournamentPlan {
    /// These terms with some changed.
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
                TournamentTerm::Leave(leave) => self.leave = *leave,
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

    /// The clock that a tournament has which names none: the house's, or where the house plays without one the usual one, for a tournament
    /// without a clock may never end.
    pub fn in_house(self, house: &Policy) -> TournamentPlan {
        let control = house.clock.or_else(|| PRESETS.first().and_then(|(_, written, _)| written.parse().ok()));
        TournamentPlan { clock: control.map_or(Timing::Unlimited, Timing::Control), ..self }
    }

    /// The same with everything filled in that its clock leaves to the house: from now on it is part of the terms.
    pub fn pinned(self, house: &Policy) -> TournamentPlan {
        let clock = match self.clock {
            Timing::Control(control) => Timing::Control(house.pinned(control)),
            Timing::Unlimited => Timing::Unlimited,
        };
        TournamentPlan { clock, ..self }
    }

    /// The time control of its games; `None` where they have none.
    pub fn control(&self) -> Option<Control> {
        match self.clock {
            Timing::Control(control) => Some(control),
            Timing::Unlimited => None,
        }
    }

    /// The first of these terms that means nothing in the plan's format, and the format it is for.
    pub fn idle(&self, terms: &[TournamentTerm]) -> Option<(String, TournamentFormat)> {
        let wants = |term: &TournamentTerm| match term {
            TournamentTerm::Rounds(_) | TournamentTerm::Round(Some(_)) => Some(TournamentFormat::Swiss),
            TournamentTerm::Groups(_) | TournamentTerm::Qualify(_) => Some(TournamentFormat::Groups),
            TournamentTerm::Best(best) if *best > 0 => Some(TournamentFormat::Groups),
            TournamentTerm::Third(true) => Some(TournamentFormat::Knockout),
            _ => None,
        };
        let mut idle = terms.iter().filter_map(|term| Some((term.to_string(), wants(term)?)));
        idle.find(|(_, format)| *format != self.format)
    }

    /// The tie-breaks in their order.
    pub fn order(&self) -> &[TieBreak] {
        match (self.tie_breaks.as_slice(), self.format) {
            ([], TournamentFormat::Swiss) => &USUAL_SWISS,
            ([], _) => &USUAL,
            (named, _) => named,
        }
    }

    /// How many games a player has at a time among so many.
    pub fn load_of(&self, players: u32) -> u32 {
        let everybody = |players: u32| players.saturating_sub(1) * self.games;
        match self.format {
            TournamentFormat::RoundRobin => everybody(players),
            TournamentFormat::Groups => {
                everybody(players.div_ceil(self.groups.max(1))).max(everybody(self.groups * self.qualify + self.best()))
            }
            TournamentFormat::Knockout | TournamentFormat::Swiss => self.games,
        }
    }

    /// Whether so many players can play by this plan.
    pub fn check(&self, players: u32) -> Result<(), PlanFault> {
        let least = self.least();
        if players < least {
            return Err(PlanFault::TooFew { least });
        }
        if self.format == TournamentFormat::Swiss && !swiss_fits(players as usize, self.rounds) {
            return Err(PlanFault::TooLong { rounds: players - 1 });
        }
        let load = self.load_of(players);
        if load > self.load {
            return Err(PlanFault::TooMuch { load, groups: self.groups_for(players) });
        }
        Ok(())
    }

    /// How many of those placed next go on: each group has one of them.
    pub fn best(&self) -> u32 {
        self.best.min(self.groups)
    }

    /// How many players it takes.
    fn least(&self) -> u32 {
        match self.format {
            TournamentFormat::Groups => self.groups * (self.qualify + u32::from(self.best > 0)).max(2),
            TournamentFormat::RoundRobin | TournamentFormat::Knockout | TournamentFormat::Swiss => 2,
        }
    }

    /// The least number of groups in which so many can play without more games at a time than are allowed, and how many of each then
    /// go on: as many as the plan says, or fewer, since a final of all those may be too much itself.
    fn groups_for(&self, players: u32) -> Option<(u32, u32)> {
        let in_groups =
            |groups, qualify| TournamentPlan { format: TournamentFormat::Groups, groups, qualify, ..self.clone() };
        (1..=self.qualify).rev().find_map(|qualify| {
            let fits = |groups: &u32| {
                let plan = in_groups(*groups, qualify);
                plan.least() <= players && plan.load_of(players) <= self.load
            };
            (TOURNAMENT_GROUPS_MIN..=TOURNAMENT_GROUPS_MAX).find(fits).map(|groups| (groups, qualify))
        })
    }
}

/// A clock as it is written behind `-clock=`.
mod timing {
    use crate::command::Timing;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(timing: &Timing, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(timing)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timing, D::Error> {
        Timing::read(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::{TIE_BREAKS, TOURNAMENT_LOAD_MAX};

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

    #[test]
    fn thirteen_players_twice_each_are_sent_into_groups() {
        let plan = TournamentPlan::default();
        assert_eq!(plan.check(13), Err(PlanFault::TooMuch { load: 24, groups: Some((2, 2)) }));
        assert_eq!(plan.check(7), Ok(()));
        assert_eq!(TournamentPlan { games: 1, ..plan.clone() }.check(13), Ok(()));
        let swiss = TournamentPlan { format: TournamentFormat::Swiss, rounds: 6, ..plan.clone() };
        assert_eq!(swiss.check(6), Err(PlanFault::TooLong { rounds: 5 }));
        let groups = TournamentPlan { format: TournamentFormat::Groups, groups: 3, ..plan };
        assert_eq!(groups.check(5), Err(PlanFault::TooFew { least: 6 }));
        assert_eq!(groups.check(6), Ok(()));
    }

    /// The advice once led in a circle: groups that would do with one of each in the final were named to a plan that lets two go on.
    #[test]
    fn who_does_as_advised_can_start() {
        for players in 2..=TOURNAMENT_PLAYERS_MAX {
            for (games, qualify, load) in
                [(1, 2, 12), (2, 1, 12), (2, 2, 12), (2, 3, 12), (2, 8, 12), (2, 2, 4), (1, 2, 1)]
            {
                let formats = [TournamentFormat::RoundRobin, TournamentFormat::Groups, TournamentFormat::Knockout];
                for plan in
                    formats.map(|format| TournamentPlan { format, games, qualify, load, ..TournamentPlan::default() })
                {
                    let advised: &[TournamentTerm] = match plan.check(players) {
                        Ok(()) | Err(PlanFault::TooFew { .. }) => continue,
                        Err(PlanFault::TooMuch { groups: Some((groups, qualify)), .. }) => {
                            let format = TournamentTerm::Format(TournamentFormat::Groups);
                            &[format, TournamentTerm::Groups(groups), TournamentTerm::Qualify(qualify)]
                        }
                        Err(PlanFault::TooMuch { load, .. }) if load <= TOURNAMENT_LOAD_MAX => {
                            &[TournamentTerm::Load(load)]
                        }
                        Err(PlanFault::TooMuch { .. }) => &[TournamentTerm::Format(TournamentFormat::Swiss)],
                        Err(PlanFault::TooLong { rounds }) => &[TournamentTerm::Rounds(rounds)],
                    };
                    let changed = plan.clone().with(advised);
                    let done = changed.check(players);
                    assert!(done.is_ok(), "{players} players: {plan:?} {advised:?} {done:?}");
                }
            }
        }
    }
}
