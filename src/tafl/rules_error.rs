//! What is wrong with a rule record or a variant file. The text has only a few lines, however long those of the file are.

/// No rule set needs so much text. Longer files are refused without reading them.
pub(in crate::tafl) const TEXT_BYTES_MAX: usize = 64 * 1024;

/// What is wrong with a rule record or a variant file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// It is too long.
    #[error("the text is longer than {TEXT_BYTES_MAX} bytes")]
    TooLong,
    /// It is not TOML, or a word is not allowed in its place. The text says where, what was found and what was expected.
    #[error("{0}")]
    Unreadable(String),
    /// A value can be read but makes no sense.
    #[error("line {line}, {key}: {found}; {expected}")]
    Wrong {
        /// The parameter.
        key: &'static str,
        /// Its line, counted from 1; 0 if it is left out.
        line: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
}

/// The longest error text for a file that is not TOML, in characters. It repeats a line of the file.
const SAID_CHARS_MAX: usize = 1_000;

/// What the TOML reader found wrong: always with a line, and never much longer than a sentence.
pub(in crate::tafl) fn unreadable(wrong: &toml::de::Error, text: &str) -> RulesError {
    let (shown, message) = (wrong.to_string(), middle_cut(wrong.message()));
    let shown = shown.trim_end();
    RulesError::Unreadable(match wrong.span() {
        // Only text that is nested too deep has no place. The line with the most opening characters is the place.
        None => {
            let opened = |line: &str| line.matches(['.', '[', '{']).count();
            let line = text.lines().map(opened).enumerate().max_by_key(|(at, count)| (*count, std::cmp::Reverse(*at)));
            format!("line {}: {message}", line.map_or(0, |(at, _)| at) + 1)
        }
        Some(_) if shown.chars().nth(SAID_CHARS_MAX).is_none() => shown.to_owned(),
        Some(_) => format!("{}\n{message}", shown.lines().next().unwrap_or_default()),
    })
}

/// A message that may repeat a word of any length, without the middle of that word. The text before and after it is what helps.
pub(in crate::tafl) fn middle_cut(message: &str) -> String {
    let signs: Vec<char> = message.chars().collect();
    if signs.len() <= HEAD_CHARS + TAIL_CHARS {
        return message.to_owned();
    }
    let (head, tail) = (&signs[..HEAD_CHARS], &signs[signs.len() - TAIL_CHARS..]);
    head.iter().chain(&['.', '.', '.']).chain(tail).collect()
}

/// How much of such a message stays at its beginning.
const HEAD_CHARS: usize = 80;
/// How much of it stays at its end: the list of what is allowed there.
const TAIL_CHARS: usize = 420;

/// The line in which a key is set, for error messages: counted from 1; 0 if it is not set.
pub(in crate::tafl) fn line_of(text: &str, key: &str) -> usize {
    let is_set = |line: &str| {
        let line = line.trim_start().trim_start_matches('[');
        line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(['=', '.', ']']))
    };
    text.lines().position(is_set).map_or(0, |line| line + 1)
}
