//! Reply tokens: they say which player answers which of our letters.
//!
//! A token is a secret of its recipient. So its `Debug` shows nothing, and only its hash is stored. [`crate::mail::token_places`] says
//! where a mail carries one.

use std::fmt;
use std::fmt::Write;
use std::str::FromStr;

use sha2::Digest;
use sha2::Sha256;

/// Crockford's base 32: digits and letters without i, l, o and u, in lower case.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of a token. 16 times 5 bits are 80 bits.
const TOKEN_CHARS: usize = 16;

/// A reply token as in a letter: 16 characters, normalized (lower case, o as 0, i and l as 1, no dashes), so that two spellings of one
/// token are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TokenText(String);

/// The word is not a reply token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key has 16 letters and digits")]
pub struct BadToken;

impl TokenText {
    /// A new token of 80 bits, from random bytes.
    pub fn from_drawn(drawn: [u8; TOKEN_CHARS]) -> TokenText {
        // 256 is a multiple of 32, so the low five bits of a random byte are equally likely.
        TokenText(drawn.iter().map(|byte| character(*byte)).collect())
    }

    /// SHA-256 of the normalized token: this is stored and looked up.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// The 16 characters without dashes, as in addresses and Message-IDs.
    pub fn compact(&self) -> &str {
        &self.0
    }
}

/// Accepts any spelling: upper or lower case, with dashes of any kind or blanks between the groups.
impl FromStr for TokenText {
    type Err = BadToken;

    fn from_str(text: &str) -> Result<TokenText, BadToken> {
        let mut folded = String::with_capacity(TOKEN_CHARS);
        for c in text.chars() {
            if is_gap(c) {
                continue;
            }
            folded.push(fold(c).ok_or(BadToken)?);
            if folded.len() > TOKEN_CHARS {
                return Err(BadToken);
            }
        }
        if folded.len() == TOKEN_CHARS { Ok(TokenText(folded)) } else { Err(BadToken) }
    }
}

/// The character for five bits.
pub(crate) fn character(bits: u8) -> char {
    char::from(ALPHABET[usize::from(bits % 32)])
}

/// One character of a token in its normalized form.
pub(crate) fn fold(c: char) -> Option<char> {
    let c = match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        c => c,
    };
    (c.is_ascii() && ALPHABET.contains(&(c as u8))).then_some(c)
}

/// What may be between two groups of a token: dashes, with the ones that clients replace them by, blanks, and characters without width.
pub(crate) fn is_gap(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
        || c.is_whitespace()
}

/// Groups of four: `k7qf-9x2m-pd4w-t3ha`.
impl fmt::Display for TokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, c) in self.0.chars().enumerate() {
            if index > 0 && index % 4 == 0 {
                f.write_char('-')?;
            }
            f.write_char(c)?;
        }
        Ok(())
    }
}

/// Tokens are keys, so a log line must not show one.
impl fmt::Debug for TokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenText(****)")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn token() -> TokenText {
        "k7qf-9x2m-pd4w-t3ha".parse().unwrap()
    }

    #[test]
    fn every_spelling_of_a_token_is_the_same_token() {
        for spelling in [
            "K7QF9X2MPD4WT3HA",
            "k7qf 9x2m pd4w t3ha",
            "k7qf\u{2011}9x2m\u{2013}pd4w\u{a0}t3ha",
            "K7QF-9X2M-\r\nPD4W-T3HA",
        ] {
            assert!(spelling.parse() == Ok(token()), "{spelling:?}");
        }
        let written: TokenText = "o1o1-o1o1-o1o1-o1o1".parse().unwrap();
        assert!("0l0i-0101-oLoI-0101".parse() == Ok(written));
    }

    #[test]
    fn what_is_too_short_too_long_or_odd_is_no_token() {
        for word in ["", "k7qf-9x2m-pd4w-t3h", "k7qf-9x2m-pd4w-t3haa", "k7qf-9x2m-pd4w-t3hu"] {
            assert!(word.parse::<TokenText>().is_err(), "{word}");
        }
    }

    #[test]
    fn a_drawn_token_reads_back_and_never_shows_in_debug() {
        let drawn = TokenText::from_drawn(*b"sixteen fair lot");
        assert!(drawn.to_string().parse() == Ok(drawn.clone()));
        assert_eq!(drawn.to_string().len(), 19);
        assert!(!format!("{drawn:?}").contains(drawn.compact()));
        assert_ne!(drawn.hash(), token().hash());
    }
}
