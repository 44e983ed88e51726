//! The command in a subject, without what clients and lists put around it.

use regex::Regex;
use std::sync::LazyLock;

/// What clients write before the subject of an answer or a forwarded mail, in lower case, without the colon.
const PREFIXES: [&str; 42] = [
    "re", "fw", "fwd", "aw", "wg", "antw", "sv", "vs", "vb", "vl", "vá", "tr", "ref", "réf", "rv", "res", "enc", "rif",
    "r", "i", "odp", "pd", "doorst", "ynt", "ilt", "bls", "trs", "fs", "atb", "ve", "rép", "ha", "yml", "σχετ", "απ",
    "πρθ", "на", "回复", "答复", "转发", "回覆", "轉寄",
];

/// The prefixes that mean a forwarded mail.
const FORWARDS: [&str; 18] = [
    "fw", "fwd", "wg", "tr", "rv", "enc", "doorst", "vb", "vl", "i", "pd", "ilt", "trs", "fs", "yml", "πρθ", "转发",
    "轉寄",
];

/// Everything that may come before the real subject, any number of times: a prefix with its count and colon, or a list tag. The regex crate
/// takes linear time for any subject.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let prefixes = PREFIXES.map(regex::escape).join("|");
    let pattern = format!(r"(?i)^(?:\s*(?:(?:{prefixes})\s*[\d\[\]()^*]*\s*[:\u{{ff1a}}]|\[[^\]]{{0,60}}\]))*\s*");
    Regex::new(&pattern).expect("the pattern is made of escaped words: a test uses it")
});

static FORWARD: LazyLock<Regex> = LazyLock::new(|| {
    let forwards = FORWARDS.map(regex::escape).join("|");
    let pattern = format!(r"(?i)(?:^|[\s:\]\u{{ff1a}}])(?:{forwards})\s*[\d\[\]()^*]*\s*[:\u{{ff1a}}]");
    Regex::new(&pattern).expect("the pattern is made of escaped words: a test uses it")
});

/// Whether the subject says that the mail was forwarded. Then somebody else wrote the subject.
pub fn is_forwarded(subject: &str) -> bool {
    FORWARD.is_match(before(subject))
}

/// Everything before the real subject.
fn before(subject: &str) -> &str {
    &subject[..BEFORE.find(subject).map_or(0, |before| before.end())]
}

/// The subject without `Re:`, `AW:` and the like in other languages (`RE[2]:`, `Re^3:` too), without leading `[list tags]`, and without a
/// `**` at the end. It is empty for a forwarded mail (`Fwd:`): a person who forwards a mail did not write its subject, so it must not give
/// commands.
pub fn command_subject(subject: &str) -> &str {
    let before = before(subject);
    if FORWARD.is_match(before) {
        return "";
    }
    let rest = subject[before.len()..].trim_end_matches(|c: char| c == '*' || c.is_whitespace());
    match rest {
        // A subject that is only a tag stays.
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
            "RE[2]: SV: AW: move 12 e5-e3 **",
            "[tafl-list] Re: [club] move 12 e5-e3",
            "SV: Re^3: VS : move 12 e5-e3*",
            "回复：move 12 e5-e3",
        ] {
            assert_eq!(command_subject(subject), "move 12 e5-e3", "{subject}");
        }
    }

    #[test]
    fn the_subject_of_a_forwarded_mail_is_no_command() {
        for subject in [
            "Fwd: move 12 e5-e3",
            "WG: move 12 e5-e3",
            "Re: TR : move 12 e5-e3",
            "[club] FW[2]: x",
            "转发：move 12 e5-e3",
        ] {
            assert_eq!(command_subject(subject), "", "{subject}");
            assert!(is_forwarded(subject), "{subject}");
        }
        for subject in ["Re: fwd move", "move 12 i: x", "re: SV: tr e5-e3"] {
            assert!(!is_forwarded(subject), "{subject}");
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
