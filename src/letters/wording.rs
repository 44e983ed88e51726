//! The wording: templates under `config/letters`, embedded, one folder a language. Nothing else in this crate holds
//! a sentence of a letter, except the reasons of the rules (`tafl::Illegal`) and the carets of `command::Complaint`.

use crate::letters::body::{self, Block};
use minijinja::{Environment, UndefinedBehavior, Value};

/// Letters with a subject: name and text.
const LETTERS: [(&str, &str); 7] = [
    ("signup", include_str!("../../config/letters/en/signup.txt")),
    ("joined", include_str!("../../config/letters/en/joined.txt")),
    ("game", include_str!("../../config/letters/en/game.txt")),
    ("message", include_str!("../../config/letters/en/message.txt")),
    ("confirm", include_str!("../../config/letters/en/confirm.txt")),
    ("password", include_str!("../../config/letters/en/password.txt")),
    ("answer", include_str!("../../config/letters/en/answer.txt")),
];
const PHRASES: &str = include_str!("../../config/letters/en/phrases.toml");
const PARTS: &str = include_str!("../../config/letters/en/parts.toml");

/// All templates of one language, parsed.
pub struct Wording {
    templates: Environment<'static>,
}

/// A template that cannot be used. This is a mistake in `config/letters`, never in a mail.
#[derive(Debug, thiserror::Error)]
pub enum WordingError {
    /// The template language refuses it; the message names the template and the line.
    #[error("letter template {name}: {source:#}")]
    Template {
        /// Which template.
        name: String,
        /// Why, with its line.
        source: minijinja::Error,
    },
    /// The phrase file is no TOML of sections and strings.
    #[error("letter phrases: {0}")]
    Phrases(#[from] toml::de::Error),
    /// A letter does not begin with a subject line.
    #[error("letter template {0}: the first line has to begin with \"Subject: \"")]
    NoSubject(String),
    /// The game that is meant when none is named is not among the variants.
    #[error("there is no variant {}, the usual game", crate::command::DEFAULT_GAME)]
    NoUsualGame,
    /// A marker the letter does not have.
    #[error("letter template {name}: {source}")]
    Marker {
        /// Which template.
        name: String,
        /// Which marker.
        source: body::UnknownMarker,
    },
}

type Sections = std::collections::BTreeMap<String, std::collections::BTreeMap<String, String>>;

impl Wording {
    /// Parses the embedded templates.
    pub fn embedded() -> Result<Wording, WordingError> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        let mut add = |name: String, source: &str| {
            let added = templates.add_template_owned(name.clone(), source.to_owned());
            added.map_err(|source| WordingError::Template { name, source })
        };
        for (name, source) in LETTERS {
            add(format!("letter/{name}"), source)?;
        }
        for (section, phrases) in toml::from_str::<Sections>(PHRASES)? {
            for (key, phrase) in phrases {
                add(format!("{section}/{key}"), &phrase)?;
            }
        }
        for (key, part) in toml::from_str::<std::collections::BTreeMap<String, String>>(PARTS)? {
            add(format!("part/{key}"), &part)?;
        }
        Ok(Wording { templates })
    }

    /// The names of all templates.
    #[cfg(test)]
    pub(super) fn names(&self) -> Vec<String> {
        self.templates.templates().map(|(name, _)| name.to_owned()).collect()
    }

    /// These templates, one of them with a field that nobody fills.
    #[cfg(test)]
    pub(super) fn spoilt(mut self, name: &str) -> Wording {
        let source = self.templates.get_template(name).map(|template| template.source().to_owned()).unwrap_or_default();
        let spoilt = self.templates.add_template_owned(name.to_owned(), format!("{source}{{{{ nobody_fills_this }}}}"));
        assert!(spoilt.is_ok(), "{name}");
        self
    }

    /// A sentence: `section/key` of the phrase file.
    pub fn phrase(&self, name: &str, facts: Value) -> Result<String, WordingError> {
        self.render(name, facts).map(|text| text.trim().to_owned())
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
        body::read(&rendered, insert).map_err(|source| WordingError::Marker { name, source })
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
            return Err(WordingError::NoSubject(name));
        };
        match body::read(rest, insert) {
            Ok(blocks) => Ok((subject.trim().to_owned(), blocks)),
            Err(source) => Err(WordingError::Marker { name, source }),
        }
    }

    fn render(&self, name: &str, facts: Value) -> Result<String, WordingError> {
        let wrong = |source| WordingError::Template { name: name.to_owned(), source };
        self.templates.get_template(name).map_err(wrong)?.render(facts).map_err(wrong)
    }
}
