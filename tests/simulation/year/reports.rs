//! Tournament reports (TRF26): at any time the cells of a report add up to its points, and say the same for both players of a game.
//!
//! With `TAFLPOST_SIMULATION_TRF=FOLDER`, the reports of all tournaments are also written there when a club ends. `tests/trf/pairings`
//! gives them to a program that pairs chess tournaments.

use crate::year::Club;
use std::collections::BTreeMap;

/// A line of a player: what stands in the columns of TRF26.
struct Line {
    points: String,
    rank: u32,
    /// Of each round: the opponent, the colour, the result.
    cells: Vec<(u32, char, char)>,
}

impl Club {
    /// The reports of all tournaments that have been paired, by name.
    fn reports(&mut self) -> Vec<(String, String)> {
        let names = self.ledger.file.ask("SELECT DISTINCT tournament FROM pairing", |row| row.get::<_, String>(0));
        let now = self.now;
        names.into_iter().map(|name| (name.clone(), self.server.report(&name, now))).collect()
    }

    pub fn check_reports(&mut self) {
        for (name, text) in self.reports() {
            check(&name, &text);
        }
    }

    /// Writes the reports where the environment wants them.
    pub fn keep_reports(&mut self) {
        let Some(folder) = std::env::var_os("TAFLPOST_SIMULATION_TRF") else { return };
        for (name, text) in self.reports() {
            let file = std::path::Path::new(&folder).join(format!("{}-{name}.trf", self.plan.seed));
            std::fs::write(file, text).unwrap();
        }
    }
}

fn check(name: &str, text: &str) {
    let rounds: usize = text.lines().find_map(|line| line.strip_prefix("142 ")).unwrap().parse().unwrap();
    let lines: BTreeMap<u32, Line> =
        text.lines().filter(|line| line.starts_with("001 ")).map(|line| read(line, rounds)).collect();
    assert!(lines.keys().copied().eq(1..=lines.len() as u32), "{name}: {text}");
    for (number, line) in &lines {
        let sum: u32 = line.cells.iter().map(|(_, _, result)| halves(*result)).sum();
        let points = format!("{}.{}", sum / 2, sum % 2 * 5);
        assert_eq!(line.points, points, "{name}: the points of {number} are not those of the cells\n{text}");
        assert!((1..=lines.len() as u32).contains(&line.rank), "{name}: {text}");
        for (round, (opponent, colour, result)) in line.cells.iter().enumerate() {
            if *opponent == 0 {
                assert!("UZ".contains(*result) && *colour == '-', "{name}, {number} in round {round}: {text}");
                continue;
            }
            let other = lines[opponent].cells[round];
            let colours = [*colour, other.1];
            assert!(other.0 == *number && [['w', 'b'], ['b', 'w']].contains(&colours), "{name}: {number}\n{text}");
            let pair = [*result, other.2];
            let known = [['1', '0'], ['0', '1'], ['=', '='], ['+', '-'], ['-', '+'], ['-', '-']];
            assert!(known.contains(&pair), "{name}: {number} in round {round} has {pair:?}\n{text}");
        }
    }
}

fn halves(result: char) -> u32 {
    match result {
        '1' | '+' | 'U' => 2,
        '=' => 1,
        _ => 0,
    }
}

/// A line of a player, by its columns.
fn read(line: &str, rounds: usize) -> (u32, Line) {
    let cell = |round: usize| {
        let at = 91 + 10 * round;
        let mut signs = line.get(at + 5..).unwrap_or_default().chars();
        let opponent = line.get(at..at + 4).map_or(0, |word| word.trim().parse().unwrap_or(0));
        (opponent, signs.next().unwrap_or('-'), signs.nth(1).unwrap_or('Z'))
    };
    assert!(line.len() <= 91 + 10 * rounds, "more rounds than there are: {line}");
    let number = line[4..8].trim().parse().unwrap();
    let (points, rank) = (line[80..84].trim().to_owned(), line[85..89].trim().parse().unwrap());
    (number, Line { points, rank, cells: (0..rounds).map(cell).collect() })
}
