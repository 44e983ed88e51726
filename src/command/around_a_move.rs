//! The lines around the line of a move, and whether they put it in doubt or take it back.
//!
//! Above, the next sentence must not be about the move. Below, people chat: only what takes a move back counts, and only in a short
//! paragraph, or right at its beginning. A line below that begins small may go on with the sentence of the move.

use crate::command::about_a_move;
use crate::command::lexer::{Line, Word};
use crate::command::manner::Doubt;
use crate::command::move_words;
use crate::command::phrasebook::{self, Phrasebook, Phrases};
use crate::command::salutation;
use crate::command::sentences::{self, End, Said};
use crate::tafl::ParsedPlay;

/// The lines above and below that are looked at.
pub(in crate::command) const LINES_MAX: usize = 6;
/// The sentences above and below that are looked at.
const SENTENCES_MAX: usize = 3;
/// A paragraph below that is longer is a message of its own.
const NOTE_CHARS_MAX: usize = 95;
/// `Or d2-d4 perhaps.` A longer sentence below only mentions a move: `Your c4-c7 surprised me.`
const ALTERNATIVE_WORDS_MAX: usize = 4;

/// The lines around the line of a move.
pub(in crate::command) struct Around {
    /// The sentences above, the nearest first.
    above: Vec<Vec<Said>>,
    /// The sentences below, the nearest first.
    below: Vec<Vec<Said>>,
    /// Whether an empty line stands between the line above and the move.
    is_apart: bool,
    /// Whether the line right below begins small.
    begins_small: bool,
    /// Whether the paragraph below is short.
    is_note: bool,
    /// Whether the line below is one word or sign.
    is_word: bool,
    /// The moves that these lines name in words.
    plays: Vec<ParsedPlay>,
}

/// Where a move stands on its line.
#[derive(Clone, Copy, Default)]
pub(in crate::command) struct OnLine {
    /// Whether another sentence stands before its own.
    pub(in crate::command) has_before: bool,
    /// Whether its sentence ends there, or another follows.
    pub(in crate::command) is_ended: bool,
    /// Whether its words call it the writer's move. Then other sentences must say more clearly that it is not.
    pub(in crate::command) is_claimed: bool,
}

impl Around {
    pub(in crate::command) fn new(above: &[&str], below: &[&str]) -> Around {
        let near_above: Vec<Line> = above.iter().rev().take(LINES_MAX).map(|line| Line::new(line)).collect();
        let is_blank = |line: &&str| line.trim().is_empty();
        // `Hello Bob,` says nothing, and is not the paragraph that follows it.
        let says_nothing = |line: &&str| is_blank(line) || salutation::is_salutation(line);
        let said_below = below.iter().copied().skip_while(says_nothing);
        let near_below: Vec<Line> = said_below.clone().take(LINES_MAX).map(Line::new).collect();
        let note = said_below.take_while(|line| !is_blank(line));
        let first = near_below.iter().find(|line| !line.words().is_empty());
        let is_short = |line: &&Line| line.words().len() <= ALTERNATIVE_WORDS_MAX;
        let may_name = near_above.iter().chain(near_below.iter().filter(is_short));
        Around {
            is_apart: above.last().is_some_and(is_blank),
            begins_small: below.first().is_some_and(|line| line.trim_start().starts_with(char::is_lowercase)),
            is_note: note.map(|line| line.chars().count() + 1).sum::<usize>() <= NOTE_CHARS_MAX,
            is_word: first.is_some_and(|line| line.words().len() == 1),
            plays: may_name.flat_map(plays_among_words).chain(near_below.iter().filter_map(play_instead)).collect(),
            above: nearest(&near_above, <[Vec<Said>]>::reverse),
            below: nearest(&near_below, |_| ()),
        }
    }

    /// The words in these lines.
    pub(in crate::command) fn words(&self) -> impl Iterator<Item = &str> + Clone {
        self.above.iter().chain(&self.below).flatten().map(|said| said.word.as_str())
    }

    /// Why the move may not be meant.
    pub(in crate::command) fn doubt(&self, at: OnLine, play: &ParsedPlay, judges: &[&Phrasebook]) -> Option<Doubt> {
        if self.is_taken_back(at, judges) {
            return Some(Doubt::TakenBack);
        }
        if self.plays.iter().any(|other| (other.from, other.to) != (play.from, play.to)) {
            return Some(Doubt::SeveralMoves);
        }
        judges.iter().any(|judge| self.is_doubted_above(at, judge)).then_some(Doubt::MoreWords)
    }

    fn is_doubted_above(&self, at: OnLine, judge: &Phrasebook) -> bool {
        let sentences = self.above.iter().enumerate();
        sentences.into_iter().any(|(far, sentence)| {
            // A line without a full stop at its end goes on with the move, and a heading does so across an empty line.
            let is_open = |last: &Said| if self.is_apart { last.end == End::Part } else { !last.ends_sentence() };
            let goes_on = far == 0 && !at.has_before && sentence.last().is_some_and(is_open);
            let own = if goes_on { last_words(sentence) } else { sentence.len() };
            let far = far + usize::from(at.has_before || at.is_claimed);
            let is_led_in = own > 0 && goes_on && about_a_move::leads_in(&sentence[..own], judge);
            is_led_in
                || about_a_move::inside(&sentence[own..], judge)
                || about_a_move::before(&sentence[..own], judge, far)
        })
    }

    /// Whether the next sentence below has words that may be about what stands above it.
    pub(in crate::command) fn is_contradicted(&self, judges: &[&Phrasebook]) -> bool {
        self.below.first().is_some_and(|first| judges.iter().any(|judge| about_a_move::inside(first, judge)))
    }

    /// Whether the lines below take the move back.
    pub(in crate::command) fn is_taken_back(&self, at: OnLine, judges: &[&Phrasebook]) -> bool {
        // A draw that is offered below is answered for itself.
        let mut below = self.below.iter().filter(|sentence| !about_a_move::offers_a_draw(sentence));
        let Some(first) = below.clone().next() else {
            return false;
        };
        let goes_on = self.begins_small && !at.is_ended;
        judges.iter().any(|judge| match self.is_note {
            false => about_a_move::begins_by_taking_back(first, judge),
            true => {
                goes_on && (about_a_move::goes_on(first, judge) || about_a_move::asks_about_it(first))
                    || self.is_word && first.first().is_some_and(|word| about_a_move::alone(word, judge))
                    || about_a_move::asked_below(first, judge)
                    || below.any(|sentence| about_a_move::takes_back(sentence, judge))
            }
        })
    }
}

/// Where the last words of a sentence begin that may go on below: `no hurry, but my son says`.
fn last_words(sentence: &[Said]) -> usize {
    const WORDS: usize = 4;
    let before_last = sentence.len().saturating_sub(1);
    let part = sentence[..before_last].iter().rposition(|said| said.end != End::Not).map_or(0, |at| at + 1);
    part.max(sentence.len().saturating_sub(WORDS))
}

/// The first sentences of these lines. `turned` brings those of a line into their order.
fn nearest(lines: &[Line], turned: fn(&mut [Vec<Said>])) -> Vec<Vec<Said>> {
    let mut all = Vec::new();
    for line in lines {
        let mut sentences: Vec<Vec<Said>> =
            sentences::sentences(&sentences::said(line.words())).into_iter().map(<[Said]>::to_vec).collect();
        turned(&mut sentences);
        all.extend(sentences);
    }
    all.truncate(SENTENCES_MAX);
    all
}

/// The moves in a line of words that may be meant instead. A line that begins with a move, a number or `if` may be a command, and one that
/// tells of a move may be copied from a letter of ours.
fn plays_among_words(line: &Line) -> Vec<ParsedPlay> {
    let words: Vec<&Word> = line.words().iter().collect();
    let is_command = |first: &&Word| first.plain.contains(|c: char| c.is_ascii_digit()) || first.lower() == "if";
    let texts: Vec<String> = words.iter().map(|word| word.lower()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let is_made = |at: usize| phrasebook::languages().iter().any(|language| language.made.longest(&texts[at..]) > 0);
    match words.first().is_some_and(is_command) || (0..texts.len()).any(is_made) {
        true => Vec::new(),
        false => move_words::plays(&words).into_iter().map(|found| found.play).collect(),
    }
}

/// The move that a line names beside words that prefer it to another: `ah no, then you get me. I'd rather go d3-c3`.
fn play_instead(line: &Line) -> Option<ParsedPlay> {
    /// `better to play d3-c3`
    const APART_MAX: usize = 3;
    let words: Vec<&Word> = line.words().iter().collect();
    let texts: Vec<String> = words.iter().map(|word| word.lower()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let length = |at: usize, list: fn(&Phrasebook) -> &Phrases| {
        phrasebook::languages().iter().map(|language| list(language).longest(&texts[at..])).max().unwrap_or(0)
    };
    let is_preferred = |from: usize| {
        let prefers = |at: usize| length(at, |own| &own.corrects).max(length(at, |own| &own.prefers));
        let is_before = |at: usize| prefers(at) > 0 && at + prefers(at) + APART_MAX >= from;
        let behind = from + 1..texts.len().min(from + 1 + APART_MAX);
        (0..from).any(is_before) || behind.into_iter().any(|at| length(at, |own| &own.instead) > 0)
    };
    move_words::plays(&words).into_iter().find(|found| is_preferred(found.at)).map(|found| found.play)
}
