//! Selects the sentences that describe a rule record, in their order.

use crate::tafl::description::king;
use crate::tafl::description::statement::{EnemyOf, Limit, Stop, Told};
use crate::tafl::parameter::{Call, CornerVictim, Escape, First, NoMove, ThroneStop, Victim};
use crate::tafl::variant_file::Record;
use crate::tafl::{Dialect, Piece, Rules, Side, Square};

/// What a player is told about these rules, in its order. The dialect letters the columns.
pub fn describe(rules: &Rules, dialect: Dialect) -> Vec<Told> {
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

/// The corner squares, if the record names them, rank by rank from the bottom.
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
