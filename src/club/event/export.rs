//! An event as a file: its crosstable with commas, the [archive](super::archive) that can be read back, and a tournament report file (TRF26).
//!
//! The games themselves are written as records, in the forms in which a single game is (PGN, OTG), those that have ended.
//!
//! In the report white stands for the attackers. A match of two games takes two of its rounds, the game in which the home side has the
//! attackers first. What is written is what FIDE's format of 2025 asks for: 012 the name, 042 the date, 062 the players, 092 the system,
//! 142 the rounds, 152 the first colour, and a line 001 for each player with opponent, colour and result of each round: `1 0 =`, `+ -` for
//! forfeits, `U` for the bye of a Swiss, `Z` for a round without a game.

use crate::club::event::archive::Archive;
use crate::club::event::crosstable::{Crosstable, sign};
use crate::club::event::event::{Event, Meeting};
use crate::club::event::standings::{Bout, halves};
use crate::club::game::Stage;
use crate::club::player::PlayerId;
use crate::club::view::View;
use crate::command::{EventFormat, ExportFormat};
use crate::tafl;
use std::fmt::Write;

/// The event in this format.
pub fn write(view: &View, event: &Event, format: ExportFormat) -> String {
    match format {
        ExportFormat::Csv => csv(event),
        ExportFormat::Json => Archive::of(event).to_json(),
        ExportFormat::Trf => trf(event),
        ExportFormat::Pgn => games(view, event, tafl::RecordFormat::Pgn),
        ExportFormat::Otg => games(view, event, tafl::RecordFormat::Otg),
    }
}

/// The games that have ended, by board. Those that are played are nobody's to look ahead in.
fn games(view: &View, event: &Event, format: tafl::RecordFormat) -> String {
    let boards = event.games().filter_map(|game| view.games.get(&game.number));
    let mut ended: Vec<_> = boards.filter(|game| matches!(game.head.stage, Stage::Ended(_))).collect();
    ended.sort_by_key(|game| game.head.number);
    let records = ended.into_iter().filter_map(|game| game.record().ok());
    // A game whose rules the format cannot say is left out alone, as it is where all games are written.
    let says = |record: &tafl::GameRecord| tafl::GameRecord::write_all(std::slice::from_ref(record), format).is_ok();
    let records: Vec<tafl::GameRecord> = records.filter(says).collect();
    tafl::GameRecord::write_all(&records, format).unwrap_or_default()
}

/// A table for each section, the columns in the order of its rows.
fn csv(event: &Event) -> String {
    let mut text = String::new();
    for section in event.sections() {
        let table = Crosstable::new(event, section);
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

/// The tournament report file.
fn trf(event: &Event) -> String {
    let games = event.plan.games;
    let rounds = event.round() * games;
    let system = match event.plan.format {
        EventFormat::RoundRobin => "Round Robin",
        EventFormat::Groups => "Round Robin in groups",
        EventFormat::Knockout => "Knockout",
        EventFormat::Swiss => "Swiss, reduced Dutch criteria",
    };
    let mut text = String::new();
    let _ = writeln!(text, "012 {} ({})", event.name, event.title);
    let _ = writeln!(text, "042 {}", event.created.format("%Y-%m-%d"));
    let _ = writeln!(text, "062 {}", event.entries.len());
    let _ = writeln!(text, "092 {system}");
    let _ = writeln!(text, "142 {rounds}");
    let _ = writeln!(text, "152 W");
    let _ = writeln!(text, "### White are the attackers. A match of two games takes two rounds.");
    let number =
        |player: &PlayerId| event.entries.iter().position(|entry| entry.player == *player).map_or(0, |i| i + 1);
    for (i, entry) in event.entries.iter().enumerate() {
        let id = &entry.player;
        let own =
            event.sections().into_iter().rev().find(|section| event.players_of(*section).contains(id)).unwrap_or(0);
        let table = event.table(own);
        let seat = table.players.iter().position(|player| player == id);
        let points = halves(seat.map_or(0, |seat| table.field.points(seat)));
        let points = if points.contains('.') { points } else { format!("{points}.0") };
        let lines = table.field.standings(event.plan.order());
        let place = lines.iter().find(|line| Some(line.seat) == seat).map_or(0, |line| line.place);
        let mut line = format!(
            "001 {:>4} {:>4} {:<33} {:>4} {:>3} {:>11} {:>10} {points:>4} {place:>4}",
            i + 1,
            "",
            id.as_str(),
            "",
            "",
            "",
            ""
        );
        for round in 1..=event.round() {
            let meeting = event
                .meetings
                .iter()
                .find(|meeting| meeting.round == round && (meeting.home == *id || meeting.away.as_ref() == Some(id)));
            for game in 0..games as usize {
                let _ = write!(line, "  {}", in_round(event, meeting, (id, game), &number));
            }
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// What a player has in one round of the report: opponent, colour, result.
fn in_round(
    event: &Event,
    meeting: Option<&Meeting>,
    (id, game): (&PlayerId, usize),
    number: &impl Fn(&PlayerId) -> usize,
) -> String {
    let bye = meeting.is_some_and(|meeting| meeting.away.is_none()) && event.plan.format == EventFormat::Swiss;
    let Some(game) = meeting.and_then(|meeting| meeting.games.get(game)) else {
        return format!("0000 - {}", if bye { 'U' } else { 'Z' });
    };
    let attacks = game.attackers == *id;
    let opponent = if attacks { &game.defenders } else { &game.attackers };
    let seat = usize::from(!attacks);
    let result = match sign(&Bout { round: 1, attackers: 0, defenders: 1, outcome: game.outcome }, seat) {
        '.' | 'w' | 'l' | 'd' => ' ',
        result => result,
    };
    format!("{:>4} {} {result}", number(opponent), if attacks { 'w' } else { 'b' })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
pub(super) mod tests {
    use super::*;
    use crate::club::event::event::{Entry, EventGame, EventStage};
    use crate::club::event::plan::Plan;
    use crate::club::event::round::{Next, next};
    use crate::club::event::standings::Outcome;
    use crate::club::event::standings::Presence;
    use crate::tafl::{Catalogue, Side};
    use chrono::{DateTime, Utc};
    use std::sync::Arc;

    pub fn event(format: EventFormat) -> Event {
        let catalogue = Catalogue::embedded().unwrap();
        let variant = catalogue.find("brandubh").unwrap();
        let at: DateTime<Utc> = "2026-11-21T12:00:00Z".parse().unwrap();
        let entry = |id: &str| Entry { player: id.parse().unwrap(), joined: at, presence: Presence::Playing };
        Event {
            name: "spring".parse().unwrap(),
            stage: EventStage::Running,
            plan: Plan { format, rounds: 2, ..Plan::default() },
            variant: variant.name.clone(),
            title: variant.title.clone(),
            rules: Arc::new(variant.rules.clone()),
            organizers: vec!["ann".parse().unwrap()],
            entries: ["ann", "bob", "cai"].map(entry).into(),
            meetings: Vec::new(),
            lot: "0123".to_owned(),
            held: None,
            due: None,
            began: None,
            overrides: Vec::new(),
            notes: Vec::new(),
            created: at,
            imported: true,
        }
    }

    /// All rounds, with results in turn.
    pub fn played(format: EventFormat) -> Event {
        let mut event = event(format);
        let mut board = 0;
        let mut outcomes = [
            Outcome::Played { winner: Some(Side::Attackers), plies: 31, taken: [4, 1] },
            Outcome::Played { winner: None, plies: 80, taken: [2, 3] },
            Outcome::Forfeit { winner: Some(Side::Defenders) },
            Outcome::Played { winner: Some(Side::Defenders), plies: 22, taken: [0, 5] },
            Outcome::Forfeit { winner: None },
        ]
        .into_iter()
        .cycle();
        while let Next::Meetings(meetings) = next(&event) {
            for mut meeting in meetings {
                if let Some(away) = meeting.away.clone() {
                    for (attackers, defenders) in [(meeting.home.clone(), away.clone()), (away, meeting.home.clone())] {
                        board += 1;
                        let outcome = outcomes.next().unwrap();
                        let plies = if let Outcome::Played { plies, .. } = outcome { plies } else { 0 };
                        let game = EventGame { number: board, attackers, defenders, outcome, plies, on_time: false };
                        meeting.games.push(game);
                    }
                }
                event.meetings.push(meeting);
            }
        }
        event
    }

    #[test]
    fn a_report_has_its_columns_where_the_format_puts_them() {
        let text = trf(&played(EventFormat::RoundRobin));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["012 spring (Brandubh)", "042 2026-11-21", "062 3"]);
        assert!(lines.contains(&"142 6") && lines.contains(&"152 W"), "{text}");
        let bob = lines.iter().find(|line| line.contains("bob")).unwrap();
        assert_eq!(&bob[..8], "001    2");
        assert_eq!(&bob[14..17], "bob");
        assert_eq!(&bob[80..84], " 2.5");
        // The first round's two games against the third, with the attackers first.
        assert_eq!(&bob[91..], "   3 w 1     3 b =     1 b +     1 w 0  0000 - Z  0000 - Z");
        assert!(bob[91..].len() == 58, "{bob}");
    }

    #[test]
    fn a_table_with_commas_has_a_line_for_each_player() {
        let text = csv(&played(EventFormat::RoundRobin));
        assert_eq!(
            text.lines().next(),
            Some("section,place,player,points,played,DE,SB,WIN,SHORT,bob,ann,cai"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 4);
    }
}
