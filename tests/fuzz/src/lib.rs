//! The laws that the targets ask for: the very files that the proptests of the same readers use.
#![allow(clippy::unwrap_used, reason = "a law that is broken is a panic")]

use std::path::Path;

#[path = "../../it/hostile/laws/mod.rs"]
pub mod laws;

/// Writes what the project has that a target reads into `corpus/TARGET`, where the fuzzer begins and keeps what it finds. It is no tool of
/// its own, because what is built with these flags does not link without a fuzzer in it.
pub fn plant<T: AsRef<[u8]>>(target: &str, seeds: impl IntoIterator<Item = T>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    std::fs::create_dir_all(&folder).unwrap();
    for (number, seed) in seeds.into_iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number:03}")), seed).unwrap();
    }
}
