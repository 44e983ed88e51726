//! Tournaments: an organizer runs them by mail, and each pair meets as planned.

use crate::year::post::Letter;
use crate::year::{Act, Club};
use chrono::TimeDelta;
use std::collections::{BTreeMap, BTreeSet};
use taflpost::club::tournament::Ruling;

/// A tournament that will be held.
pub struct Tourney {
    name: &'static str,
    terms: &'static str,
    format: Format,
    /// Who is to play in it.
    entrants: Vec<usize>,
    /// The points that a table told of, in halves.
    told: Option<BTreeMap<String, u32>>,
    checked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    RoundRobin,
    Swiss,
    Knockout,
    Groups,
}

/// When they are announced, in hundredths of the time; how many play.
const TOURNAMENTS: [(&str, &str, Format, i64, usize); 7] = [
    ("spring", "-brandubh -double", Format::RoundRobin, 8, 5),
    ("nordic", "-brandubh -single -swiss=4 -round=12d", Format::Swiss, 10, 9),
    ("cup", "-brandubh -knockout", Format::Knockout, 12, 6),
    ("summer", "-brandubh -single", Format::RoundRobin, 40, 6),
    ("league", "-brandubh -groups=2 -single", Format::Groups, 42, 8),
    ("autumn", "-brandubh -swiss=3", Format::Swiss, 45, 8),
    ("shield", "-brandubh -knockout", Format::Knockout, 50, 8),
];

/// How long the organizer waits for games that have no clock.
const PATIENCE: TimeDelta = TimeDelta::days(25);

impl Club {
    pub fn announce_tournaments(&mut self) {
        for (at, (name, terms, format, hundredths, size)) in TOURNAMENTS.into_iter().enumerate() {
            let size = size.min(self.plan.players);
            let first = self.below(u32::try_from(self.plan.players).unwrap()) as usize;
            let entrants = (0..size).map(|place| (first + place) % self.plan.players).collect();
            self.tournaments.push(Tourney { name, terms, format, entrants, told: None, checked: false });
            let wait =
                TimeDelta::days(3).max(TimeDelta::days(self.plan.days) * i32::try_from(hundredths).unwrap() / 100);
            self.soon(wait, Act::Organize(at));
        }
    }

    /// The organizer looks at a tournament every day or two, and does what comes next, as often as mail gets lost.
    pub fn organize(&mut self, at: usize) {
        let again = self.minutes(20 * 60, 40 * 60);
        self.soon(again, Act::Organize(at));
        let Tourney { name, terms, .. } = self.tournaments[at];
        let sql = format!("SELECT stage FROM tournament WHERE name = '{name}'");
        let stage = self.ledger.file.ask(&sql, |row| row.get::<_, String>(0)).pop();
        match stage.as_deref() {
            None => self.ask(0, &format!("tournament create {name} {terms}")),
            Some("draft") => self.ask(0, &format!("tournament open {name}")),
            Some("open") => {
                let sql = format!("SELECT player FROM tournament_entry WHERE tournament = '{name}'");
                let entered = self.ledger.file.ask(&sql, |row| row.get::<_, String>(0));
                let missing: Vec<usize> = self.tournaments[at]
                    .entrants
                    .iter()
                    .copied()
                    .filter(|number| !entered.contains(&self.players[*number].id))
                    .collect();
                for number in &missing {
                    if self.one_in(2) {
                        self.ask(*number, &format!("tournament join {name}"));
                    }
                }
                // He does not wait for everybody.
                if missing.len() <= self.tournaments[at].entrants.len() / 3 && self.one_in(2) {
                    self.ask_and_confirm(0, &format!("tournament start {name}"));
                }
            }
            Some("running") => self.referee(name),
            Some(_) if self.tournaments[at].told.is_none() && self.one_in(2) => {
                self.ask(0, &format!("tournament export {name} csv"));
            }
            _ => {}
        }
    }

    /// Games that nobody plays are decided, where no clock does that.
    fn referee(&mut self, name: &str) {
        for row in self.ledger.file.of_tournament(name) {
            if row.stage == "running" && row.touched + PATIENCE < self.now {
                let how = ["attackers", "defenders", "draw"][self.below(3) as usize];
                let line = format!("tournament adjudicate {name} {} {how} Nobody moves here.", row.number);
                return self.ask_and_confirm(0, &line);
            }
        }
        if self.one_in(25) {
            let sql = format!(
                "SELECT player FROM tournament_entry WHERE tournament = '{name}' AND participation = 'playing'"
            );
            let playing = self.ledger.file.ask(&sql, |row| row.get::<_, String>(0));
            let number = playing.last().and_then(|id| self.players.iter().position(|player| player.id == *id));
            if let Some(number) = number.filter(|number| *number > 0) {
                return self.ask_and_confirm(number, &format!("tournament withdraw {name}"));
            }
        }
        self.decide(name);
    }

    /// The organizer has got a table as a file.
    pub fn read_file(&mut self, letter: &Letter) {
        for (name, text) in &letter.files {
            let Some(tournament) =
                self.tournaments.iter_mut().find(|tournament| *name == format!("tafl-{}.csv", tournament.name))
            else {
                continue;
            };
            let rows = text.lines().filter(|line| !line.starts_with("section,"));
            let points = rows.map(|row| {
                let mut cells = row.split(',').skip(2);
                (cells.next().unwrap().to_owned(), halves(cells.next().unwrap()))
            });
            tournament.told = Some(points.collect());
        }
    }

    /// Each pair meets as designed, and the points of a table add up.
    pub fn check_tournaments(&mut self) {
        for at in 0..self.tournaments.len() {
            let (name, format) = (self.tournaments[at].name, self.tournaments[at].format);
            let meetings = self.meetings(name);
            if !meetings.is_empty() {
                check_meetings(name, format, &meetings);
            }
            if let (Some(told), false) = (&self.tournaments[at].told, self.tournaments[at].checked) {
                self.check_points(name, format, told);
                self.story.tournaments += 1;
                self.tournaments[at].checked = true;
            }
        }
    }

    /// Who has met whom in which round and section.
    fn meetings(&self, name: &str) -> Vec<Meeting> {
        let sql = format!(
            "SELECT round, section, place, group_concat(player, ' ' ORDER BY seat DESC) FROM pairing WHERE tournament = '{name}'
             GROUP BY round, section, place ORDER BY round, section, place"
        );
        let read = |row: &rusqlite::Row<'_>| {
            let players = row.get::<_, String>(3)?.split(' ').map(str::to_owned).collect();
            Ok(Meeting { round: row.get(0)?, section: row.get(1)?, place: row.get(2)?, players, games: Vec::new() })
        };
        let mut meetings = self.ledger.file.ask(&sql, read);
        let sql = format!(
            "SELECT tournament_game.round, section, place, attackers, defenders, outcome, tournament_game.winner, stage, game.winner,
                 number, created
             FROM tournament_game JOIN game ON number = game WHERE tournament_game.tournament = '{name}' ORDER BY number"
        );
        let replaced = self.replaced(name);
        let read = |row: &rusqlite::Row<'_>| {
            let (number, created): (u32, i64) = (row.get(9)?, row.get(10)?);
            let seat = |column| {
                // Who has finished a game before another took his place, has finished it for that one.
                let mut id: String = row.get(column)?;
                // Whoever went on with it himself in another's place came only then.
                let came = replaced.iter().filter(|(_, _, player, boards)| *player == id && boards.contains(&number));
                let since = came.map(|(at, ..)| *at).max().unwrap_or(created);
                for (at, out, player, boards) in &replaced {
                    if id == *out && since < *at && !boards.contains(&number) {
                        id = player.clone();
                    }
                }
                Ok::<_, rusqlite::Error>(id)
            };
            let game = Game {
                players: [seat(3)?, seat(4)?],
                outcome: row.get(5)?,
                winner: row.get(6)?,
                stage: row.get(7)?,
                on_board: row.get(8)?,
            };
            Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?, row.get::<_, u32>(2)?, game))
        };
        for (round, section, place, game) in self.ledger.file.ask(&sql, read) {
            let meeting = meetings
                .iter_mut()
                .find(|meeting| (meeting.round, meeting.section, meeting.place) == (round, section, place));
            meeting.expect("a game belongs to a meeting").games.push(game);
        }
        meetings
    }

    /// Who took whose place when, and on which boards.
    fn replaced(&self, name: &str) -> Vec<(i64, String, String, Vec<u32>)> {
        let sql = format!("SELECT at, ruling FROM tournament_ruling WHERE tournament = '{name}' ORDER BY id");
        let notes = self.ledger.file.ask(&sql, |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)));
        let rulings = notes.into_iter().map(|(at, ruling)| (at, serde_json::from_str::<Ruling>(&ruling).unwrap()));
        rulings
            .filter_map(|(at, ruling)| match ruling {
                Ruling::Substituted { out, player, boards } => Some((at, out, player, boards)),
                _ => None,
            })
            .collect()
    }

    /// What a table has told is what its games give.
    fn check_points(&self, name: &str, format: Format, told: &BTreeMap<String, u32>) {
        if matches!(format, Format::Knockout | Format::Groups) {
            return;
        }
        let sql =
            format!("SELECT player FROM tournament_entry WHERE tournament = '{name}' AND participation = 'struck'");
        let struck = self.ledger.file.ask(&sql, |row| row.get::<_, String>(0));
        let mut points: BTreeMap<String, u32> = told.keys().map(|id| (id.clone(), 0)).collect();
        let games = if self.meetings(name).iter().any(|meeting| meeting.games.len() == 2) { 2 } else { 1 };
        for meeting in self.meetings(name) {
            if let ([alone], Format::Swiss) = (&meeting.players[..], format) {
                *points.get_mut(alone).unwrap() += 2 * games;
            }
            for game in &meeting.games {
                if game.players.iter().any(|player| struck.contains(player)) {
                    continue;
                }
                let share = match (game.outcome.as_str(), game.winner.as_deref()) {
                    (_, Some("attackers")) => [2, 0],
                    (_, Some(_)) => [0, 2],
                    ("played", None) => [1, 1],
                    ("forfeit", None) => match game.stage.as_str() {
                        "adjudicated" => [1, 1],
                        _ => [0, 0],
                    },
                    (other, _) => panic!("{name} is over, and a game is {other}"),
                };
                for (player, share) in game.players.iter().zip(share) {
                    *points.get_mut(player).unwrap() += share;
                }
            }
        }
        for id in &struck {
            points.insert(id.clone(), told[id]);
        }
        assert_eq!(*told, points, "the table of {name}");
    }
}

/// A meeting of one round.
#[derive(Debug)]
struct Meeting {
    round: u32,
    section: u32,
    place: u32,
    /// One of them where he has no opponent.
    players: Vec<String>,
    games: Vec<Game>,
}

#[derive(Debug)]
struct Game {
    /// Attackers, defenders.
    players: [String; 2],
    outcome: String,
    winner: Option<String>,
    stage: String,
    on_board: Option<String>,
}

fn halves(points: &str) -> u32 {
    let points = points.replace("1/2", ".5").replace('½', ".5");
    (points.parse::<f64>().unwrap() * 2.0) as u32
}

fn check_meetings(name: &str, format: Format, meetings: &[Meeting]) {
    let mut met = BTreeSet::new();
    let mut paired = BTreeSet::new();
    let mut byes = BTreeSet::new();
    for meeting in meetings {
        for player in &meeting.players {
            assert!(paired.insert((meeting.round, player)), "{name}: {player} is paired twice: {meeting:?}");
        }
        let mut pair: Vec<&String> = meeting.players.iter().collect();
        pair.sort();
        match pair[..] {
            [one, two] => {
                let again = met.insert((one, two, meeting.section * u32::from(format == Format::Groups)));
                let may = format == Format::Knockout && meeting.section > 0;
                assert!(again || may, "{name}: {one} and {two} meet again");
                let sides: BTreeSet<&[String; 2]> = meeting.games.iter().map(|game| &game.players).collect();
                assert_eq!(sides.len(), meeting.games.len(), "{name}: sides are not switched: {meeting:?}");
                assert!(sides.iter().all(|sides| sides.contains(one) && sides.contains(two)), "{name}: {meeting:?}");
                assert!(!meeting.games.is_empty(), "{name}: a meeting without a game: {meeting:?}");
            }
            [alone] => {
                let first = byes.insert(alone);
                assert!(first || format != Format::Swiss, "{name}: {alone} has no opponent twice");
                assert!(meeting.games.is_empty(), "{name}: {meeting:?}");
            }
            _ => panic!("{name}: {meeting:?}"),
        }
        for game in meeting.games.iter().filter(|game| game.outcome == "played") {
            assert_eq!(game.winner, game.on_board, "{name}: the tournament and the board disagree: {game:?}");
            assert_ne!(game.stage, "running", "{name}: {game:?}");
        }
        for game in meeting.games.iter().filter(|game| matches!(game.outcome.as_str(), "open" | "provisional")) {
            assert_eq!(game.stage, "running", "{name}: a game is over, and its tournament does not know: {game:?}");
        }
    }
    if format == Format::RoundRobin {
        let players: BTreeSet<&String> = meetings.iter().flat_map(|meeting| &meeting.players).collect();
        let pairs = players.len() * (players.len() - 1) / 2;
        assert_eq!(met.len(), pairs, "{name}: not every pair meets");
    }
}
