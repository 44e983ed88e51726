//! Compares wording with other wording: another language with English, and an operator's texts with ours.

use crate::command::{Place, nearest};
use crate::wording::blocks;
use crate::wording::files::Source;
use crate::wording::templates::{Wording, WordingError};
use std::collections::BTreeSet;

/// Checks that every template can be parsed, and that every other language has what English has. A test calls this for our own wording, and
/// the start of the server does not.
///
/// # Errors
/// The first mistake, with its file and line.
#[cfg(test)]
fn prove(wordings: &crate::wording::Wordings) -> Result<(), WordingError> {
    let (english, others) = wordings.all().split_first().expect("English is the first of all languages");
    wordings.all().iter().try_for_each(parse_all)?;
    others.iter().try_for_each(|other| compare(other, english))?;
    wordings.all().iter().try_for_each(|words| Ok(words.help.prove(words.language)?))
}

/// Parses every template.
#[cfg(test)]
fn parse_all(words: &Wording) -> Result<(), WordingError> {
    words.sources.values().try_for_each(|source| parse(words, source))
}

/// Compares a language with English: the same templates, no other fields in them, the same markers.
#[cfg(test)]
fn compare(words: &Wording, english: &Wording) -> Result<(), WordingError> {
    words.sources.values().try_for_each(|source| fits(words, source, english))?;
    match english.sources.values().find(|source| !words.sources.contains_key(&source.name)) {
        Some(model) => Err(WordingError::Missing {
            language: words.language.word(),
            name: model.name.clone(),
            place: model.place(None),
        }),
        None => Ok(()),
    }
}

/// Parses a template.
pub(super) fn parse(words: &Wording, source: &Source) -> Result<(), WordingError> {
    let parsed = words.templates.get_template(&source.name);
    parsed.map(|_| ()).map_err(|error| WordingError::Template { place: source.place(error.line()), source: error })
}

/// Compares a template with its model: the same name, no other fields, the same markers.
pub(super) fn fits(words: &Wording, source: &Source, models: &Wording) -> Result<(), WordingError> {
    let Some(model) = models.sources.get(&source.name) else {
        return Err(WordingError::Unknown { place: source.place(None), nearest: near(&source.name, models) });
    };
    let (fields, found) = (fields(models, &source.name), fields(words, &source.name));
    if let Some(field) = found.difference(&fields).next() {
        let fields = fields.iter().cloned().collect();
        let mut lines = source.text.lines();
        let line = lines.position(|line| line.contains('{') && line.contains(field.as_str())).map(|line| line + 1);
        return Err(WordingError::Field { place: source.place(line), field: field.clone(), fields });
    }
    let (found, expected) = (blocks::markers(&source.text), blocks::markers(&model.text));
    if found == expected {
        Ok(())
    } else {
        Err(WordingError::Markers {
            place: source.place(None),
            found: found.into_iter().collect(),
            expected: expected.into_iter().collect(),
        })
    }
}

/// The fields that a template uses, in any branch.
pub(super) fn fields(words: &Wording, name: &str) -> BTreeSet<String> {
    let template = words.templates.get_template(name);
    template.map(|template| template.undeclared_variables(false).into_iter().collect()).unwrap_or_default()
}

/// The templates that were probably meant by a name: one of the same section with a similar key, or with the same key elsewhere.
fn near(name: &str, models: &Wording) -> Vec<String> {
    let (section, key) = name.split_once('/').unwrap_or(("", name));
    let names = || models.sources.keys().filter_map(|name| name.split_once('/'));
    let alike = nearest(key, Place::Name, names().filter(|(known, _)| *known == section).map(|(_, key)| key));
    match alike[..] {
        [] => names().filter(|(_, known)| *known == key).map(|(section, key)| format!("{section}/{key}")).collect(),
        _ => alike.into_iter().map(|key| format!("{section}/{key}")).collect(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::Language;
    use crate::wording::help::Help;
    use crate::wording::templates::Wordings;
    use crate::wording::{files, template_text};
    use minijinja::context;

    const ENGLISH: &str = "[a]\none = \"{{ who }} is here\"\ntwo = \"two\"\n";

    fn english_help() -> Help {
        Help::read(Language::English, files::text(Language::English, files::HELP)).unwrap()
    }

    /// What is reported about a file of phrases that should be like the English one.
    fn compared(other: &str) -> String {
        let read = |language, text| {
            Wording::from_sources(language, files::phrases(text, "file.toml").unwrap(), english_help())
        };
        let english = read(Language::English, ENGLISH);
        compare(&read(Language::German, other), &english)
            .map_or_else(|wrong| wrong.to_string(), |()| "alike".to_owned())
    }

    #[test]
    fn the_wording_is_whole_in_every_language() {
        let proved = prove(&Wordings::embedded(Language::English).unwrap());
        assert_eq!(proved.map_err(|wrong| wrong.to_string()), Ok(()));
    }

    /// All texts of a language by their names: templates, cut into the pieces between their fields, and the help.
    fn texts(language: Language) -> BTreeSet<(String, String)> {
        fn add(texts: &mut BTreeSet<(String, String)>, name: &str, value: &toml::Value) {
            match value {
                toml::Value::Table(table) => {
                    table.iter().for_each(|(key, value)| add(texts, &format!("{name}/{key}"), value))
                }
                toml::Value::Array(all) => all.iter().for_each(|value| add(texts, name, value)),
                value => drop(texts.insert((name.to_owned(), value.as_str().unwrap_or_default().to_owned()))),
            }
        }
        let sources = files::sources(language).unwrap();
        let pieces = |source: &Source| template_text::constant(&source.text).into_iter();
        let mut texts =
            sources.iter().flat_map(|source| pieces(source).map(|piece| (source.name.clone(), piece))).collect();
        add(&mut texts, "help", &toml::from_str(files::text(language, files::HELP)).unwrap());
        texts
    }

    /// Commands are the same in every language.
    const COMMANDS: [&str; 1] = ["swap ann bob"];

    /// Where two languages have the same words, one of them was not translated.
    #[test]
    fn nothing_is_left_in_english() {
        let has_words = |text: &str| text.split(' ').filter(|word| word.chars().all(char::is_alphabetic)).count() > 2;
        let english = texts(Language::English);
        for language in [Language::German, Language::Danish] {
            let texts = texts(language);
            let is_left = |text: &str| has_words(text) && !COMMANDS.contains(&text);
            let left: Vec<_> = texts.intersection(&english).filter(|(_, text)| is_left(text)).collect();
            assert!(left.is_empty(), "{language:?}: {left:#?}");
        }
    }

    #[test]
    fn another_language_has_the_templates_of_english_and_no_other_fields() {
        assert_eq!(compared("[a]\ntwo = \"zwei\"\none = \"{{ who }} ist da\"\n"), "alike");
        for (other, says) in [
            (
                "[a]\none = \"{{ who }}\"\n",
                "config/letters/de: a/two is missing; the English text is in file.toml line 3, a/two",
            ),
            (
                "[a]\none = \"x\"\ntwo = \"y\"\ndrei = \"z\"\n",
                "letter template file.toml line 4, a/drei: there is no English template with this name",
            ),
            (
                "[a]\ntwo = \"zwei\"\none = \"\"\"\nwer\n{{ wer }}\"\"\"\n",
                "letter template file.toml line 5, a/one: there is no field wer; the fields are: who",
            ),
            (
                "[a]\none = \"{% if who == 'x' %}{{ wann }}{% endif %}\"\ntwo = \"y\"\n",
                "letter template file.toml line 2, a/one: there is no field wann; the fields are: who",
            ),
            (
                "[a]\none = \"x\"\ntwo = \"\"\"\nzwei\n\n[[board]]\"\"\"\n",
                "letter template file.toml line 4, a/two: the [[...]] places are [\"board\"], but must be []",
            ),
        ] {
            assert_eq!(compared(other), says);
        }
    }

    #[test]
    fn a_mistake_is_told_with_its_file_and_line() {
        let broken = files::phrases("[a]\nx = \"1\"\none = \"\"\"\nso\n{% if %}\"\"\"\n", "file.toml").unwrap();
        let broken = Wording::from_sources(Language::German, broken, english_help());
        for wrong in [parse_all(&broken).err(), broken.phrase("a/one", context! {}).err()] {
            let said = wrong.unwrap().to_string();
            assert!(said.starts_with("letter template file.toml line 5, a/one: syntax error"), "{said}");
        }
        let said = files::phrases("[a]\none = two\n", "file.toml").unwrap_err().to_string();
        assert!(said.starts_with("file.toml line 2: "), "{said}");
        let spoilt = Wordings::embedded(Language::English).unwrap().spoilt(Language::Danish, "letter/message");
        let facts = minijinja::context! { from => "ann" };
        let said =
            spoilt.of(Some(Language::Danish)).letter("message", facts, &|_| Some(Vec::new())).unwrap_err().to_string();
        assert!(
            said.starts_with("letter template config/letters/da/message.txt line 8, letter/message: undefined"),
            "{said}"
        );
    }
}
