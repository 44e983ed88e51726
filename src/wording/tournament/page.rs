//! The page about a tournament that a reader asked for.

use crate::club::PlayerId;
use crate::club::tournament::{Done, Tournament, TournamentPage, TournamentStage, format};
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::lines::indented;
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;
use crate::wording::time;
use crate::wording::tournament::ruling;
use crate::wording::tournament::stage::{done_phrase, facts, stage};
use crate::wording::tournament::tables::{has_columns, open_lines, pairings, tables};
use crate::wording::tournament::terms::terms;

/// A page about a tournament.
pub(crate) fn page(
    locale: Locale,
    tournament: &Tournament,
    page: &TournamentPage,
    reader: Option<&str>,
) -> Result<Vec<Block>, WordingError> {
    let words = locale.words;
    match page {
        TournamentPage::Record => ruling::record(locale, tournament),
        TournamentPage::Preview { .. } => ruling::preview(words, tournament, page),
        TournamentPage::Terms { done } => terms_page(locale, tournament, *done, reader),
        TournamentPage::Standings | TournamentPage::Crosstable => {
            let whole = *page == TournamentPage::Crosstable;
            let tables = tables(words, tournament, whole)?;
            let so_far = open_lines(words, tournament, true)?;
            let facts =
                context! { columns => has_columns(tournament), so_far => so_far.len(), ..facts(words, tournament)? };
            let so_far = indented(so_far);
            words.part("tournament-table", facts, &|marker| match marker {
                "tables" => Some(tables.clone()),
                "open" => Some(vec![so_far.clone()]),
                _ => None,
            })
        }
        TournamentPage::Status => {
            let open = open_lines(words, tournament, false)?;
            let due =
                tournament.due.filter(|_| tournament.stage == TournamentStage::Running && tournament.held.is_none());
            let over = due.map(|due| time::date(words, due, locale.zone)).transpose()?;
            let facts = context! { open => open.len(), over, round => tournament.round(), ..facts(words, tournament)? };
            let stage = stage(words, tournament)?;
            let open = indented(open);
            let held = tournament.held.map(|held| time::date(words, held, locale.zone)).transpose()?;
            words.part("tournament-status", context! { stage, held, ..facts }, &|marker| {
                (marker == "open").then(|| vec![open.clone()])
            })
        }
        TournamentPage::Pairings { preview, absent } => {
            let pairings = pairings(words, tournament)?;
            let ids: Vec<String> = absent.iter().map(ToString::to_string).collect();
            let (missing, absent) = (ids.len(), words.list("and", &ids)?);
            let players = tournament.entries.len() as u32;
            let rounds = format::of(tournament.plan.format).rounds_by_points(&tournament.plan);
            let (rounds, safe) = (rounds.filter(|rounds| *preview && 2 * rounds > players), players / 2);
            let facts = context! { preview, absent, missing, players, rounds, safe, ..facts(words, tournament)? };
            words.part("tournament-pairings", facts, &|marker| (marker == "pairings").then(|| pairings.clone()))
        }
        TournamentPage::Finish => {
            let open = open_lines(words, tournament, false)?;
            let facts =
                context! { open => open.len(), begun => !tournament.meetings.is_empty(), ..facts(words, tournament)? };
            let (open, tables) = (indented(open), tables(words, tournament, true)?);
            words.part("tournament-finish", facts, &|marker| match marker {
                "open" => Some(vec![open.clone()]),
                "tables" => Some(tables.clone()),
                _ => None,
            })
        }
        TournamentPage::Done(done) => Ok(vec![Block::Paragraph(done_phrase(words, tournament, *done)?)]),
    }
}

fn terms_page(
    locale: Locale,
    tournament: &Tournament,
    done: Option<Done>,
    reader: Option<&str>,
) -> Result<Vec<Block>, WordingError> {
    let words = locale.words;
    let done = done.map(|done| done_phrase(words, tournament, done)).transpose()?.unwrap_or_default();
    let ids: Vec<String> = tournament.entries.iter().map(|entry| entry.player.to_string()).collect();
    let organizers: Vec<String> = tournament.organizers.iter().map(ToString::to_string).collect();
    let reader = reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    let plays = reader.as_ref().is_some_and(|reader| tournament.entry(reader).is_some());
    let organizes = reader.as_ref().is_some_and(|reader| tournament.is_organizer(reader));
    let facts = context! {
        done,
        stage => stage(words, tournament)?,
        organizers => words.list("and", &organizers)?,
        players => ids.len(),
        joinable => tournament.stage == TournamentStage::Open && !plays,
        leavable => tournament.stage < TournamentStage::Running && plays,
        next => match (organizes, tournament.stage) {
            (true, TournamentStage::Draft) => "open",
            (true, TournamentStage::Open | TournamentStage::Closed) => "start",
            _ => "",
        },
        ..facts(words, tournament)?
    };
    let (terms, ids) = (terms(locale, tournament)?, indented(columns(&ids)));
    words.part("tournament", facts, &|marker| match marker {
        "terms" => Some(terms.clone()),
        "players" => Some(vec![ids.clone()]),
        _ => None,
    })
}

fn columns(ids: &[String]) -> Vec<String> {
    const IN_A_ROW: usize = 4;
    ids.chunks(IN_A_ROW).map(|ids| ids.iter().map(|id| format!("{id:<17}")).collect()).collect()
}
