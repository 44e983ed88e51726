//! Player ids as they are typed: a letter, then one to fifteen letters, digits, hyphens or underscores, in lower case.

use crate::command::table;

/// Words that would be mistaken for something else if they were the id of a player. Among them are the words for an opponent that stand for
/// an id in our letters, one of each language.
const RESERVED: [&str; 30] = [
    "active",
    "all",
    "attackers",
    "board",
    "boards",
    "challenge",
    "defenders",
    "draw",
    "drawn",
    "end",
    "finished",
    "game",
    "games",
    "gegner",
    "lost",
    "me",
    "modstander",
    "multiple",
    "new",
    "next",
    "no",
    "nobody",
    "not",
    "opponent",
    "server",
    "taflpost",
    "to",
    "won",
    "yes",
    "you",
];

/// The fewest characters of a player id.
pub const ID_CHARS_MIN: usize = 2;
/// The most characters of a player id.
pub const ID_CHARS_MAX: usize = 16;

/// Whether a word in lower case has the form of a player id.
pub fn is_player_id(word: &str) -> bool {
    let mut chars = word.chars();
    let first = chars.next().is_some_and(|c| c.is_ascii_lowercase());
    let rest = chars.as_str();
    first
        && (ID_CHARS_MIN..=ID_CHARS_MAX).contains(&word.len())
        && rest.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
}

/// Whether the word has a meaning in commands, in full or shortened, so that nobody can sign up with it.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || table::is_beginning(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_command_is_nobodys_name() {
        for word in ["hel", "resign", "res", "all", "chal"] {
            assert!(is_reserved(word), "{word}");
        }
        for word in ["ann", "helga", "reso", "will"] {
            assert!(!is_reserved(word), "{word}");
        }
    }

    #[test]
    fn a_word_of_a_command_is_nobodys_name() {
        let words = table::entries().flat_map(table::Entry::words).filter(|word| is_player_id(word));
        let free: Vec<&str> = words.filter(|word| !is_reserved(word)).collect();
        assert_eq!(free, [""; 0]);
    }

    #[test]
    fn an_id_is_short_and_plain() {
        for id in ["ann", "bo", "b2", "old_hand-1", "a234567890123456"] {
            assert!(is_player_id(id), "{id}");
        }
        for no_id in ["", "a", "2b", "-ann", "Ann", "a2345678901234567", "ann@x", "j\u{f6}rg", "a b"] {
            assert!(!is_player_id(no_id), "{no_id}");
        }
    }
}
