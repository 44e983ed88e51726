//! What must be true of every letter in every language, whoever wrote its words.

use crate::command;
use crate::letters::bad_letter::{BadLetter, SUBJECT_CHARS_MAX};
use crate::letters::body;
use crate::letters::club_name;
use crate::letters::draft::Draft;
use crate::letters::first_paragraph;
use crate::letters::{Composer, LetterError};
use crate::mail;
use crate::wording::blocks::Block;
use crate::wording::is_invisible;
use crate::wording::lines::COLUMNS;
use std::cell::RefCell;
use std::collections::HashSet;

/// The law, and what is known to keep to it: letters share their Subjects and paragraphs.
pub(super) struct Law<'a> {
    composer: &'a Composer,
    subjects: RefCell<HashSet<String>>,
    /// Each paragraph with the one above it. Whether a line is a command depends on no more than that.
    paragraphs: RefCell<HashSet<[String; 2]>>,
}

impl<'a> Law<'a> {
    /// The law for the letters of a club.
    pub(super) fn new(composer: &'a Composer) -> Law<'a> {
        Law { composer, subjects: RefCell::default(), paragraphs: RefCell::default() }
    }

    /// Checks a letter. The error names the place of the words in the files of the operator, if they are from there.
    pub(super) fn check(&self, draft: &Draft) -> Result<(), LetterError> {
        let words = self.composer.words.of(Some(draft.language));
        self.subject(draft).map_err(|why| {
            let place = words.place_of_subject(why.words(), draft.kind);
            LetterError::Law { place, why }
        })?;
        self.lines(&draft.blocks).map_err(|why| {
            let place = words.place_of(why.words(), draft.kind);
            LetterError::Law { place, why }
        })
    }

    fn subject(&self, draft: &Draft) -> Result<(), BadLetter> {
        let Draft { subject, number, .. } = draft;
        if !self.subjects.borrow_mut().insert(subject.clone()) {
            return Ok(());
        }
        if subject.is_empty() || subject.chars().any(is_invisible) || subject.chars().count() > SUBJECT_CHARS_MAX {
            return Err(BadLetter::Subject(subject.clone()));
        }
        if let Some(number) = *number
            && command::board_of_subject(subject) != Some(number)
        {
            return Err(BadLetter::NoBoard { subject: subject.clone(), number });
        }
        // The Subject must not come before the commands in the answer.
        let answer = command::read(subject, "resign 1", &self.composer.catalogue);
        let understood: Vec<bool> = answer.items.iter().map(|item| item.command.is_ok()).collect();
        if understood != [true]
            || answer.from_subject
            || club_name::is_no_command(&self.composer.catalogue, subject).is_err()
        {
            return Err(BadLetter::CommandSubject(subject.clone()));
        }
        Ok(())
    }

    fn lines(&self, blocks: &[Block]) -> Result<(), BadLetter> {
        let catalogue = &self.composer.catalogue;
        blocks.iter().flat_map(only_in_html).flat_map(str::lines).try_for_each(readable)?;
        let opened = first_paragraph::opened(blocks.to_vec());
        let text = body::text(&opened.blocks);
        let Some(text_not_read) = self.not_read(&text) else { return Ok(()) };
        text_not_read.lines().try_for_each(readable)?;
        if let Some(line) = text_not_read.lines().find(|line| line.chars().count() > COLUMNS) {
            return Err(BadLetter::Wide(line.to_owned()));
        }
        let news = opened.blocks.first().map(std::slice::from_ref).map(body::text).unwrap_or_default();
        if opened.check.is_none() || !opened.is_whole {
            return Err(BadLetter::News(news));
        }
        let text = mail::reply::written(&text_not_read, &|line| command::is_command(line, catalogue)).text;
        let mut items = command::read("", &text, catalogue).items.into_iter();
        match items.find(|item| item.command.is_ok()) {
            Some(item) => Err(BadLetter::Command(item.line)),
            None => Ok(()),
        }
    }

    /// The paragraphs of a text that were not read yet below the same one, each with that one; `None` if there are none.
    fn not_read(&self, text: &str) -> Option<String> {
        let mut known = self.paragraphs.borrow_mut();
        let paragraphs: Vec<&str> = text.split("\n\n").collect();
        let above = std::iter::once("").chain(paragraphs.iter().copied());
        let is_new: Vec<bool> =
            above.zip(&paragraphs).map(|(above, one)| known.insert([above.to_owned(), (*one).to_owned()])).collect();
        let is_above_new = |at: usize| is_new.get(at + 1) == Some(&true);
        let kept: Vec<&str> =
            (0..paragraphs.len()).filter(|at| is_new[*at] || is_above_new(*at)).map(|at| paragraphs[at]).collect();
        Some(kept.join("\n\n")).filter(|_| is_new.contains(&true))
    }
}

/// The words of a block that are not in the text part.
fn only_in_html(block: &Block) -> Vec<&str> {
    match block {
        Block::Links(links) => vec![&links.words, &links.note],
        Block::Board(board) => {
            let caption =
                board.caption.iter().flat_map(|caption| [caption.alt.as_str(), &caption.position, &caption.legend]);
            caption.chain([board.legend.as_str()]).collect()
        }
        Block::Paragraph(_) | Block::Fixed(_) | Block::Words(_) => Vec::new(),
    }
}

/// Checks that a line says all that it should.
fn readable(line: &str) -> Result<(), BadLetter> {
    if line.contains("[[") {
        return Err(BadLetter::Marker(line.to_owned()));
    }
    match line.chars().find(|c| is_invisible(*c)) {
        Some(invisible) => Err(BadLetter::Invisible(line.to_owned(), invisible)),
        None => Ok(()),
    }
}
