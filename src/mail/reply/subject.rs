//! The command in a subject, without what clients and lists put around it.

/// What clients write before the subject of an answer or a forwarded mail, in lower case, without
/// the colon.
const PREFIXES: [&str; 42] = [
    "re", "fw", "fwd", "aw", "wg", "antw", "sv", "vs", "vb", "vl", "vá", "tr", "ref", "réf", "rv",
    "res", "enc", "rif", "r", "i", "odp", "pd", "doorst", "ynt", "ilt", "bls", "trs", "fs", "atb",
    "ve", "rép", "ha", "yml", "σχετ", "απ", "πρθ", "на", "回复", "答复", "转发", "回覆", "轉寄",
];

/// List tags longer than this are no tags.
const TAG_CHARS_MAX: usize = 60;

/// The subject without `Re:`, `Fwd:` and their kin in other languages (`RE[2]:`, `Re^3:` too),
/// without leading `[list tags]`, and without a `**` at the end.
pub fn command_subject(subject: &str) -> &str {
    let mut rest = subject.trim();
    while let Some(shorter) = without_prefix(rest).or_else(|| without_tag(rest)) {
        rest = shorter.trim_start();
    }
    rest.trim_end_matches(|c: char| c == '*' || c.is_whitespace())
}

fn without_prefix(subject: &str) -> Option<&str> {
    let (before, after) = subject.split_once([':', '\u{ff1a}'])?;
    let word = before
        .trim_end()
        .trim_end_matches(|c: char| c.is_ascii_digit() || "[]()^*".contains(c))
        .trim_end();
    let word = word.to_lowercase();
    PREFIXES.contains(&word.as_str()).then_some(after)
}

fn without_tag(subject: &str) -> Option<&str> {
    let (tag, after) = subject.strip_prefix('[')?.split_once(']')?;
    // A subject that is nothing but a tag stays.
    (tag.chars().count() <= TAG_CHARS_MAX && !after.trim().is_empty()).then_some(after)
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
