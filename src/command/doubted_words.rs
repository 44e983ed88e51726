//! Which words of a mail make its move doubtful: those without which it would be made at once. Nobody has to guess what was wrong with a letter
//! that way, and the judges of a move need not say.

use crate::command::attempted_move::{AttemptedMove, attempted_move};
use crate::command::board_act::BoardAct;
use crate::command::command::Command;
use crate::command::mail_parser;
use crate::tafl::{Catalogue, ParsedPlay};

/// The most sentences, and the most parts of one, that are left out by turns.
const PIECES_MAX: usize = 12;

/// The most bytes of a text that is read so many times.
const TEXT_BYTES_MAX: usize = 4_000;

/// The sentence of a text, or the part of the sentence with this move, without which the move would be certain. `None` if there is no such one.
pub fn doubted_words<'a>(text: &'a str, play: &ParsedPlay, catalogue: &Catalogue) -> Option<&'a str> {
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    let sentences = || pieces(text, &['.', '!', '?', '\n']);
    let to = play.to.to_string();
    let says_it = |piece: &&str| piece.to_lowercase().contains(&to);
    let parts = || {
        let own = sentences().filter(says_it);
        own.flat_map(|sentence| pieces(sentence, &[',', ';', ':', '(', ')', '\u{2013}', '\u{2014}', '-']))
    };
    let others = sentences().chain(parts()).filter(|piece| !says_it(piece));
    others.take(2 * PIECES_MAX).find(|piece| is_certain(&without(text, piece), play, catalogue)).map(trimmed)
}

/// The pieces of a text that end with these signs, without those that say nothing.
fn pieces<'a>(text: &'a str, ends: &'static [char]) -> impl Iterator<Item = &'a str> {
    text.split_inclusive(ends).filter(|piece| piece.contains(char::is_alphanumeric)).take(PIECES_MAX)
}

fn trimmed(piece: &str) -> &str {
    piece.trim_matches(|c: char| c.is_whitespace() || ",;:()-\u{2013}\u{2014}".contains(c))
}

/// The text without a piece of it, and without a sign at its end that led to that piece.
fn without(text: &str, piece: &str) -> String {
    let at = piece.as_ptr().addr() - text.as_ptr().addr();
    let rest = format!("{}{}", &text[..at], &text[at + piece.len()..]);
    rest.trim().trim_end_matches([',', ';', ':', '-']).to_owned()
}

/// Whether a mail with this text would make the move.
fn is_certain(text: &str, play: &ParsedPlay, catalogue: &Catalogue) -> bool {
    let reading = mail_parser::read("", text, catalogue);
    let made = reading.items.iter().any(|item| match &item.command {
        Ok(Command::OnBoard { act: BoardAct::Move(made), .. }) => {
            item.manner.doubt.is_none() && (made.from, made.to) == (play.from, play.to)
        }
        _ => false,
    });
    let says = || attempted_move(text).map(|attempt| attempt.says);
    made || matches!(says(), Some(AttemptedMove::To(to)) if to.square == play.to && to.by_king)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_found_without_which_the_move_is_made() {
        let catalogue = Catalogue::embedded().unwrap();
        let play = ParsedPlay::parse("d1-c1").unwrap();
        for (text, words) in [
            ("d1-c1. That loses a man.", Some("That loses a man.")),
            ("d1-c1\n\nNo wait, not that.", Some("No wait, not that.")),
            ("My son has an idea. I move d1 to c1.\n\nIt rains.", Some("My son has an idea.")),
            ("d1-c1, if you don't mind", Some("if you don't mind")),
            ("I play d1-c1 (but not today), please", Some("but not today")),
            ("d1-c1 or d1-b1", None),
            ("should I d1-c1?", None),
            ("", None),
        ] {
            assert_eq!(doubted_words(text, &play, &catalogue), words, "{text}");
        }
    }
}
