//! The rules as a player is told them before the first move: which sentences describe a record, and with which facts. What can never happen
//! on these boards is left out. The words are in the wording files of each language.

mod statement;

mod king;

mod describe;

mod topic;

pub use describe::describe;
pub use statement::{EnemyOf, KingTaken, Limit, Stop, Told};
pub use topic::RulesTopic;
