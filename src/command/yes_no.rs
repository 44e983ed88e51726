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
}
