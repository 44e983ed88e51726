//! How values are stored in columns: an id or a name as its text, an enum by name, an instant as microseconds, several texts as JSON. A row
//! is read by the names of its columns: `row.get("player")`, `row.at("created")`. Rows that are read for each mail have declared columns.

use crate::store::StoreError;
use crate::store::error::Unreadable;
use chrono::{DateTime, Utc};
use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

/// The error for a column that holds something else than it should.
pub(super) fn unreadable(what: &'static str, found: impl ToString) -> FromSqlError {
    FromSqlError::other(Unreadable { what, found: found.to_string() })
}

/// An instant in its stored form: microseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug)]
pub(super) struct At(pub(super) DateTime<Utc>);

impl FromSql for At {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<At> {
        let micros = value.as_i64()?;
        DateTime::from_timestamp_micros(micros).map(At).ok_or_else(|| unreadable("an instant", micros))
    }
}

impl ToSql for At {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.0.timestamp_micros()))
    }
}

/// An instant as a number of microseconds.
pub(super) fn micros(instant: DateTime<Utc>) -> i64 {
    instant.timestamp_micros()
}

/// The instant from a stored number of microseconds.
pub(super) fn instant(micros: i64) -> Result<DateTime<Utc>, StoreError> {
    DateTime::from_timestamp_micros(micros)
        .ok_or_else(|| StoreError::Damaged { what: "an instant", found: micros.to_string() })
}

/// What can be read from a row besides `get`.
pub(super) trait Columns {
    /// The instant in a column.
    fn at(&self, name: &str) -> rusqlite::Result<DateTime<Utc>>;

    /// The instant in a column that may be empty.
    fn at_if_any(&self, name: &str) -> rusqlite::Result<Option<DateTime<Utc>>>;

    /// The text in a column, without copying it.
    fn text(&self, name: &str) -> rusqlite::Result<&str>;
}

impl Columns for Row<'_> {
    fn at(&self, name: &str) -> rusqlite::Result<DateTime<Utc>> {
        Ok(self.get::<_, At>(name)?.0)
    }

    fn at_if_any(&self, name: &str) -> rusqlite::Result<Option<DateTime<Utc>>> {
        Ok(self.get::<_, Option<At>>(name)?.map(|at| at.0))
    }

    fn text(&self, name: &str) -> rusqlite::Result<&str> {
        Ok(self.get_ref(name)?.as_str()?)
    }
}

/// Declares the columns of a query: as text for it, in a macro of that name, and each by its name with its place, for [`column`]. So a place
/// is not looked up by its name in each row, which takes longer than to read it.
macro_rules! declare_columns {
    ($columns:ident: $first:ident, $($name:ident $(= $expression:literal)?),+ $(,)?) => {
        macro_rules! $columns {
            () => { concat!(stringify!($first) $(, ", " $(, $expression, " AS ")?, stringify!($name))+) };
        }

        #[expect(non_camel_case_types, reason = "the names are those of the columns")]
        #[derive(Clone, Copy)]
        enum Column { $first, $($name),+ }
    };
}
pub(super) use declare_columns;

/// The place of a declared column, by its name.
macro_rules! column {
    ($name:ident) => {
        Column::$name as usize
    };
}
pub(super) use column;

/// The value of a row with a single column.
pub(super) fn only<T: FromSql>(row: &Row<'_>) -> rusqlite::Result<T> {
    row.get(0)
}

/// The instant of a row with a single column, if there is one.
pub(super) fn only_at(row: &Row<'_>) -> rusqlite::Result<Option<DateTime<Utc>>> {
    Ok(only::<Option<At>>(row)?.map(|at| at.0))
}

/// An enum whose members are stored by name.
pub(super) trait Word: Copy + 'static {
    /// What is being read, for the error message.
    const WHAT: &'static str;
    /// All members.
    const ALL: &'static [Self];

    /// The name in the column.
    fn word(self) -> &'static str;

    /// The member of that name.
    fn read(word: &str) -> Result<Self, Unreadable> {
        let found = Self::ALL.iter().copied().find(|member| member.word() == word);
        found.ok_or_else(|| Unreadable { what: Self::WHAT, found: word.to_owned() })
    }
}

/// The member of that name, in a column.
pub(super) fn word<T: Word>(value: ValueRef<'_>) -> FromSqlResult<T> {
    T::read(value.as_str()?).map_err(FromSqlError::other)
}

/// Stores the members of a [`Word`] in columns by their names.
macro_rules! stored_by_name {
    ($($type:ty),+ $(,)?) => {$(
        impl rusqlite::types::FromSql for $type {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<$type> {
                crate::store::columns::word(value)
            }
        }

        impl rusqlite::types::ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok(rusqlite::types::ToSqlOutput::from(crate::store::columns::Word::word(*self)))
            }
        }
    )+};
}
pub(super) use stored_by_name;

/// A text parsed as a value of the club.
pub(super) fn parsed<T: std::str::FromStr>(what: &'static str, value: ValueRef<'_>) -> FromSqlResult<T> {
    let text = value.as_str()?;
    text.parse().map_err(|_| unreadable(what, text))
}

/// The same for a text that is a part of a column.
pub(super) fn parse<T: std::str::FromStr>(what: &'static str, text: &str) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged { what, found: text.to_owned() })
}

/// Several texts in one column: a JSON array.
pub(super) fn texts_to_column(texts: &[String]) -> String {
    serde_json::Value::from(texts.to_vec()).to_string()
}

/// The texts from [`texts_to_column`].
pub(super) fn texts_from_column(what: &'static str, column: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(column).map_err(|_| StoreError::Damaged { what, found: column.to_owned() })
}
