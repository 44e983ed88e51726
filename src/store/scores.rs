//! How many games a player has won, drawn and lost, from the games of the player.

use crate::club::{PlayerId, SideScore, Tally, VariantScore};
use crate::store::{StoreError, ratings};
use crate::tafl;
use rusqlite::{Connection, Row};
use std::collections::BTreeMap;

/// The score of a player in each variant, with the last rating there. Private games count only if `looker` plays them.
pub(super) fn scores(
    connection: &Connection,
    player: &PlayerId,
    looker: Option<&PlayerId>,
) -> Result<Vec<VariantScore>, StoreError> {
    let sql = "WITH own AS (
            SELECT 'attackers' AS side, * FROM game WHERE attackers = ?1
            UNION ALL SELECT 'defenders', * FROM game WHERE defenders = ?1)
        SELECT variant, side, count(*) FILTER (WHERE winner = side) AS won,
            count(*) FILTER (WHERE winner IS NULL) AS drawn, count(*) FILTER (WHERE winner <> side) AS lost
        FROM own WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn', 'annulled')
            AND (visibility = 'public' OR ?2 IN (attackers, defenders))
        GROUP BY variant, side";
    let mut scores: BTreeMap<String, SideScore> = BTreeMap::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((player, looker))?;
    while let Some(row) = rows.next()? {
        let score = scores.entry(row.get("variant")?).or_default();
        match row.get("side")? {
            tafl::Side::Attackers => score.attackers = tally(row)?,
            tafl::Side::Defenders => score.defenders = tally(row)?,
        }
    }
    let mut entries = ratings::of_player(connection, player)?;
    let with_rating = |(variant, score)| VariantScore { entry: entries.remove(&variant), variant, score };
    Ok(scores.into_iter().map(with_rating).collect())
}

fn tally(row: &Row<'_>) -> Result<Tally, StoreError> {
    Ok(Tally { won: row.get("won")?, drawn: row.get("drawn")?, lost: row.get("lost")? })
}
