//! All modules of `src`, and which file uses what from which: every path is followed through re-exports and `super::` to the file that owns
//! the thing.

use super::source::{self, Import, Item, Kind, Part, Seen};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

/// How often a name is followed before it counts as going round.
const DEPTH_MAX: usize = 24;

pub struct Module {
    /// From the root of the repository.
    pub file: String,
    /// Its name as code says it: `crate::club::game`.
    pub name: String,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    /// How far the `mod` line lets it be seen.
    pub seen: Seen,
    pub part: Part,
}

struct Place {
    name: String,
    parent: Option<usize>,
    seen: Seen,
}

/// What a path leads to.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    Module(usize),
    Item { module: usize, item: Option<&'a Item> },
}

/// The files that a file takes from, and the names it takes.
pub type Arrows = BTreeMap<(String, String), BTreeSet<String>>;

pub struct House {
    pub modules: Vec<Module>,
    pub arrows: Arrows,
    /// Paths that lead nowhere: here the tests would see less than the compiler.
    pub lost: Vec<String>,
}

/// Read once for all tests.
pub fn house() -> &'static House {
    static HOUSE: OnceLock<House> = OnceLock::new();
    HOUSE.get_or_init(|| {
        House::read(&|file| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).ok())
    })
}

/// The text of a file, if there is one of this name.
type Sources<'a> = &'a dyn Fn(&str) -> Option<String>;

impl House {
    fn read(sources: Sources<'_>) -> House {
        let mut house = House { modules: Vec::new(), arrows: Arrows::new(), lost: Vec::new() };
        house.add_file(sources, "src/lib.rs", Place { name: "crate".to_owned(), parent: None, seen: Seen::All });
        if sources("src/main.rs").is_some() {
            house.add_file(sources, "src/main.rs", Place { name: "main".to_owned(), parent: None, seen: Seen::All });
        }
        for module in 0..house.modules.len() {
            house.draw(module);
        }
        house
    }

    fn add_file(&mut self, sources: Sources<'_>, file: &str, place: Place) -> usize {
        let text = sources(file).unwrap_or_else(|| panic!("{file} is declared and not there"));
        self.add(sources, file, place, source::read(&text))
    }

    fn add(&mut self, sources: Sources<'_>, file: &str, place: Place, mut part: Part) -> usize {
        let children = std::mem::take(&mut part.children);
        let at = self.modules.len();
        let Place { name, parent, seen } = place;
        self.modules.push(Module { file: file.to_owned(), name, parent, children: BTreeMap::new(), seen, part });
        for child in children {
            let name = format!("{}::{}", self.modules[at].name, child.name);
            let place = Place { name, parent: Some(at), seen: child.seen };
            let child_at = match child.inline {
                Some(part) => self.add(sources, file, place, part),
                None => self.add_file(sources, &file_of(sources, file, &child.name), place),
            };
            self.modules[at].children.insert(child.name, child_at);
        }
        at
    }

    /// The modules that are files, without those that stand in braces.
    pub fn files(&self) -> impl Iterator<Item = (usize, &Module)> {
        let is_file = |module: &Module| module.parent.is_none_or(|parent| self.modules[parent].file != module.file);
        self.modules.iter().enumerate().filter(move |(_, module)| is_file(module))
    }

    /// The module whose `mod` lines are a file's folder: the file itself where it is a `mod.rs`.
    pub fn folder(&self, mut module: usize) -> usize {
        while let Some(parent) = self.modules[module].parent {
            if self.modules[module].file.ends_with("/mod.rs") && self.modules[parent].file != self.modules[module].file
            {
                break;
            }
            let is_inline = self.modules[parent].file == self.modules[module].file;
            module = parent;
            if !is_inline {
                break;
            }
        }
        module
    }

    pub fn is_below(&self, mut module: usize, above: usize) -> bool {
        while module != above {
            match self.modules[module].parent {
                Some(parent) => module = parent,
                None => return false,
            }
        }
        true
    }

    /// Follows a path from where it stands. `is_last`: the path ends here, so that a thing is meant rather than a module.
    pub fn resolve(&self, module: usize, path: &[String], is_last: bool, depth: usize) -> Option<Found<'_>> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Found::Module(self.root(module)), &path[1..]),
            "taflpost" => (Found::Module(0), &path[1..]),
            "self" => (Found::Module(module), &path[1..]),
            "super" => (Found::Module(self.modules[module].parent?), &path[1..]),
            _ => (Found::Module(module), path),
        };
        while let [name, after @ ..] = rest {
            let Found::Module(here) = at else { return Some(at) };
            at = match name.as_str() {
                "super" => Found::Module(self.modules[here].parent?),
                _ => self.look_up(here, name, is_last && after.is_empty(), depth)?,
            };
            rest = after;
        }
        Some(at)
    }

    fn root(&self, mut module: usize) -> usize {
        while let Some(parent) = self.modules[module].parent {
            module = parent;
        }
        module
    }

    fn look_up(&self, here: usize, name: &str, is_last: bool, depth: usize) -> Option<Found<'_>> {
        if depth > DEPTH_MAX {
            return None;
        }
        let module = &self.modules[here];
        let child = module.children.get(name).map(|child| Found::Module(*child));
        let item = module.part.items.iter().find(|item| item.name == name && (is_last || item.kind == Kind::Type));
        let item = item.map(|item| Found::Item { module: here, item: Some(item) });
        let (first, second) = if is_last { (item, child) } else { (child, item) };
        let imported = || {
            let imports = module.part.imports.iter().filter(|import| import.name == name);
            let found = imports.filter_map(|import| self.resolve(here, &import.path, is_last, depth + 1));
            let mut found: Vec<Found<'_>> = found.collect();
            found.sort_by_key(|found| matches!(found, Found::Module(_)) == is_last);
            found.into_iter().next()
        };
        let globbed = || {
            let globs = module.part.imports.iter().filter(|import| import.name == "*");
            let modules = globs.filter_map(|import| self.resolve(here, &import.path, false, depth + 1));
            let mut found = modules.filter_map(|found| match found {
                Found::Module(module) => self.look_up(module, name, is_last, depth + 1),
                Found::Item { .. } => None,
            });
            found.next()
        };
        let made_by_macro = module.part.calls_macro.then_some(Found::Item { module: here, item: None });
        if is_last {
            return first.or_else(imported).or(second).or_else(globbed).or(made_by_macro);
        }
        first.or_else(imported).or_else(globbed).or(second).or(made_by_macro)
    }

    /// The arrows of one module.
    fn draw(&mut self, at: usize) {
        let module = &self.modules[at];
        let uses = module.part.imports.iter().filter(|import| self.is_used(module, import)).map(|import| &import.path);
        let mut arrows = Vec::new();
        let mut lost = Vec::new();
        for path in module.part.paths.iter().chain(uses) {
            match self.resolve(at, path, true, 1) {
                Some(Found::Item { module: owner, item }) if self.modules[owner].file != module.file => {
                    let name = item.map_or_else(|| path.last().cloned().unwrap_or_default(), |item| item.name.clone());
                    arrows.push(((module.file.clone(), self.modules[owner].file.clone()), name));
                }
                Some(_) => {}
                None if self.is_ours(at, path) => {
                    lost.push(format!("{}: {}", module.file, path.join("::")));
                }
                None => {}
            }
        }
        self.lost.extend(lost);
        for (arrow, name) in arrows {
            self.arrows.entry(arrow).or_default().insert(name);
        }
    }

    /// Whether a path begins in this house rather than in a package.
    fn is_ours(&self, at: usize, path: &[String]) -> bool {
        matches!(self.resolve(at, &path[..1], false, 1), Some(Found::Module(_)))
    }

    /// A re-export hands on; it takes only where the name stands in its own text too.
    fn is_used(&self, module: &Module, import: &Import) -> bool {
        import.seen == Seen::Here || module.part.words.contains(&import.name)
    }
}

/// The file of a module that is declared in another.
fn file_of(sources: Sources<'_>, parent: &str, name: &str) -> String {
    let folder = match parent.rsplit_once('/') {
        Some((folder, "mod.rs" | "lib.rs" | "main.rs")) => folder,
        _ => parent.trim_end_matches(".rs"),
    };
    let file = format!("{folder}/{name}.rs");
    if sources(&file).is_some() { file } else { format!("{folder}/{name}/mod.rs") }
}

#[test]
fn a_path_is_followed_to_the_file_that_owns_the_thing() {
    let files = [
        ("src/lib.rs", "pub mod low; pub mod high;"),
        ("src/low/mod.rs", "mod act; mod value; pub use act::act; pub use value::{Value, Value as Thing};"),
        ("src/low/act.rs", "use super::value; use value::Value as V; pub fn act() -> V { value::LIMIT; self::act() }"),
        (
            "src/low/value.rs",
            "pub struct Value; pub const LIMIT: u8 = 1; #[cfg(test)] mod tests { use super::super::act; }",
        ),
        (
            "src/high.rs",
            "use crate::low; mod inner; fn f(a: inner::Deep) { say!(low::act(), [crate::low::Thing::new()]); }",
        ),
        (
            "src/high/inner.rs",
            "pub struct Deep; impl Deep { fn g(&self) -> super::super::low::Value { std::mem::take(self) } }",
        ),
    ];
    let house = House::read(&|file| files.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned()));
    let drawn: Vec<String> = house
        .arrows
        .iter()
        .map(|((from, to), names)| format!("{from} -> {to}: {}", names.iter().cloned().collect::<Vec<_>>().join(", ")))
        .collect();
    let expected = [
        "src/high.rs -> src/high/inner.rs: Deep",
        "src/high.rs -> src/low/act.rs: act",
        "src/high.rs -> src/low/value.rs: Value",
        "src/high/inner.rs -> src/low/value.rs: Value",
        "src/low/act.rs -> src/low/value.rs: LIMIT, Value",
    ];
    assert_eq!(drawn, expected);
    assert_eq!(house.lost, Vec::<String>::new());
}
