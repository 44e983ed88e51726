//! Reads the words after the word of a command, one after the other. Each function knows what it expects, and complains if that is missing.

use std::ops::Range;

use crate::command::complaint::{Complaint, ComplaintKind, Thing, Withholding};
use crate::command::lexer::{FILLERS, Line, Word};
use crate::command::move_words;
use crate::command::player_id;
use crate::command::redact;
use crate::command::rules_record::Record;
use crate::command::table::Entry;
use crate::command::typed_password::{Login, Secret};
use crate::tafl::{Catalogue, NAME_WORDS_MAX, ParsedPlay, Variant};

/// A line whose command is known, and how far it has been read.
pub(in crate::command) struct Args<'a> {
    pub(in crate::command) entry: &'static Entry,
    pub(in crate::command) catalogue: &'a Catalogue,
    /// The game named before the command.
    pub(in crate::command) game: Option<&'a Variant>,
    /// The name that was used for it.
    pub(in crate::command) game_name: Option<String>,
    line: &'a Line,
    /// The words still to be read, by index.
    left: Vec<usize>,
    /// The words found to be passwords, by index.
    secrets: Vec<usize>,
    /// The last word that was read, at first the command's.
    last: usize,
}

impl<'a> Args<'a> {
    /// The words of the line from `from` on, which follow the command's word if there is one.
    pub(in crate::command) fn new(
        line: &'a Line,
        from: usize,
        entry: &'static Entry,
        game: Option<(&'a Variant, String)>,
        catalogue: &'a Catalogue,
    ) -> Args<'a> {
        let (game, game_name) = game.unzip();
        Args {
            entry,
            catalogue,
            game,
            game_name,
            line,
            left: (from..line.words().len()).collect(),
            secrets: Vec::new(),
            last: from.saturating_sub(1),
        }
    }

    /// The `ahead`th word still to be read.
    pub(in crate::command) fn peek(&self, ahead: usize) -> Option<&'a Word> {
        self.left.get(ahead).map(|i| &self.line.words()[*i])
    }

    /// The name of a game in the next words, and its number of words.
    pub(in crate::command) fn name_of_game(&self) -> Option<(usize, String)> {
        let words: Vec<&str> =
            (0..NAME_WORDS_MAX).filter_map(|i| self.peek(i)).map(|word| word.plain.as_str()).collect();
        self.catalogue.name_of_words(&words)
    }

    /// How many words are left.
    pub(in crate::command) fn count(&self) -> usize {
        self.left.len()
    }

    /// Takes the next word, which `peek(0)` has seen.
    pub(in crate::command) fn skip(&mut self) {
        if !self.left.is_empty() {
            self.last = self.left.remove(0);
        }
    }

    /// Takes the word `ahead` out of the line, wherever it stands: an option.
    pub(in crate::command) fn remove(&mut self, ahead: usize) {
        if ahead < self.left.len() {
            self.left.remove(ahead);
        }
    }

    /// Removes the words of the record that begins in this word.
    pub(in crate::command) fn remove_record(&mut self, word: &Word) -> Record {
        let words = self.line.words();
        let first = words.iter().position(|known| known.whole == word.whole).unwrap_or(words.len());
        let record = Record::at(words, first);
        self.left.retain(|i| !record.words.contains(i));
        record
    }

    /// Leaves out the last words, which say nothing.
    pub(in crate::command) fn drop_last(&mut self, count: usize) {
        self.left.truncate(self.left.len().saturating_sub(count));
    }

    /// The last word that was read.
    pub(in crate::command) fn last(&self) -> &'a Word {
        &self.line.words()[self.last]
    }

    /// A number, if it is next. The word `board` may come before it.
    pub(in crate::command) fn number(&mut self) -> Result<Option<u32>, Complaint> {
        self.filler();
        let Some(word) = self.peek(0) else {
            return Ok(None);
        };
        match word.number() {
            None => Ok(None),
            Some(Err(_)) => Err(self.complain(word, ComplaintKind::NumberTooLarge)),
            Some(Ok(number)) => {
                self.skip();
                Ok(Some(number))
            }
        }
    }

    /// Skips `board` and the like if a number or nothing follows.
    pub(in crate::command) fn filler(&mut self) {
        let filler = self.peek(0).is_some_and(|word| FILLERS.contains(&word.lower().as_str()));
        let numbered = self.count() == 1
            || self.peek(1).is_some_and(|word| word.plain.starts_with(|c: char| c.is_ascii_digit() || c == '#'));
        if filler && numbered {
            self.skip();
        }
    }

    /// A player id and a password, which must be next.
    pub(in crate::command) fn login(&mut self) -> Result<Login, Complaint> {
        if let Some(password) = self.left.get(1) {
            self.secrets.push(*password);
        }
        let player = self.player()?;
        let Some(password) = self.peek(0) else {
            return Err(self.complain(self.last(), ComplaintKind::NoPassword { player }));
        };
        self.skip();
        Ok(Login { player, password: Secret::new(&password.raw) })
    }

    /// Hides a word that may be a password although none is read at its place.
    pub(in crate::command) fn hide(&mut self, ahead: usize) {
        self.secrets.extend(self.left.get(ahead));
    }

    /// A player id, which must be next.
    pub(in crate::command) fn player(&mut self) -> Result<String, Complaint> {
        let Some(word) = self.peek(0) else {
            return Err(self.missing(Thing::PlayerId));
        };
        if word.option().is_some() {
            return Err(self.nothing_more(word));
        }
        let player = word.lower();
        if player_id::is_reserved(&player) {
            return Err(self.complain(word, ComplaintKind::ReservedId { word: player }));
        }
        if !player_id::is_player_id(&player) {
            let word_typed = word.plain.clone();
            return Err(self.complain(word, ComplaintKind::NoPlayerId { word: word_typed }));
        }
        self.skip();
        Ok(player)
    }

    /// How many words from `ahead` on form a move; 0 if there is none.
    pub(in crate::command) fn play_length(&self, ahead: usize) -> usize {
        move_words::play_length(&self.words(ahead))
    }

    fn words(&self, ahead: usize) -> Vec<&'a Word> {
        (ahead..self.left.len()).filter_map(|i| self.peek(i)).collect()
    }

    /// A move, if it is next.
    pub(in crate::command) fn play(&mut self) -> Option<ParsedPlay> {
        let length = self.play_length(0);
        let play = move_words::read(&self.words(0), length)?;
        (0..length).for_each(|_| self.skip());
        Some(play)
    }

    /// A move, which must be next.
    pub(in crate::command) fn wanted_play(&mut self) -> Result<ParsedPlay, Complaint> {
        self.wanted_play_for(self.entry.main_usage())
    }

    /// The same, with the form of the command that is meant.
    pub(in crate::command) fn wanted_play_for(&mut self, usage: &'static str) -> Result<ParsedPlay, Complaint> {
        if let Some(play) = self.play() {
            return Ok(play);
        }
        let Some(word) = self.peek(0) else {
            return Err(self.missing_for(Thing::Play, usage));
        };
        Err(self.no_play(word))
    }

    /// The complaint about a word in the place of a move.
    pub(in crate::command) fn no_play(&self, word: &Word) -> Complaint {
        let kind = match ParsedPlay::parse(&word.plain) {
            Err(bad) => ComplaintKind::NoPlay { word: bad.0, followed: false },
            // Alone it is a move, so the mistake is in what follows it.
            Ok(_) => ComplaintKind::NoPlay { word: word.plain.clone(), followed: true },
        };
        self.complain(word, kind)
    }

    /// The command ends here. Text after a full stop is a comment and is returned. Anything else is a mistake.
    pub(in crate::command) fn end(&mut self) -> Result<String, Complaint> {
        if self.last().closing.contains(['.', '!', ';']) {
            return self.rest();
        }
        match self.peek(0) {
            None => Ok(String::new()),
            Some(word) => Err(self.nothing_more(word)),
        }
    }

    /// The complaint about a word too many.
    pub(in crate::command) fn nothing_more(&self, word: &Word) -> Complaint {
        self.nothing_more_for(word, self.entry.main_usage())
    }

    /// The same, with the form of the command that is meant.
    pub(in crate::command) fn nothing_more_for(&self, word: &Word, usage: &'static str) -> Complaint {
        let kind = match word.option() {
            Some(_) => ComplaintKind::OptionOutOfPlace { option: word.plain.clone(), command: self.entry.name },
            None => ComplaintKind::NothingMore { usage },
        };
        self.complain(word, kind)
    }

    /// Everything after the last word that was read, as typed. It goes to another player, so it must not contain a password.
    pub(in crate::command) fn rest(&mut self) -> Result<String, Complaint> {
        let from = self.last + 1;
        let guessed = redact::guess_behind(self.line.words().get(from..).unwrap_or_default());
        if let Some(first) = guessed.first() {
            self.secrets.extend(guessed.iter().map(|i| from + i));
            return Err(self.withheld(&self.line.words()[from + first], Withholding::OneCommand));
        }
        self.left.clear();
        Ok(self.line.text_from(self.last().whole.end))
    }

    /// The complaint about a word that may be a password and would have gone to another player.
    pub(in crate::command) fn withheld(&self, word: &Word, why: Withholding) -> Complaint {
        self.complain(word, ComplaintKind::Withheld { why })
    }

    /// A complaint about one word.
    pub(in crate::command) fn complain(&self, word: &Word, kind: ComplaintKind) -> Complaint {
        self.complain_at(word.at.clone(), kind)
    }

    /// A complaint about a place in the line.
    pub(in crate::command) fn complain_at(&self, at: Range<usize>, kind: ComplaintKind) -> Complaint {
        Complaint::new(self.line, &self.secrets, at, kind)
    }

    /// The complaint that the line ends before something.
    pub(in crate::command) fn missing(&self, what: Thing) -> Complaint {
        self.missing_for(what, self.entry.main_usage())
    }

    /// The same, with the form of the command that is meant.
    pub(in crate::command) fn missing_for(&self, what: Thing, usage: &'static str) -> Complaint {
        let end = self.line.words().last().map_or(0, |word| word.whole.end);
        self.complain_at(end + 1..end + 2, ComplaintKind::Missing { what, usage })
    }

    /// The words found to be passwords, by index.
    pub(in crate::command) fn secrets(&self) -> &[usize] {
        &self.secrets
    }

    /// The line in a form that may be shown.
    pub(in crate::command) fn shown(&self) -> String {
        let secrets = redact::with_swapped(self.line.words(), self.secrets.clone());
        redact::masked(self.line, &secrets, 0..0).0.trim().to_owned()
    }
}
