//! The tables of a tournament, its pairings, and the games that are not over.

use crate::club::PlayerId;
use crate::club::tournament::{Crosstable, Meeting, MeetingBreak, Outcome, Placed, Tournament, format, places};
use crate::tafl::Side;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::lines;
use crate::wording::lines::indented;
use crate::wording::templates::{Wording, WordingError};

/// Columns of a list, which is indented by two.
const COLUMNS: usize = lines::COLUMNS - 2;

/// The tables of all sections, with a note about players whose results were cancelled. A knockout has its rounds instead; if this is not
/// the `whole` page, the places come first.
pub(crate) fn tables(words: &Wording, tournament: &Tournament, whole: bool) -> Result<Vec<Block>, WordingError> {
    if !has_columns(tournament) {
        let mut blocks = pairings(words, tournament)?;
        if !whole && !tournament.meetings.is_empty() {
            let line = |one: Placed| format!("{:>3} {}", one.place.unwrap_or_default(), one.player);
            blocks.insert(0, indented(places(tournament).into_iter().map(line)));
        }
        return Ok(blocks);
    }
    let mut blocks = Vec::new();
    let mut struck: Vec<String> = Vec::new();
    for section in tournament.sections() {
        blocks.extend(heading(words, tournament, section)?);
        let table = Crosstable::new(tournament, section);
        blocks.push(indented(if whole { table.text(COLUMNS) } else { table.standings(COLUMNS) }));
        struck.extend(table.rows.into_iter().filter(|row| row.place.is_none()).map(|row| row.player));
    }
    if !struck.is_empty() {
        let facts = context! { players => words.list("and", &struck)?, count => struck.len() };
        blocks.push(Block::Paragraph(words.phrase("tournament-line/struck", facts)?));
    }
    Ok(blocks)
}

/// Whether its tables have columns with codes above them.
pub(crate) fn has_columns(tournament: &Tournament) -> bool {
    !format::of(tournament.plan.format).is_bracket() && !tournament.meetings.is_empty()
}

fn heading(words: &Wording, tournament: &Tournament, section: u32) -> Result<Option<Block>, WordingError> {
    let many = format::of(tournament.plan.format).has_groups();
    many.then(|| words.phrase("tournament-line/section", context! { section }).map(Block::Paragraph)).transpose()
}

/// The pairings, round by round, with their scores.
pub(crate) fn pairings(words: &Wording, tournament: &Tournament) -> Result<Vec<Block>, WordingError> {
    let mut blocks = Vec::new();
    for section in tournament.sections() {
        blocks.extend(heading(words, tournament, section)?);
        let mut lines = Vec::new();
        let mut rounds: Vec<u32> = tournament.meetings_of(section).map(|meeting| meeting.round).collect();
        rounds.dedup();
        for round in rounds {
            let own = tournament.meetings_of(section).filter(|meeting| meeting.round == round);
            for (i, meeting) in own.enumerate() {
                let head = match i {
                    0 => words.phrase("tournament-line/round", context! { round })?,
                    _ => String::new(),
                };
                let (meeting, winner) = pairing(words, tournament, meeting)?;
                let line = format!("{head:<10}{meeting}");
                match line.chars().count() + 2 + winner.chars().count() <= COLUMNS {
                    true => lines.push(format!("{line}  {winner}")),
                    false => lines.extend([line, format!("{:<12}{winner}", "")]),
                }
            }
        }
        blocks.push(indented(lines));
    }
    Ok(blocks)
}

/// The two players and their score, and the winner if that must be said.
fn pairing(words: &Wording, tournament: &Tournament, meeting: &Meeting) -> Result<(String, String), WordingError> {
    let Some(away) = &meeting.away else {
        return Ok((words.phrase("tournament-line/bye", context! { player => meeting.home.as_str() })?, String::new()));
    };
    let players = format!("{} v {away}", meeting.home);
    let bouts = meeting.games.iter().map(|game| {
        let own = |id: &PlayerId| if *id == game.attackers { 0 } else { 1 };
        let bout = crate::club::tournament::Bout { round: 1, attackers: 0, defenders: 1, outcome: game.outcome };
        crate::club::tournament::sign(&bout, own(&meeting.home))
    });
    let signs: String = bouts.collect();
    let by = match tournament
        .winner_of(meeting)
        .filter(|_| format::of(tournament.plan.format).is_bracket() && !signs.is_empty())
    {
        None => String::new(),
        Some((winner, by)) => {
            let by = match by {
                None => "",
                Some(MeetingBreak::ShorterWin) => "shorter-win",
                Some(MeetingBreak::Captures) => "captures",
                Some(MeetingBreak::Seed) => "seed",
                Some(MeetingBreak::Stayed) => "stayed",
            };
            words.phrase("tournament-line/winner", context! { winner => winner.as_str(), by })?
        }
    };
    Ok((format!("{players:<24}  {signs}").trim_end().to_owned(), by))
}

/// The games that are not over: without `so_far` those without a result, with it those with a provisional result, and that result.
pub(crate) fn open_lines(words: &Wording, tournament: &Tournament, so_far: bool) -> Result<Vec<String>, WordingError> {
    const LINES_MAX: usize = 200;
    let mut lines = Vec::new();
    for game in tournament.games() {
        let line = format!("{:>5}  {} v {}", game.number, game.attackers, game.defenders);
        match game.outcome {
            _ if lines.len() >= LINES_MAX => break,
            Outcome::Open if !so_far => lines.push(line),
            Outcome::Provisional { winner } => {
                let winner = winner.map(|side| if side == Side::Attackers { &game.attackers } else { &game.defenders });
                let winner = winner.map(PlayerId::as_str).unwrap_or_default();
                let counts = words.phrase("tournament-line/so-far", context! { winner })?;
                match line.chars().count() + 2 + counts.chars().count() <= COLUMNS {
                    true => lines.push(format!("{line}  {counts}")),
                    false => lines.extend([line, format!("{:<7}{counts}", "")]),
                }
            }
            Outcome::Open | Outcome::Played { .. } | Outcome::Forfeit { .. } => {}
        }
    }
    Ok(lines)
}
