//! Known exceptions to the laws, in files that may only become shorter.

use std::collections::BTreeSet;
use std::path::Path;

/// Holds what a law found against `tests/tidy/<name>`: nothing may be there that is not listed, and nothing may be
/// listed that is not there any more. `UPDATE_TIDY=1` writes the list again as long as it does not grow, so that a file
/// that got another name costs no work. It could also swap one exception for another, so it is a variable of its own:
/// `UPDATE=1` for golden files changes no list, and a changed list is read line by line.
pub fn hold(name: &str, found: &BTreeSet<String>, mend: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tidy").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let (head, listed): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let listed: BTreeSet<String> = listed.into_iter().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let new: Vec<&str> = found.difference(&listed).map(String::as_str).collect();
    let gone: Vec<&str> = listed.difference(found).map(String::as_str).collect();
    if new.is_empty() && gone.is_empty() {
        return;
    }
    if std::env::var_os("UPDATE_TIDY").is_some() && found.len() <= listed.len() {
        let lines = head.into_iter().chain(found.iter().map(String::as_str));
        std::fs::write(&path, lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        return;
    }
    let mut told = Vec::new();
    if !new.is_empty() {
        told.push(format!("{mend}\n  {}", new.join("\n  ")));
    }
    if !gone.is_empty() {
        told.push(format!(
            "these are mended: take their lines out of tests/tidy/{name}, or run this test with UPDATE_TIDY=1\n  {}",
            gone.join("\n  ")
        ));
    }
    panic!("{}\n({} found, {} listed; the list may only get shorter)", told.join("\n"), found.len(), listed.len());
}
