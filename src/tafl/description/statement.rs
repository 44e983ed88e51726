//! The sentences that can describe rules, as values with their facts.

use crate::tafl::parameter::{Binds, KingArmed, KingCapture, Pass, RepetitionEffect};
use crate::tafl::{Piece, Side, Square};
use serde::Serialize;

/// One sentence or short paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    /// The board and its pieces.
    Forces {
        /// Squares along one side.
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
        /// How far every piece may go, if that is limited and the same for all.
        every: Option<u8>,
        /// Else the pieces with a limit.
        limits: Vec<Limit>,
    },
    /// Who may stop on the throne and who may pass over it.
    Throne {
        /// Who may stop there.
        stop: Stop,
        /// Who may pass.
        pass: Pass,
    },
    /// The corners.
    Corners {
        /// The corner squares, if they are not in the corners.
        squares: Vec<Square>,
        /// Whether only the king may stop on them.
        king_only: bool,
    },
    /// How men are captured.
    Captures {
        /// Whose men the empty throne helps to capture.
        empty: EnemyOf,
        /// Whose men the throne helps to capture with the king on it.
        occupied: EnemyOf,
        /// Whether a corner helps to capture men of both sides.
        corner: bool,
    },
    /// Linnaean capture is used.
    Linnaean,
    /// Rows on the edge can be captured.
    Shieldwall {
        /// The number of men in the shortest of them.
        at_least: u8,
        /// Whether a corner can close one.
        corner: bool,
    },
    /// What the king does in captures.
    KingArmed {
        /// The rule.
        armed: KingArmed,
    },
    /// How the king is captured.
    KingTaken(KingTaken),
    /// Where the king escapes.
    Escape {
        /// Whether on the whole edge.
        edge: bool,
        /// Else on these squares. If there are none, in the corners.
        squares: Vec<Square>,
    },
    /// An exit fort wins.
    ExitFort,
    /// A ring around all defenders wins.
    Encirclement,
    /// The defenders win when this few attackers are left.
    AttackersLeft {
        /// How many.
        left: u8,
    },
    /// What happens to a side without a move.
    NoMove {
        /// Whether it loses. Else the game is a draw.
        loses: bool,
    },
    /// The calls that the server makes.
    Calls {
        /// Raichi.
        raichi: bool,
        /// Tuichi.
        tuichi: bool,
        /// Watch your king.
        watch: bool,
        /// Whether the squares that the king could reach are corners.
        corners: bool,
    },
    /// Positions may repeat any number of times.
    NoRepetition,
    /// What follows if a position repeats.
    Repetition {
        /// The consequence.
        effect: RepetitionEffect,
        /// For which side.
        binds: Binds,
        /// At which occurrence.
        count: u8,
    },
}

/// A piece with a limit to its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// The piece.
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
    /// Nobody, after the king has left it.
    NobodyAgain,
    /// Nobody.
    Nobody,
}

/// Which side a square helps to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnemyOf {
    /// Neither.
    Nobody,
    /// The attackers.
    Attackers,
    /// The defenders.
    Defenders,
    /// Both.
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
    /// The rule.
    pub way: KingCapture,
    /// If the king must be surrounded: whether there is a throne.
    pub throne: bool,
    /// And whether the empty throne closes a side of the king.
    pub throne_closes: bool,
    /// Whether a corner closes a side of the king.
    pub corner_closes: bool,
    /// If the king is captured like a man: whether a corner helps.
    pub corner_flanks: bool,
    /// If the king is captured like a man: whether the empty throne helps.
    pub throne_flanks: bool,
    /// If the king must be surrounded: whether it can be on the edge while the game goes on.
    pub comes_to_edge: bool,
}
