//! The player whom a mail introduces by name, before it speaks of `him`: `My friend Tom Whitlock is joining too, and I would love a game
//! against him.`

use crate::command::wish_phrases::{KNOWN, Known, Sentence, may_be_player};
use std::collections::BTreeSet;

/// The only name that stands behind a possessive and a word for a relation, if it may be the id of a player.
pub(super) fn only_one(said: &[Sentence]) -> Option<String> {
    let names: BTreeSet<&String> = said.iter().flat_map(|sentence| in_sentence(&sentence.words)).collect();
    let mut names = names.into_iter();
    names.next().filter(|_| names.next().is_none()).cloned()
}

fn in_sentence(words: &[String]) -> impl Iterator<Item = &String> {
    (0..words.len()).filter_map(|at| KNOWN.iter().find_map(|known| behind(&words[at..], known)))
}

/// The name in words that begin with a possessive: `my dear friend Tom`, `my aunt, called Ute`.
fn behind<'a>(words: &'a [String], known: &Known) -> Option<&'a String> {
    let (first, rest) = words.split_first()?;
    if !known.possessives.contains(first) {
        return None;
    }
    let between = rest.iter().take_while(|word| known.is_fill(word) || known.relations.contains(*word)).count();
    let introduces = rest[..between].iter().any(|word| known.relations.contains(word));
    rest.get(between).filter(|name| introduces && may_be_player(name) && !is_ordinary(name))
}

fn is_ordinary(word: &str) -> bool {
    KNOWN.iter().any(|known| known.is_fill(word) || known.doubts(word) || known.concepts.has(word) || known.knows(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::wish_phrases::sentences;

    #[test]
    fn who_is_introduced_has_a_name() {
        let introduced = |text: &str| only_one(&sentences(text));
        for (text, name) in [
            ("My friend Tom Whitlock, tom.w@mail.example, is joining too.", "tom"),
            ("my old mate dez plays too", "dez"),
            ("Mein Neffe Jonas macht auch mit.", "jonas"),
            ("Min s\u{f8}ster Ida vil ogs\u{e5} v\u{e6}re med", "ida"),
            ("My brother is called Karl. My brother Karl is ten.", "karl"),
        ] {
            assert_eq!(introduced(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "My friend and I want to play",
            "My friend would like to join",
            "My friend Tom and my sister Ida",
            "My shop Byrne is quiet",
            "Tom Whitlock is joining too",
            "",
        ] {
            assert_eq!(introduced(text), None, "{text}");
        }
    }
}
