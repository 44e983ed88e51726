//! An operator's `help.toml`, which lies over ours key by key. A page keeps what the file does not say about it.

use crate::command::{Place, nearest};
use crate::wording::files::{self, Phrases, Source};
use crate::wording::help::{ABOUT_CHARS_MAX, BadHelp, Help};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The file: as ours, but everything may be left out.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Changes {
    form: Phrases,
    group: Phrases,
    label: Phrases,
    who: Phrases,
    setting: Phrases,
    page: BTreeMap<String, PageChanges>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PageChanges {
    about: Option<Spanned<String>>,
    detail: Option<Spanned<Vec<String>>>,
}

/// Lays the text of a file over the help. Returns the texts of the file with their places.
///
/// # Errors
/// Every text that has no place in the help, or that does not fit into its place.
pub(super) fn lay_over(help: &mut Help, text: &str, path: &str) -> Result<Vec<Source>, Vec<BadHelp>> {
    let changes: Changes = files::read(text, path).map_err(|wrong| vec![wrong.into()])?;
    let Changes { form, group, label, who, setting, page } = changes;
    let line_ends = files::line_ends(text);
    let mut texts = Vec::new();
    for (name, phrases) in [("form", form), ("group", group), ("label", label), ("who", who), ("setting", setting)] {
        texts.extend(files::section(name, phrases, text, path, &line_ends));
    }
    for (name, PageChanges { about, detail }) in page {
        let about = about.map(|about| ("about".to_owned(), about));
        // The paragraphs of a page are known by the line of the first one.
        let detail =
            detail.map(|detail| ("detail".to_owned(), Spanned::new(detail.span(), detail.into_inner().join("\n\n"))));
        let phrases: Phrases = about.into_iter().chain(detail).collect();
        texts.extend(files::section(&format!("page.{name}"), phrases, text, path, &line_ends));
    }
    let wrong: Vec<BadHelp> = texts.iter().filter_map(|text| put(help, text).err()).collect();
    if wrong.is_empty() { Ok(texts) } else { Err(wrong) }
}

/// Puts a text into its place.
fn put(help: &mut Help, source: &Source) -> Result<(), BadHelp> {
    let wrong = |said: String| BadHelp { file: source.file.clone(), line: Some(source.line), said };
    let (section, key) = source.name.split_once('/').unwrap_or_default();
    if source.text.trim().is_empty() {
        return Err(wrong(format!("{section}: {key} is empty")));
    }
    if source.text.contains("{{") || source.text.contains("{%") {
        return Err(wrong(format!("{section}: {key} contains a field, but nothing fills in the pages of help")));
    }
    if key == "about" && source.text.chars().count() > ABOUT_CHARS_MAX {
        return Err(wrong(format!("{section}: the line about it has more than {ABOUT_CHARS_MAX} characters")));
    }
    let found = match section.strip_prefix("page.") {
        Some(page) => help.page_mut(page).map(|page| match key {
            "about" => page.about = source.text.clone(),
            _ => page.detail = source.text.split("\n\n").map(str::to_owned).collect(),
        }),
        None => help.text_mut(section, key).map(|text| *text = source.text.clone()),
    };
    found.ok_or_else(|| {
        let (what, section, known) = match section.strip_prefix("page.") {
            Some(page) => (page, "page", help.page_names()),
            None => (key, section, help.keys_of(section)),
        };
        let meant = nearest(what, Place::Name, known);
        let meant = meant.first().map(|meant| format!(". Did you mean {meant}?")).unwrap_or_default();
        wrong(format!("{section}: the program has no {what}{meant}"))
    })
}
