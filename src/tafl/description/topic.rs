//! What a question about rules can be about, and which of the sentences that describe them answer it.

use crate::tafl::description::statement::Told;
use serde::Deserialize;

/// What somebody wants to know about the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulesTopic {
    /// How to win.
    Wins,
    /// Who moves first.
    First,
    /// How pieces move.
    Movement,
    /// The square in the middle.
    Throne,
    /// The corners.
    Corners,
    /// How men are captured.
    Captures,
    /// What the king does in captures.
    KingArmed,
    /// How the king is captured.
    KingTaken,
    /// Rows on the edge that are captured.
    Shieldwall,
    /// A fort on the edge.
    ExitFort,
    /// A ring round the defenders.
    Encirclement,
    /// What happens to a side without a move.
    NoMove,
    /// Positions that repeat.
    Repetition,
    /// When the game is a draw.
    Draw,
}

impl RulesTopic {
    /// All of them.
    pub const ALL: [RulesTopic; 14] = [
        RulesTopic::Wins,
        RulesTopic::First,
        RulesTopic::Movement,
        RulesTopic::Throne,
        RulesTopic::Corners,
        RulesTopic::Captures,
        RulesTopic::KingArmed,
        RulesTopic::KingTaken,
        RulesTopic::Shieldwall,
        RulesTopic::ExitFort,
        RulesTopic::Encirclement,
        RulesTopic::NoMove,
        RulesTopic::Repetition,
        RulesTopic::Draw,
    ];

    /// Whether a sentence of the rules answers a question about this. The answers to [`RulesTopic::Wins`] and [`RulesTopic::First`] are
    /// only parts of such sentences.
    pub fn is_answered_by(self, told: &Told) -> bool {
        match told {
            Told::Forces { .. } | Told::Linnaean | Told::AttackersLeft { .. } | Told::Calls { .. } => false,
            Told::Movement { .. } => self == RulesTopic::Movement,
            Told::Throne { .. } => self == RulesTopic::Throne,
            Told::Corners { .. } | Told::Escape { .. } => self == RulesTopic::Corners,
            Told::Captures { .. } => self == RulesTopic::Captures,
            Told::Shieldwall { .. } => self == RulesTopic::Shieldwall,
            Told::KingArmed { .. } => self == RulesTopic::KingArmed,
            Told::KingTaken(_) => self == RulesTopic::KingTaken,
            Told::ExitFort => self == RulesTopic::ExitFort,
            Told::Encirclement => self == RulesTopic::Encirclement,
            Told::NoMove { loses } => self == RulesTopic::NoMove || (self == RulesTopic::Draw && !loses),
            Told::NoRepetition | Told::Repetition { .. } => {
                matches!(self, RulesTopic::Repetition | RulesTopic::Draw)
            }
        }
    }
}
