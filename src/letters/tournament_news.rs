//! The letters that a tournament sends: it has begun, there is a ruling, it is over.

use crate::club::tournament::format::Bye;
use crate::club::tournament::{Finish, Outcome, Ruling, Tournament, format, podium};
use crate::club::{Head, PlayerId, TournamentNews};
use crate::wording::blocks::Block;
use crate::wording::expected_answers;
use crate::wording::facts::context;
use crate::wording::game_summary;
use crate::wording::lines::indented;
use crate::wording::locale::Locale;
use crate::wording::time;
use crate::wording::tournament::ruling::{said, sentence};
use crate::wording::tournament::stage::facts;
use crate::wording::tournament::tables::{has_columns, open_lines, pairings, tables};
use crate::wording::tournament::terms::terms;
use crate::wording::{Wording, WordingError};

/// The letter about what happened in a tournament.
pub(super) fn letter(
    locale: Locale,
    tournament: &Tournament,
    news: &TournamentNews,
    reader: &PlayerId,
) -> Result<(String, Vec<Block>), WordingError> {
    let words = locale.words;
    let format = format::of(tournament.plan.format);
    match news {
        TournamentNews::Began { games, free } => {
            // If no game has a result yet, the whole tournament has just begun.
            let first = tournament.meetings.iter().flat_map(|m| &m.games).all(|game| game.outcome == Outcome::Open);
            let bye = match format.bye(tournament, free) {
                _ if free.is_empty() => "",
                Bye::Free => "free",
                Bye::Credited => "credited",
                Bye::Passes => "passes",
                Bye::Wins => "won",
            };
            let free: Vec<String> = free.iter().map(ToString::to_string).collect();
            let mut boards = Vec::new();
            for game in games {
                let head = &game.head;
                let facts = context! {
                    number => head.number,
                    opponent => head.side_of(reader).map(|side| head.player(side.opponent()).as_str()),
                    attackers => head.attackers == *reader,
                    your_move => head.player(head.to_move()) == reader,
                    round => head.tournament.as_ref().map(|(_, round)| *round),
                    ..time::facts(locale, head)?
                };
                boards.push(Block::Paragraph(words.phrase("tournament-line/board", facts)?));
                boards.push(game_summary::scene(locale, &game.state)?);
            }
            let so_far = open_lines(words, tournament, true)?;
            let example = games.iter().find(|game| game.head.player(game.head.to_move()) == reader).or(games.first());
            let facts = context! {
                first,
                bye,
                free => words.list("and", &free)?,
                games => tournament.plan.games,
                last => !first && format.has_groups(),
                boards => games.len(),
                round => tournament.round(),
                example => example.map(|game| game.head.number),
                play => example.and_then(|game| expected_answers::example(&game.state, locale.dialect)),
                plays => tournament.entry(reader).is_some(),
                so_far => so_far.len(),
                ..facts(words, tournament)?
            };
            let (terms, pairings, so_far) =
                (terms(locale, tournament)?, pairings(words, tournament)?, indented(so_far));
            words.letter("tournament-began", facts, &|marker| match marker {
                "boards" => Some(boards.clone()),
                "terms" => Some(terms.clone()),
                "pairings" => Some(pairings.clone()),
                "open" => Some(vec![so_far.clone()]),
                _ => None,
            })
        }
        TournamentNews::Decided { ruling, by, why, turns } => {
            of_ruling(words, tournament, ruling, by.as_ref(), why, turns)
        }
        TournamentNews::Finished { by } => {
            let tables = tables(words, tournament, true)?;
            let open = tournament.meetings.iter().any(|meeting| !Tournament::is_decided(meeting));
            let begun = !tournament.meetings.is_empty();
            let early = match by {
                Finish::Stuck => "stuck",
                Finish::TooFew => "too-few",
                Finish::Early => "organizer",
                Finish::Played | Finish::CalledOff => "",
            };
            let rounds = format.rounds_by_points(&tournament.plan);
            let [first, second, third] = winners(words, tournament)?;
            let facts = context! { open, begun, early, rounds, round => tournament.round(), first, second, third, ..facts(words, tournament)? };
            let facts = context! { columns => has_columns(tournament), ..facts };
            words.letter("tournament-finished", facts, &|marker| (marker == "tables").then(|| tables.clone()))
        }
    }
}

/// The letter about a ruling.
fn of_ruling(
    words: &Wording,
    tournament: &Tournament,
    ruling: &Ruling,
    by: Option<&PlayerId>,
    why: &str,
    turns: &[Head],
) -> Result<(String, Vec<Block>), WordingError> {
    let boards: Vec<String> = turns.iter().map(|head| head.number.to_string()).collect();
    let facts = context! {
        news => sentence(words, tournament, ruling, by)?,
        boards => words.list("and", &boards)?,
        count => boards.len(),
        first => boards.first(),
        closed => *ruling == Ruling::Closed,
        ..facts(words, tournament)?
    };
    let said = said(ruling, why);
    words.letter("tournament-news", facts, &|marker| (marker == "why").then(|| said.clone()))
}

/// The players in the first, second and third place. Empty if there is none; all empty if no game has ended.
fn winners(words: &Wording, tournament: &Tournament) -> Result<[String; 3], WordingError> {
    let mut winners = [const { String::new() }; 3];
    if tournament.games().all(|game| matches!(game.outcome, Outcome::Open | Outcome::Provisional { .. })) {
        return Ok(winners);
    }
    for (place, players) in podium(tournament) {
        let ids: Vec<String> = players.iter().map(ToString::to_string).collect();
        if let Some(winner) = winners.get_mut(place - 1) {
            *winner = words.list("and", &ids)?;
        }
    }
    Ok(winners)
}
