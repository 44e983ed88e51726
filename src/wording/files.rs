//! The wording files, which are built into the program: one folder for each language under `config/letters`, with the same file names in
//! each. Here they are split into templates. Each template knows its place, so that an error can say where to correct it.

use crate::command::Language;
use std::collections::BTreeMap;
use toml::Spanned;

/// The files of one language.
struct Folder {
    language: Language,
    letters: [(&'static str, &'static str); 31],
    /// Sections of phrases.
    phrases: [(&'static str, &'static str); 4],
    parts: &'static str,
    /// The pages of help.
    help: &'static str,
}

/// The text of a file in `config/letters`.
macro_rules! text {
    ($folder:literal, $file:literal) => {
        include_str!(concat!("../../config/letters/", $folder, "/", $file))
    };
}

macro_rules! folder {
    ($language:ident, $folder:literal) => {
        Folder {
            language: Language::$language,
            letters: [
                ("signup", text!($folder, "signup.txt")),
                ("joined", text!($folder, "joined.txt")),
                ("game", text!($folder, "game.txt")),
                ("digest", text!($folder, "digest.txt")),
                ("observed", text!($folder, "observed.txt")),
                ("announcement", text!($folder, "announcement.txt")),
                ("message", text!($folder, "message.txt")),
                ("confirm", text!($folder, "confirm.txt")),
                ("vacation", text!($folder, "vacation.txt")),
                ("auto-vacation", text!($folder, "auto-vacation.txt")),
                ("given-back", text!($folder, "given-back.txt")),
                ("reminder", text!($folder, "reminder.txt")),
                ("password", text!($folder, "password.txt")),
                ("preview", text!($folder, "preview.txt")),
                ("tournament-began", text!($folder, "tournament-began.txt")),
                ("tournament-news", text!($folder, "tournament-news.txt")),
                ("tournament-finished", text!($folder, "tournament-finished.txt")),
                ("address", text!($folder, "address.txt")),
                ("new-password", text!($folder, "new-password.txt")),
                ("account", text!($folder, "account.txt")),
                ("reclaimed", text!($folder, "reclaimed.txt")),
                ("suspended", text!($folder, "suspended.txt")),
                ("resumed", text!($folder, "resumed.txt")),
                ("came-back", text!($folder, "came-back.txt")),
                ("letter-lost", text!($folder, "letter-lost.txt")),
                ("unreachable", text!($folder, "unreachable.txt")),
                ("signed-off", text!($folder, "signed-off.txt")),
                ("gone", text!($folder, "gone.txt")),
                ("delete", text!($folder, "delete.txt")),
                ("deleted", text!($folder, "deleted.txt")),
                ("answer", text!($folder, "answer.txt")),
            ],
            phrases: [
                ("news.toml", text!($folder, "news.toml")),
                ("tournaments.toml", text!($folder, "tournaments.toml")),
                ("rules.toml", text!($folder, "rules.toml")),
                ("complaints.toml", text!($folder, "complaints.toml")),
            ],
            parts: text!($folder, "answers.toml"),
            help: text!($folder, "help.toml"),
        }
    };
}

static FOLDERS: [Folder; 3] = [folder!(English, "en"), folder!(German, "de"), folder!(Danish, "da")];

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

/// A file of phrases that cannot be read: its name, and what is wrong, with the line.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {source}")]
pub struct Unreadable {
    file: String,
    source: toml::de::Error,
}

/// All templates of a language.
pub(super) fn sources(language: Language) -> Result<Vec<Source>, Unreadable> {
    let mut all = Vec::new();
    for folder in FOLDERS.iter().filter(|folder| folder.language == language) {
        let path = |file: &str| format!("config/letters/{}/{file}", language.word());
        for (name, text) in folder.letters {
            all.push(Source {
                name: format!("letter/{name}"),
                text: text.to_owned(),
                file: path(&format!("{name}.txt")),
                line: 1,
                line_by_line: true,
            });
        }
        for (file, text) in folder.phrases {
            all.extend(phrases(text, &path(file))?);
        }
        let parts = table(folder.parts, &path("answers.toml"))?;
        all.extend(section("part", parts, folder.parts, &path("answers.toml"), &line_ends(folder.parts)));
    }
    Ok(all)
}

/// The pages of help in a language.
pub(super) fn help(language: Language) -> &'static str {
    FOLDERS.iter().find(|folder| folder.language == language).map_or("", |folder| folder.help)
}

/// The templates of a file of sections.
pub(super) fn phrases(text: &str, file: &str) -> Result<Vec<Source>, Unreadable> {
    let sections: BTreeMap<String, BTreeMap<String, Spanned<String>>> = table(text, file)?;
    let line_ends = line_ends(text);
    Ok(sections.into_iter().flat_map(|(name, phrases)| section(&name, phrases, text, file, &line_ends)).collect())
}

fn table<T: serde::de::DeserializeOwned>(text: &str, file: &str) -> Result<T, Unreadable> {
    toml::from_str(text).map_err(|source| Unreadable { file: file.to_owned(), source })
}

/// The ends of all lines: found once, not for each phrase.
fn line_ends(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(at, _)| at).collect()
}

fn section(
    name: &str,
    phrases: BTreeMap<String, Spanned<String>>,
    text: &str,
    file: &str,
    line_ends: &[usize],
) -> Vec<Source> {
    let source = |(key, phrase): (String, Spanned<String>)| {
        let written = text.get(phrase.span()).unwrap_or_default();
        let start = phrase.span().start;
        // The line end after three quotes is not part of the text.
        let skipped = usize::from(written.starts_with("\"\"\"\n"));
        Source {
            name: format!("{name}/{key}"),
            text: phrase.into_inner(),
            file: file.to_owned(),
            line: 1 + line_ends.partition_point(|&end| end < start) + skipped,
            line_by_line: !written.contains("\\\n"),
        }
    };
    phrases.into_iter().map(source).collect()
}
