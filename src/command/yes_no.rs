//! A plain yes or no, as people answer a question. The question is not known here.

use crate::command::lexer::Line;

/// Words that say yes. Polish `tak` is not one of them, because in Danish it means thanks.
const YES: [&str; 15] = [
    "yes",
    "y",
    "ok",
    "okay",
    "confirm",
    "confirmed",
    "sure",
    "ja",
    "jawohl",
    "jep",
    "jo",
    "oui",
    "si",
    "s\u{ed}",
    "\u{434}\u{430}",
];
/// Words that say no.
const NO: [&str; 10] =
    ["no", "nope", "nein", "n\u{f6}", "non", "nej", "n\u{e6}h", "nee", "nie", "\u{43d}\u{435}\u{442}"];
/// Words that may follow and change nothing.
const POLITE: [&str; 16] = [
    "please",
    "thanks",
    "thank",
    "you",
    "thx",
    "sorry",
    "bitte",
    "danke",
    "gern",
    "gerne",
    "leider",
    "merci",
    "gracias",
    "tak",
    "mange",
    "desv\u{e6}rre",
];

/// Words after `no` that make it friendly: `no problem`.
const FRIENDLY: [&str; 10] =
    ["prob", "probs", "problem", "problems", "worries", "rush", "hurry", "stress", "matter", "biggie"];

/// Whether a word says yes.
pub fn is_yes(word: &str) -> bool {
    YES.contains(&word.to_lowercase().as_str())
}

/// Whether a word says no.
pub fn is_no(word: &str) -> bool {
    NO.contains(&word.to_lowercase().as_str())
}

/// What a line says that is only a yes or no. A condition or a question is neither.
pub(in crate::command) fn yes_or_no(line: &str) -> Option<bool> {
    let line = Line::new(line);
    let (first, rest) = line.words().split_first()?;
    let asks = line.words().iter().any(|word| word.closing.contains('?'));
    let polite = rest.iter().all(|word| word.plain.is_empty() || POLITE.contains(&word.lower().as_str()));
    let says = match first.lower() {
        word if YES.contains(&word.as_str()) => true,
        word if NO.contains(&word.as_str()) => false,
        _ => return None,
    };
    (polite && !asks).then_some(says)
}

/// Whether a line begins with the opposite word: a text that says both says nothing.
pub(in crate::command) fn contradicts(line: &str, yes: bool) -> bool {
    let line = Line::new(line);
    let others: &[&str] = if yes { &NO } else { &YES };
    let says_other = line.words().first().is_some_and(|word| others.contains(&word.lower().as_str()));
    says_other && !(yes && line.words().get(1).is_some_and(|word| FRIENDLY.contains(&word.lower().as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_friendly_no_contradicts_nothing() {
        for (line, is_friendly) in [
            ("no prob, happens to me too", true),
            ("No problem!", true),
            ("no worries", true),
            ("no, wait", false),
            ("nein", false),
            ("No.", false),
        ] {
            assert_eq!(!contradicts(line, true), is_friendly, "{line}");
        }
        assert!(contradicts("yes", false));
    }

    #[test]
    fn a_yes_or_no_stands_alone() {
        for (line, says) in [
            ("yes", Some(true)),
            ("Yes, please!", Some(true)),
            ("OK.", Some(true)),
            ("ok, thank you :-)", None),
            ("no", Some(false)),
            ("No thanks.", Some(false)),
            ("no, sorry", Some(false)),
            ("yes, but only on Fridays", None),
            ("yes?", None),
            ("no idea", None),
            ("Ja, gerne!", Some(true)),
            ("nein danke", Some(false)),
            ("Nein, leider.", Some(false)),
            ("Ja tak", Some(true)),
            ("nej, desv\u{e6}rre", Some(false)),
            ("nej tak", Some(false)),
            ("Tak!", None),
            ("not yet", None),
            ("", None),
        ] {
            assert_eq!(yes_or_no(line), says, "{line}");
        }
    }
}
