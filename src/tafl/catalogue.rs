//! The variants that this server knows, by their names: the built-in ones and an operator's own.

pub(in crate::tafl) mod variant_options;

use crate::tafl::built_in;
use crate::tafl::diagnostics::variant_mistakes;
use crate::tafl::rules_error::line_of;
use crate::tafl::variant::OWN_RULES;
use crate::tafl::{RulesError, Variant};
use std::collections::HashMap;

/// The most words in the name of a variant.
pub const NAME_WORDS_MAX: usize = 3;

/// The variants that a server knows, in the order in which they are listed.
#[derive(Clone, Debug)]
pub struct Catalogue {
    known: Vec<Known>,
    /// The place of the variant that a name means, by the name in lower case: nearly every line of every mail is looked up here.
    by_name: HashMap<String, usize>,
}

/// A variant and where it comes from.
#[derive(Clone, Debug)]
struct Known {
    /// The name of its file, without a folder.
    file: String,
    built_in: bool,
    /// The lines of its names in the file.
    lines: NameLines,
    variant: Variant,
}

/// The lines of a variant's names in its file, counted from 1.
#[derive(Clone, Copy, Debug)]
struct NameLines {
    name: usize,
    aliases: usize,
}

impl NameLines {
    fn of(text: &str) -> NameLines {
        NameLines { name: line_of(text, "name"), aliases: line_of(text, "aliases") }
    }
}

/// A variant file that cannot be used. The text begins with the name of the file, so a folder can be put before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// Its text is wrong.
    #[error("{file}: {why}")]
    File {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: RulesError,
    },
    /// Its name is taken.
    #[error(
        "{file}: line {line}: \"{name}\" is already a name of the variant in {owner}; each name and alias must belong to one variant"
    )]
    NameTaken {
        /// The file.
        file: String,
        /// The line of the name.
        line: usize,
        /// The name.
        name: String,
        /// The file of the variant that has it.
        owner: String,
    },
    /// Its name has another meaning.
    #[error("{file}: line {line}: \"{name}\" has another meaning in the mails of players; choose another name")]
    NameReserved {
        /// The file.
        file: String,
        /// The line of the name.
        line: usize,
        /// The name.
        name: String,
    },
    /// It replaces a built-in file, but its variant has another name.
    #[error(
        "{file}: line {line}: the name must be \"{built_in}\", not \"{name}\", because this file replaces the built-in variant \
         {built_in}; for a new variant, rename the file"
    )]
    NameLost {
        /// The file.
        file: String,
        /// The line of its name.
        line: usize,
        /// Its name.
        name: String,
        /// The name of the built-in variant.
        built_in: String,
    },
}

impl Catalogue {
    /// The variants that are built into the program.
    pub fn embedded() -> Result<Catalogue, Vec<VariantError>> {
        Catalogue { known: Vec::new(), by_name: HashMap::new() }.with(built_in::FILES, true, |_| true)
    }

    /// This catalogue with an operator's files, each given as a file name without its folder and a text. A file with the name of a built-in
    /// one replaces it, and its variant must keep the name. No two variants may share a name or an alias, and none may have a name that
    /// `is_free` denies. Either all files are good, or all mistakes are returned.
    pub fn with_files<'a>(
        self,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
        is_free: impl Fn(&str) -> bool,
    ) -> Result<Catalogue, Vec<VariantError>> {
        self.with(files, false, is_free)
    }

    fn with<'a>(
        mut self,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
        built_in: bool,
        is_free: impl Fn(&str) -> bool,
    ) -> Result<Catalogue, Vec<VariantError>> {
        let mut mistakes = Vec::new();
        for (file, text) in files {
            let added = match Variant::from_toml(text) {
                Ok(variant) => Known { file: file.to_owned(), built_in, lines: NameLines::of(text), variant },
                Err(_) => {
                    let told = |why| VariantError::File { file: file.to_owned(), why };
                    mistakes.extend(variant_mistakes(text).into_iter().map(told));
                    continue;
                }
            };
            let shared = added.variant.shared_names.iter().map(|name| (name.as_str(), line_of(text, "shared_names")));
            for (name, line) in added.names().chain(shared).filter(|(name, _)| *name == OWN_RULES || !is_free(name)) {
                mistakes.push(VariantError::NameReserved { file: file.to_owned(), line, name: name.to_owned() });
            }
            match self.known.iter_mut().find(|known| known.file == file) {
                Some(replaced) if replaced.variant.name != added.variant.name => {
                    mistakes.push(VariantError::NameLost {
                        file: file.to_owned(),
                        line: added.lines.name,
                        name: added.variant.name,
                        built_in: replaced.variant.name.clone(),
                    });
                }
                Some(replaced) => *replaced = added,
                None => self.known.push(added),
            }
        }
        mistakes.extend(self.clashes());
        self.by_name = by_name(&self.known);
        if mistakes.is_empty() { Ok(self) } else { Err(mistakes) }
    }

    /// Names that two variants have. An operator's file is reported before a built-in one, and the later of two before the earlier.
    fn clashes(&self) -> Vec<VariantError> {
        let mut owners: HashMap<&str, &Known> = HashMap::new();
        let mut clashes = Vec::new();
        let (built_in, added): (Vec<&Known>, Vec<&Known>) = self.known.iter().partition(|known| known.built_in);
        for known in built_in.into_iter().chain(added) {
            for (name, line) in known.names() {
                let owner = *owners.entry(name).or_insert(known);
                if owner.file != known.file {
                    clashes.push(VariantError::NameTaken {
                        file: known.file.clone(),
                        line,
                        name: name.to_owned(),
                        owner: if owner.built_in { format!("the built-in {}", owner.file) } else { owner.file.clone() },
                    });
                }
            }
        }
        clashes
    }

    /// The variant with this name or alias, in any case. A name that several variants share means the first one that has it.
    pub fn find(&self, name: &str) -> Option<&Variant> {
        let place = self.by_name.get(&name.to_ascii_lowercase())?;
        Some(&self.known.get(*place)?.variant)
    }

    /// The longest name that these words begin with, and its number of words. In the catalogue, a name of two words has a dash.
    pub fn name_of_words(&self, words: &[&str]) -> Option<(usize, String)> {
        let names = (1..=words.len().min(NAME_WORDS_MAX)).rev().map(|count| (count, words[..count].join("-")));
        names.into_iter().find(|(_, name)| self.find(name).is_some())
    }

    /// The variants that share a name, except the one that [`Catalogue::find`] gives for it.
    pub fn namesakes<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Variant> {
        let meant = self.find(name).map(|variant| &variant.name);
        self.iter().filter(move |variant| variant.shares(name) && Some(&variant.name) != meant)
    }

    /// The variant with this name. It remembers the name if others have it too.
    pub fn asked_for(&self, name: &str) -> Option<Variant> {
        let mut variant = self.find(name)?.clone();
        variant.asked_as = self.namesakes(name).next().map(|_| name.to_ascii_lowercase());
        Some(variant)
    }

    /// All variants.
    pub fn iter(&self) -> impl Iterator<Item = &Variant> {
        self.known.iter().map(|known| &known.variant)
    }

    /// All names and aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.known.iter().flat_map(Known::names).map(|(name, _)| name)
    }
}

/// What each name means: the variant that is called so, else the first one that shares it.
fn by_name(known: &[Known]) -> HashMap<String, usize> {
    let called = known.iter().enumerate().flat_map(|(place, known)| known.names().map(move |(name, _)| (name, place)));
    let shared = known
        .iter()
        .enumerate()
        .flat_map(|(place, known)| known.variant.shared_names.iter().map(move |name| (name.as_str(), place)));
    let mut by_name = HashMap::new();
    for (name, place) in called.chain(shared) {
        by_name.entry(name.to_ascii_lowercase()).or_insert(place);
    }
    by_name
}

impl Known {
    /// Its name and aliases, and their lines in the file.
    fn names(&self) -> impl Iterator<Item = (&str, usize)> {
        let aliases = self.variant.aliases.iter().map(|alias| (alias.as_str(), self.lines.aliases));
        std::iter::once((self.variant.name.as_str(), self.lines.name)).chain(aliases)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const BRANDUBH: &str = include_str!("../../config/variants/brandubh.toml");

    const ALIASES: &str = "[\"brandub\", \"brandubh-federation\"]";

    /// The mistakes in these files, one in a line.
    fn mistakes(files: &[(&str, &str)]) -> Vec<String> {
        let mistakes = Catalogue::embedded().unwrap().with_files(files.iter().copied(), |name| name != "move");
        mistakes.unwrap_err().iter().map(ToString::to_string).collect()
    }

    fn is_called(variant: &Variant, name: &str) -> bool {
        variant.name == name || variant.aliases.iter().any(|alias| alias == name)
    }

    #[test]
    fn a_name_in_any_case_means_the_variant_that_is_called_so_and_else_the_first_that_shares_it() {
        let catalogue = Catalogue::embedded().unwrap();
        let shared = |name: &str| catalogue.iter().find(|variant| variant.shares(name));
        for variant in catalogue.iter() {
            for name in catalogue.names().chain(variant.shared_names.iter().map(String::as_str)) {
                let called = catalogue.iter().find(|variant| is_called(variant, name));
                let meant = called.or_else(|| shared(name)).map(|variant| &variant.name);
                for typed in [name.to_owned(), name.to_uppercase()] {
                    assert_eq!(catalogue.find(&typed).map(|variant| &variant.name), meant, "{typed}");
                }
            }
        }
        assert_eq!(catalogue.find("chess").map(|variant| &variant.name), None);
    }

    fn named(name: &str, aliases: &str) -> String {
        BRANDUBH.replace("name = \"brandubh\"", &format!("name = \"{name}\"")).replace(ALIASES, aliases)
    }

    #[test]
    fn a_name_that_several_have_means_one_and_remembers_it() {
        let asked_as = |words: &str| Catalogue::embedded().unwrap().parse_choice(words).unwrap().asked_as;
        assert_eq!(asked_as("Tablut -edge").as_deref(), Some("tablut"));
        assert_eq!(asked_as("brandubh").as_deref(), Some("brandubh"));
        for plain in ["-tablut", "small", "tablut-pbm", "tablut-saami", "magpie-opentafl", "", "coppergate"] {
            assert_eq!(asked_as(plain), None, "{plain}");
        }
        let catalogue = Catalogue::embedded().unwrap();
        let others = |name| catalogue.namesakes(name).map(|variant| variant.name.as_str()).collect::<Vec<_>>();
        assert_eq!(others("TABLUT"), ["tablut-saami", "tablut-linnaeus", "tablut-brainking"]);
        assert_eq!(others("alea"), ["alea-opentafl"]);
        assert!(others("tablut-saami").is_empty() && others("chess").is_empty());
        for variant in catalogue.iter() {
            for shared in &variant.shared_names {
                assert!(catalogue.iter().any(|owner| is_called(owner, shared)), "{shared} alone means nothing");
                assert!(!is_called(variant, shared), "{shared} is a name of {} already", variant.name);
            }
        }
    }

    #[test]
    fn a_name_that_is_only_shared_means_the_first_that_has_it() {
        let file = include_str!("../../config/variants/magpie.toml");
        let mine = |name: &str| {
            let head = format!("name = \"{name}\"\nshared_names = [\"kings-table\"]");
            let text = file.replace("name = \"magpie\"", &head);
            let lines = text.lines().filter(|line| !line.starts_with("aliases"));
            lines.map(|line| format!("{line}\n")).collect::<String>()
        };
        let (one, other) = (mine("one"), mine("other"));
        let catalogue = Catalogue::embedded().unwrap().with_files([("one.toml", one.as_str())], |_| true).unwrap();
        assert_eq!(
            catalogue.asked_for("Kings-Table").map(|found| (found.name, found.asked_as)),
            Some(("one".to_owned(), None))
        );
        let catalogue = catalogue.with_files([("other.toml", other.as_str())], |_| true).unwrap();
        let found = catalogue.parse_choice("kings table").unwrap();
        assert_eq!((found.name.as_str(), found.asked_as.as_deref()), ("one", Some("kings-table")));
    }

    #[test]
    fn a_file_adds_a_variant_or_takes_the_place_of_the_built_in_one_of_its_name() {
        let catalogue = Catalogue::embedded().unwrap();
        let count = catalogue.iter().count();
        let strong = named("brandubh", "[]").replace("two-but-four-at-throne", "four");
        let mine = named("mine", "[\"brandub\"]");
        let files = [("brandubh.toml", strong.as_str()), ("mine.toml", mine.as_str())];
        let extended = catalogue.clone().with_files(files, |_| true).unwrap();
        assert_eq!(extended.iter().count(), count + 1);
        let order: Vec<&str> = extended.iter().map(|variant| variant.name.as_str()).collect();
        assert_eq!(order.last(), Some(&"mine"));
        assert_ne!(extended.find("brandubh").unwrap().rules, catalogue.find("brandubh").unwrap().rules);
        assert_eq!(extended.find("brandub").unwrap().name, "mine", "the alias was given up by the file that had it");
    }

    #[test]
    fn a_name_belongs_to_one_variant_and_both_files_are_named() {
        let (thief, other) = (named("mine", "[\"tablut\", \"ours\"]"), named("ours", "[]"));
        assert_eq!(
            mistakes(&[("a.toml", &thief), ("b.toml", &other)]),
            [
                "a.toml: line 3: \"tablut\" is already a name of the variant in the built-in small.toml; each name and alias must belong to \
                 one variant",
                "b.toml: line 2: \"ours\" is already a name of the variant in a.toml; each name and alias must belong to one variant",
            ]
        );
        assert!(mistakes(&[("mine.toml", BRANDUBH)])[0].contains("the built-in brandubh.toml"));
    }

    #[test]
    fn a_name_that_means_something_else_is_refused_and_a_built_in_one_is_not_lost() {
        let said = mistakes(&[("mine.toml", &named("own-rules", "[\"move\"]")), ("small.toml", &named("tiny", "[]"))]);
        assert!(said[0].starts_with("mine.toml: line 2: \"own-rules\" has another meaning"), "{said:?}");
        assert!(said[1].starts_with("mine.toml: line 3: \"move\" has another meaning"), "{said:?}");
        assert!(said[2].starts_with("small.toml: line 2: the name must be \"small\", not \"tiny\""), "{said:?}");
        assert_eq!(said.len(), 3, "{said:?}");
        let shared = named("mine", "[]\nshared_names = [\"move\"]");
        assert!(mistakes(&[("mine.toml", &shared)])[0].starts_with("mine.toml: line 4: \"move\" has another meaning"));
    }

    #[test]
    fn all_mistakes_are_told_at_once() {
        let one = BRANDUBH.replace("\"two-but", "\"three-but");
        let two = named("two", "[]").replace("size = 7", "size = 9");
        let said = mistakes(&[("one.toml", &one), ("two.toml", &two), ("three.toml", "name = 1")]);
        assert!(said[0].starts_with("one.toml: TOML parse error at line 26, column"), "{said:?}");
        assert!(said[1].starts_with("two.toml: line 15, layout: 7 rows; expected 9"), "{said:?}");
        assert!(said[2].starts_with("three.toml: line 1, name: invalid type: integer `1`"), "{said:?}");
    }

    #[test]
    fn no_name_is_used_twice() {
        let catalogue = Catalogue::embedded().unwrap();
        let mut names: Vec<&str> = catalogue.names().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
