//! What people write instead of a command's word, as a whole line: `I resign.`, `Ich gebe auf`, `Jeg giver op, tak for spillet`.
//!
//! This one table has English and the languages of our letters. No phrase of one language is an ordinary line of another. A phrase counts
//! if it is the first thing that its author writes. Further down, only a phrase for resigning is asked about.

use std::ops::Range;

use crate::command::board_act::BoardAct;
use crate::command::command::Command;
use crate::command::lexer::{Line, Word};
use crate::command::polite_words;
use crate::command::target::Target;

/// The phrases of each command.
const SAID: &[(BoardAct, &[&str])] = &[
    (
        BoardAct::Resign,
        &[
            "resign",
            "i resign",
            "i resign the game",
            "i resign this game",
            "i forfeit",
            "i surrender",
            "i give up",
            "i concede",
            "ich gebe auf",
            "gebe auf",
            "ich gebe die partie auf",
            "aufgeben",
            "jeg giver op",
            "giver op",
            "jeg opgiver",
            "jeg opgiver partiet",
            "opgiver",
            "opgiv",
        ],
    ),
    (
        BoardAct::Accept,
        &[
            "accept",
            "i accept",
            "accepted",
            "agreed",
            "i agree",
            "draw accepted",
            "ich nehme an",
            "angenommen",
            "annehmen",
            "einverstanden",
            "jeg accepterer",
            "accepterer",
            "accepteret",
            "accepter",
            "jeg tager imod",
        ],
    ),
    (
        BoardAct::Decline,
        &[
            "decline",
            "i decline",
            "declined",
            "i refuse",
            "reject",
            "ich lehne ab",
            "abgelehnt",
            "ablehnen",
            "jeg afslår",
            "afslår",
            "afslået",
            "afslå",
            "afvist",
        ],
    ),
    (
        BoardAct::Draw,
        &[
            "draw",
            "i offer a draw",
            "i offer draw",
            "i propose a draw",
            "i would like a draw",
            "remis",
            "ich biete remis",
            "ich biete remis an",
            "ich schlage remis vor",
            "jeg tilbyder remis",
            "jeg foreslår remis",
        ],
    ),
    (BoardAct::Undo, &["undo", "take back", "takeback", "zurücknehmen", "zug zurück", "træk tilbage", "fortryd"]),
    (BoardAct::Withdraw, &["withdraw", "i withdraw", "zurückziehen", "ich ziehe zurück"]),
];

/// The most parts of a sentence that are read.
const SENTENCES_MAX: usize = 8;

/// The most words of a phrase.
const WORDS_MAX: usize = 5;

/// Words at the beginning that mean nothing: `Ok, I resign.`
const SIGHS: [&str; 12] =
    ["ok", "okay", "well", "alright", "gg", "sorry", "na", "gut", "also", "nun", "n\u{e5}", "s\u{e5}"];

/// The most such words that are skipped.
const SIGHS_MAX: usize = 2;

/// Whether the words are a phrase instead of a command's word.
pub(in crate::command) fn is_said(words: &[Word]) -> bool {
    of_words(words).is_some()
}

/// Whether a sentence ends in a phrase for resigning: `You win, I resign`.
pub(in crate::command) fn gives_up_at_last(words: &[Word]) -> Option<&Word> {
    let from = (1..words.len()).filter(|at| !words[at - 1].closing.is_empty());
    let is_resign = |at: &usize| of_words(&words[*at..]).is_some_and(|(act, _)| act == BoardAct::Resign);
    from.take(SENTENCES_MAX).find(is_resign).and_then(|at| words.get(at))
}

/// The command of a phrase, and the characters of the polite words after it.
pub(in crate::command) fn read(line: &Line) -> Option<(Command, Range<usize>)> {
    let (act, last) = of_words(line.words())?;
    let command = Command::OnBoard { board: Target::OfLetter, login: None, act };
    Some((command, last.whole.end..line.chars().len()))
}

/// The command of the words, and the last word of its phrase.
fn of_words(words: &[Word]) -> Option<(BoardAct, &Word)> {
    let sighs = words.iter().take(SIGHS_MAX).take_while(|word| SIGHS.contains(&word.lower().as_str())).count();
    let words = words.get(sighs..)?;
    let whole = words.iter().take(WORDS_MAX).position(|word| !word.closing.is_empty());
    let longest = whole.map_or(WORDS_MAX.min(words.len()), |end| end + 1);
    let said: Vec<String> = words[..longest].iter().map(Word::lower).collect();
    let (length, act) = (1..=longest).rev().find_map(|length| {
        let said = said[..length].join(" ");
        let found = SAID.iter().find(|(_, phrases)| phrases.contains(&said.as_str()));
        found.map(|(act, _)| (length, act.clone()))
    })?;
    let last = words.get(length - 1)?;
    let polite = polite_words::is_polite(words.get(length..)?);
    (polite && !last.closing.contains(['?', ':'])).then_some((act, last))
}
