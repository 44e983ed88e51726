//! The title of a variant in the reader's language. The names of games are the same in all languages; what options add to them is not. A
//! game keeps the English title that it began with, so this code translates that title.

use crate::wording::facts::context;
use crate::wording::templates::{Wording, WordingError};

/// The text between the name and what options add.
const BETWEEN: &str = ", ";

/// What options add, and the phrase for it.
const ADDED: [(&str, &str); 3] =
    [("weak king", "weak-king"), ("strong king", "strong-king"), ("edge escape", "edge-escape")];

/// The text before the size of a board with a player's own rules.
const OWN: &str = "Own rules ";

/// The title.
pub(crate) fn title(words: &Wording, title: &str) -> Result<String, WordingError> {
    let parts = title.split(BETWEEN).enumerate().map(|(at, part)| {
        if let (0, Some(size)) = (at, own_size(part)) {
            return words.phrase("title/own-rules", context! { size });
        }
        match ADDED.iter().find(|(added, _)| *added == part && at > 0) {
            Some((_, key)) => words.phrase(&format!("title/{key}"), context! {}),
            None => Ok(part.to_owned()),
        }
    });
    Ok(parts.collect::<Result<Vec<String>, _>>()?.join(BETWEEN))
}

/// Whether it is the title of rules that are in no list. A sentence cannot name these as it names a game.
pub(crate) fn is_own(title: &str) -> bool {
    title.split(BETWEEN).next().and_then(own_size).is_some()
}

fn own_size(part: &str) -> Option<&str> {
    part.strip_prefix(OWN).filter(|size| size.chars().all(|c| c.is_ascii_digit() || c == 'x'))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::Language;
    use crate::tafl::{Catalogue, KingStrength, Overlay, Variant};
    use crate::wording::Wordings;

    #[test]
    fn what_options_add_to_a_title_is_told_in_the_language_of_its_reader() {
        let small = Catalogue::embedded().unwrap().find("small").unwrap().clone();
        let with = |king, edge| small.with(Overlay { king, edge }).unwrap().title;
        let strong = with(Some(KingStrength::Strong), true);
        let own = Variant::own(small.rules.clone()).title;
        let said = |language, text: &str| {
            title(Wordings::embedded(Language::English).unwrap().of(Some(language)), text).unwrap()
        };
        // As it is stored. So nothing can have been added without a phrase for it.
        for kept in [&strong, &own, &with(None, true), &small.title] {
            assert_eq!(said(Language::English, kept), *kept);
        }
        assert_eq!(said(Language::German, &strong), "Hnefatafl 9x9, starker König, Flucht an den Rand");
        assert_eq!(said(Language::Danish, &strong), "Hnefatafl 9x9, stærk konge, flugt til kanten");
        assert_eq!(said(Language::German, &own), "Eigenes Spiel 9x9");
        assert_eq!(said(Language::German, "Own rules of Thor, weakly"), "Own rules of Thor, weakly");
    }
}
