//! The state of the club in numbers, for `status` and the alarms.

use crate::store::columns::{only, only_at};
use crate::store::{Reader, StoreError, migrations, signups};
use chrono::{DateTime, Utc};
use rusqlite::OptionalExtension;

/// The state of the club in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The schema of the file.
    pub schema: u32,
    /// Players.
    pub players: u32,
    /// Challenges without an answer.
    pub invited: u32,
    /// Games being played.
    pub running: u32,
    /// Board numbers that have been used so far.
    pub boards: u32,
    /// Mails to be handled.
    pub spooled: u32,
    /// When the oldest of them came in.
    pub oldest_spooled: Option<DateTime<Utc>>,
    /// Sign-ups that wait for room; at most [`SIGNUPS_QUEUED_MAX`](crate::store::SIGNUPS_QUEUED_MAX).
    pub signups_queued: u32,
    /// Mails put aside for the operator.
    pub failed: u32,
    /// Letters to be sent.
    pub waiting: u32,
    /// When the oldest of them to a player was written.
    pub oldest_waiting: Option<DateTime<Utc>>,
    /// Letters given up.
    pub given_up: u32,
    /// Letters to players that came back in the last 90 days although a relay had accepted them.
    pub returned: u32,
    /// Players who get no letters: letters to all of their addresses have stopped.
    pub unreachable: u32,
    /// Letters to players that were given up. (A stranger may have given an address that does not exist.)
    pub given_up_to_players: u32,
    /// The relay's answer about the letter that waits longest for its next attempt.
    pub last_error: Option<String>,
    /// What is wrong with the relay, if letters are held until a person solves it.
    pub held: Option<String>,
}

impl Reader {
    /// The club in numbers.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let error = |sql: &str| -> Result<Option<String>, StoreError> {
            Ok(self.connection.query_row(sql, [], only).optional()?)
        };
        let count = |sql: &str| self.connection.prepare_cached(sql)?.query_row([], only::<u32>);
        let oldest = |sql: &str| -> Result<Option<DateTime<Utc>>, StoreError> {
            Ok(self.connection.query_row(sql, [], only_at).optional()?.flatten())
        };
        // Every open game is once in the index of open games by attackers, however many games have ended.
        let open = "SELECT count(*) FROM game INDEXED BY game_open_attackers WHERE stage IN ('invited', 'running')";
        Ok(Counts {
            schema: migrations::newest(),
            players: count("SELECT count(*) FROM player WHERE account <> 'closed'")?,
            invited: count(&format!("{open} AND stage = 'invited'"))?,
            running: count(&format!("{open} AND stage = 'running'"))?,
            boards: count("SELECT count(*) FROM game")?,
            spooled: count("SELECT count(*) FROM spool WHERE state = 'spooled'")?,
            oldest_spooled: oldest("SELECT received FROM spool WHERE state = 'spooled' ORDER BY id LIMIT 1")?,
            signups_queued: signups::count(&self.connection)?,
            failed: count("SELECT count(*) FROM spool WHERE state = 'failed'")?,
            waiting: count("SELECT count(*) FROM outbox WHERE state = 'waiting'")?,
            oldest_waiting: oldest(
                "SELECT min(created) FROM outbox WHERE state = 'waiting' AND audience = 'player' HAVING count(*) > 0",
            )?,
            given_up: count("SELECT count(*) FROM outbox WHERE state = 'given-up'")?,
            returned: count("SELECT count(*) FROM outbox WHERE returned IS NOT NULL")?,
            unreachable: count(
                "SELECT count(*) FROM player WHERE id IN (SELECT player FROM address JOIN suspension USING (address))
                 AND NOT EXISTS (SELECT 1 FROM address WHERE player = player.id AND address NOT IN
                     (SELECT address FROM suspension WHERE state = 'on'))",
            )?,
            given_up_to_players: count("SELECT count(*) FROM outbox WHERE state = 'given-up' AND audience = 'player'")?,
            last_error: error(
                "SELECT last_error FROM outbox WHERE state = 'waiting' AND last_error IS NOT NULL
                 ORDER BY next_try DESC LIMIT 1",
            )?,
            // Not needed while no letter waits.
            held: error(
                "SELECT why FROM pause WHERE needs = 'operator' AND EXISTS (SELECT 1 FROM outbox WHERE state = 'waiting')",
            )?,
        })
    }
}
