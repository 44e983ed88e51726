//! A tournament as a file: its crosstable with commas, the [archive](crate::club::tournament::archive) that can be read back, and a
//! [tournament report file](crate::club::tournament::trf_report) (TRF26).
//!
//! Finished games can also be written as records, in the formats for a single game (PGN, OTG).

use crate::club::model::game::Game;
use crate::club::model::played_game::{Moves, PlayedGame};
use crate::club::model::tournament::{Tournament, TournamentGame};
use crate::club::tournament::archive::Archive;
use crate::club::tournament::crosstable::Crosstable;
use crate::club::tournament::replayed::record;
use crate::club::tournament::trf_report;
use crate::command::ExportFormat;
use crate::tafl;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The tournament in this format.
pub(crate) fn write(games: &BTreeMap<u32, Game>, tournament: &Tournament, format: ExportFormat) -> String {
    match format {
        ExportFormat::Csv => csv(tournament),
        ExportFormat::Json => Archive::of(tournament, &moves(games, tournament)).to_json(),
        ExportFormat::Trf => trf_report::write(tournament),
        ExportFormat::Pgn => records(games, tournament, tafl::RecordFormat::Pgn),
        ExportFormat::Otg => records(games, tournament, tafl::RecordFormat::Otg),
    }
}

/// The moves of the finished games: from the boards of this server, or as the archive has them.
fn moves(games: &BTreeMap<u32, Game>, tournament: &Tournament) -> Moves {
    if let Some(moves) = &tournament.imported {
        return moves.clone();
    }
    let boards = tournament.games().filter_map(|game| games.get(&game.number));
    boards.filter_map(|game| Some((game.head.number, PlayedGame::of(game)?))).collect()
}

/// The finished games, by board. Nobody may look ahead in running games.
fn records(games: &BTreeMap<u32, Game>, tournament: &Tournament, format: tafl::RecordFormat) -> String {
    let moves = moves(games, tournament);
    let mut boards: Vec<(u32, &TournamentGame)> =
        tournament.meetings.iter().flat_map(|meeting| meeting.games.iter().map(|game| (meeting.round, game))).collect();
    boards.sort_by_key(|(_, game)| game.number);
    let records =
        boards.into_iter().filter_map(|(round, game)| record(moves.get(&game.number)?, tournament, round, game).ok());
    // A game whose rules the format cannot express is left out, and only that game. The export of all games does the same.
    let says = |record: &tafl::GameRecord| format.write_all(std::slice::from_ref(record)).is_ok();
    let records: Vec<tafl::GameRecord> = records.filter(says).collect();
    format.write_all(&records).unwrap_or_default()
}

/// A table for each section, the columns in the order of its rows.
fn csv(tournament: &Tournament) -> String {
    let mut text = String::new();
    for section in tournament.sections() {
        let table = Crosstable::new(tournament, section);
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
pub(in crate::club) mod tests {
    use super::*;
    use crate::club::model::plan::TournamentPlan;
    use crate::club::model::player::PlayerId;
    use crate::club::model::tournament::Meeting;
    use crate::club::model::tournament::{Entry, TournamentStage};
    use crate::club::pairing_and_standings::game_value::Outcome;
    use crate::club::pairing_and_standings::game_value::Participation;
    use crate::club::tournament::format::Next;
    use crate::club::tournament::next_round::next;
    use crate::command::TournamentFormat;
    use crate::tafl::{Catalogue, Side};
    use chrono::{DateTime, Utc};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    pub(crate) fn tournament(format: TournamentFormat) -> Tournament {
        tournament_of(format, &["ann", "bob", "cai"])
    }

    /// A tournament of these players, in matches of two games.
    pub(crate) fn tournament_of(format: TournamentFormat, players: &[&str]) -> Tournament {
        let catalogue = Catalogue::embedded().unwrap();
        let variant = catalogue.find("brandubh").unwrap();
        let at: DateTime<Utc> = "2026-11-21T12:00:00Z".parse().unwrap();
        let entry =
            |id: &&str| Entry { player: id.parse().unwrap(), joined: at, participation: Participation::Playing };
        Tournament {
            name: "spring".parse().unwrap(),
            stage: TournamentStage::Running,
            plan: TournamentPlan { format, rounds: 2, ..TournamentPlan::default() },
            variant: variant.name.clone(),
            title: variant.title.clone(),
            rules: Arc::new(variant.rules.clone()),
            organizers: vec!["ann".parse().unwrap()],
            entries: players.iter().map(entry).collect(),
            meetings: Vec::new(),
            lot: "0123".to_owned(),
            held: None,
            due: None,
            began: None,
            wishes: Vec::new(),
            notes: Vec::new(),
            created: at,
            imported: Some(BTreeMap::new()),
        }
    }

    /// Plays the next round. The home player wins each game.
    pub(crate) fn play_round(tournament: &mut Tournament) {
        let Next::Meetings(meetings) = next(tournament) else { return };
        for meeting in meetings {
            let home = meeting.home.clone();
            let won = |attackers: &PlayerId| {
                let winner = if *attackers == home { Side::Attackers } else { Side::Defenders };
                Outcome::Played { winner: Some(winner), plies: 9, taken: [0, 0] }
            };
            begin(tournament, meeting, won);
        }
    }

    /// Begins a meeting whose games end like this.
    pub(crate) fn begin(
        tournament: &mut Tournament,
        mut meeting: Meeting,
        mut outcome: impl FnMut(&PlayerId) -> Outcome,
    ) {
        let number = tournament.games().count() as u32;
        let pairs =
            meeting.away.clone().map(|away| [(meeting.home.clone(), away.clone()), (away, meeting.home.clone())]);
        let games = pairs.into_iter().flatten().take(tournament.plan.games as usize).zip(number + 1..);
        for ((attackers, defenders), number) in games {
            let outcome = outcome(&attackers);
            let plies = if let Outcome::Played { plies, .. } = outcome { plies } else { 0 };
            meeting.games.push(TournamentGame { number, attackers, defenders, outcome, plies, on_time: false });
        }
        tournament.meetings.push(meeting);
    }

    /// All rounds, with the different results in turn.
    pub(crate) fn played(format: TournamentFormat) -> Tournament {
        let mut tournament = tournament(format);
        let mut outcomes = [
            Outcome::Played { winner: Some(Side::Attackers), plies: 31, taken: [4, 1] },
            Outcome::Played { winner: None, plies: 80, taken: [2, 3] },
            Outcome::Forfeit { winner: Some(Side::Defenders) },
            Outcome::Played { winner: Some(Side::Defenders), plies: 22, taken: [0, 5] },
            Outcome::Forfeit { winner: None },
        ]
        .into_iter()
        .cycle();
        while let Next::Meetings(meetings) = next(&tournament) {
            for meeting in meetings {
                begin(&mut tournament, meeting, |_| outcomes.next().unwrap());
            }
        }
        tournament
    }

    #[test]
    fn a_table_with_commas_has_a_line_for_each_player() {
        let text = csv(&played(TournamentFormat::RoundRobin));
        assert_eq!(
            text.lines().next(),
            Some("section,place,player,points,played,DE,SB,WIN,SHORT,bob,ann,cai"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 4);
    }
}
