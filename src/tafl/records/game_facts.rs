//! What a record holds besides the moves: names, dates, tournament, variant, and tags without a meaning here. All of it is text.

use crate::tafl::records::error::Misfit;
use crate::tafl::records::limits::COMMENT_BYTES_MAX;

/// The longest name, date or other tag, in characters.
const TEXT_CHARS_MAX: usize = 200;
/// The longest name of a tag, in characters.
const TAG_CHARS_MAX: usize = 40;
/// The most tags without a meaning here.
pub(in crate::tafl::records) const TAGS_MAX: usize = 40;

/// The tags with a meaning, in lower case.
pub(in crate::tafl::records) const KNOWN_TAGS: [&str; 15] = [
    "attackers",
    "comment",
    "date",
    "defenders",
    "end-date",
    "enddate",
    "event",
    "game",
    "position",
    "result",
    "round",
    "rules",
    "start-comment",
    "termination",
    "variant",
];

/// The tag for rules that an OpenTafl record cannot express.
pub(in crate::tafl::records) const OWN_RULES: &str = "taflpost-rules";

/// Who played, when and where. An empty text means unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Who played the attackers.
    pub attackers: String,
    /// Who played the defenders.
    pub defenders: String,
    /// The tournament.
    pub event: String,
    /// Its round.
    pub round: String,
    /// When it began.
    pub began: String,
    /// When it ended.
    pub ended: String,
    /// The variant's name with its options.
    pub variant: String,
    /// Other tags, as name and text. A record has them in the order of their names.
    pub tags: Vec<(String, String)>,
}

impl About {
    /// The texts with a tag of their own, in the order in which they are written.
    pub(in crate::tafl::records) fn named(&self) -> [(&'static str, &str); 7] {
        [
            ("event", &self.event),
            ("round", &self.round),
            ("date", &self.began),
            ("end-date", &self.ended),
            ("attackers", &self.attackers),
            ("defenders", &self.defenders),
            ("variant", &self.variant),
        ]
    }

    /// The text for a tag that has a field of its own.
    pub(in crate::tafl::records) fn field(&mut self, tag: &str) -> Option<&mut String> {
        Some(match tag {
            "event" => &mut self.event,
            "round" => &mut self.round,
            "date" => &mut self.began,
            "end-date" | "enddate" => &mut self.ended,
            "attackers" => &mut self.attackers,
            "defenders" => &mut self.defenders,
            "variant" => &mut self.variant,
            _ => return None,
        })
    }

    /// The same with every text checked, on one line and without blanks at its ends.
    pub(in crate::tafl::records) fn cleaned(self) -> Result<About, Misfit> {
        let mut tags: Vec<(String, String)> = Vec::new();
        if self.tags.len() > TAGS_MAX {
            return Err(Misfit::TooManyTags { max: TAGS_MAX });
        }
        for (name, text) in self.tags {
            if tags.iter().any(|(other, _)| other.eq_ignore_ascii_case(&name)) {
                return Err(Misfit::TagTwice { name });
            }
            if !is_tag_name(&name) {
                return Err(Misfit::TagName { name: name.chars().take(TAG_CHARS_MAX).collect() });
            }
            let text = clean(&name, &text)?;
            if !text.is_empty() {
                tags.push((name, text));
            }
        }
        tags.sort();
        Ok(About {
            attackers: clean("attackers", &self.attackers)?,
            defenders: clean("defenders", &self.defenders)?,
            event: clean("event", &self.event)?,
            round: clean("round", &self.round)?,
            began: clean("date", &self.began)?,
            ended: clean("end-date", &self.ended)?,
            variant: clean("variant", &self.variant)?,
            tags,
        })
    }
}

/// Whether this can be the name of a tag without a meaning here.
pub(in crate::tafl::records) fn is_tag_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    name.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && name.len() <= TAG_CHARS_MAX
        && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_')
        && !KNOWN_TAGS.contains(&lower.as_str())
        && lower != OWN_RULES
}

/// A text on one line. A text of only question marks and dots means unknown.
fn clean(what: &str, text: &str) -> Result<String, Misfit> {
    let text = text.trim();
    if text.chars().any(char::is_control) {
        return Err(Misfit::Control { what: what.to_owned() });
    }
    if text.chars().nth(TEXT_CHARS_MAX).is_some() {
        return Err(Misfit::TooLong { what: what.to_owned(), max: TEXT_CHARS_MAX, of: "characters" });
    }
    let unknown = text.contains('?') && text.chars().all(|sign| matches!(sign, '?' | '.'));
    Ok(if unknown { String::new() } else { text.to_owned() })
}

/// A comment without blanks at its ends and at the ends of its lines.
pub(in crate::tafl::records) fn clean_comment(ply: u32, comment: &str) -> Result<String, Misfit> {
    let what = || format!("the comment on move {ply}");
    if comment.len() > COMMENT_BYTES_MAX {
        return Err(Misfit::TooLong { what: what(), max: COMMENT_BYTES_MAX, of: "bytes" });
    }
    let lines: Vec<&str> = comment.split('\n').map(str::trim_end).collect();
    let comment = lines.join("\n").trim().to_owned();
    if comment.chars().any(|sign| sign.is_control() && sign != '\n' && sign != '\t') {
        return Err(Misfit::Control { what: what() });
    }
    Ok(comment)
}
