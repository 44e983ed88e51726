//! Games, one or many.

use crate::club::{Game, GameSearch, Head, PlayerId, Which};
use crate::store::columns::{Columns, only};
use crate::store::games::{head_columns, is_over};
use crate::store::{Reader, StoreError, game_lists, games};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

/// Which games to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFilter {
    /// Challenges and running games of everybody.
    Open,
    /// Every game.
    All,
    /// Games of one player.
    Of(PlayerId, Which),
}

impl Reader {
    /// Games, the newest first, or for one player in the order of [`Which`]. At most `limit`.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn games(&self, filter: &GameFilter, limit: u32) -> Result<Vec<Head>, StoreError> {
        match filter {
            GameFilter::Open => games::heads(
                &self.connection,
                concat!(
                    "SELECT ",
                    head_columns!(),
                    " FROM game WHERE stage IN ('invited', 'running') ",
                    "ORDER BY number DESC LIMIT ?1"
                ),
                [limit],
            ),
            GameFilter::All => games::heads(
                &self.connection,
                concat!("SELECT ", head_columns!(), " FROM game ORDER BY number DESC LIMIT ?1"),
                [limit],
            ),
            GameFilter::Of(player, which) => {
                let search = GameSearch::of(player.clone(), *which);
                game_lists::list(&self.connection, &search, Some(player), None, limit)
            }
        }
    }

    /// How many games [`games`](Reader::games) has without a limit.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn games_count(&self, filter: &GameFilter) -> Result<u32, StoreError> {
        let sql = match filter {
            GameFilter::Open => "SELECT count(*) FROM game WHERE stage IN ('invited', 'running')",
            GameFilter::All => "SELECT count(*) FROM game",
            GameFilter::Of(..) => {
                return Ok(u32::try_from(self.games(filter, u32::MAX)?.len()).unwrap_or(u32::MAX));
            }
        };
        Ok(self.connection.query_row(sql, [], only)?)
    }

    /// One game with its moves; `None` if the number was never used.
    ///
    /// # Errors
    /// If SQLite cannot read, or the game cannot be replayed.
    pub fn game(&self, number: u32) -> Result<Option<Game>, StoreError> {
        games::game(&self.connection, &self.rule_records, number)
    }

    /// The numbers of the games that have ended, in order.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn ended_games(&self) -> Result<Vec<u32>, StoreError> {
        let sql = concat!("SELECT number FROM game WHERE ", is_over!(), " ORDER BY number");
        let mut statement = self.connection.prepare_cached(sql)?;
        let numbers = statement.query_map([], only)?.collect::<Result<_, _>>()?;
        Ok(numbers)
    }

    /// The numbers of the games that have ended and that only their players may see.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn private_games(&self) -> Result<BTreeSet<u32>, StoreError> {
        let sql = concat!("SELECT number FROM game WHERE ", is_over!(), " AND visibility = 'private'");
        let mut statement = self.connection.prepare_cached(sql)?;
        let numbers = statement.query_map([], only)?.collect::<Result<_, _>>()?;
        Ok(numbers)
    }

    /// When the moves of a game were made, in order.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn play_times(&self, number: u32) -> Result<Vec<DateTime<Utc>>, StoreError> {
        let mut statement = self.connection.prepare_cached("SELECT at FROM play WHERE game = ?1 ORDER BY ply")?;
        let times = statement.query_map([number], |row| row.at("at"))?;
        Ok(times.collect::<Result<_, _>>()?)
    }
}
