//! Polite words that people write beside a move or an answer without saying anything about it, and the greeting above.
//!
//! It is a closed list of whole phrases. Single polite words would not do, because they can form sentences (`good move for you`).

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
    "mfg",
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
    "bises",
    "bisous",
    "grazie",
    "groetjes",
    "hälsningar",
    "hilsener",
    "love",
    "saludos",
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
    (1..=whole).rev().find(|length| PHRASES.contains(&said[..*length].join(" ").as_str())).unwrap_or(0)
}

/// A word without letters or digits, or a smiley made of letters.
pub(in crate::command) fn is_face(word: &Word) -> bool {
    !word.raw.contains([
        '?',
        '\u{1f914}',
        '\u{2753}',
        '\u{2754}',
        '\u{2049}',
        '\u{274c}',
        '\u{274e}',
        '\u{1f44e}',
        '\u{1f6ab}',
        '\u{1f937}',
        '\u{1f644}',
        '\u{26d4}',
        '\u{1f928}',
        '\u{1f62c}',
        '\u{270b}',
        '\u{1f6d1}',
        '\u{1f615}',
        '\u{1fae4}',
    ]) && (!word.raw.chars().any(char::is_alphanumeric) || FACES.contains(&word.raw.to_lowercase().as_str()))
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
    "moment",
    "halt",
    "doch nicht",
    "nein doch",
    "ich meinte",
    "nein warte",
    "vent",
    "doch",
    "nej vent",
    "jeg mente",
    "undskyld jeg mente",
    "hov",
    "zut",
    "attends",
    "je voulais dire",
    "wacht",
    "v\u{e4}nta",
    "espera",
    "perd\u{f3}n",
    "actually",
    "or",
    "kidding",
    "just kidding",
    "jk",
];

/// Words that take something back where they stand alone, or before a comma: `no, d1-b1`, but not `no mercy`.
pub(in crate::command) const NEGATIVES: [&str; 8] = ["no", "nope", "nein", "nee", "ne", "nej", "nei", "non"];

/// Words that take back what stands above them, however long their line is.
const GIVING_UP: &[&str] = &[
    "scratch that",
    "forget that",
    "never mind",
    "nevermind",
    "nvm",
    "ne doch",
    "laat maar",
    "vergiss es",
    "glem det",
    "laisse tomber",
    "olv\u{ed}dalo",
];

/// Words that take back what stands above them, wherever they stand in the first sentence of a line.
#[rustfmt::skip]
const UNSAYING: &[&str] = &[
    "ignore it", "ignore that", "cancel that", "undo that", "ignore this", "ignore my", "cancel it", "glem det", "please ignore", "still thinking", "think about that", "that was for", "wait with", "please delete", "delete this", "leave it for", "pulling your leg", "kidding", "joking", "jk", "disregard", "april fool", "april fools", "changed my mind", "typo", "sleep on it", "hold on", "hang on", "not yet", "not sure", "no wait", "don't make", "don't enter", "pretend", "do not make", "sike", "thoughts", "just a joke", "oops", "meant for", "wrong board", "wrong game", "wrong person", "wrong window", "wrong chat", "not that one", "second thoughts", "second thought", "don't play", "do not play", "don't move", "do not move", "take that back", "take it back",
    "quatsch", "bitte l\u{f6}schen", "nicht ausf\u{fc}hren", "nur spa\u{df}", "\u{fc}berlege noch", "noch nicht", "dr\u{fc}ber schlafen", "noch mal \u{fc}berlegen", "nochmal \u{fc}berlegen", "april april", "doch nicht", "lieber nicht", "scherz", "vergiss das", "verschrieben", "vertippt", "versehen", "falsches brett", "falsche partie", "falsches spiel", "nicht spielen", "nicht ziehen", "zur\u{fc}cknehmen",
    "alligevel ikke", "lad v\u{e6}re", "for sjov", "slet den", "slet det", "den var til", "t\u{e6}nker stadig", "ikke endnu", "nej stop", "sove p\u{e5}", "aprilsnar", "sp\u{f8}g", "fortryder", "forkert br\u{e6}t", "forkert parti", "ikke spille", "ikke det", "gl\u{f6}m", "\u{e5}ngrar", "angrer", "sk\u{e4}mt",
    "oublie", "oubliez", "plaisante", "ignorez", "annule", "vergeet", "grapje", "toch niet", "verkeerd bord", "olvida", "ignora", "broma", "anula",
];

/// The most words of a sentence in which these are looked for.
const UNSAYING_WORDS_MAX: usize = 16;

/// A line that begins like this and names no move takes one back only if it is short.
const TAKING_BACK_WORDS_MAX: usize = 4;

/// The most words of a sentence that begins with such words and a comma.
const SENTENCE_WORDS_MAX: usize = 7;

/// Sighs before such words: `ach ne doch`, `uy no, espera`.
const SIGHS: &[&str] = &[
    "ugh", "argh", "oh", "ah", "ach", "uh", "um", "eh", "hm", "hmm", "uy", "ay", "uf", "\u{e5}h", "ups", "haha",
    "sorry", "ok", "okay",
];

/// Whether a line begins like taking something back: `no wait, d1-b1`.
pub(in crate::command) fn takes_back(line: &str) -> bool {
    let line = Line::new(line.trim_start_matches(['.', '\u{2026}', '-', '\u{2013}', ' ']));
    let words = line.words();
    let sighs = words.iter().take(2).take_while(|word| SIGHS.contains(&word.lower().as_str())).count();
    let begins_with = |words: &[Word], list: &[&str]| {
        let said: Vec<String> = words.iter().take(3).map(Word::lower).collect();
        (1..=said.len()).any(|length| list.contains(&said[..length].join(" ").as_str()))
    };
    let behind = &words[sighs..];
    let is_no = behind.first().is_some_and(|word| NEGATIVES.contains(&word.lower().as_str()));
    let ends = behind.len() == 1 || behind.first().is_some_and(|word| !word.closing.is_empty());
    // `nej glem det`, `actually nvm`.
    let next = behind.get(1..).unwrap_or_default();
    if begins_with(behind, GIVING_UP) || (is_no || begins_with(behind, TAKING_BACK)) && begins_with(next, GIVING_UP) {
        return true;
    }
    let begins = begins_with(words, TAKING_BACK)
        || begins_with(behind, TAKING_BACK)
        || (is_no && (ends || begins_with(next, TAKING_BACK)));
    // `Halt mir die Daumen f\u{fc}r Montag` takes nothing back.
    let short = words.len() <= TAKING_BACK_WORDS_MAX;
    // `No wait, that's rubbish.`, but not `No, I did not mean that you play slowly.`
    let sentence =
        words.iter().position(|word| word.closing.contains(['.', '!', '?'])).map_or(words.len(), |end| end + 1);
    let is_set_off =
        sentence <= SENTENCE_WORDS_MAX && words.iter().take(sighs + 2).any(|word| !word.closing.is_empty());
    // A paragraph may go on below, and be about anything.
    let is_whole = sentence <= UNSAYING_WORDS_MAX
        && (short || sentence < words.len() || words.last().is_some_and(|word| word.closing.contains(['.', '!', '?'])));
    let said: Vec<String> = words.iter().take(sentence).map(Word::lower).collect();
    let unsays =
        is_whole && (1..=3).any(|length| said.windows(length).any(|said| UNSAYING.contains(&said.join(" ").as_str())));
    unsays || begins && (short || is_set_off || words.iter().any(|word| ParsedPlay::looks_like(&word.plain)))
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
