//! Whether the commands of a line are meant, by the words on the lines around them.

use crate::command::around_a_move::LINES_MAX;
use crate::command::board_act::BoardAct;
use crate::command::command::Command;
use crate::command::lexer::Line;
use crate::command::manner::{Doubt, Manner};
use crate::command::move_in_sentence::{self, Meant};
use crate::command::parser;
use crate::command::phrasebook::{self, Phrasebook};
use crate::command::reading::Item;
use crate::command::salutation;
use crate::command::table::Verb;
use crate::command::target::Target;
use crate::tafl::{Catalogue, ParsedPlay};

/// A line of a mail, and the lines around it that are words.
pub(in crate::command) struct Around<'a> {
    above: &'a [&'a str],
    line: &'a Line,
    below: &'a [&'a str],
    catalogue: &'a Catalogue,
}

impl<'a> Around<'a> {
    pub(in crate::command) fn new(
        above: &'a [&'a str],
        line: &'a Line,
        below: &'a [&'a str],
        catalogue: &'a Catalogue,
    ) -> Around<'a> {
        Around { above, line, below, catalogue }
    }

    /// The lines below, up to the next command. Inside a paragraph, what looks like one is words. To find it takes much longer than
    /// most lines take, so it is looked for only below a command or a move.
    fn words_below(&self) -> &'a [&'a str] {
        let near = &self.below[..self.below.len().min(LINES_MAX)];
        let begins = |at: &usize| at.checked_sub(1).is_none_or(|above| near[above].trim().is_empty());
        let is_command = |at: &usize| begins(at) && parser::is_whole(near[*at], self.catalogue);
        let end = (0..near.len()).find(is_command).unwrap_or(near.len());
        &near[..end]
    }

    /// The move in a line that is no command, but says in a sentence that the move is made; and whether the opponent wants to read the line.
    pub(in crate::command) fn move_in_sentence(&self) -> Option<(Item, bool)> {
        let Some(Ok(Meant { play, has_words })) = move_in_sentence::read(self.above, self.line, &|| self.words_below())
        else {
            return None;
        };
        let command = Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) };
        let typed: String = self.line.chars().iter().collect();
        let line = typed.trim().to_owned();
        let item = Item {
            line,
            command: Ok(command),
            beside: String::new(),
            lead: String::new(),
            above: String::new(),
            manner: Manner::PLAIN,
        };
        Some((item, has_words))
    }

    /// Whether the line is only a move, and a sentence goes around it that would have a hole without it: `In the end I settled on`, `d1-c1`,
    /// `because it rains here.`
    pub(in crate::command) fn is_inside_a_sentence(&self, items: &[Item]) -> bool {
        let [item] = items else { return false };
        let (Some(above), Some(below)) = (self.above.last(), self.below.first()) else { return false };
        let above = above.trim_end();
        bare(item).is_some()
            && item.beside.is_empty()
            && above.ends_with(|c: char| c.is_alphanumeric())
            && !salutation::is_only_a_frame(above)
            && below.trim_start().starts_with(char::is_lowercase)
    }

    /// Judges the commands of the line.
    pub(in crate::command) fn judge(&self, items: &mut [Item]) {
        let [item] = items else {
            return;
        };
        let Ok(command) = &item.command else {
            return;
        };
        if let Some(play) = bare(item) {
            self.judge_move(item, &play);
        } else if command.verb() == Verb::Queue {
            let taken_back = || move_in_sentence::is_taken_back(self.words_below()).then_some(Doubt::TakenBack);
            item.manner.doubt = item.manner.doubt.or_else(taken_back);
        } else if command.verb() == Verb::Resign && item.manner.is_first() && !item.manner.numbered {
            // `I resign`, and below it `April fool!`, or `No, still looking.`
            item.manner.alone &= !move_in_sentence::may_be_taken_back(self.words_below());
        }
    }

    /// Judges a move with which its line begins.
    fn judge_move(&self, item: &mut Item, play: &ParsedPlay) {
        match item.manner.doubt {
            None => item.manner.doubt = move_in_sentence::doubt(self.above, self.line, play, self.words_below()),
            Some(Doubt::MoreWords) => match move_in_sentence::read(self.above, self.line, &|| self.words_below()) {
                Some(Ok(Meant { has_words, .. })) => {
                    (item.manner.doubt, item.manner.alone) = (None, true);
                    if !has_words {
                        item.beside.clear();
                    }
                }
                Some(Err(doubt)) => item.manner.doubt = Some(doubt),
                None => {}
            },
            Some(_) => {}
        }
        if is_only_please(&item.beside) {
            item.beside.clear();
        }
    }
}

/// Whether words only ask politely, and are said to the server: `d1-c1, please`
fn is_only_please(words: &str) -> bool {
    is_only(words, |language, words| language.please.longest(words))
}

/// The words behind a move without the end of its own sentence, if that says no more than that the move is made: of `then. How are you?`
/// the question.
pub(in crate::command) fn behind_its_sentence(words: &str) -> Option<&str> {
    let (end, rest) = words.split_once(['.', '!'])?;
    let is_sentence = rest.starts_with(char::is_whitespace) && !rest.trim().is_empty();
    (is_sentence && is_only(end, |language, words| language.please.longest(words).max(language.after.longest(words))))
        .then(|| rest.trim_start())
}

/// Whether words are only phrases of one language's lists.
fn is_only(words: &str, longest: impl Fn(&Phrasebook, &[&str]) -> usize) -> bool {
    let line = Line::new(words);
    let words: Vec<String> = line.words().iter().map(|word| word.lower()).collect();
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_all = |language: &Phrasebook| {
        let mut at = 0;
        while at < texts.len() {
            match longest(language, &texts[at..]) {
                0 => return false,
                length => at += length,
            }
        }
        true
    };
    !texts.is_empty() && phrasebook::languages().iter().any(is_all)
}

/// The move in a command without a board.
pub(in crate::command) fn bare(item: &Item) -> Option<ParsedPlay> {
    match &item.command {
        Ok(Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) }) => Some(play.clone()),
        Ok(_) | Err(_) => None,
    }
}

/// Of several different moves without a board, the first stays and is in doubt: one of them may be meant, but it is not known which.
pub(in crate::command) fn only_one_move(items: &mut Vec<Item>) {
    let Some(first) = items.iter().find_map(bare) else {
        return;
    };
    // A number after a move is the ply that it is meant for.
    let differs = |play: &ParsedPlay| {
        (play.from, play.to) != (first.from, first.to) && (play.ply == first.ply || play.ply.is_none())
    };
    if !items.iter().filter_map(bare).any(|play| differs(&play)) {
        return;
    }
    items.retain(|item| bare(item).is_none_or(|play| !differs(&play)));
    if let Some(item) = items.iter_mut().find(|item| bare(item).is_some()) {
        item.manner.doubt = Some(Doubt::SeveralMoves);
    }
}
