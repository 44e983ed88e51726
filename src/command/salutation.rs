//! A greeting above the text: `Hi Bob,`.

use crate::command::everyday_phrases;
use crate::command::lexer::{Line, Word};
use crate::command::polite_words::{is_face, is_name};
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

/// Whether the words begin with a greeting, which no word behind `lieber` can be part of that denies: `Lieber nicht`.
fn begins_with_greeting(words: &[Word]) -> bool {
    const NO_NAMES: [&str; 5] = ["nicht", "nich", "noch", "doch", "ned"];
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|word: &Word| list.contains(&word.lower().as_str()));
    is(0, GREETINGS) && !is(1, &NO_NAMES)
}

/// The most words of a salutation.
const SALUTATION_WORDS_MAX: usize = 4;

/// The most words of a name.
const NAME_WORDS_MAX: usize = 3;

/// Whether a line only takes leave: `Kind regards,`, `Deine Ute`.
pub(in crate::command) fn is_closing(line: &str) -> bool {
    const YOURS: [&str; 8] = ["deine", "dein", "eure", "euer", "din", "jeres", "your", "yours"];
    const CLOSINGS: [&str; 22] = [
        "kind",
        "best",
        "warm",
        "regards",
        "yours",
        "mit",
        "viele",
        "liebe",
        "freundliche",
        "venlig",
        "mange",
        "hilsen",
        "herzliche",
        "herzlichst",
        "beste",
        "sch\u{f6}ne",
        "lg",
        "vg",
        "mvh",
        "kh",
        "cheers",
        "sincerely",
    ];
    let line_of = Line::new(line);
    let words = line_of.words();
    let is_short = words.len() <= NAME_WORDS_MAX && words.iter().all(is_worded);
    let begins = |list: &[&str]| words.first().is_some_and(|word| list.contains(&word.lower().as_str()));
    // `Deine Ute`, `deine Tante Ute`
    let is_called = |word: &Word| is_name(word) && word.raw.starts_with(char::is_uppercase);
    let is_somebodys = || words.len() >= 2 && words[1..].iter().all(is_called);
    // `With love,`, but not `with my king`
    const TENDER: [&str; 8] = ["love", "hugs", "kisses", "thanks", "regards", "wishes", "affection", "greetings"];
    let is_tender = || {
        let ends = words.last().is_some_and(|word| TENDER.contains(&word.lower().as_str()));
        ends && begins(&["with", "much", "lots", "love", "all", "many"])
    };
    is_short && (is_tender() || begins(&CLOSINGS) || (begins(&YOURS) && is_somebodys()))
}

/// Whether a line only frames a text: a greeting above it, or a closing and a name below it. A blank line does.
pub fn is_only_a_frame(line: &str) -> bool {
    let line_of = Line::new(line);
    let words = line_of.words();
    let is_short = words.len() <= NAME_WORDS_MAX && words.iter().all(is_worded);
    let is_name = words.iter().all(|word| word.closing.is_empty() && is_name(word));
    // `Good luck!` is a wish.
    let wishes = words.first().is_some_and(|word| word.lower() == "good") && !words.iter().any(is_time_of_day);
    (is_salutation(line) && !wishes) || (is_short && is_name) || is_closing(line)
}

/// Whether every line of a text only frames one: nothing stands between a greeting and a name.
pub fn has_only_frames(text: &str) -> bool {
    text.lines().all(is_only_a_frame)
}

fn is_time_of_day(word: &Word) -> bool {
    ["morning", "evening", "afternoon", "day"].contains(&word.lower().as_str())
}

/// Whether a text begins with a greeting of this player: `Dear Gus,`.
pub fn greets(text: &str, player: &str) -> bool {
    let first = first_line(text);
    greeted(&first).is_some_and(|words| words.iter().any(|word| word.lower() == player))
}

/// The first line that says anything.
fn first_line(text: &str) -> Line {
    Line::new(text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default())
}

/// The words behind a greeting with which a line begins, up to the first sign.
fn greeted(line: &Line) -> Option<&[Word]> {
    let words = line.words();
    let greets = words.first().is_some_and(|word| GREETINGS.contains(&word.lower().as_str()));
    let end = words.iter().position(|word| !word.closing.is_empty()).map_or(words.len(), |end| end + 1);
    greets.then(|| &words[1..end.min(SALUTATION_WORDS_MAX)])
}

/// The words with which a text may call somebody at its beginning, in lower case: `Hi Gus!`, `Gus, d1-c1`.
pub fn called_at_first(text: &str) -> Vec<String> {
    let first = first_line(text);
    let is_called = |word: &Word| word.plain.chars().all(char::is_alphabetic);
    // `Gus - I told you so.`
    let is_dash = |word: &Word| ["-", "--", "\u{2013}", "\u{2014}"].contains(&word.raw.as_str());
    let alone = || match first.words() {
        [word, rest @ ..] if is_called(word) && (rest.first().is_none_or(is_dash) || !word.closing.is_empty()) => {
            &first.words()[..1]
        }
        _ => &[],
    };
    greeted(&first).unwrap_or_else(alone).iter().map(Word::lower).collect()
}

/// The rest of a line that begins by greeting this player: `Please challenge Pete to Brandubh. Hi Pete, I hope you are ready!`
pub(in crate::command) fn greeting_of<'a>(text: &'a str, player: &str) -> Option<&'a str> {
    let mut at = 0;
    text.split_inclusive(['.', '!', '?', '\n']).find_map(|sentence| {
        let from = at;
        at += sentence.len();
        greets(sentence, player).then(|| text[from..].lines().next().unwrap_or_default().trim())
    })
}

/// Whether a text greets the people or the program behind the server: `Dear Sirs,`. Nothing in it is for another player.
pub fn is_to_the_server(text: &str) -> bool {
    const SERVER: [&str; 19] = [
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
        "klub",
        "klubben",
        "verein",
    ];
    /// Words that greet everybody, where they end a short salutation: `Liebe Leute,`, but not `Hi all the best from Spain`.
    const CROWD: [&str; 12] = [
        "leute",
        "folks",
        "people",
        "all",
        "everyone",
        "everybody",
        "guys",
        "zusammen",
        "alle",
        "allerseits",
        "spielleiter",
        "spielleitung",
    ];
    const CROWD_WORDS_MAX: usize = 3;
    let Some(first) = text.lines().find(|line| !line.trim().is_empty()).map(Line::new) else {
        return false;
    };
    let greeting = first.words().first().is_some_and(|word| GREETINGS.contains(&word.lower().as_str()));
    let end = first.words().iter().position(|word| !word.closing.is_empty()).map_or(usize::MAX, |end| end + 1);
    let mut addressed = first.words().iter().take(end.min(SALUTATION_WORDS_MAX + 1)).map(Word::lower);
    let clause = &first.words()[..end.min(first.words().len())];
    let to_all = clause.last().filter(|_| clause.len() <= CROWD_WORDS_MAX);
    let is_crowd = to_all.is_some_and(|word| CROWD.contains(&word.lower().as_str()));
    greeting && (is_crowd || addressed.any(|word| SERVER.contains(&word.as_str())))
}

/// Whether a line is only a greeting: `Hi Bob,`, `Moin`, `Guten Tag`.
pub(in crate::command) fn is_salutation(line: &str) -> bool {
    let line = Line::new(line);
    let Some((_, name)) = line.words().split_first() else {
        return false;
    };
    let inside = line.words().len() - 1;
    let says_more =
        everyday_phrases::is_said(name) || name.first().is_some_and(|word| table::whole(&word.lower()).is_some());
    begins_with_greeting(line.words())
        && inside < SALUTATION_WORDS_MAX
        && line.words().iter().all(|word| !word.closing.contains('?') && is_worded(word))
        && line.words()[..inside].iter().all(|word| word.closing.is_empty())
        && !says_more
}

/// How many words of a line greet somebody before it goes on: `Dear Tom, yes please`.
pub(in crate::command) fn length(words: &[Word]) -> usize {
    let greets = begins_with_greeting(words);
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
    fn a_frame_says_nothing() {
        for line in [
            "Good morning Gus,",
            "Kind regards,",
            "Margaret",
            "Margaret Hill",
            "Herzliche Gr\u{fc}\u{df}e",
            "Viele liebe Gr\u{fc}\u{df}e",
            "Deine Ute",
            "Liebe Leute,",
            "Mit freundlichen Gr\u{fc}\u{df}en",
            "Hi",
        ] {
            assert!(is_only_a_frame(line), "{line}");
        }
        for line in [
            "Good luck!",
            "thanks",
            "I hope you are well",
            "Deine Idee gef\u{e4}llt mir",
            "Your move",
            "Mind the gap, Tom",
            "d1-c1",
        ] {
            assert!(!is_only_a_frame(line), "{line}");
        }
    }

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
