//! A tournament report file (TRF26), in FIDE's format of 2025. Programs that pair chess tournaments or work out tie-breaks read it.
//!
//! 012 is the name, 042 the date, 062 the players, 092 the system, 142 the rounds, 152 the first colour, and each player has a line 001:
//! number, id, points, place, and for each round opponent, colour and result, `1 0 =`, `+ -` for a game that was won or lost without play,
//! `U` for the bye of a Swiss tournament, `Z` for a round without a game. White stands for the attackers. The points are always those of
//! the cells.
//!
//! What the format has no sign for is written like this:
//!
//! - A match of two games takes two rounds, the game in which the home side has the attackers first. So two players meet in both, and a bye
//!   of a Swiss tournament takes both, too.
//! - A knockout has one round for each of its own, or two. A player who passes a round has `Z` there. The points are the games won. The
//!   place is the one in the bracket, so the champion need not have the most points.
//! - Groups and their final are one tournament, with the rounds of the final after those of the groups. The points are those of both. The
//!   finalists have the first places.
//! - The games of a player whose results are cancelled count for neither side: they are lost for both, `-` against `-`. TRF26 would have
//!   the results stay and the points taken back (line 299), but programs refuse files with that line. A comment says how each of them had
//!   ended.
//! - A game that is still being played is a round without a game so far. A comment names it.

use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament, TournamentGame};
use crate::club::pairing_and_standings::game_value::{Bout, Outcome, Participation, half_points, halves};
use crate::club::tournament::crosstable;
use crate::club::tournament::format;
use crate::club::tournament::places::places;
use crate::tafl::Side;
use std::fmt::Write;

/// The report.
pub(crate) fn write(tournament: &Tournament) -> String {
    let mut text = String::new();
    let system = format::of(tournament.plan.format).trf_system();
    let _ = writeln!(text, "012 {} ({})", tournament.name, tournament.title);
    let _ = writeln!(text, "042 {}", tournament.began.unwrap_or(tournament.created).format("%Y/%m/%d"));
    let _ = writeln!(text, "062 {}", tournament.entries.len());
    let _ = writeln!(text, "092 {system}");
    let rounds = rounds(tournament) * tournament.plan.games;
    if rounds > 0 {
        let _ = writeln!(text, "142 {rounds}");
    }
    let _ = writeln!(text, "152 W");
    let _ = writeln!(text, "### White stands for the attackers. A match of two games takes two rounds.");
    for comment in comments(tournament) {
        let _ = writeln!(text, "### {comment}");
    }
    let placed = places(tournament);
    let last = placed.iter().filter(|one| one.place.is_some()).count() + 1;
    for (i, entry) in tournament.entries.iter().enumerate() {
        let id = &entry.player;
        let place = placed.iter().find(|one| one.player == *id).and_then(|one| one.place).unwrap_or(last);
        let cells: Vec<Cell> = (1..=tournament.round()).flat_map(|round| in_round(tournament, round, id)).collect();
        let points = halves(cells.iter().map(|cell| cell.points).sum());
        let points = if points.contains('.') { points } else { format!("{points}.0") };
        let (number, blank) = (i + 1, "");
        // Number; sex and title, name, rating, federation, its number there and date of birth; points, place.
        let head = format!(
            "001 {number:>4} {blank:>4} {:<33} {blank:>4} {blank:>3} {blank:>11} {blank:>10} {points:>4} {place:>4}",
            id.as_str(),
        );
        let cells: String = cells.iter().map(|cell| format!("  {}", cell.text)).collect();
        let _ = writeln!(text, "{}", format!("{head}{cells}").trim_end());
    }
    text
}

/// How many rounds there are: the planned ones or, if it ended before that, those that were paired.
fn rounds(tournament: &Tournament) -> u32 {
    let over = tournament.stage == crate::club::model::tournament::TournamentStage::Finished;
    let planned = format::of(tournament.plan.format).planned_rounds(tournament);
    if over { tournament.round() } else { planned.max(tournament.round()) }
}

/// What a player has in one round.
struct Cell {
    text: String,
    /// In half points.
    points: u32,
}

/// The cells of a player in one round of the tournament, one for each game of a meeting.
fn in_round(tournament: &Tournament, round: u32, id: &PlayerId) -> Vec<Cell> {
    let mut own = tournament.meetings.iter().filter(|m| m.home == *id || m.away.as_ref() == Some(id));
    let meeting = own.find(|meeting| meeting.round == round);
    (0..tournament.plan.games as usize).map(|game| cell(tournament, meeting, id, game)).collect()
}

fn cell(tournament: &Tournament, meeting: Option<&Meeting>, id: &PlayerId, game: usize) -> Cell {
    let without = |sign: char, points| Cell { text: format!("0000 - {sign}"), points };
    let Some(meeting) = meeting else { return without('Z', 0) };
    let Some(game) = meeting.games.get(game) else {
        let bye = meeting.away.is_none() && format::of(tournament.plan.format).credits_bye();
        return if bye { without('U', 2) } else { without('Z', 0) };
    };
    let side = if game.attackers == *id { Side::Attackers } else { Side::Defenders };
    let Some(points) = half_points(game.outcome, side) else { return without('Z', 0) };
    let counts = counts(tournament, meeting, game);
    let bout = Bout { round: 1, attackers: 0, defenders: 1, outcome: game.outcome };
    let (seat, colour, opponent) = match side {
        Side::Attackers => (0, 'w', &game.defenders),
        Side::Defenders => (1, 'b', &game.attackers),
    };
    let result = if counts { crosstable::sign(&bout, seat) } else { '-' };
    let number = number(tournament, opponent);
    Cell { text: format!("{number:>4} {colour} {result}"), points: if counts { points } else { 0 } }
}

fn number(tournament: &Tournament, player: &PlayerId) -> usize {
    tournament.entries.iter().position(|entry| entry.player == *player).map_or(0, |i| i + 1)
}

/// Whether a game counts: the results of neither player in that section are cancelled.
fn counts(tournament: &Tournament, meeting: &Meeting, game: &TournamentGame) -> bool {
    let struck = |id: &PlayerId| tournament.participation_in(meeting.section, id) == Participation::Struck;
    !struck(&game.attackers) && !struck(&game.defenders)
}

/// What the lines of the players cannot express.
fn comments(tournament: &Tournament) -> Vec<String> {
    let mut lines = Vec::new();
    for meeting in &tournament.meetings {
        for (game, number) in meeting.games.iter().zip(1..) {
            let round = (meeting.round - 1) * tournament.plan.games + number;
            let players = format!("{} (white) against {}, board {}", game.attackers, game.defenders, game.number);
            let result = match (game.outcome, half_points(game.outcome, Side::Attackers)) {
                (_, None) => {
                    lines.push(format!("Round {round} is still being played: {players}."));
                    continue;
                }
                (Outcome::Forfeit { winner: None }, _) => "lost for both",
                (_, Some(2)) => "1-0",
                (_, Some(1)) => "1/2-1/2",
                (_, Some(_)) => "0-1",
            };
            if !counts(tournament, meeting, game) {
                lines.push(format!("In round {round}, this game does not count, because the results of a player were cancelled: {players}, {result}."));
            }
        }
    }
    lines
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::tournament::export::tests::{play_round, played, tournament_of};
    use crate::command::TournamentFormat;

    fn line<'a>(text: &'a str, id: &str) -> &'a str {
        text.lines().find(|line| line.starts_with("001") && line.contains(&format!(" {id} "))).unwrap()
    }

    #[test]
    fn a_report_has_its_columns_where_the_format_puts_them() {
        let text = write(&played(TournamentFormat::RoundRobin));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["012 spring (Brandubh)", "042 2026/11/21", "062 3"]);
        assert!(lines.contains(&"142 6") && lines.contains(&"152 W"), "{text}");
        let bob = lines.iter().find(|line| line.contains("bob")).unwrap();
        assert_eq!(&bob[..8], "001    2");
        assert_eq!(&bob[14..17], "bob");
        assert_eq!(&bob[80..84], " 2.5");
        // The first round's two games against the third player, the game with the attackers first.
        assert_eq!(&bob[91..], "   3 w 1     3 b =     1 b +     1 w 0  0000 - Z  0000 - Z");
        assert!(bob[91..].len() == 58, "{bob}");
    }

    /// Another program refused such files: the points had been taken away, but the results had stayed.
    #[test]
    fn the_points_of_a_table_with_a_struck_player_are_those_of_its_cells() {
        let mut tournament = played(TournamentFormat::RoundRobin);
        tournament.entries[2].participation = Participation::Struck;
        let text = write(&tournament);
        assert_eq!(
            &line(&text, "cai")[80..],
            " 0.0    3     2 b -     2 w -  0000 - Z  0000 - Z     1 w -     1 b -",
            "{text}"
        );
        assert_eq!(
            &line(&text, "bob")[80..],
            " 1.0    2     3 w -     3 b -     1 b +     1 w 0  0000 - Z  0000 - Z",
            "{text}"
        );
        assert!(
            text.contains(
                "### In round 1, this game does not count, because the results of a player were cancelled: bob (white) against cai, board 1, 1-0.\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn places_of_a_knockout_are_those_of_its_bracket() {
        let mut cup = tournament_of(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4"]);
        play_round(&mut cup);
        play_round(&mut cup);
        let text = write(&cup);
        let told = ["a1", "a2", "a3", "a4"].map(|id| line(&text, id)[80..89].to_owned());
        assert_eq!(told, [" 4.0    1", " 2.0    2", " 0.0    3", " 0.0    3"], "{text}");
    }

    #[test]
    fn a_game_that_is_still_played_is_named_in_a_comment() {
        let mut tournament = played(TournamentFormat::RoundRobin);
        tournament.meetings[0].games[0].outcome = Outcome::Open;
        let text = write(&tournament);
        assert!(text.contains("### Round 1 is still being played: bob (white) against cai, board 1.\n"), "{text}");
        assert!(line(&text, "bob")[91..].starts_with("0000 - Z     3 b ="), "{text}");
    }
}
