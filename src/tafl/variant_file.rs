//! Rule records and variant files: TOML texts that hold every parameter of a game, read and checked.
//!
//! ```toml
//! name = "small"                  # these seven are only for variants; a rule record has none of them
//! aliases = ["tablut-pbm"]        # may be left out, and so may the next and readings
//! shared_names = ["tablut"]       # names that other variants have too; alone it means the one that has it as name or alias
//! title = "Hnefatafl 9x9"
//! about = "One line."
//! source = "Where the rules come from."
//! readings = ["What the source leaves open, and how it is read here."]
//!
//! size = 9
//! layout = "..."                  # rows from the top: t attacker, T defender, K king, . nothing
//! first = "attackers"             # or "defenders"
//! escape = "corners"              # or "edge"
//! corner_squares = ["a1", "a2"]   # if left out, the four corners
//! king_capture = "four"           # or "two", "two-but-four-at-throne", "four-edge-counts"
//! king_armed = "yes"              # or "no", "hammer" (captures by moving), "anvil" (others capture against it)
//! exit_fort = true
//! encirclement = true
//! attackers_left_loses = 1        # may be left out
//! no_move = "loses"               # or "draw"
//! linnaean = false
//! announce = []                   # or ["raichi", "tuichi", "watch-your-king"]: calls that the server makes
//! throne = "none"                 # or a table, and so are the next four
//! corners = "none"
//! shieldwall = "no"
//! repetition = "ignore"
//! speed = { king = 4 }            # may be left out
//! ```
//!
//! An unknown word is an error that gives its place and the words that are allowed there. Values that contradict each other are an error
//! too. No rule is ever ignored silently.

use crate::tafl::parameter::{
    Call, Corners, Escape, First, KingArmed, KingCapture, NoMove, Repetition, Shieldwall, Speed, Throne, word_or_table,
    yes_or_no,
};
use crate::tafl::rules_error::{RulesError, TEXT_BYTES_MAX, line_of, unreadable};
use crate::tafl::variant_head::Head;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The whole rule record of a game, as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::tafl) struct Record {
    #[serde(default, skip_serializing)]
    name: Option<String>,
    #[serde(default, skip_serializing)]
    aliases: Option<Vec<String>>,
    #[serde(default, skip_serializing)]
    shared_names: Option<Vec<String>>,
    #[serde(default, skip_serializing)]
    title: Option<String>,
    #[serde(default, skip_serializing)]
    about: Option<String>,
    #[serde(default, skip_serializing)]
    source: Option<String>,
    #[serde(default, skip_serializing)]
    readings: Option<Vec<String>>,
    pub size: u8,
    pub layout: String,
    pub first: First,
    pub escape: Escape,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corner_squares: Option<Vec<String>>,
    pub king_capture: KingCapture,
    pub king_armed: KingArmed,
    #[serde(deserialize_with = "yes_or_no")]
    pub exit_fort: bool,
    #[serde(deserialize_with = "yes_or_no")]
    pub encirclement: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attackers_left_loses: Option<u8>,
    pub no_move: NoMove,
    #[serde(deserialize_with = "yes_or_no")]
    pub linnaean: bool,
    #[serde(default)]
    pub announce: BTreeSet<Call>,
    #[serde(with = "word_or_table")]
    pub throne: Option<Throne>,
    #[serde(with = "word_or_table")]
    pub corners: Option<Corners>,
    #[serde(with = "word_or_table")]
    pub shieldwall: Option<Shieldwall>,
    #[serde(with = "word_or_table")]
    pub repetition: Option<Repetition>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub speed: Speed,
}

fn is_default(speed: &Speed) -> bool {
    *speed == Speed::default()
}

impl Record {
    /// The simplest rules on this board: no square is special, every capture takes two pieces, and the game ends only if the king is on the
    /// edge or a side has no move. Readers of other notations start from it.
    pub(super) fn bare(size: u8, layout: String) -> Record {
        Record {
            name: None,
            aliases: None,
            shared_names: None,
            title: None,
            about: None,
            source: None,
            readings: None,
            size,
            layout,
            first: First::Attackers,
            escape: Escape::Edge,
            corner_squares: None,
            king_capture: KingCapture::Two,
            king_armed: KingArmed::Yes,
            exit_fort: false,
            encirclement: false,
            attackers_left_loses: None,
            no_move: NoMove::Loses,
            linnaean: false,
            announce: BTreeSet::new(),
            throne: None,
            corners: None,
            shieldwall: None,
            repetition: None,
            speed: Speed::default(),
        }
    }

    /// Reads a rule record: only rules.
    pub(super) fn read(text: &str) -> Result<Record, RulesError> {
        let record = Record::parse(text)?;
        match record.head_key() {
            None => Ok(record),
            Some(key) => Err(RulesError::Wrong {
                key,
                line: line_of(text, key),
                found: "found in a rule record".to_owned(),
                expected: "only variant files have it".to_owned(),
            }),
        }
    }

    /// Reads the rules from either kind of file.
    pub(super) fn read_any(text: &str) -> Result<Record, RulesError> {
        let record = Record::parse(text)?;
        let (aliases, shared_names) = (None, None);
        Ok(Record {
            name: None,
            aliases,
            shared_names,
            title: None,
            about: None,
            source: None,
            readings: None,
            ..record
        })
    }

    /// Reads a variant file.
    pub(super) fn read_variant(text: &str) -> Result<(Head, Record), RulesError> {
        let mut record = Record::parse(text)?;
        let missing = |key: &'static str| RulesError::Wrong {
            key,
            line: 0,
            found: "this is missing".to_owned(),
            expected: "a variant file must contain it".to_owned(),
        };
        let one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let head = Head {
            name: record.name.take().ok_or_else(|| missing("name"))?,
            aliases: record.aliases.take().unwrap_or_default(),
            shared_names: record.shared_names.take().unwrap_or_default(),
            title: one_line(record.title.take().ok_or_else(|| missing("title"))?),
            about: one_line(record.about.take().ok_or_else(|| missing("about"))?),
            source: one_line(record.source.take().ok_or_else(|| missing("source"))?),
            readings: record.readings.take().unwrap_or_default().into_iter().map(one_line).collect(),
        };
        head.check(text)?;
        Ok((head, record))
    }

    fn parse(text: &str) -> Result<Record, RulesError> {
        if text.len() > TEXT_BYTES_MAX {
            return Err(RulesError::TooLong);
        }
        let mut record: Record = toml::from_str(text).map_err(|wrong| unreadable(&wrong, text))?;
        let rows: Vec<&str> = record.layout.trim().lines().map(str::trim).collect();
        record.layout = rows.join("\n");
        Ok(record)
    }

    fn head_key(&self) -> Option<&'static str> {
        let keys = [
            ("name", self.name.is_some()),
            ("aliases", self.aliases.is_some()),
            ("shared_names", self.shared_names.is_some()),
            ("title", self.title.is_some()),
            ("about", self.about.is_some()),
            ("source", self.source.is_some()),
            ("readings", self.readings.is_some()),
        ];
        keys.into_iter().find(|(_, set)| *set).map(|(key, _)| key)
    }

    /// The record as text that reads back to the same record.
    pub(super) fn write(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use crate::tafl::{Rules, Variant};

    const SMALL: &str = include_str!("../../config/variants/small.toml");
    const SEA_BATTLE: &str = include_str!("../../config/variants/sea-battle.toml");
    const COPENHAGEN: &str = include_str!("../../config/variants/copenhagen.toml");

    /// The error for a file with one text in it replaced.
    fn complaint(file: &str, old: &str, new: &str) -> String {
        assert!(file.contains(old), "{old}");
        Variant::from_toml(&file.replacen(old, new, 1)).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_word_is_named_with_its_place_and_what_is_allowed() {
        let said = complaint(SMALL, "\"two-but-four-at-throne\"", "\"three\"");
        assert!(said.contains("line ") && said.contains("column "), "{said}");
        assert!(said.contains("`three`") && said.contains("four-edge-counts"), "{said}");
        let said = complaint(COPENHAGEN, "pass = \"all\"", "pass = \"some\"");
        assert!(said.contains("line ") && said.contains("`some`") && said.contains("`king`"), "{said}");
        let said = complaint(COPENHAGEN, "at_least = 2", "at_most = 2");
        assert!(said.contains("`at_most`") && said.contains("`at_least`"), "{said}");
    }

    #[test]
    fn a_word_stands_for_a_table_that_is_absent() {
        let said = complaint(SMALL, "shieldwall = \"no\"", "shieldwall = \"never\"");
        assert!(said.contains("\"never\"") && said.contains("\"no\" or a table"), "{said}");
        assert!(said.contains("line "), "{said}");
    }

    #[test]
    fn a_parameter_may_not_be_forgotten_or_invented() {
        assert!(complaint(SMALL, "no_move = \"loses\"", "").contains("missing field `no_move`"));
        assert!(complaint(SMALL, "linnaean", "linnean").contains("unknown field `linnean`"));
    }

    #[test]
    fn a_call_that_is_unknown_is_refused_with_those_there_are() {
        let said = complaint(SMALL, "linnaean = false", "linnaean = false\nannounce = [\"atari\"]");
        assert!(said.contains("line ") && said.contains("`atari`") && said.contains("`watch-your-king`"), "{said}");
    }

    #[test]
    fn corner_squares_that_cannot_be_corners_are_refused() {
        let with = |squares: &str| {
            complaint(SMALL, "escape = \"corners\"", &format!("escape = \"edge\"\ncorner_squares = {squares}"))
        };
        assert!(with("[]").contains("corner_squares: found none; but corners is a table with settings for them"));
        assert!(with("[\"a1\", \"e5\"]").contains("corner_squares: \"e5\" is the throne; expected other squares"));
        assert!(with("[\"a1\", \"j1\"]").contains("\"j1\" is not on the board; expected squares of the board"));
        assert!(with("[\"a1\", \"b\"]").contains("\"b\"; expected squares as in \"a1\""));
        let none = complaint(SMALL, "escape = \"corners\"", "escape = \"corners\"\ncorner_squares = []");
        assert!(none.contains("escape: found \"corners\"; but corner_squares is empty"), "{none}");
    }

    #[test]
    fn linnaean_capture_needs_a_throne() {
        let said = complaint(SEA_BATTLE, "linnaean = false", "linnaean = true");
        let line = SEA_BATTLE.lines().position(|line| line.starts_with("linnaean")).unwrap() + 1;
        assert_eq!(said, format!("line {line}, linnaean: found true; this capture needs a throne"));
    }

    #[test]
    fn a_board_that_does_not_fit_is_refused() {
        assert!(complaint(SMALL, "size = 9", "size = 8").contains("a throne needs a square in the middle"));
        assert!(complaint(SMALL, "size = 9", "size = 21").contains("found 21; expected 5 to 19"));
        assert!(complaint(SMALL, "size = 9", "size = 300").contains("300"));
        assert!(complaint(SMALL, "size = 9", "size = 11").contains("9 rows; expected 11"));
        assert!(complaint(SMALL, "...ttt...", "...ttt..").contains("the row \"...ttt..\"; expected 9 squares"));
        assert!(complaint(SMALL, "...ttt...", "t..ttt...").contains("a man on a9; no man may stop there"));
        assert!(complaint(SMALL, "...ttt...", "...tkt...").contains("\"k\" in the row"));
        assert!(complaint(SMALL, "...ttt...", "...tKt...").contains("a second king"));
        assert!(complaint(SMALL, "ttTTKTTtt", "ttTT.TTtt").contains("no king"));
        let (before, rest) = SMALL.split_once("layout = \"\"\"").unwrap();
        let (_, after) = rest.split_once("\"\"\"").unwrap();
        let rows = [".........\n".repeat(4), "....K....\n".to_owned(), ".........\n".repeat(2)].concat();
        let stuck = format!("{before}layout = \"\"\"\n{rows}.T.......\n.tT......\n\"\"\"{after}");
        let said = Variant::from_toml(&stuck).unwrap_err().to_string();
        assert!(said.contains("the attackers cannot move; they move first"), "{said}");
    }

    #[test]
    fn every_name_of_a_variant_is_a_word() {
        assert!(
            complaint(SMALL, "[\"tablut\"", "[\"Tablut\"")
                .contains("aliases: \"Tablut\"; a name has at most 40 characters")
        );
        let shared = complaint(SMALL, "aliases =", "shared_names = [\"the old one\"]\naliases =");
        assert!(shared.contains("shared_names: \"the old one\"; a name has"), "{shared}");
    }

    #[test]
    fn a_variant_file_has_a_name_and_a_rule_record_has_none() {
        assert!(complaint(SMALL, "name = \"small\"", "").contains("name: this is missing"));
        assert!(complaint(SMALL, "name = \"small\"", "name = \"-small\"").contains("does not begin with a dash"));
        assert!(Rules::from_record(SMALL).unwrap_err().to_string().contains("only variant files have it"));
        assert!(Variant::from_toml(&"#".repeat(70_000)).unwrap_err().to_string().contains("longer than"));
    }

    #[test]
    fn what_a_letter_could_not_show_is_refused() {
        let title = "title = \"Hnefatafl 9x9\"";
        assert!(complaint(SMALL, title, "title = \"\"").contains("title: 0 characters; expected 1 to 60"));
        assert!(complaint(SMALL, title, "title = \"[[board]]\"").contains("title: \"[[\""));
        assert!(complaint(SMALL, title, "title = \"a\\u0007b\"").contains("title: a control character"));
        let many: Vec<String> = (0..21).map(|i| format!("\"a{i}\"")).collect();
        assert!(
            complaint(SMALL, "[\"tablut\", \"tablut-pbm\"]", &format!("[{}]", many.join(",")))
                .contains("aliases: 21 of them")
        );
        let spread = SMALL.replacen(title, "title = \"\"\"\nHnefatafl\n  9x9\n\"\"\"", 1);
        assert_eq!(Variant::from_toml(&spread).unwrap().title, "Hnefatafl 9x9");
    }

    #[test]
    fn a_record_reads_back_to_the_same_rules_and_the_same_text() {
        for file in [SMALL, COPENHAGEN] {
            let rules = Variant::from_toml(file).unwrap().rules;
            let record = rules.to_record();
            let again = Rules::from_record(&record).unwrap();
            assert_eq!(again, rules);
            assert_eq!(again.to_record(), record);
            assert_eq!(again.opening(), rules.opening());
        }
    }

    #[test]
    fn one_parameter_can_be_set_differently() {
        let rules = Variant::from_toml(COPENHAGEN).unwrap().rules;
        let freed = rules.with_setting("repetition", "ignore").unwrap();
        assert_ne!(freed, rules);
        assert!(freed.to_record().contains("repetition = \"ignore\""));
        assert_eq!(rules.with_setting("exit_fort", "true").unwrap(), rules);
        assert_eq!(rules.with_setting("exit-fort", "yes").unwrap(), rules);
        assert!(rules.with_setting("throne.pass", "king").unwrap().to_record().contains("pass = \"king\""));
        assert!(
            rules
                .with_setting("king_capture", "four_edge_counts")
                .unwrap()
                .to_record()
                .contains("\"four-edge-counts\"")
        );
        assert!(rules.with_setting("fort", "true").unwrap_err().to_string().contains("unknown field `fort`"));
        assert!(rules.with_setting("hall.pass", "king").unwrap_err().to_string().contains("no table \"hall\""));
        assert!(rules.with_setting("", "").is_err());
    }

    #[test]
    fn a_wrong_square_of_any_length_is_shown_shortly() {
        let corners = format!("corner_squares = [\"{}\"]\n", "a".repeat(5_000));
        let said = Variant::from_toml(&format!("{corners}{SMALL}")).unwrap_err().to_string();
        assert!(said.starts_with("line 1, corner_squares: \"aaa") && said.len() < 200, "{said}");
    }
}
