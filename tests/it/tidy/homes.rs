//! Where definitions belong: none in a `mod.rs`, methods in the file of their type, and no two types with one name.

use super::baseline;
use super::house::{Found, House, Module, house};
use super::source::{Item, Kind, Seen};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn a_mod_file_only_lists_its_rooms() {
    let is_list = |module: &&Module| module.file.ends_with("/mod.rs") || module.file == "src/lib.rs";
    let others = |module: &'static Module| module.part.others.iter().map(|other| format!("{}: {other}", module.file));
    let found: BTreeSet<String> = house().files().map(|(_, module)| module).filter(is_list).flat_map(others).collect();
    baseline::hold(
        "mod_files.txt",
        &found,
        "a mod.rs holds docs, `mod` and `use` lines only: give these a file of their own",
    );
}

#[test]
fn methods_stand_with_their_type() {
    let house = house();
    let mut found = BTreeSet::new();
    for (at, module) in house.modules.iter().enumerate() {
        for block in module.part.impls.iter().filter(|block| block.is_inherent) {
            let Some(Found::Item { module: owner, item: Some(item) }) = house.resolve(at, &block.of, true, 1) else {
                continue;
            };
            let home = &house.modules[owner].file;
            let is_below = module.file.starts_with(&format!("{}/", home.trim_end_matches(".rs")));
            if module.file != *home && !is_below {
                found.insert(format!("{}: impl {}, of {home}", module.file, item.name));
            }
        }
    }
    baseline::hold(
        "impls.txt",
        &found,
        "an `impl` stands in the file of its type or in a folder of that file's name: make it a function, or a type of \
         its own",
    );
}

/// A type that is seen outside its folder, and where it is written there without its module.
struct Shown<'a> {
    file: &'a str,
    bare: BTreeSet<&'a str>,
}

fn is_seen_above(seen: &Seen, from: &str, folder: &Module) -> bool {
    match seen {
        Seen::Here => false,
        Seen::Parent => from == folder.name,
        Seen::In(path) => {
            let place = format!("crate::{}", path.join("::"));
            folder.name != place && folder.name.starts_with(&place)
        }
        Seen::Crate | Seen::All => true,
    }
}

/// Whether a type of a module can be named from outside the module's folder.
fn is_shown(house: &House, (owner, item): (usize, &Item)) -> bool {
    let folder_at = house.folder(owner);
    let folder = &house.modules[folder_at];
    if !is_seen_above(&item.seen, &house.modules[owner].name, folder) {
        return false;
    }
    let mut way = owner;
    let is_open = loop {
        if way == folder_at {
            break true;
        }
        let module = &house.modules[way];
        let parent = module.parent.expect("below its folder");
        if !is_seen_above(&module.seen, &house.modules[parent].name, folder) {
            break false;
        }
        way = parent;
    };
    let hands_on = folder.part.imports.iter().any(|import| {
        is_seen_above(&import.seen, &folder.name, folder)
            && matches!(house.resolve(folder_at, &import.path, true, 1), Some(Found::Item { module, item: Some(found) })
                if module == owner && std::ptr::eq(found, item))
    });
    is_open || hands_on
}

/// The files outside a type's folder that import it by its bare name.
fn bare<'a>(house: &'a House, (owner, item): (usize, &Item)) -> BTreeSet<&'a str> {
    let folder = house.folder(owner);
    let mut files = BTreeSet::new();
    for (at, module) in house.modules.iter().enumerate().filter(|(at, _)| !house.is_below(*at, folder)) {
        let imports = module.part.imports.iter().filter(|import| import.seen == Seen::Here && import.name == item.name);
        for import in imports {
            let found = house.resolve(at, &import.path, true, 1);
            if matches!(found, Some(Found::Item { module, item: Some(found) }) if module == owner && std::ptr::eq(found, item))
            {
                files.insert(module.file.as_str());
            }
        }
    }
    files
}

fn shown(house: &House) -> BTreeMap<&str, Vec<Shown<'_>>> {
    let mut shown: BTreeMap<&str, Vec<Shown<'_>>> = BTreeMap::new();
    for (at, module) in house.modules.iter().enumerate() {
        for item in module.part.items.iter().filter(|item| item.kind == Kind::Type) {
            if is_shown(house, (at, item)) {
                shown.entry(&item.name).or_default().push(Shown { file: &module.file, bare: bare(house, (at, item)) });
            }
        }
    }
    shown.retain(|_, types| types.len() > 1);
    shown
}

/// The names that more than one type bears, each with the files of the types.
pub fn shared_names(house: &House) -> BTreeMap<&str, Vec<&str>> {
    shown(house).into_iter().map(|(name, types)| (name, types.iter().map(|one| one.file).collect())).collect()
}

/// Two types may share a name if at most one of them is ever imported by it outside its folder; the others are always
/// written with their module, as `rating::Standing`.
#[test]
fn a_name_means_one_type() {
    let is_bare = |types: &[Shown<'_>]| types.iter().filter(|one| !one.bare.is_empty()).count() > 1;
    let found: BTreeSet<String> = shown(house())
        .into_iter()
        .filter(|(_, types)| is_bare(types))
        .map(|(name, types)| {
            let files: Vec<&str> = types.iter().filter(|one| !one.bare.is_empty()).map(|one| one.file).collect();
            format!("{name}: {}", files.join(", "))
        })
        .collect();
    baseline::hold(
        "names.txt",
        &found,
        "types that share a name are imported by it: give one another name, or write it with its module",
    );
}
