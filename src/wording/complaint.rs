//! Complaints about lines that are not commands: the sentence below the carets.

use crate::command::{self, Complaint, ComplaintKind, Withholding};
use crate::tafl::OtnError;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::templates::{Wording, WordingError, fact};

/// The line, the carets and the sentence, for a reader who has a password or none.
pub fn block(words: &Wording, complaint: &Complaint, has_password: bool) -> Result<Block, WordingError> {
    text(words, complaint, has_password).map(Block::Fixed)
}

/// The same as text.
pub fn text(words: &Wording, complaint: &Complaint, has_password: bool) -> Result<String, WordingError> {
    Ok(complaint.shown(&sentence(words, &complaint.kind, has_password)?))
}

/// What is wrong, in words.
pub(crate) fn sentence(words: &Wording, kind: &ComplaintKind, has_password: bool) -> Result<String, WordingError> {
    let form = |usage: &str| words.help.form_for(usage, has_password);
    let (key, facts) = fact(kind);
    let facts = match kind {
        ComplaintKind::Withheld { why: Withholding::Wrong(kind) } => {
            context! { why => sentence(words, kind, has_password)? }
        }
        ComplaintKind::Withheld { why } => {
            let (key, facts) = fact(why);
            let facts = match why {
                Withholding::BehindPlay { usage } | Withholding::NoColon { usage } => {
                    context! { usage => form(usage) }
                }
                _ => facts,
            };
            context! { why => words.phrase(&format!("withheld/{key}"), facts)? }
        }
        ComplaintKind::Missing { what, usage } => {
            context! { thing => words.say("thing", what)?, usage => form(usage) }
        }
        ComplaintKind::TooMany { what, .. } => {
            context! { thing => words.say("thing", what)?, ..facts }
        }
        ComplaintKind::BadRecord { why } => context! { why => bad_record(words, why)? },
        ComplaintKind::BadClock { why } => context! { why => words.say("bad-clock", why)? },
        ComplaintKind::NotOnThisServer { instead, .. } | ComplaintKind::OldForm { instead } => {
            context! { advice => words.say("instead", instead)?, ..facts }
        }
        ComplaintKind::UnknownOption { .. } => {
            let options: Vec<String> = command::usual_options().map(|name| format!("-{name}")).collect();
            context! { options, ..facts }
        }
        ComplaintKind::UnknownAct { .. } => {
            let acts: Vec<&str> = command::acts().iter().map(|act| act.name).collect();
            context! { acts, ..facts }
        }
        ComplaintKind::UnknownTopic { .. } => {
            let pages: Vec<&str> = command::topics().iter().map(|topic| topic.name).collect();
            context! { pages, ..facts }
        }
        ComplaintKind::NothingMore { usage } | ComplaintKind::UnknownValue { usage, .. } => {
            context! { usage => form(usage), ..facts }
        }
        _ => facts,
    };
    words.phrase(&format!("complaint/{key}"), facts)
}

/// Why there are no such rules, or why a rules record cannot express them.
pub(crate) fn bad_record(words: &Wording, why: &OtnError) -> Result<String, WordingError> {
    words.say("bad-record", &why.clone().said(|part| words.variants.about_rules(&part)))
}
