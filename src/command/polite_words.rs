//! Polite words that people write beside a move or an answer without saying anything about it, and the greeting above.
//!
//! It is a closed list of whole phrases. Single polite words would not do, because they can form sentences (`good move for you`).

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::command::lexer::{Line, Word};
use crate::tafl::ParsedPlay;

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

/// Emojis that approve. Words after such an emoji are separate from the move before it.
const APPROVING: &[char] = &[
    '\u{1f44d}',
    '\u{1f44c}',
    '\u{1f44b}',
    '\u{1f600}',
    '\u{1f603}',
    '\u{1f604}',
    '\u{1f609}',
    '\u{1f60a}',
    '\u{1f642}',
    '\u{1f389}',
    '\u{270c}',
    '\u{2694}',
];

/// Whether a word without letters is a smiley that approves, or a harmless sign. A sad one, or an emoji that is not known, may doubt the move.
pub(in crate::command) fn is_friendly_sign(sign: &str) -> bool {
    /// Smileys and signs without a letter, and what is joined to an emoji.
    const SIGNS: &[char] = &[
        ':',
        ';',
        '-',
        '\u{2013}',
        '\u{2014}',
        '!',
        ')',
        '^',
        '>',
        ',',
        '.',
        '\u{fe0f}',
        '\u{1f3fb}',
        '\u{1f3fc}',
        '\u{1f3fd}',
        '\u{1f3fe}',
        '\u{1f3ff}',
    ];
    /// More emojis that people write beside a move that they are glad of: a cool one, blushing, kissing, fire, a muscle, thanks, a heart, a party.
    const GLAD: &[char] =
        &['\u{1f60e}', '\u{1f601}', '\u{1f618}', '\u{1f525}', '\u{1f4aa}', '\u{1f64f}', '\u{2764}', '\u{1f973}'];
    let is_plant_or_animal =
        |c: char| matches!(c, '\u{1f32d}'..='\u{1f37f}' | '\u{1f400}'..='\u{1f43e}' | '\u{1f980}'..='\u{1f99f}');
    let is_known = |c: char| SIGNS.contains(&c) || APPROVING.contains(&c) || GLAD.contains(&c) || is_plant_or_animal(c);
    // `xD` laughs, perhaps at the move.
    let is_face = sign.starts_with([':', ';']) && FACES.contains(&sign.to_lowercase().as_str());
    is_face || (sign.chars().all(is_known) && !sign.contains(".."))
}

/// Whether the words after a move are separated from it by an approving emoji. Then they are chat.
pub(in crate::command) fn is_set_off(words: &[Word]) -> bool {
    words.first().is_some_and(|word| word.raw.starts_with(APPROVING))
}

/// Words with which people take back what they have just written.
const TAKING_BACK: &[&str] = &[
    "wait",
    "no wait",
    "oh wait",
    "sorry wait",
    "sorry i meant",
    "i meant",
    "oops",
    "ooops",
    "whoops",
    "scratch that",
    "forget that",
    "kidding",
    "just kidding",
    "jk",
    "nvm",
    "actually nvm",
    "never mind",
    "nevermind",
    "hang on",
    "quatsch",
    "ach ne doch",
    "ne doch",
    "vergiss es",
    "glem det",
    "nej glem det",
    "ups forkert",
    "laat maar",
    "zut",
    "uy no",
    "moment",
    "halt",
    "doch nicht",
    "nein doch",
    "ich meinte",
    "nein warte",
    "vent",
    "nej vent",
    "jeg mente",
    "undskyld jeg mente",
    "hov",
];

/// A line that begins like this and names no move takes one back only if it is short.
const TAKING_BACK_WORDS_MAX: usize = 4;

/// The most words of a sentence that takes a move back and says why.
const SENTENCE_WORDS_MAX: usize = 7;

/// Whether a line begins like taking something back: `no wait, d1-b1`.
pub(in crate::command) fn takes_back(line: &str) -> bool {
    let line = Line::new(line.trim_start_matches(['.', '\u{2026}', '-', ' ']));
    let words = line.words();
    let said: Vec<String> = words.iter().take(3).map(Word::lower).collect();
    let Some(length) = (1..=said.len()).rev().find(|length| TAKING_BACK.contains(&said[..*length].join(" ").as_str()))
    else {
        return false;
    };
    // `Halt mir die Daumen für Montag` takes nothing back. `No wait, that's rubbish.` does.
    let short = words.len() <= TAKING_BACK_WORDS_MAX;
    let sentence =
        words.iter().position(|word| word.closing.contains(['.', '!', '?'])).map_or(words.len(), |end| end + 1);
    let is_set_off = sentence <= SENTENCE_WORDS_MAX && !words[length - 1].closing.is_empty();
    short || is_set_off || words.iter().any(|word| ParsedPlay::looks_like(&word.plain))
}

/// Whether a line that begins with this word may take something back.
pub(in crate::command) fn may_take_back(word: &Word) -> bool {
    let said = word.lower();
    TAKING_BACK.iter().any(|phrase| phrase.split(' ').next() == Some(said.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
