//! The places where a mail carries reply tokens.
//!
//! A token travels in three places, because each of them may get lost on the way:
//!
//! ```text
//!  Reply-To    club+12.K7QF9X2MPD4WT3HA@host   lost if a system knows no plus addresses
//!  Message-ID  <12.7.K7QF9X2MPD4WT3HA@host>    comes back in In-Reply-To and References;
//!                                              some relays replace it
//!  marker      (ref k7qf-9x2m-pd4w-t3ha)       lost when people delete the quoted text
//! ```

use std::collections::HashSet;

use crate::mail::address::Address;
use crate::mail::limits::HEADER_BLOCK_BYTES_MAX;
use crate::mail::limits::TOKENS_MAX;
use crate::mail::marker;
use crate::mail::message::Message;
use crate::mail::reply_addresses::errand_of_address;
use crate::mail::reply_addresses::errand_of_local;
use crate::mail::reply_addresses::errand_of_message_id;
use crate::mail::reply_addresses::is_carried_in;
use crate::mail::reply_addresses::words;
use crate::mail::token::TokenText;
use crate::mail::token::is_gap;

/// Groups of four characters in which a token is shown.
const GROUPS: usize = 4;

/// Whether a text holds a reply key, in any of the places where letters carry one, or alone. A word of sixteen letters is not a key, and
/// neither is a long number.
pub fn holds_key(text: &str) -> bool {
    let is_mixed =
        |word: &str| word.contains(|c: char| c.is_ascii_digit()) && word.contains(|c: char| c.is_ascii_alphabetic());
    let is_token = |word: &str| is_mixed(word) && word.parse::<TokenText>().is_ok();
    // A key in one piece or in groups, also after another word or in a link: `https://club.test/p/k7qf-9x2m-pd4w-t3ha`.
    let is_bare = |word: &str| {
        let groups: Vec<&str> = word.split(is_gap).filter(|group| !group.is_empty()).collect();
        groups.iter().any(|group| is_token(group))
            || groups
                .windows(GROUPS)
                .any(|groups| groups.iter().all(|group| group.len() == 4) && is_token(&groups.concat()))
    };
    let between = |c: char| !c.is_ascii_alphanumeric() && (!is_gap(c) || c.is_whitespace());
    text.lines().any(|line| is_carried_in(line) || line.split(between).any(is_bare))
        || marker::tokens(text).next().is_some()
}

/// The tokens that say which letter a mail answers, from the most reliable place first, each once, at most [`TOKENS_MAX`].
///
/// The order: the address it was delivered to and the addresses in its headers, `In-Reply-To`, the first marker line in its text. These
/// belong to the letter that was answered. Only if a mail has lost all of them, its thread is used: further marker lines, and `References`
/// from the last to the first. Those are from older letters, so they must not replace the token of a letter that is no longer valid.
pub fn tokens(message: &Message, envelope_to: &[String]) -> Vec<TokenText> {
    let delivered =
        envelope_to.iter().filter_map(|to| to.parse::<Address>().ok()).filter_map(|to| errand_of_address(&to));
    let addressed = message.to.iter().filter_map(errand_of_address);
    let answered = message.in_reply_to.iter().filter_map(|id| id_token(id));
    let mut marked = marker::tokens(&message.text);
    let direct = delivered.chain(addressed).map(|(_, token)| token).chain(answered).chain(marked.next());
    let direct = each_once(direct);
    if !direct.is_empty() {
        return direct;
    }
    each_once(marked.chain(message.references.iter().rev().filter_map(|id| id_token(id))))
}

/// The tokens in a mail that cannot be read: in its envelope, and in the addresses and Message-IDs in its first lines, in any header.
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
}
