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
        ComplaintKind::NoOverlay { why, .. } => {
            let said = |english: &str| words.variants.about_rules(english);
            context! { found => said(&why.found), expected => said(&why.expected), ..facts }
        }
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::Language;
    use crate::tafl::Catalogue;

    /// An operator's game in which the king begins on the edge: no goal before an option makes it one.
    fn catalogue() -> Catalogue {
        let ours = include_str!("../../config/variants/brandubh.toml");
        let layout = "...t...\n...t...\n...T...\nttTKTtt\n...T...\n...t...\n...t...\n";
        let theirs = ours
            .replace("name = \"brandubh\"", "name = \"edgy\"")
            .replace("[\"brandub\", \"brandubh-federation\"]", "[]")
            .replace(layout, ".K.t...\n...t...\n...T...\nttT.Ttt\n...T...\n...t...\n...t...\n");
        Catalogue::embedded().unwrap().with_files([("edgy.toml", theirs.as_str())], |_| true).unwrap()
    }

    fn said(language: Language, line: &str) -> String {
        let complaint = command::parse_line(line, &catalogue()).unwrap_err();
        sentence(&Wording::embedded(language).unwrap(), &complaint.kind, false).unwrap()
    }

    #[test]
    fn why_options_do_not_fit_a_game_is_said_in_every_language() {
        for (language, unlawful, no_throne) in [
            (
                Language::English,
                "edgy cannot have these options: there is no king, or it has already escaped; expected one K on a \
                 square where it has not won.",
                "With -weak, only a king at the throne must be surrounded on four sides to be captured, and parlett has no throne.",
            ),
            (
                Language::German,
                "Diese Optionen passen nicht zu edgy: es gibt keinen König, oder er ist schon entkommen; erwartet \
                 wird ein K auf einem Feld, auf dem der König noch nicht gewonnen hat.",
                "Mit -weak muss der König nur am Thron auf vier Seiten umstellt sein, um geschlagen zu werden, und parlett hat keinen Thron.",
            ),
            (
                Language::Danish,
                "Disse tilvalg passer ikke til edgy: der er ingen konge, eller han er allerede sluppet ud; der skal \
                 stå ét K på et felt, hvor kongen ikke har vundet.",
                "Med -weak skal kongen kun ved tronen omringes på fire sider for at blive fanget, og parlett har ingen trone.",
            ),
        ] {
            let said = |line| said(language, line);
            assert_eq!(said("edgy challenge ann bob -edge"), unlawful);
            assert!(said("parlett challenge ann bob -weak").ends_with(no_throne), "{language:?}");
        }
    }
}
