//! Words in one spelling, and phrases with gaps that are looked for among them.

use crate::command::lexer::is_invisible;

/// The most words that `..` stands for.
const GAP_MAX: usize = 5;

/// A word in lower case, with umlauts and similar letters written as two letters, as some people type them, and without invisible characters.
pub fn folded(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase).filter(|c| !is_invisible(*c)) {
        match (two_letters(c), c) {
            (Some(letters), _) => folded.push_str(letters),
            // The two dots and the ring as separate characters, as some programs send them.
            (None, '\u{308}') => folded.push('e'),
            (None, '\u{30a}') => folded.push('a'),
            (None, '\u{2019}') => folded.push('\''),
            (None, c) => folded.push(c),
        }
    }
    folded
}

/// What is written for a letter where there is none such.
pub(in crate::command) fn two_letters(c: char) -> Option<&'static str> {
    match c {
        '\u{e4}' | '\u{e6}' => Some("ae"),
        '\u{f6}' | '\u{f8}' => Some("oe"),
        '\u{fc}' => Some("ue"),
        '\u{e5}' => Some("aa"),
        '\u{df}' => Some("ss"),
        _ => None,
    }
}

/// A phrase of folded words. A word with `*` may go on, `..` stands for up to five words, `^` and `$` for the beginning and the end.
#[derive(Debug)]
pub(in crate::command) struct GappedPhrase {
    words: Vec<String>,
    at_start: bool,
    at_end: bool,
}

impl GappedPhrase {
    pub(in crate::command) fn new(said: &str) -> GappedPhrase {
        let mut words: Vec<String> = said.split(' ').map(folded).collect();
        let at_start = words.first().is_some_and(|word| word == "^");
        let at_end = words.last().is_some_and(|word| word == "$");
        words.retain(|word| word != "^" && word != "$");
        GappedPhrase { words, at_start, at_end }
    }

    /// The same phrase. If it is a single word, it must begin what it is looked for in.
    pub(in crate::command) fn at_start_if_single(mut self) -> GappedPhrase {
        self.at_start |= self.words.len() == 1;
        self
    }

    /// Whether it is among these folded words. `ends` if a sentence ends with them.
    pub(in crate::command) fn is_in(&self, words: &[String], ends: bool) -> bool {
        let starts = if self.at_start { 0..words.len().min(1) } else { 0..words.len() };
        starts.into_iter().any(|at| {
            self.length(&words[at..]).is_some_and(|length| !self.at_end || ends && at + length == words.len())
        })
    }

    /// How many words at the beginning of these it takes.
    pub(in crate::command) fn length(&self, words: &[String]) -> Option<usize> {
        fits(&self.words, words)
    }
}

/// Whether one of these phrases stands in these words as it is.
pub(in crate::command) fn has_phrase(words: &[String], phrases: &[Vec<String>]) -> bool {
    phrases.iter().any(|phrase| words.windows(phrase.len()).any(|said| said == phrase))
}

/// How many words at the beginning of these a phrase takes, with the gaps in it.
fn fits(phrase: &[String], words: &[String]) -> Option<usize> {
    let Some((first, rest)) = phrase.split_first() else { return Some(0) };
    if first == ".." {
        return (0..=GAP_MAX.min(words.len())).find_map(|gap| Some(gap + fits(rest, &words[gap..])?));
    }
    let word = words.first()?;
    let is_it = match first.strip_suffix('*') {
        Some(stem) => word.starts_with(stem),
        None => word == first,
    };
    if is_it { Some(1 + fits(rest, &words[1..])?) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_however_they_are_written() {
        for written in ["Müller", "MUELLER", "mu\u{308}ller", "mü\u{ad}ller"] {
            assert_eq!(folded(written), "mueller", "{written}");
        }
        assert_eq!(folded("that\u{2019}s"), "that's");
    }

    #[test]
    fn a_phrase_has_gaps_and_places() {
        let is_in = |phrase: &str, text: &str| {
            let words: Vec<String> = text.split(' ').map(folded).collect();
            GappedPhrase::new(phrase).is_in(&words, true)
        };
        assert!(is_in("mich .. einladen", "heike will mich zu ner partie brandubh einladen"));
        assert!(is_in("mich .. einladen", "sie will mich einladen"));
        assert!(!is_in("mich .. einladen", "mich freut es sehr dass wir dich bald einladen"));
        assert!(is_in("^ no", "no thanks") && !is_in("^ no", "i have no time"));
        assert!(is_in("i do $", "yes i do") && !is_in("i do $", "i do not"));
        assert!(is_in("enrol*", "please enrol me") && is_in("enrol*", "consider me enrolled"));
    }
}
