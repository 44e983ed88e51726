//! OpenTafl rules records: one line of text that says a whole rule set, read and written.
//!
//! ```text
//! dim:9 surf:n tfr:i ks:c cenh: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/
//! ```
//!
//! Entries have blanks between them, and a value has none. `dim` comes first and the position last; the others come in any order,
//! each at most once, and one that is left out has its default:
//!
//! | entry | values (default) | meaning |
//! |---|---|---|
//! | `dim` | 5 to 19 | squares along a side; odd where there is a throne |
//! | `name` | text | read and forgotten: rules have no name here |
//! | `esc` | c, e (c) | the king escapes on a corner, or anywhere on the edge |
//! | `surf` | y, n (y) | encirclement loses for the defenders |
//! | `atkf` | y, n (y) | the attackers move first |
//! | `tfr` | i, d, l (d) | third occurrence: ignored, a draw, lost for who makes it |
//! | `ka` | y, n, a, h (y) | the king captures: yes, no, as anvil only, as hammer only |
//! | `ks` | s, c, m, w (s) | the king falls to four sides; two, but four at the throne; four, the edge counting; two. Older records say y and n for s and w |
//! | `spd` | -1, `n`, `a,d`, 8, 10 or 12 numbers (-1) | squares per move, -1 for any: of all; of either side; by piece, in the order tcnkmgTCNKMG, without g or without m and g where there are fewer |
//! | `cor`, `cen` | squares (the four corners, the middle) | which squares are corners, which is the throne; nothing for none |
//! | `corh`, `cenhe`, `cenh` | pieces (all, all, attackers) | against whom corners, the empty throne and the king's throne help |
//! | `corp`, `cenp` | pieces (K, all) | who passes over them while they are empty |
//! | `cors`, `cens` | pieces (K, K) | who stops on them |
//! | `corre`, `cenre` | pieces (all, all) | who may stop there when he comes from outside |
//! | `sw` | n, w, s (n) | shieldwalls: none; without corners; a corner may close an end |
//! | `swf` | y, n (y) | only the move that closes an end takes a shieldwall |
//! | `efe` | y, n (n) | exit forts win |
//! | `linc` | y, n (n) | Linnaean capture |
//! | `kj` | n (n) | the king jumps |
//! | `ber` | n (n) | berserk |
//! | `afor`, `dfor` | nothing (nothing) | forts |
//! | `nj cj mj gj`, `aforh` ... `dforre` | any | jumps of pieces that are not played here, and what forts do: without such pieces and forts they mean nothing |
//! | `start`, `starti` | rows | the opening, row 1 first; or the top row first |
//!
//! A position is rows with slashes between them, usually also before and after: numbers for empty squares, `t` for an attacker,
//! `T` for a defender, `K` for the king. Pieces are listed as letters, capitals for the defenders. Only t, T and K ever
//! stand on a board here, so the other letters of tcnkmgTCNKMG change nothing.
//!
//! What a record says and is not played here, and what rules say and a record cannot, is an error that names it; nothing is left
//! out in silence. A record has no word for the end of a player without a move: he loses.

mod error;

mod entries;
mod rows;

mod export;
mod import;

mod rules;

pub use error::OtnError;
