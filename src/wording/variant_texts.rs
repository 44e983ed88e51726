//! What the files of the variants say, in another language, from `variants.toml`. The English sentence is the key, so that an operator's own
//! variant file keeps its own sentences until somebody translates those too. What `tafl` says about wrong rules is translated in the same
//! way.

use crate::command::Language;
use crate::tafl::Variant;
use crate::wording::files::{self, Phrases, Unreadable, read};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The sentences of the variant files in a language, by the English ones. English has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantTexts {
    about: BTreeMap<String, String>,
    reading: BTreeMap<String, String>,
    source: BTreeMap<String, String>,
    /// What may be wrong with rules. `{}` stands for a word of the player.
    rules: BTreeMap<String, String>,
}

/// The file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct VariantFile {
    /// The lines below the games in their list.
    pub about: Phrases,
    /// How a source is read where it leaves something open.
    pub reading: Phrases,
    /// Where the rules are from.
    pub source: Phrases,
    /// What may be wrong with rules.
    pub rules: Phrases,
}

impl VariantFile {
    /// Reads the text of a file. `path` is for errors.
    pub(super) fn read(text: &str, path: &str) -> Result<VariantFile, Unreadable> {
        read(text, path)
    }
}

impl VariantTexts {
    /// Lays a file over these sentences.
    pub(super) fn add(&mut self, file: VariantFile) {
        for (texts, phrases) in [
            (&mut self.about, file.about),
            (&mut self.reading, file.reading),
            (&mut self.source, file.source),
            (&mut self.rules, file.rules),
        ] {
            texts.extend(phrases.into_iter().map(|(english, phrase)| (english, phrase.into_inner())));
        }
    }

    /// The line about a variant.
    pub fn about<'a>(&'a self, variant: &'a Variant) -> &'a str {
        said(&self.about, &variant.about)
    }

    /// Where the rules of a variant are from.
    pub fn source<'a>(&'a self, variant: &'a Variant) -> &'a str {
        said(&self.source, &variant.source)
    }

    /// What is wrong with rules, or what was expected: a part of an error of `tafl`, which is in English. Of several texts that fit, the one
    /// that has most of its words counts.
    pub fn about_rules(&self, english: &str) -> String {
        let words = |pattern: &str| pattern.len() - 2 * pattern.matches("{}").count();
        let fits = self.rules.iter().filter_map(|(pattern, text)| Some((pattern, text, values(pattern, english)?)));
        match fits.max_by_key(|(pattern, ..)| words(pattern)) {
            Some((_, text, values)) => values.iter().fold(text.clone(), |text, value| text.replacen("{}", value, 1)),
            None => english.to_owned(),
        }
    }

    /// What stands for an English sentence of a section of the file.
    pub(super) fn text(&self, section: &str, english: &str) -> Option<&str> {
        let texts = match section {
            "about" => &self.about,
            "reading" => &self.reading,
            "source" => &self.source,
            _ => &self.rules,
        };
        texts.get(english).map(String::as_str)
    }

    /// How the source of a variant is read.
    pub fn readings(&self, variant: &Variant) -> Vec<String> {
        variant.readings.iter().map(|reading| said(&self.reading, reading).to_owned()).collect()
    }
}

fn said<'a>(texts: &'a BTreeMap<String, String>, english: &'a String) -> &'a str {
    texts.get(english).unwrap_or(english)
}

/// Whether this is what `tafl` may say about wrong rules. The languages that translate it have all of it.
pub(super) fn is_about_rules(english: &str) -> bool {
    let files = Language::ALL.into_iter().map(|language| (language, files::text(language, files::VARIANTS)));
    let mut read = files.filter_map(|(language, text)| VariantFile::read(text, language.word()).ok());
    read.any(|file| file.rules.contains_key(english))
}

/// What stands in the places of a pattern, if the text has its form. A value contains no blank.
fn values<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next().unwrap_or_default())?;
    let mut values = Vec::new();
    for part in parts {
        let end = if part.is_empty() { rest.len() } else { rest.find(part)? };
        let (value, after) = rest.split_at(end);
        if value.is_empty() || value.contains(' ') {
            return None;
        }
        values.push(value);
        rest = &after[part.len()..];
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tafl::{OtnError, Rules};
    use std::collections::BTreeSet;

    fn of(language: Language) -> VariantTexts {
        let mut texts = VariantTexts::default();
        texts.add(VariantFile::read(files::text(language, files::VARIANTS), "").unwrap());
        texts
    }

    #[test]
    fn every_sentence_of_a_variant_is_in_every_language_but_its_own() {
        let catalogue = crate::tafl::Catalogue::embedded().unwrap();
        let all = |said: fn(&Variant) -> Vec<&String>| catalogue.iter().flat_map(said).collect::<BTreeSet<_>>();
        let (about, source) = (all(|variant| vec![&variant.about]), all(|variant| vec![&variant.source]));
        let reading = all(|variant| variant.readings.iter().collect());
        for language in [Language::German, Language::Danish] {
            let texts = of(language);
            for (section, translated, english) in [
                ("about", &texts.about, &about),
                ("source", &texts.source, &source),
                ("reading", &texts.reading, &reading),
            ] {
                let translated: BTreeSet<&String> = translated.keys().collect();
                let missing: Vec<_> = english.difference(&translated).collect();
                assert!(missing.is_empty(), "{language:?} [{section}] lacks:\n{missing:#?}");
                let left: Vec<_> = translated.difference(english).collect();
                assert!(left.is_empty(), "{language:?} [{section}]: no variant says so of itself:\n{left:#?}");
            }
        }
        assert_eq!(of(Language::English), VariantTexts::default());
    }

    /// Wrong rules of every kind. What is said about each has no English word left.
    #[test]
    fn what_is_wrong_with_rules_is_said_in_every_language() {
        let start = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
        let mut records: Vec<String> = [
            "dim:4",
            "dim:x",
            "esc:x",
            "ks:c cen:",
            "spd:1,2,3",
            "spd:x",
            "sw:s swf:n",
            "afor:a1",
            "cor:z9",
            "cor: esc:c",
            "cen:a1",
            "corh:T",
            "corh:x",
            "cens: cenp:t",
            "cens:t",
            "cens:tTK",
            "cors:t",
            "cors:tTK corh:tTK",
            "cor:a2,a3 corp:K",
            "corre:",
            "kj:j",
            "tfr:w",
            "ber:c",
            "linc:y cen:",
        ]
        .map(|entry| match entry.strip_prefix("dim") {
            Some(_) => format!("{entry} {start}"),
            None => format!("dim:7 {entry} {start}"),
        })
        .into();
        let boards =
            ["/7/7/7/7/7/7/", "/7/7/7/7/7/7/6/", "/7/7/7/7/7/7/8/", "/7/7/7/3K3/7/7/7/", "/t6/7/7/3K3/7/7/6K/"];
        let boards = boards.into_iter().chain(["/tt5/7/7/7/7/7/7/", "/7/7/7/3KT2/7/7/n6/", "/7/7/7/3x3/7/7/7/"]);
        records.extend(boards.map(|board| format!("dim:7 start:{board}")));
        records.push("dim:6 cen:c3 start:/6/6/6/6/6/6/".to_owned());
        let english: BTreeSet<String> =
            records.iter().filter_map(|record| Rules::from_otn(record).err()).flat_map(|why| parts(&why)).collect();
        assert!(english.len() > 30, "{english:#?}");
        for language in [Language::German, Language::Danish] {
            let texts = of(language);
            let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
            let said = |text: &&String| text.split([' ', ',']).any(is_word) && texts.about_rules(text) == **text;
            let left: Vec<&String> = english.iter().filter(said).collect();
            assert!(left.is_empty(), "{language:?}: {left:#?}");
        }
        let found = of(Language::German).about_rules("2 squares in the row \"11\"");
        assert_eq!(found, "2 Feld(er) in der Reihe \"11\"");
        assert_eq!(of(Language::Danish).about_rules("K or nothing"), "K eller intet");
        assert_eq!(of(Language::English).about_rules("K or nothing"), "K or nothing");
    }

    /// The parts of an error that are English.
    fn parts(why: &OtnError) -> Vec<String> {
        let mut parts = Vec::new();
        why.clone().said(|part| {
            parts.push(part.clone());
            part
        });
        parts
    }
}
