//! Whether words are those of our own letters: such lines came back with an answer and are not meant for anybody.
//!
//! The text of a letter is in its templates, and only the fields differ from letter to letter. So a line is ours if it contains a longer
//! piece of a template or is one, as wrapping leaves it. A row of a board, or the letters of its columns, is ours too.

use crate::mail;
use crate::wording::{Wordings, folded};

/// From this many of our lines on, the words are ours.
const LINES_MIN: usize = 2;

/// The fewest columns of a board.
const COLUMNS_MIN: usize = 5;

/// Whether words contain the key of a letter or lines of one. Such words are not passed on.
pub(super) fn is_ours(wordings: &Wordings, words: &str) -> bool {
    mail::holds_key(words)
        || words.lines().filter(|line| is_line_of_ours(wordings, line)).take(LINES_MIN).count() == LINES_MIN
}

fn is_line_of_ours(wordings: &Wordings, line: &str) -> bool {
    // Written-out templates have no longer lines. The limit matters because this check runs for each line of each mail.
    const LINE_BYTES_MAX: usize = 400;
    if line.len() > LINE_BYTES_MAX {
        return false;
    }
    let line = folded(line.trim_start_matches(|c: char| matches!(c, '>' | '|') || c.is_whitespace()));
    if is_of_board(&line) || mail::marker::begins(&line) {
        return true;
    }
    wordings.pieces().holds(&line)
}

/// `7 = . . o . . = 7` and `A B C D E F G`.
fn is_of_board(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let is_sign = |word: &&str| word.chars().count() == 1;
    let is_row = first.parse::<u8>().is_ok()
        && first == last
        && words.len() >= COLUMNS_MIN + 2
        && words[1..words.len() - 1].iter().all(|word| word.chars().filter(|c| c.is_alphanumeric()).count() <= 1);
    let is_head = words.len() >= COLUMNS_MIN && words.iter().all(is_sign) && words[..3] == ["A", "B", "C"];
    is_row || is_head
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::Language;

    #[test]
    fn two_lines_of_a_letter_are_ours_and_one_is_not() {
        let wordings = Wordings::embedded(Language::English).unwrap();
        for ours in [
            "look:\nTo move, begin your reply with your move, for example:\n  7  = . . o . . =   7",
            "> A B C D E F G\n> 7  = . . o . . =   7",
            "Warst du es nicht, dann brauchst du nichts zu tun. Dein Passwort bleibt, wie es ist.\nreply above this line",
            "the line is (ref k7qf-9x2m-pd4w-t3ha)",
        ] {
            assert!(is_ours(&wordings, ours), "{ours}");
        }
        for yours in [
            "",
            "well played!\nIt is your turn, I think.\nShall we play again on Sunday evening, when the children sleep?",
            "To move, begin your reply with your move, for example:\nwhat does that mean?",
            "a b c\n1 2 3",
            "7 pieces are left, you have 7\n5 . 5",
            "It is your turn.\nTo say no: decline",
        ] {
            assert!(!is_ours(&wordings, yours), "{yours}");
        }
    }
}
