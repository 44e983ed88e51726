//! The line of a move: the words around the move, up to the next sign on each side, must say that it is made, and nothing else.
//!
//! Closed lists of these words are read word by word: what has been reached is kept for each place between two words, whatever is repeated
//! on the line. Other words before the move may stand among them if the writer or a piece is their subject (`First my king strolls from`).
//! Behind the move an `and` ends them as a sign does, and before it where they say who makes the move (`I play d1-c1`).

use std::ops::Range;

use crate::command::about_a_move;
use crate::command::around_a_move::OnLine;
use crate::command::lexer::Word;
use crate::command::login_places;
use crate::command::phrasebook::{self, Phrasebook, Phrases};
use crate::command::polite_words;
use crate::command::redact;
use crate::command::sentences::{self, End, Said};

/// The line of the move.
pub(in crate::command) struct MoveLine<'a> {
    words: &'a [Word],
    said: &'a [Said],
    /// The move.
    play: Range<usize>,
    /// Its sentence.
    sentence: Range<usize>,
    /// Whether the sentence calls it the writer's move: `my move is d1-c1`.
    is_claimed: bool,
}

/// How a place between two words was reached: not at all, without friendly words, or only with them.
type Reached = Option<bool>;

/// The words on one side of the move that say that it is made.
#[derive(Clone, Copy)]
struct Side {
    /// Where they end, away from the move.
    at: usize,
    has_words: bool,
}

impl<'a> MoveLine<'a> {
    pub(in crate::command) fn new(words: &'a [Word], said: &'a [Said], play: Range<usize>) -> MoveLine<'a> {
        let begin = said[..play.start].iter().rposition(Said::ends_sentence).map_or(0, |at| at + 1);
        let ends = (play.end - 1..said.len()).find(|at| said[*at].ends_sentence());
        let is_claimed = is_claimed(&said[begin..play.start]) || is_settled(&said[play.end..]);
        MoveLine { words, said, play, sentence: begin..ends.map_or(said.len(), |at| at + 1), is_claimed }
    }

    pub(in crate::command) fn on_line(&self) -> OnLine {
        let is_ended = self.sentence.end < self.said.len() || self.said.last().is_some_and(Said::ends_sentence);
        OnLine { has_before: self.sentence.start > 0, is_ended, is_claimed: self.is_claimed }
    }

    /// Whether one language says that the move is made, and nothing on the line is about it. If so, whether there are friendly words.
    pub(in crate::command) fn has_words(
        &self,
        language: &'static Phrasebook,
        judges: &[&'static Phrasebook],
    ) -> Option<bool> {
        let corrected: Vec<String> = self.said.iter().map(|said| corrected(&said.word, language)).collect();
        let texts: Vec<&str> = corrected.iter().map(String::as_str).collect();
        let before = self.before(language, judges, &texts)?;
        let behind = self.behind(language, judges, &texts, before.at)?;
        let own = before.at..behind.at;
        // A name may be a password. A word of the lists never is.
        let is_form = |at: usize| self.words[at.saturating_sub(2)..at].iter().all(|word| word.closing.is_empty());
        let is_ours = |at: &usize| self.play.contains(at) || own.contains(at) && language.knows(texts[*at]);
        let is_said = |at: usize| login_places::ends_a_sentence_without_command(self.words, at);
        let is_secret = |at: &usize| is_form(*at) && !is_ours(at) && !is_said(*at);
        if self.is_mentioned()
            || self.said[own.clone()].iter().any(|said| said.is_odd)
            || self.asks(&own, language, &texts)
            || redact::guess(self.words).iter().any(is_secret)
            || judges.iter().chain([&language]).any(|judge| self.is_doubted(&own, judge))
        {
            return None;
        }
        let others = self.said[..own.start].iter().chain(&self.said[own.end..]);
        Some(before.has_words || behind.has_words || others.into_iter().any(|said| !said.is_sign()))
    }

    /// The words before the move that say that it is made. They begin behind a sign.
    fn before(&self, language: &'static Phrasebook, judges: &[&'static Phrasebook], texts: &[&str]) -> Option<Side> {
        let (begin, end) = (self.sentence.start, self.play.start);
        let mut reached: Vec<Reached> = vec![None; end + 1];
        reached[end] = Some(false);
        for at in (begin..end).rev() {
            if self.said[at].is_sign() {
                reached[at] = reached[at + 1];
                continue;
            }
            for (length, friendly) in lengths_before(language, &texts[at..end]) {
                if self.is_one(at, length) {
                    reach(&mut reached, at, at + length, friendly);
                }
            }
        }
        let is_sign = |at: usize| at == begin || self.said[at - 1].end != End::Not;
        let is_border = |at: &usize| is_sign(*at) || self.joins(language, judges, texts, *at..end, *at);
        let own = (begin..end).rev().find(|at| is_sign(*at)).unwrap_or(begin);
        if is_read(language, judges) && self.tells(own..end, language, texts, judges, &reached) {
            reached[own] = reached[own].or(Some(true));
        }
        let at = (begin..=end).filter(is_border).find(|at| reached[*at].is_some())?;
        // `Ziehe ich d1-c1` asks.
        let verb = language.verbs.longest(&texts[at..end]);
        let inverted = verb > 0 && language.me.longest(&texts[at + verb..end]) > 0;
        reached[at].filter(|_| !inverted).map(|has_words| Side { at, has_words })
    }

    /// Whether these words before the move say in the present, with whatever verb, that the writer or one of his pieces goes: `Then my
    /// king strolls from`.
    fn tells(
        &self,
        own: Range<usize>,
        language: &Phrasebook,
        texts: &[&str],
        judges: &[&Phrasebook],
        reached: &[Reached],
    ) -> bool {
        let at_word = |list: &Phrases, at: usize| list.longest(&texts[at..own.end]) > 0;
        let has = |list: &Phrases| own.clone().any(|at| at_word(list, at));
        let is_piece = |at: usize| {
            let owned = at + language.owns.longest(&texts[at..own.end]);
            owned > at && owned < own.end && at_word(&language.pieces, owned)
        };
        let is_not_told = [&language.made, &language.requests, &language.ways.none, &language.untold];
        let is_faced = !own.is_empty() && self.play.len() == 1 && at_word(&language.faces, own.end - 1);
        (has(&language.me) || own.clone().any(is_piece) || self.is_way(own.end, language, texts))
            && !is_faced
            && !is_not_told.into_iter().any(has)
            && !at_word(&language.asks, own.start)
            && !judges.iter().any(|judge| match self.aim_before(&own, language, texts, reached) {
                Some(end) => about_a_move::leads_in(&self.said[own.start..end], judge),
                None => about_a_move::inside(&self.said[own.clone()], judge),
            })
    }

    /// Where the words end with which the writer says first what the move is for, before an `and` and the verb that makes it: `I'll plug the
    /// gap and move`, `I'll leave him alone and move the one on`.
    fn aim_before(
        &self,
        own: &Range<usize>,
        language: &Phrasebook,
        texts: &[&str],
        reached: &[Reached],
    ) -> Option<usize> {
        const FIRST_WORDS: usize = 3;
        let first = own.start..own.end.min(own.start + FIRST_WORDS);
        let is_author = first.clone().any(|at| language.me.longest(&texts[at..own.end]) > 0);
        let makes = |at: &usize| {
            let and = language.ands.longest(&texts[*at..own.end]);
            and > 0 && language.verbs.longest(&texts[at + and..own.end]) > 0 && reached[at + and].is_some()
        };
        own.clone().filter(|_| is_author).find(makes)
    }

    /// Whether the move is told as a way, by whoever goes it: `the watchman climbs from d1 to c1`, `the piece at d1 withdraws to c1`.
    fn is_way(&self, end: usize, language: &Phrasebook, texts: &[&str]) -> bool {
        let names_two =
            self.play.len() > 1 && self.said[self.play.start..self.play.end - 1].iter().any(|said| !said.is_sign());
        let leads = |list: &Phrases| end > 0 && list.longest(&texts[end - 1..end]) > 0;
        names_two && (leads(&language.from) || leads(&language.stands)) || self.play.len() > 3
    }

    /// The words behind the move that say that it is made. A sign ends them.
    fn behind(
        &self,
        language: &'static Phrasebook,
        judges: &[&'static Phrasebook],
        texts: &[&str],
        before: usize,
    ) -> Option<Side> {
        let (begin, end) = (self.play.end, self.sentence.end);
        let mut reached: Vec<Reached> = vec![None; end + 1];
        reached[begin] = Some(false);
        for at in begin..end {
            if self.said[at].is_sign() {
                reach(&mut reached, at + 1, at, false);
                continue;
            }
            let is_named =
                at + 1 == end && is_name_at(0, language, &texts[at..end]) && polite_words::is_name(&self.words[at]);
            if is_named && is_read(language, judges) {
                reach(&mut reached, at + 1, at, true);
            }
            for (length, friendly) in lengths_behind(language, &texts[at..end]) {
                if self.is_one(at, length) {
                    reach(&mut reached, at + length, at, friendly);
                }
            }
        }
        let is_sign = |at: usize| at == end || self.said[at - 1].end != End::Not || self.said[at].is_sign();
        let is_border = |at: &usize| is_sign(*at) || self.joins(language, judges, texts, before..self.play.start, *at);
        let at = (begin..=end).rev().filter(is_border).find(|at| reached[*at].is_some())?;
        reached[at].map(|has_words| Side { at, has_words })
    }

    /// Whether an `and` stands at this place, behind the move, or where these words say who makes the move: `I play`. Behind a move that begins
    /// its sentence, words to the opponent may stand at it too.
    fn joins(
        &self,
        language: &'static Phrasebook,
        judges: &[&'static Phrasebook],
        texts: &[&str],
        before: Range<usize>,
        at: usize,
    ) -> bool {
        let at_word = |list: &Phrases, at: usize| list.longest(&texts[at..]) > 0;
        let says_who = || before.clone().skip_while(|at| !at_word(&language.me, *at)).count() > 1;
        let is_elsewhere =
            || at >= self.play.end && about_a_move::is_about_something_else(&texts[at..self.sentence.end]);
        let is_and = || at >= self.play.end && at_word(&language.ands, at) && is_read(language, judges);
        // `d1-c1 mind your king`, where whoever is in a hurry leaves out the comma.
        let begins = self.play.start == self.sentence.start;
        let turns = || begins && at_word(&language.turns, at) || self.begins_another(at, language, texts);
        let is_turn = || at >= self.play.end && turns() && is_read(language, judges);
        at_word(&language.joins, at) && (says_who() || is_elsewhere()) || is_and() || is_turn()
    }

    /// Whether nothing ends inside these words.
    fn is_one(&self, at: usize, length: usize) -> bool {
        self.said[at..at + length - 1].iter().all(|said| said.end == End::Not)
    }

    /// Whether the words that make the move ask something, or trail off. Who asks politely, makes it: `could you please move d1-c1?`, but not
    /// `could you move d1-c1`.
    fn asks(&self, own: &Range<usize>, language: &Phrasebook, texts: &[&str]) -> bool {
        let has = |list: &Phrases| own.clone().any(|at| list.longest(&texts[at..own.end]) > 0);
        match self.said[own.end - 1].end {
            End::Trail => true,
            End::Question if self.is_annotated(own.end - 1) => false,
            End::Question => !(has(&language.requests) && has(&language.please)),
            End::Not | End::Part | End::Sentence => has(&language.requests) && !has(&language.please),
        }
    }

    /// Whether the move stands in brackets inside a sentence: `take back the one before (d1-c1) as well`.
    fn is_mentioned(&self) -> bool {
        let begins = self.words[self.play.start].raw.starts_with(['(', '[']);
        begins && self.sentence.len() > self.play.len()
    }

    /// Whether `!?` stands behind the move, as annotators write it.
    fn is_annotated(&self, at: usize) -> bool {
        at + 1 == self.play.end && self.words[at].closing == "!?"
    }

    /// Whether the words of its sentence before those that make the move are about it. What a sign sets off may say more, but a heading must
    /// say that it is a move: `Solid opening: d1-c1`, but not `Dry run: d1-c1`.
    fn is_doubted_left(&self, left: &[Said], judge: &Phrasebook) -> bool {
        match left.last().is_some_and(|last| last.end != End::Not) {
            true => about_a_move::leads_in(left, judge) || judge.is_whole && self.is_other_heading(left, judge),
            // `I have been staring at this all night and I play`, but not `I am not so daft that I play`
            false if self.is_and(self.sentence.start + left.len(), judge) => about_a_move::leads_in(left, judge),
            false => about_a_move::inside(left, judge),
        }
    }

    fn is_and(&self, at: usize, judge: &Phrasebook) -> bool {
        self.said.get(at).is_some_and(|said| judge.ands.longest(&[said.word.as_str()]) > 0)
    }

    /// Whether a few words before a colon have none that makes a move.
    fn is_other_heading(&self, left: &[Said], judge: &Phrasebook) -> bool {
        const WORDS_MAX: usize = 4;
        let end = self.sentence.start + left.len();
        let begin = left[..left.len() - 1].iter().rposition(|said| said.end != End::Not).map_or(0, |at| at + 1);
        let heading: Vec<&str> = left[begin..].iter().map(|said| said.word.as_str()).collect();
        let makes = [&judge.before, &judge.greets, &judge.me, &judge.verbs, &judge.owns, &judge.kind, &judge.chat];
        let is_making = |at: usize| makes.into_iter().any(|list| list.longest(&heading[at..]) > 0);
        self.words[end - 1].closing == ":" && heading.len() <= WORDS_MAX && !(0..heading.len()).any(is_making)
    }

    /// Whether another sentence begins at this place without a sign before it, right behind a move with which its own sentence begins, or
    /// the reason for any move: `my man on d1 goes to c1 to sit beside yours`.
    fn begins_another(&self, at: usize, language: &Phrasebook, texts: &[&str]) -> bool {
        let begins = self.play.start == self.sentence.start || language.reasons.longest(&texts[at..]) > 0;
        begins && at == self.play.end && self.said[at - 1].end == End::Not && language.clauses.longest(&texts[at..]) > 0
    }

    /// Whether the words from this place to the end of the move's sentence are about it, and not only the reason for it.
    fn is_followed_by_doubt(&self, at: usize, judge: &Phrasebook, far: usize) -> bool {
        let right = &self.said[at..self.sentence.end];
        let texts: Vec<&str> = self.said.iter().map(|said| said.word.as_str()).collect();
        let is_reason = about_a_move::is_reason(right, judge);
        match self.begins_another(at, judge, &texts) {
            true => {
                about_a_move::clause_doubts(right, judge) || !is_reason && about_a_move::behind(right, judge, far, true)
            }
            false => !is_reason && about_a_move::follows(right, judge, self.is_claimed),
        }
    }

    /// Whether the other words on the line are about the move.
    fn is_doubted(&self, own: &Range<usize>, judge: &Phrasebook) -> bool {
        let farther = usize::from(self.is_claimed);
        let is_bare = self.sentence.start == 0 && *own == self.sentence;
        let (left, right) = (&self.said[self.sentence.start..own.start], &self.said[own.end..self.sentence.end]);
        let before = sentences::sentences(&self.said[..self.sentence.start]);
        let behind = sentences::sentences(&self.said[self.sentence.end..]);
        self.is_doubted_left(left, judge)
            || self.is_followed_by_doubt(own.end, judge, farther)
            || about_a_move::asks_about_it(right)
            || before
                .iter()
                .rev()
                .enumerate()
                .any(|(far, sentence)| about_a_move::before(sentence, judge, far + farther))
            || behind.iter().enumerate().any(|(far, sentence)| {
                // `Draw? Else I play another move.`
                let is_offer = far + 1 == behind.len() && about_a_move::offers_a_draw(sentence);
                !is_offer && about_a_move::behind(sentence, judge, far + farther, is_bare)
            })
    }
}

/// The lengths of what may stand at the beginning of these words before the move, and whether it is friendly.
fn lengths_before(language: &Phrasebook, words: &[&str]) -> Vec<(usize, bool)> {
    let makes = [&language.before, &language.me, &language.verbs, &language.requests, &language.please];
    let made = makes.into_iter().flat_map(|list| list.lengths(words)).map(|length| (length, false));
    let greetings = language.greets.lengths(words);
    let named = [greetings.clone(), language.addresses.lengths(words)].concat().into_iter();
    let named = named.filter(|length| is_name_at(*length, language, words)).map(|length| (length + 1, true));
    let made = made.chain(names_the_man(language, words).then_some((words.len(), false)));
    made.chain(greetings.into_iter().map(|length| (length, true))).chain(named).collect()
}

/// Whether the words are read as this language, and its lists know what tells of something else.
fn is_read(language: &Phrasebook, judges: &[&Phrasebook]) -> bool {
    language.is_whole && judges.iter().any(|judge| std::ptr::eq(*judge, language))
}

/// Whether these words call the move right behind them the writer's, in whatever language.
fn is_claimed(words: &[Said]) -> bool {
    let texts: Vec<&str> = words.iter().map(|said| said.word.as_str()).collect();
    let claims = |language: &Phrasebook| (0..texts.len()).any(|at| language.claims.longest(&texts[at..]) > 0);
    phrasebook::languages().iter().any(claims)
}

/// Whether these words right behind the move do so.
fn is_settled(words: &[Said]) -> bool {
    let texts: Vec<&str> = words.iter().map(|said| said.word.as_str()).collect();
    // `d1-c1 for me`, but not `d1-c1 for me is a risk`
    let ends = |length: usize| length > 0 && (length == words.len() || words[length - 1].end != End::Not);
    phrasebook::languages().iter().any(|language| ends(language.settles.longest(&texts)))
}

/// Whether all these words name the man that makes the move right behind them: `my shield maiden on`.
fn names_the_man(language: &Phrasebook, words: &[&str]) -> bool {
    /// `my longship sails from`
    const NAME_WORDS_MAX: usize = 2;
    let owns = language.owns.longest(words);
    let is_name = |words: &[&str]| (0..words.len()).all(|at| is_name_at(at, language, words));
    let stands = |at: usize| language.stands.lengths(&words[at..]).contains(&(words.len() - at));
    let mut ends = (owns + 1..words.len()).take(NAME_WORDS_MAX);
    owns > 0 && ends.any(|end| is_name(&words[owns..end]) && stands(end))
}

/// The same behind it.
fn lengths_behind(language: &Phrasebook, words: &[&str]) -> Vec<(usize, bool)> {
    let makes = [&language.after, &language.please];
    let made = makes.into_iter().flat_map(|list| list.lengths(words)).map(|length| (length, false));
    let kind = language.kind.lengths(words).into_iter().map(|length| (length, true));
    let named = language.signs_off.lengths(words).into_iter();
    made.chain(kind)
        .chain(named.filter(|length| is_name_at(*length, language, words)).map(|length| (length + 1, true)))
        .collect()
}

/// Whether the word at this place may be a name: it stands in no list.
fn is_name_at(at: usize, language: &Phrasebook, words: &[&str]) -> bool {
    let is_name = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\''));
    let is_verb = |language: &Phrasebook, word: &str| {
        [&language.verbs, &language.made, &language.untold, &language.about, &language.game, &language.doubts]
            .into_iter()
            .any(|list| list.longest(&[word]) > 0)
    };
    // `Dag moved d1-c1` says hello to nobody.
    let is_known =
        |word: &str| language.knows(word) || phrasebook::languages().iter().any(|other| is_verb(other, word));
    words.get(at).is_some_and(|word| !word.is_empty() && !is_known(word) && is_name(word))
}

/// Marks a place as reached from another. What needs no friendly words counts.
fn reach(reached: &mut [Reached], at: usize, from: usize, friendly: bool) {
    if let Some(has_words) = reached[from] {
        let with = has_words || friendly;
        reached[at] = Some(reached[at].map_or(with, |before| before && with));
    }
}

/// The word, or the one that the language knows with two neighbouring letters swapped: `mvoe`.
fn corrected(word: &str, language: &Phrasebook) -> String {
    const LETTERS: std::ops::RangeInclusive<usize> = 3..=12;
    let letters: Vec<char> = word.chars().collect();
    let may_be_slip = LETTERS.contains(&letters.len()) && letters.iter().all(|c| c.is_alphabetic());
    if !may_be_slip || phrasebook::languages().iter().any(|language| language.knows(word)) {
        return word.to_owned();
    }
    let swapped = |at: usize| {
        let mut letters = letters.clone();
        letters.swap(at - 1, at);
        letters.into_iter().collect::<String>()
    };
    (1..letters.len()).map(swapped).find(|other| language.knows(other)).unwrap_or_else(|| word.to_owned())
}
