//! The terms of a tournament, which are the contract.

use crate::club::tournament::{Tournament, TournamentStage, format};
use crate::command::{TournamentSeed, TournamentVacation};
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;
use crate::wording::time;
use crate::wording::tournament::stage::facts;
use chrono::TimeDelta;

/// The contract: format, sides, tie-breaks, load, and what applies to everybody.
pub(crate) fn terms(locale: Locale, tournament: &Tournament) -> Result<Vec<Block>, WordingError> {
    let words = locale.words;
    let closes = tournament.closes().filter(|_| tournament.stage < TournamentStage::Closed);
    let plan = &tournament.plan;
    let format = format::of(plan.format);
    let codes: Vec<&str> = format.order(plan).iter().map(|by| by.code()).collect();
    let control = plan.control();
    let facts = context! {
        clock => time::clock(words, control.as_ref())?,
        timed => control.is_some(),
        no_vacation => control.is_some_and(|control| control.no_vacation),
        rounds => plan.rounds,
        seed => plan.seed.word(),
        best => plan.best(),
        closes => closes.map(|at| time::date(words, at, locale.zone)).transpose()?,
        vacation_days => if let TournamentVacation::Days(days) = plan.vacation { Some(days) } else { None },
        round => plan.round.map(|time| time::span(words, TimeDelta::seconds(i64::from(time)))).transpose()?,
        groups => plan.groups,
        qualify => plan.qualify,
        third => plan.third,
        games => plan.games,
        max => plan.max,
        load => plan.load,
        entry => plan.entry,
        knockout => format.is_bracket(),
        all_meet => format.all_meet(),
        rounds_follow => !format.all_meet() || format.has_groups(),
        tie_breaks => codes.join(", "),
        lot => &tournament.lot,
        ..facts(words, tournament)?
    };
    // If no vacation stops the clock, the line about the clock already says so.
    let vacations = plan.vacation != TournamentVacation::Allow && control.is_some_and(|control| !control.no_vacation);
    let seeded = format.is_seeded() && plan.seed != TournamentSeed::Entry;
    let keys = [plan.format.word(), "seed", "games", "clock", "vacation", "points", "entry", "leaving", "course"];
    keys.iter()
        .filter(|key| (vacations || **key != "vacation") && (seeded || **key != "seed"))
        .map(|key| words.phrase(&format!("tournament-terms/{key}"), facts.clone()).map(Block::Paragraph))
        .collect::<Result<_, _>>()
}
