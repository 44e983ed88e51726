//! The answer to a question about rules: the sentences of the rules that are about it, or a short one of its own.

use crate::tafl;
use crate::tafl::RulesTopic;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;

/// A paragraph for each sentence that answers one of these questions. Nothing about what the game does not have, but for a ring round the
/// defenders, which many people expect.
pub(super) fn answers(locale: Locale, rules: &tafl::Rules, asked: &[RulesTopic]) -> Result<Vec<String>, WordingError> {
    let told = tafl::describe(rules, locale.dialect);
    let mut all = Vec::new();
    for topic in asked {
        let sentences = match topic {
            RulesTopic::First => vec![first(locale, rules)?],
            RulesTopic::Wins => vec![wins(locale, &told)?],
            RulesTopic::Encirclement if !told.contains(&tafl::Told::Encirclement) => {
                vec![locale.words.phrase("rules-answer/no-ring", context! {})?]
            }
            _ => {
                let answering = told.iter().filter(|told| topic.is_answered_by(told));
                answering.map(|told| locale.words.say("rule", told)).collect::<Result<_, _>>()?
            }
        };
        all.extend(sentences.into_iter().filter(|sentence| !all.contains(sentence)).collect::<Vec<_>>());
    }
    Ok(all)
}

fn first(locale: Locale, rules: &tafl::Rules) -> Result<String, WordingError> {
    locale.words.phrase("rules-answer/first", context! { first => rules.first().to_string() })
}

fn wins(locale: Locale, told: &[tafl::Told]) -> Result<String, WordingError> {
    let escape = told.iter().find_map(|told| match told {
        tafl::Told::Escape { edge, squares } => Some((*edge, squares.clone())),
        _ => None,
    });
    let (edge, squares) = escape.unwrap_or_default();
    let facts = context! {
        edge,
        squares => squares.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ring => told.contains(&tafl::Told::Encirclement),
        fort => told.contains(&tafl::Told::ExitFort),
    };
    locale.words.phrase("rules-answer/wins", facts)
}
