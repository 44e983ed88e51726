//! What a club's name must not do to its letters. All else about them is the same for every club, and is proved by the tests.

use crate::command;
use crate::letters::{Composer, LetterError};
use crate::mail;

/// Looks at the Subjects that name the club, in every language.
///
/// # Errors
/// When an answer to one of these letters would be read as a command because of its Subject.
pub fn check_name(composer: &Composer) -> Result<(), LetterError> {
    for words in composer.words.all() {
        for subject in words.subjects_with(&composer.house.name)? {
            is_no_command(composer, &subject)?;
        }
    }
    Ok(())
}

/// An answer carries our Subject, with or without `Re:`; it must not be obeyed, whatever the club is called.
pub(super) fn is_no_command(composer: &Composer, subject: &str) -> Result<(), LetterError> {
    let read = command::read(mail::reply::command_subject(subject), "", &composer.catalogue);
    if read.items.is_empty() { Ok(()) } else { Err(LetterError::CommandSubject(subject.to_owned())) }
}
