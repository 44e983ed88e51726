//! What a club's name must not do to its letters. Everything else is the same for every club, and the tests prove it.

use crate::command;
use crate::letters::letter_error::LetterError;
use crate::mail;
use crate::tafl::Catalogue;
use crate::wording::Wordings;

/// Checks our Subjects that contain the name of the club, in every language. Those of an operator are checked with the other words.
///
/// # Errors
/// If an answer to one of these letters would be read as a command because of its Subject.
pub(super) fn check(name: &str, words: &Wordings, catalogue: &Catalogue) -> Result<(), LetterError> {
    for words in words.ours() {
        for subject in words.subjects_with(name)? {
            is_no_command(catalogue, &subject)?;
        }
    }
    Ok(())
}

/// An answer carries our Subject, with or without `Re:`. It must not be a command, whatever the name of the club is.
pub(super) fn is_no_command(catalogue: &Catalogue, subject: &str) -> Result<(), LetterError> {
    let read = command::read(mail::reply::command_subject(subject), "", catalogue);
    if read.items.is_empty() { Ok(()) } else { Err(LetterError::CommandSubject(subject.to_owned())) }
}
