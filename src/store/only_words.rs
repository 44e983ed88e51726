//! What players wrote to their opponents in mails without a command, as hashes, so that two programs that answer mail do not write to each
//! other through the server for ever.

use crate::club::{OnlyWords, PlayerId};
use crate::store::StoreError;
use crate::store::columns::only;
use rusqlite::Connection;
use sha2::{Digest, Sha256};

/// What the player has sent to the opponent on this board in such mails.
pub(super) fn sent(
    connection: &Connection,
    number: u32,
    player: &PlayerId,
    ply: u32,
    words: &str,
) -> Result<OnlyWords, StoreError> {
    let sql = "SELECT count(*) FROM only_words WHERE game = ?1 AND player = ?2 AND ply = ?3";
    let since_move = connection.prepare_cached(sql)?.query_row((number, player, ply), only)?;
    let sql = "SELECT 1 FROM only_words WHERE game = ?1 AND player = ?2 AND hash = ?3";
    let again = connection.prepare_cached(sql)?.exists((number, player, hash(number, player, words).as_slice()))?;
    Ok(OnlyWords { since_move, again })
}

/// Records that the opponent gets these words.
pub(super) fn keep(
    connection: &Connection,
    number: u32,
    player: &PlayerId,
    ply: u32,
    words: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO only_words (game, player, hash, ply) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO UPDATE SET ply = excluded.ply";
    connection.prepare_cached(sql)?.execute((number, player, hash(number, player, words).as_slice(), ply))?;
    Ok(())
}

/// Capitals and white space do not make other words of them. Board and player are part of the hash, so that nobody can see who has sent
/// the same words.
fn hash(number: u32, player: &PlayerId, words: &str) -> [u8; 32] {
    let folded: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    Sha256::digest(format!("{number}\n{player}\n{}", folded.join(" "))).into()
}
