//! How a mail ends: `Kind regards, Hildegard`. The phrases are data, in `config/letters/*/wishes.toml`.
//!
//! What stands there wishes for nothing and says nothing to anybody, although its words could: `kind` is asked for in `What kind of games
//! are there?`

use crate::command::lexer::{Line, Word};
use crate::command::phrasebook;
use crate::command::polite_words;
use crate::command::salutation::{has_only_frames, is_salutation};
use crate::command::wish_phrases::{KNOWN, Known, sentences};

/// The most words of a name.
const NAME_WORDS_MAX: usize = 4;

/// Where in a sentence its author takes leave: only a name follows.
pub(super) fn at(sentence: &[String]) -> Option<usize> {
    (0..sentence.len()).find(|at| {
        let rest = &sentence[*at..];
        let ends = |closing: &Vec<String>| rest.starts_with(closing) && rest.len() <= closing.len() + NAME_WORDS_MAX;
        KNOWN.iter().any(|known| known.closings.iter().any(ends))
    })
}

/// Whether a text only takes leave, perhaps with the name of its author below.
pub fn only_takes_leave(text: &str) -> bool {
    let mut has_left = false;
    let mut words_behind = 0;
    let takes_leave = sentences(text).iter().all(|sentence| {
        if has_left {
            words_behind += sentence.words.len();
        }
        has_left |= at(&sentence.words) == Some(0);
        has_left && words_behind <= NAME_WORDS_MAX
    });
    takes_leave && has_left
}

/// Whether a text has nothing but a greeting and a signature, which say nothing to anybody: `Hi Bob,`, and below it `Love, Ruth x`. `writer` are
/// the names of its author, in lower case.
pub fn is_only_signed(text: &str, writer: &[String]) -> bool {
    /// `Love from your old uncle Fred` says more.
    const LINES_MAX: usize = 4;
    let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.first().is_some_and(|line| greets_by_name(line, writer)) {
        let greeting = lines.remove(0);
        if lines.is_empty() {
            // `Hello.` may be all that somebody wants to say.
            return Line::new(greeting).words().len() > 1;
        }
    }
    !lines.is_empty() && lines.len() <= LINES_MAX && is_signature(&lines, writer)
}

/// Whether a text says nothing to anybody: there is none, or it only greets, takes leave and names somebody. `writer` are the names of its author,
/// in lower case.
pub fn says_nothing(text: &str, writer: &[String]) -> bool {
    has_only_frames(text) || only_takes_leave(text) || closes(text) || is_only_signed(text, writer)
}

/// Whether lines only take leave: `Love, Ruth`, `Ruth x`.
pub fn closes(text: &str) -> bool {
    !text.trim().is_empty() && is_signature(&text.lines().collect::<Vec<_>>(), &[])
}

/// Whether a line greets and names somebody, and says nothing else: `Hi Bob,`, but not `Hey nice`.
fn greets_by_name(line: &str, writer: &[String]) -> bool {
    let of_line = Line::new(line);
    let [_, names @ ..] = of_line.words() else { return false };
    let is_named = |word: &Word| polite_words::is_name(word) || writer.contains(&word.lower());
    is_salutation(line) && names.iter().all(is_named) && names.iter().all(|word| !word.closing.contains('!'))
}

/// Whether the lines are phrases that take leave, a name, and kisses.
fn is_signature(lines: &[&str], writer: &[String]) -> bool {
    /// They say something, or go on with more than a name: `Thanks, Bob!`, `Greetings from Spain`.
    const SAYING: [&str; 10] = ["thanks", "thx", "ta", "danke", "bye", "servus", "many", "thank", "tak", "with"];
    const FROM: [&str; 3] = ["from", "fra", "von"];
    const KISSES: [&str; 5] = ["x", "xx", "xxx", "xo", "xoxo"];
    let lines: Vec<Line> = lines.iter().map(|line| Line::new(line)).collect();
    let words: Vec<&Word> = lines.iter().flat_map(|line| line.words()).collect();
    let lower: Vec<String> = words.iter().map(|word| word.lower()).collect();
    if words.iter().any(|word| word.closing.contains(['!', '?', ':'])) {
        return false;
    }
    let texts: Vec<&str> = lower.iter().map(String::as_str).collect();
    let phrase = |at: usize| {
        let of_books = phrasebook::languages().iter().map(|book| book.signs_off.longest(&texts[at..])).max();
        let closes = |known: &Known| {
            let own = known.closings.iter().filter(|closing| lower[at..].starts_with(closing));
            own.map(Vec::len).max().unwrap_or_default()
        };
        let longest = of_books.unwrap_or_default().max(KNOWN.iter().map(closes).max().unwrap_or_default());
        let says =
            SAYING.contains(&texts[at]) || lower[at..at + longest].iter().any(|word| FROM.contains(&word.as_str()));
        if says && !KISSES.contains(&texts[at]) { 0 } else { longest }
    };
    let (mut at, mut names, mut own) = (0, 0, 0);
    let (mut has_left, mut has_kissed) = (false, false);
    while at < words.len() {
        let length = if KISSES.contains(&texts[at]) { 0 } else { phrase(at) };
        if KISSES.contains(&texts[at]) || polite_words::is_face(words[at]) {
            has_kissed |= KISSES.contains(&texts[at]);
            at += 1;
        } else if length > 0 && names == 0 {
            has_left = true;
            at += length;
        } else if writer.contains(&lower[at]) || polite_words::is_name(words[at]) {
            own += usize::from(writer.contains(&lower[at]));
            names += 1;
            at += 1;
        } else {
            return false;
        }
    }
    // `Ruth` is a signature where that is her name, `Ruth x` and `Love, Ruth` are one in any case.
    names < NAME_WORDS_MAX && (has_left || has_kissed && names > 0 || names > 0 && own == names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_ends_with_a_name() {
        for text in ["Kind regards,\nHildegard", "Viele Gr\u{fc}\u{df}e\n\nHans Peter", "Mvh Ole", "LG", "Cheers, T."] {
            assert!(only_takes_leave(text), "{text}");
        }
        for text in [
            "Kind regards to your wife, who plays so well",
            "How kind of you",
            "Regards, Ann\n\nPS: do you have a second board at home for the others?",
            "",
        ] {
            assert!(!only_takes_leave(text), "{text}");
        }
    }

    #[test]
    fn a_text_without_a_word_to_anybody_says_nothing() {
        let writer = ["ruth".to_owned()];
        for text in ["", "\n \n", "Gus", "Hi Bob,\n\nRuth x", "Kind regards,\nHildegard", "ruth", "Dear Gus,\n\nAnn"] {
            assert!(says_nothing(text, &writer), "{text}");
        }
        for text in ["Good luck!", "Dear Gus,\n\nyour turn.\n\nAnn", "Thanks, Bob!", "Sorry, I forgot the cake"] {
            assert!(!says_nothing(text, &writer), "{text}");
        }
    }

    #[test]
    fn a_greeting_and_a_signature_say_nothing() {
        let writer = ["ruth".to_owned(), "ackroyd".to_owned()];
        for text in [
            "Ruth x",
            "Love, Ruth",
            "Love,\nRuth xx",
            "Gru\u{df}, Friedhelm",
            "mvh Anna",
            "ruth",
            "Ruth Ackroyd",
            "Hi Bob,\n\nRuth x",
            "Liebe Gr\u{fc}\u{df}e\nDeine Ute",
            "Kind regards,\nHildegard",
            "K\u{e6}rlig hilsen\nAnna",
            "Cheers",
            "LG",
        ] {
            assert!(is_only_signed(text, &writer), "{text}");
        }
        for text in [
            "",
            "Thanks, Ruth",
            "Bye Bob!",
            "Good luck!",
            "Ha",
            "Bob",
            "Love it",
            "Best of luck, Ruth",
            "Hey nice",
            "Greetings from Spain",
            "Happy Christmas",
            "Lovely weather\n\nRuth x",
            "Cheers! You are a star.",
            "Hi Bob!",
            "x marks the spot",
        ] {
            assert!(!is_only_signed(text, &writer), "{text}");
        }
    }
}
