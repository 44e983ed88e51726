//! Lists of games of one player.

use crate::club::{GameSearch, Head, PlayerId, Which};
use crate::store::columns::texts_to_column;
use crate::store::games::{head_columns, is_over};
use crate::store::{StoreError, games};
use rusqlite::Connection;

/// The games that are sought, at most `limit`, in the order of [`Which`]. Private games are among them only if `looker` plays them.
///
/// Each half of a statement reads one index, in the order of the result. So a long list costs no more than the part that is taken from it.
/// If few games fit the search, all games of the player are read, and no others.
pub(super) fn list(
    connection: &Connection,
    search: &GameSearch,
    looker: Option<&PlayerId>,
    from: Option<u32>,
    limit: u32,
) -> Result<Vec<Head>, StoreError> {
    let GameSearch { player, which, opponents, variant } = search;
    let from = from.unwrap_or(if which.is_newest_first() { u32::MAX } else { 0 });
    let opponents = opponents.iter().map(PlayerId::to_string).collect::<Vec<_>>();
    let opponents = (!opponents.is_empty()).then(|| texts_to_column(&opponents));
    games::heads(connection, &statement(*which), (player, limit, from, looker, variant, opponents))
}

/// One half finds the games with the attackers, the other those with the defenders.
fn statement(which: Which) -> String {
    let direction = if which.is_newest_first() { "DESC" } else { "ASC" };
    let [attackers, defenders] = [half(which, "attackers", "defenders"), half(which, "defenders", "attackers")];
    format!("{attackers} UNION ALL {defenders} ORDER BY number {direction} LIMIT ?2")
}

fn half(which: Which, side: &str, opponent: &str) -> String {
    let begins = if which.is_newest_first() { "<=" } else { ">=" };
    format!(
        "SELECT {columns} FROM game WHERE {side} = ?1 AND {stage} AND number {begins} ?3
         AND (visibility = 'public' OR ?4 IN (attackers, defenders))
         AND (?5 IS NULL OR variant = ?5)
         AND (?6 IS NULL OR {opponent} IN (SELECT value FROM json_each(?6)))",
        columns = head_columns!(),
        stage = condition(which, side, opponent),
    )
}

/// What the stage of a game must be. There is an index of the open games, which SQLite uses only if the condition names it in these words.
fn condition(which: Which, side: &str, opponent: &str) -> String {
    const OPEN: &str = "stage IN ('invited', 'running')";
    const OVER: &str = is_over!();
    match which {
        Which::Active => OPEN.to_owned(),
        Which::Next => format!(
            "{OPEN} AND CASE stage WHEN 'invited' THEN challenger <> '{side}'
                 ELSE (plies % 2 = 0) = (first = '{side}') END"
        ),
        Which::Finished => OVER.to_owned(),
        Which::All => "TRUE".to_owned(),
        Which::Won => format!("{OVER} AND winner = '{side}'"),
        Which::Lost => format!("{OVER} AND winner = '{opponent}'"),
        Which::Drawn => format!("{OVER} AND winner IS NULL"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    /// How SQLite carries out a statement, on a database without rows.
    fn plan(which: Which) -> String {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(include_str!("migrations/0001.sql")).unwrap();
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", statement(which))).unwrap();
        let steps = statement.query_map([None::<i64>; 6], |row| row.get::<_, String>("detail")).unwrap();
        steps.map(Result::unwrap).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_list_reads_only_the_games_of_its_player_and_sorts_none() {
        let all = [
            (Which::Active, "game_open_attackers"),
            (Which::Next, "game_open_attackers"),
            (Which::Finished, "game_attackers"),
            (Which::All, "game_attackers"),
            (Which::Won, "game_attackers"),
            (Which::Lost, "game_attackers"),
            (Which::Drawn, "game_attackers"),
        ];
        for (which, index) in all {
            let plan = plan(which);
            let (left, right) =
                (index.to_owned() + " (attackers=?", index.replace("attackers", "defenders") + " (defenders=?");
            assert!(plan.contains(&left) && plan.contains(&right), "{which:?}\n{plan}");
            assert!(!plan.contains("SCAN game") && !plan.contains("TEMP B-TREE"), "{which:?}\n{plan}");
        }
    }
}
