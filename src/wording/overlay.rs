//! An operator's own wording: files that lie over ours, each with the name of ours. A `.txt` file replaces the letter. A `.toml` file
//! replaces only the keys that it has, so that a club which changes one sentence keeps getting better texts for the others.
//!
//! What tests prove about our own wording is checked here about an operator's, when the server starts: every name is known, every template
//! can be parsed, it has no field that nothing fills, it has the `[[markers]]` of ours, and it leaves out no fact of ours. A higher floor
//! writes one of every letter with it.
//!
//! What a player's answer depends on is not wording: the first line of each letter with its key, the words of commands. The words for yes and
//! no are in the files, but they cannot be changed here.

use crate::command::{Language, table};
use crate::wording::comparison::{fields, fits, parse};
use crate::wording::files::{self, Source};
use crate::wording::help::Help;
use crate::wording::help_changes;
use crate::wording::templates::{Wording, WordingError, Wordings};
use crate::wording::variant_texts::{VariantFile, VariantTexts};
use std::collections::BTreeSet;

/// A file of an operator that lies over one of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayFile {
    /// The language of its folder.
    pub language: Language,
    /// Its name, which is the name of one of our files: `game.txt`.
    pub name: String,
    /// Where it is, for errors.
    pub path: String,
    /// Its text, with LF line ends.
    pub text: String,
}

/// The names of the files that can lie over ours.
pub fn overlay_names() -> impl Iterator<Item = &'static str> {
    files::names()
}

/// Our own wording, and an operator's files over it.
///
/// # Errors
/// Every mistake in the files, with its file and line.
pub fn overlaid(usual: Language, files: &[OverlayFile]) -> Result<Wordings, Vec<WordingError>> {
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for language in Language::ALL {
        let ours = Wording::embedded(language).map_err(|mistake| vec![mistake])?;
        let files: Vec<&OverlayFile> = files.iter().filter(|file| file.language == language).collect();
        if files.is_empty() {
            all.push(ours);
            continue;
        }
        match Overlay::read(&ours, &files).and_then(|overlay| overlay.over(&ours)) {
            Ok(words) => all.push(words),
            Err(mistakes) => wrong.extend(mistakes),
        }
    }
    if wrong.is_empty() { Ok(Wordings::of_all(all, usual)) } else { Err(wrong) }
}

/// Whether no mail program shows this character, or shows it at its place: a control character, or one that turns the direction of writing.
/// Line ends are not meant.
pub(crate) fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// What the program reads again in answers.
const FIXED: &str = "consent/";

/// Fields that a text may leave out: they are no facts about a game or an account.
const MAY_BE_LEFT_OUT: [&str; 1] = ["club"];

/// The work that an operator's template may cost, so that a loop in it ends: several hundred times what ours cost.
const FUEL: u64 = 1_000_000;

/// An operator's texts in one language.
struct Overlay {
    /// The templates that replace ours.
    templates: Vec<Source>,
    /// The whole help.
    help: Help,
    /// What the files of the variants say.
    variants: VariantTexts,
    /// The operator's texts in these two.
    plain: Vec<Source>,
}

impl Overlay {
    /// Reads the files.
    ///
    /// # Errors
    /// Every file that cannot be read, and every key of the help that there is not.
    fn read(ours: &Wording, files: &[&OverlayFile]) -> Result<Overlay, Vec<WordingError>> {
        let (help, variants) = (ours.help.clone(), ours.variants.clone());
        let mut overlay = Overlay { templates: Vec::new(), help, variants, plain: Vec::new() };
        let wrong: Vec<WordingError> =
            files.iter().flat_map(|file| overlay.add(file).err().unwrap_or_default()).collect();
        if wrong.is_empty() { Ok(overlay) } else { Err(wrong) }
    }

    fn add(&mut self, file: &OverlayFile) -> Result<(), Vec<WordingError>> {
        let OverlayFile { name, path, text, .. } = file;
        let unreadable = |wrong: files::Unreadable| vec![WordingError::from(wrong)];
        match name.as_str() {
            files::HELP => {
                let texts = help_changes::lay_over(&mut self.help, text, path);
                self.plain(texts.map_err(|wrong| wrong.into_iter().map(WordingError::from).collect::<Vec<_>>())?)
            }
            files::VARIANTS => {
                let texts = files::phrases(text, path).map_err(unreadable)?;
                let is_unknown = |source: &&Source| {
                    source.name.strip_prefix("rules/").is_some_and(|english| !self.variants.knows_rules(english))
                };
                if let Some(source) = texts.iter().find(is_unknown) {
                    return Err(vec![WordingError::NoVariant(format!("{} line {}", source.file, source.line))]);
                }
                self.variants.add(VariantFile::read(text, path).map_err(unreadable)?);
                self.plain(texts)
            }
            _ => {
                self.templates.extend(files::templates_of(name, text, path).map_err(unreadable)?);
                Ok(())
            }
        }
    }

    /// Adds texts that are not templates.
    fn plain(&mut self, texts: Vec<Source>) -> Result<(), Vec<WordingError>> {
        let wrong: Vec<WordingError> = texts.iter().filter_map(|text| invisible(text).err()).collect();
        self.plain.extend(texts);
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// Our wording with these texts in it.
    ///
    /// # Errors
    /// The first mistake in each template.
    fn over(self, ours: &Wording) -> Result<Wording, Vec<WordingError>> {
        let Overlay { templates, help, variants, plain } = self;
        let replaced: BTreeSet<&String> = templates.iter().map(|source| &source.name).collect();
        let kept = ours.sources.values().filter(|source| !replaced.contains(&source.name));
        let mut words = Wording::from_sources(ours.language, kept.chain(&templates).cloned().collect(), help);
        words.variants = variants;
        words.templates.set_fuel(Some(FUEL));
        let wrong: Vec<WordingError> =
            templates.iter().filter_map(|source| check(&words, source, ours).err()).collect();
        words.changed = templates.into_iter().chain(plain).collect();
        if wrong.is_empty() { Ok(words) } else { Err(wrong) }
    }
}

/// What is wrong with an operator's template, which is already one of `words`.
fn check(words: &Wording, source: &Source, ours: &Wording) -> Result<(), WordingError> {
    let model = ours.sources.get(&source.name);
    // A copy of our whole file has these words too.
    if source.name.starts_with(FIXED) && model.is_some_and(|model| model.text != source.text) {
        return Err(WordingError::Fixed(source.place(None)));
    }
    invisible(source)?;
    parse(words, source)?;
    fits(words, source, ours)?;
    if source.name.starts_with("letter/") && !source.text.starts_with("Subject: ") {
        return Err(WordingError::NoSubject(source.place(None)));
    }
    match model {
        Some(model) => is_like_ours(source, &fields(words, &source.name), model, &fields(ours, &source.name)),
        None => Ok(()),
    }
}

/// Checks that a template with these fields has the form of ours, and leaves out no fact and no command of it.
fn is_like_ours(
    source: &Source,
    said: &BTreeSet<String>,
    ours: &Source,
    fields: &BTreeSet<String>,
) -> Result<(), WordingError> {
    let place = || source.place(None);
    // Only letters and the parts of answers consist of paragraphs of their own.
    let is_sentence = !source.name.starts_with("letter/") && !source.name.starts_with("part/");
    if is_sentence && source.text.trim().contains('\n') && !ours.text.trim().contains('\n') {
        return Err(WordingError::Lines(place()));
    }
    let printed = printed(&ours.text);
    let mut needed = printed.intersection(fields).filter(|field| !MAY_BE_LEFT_OUT.contains(&field.as_str()));
    if let Some(field) = needed.find(|field| !said.contains(*field)) {
        return Err(WordingError::Lost { place: place(), field: field.clone() });
    }
    let shown: BTreeSet<&str> = shown_commands(&source.text).collect();
    match shown_commands(&ours.text).find(|command| !shown.contains(command)) {
        Some(command) => Err(WordingError::LostCommand { place: place(), command: command.to_owned() }),
        None => Ok(()),
    }
}

fn invisible(source: &Source) -> Result<(), WordingError> {
    let mut lines = source.text.split('\n').zip(1..);
    let found = lines.find_map(|(line, number)| line.chars().find(|c| is_invisible(*c)).map(|found| (found, number)));
    match found {
        Some((character, line)) => Err(WordingError::Invisible { place: source.place(Some(line)), character }),
        None => Ok(()),
    }
}

/// The words of a text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The first words of the commands that a template shows: each stands behind three blanks.
fn shown_commands(template: &str) -> impl Iterator<Item = &str> {
    let behind_blanks = template.split("   ").skip(1).filter_map(|rest| words_of(rest).next());
    behind_blanks.filter(|word| table::entries().any(|entry| entry.name == *word))
}

/// The fields that a template writes out, and does not only ask about.
fn printed(template: &str) -> BTreeSet<String> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let written = template.split("{{").skip(1).map(|rest| rest.trim_start());
    written.map(|rest| rest.split(|c| !is_letter(c)).next().unwrap_or_default().to_owned()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use minijinja::context;

    fn file(name: &str, text: &str) -> OverlayFile {
        OverlayFile { language: Language::English, name: name.to_owned(), path: name.to_owned(), text: text.to_owned() }
    }

    /// No sample sends a letter from eve. Such a letter gets our own text, and does not get lost.
    #[test]
    fn our_own_text_serves_where_an_operators_text_fails_after_all() {
        let text = "Subject: News from {{ from }}\n\n{% if from == 'eve' %}{{ from | backwards }}{% endif %}\n\n[[comment]]\n\n\
                    Answer:   message {{ from }}\n";
        let words = overlaid(Language::English, &[file("message.txt", text)]).unwrap();
        let subject = |from: &str| {
            let written = words.of(None).letter("message", context! { from }, &|_| Some(Vec::new()));
            written.map(|(subject, _)| subject).map_err(|wrong| wrong.to_string())
        };
        assert_eq!(subject("ann").unwrap(), "News from ann");
        let why = subject("eve").unwrap_err();
        assert!(why.starts_with("letter template message.txt line 3, letter/message: unknown filter"), "{why}");
        words.fall_back_on_ours().unwrap();
        assert_eq!(subject("ann").unwrap(), "News from ann");
        assert_eq!(subject("eve").unwrap(), "A message from eve");
    }

    /// A loop that takes too long is a mistake like any other.
    #[test]
    fn a_template_cannot_run_for_ever() {
        let nines = "0123456789".repeat(40);
        let mut loops = format!("{{% set many = '{nines}' %}}");
        for name in ["a", "b", "c"] {
            loops.push_str(&format!("{{% for {name} in many %}}"));
        }
        let text = format!("{{{{ club }}}}{loops}{}", "{% endfor %}".repeat(3));
        let files = [file("news.toml", &format!("[line]\nanswer = \"{text}\"\n"))];
        let words = overlaid(Language::English, &files).unwrap();
        let why = words.of(None).phrase("line/answer", context! { club => "x" }).unwrap_err().to_string();
        assert!(why.contains("fuel"), "{why}");
    }

    /// Where a translator begins: all of our files, as they are. Nothing in them is wrong as a file of an operator.
    #[test]
    fn a_copy_of_our_own_files_is_good() {
        for language in Language::ALL {
            let copy = |name| OverlayFile { language, ..file(name, files::text(language, name)) };
            let files: Vec<OverlayFile> = overlay_names().map(copy).collect();
            let words =
                overlaid(language, &files).map_err(|wrong| wrong.iter().map(ToString::to_string).collect::<Vec<_>>());
            assert_eq!(words.map(|words| words.changed()), Ok(vec![language]));
        }
    }
}
