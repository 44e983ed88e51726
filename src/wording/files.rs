//! The wording files, which are built into the program: one folder for each language under `config/letters`, with the same file names in
//! each. Here they are split into templates. Each template knows its place, so that an error can say where to correct it.

use crate::command::Language;
use std::collections::BTreeMap;
use toml::Spanned;

/// The files of one language.
struct Folder {
    language: Language,
    /// The name of each file, and its text.
    files: [(&'static str, &'static str); 41],
}

/// The files with these names of a folder in `config/letters`.
macro_rules! folder {
    ($language:ident, $folder:literal, $($file:literal),+ $(,)?) => {
        Folder {
            language: Language::$language,
            files: [$(($file, include_str!(concat!("../../config/letters/", $folder, "/", $file)))),+],
        }
    };
    ($language:ident, $folder:literal) => {
        folder!(
            $language,
            $folder,
            // letters
            "signup.txt",
            "arrived.txt",
            "joined.txt",
            "game.txt",
            "ended.txt",
            "digest.txt",
            "observed.txt",
            "announcement.txt",
            "message.txt",
            "confirm.txt",
            "vacation.txt",
            "auto-vacation.txt",
            "given-back.txt",
            "reminder.txt",
            "password.txt",
            "preview.txt",
            "tournament-began.txt",
            "tournament-news.txt",
            "tournament-finished.txt",
            "address.txt",
            "new-password.txt",
            "account.txt",
            "reclaimed.txt",
            "suspended.txt",
            "resumed.txt",
            "came-back.txt",
            "letter-lost.txt",
            "unreachable.txt",
            "signed-off.txt",
            "gone.txt",
            "delete.txt",
            "deleted.txt",
            "answer.txt",
            // the parts of answers
            "answers.toml",
            "questions.toml",
            // sections of phrases
            "news.toml",
            "tournaments.toml",
            "rules.toml",
            "complaints.toml",
            // what is not a template
            "help.toml",
            "variants.toml",
        )
    };
}

static FOLDERS: [Folder; 3] = [folder!(English, "en"), folder!(German, "de"), folder!(Danish, "da")];

/// The files with the parts of answers: each key is a part.
const PARTS: [&str; 2] = ["answers.toml", "questions.toml"];
/// The file with the pages of help.
pub(super) const HELP: &str = "help.toml";
/// The file with the sentences about the variants.
pub(super) const VARIANTS: &str = "variants.toml";

/// One template as it is in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// `letter/game`, `event/moved`, `part/help`.
    pub name: String,
    /// The template.
    pub text: String,
    /// The file, from the top of the project.
    pub file: String,
    /// Its first line there, from 1.
    pub line: usize,
    /// Whether each line of the template is a line of the file.
    pub line_by_line: bool,
}

impl Source {
    /// File, line and name. `line` is the line within the template, if it is known.
    pub(super) fn place(&self, line: Option<usize>) -> String {
        let within = line.filter(|_| self.line_by_line).map_or(0, |line| line.saturating_sub(1));
        format!("{} line {}, {}", self.file, self.line + within, self.name)
    }
}

/// A file of phrases that cannot be read: its name, its line, and what is wrong.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file} line {line}: {said}")]
pub struct Unreadable {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) said: String,
}

/// The names of the files that each language has.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FOLDERS[0].files.iter().map(|(name, _)| *name)
}

/// The path of a built-in file.
pub(super) fn path(language: Language, name: &str) -> String {
    format!("config/letters/{}/{name}", language.word())
}

/// The text of a built-in file.
pub(super) fn text(language: Language, name: &str) -> &'static str {
    let folder = FOLDERS.iter().find(|folder| folder.language == language);
    let file = folder.and_then(|folder| folder.files.iter().find(|(known, _)| *known == name));
    file.map_or("", |(_, text)| text)
}

/// All built-in templates of a language.
pub(super) fn sources(language: Language) -> Result<Vec<Source>, Unreadable> {
    let templates = names().filter(|name| ![HELP, VARIANTS].contains(name));
    let read = templates.map(|name| templates_of(name, text(language, name), &path(language, name)));
    Ok(read.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The templates in the text of the file with this name. `path` is for errors.
pub(super) fn templates_of(name: &str, text: &str, path: &str) -> Result<Vec<Source>, Unreadable> {
    match name.strip_suffix(".txt") {
        Some(letter) => Ok(vec![Source {
            name: format!("letter/{letter}"),
            text: text.to_owned(),
            file: path.to_owned(),
            line: 1,
            line_by_line: true,
        }]),
        None if PARTS.contains(&name) => Ok(section("part", read(text, path)?, text, path, &line_ends(text))),
        None => phrases(text, path),
    }
}

/// The templates of a file of sections.
pub(super) fn phrases(text: &str, path: &str) -> Result<Vec<Source>, Unreadable> {
    let sections: BTreeMap<String, Phrases> = read(text, path)?;
    let line_ends = line_ends(text);
    Ok(sections.into_iter().flat_map(|(name, phrases)| section(&name, phrases, text, path, &line_ends)).collect())
}

/// Phrases by their keys, with their places.
pub(super) type Phrases = BTreeMap<String, Spanned<String>>;

/// Reads TOML.
pub(super) fn read<T: serde::de::DeserializeOwned>(text: &str, path: &str) -> Result<T, Unreadable> {
    toml::from_str(text).map_err(|error| Unreadable {
        file: path.to_owned(),
        line: 1 + text.get(..error.span().map_or(0, |span| span.start)).unwrap_or_default().matches('\n').count(),
        said: error.message().lines().collect::<Vec<_>>().join(", "),
    })
}

/// The ends of all lines: found once, not for each phrase.
pub(super) fn line_ends(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(at, _)| at).collect()
}

/// The phrases of a section as templates.
pub(super) fn section(name: &str, phrases: Phrases, text: &str, path: &str, line_ends: &[usize]) -> Vec<Source> {
    let source = |(key, phrase): (String, Spanned<String>)| {
        let written = text.get(phrase.span()).unwrap_or_default();
        let start = phrase.span().start;
        // The line end after three quotes is not part of the text.
        let skipped = usize::from(written.starts_with("\"\"\"\n"));
        Source {
            name: format!("{name}/{key}"),
            text: phrase.into_inner(),
            file: path.to_owned(),
            line: 1 + line_ends.partition_point(|&end| end < start) + skipped,
            line_by_line: !written.contains("\\\n"),
        }
    };
    phrases.into_iter().map(source).collect()
}
