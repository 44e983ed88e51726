//! A mail address: how it is kept, compared and written to.
//!
//! Only plain addresses, `local@domain`, are accepted: no display name, no comments, no quoted local part, no address literal. A person
//! with such an address cannot play, but nobody was ever seen with one. The local part is kept as typed, because some mail servers insist
//! on it. It is compared without regard to case, because no mailbox in use distinguishes `Ann` from `ann`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::Hash;
use std::hash::Hasher;
use std::str::FromStr;

/// The longest address that is accepted, in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets).
const ADDRESS_BYTES_MAX: usize = 254;

/// The longest part before the `@`, in bytes (RFC 5321, 4.5.3.1.1).
const LOCAL_BYTES_MAX: usize = 64;

/// A valid address that a letter can be sent to. It may hold ASCII or UTF-8.
#[derive(Debug, Clone)]
pub struct Address {
    /// As written, with the ASCII letters of the domain in lower case.
    text: String,
    /// The position of the `@` in `text`.
    at: usize,
    /// The whole address with its ASCII letters in lower case, for comparing and hashing. Other letters stay as they are: some of them have
    /// an ASCII letter as their lower case (the Kelvin sign), so they would match another mailbox.
    key: String,
}

/// Why a word is not an address that we can write to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// There is no `@` with something on both sides.
    #[error("an address looks like name@example.org")]
    Shape,
    /// Longer than mail allows.
    #[error("the address is longer than mail allows")]
    TooLong,
    /// A character that is not allowed in an address.
    #[error("{0:?} is not allowed in an address")]
    Character(char),
    /// The shape is right, but no mail server would accept it (two dots in a row, for example).
    #[error("this is not a valid mail address")]
    Unsendable,
}

impl Address {
    /// The address as written, with the ASCII letters of its domain in lower case.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The part before the last `@`, as written.
    pub fn local(&self) -> &str {
        &self.text[..self.at]
    }

    /// The part after the last `@`, with its ASCII letters in lower case.
    pub fn domain(&self) -> &str {
        &self.text[self.at + 1..]
    }

    /// A shortened form that the owner recognizes, but that nobody else can write to: `b**@s**.test`.
    pub fn masked(&self) -> String {
        let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
        let top = self.domain().rsplit_once('.').map(|(_, top)| format!(".{top}")).unwrap_or_default();
        format!("{}**@{}**{top}", first(self.local()), first(self.domain()))
    }

    /// The whole address with its ASCII letters in lower case: the key to look it up by.
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Address, BadAddress> {
        let text = text.trim();
        let text = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(text);
        if text.len() > ADDRESS_BYTES_MAX {
            return Err(BadAddress::TooLong);
        }
        let (local, domain) = text.rsplit_once('@').ok_or(BadAddress::Shape)?;
        if local.is_empty() || domain.is_empty() {
            return Err(BadAddress::Shape);
        }
        if local.len() > LOCAL_BYTES_MAX {
            return Err(BadAddress::TooLong);
        }
        if let Some(odd) = local.chars().find(|&c| !is_local_char(c)) {
            return Err(BadAddress::Character(odd));
        }
        if let Some(odd) = domain.chars().find(|&c| !is_domain_char(c)) {
            return Err(BadAddress::Character(odd));
        }
        let domain = domain.to_ascii_lowercase();
        let text = format!("{local}@{domain}");
        if !is_sendable(&text) {
            return Err(BadAddress::Unsendable);
        }
        Ok(Address { at: local.len(), key: text.to_ascii_lowercase(), text })
    }
}

/// The characters that RFC 5322 calls atext, the dot, and everything visible beyond ASCII (RFC 6532).
fn is_local_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c) || is_letter_beyond_ascii(c)
}

fn is_domain_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '.' || is_letter_beyond_ascii(c)
}

/// Letters and digits only. Invisible characters and those that change the direction of text would make one address look like another.
fn is_letter_beyond_ascii(c: char) -> bool {
    !c.is_ascii() && c.is_alphanumeric()
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.key == other.key
    }
}

impl Eq for Address {}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl PartialOrd for Address {
    fn partial_cmp(&self, other: &Address) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Address {
    fn cmp(&self, other: &Address) -> Ordering {
        self.key.cmp(&other.key)
    }
}

/// Whether lettre would send to this address.
fn is_sendable(address: &str) -> bool {
    address.parse::<lettre::Address>().is_ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn case_never_tells_two_addresses_apart() {
        let typed: Address = " Ann.Berg@Example.ORG ".parse().unwrap();
        let other: Address = "ann.berg@example.org".parse().unwrap();
        assert_eq!(typed, other);
        assert_eq!(typed.as_str(), "Ann.Berg@example.org");
        assert_eq!((typed.local(), typed.domain()), ("Ann.Berg", "example.org"));
        assert_eq!(typed.key(), other.as_str());
    }

    #[test]
    fn a_letter_that_only_looks_like_another_makes_another_address() {
        let kelvin: Address = "\u{212a}en@\u{212a}onto.example".parse().unwrap();
        assert_ne!(kelvin, "ken@konto.example".parse().unwrap());
        assert!(!kelvin.key().is_ascii() && !kelvin.domain().is_ascii());
    }

    #[test]
    fn a_lone_host_and_letters_beyond_ascii_are_addresses() {
        for text in ["tafl@localhost", "jürgen@bücher.example", "a+12.x@b.c"] {
            assert!(text.parse::<Address>().is_ok(), "{text}");
        }
    }

    /// The limit of 63 bytes for a label applies to the form that name servers use (`xn--...`), after the rules for names are checked (UTS
    /// 46, RFC 5893). Cargo.toml chooses the tables for that (`idna_adapter`). Without them, none of these would be an address.
    #[test]
    fn domains_in_other_scripts_are_addresses() {
        let long = ["ü".repeat(40), "почта".repeat(9), "例".repeat(30), "א".repeat(35), "ｅ".repeat(40)];
        let long = long.iter().map(|label| format!("{label}.example"));
        for domain in
            ["faß.example", "παράδειγμα.ελ", "почта.рф", "例え.テスト", "실례.테스트", "דוגמה.טעסט", "مثال.إختبار"]
                .into_iter()
                .map(str::to_owned)
                .chain(long)
        {
            let address = format!("ann@{domain}").parse::<Address>();
            assert!(address.is_ok(), "{domain}: {address:?}");
        }
        let too_long = "ü".repeat(60);
        let from_both_sides = format!("{}a", "א".repeat(35));
        for label in [too_long, from_both_sides] {
            let address = format!("ann@{label}.example").parse::<Address>();
            assert!(address.is_err(), "{label}: {address:?}");
        }
    }

    #[test]
    fn what_could_smuggle_something_is_no_address() {
        let long = format!("{}@example.org", "a".repeat(65));
        for text in [
            "",
            "@",
            "ann",
            "ann@",
            "@example.org",
            "ann@example.org\r\nBcc: bob@example.org",
            "ann @example.org",
            "a@b@c",
            "\"ann\"@example.org",
            "ann@[127.0.0.1]",
            "a..b@example.org",
            "ann\u{202e}@example.org",
            "ann@exa mple.org",
            &long,
        ] {
            assert!(text.parse::<Address>().is_err(), "{text:?}");
        }
    }
}
