//! Passwords: hashed with argon2id, compared, never shown again.

use crate::chance::Chance;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};

/// The most characters in a password. Longer ones would only cost time.
pub(crate) const PASSWORD_CHARS_MAX: usize = 128;

/// Wrong passwords per player and hour. After that only the answer to a letter helps.
pub const WRONG_PASSWORDS_MAX: u32 = 5;

/// Hashes a password with a fresh salt; the result is a PHC string.
///
/// `None` for an empty password or one over [`PASSWORD_CHARS_MAX`].
pub(crate) fn hash(password: &str, chance: &mut Chance) -> Option<String> {
    if password.is_empty() || password.chars().count() > PASSWORD_CHARS_MAX {
        return None;
    }
    let salt: [u8; 16] = chance.bytes();
    let hashed: PasswordHash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).ok()?;
    Some(hashed.to_string())
}

/// Whether this is the password behind that hash.
pub fn matches(password: &str, hash: &str) -> bool {
    password.chars().count() <= PASSWORD_CHARS_MAX
        && Argon2::default().verify_password(password.as_bytes(), hash).is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn a_password_matches_its_own_hash_alone() {
        let mut chance = Chance::from_seed([1; 32]);
        let hashed = hash("Sesam öffne dich", &mut chance).unwrap();
        assert!(hashed.starts_with("$argon2id$"), "{hashed}");
        assert!(!hashed.contains("Sesam"));
        assert!(matches("Sesam öffne dich", &hashed));
        assert!(!matches("sesam öffne dich", &hashed));
        assert_ne!(hashed, hash("Sesam öffne dich", &mut chance).unwrap(), "the salt is fresh");
    }

    #[test]
    fn an_empty_or_endless_password_is_none() {
        let mut chance = Chance::from_seed([1; 32]);
        assert_eq!(hash("", &mut chance), None);
        assert_eq!(hash(&"x".repeat(129), &mut chance), None);
        assert!(hash(&"ö".repeat(128), &mut chance).is_some(), "characters are counted, not bytes");
    }
}
