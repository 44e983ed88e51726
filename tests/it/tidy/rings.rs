//! No two files need each other, and no two entries of a folder. An entry of a folder is a file or a sub-folder.

use super::baseline;
use super::house::{Arrows, House, house};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Pairs = BTreeSet<(String, String)>;

/// The nodes that reach each other, each such set with more than one node.
pub fn rings(pairs: &Pairs) -> Vec<BTreeSet<String>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in pairs {
        next.entry(from).or_default().push(to);
    }
    let reached = |start: &str| {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![start.to_owned()];
        while let Some(node) = waiting.pop() {
            for to in next.get(node.as_str()).into_iter().flatten() {
                if seen.insert((*to).to_owned()) {
                    waiting.push((*to).to_owned());
                }
            }
        }
        seen
    };
    let all: BTreeMap<&str, BTreeSet<String>> = next.keys().map(|node| (*node, reached(node))).collect();
    let mut rings: Vec<BTreeSet<String>> = Vec::new();
    for (node, to) in &all {
        let ring: BTreeSet<String> = to
            .iter()
            .filter(|other| all.get(other.as_str()).is_some_and(|back| back.contains(*node)))
            .cloned()
            .collect();
        if ring.len() > 1 && !rings.contains(&ring) {
            rings.push(ring);
        }
    }
    rings
}

/// The arrows that tie a ring together.
pub fn tied(pairs: &Pairs) -> Pairs {
    let rings = rings(pairs);
    let is_tied = |(from, to): &&(String, String)| rings.iter().any(|ring| ring.contains(from) && ring.contains(to));
    pairs.iter().filter(is_tied).cloned().collect()
}

pub fn file_pairs(arrows: &Arrows) -> Pairs {
    arrows.keys().cloned().collect()
}

/// The folders that have a `mod.rs`, each with the arrows between its rooms.
pub fn rooms(house: &House) -> BTreeMap<String, BTreeMap<(String, String), BTreeSet<String>>> {
    let mut folders: BTreeMap<String, BTreeMap<(String, String), BTreeSet<String>>> = BTreeMap::new();
    let mod_files = house.modules.iter().filter_map(|module| module.file.strip_suffix("/mod.rs"));
    for folder in mod_files.collect::<BTreeSet<_>>() {
        for ((from, to), names) in &house.arrows {
            let (Some(from_room), Some(to_room)) = (room(folder, from), room(folder, to)) else { continue };
            if from_room != to_room {
                let told = names.iter().map(|name| format!("{from} -> {to}: {name}"));
                folders.entry(folder.to_owned()).or_default().entry((from_room, to_room)).or_default().extend(told);
            }
        }
    }
    folders
}

/// The room of a folder in which a file stands; the folder's own `mod.rs` is none.
fn room(folder: &str, file: &str) -> Option<String> {
    let inside = file.strip_prefix(folder)?.strip_prefix('/')?;
    let first = inside.split('/').next()?.trim_end_matches(".rs");
    (inside != "mod.rs").then(|| first.to_owned())
}

#[test]
fn no_two_files_need_each_other() {
    let found: BTreeSet<String> =
        tied(&file_pairs(&house().arrows)).into_iter().map(|(from, to)| format!("{from} -> {to}")).collect();
    baseline::hold(
        "rings.txt",
        &found,
        "these arrows tie files in a ring: move what is taken (tidy::drawing prints the names) below both files, or \
         hand it over as an argument",
    );
}

#[test]
fn no_two_rooms_of_a_folder_need_each_other() {
    let mut found = BTreeSet::new();
    for (folder, arrows) in rooms(house()) {
        let pairs: Pairs = arrows.keys().cloned().collect();
        found.extend(tied(&pairs).into_iter().map(|(from, to)| format!("{folder}: {from} -> {to}")));
    }
    baseline::hold(
        "room_rings.txt",
        &found,
        "these arrows tie files or sub-folders of a folder in a ring: move what is taken (tidy::drawing prints the \
         names) below both, or hand it over as an argument",
    );
}

/// The groups of `mod` lines in a `mod.rs` or `lib.rs`, blank lines between them, from the bottom up.
pub fn groups(file: &str) -> BTreeMap<String, usize> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let mut groups = BTreeMap::new();
    let mut group = 0;
    let mut is_after_mod = false;
    for line in text.lines() {
        let declared = line.strip_suffix(';').and_then(|line| {
            let (seen, name) = line.rsplit_once("mod ")?;
            (seen.is_empty() || seen.starts_with("pub")).then_some(name)
        });
        if let Some(name) = declared {
            groups.insert(name.to_owned(), group);
            is_after_mod = true;
        } else if line.is_empty() && is_after_mod {
            group += 1;
            is_after_mod = false;
        }
    }
    groups
}

#[test]
fn a_folder_has_floors_and_nobody_calls_upstairs() {
    let mut wrong = Vec::new();
    for (folder, arrows) in rooms(house()) {
        let groups = groups(&format!("{folder}/mod.rs"));
        for ((from, to), names) in arrows {
            if groups.get(&from) < groups.get(&to) {
                wrong.extend(names.into_iter().map(|name| format!("{folder}/mod.rs: {from} takes from {to}: {name}")));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "a file takes from a later group of `mod` lines; move the thing down, or the `mod` line up:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn a_ring_is_found_and_a_chain_is_not() {
    let pairs = |text: &str| -> Pairs {
        text.split(' ').filter_map(|pair| pair.split_once('>')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
    };
    assert_eq!(tied(&pairs("a>b b>c c>d a>d")), Pairs::new());
    assert_eq!(tied(&pairs("a>b b>c c>a c>d d>e e>d x>a")), pairs("a>b b>c c>a d>e e>d"));
    assert_eq!(rings(&pairs("a>b b>a c>d d>c")).len(), 2);
}
