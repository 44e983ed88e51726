//! Game records: what is written is read again as the same game, whatever the variant, the moves and the end; odd but valid files are read;
//! an error names its place; and nothing from outside makes a reader panic.

use crate::hostile::laws::{catalogue, state};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use taflpost::tafl::{About, Ended, GameRecord, GameState, How, Play, RecordFormat, Side, Status, Variant};

/// Every end this course can have had.
fn ends(state: &GameState) -> Vec<Option<Ended>> {
    let end = |winner, how| Some(Ended { winner, how });
    match state.status() {
        Status::Won { winner, reason } => vec![end(Some(winner), How::Rules(reason))],
        Status::Drawn { reason } => vec![end(None, How::Rules(reason))],
        Status::Ongoing => {
            let mut ends = vec![None, end(None, How::Agreement), end(None, How::Time)];
            ends.extend([end(None, How::Adjudication), end(None, How::Unstated)]);
            for side in [Side::Attackers, Side::Defenders] {
                for how in [How::Resignation, How::Time, How::Adjudication, How::Unstated] {
                    ends.push(end(Some(side), how));
                }
            }
            ends
        }
    }
}

fn about(variant: &str) -> About {
    About {
        attackers: "ann".to_owned(),
        defenders: "bob".to_owned(),
        event: "Spring \"cup\" \\ 2026".to_owned(),
        round: "2".to_owned(),
        began: "2026-11-21T10:00:00Z".to_owned(),
        ended: "2026-11-30T18:20:05Z".to_owned(),
        variant: variant.to_owned(),
        tags: vec![("board".to_owned(), "17".to_owned()), ("Site".to_owned(), "a [b] c: d".to_owned())],
    }
}

fn check(record: &GameRecord) {
    for format in RecordFormat::ALL {
        let text = format.write(record).unwrap_or_else(|wrong| panic!("{format:?}: {wrong}"));
        assert_eq!(RecordFormat::of_text(&text), format, "{text}");
        let read = format.read_all(&text, catalogue(), None).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        assert_eq!(read.len(), 1, "{text}");
        assert!(read[0] == *record, "{text}");
        assert_eq!(read[0].state().status(), record.state().status());
        assert_eq!(read[0].state().position(), record.state().position());
    }
}

#[test]
fn every_preset_comes_back_in_every_format_with_every_kind_of_end() {
    let catalogue = catalogue();
    for variant in catalogue.iter() {
        for options in ["", "-strong -edge"] {
            let choice = format!("{} {options}", variant.name);
            let Ok(variant) = catalogue.parse_choice(&choice) else {
                continue;
            };
            // Long games end by the rules, short ones do not.
            for length in [0_u16, 1, 30, 400] {
                let picks: Vec<u16> = (0..length).map(|i| i.wrapping_mul(7919).wrapping_add(length)).collect();
                let state = state(&variant.rules, &picks);
                // What is said about the end does not depend on the length.
                let kinds = if length == 30 { usize::MAX } else { 1 };
                for end in ends(&state).into_iter().take(kinds) {
                    let comments = match length {
                        30 => {
                            BTreeMap::from([(0, "Before.".to_owned()), (3, "Got you;\n\n  yes (really).".to_owned())])
                        }
                        _ => BTreeMap::new(),
                    };
                    check(&GameRecord::new(about(&variant.name), state.clone(), end, comments).unwrap());
                }
            }
        }
    }
}

#[test]
fn many_records_stand_in_one_text() {
    let catalogue = catalogue();
    let mut records = Vec::new();
    for (length, name) in (0..).zip(["brandubh", "copenhagen", "small", "sea-battle", "alea-evangelii", "brandubh"]) {
        let state = state(&catalogue.find(name).unwrap().rules, &vec![3; length]);
        let end = ends(&state)[length % 3];
        let comments = BTreeMap::from([(0, "First.".to_owned()), (length as u32, "Last.".to_owned())]);
        records.push(GameRecord::new(about(name), state, end, comments).unwrap());
    }
    for format in RecordFormat::ALL {
        let text = format.write_all(&records).unwrap();
        assert_eq!(RecordFormat::of_text(&text), format);
        assert!(format.read_all(&text, catalogue, None).unwrap() == records, "{text}");
        let windows = text.replace('\n', "\r\n");
        assert!(format.read_all(&windows, catalogue, None).unwrap() == records, "{text}");
        let none = format.write_all(&[]).unwrap();
        assert_eq!(format.read_all(&none, catalogue, None).unwrap(), []);
    }
}

#[test]
fn recorded_games_come_back() {
    let Some(folder) = std::env::var_os("TAFLPOST_CORPUS") else {
        println!("skipped: TAFLPOST_CORPUS names no folder");
        return;
    };
    let mut ends = std::collections::BTreeSet::new();
    for (file, name) in [("brandubh.csv", "brandubh"), ("copenhagen.csv", "copenhagen")] {
        let text = std::fs::read_to_string(Path::new(&folder).join("games").join(file)).unwrap();
        let mut variant = catalogue().find(name).unwrap().clone();
        variant.rules = variant.rules.with_setting("repetition", "ignore").unwrap();
        let lists: Vec<&str> = text.lines().filter_map(|line| line.split(',').next()).collect();
        let read = RecordFormat::List.read_all(&lists.join("\n"), catalogue(), Some(&variant)).unwrap();
        assert_eq!(read.len(), lists.len());
        ends.extend(read.iter().map(|record| record.end().map_or("unfinished".to_owned(), |end| end.how.to_string())));
        for format in RecordFormat::ALL {
            let text = format.write_all(&read).unwrap();
            assert_eq!(format.read_all(&text, catalogue(), None).unwrap(), read, "{name} {format:?}");
        }
    }
    let ends: Vec<String> = ends.into_iter().collect();
    assert_eq!(ends.join(" "), "encircled exit-fort king-captured king-escaped no-move time unfinished");
}

/// What a reader says about a text that is no record.
fn complaint(format: RecordFormat, text: &str) -> String {
    let brandubh = catalogue().find("brandubh").unwrap().clone();
    match format.read_all(text, catalogue(), Some(&brandubh)) {
        Ok(read) => panic!("read {} games in:\n{text}", read.len()),
        Err(wrong) => wrong.to_string(),
    }
}

/// The games of a file below `tests/records`, each in one line: players, plays, end, comments.
fn summary(record: &GameRecord) -> String {
    let about = record.about();
    let mut text = format!("{} v {}", about.attackers, about.defenders);
    for (name, value) in [("event", &about.event), ("date", &about.began), ("variant", &about.variant)] {
        if !value.is_empty() {
            text.push_str(&format!(", {name} {value}"));
        }
    }
    for (name, value) in &about.tags {
        text.push_str(&format!(", {name}={value}"));
    }
    let plays: Vec<String> = record.state().plays().iter().map(ToString::to_string).collect();
    let end = record.end().map_or("unfinished".to_owned(), |end| end.to_string());
    text.push_str(&format!("; {}; {end}", plays.join(" ")));
    for (ply, comment) in record.comments() {
        text.push_str(&format!("; {ply}: {}", comment.replace('\n', " / ")));
    }
    text
}

#[test]
fn odd_but_lawful_files_are_read_and_wrong_ones_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let brandubh = catalogue().find("brandubh").unwrap().clone();
    let mut seen = 0;
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending != "expected")) {
        let text = std::fs::read_to_string(file).unwrap();
        let format = RecordFormat::of_text(&text);
        let found = match format.read_all(&text, catalogue(), Some(&brandubh)) {
            Ok(records) => records.iter().map(|record| summary(record) + "\n").collect(),
            Err(wrong) => format!("{wrong}\n"),
        };
        let found = format!("{}\n{found}", format.word());
        let expected = file.with_extension(format!("{}.expected", file.extension().unwrap().to_str().unwrap()));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&expected, &found).unwrap();
        }
        let accepted = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(found, accepted, "{}", file.display());
        seen += 1;
    }
    assert!(seen >= 12, "{seen}");
}

#[test]
fn rarer_ends_come_back_too() {
    let brandubh = &catalogue().find("brandubh").unwrap().rules;
    let last_man = brandubh.with_setting("attackers_left_loses", "7").unwrap();
    let drawn = brandubh.with_setting("repetition.effect", "draw").unwrap();
    let there_and_back = "d7-e7 d5-e5 e7-d7 e5-d5 d7-e7 d5-e5 e7-d7 e5-d5";
    for (rules, plays, end) in [
        (brandubh, there_and_back, "attackers:repetition"),
        (&drawn, there_and_back, "draw:repetition"),
        (&last_man, "a4-a3 c4-c7 b4-b7 d4-a4 d1-f1 e4-e1", "defenders:no-men"),
    ] {
        let mut state = GameState::new(Arc::new(rules.clone()));
        for play in plays.split(' ') {
            state.play(play.parse().unwrap()).unwrap();
        }
        let ends = ends(&state);
        assert_eq!(ends[0].unwrap().to_string(), end);
        check(&GameRecord::new(About::default(), state, ends[0], BTreeMap::new()).unwrap());
    }
}

#[test]
fn what_a_format_has_no_sign_for_is_named() {
    let state = || state(&catalogue().find("brandubh").unwrap().rules, &[1, 2, 3]);
    let with = |comment: &str| {
        GameRecord::new(about("brandubh"), state(), None, BTreeMap::from([(2, comment.to_owned())])).unwrap()
    };
    let said = |record: &GameRecord, format: RecordFormat| format.write(record).map_err(|wrong| wrong.to_string());
    assert_eq!(
        said(&with("a } b"), RecordFormat::Pgn),
        Err("the comment on move 2 contains }, which the format pgn cannot express; choose json".to_owned())
    );
    assert_eq!(
        said(&with("a | b"), RecordFormat::Otg),
        Err("the comment on move 2 contains ] or |, which the format otg cannot express; choose json".to_owned())
    );
    let named = About { event: "a][b".to_owned(), ..about("brandubh") };
    let named = GameRecord::new(named, state(), None, BTreeMap::new()).unwrap();
    assert_eq!(
        said(&named, RecordFormat::Otg),
        Err("the tag event contains \"][\", which the format otg cannot express; choose json".to_owned())
    );
    assert!(
        said(&with("a } | ] b"), RecordFormat::List).is_ok() && said(&with("a } | ] b"), RecordFormat::Json).is_ok()
    );
}

#[test]
fn rules_no_open_tafl_record_can_say_go_under_a_name_of_our_own() {
    let copenhagen = state(&catalogue().find("copenhagen").unwrap().rules, &[1, 2]);
    let record = GameRecord::new(About::default(), copenhagen, None, BTreeMap::new()).unwrap();
    let text = RecordFormat::Otg.write(&record).unwrap();
    assert!(text.contains("[taflpost-rules:{") && !text.contains("[rules:"), "{text}");
    assert!(record.is_open_tafl().unwrap_err().to_string().starts_with("repetition: "));
    let fetlar = state(&catalogue().find("fetlar").unwrap().rules, &[1, 2]);
    let record = GameRecord::new(About::default(), fetlar, None, BTreeMap::new()).unwrap();
    let text = RecordFormat::Otg.write(&record).unwrap();
    assert!(text.contains("[rules:dim:11 start:") && !text.contains("taflpost-rules"), "{text}");
    assert!(record.is_open_tafl().is_ok());
}

#[test]
fn an_end_that_cannot_be_is_refused() {
    let plays = "a4-a3 c4-c7 b4-b7xc7 d4-a4 d1-f1 e4-e1xf1 g4-g2 e1-d1xd2 f4-f7 a4-a7";
    let list = |facts: &str| complaint(RecordFormat::List, &format!("{facts}\n{plays}\n"));
    assert_eq!(
        list("# result: attackers"),
        "line 1, column 2: the record gives the result attackers, but its moves lead to defenders:king-escaped"
    );
    assert_eq!(
        list("# termination: resignation"),
        "line 1, column 2: the record gives the result resignation, but its moves lead to defenders:king-escaped"
    );
    assert_eq!(
        complaint(RecordFormat::List, "# termination: adjudication\na4-a3\n"),
        "line 1, column 2: the record gives the result adjudication, but its moves lead to no end; also write who has won"
    );
    assert_eq!(
        complaint(RecordFormat::List, "# result: attackers\n# termination: king-captured\na4-a3\n"),
        "line 2, column 2: the record gives the result attackers:king-captured, but its moves lead to no end"
    );
    let over = state(&catalogue().find("brandubh").unwrap().rules, &[]);
    let end = Some(Ended { winner: None, how: How::Resignation });
    assert!(GameRecord::new(About::default(), over, end, BTreeMap::new()).is_err());
}

#[test]
fn too_much_is_refused() {
    let comment = format!("# comment 0: {}\na4-a3\n", "x".repeat(20_000));
    assert!(complaint(RecordFormat::List, &comment).contains("more than 16384 bytes of comments"));
    let plays = "a4-a3 ".repeat(5_001);
    assert!(complaint(RecordFormat::List, &plays).contains("more than 5000 moves"));
    let name = format!("# event: {}\na4-a3\n", "x".repeat(201));
    assert!(complaint(RecordFormat::List, &name).contains("event is longer than 200 characters"));
    let games = "a4-a3\n".repeat(10_001);
    assert!(complaint(RecordFormat::List, &games).contains("more than 10000 games"));
    let bytes = " ".repeat(16 * 1024 * 1024 + 1);
    assert!(complaint(RecordFormat::Pgn, &bytes).contains("more than 16777216 bytes"));
    let nested = "(".repeat(100_000);
    assert!(complaint(RecordFormat::Pgn, &nested).contains("without its )"));
    let deep = format!("[{{\"plays\": [], \"rules\": {}}}]", "[".repeat(100_000));
    assert!(complaint(RecordFormat::Json, &deep).starts_with("line 1, column"));
}

/// Pieces of records in any order and with any damage.
fn scraps() -> impl Strategy<Value = String> {
    const SCRAPS: [&str; 46] = [
        "# game\n",
        "# attackers: ann\n",
        "# comment 1: x\n",
        "# rules: dim:7",
        "a4-a3",
        " c4-c7",
        " b4-b7xc7",
        "\n",
        "\n\n",
        "[",
        "]",
        "[event:x]\n",
        "[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n",
        "[result:-1]",
        "[a|b]",
        "|",
        "1. ",
        "2. ",
        "1... ",
        "7a.1. ",
        "Ka4-a3--",
        "---",
        "[Event \"x\"]\n",
        "[Rules \"{}\"]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "$1",
        "1-0",
        "*",
        "[{",
        "\"plays\":",
        "[\"a4-a3\"]",
        ",",
        "\"rules\":{\"size\":7}",
        "\"result\":1",
        "]}",
        "\u{feff}",
        "\u{e9}\u{3000}",
        "\u{0}",
        "resigns",
    ];
    let scrap = prop_oneof![
        8 => (0..SCRAPS.len()).prop_map(|i| SCRAPS[i].to_owned()),
        1 => "\\PC{0,6}",
    ];
    prop::collection::vec(scrap, 0..40).prop_map(|scraps| scraps.concat())
}

/// A whole record with a few signs changed.
fn damaged() -> impl Strategy<Value = (RecordFormat, String)> {
    let wounds = prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..6);
    (0..4_usize, prop::collection::vec(any::<u16>(), 0..12), wounds).prop_map(|(format, picks, wounds)| {
        let format = RecordFormat::ALL[format];
        let state = state(&catalogue().find("brandubh").unwrap().rules, &picks);
        let comments = BTreeMap::from([(0, "Hello.".to_owned())]);
        let end = ends(&state)[0];
        let text = format.write(&GameRecord::new(about("brandubh"), state, end, comments).unwrap()).unwrap();
        let mut signs: Vec<char> = text.chars().collect();
        for (place, sign) in wounds {
            let place = place.index(signs.len());
            signs[place] = sign;
        }
        (format, signs.into_iter().collect())
    })
}

/// Comments and names with the signs that mean something somewhere.
fn words() -> impl Strategy<Value = String> {
    "[ a-c.:;!?#\\[\\]{}|()\"\\\\$%*0-9\u{e9}\u{3000}\n-]{0,24}"
}

proptest! {
    #![proptest_config(crate::hostile::cases(256))]

    #[test]
    fn no_text_makes_a_reader_fall(text in scraps()) {
        let brandubh = catalogue().find("brandubh").unwrap().clone();
        let _ = RecordFormat::of_text(&text);
        for format in RecordFormat::ALL {
            if let Ok(records) = format.read_all(&text, catalogue(), Some(&brandubh)) {
                for record in records {
                    let json = RecordFormat::Json.write(&record).unwrap();
                    prop_assert_eq!(&RecordFormat::Json.read_all(&json, catalogue(), None).unwrap()[0], &record);
                }
            }
        }
    }

    #[test]
    fn a_damaged_record_is_read_or_answered_with_a_place((format, text) in damaged()) {
        if let Err(wrong) = format.read_all(&text, catalogue(), None) {
            prop_assert!(wrong.line >= 1 && wrong.line <= text.matches('\n').count() + 1, "{}", wrong);
            prop_assert!(wrong.column >= 1);
        }
    }

    #[test]
    fn words_of_all_kinds_come_back_or_are_named(
        (event, tag, first, last) in (words(), words(), words(), words()),
        picks in prop::collection::vec(any::<u16>(), 0..8),
    ) {
        let state = state(&catalogue().find("copenhagen").unwrap().rules, &picks);
        let plies = state.ply();
        let about = About { event, tags: vec![("tag".to_owned(), tag)], ..About::default() };
        let comments = BTreeMap::from([(0, first), (plies, last)]);
        let Ok(record) = GameRecord::new(about, state, None, comments) else {
            return Ok(());
        };
        for format in RecordFormat::ALL {
            match format.write(&record) {
                Ok(text) => {
                    let read = format.read_all(&text, catalogue(), None);
                    prop_assert_eq!(read.as_deref(), Ok(std::slice::from_ref(&record)), "{}", text);
                }
                Err(wrong) => prop_assert!(matches!(format, RecordFormat::Otg | RecordFormat::Pgn), "{}", wrong),
            }
        }
    }

    #[test]
    fn random_play_of_every_preset_comes_back(
        pick in any::<prop::sample::Index>(),
        picks in prop::collection::vec(any::<u16>(), 0..60),
        end in any::<prop::sample::Index>(),
    ) {
        let catalogue = catalogue();
        let variants: Vec<&Variant> = catalogue.iter().collect();
        let variant = pick.get(&variants);
        let state = state(&variant.rules, &picks);
        let ends = ends(&state);
        check(&GameRecord::new(about(&variant.name), state, *end.get(&ends), BTreeMap::new()).unwrap());
    }
}

/// The captured squares may repeat, the king's may be missing; anything else must be true.
#[test]
fn captures_in_a_record_must_be_true() {
    let with = |last: &str| format!("a4-a3 c4-c7 {last}");
    for word in ["b4-b7", "b4-b7xc7", "b4-b7xc7xc7", "B4-B7xC7", "b4:b7xc7", "tb4-b7xTc7", "b4-b7xc7#3", "b4-b7xc7!?"] {
        let brandubh = catalogue().find("brandubh").unwrap().clone();
        let read = RecordFormat::List.read_all(&with(word), catalogue(), Some(&brandubh)).unwrap();
        assert_eq!(read[0].state().plays()[2].play, "b4-b7".parse::<Play>().unwrap());
    }
    for (word, said) in [
        ("b4-b7xc6", "line 1, column 13: move 3: it captures c7"),
        ("Kb4-b7", "line 1, column 13: move 3: the record names K on b4, but the piece there is an attacker"),
        ("b4-b7xKc7", "line 1, column 13: move 3: the record names K on c7, but the piece there is a defender"),
        (
            "b4-b7#4",
            "line 1, column 13: move 3: The number 4 after this move is wrong: it must be the number of this move in the game.",
        ),
        ("b4-c5", "line 1, column 13: move 3: b4 and c5 are not in line"),
        (
            "b4_b7",
            "line 1, column 13: move 3: \"b4_b7\" is not a move: write the square the piece leaves and the square it goes to, as in e5-e3.",
        ),
        ("b4^b7", "line 1, column 13: taflpost does not support a jump (^)"),
    ] {
        assert_eq!(complaint(RecordFormat::List, &with(word)), said);
    }
}
