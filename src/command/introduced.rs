//! The player whom a mail introduces by name, before it speaks of `him`: `My friend Tom Whitlock is joining too, and I would love a game
//! against him.`

use crate::command::wish_phrases::{KNOWN, Known, Sentence, may_be_player};
use std::collections::BTreeSet;

/// Puts the first name in place of each address that tells an opponent, and returns these names: `gegen ida.voss@mail.example`, `my aunt
/// ida@mail.example`. An address below a mail is mostly its author's own.
pub(super) fn name_addresses(said: &mut [Sentence]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for Sentence { words, .. } in said {
        for at in 0..words.len() {
            let is_told = KNOWN.iter().any(|known| {
                let introduces = at > 0 && known.relations.contains(&words[at - 1]);
                introduces || words[..at].iter().any(|word| known.against.contains(word))
            });
            if let Some(name) = name_of_address(&words[at]).filter(|_| is_told) {
                names.insert(name.clone());
                words[at] = name;
            }
        }
    }
    names
}

/// The letters with which an address begins: `ida` of `ida.voss@mail.example`.
fn name_of_address(word: &str) -> Option<String> {
    let (local, domain) = word.split_once('@')?;
    let name: String = local.chars().take_while(|sign| sign.is_alphabetic()).collect();
    (domain.contains('.') && may_be_player(&name) && !is_ordinary(&name)).then_some(name)
}

/// The only name that stands behind a possessive and a word for a relation, or among these of addresses, if it may be the id of a player.
pub(super) fn only_one(said: &[Sentence], mut names: BTreeSet<String>) -> Option<String> {
    names.extend(said.iter().flat_map(|sentence| in_sentence(&sentence.words)).cloned());
    let mut names = names.into_iter();
    names.next().filter(|_| names.next().is_none())
}

fn in_sentence(words: &[String]) -> impl Iterator<Item = &String> {
    (0..words.len()).filter_map(|at| KNOWN.iter().find_map(|known| behind(&words[at..], known)))
}

/// The most words between a possessive and a relation: `my former piano pupil`.
const WORDS_BETWEEN_MAX: usize = 3;

/// The name in words that begin with a possessive: `my dear friend Tom`, `my aunt, called Ute`.
fn behind<'a>(words: &'a [String], known: &Known) -> Option<&'a String> {
    let (first, rest) = words.split_first()?;
    if !known.possessives.contains(first) {
        return None;
    }
    let relation = rest.iter().take(WORDS_BETWEEN_MAX + 1).position(|word| known.relations.contains(word))?;
    let mut behind = rest[relation + 1..].iter();
    let name = behind.find(|word| !known.is_fill(word) && !known.relations.contains(*word))?;
    Some(name).filter(|name| may_be_player(name) && !is_ordinary(name))
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
        let introduced = |text: &str| {
            let mut said = sentences(text);
            let named = name_addresses(&mut said);
            only_one(&said, named)
        };
        for (text, name) in [
            ("My friend Tom Whitlock, tom.w@mail.example, is joining too.", "tom"),
            ("my old mate dez plays too", "dez"),
            ("My former piano pupil Desh Rao is writing to you too", "desh"),
            ("Mein Neffe Jonas macht auch mit.", "jonas"),
            ("Min s\u{f8}ster Ida vil ogs\u{e5} v\u{e6}re med", "ida"),
            ("w\u{fc}rd gern gegen sie spielen, ida voss, ida.voss@mail.example. geht das?", "ida"),
            ("schreibt bitte meiner tante ida.voss@mail.example", "ida"),
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
            "I would like to play.\n\nAoife Byrne, Quay Street, Galway, aoife.byrne@post.example",
            "",
        ] {
            assert_eq!(introduced(text), None, "{text}");
        }
    }
}
