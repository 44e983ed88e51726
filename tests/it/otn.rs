//! OpenTafl rules records: the presets are written and read back, records written by hand are the rules that they should be, and an error
//! names whatever cannot be supported or expressed.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::sync::Arc;
use taflpost::tafl::{Catalogue, GameState, Rules, perft};

const SMALL: &str = "dim:9 surf:n tfr:i ks:c cenh: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
const BRANDUBH: &str = "dim:7 tfr:l ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
const FETLAR: &str = "dim:11 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
const SAAMI: &str = "dim:9 esc:e surf:n tfr:i ks:c cor: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

fn preset(choice: &str) -> Rules {
    Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules
}

/// What a record is refused with.
fn complaint(record: &str) -> String {
    Rules::from_otn(record).unwrap_err().to_string()
}

/// Brandubh's record with one entry more, or in the place of the one of that name.
fn with(entry: &str) -> String {
    let key = entry.split(':').next().unwrap();
    let others: Vec<&str> = BRANDUBH.split(' ').filter(|word| word.split(':').next() != Some(key)).collect();
    match key {
        "dim" => format!("{entry} {}", others.join(" ")),
        "start" | "starti" => format!("dim:7 tfr:l ks:c {entry}"),
        _ => format!("dim:7 {entry} {}", others[1..].join(" ")),
    }
}

#[test]
fn a_record_written_by_hand_is_the_preset_and_counts_like_it() {
    for (record, choice, counts) in [
        (SMALL, "small", &[72, 3944, 285_728][..]),
        (BRANDUBH, "brandubh", &[40, 960, 39_512]),
        (SAAMI, "tablut-saami", &[80, 4400, 353_200]),
        (FETLAR, "fetlar", &[116, 6788]),
    ] {
        let rules = Rules::from_otn(record).unwrap();
        assert_eq!(rules, preset(choice));
        assert_eq!(rules.to_otn().unwrap(), record);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&rules, &rules.opening(), depth), *count, "{choice}");
        }
    }
}

#[test]
fn every_preset_comes_back_from_its_record_or_names_what_no_record_says() {
    let catalogue = Catalogue::embedded().unwrap();
    let mut said = 0;
    for variant in catalogue.iter() {
        for options in ["", "-edge", "-strong", "-strong -edge"] {
            let choice = format!("{} {options}", variant.name);
            let rules = catalogue.parse_choice(&choice).unwrap().rules;
            match rules.to_otn() {
                Ok(record) => {
                    assert_eq!(Rules::from_otn(&record).unwrap(), rules, "{choice}: {record}");
                    assert!(record.starts_with("dim:") && !record.contains('\n'), "{record}");
                    said += 1;
                }
                Err(wrong) => {
                    let wrong = wrong.to_string();
                    let parameter = wrong.split(':').next().unwrap();
                    assert!(rules.to_record().contains(parameter.rsplit('.').next().unwrap()), "{choice}: {wrong}");
                    assert!(wrong.contains("cannot express"), "{choice}: {wrong}");
                }
            }
        }
    }
    assert!(said >= 24, "{said} can be said");
}

#[test]
fn what_no_record_says_is_named() {
    let refused = |key: &str, value: &str, expected: &str| {
        let rules = preset("brandubh").with_setting(key, value).unwrap();
        let said = rules.to_otn().unwrap_err().to_string();
        assert!(said.starts_with(expected), "{said}");
    };
    assert_eq!(
        preset("copenhagen").to_otn().unwrap_err().to_string(),
        "repetition: an OpenTafl rules record cannot express count = 2, binds = \"defenders\", effect = \"illegal\"; it can \
         express count = 3, binds = \"both\" and effect = \"draw\" or \"loses\", or no rule at all"
    );
    refused("no_move", "draw", "no_move: an OpenTafl rules record cannot express \"draw\"");
    refused(
        "attackers_left_loses",
        "1",
        "attackers_left_loses: an OpenTafl rules record cannot express 1; it can express a game to the last attacker",
    );
    refused("corners.hostile", "[\"men\"]", "corners.hostile: an OpenTafl rules record cannot express \"men\" alone");
    refused("corners.hostile", "[\"king\"]", "corners.hostile: an OpenTafl rules record cannot express \"king\" alone");
    refused(
        "throne.hostile_empty",
        "[\"king\"]",
        "throne.hostile_empty: an OpenTafl rules record cannot express \"king\"",
    );
    refused("repetition.count", "4", "repetition: an OpenTafl rules record cannot express count = 4");
    refused(
        "announce",
        "[\"raichi\"]",
        "announce: an OpenTafl rules record cannot express \"raichi\"; it can express no calls",
    );
    refused(
        "shieldwall",
        "{ by = \"flanking-move\", corner_closes = true, at_least = 3 }",
        "shieldwall.at_least: an OpenTafl rules record cannot express 3",
    );
}

#[test]
fn every_parameter_that_can_be_said_comes_back() {
    for (key, value, entry) in [
        ("first", "defenders", "atkf:n"),
        ("escape", "edge", "esc:e"),
        ("encirclement", "false", "surf:n"),
        ("exit_fort", "true", "efe:y"),
        ("king_capture", "two", "ks:w"),
        ("king_capture", "four-edge-counts", "ks:m"),
        ("king_armed", "no", "ka:n"),
        ("king_armed", "hammer", "ka:h"),
        ("king_armed", "anvil", "ka:a"),
        ("throne.stop", "nobody", "cens:"),
        ("throne.re_enter", "false", "cenre:"),
        ("throne.pass", "king", "cenp:K"),
        ("throne.pass", "none", "cenp:"),
        ("throne.hostile_empty", "[]", "cenhe:"),
        ("throne.hostile_empty", "[\"attackers\"]", "cenhe:t"),
        ("throne.hostile_empty", "[\"defenders\", \"king\"]", "cenhe:TK"),
        ("throne.hostile_occupied", "[]", "cenh:"),
        ("throne.hostile_occupied", "[\"defenders\"]", "cenh:TK"),
        ("throne.hostile_occupied", "[\"attackers\", \"defenders\"]", "cenh:tTK"),
        ("corners.hostile", "[]", "corh:"),
        ("corners", "none", "corh: cors:tTK"),
        ("corner_squares", "[\"a2\", \"b1\"]", "cor:a2,b1 corp:tTK"),
        ("speed", "{ attackers = 3, defenders = 3, king = 3 }", "spd:3"),
        ("speed", "{ attackers = 1 }", "spd:1,-1"),
        ("speed", "{ king = 4 }", "spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,4,-1,-1"),
        ("shieldwall", "{ by = \"flanking-move\", corner_closes = true, at_least = 2 }", "sw:s"),
        ("shieldwall", "{ by = \"flanking-move\", corner_closes = false, at_least = 2 }", "sw:w"),
        ("repetition", "ignore", "tfr:i"),
    ] {
        let rules = preset("brandubh").with_setting(key, value).unwrap();
        let record = rules.to_otn().unwrap();
        let entries: Vec<&str> = record.split(' ').collect();
        assert!(entry.split(' ').all(|entry| entries.contains(&entry)), "{key} = {value}: {record}");
        assert_eq!(Rules::from_otn(&record).unwrap(), rules, "{record}");
    }
    let drawn = preset("brandubh").with_setting("repetition.effect", "draw").unwrap();
    assert!(!drawn.to_otn().unwrap().contains("tfr"));
    assert_eq!(Rules::from_otn(&drawn.to_otn().unwrap()).unwrap(), drawn);
    let edge = preset("brandubh -edge").with_setting("corners", "none").unwrap();
    assert!(edge.to_otn().unwrap().contains(" cor: "));
    assert_eq!(Rules::from_otn(&edge.to_otn().unwrap()).unwrap(), edge);
    let hall = preset("brandubh").with_setting("king_capture", "four").unwrap();
    let hall = hall.with_setting("throne", "none").unwrap();
    assert!(hall.to_otn().unwrap().contains(" cen: "));
    assert_eq!(Rules::from_otn(&hall.to_otn().unwrap()).unwrap(), hall);
}

#[test]
fn a_record_begins_below_or_above() {
    let below = Rules::from_otn("dim:7 ks:w cen: start:/3t3/3t3/3T3/ttTKTtt/3T3/7/3t3/").unwrap();
    assert_eq!(below.opening().to_string(), "3o3/7/3x3/ooxkxoo/3x3/3o3/3o3");
    let above = Rules::from_otn("dim:7 ks:w cen: starti:3t3/7/3T3/ttTKTtt/3T3/3t3/3t3").unwrap();
    assert_eq!(above, below);
    let wide = "dim:13 ks:w cen: starti:13/13/13/13/13/13/t5K5t/13/13/13/13/13/13";
    let wide = Rules::from_otn(wide).unwrap();
    assert_eq!(wide.opening().to_string(), "13/13/13/13/13/13/o5k5o/13/13/13/13/13/13");
}

#[test]
fn entries_come_in_any_order_and_older_spellings_are_read() {
    let shuffled = "dim:7\n  ks:c\tname:World_Brandubh cor:a1,a7,g1,g7, cen:d4, tfr:l nj:n cj:n cenh:tcnk corh:tcnkTCNK spd:-1,-1 \
                    start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ ";
    assert_eq!(Rules::from_otn(shuffled).unwrap(), preset("brandubh"));
    let two = Rules::from_otn(&with("ks:n")).unwrap();
    assert_eq!(two, Rules::from_otn(&with("ks:w")).unwrap());
    assert_eq!(Rules::from_otn(&with("ks:y")).unwrap(), Rules::from_otn(&with("ks:s")).unwrap());
    for (given, short) in [
        ("spd:2,2,2,2,3,3,3,4", "spd:2,2,2,2,2,2,3,3,3,4,3,3"),
        ("spd:2,2,2,2,2,3,3,3,4,3", "spd:2,2,2,2,2,2,3,3,3,4,3,3"),
        ("spd:2,9,9,9,9,9,3,9,9,3,9,9", "spd:2,3"),
        ("spd:5,5", "spd:5"),
    ] {
        let record = Rules::from_otn(&with(given)).unwrap().to_otn().unwrap();
        assert!(record.contains(&format!(" {short} ")), "{record}");
    }
}

#[test]
fn a_middle_without_rules_is_no_throne_and_corners_without_rules_are_goals_only() {
    let plain = with("ks:w cens:tTK cenh: cenhe:").replace("ks:c ", "");
    assert_eq!(Rules::from_otn(&plain).unwrap(), Rules::from_otn(&with("ks:w cen:").replace("ks:c ", "")).unwrap());
    let goals = Rules::from_otn(&with("cors:tTK corh:")).unwrap();
    assert_eq!(goals, preset("brandubh").with_setting("corners", "none").unwrap());
    let state = GameState::new(Arc::new(goals));
    assert!(state.check("d7-a7".parse().unwrap()).is_ok());
}

#[test]
fn what_is_not_played_here_is_named() {
    for (entry, said) in [
        ("tfr:w", "tfr: found \"w\", which taflpost does not support; expected i or d or l"),
        ("kj:r", "kj: found \"r\", which taflpost does not support; expected n"),
        ("ber:m", "ber: found \"m\", which taflpost does not support; expected n"),
        ("afor:a1,a2", "afor: found \"a1,a2\", which taflpost does not support; expected nothing"),
        ("dfor:a1", "dfor: found \"a1\", which"),
        ("corh:tT", "corh: found \"tT\", which taflpost does not support; expected T and K together, or neither"),
        ("corh:TK", "corh: found \"TK\", which taflpost does not support; expected tTK or nothing"),
        ("corh:tcnkCNK", "corh: found \"tcnkCNK\""),
        ("cors:", "cors: found nothing, which"),
        ("cors:TK", "cors: found \"TK\""),
        ("cors:tTK", "corh: found \"tTK\", which taflpost does not support; expected nothing, because"),
        ("corre:tT", "corre: found \"tT\""),
        ("cor:a1,b1,a2", "corp: found \"K\", which taflpost does not support; expected tTK, because"),
        ("cenhe:K", "cenhe: found \"K\", which taflpost does not support; expected T and K together"),
        ("cens:tTK", "cens: found \"tTK\""),
        ("cens:t", "cens: found \"t\", which taflpost does not support; expected K or nothing"),
        ("cenp:TK", "cenp: found \"TK\", which taflpost does not support; expected tTK or K or nothing"),
        ("cen:d4,d5", "cen: found \"d4,d5\", which taflpost does not support; expected d4 or nothing"),
        ("swf:n sw:s", "swf: found \"n\" with shieldwalls, which taflpost does not support; expected y"),
        ("start:/3t3/3n3/3T3/ttTKTtt/3T3/3t3/3t3/", "start: found a knight (n on d2), which"),
        ("starti:/3t3/3n3/3T3/ttTKTtt/3T3/3t3/3t3/", "starti: found a knight (n on d6), which"),
        ("start:/3t3/3C3/3T3/ttTKTtt/3T3/3t3/3t3/", "start: found a commander (C on d2)"),
        ("start:/3t3/3t3/3T3/ttTkTtt/3T3/3t3/3t3/", "start: found a king of the attackers (k on d4)"),
    ] {
        let found = complaint(&with(entry));
        assert!(found.starts_with(said), "{entry}: {found}");
    }
}

#[test]
fn what_makes_no_sense_is_named() {
    for (entry, said) in [
        ("dim:x", "dim: found \"x\"; expected 5 to 19"),
        ("dim:21", "dim: found \"21\"; expected 5 to 19"),
        ("dim:", "dim: found nothing; expected 5 to 19"),
        ("dim:9", "start: found 7 rows; expected 9 with slashes between them"),
        ("esc:x", "esc: found \"x\"; expected c or e"),
        ("surf:", "surf: found nothing; expected y or n"),
        ("ks:q", "ks: found \"q\"; expected s or c or m or w"),
        ("cen:", "ks: found \"c\" without a throne; expected s or m or w"),
        ("cor:", "cor: found nothing; expected squares for the king to reach, or esc:e"),
        ("cor:a1,h9", "cor: found \"h9\"; expected squares of the board"),
        ("corh:x", "corh: found \"x\"; expected letters of tcnkmgTCNKMG, or nothing"),
        ("aforh:é", "aforh: found \"é\"; expected letters"),
        ("spd:0", "spd: found \"0\"; expected -1, or a number from 1 to 19"),
        ("spd:1,2,3", "spd: found 3 numbers; expected one for all, two by side, or 8, 10 or 12 by piece"),
        ("spd:", "spd: found 0 numbers"),
        ("mj:x", "mj: found \"x\"; expected n or r or j or c"),
        ("ks:c ks:c", "ks appears twice"),
        ("king:strong", "a rules record cannot contain \"king\"; its entries are dim, name, esc,"),
        ("strong", "a rules record cannot contain \"strong\""),
        (
            "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t4/",
            "start: found 8 squares in the row \"3t4\"; expected 7 in every row",
        ),
        ("start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t/", "start: found 4 squares in the row \"3t\"; expected 7 in every row"),
        ("start:/3t3/3t3/99999999999999999999999/ttTKTtt/3T3/3t3/3t3/", "start: found 9"),
        (
            "start:/3t3/3o3/3T3/ttTKTtt/3T3/3t3/3t3/",
            "start: found \"o\"; expected t, T, K and numbers of empty squares",
        ),
        ("start:/t2t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "start: a man on a1; no man may stop there"),
        ("start:/3t3/3t3/3T3/ttT1Ttt/3T3/3t3/3t3/", "start: there is no king"),
    ] {
        let found = complaint(&with(entry));
        assert!(found.starts_with(said), "{entry}: {found}");
    }
    let rows = "start:/3t4/8/8/8/8/8/K7/8/";
    assert!(
        complaint(&format!("dim:8 ks:w {rows}"))
            .starts_with("cen: found a throne on a board of 8 by 8, which has no middle")
    );
    assert!(Rules::from_otn(&format!("dim:8 ks:w cen: {rows}")).is_ok());
    assert!(complaint("").starts_with("a rules record begins with dim: and the number of squares on a side"));
    assert!(complaint("brandubh").ends_with("this one begins with \"brandubh\""));
    assert!(complaint("dim:7 ks:c").ends_with("this one ends with \"ks:c\""));
    assert!(complaint(&format!("{BRANDUBH} efe:y")).contains("this one ends with \"efe:y\""));
    assert_eq!(complaint(&format!("{BRANDUBH} starti:/7/")), "start appears twice");
    assert_eq!(complaint(&format!("{BRANDUBH}{}", " ".repeat(4096))), "the rules record is longer than 3072 bytes");
}

#[test]
fn linnaean_capture_is_read_and_written() {
    let rules = Rules::from_otn(&with("linc:y")).unwrap();
    assert_eq!(rules, preset("brandubh").with_setting("linnaean", "true").unwrap());
    assert!(rules.to_otn().unwrap().contains(" linc:y "));
    assert_eq!(Rules::from_otn(&with("linc:n")).unwrap(), preset("brandubh"));
    assert_eq!(
        complaint(&with("ks:w cen: linc:y").replace("ks:c ", "")),
        "linc: found true; this capture needs a throne"
    );
    assert_eq!(complaint(&with("linc:maybe")), "linc: found \"maybe\"; expected y or n");
}

#[test]
fn linnaean_capture_is_played_from_a_record() {
    let record = "dim:9 esc:e surf:n tfr:i ks:c cor: linc:y start:/2T6/9/t8/4T4/3tKt3/4t4/9/9/9/";
    for (record, taken) in [(record.to_owned(), 1), (record.replace("linc:y ", ""), 0)] {
        let mut state = GameState::new(Arc::new(Rules::from_otn(&record).unwrap()));
        assert_eq!(state.play("a3-e3".parse().unwrap()).unwrap().captured.len(), taken, "{record}");
    }
}

/// Entries and what they can say, most of it playable.
const POOL: [(&str, &[&str]); 24] = [
    ("esc", &["c", "e"]),
    ("surf", &["y", "n"]),
    ("atkf", &["y", "n"]),
    ("tfr", &["i", "d", "l"]),
    ("ka", &["y", "n", "a", "h"]),
    ("ks", &["s", "c", "m", "w", "y", "n"]),
    ("nj", &["n", "c"]),
    ("spd", &["-1", "3", "2,-1", "1,1,1,1,2,2,2,3", "4,4,4,4,4,4,4,4,4,4,4,4,"]),
    ("cor", &["", "a1,a9,i1,i9", "a9,b9,", "i1", "a1,i1,a9,i9,e9"]),
    ("cen", &["", "e5", "e5,e5"]),
    ("corh", &["", "tTK", "tcnkTCNK"]),
    ("cenh", &["", "t", "T", "tTK"]),
    ("cenhe", &["", "t", "TK", "tTK"]),
    ("corp", &["K", "tTK", "tTK"]),
    ("cenp", &["", "K", "tcnkmgTCNKMG"]),
    ("cors", &["K", "K", "tTK"]),
    ("cens", &["", "K", "tTK"]),
    ("corre", &["tTK", "tTK", "K"]),
    ("cenre", &["", "tTK", "tT"]),
    ("sw", &["n", "w", "s"]),
    ("swf", &["y", "y", "n"]),
    ("efe", &["y", "n"]),
    ("linc", &["y", "n"]),
    ("name", &["A_Name"]),
];

/// A record of the pool: every die chooses what its entry says, or that it is left out.
fn drawn(dice: &[prop::sample::Index], start: &str) -> String {
    let mut words = vec!["dim:9".to_owned()];
    for (die, (key, values)) in dice.iter().zip(POOL) {
        if let Some(value) = values.get(die.index(values.len() + 1)) {
            words.push(format!("{key}:{value}"));
        }
    }
    words.push(start.to_owned());
    words.join(" ")
}

fn check_round(record: &str) -> bool {
    let Ok(rules) = Rules::from_otn(record) else {
        return false;
    };
    let written = rules.to_otn().unwrap();
    let again = Rules::from_otn(&written).unwrap();
    assert_eq!(again, rules, "{record}\n{written}");
    assert_eq!(again.to_otn().unwrap(), written);
    assert_eq!(again.opening(), rules.opening());
    assert_eq!(Rules::from_record(&rules.to_record()).unwrap(), rules, "{record}");
    true
}

#[test]
fn a_record_that_is_read_is_written_and_read_again() {
    let dice = prop::collection::vec(any::<prop::sample::Index>(), POOL.len());
    let config = crate::hostile::cases(4096);
    let read = Cell::new(0);
    let law = |(dice, above): (Vec<prop::sample::Index>, bool)| {
        let start = if above { "starti" } else { "start" };
        let start = format!("{start}:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/9/4t4/3ttt3/");
        read.set(read.get() + usize::from(check_round(&drawn(&dice, &start))));
        Ok(())
    };
    TestRunner::new(config).run(&(dice, any::<bool>()), law).unwrap();
    assert!(read.get() >= 200, "only {} of the drawn records can be read", read.get());
}

proptest! {
    #![proptest_config(crate::hostile::cases(2048))]

    #[test]
    fn no_text_whatever_breaks_the_reader(
        head in "(dim:[0-9]{0,3} )?",
        text in "([a-zA-Z]{0,5}:?[-0-9tTKk,/é:]{0,12} ?){0,8}",
        rows in "(starti?:[-0-9tTKknZé/]{0,80})?",
    ) {
        check_round(&format!("{head}{text} {rows}"));
    }

    #[test]
    fn no_damage_to_a_record_breaks_the_reader(
        at in any::<prop::sample::Index>(),
        sign in any::<char>(),
        many in 0usize..40,
    ) {
        let at = at.index(SMALL.len());
        let patch: String = std::iter::repeat_n(sign, many).collect();
        check_round(&format!("{}{patch}{}", &SMALL[..at], &SMALL[at + 1..]));
        check_round(&format!("{}{patch}{}", &SMALL[..at], &SMALL[at..]));
    }
}
