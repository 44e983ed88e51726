//! The rules as a player is told them before the first move: which things are said of a record, and with which facts. What can never come
//! about on these boards is not told. The sentences themselves are in the wording of each language.

mod king;

use crate::tafl::parameter::{
    Binds, Call, CornerVictim, Escape, First, KingArmed, NoMove, Pass, RepetitionEffect, ThroneStop, Victim,
};
use crate::tafl::variant_file::Record;
use crate::tafl::{Dialect, Piece, Rules, Side, Square};
use serde::Serialize;

pub use king::KingTaken;

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
    const fn sides(attackers: bool, defenders: bool) -> EnemyOf {
        match (attackers, defenders) {
            (true, true) => EnemyOf::All,
            (true, false) => EnemyOf::Attackers,
            (false, true) => EnemyOf::Defenders,
            (false, false) => EnemyOf::Nobody,
        }
    }
}

/// What is told of these rules, in its order.
pub(in crate::tafl) fn told(rules: &Rules, dialect: Dialect) -> Vec<Told> {
    let record = &rules.record;
    let mut all = vec![forces(rules), movement(record)];
    all.extend(throne(rules));
    all.extend(corners(rules, dialect));
    all.push(captures(record));
    all.extend(record.linnaean.then_some(Told::Linnaean));
    all.extend(
        record.shieldwall.as_ref().map(|rule| Told::Shieldwall { at_least: rule.at_least, corner: rule.corner_closes }),
    );
    all.push(Told::KingArmed { armed: record.king_armed });
    all.push(Told::KingTaken(king::taken(rules)));
    all.push(escape(rules, dialect));
    all.extend((record.exit_fort && record.escape == Escape::Corners).then_some(Told::ExitFort));
    all.extend(record.encirclement.then_some(Told::Encirclement));
    all.push(Told::AttackersLeft { left: record.attackers_left_loses.unwrap_or_default() });
    all.push(Told::NoMove { loses: record.no_move == NoMove::Loses });
    all.extend(calls(record));
    all.push(repetition(record));
    all
}

fn forces(rules: &Rules) -> Told {
    let opening = rules.opening();
    Told::Forces {
        size: rules.size(),
        attackers: opening.count(Side::Attackers),
        defenders: opening.count(Side::Defenders) - 1,
        first: rules.first(),
    }
}

fn movement(record: &Record) -> Told {
    let speed = [record.speed.attackers, record.speed.defenders, record.speed.king];
    if let [Some(one), Some(other), Some(king)] = speed
        && one == other
        && other == king
    {
        return Told::Movement { every: Some(one), limits: Vec::new() };
    }
    let pieces = [Piece::Attacker, Piece::Defender, Piece::King].into_iter().zip(speed);
    let limits = pieces.filter_map(|(piece, limit)| limit.map(|squares| Limit { piece, squares }));
    Told::Movement { every: None, limits: limits.collect() }
}

fn throne(rules: &Rules) -> Option<Told> {
    let rule = rules.record.throne.as_ref()?;
    let begins_there = rules.compiled.throne.is_some() && rules.opening().king == rules.compiled.throne;
    let stop = match (rule.stop, rule.re_enter) {
        (ThroneStop::King, true) => Stop::King,
        _ if begins_there => Stop::NobodyAgain,
        _ => Stop::Nobody,
    };
    Some(Told::Throne { stop, pass: rule.pass })
}

/// The corner squares of a record that names them, rank by rank from the bottom.
fn named_corners(rules: &Rules, dialect: Dialect) -> Option<Vec<Square>> {
    rules.record.corner_squares.as_ref()?;
    Some(rules.compiled.corners.squares().map(|square| dialect.written(square)).collect())
}

fn corners(rules: &Rules, dialect: Dialect) -> Option<Told> {
    let record = &rules.record;
    let close_rows = record.shieldwall.as_ref().is_some_and(|rule| rule.corner_closes);
    let squares = named_corners(rules, dialect).unwrap_or_default();
    let king_only = record.corners.is_some();
    (king_only || (close_rows && !squares.is_empty())).then_some(Told::Corners { squares, king_only })
}

fn captures(record: &Record) -> Told {
    let throne = record.throne.as_ref();
    let empty = |victim| throne.is_some_and(|rule| rule.hostile_empty.contains(&victim));
    let occupied = |side| throne.is_some_and(|rule| rule.hostile_occupied.contains(&side));
    Told::Captures {
        empty: EnemyOf::sides(empty(Victim::Attackers), empty(Victim::Defenders)),
        occupied: EnemyOf::sides(occupied(First::Attackers), occupied(First::Defenders)),
        corner: record.corners.as_ref().is_some_and(|rule| rule.hostile.contains(&CornerVictim::Men)),
    }
}

fn escape(rules: &Rules, dialect: Dialect) -> Told {
    let squares = match rules.record.corners {
        None if rules.record.escape == Escape::Corners => named_corners(rules, dialect).unwrap_or_default(),
        _ => Vec::new(),
    };
    Told::Escape { edge: rules.record.escape == Escape::Edge, squares }
}

fn calls(record: &Record) -> Option<Told> {
    let has = |call| record.announce.contains(&call);
    (!record.announce.is_empty()).then(|| Told::Calls {
        raichi: has(Call::Raichi),
        tuichi: has(Call::Tuichi),
        watch: has(Call::WatchYourKing),
        corners: record.escape == Escape::Corners && (has(Call::Raichi) || has(Call::Tuichi)),
    })
}

fn repetition(record: &Record) -> Told {
    match &record.repetition {
        None => Told::NoRepetition,
        Some(rule) => Told::Repetition { effect: rule.effect, binds: rule.binds, count: rule.count },
    }
}
