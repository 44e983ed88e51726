//! What letters say about a tournament: its terms, which are the contract, its tables, its pairings, and the letters it sends.

use crate::club::tournament::pairing::bracket;
use crate::club::tournament::{
    Crosstable, Done, Finish, Meeting, MeetingBreak, Outcome, Placed, Tournament, TournamentLine, TournamentName,
    TournamentPage, TournamentStage, places, podium,
};
use crate::club::{PlayerId, TournamentNews};
use crate::command::{ExportFormat, TournamentFormat, TournamentSeed, TournamentVacation};
use crate::letters::answers;
use crate::letters::blocks::Block;
use crate::letters::board;
use crate::letters::lines::{self, indented, wrap};
use crate::letters::locale::Locale;
use crate::letters::time;
use crate::letters::title::title;
use crate::letters::wording::{Wording, WordingError};
use crate::tafl::Side;
use chrono::TimeDelta;
use minijinja::{Value, context};

mod refusals;
mod ruling;

pub use refusals::refusal;

/// Columns of a list, which is indented by two.
const COLUMNS: usize = lines::COLUMNS - 2;

/// The lines of the list of tournaments.
pub fn list(words: &Wording, tournaments: &[TournamentLine]) -> Result<Vec<Block>, WordingError> {
    let lines: Vec<String> = tournaments
        .iter()
        .map(|line| {
            let stage = words
                .phrase(&format!("tournament-stage/{}", stage_key(line.stage)), context! { players => line.players })?;
            Ok(format!("{:<17}{}: {stage}", line.name.as_str(), title(words, &line.title)?))
        })
        .collect::<Result<_, WordingError>>()?;
    let wrapped = lines.iter().flat_map(|line| {
        wrap(line, COLUMNS)
            .into_iter()
            .enumerate()
            .map(|(i, row)| if i == 0 { row.into_owned() } else { format!("    {}", row.trim_start()) })
            .collect::<Vec<_>>()
    });
    let lines = indented(wrapped);
    let facts = context! { count => tournaments.len(), example => tournaments.first().map(|line| line.name.as_str()) };
    words.part("tournaments", facts, &|marker| (marker == "tournaments").then(|| vec![lines.clone()]))
}

/// A page about a tournament.
pub fn page(
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
            let many =
                *preview && tournament.plan.format == TournamentFormat::Swiss && 2 * tournament.plan.rounds > players;
            let (rounds, safe) = (Some(tournament.plan.rounds).filter(|_| many), players / 2);
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

fn facts(words: &Wording, tournament: &Tournament) -> Result<Value, WordingError> {
    Ok(context! { name => tournament.name.as_str(), title => title(words, &tournament.title)? })
}

fn done_phrase(words: &Wording, tournament: &Tournament, done: Done) -> Result<String, WordingError> {
    let key = match done {
        Done::Created => "created",
        Done::Set => "set",
        Done::Opened => "opened",
        Done::Closed => "closed",
        Done::Joined => "joined",
        Done::Left => "left",
    };
    words.phrase(&format!("tournament-done/{key}"), facts(words, tournament)?)
}

fn stage_key(stage: TournamentStage) -> &'static str {
    match stage {
        TournamentStage::Draft => "draft",
        TournamentStage::Open => "open",
        TournamentStage::Closed => "closed",
        TournamentStage::Running => "running",
        TournamentStage::Finished => "finished",
    }
}

fn stage(words: &Wording, tournament: &Tournament) -> Result<String, WordingError> {
    words.phrase(
        &format!("tournament-stage/{}", stage_key(tournament.stage)),
        context! { players => tournament.entries.len() },
    )
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

/// The contract: format, sides, tie-breaks, load, and what holds for everybody.
fn terms(locale: Locale, tournament: &Tournament) -> Result<Vec<Block>, WordingError> {
    let words = locale.words;
    let closes = tournament.closes().filter(|_| tournament.stage < TournamentStage::Closed);
    let plan = &tournament.plan;
    let format = match plan.format {
        TournamentFormat::RoundRobin => "round-robin",
        TournamentFormat::Groups => "groups",
        TournamentFormat::Knockout => "knockout",
        TournamentFormat::Swiss => "swiss",
    };
    let codes: Vec<&str> = plan.order().iter().map(|by| by.code()).collect();
    let control = plan.control();
    let facts = context! {
        clock => time::clock(words, control.as_ref())?,
        timed => control.is_some(),
        no_leave => control.is_some_and(|control| control.no_leave),
        rounds => plan.rounds,
        seed => plan.seed.word(),
        best => if plan.format == TournamentFormat::Groups { plan.best() } else { 0 },
        closes => closes.map(|at| time::date(words, at, locale.zone)).transpose()?,
        leave_days => if let TournamentVacation::Days(days) = plan.leave { Some(days) } else { None },
        round => plan.round.map(|time| time::span(words, TimeDelta::seconds(i64::from(time)))).transpose()?,
        groups => plan.groups,
        qualify => plan.qualify,
        third => plan.third,
        games => plan.games,
        max => plan.max,
        load => plan.load,
        entry => plan.entry,
        knockout => plan.format == TournamentFormat::Knockout,
        all_meet => matches!(plan.format, TournamentFormat::RoundRobin | TournamentFormat::Groups),
        tie_breaks => codes.join(", "),
        lot => &tournament.lot,
        ..facts(words, tournament)?
    };
    // Where the clock is told to stop for no leave, that is said already.
    let leave = plan.leave != TournamentVacation::Allow && control.is_some_and(|control| !control.no_leave);
    let seeded = plan.format != TournamentFormat::RoundRobin && plan.seed != TournamentSeed::Entry;
    let keys = [format, "seed", "games", "clock", "leave", "points", "entry", "leaving", "course"];
    keys.iter()
        .filter(|key| (leave || **key != "leave") && (seeded || **key != "seed"))
        .map(|key| words.phrase(&format!("tournament-terms/{key}"), facts.clone()).map(Block::Paragraph))
        .collect::<Result<_, _>>()
}

/// The tables of all sections, with a note about players who were struck; of a knockout its rounds, and below the places where they
/// are not the whole.
fn tables(words: &Wording, tournament: &Tournament, whole: bool) -> Result<Vec<Block>, WordingError> {
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

/// Who is first, second and third; empty where nobody is, and all of them where no game has ended.
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

/// Whether its tables have columns with codes above them.
fn has_columns(tournament: &Tournament) -> bool {
    tournament.plan.format != TournamentFormat::Knockout && !tournament.meetings.is_empty()
}

fn heading(words: &Wording, tournament: &Tournament, section: u32) -> Result<Option<Block>, WordingError> {
    let many = tournament.plan.format == TournamentFormat::Groups;
    many.then(|| words.phrase("tournament-line/section", context! { section }).map(Block::Paragraph)).transpose()
}

/// Who meets whom, round by round, with what they have.
fn pairings(words: &Wording, tournament: &Tournament) -> Result<Vec<Block>, WordingError> {
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

/// The two and what they have, and who has won it where that must be said.
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
        .filter(|_| tournament.plan.format == TournamentFormat::Knockout && !signs.is_empty())
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

/// The games that are still played, with what they count so far; all of them, or those alone that count something.
fn open_lines(words: &Wording, tournament: &Tournament, so_far: bool) -> Result<Vec<String>, WordingError> {
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

/// The letter about what happened in a tournament.
pub fn letter(
    locale: Locale,
    tournament: &Tournament,
    news: &TournamentNews,
    reader: &PlayerId,
) -> Result<(String, Vec<Block>), WordingError> {
    let words = locale.words;
    match news {
        TournamentNews::Began { games, free } => {
            // What has just begun is the whole, where nothing has been decided yet.
            let first = tournament.meetings.iter().flat_map(|m| &m.games).all(|game| game.outcome == Outcome::Open);
            let last_round = bracket(tournament.entries.len(), false).rounds;
            let bye = match tournament.plan.format {
                _ if free.is_empty() => "",
                TournamentFormat::Swiss => "credited",
                TournamentFormat::Knockout if free.contains(&last_round) => "won",
                TournamentFormat::Knockout => "passes",
                TournamentFormat::RoundRobin | TournamentFormat::Groups => "free",
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
                boards.push(board::scene(locale, &game.state)?);
            }
            let so_far = open_lines(words, tournament, true)?;
            let example = games.iter().find(|game| game.head.player(game.head.to_move()) == reader).or(games.first());
            let facts = context! {
                first,
                bye,
                free => words.list("and", &free)?,
                games => tournament.plan.games,
                last => !first && tournament.plan.format == TournamentFormat::Groups,
                boards => games.len(),
                round => tournament.round(),
                example => example.map(|game| game.head.number),
                play => example.and_then(|game| answers::example(&game.state, locale.dialect)),
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
        TournamentNews::Decided { deed, by, why, turns } => {
            ruling::letter(words, tournament, (deed, by.as_ref(), why), turns)
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
            let swiss = tournament.plan.format == TournamentFormat::Swiss;
            let rounds = if swiss { Some(tournament.plan.rounds) } else { None };
            let [first, second, third] = winners(words, tournament)?;
            let facts = context! { open, begun, early, rounds, round => tournament.round(), first, second, third, ..facts(words, tournament)? };
            let facts = context! { columns => has_columns(tournament), ..facts };
            words.letter("tournament-finished", facts, &|marker| (marker == "tables").then(|| tables.clone()))
        }
    }
}

/// The name of the file that a tournament is exported to.
pub fn file_name(name: &TournamentName, format: ExportFormat) -> String {
    format!("tafl-{name}.{}", format.word())
}

fn columns(ids: &[String]) -> Vec<String> {
    const IN_A_ROW: usize = 4;
    ids.chunks(IN_A_ROW).map(|ids| ids.iter().map(|id| format!("{id:<17}")).collect()).collect()
}
