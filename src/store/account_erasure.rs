//! An account is closed: everything that tells who the player is gets erased, and the id stays.
//!
//! Erased: addresses, password, settings, tokens, vacations, notes, the games they observe, the letters to the player with their addresses, and
//! the addresses in the list of mails that came. Kept: games, ratings and tables, which name the id. What happens in the tournaments they
//! play in is decided by the club, and written before this.

use crate::club::PlayerId;
use crate::store::{StoreError, tokens};
use rusqlite::Connection;

/// Erases a player. Returns false if there is none.
pub(super) fn player(connection: &Connection, player: &PlayerId) -> Result<bool, StoreError> {
    let run = |sql: &str| connection.prepare_cached(sql)?.execute([player]);
    let own = "IN (SELECT address FROM address WHERE player = ?1)";
    // As long as it is still known which they are.
    let letters = format!("(reader = ?1 OR lower(recipient) {own})");
    // Only the number of the newest letter is kept, so that no number is used twice while that letter may still be on its way.
    run(&format!(
        "INSERT INTO outbox (id, created, envelope_from, recipient, audience, kind, state, settled)
             SELECT max(id) + 1, max(created), '', 'nobody', 'player', 'erased', 'dropped', max(created) FROM outbox
             HAVING (SELECT {letters} FROM outbox ORDER BY id DESC LIMIT 1)"
    ))?;
    run(&format!("DELETE FROM outbox WHERE {letters}"))?;
    run(&format!("DELETE FROM token WHERE hash IN (SELECT token FROM signup WHERE address {own})"))?;
    run(&format!("UPDATE spool SET envelope_from = NULL WHERE lower(envelope_from) {own}"))?;
    tokens::forget_all(connection, player)?;
    for table in [
        "address",
        "wrong_password",
        "vacation",
        "clock_held",
        "observer",
        "digest",
        "signature_block",
        "mail_zone",
        "only_words",
        "note",
        "awaited",
    ] {
        run(&format!("DELETE FROM {table} WHERE player = ?1"))?;
    }
    run("DELETE FROM mistake WHERE reader = ?1")?;
    run("DELETE FROM letter_words WHERE author = ?1")?;
    let erased = run(
        "UPDATE player SET account = 'closed', password_hash = NULL, dialect = 'plain', language = 'club', zone = NULL,
             reminded = NULL, letters = 'html', board = 'ascii', digest = 'off', announcements = 'off', reminders = 'off',
             auto_vacation = 'off', auto_vacation_since = NULL, game_limit = NULL, words = 'ask', receipts = 'on'
         WHERE id = ?1 AND account <> 'closed'",
    )?;
    Ok(erased == 1)
}
