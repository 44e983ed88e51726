//! The wording: templates under `config/letters`, built into the program, one folder for each language. Lower floors give facts, and every
//! sentence about them that a player reads is here. There are two exceptions: the variant files say how they read their sources, and some
//! errors about rules records and game records have their own text.
//!
//! English is written first. It says which templates there are, which fields each may use and which `[[markers]]` it must have. A test
//! (`Wordings::prove`) checks the other languages against it, so that no reader gets less, or a gap in the text.

use crate::command::{self, Language};
use crate::tafl;
use crate::wording::blocks;
use crate::wording::blocks::Block;
use crate::wording::files;
use crate::wording::files::Source;
use crate::wording::help::{BadHelp, Help};
use crate::wording::template_text::{Folded, Pieces};
use minijinja::value::{Serde, ValueKind};
use minijinja::{Environment, UndefinedBehavior, Value, context};
use serde::Serialize;
use std::collections::BTreeMap;
#[cfg(test)]
use std::collections::BTreeSet;
use std::sync::Arc;

/// The wording in every language. Cloning it is cheap.
#[derive(Clone)]
pub struct Wordings {
    all: Arc<[Wording]>,
    usual: Language,
    pieces: Arc<Pieces>,
}

/// All templates of one language. Each is parsed at its first use, because a program that ends soon needs few of them.
pub struct Wording {
    /// The language.
    pub language: Language,
    templates: Environment<'static>,
    sources: Arc<BTreeMap<String, Source>>,
    /// The pages of help.
    pub help: Help,
    /// The templates that have been used.
    #[cfg(test)]
    written: std::sync::Mutex<BTreeSet<String>>,
}

/// A template that cannot be used. This is a mistake in `config/letters`, never in a mail.
#[derive(Debug, thiserror::Error)]
pub enum WordingError {
    /// The template language refuses it.
    #[error("letter template {place}: {source:#}")]
    Template {
        /// File, line and name of the template.
        place: String,
        /// The error.
        source: minijinja::Error,
    },
    /// A file of phrases is not TOML with sections of strings.
    #[error("letter phrase: {0}")]
    Phrases(#[from] files::Unreadable),
    /// The pages of help are not those that the program needs.
    #[error("help: {0}")]
    Help(#[from] BadHelp),
    /// English has a template that another language does not have.
    #[error("config/letters/{language}: {name} is missing; the English text is in {place}")]
    Missing {
        /// The folder in which it is missing.
        language: &'static str,
        /// Its name.
        name: String,
        /// Its place in English.
        place: String,
    },
    /// English does not have this template, so nothing ever uses it.
    #[error("letter template {place}: there is no English template with this name")]
    Unknown {
        /// File, line and name.
        place: String,
    },
    /// A template uses a field that nothing fills.
    #[error("letter template {place}: there is no field {field}; the fields are: {}", .fields.join(", "))]
    Field {
        /// File, line and name.
        place: String,
        /// The field.
        field: String,
        /// The fields of the English template.
        fields: Vec<String>,
    },
    /// The markers are not those of the English template.
    #[error("letter template {place}: the [[...]] places are {found:?}, but must be {expected:?}")]
    Markers {
        /// File, line and name.
        place: String,
        /// Its markers.
        found: Vec<String>,
        /// The markers of the English template.
        expected: Vec<String>,
    },
    /// A letter does not begin with a subject line.
    #[error("letter template {0}: the first line must begin with \"Subject: \"")]
    NoSubject(String),
    /// The default game is not among the variants.
    #[error("there is no variant {}, but the server needs it as the default", crate::tafl::DEFAULT_GAME)]
    NoUsualGame,
    /// A template has a marker that its letter does not have.
    #[error("letter template {place}: {source}")]
    Marker {
        /// File, line and name of the template.
        place: String,
        /// The marker.
        source: blocks::UnknownMarker,
    },
}

impl Wordings {
    /// Reads the built-in templates of all languages. `usual` is the club's language.
    pub fn embedded(usual: Language) -> Result<Wordings, WordingError> {
        let all: Result<Vec<Wording>, WordingError> = Language::ALL.into_iter().map(Wording::embedded).collect();
        Ok(Wordings { all: all?.into(), usual, pieces: Arc::default() })
    }

    /// Checks that every template can be parsed, and that every other language has what English has. No operator can change the wording, so
    /// a test calls this and the start of the server does not.
    ///
    /// # Errors
    /// The first mistake, with its file and line.
    #[cfg(test)]
    pub fn prove(&self) -> Result<(), WordingError> {
        let (english, others) = self.all.split_first().expect("English is the first of all languages");
        self.all.iter().try_for_each(Wording::parse_all)?;
        others.iter().try_for_each(|other| other.compare(english))?;
        self.all.iter().try_for_each(|words| Ok(words.help.prove(words.language)?))
    }

    /// The same for a club with this language.
    pub fn usually(self, usual: Language) -> Wordings {
        Wordings { usual, ..self }
    }

    /// The wording in a language. `None` means the club's own language.
    pub fn of(&self, language: Option<Language>) -> &Wording {
        let language = language.unwrap_or(self.usual);
        let found = self.all.iter().find(|words| words.language == language);
        found.unwrap_or_else(|| self.all.first().expect("there is at least English"))
    }

    /// The wording of each language.
    pub fn all(&self) -> &[Wording] {
        &self.all
    }

    /// The constant text of all templates, which letters have in common.
    pub fn pieces(&self) -> &Folded {
        let sources = self.all.iter().flat_map(|words| words.sources.values());
        self.pieces.of(sources.map(|source| source.text.as_str()))
    }

    /// The same, with an unknown field in one template of one language.
    #[cfg(test)]
    #[allow(clippy::unwrap_used, reason = "tests")]
    pub(crate) fn spoilt(mut self, language: Language, name: &str) -> Wordings {
        let all = Arc::get_mut(&mut self.all).unwrap();
        let words = all.iter_mut().find(|words| words.language == language).unwrap();
        let source = words.templates.get_template(name).map(|template| template.source().to_owned()).unwrap();
        let spoilt =
            words.templates.add_template_owned(name.to_owned(), format!("{source}{{{{ nobody_fills_this }}}}"));
        assert!(spoilt.is_ok(), "{name}");
        self
    }
}

impl Wording {
    fn embedded(language: Language) -> Result<Wording, WordingError> {
        let help = Help::read(language, files::help(language))?;
        Ok(Wording::from_sources(language, files::sources(language)?, help))
    }

    fn from_sources(language: Language, sources: Vec<Source>, help: Help) -> Wording {
        let sources = sources.into_iter().map(|source| (source.name.clone(), source));
        let sources: Arc<BTreeMap<String, Source>> = Arc::new(sources.collect());
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.add_filter("listed", |items: Vec<String>, last: String| listed(&items, &last));
        templates.add_filter("short", |word: String| command::short(&word));
        let texts = Arc::clone(&sources);
        templates.set_loader(move |name| Ok(texts.get(name).map(|source| source.text.clone())));
        #[cfg(test)]
        let written = Default::default();
        Wording {
            language,
            templates,
            sources,
            help,
            #[cfg(test)]
            written,
        }
    }

    #[cfg(test)]
    fn parse_all(&self) -> Result<(), WordingError> {
        for (name, source) in self.sources.iter() {
            let parsed = self.templates.get_template(name);
            parsed.map_err(|error| WordingError::Template { place: place(source, error.line()), source: error })?;
        }
        Ok(())
    }

    /// Compares a language with English: the same templates, no other fields in them, the same markers.
    #[cfg(test)]
    fn compare(&self, english: &Wording) -> Result<(), WordingError> {
        for (name, source) in self.sources.iter() {
            let place = || place(source, None);
            let Some(model) = english.sources.get(name) else {
                return Err(WordingError::Unknown { place: place() });
            };
            let (fields, found) = (english.fields(name), self.fields(name));
            if let Some(field) = found.difference(&fields).next() {
                let fields = fields.iter().cloned().collect();
                let at = source
                    .text
                    .lines()
                    .position(|line| line.contains('{') && line.contains(field.as_str()))
                    .map(|line| line + 1);
                return Err(WordingError::Field { place: self::place(source, at), field: field.clone(), fields });
            }
            let (found, expected) = (blocks::markers(&source.text), blocks::markers(&model.text));
            if found != expected {
                return Err(WordingError::Markers { place: place(), found, expected });
            }
        }
        match english.sources.values().find(|source| !self.sources.contains_key(&source.name)) {
            Some(model) => Err(WordingError::Missing {
                language: self.language.word(),
                name: model.name.clone(),
                place: place(model, None),
            }),
            None => Ok(()),
        }
    }

    /// The fields that a template uses, in any branch.
    #[cfg(test)]
    fn fields(&self, name: &str) -> BTreeSet<String> {
        let template = self.templates.get_template(name);
        template.map(|template| template.undeclared_variables(false).into_iter().collect()).unwrap_or_default()
    }

    /// The names of the templates that were never used.
    #[cfg(test)]
    #[allow(clippy::unwrap_used, reason = "tests")]
    pub(crate) fn left_out(&self) -> Vec<String> {
        let written = self.written.lock().unwrap();
        self.sources.keys().filter(|name| !written.contains(*name)).cloned().collect()
    }

    /// A sentence: `section/key` of the phrase file.
    pub fn phrase(&self, name: &str, facts: Value) -> Result<String, WordingError> {
        self.render(name, facts).map(|text| text.trim().to_owned())
    }

    /// A list as people write it: `a, b and c`. `last` is the word before the last item, `and` or `or`.
    pub fn list(&self, last: &str, items: &[String]) -> Result<String, WordingError> {
        Ok(listed(items, &self.phrase(&format!("word/{last}"), context! {})?))
    }

    /// The sentence for one fact of a lower floor: its name is the key, and its data are the fields. A single value is called `it`.
    pub fn say(&self, section: &str, said: &impl Serialize) -> Result<String, WordingError> {
        let (key, facts) = fact(said);
        self.phrase(&format!("{section}/{key}"), facts)
    }

    /// Rules in plain words: a sentence or a short paragraph for each.
    pub fn rules(&self, rules: &tafl::Rules, dialect: tafl::Dialect) -> Result<Vec<String>, WordingError> {
        tafl::describe(rules, dialect).iter().map(|told| self.say("rule", told)).collect()
    }

    /// The blocks of a part of an answer.
    pub fn part(
        &self,
        name: &str,
        facts: Value,
        insert: &dyn Fn(&str) -> Option<Vec<Block>>,
    ) -> Result<Vec<Block>, WordingError> {
        let name = format!("part/{name}");
        let rendered = self.render(&name, facts)?;
        blocks::read(&rendered, insert)
            .map_err(|source| WordingError::Marker { place: self.place(&name, None), source })
    }

    /// The Subjects that contain the name of a club.
    pub(crate) fn subjects_with(&self, club: &str) -> Result<Vec<String>, WordingError> {
        let mut subjects =
            vec![self.phrase("line/answer", context! { club })?, self.phrase("line/news", context! { club })?];
        for source in self.sources.values() {
            let first = source.text.lines().next().and_then(|line| line.strip_prefix("Subject: "));
            if let Some(subject) = first.filter(|subject| subject.contains("{{ club }}")) {
                let wrong = |error| WordingError::Template { place: place(source, None), source: error };
                subjects.push(self.templates.render_str(subject, context! { club, player => "ann" }).map_err(wrong)?);
            }
        }
        Ok(subjects)
    }

    /// Subject and blocks of a letter.
    pub fn letter(
        &self,
        name: &str,
        facts: Value,
        insert: &dyn Fn(&str) -> Option<Vec<Block>>,
    ) -> Result<(String, Vec<Block>), WordingError> {
        let name = format!("letter/{name}");
        let rendered = self.render(&name, facts)?;
        let (first, rest) = rendered.split_once('\n').unwrap_or((&rendered, ""));
        let Some(subject) = first.strip_prefix("Subject: ") else {
            return Err(WordingError::NoSubject(self.place(&name, None)));
        };
        match blocks::read(rest, insert) {
            Ok(blocks) => Ok((subject.trim().to_owned(), blocks)),
            Err(source) => Err(WordingError::Marker { place: self.place(&name, None), source }),
        }
    }

    fn render(&self, name: &str, facts: Value) -> Result<String, WordingError> {
        let wrong =
            |source: minijinja::Error| WordingError::Template { place: self.place(name, source.line()), source };
        #[cfg(test)]
        if let Ok(mut written) = self.written.lock() {
            written.insert(name.to_owned());
        }
        self.templates.get_template(name).map_err(wrong)?.render(facts).map_err(wrong)
    }

    /// The place of a template, for an error.
    fn place(&self, name: &str, line: Option<usize>) -> String {
        self.sources.get(name).map_or_else(|| format!("{}/{name}", self.language.word()), |source| place(source, line))
    }
}

/// The name of an enum's variant in kebab-case, and its data.
pub(crate) fn fact(said: &impl Serialize) -> (String, Value) {
    let said = Value::from(Serde(said));
    if let Some(name) = said.as_str() {
        return (name.to_owned(), context! {});
    }
    let name = said.try_iter().ok().and_then(|mut names| names.next()).unwrap_or_default();
    let data = said.get_item(&name).unwrap_or_default();
    let facts = if data.kind() == ValueKind::Map {
        data
    } else {
        context! { it => data }
    };
    (name.to_string(), facts)
}

/// `a, b and c`.
fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// File, line and name. `line` is the line within the template, if it is known.
fn place(source: &Source, line: Option<usize>) -> String {
    let within = line.filter(|_| source.line_by_line).map_or(0, |line| line.saturating_sub(1));
    format!("{} line {}, {}", source.file, source.line + within, source.name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const ENGLISH: &str = "[a]\none = \"{{ who }} is here\"\ntwo = \"two\"\n";

    fn english_help() -> Help {
        Help::read(Language::English, files::help(Language::English)).unwrap()
    }

    /// What is reported about a file of phrases that should be like the English one.
    fn compared(other: &str) -> String {
        let read = |language, text| {
            Wording::from_sources(language, files::phrases(text, "file.toml").unwrap(), english_help())
        };
        let english = read(Language::English, ENGLISH);
        read(Language::German, other).compare(&english).map_or_else(|wrong| wrong.to_string(), |()| "alike".to_owned())
    }

    #[test]
    fn the_wording_is_whole_in_every_language() {
        let proved = Wordings::embedded(Language::English).unwrap().prove();
        assert_eq!(proved.map_err(|wrong| wrong.to_string()), Ok(()));
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
        for wrong in [broken.parse_all().err(), broken.phrase("a/one", context! {}).err()] {
            let said = wrong.unwrap().to_string();
            assert!(said.starts_with("letter template file.toml line 5, a/one: syntax error"), "{said}");
        }
        let said = files::phrases("[a]\none = two\n", "file.toml").unwrap_err().to_string();
        assert!(said.starts_with("file.toml: TOML parse error at line 2"), "{said}");
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
