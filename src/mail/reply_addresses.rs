//! The addresses and Message-IDs that carry reply tokens.
//!
//! Their first word is the [`Errand`]: a board number, or a letter of the alphabet for anything else. The functions that write and read
//! both forms are here side by side.

use std::fmt;
use std::str::FromStr;

use crate::mail::address::Address;
use crate::mail::address::BadAddress;
use crate::mail::token::BadToken;
use crate::mail::token::TokenText;

/// What one of our letters was about, as its address and its Message-ID say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Errand {
    /// The board with this number.
    Board(u32),
    /// Something other than a board: one lower-case letter, such as `b` for bounces and `u` for unsubscribing.
    Letter(char),
}

impl fmt::Display for Errand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Errand::Board(number) => write!(f, "{number}"),
            Errand::Letter(letter) => write!(f, "{letter}"),
        }
    }
}

impl FromStr for Errand {
    type Err = BadToken;

    fn from_str(text: &str) -> Result<Errand, BadToken> {
        if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            return text.parse().map(Errand::Board).map_err(|_| BadToken);
        }
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(Errand::Letter(letter.to_ascii_lowercase())),
            _ => Err(BadToken),
        }
    }
}

/// The address that an answer goes to: `club+12.TOKEN@host` for the club's address `club@host`.
///
/// # Errors
/// Fails only if the club's own address is so long that the token does not fit.
pub fn reply_address(club: &Address, errand: Errand, token: &TokenText) -> Result<Address, BadAddress> {
    let (local, domain) = (club.local(), club.domain());
    format!("{local}+{errand}.{}@{domain}", token.compact()).parse()
}

/// Reads what [`reply_address`] wrote. It also accepts the other usual separators, `-` and `=`.
pub fn errand_of_address(address: &Address) -> Option<(Errand, TokenText)> {
    errand_of_local(address.local())
}

pub(crate) fn errand_of_local(local: &str) -> Option<(Errand, TokenText)> {
    let (_, tail) = local.rsplit_once(['+', '-', '='])?;
    let (errand, token) = tail.split_once('.')?;
    Some((errand.parse().ok()?, token.parse().ok()?))
}

/// A Message-ID without angle brackets. `12.7.TOKEN@host` is the letter about board 12 after ply 7. For a board, `serial` is the ply. For
/// anything else it is any number.
pub fn message_id(errand: Errand, serial: u32, token: &TokenText, host: &str) -> String {
    format!("{errand}.{serial}.{}@{host}", token.compact())
}

/// Reads what [`message_id`] wrote, with or without angle brackets: errand, serial, token.
pub fn errand_of_message_id(id: &str) -> Option<(Errand, u32, TokenText)> {
    let id = id.trim().trim_start_matches('<').trim_end_matches('>');
    let (local, _) = id.split_once('@')?;
    let mut words = local.split('.');
    let errand = words.next()?.parse().ok()?;
    let serial = words.next()?.parse().ok()?;
    let token = words.next()?.parse().ok()?;
    words.next().is_none().then_some((errand, serial, token))
}

/// The root of a thread, without angle brackets: `12.ann@host`. No letter has it as its own Message-ID. All letters to one reader about one
/// board refer to it, so mail programs keep them together. It is made again each time from what it names: the Message-IDs of letters carry
/// tokens, and nothing that carries a token is stored.
pub fn thread_root(number: u32, reader: &str, host: &str) -> String {
    format!("{number}.{reader}@{host}")
}

/// Whether a line contains one of our reply addresses or Message-IDs. No sender writes one by hand, so such a line is part of the quoted
/// letter or introduces it.
pub(crate) fn is_carried_in(line: &str) -> bool {
    // In a link, some characters of an address are percent-encoded.
    let plain = line.contains('%').then(|| line.replace("%2B", "+").replace("%2b", "+").replace("%40", "@"));
    words(plain.as_deref().unwrap_or(line))
        .filter_map(|word| word.split_once('@').map(|(local, _)| (word, local)))
        .any(|(word, local)| errand_of_local(local).is_some() || errand_of_message_id(word).is_some())
}

/// The words that may be an address or a Message-ID.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "<>()[]\",;:".contains(c))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn token() -> TokenText {
        "k7qf-9x2m-pd4w-t3ha".parse().unwrap()
    }

    #[test]
    fn an_address_carries_errand_and_token_there_and_back() {
        let club: Address = "club@example.org".parse().unwrap();
        for errand in [Errand::Board(12), Errand::Letter('b')] {
            let to = reply_address(&club, errand, &token()).unwrap();
            assert!(errand_of_address(&to) == Some((errand, token())), "{to}");
        }
        assert_eq!(
            reply_address(&club, Errand::Board(12), &token()).unwrap().as_str(),
            "club+12.k7qf9x2mpd4wt3ha@example.org"
        );
    }

    #[test]
    fn a_separator_or_case_changed_on_the_way_does_no_harm() {
        for text in [
            "CLUB+12.K7QF9X2MPD4WT3HA@example.org",
            "club-12.k7qf9x2mpd4wt3ha@example.org",
            "my-club+12.k7qf9x2mpd4wt3ha@example.org",
        ] {
            let to: Address = text.parse().unwrap();
            assert!(errand_of_address(&to) == Some((Errand::Board(12), token())), "{text}");
        }
    }

    #[test]
    fn a_message_id_carries_errand_serial_and_token_there_and_back() {
        let id = message_id(Errand::Board(12), 7, &token(), "example.org");
        assert_eq!(id, "12.7.k7qf9x2mpd4wt3ha@example.org");
        let read = Some((Errand::Board(12), 7, token()));
        assert!(errand_of_message_id(&id) == read);
        assert!(errand_of_message_id(&format!("<{id}>").to_uppercase()) == read);
        let root = thread_root(12, "ann", "example.org");
        for foreign in ["", "@", "12.7@host", "CAF+abc@mail.example", "12.7.short@host", &root] {
            assert!(errand_of_message_id(foreign).is_none(), "{foreign}");
        }
    }
}
