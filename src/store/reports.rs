//! Read-only questions: the operator's lists, the counts of `status`, and what delivery has to send.

use crate::club::rating::{GameResult, Ledger, Period};
use crate::club::{Game, Head, PlayerId, Which};
use crate::mail::Address;
use crate::store::columns::{Word, instant, parse};
use crate::store::games::head_columns;
use crate::store::outbox::{Due, LetterState, Waiting};
use crate::store::rule_records::RuleRecords;
use crate::store::spool::{Door, SpoolState, texts_from_column};
use crate::store::{StoreError, bounces, connection, deflated_text, games, migrations, outbox, ratings, view};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeSet;
use std::path::Path;

/// The file, open for reading beside whoever writes.
#[derive(Debug)]
pub struct Reader {
    pub(super) connection: Connection,
    rule_records: RuleRecords,
}

/// A player in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// His id.
    pub id: PlayerId,
    /// His addresses; letters go to the first.
    pub addresses: Vec<Address>,
    /// When he joined.
    pub joined: DateTime<Utc>,
    /// Invitations and running games.
    pub open_games: u32,
    /// All his games.
    pub games: u32,
    /// Letters to him that came back within the last 90 days.
    pub returned: u32,
    /// Those of his addresses to which letters have stopped.
    pub stopped: Vec<Address>,
    /// Joined under a name that the settings had among the organizers; the operator has not confirmed it.
    pub organizer_waits: bool,
}

/// Which games to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFilter {
    /// Invitations and running games of everybody.
    Open,
    /// Every game.
    All,
    /// Games of one player.
    Of(PlayerId, Which),
}

/// A letter in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueLine {
    /// Its row.
    pub id: i64,
    /// When it was written.
    pub created: DateTime<Utc>,
    /// The one recipient.
    pub to: String,
    /// What it tells, in one word.
    pub kind: String,
    /// The board it is about.
    pub number: Option<u32>,
    /// How far it has come.
    pub state: LetterState,
    /// Tries so far.
    pub attempts: u32,
    /// When it will be tried next, while it waits.
    pub next_try: Option<DateTime<Utc>>,
    /// What the relay said last.
    pub last_error: Option<String>,
}

/// A mail in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLine {
    /// Its row.
    pub id: i64,
    /// When the door accepted it.
    pub received: DateTime<Utc>,
    /// Which door.
    pub door: Door,
    /// The envelope's sender, where the door knew it.
    pub envelope_from: Option<String>,
    /// The envelope's recipients, while its text is kept.
    pub envelope_to: Vec<String>,
    /// How far it has come.
    pub state: SpoolState,
    /// Failures so far.
    pub tries: u32,
    /// What was done, or why it failed.
    pub note: String,
    /// Its length in bytes while its text is kept.
    pub size_bytes: Option<u64>,
}

impl Reader {
    /// Opens the file for reading.
    ///
    /// # Errors
    /// When there is none, or its schema is not the one this program writes.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        let connection = connection::reader(path)?;
        let (found, known) = (migrations::schema(&connection, path)?, migrations::newest());
        let path = path.to_owned();
        match found.cmp(&known) {
            std::cmp::Ordering::Less => Err(StoreError::Older { path, found, known }),
            std::cmp::Ordering::Greater => Err(StoreError::Newer { path, found, known }),
            std::cmp::Ordering::Equal => Ok(Reader { connection, rule_records: RuleRecords::default() }),
        }
    }

    /// Letters to be sent now, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, |_| true)
    }

    /// Letters to be sent now, of those that `takes` takes; it is asked of each that is due.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due_where(
        &self,
        now: DateTime<Utc>,
        limit: u32,
        takes: impl FnMut(&Waiting) -> bool,
    ) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, takes)
    }

    /// Letters to be sent now, without their texts, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn waiting(&self, now: DateTime<Utc>) -> Result<Vec<Waiting>, StoreError> {
        outbox::all_waiting(&self.connection, now)
    }

    /// The whole letter.
    ///
    /// # Errors
    /// When SQLite cannot read, or it is gone.
    pub fn with_text(&self, letter: Waiting) -> Result<Due, StoreError> {
        outbox::with_text(&self.connection, letter)
    }

    /// When the next letter is due after `now`; `None` when none will be.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn next_due(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        outbox::next_due(&self.connection, now)
    }

    /// The players, by id.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn players(&self) -> Result<Vec<PlayerLine>, StoreError> {
        let mut found = Vec::new();
        let mut statement = self.connection.prepare_cached(
            "SELECT id, joined,
                 (SELECT count(*) FROM game WHERE attackers = player.id AND stage IN ('invited', 'running'))
                 + (SELECT count(*) FROM game WHERE defenders = player.id AND stage IN ('invited', 'running')),
                 (SELECT count(*) FROM game WHERE attackers = player.id)
                 + (SELECT count(*) FROM game WHERE defenders = player.id),
                 (SELECT count(*) FROM outbox WHERE reader = player.id AND returned IS NOT NULL),
                 EXISTS (SELECT 1 FROM organizer_waits WHERE player = player.id)
             FROM player WHERE presence <> 'gone' ORDER BY id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id: PlayerId = parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?;
            found.push(PlayerLine {
                addresses: view::addresses(&self.connection, &id)?.into_iter().map(|(address, _)| address).collect(),
                stopped: {
                    let suspensions = bounces::suspensions(&self.connection, &id)?.into_iter();
                    suspensions.filter(|known| !known.lifted).map(|known| known.address).collect()
                },
                id,
                joined: instant(row.get(1)?)?,
                open_games: row.get(2)?,
                games: row.get(3)?,
                returned: row.get(4)?,
                organizer_waits: row.get(5)?,
            });
        }
        Ok(found)
    }

    /// Games, the newest first, those of one player as [`Which`] orders them; at most `limit`.
    ///
    /// # Errors
    /// When SQLite cannot read.
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
            GameFilter::Of(player, which) => games::list(&self.connection, player, *which, None, limit),
        }
    }

    /// How many games [`games`](Reader::games) has without a limit.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn games_count(&self, filter: &GameFilter) -> Result<u32, StoreError> {
        let sql = match filter {
            GameFilter::Open => "SELECT count(*) FROM game WHERE stage IN ('invited', 'running')",
            GameFilter::All => "SELECT count(*) FROM game",
            GameFilter::Of(..) => {
                return Ok(u32::try_from(self.games(filter, u32::MAX)?.len()).unwrap_or(u32::MAX));
            }
        };
        Ok(self.connection.query_row(sql, [], |row| row.get(0))?)
    }

    /// How many letters are in one state.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn queue_count(&self, state: LetterState) -> Result<u32, StoreError> {
        let sql = format!("SELECT count(*) FROM outbox WHERE state = '{}'", state.word());
        Ok(self.connection.query_row(&sql, [], |row| row.get(0))?)
    }

    /// How many mails are in one state.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn inbox_count(&self, state: SpoolState) -> Result<u32, StoreError> {
        let sql = format!("SELECT count(*) FROM spool WHERE state = '{}'", state.word());
        Ok(self.connection.query_row(&sql, [], |row| row.get(0))?)
    }

    /// One game with its plays; `None` where the number was never given.
    ///
    /// # Errors
    /// When SQLite cannot read, or the game does not replay.
    pub fn game(&self, number: u32) -> Result<Option<Game>, StoreError> {
        games::game(&self.connection, &self.rule_records, number)
    }

    /// The numbers of the games that have ended, in order.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn ended_games(&self) -> Result<Vec<u32>, StoreError> {
        let sql = "SELECT number FROM game WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn') ORDER BY number";
        let mut statement = self.connection.prepare_cached(sql)?;
        let numbers = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(numbers)
    }

    /// The numbers of the games that have ended and that only their players may see.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn private_games(&self) -> Result<BTreeSet<u32>, StoreError> {
        let sql = "SELECT number FROM game
                   WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn') AND seen = 'private'";
        let mut statement = self.connection.prepare_cached(sql)?;
        let numbers = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(numbers)
    }

    /// The ratings, and the results since they were closed last.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn ledger(&self) -> Result<Ledger, StoreError> {
        ratings::ledger(&self.connection)
    }

    /// The results of the games that ended in this week or later.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn results_since(&self, from: Period) -> Result<Vec<GameResult>, StoreError> {
        ratings::results(&self.connection, Some(from))
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// When the half-moves of a game were made, in order.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn play_times(&self, number: u32) -> Result<Vec<DateTime<Utc>>, StoreError> {
        let mut statement = self.connection.prepare_cached("SELECT at FROM play WHERE game = ?1 ORDER BY ply")?;
        let times: Vec<i64> = statement.query_map([number], |row| row.get(0))?.collect::<Result<_, _>>()?;
        times.into_iter().map(instant).collect()
    }

    /// Letters in one state, the newest first; at most `limit`.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn queue(&self, state: LetterState, limit: u32) -> Result<Vec<QueueLine>, StoreError> {
        // The state stands in the text of the statement, so that SQLite sees that its index holds these rows.
        let columns = "SELECT id, created, recipient, kind, game, state, attempts, next_try, last_error";
        let sql = format!("{columns} FROM outbox WHERE state = '{}' ORDER BY id DESC LIMIT ?1", state.word());
        let mut found = Vec::new();
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([limit])?;
        while let Some(row) = rows.next()? {
            found.push(QueueLine {
                id: row.get(0)?,
                created: instant(row.get(1)?)?,
                to: row.get(2)?,
                kind: row.get(3)?,
                number: row.get(4)?,
                state: LetterState::read(row.get_ref(5)?.as_str().map_err(rusqlite::Error::from)?)?,
                attempts: row.get(6)?,
                next_try: row.get::<_, Option<i64>>(7)?.map(instant).transpose()?,
                last_error: row.get(8)?,
            });
        }
        Ok(found)
    }

    /// Mails in one state, the newest first; at most `limit`.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn inbox(&self, state: SpoolState, limit: u32) -> Result<Vec<MailLine>, StoreError> {
        let columns = "SELECT id, received, door, envelope_from, coalesce(envelope_to, '[]'), state, tries, note, size";
        let sql = format!(
            "{columns} FROM spool LEFT JOIN mail_text ON mail = id WHERE state = '{}' ORDER BY id DESC LIMIT ?1",
            state.word()
        );
        let mut found = Vec::new();
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([limit])?;
        while let Some(row) = rows.next()? {
            let text = |column| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
            found.push(MailLine {
                id: row.get(0)?,
                received: instant(row.get(1)?)?,
                door: Door::read(text(2)?)?,
                envelope_from: row.get(3)?,
                envelope_to: texts_from_column("the recipients of a mail", text(4)?)?,
                state: SpoolState::read(text(5)?)?,
                tries: row.get(6)?,
                note: row.get(7)?,
                size_bytes: row.get::<_, Option<i64>>(8)?.and_then(|size| u64::try_from(size).ok()),
            });
        }
        Ok(found)
    }

    /// Whether such a mail has come.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn has_come(&self, id: i64) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM spool WHERE id = ?1)";
        Ok(self.connection.query_row(sql, [id], |row| row.get(0))?)
    }

    /// A mail as it came, while its text is kept: until it is done, or 30 days after it failed.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn raw(&self, id: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT raw FROM mail_text WHERE mail = ?1";
        let packed: Option<Vec<u8>> = self.connection.query_row(sql, [id], |row| row.get(0)).optional()?;
        packed.map(|packed| deflated_text::unpack(&packed)).transpose()
    }
}
