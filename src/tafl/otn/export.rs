//! Converts rules to a rules record, and refuses what a record cannot express.

use crate::tafl::otn::entries::{Pieces, are_corners_of_board, default_of};
use crate::tafl::otn::error::OtnError;
use crate::tafl::otn::position_rows;
use crate::tafl::parameter::{
    Binds, CornerVictim, Escape, First, KingArmed, KingCapture, NoMove, Pass, RepetitionEffect, Speed, Throne,
    ThroneStop, Victim,
};
use crate::tafl::variant_file::Record;
use crate::tafl::{Rules, Square, validate};

/// Writes a rules record.
pub(in crate::tafl::otn) fn record(rules: &Rules) -> Result<String, OtnError> {
    let record = &rules.record;
    refuse_unsayable(record)?;
    let mut words = Words(vec![format!("dim:{}", record.size)]);
    words.say(
        "esc",
        match record.escape {
            Escape::Corners => "c",
            Escape::Edge => "e",
        },
    );
    words.say("surf", yes(record.encirclement));
    words.say("atkf", yes(record.first == First::Attackers));
    words.say("tfr", repetition(record)?);
    words.say(
        "ka",
        match record.king_armed {
            KingArmed::Yes => "y",
            KingArmed::No => "n",
            KingArmed::Anvil => "a",
            KingArmed::Hammer => "h",
        },
    );
    words.say(
        "ks",
        match record.king_capture {
            KingCapture::Four => "s",
            KingCapture::TwoButFourAtThrone => "c",
            KingCapture::FourEdgeCounts => "m",
            KingCapture::Two => "w",
        },
    );
    words.say("spd", &speed(&record.speed));
    corners(rules, &mut words)?;
    throne(record.throne.as_ref(), &mut words)?;
    words.say(
        "sw",
        match record.shieldwall.as_ref().map(|rule| rule.corner_closes) {
            None => "n",
            Some(false) => "w",
            Some(true) => "s",
        },
    );
    words.say("efe", yes(record.exit_fort));
    words.say("linc", yes(record.linnaean));
    words.say("start", &position_rows::written(&record.layout));
    Ok(words.0.join(" "))
}

/// The entries of a record so far.
struct Words(Vec<String>);

impl Words {
    /// Adds an entry, unless its value is the default.
    fn say(&mut self, key: &str, value: &str) {
        if value != default_of(key) {
            self.0.push(format!("{key}:{value}"));
        }
    }
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "y" } else { "n" }
}

fn unsayable(parameter: &'static str, found: String, sayable: &str) -> OtnError {
    OtnError::NotSaid { parameter, found, sayable: sayable.to_owned() }
}

/// Refuses the parameters that a record has no entry for.
fn refuse_unsayable(record: &Record) -> Result<(), OtnError> {
    if record.no_move != NoMove::Loses {
        let found = format!("\"{}\"", record.no_move);
        return Err(unsayable("no_move", found, "\"loses\""));
    }
    if let Some(left) = record.attackers_left_loses.filter(|left| *left > 0) {
        return Err(unsayable("attackers_left_loses", left.to_string(), "a game to the last attacker"));
    }
    if let Some(call) = record.announce.first() {
        return Err(unsayable("announce", format!("\"{call}\""), "no calls"));
    }
    match &record.shieldwall {
        Some(rule) if rule.at_least != 2 => Err(unsayable("shieldwall.at_least", rule.at_least.to_string(), "2")),
        _ => Ok(()),
    }
}

fn repetition(record: &Record) -> Result<&'static str, OtnError> {
    let Some(rule) = &record.repetition else {
        return Ok("i");
    };
    match (rule.count, rule.binds, rule.effect) {
        (3, Binds::Both, RepetitionEffect::Draw) => Ok("d"),
        (3, Binds::Both, RepetitionEffect::Loses) => Ok("l"),
        (count, binds, effect) => Err(unsayable(
            "repetition",
            format!("count = {count}, binds = \"{binds}\", effect = \"{effect}\""),
            "count = 3, binds = \"both\" and effect = \"draw\" or \"loses\", or no rule at all",
        )),
    }
}

fn speed(speed: &Speed) -> String {
    let [attackers, defenders, king] = [speed.attackers, speed.defenders, speed.king]
        .map(|limit| limit.map_or("-1".to_owned(), |squares| squares.to_string()));
    if defenders != king {
        let [attackers, defenders] = [&*attackers, &*defenders];
        let king = &*king;
        [[attackers; 6], [defenders, defenders, defenders, king, defenders, defenders]].concat().join(",")
    } else if attackers != defenders {
        format!("{attackers},{defenders}")
    } else {
        attackers
    }
}

fn throne(rule: Option<&Throne>, words: &mut Words) -> Result<(), OtnError> {
    let Some(rule) = rule else {
        words.0.push("cen:".to_owned());
        return Ok(());
    };
    let empty = Pieces {
        attackers: rule.hostile_empty.contains(&Victim::Attackers),
        defenders: rule.hostile_empty.contains(&Victim::Defenders),
        king: rule.hostile_empty.contains(&Victim::King),
    };
    if empty.defenders != empty.king {
        let victims: Vec<String> = rule.hostile_empty.iter().map(Victim::to_string).collect();
        return Err(unsayable(
            "throne.hostile_empty",
            format!("\"{}\"", victims.join("\", \"")),
            "\"defenders\" and \"king\" together, or neither",
        ));
    }
    words.say("cenhe", &empty.to_string());
    let has = |side| rule.hostile_occupied.contains(&side);
    words.say(
        "cenh",
        match (has(First::Attackers), has(First::Defenders)) {
            (true, true) => "tTK",
            (true, false) => "t",
            (false, true) => "TK",
            (false, false) => "",
        },
    );
    words.say(
        "cenp",
        match rule.pass {
            Pass::All => "tTK",
            Pass::King => "K",
            Pass::None => "",
        },
    );
    words.say(
        "cens",
        match rule.stop {
            ThroneStop::King => "K",
            ThroneStop::Nobody => "",
        },
    );
    words.say("cenre", if rule.re_enter { "tTK" } else { "" });
    Ok(())
}

fn corners(rules: &Rules, words: &mut Words) -> Result<(), OtnError> {
    let record = &rules.record;
    let close_rows = record.shieldwall.as_ref().is_some_and(|rule| rule.corner_closes);
    let hostile = match &record.corners {
        Some(rule) => match [CornerVictim::Men, CornerVictim::King].map(|victim| rule.hostile.contains(&victim)) {
            [true, true] => Pieces::ALL,
            [false, false] => Pieces::NONE,
            [men, _] => {
                return Err(unsayable(
                    "corners.hostile",
                    format!("\"{}\" alone", if men { "men" } else { "king" }),
                    "\"men\" and \"king\" together, or neither",
                ));
            }
        },
        None => Pieces::NONE,
    };
    let squares = named(record);
    let matter = record.corners.is_some() || record.escape == Escape::Corners || close_rows;
    if !matter || squares.as_ref().is_some_and(Vec::is_empty) {
        words.0.push("cor:".to_owned());
        return Ok(());
    }
    words.say("corh", &hostile.to_string());
    if record.corners.is_none() {
        words.say("cors", &Pieces::ALL.to_string());
    }
    if let Some(squares) = squares {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        words.say("cor", &names.join(","));
        words.say("corp", &Pieces::ALL.to_string());
    }
    Ok(())
}

/// The corner squares, unless they are the usual four.
fn named(record: &Record) -> Option<Vec<Square>> {
    record.corner_squares.as_ref()?;
    let squares = validate::corners(record, "").unwrap_or_default();
    (!are_corners_of_board(record.size, &squares)).then_some(squares)
}
