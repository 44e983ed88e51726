//! Polite words that people write beside a move or an answer without saying anything about it, and the greeting above.
//!
//! It is a closed list of whole phrases. Single polite words would not do, because they can form sentences (`good move for you`).

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::command::lexer::Word;

/// Phrases that may follow a move or an answer on its line.
const PHRASES: &[&str] = &[
    // English.
    "all the best",
    "best regards",
    "best wishes",
    "bye",
    "cheers",
    "congratulations",
    "congrats",
    "enjoy",
    "gg",
    "gl",
    "glhf",
    "good fun",
    "good game",
    "good luck",
    "great game",
    "greetings",
    "have fun",
    "hello",
    "hf",
    "hi",
    "kind regards",
    "many thanks",
    "nice game",
    "please",
    "regards",
    "see you",
    "sorry",
    "take care",
    "thank you",
    "thank you for the game",
    "thank you for playing",
    "thanks",
    "thanks a lot",
    "thanks for playing",
    "thanks for the game",
    "thanks for the nice game",
    "thx",
    "well met",
    "well played",
    "wp",
    "your move",
    "your turn",
    // German.
    "bitte",
    "danke",
    "danke dir",
    "danke für das spiel",
    "danke für die partie",
    "danke fürs spiel",
    "danke schön",
    "du bist dran",
    "gern",
    "gerne",
    "glückwunsch",
    "gratuliere",
    "gruß",
    "gruss",
    "grüße",
    "gut gespielt",
    "gute partie",
    "gutes spiel",
    "herzlichen glückwunsch",
    "leider",
    "lg",
    "liebe grüße",
    "schöne grüße",
    "schöne partie",
    "schönes spiel",
    "vg",
    "viel erfolg",
    "viel glück",
    "viel spaß",
    "viele grüße",
    "vielen dank",
    // Danish.
    "desværre",
    "din tur",
    "flot spillet",
    "god fornøjelse",
    "godt kæmpet",
    "godt spil",
    "godt spillet",
    "held og lykke",
    "hilsen",
    "hej",
    "kh",
    "mange hilsner",
    "mange tak",
    "mvh",
    "tak",
    "tak for kampen",
    "tak for partiet",
    "tak for spillet",
    "tillykke",
    "undskyld",
    "venlig hilsen",
    "venligst",
    // Others.
    "grazie",
    "merci",
];

/// The most words of a phrase.
const PHRASE_WORDS_MAX: usize = 5;

/// Smileys with letters.
const FACES: &[&str] = &[":d", ":-d", ";d", ":p", ":-p", ";p", "xd", "^^"];

/// Whether words are only polite, perhaps with the recipient's name at the end.
pub(in crate::command) fn is_polite(words: &[Word]) -> bool {
    let mut rest = words;
    let mut phrases = 0;
    while let Some((first, behind)) = rest.split_first() {
        if first.closing.contains('?') {
            return false;
        }
        if is_face(first) {
            rest = behind;
            continue;
        }
        match phrase_length(rest) {
            0 => return phrases > 0 && behind.iter().all(is_face) && is_name(first),
            length => rest = rest.get(length..).unwrap_or_default(),
        }
        phrases += 1;
    }
    true
}

/// The length of the longest phrase at the beginning of the words.
pub(in crate::command) fn phrase_length(words: &[Word]) -> usize {
    let longest = words.len().min(PHRASE_WORDS_MAX);
    let said: Vec<String> = words[..longest].iter().map(Word::lower).collect();
    // A phrase does not continue after the end of a sentence.
    let whole = words[..longest].iter().position(|word| !word.closing.is_empty()).map_or(longest, |end| end + 1);
    static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| PHRASES.iter().copied().collect());
    (1..=whole).rev().find(|length| KNOWN.contains(said[..*length].join(" ").as_str())).unwrap_or(0)
}

/// A word without letters or digits, or a smiley made of letters.
pub(in crate::command) fn is_face(word: &Word) -> bool {
    !word.raw.contains('?')
        && (!word.raw.chars().any(char::is_alphanumeric) || FACES.contains(&word.raw.to_lowercase().as_str()))
}

/// A word written like a name: a capital and small letters.
pub(in crate::command) fn is_name(word: &Word) -> bool {
    let mut letters = word.plain.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.clone().next().is_some()
        && letters.all(char::is_lowercase)
        && !word.closing.contains('?')
}

/// Whether a sign without letters doubts what stands beside it: a question, a face that thinks, regrets or mocks, a sign that forbids.
pub(in crate::command) fn doubts(sign: &str) -> bool {
    const DOUBTING: &[char] = &[
        '?',
        '\u{2049}',
        '\u{2753}',
        '\u{2754}',
        '\u{26d4}',
        '\u{274c}',
        '\u{274e}',
        '\u{2620}',
        '\u{1f6ab}',
        '\u{1f6d1}',
        '\u{1f44e}',
        '\u{1f605}',
        '\u{1f60f}',
        '\u{1f610}',
        '\u{1f611}',
        '\u{1f612}',
        '\u{1f613}',
        '\u{1f614}',
        '\u{1f615}',
        '\u{1f61c}',
        '\u{1f61d}',
        '\u{1f615}',
        '\u{1f62c}',
        '\u{1f633}',
        '\u{1f643}',
        '\u{1f644}',
        '\u{1f645}',
        '\u{1f914}',
        '\u{1f925}',
        '\u{1f926}',
        '\u{1f928}',
        '\u{1f92a}',
        '\u{1f92b}',
        '\u{1f937}',
        '\u{1f974}',
        '\u{1f9d0}',
        '\u{1f911}',
    ];
    let is_sad = sign.contains(":(")
        || sign.contains(":-(")
        || sign.contains(":/")
        || sign.contains(":-/")
        || sign.contains(":|");
    sign.contains(DOUBTING) || sign.contains("..") || sign.contains('\u{2026}') || is_sad
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::lexer::Line;

    #[test]
    fn polite_words_say_nothing_about_a_move() {
        for polite in [
            "",
            "well played",
            "Good luck!",
            "thanks, Bob",
            "Thank you for the game. Your turn :-)",
            "please",
            "viele Grüße Ann",
            "Tak for spillet!",
            "\u{1f44d}",
            ":-D",
        ] {
            assert!(is_polite(Line::new(polite).words()), "{polite}");
        }
        for more in [
            "looks bad to me",
            "please?",
            "good move for you",
            "thanks but no",
            "Bob",
            "please don't",
            "d1-b1",
            "well played or not",
        ] {
            assert!(!is_polite(Line::new(more).words()), "{more}");
        }
    }
}
