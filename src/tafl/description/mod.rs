//! The rules as a player is told them before the first move: which things are said of a record, and with which facts. What can never come
//! about on these boards is not told. The sentences themselves are in the wording of each language.

mod statement;

mod king;

mod describe;

pub use describe::describe;
pub use statement::{EnemyOf, KingTaken, Limit, Stop, Told};
