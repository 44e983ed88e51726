//! OpenTafl rules records: one line of text for a whole rule set, read and written.
//!
//! ```text
//! dim:9 surf:n tfr:i ks:c cenh: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/
//! ```
//!
//! There are blanks between the entries and none in a value. `dim` comes first and the position last. The others come in any order, each at
//! most once. An entry that is left out has its default:
//!
//! | entry | values (default) | meaning |
//! |---|---|---|
//! | `dim` | 5 to 19 | squares along a side; odd if there is a throne |
//! | `name` | text | read and dropped: rules have no name here |
//! | `esc` | c, e (c) | the king escapes on a corner, or anywhere on the edge |
//! | `surf` | y, n (y) | encirclement loses for the defenders |
//! | `atkf` | y, n (y) | the attackers move first |
//! | `tfr` | i, d, l (d) | third occurrence: ignored, a draw, a loss for the side that moved |
//! | `ka` | y, n, a, h (y) | the king captures: yes, no, as anvil only, as hammer only |
//! | `ks` | s, c, m, w (s) | the king is captured from four sides; two, but four at the throne; four, the edge counting; two. Older records say y and n for s and w |
//! | `spd` | -1, `n`, `a,d`, 8, 10 or 12 numbers (-1) | squares per move, -1 for any: of all; of either side; by piece, in the order tcnkmgTCNKMG, without g or without m and g if there are fewer |
//! | `cor`, `cen` | squares (the four corners, the middle) | which squares are corners, which is the throne; nothing for none |
//! | `corh`, `cenhe`, `cenh` | pieces (all, all, attackers) | which pieces corners, empty throne and king's throne help to capture |
//! | `corp`, `cenp` | pieces (K, all) | which pieces pass over them while they are empty |
//! | `cors`, `cens` | pieces (K, K) | which pieces stop on them |
//! | `corre`, `cenre` | pieces (all, all) | which pieces may stop there when they come from outside |
//! | `sw` | n, w, s (n) | shieldwalls: none; without corners; a corner may close an end |
//! | `swf` | y, n (y) | only the move that closes an end captures a shieldwall |
//! | `efe` | y, n (n) | exit forts win |
//! | `linc` | y, n (n) | Linnaean capture |
//! | `kj` | n (n) | the king jumps |
//! | `ber` | n (n) | berserk |
//! | `afor`, `dfor` | nothing (nothing) | forts |
//! | `nj cj mj gj`, `aforh` ... `dforre` | any | jumps of pieces that are not supported here, and what forts do: no effect without them |
//! | `start`, `starti` | rows | the opening, row 1 first; or the top row first |
//!
//! A position is rows with slashes between them, usually also before and after: numbers for empty squares, `t` for an attacker, `T` for a
//! defender, `K` for the king. Pieces are listed as letters, capitals for the defenders. Only t, T and K are ever on a board here, so the
//! other letters of tcnkmgTCNKMG change nothing.
//!
//! If a record says something that is not supported here, or rules say something that a record cannot express, that is an error that names
//! it. Nothing is left out silently. A record has no word for what happens to a side without a move: it loses.

mod error;

mod entries;
mod position_rows;

mod export;
mod import;

mod rules;

pub use error::OtnError;
