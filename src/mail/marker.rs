//! The marker line: people write their answer above it.
//!
//! Every letter has it below its first paragraph. It tells people where to write, it tells us where the quoted letter begins, and it
//! carries the reply token for clients that lose it elsewhere. The last group is a check of the paragraph above it
//! ([`crate::mail::NewsCheck`]); a letter without a key has only this group:
//!
//! ```text
//!   reply above this line (ref k7qf-9x2m-pd4w-t3ha-v7qf)
//!   reply above this line (v7qf)
//! ```
//!
//! The words are in the language of the letter. They are recognized in each, because a mail may quote letters of another time or reader.
//!
//! Older letters began with the line, and had no check in it.
//!
//! The links in a letter open a mail with an answer and the reference in one line, because some programs lose line ends on the way. That
//! line is the sender's (`answer`). It has no check:
//!
//! ```text
//! e5-e3 (ref k7qf-9x2m-pd4w-t3ha)
//! ```
//!
//! One function writes it and one recognizes it. On the way back, clients quote the line, wrap it, decorate it and replace its dashes. So
//! the reader first removes all that, over up to three lines.

use crate::mail::limits::TOKENS_MAX;
use crate::mail::news_check::NewsCheck;
use crate::mail::token;
use crate::mail::token::TokenText;

/// The words by which the line is recognized, by the language of the letter. The first language is that of a letter in any other.
const WORDS: [(&str, &str); 3] =
    [("en", "reply above this line"), ("de", "oberhalb dieser zeile antworten"), ("da", "svar over denne linje")];

/// The most lines that a marker covers after a client has wrapped it.
const LINES_MAX: usize = 3;

/// Characters of a token, and of the check behind it.
const TOKEN_CHARS: usize = 16;
const CHECK_CHARS: usize = 4;

/// The longest answer that is looked for before a reference. A link has a command, and its sender may add some words to it.
const ANSWER_CHARS_MAX: usize = 200;

/// How much of a line is read.
const LINE_CHARS_MAX: usize = 400;

/// Characters that come before the words when a client quotes or decorates the line.
const DECORATION: &[char] = &['>', '|', '*', '_', '=', '-', '#', '~', '+', ':', '(', '[', '"', '\u{ad}'];

/// The line as it is shown in our letters, without a line end: ASCII, at most 72 columns. A letter that needs no answer has no token. Its
/// line is there because a quoted one must still be recognized as ours.
pub fn write(language: &str, token: Option<&TokenText>, news: Option<NewsCheck>) -> String {
    let (_, words) = WORDS.into_iter().find(|(of, _)| *of == language).unwrap_or(WORDS[0]);
    let shown = words.replace("zeile", "Zeile");
    match (token, news) {
        (Some(token), Some(news)) => format!("  {shown} (ref {token}-{news})"),
        (Some(token), None) => format!("  {shown} (ref {token})"),
        (None, Some(news)) => format!("  {shown} ({news})"),
        (None, None) => format!("  {shown}"),
    }
}

/// Whether a line begins with the words of a marker line.
pub fn begins(line: &str) -> bool {
    let line = line.trim_start().to_lowercase();
    WORDS.iter().any(|(_, words)| line.starts_with(words))
}

/// An answer with a reference behind it, as the links of our letters have it.
pub fn write_answer(answer: &str, token: &TokenText) -> String {
    format!("{answer} (ref {token})")
}

/// An answer with a reference behind it.
pub(crate) struct Answer<'a> {
    /// The answer.
    pub(crate) words: &'a str,
    /// What the sender has written behind the reference.
    pub(crate) behind: &'a str,
    /// How many lines it covers, at least 1.
    pub(crate) lines: usize,
    token: TokenText,
}

/// The answer that begins at the first of these lines, if it has a reference of ours behind it. Whether the line is quoted is for the caller
/// to know.
pub(crate) fn answer<'a>(lines: &[&'a str]) -> Option<Answer<'a>> {
    let first = *lines.first()?;
    let (words, reference) = first.split_once("(ref")?;
    let is_marker = words.trim().is_empty() || has_first_words(&undecorated(first));
    if is_marker || words.chars().count() > ANSWER_CHARS_MAX {
        return None;
    }
    // The line may have been wrapped.
    let mut joined = String::new();
    for (at, line) in lines.iter().take(LINES_MAX).enumerate() {
        let part = if at == 0 { reference } else { line };
        let (inside, behind) = part.split_once(')').map_or((part, None), |(inside, behind)| (inside, Some(behind)));
        joined.push_str(inside);
        joined.push(' ');
        if let Some(behind) = behind {
            let token = joined.trim().parse().ok()?;
            return Some(Answer { words: words.trim(), behind: behind.trim(), lines: at + 1, token });
        }
    }
    None
}

/// A marker line that was recognized.
pub struct Marker {
    /// How many lines it covers, at least 1.
    pub lines: usize,
    /// The token in it, if it survived.
    pub token: Option<TokenText>,
    /// The check of the paragraph above it, if it has one.
    pub news: Option<NewsCheck>,
}

/// Recognizes our marker line if it begins at the first of these lines. Quote signs before it are skipped. Whether the line is quoted is
/// for the caller to know.
pub fn recognise(lines: &[&str]) -> Option<Marker> {
    let is_first = |c: char| WORDS.iter().any(|(_, words)| words.starts_with(c.to_ascii_lowercase()));
    let may_begin = |line: &&str| line.starts_with(is_first);
    let first = lines.first().map(|line| inner(line)).filter(|line| may_begin(line) || may_have_reference(line))?;
    let first = undecorated(first);
    let first_word = |words: &str| words.split(' ').next().is_some_and(|word| first.starts_with(word));
    match WORDS.iter().map(|(_, words)| *words).find(|words| first_word(words)) {
        Some(words) => recognise_words(words, first, lines).or_else(|| reference_alone(&undecorated(lines[0]))),
        None => reference_alone(&first),
    }
}

/// The marker line with these words. `first` is the first line without decoration.
fn recognise_words(words: &str, first: String, lines: &[&str]) -> Option<Marker> {
    let mut joined = first;
    for count in 1..=LINES_MAX {
        if let Some(rest) = joined.strip_prefix(words) {
            // The token may be on the lines that follow.
            let mut tail = rest.to_string();
            let mut covered = count;
            // A letter without a key has only the check. What follows is its text.
            if let Some(news) = check_alone(rest) {
                return Some(Marker { lines: count, token: None, news: Some(news) });
            }
            loop {
                let (token, news) = reference(&tail);
                // The line may have been broken between the token and the check.
                let goes_on = token.is_some() && news.is_none() && tail.ends_with(token::is_gap);
                if token.is_some() && !goes_on {
                    return Some(Marker { lines: covered, token, news });
                }
                let next = lines.get(covered).map(|line| undecorated(line));
                match next {
                    Some(next) if covered < LINES_MAX => {
                        tail.push(' ');
                        tail.push_str(&next);
                        covered += 1;
                    }
                    _ if token.is_some() => return Some(Marker { lines: covered, token, news }),
                    _ => break,
                }
            }
            // The check may be alone on the next line, in its brackets.
            let next = lines.get(count).filter(|line| rest.trim().is_empty() && line.trim_end().ends_with(')'));
            let news = next.and_then(|line| check_alone(&undecorated(line)));
            return Some(Marker { lines: count + usize::from(news.is_some()), token: None, news });
        }
        if !words.starts_with(joined.trim_end()) {
            return None;
        }
        let next = lines.get(count).map(|line| undecorated(line))?;
        joined = format!("{} {next}", joined.trim_end());
    }
    None
}

/// All tokens of marker lines and of answers with a reference in a text, quoted or not, from top to bottom. Each is looked for when it is
/// asked for: mostly the first one is enough.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = TokenText> {
    let lines: Vec<&str> = text.lines().collect();
    let token_at = move |at: usize| {
        let window = &lines[at..lines.len().min(at + LINES_MAX)];
        let marked = recognise(window).and_then(|marker| marker.token);
        marked.or_else(|| answer(window).map(|answer| answer.token))
    };
    (0..text.lines().count()).filter_map(token_at).take(TOKENS_MAX)
}

/// A line whose words were translated or cut off on the way, but that still has the bracket with the reference.
fn reference_alone(line: &str) -> Option<Marker> {
    let at = line.find("(ref ")?;
    let (token, news) = reference(&line[at..]);
    token.map(|token| Marker { lines: 1, token: Some(token), news })
}

/// Whether a line begins with the first two words of a marker line.
fn has_first_words(line: &str) -> bool {
    let two = |words: &str| words.match_indices(' ').nth(1).is_some_and(|(end, _)| line.starts_with(&words[..end]));
    WORDS.iter().any(|(_, words)| two(words))
}

/// Whether a line is worth a closer look: many have brackets. Only among other characters there are some without width.
fn may_have_reference(line: &str) -> bool {
    match line.is_ascii() {
        true => line.contains("(r") || line.contains("(R"),
        false => line.contains('('),
    }
}

/// The token after the word `ref`, and the check behind it.
fn reference(text: &str) -> (Option<TokenText>, Option<NewsCheck>) {
    let is_word = |(at, _): &(usize, &str)| !text[..*at].ends_with(char::is_alphanumeric);
    let Some((at, _)) = text.match_indices("ref").find(is_word) else {
        return (None, None);
    };
    let text = text[at + "ref".len()..].trim_start_matches([' ', ':', '.', '#', '*', '=']);
    let mut folded = String::new();
    for c in text.chars().take(64) {
        if token::is_gap(c) {
            continue;
        }
        match token::fold(c) {
            Some(c) if folded.len() < TOKEN_CHARS + CHECK_CHARS => folded.push(c),
            _ => break,
        }
    }
    let (token, news) = folded.split_at(folded.len().min(TOKEN_CHARS));
    (token.parse().ok(), NewsCheck::read(news))
}

/// The check of a letter without a token: alone between brackets.
fn check_alone(text: &str) -> Option<NewsCheck> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || DECORATION.contains(&c));
    NewsCheck::read(text.trim_end_matches([')', ']']))
}

/// The beginning of a line without quote signs and decoration, in lower case, with single blanks.
fn undecorated(line: &str) -> String {
    let mut out = String::new();
    let mut space = false;
    for c in inner(line).chars().take(LINE_CHARS_MAX) {
        if is_space(c) {
            space |= c.is_whitespace();
            continue;
        }
        if space && !out.is_empty() {
            out.push(' ');
        }
        space = false;
        out.extend(c.to_lowercase());
    }
    out
}

/// The line without quote signs and decoration before it.
fn inner(line: &str) -> &str {
    line.trim_start_matches(|c: char| DECORATION.contains(&c) || is_space(c))
}

/// Blanks and characters without width.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const LANGUAGES: [&str; 3] = ["en", "de", "da"];

    fn token() -> TokenText {
        "k7qf-9x2m-pd4w-t3ha".parse().unwrap()
    }

    #[test]
    fn the_line_is_ascii_and_narrow_and_recognised() {
        let news = NewsCheck::of("Your turn, board 1: bob moved c4-c7.");
        for language in LANGUAGES {
            for (token, news) in [(Some(token()), news), (Some(token()), None), (None, news), (None, None)] {
                let line = write(language, token.as_ref(), news);
                assert!(line.is_ascii() && line.len() <= 72 && begins(&line));
                let seen = recognise(&[&line, "", "board"]).unwrap();
                assert!(seen.token == token && seen.news == news && seen.lines == 1, "{line}");
            }
        }
        assert_ne!(write("de", None, None), write("en", None, None));
        assert_eq!(write("nn", None, None), write("en", None, None));
    }

    #[test]
    fn the_line_of_every_language_is_recognised_quoted_and_at_any_width() {
        let news = NewsCheck::of("Your turn, board 1: bob moved c4-c7.");
        for language in LANGUAGES {
            let line = write(language, Some(&token()), news);
            for (width, quote) in (32..80).flat_map(|width| ["", "> ", ">> > ", "| *"].map(|quote| (width, quote))) {
                let wrapped: Vec<String> =
                    textwrap::wrap(line.trim(), width).iter().map(|line| format!("{quote}{line}")).collect();
                let lines: Vec<&str> = wrapped.iter().map(String::as_str).chain(["", "board"]).collect();
                let seen = recognise(&lines).unwrap_or_else(|| panic!("{lines:?}"));
                assert!(seen.token == Some(token()) && seen.news == news, "{lines:?}");
                assert_eq!(seen.lines, wrapped.len(), "{lines:?}");
                assert!(tokens(&wrapped.join("\n")).eq([token()]) && answer(&lines).is_none(), "{lines:?}");
            }
        }
    }

    #[test]
    fn the_check_is_read_wherever_the_line_is_broken() {
        for lines in [
            &["reply above this line (ref", "k7qf-9x2m-pd4w-t3ha-v7qf)"][..],
            &["> reply above this line (ref k7qf-9x2m-pd4w-", "> t3ha-v7qf)"][..],
            &["> reply above this line (ref k7qf-9x2m-pd4w-t3ha-", "> v7qf)"][..],
            &["reply above this", "line (v7qf)"][..],
            &["reply above this line", "(V7QF)"][..],
        ] {
            let seen = recognise(lines).unwrap();
            assert_eq!((seen.news, seen.lines), (NewsCheck::read("v7qf"), 2), "{lines:?}");
        }
        // `preferably` is no reference.
        let bare = write("en", None, NewsCheck::read("v7qf"));
        let seen = recognise(&[&bare, "", "Please send it preferably as plain text and without pictures."]).unwrap();
        assert!(seen.token.is_none() && seen.news == NewsCheck::read("v7qf"));
        let old = recognise(&["reply above this line (ref k7qf-9x2m-pd4w-t3ha)", "", "ann moved"]).unwrap();
        assert!(old.token == Some(token()) && old.news.is_none() && old.lines == 1);
        let bare = recognise(&["reply above this line", "", "ann moved"]).unwrap();
        assert!(bare.news.is_none() && bare.lines == 1);
    }

    #[test]
    fn quoted_decorated_and_altered_lines_are_recognised() {
        for line in [
            "> reply above this line (ref k7qf-9x2m-pd4w-t3ha)",
            ">> > | *Reply above this line (ref K7QF-9X2M-PD4W-T3HA)*",
            "=== reply above this line (ref k7qf-9x2m-pd4w-t3ha) ===",
            "\u{feff}reply\u{a0}above this  line (ref\u{a0}k7qf\u{2011}9x2m\u{2011}pd4w\u{2011}t3ha)",
            "reply above this line (ref k7qf9x2mpd4wt3ha)",
            "reply above this line (ref: k7qf-9x2m-pd4w-t3ha).",
            "Bitte oben antworten (ref k7qf-9x2m-pd4w-t3ha)",
        ] {
            let seen = recognise(&[line]);
            assert!(seen.is_some_and(|m| m.token == Some(token()) && m.lines == 1), "{line}");
        }
    }

    #[test]
    fn a_wrapped_line_is_recognised_with_all_its_lines() {
        for lines in [
            &["> reply above this line (ref", "> k7qf-9x2m-pd4w-t3ha)", "> next"][..],
            &["reply above this", "line (ref k7qf-9x2m-pd4w-t3ha)"][..],
            &["> reply above this line (ref k7qf-9x2m-", "pd4w-t3ha)"][..],
        ] {
            let seen = recognise(lines).unwrap();
            assert!(seen.token == Some(token()), "{lines:?}");
            assert_eq!(seen.lines, 2, "{lines:?}");
        }
    }

    #[test]
    fn words_without_their_token_still_mark() {
        let seen = recognise(&["reply above this line", "", "bob moved e5-e3"]).unwrap();
        assert!(seen.token.is_none());
        assert_eq!(seen.lines, 1);
    }

    #[test]
    fn other_lines_are_not_the_marker() {
        for line in [
            "",
            "reply",
            "e5-e3",
            "see above this line",
            "reply above",
            "(ref 12)",
            "svar",
            "Svar over hals og hoved",
            "oberhalb",
            "Oberhalb dieser Zeile steht mein Zug",
        ] {
            assert!(recognise(&[line, "x", "y"]).is_none(), "{line}");
        }
    }

    #[test]
    fn an_answer_before_a_reference_is_the_senders() {
        let line = write_answer("e5-e3", &token());
        assert!(line.is_ascii() && line == "e5-e3 (ref k7qf-9x2m-pd4w-t3ha)");
        for (lines, words, behind, count) in [
            (&[line.as_str(), "thanks"][..], "e5-e3", "", 1),
            (&["  resign?  (ref K7QF9X2MPD4WT3HA).", ""][..], "resign?", ".", 1),
            (
                &["brandubh challenge ann bob (ref", "k7qf-9x2m-pd4w-t3ha)", "x"][..],
                "brandubh challenge ann bob",
                "",
                2,
            ),
            (&["accept (ref k7qf-9x2m-", "pd4w-t3ha) Gladly!"][..], "accept", "Gladly!", 2),
        ] {
            let seen = answer(lines).unwrap();
            assert_eq!((seen.words, seen.behind, seen.lines), (words, behind, count), "{lines:?}");
            assert!(tokens(&lines.join("\n")).eq([token()]), "{lines:?}");
        }
        for line in [
            "reply above this line (ref k7qf-9x2m-pd4w-t3ha)",
            "Bitte oben antworten (ref k7qf-9x2m-pd4w-t3ha-v7qf)",
            "(ref k7qf-9x2m-pd4w-t3ha)",
            "see you (ref my last mail)",
            "e5-e3",
        ] {
            assert!(answer(&[line, "x", "y"]).is_none(), "{line}");
        }
    }

    #[test]
    fn tokens_are_found_wherever_the_line_stands() {
        let text = "e5-e3\n\n> reply above this line (ref\n> k7qf-9x2m-pd4w-t3ha)\n> board";
        assert!(tokens(text).eq([token()]));
    }
}
