//! What people say about a draw: they name the offer of one, tell the club to make it, offer it outright, propose it, refuse it, or drop their own.
//! The words are data, `[draws]` in `config/letters/*/wishes.toml`.

use crate::command::agreement_words;
use crate::command::draw_refused::behind_a_draw_refused;
use crate::command::lexer::is_square_shape;
use crate::command::phrasebook;
use crate::command::said_anywhere::says_anywhere;
use crate::command::table::Verb;
use crate::command::wish_phrases::{KNOWN, Known, Sentence, sentences};
use crate::command::wishes::wish;
use crate::command::yes_no;
use crate::tafl::{Catalogue, ParsedPlay};

/// Whether a sentence of a text names an offer of a draw and denies nothing: `I would offer you a draw, if you would take one.`
pub fn names_a_draw(text: &str) -> bool {
    // `I would not mind a draw` denies nothing else.
    let names = |words: &[String]| {
        let words = without_tag(words);
        let mut phrases = KNOWN.iter().flat_map(|known| &known.draws.names);
        let denied = words.iter().filter(|word| denies(word)).count();
        phrases
            .any(|phrase| find(words, phrase).is_some() && phrase.iter().filter(|word| denies(word)).count() == denied)
    };
    sentences(text).iter().any(|said| names(&said.words))
}

/// The words without a question that is only set behind them: `I think we should call it a draw, don't you?`
fn without_tag(words: &[String]) -> &[String] {
    const WORDS_MAX: usize = 3;
    let is_tag = |from: &usize| {
        let tail: Vec<&str> = words[*from..].iter().map(String::as_str).collect();
        phrasebook::languages().iter().any(|language| language.tags.longest(&tail) == tail.len())
    };
    let from = (words.len().saturating_sub(WORDS_MAX).max(1)..words.len()).find(is_tag);
    &words[..from.unwrap_or(words.len())]
}

/// Whether a text asks why something is offered or wanted, or speaks of what would be after a yes: `A draw? Why?`, `what does it mean if I say
/// yes?` It leaves the answer open.
pub fn leaves_the_answer_open(text: &str) -> bool {
    says_anywhere(text, "why") || says_anywhere(text, "ifyes")
}

/// Whether a sentence of a text offers the other player a draw in so many words, and sets no terms: `I offer you a draw, or I shall have to clean
/// the windows.`
pub fn offers_a_draw_outright(text: &str) -> bool {
    let said = sentences(text);
    let offers = |words: &[String]| KNOWN.iter().any(|known| offers_outright(words, known));
    let Some(at) = said.iter().position(|sentence| !sentence.asks && offers(&sentence.words)) else { return false };
    let is_denied = said.get(at + 1).is_some_and(|next| next.words.iter().take(2).any(|word| denies(word)));
    !is_denied && !said.iter().any(|Sentence { words, .. }| agreement_words::mocks(words))
}

/// Whether a sentence does so in one language.
fn offers_outright(words: &[String], known: &Known) -> bool {
    let draws = &known.draws;
    let leads = |word: &String| is_square_shape(word) || ParsedPlay::looks_like(word) || draws.leads.contains(word);
    let Some(author) = words.iter().position(|word| draws.author.contains(word)) else { return false };
    let named = draws.names.iter().filter(|phrase| words[author + 1..].starts_with(phrase)).map(Vec::len).max();
    named.is_some_and(|length| {
        let behind = words.get(author + 1 + length);
        words[..author].iter().all(leads) && behind.is_none_or(|word| draws.behind.contains(word))
    })
}

/// Whether a sentence of a text tells the club in so many words to offer a draw: `Yes, and offer him the draw.`
pub fn orders_a_draw(text: &str) -> bool {
    sentences(text).iter().any(|Sentence { words, asks, .. }| {
        KNOWN.iter().any(|known| {
            let lead =
                words.iter().take_while(|word| yes_no::is_yes(word) || known.unsent_joins.contains(*word)).count();
            // `Offer a draw again and I'll scream` orders none.
            let is_all = |order: &Vec<String>| {
                let rest = words[lead..].strip_prefix(order.as_slice());
                rest.is_some_and(|rest| rest.iter().all(|word| known.unsent_tail.contains(word)))
            };
            !asks && known.draws.orders.iter().any(is_all)
        })
    })
}

/// Whether a sentence proposes a draw behind an `if`, which would doubt it elsewhere: `What would you say if we called it a draw?`
pub fn proposes_a_draw(text: &str, catalogue: &Catalogue) -> bool {
    /// `would you ask him please if`
    const WORDS_BETWEEN_MAX: usize = 3;
    let proposed = |words: &[String]| {
        let ends = |at: usize| {
            let phrases = KNOWN.iter().flat_map(|known| &known.proposes);
            phrases.filter(move |phrase| words[at..].starts_with(phrase)).map(move |phrase| at + phrase.len()).max()
        };
        let end = (0..words.len()).find_map(ends)?;
        let is_if = |word: &String| KNOWN.iter().any(|known| known.doubts(word) && !known.denies(word));
        let behind = words[end..].iter().take(WORDS_BETWEEN_MAX + 1).position(is_if)?;
        Some(words[end + behind + 1..].join(" "))
    };
    let is_draw = |words: &str| wish(words, true, catalogue).is_some_and(|wish| wish.verb() == Verb::Draw);
    sentences(text).iter().any(|said| proposed(&said.words).is_some_and(|words| is_draw(&words)))
}

/// Whether a sentence of a text says no to a draw and asks nothing: `No draw today`, `Nein zum Remis, ja zum Zug.`
pub fn refuses_a_draw(text: &str) -> bool {
    let is_draw =
        |word: &String| agreement_words::known().languages.iter().any(|language| language.draw.contains(word));
    behind_a_draw_refused(text).is_some()
        || sentences(text).iter().any(|Sentence { words, asks, .. }| {
            !asks && words.iter().any(is_draw) && words.iter().any(|word| denies(word))
        })
}

/// Whether a sentence of a text drops a draw that its author has offered, and denies nothing: `fair enough, forget the draw`, but not `don't forget
/// the draw`.
pub fn drops_a_draw(text: &str) -> bool {
    let drops = |words: &[String]| {
        KNOWN.iter().flat_map(|known| &known.draws.drops).any(|phrase| {
            let found = find(words, phrase);
            found.is_some_and(|at| !words[..at].iter().chain(&words[at + phrase.len()..]).any(|word| denies(word)))
        })
    };
    sentences(text).iter().any(|Sentence { words, asks, .. }| !asks && drops(words))
}

/// Where a phrase stands in these words.
fn find(words: &[String], phrase: &[String]) -> Option<usize> {
    words.windows(phrase.len()).position(|said| said == phrase)
}

fn denies(word: &str) -> bool {
    yes_no::is_no(word) || KNOWN.iter().any(|known| known.denies(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_offered_outright_or_only_spoken_of() {
        for text in [
            "I offer you a draw.",
            "Mama, du Fuchs. Ich biete dir ein Unentschieden an, sonst muss ich wirklich die Fenster putzen.",
            "f3 to e3, and I'm offering a draw, honest this time. going round in circles like the 4A",
        ] {
            assert!(offers_a_draw_outright(text), "{text}");
        }
        for text in [
            "I offer you a draw if you give me the king.",
            "Should I offer you a draw?",
            "I would never offer you a draw.",
            "If I lose a man I offer you a draw.",
            "You offer a draw every time.",
            "I offer you a draw. Just kidding!",
            "Tom said I offer a draw too often.",
            "I'd offer you a draw, you'd only laugh.",
            "I offer you a draw. No I don't!",
            "I'm offering a draw to nobody.",
            "Take my man and I'll offer you a draw.",
            "One more like that and I offer you a draw.",
            "I offer you a draw for a fiver.",
            "My offer a draw machine is broken.",
            "I'm offering a draw in the raffle, tickets a pound each.",
        ] {
            assert!(!offers_a_draw_outright(text), "{text}");
        }
        for (text, drops) in [
            ("fair enough, forget the draw. e3-c3", true),
            ("Don't forget the draw!", false),
            ("Vergiss das Remis nicht!", false),
            ("No hurry about the draw, it stands.", false),
            ("Drop me a line about the draw.", false),
        ] {
            assert_eq!(drops_a_draw(text), drops, "{text}");
        }
        assert!(refuses_a_draw("Nein zum Remis, ja zum Zug."));
        assert!(refuses_a_draw("Remis? Nein, noch nicht, ich habe gerade Spa\u{df}. Ich ziehe c2 nach c5."));
        assert!(!refuses_a_draw("Shall we call it a draw? I have to go."));
        assert!(!refuses_a_draw("Would you not take a draw?"));
    }

    #[test]
    fn a_draw_is_ordered_in_a_sentence_that_says_nothing_else() {
        for order in ["Yes, and offer him the draw.", "yes and offer the draw please", "Ja. Bitte biete Remis an."] {
            assert!(orders_a_draw(order), "{order}");
        }
        for other in [
            "Offer a draw again and I'll scream.",
            "offer him a draw?",
            "I will not offer him a draw",
            "Offer her a draw, said my wife",
            "yes",
        ] {
            assert!(!orders_a_draw(other), "{other}");
        }
    }
}
