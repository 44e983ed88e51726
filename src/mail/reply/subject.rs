//! The command in a subject, without what clients and lists put around it.

use regex::Regex;
use std::sync::LazyLock;

/// What clients write before the subject of an answer or a forwarded mail, in lower case, without
/// the colon.
const PREFIXES: [&str; 42] = [
    "re", "fw", "fwd", "aw", "wg", "antw", "sv", "vs", "vb", "vl", "vá", "tr", "ref", "réf", "rv", "res", "enc", "rif",
    "r", "i", "odp", "pd", "doorst", "ynt", "ilt", "bls", "trs", "fs", "atb", "ve", "rép", "ha", "yml", "σχετ", "απ",
    "πρθ", "на", "回复", "答复", "转发", "回覆", "轉寄",
];

/// Everything that may stand before the subject proper, any number of times: a prefix with its count and colon, or a
/// list tag. The regex crate takes linear time, whatever the subject is.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let prefixes = PREFIXES.map(regex::escape).join("|");
    let pattern = format!(r"(?i)^(?:\s*(?:(?:{prefixes})\s*[\d\[\]()^*]*\s*[:\u{{ff1a}}]|\[[^\]]{{0,60}}\]))*\s*");
    Regex::new(&pattern).expect("the pattern is made of escaped words: a test uses it")
});

/// The subject without `Re:`, `Fwd:` and their kin in other languages (`RE[2]:`, `Re^3:` too),
/// without leading `[list tags]`, and without a `**` at the end.
pub fn command_subject(subject: &str) -> &str {
    let end = BEFORE.find(subject).map_or(0, |before| before.end());
    let rest = subject[end..].trim_end_matches(|c: char| c == '*' || c.is_whitespace());
    match rest {
        // A subject that is nothing but a tag stays.
        "" if subject.trim_end().ends_with(']') => subject.trim(),
        rest => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_tags_and_stars_go() {
        for subject in [
            "move 12 e5-e3",
            "Re: move 12 e5-e3",
            "RE[2]: Fwd: AW: move 12 e5-e3 **",
            "[tafl-list] Re: [club] move 12 e5-e3",
            "SV: Re^3: VS : move 12 e5-e3*",
            "回复：move 12 e5-e3",
        ] {
            assert_eq!(command_subject(subject), "move 12 e5-e3", "{subject}");
        }
    }

    #[test]
    fn other_words_with_colons_stay() {
        for subject in ["remove: x", "[only a tag]", "a4:b4", "chat 12: re: well"] {
            assert_eq!(command_subject(subject), subject);
        }
        assert_eq!(command_subject("Re:"), "");
    }
}
