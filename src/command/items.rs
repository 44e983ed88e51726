//! The commands of a line that was understood, and how they are written.

use std::ops::Range;

use crate::command::board_act::BoardAct;
use crate::command::command::Command;
use crate::command::lexer::{Line, Word};
use crate::command::manner::{Doubt, Manner, Place};
use crate::command::meant::{bare, behind_its_sentence};
use crate::command::parsed::Parsed;
use crate::command::parser;
use crate::command::polite_words;
use crate::command::reading::Item;
use crate::command::table::Verb;
use crate::command::target::Target;
use crate::tafl::{Catalogue, ParsedPlay};

/// The command in a line that uses no command's word.
pub(in crate::command) fn said(command: Command, behind: Range<usize>, typed: &str) -> Parsed {
    let between = |c: char| c.is_whitespace() || ",.;:!-\u{2013}\u{2014}".contains(c);
    let comment = Line::new(typed).text_from(behind.start);
    Parsed {
        command,
        comment: comment.trim_start_matches(between).to_owned(),
        shown: typed.trim().to_owned(),
        counted: None,
        secrets: Vec::new(),
        took_below: false,
    }
}

/// The command of a line, and what its author prepares beside a move, `e5-e3 if d4-d6 then c3-c7`: a separate command for the same board.
/// Even if it is wrong, it is not passed on to the opponent.
pub(in crate::command) fn items_of(parsed: Parsed, place: Place, catalogue: &Catalogue) -> Vec<Item> {
    let Parsed { command, comment, shown, counted, .. } = parsed;
    let beside = match &command {
        Command::OnBoard { board, login, act: BoardAct::Move(_) } if parser::prepares(&comment, catalogue) => {
            Some(match parser::parse(&Line::new(&comment), &[], catalogue) {
                Ok(Parsed { command: Command::OnBoard { act: act @ BoardAct::Queue(_), .. }, shown, .. }) => {
                    let command = Command::OnBoard { board: *board, login: login.clone(), act };
                    Item {
                        line: shown,
                        command: Ok(command),
                        beside: String::new(),
                        lead: String::new(),
                        above: String::new(),
                        manner: Manner::PLAIN,
                    }
                }
                Ok(other) => Item {
                    line: other.shown,
                    command: Ok(other.command),
                    beside: String::new(),
                    lead: String::new(),
                    above: String::new(),
                    manner: Manner::PLAIN,
                },
                Err(failed) => Item::wrong(failed.complaint),
            })
        }
        Command::Signup { .. }
        | Command::OnBoard { .. }
        | Command::AsPlayer { .. }
        | Command::Tournament(_)
        | Command::Look(_) => None,
    };
    let said = if beside.is_some() { String::new() } else { comment };
    // `c4-c7 if d4-d5 looks bad` prepares nothing.
    let talks = beside.as_ref().is_some_and(|beside| beside.command.is_err() && !says(&beside.line, "then"));
    let doubt = if talks { Some(Doubt::MoreWords) } else { doubt(&command, &said, &shown) };
    let manner = Manner {
        place,
        alone: polite_words::is_polite(Line::new(&said).words()) || has_reason(&command, &shown),
        numbered: command.number().is_some() || command.login().is_some(),
        counted,
        doubt,
        shown: false,
    };
    std::iter::once(Item {
        line: shown,
        command: Ok(command),
        beside: said,
        lead: String::new(),
        above: String::new(),
        manner,
    })
    .chain(beside)
    .collect()
}

/// Keeps the sentence of a move whole if it says more than the move: `d1-c1 for me, and how is the dog?` has no head without it. Behind the end
/// of its sentence, other words stand by themselves: `d1-c1, please. How is the dog?`
pub(in crate::command) fn keep_whole(items: &mut [Item], typed: &str) {
    let [item] = items else { return };
    if bare(item).is_none() {
        return;
    }
    if let Some(behind) = behind_its_sentence(&item.beside) {
        item.beside = behind.to_owned();
        return;
    }
    let Some(lead) = typed.trim().strip_suffix(item.beside.trim_end()) else { return };
    // `d1-c1 well played`
    let is_apart =
        lead.trim_end().ends_with(['.', '!', '?', ':']) || polite_words::is_polite(Line::new(&item.beside).words());
    if !is_apart && item.beside.contains(char::is_alphabetic) {
        item.lead = lead.to_owned();
    }
}

/// Whether it is `decline: no time` or `decline 12: no time`, with the reason as a part of the form.
fn has_reason(command: &Command, line: &str) -> bool {
    let colon = || Line::new(line).words().iter().take(2).any(|word| word.closing.contains(':'));
    command.verb() == Verb::Decline && colon()
}

fn says(line: &str, word: &str) -> bool {
    Line::new(line).words().iter().any(|said| said.lower() == word)
}

/// Why a move may not be meant, by the words after it.
fn doubt(command: &Command, beside: &str, typed: &str) -> Option<Doubt> {
    // A move to prepare may turn out to be due.
    let Command::OnBoard { board, login, act: BoardAct::Move(_) | BoardAct::Queue(_) } = command else {
        return None;
    };
    let line = Line::new(beside);
    let is_named = *board != Target::OfLetter || login.is_some();
    // `d1-c1?` alone. `!?` is what annotators write behind a move.
    let asks = |word: &Word| word.closing.contains('?') && word.closing != "!?";
    if line.words().is_empty() && Line::new(typed).words().last().is_some_and(asks) {
        return Some(Doubt::MoreWords);
    }
    if line.words().iter().any(|word| ParsedPlay::looks_like(&word.plain)) {
        return Some(Doubt::SeveralMoves);
    }
    let polite = polite_words::is_polite(line.words()) || (is_named && !beside.contains('?'));
    (!polite).then_some(Doubt::MoreWords)
}
