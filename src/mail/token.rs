//! Reply tokens, and the addresses and Message-IDs that carry them.
//!
//! A token says which player answers which of our letters. It travels in four places, because
//! every one of them is lost somewhere on the way:
//!
//! ```text
//!  Reply-To    club+12.K7QF9X2MPD4WT3HA@host   lost where a system knows no plus addresses
//!  Message-ID  <12.7.K7QF9X2MPD4WT3HA@host>    comes back in In-Reply-To and References;
//!                                              some relays replace it
//!  marker      (ref k7qf-9x2m-pd4w-t3ha)       lost when people delete the quoted text
//! ```
//!
//! The first word is the [`Errand`]: a board number, or a letter for what is no board. Writer and
//! reader of both forms stand side by side here. A token is a secret of its receiver, so its
//! `Debug` shows nothing, and what is stored is only its hash.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use sha2::Digest;
use sha2::Sha256;

use crate::mail::address::Address;
use crate::mail::address::BadAddress;
use crate::mail::limits::HEADER_BLOCK_BYTES_MAX;
use crate::mail::limits::TOKENS_MAX;
use crate::mail::marker;
use crate::mail::message::Message;

/// Crockford's base 32: digits and letters without i, l, o and u, in lower case.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of a token: 16 times 5 bits are 80 bits.
const TOKEN_CHARS: usize = 16;

/// A reply token as it stands in a letter: 16 characters, folded (lower case, o as 0, i and l as
/// 1, no dashes), so that two spellings of one token are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TokenText(String);

/// The word is no reply token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a reference has 16 letters and digits")]
pub struct BadToken;

impl TokenText {
    /// A fresh token of 80 bits, from bytes drawn by lot.
    pub fn from_drawn(drawn: [u8; TOKEN_CHARS]) -> TokenText {
        // 256 is a multiple of 32: the low five bits of a fair byte are fair.
        TokenText(drawn.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
    }

    /// SHA-256 of the folded token: what the store keeps and looks up.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// The 16 characters without dashes, as addresses and Message-IDs carry them.
    pub fn compact(&self) -> &str {
        &self.0
    }
}

/// Reads any spelling: either case, with dashes of any kind or blanks between the groups.
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

/// One character of a token in its folded form.
pub(crate) fn fold(c: char) -> Option<char> {
    let c = match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        c => c,
    };
    (c.is_ascii() && ALPHABET.contains(&(c as u8))).then_some(c)
}

/// What may stand between two groups of a token: dashes, including the ones that clients make of
/// them, blanks, and characters without width.
pub(crate) fn is_gap(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
        || c.is_whitespace()
}

/// Groups of four: `k7qf-9x2m-pd4w-t3ha`.
impl fmt::Display for TokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, c) in self.0.chars().enumerate() {
            if index > 0 && index % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{c}")?;
        }
        Ok(())
    }
}

/// Tokens are keys: a log line must not hand one out.
impl fmt::Debug for TokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenText(****)")
    }
}

/// What a letter of ours was about, as its address and its Message-ID say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Errand {
    /// The board with this number.
    Board(u32),
    /// No board: one lower-case letter, such as `b` for bounces and `u` for unsubscribing.
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

/// The address an answer goes to: `club+12.TOKEN@host` for the club's address `club@host`.
///
/// Fails only when the club's own address leaves no room for the token.
pub fn reply_address(club: &Address, errand: Errand, token: &TokenText) -> Result<Address, BadAddress> {
    let (local, domain) = (club.local(), club.domain());
    format!("{local}+{errand}.{}@{domain}", token.compact()).parse()
}

/// Reads what [`reply_address`] wrote; also with the other usual separators `-` and `=`.
pub fn errand_of_address(address: &Address) -> Option<(Errand, TokenText)> {
    errand_of_local(address.local())
}

fn errand_of_local(local: &str) -> Option<(Errand, TokenText)> {
    let (_, tail) = local.rsplit_once(['+', '-', '='])?;
    let (errand, token) = tail.split_once('.')?;
    Some((errand.parse().ok()?, token.parse().ok()?))
}

/// A Message-ID, without angle brackets: `12.7.TOKEN@host` is the letter about board 12 after
/// half-move 7. `serial` is the half-move for a board; for a letter any number that its sender
/// likes.
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

/// The root of a thread, without angle brackets: `12.ann@host`. No letter has it for its own Message-ID; all letters to
/// one reader about one board refer to it, and so mail programs hold them together. It is made anew from what it
/// names: Message-IDs of letters carry tokens, and nothing that carries a token is kept.
pub fn thread_root(number: u32, reader: &str, host: &str) -> String {
    format!("{number}.{reader}@{host}")
}

/// Whether one of our reply addresses or Message-IDs stands in a line. Nobody writes one himself:
/// such a line comes from the letter that is quoted, or introduces it.
pub(crate) fn is_carried_in(line: &str) -> bool {
    // In a link the signs of an address are written as numbers.
    let plain = line.contains('%').then(|| line.replace("%2B", "+").replace("%2b", "+").replace("%40", "@"));
    words(plain.as_deref().unwrap_or(line))
        .filter_map(|word| word.split_once('@').map(|(local, _)| (word, local)))
        .any(|(word, local)| errand_of_local(local).is_some() || errand_of_message_id(word).is_some())
}

/// Groups of four characters in which a token is shown.
const GROUPS: usize = 4;

/// Whether a text holds a reply key in any of the places where letters carry one, or written out alone. A word of sixteen letters is no
/// key, and neither is a long number.
pub fn holds_key(text: &str) -> bool {
    let is_mixed =
        |word: &str| word.contains(|c: char| c.is_ascii_digit()) && word.contains(|c: char| c.is_ascii_alphabetic());
    let is_token = |word: &str| is_mixed(word) && word.parse::<TokenText>().is_ok();
    // Whole, or in groups, be it behind another word or in a link: `https://club.test/p/k7qf-9x2m-pd4w-t3ha`.
    let is_bare = |word: &str| {
        let groups: Vec<&str> = word.split(is_gap).filter(|group| !group.is_empty()).collect();
        groups.iter().any(|group| is_token(group))
            || groups
                .windows(GROUPS)
                .any(|groups| groups.iter().all(|group| group.len() == 4) && is_token(&groups.concat()))
    };
    let between = |c: char| !c.is_ascii_alphanumeric() && (!is_gap(c) || c.is_whitespace());
    text.lines().any(|line| is_carried_in(line) || line.split(between).any(is_bare)) || !marker::tokens(text).is_empty()
}

/// The tokens that say which letter a mail answers, the most trustworthy place first, each once, at most
/// [`TOKENS_MAX`].
///
/// The order: the address it was delivered to and the addresses in its headers, `In-Reply-To`, the first marker line
/// in its text. These belong to the letter that was answered. Only a mail that has lost all of them is judged by what
/// its thread holds: further marker lines, and `References` from the last to the first. They are of older letters, so
/// they must not speak for a letter whose own token is dead.
pub fn tokens(message: &Message, envelope_to: &[String]) -> Vec<TokenText> {
    let delivered =
        envelope_to.iter().filter_map(|to| to.parse::<Address>().ok()).filter_map(|to| errand_of_address(&to));
    let addressed = message.to.iter().filter_map(errand_of_address);
    let answered = message.in_reply_to.iter().filter_map(|id| id_token(id));
    let mut marked = marker::tokens(&message.text).into_iter();
    let direct = delivered.chain(addressed).map(|(_, token)| token).chain(answered).chain(marked.next());
    let direct = each_once(direct);
    if !direct.is_empty() {
        return direct;
    }
    each_once(marked.chain(message.references.iter().rev().filter_map(|id| id_token(id))))
}

/// The tokens in a mail that cannot be read: in its envelope, and in the addresses and Message-IDs that stand in its first
/// lines, whatever headers they are of.
pub fn tokens_of_unreadable(raw: &[u8], envelope_to: &[String]) -> Vec<TokenText> {
    let delivered = envelope_to.iter().filter_map(|to| to.parse::<Address>().ok());
    let delivered = delivered.filter_map(|to| errand_of_address(&to)).map(|(_, token)| token);
    let head = String::from_utf8_lossy(&raw[..raw.len().min(HEADER_BLOCK_BYTES_MAX)]);
    let written = words(&head).filter_map(|word| {
        let (local, _) = word.split_once('@')?;
        let of_address = || errand_of_local(local).map(|(_, token)| token);
        id_token(word).or_else(of_address)
    });
    each_once(delivered.chain(written))
}

/// What may be an address or a Message-ID.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "<>()[]\",;:".contains(c))
}

fn each_once(tokens: impl Iterator<Item = TokenText>) -> Vec<TokenText> {
    let mut seen = HashSet::new();
    tokens.filter(|token| seen.insert(token.clone())).take(TOKENS_MAX).collect()
}

fn id_token(id: &str) -> Option<TokenText> {
    errand_of_message_id(id).map(|(_, _, token)| token)
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
    fn a_key_is_found_wherever_it_stands_in_a_text() {
        for text in [
            "look: (ref k7qf-9x2m-pd4w-t3ha)",
            "> reply above this line (ref\n> k7qf-9x2m-pd4w-t3ha)",
            "write to club+12.k7qf9x2mpd4wt3ha@example.org",
            "<mailto:tafl%2B1.k7qf9x2mpd4wt3ha@club.test?subject=x>",
            "<mailto:club+u.k7qf9x2mpd4wt3ha@example.org?subject=x>",
            "in <12.7.k7qf9x2mpd4wt3ha@example.org> it says",
            "my key is K7QF-9X2M-PD4W-T3HA.",
            "k7qf9x2mpd4wt3ha",
            "the page is https://club.test/p/k7qf9x2mpd4wt3ha?x=1",
            "https://club.test/see/k7qf-9x2m-pd4w-t3ha",
            "key=k7qf9x2mpd4wt3ha;",
            "mine-k7qf-9x2m-pd4w-t3ha-yours",
            "key:k7qf\u{2011}9x2m\u{2011}pd4w\u{2011}t3ha",
        ] {
            assert!(holds_key(text), "{text}");
        }
        for text in [
            "well played!",
            "4111 1111 1111 1111 and 4111111111111111",
            "incomprehensible",
            "what-does-that-mean",
            "ann@example.org",
            "f47ac10b-58cc-4372-a567-0e02b2c3d479",
            "from-2026-to-2027-then-that",
            "https://example.org/2026/11/24/a-long-walk",
            "see you (ref my last mail)",
        ] {
            assert!(!holds_key(text), "{text}");
        }
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
