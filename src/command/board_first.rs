//! A move behind its board, as people write it in a mail of several games: `Brett 1: d5-f5`, `On board 1: d5-f5`.

use crate::command::lexer::{Line, Word};
use crate::command::move_words;

/// What people call a board.
const BOARDS: [&str; 8] = ["board", "game", "brett", "partie", "spiel", "bræt", "parti", "spil"];
/// What may stand before it.
const BEFORE: [&str; 8] = ["on", "in", "for", "auf", "bei", "zu", "på", "i"];

/// The line as the command for that move, if it begins so.
pub(in crate::command) fn in_our_form(line: &Line) -> Option<Line> {
    let words = line.words();
    let is_one_of = |list: &[&str], at: usize| words.get(at).is_some_and(|word| list.contains(&word.lower().as_str()));
    let at = usize::from(is_one_of(&BEFORE, 0));
    let number = words.get(at + 1).filter(|_| is_one_of(&BOARDS, at))?;
    let board = number.number().filter(|_| number.closing.contains(':'))?.ok()?;
    let behind: Vec<&Word> = words.get(at + 2..)?.iter().collect();
    let is_move = move_words::play_length(&behind) > 0;
    is_move.then(|| line.in_other_words(&format!("move {board} {}", line.text_from(behind[0].whole.start))))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn only_a_move_stands_behind_a_board() {
        let read = |text: &str| {
            let line = in_our_form(&Line::new(text))?;
            Some(line.words().iter().map(|word| word.raw.clone()).collect::<Vec<_>>().join(" "))
        };
        for text in ["Brett 1: d5-f5", "auf Brett 1: d5-f5", "On board 1: d5-f5", "game 1: d5-f5", "Bræt 1: d5-f5"] {
            assert_eq!(read(text).as_deref(), Some("move 1 d5-f5"), "{text}");
        }
        assert_eq!(read("Brett 1: d5-f5, lg").as_deref(), Some("move 1 d5-f5, lg"));
        for text in [
            "Brett 1",
            "Brett 1: nora gegen felix",
            "Brett 1: wie wäre d5-f5?",
            "Zug 6: d5-f5",
            "Brett d5-f5",
            "on board 1 d5-f5",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
