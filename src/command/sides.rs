//! Which side somebody wants to play: `He can have the attackers and I will look after the king`. The words are data, `[sides]` in
//! `config/letters/*/wishes.toml`.

use crate::command::wish_phrases::{KNOWN, sentences};
use crate::tafl::Side;
use std::collections::BTreeSet;

/// The side that the author of a text wants to play, if the text says so of one side only. `other` is the id of the other player.
pub fn wanted_side(text: &str, other: &str) -> Option<Side> {
    let said = sentences(text);
    let votes = KNOWN.iter().flat_map(|known| {
        let sides = &known.sides;
        let parts = said.iter().flat_map(|sentence| sentence.words.split(|word| sides.parts.contains(word)));
        parts.filter(|part| !part.iter().any(|word| known.denies(word))).flat_map(|part| sides.said(part, other))
    });
    let votes: BTreeSet<bool> = votes.collect();
    match (votes.contains(&true), votes.contains(&false)) {
        (true, false) => Some(Side::Attackers),
        (false, true) => Some(Side::Defenders),
        (true, true) | (false, false) => None,
    }
}

/// Whether a sentence gives its author another side than this one: `I take the attackers then`, `and you take the king`.
pub(in crate::command) fn gives_other_side(words: &[String], side: Side) -> bool {
    const YOU: &str = "you";
    let attacks = side == Side::Attackers;
    KNOWN.iter().any(|known| {
        let is_you = |word: &String| known.you.contains(word);
        let words: Vec<String> =
            words.iter().map(|word| if is_you(word) { YOU.to_owned() } else { word.clone() }).collect();
        words.split(|word| known.sides.parts.contains(word)).any(|part| known.sides.said(part, YOU).contains(&!attacks))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_wanted_by_its_author_or_left_to_the_other() {
        for text in [
            "I would like to play Brandubh with Sam please. He can have the attackers and I will look after the king, if thats alright with him.",
            "I wanted Sam to have the attackers and me to have the king. Can you do it that way round please?",
            "brandubh with sam pls, i take the king",
            "Ich spiele gern mit Sam, er bekommt die Angreifer.",
            "Ich möchte den König haben",
            "Jeg vil gerne have kongen",
            "I should like to play Sam, with me on the king's side, and not for the ratings, please.",
            "I should rather like to be the side with the king.",
            "Hiermit fordere ich Sam in aller Form heraus, sieben mal sieben, K\u{f6}nig bei mir.",
            "Sam gegen mich, ich auf der Seite des K\u{f6}nigs.",
            "Jeg vil gerne spille mod Sam med mig p\u{e5} kongens side.",
        ] {
            assert_eq!(wanted_side(text, "sam"), Some(Side::Defenders), "{text}");
        }
        for text in [
            "Wanna play sam on the little one. He can go first he needs it",
            "sam on the small board, he starts",
            "Er darf anfangen",
        ] {
            assert_eq!(wanted_side(text, "sam"), Some(Side::Defenders), "{text}");
        }
        for text in
            ["i wanna be the ones who hunt the king", "I'll go first", "i nimm de Angreifer", "Jeg vil jage kongen"]
        {
            assert_eq!(wanted_side(text, "sam"), Some(Side::Attackers), "{text}");
        }
        for text in ["I'd like to attack, Sam can have the king", "ich greife an, sam verteidigt"] {
            assert_eq!(wanted_side(text, "sam"), Some(Side::Attackers), "{text}");
        }
        for text in [
            "I would like to play with Sam",
            "How does the king win?",
            "I do not want the king",
            "I attack and I want the king",
            "i dont mind which side",
            "tell him i'm coming for his king",
            "",
        ] {
            assert_eq!(wanted_side(text, "sam"), None, "{text}");
        }
    }
}
