//! Prints the dependencies of the source for a person: `cargo test --test it tidy::drawing -- --ignored --nocapture`.

use super::homes::shared_names;
use super::house::house;
use super::rings::{file_pairs, rings, rooms, tied};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
#[ignore = "prints figures, checks nothing"]
fn prints_the_drawing() {
    let house = house();
    let read = |file: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let mut lengths: Vec<(usize, &str)> =
        house.files().map(|(_, module)| (read(&module.file).lines().count(), module.file.as_str())).collect();
    lengths.sort_unstable();
    let pairs = file_pairs(&house.arrows);
    let (rings, ties) = (rings(&pairs), tied(&pairs));
    println!("files                    {}", lengths.len());
    println!("lines                    {}", lengths.iter().map(|(lines, _)| lines).sum::<usize>());
    println!("median length            {}", lengths[lengths.len() / 2].0);
    println!("longer than 400          {}", lengths.iter().filter(|(lines, _)| *lines > 400).count());
    println!("longest                  {} {}", lengths[lengths.len() - 1].0, lengths[lengths.len() - 1].1);
    println!("arrows                   {}", pairs.len());
    println!("rings                    {}", rings.len());
    println!("files in rings           {}", rings.iter().map(BTreeSet::len).sum::<usize>());
    println!("arrows in rings          {}", ties.len());
    println!("names of several types   {}", shared_names(house).len());
    for ring in &rings {
        println!("\nring of {}: {}", ring.len(), ring.iter().cloned().collect::<Vec<_>>().join(", "));
        for ((from, to), names) in &house.arrows {
            if ring.contains(from) && ring.contains(to) {
                println!("  {from} -> {to}: {}", names.iter().cloned().collect::<Vec<_>>().join(", "));
            }
        }
    }
    for (folder, arrows) in rooms(house) {
        let between: BTreeSet<_> = arrows.keys().cloned().collect();
        for ((from, to), names) in arrows.iter().filter(|(pair, _)| tied(&between).contains(*pair)) {
            println!("\n{folder}: {from} -> {to}");
            names.iter().for_each(|name| println!("  {name}"));
        }
    }
    println!("\nnames of several types:");
    for (name, files) in shared_names(house) {
        println!("  {name}: {}", files.join(", "));
    }
}
