//! What people say to the club about a question that it asked them, beside their answer: `Yes. Sorry for not being clearer.`
//!
//! It changes nothing of the answer, and nobody else wants to read it.

use crate::command::agreement::spelt;
use crate::command::agreement_words::{Words, known};
use crate::command::lexer::{Line, Word};
use crate::command::polite_words;
use crate::command::salutation;

/// A text without such sentences, and without such an end of one: `yes sorry i was unclear`. `None` if it has none, or says nothing else.
pub fn without_excuses(text: &str) -> Option<String> {
    /// More than that is a letter to somebody.
    const LINES_MAX: usize = 12;
    if text.lines().count() > LINES_MAX {
        return None;
    }
    let lines: Vec<String> = text.lines().map(in_line).collect();
    let rest = lines.join("\n").trim().to_owned();
    (rest.len() < text.trim().len() && !salutation::has_only_frames(&rest)).then_some(rest)
}

fn in_line(line: &str) -> String {
    let sentences = line.split_inclusive(['.', '!', '?', ';']);
    sentences.map(in_sentence).collect::<String>().trim_end().to_owned()
}

/// A sentence without the excuse that it ends with, or is.
fn in_sentence(sentence: &str) -> &str {
    const WORDS_MAX: usize = 25;
    let line = Line::new(sentence);
    let words = line.words();
    if sentence.contains('?') || words.len() > WORDS_MAX {
        return sentence;
    }
    let plain: Vec<String> = words.iter().map(spelt).collect();
    let excuse = known().languages.iter().filter_map(|language| excuse_at(language, words, &plain)).min();
    match excuse {
        None => sentence,
        Some(0) => "",
        // One may stand before the other: `I was just chatting, sorry for being unclear.`
        Some(at) => in_sentence(sentence[..words[at].whole.start].trim_end().trim_end_matches(',')),
    }
}

/// Where the excuse begins with which these words end, with what joins it.
fn excuse_at(language: &Words, words: &[Word], plain: &[String]) -> Option<usize> {
    let is_any = |word: &Word| polite_words::is_name(word) || !language.denies.contains(&spelt(word));
    let fits = |at: usize, phrase: &Vec<String>| {
        let ends = at + phrase.len() == plain.len();
        ends && phrase
            .iter()
            .zip(&words[at..])
            .all(|(known, word)| *known == spelt(word) || known == "_" && is_any(word))
    };
    let at = (0..plain.len()).find(|at| language.excuses.iter().any(|phrase| fits(*at, phrase)))?;
    // `I am very sorry, that was my move`
    let courtesy = |end: usize| {
        let phrases = language.courtesies.iter().filter(|phrase| plain[..end].ends_with(phrase));
        phrases.map(Vec::len).max().map(|length| end - length)
    };
    let begins = courtesy(at).unwrap_or(at);
    let joins = plain[..begins].last().is_some_and(|word| known().goes_on.contains(word));
    Some(begins - usize::from(joins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excuses_go_and_the_answer_stays() {
        for (text, rest) in [
            ("Yes please. Sorry for not being clearer.", "Yes please."),
            ("Yes, play it. Sorry if that was confusing!", "Yes, play it."),
            ("yes d1-c1 sorry for being vague", "yes d1-c1"),
            ("yes sorry, i should have put it on its own line", "yes"),
            ("Yes! I do mean it. No need to ask next time.", "Yes! I do mean it."),
            ("Yes please, make it. That last bit was for Bob, not for you.", "Yes please, make it."),
            ("Yes, please do. I was just chatting with Bob there.\n\nAnn", "Yes, please do.\n\nAnn"),
            (
                "Ja, bitte ziehen. Das war mein Zug, ich hatte mich unklar ausgedr\u{fc}ckt.",
                "Ja, bitte ziehen. Das war mein Zug",
            ),
            ("Yes please. I was just chatting with Bob there, sorry for not being clearer.", "Yes please."),
            ("Ja. Entschuldigung f\u{fc}r die Verwirrung.", "Ja."),
            ("Ja tak. Jeg udtrykte mig uklart.", "Ja tak."),
        ] {
            assert_eq!(without_excuses(text).as_deref(), Some(rest), "{text}");
        }
        for text in [
            "Yes please.",
            "Sorry for the confusion.",
            "Yes. I was only joking.",
            "Yes. Sorry for the confusion at the hotel yesterday.",
            "No need to ask next time.",
            "Was that bit for Bob?",
            "",
        ] {
            assert_eq!(without_excuses(text), None, "{text}");
        }
    }
}
