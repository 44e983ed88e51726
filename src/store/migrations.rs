//! Brings an empty or older database to the schema of this program: one SQL text for each step, each in a transaction.
//!
//! `PRAGMA user_version` counts the steps taken. A step never changes once it is frozen, and the first step is: a change of the schema is a
//! new file beside `migrations/0001.sql`, and a new entry in `STEPS`.
//!
//! A step can rebuild a table: copy its rows into another, drop it, and give the other its name. References from other tables are not
//! checked in between, but all of them are checked before the step is committed. A `CHECK` is changed in this way too: the SQLite of a system,
//! which a build without `bundled` uses, may be too old to drop a constraint by its name.

use crate::store::StoreError;
use crate::store::backup;
use crate::store::columns::only;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use std::path::{Path, PathBuf};

/// The steps, oldest first. After all of them, the number of the schema is their count.
const STEPS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
    include_str!("migrations/0005.sql"),
    include_str!("migrations/0006.sql"),
    include_str!("migrations/0007.sql"),
    include_str!("migrations/0008.sql"),
    include_str!("migrations/0009.sql"),
    include_str!("migrations/0010.sql"),
    include_str!("migrations/0011.sql"),
];

/// The mark of `taflpost` in the header of its files, so that no other database is taken for one: "tafl" in ASCII.
const APPLICATION_ID: i32 = 0x7461_666c;

/// The newest schema that this program knows.
pub(super) fn newest() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}

/// What was found when a database was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The schema it has now.
    pub schema: u32,
    /// The schema it had before; 0 for a new file.
    pub schema_before: u32,
    /// The copy made before an older file was changed.
    pub backup: Option<PathBuf>,
}

/// The schema of a database; 0 if it is empty.
pub(super) fn schema(connection: &Connection, path: &Path) -> Result<u32, StoreError> {
    // All three are read from one state of the file: another process may be creating its tables at this moment.
    connection.execute_batch("SAVEPOINT look")?;
    let looked = look(connection, path);
    let released = connection.execute_batch("RELEASE look");
    // The first error is reported: if SQLite gave up the transaction, there is nothing left to release.
    let found = looked?;
    released?;
    match found {
        (APPLICATION_ID, version, _) if version >= 0 => Ok(version.unsigned_abs()),
        (0, 0, 0) => Ok(0),
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

/// The application id, the schema, and how much is in the file.
fn look(connection: &Connection, path: &Path) -> Result<(i32, i32, i32), StoreError> {
    let application = pragma(connection, path, "SELECT * FROM pragma_application_id")?;
    let version = pragma(connection, path, "SELECT * FROM pragma_user_version")?;
    let entries = pragma(connection, path, "SELECT count(*) FROM sqlite_schema")?;
    Ok((application, version, entries))
}

fn pragma(connection: &Connection, path: &Path, sql: &str) -> Result<i32, StoreError> {
    connection.query_row(sql, [], only).map_err(|error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => StoreError::Foreign(path.to_owned()),
        _ => StoreError::Sqlite(error),
    })
}

/// Brings the database to the newest schema, and takes these `further` steps. An older one is copied first; a newer one is refused.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    now: DateTime<Utc>,
    further: &[&str],
) -> Result<Opened, StoreError> {
    steps(connection, path, now, &[STEPS, further].concat())
}

fn steps(connection: &mut Connection, path: &Path, now: DateTime<Utc>, steps: &[&str]) -> Result<Opened, StoreError> {
    let known = u32::try_from(steps.len()).unwrap_or(u32::MAX);
    let before = schema(connection, path)?;
    if before > known {
        return Err(StoreError::Newer { path: path.to_owned(), found: before, known });
    }
    let backup = if before > 0 && before < known {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".schema-{before}.{}", now.format("%Y%m%dT%H%M%SZ")));
        let to = PathBuf::from(name);
        backup::copy(connection, path, &to)?;
        Some(to)
    } else {
        None
    };
    for (number, step) in (before + 1..=known).zip(&steps[before as usize..]) {
        // Inside a transaction this would have no effect.
        connection.pragma_update(None, "foreign_keys", false)?;
        let taken = take(connection, path, number, step);
        connection.pragma_update(None, "legacy_alter_table", false)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        taken?;
    }
    Ok(Opened { schema: known, schema_before: before, backup })
}

/// Takes one step, whole or not at all.
fn take(connection: &mut Connection, path: &Path, number: u32, step: &str) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Checked again under the lock: another process may have taken the step in the meantime.
    if schema(&transaction, path)? >= number {
        return Ok(());
    }
    transaction.execute_batch(step)?;
    refers_to_nothing_lost(&transaction, number)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", number)?;
    Ok(transaction.commit()?)
}

/// Refuses a step after which a row refers to one that does not exist.
fn refers_to_nothing_lost(connection: &Connection, number: u32) -> Result<(), StoreError> {
    let lost = connection
        .query_row("SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 1", [], |row| {
            Ok((row.get::<_, String>("table")?, row.get::<_, String>("parent")?))
        })
        .optional()?;
    match lost {
        None => Ok(()),
        Some((table, parent)) => Err(StoreError::Contradiction {
            change: format!("step {number} of the schema"),
            why: format!("a row of {table} refers to a row of {parent} that does not exist"),
        }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::connection;
    use crate::store::games::is_over;
    use crate::store::letter_kinds::is_answer;
    use std::collections::BTreeSet;

    const SECOND: &str = "ALTER TABLE player ADD COLUMN nickname TEXT;";

    fn noon() -> DateTime<Utc> {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn an_older_file_is_copied_and_then_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut connection = connection::writer(&path).unwrap();
        steps(&mut connection, &path, noon(), &STEPS[..1]).unwrap();
        connection.execute("INSERT INTO player (id, joined) VALUES ('ann', 1)", []).unwrap();

        let opened = steps(&mut connection, &path, noon(), &[STEPS[0], SECOND]).unwrap();

        assert_eq!((opened.schema_before, opened.schema), (1, 2));
        let nickname: Option<String> =
            connection.query_row("SELECT nickname FROM player WHERE id = 'ann'", [], |row| row.get(0)).unwrap();
        assert_eq!(nickname, None);
        let copy = opened.backup.unwrap();
        assert_eq!(copy, folder.path().join("club.db.schema-1.20261121T120000Z"));
        let copy = Connection::open(copy).unwrap();
        assert_eq!(schema(&copy, &path).unwrap(), 1);
        assert_eq!(copy.query_row("SELECT id FROM player", [], |row| row.get::<_, String>(0)).unwrap(), "ann");
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut connection = connection::writer(&path).unwrap();
        steps(&mut connection, &path, noon(), &STEPS[..1]).unwrap();
        let broken = "CREATE TABLE half (a INTEGER) STRICT; CREATE TABLE player (id TEXT) STRICT;";

        assert!(steps(&mut connection, &path, noon(), &[STEPS[0], broken]).is_err());

        assert_eq!(schema(&connection, &path).unwrap(), 1);
        assert!(connection.prepare("SELECT * FROM half").is_err());
    }

    /// A club of two players with a running game in a tournament, and a game that has ended.
    const CLUB: &str = "
        INSERT INTO player (id, language, joined) VALUES ('ann', 'de', 1), ('bob', 'club', 2);
        INSERT INTO address (address, written, player, place, since) VALUES ('ann@fjord.test', 'ann@fjord.test', 'ann', 0, 1);
        INSERT INTO rule_record (hash, text) VALUES (zeroblob(32), 'rules');
        INSERT INTO tournament (name, stage, terms, variant, title, record, lot, created)
            VALUES ('spring', 'draft', '{}', 'brandubh', 'Brandubh', zeroblob(32), 'x', 1);
        INSERT INTO game (number, variant, title, record, attackers, defenders, challenger, stage, first, tournament, round, created, touched)
            VALUES (1, 'brandubh', 'Brandubh', zeroblob(32), 'ann', 'bob', 'attackers', 'invited', 'attackers', 'spring', 1, 1, 1),
                   (2, 'brandubh', 'Brandubh', zeroblob(32), 'bob', 'ann', 'attackers', 'invited', 'attackers', NULL, NULL, 1, 1);
        UPDATE game SET stage = 'running';
        INSERT INTO play (game, ply, play, at) VALUES (1, 1, 'a4-a3', 2), (1, 2, 'c4-c7', 3), (2, 1, 'a4-a3', 2);
        UPDATE game SET stage = 'won', winner = 'attackers', reason = 'encircled' WHERE number = 2;";

    /// Rebuilds a table with another text in its `CREATE TABLE`, and with its indexes and triggers.
    fn made_anew(connection: &Connection, table: &str, (from, to): (&str, &str)) -> String {
        let texts = |kind: &str| -> Vec<String> {
            let mut found = connection
                .prepare("SELECT sql FROM sqlite_schema WHERE tbl_name = ?1 AND type = ?2 AND sql IS NOT NULL ORDER BY rowid")
                .unwrap();
            found.query_map([table, kind], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
        };
        let create = texts("table").remove(0);
        assert!(create.contains(from), "{create}");
        let create = create.replacen(table, "anew", 1).replace(from, to);
        let others: String =
            texts("index").into_iter().chain(texts("trigger")).map(|text| format!("{text};\n")).collect();
        format!(
            "PRAGMA legacy_alter_table = ON;\n{create};\nINSERT INTO anew SELECT * FROM {table};\nDROP TABLE {table};\n\
             ALTER TABLE anew RENAME TO {table};\n{others}"
        )
    }

    fn rows(connection: &Connection, sql: &str) -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    /// A new language, and a new way for a game to end. Many other tables refer to both tables that are rebuilt.
    #[test]
    fn a_step_changes_what_a_column_may_hold_and_everything_else_holds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut connection = connection::writer(&path).unwrap();
        steps(&mut connection, &path, noon(), &STEPS[..1]).unwrap();
        connection.execute_batch(CLUB).unwrap();
        let names = "SELECT type || ' ' || name FROM sqlite_schema ORDER BY 1";
        let plays = "SELECT game || ' ' || ply || ' ' || play FROM play ORDER BY game, ply";
        let games = "SELECT number || ' ' || stage || ' ' || plies || ' ' || coalesce(tournament, '-') FROM game ORDER BY number";
        let before = [names, plays, games].map(|sql| rows(&connection, sql));
        let refuses = |connection: &Connection, sql: &str| connection.execute_batch(sql).is_err();
        let (faroese, timeless) = (
            "UPDATE player SET language = 'fo' WHERE id = 'ann'",
            "UPDATE game SET stage = 'drawn', reason = 'no-progress' WHERE number = 1",
        );
        assert!(refuses(&connection, faroese) && refuses(&connection, timeless));

        let step = format!(
            "{}\n{}",
            made_anew(&connection, "player", ("'da')", "'da', 'fo')")),
            made_anew(&connection, "game", ("'repetition')", "'repetition', 'no-progress')"))
        );
        steps(&mut connection, &path, noon(), &[STEPS[0], &step]).unwrap();

        assert_eq!([names, plays, games].map(|sql| rows(&connection, sql)), before);
        connection.execute_batch(faroese).unwrap();
        assert!(refuses(&connection, "UPDATE player SET language = 'xx' WHERE id = 'ann'"));
        // What the schema promised is still true: moves have no gap, what is referred to stays, what is counted is counted.
        assert!(refuses(&connection, "INSERT INTO play (game, ply, play, at) VALUES (1, 4, 'a3-a2', 4)"));
        assert!(refuses(&connection, "DELETE FROM player WHERE id = 'ann'"));
        connection.execute_batch("INSERT INTO play (game, ply, play, at) VALUES (1, 3, 'a3-a2', 4)").unwrap();
        assert_eq!(rows(&connection, "SELECT plies || '' FROM game WHERE number = 1"), ["3"]);
        connection.execute_batch(timeless).unwrap();
        let well: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(well, "ok");
    }

    #[test]
    fn a_step_that_loses_what_others_refer_to_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut connection = connection::writer(&path).unwrap();
        steps(&mut connection, &path, noon(), &STEPS[..1]).unwrap();
        connection.execute_batch(CLUB).unwrap();
        let forgetful = made_anew(&connection, "player", ("joined INTEGER", "joined INTEGER"))
            .replace("SELECT * FROM player", "SELECT * FROM player WHERE id <> 'bob'");

        let refused = steps(&mut connection, &path, noon(), &[STEPS[0], &forgetful]).unwrap_err();

        assert!(refused.to_string().contains("refers to a row of player that does not exist"), "{refused}");
        assert_eq!(schema(&connection, &path).unwrap(), 1);
        assert_eq!(rows(&connection, "SELECT id FROM player ORDER BY id"), ["ann", "bob"]);
        assert!(connection.execute("DELETE FROM player WHERE id = 'ann'", []).is_err(), "they are watched again");
    }

    /// A list of three words in a CHECK, an index or a trigger builds one each time.
    #[test]
    fn what_each_mail_writes_builds_no_temporary_trees() {
        let connection = Connection::open_in_memory().unwrap();
        STEPS.iter().for_each(|step| connection.execute_batch(step).unwrap());
        let all = [
            ("INSERT INTO spool (received, door, fingerprint) VALUES (NULL, NULL, NULL)", 0),
            ("UPDATE spool SET state = 'done', note = NULL WHERE id = NULL", 0),
            (
                "INSERT INTO token (hash, purpose, player, game, ply, expires) VALUES (NULL, NULL, NULL, NULL, NULL, NULL)",
                0,
            ),
            (
                "INSERT INTO outbox (created, envelope_from, recipient, audience, kind) VALUES (NULL, NULL, NULL, NULL, NULL)",
                0,
            ),
            ("UPDATE outbox SET state = 'sent', next_try = NULL, settled = NULL WHERE id = NULL", 0),
            // The table of games is as it was.
            ("INSERT INTO play (game, ply, play, at) VALUES (NULL, NULL, NULL, NULL)", 2),
        ];
        for (sql, trees) in all {
            let mut statement = connection.prepare(&format!("EXPLAIN {sql}")).unwrap();
            let steps = statement.query_map([], |row| row.get::<_, String>("opcode")).unwrap().map(Result::unwrap);
            assert_eq!(steps.filter(|step| step == "OpenEphemeral").count(), trees, "{sql}");
        }
    }

    /// What is read by the index of answers, and by that of games that are over, is asked for in the words of the index.
    #[test]
    fn the_indexes_with_long_conditions_are_used() {
        let connection = Connection::open_in_memory().unwrap();
        STEPS.iter().for_each(|step| connection.execute_batch(step).unwrap());
        let answers = concat!("SELECT count(*) FROM outbox WHERE reader = 1 AND created > 1 AND ", is_answer!());
        let over = concat!("SELECT number FROM game WHERE ", is_over!(), " AND touched >= 1");
        for (sql, index) in [(answers, "outbox_answers"), (over, "game_ended")] {
            let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let plan: String = statement.query_row([], |row| row.get("detail")).unwrap();
            assert!(plan.contains(index), "{plan}");
        }
    }

    /// When a row is refused, the name says why.
    #[test]
    fn every_check_has_a_name_of_its_own() {
        let connection = Connection::open_in_memory().unwrap();
        STEPS.iter().for_each(|step| connection.execute_batch(step).unwrap());
        let code = rows(&connection, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").join("\n");
        let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
        let code = code.join(" ");
        let mut names = BTreeSet::new();
        for (at, _) in code.match_indices(" CHECK (") {
            let mut before = code[..at].split_whitespace().rev();
            let (name, word) = (before.next().unwrap(), before.next().unwrap());
            assert_eq!(word, "CONSTRAINT", "a CHECK after {name} has no name");
            assert!(names.insert(name), "two have the name {name}");
        }
        assert!(names.len() > 100, "{}", names.len());
    }
}
