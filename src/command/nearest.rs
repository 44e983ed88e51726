//! The nearest word: what somebody probably meant when he mistyped a word that we know.
//!
//! The distance is the number of single slips (a letter missing, too many, wrong, or two neighbours swapped) between two words, each
//! stretch of letters being touched once ("optimal string alignment"). It is our own thirty lines rather than the `strsim` crate that
//! clap brings along: that package is clap's, its table is as large as the words are long, and here both are bounded.
//!
//! A suggestion is only worth making when it is very probably right. So the distance allowed grows slowly with the length of the
//! word, short words must at least begin alike, and there are never more than two.

/// Longer words are nobody's misspelling of ours.
const LETTERS_MAX: usize = 24;

/// How many words are suggested at most.
const SUGGESTIONS_MAX: usize = 2;

/// The one or two of `candidates` that `word` probably was meant to be, nearest first; empty where nothing is near.
///
/// Case does not matter. Candidates come back as they were handed in, each once.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = letters(word);
    if typed.len() < 2 || typed.len() > LETTERS_MAX {
        return Vec::new();
    }
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        let known = letters(candidate);
        if known.len() > LETTERS_MAX || found.iter().any(|(_, seen)| *seen == candidate) {
            continue;
        }
        if let Some(slips) = slips(&typed, &known) {
            found.push((slips, candidate));
        }
    }
    found.sort_by_key(|(slips, _)| *slips);
    let best = found.first().map_or(0, |(slips, _)| *slips);
    found
        .into_iter()
        .filter(|(slips, _)| *slips == best)
        .take(SUGGESTIONS_MAX)
        .map(|(_, candidate)| candidate)
        .collect()
}

fn letters(word: &str) -> Vec<char> {
    word.chars()
        .take(LETTERS_MAX + 1)
        .flat_map(char::to_lowercase)
        .collect()
}

/// The distance between the two words where it is small enough to be a slip of the hand, and `None` where it is not.
fn slips(typed: &[char], known: &[char]) -> Option<usize> {
    // The beginning of a word is no slip at all, but an ambiguous or too short abbreviation.
    if typed.len() >= 2 && known.starts_with(typed) {
        return Some(1);
    }
    let allowed = match typed.len().min(known.len()) {
        0..=2 => return None,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    if typed.len().abs_diff(known.len()) > allowed {
        return None;
    }
    let begins_alike = typed[0] == known[0] || (typed[0] == known[1] && typed[1] == known[0]);
    let slips = distance(typed, known);
    (slips <= allowed && (begins_alike || (slips == 1 && known.len() > 4))).then_some(slips)
}

/// The optimal string alignment distance. Both words are at most [`LETTERS_MAX`] and a few letters long, so the work is bounded.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let wrong = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + wrong);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before_last[j - 2] + 1);
            }
            row.push(least);
        }
        before_last = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 10] = [
        "move",
        "challenge",
        "chat",
        "accept",
        "resign",
        "help",
        "show",
        "draw",
        "undo",
        "small",
    ];

    fn check(word: &str, expected: &[&str]) {
        assert_eq!(nearest(word, WORDS), expected, "nearest to {word}");
    }

    #[test]
    fn a_slip_of_the_hand_finds_its_word() {
        check("mvoe", &["move"]);
        check("moev", &["move"]);
        check("chalenge", &["challenge"]);
        check("challange", &["challenge"]);
        check("chellenege", &["challenge"]);
        check("acept", &["accept"]);
        check("Resgin", &["resign"]);
        check("hlep", &["help"]);
        check("smal", &["small"]);
        check("shwo", &["show"]);
        check("ccept", &["accept"]);
    }

    #[test]
    fn an_ambiguous_beginning_offers_both_words() {
        check("cha", &["challenge", "chat"]);
    }

    #[test]
    fn nothing_near_means_no_suggestion() {
        for word in [
            "", "x", "thanks", "vacation", "queue", "how", "raw", "that", "love", "dear",
        ] {
            check(word, &[]);
        }
        check(&"move".repeat(1000), &[]);
    }
}
