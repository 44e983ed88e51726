//! What letters have in common. Each stored text refers to it without containing it.

/// A letter about a board, and lines that occur in other letters and in answers to them. A text is read with the dictionary that it was
/// written with, so this one never changes: a better one must be another file, and texts that need it must say so.
pub(super) const DICTIONARY: &[u8] = include_bytes!("letter.dictionary");

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_dictionary_never_changes() {
        let hash: [u8; 32] = Sha256::digest(DICTIONARY).into();
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hash, "60facf3d8f09fdee0e1053879e414f4e66cf85d80339f9d98553f7a5981ec827",
            "do not change this dictionary: put a better one into a new file, with another first byte"
        );
    }
}
