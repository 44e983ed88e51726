//! The wording: templates under `config/letters`, built into the program, one folder for each language. Lower floors give facts, and every
//! sentence about them that a player reads is here. There are exceptions: the variant files and the errors about rules records are English,
//! and the other languages translate their sentences (`variant_texts.rs`). Only some errors about game records stay in English.
//!
//! English is written first. It says which templates there are, which fields each may use and which `[[markers]]` it must have. A test
//! (`comparison.rs`) checks the other languages against it, so that no reader gets less, or a gap in the text. An operator may lay files
//! over ours. They are checked in the same way when they are read (`overlay.rs`).

use crate::command::{self, Language};
use crate::tafl;
use crate::wording::blocks;
use crate::wording::blocks::Block;
use crate::wording::bounded_text;
use crate::wording::files;
use crate::wording::files::Source;
use crate::wording::help::{BadHelp, Help};
use crate::wording::template_text::{self, Alike, Folded, Pieces};
use crate::wording::variant_texts::{VariantFile, VariantTexts};
use minijinja::value::{Serde, ValueKind};
use minijinja::{Environment, UndefinedBehavior, Value, context};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

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
    pub(super) templates: Environment<'static>,
    pub(super) sources: Arc<BTreeMap<String, Source>>,
    /// The pages of help.
    pub help: Help,
    /// What the files of the variants say.
    pub variants: VariantTexts,
    /// The texts in which an operator's files differ from ours: templates, and texts of the help.
    pub(super) changed: Vec<Source>,
    /// Our own wording, if an operator's files change it.
    pub(super) ours: Option<Box<Wording>>,
    /// Whether ours serves where an operator's template fails after all.
    falls_back: AtomicBool,
    /// The operator's templates that failed.
    failed: Mutex<Failed>,
    /// The templates that have been used.
    #[cfg(test)]
    written: Mutex<BTreeSet<String>>,
}

/// An operator's templates that failed, each told once.
#[derive(Default)]
struct Failed {
    names: BTreeSet<String>,
    untold: Vec<String>,
}

/// A template that cannot be used. This is a mistake in `config/letters` or in the folder of the operator, never in a mail.
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
    #[error("letter template {place}: there is no English template with this name{}", did_you_mean(.nearest))]
    Unknown {
        /// File, line and name.
        place: String,
        /// The names that were probably meant.
        nearest: Vec<String>,
    },
    /// A template leaves out a fact that the reader needs.
    #[error("letter template {place}: {{{{ {field} }}}} is missing; our own text has it, and readers need it")]
    Lost {
        /// File, line and name.
        place: String,
        /// The field.
        field: String,
    },
    /// A template leaves out a command that the reader needs.
    #[error(
        "letter template {place}: the command {command} is missing behind three blanks, where our own text shows it"
    )]
    LostCommand {
        /// File, line and name.
        place: String,
        /// Its first word.
        command: String,
    },
    /// A sentence inside a letter, or a Subject, has several lines.
    #[error("letter template {0}: this text must be one line, as ours is")]
    Lines(String),
    /// The program reads these words in answers, or other code relies on them.
    #[error("letter template {0}: this text cannot be changed, because the program reads it in the answers of players")]
    Fixed(String),
    /// A character that no mail program shows.
    #[error("letter template {place}: the text contains the invisible character U+{:04X}", u32::from(*.character))]
    Invisible {
        /// File, line and name.
        place: String,
        /// The character.
        character: char,
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
    /// The names of the days or the months are not as many as there are.
    #[error(
        "letter template {place}: there must be {expected} names with blanks between them, as in our text; here are {found}"
    )]
    Names {
        /// File, line and name.
        place: String,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A loop in a template writes more than any letter.
    #[error("letter template {0}: its text becomes too long")]
    Long(String),
    /// A letter does not begin with a subject line.
    #[error("letter template {0}: the first line must begin with \"Subject: \"")]
    NoSubject(String),
    /// A sentence about variants that translates no sentence of theirs.
    #[error("{0}: no variant has this English sentence in its file")]
    NoVariant(String),
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
        Ok(Wordings::of_all(all?, usual))
    }

    /// These languages, in this order.
    pub(super) fn of_all(all: Vec<Wording>, usual: Language) -> Wordings {
        Wordings { all: all.into(), usual, pieces: Arc::default() }
    }

    /// The languages that an operator's files change.
    pub fn changed(&self) -> Vec<Language> {
        self.all.iter().filter(|words| !words.changed.is_empty()).map(|words| words.language).collect()
    }

    /// How many texts an operator's files change.
    pub fn changes(&self) -> usize {
        self.all.iter().map(|words| words.changed.len()).sum()
    }

    /// From now on, our own text serves where an operator's text cannot be filled in. The proof of the operator's texts comes before,
    /// because it must see the mistakes. It writes only samples, so a template may still have a mistake that only another letter shows.
    pub fn fall_back_on_ours(&self) {
        self.all.iter().for_each(|words| words.falls_back.store(true, Ordering::Relaxed));
    }

    /// Why templates of the operator have failed since the last call: once for each template.
    pub fn failures(&self) -> Vec<String> {
        self.all.iter().flat_map(Wording::failures).collect()
    }

    /// Our own wording in each language, which also serves where an operator's fails.
    pub(crate) fn ours(&self) -> impl Iterator<Item = &Wording> {
        self.all.iter().map(|words| words.ours.as_deref().unwrap_or(words))
    }

    /// The wording of each language, and ours where an operator changed it: letters in our words may have gone out before.
    pub(crate) fn with_ours(&self) -> impl Iterator<Item = &Wording> {
        self.all.iter().chain(self.all.iter().filter_map(|words| words.ours.as_deref()))
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
        let sources = self.with_ours().flat_map(|words| words.sources.values());
        self.pieces.of(sources.map(|source| source.text.as_str()))
    }

    /// The same, with an unknown field in one template of one language.
    #[cfg(test)]
    #[allow(clippy::unwrap_used, reason = "tests")]
    pub(crate) fn spoilt(mut self, language: Language, name: &str) -> Wordings {
        let all = Arc::get_mut(&mut self.all).unwrap();
        let words = all.iter_mut().find(|words| words.language == language).unwrap();
        let source = words.templates.get_template(name).map(|template| template.source().to_owned()).unwrap();
        let spoilt = format!("{source}{{{{ nobody_fills_this }}}}");
        Arc::make_mut(&mut words.sources).get_mut(name).unwrap().text.clone_from(&spoilt);
        words.templates.add_template_owned(name.to_owned(), spoilt).unwrap();
        self
    }
}

impl Wording {
    /// Our own wording.
    pub(super) fn embedded(language: Language) -> Result<Wording, WordingError> {
        let help = Help::read(language, files::text(language, files::HELP))?;
        let path = files::path(language, files::VARIANTS);
        let mut words = Wording::from_sources(language, files::sources(language)?, help);
        words.variants.add(VariantFile::read(files::text(language, files::VARIANTS), &path)?);
        Ok(words)
    }

    /// A language with these templates.
    pub(super) fn from_sources(language: Language, sources: Vec<Source>, help: Help) -> Wording {
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
            variants: VariantTexts::default(),
            changed: Vec::new(),
            ours: None,
            falls_back: AtomicBool::new(false),
            failed: Mutex::default(),
            #[cfg(test)]
            written,
        }
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
        self.or_ours(name, |words| words.render(name, facts.clone())).map(|text| text.trim().to_owned())
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
        self.or_ours(&name, |words| words.blocks(&name, &words.render(&name, facts.clone())?, insert))
    }

    fn failures(&self) -> Vec<String> {
        self.failed.lock().map_or_else(|_| Vec::new(), |mut failed| std::mem::take(&mut failed.untold))
    }

    /// The blocks of a rendered template.
    fn blocks(
        &self,
        name: &str,
        rendered: &str,
        insert: &dyn Fn(&str) -> Option<Vec<Block>>,
    ) -> Result<Vec<Block>, WordingError> {
        blocks::read(rendered, insert).map_err(|source| WordingError::Marker { place: self.place(name, None), source })
    }

    /// The Subjects that contain the name of a club.
    pub(crate) fn subjects_with(&self, club: &str) -> Result<Vec<String>, WordingError> {
        let mut subjects =
            vec![self.phrase("line/answer", context! { club })?, self.phrase("line/news", context! { club })?];
        for source in self.sources.values() {
            let first = source.text.lines().next().and_then(|line| line.strip_prefix("Subject: "));
            if let Some(subject) = first.filter(|subject| subject.contains("{{ club }}")) {
                let wrong = |error| WordingError::Template { place: source.place(None), source: error };
                subjects.push(
                    self.templates
                        .render_str(subject, context! { club, player => "ann", waits => 0 })
                        .map_err(wrong)?,
                );
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
        self.or_ours(&name, |words| {
            let rendered = words.render(&name, facts.clone())?;
            let (first, rest) = rendered.split_once('\n').unwrap_or((&rendered, ""));
            let subject =
                first.strip_prefix("Subject: ").ok_or_else(|| WordingError::NoSubject(words.place(&name, None)))?;
            Ok((subject.trim().to_owned(), words.blocks(&name, rest, insert)?))
        })
    }

    /// Checks that an operator's sentences about variants belong to sentences of these variants: nothing would ever show the others.
    pub(crate) fn check_variants(&self, catalogue: &tafl::Catalogue) -> Result<(), WordingError> {
        let known = |english: &str| {
            let says = |variant: &tafl::Variant| {
                english == variant.about
                    || english == variant.source
                    || variant.readings.iter().any(|one| one == english)
            };
            catalogue.iter().any(says)
        };
        let about_variants = self.changed.iter().filter(|source| source.file.ends_with(files::VARIANTS));
        let about_variants = about_variants.filter(|source| !source.name.starts_with("rules/"));
        let mut strangers =
            about_variants.filter(|source| source.name.split_once('/').is_none_or(|(_, english)| !known(english)));
        match strangers.next() {
            Some(source) => Err(WordingError::NoVariant(format!("{} line {}", source.file, source.line))),
            None => Ok(()),
        }
    }

    /// Where these words of a letter of this kind are from: file, line and name of the operator's text that holds most of them. If none
    /// holds enough of them to be sure, the letter.
    pub(crate) fn place_of(&self, words: &str, kind: &str) -> String {
        let letter = format!("letter/{kind}");
        let told = self.changed.iter().map(|source| (source, template_text::alike(&source.text, words)));
        let told = told.filter(|(source, alike)| alike.is_telling || source.name == letter);
        place_in(told.collect(), letter)
    }

    /// The same for words of a Subject, which few texts make.
    pub(crate) fn place_of_subject(&self, words: &str, kind: &str) -> String {
        let letter = format!("letter/{kind}");
        let made = self.changed.iter().filter(|source| source.name.starts_with("line/") || source.name == letter);
        place_in(made.map(|source| (source, template_text::alike(&source.text, words))).collect(), letter)
    }

    /// What an operator's texts say, or ours if these fail. The operator reads about the first failure of each text.
    fn or_ours<T>(&self, name: &str, write: impl Fn(&Wording) -> Result<T, WordingError>) -> Result<T, WordingError> {
        let ours = self.ours.as_deref().filter(|_| self.falls_back.load(Ordering::Relaxed));
        match (write(self), ours) {
            (Err(why), Some(ours)) => {
                if let Ok(mut failed) = self.failed.lock()
                    && failed.names.insert(name.to_owned())
                {
                    failed.untold.push(why.to_string());
                }
                write(ours)
            }
            (written, _) => written,
        }
    }

    fn render(&self, name: &str, facts: Value) -> Result<String, WordingError> {
        let wrong =
            |source: minijinja::Error| WordingError::Template { place: self.place(name, source.line()), source };
        #[cfg(test)]
        if let Ok(mut written) = self.written.lock() {
            written.insert(name.to_owned());
        }
        // Every third phrase of a letter is a word or a sentence without a field.
        if let Some(constant) = self.sources.get(name).filter(|source| !source.text.contains('{')) {
            return Ok(constant.text.clone());
        }
        let template = self.templates.get_template(name).map_err(wrong)?;
        match self.ours {
            None => template.render(facts).map_err(wrong),
            Some(_) => bounded_text::render(&template, facts)
                .map_err(wrong)?
                .ok_or_else(|| WordingError::Long(self.place(name, None))),
        }
    }

    /// The place of a template, for an error.
    fn place(&self, name: &str, line: Option<usize>) -> String {
        self.sources.get(name).map_or_else(|| format!("{}/{name}", self.language.word()), |source| source.place(line))
    }
}

/// The place of the text that is most alike, or the name of the letter if there is no text.
fn place_in(told: Vec<(&Source, Alike)>, letter: String) -> String {
    let best = told.into_iter().max_by_key(|(_, alike)| alike.length);
    best.map_or(letter, |(source, alike)| source.place(Some(alike.line)))
}

/// The end of an error that can name what was meant.
fn did_you_mean(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!(". Did you mean {}?", nearest.join(" or ")) }
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
