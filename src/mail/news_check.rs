//! A short check of the first paragraph of a letter, which is its news.
//!
//! The news stands above the marker line, where people also write their answer. Most mail programs quote it with `>`. Some copy it without
//! any sign, and then it looks like words of the answer. So the marker line carries a check of it, and the reader takes away the lines that
//! give this check ([`crate::mail::reply`]). It needs no list of our sentences: a letter in any language, or in an operator's wording, can be
//! read for as long as it lies in a mailbox.
//!
//! Only the ASCII letters and digits count, in lower case. So nothing changes if a program wraps the lines in another way, replaces quotes and
//! dashes, makes words bold or loses an accent. The check is no secret and proves nothing: words of the sender give it once in a million.

use crate::mail::token;

/// Characters of a check. 4 times 5 bits are 20 bits.
const CHARS: usize = 4;

/// The fewest letters and digits that are checked. The sender's own short lines are never compared with anything.
pub const SIGNS_MIN: usize = 8;

/// The most letters and digits that are checked.
pub const SIGNS_MAX: usize = 200;

/// The check of a text, as it stands in the marker line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewsCheck([char; CHARS]);

impl NewsCheck {
    /// The check of a text. `None` if it has too few letters and digits, or too many.
    pub fn of(text: &str) -> Option<NewsCheck> {
        let mut signs = Signs::default();
        signs.add(text);
        signs.check()
    }

    /// The check as it comes back in a mail: four characters in any spelling, as in a token.
    pub(crate) fn read(text: &str) -> Option<NewsCheck> {
        let mut folded = text.chars().filter(|c| !token::is_gap(*c)).map(token::fold);
        let mut check = ['0'; CHARS];
        for place in &mut check {
            *place = folded.next()??;
        }
        folded.next().is_none().then_some(NewsCheck(check))
    }
}

impl std::fmt::Display for NewsCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|c| write!(f, "{c}"))
    }
}

/// The letters and digits of lines that are added one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Signs {
    count: usize,
    hash: u64,
}

/// FNV-1a, by Fowler, Noll and Vo. It is written here because it must never change: letters wait for months in mailboxes.
impl Default for Signs {
    fn default() -> Signs {
        Signs { count: 0, hash: 0xcbf2_9ce4_8422_2325 }
    }
}

impl Signs {
    /// Adds the letters and digits of a text.
    pub(crate) fn add(&mut self, text: &str) {
        for byte in text.bytes().filter(u8::is_ascii_alphanumeric) {
            if self.count > SIGNS_MAX {
                return;
            }
            self.count += 1;
            self.hash = (self.hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Whether there are more than any check covers.
    pub(crate) fn is_too_long(&self) -> bool {
        self.count > SIGNS_MAX
    }

    /// The check of all that was added.
    pub(crate) fn check(&self) -> Option<NewsCheck> {
        if !(SIGNS_MIN..=SIGNS_MAX).contains(&self.count) {
            return None;
        }
        // All 64 bits have a part in the 20.
        let folded = self.hash ^ (self.hash >> 20) ^ (self.hash >> 40) ^ (self.hash >> 60);
        let bits = |at: usize| u8::try_from((folded >> (5 * at)) & 31).unwrap_or_default();
        Some(NewsCheck(std::array::from_fn(|at| token::character(bits(at)))))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    /// Letters that are answered after an update were written before it.
    #[test]
    fn the_check_of_a_text_never_changes() {
        assert_eq!(NewsCheck::of("Your turn, board 1: bob moved c4-c7.").unwrap().to_string(), "q4mc");
        assert_eq!(NewsCheck::of("Du bist am Zug, Brett 12: anna hat f4-f7 gezogen.").unwrap().to_string(), "w6ca");
    }

    #[test]
    fn what_mail_programs_change_does_not_count() {
        let check = NewsCheck::of("Your turn, board 1: ann's offer - a draw.");
        for copy in [
            "> Your turn, board 1:\n> ann\u{2019}s offer \u{2013} a draw.",
            "  *YOUR TURN*, board\u{a0}1: ann&#39;s".replace("&#39;", "'").as_str(),
        ] {
            assert_eq!(NewsCheck::of(copy) == check, copy.contains("draw"), "{copy}");
        }
        assert_ne!(NewsCheck::of("Your turn, board 2: ann's offer - a draw."), check);
    }

    #[test]
    fn short_and_long_texts_have_no_check() {
        assert_eq!(NewsCheck::of("d1-c1, yes"), None);
        assert_eq!(NewsCheck::of(&"word ".repeat(60)), None);
    }

    #[test]
    fn a_check_is_read_as_people_write_it() {
        let check = NewsCheck::of("Your turn, board 1: bob moved c4-c7.").unwrap();
        assert_eq!(NewsCheck::read(&check.to_string().to_uppercase()), Some(check));
        assert_eq!(NewsCheck::read("abc"), None);
        assert_eq!(NewsCheck::read("ab(c"), None);
    }
}
