//! The pages of help in a language, from its `help.toml`. Each file has a page for every command and every topic, and a meaning for every
//! setting. The table in docs/players.md takes its words from the English file.

use crate::command::table::Group;
use crate::command::{Language, Setting, Who};
use crate::wording::files;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The whole text of the help.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Help {
    /// The words in capitals that the player fills in.
    form: BTreeMap<String, String>,
    /// The headings of the list of commands.
    group: BTreeMap<String, String>,
    /// The labels before forms, examples, and who may use a command.
    label: Labels,
    /// Who may use a command.
    who: BTreeMap<String, String>,
    /// The meanings of the values of settings.
    setting: BTreeMap<String, String>,
    /// A page for each command and each topic.
    page: BTreeMap<String, Page>,
}

/// The labels on the page of a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Labels {
    /// Before the form of a command.
    pub form: String,
    /// Before those who may use it.
    pub who: String,
    /// Before an example.
    pub example: String,
    /// On the page of a command that takes an id and a password behind a number, for those who have a password.
    pub login: String,
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// What it is about, in one line.
    pub about: String,
    /// Its paragraphs.
    pub detail: Vec<String>,
}

/// The longest line about a page in a list: it shares a line with the command.
pub(super) const ABOUT_CHARS_MAX: usize = 57;

/// The key of the meaning of a setting's value. All hours have the same meaning.
pub(super) fn meaning_key(key: &str, value: &str) -> String {
    let value = if value.bytes().all(|byte| byte.is_ascii_digit()) { "hour" } else { value };
    format!("{key}-{value}")
}

/// A file of help that cannot be used, with the line if it is known.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {said}", .line.map_or(String::new(), |line| format!(" line {line}")))]
pub struct BadHelp {
    pub(super) file: String,
    pub(super) line: Option<usize>,
    pub(super) said: String,
}

impl From<files::Unreadable> for BadHelp {
    fn from(files::Unreadable { file, line, said }: files::Unreadable) -> BadHelp {
        BadHelp { file, line: Some(line), said }
    }
}

impl Help {
    /// Reads a file.
    pub fn read(language: Language, text: &str) -> Result<Help, BadHelp> {
        Ok(files::read(text, &files::path(language, files::HELP))?)
    }

    /// The page of a command or a topic.
    pub fn page(&self, name: &str) -> Option<&Page> {
        self.page.get(name)
    }

    /// A page, to replace what it says.
    pub(super) fn page_mut(&mut self, name: &str) -> Option<&mut Page> {
        self.page.get_mut(name)
    }

    /// A text outside the pages, to replace it.
    pub(super) fn text_mut(&mut self, section: &str, key: &str) -> Option<&mut String> {
        match (section, key) {
            ("form", key) => self.form.get_mut(key),
            ("group", key) => self.group.get_mut(key),
            ("who", key) => self.who.get_mut(key),
            ("setting", key) => self.setting.get_mut(key),
            ("label", "form") => Some(&mut self.label.form),
            ("label", "who") => Some(&mut self.label.who),
            ("label", "example") => Some(&mut self.label.example),
            ("label", "login") => Some(&mut self.label.login),
            _ => None,
        }
    }

    /// The names of all pages.
    pub(super) fn page_names(&self) -> Vec<&str> {
        self.page.keys().map(String::as_str).collect()
    }

    /// The keys of a section of texts.
    pub(super) fn keys_of(&self, section: &str) -> Vec<&str> {
        let texts = match section {
            "form" => &self.form,
            "group" => &self.group,
            "who" => &self.who,
            "setting" => &self.setting,
            _ => return vec!["form", "who", "example", "login"],
        };
        texts.keys().map(String::as_str).collect()
    }

    /// The labels, padded to the same width.
    pub(super) fn labels(&self) -> Labels {
        let Labels { form, who, example, login } = &self.label;
        let width = [form, who, example].map(|label| label.chars().count()).into_iter().max().unwrap_or(0) + 3;
        let [form, who, example] = [form, who, example].map(|label| format!("{label:<width$}"));
        Labels { form, who, example, login: login.clone() }
    }

    /// Who may use a command.
    pub fn who(&self, who: Who) -> &str {
        self.who.get(who.key()).map_or("", String::as_str)
    }

    /// The heading of a chapter.
    pub fn group(&self, group: Group) -> &str {
        self.group.get(&key_of(group)).map_or("", String::as_str)
    }

    /// What a setting means.
    pub fn meaning(&self, setting: Setting) -> &str {
        let of_key = format!("{}-", setting.key());
        let known = self.setting.get(&meaning_key(setting.key(), setting.value()));
        // There are more zones than a list could hold. All have the same meaning.
        let alike = || self.setting.iter().find(|(key, _)| key.starts_with(&of_key)).map(|(_, meaning)| meaning);
        known.or_else(alike).map_or("", String::as_str)
    }

    /// The same as a player reads it who has no password, or has one.
    pub(super) fn form_for(&self, usage: &str, has_password: bool) -> String {
        match has_password {
            true => self.form(usage),
            false => self.form(&usage.replace(" (ID PASSWORD)", "")),
        }
    }

    /// The form of a command, with the words to fill in.
    pub fn form(&self, usage: &str) -> String {
        pieces(usage).map(|piece| self.form.get(piece).map_or(piece, String::as_str)).collect()
    }
}

fn key_of(group: Group) -> String {
    format!("{group:?}").to_lowercase()
}

/// The words of a form and the text between them.
fn pieces(usage: &str) -> impl Iterator<Item = &str> {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let mut rest = usage;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c: char| is_letter(c) != is_letter(first)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command;
    use crate::command::table;
    use std::collections::BTreeSet;

    impl Help {
        /// Whether it has everything that the program needs, and nothing else.
        pub(in crate::wording) fn prove(&self, language: Language) -> Result<(), BadHelp> {
            self.check().map_err(|(near, said)| {
                let mut lines = files::text(language, files::HELP).lines();
                let line = lines.position(|line| line.starts_with(&near)).map(|line| line + 1);
                BadHelp { file: files::path(language, files::HELP), line, said }
            })
        }

        /// What is missing, left over or too long, and the beginning of its line.
        fn check(&self) -> Result<(), (String, String)> {
            for (section, found, expected) in [
                ("form", keys(&self.form), to_fill_in()),
                ("group", keys(&self.group), Group::ALL.into_iter().map(key_of).collect()),
                ("setting", keys(&self.setting), meanings()),
                ("who", keys(&self.who), Who::ALL.into_iter().map(|who| who.key().to_owned()).collect()),
                ("page", keys(&self.page), pages()),
            ] {
                if let Some(missing) = expected.difference(&found).next() {
                    return Err((format!("[{section}]"), format!("{section}: {missing} is missing")));
                }
                if let Some(unknown) = found.difference(&expected).next() {
                    let near = if section == "page" { format!("[page.{unknown}]") } else { unknown.clone() };
                    return Err((near, format!("{section}: the program has no {unknown}")));
                }
            }
            for (name, page) in &self.page {
                let wrong = |said: String| Err((format!("[page.{name}]"), format!("{name}: {said}")));
                if page.about.chars().count() > ABOUT_CHARS_MAX {
                    return wrong(format!("the line about it has more than {ABOUT_CHARS_MAX} characters"));
                }
                if page.detail.is_empty() || page.detail.iter().any(|paragraph| paragraph.trim().is_empty()) {
                    return wrong("it has no text, or an empty paragraph".to_owned());
                }
            }
            Ok(())
        }
    }

    fn keys<T>(map: &BTreeMap<String, T>) -> BTreeSet<String> {
        map.keys().cloned().collect()
    }

    /// The words in capitals in the forms of all commands.
    fn to_fill_in() -> BTreeSet<String> {
        let usages = table::entries().flat_map(table::Entry::usages);
        let usages = usages.chain(command::keys().iter().map(|key| key.usage));
        usages.flat_map(pieces).filter(|piece| is_to_fill_in(piece)).map(str::to_owned).collect()
    }

    /// The keys of the meanings of all settings.
    fn meanings() -> BTreeSet<String> {
        command::keys().iter().flat_map(|key| key.values.iter().map(|value| meaning_key(key.name, value))).collect()
    }

    /// The names of all pages.
    fn pages() -> BTreeSet<String> {
        let commands = table::entries().map(|entry| entry.name);
        commands.chain(command::topics().iter().map(|topic| topic.name)).map(str::to_owned).collect()
    }

    /// Whether a word of a form must be filled in: it is in capitals and longer than the `N` of `#N`.
    fn is_to_fill_in(word: &str) -> bool {
        word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && !word.contains(|c: char| c.is_ascii_lowercase())
    }

    fn of(language: Language) -> Help {
        Help::read(language, files::text(language, files::HELP)).unwrap()
    }

    #[test]
    fn what_is_to_be_filled_in_is_named_in_the_language() {
        let mut help = of(Language::English);
        help.form.insert("BOARD".to_owned(), "BRETT".to_owned());
        help.form.insert("PLAY".to_owned(), "ZUG".to_owned());
        assert_eq!(help.form("move (BOARD) (ID PASSWORD) PLAY"), "move (BRETT) (ID PASSWORD) ZUG");
        assert_eq!(help.form("preview BOARD#N PLAY ..."), "preview BRETT#N ZUG ...");
        assert_eq!(help.form("challenge ID1 ID2 (-VARIANT)"), "challenge ID1 ID2 (-VARIANT)");
    }

    #[test]
    fn a_page_has_the_same_number_of_paragraphs_in_every_language() {
        let paragraphs = |help: Help| -> Vec<(String, usize)> {
            help.page.into_iter().map(|(name, page)| (name, page.detail.len())).collect()
        };
        for language in Language::ALL {
            assert_eq!(paragraphs(of(language)), paragraphs(of(Language::English)), "{language:?}");
        }
    }

    #[test]
    fn a_page_too_few_or_too_many_is_told() {
        let checked = |change: &dyn Fn(&mut Help)| {
            let mut help = of(Language::Danish);
            change(&mut help);
            help.check().err().map(|(near, said)| format!("{near} {said}")).unwrap_or_default()
        };
        assert_eq!(checked(&|_| {}), "");
        assert_eq!(checked(&|help| drop(help.page.remove("move"))), "[page] page: move is missing");
        let extra = |help: &mut Help| drop(help.setting.insert("a-b".to_owned(), "x".to_owned()));
        assert_eq!(checked(&extra), "a-b setting: the program has no a-b");
        let longer = |help: &mut Help| help.page.get_mut("draw").unwrap().about = "x".repeat(ABOUT_CHARS_MAX + 1);
        assert_eq!(checked(&longer), "[page.draw] draw: the line about it has more than 57 characters");
        let hollow = |help: &mut Help| help.page.get_mut("draw").unwrap().detail.clear();
        assert_eq!(checked(&hollow), "[page.draw] draw: it has no text, or an empty paragraph");
        let read = Help::read(Language::German, "form = 3").unwrap_err().to_string();
        assert!(read.starts_with("config/letters/de/help.toml line 1: "), "{read}");
    }
}
