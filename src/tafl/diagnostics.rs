//! Finds all mistakes in a variant file at once. The normal reader stops at the first one, which is right for a program. A person who
//! writes a file by hand wants to see all of them.

use crate::tafl::rules_error::{line_of, middle_cut};
use crate::tafl::variant_file::Record;
use crate::tafl::{RulesError, Variant};
use serde::Deserialize;

/// The most mistakes that are reported.
const MISTAKES_MAX: usize = 20;

/// What a variant file must say before its rules.
const HEAD: [&str; 4] = ["name", "title", "about", "source"];

/// The smallest possible board. Each parameter is tested on it alone.
const ROWS: [&str; 5] = ["..t..", "..T..", "tTKTt", "..T..", "..t.."];

/// All mistakes in a variant file; none if it can be read. A file whose words are each valid but make no rules together has a single
/// mistake, because that mistake depends on all of them.
pub fn variant_mistakes(text: &str) -> Vec<RulesError> {
    let Err(first) = Variant::from_toml(text) else {
        return Vec::new();
    };
    let whole: Option<toml::Table> = toml::from_str(text).ok();
    let Some(table) = whole.filter(|_| first != RulesError::TooLong) else {
        return vec![first];
    };
    let spare = spare();
    // Both may repeat a word of any length.
    let place = |key: &str, said: &str| {
        let (shown, said) = (middle_cut(key), middle_cut(said));
        RulesError::Unreadable(match line_of(text, key) {
            0 => format!("{shown}: {said}"),
            line => format!("line {line}, {shown}: {said}"),
        })
    };
    let wrong = table.iter().filter_map(|(key, value)| {
        let mut alone = spare.clone();
        alone.insert(key.clone(), value.clone());
        let said = Record::deserialize(alone).err()?;
        Some(place(key, said.message()))
    });
    let needed = HEAD.into_iter().chain(spare.keys().map(String::as_str)).filter(|key| *key != "announce");
    let missing = needed.filter(|key| !table.contains_key(*key));
    let missing = missing.map(|key| place(key, "this is missing; a variant file must contain it"));
    let all: Vec<RulesError> = wrong.chain(missing).take(MISTAKES_MAX).collect();
    // A single mistake is best reported by the normal reader, which shows the line.
    if all.len() > 1 { all } else { vec![first] }
}

/// A record with every required parameter.
fn spare() -> toml::Table {
    let record = Record::bare(ROWS.len() as u8, ROWS.join("\n"));
    toml::from_str(&record.write()).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const SMALL: &str = include_str!("../../config/variants/small.toml");

    fn said(text: &str) -> Vec<String> {
        variant_mistakes(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_file_that_is_right_has_none() {
        assert_eq!(said(SMALL), Vec::<String>::new());
    }

    #[test]
    fn every_wrong_word_and_every_missing_one_is_told_with_its_place() {
        let text = SMALL
            .replace("\"two-but-four-at-throne\"", "\"three\"")
            .replace("exit_fort = false", "exit_forts = false")
            .replace("pass = \"all\"", "pass = \"some\"")
            .replace("no_move = \"loses\"\n", "");
        let said = said(&text);
        let line = |start: &str| text.lines().position(|line| line.starts_with(start)).unwrap() + 1;
        let expected = [
            format!("line {}, exit_forts: unknown field `exit_forts`, expected one of `name`", line("exit_forts")),
            format!("line {}, king_capture: unknown variant `three`, expected one of `two`", line("king_capture")),
            format!("line {}, throne: unknown variant `some`, expected one of `all`", line("[throne]")),
            "exit_fort: this is missing".to_owned(),
            "no_move: this is missing".to_owned(),
        ];
        assert_eq!(said.len(), expected.len(), "{said:#?}");
        for start in expected {
            assert!(said.iter().any(|said| said.starts_with(&start)), "{start}\n{said:#?}");
        }
    }

    #[test]
    fn one_mistake_comes_with_its_line_and_what_is_no_toml_with_its_first() {
        let one = said(&SMALL.replace("\"two-but-four-at-throne\"", "\"three\""));
        assert!(one.len() == 1 && one[0].contains("king_capture = \"three\"\n"), "{one:?}");
        assert_eq!(said("name = \"x\ntitle = 3").len(), 1);
        assert_eq!(said(&SMALL.replace("size = 9", "size = 11")).len(), 1);
        assert!(said("name = \"x\"").len() > 10);
        assert!(said(&"a = 1\n".repeat(2)).len() == 1, "a key twice is no TOML");
        let many: String = (0..100).map(|i| format!("key{i} = 1\n")).collect();
        assert_eq!(said(&many).len(), MISTAKES_MAX);
    }
}
