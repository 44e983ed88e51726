//! The crosstable: each player's results against each other player, with points, places and tie-breaks, as plain characters.
//!
//! A cell has one sign for each game of the meeting, the one with the attackers first: `1` won, `0` lost, `=` drawn, `+` won without play,
//! `-` lost without play, `.` still being played. `w`, `l` and `d` are still being played, and count as won, lost or drawn when a round is
//! paired. If the columns do not fit, there is a line of results below each player instead.

use crate::club::model::tournament::{Table, Tournament};
use crate::club::pairing_and_standings::game_value::{Bout, Outcome, Participation, halves};
use crate::club::pairing_and_standings::pairing::Seat;
use crate::club::pairing_and_standings::standings::Standing;
use crate::club::pairing_and_standings::standings::standings;
use crate::club::pairing_and_standings::tiebreak::TieBreak;
use crate::club::tournament::format;
use crate::club::tournament::format::table;
use crate::club::tournament::places::places;

/// A crosstable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    /// The codes of the tie-breaks whose values it has.
    pub codes: Vec<&'static str>,
    /// Its rows, the first place first. Players whose results are cancelled come last, without a place.
    pub rows: Vec<CrossRow>,
}

/// One player's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossRow {
    /// The place. `None` for a player whose results are cancelled.
    pub place: Option<usize>,
    /// The player's id.
    pub player: String,
    /// The player's results against the player of each row. `None` in the player's own column.
    pub cells: Vec<Option<String>>,
    /// Points.
    pub points: String,
    /// Finished games that count.
    pub finished: u32,
    /// The values of the tie-breaks.
    pub values: Vec<String>,
}

/// Stands in the place of a player whose results are cancelled, and before the note about it.
const STRUCK: &str = "*";

/// The sign of a game for one of its players.
pub fn sign(bout: &Bout, seat: Seat) -> char {
    match (bout.outcome, bout.points_of(seat)) {
        (Outcome::Forfeit { .. }, Some(2)) => '+',
        (Outcome::Forfeit { .. }, _) => '-',
        (Outcome::Provisional { winner: None }, _) => 'd',
        (Outcome::Provisional { winner }, _) => {
            if winner == bout.side_of(seat) {
                'w'
            } else {
                'l'
            }
        }
        (_, Some(2)) => '1',
        (_, Some(1)) => '=',
        (_, Some(_)) => '0',
        (_, None) => '.',
    }
}

impl Crosstable {
    /// The crosstable of a section.
    pub fn new(tournament: &Tournament, section: u32) -> Crosstable {
        let format = format::of(tournament.plan.format);
        let order = format.order(&tournament.plan);
        let Table { players, field } = table(format, tournament, section);
        let mut lines: Vec<(Option<usize>, Standing)> =
            standings(&field, order).into_iter().map(|line| (Some(line.place), line)).collect();
        if format.is_bracket() {
            // The points do not show how far a player has come.
            let placed = places(tournament);
            let of =
                |line: &Standing| placed.iter().find(|one| one.player == players[line.seat]).and_then(|one| one.place);
            lines = lines.into_iter().map(|(_, line)| (of(&line), line)).collect();
            lines.sort_by_key(|(place, _)| *place);
        }
        let struck = (0..players.len()).filter(|seat| field.participation(*seat) == Participation::Struck);
        lines
            .extend(struck.map(|seat| (None, Standing { seat, place: 0, points: 0, finished: 0, values: Vec::new() })));
        let shown = |by: &TieBreak| *by != TieBreak::Lot;
        let cell = |seat: Seat, other: Seat| {
            let mut own: Vec<&Bout> =
                field.bouts.iter().filter(|b| b.side_of(seat).is_some() && b.side_of(other).is_some()).collect();
            own.sort_by_key(|bout| bout.attackers != seat);
            (seat != other).then(|| own.iter().map(|bout| sign(bout, seat)).collect::<String>())
        };
        let row = |(place, line): &(Option<usize>, Standing)| CrossRow {
            place: *place,
            player: players[line.seat].to_string(),
            cells: lines.iter().map(|(_, other)| cell(line.seat, other.seat)).collect(),
            points: halves(line.points),
            finished: line.finished,
            values: order
                .iter()
                .zip(&line.values)
                .filter(|(by, _)| shown(by))
                .map(|(_, value)| value.to_string())
                .collect(),
        };
        Crosstable {
            codes: order.iter().filter(|by| shown(by)).map(|by| by.code()).collect(),
            rows: lines.iter().map(row).collect(),
        }
    }

    /// Its lines, none wider than this number of columns if the ids allow it. Tie-breaks for which there is no room are left out, the last
    /// ones first.
    pub fn text(&self, columns: usize) -> Vec<String> {
        let cell =
            self.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(String::len).max().unwrap_or(1).max(2);
        let player = self.rows.iter().map(|row| row.player.len()).max().unwrap_or(0);
        // Place, id, points.
        let fixed = 3 + 1 + player + 5;
        let wide = fixed + self.rows.len() * (cell + 1);
        if wide > columns {
            return self.list(columns);
        }
        let heads = (1..=self.rows.len()).map(|number| format!(" {number:>cell$}")).collect::<String>();
        let values = self.values_that_fit(columns - wide);
        let codes = values.iter().map(|(i, width)| format!("{:>width$}", self.codes[*i])).collect::<String>();
        let mut lines = vec![format!("    {:player$}{heads}{:>5}{codes}", "", "pts")];
        for (number, row) in self.rows.iter().enumerate() {
            let cells = row.cells.iter().map(|own| match own {
                None => format!(" {:>cell$}", "#".repeat(cell)),
                Some(signs) => format!(" {signs:>cell$}"),
            });
            let of_row =
                |(i, width): &(usize, usize)| format!("{:>width$}", row.values.get(*i).map_or("", String::as_str));
            let values = values.iter().map(of_row).collect::<String>();
            let place = if row.place.is_some() { (number + 1).to_string() } else { STRUCK.to_owned() };
            let cells = cells.collect::<String>();
            lines.push(format!("{place:>3} {:player$}{cells}{:>5}{values}", row.player, row.points));
        }
        lines
    }

    /// Points and tie-breaks alone.
    pub fn standings(&self, columns: usize) -> Vec<String> {
        let player = self.rows.iter().map(|row| row.player.len()).max().unwrap_or(0);
        let values = self.values_that_fit(columns.saturating_sub(3 + 1 + player + 6 + 6));
        let codes = values.iter().map(|(i, width)| format!("{:>width$}", self.codes[*i])).collect::<String>();
        let mut lines = vec![format!("    {:player$}{:>7}{:>6}{codes}", "", "played", "pts")];
        for row in &self.rows {
            let of_row =
                |(i, width): &(usize, usize)| format!("{:>width$}", row.values.get(*i).map_or("", String::as_str));
            let values = values.iter().map(of_row).collect::<String>();
            let place = row.place.map_or(STRUCK.to_owned(), |place| place.to_string());
            lines.push(format!("{place:>3} {:player$}{:>7}{:>6}{values}", row.player, row.finished, row.points));
        }
        lines
    }

    /// The tie-breaks that fit, by number and width.
    fn values_that_fit(&self, columns: usize) -> Vec<(usize, usize)> {
        let mut left = columns;
        let mut fit = Vec::new();
        for (i, code) in self.codes.iter().enumerate() {
            let widest = self.rows.iter().filter_map(|row| row.values.get(i)).map(String::len).max().unwrap_or(0);
            let width = widest.max(code.len()) + 1;
            if width > left {
                break;
            }
            left -= width;
            fit.push((i, width));
        }
        fit
    }

    fn list(&self, columns: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for row in &self.rows {
            let place = row.place.map_or(STRUCK.to_owned(), |place| place.to_string());
            let values = self.codes.iter().zip(&row.values).map(|(code, value)| format!("  {code} {value}"));
            let head = format!("{place:>3} {}  {}", row.player, row.points);
            lines.push(values.fold(
                head,
                |head, value| {
                    if head.len() + value.len() > columns { head } else { head + &value }
                },
            ));
            let results = row.cells.iter().zip(&self.rows).filter_map(|(cell, other)| {
                let signs = cell.as_ref().filter(|signs| !signs.is_empty())?;
                Some(format!("{} {signs}", other.player))
            });
            let mut line = String::new();
            for result in results {
                if !line.is_empty() && 6 + line.len() + 2 + result.len() > columns {
                    lines.push(format!("      {line}"));
                    line = String::new();
                }
                line = if line.is_empty() { result } else { format!("{line}, {result}") };
            }
            if !line.is_empty() {
                lines.push(format!("      {line}"));
            }
        }
        lines
    }
}
