//! What a variant file says before its rules: names and texts.

use crate::tafl::rules_error::{RulesError, line_of};

/// The most aliases.
const ALIASES_MAX: usize = 20;

/// The longest title. It is used in the Subject of letters.
const TITLE_CHARS_MAX: usize = 60;

/// What a variant file says before its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tafl) struct Head {
    pub name: String,
    pub aliases: Vec<String>,
    pub shared_names: Vec<String>,
    pub title: String,
    pub about: String,
    pub source: String,
    pub readings: Vec<String>,
}

impl Head {
    /// Whether letters can show it and commands can name it.
    pub(super) fn check(&self, text: &str) -> Result<(), RulesError> {
        let wrong = |key: &'static str, found: String, expected: String| {
            Err(RulesError::Wrong { key, line: line_of(text, key), found, expected })
        };
        for (key, names) in [("aliases", &self.aliases), ("shared_names", &self.shared_names)] {
            if names.len() > ALIASES_MAX {
                return wrong(key, format!("{} of them", names.len()), format!("expected at most {ALIASES_MAX}"));
            }
        }
        let length = self.title.chars().count();
        if !(1..=TITLE_CHARS_MAX).contains(&length) {
            return wrong("title", format!("{length} characters"), format!("expected 1 to {TITLE_CHARS_MAX}"));
        }
        let texts = [("title", &self.title), ("about", &self.about), ("source", &self.source)];
        let readings = self.readings.iter().map(|reading| ("readings", reading));
        for (key, said) in texts.into_iter().chain(readings) {
            if said.chars().any(char::is_control) {
                return wrong(key, "a control character".to_owned(), "expected text".to_owned());
            }
            if said.contains("[[") {
                return wrong(
                    key,
                    "\"[[\"".to_owned(),
                    "this is not allowed in a title, because letters use it for boards".to_owned(),
                );
            }
        }
        self.check_names(text)
    }

    fn check_names(&self, text: &str) -> Result<(), RulesError> {
        let all = [("aliases", &self.aliases), ("shared_names", &self.shared_names)];
        let others = all.into_iter().flat_map(|(key, names)| names.iter().map(move |name| (key, name)));
        for (key, name) in std::iter::once(("name", &self.name)).chain(others) {
            let lawful = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
            if name.is_empty() || name.starts_with('-') || name.len() > 40 || !name.chars().all(lawful) {
                return Err(RulesError::Wrong {
                    key,
                    line: line_of(text, key),
                    found: format!("\"{}\"", name.chars().take(60).collect::<String>()),
                    expected:
                        "a name has at most 40 characters (a to z, digits and dashes) and does not begin with a dash"
                            .to_owned(),
                });
            }
        }
        Ok(())
    }
}
