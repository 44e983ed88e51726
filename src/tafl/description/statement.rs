//! What can be said of rules: the sentences as values, with their facts.

use crate::tafl::parameter::{Binds, KingArmed, KingCapture, Pass, RepetitionEffect};
use crate::tafl::{Piece, Side, Square};
use serde::Serialize;

/// One thing that is told: a sentence or a short paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    /// The board, and who stands on it.
    Forces {
        /// Squares of a side.
        size: u8,
        /// Attackers.
        attackers: u32,
        /// Defenders besides the king.
        defenders: u32,
        /// Who moves first.
        first: Side,
    },
    /// How pieces move.
    Movement {
        /// How far every piece goes, where that is the same for all and bounded.
        every: Option<u8>,
        /// Else the pieces that do not go as far as they like.
        limits: Vec<Limit>,
    },
    /// Who stops on the throne and who passes over it.
    Throne {
        /// Who may stop there.
        stop: Stop,
        /// Who may pass.
        pass: Pass,
    },
    /// What the corners are.
    Corners {
        /// Where they are, if not in the corners.
        squares: Vec<Square>,
        /// Whether only the king may stop on them.
        king_only: bool,
    },
    /// How men are captured.
    Captures {
        /// Whose enemy the empty throne is.
        empty: EnemyOf,
        /// Whose enemy the throne is with the king on it.
        occupied: EnemyOf,
        /// Whether a corner is everybody's.
        corner: bool,
    },
    /// Linnaean capture is played.
    Linnaean,
    /// Rows on the edge can be captured.
    Shieldwall {
        /// Men in the shortest of them.
        at_least: u8,
        /// Whether a corner closes one.
        corner: bool,
    },
    /// What the king does in captures.
    KingArmed {
        /// It.
        armed: KingArmed,
    },
    /// How the king is captured.
    KingTaken(KingTaken),
    /// Where he escapes.
    Escape {
        /// Whether on the whole edge.
        edge: bool,
        /// Else on these squares; where there are none, in the corners.
        squares: Vec<Square>,
    },
    /// Forts on the edge win.
    ExitFort,
    /// A ring round all defenders wins.
    Encirclement,
    /// With so few attackers left the defenders have won.
    AttackersLeft {
        /// How many.
        left: u8,
    },
    /// What becomes of a side without a move.
    NoMove {
        /// Whether it loses; else the game is drawn.
        loses: bool,
    },
    /// What the server calls.
    Calls {
        /// Raichi.
        raichi: bool,
        /// Tuichi.
        tuichi: bool,
        /// Watch your king.
        watch: bool,
        /// Whether it is corners that the king could reach.
        corners: bool,
    },
    /// Positions may come again as often as they like.
    NoRepetition,
    /// What follows when a position comes again.
    Repetition {
        /// What.
        effect: RepetitionEffect,
        /// For whom.
        binds: Binds,
        /// The how manieth time it is.
        count: u8,
    },
}

/// A piece that does not go as far as it likes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// Which.
    pub piece: Piece,
    /// How many squares it may go.
    pub squares: u8,
}

/// Who may stop on the throne.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The king.
    King,
    /// Nobody, once the king has left it.
    NobodyAgain,
    /// Nobody.
    Nobody,
}

/// Whose enemy a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnemyOf {
    /// Nobody's.
    Nobody,
    /// The attackers'.
    Attackers,
    /// The defenders'.
    Defenders,
    /// Everybody's.
    All,
}

impl EnemyOf {
    pub(in crate::tafl::description) const fn sides(attackers: bool, defenders: bool) -> EnemyOf {
        match (attackers, defenders) {
            (true, true) => EnemyOf::All,
            (true, false) => EnemyOf::Attackers,
            (false, true) => EnemyOf::Defenders,
            (false, false) => EnemyOf::Nobody,
        }
    }
}

/// How the king is captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KingTaken {
    /// By which rule.
    pub way: KingCapture,
    /// Where he is surrounded, whether there is a throne.
    pub throne: bool,
    /// And whether it closes a side of his when it is empty.
    pub throne_closes: bool,
    /// Whether a corner closes a side of his.
    pub corner_closes: bool,
    /// Where he is taken like a man, whether a corner helps.
    pub corner_flanks: bool,
    /// Where he is taken like a man, whether the empty throne helps.
    pub throne_flanks: bool,
    /// Where he is surrounded, whether he ever stands on the edge and plays on.
    pub comes_to_edge: bool,
}
