//! A greeting above the text: `Hi Bob,`.

use crate::command::everyday_phrases;
use crate::command::lexer::{Line, Word};
use crate::command::polite_words::is_face;
use crate::command::table;

/// First words of a salutation, in more languages than our letters have.
const GREETINGS: &[&str] = &[
    "hi",
    "hello",
    "hey",
    "hallo",
    "hej",
    "hejsa",
    "moin",
    "servus",
    "dear",
    "liebe",
    "lieber",
    "liebes",
    "kære",
    "good",
    "guten",
    "gruezi",
    "grüezi",
    "grüß",
    "goddag",
    "godmorgen",
    "godaften",
    "ahoy",
    "ahoi",
    "howdy",
    "greetings",
    "bonjour",
    "salut",
    "cher",
    "chère",
    "hola",
    "ciao",
    "olá",
    "hoi",
    "heipä",
    "heippa",
    "hei",
    "hejhej",
    "yo",
    "sehr",
    "halløj",
];

/// The most words of a salutation.
const SALUTATION_WORDS_MAX: usize = 4;

/// Whether a text greets the people or the program behind the server: `Dear Sirs,`. Nothing in it is for another player.
pub fn is_to_the_server(text: &str) -> bool {
    const SERVER: [&str; 16] = [
        "sirs",
        "sir",
        "madam",
        "madams",
        "damen",
        "herren",
        "taflpost",
        "server",
        "team",
        "operator",
        "administrator",
        "admin",
        "support",
        "webmaster",
        "moderator",
        "club",
    ];
    let Some(first) = text.lines().find(|line| !line.trim().is_empty()).map(Line::new) else {
        return false;
    };
    let greeting = first.words().first().is_some_and(|word| GREETINGS.contains(&word.lower().as_str()));
    let end = first.words().iter().position(|word| !word.closing.is_empty()).map_or(usize::MAX, |end| end + 1);
    let mut addressed = first.words().iter().take(end.min(SALUTATION_WORDS_MAX + 1)).map(Word::lower);
    greeting && addressed.any(|word| SERVER.contains(&word.as_str()))
}

/// Whether a line is only a greeting: `Hi Bob,`, `Moin`, `Guten Tag`.
pub fn is_salutation(line: &str) -> bool {
    let line = Line::new(line);
    let Some((greeting, name)) = line.words().split_first() else {
        return false;
    };
    let inside = line.words().len() - 1;
    let says_more =
        everyday_phrases::is_said(name) || name.first().is_some_and(|word| table::whole(&word.lower()).is_some());
    GREETINGS.contains(&greeting.lower().as_str())
        && inside < SALUTATION_WORDS_MAX
        && line.words().iter().all(|word| !word.closing.contains('?') && is_worded(word))
        && line.words()[..inside].iter().all(|word| word.closing.is_empty())
        && !says_more
}

/// How many words of a line greet somebody before it goes on: `Dear Tom, yes please`.
pub(in crate::command) fn length(words: &[Word]) -> usize {
    let greets = words.first().is_some_and(|word| GREETINGS.contains(&word.lower().as_str()));
    let end = words.iter().take(SALUTATION_WORDS_MAX).position(|word| !word.closing.is_empty());
    let ends = |at: &usize| !words[*at].closing.contains(['?', ':']) && words[..=*at].iter().all(is_worded);
    end.filter(|_| greets).filter(ends).map_or(0, |at| at + 1)
}

/// A word of only letters, or a smiley: it is not a move and not a command with a number.
fn is_worded(word: &Word) -> bool {
    is_face(word) || word.plain.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '\u{2019}' | '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_greet_the_server() {
        for text in ["Dear Sirs,\nI move", "Hello Taflpost!", "Sehr geehrte Damen und Herren,", "\n\nHi team"] {
            assert!(is_to_the_server(text), "{text}");
        }
        for text in ["Hi Bob", "The server is slow", "", "Dear friend, good team"] {
            assert!(!is_to_the_server(text), "{text}");
        }
    }

    #[test]
    fn a_salutation_is_a_greeting_and_a_name() {
        for line in ["Hi Bob,", "Moin", "Hello!", "Dear Ann Marie,", "Hej bob", "Guten Tag Herr Meier,", "hi :-)"] {
            assert!(is_salutation(line), "{line}");
        }
        for line in ["Hi Bob, I resign", "Hi I resign", "hi resign", "Hello? Is it", "hi 17", "hi d1-c1", "resign", ""]
        {
            assert!(!is_salutation(line), "{line}");
        }
    }
}
