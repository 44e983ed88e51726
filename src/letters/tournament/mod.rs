//! What letters say about an event: its terms, which are the contract, its tables, its pairings, and the letters it sends.

use crate::club::event::pairing::bracket;
use crate::club::event::{
    Crosstable, Done, Event, EventLine, EventName, EventPage, EventStage, Finish, Meeting, MeetingBreak, Outcome,
    Placed, places, podium,
};
use crate::club::{EventNews, PlayerId};
use crate::command::{EventFormat, EventLeave, EventSeed, ExportFormat};
use crate::letters::board::{self, Voice};
use crate::letters::body::{self, Block};
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
const COLUMNS: usize = body::COLUMNS - 2;

/// The lines of the list of events.
pub fn list(words: &Wording, events: &[EventLine]) -> Result<Vec<Block>, WordingError> {
    let lines: Vec<String> = events
        .iter()
        .map(|line| {
            let stage = words
                .phrase(&format!("event-stage/{}", stage_key(line.stage)), context! { players => line.players })?;
            Ok(format!("{:<17}{}: {stage}", line.name.as_str(), title(words, &line.title)?))
        })
        .collect::<Result<_, WordingError>>()?;
    let wrapped = lines.iter().flat_map(|line| {
        body::wrap(line, COLUMNS)
            .into_iter()
            .enumerate()
            .map(|(i, row)| if i == 0 { row.into_owned() } else { format!("    {}", row.trim_start()) })
            .collect::<Vec<_>>()
    });
    let lines = indented(wrapped);
    let facts = context! { count => events.len(), example => events.first().map(|line| line.name.as_str()) };
    words.part("events", facts, &|marker| (marker == "events").then(|| vec![lines.clone()]))
}

/// A page about an event.
pub fn page(voice: Voice, event: &Event, page: &EventPage, reader: Option<&str>) -> Result<Vec<Block>, WordingError> {
    let words = voice.words;
    match page {
        EventPage::Record => ruling::record(voice, event),
        EventPage::Preview { .. } => ruling::preview(words, event, page),
        EventPage::Terms { done } => terms_page(voice, event, *done, reader),
        EventPage::Standings | EventPage::Crosstable => {
            let whole = *page == EventPage::Crosstable;
            let tables = tables(words, event, whole)?;
            let so_far = open_lines(words, event, true)?;
            let facts = context! { columns => has_columns(event), so_far => so_far.len(), ..facts(words, event)? };
            let so_far = indented(so_far);
            words.part("event-table", facts, &|marker| match marker {
                "tables" => Some(tables.clone()),
                "open" => Some(vec![so_far.clone()]),
                _ => None,
            })
        }
        EventPage::Status => {
            let open = open_lines(words, event, false)?;
            let due = event.due.filter(|_| event.stage == EventStage::Running && event.held.is_none());
            let over = due.map(|due| time::date(words, due, voice.zone)).transpose()?;
            let facts = context! { open => open.len(), over, round => event.round(), ..facts(words, event)? };
            let stage = stage(words, event)?;
            let open = indented(open);
            let held = event.held.map(|held| time::date(words, held, voice.zone)).transpose()?;
            words.part("event-status", context! { stage, held, ..facts }, &|marker| {
                (marker == "open").then(|| vec![open.clone()])
            })
        }
        EventPage::Pairings { preview, absent } => {
            let pairings = pairings(words, event)?;
            let ids: Vec<String> = absent.iter().map(ToString::to_string).collect();
            let (missing, absent) = (ids.len(), words.list("and", &ids)?);
            let players = event.entries.len() as u32;
            let many = *preview && event.plan.format == EventFormat::Swiss && 2 * event.plan.rounds > players;
            let (rounds, safe) = (Some(event.plan.rounds).filter(|_| many), players / 2);
            let facts = context! { preview, absent, missing, players, rounds, safe, ..facts(words, event)? };
            words.part("event-pairings", facts, &|marker| (marker == "pairings").then(|| pairings.clone()))
        }
        EventPage::Finish => {
            let open = open_lines(words, event, false)?;
            let facts = context! { open => open.len(), begun => !event.meetings.is_empty(), ..facts(words, event)? };
            let (open, tables) = (indented(open), tables(words, event, true)?);
            words.part("event-finish", facts, &|marker| match marker {
                "open" => Some(vec![open.clone()]),
                "tables" => Some(tables.clone()),
                _ => None,
            })
        }
        EventPage::Done(done) => Ok(vec![Block::Paragraph(done_phrase(words, event, *done)?)]),
    }
}

fn facts(words: &Wording, event: &Event) -> Result<Value, WordingError> {
    Ok(context! { name => event.name.as_str(), title => title(words, &event.title)? })
}

fn done_phrase(words: &Wording, event: &Event, done: Done) -> Result<String, WordingError> {
    let key = match done {
        Done::Created => "created",
        Done::Set => "set",
        Done::Opened => "opened",
        Done::Closed => "closed",
        Done::Joined => "joined",
        Done::Left => "left",
    };
    words.phrase(&format!("event-done/{key}"), facts(words, event)?)
}

fn stage_key(stage: EventStage) -> &'static str {
    match stage {
        EventStage::Draft => "draft",
        EventStage::Open => "open",
        EventStage::Closed => "closed",
        EventStage::Running => "running",
        EventStage::Finished => "finished",
    }
}

fn stage(words: &Wording, event: &Event) -> Result<String, WordingError> {
    words.phrase(&format!("event-stage/{}", stage_key(event.stage)), context! { players => event.entries.len() })
}

fn terms_page(
    voice: Voice,
    event: &Event,
    done: Option<Done>,
    reader: Option<&str>,
) -> Result<Vec<Block>, WordingError> {
    let words = voice.words;
    let done = done.map(|done| done_phrase(words, event, done)).transpose()?.unwrap_or_default();
    let ids: Vec<String> = event.entries.iter().map(|entry| entry.player.to_string()).collect();
    let organizers: Vec<String> = event.organizers.iter().map(ToString::to_string).collect();
    let reader = reader.and_then(|reader| reader.parse::<PlayerId>().ok());
    let plays = reader.as_ref().is_some_and(|reader| event.entry(reader).is_some());
    let organizes = reader.as_ref().is_some_and(|reader| event.is_organizer(reader));
    let facts = context! {
        done,
        stage => stage(words, event)?,
        organizers => words.list("and", &organizers)?,
        players => ids.len(),
        joinable => event.stage == EventStage::Open && !plays,
        leavable => event.stage < EventStage::Running && plays,
        next => match (organizes, event.stage) {
            (true, EventStage::Draft) => "open",
            (true, EventStage::Open | EventStage::Closed) => "start",
            _ => "",
        },
        ..facts(words, event)?
    };
    let (terms, ids) = (terms(voice, event)?, indented(columns(&ids)));
    words.part("event", facts, &|marker| match marker {
        "terms" => Some(terms.clone()),
        "players" => Some(vec![ids.clone()]),
        _ => None,
    })
}

/// The contract: format, sides, tie-breaks, load, and what holds for everybody.
fn terms(voice: Voice, event: &Event) -> Result<Vec<Block>, WordingError> {
    let words = voice.words;
    let closes = event.closes().filter(|_| event.stage < EventStage::Closed);
    let plan = &event.plan;
    let format = match plan.format {
        EventFormat::RoundRobin => "round-robin",
        EventFormat::Groups => "groups",
        EventFormat::Knockout => "knockout",
        EventFormat::Swiss => "swiss",
    };
    let codes: Vec<&str> = plan.order().iter().map(|by| by.code()).collect();
    let control = plan.control();
    let facts = context! {
        clock => time::clock(words, control.as_ref())?,
        timed => control.is_some(),
        no_leave => control.is_some_and(|control| control.no_leave),
        rounds => plan.rounds,
        seed => plan.seed.word(),
        best => if plan.format == EventFormat::Groups { plan.best() } else { 0 },
        closes => closes.map(|at| time::date(words, at, voice.zone)).transpose()?,
        leave_days => if let EventLeave::Days(days) = plan.leave { Some(days) } else { None },
        round => plan.round.map(|time| time::span(words, TimeDelta::seconds(i64::from(time)))).transpose()?,
        groups => plan.groups,
        qualify => plan.qualify,
        third => plan.third,
        games => plan.games,
        max => plan.max,
        load => plan.load,
        entry => plan.entry,
        knockout => plan.format == EventFormat::Knockout,
        all_meet => matches!(plan.format, EventFormat::RoundRobin | EventFormat::Groups),
        tie_breaks => codes.join(", "),
        lot => &event.lot,
        ..facts(words, event)?
    };
    // Where the clock is told to stop for no leave, that is said already.
    let leave = plan.leave != EventLeave::Allow && control.is_some_and(|control| !control.no_leave);
    let seeded = plan.format != EventFormat::RoundRobin && plan.seed != EventSeed::Entry;
    let keys = [format, "seed", "games", "clock", "leave", "points", "entry", "leaving", "course"];
    keys.iter()
        .filter(|key| (leave || **key != "leave") && (seeded || **key != "seed"))
        .map(|key| words.phrase(&format!("event-terms/{key}"), facts.clone()).map(Block::Paragraph))
        .collect::<Result<_, _>>()
}

/// The tables of all sections, with a note about players who were struck; of a knockout its rounds, and below the places where they
/// are not the whole.
fn tables(words: &Wording, event: &Event, whole: bool) -> Result<Vec<Block>, WordingError> {
    if !has_columns(event) {
        let mut blocks = pairings(words, event)?;
        if !whole && !event.meetings.is_empty() {
            let line = |one: Placed| format!("{:>3} {}", one.place.unwrap_or_default(), one.player);
            blocks.insert(0, indented(places(event).into_iter().map(line)));
        }
        return Ok(blocks);
    }
    let mut blocks = Vec::new();
    let mut struck: Vec<String> = Vec::new();
    for section in event.sections() {
        blocks.extend(heading(words, event, section)?);
        let table = Crosstable::new(event, section);
        blocks.push(indented(if whole { table.text(COLUMNS) } else { table.standings(COLUMNS) }));
        struck.extend(table.rows.into_iter().filter(|row| row.place.is_none()).map(|row| row.player));
    }
    if !struck.is_empty() {
        let facts = context! { players => words.list("and", &struck)?, count => struck.len() };
        blocks.push(Block::Paragraph(words.phrase("event-line/struck", facts)?));
    }
    Ok(blocks)
}

/// Who is first, second and third; empty where nobody is, and all of them where no game has ended.
fn winners(words: &Wording, event: &Event) -> Result<[String; 3], WordingError> {
    let mut winners = [const { String::new() }; 3];
    if event.games().all(|game| matches!(game.outcome, Outcome::Open | Outcome::Provisional { .. })) {
        return Ok(winners);
    }
    for (place, players) in podium(event) {
        let ids: Vec<String> = players.iter().map(ToString::to_string).collect();
        if let Some(winner) = winners.get_mut(place - 1) {
            *winner = words.list("and", &ids)?;
        }
    }
    Ok(winners)
}

/// Whether its tables have columns with codes above them.
fn has_columns(event: &Event) -> bool {
    event.plan.format != EventFormat::Knockout && !event.meetings.is_empty()
}

fn heading(words: &Wording, event: &Event, section: u32) -> Result<Option<Block>, WordingError> {
    let many = event.plan.format == EventFormat::Groups;
    many.then(|| words.phrase("event-line/section", context! { section }).map(Block::Paragraph)).transpose()
}

/// Who meets whom, round by round, with what they have.
fn pairings(words: &Wording, event: &Event) -> Result<Vec<Block>, WordingError> {
    let mut blocks = Vec::new();
    for section in event.sections() {
        blocks.extend(heading(words, event, section)?);
        let mut lines = Vec::new();
        let mut rounds: Vec<u32> = event.meetings_of(section).map(|meeting| meeting.round).collect();
        rounds.dedup();
        for round in rounds {
            let own = event.meetings_of(section).filter(|meeting| meeting.round == round);
            for (i, meeting) in own.enumerate() {
                let head = match i {
                    0 => words.phrase("event-line/round", context! { round })?,
                    _ => String::new(),
                };
                let (meeting, winner) = pairing(words, event, meeting)?;
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
fn pairing(words: &Wording, event: &Event, meeting: &Meeting) -> Result<(String, String), WordingError> {
    let Some(away) = &meeting.away else {
        return Ok((words.phrase("event-line/bye", context! { player => meeting.home.as_str() })?, String::new()));
    };
    let players = format!("{} v {away}", meeting.home);
    let bouts = meeting.games.iter().map(|game| {
        let own = |id: &PlayerId| if *id == game.attackers { 0 } else { 1 };
        let bout = crate::club::event::Bout { round: 1, attackers: 0, defenders: 1, outcome: game.outcome };
        crate::club::event::sign(&bout, own(&meeting.home))
    });
    let signs: String = bouts.collect();
    let by = match event.winner_of(meeting).filter(|_| event.plan.format == EventFormat::Knockout && !signs.is_empty())
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
            words.phrase("event-line/winner", context! { winner => winner.as_str(), by })?
        }
    };
    Ok((format!("{players:<24}  {signs}").trim_end().to_owned(), by))
}

/// The games that are still played, with what they count so far; all of them, or those alone that count something.
fn open_lines(words: &Wording, event: &Event, so_far: bool) -> Result<Vec<String>, WordingError> {
    const LINES_MAX: usize = 200;
    let mut lines = Vec::new();
    for game in event.games() {
        let line = format!("{:>5}  {} v {}", game.number, game.attackers, game.defenders);
        match game.outcome {
            _ if lines.len() >= LINES_MAX => break,
            Outcome::Open if !so_far => lines.push(line),
            Outcome::Provisional { winner } => {
                let winner = winner.map(|side| if side == Side::Attackers { &game.attackers } else { &game.defenders });
                let winner = winner.map(PlayerId::as_str).unwrap_or_default();
                let counts = words.phrase("event-line/so-far", context! { winner })?;
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

/// The letter about what happened in an event.
pub fn letter(
    voice: Voice,
    event: &Event,
    news: &EventNews,
    reader: &PlayerId,
) -> Result<(String, Vec<Block>), WordingError> {
    let words = voice.words;
    match news {
        EventNews::Began { games, free } => {
            // What has just begun is the whole, where nothing has been decided yet.
            let first = event.meetings.iter().flat_map(|m| &m.games).all(|game| game.outcome == Outcome::Open);
            let last_round = bracket(event.entries.len(), false).rounds;
            let bye = match event.plan.format {
                _ if free.is_empty() => "",
                EventFormat::Swiss => "credited",
                EventFormat::Knockout if free.contains(&last_round) => "won",
                EventFormat::Knockout => "passes",
                EventFormat::RoundRobin | EventFormat::Groups => "free",
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
                    round => head.event.as_ref().map(|(_, round)| *round),
                    ..time::facts(voice, head)?
                };
                boards.push(Block::Paragraph(words.phrase("event-line/board", facts)?));
                boards.push(board::scene(voice, &game.course)?);
            }
            let so_far = open_lines(words, event, true)?;
            let example = games.iter().find(|game| game.head.player(game.head.to_move()) == reader).or(games.first());
            let facts = context! {
                first,
                bye,
                free => words.list("and", &free)?,
                games => event.plan.games,
                last => !first && event.plan.format == EventFormat::Groups,
                boards => games.len(),
                round => event.round(),
                example => example.map(|game| game.head.number),
                play => example.and_then(|game| board::example(&game.course, voice.dialect)),
                plays => event.entry(reader).is_some(),
                so_far => so_far.len(),
                ..facts(words, event)?
            };
            let (terms, pairings, so_far) = (terms(voice, event)?, pairings(words, event)?, indented(so_far));
            words.letter("event-began", facts, &|marker| match marker {
                "boards" => Some(boards.clone()),
                "terms" => Some(terms.clone()),
                "pairings" => Some(pairings.clone()),
                "open" => Some(vec![so_far.clone()]),
                _ => None,
            })
        }
        EventNews::Decided { deed, by, why, turns } => ruling::letter(words, event, (deed, by.as_ref(), why), turns),
        EventNews::Finished { by } => {
            let tables = tables(words, event, true)?;
            let open = event.meetings.iter().any(|meeting| !Event::is_decided(meeting));
            let begun = !event.meetings.is_empty();
            let early = match by {
                Finish::Stuck => "stuck",
                Finish::TooFew => "too-few",
                Finish::Early => "organizer",
                Finish::Played | Finish::CalledOff => "",
            };
            let swiss = event.plan.format == EventFormat::Swiss;
            let rounds = if swiss { Some(event.plan.rounds) } else { None };
            let [first, second, third] = winners(words, event)?;
            let facts = context! { open, begun, early, rounds, round => event.round(), first, second, third, ..facts(words, event)? };
            let facts = context! { columns => has_columns(event), ..facts };
            words.letter("event-finished", facts, &|marker| (marker == "tables").then(|| tables.clone()))
        }
    }
}

/// The name of the file that an event is exported to.
pub fn file_name(name: &EventName, format: ExportFormat) -> String {
    format!("tafl-{name}.{}", format.word())
}

fn indented(lines: impl IntoIterator<Item = String>) -> Block {
    let lines = lines.into_iter().map(|line| format!("  {line}").trim_end().to_owned());
    Block::Fixed(lines.collect::<Vec<_>>().join("\n"))
}

fn columns(ids: &[String]) -> Vec<String> {
    const IN_A_ROW: usize = 4;
    ids.chunks(IN_A_ROW).map(|ids| ids.iter().map(|id| format!("{id:<17}")).collect()).collect()
}
