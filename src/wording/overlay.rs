//! An operator's own wording: files that lie over ours, each with the name of ours. A `.txt` file replaces the letter. A `.toml` file
//! replaces only the keys that it has, so that a club which changes one sentence keeps getting better texts for the others.
//!
//! What tests prove about our own wording is checked here about an operator's, when the server starts: every name is known, every template
//! can be parsed, it has no field that nothing fills, it has the `[[markers]]` of ours, and it leaves out no fact of ours. A higher floor
//! writes one of every letter with it.
//!
//! What a player's answer depends on is not wording: the line with the key of the letter, the words of commands. The words for yes and
//! no are in the files, but they cannot be changed here.

use crate::command::{Language, table};
use crate::wording::comparison::{fields, fits, parse};
use crate::wording::files::{self, Source};
use crate::wording::help::Help;
use crate::wording::help_changes::{self, no_plain_text};
use crate::wording::templates::{Wording, WordingError, Wordings};
use crate::wording::variant_texts::{VariantFile, VariantTexts, is_about_rules};
use minijinja::context;
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
        match Overlay::read(&ours, &files).and_then(|overlay| overlay.over(ours)) {
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

/// Lists of names, of which the code takes one by its number.
const NAMES: [&str; 2] = ["time/weekdays", "time/months"];

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
                let mut texts = files::phrases(text, path).map_err(unreadable)?;
                texts.retain(|source| {
                    let (section, english) = source.name.split_once('/').unwrap_or_default();
                    self.variants.text(section, english) != Some(&source.text)
                });
                let wrong: Vec<WordingError> = texts.iter().filter_map(|text| about_variants(text).err()).collect();
                if !wrong.is_empty() {
                    return Err(wrong);
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
    fn over(self, ours: Wording) -> Result<Wording, Vec<WordingError>> {
        let Overlay { mut templates, help, variants, plain } = self;
        // A copy of ours changes nothing.
        templates.retain(|source| ours.sources.get(&source.name).is_none_or(|model| model.text != source.text));
        if templates.is_empty() && plain.is_empty() {
            return Ok(ours);
        }
        let replaced: BTreeSet<&String> = templates.iter().map(|source| &source.name).collect();
        let kept = ours.sources.values().filter(|source| !replaced.contains(&source.name));
        let mut words = Wording::from_sources(ours.language, kept.chain(&templates).cloned().collect(), help);
        words.variants = variants;
        words.templates.set_fuel(Some(FUEL));
        words.ours = Some(Box::new(ours));
        let wrong: Vec<WordingError> = templates.iter().filter_map(|source| check(&words, source).err()).collect();
        words.changed = templates.into_iter().chain(plain).collect();
        if wrong.is_empty() { Ok(words) } else { Err(wrong) }
    }
}

/// What is wrong with an operator's template, which is already one of `words`.
fn check(words: &Wording, source: &Source) -> Result<(), WordingError> {
    let Some(ours) = words.ours.as_deref() else {
        return Ok(());
    };
    let model = ours.sources.get(&source.name);
    if source.name.starts_with(FIXED) && model.is_some() {
        return Err(WordingError::Fixed(source.place(None)));
    }
    invisible(source)?;
    parse(words, source)?;
    fits(words, source, ours)?;
    if source.name.starts_with("letter/") && !source.text.starts_with("Subject: ") {
        return Err(WordingError::NoSubject(source.place(None)));
    }
    match model {
        Some(model) => {
            is_like_ours(source, model, &fields(ours, &source.name))?;
            has_all_names(words, source, model)
        }
        None => Ok(()),
    }
}

/// Checks that no day and no month is without a name.
fn has_all_names(words: &Wording, source: &Source, ours: &Source) -> Result<(), WordingError> {
    if !NAMES.contains(&source.name.as_str()) {
        return Ok(());
    }
    let count = |text: &str| text.split_whitespace().count();
    let (found, expected) = (count(&words.phrase(&source.name, context! {})?), count(&ours.text));
    match found == expected {
        true => Ok(()),
        false => Err(WordingError::Names { place: source.place(None), found, expected }),
    }
}

/// What is wrong with an operator's sentence about variants or rules. Whether a variant says the English sentence is checked with the variants.
fn about_variants(source: &Source) -> Result<(), WordingError> {
    let wrong = |said: &str| {
        let said = format!("this text {said}");
        WordingError::from(files::Unreadable { file: source.file.clone(), line: source.line, said })
    };
    if let Some(why) = no_plain_text(&source.text) {
        return Err(wrong(why));
    }
    if source.text.contains('\n') {
        return Err(wrong("must be one line"));
    }
    let places = |text: &str| text.matches("{}").count();
    match source.name.strip_prefix("rules/") {
        Some(english) if !is_about_rules(english) => {
            Err(WordingError::NoVariant(format!("{} line {}", source.file, source.line)))
        }
        Some(english) if places(english) != places(&source.text) => {
            Err(wrong("must contain {} as often as the English sentence"))
        }
        _ => Ok(()),
    }
}

/// Checks that a template has the form of ours, and leaves out no fact and no command of it. `fields` are those of ours.
fn is_like_ours(source: &Source, ours: &Source, fields: &BTreeSet<String>) -> Result<(), WordingError> {
    let place = || source.place(None);
    // Only letters and the parts of answers consist of paragraphs of their own.
    let is_sentence = !source.name.starts_with("letter/") && !source.name.starts_with("part/");
    if is_sentence && source.text.trim().contains('\n') && !ours.text.trim().contains('\n') {
        return Err(WordingError::Lines(place()));
    }
    let (needed, said) = (printed(&ours.text), named(&source.text));
    let mut needed = needed.intersection(fields).filter(|field| !MAY_BE_LEFT_OUT.contains(&field.as_str()));
    if let Some(field) = needed.find(|field| !said.contains(field.as_str())) {
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
    let written = template.split("{{").skip(1).map(|rest| rest.trim_start_matches(['-', '+']).trim_start());
    written.map(|rest| rest.split(|c| !is_in_name(c)).next().unwrap_or_default().to_owned()).collect()
}

/// The names in a template outside its conditions: what it may write out, perhaps item by item or under another name.
fn named(template: &str) -> BTreeSet<&str> {
    let tags = template.split('{').filter_map(|rest| match rest.strip_prefix('%') {
        Some(tag) => tag.split_once("%}").map(|(tag, _)| tag.trim_start_matches(['-', '+']).trim_start()),
        None => rest.split_once("}}").map(|(field, _)| field),
    });
    let is_condition = |tag: &&str| ["if ", "elif "].iter().any(|begin| tag.starts_with(begin));
    tags.filter(|tag| !is_condition(tag)).flat_map(|tag| tag.split(|c| !is_in_name(c))).collect()
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

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
        words.fall_back_on_ours();
        assert_eq!(subject("ann").unwrap(), "News from ann");
        assert_eq!(subject("eve").unwrap(), "A message from eve");
    }

    /// What is wrong with files that lie over ours.
    fn mistakes(files: &[OverlayFile]) -> String {
        let wrong = overlaid(Language::English, files).err().unwrap_or_default();
        wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Such mistakes show only when the template is filled in. The operator reads about each template once.
    #[test]
    fn our_own_text_serves_where_a_filled_in_text_is_no_letter() {
        let text = "Subject: {%- if from == 'eve' %}{%- endif %} News from {{ from }}\n\n[[comment]]\n\n\
                    {% if from == 'bob' %}{{ '[[no' ~ 'thing]]' }}{% endif %}\n\nAnswer:   message {{ from }}\n";
        let words = overlaid(Language::English, &[file("message.txt", text)]).unwrap();
        words.fall_back_on_ours();
        let written = |from: &str| {
            words.of(None).letter("message", context! { from }, &|name| (name == "comment").then(Vec::new)).unwrap()
        };
        assert_eq!(written("bob").0, "A message from bob");
        assert_eq!(written("bob").0, "A message from bob");
        assert_eq!(words.failures().len(), 1);
        assert_eq!(words.failures(), [""; 0]);
        let part = "sealed = \"\"\"{{ '[[no' ~ 'thing]]' }}\"\"\"\n";
        let words = overlaid(Language::English, &[file("answers.toml", part)]).unwrap();
        assert!(words.of(None).part("sealed", context! {}, &|_| None).is_err());
        words.fall_back_on_ours();
        assert!(!words.of(None).part("sealed", context! {}, &|_| None).unwrap().is_empty());
        assert!(words.failures()[0].contains("answers.toml line 1, part/sealed"));
    }

    /// A marker counts wherever it is, so no board or list gets lost, and its line may hold a condition.
    #[test]
    fn a_text_has_every_marker_of_ours() {
        let ours = files::text(Language::English, "tournament-finished.txt");
        let moved = ours.replace("{% if begun %}[[tables]]", "{% if begun %}\n[[tables]]");
        assert_ne!(moved, ours);
        assert_eq!(mistakes(&[file("tournament-finished.txt", &moved)]), "");
        let without = ours.replace("[[tables]]", "");
        let why = mistakes(&[file("tournament-finished.txt", &without)]);
        assert!(why.ends_with("the [[...]] places are [], but must be [\"tables\"]"), "{why}");
    }

    #[test]
    fn a_day_or_a_month_without_a_name_is_a_mistake() {
        let of = |weekdays: &str| mistakes(&[file("news.toml", &format!("[time]\nweekdays = \"{weekdays}\"\n"))]);
        assert_eq!(of("Mo Tu We Th Fr Sa Su"), "");
        let why = of("Mo Tu We Th Fr Sa");
        assert!(why.ends_with("there must be 7 names with blanks between them, as in our text; here are 6"), "{why}");
    }

    #[test]
    fn a_fact_in_a_condition_is_not_said() {
        let ours = files::text(Language::English, "signup.txt");
        let asked = ours.replace("within {{ days }} days", "{% if days %}soon{% endif %}");
        assert_ne!(asked, ours);
        let why = mistakes(&[file("signup.txt", &asked)]);
        assert!(why.contains("{{ days }} is missing"), "{why}");
        let kept = ours.replace("{{ days }}", "{%- set many = days %} {{- many }}");
        assert_eq!(mistakes(&[file("signup.txt", &kept)]), "");
        assert_eq!(printed("{{- days -}} {{ no }}"), ["days".to_owned(), "no".to_owned()].into());
    }

    /// Few steps can write much.
    #[test]
    fn a_template_cannot_write_for_ever() {
        let many = "0123456789".repeat(300);
        let text =
            format!("{{{{ club }}}}{{% set many = '{many}' %}}{{% for a in many %}}{{{{ many }}}}{{% endfor %}}");
        let words = overlaid(Language::English, &[file("news.toml", &format!("[line]\nanswer = \"{text}\"\n"))]);
        let words = words.unwrap();
        let why = words.of(None).phrase("line/answer", context! { club => "x" }).unwrap_err().to_string();
        assert!(why.ends_with("its text becomes too long"), "{why}");
        words.fall_back_on_ours();
        assert!(words.of(None).phrase("line/answer", context! { club => "x" }).is_ok());
    }

    /// Every language may change what is said about wrong rules, and each value stays in it.
    #[test]
    fn sentences_about_rules_have_the_places_of_ours() {
        let of = |text: &str| mistakes(&[file("variants.toml", &format!("[rules]\n{text}\n"))]);
        assert_eq!(of("\"5 to {}\" = \"five to {}\""), "");
        for (text, says) in [
            ("\"5 to {}\" = \"five\"", "must contain {} as often as the English sentence"),
            ("\"6 to {}\" = \"six to {}\"", "no variant has this English sentence"),
            ("\"5 to {}\" = \" \"", "is empty"),
            ("\"5 to {}\" = \"5\\nto {}\"", "must be one line"),
        ] {
            assert!(of(text).contains(says), "{text}: {}", of(text));
        }
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
            assert_eq!(words.map(|words| words.changes()), Ok(0));
        }
    }
}
