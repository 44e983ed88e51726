//! What the files of the variants say, in another language, from `variants.toml`. The English sentence is the key, so that an operator's own
//! variant file keeps its own sentences until somebody translates those too.

use crate::tafl::Variant;
use crate::wording::files::{Phrases, Unreadable, read};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The sentences of the variant files in a language, by the English ones. English has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantTexts {
    about: BTreeMap<String, String>,
    reading: BTreeMap<String, String>,
    source: BTreeMap<String, String>,
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
        for (texts, phrases) in
            [(&mut self.about, file.about), (&mut self.reading, file.reading), (&mut self.source, file.source)]
        {
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

    /// How the source of a variant is read.
    pub fn readings(&self, variant: &Variant) -> Vec<String> {
        variant.readings.iter().map(|reading| said(&self.reading, reading).to_owned()).collect()
    }
}

fn said<'a>(texts: &'a BTreeMap<String, String>, english: &'a String) -> &'a str {
    texts.get(english).unwrap_or(english)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::Language;
    use crate::wording::files;
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
}
