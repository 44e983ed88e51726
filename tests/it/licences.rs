//! Every package this program is built from may be used, changed and passed on freely.

use assert_cmd::Command;

const FREE: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether one of the alternatives asks for free licences only.
fn is_free(expression: &str) -> bool {
    let flat = expression.replace(['(', ')'], "").replace('/', " OR ");
    flat.split(" OR ").any(|alternative| alternative.split(" AND ").all(|licence| FREE.contains(&licence.trim())))
}

#[test]
fn every_package_has_a_permissive_licence() {
    let mut cargo = Command::new(env!("CARGO"));
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output =
        cargo.args(["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let unfree: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(is_free))
        .map(|package| format!("{} {}: {}", package["name"], package["version"], package["license"]))
        .collect();
    assert!(packages.len() > 50 && unfree.is_empty(), "not permissive:\n{}", unfree.join("\n"));
}
