//! The operator's folder of variant files, used together with the built-in ones. Either every file is good, or every mistake is reported.

use crate::cli::operator_file;
use crate::command;
use crate::tafl::{self, Catalogue, Variant, VariantError};
use std::path::Path;

/// More files than any club needs.
const FILES_MAX: usize = 200;

/// The mistakes in the files, each with its file and its place.
pub(super) type Mistakes = Vec<String>;

/// The built-in variants, and those in the folder if there is one.
pub(super) fn catalogue(folder: Option<&Path>) -> Result<Catalogue, Mistakes> {
    let embedded = Catalogue::embedded().map_err(|mistakes| shown(&mistakes, None))?;
    let Some(folder) = folder else {
        return Ok(embedded);
    };
    let names = names(folder)?;
    let mut mistakes = Mistakes::new();
    let mut files = Vec::new();
    for name in names {
        match text(&folder.join(&name)) {
            Ok(text) => files.push((name, text)),
            Err(why) => mistakes.push(format!("{}: {why}", folder.join(&name).display())),
        }
    }
    let files = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    match embedded.with_files(files, command::is_name_for_a_game) {
        Ok(catalogue) if mistakes.is_empty() => Ok(catalogue),
        Ok(_) => Err(mistakes),
        Err(more) => {
            mistakes.extend(shown(&more, Some(folder)));
            Err(mistakes)
        }
    }
}

/// One variant file, in any folder.
pub(super) fn variant(path: &Path) -> Result<Variant, String> {
    let text = text(path).map_err(|why| format!("{}: {why}", path.display()))?;
    Variant::from_toml(&text).map_err(|_| {
        let told = tafl::variant_mistakes(&text).into_iter().map(|why| format!("{}: {why}", path.display()));
        told.collect::<Vec<_>>().join("\n")
    })
}

/// The names of the variant files, in order. Hidden files and backup files of editors are skipped.
fn names(folder: &Path) -> Result<Vec<String>, Mistakes> {
    let unreadable = |error: std::io::Error| {
        vec![format!(
            "[variants] folder {}: {error}; name a folder that can be read, or remove this setting",
            folder.display()
        )]
    };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(".toml") && !name.starts_with('.') {
            names.push(name.into_owned());
        }
        if names.len() > FILES_MAX {
            let found =
                format!("there are more than {FILES_MAX} files that end in .toml; at most {FILES_MAX} are allowed");
            return Err(vec![format!("[variants] folder {}: {found}", folder.display())]);
        }
    }
    names.sort();
    Ok(names)
}

/// The text of a variant file.
fn text(path: &Path) -> Result<String, String> {
    operator_file::text(path, Variant::FILE_BYTES_MAX)
}

/// Mistakes with their folder, each as a separate text.
fn shown(mistakes: &[VariantError], folder: Option<&Path>) -> Mistakes {
    let place = |mistake: &VariantError| match folder {
        Some(folder) => format!("{}/{mistake}", folder.display()),
        None => mistake.to_string(),
    };
    mistakes.iter().map(place).collect()
}
