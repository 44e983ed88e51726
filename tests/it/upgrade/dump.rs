//! A database as a text of SQL, which makes the same database again.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The names of all tables.
pub fn tables(connection: &Connection) -> Vec<String> {
    column(
        connection,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
}

/// The table, and the text, of everything in the schema: a table before what belongs to it.
pub fn schema(connection: &Connection) -> Vec<(String, String)> {
    let sql = "SELECT tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY tbl_name, type <> 'table', name";
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

/// The rows of each table, each as the values of an INSERT.
pub fn rows(connection: &Connection) -> BTreeMap<String, Vec<String>> {
    tables(connection).into_iter().map(|table| (table.clone(), rows_of(connection, &table))).collect()
}

/// The whole database: tables, then rows, then what watches over changes.
pub fn write(connection: &Connection, head: &str) -> String {
    let made = |what: &str| -> String {
        let sql = format!("SELECT sql || ';' FROM sqlite_schema WHERE type {what} AND sql IS NOT NULL ORDER BY rowid");
        column(connection, &sql).join("\n")
    };
    let pragma = |name: &str| -> i64 {
        connection.query_row(&format!("SELECT * FROM pragma_{name}"), [], |row| row.get(0)).unwrap()
    };
    let mut text = format!("{head}PRAGMA foreign_keys = OFF;\nBEGIN;\n{}\n", made("= 'table'"));
    for table in tables(connection) {
        for row in rows_of(connection, &table) {
            writeln!(text, "INSERT INTO {table} VALUES ({row});").unwrap();
        }
    }
    let (application, version) = (pragma("application_id"), pragma("user_version"));
    writeln!(text, "{}", made("<> 'table'")).unwrap();
    writeln!(text, "PRAGMA application_id = {application};\nPRAGMA user_version = {version};\nCOMMIT;").unwrap();
    text
}

fn column(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn rows_of(connection: &Connection, table: &str) -> Vec<String> {
    let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    let mut found = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        let values: Vec<String> = (0..columns).map(|at| value(row.get_ref(at).unwrap())).collect();
        found.push(values.join(", "));
    }
    found
}

/// A value as SQL. Line breaks are written as `char(10)`, so that a row is a line.
fn value(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => format!("{number:?}"),
        ValueRef::Text(text) => {
            let text = std::str::from_utf8(text).unwrap().replace('\'', "''");
            format!("'{}'", text.replace('\r', "' || char(13) || '").replace('\n', "' || char(10) || '"))
        }
        ValueRef::Blob(bytes) => {
            let mut text = String::from("x'");
            bytes.iter().for_each(|byte| write!(text, "{byte:02x}").unwrap());
            text + "'"
        }
    }
}
