//! A move whose squares stand apart, perhaps beside squares that are only named: `the man on d1 goes to c1`, `nach c1 mit dem Stein von d1`,
//! `D 1 - C 1`.

use std::ops::Range;

use crate::command::lexer::{Word, is_square_shape};
use crate::command::phrasebook::{self, Phrasebook};
use crate::command::sentences::Said;
use crate::tafl::ParsedPlay;

/// Words directly before the square to which a piece goes.
pub(super) const TO: [&str; 16] = [
    "to", "nach", "auf", "zu", "til", "p\u{e5}", "on", "onto", "towards", "mod", "unto", "tae", "bis", "uff", "uf",
    "till",
];

/// Words directly before a square that may be another aim of the piece. Before one that is only named, stands its owner: `takes yours on f4`.
const AIMS: [&str; 16] = [
    "bis", "uff", "to", "nach", "zu", "til", "onto", "towards", "mod", "or", "oder", "eller", "and", "und", "og",
    "then",
];

/// Words before the man that goes to a square named first.
const WITH: [&str; 3] = ["with", "mit", "med"];

/// Those of [`TO`] that never tell where a piece stands.
const AIMS_ONLY: [&str; 6] = ["to", "onto", "nach", "til", "towards", "unto"];

/// A move among words.
pub(in crate::command) struct Scattered {
    /// From its first word to its last.
    pub(in crate::command) at: Range<usize>,
    pub(in crate::command) play: ParsedPlay,
}

/// A square among words.
struct Square {
    at: Range<usize>,
    name: String,
}

/// The move on a line that names two squares and no other, if the words between them say that a man goes from one to the other.
pub(in crate::command) fn read(words: &[Word], said: &[Said]) -> Option<Scattered> {
    /// More squares than these are a list.
    const SQUARES_MAX: usize = 4;
    let squares = squares(words);
    if squares.len() > SQUARES_MAX {
        return None;
    }
    let mut found = squares.windows(2).enumerate().filter_map(|(at, pair)| {
        let is_aim = |square: &Square| {
            let before = square.at.start.checked_sub(1).map(|before| words[before].lower());
            before.is_none_or(|before| AIMS.contains(&before.as_str()))
        };
        let others = squares[..at].iter().chain(&squares[at + 2..]);
        Some((read_pair(words, said, pair)?, others.into_iter().any(is_aim)))
    });
    match (found.next(), found.next()) {
        // `d1 goes to c1, and then to b1`
        (Some((only, is_doubted)), None) => (!is_doubted).then_some(only),
        _ => None,
    }
}

/// The move from the one of two squares to the other.
fn read_pair(words: &[Word], said: &[Said], pair: &[Square]) -> Option<Scattered> {
    let [first, second] = pair else {
        return None;
    };
    let between = first.at.end..second.at.start;
    // `d1, one to the left, to c1`
    let leads = |at: usize| words.get(at).is_some_and(|word| TO.contains(&word.lower().as_str()));
    // `c5 please, with the man from c4`
    let names_the_man = |at: usize| words.get(at).is_some_and(|word| WITH.contains(&word.lower().as_str()));
    let goes_on =
        |at: usize| words[at].closing == "," && (leads(at + 1) || leads(between.end - 1) || names_the_man(at + 1));
    let is_whole = |at: usize| words[at].closing.is_empty() || said[at].is_sign() || goes_on(at);
    let is_arrow =
        |at: usize| words[at].raw.chars().all(|c| "-=>~\u{2192}\u{21d2}\u{27a1}\u{fe0f}\u{2013}\u{2014}".contains(c));
    let is_plain = |at: usize| is_whole(at) && !said[at].ends_sentence() && (!said[at].is_sign() || is_arrow(at));
    // `D 1` is a square only beside another one like it.
    let is_apart = between.is_empty() && first.at.len() + second.at.len() < 4;
    if is_apart || !(first.at.start..between.end).all(is_plain) || !(second.at.start..second.at.end - 1).all(is_whole) {
        return None;
    }
    let texts: Vec<&str> =
        said[between.clone()].iter().filter(|said| !said.is_sign()).map(|said| said.word.as_str()).collect();
    // `back to c1 with the same man, the one on d1`
    let is_aim = first.at.start.checked_sub(1).is_some_and(|at| AIMS_ONLY.contains(&said[at].word.as_str()));
    let is_named_last = is_aim && goes_there(said, first, second, &texts);
    let known = phrasebook::languages().iter().find_map(|language| is_turned(language, &texts));
    let known = if is_named_last && known != Some(true) { Some(true) } else { known };
    let is_turned = known.or_else(|| goes_there(said, first, second, &texts).then_some(false))?;
    let (from, to) = if is_turned { (second, first) } else { (first, second) };
    let play = ParsedPlay::parse(&format!("{}-{}", from.name, to.name)).ok()?;
    Some(Scattered { at: first.at.start..second.at.end, play })
}

/// Whether words that are not all known say that a piece goes from the first square to the second: they end in a word like `to`, and none
/// tells of something else.
fn goes_there(said: &[Said], first: &Square, second: &Square, texts: &[&str]) -> bool {
    const WORDS_MAX: usize = 8;
    let is_led = texts.last().is_some_and(|last| TO.contains(last));
    let tells = |judge: &&Phrasebook| {
        let is_led = is_led || texts.last().is_some_and(|last| judge.ways.goes.longest(&[last]) > 0);
        let lists = [&judge.untold, &judge.ways.none, &judge.doubts, &judge.rests];
        is_led && judge.is_whole && !(0..texts.len()).any(|at| lists.iter().any(|list| list.longest(&texts[at..]) > 0))
    };
    let around = said[..second.at.end].iter().map(|said| said.word.as_str());
    let judges = phrasebook::guessed(around);
    first.at.len() == 1 && texts.len() <= WORDS_MAX && judges.iter().all(tells)
}

/// The squares among these words.
fn squares(words: &[Word]) -> Vec<Square> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).filter(|next| word.closing.is_empty() && next.number().is_some());
        let apart =
            next.filter(|_| word.plain.chars().count() == 1).map(|next| format!("{}{}", word.plain, next.plain));
        let plain = word.plain.strip_suffix("er").unwrap_or(&word.plain);
        let square = match apart.filter(|name| is_square_shape(name)) {
            Some(name) => Some(Square { at: at..at + 2, name }),
            // `Den d7er`
            None => is_square_shape(plain).then(|| Square { at: at..at + 1, name: plain.to_owned() }),
        };
        at = square.as_ref().map_or(at + 1, |square| square.at.end);
        found.extend(square);
    }
    found
}

/// Whether the second square is where the man comes from. `None` if the words between them say nothing of the kind in this language.
fn is_turned(language: &Phrasebook, texts: &[&str]) -> Option<bool> {
    let mut reached = vec![false; texts.len() + 1];
    reached[0] = true;
    for at in 0..texts.len() {
        if reached[at] {
            for list in [&language.between, &language.from] {
                list.lengths(&texts[at..]).into_iter().for_each(|length| reached[at + length] = true);
            }
        }
    }
    let is_from = |last: usize| language.from.longest(&texts[last..]) > 0;
    reached[texts.len()].then(|| texts.len().checked_sub(1).is_some_and(is_from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::lexer::Line;
    use crate::command::sentences;

    fn check(typed: &str, expected: Option<&str>) {
        let line = Line::new(typed);
        let read = read(line.words(), &sentences::said(line.words()));
        let found = read.map(|found| format!("{}-{}", found.play.from, found.play.to));
        assert_eq!(found.as_deref(), expected, "{typed}");
    }

    #[test]
    fn words_between_two_squares_say_where_a_man_goes() {
        for typed in [
            "The man on d1 goes to c1.",
            "Please put my man from d1 on c1",
            "ich nehme den Stein von d1 und stelle ihn auf c1",
            "nach c1 mit dem Stein von d1, bitte",
            "jeg tar brikken p\u{e5} d1 og s\u{e6}tter den p\u{e5} c1",
            "Mon pion en d1 va en c1",
            "D 1 nach C 1",
            "D 1 C 1",
            "d1 => c1",
            "Back to c1 with the same man, the one on d1.",
            "Zur\u{fc}ck nach c1 mit dem Stein auf d1",
        ] {
            check(typed, Some("d1-c1"));
        }
    }

    #[test]
    fn other_words_between_two_squares_make_no_move() {
        for typed in [
            "d1 or c1",
            "is d1 better than c1",
            "d1, c1",
            "d1. To c1",
            "d1 c1",
            "the man on d1 could go to c1",
            "d1 goes to c1 and then to b1",
            "I like d1",
            "",
        ] {
            check(typed, None);
        }
    }
}
