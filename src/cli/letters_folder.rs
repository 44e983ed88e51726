//! The operator's folder of wording: a folder for each language, with files that lie over ours. Either every file is good, or every mistake
//! is reported.
//!
//! ```text
//!   /etc/taflpost/letters/de/game.txt     this letter, in German
//!   /etc/taflpost/letters/en/news.toml    only the sentences that it contains
//! ```

use crate::cli::operator_file;
use crate::command::{self, Language};
use crate::wording::{OverlayFile, Wordings, overlaid, overlay_names};
use std::path::Path;

/// Ours have up to 60 KB.
const FILE_BYTES_MAX: usize = 256 * 1024;
/// More entries than a folder of wording has, with all that an editor leaves behind.
const ENTRIES_MAX: usize = 200;

/// The file of ours that is no wording.
const WISHES: &str = "wishes.toml";
const WISHES_FIXED: &str = "this file cannot be changed, because the program reads its words in the mails of players; delete it from your folder";

/// The mistakes in the files, each with its file and its line.
pub(super) type Mistakes = Vec<String>;

/// The built-in wording, with the files of the folder over it. `usual` is the language of the club.
pub(super) fn words(folder: &Path, usual: Language) -> Result<Wordings, Mistakes> {
    let (mut files, mut mistakes) = (Vec::new(), Mistakes::new());
    for name in names(folder)? {
        let path = folder.join(&name);
        match Language::ALL.into_iter().find(|language| language.word() == name) {
            Some(language) if path.is_dir() => add(&mut files, &mut mistakes, language, &path),
            Some(_) => mistakes.push(format!("{}: this must be a folder with wording files", path.display())),
            None => mistakes.push(format!("{}: {}", path.display(), no_language(&path))),
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    overlaid(usual, &files).map_err(|mistakes| mistakes.iter().map(ToString::to_string).collect())
}

/// Reads the files of a language.
fn add(files: &mut Vec<OverlayFile>, mistakes: &mut Mistakes, language: Language, folder: &Path) {
    let names = names(folder).unwrap_or_else(|mut wrong| {
        mistakes.append(&mut wrong);
        Vec::new()
    });
    for name in names {
        let path = folder.join(&name);
        match text(&name, &path) {
            // A translator copies our whole folder.
            Ok(text) if name == WISHES && command::are_our_wishes(&text) => {}
            Ok(_) if name == WISHES => mistakes.push(format!("{}: {WISHES_FIXED}", path.display())),
            Ok(text) => files.push(OverlayFile { language, name, path: path.display().to_string(), text }),
            Err(why) => mistakes.push(format!("{}{why}", path.display())),
        }
    }
}

/// The text of a wording file, with LF line ends, or the end of the sentence that says what is wrong.
fn text(name: &str, path: &Path) -> Result<String, String> {
    if name != WISHES && !overlay_names().any(|known| known == name) {
        let meant = command::nearest(name, command::Place::Name, overlay_names());
        let meant = meant.first().map(|meant| format!(". Did you mean {meant}?")).unwrap_or_default();
        return Err(format!(": config/letters has no file with this name{meant}"));
    }
    let text = operator_file::text(path, FILE_BYTES_MAX)
        .map_err(|why| if why.starts_with("line ") { format!(" {why}") } else { format!(": {why}") })?;
    // Editors on Windows write both.
    Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
}

/// Why a name in the folder is wrong.
fn no_language(path: &Path) -> String {
    let known: Vec<&str> = Language::ALL.into_iter().map(Language::word).collect();
    let known = known.join(", ");
    match path.is_dir() {
        true => format!("the server has no language with this name; the languages are {known}"),
        false => format!("wording files must be in a folder with the name of a language: {known}"),
    }
}

/// The names in a folder, in order. Hidden files and backup files of editors are skipped.
fn names(folder: &Path) -> Result<Vec<String>, Mistakes> {
    let unreadable = |error: std::io::Error| {
        vec![format!(
            "[letters] folder {}: {error}; name a folder that can be read, or remove this setting",
            folder.display()
        )]
    };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        if names.len() == ENTRIES_MAX {
            return Err(vec![format!("{}: there are more than {ENTRIES_MAX} files in this folder", folder.display())]);
        }
        if !name.starts_with(['.', '#']) && !name.ends_with('~') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
