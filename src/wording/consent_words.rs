//! The words that answer a letter that asks for a yes, and the links that fill them in.
//!
//! A yes that concerns an account must name what it is about: `yes delete`, `yes ann@new.example`. Phones suggest a `Yes, it was me` that
//! is sent with one tap. Such a sentence must not change anything.

use crate::club::Purpose;
use crate::command::{self, Account, Command, PlayerAct};
use crate::tafl::Catalogue;
use crate::wording::blocks::{AnswersTo, Block};
use crate::wording::choices;
use crate::wording::facts::context;
use crate::wording::templates::{Wording, WordingError};

/// The line that says yes in a language: its word for yes, and what it is about.
pub(crate) fn yes(words: &Wording, objects: &[String]) -> Result<String, WordingError> {
    let yes = words.phrase("consent/yes", context! {})?;
    Ok(std::iter::once(&yes).chain(objects).cloned().collect::<Vec<_>>().join(" "))
}

/// The line that says no.
pub(crate) fn no(words: &Wording) -> Result<String, WordingError> {
    words.phrase("consent/no", context! {})
}

/// What a yes to a question has to name, in a language.
pub(crate) fn objects(words: &Wording, catalogue: &Catalogue, purpose: &Purpose) -> Result<Vec<String>, WordingError> {
    match purpose {
        Purpose::Address { address, .. } => Ok(vec![address.as_str().to_owned()]),
        Purpose::Confirm { lines, .. } => objects_of(words, catalogue, lines),
        _ => Ok(Vec::new()),
    }
}

/// What a yes to these lines must name: every part of an account that they concern.
pub(crate) fn objects_of(
    words: &Wording,
    catalogue: &Catalogue,
    lines: &[String],
) -> Result<Vec<String>, WordingError> {
    let mut objects = Vec::new();
    for line in lines {
        let Ok(Command::AsPlayer { act: PlayerAct::Account(act), .. }) = command::parse_line(line, catalogue) else {
            continue;
        };
        let phrase = |name: &str| words.phrase(&format!("consent/{name}"), context! {});
        let object = match act {
            Account::AddAddress(address) | Account::ChangeAddress(address) | Account::DropAddress(address) => address,
            Account::ChangePassword(_) | Account::DropPassword => phrase("password")?,
            Account::Delete { .. } => phrase("delete")?,
            // Reclaiming needs a key of its own. And signing on or off can be undone at once.
            Account::Reclaim | Account::SignOff | Account::SignOn => continue,
        };
        if !objects.contains(&object) {
            objects.push(object);
        }
    }
    Ok(objects)
}

/// Links to mails that say yes or no.
pub(crate) fn links(words: &Wording, yes: &str) -> Result<Vec<Block>, WordingError> {
    let answers = vec![yes.to_owned(), no(words)?];
    choices::answers(words, vec![answers], AnswersTo::Any)
}

/// A letter that asks for a yes, with the lines that answer it and links to them.
pub(crate) fn letter(
    words: &Wording,
    name: &str,
    objects: &[String],
    facts: crate::wording::facts::Facts,
    insert: &dyn Fn(&str) -> Option<Vec<Block>>,
) -> Result<(String, Vec<Block>), WordingError> {
    let yes = yes(words, objects)?;
    let links = links(words, &yes)?;
    let facts = context! { yes, no => no(words)?, ..facts };
    words.letter(name, facts, &|marker| if marker == "links" { Some(links.clone()) } else { insert(marker) })
}
