//! The last blocks of players' mails, as hashes. A block that has closed several mails is taken for the player's signature.

use crate::club::PlayerId;
use crate::store::StoreError;
use crate::store::columns::{At, only};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};

/// After this many mails with it, a block is a signature.
pub const FOOTER_MAILS: u32 = 3;

/// The most blocks that are kept for one player. The one that was not seen for the longest time is deleted first.
const BLOCKS_MAX: u32 = 8;

/// How many mails of the player ended in this block, up to [`FOOTER_MAILS`].
pub(super) fn mails(connection: &Connection, player: &PlayerId, block: &str) -> Result<u32, StoreError> {
    let sql = "SELECT mails FROM signature_block WHERE player = ?1 AND hash = ?2";
    let mails = connection.prepare_cached(sql)?.query_row((player, hash(player, block).as_slice()), only);
    Ok(mails.optional()?.unwrap_or_default())
}

/// Records that one more mail ended in the block. Returns how many there are now.
pub(super) fn note(
    connection: &Connection,
    player: &PlayerId,
    block: &str,
    at: DateTime<Utc>,
) -> Result<u32, StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO signature_block (player, hash, mails, last_seen) VALUES (?1, ?2, 1, ?3)
             ON CONFLICT DO UPDATE SET mails = min(mails + 1, ?4), last_seen = excluded.last_seen",
        )?
        .execute((player, hash(player, block).as_slice(), At(at), FOOTER_MAILS))?;
    connection
        .prepare_cached(
            "DELETE FROM signature_block WHERE player = ?1 AND hash NOT IN
                 (SELECT hash FROM signature_block WHERE player = ?1 ORDER BY last_seen DESC, mails DESC, hash LIMIT ?2)",
        )?
        .execute((player, BLOCKS_MAX))?;
    mails(connection, player, block)
}

/// The player is part of the hash, so that two players with the same signature have two hashes.
fn hash(player: &PlayerId, block: &str) -> [u8; 32] {
    Sha256::digest(format!("{player}\n{block}")).into()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::Store;
    use chrono::TimeDelta;

    #[test]
    fn few_blocks_are_kept_for_a_player_and_none_that_was_not_seen_for_long() {
        let folder = tempfile::tempdir().unwrap();
        let now: DateTime<Utc> = "2026-11-21T18:00:00Z".parse().unwrap();
        let mut store = Store::open(&folder.path().join("club.db"), now).unwrap();
        store.connection.execute("INSERT INTO player (id, joined) VALUES ('ann', 0)", []).unwrap();
        let ann: PlayerId = "ann".parse().unwrap();
        let count = |store: &Store| -> u32 {
            store.connection.query_row("SELECT count(*) FROM signature_block", [], |row| row.get(0)).unwrap()
        };
        for n in 0..20 {
            let at = now + TimeDelta::minutes(n);
            assert_eq!(note(&store.connection, &ann, &format!("-----\nAnn {n}"), at).unwrap(), 1);
        }
        assert_eq!(count(&store), BLOCKS_MAX);
        for mails in [2, 3, 3] {
            let at = now + TimeDelta::hours(1);
            assert_eq!(note(&store.connection, &ann, "-----\nAnn 19", at).unwrap(), mails);
        }
        assert_eq!(crate::store::signatures::mails(&store.connection, &ann, "-----\nAnn 0").unwrap(), 0);
        let held = store.connection.query_row(
            "SELECT count(*) FROM signature_block WHERE CAST(hash AS TEXT) LIKE '%Ann%'",
            [],
            |row| row.get(0),
        );
        assert_eq!(held, Ok(0), "only a hash is kept");
        store.tidy_up(now + TimeDelta::days(89)).unwrap();
        assert_eq!(count(&store), BLOCKS_MAX);
        store.tidy_up(now + TimeDelta::days(91)).unwrap();
        assert_eq!(count(&store), 0);
    }
}
