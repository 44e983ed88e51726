//! The rules in plain words, made from the record: what a player reads before the first move.

mod king;

use crate::tafl::parameter::{
    Binds, Call, CornerVictim, Escape, First, KingArmed, NoMove, Pass, RepetitionEffect, ThroneStop, Victim,
};
use crate::tafl::variant_file::Record;
use crate::tafl::{Dialect, Rules, Side};

/// One sentence or short paragraph per rule.
pub(in crate::tafl) fn sentences(rules: &Rules, dialect: Dialect) -> Vec<String> {
    let record = &rules.record;
    let mut all = vec![forces(rules), movement(record)];
    all.extend(throne(rules));
    all.extend(corners(rules, dialect));
    all.push(captures(record));
    all.extend(linnaean(record));
    all.extend(shieldwall(record));
    all.extend(king_captures(record));
    all.push(king::capture(rules));
    all.push(escape(rules, dialect));
    all.extend(other_ends(record));
    all.push(no_move(record));
    all.extend(calls(record));
    all.push(repetition(record));
    all
}

fn forces(rules: &Rules) -> String {
    let opening = rules.opening();
    format!(
        "The board has {size} by {size} squares. {attackers} attackers (o) face the king (k) and his {defenders} defenders (x). \
         The {first} move first.",
        size = rules.size(),
        attackers = opening.count(Side::Attackers),
        defenders = opening.count(Side::Defenders) - 1,
        first = rules.first(),
    )
}

fn movement(record: &Record) -> String {
    let way = "along a row or a column, over empty squares";
    let speed = [record.speed.attackers, record.speed.defenders, record.speed.king];
    if let [Some(one), Some(other), Some(king)] = speed
        && one == other
        && other == king
    {
        let far = if one == 1 { "one square".to_owned() } else { format!("at most {one} squares") };
        let over = if one == 1 { "along a row or a column" } else { way };
        return format!("Every piece moves {far} {over}.");
    }
    let who = ["an attacker", "a defender", "the king"];
    let mut limits = Vec::new();
    for (who, limit) in who.into_iter().zip(speed) {
        let verb = if limits.is_empty() { " moves" } else { "" };
        limits.extend(limit.map(|squares| match squares {
            1 => format!("{who}{verb} one square"),
            _ if limits.is_empty() => format!("{who}{verb} at most {squares} squares"),
            _ => format!("{who} at most {squares}"),
        }));
    }
    match limits.is_empty() {
        true => format!("A piece moves {way}, as far as you like."),
        false => format!("A piece moves {way}, as far as you like; but {}.", listed(&limits, "and")),
    }
}

/// `a, b and c`, or with another word.
fn listed(all: &[String], word: &str) -> String {
    match all {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

fn throne(rules: &Rules) -> Option<String> {
    let rule = rules.record.throne.as_ref()?;
    let begins_there = rules.ground.throne.is_some() && rules.opening().king == rules.ground.throne;
    let stop = match (rule.stop, rule.re_enter) {
        (ThroneStop::King, true) => "Only the king may stop on it, and he may return to it.",
        _ if begins_there => "Once the king has left it, nobody may stop on it again.",
        _ => "Nobody may stop on it.",
    };
    let pass = match rule.pass {
        Pass::All => "All pieces may pass over it while it is empty.",
        Pass::King => "Only the king may pass over it.",
        Pass::None => "Nobody may pass over it.",
    };
    Some(format!("The square in the middle is the throne. {stop} {pass}"))
}

/// The corner squares of a record that names them, rank by rank from the bottom.
fn named_corners(rules: &Rules, dialect: Dialect) -> Option<Vec<String>> {
    rules.record.corner_squares.as_ref()?;
    Some(rules.ground.corners.squares().map(|square| dialect.written(square).to_string()).collect())
}

fn corners(rules: &Rules, dialect: Dialect) -> Option<String> {
    let record = &rules.record;
    let close_rows = record.shieldwall.as_ref().is_some_and(|rule| rule.corner_closes);
    let squares = named_corners(rules, dialect).filter(|squares| !squares.is_empty()).map(|squares| squares.join(", "));
    match (&record.corners, squares) {
        (Some(_), None) => Some("Only the king may stop on a corner square.".to_owned()),
        (Some(_), Some(squares)) => Some(format!("The corner squares are {squares}. Only the king may stop on them.")),
        (None, Some(squares)) if close_rows => Some(format!("The corner squares are {squares}.")),
        (None, _) => None,
    }
}

fn captures(record: &Record) -> String {
    let mut text = "You capture an enemy man by moving a piece so that he stands between it and another of your pieces, in a row or \
                    a column. A man who moves between two enemies himself is safe. One move can capture several men."
        .to_owned();
    let throne = record.throne.as_ref();
    let empty = |victim| throne.is_some_and(|rule| rule.hostile_empty.contains(&victim));
    match (empty(Victim::Attackers), empty(Victim::Defenders)) {
        (true, true) => text.push_str(" The empty throne counts as an enemy of every man."),
        (true, false) => text.push_str(" The empty throne counts as an enemy of the attackers."),
        (false, true) => text.push_str(" The empty throne counts as an enemy of the defenders."),
        (false, false) => {}
    }
    let occupied = |side| throne.is_some_and(|rule| rule.hostile_occupied.contains(&side));
    match (occupied(First::Attackers), occupied(First::Defenders)) {
        (true, true) => text.push_str(" With the king on it, it counts as an enemy of every man."),
        (true, false) => text.push_str(" With the king on it, it counts as an enemy of the attackers only."),
        (false, true) => text.push_str(" With the king on it, it counts as an enemy of the defenders."),
        (false, false) => {}
    }
    if record.corners.as_ref().is_some_and(|rule| rule.hostile.contains(&CornerVictim::Men)) {
        text.push_str(" A corner counts as an enemy of every man.");
    }
    text.push_str(" The edge of the board captures no man.");
    text
}

fn linnaean(record: &Record) -> Option<String> {
    let text = "Linnaean capture: while the king is on the throne with attackers on three sides of him and a defender on the fourth, an \
                attacker who moves to the square behind that defender, in line with the king, captures him.";
    record.linnaean.then(|| text.to_owned())
}

fn shieldwall(record: &Record) -> Option<String> {
    let rule = record.shieldwall.as_ref()?;
    let corner = if rule.corner_closes { " or a corner" } else { "" };
    Some(format!(
        "Shieldwall: a row of {} or more enemies along the edge is captured together when each of them has one of your pieces in \
         front of him, one of your pieces{corner} closes one end of the row and your move closes the other. The king may stand in \
         such a row, but he is not captured with it.",
        rule.at_least
    ))
}

fn king_captures(record: &Record) -> Option<String> {
    Some(match record.king_armed {
        KingArmed::Yes => "The king takes part in captures like a man.".to_owned(),
        KingArmed::No => "The king takes no part in captures.".to_owned(),
        KingArmed::Hammer => "The king captures by his own move, but no man captures with his help.".to_owned(),
        KingArmed::Anvil => "Men capture with the king's help, but he captures nobody by his own move.".to_owned(),
    })
}

fn escape(rules: &Rules, dialect: Dialect) -> String {
    let goal = match (rules.record.escape, named_corners(rules, dialect)) {
        (Escape::Edge, _) => "any square on the edge of the board".to_owned(),
        (Escape::Corners, Some(squares)) if rules.record.corners.is_none() => listed(&squares, "or"),
        (Escape::Corners, _) => "a corner square".to_owned(),
    };
    format!("The defenders win when the king reaches {goal}.")
}

fn other_ends(record: &Record) -> Vec<String> {
    let mut all = Vec::new();
    if record.exit_fort && record.escape == Escape::Corners {
        all.push(
            "Exit fort: the defenders also win when the king stands on the edge with a move left, inside walls of his men that the \
             attackers can never break."
                .to_owned(),
        );
    }
    if record.encirclement {
        all.push(
            "Encirclement: the attackers also win when they have closed an unbroken ring round the king and all his men. The edge of \
             the board is no part of a ring."
                .to_owned(),
        );
    }
    all.push(match record.attackers_left_loses {
        None | Some(0) => "The defenders also win when they have captured every attacker.".to_owned(),
        Some(1) => "The defenders also win when at most one attacker is left.".to_owned(),
        Some(left) => format!("The defenders also win when at most {left} attackers are left."),
    });
    all
}

fn no_move(record: &Record) -> String {
    match record.no_move {
        NoMove::Loses => "If you have no legal move when it is your turn, you lose.".to_owned(),
        NoMove::Draw => "If a player has no legal move when it is his turn, the game is drawn.".to_owned(),
    }
}

fn calls(record: &Record) -> Option<String> {
    let has = |call| record.announce.contains(&call);
    let goal = if record.escape == Escape::Corners { "a corner" } else { "the edge" };
    let corners = if record.escape == Escape::Corners { "two corners" } else { "the edge in two directions" };
    let mut all = Vec::new();
    match (has(Call::Raichi), has(Call::Tuichi)) {
        (true, true) => all.push(format!(
            "Raichi, after a move of the defenders, when the king could reach {goal} with his next move, and Tuichi when he could \
             reach {corners}."
        )),
        (true, false) => {
            all.push(format!("Raichi, after a move of the defenders, when the king could reach {goal} with his next move."));
        }
        (false, true) => {
            all.push(format!("Tuichi, after a move of the defenders, when the king could reach {corners} with his next move."));
        }
        (false, false) => {}
    }
    if has(Call::WatchYourKing) {
        all.push(
            "Watch your king, after a move of the attackers, when they could capture him if they were to move again."
                .to_owned(),
        );
    }
    (!all.is_empty()).then(|| format!("The server calls for you. {}", all.join(" ")))
}

fn repetition(record: &Record) -> String {
    let Some(rule) = &record.repetition else {
        return "There is no rule against repeating a position. A draw can be offered and accepted.".to_owned();
    };
    let who = match rule.binds {
        Binds::Attackers => "The attackers",
        Binds::Defenders => "The defenders",
        Binds::Both => "A player",
    };
    let times = match rule.count {
        2 => "a position that has been on the board before".to_owned(),
        count => format!("a position for the {} time", nth(count)),
    };
    let same = "A position is the same when the same pieces stand on the same squares and the same side is to move.";
    match (rule.effect, rule.binds) {
        (RepetitionEffect::Illegal, _) => {
            format!("{who} may not make a move that brings about {times}. {same}")
        }
        (RepetitionEffect::Loses, Binds::Both) => {
            format!("A player whose move brings about {times} loses. {same}")
        }
        (RepetitionEffect::Loses, _) => {
            format!("{who} lose when their move brings about {times}. {same}")
        }
        (RepetitionEffect::Draw, Binds::Both) => {
            format!("The game is drawn when a move brings about {times}. {same}")
        }
        (RepetitionEffect::Draw, _) => {
            format!("The game is drawn when a move of {} brings about {times}. {same}", who.to_lowercase())
        }
    }
}

fn nth(count: u8) -> String {
    match count {
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        other => format!("{other}th"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use crate::tafl::Catalogue;

    #[test]
    fn every_rule_is_said_once() {
        let catalogue = Catalogue::embedded().unwrap();
        for choice in catalogue.names().flat_map(|name| [name.to_owned(), format!("{name} -edge -strong")]) {
            let all = catalogue.parse_choice(&choice).unwrap().rules.sentences();
            let mut said: Vec<&str> = all.iter().flat_map(|text| text.split(". ")).collect();
            let count = said.len();
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), count, "{choice}");
        }
    }
}
