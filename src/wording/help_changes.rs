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

/// Lays the text of a file over the help. Returns the texts that change something, with their places.
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
    let (mut changed, mut wrong) = (Vec::new(), Vec::new());
    for text in texts {
        match put(help, &text) {
            Ok(true) => changed.push(text),
            Ok(false) => {}
            Err(why) => wrong.push(why),
        }
    }
    if wrong.is_empty() { Ok(changed) } else { Err(wrong) }
}

/// What is wrong with a text that is no template.
pub(super) fn no_plain_text(text: &str) -> Option<&'static str> {
    if text.trim().is_empty() {
        return Some("is empty");
    }
    let is_template = text.contains("{{") || text.contains("{%");
    is_template.then_some("contains a field, but nothing fills in this text")
}

/// Puts a text into its place. Says whether that changed it.
fn put(help: &mut Help, source: &Source) -> Result<bool, BadHelp> {
    let wrong = |said: String| BadHelp { file: source.file.clone(), line: Some(source.line), said };
    let (section, key) = source.name.split_once('/').unwrap_or_default();
    if let Some(why) = no_plain_text(&source.text) {
        return Err(wrong(format!("{section}: {key} {why}")));
    }
    if key == "about" && source.text.chars().count() > ABOUT_CHARS_MAX {
        return Err(wrong(format!("{section}: the line about it has more than {ABOUT_CHARS_MAX} characters")));
    }
    let found = match section.strip_prefix("page.") {
        Some(page) => help.page_mut(page).map(|page| match key {
            "about" => replace(&mut page.about, source.text.clone()),
            _ => replace(&mut page.detail, source.text.split("\n\n").map(str::to_owned).collect()),
        }),
        None => help.text_mut(section, key).map(|text| replace(text, source.text.clone())),
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

/// Puts a new value in place of an old one. Says whether they differ.
fn replace<T: PartialEq>(old: &mut T, new: T) -> bool {
    let differs = *old != new;
    *old = new;
    differs
}
