//! Whether words that stand beside a move are about it: `that loses a man`, but not `my mother is well again`.
//!
//! What a language's lists say is in [`phrasebook`]. How many of them count depends on how near the words stand.
//!
//! [`phrasebook`]: crate::command::phrasebook

use crate::command::club_questions::{Readers, asked_in};
use crate::command::lexer::{Line, is_square_shape};
use crate::command::phrasebook::{self, Phrasebook, Phrases};
use crate::command::rules_questions;
use crate::command::sentences::{self, End, Said, texts};

/// Whether words in the sentence of the move are about it.
pub(in crate::command) fn inside(words: &[Said], judge: &Phrasebook) -> bool {
    has(words, judge, &[&judge.doubts, &judge.about, &judge.game, &judge.nearby, &judge.when])
}

/// Whether words that a sign or an `and` sets off behind the move, in its sentence, are. What becomes of the opponent's pieces is only told:
/// `d1-c1, and your man on d4 is gone`.
pub(in crate::command) fn follows(words: &[Said], judge: &Phrasebook, is_claimed: bool) -> bool {
    /// `d1-c1 for me, not.`
    const SHORT_WORDS: usize = 2;
    let texts = texts(words);
    if is_claimed && judge.is_whole && !asks(words) && texts.len() > SHORT_WORDS {
        return has(words, judge, &[&judge.doubts, &judge.when]);
    }
    let names_yours = (0..texts.len()).any(|at| judge.yours.longest(&texts[at..]) > 0);
    let last = words.iter().rposition(|said| !said.is_sign()).unwrap_or_default();
    if names_yours && !asks(words) && judge.taken.longest(&[words[last].word.as_str()]) > 0 {
        // `and your man on e2 is captured`
        return has(&words[..last], judge, &[&judge.doubts, &judge.about, &judge.when]);
    }
    let is_told = takes_yours(&texts, judge) || names_yours && hits(words, judge, &judge.game) == 0;
    match is_told && !asks(words) {
        true => has(words, judge, &[&judge.doubts, &judge.about, &judge.when]),
        false => {
            has(words, judge, &[&judge.when]) || doubts_it(words, judge, &[&judge.about, &judge.game, &judge.nearby])
        }
    }
}

/// Whether words say that something of the opponent's is captured, or a square: `that captures yours`, `which takes d4`, but not `your man
/// captures mine`.
fn takes_yours(texts: &[&str], judge: &Phrasebook) -> bool {
    /// `captures the last of yours`
    const WORDS_BETWEEN_MAX: usize = 3;
    (0..texts.len()).any(|at| {
        let takes = judge.takes.longest(&texts[at..]);
        let behind = at + takes..texts.len().min(at + takes + WORDS_BETWEEN_MAX + 1);
        // `which takes d4`, but not `the king will take d4`
        let is_by_it =
            texts[..at].iter().all(|word| judge.nearby.longest(&[word]) > 0 || judge.joins.longest(&[word]) > 0);
        let is_theirs = |at: usize| judge.yours.longest(&texts[at..]) > 0 || is_by_it && is_square_shape(texts[at]);
        takes > 0 && behind.into_iter().any(is_theirs)
    })
}

/// Whether words that a sign sets off before the move, in its sentence, are: `if I were you: d1-c1`, but not `let's get him out: d1-c1`.
pub(in crate::command) fn leads_in(words: &[Said], judge: &Phrasebook) -> bool {
    match judge.is_whole {
        true => has(words, judge, &[&judge.doubts, &judge.about, &judge.when]),
        false => inside(words, judge),
    }
}

/// Whether a sentence before the move is. `far` counts the sentences between them. `Oh no, my poor man!` is about the opponent's move.
pub(in crate::command) fn before(sentence: &[Said], judge: &Phrasebook, far: usize) -> bool {
    let is_plain = !sentence.iter().any(Said::is_sign);
    let startled = if is_plain { judge.startles.longest(&texts(sentence)) } else { 0 };
    let sentence = &sentence[startled..];
    match far {
        0 if asks_the_club(sentence) => false,
        0 if asks(sentence) => doubts_it(sentence, judge, &[&judge.about, &judge.game, &judge.nearby]),
        0 => doubts_it(sentence, judge, &[&judge.about]),
        _ => doubts_from_afar(sentence, judge),
    }
}

/// Whether a sentence behind the move, on its line, is. A move is `bare` if nothing stands before it and nothing else in its sentence.
pub(in crate::command) fn behind(sentence: &[Said], judge: &Phrasebook, far: usize, bare: bool) -> bool {
    let asks = asks(sentence);
    match far {
        _ if asks_the_club(sentence) => false,
        0 if asks_about_it(sentence) => true,
        _ if asks && is_about_the_rules(sentence, judge) => has(sentence, judge, &[&judge.doubts]),
        _ if asks && (is_about_something_else(&texts(sentence)) || is_small_talk(&texts(sentence))) => {
            has(sentence, judge, &[&judge.doubts]) || begins_nearby(sentence, judge)
        }
        _ if asks => doubts_it(sentence, judge, &[&judge.about, &judge.game, &judge.nearby]),
        0 if bare && judge.is_whole => is_judged(sentence, judge),
        // `That is bold` is about it, and `I am glad that you are well` is not.
        0 => doubts_it(sentence, judge, &[&judge.about]) || points_at_it(sentence, judge),
        _ => doubts_from_afar(sentence, judge),
    }
}

/// Whether a question is certainly for the club, and no word of it about the move: `Does it cost anything?`, but not `What would you play?`
fn asks_the_club(sentence: &[Said]) -> bool {
    /// `gratis?`
    const WORDS_MIN: usize = 2;
    if !asks(sentence) {
        return false;
    }
    let words: Vec<&str> = sentence.iter().map(|said| said.word.as_str()).collect();
    let asked = asked_in(&words, true, Readers::OpponentToo);
    asked.words >= WORDS_MIN && !asked.topics.iter().any(|topic| topic.may_be_about_a_move())
}

/// Whether a sentence that does not stand right beside the move puts it in doubt. A long one with one such word tells of something. (One that
/// doubts by a sign, such as `d1-c1 ???`, has no such word.)
fn doubts_from_afar(sentence: &[Said], judge: &Phrasebook) -> bool {
    const WORDS_MAX: usize = 9;
    let is_long = texts(sentence).len() > WORDS_MAX && judge.is_whole;
    has(sentence, judge, &[&judge.doubts]) && (!is_long || hits(sentence, judge, &judge.doubts) != 1)
}

/// Whether a sentence behind a bare move judges it: `That leaves a gap.`, `Very tempted, I must admit.` Whoever has said no more than the move
/// makes it, and tells something of his own then: `That corner is shut.`, `My wife says I should have gone for the corner.`
fn is_judged(sentence: &[Said], judge: &Phrasebook) -> bool {
    /// `Haha no.`
    const SHORTEST_WORDS: usize = 2;
    const SHORTER_WORDS: usize = 5;
    /// `My son wants it.`
    const SHORT_WORDS: usize = 7;
    let texts = texts(sentence);
    let words = texts.len();
    let lists = [&judge.about, &judge.game, &judge.nearby];
    let hits = || lists.iter().map(|list| hits(sentence, judge, list)).sum::<usize>();
    let points_at_it = || begins_nearby(sentence, judge);
    has(sentence, judge, &[&judge.doubts])
        || words <= SHORTEST_WORDS && points_at_it()
        || words <= SHORTER_WORDS && !is_about_something_else(&texts) && has(sentence, judge, &[&judge.about])
        || (words <= SHORT_WORDS || points_at_it()) && hits() > 1
}

/// Whether a sentence begins with what stands right before it, and says more of it than that: `That loses a man.`, but not `That should be
/// another of yours in the bag.`
fn points_at_it(sentence: &[Said], judge: &Phrasebook) -> bool {
    const SHORT_WORDS: usize = 8;
    let lists = [&judge.doubts, &judge.about, &judge.game, &judge.nearby];
    let all: usize = lists.iter().map(|list| hits(sentence, judge, list)).sum();
    begins_nearby(sentence, judge) && (!judge.is_whole || all > 1 || texts(sentence).len() <= SHORT_WORDS)
}

/// Whether a sentence beside the move puts it in doubt, or has words of these lists and not many others: a longer one with one of them tells
/// of something.
fn doubts_it(sentence: &[Said], judge: &Phrasebook, lists: &[&Phrases]) -> bool {
    const WORDS_MAX: usize = 8;
    let words = sentence.iter().filter(|said| !said.is_sign()).count();
    let hits: usize = lists.iter().map(|list| hits(sentence, judge, list)).sum();
    has(sentence, judge, &[&judge.doubts])
        || has(sentence, judge, lists) && (!judge.is_whole || words <= WORDS_MAX || hits > 1)
}

/// Whether a sentence begins with words about what stands right before it.
fn begins_nearby(sentence: &[Said], judge: &Phrasebook) -> bool {
    const FIRST_WORDS: usize = 2;
    const SHORT_FIRST_WORDS: usize = 3;
    const SHORT_WORDS: usize = 7;
    let first = if sentence.len() <= SHORT_WORDS { SHORT_FIRST_WORDS } else { FIRST_WORDS };
    !is_about_something_else(&texts(sentence)) && places(sentence, judge, &judge.nearby).iter().any(|at| *at < first)
}

/// Whether the one word on the line below the move is: `Maybe.`, `???`
pub(in crate::command) fn alone(word: &Said, judge: &Phrasebook) -> bool {
    match word.is_sign() {
        true => word.is_odd && word.end != End::Trail,
        false => has(std::slice::from_ref(word), judge, &[&judge.nearby, &judge.when]),
    }
}

/// Whether a question below the move is about it.
pub(in crate::command) fn asked_below(sentence: &[Said], judge: &Phrasebook) -> bool {
    const WORDS_MAX: usize = 12;
    let texts = texts(sentence);
    // `Which programme?`
    let names_another_thing = matches!(texts[..], [_, thing] if judge.is_whole && !judge.knows(thing));
    texts.len() <= WORDS_MAX
        && !names_another_thing
        && asks_about_it(sentence)
        && hits(sentence, judge, &judge.nearby) > 0
}

/// Whether a sentence below the move takes it back. A long one may only have such a word in it: `Wait for the weekend, my mother always
/// said.`
pub(in crate::command) fn takes_back(sentence: &[Said], judge: &Phrasebook) -> bool {
    const WORDS_MAX: usize = 10;
    let hits = hits(sentence, judge, &judge.doubts);
    (hits > 1 || (hits == 1 && sentence.len() <= WORDS_MAX)) && !asks_the_club(sentence)
}

/// Whether a sentence says nothing but that, and begins with it: `No wait, that's rubbish.`
pub(in crate::command) fn begins_by_taking_back(sentence: &[Said], judge: &Phrasebook) -> bool {
    const WORDS_MAX: usize = 7;
    let words = judge.doubts.longest(&texts(sentence));
    let is_set_off = words.checked_sub(1).is_some_and(|last| sentence[last].end != End::Not);
    is_set_off
        && sentence.len() <= WORDS_MAX
        && sentence.last().is_some_and(Said::ends_sentence)
        && !asks_the_club(sentence)
}

/// Whether a line goes on with the sentence of the move above it, and is about it: `if you don't mind`, `is what my son suggests`. It shows
/// with its first words. Chat has such words farther on: `lol i hoped you wouldnt see that`.
pub(in crate::command) fn goes_on(sentence: &[Said], judge: &Phrasebook) -> bool {
    const FIRST_WORDS: usize = 2;
    let is_begun = |list: &Phrases| places(sentence, judge, list).iter().any(|at| *at < FIRST_WORDS);
    let is_elsewhere = is_about_something_else(&texts(sentence));
    [&judge.doubts, &judge.about, &judge.game, &judge.when].into_iter().any(is_begun)
        || (is_begun(&judge.nearby) && !is_elsewhere)
        || (judge.goes_on.longest(&texts(sentence)) > 0 && inside(sentence, judge))
}

/// Whether a clause right behind a move, without a sign between, puts it off, or tells whose it is: `d1-c1 my wife plays`, `d1-c1 because my son
/// wants it`.
pub(in crate::command) fn clause_doubts(words: &[Said], judge: &Phrasebook) -> bool {
    const SHORT_WORDS: usize = 6;
    let is_reason = is_reason(words, judge);
    let is_short = texts(words).len() <= SHORT_WORDS;
    (is_reason || is_short) && has(words, judge, &[&judge.about]) || !is_reason && has(words, judge, &[&judge.when])
}

/// Whether words behind a move only give the reason for it, whatever they name: `because I think you are after it`.
pub(in crate::command) fn is_reason(words: &[Said], judge: &Phrasebook) -> bool {
    const FIRST_WORDS: usize = 2;
    let is_odd = words.iter().any(|said| said.is_odd && said.is_sign());
    // `as soon as I get home`
    let puts_off = places(words, judge, &judge.when).iter().any(|at| *at < FIRST_WORDS);
    !puts_off && judge.reasons.longest(&texts(words)) > 0 && !is_odd && hits(words, judge, &judge.doubts) == 0
}

/// Whether words end in a question that is neither small talk nor about something else.
pub(in crate::command) fn asks_about_it(sentence: &[Said]) -> bool {
    /// `Good or bad?`
    const SHORT_WORDS: usize = 3;
    let texts = texts(sentence);
    asks(sentence)
        && !phrasebook::languages().iter().any(|language| is_about_the_rules(sentence, language))
        && !asks_the_club(sentence)
        && !is_small_talk(&texts)
        && !is_about_something_else(&texts)
        && (texts.len() <= SHORT_WORDS
            || phrasebook::guessed(texts.iter().copied()).iter().any(|judge| may_ask_about_it(sentence, judge)))
}

/// Whether a question is about what is always so, and not about what stands right before it: `Does the king need four men around him?`, but not
/// `Does that capture the king?`
fn is_about_the_rules(sentence: &[Said], judge: &Phrasebook) -> bool {
    const WORDS_MIN: usize = 5;
    let words: Vec<String> = texts(sentence).iter().map(|word| (*word).to_owned()).collect();
    let names_a_square = || sentence.iter().any(|said| said.word.bytes().any(|byte| byte.is_ascii_digit()));
    judge.is_whole
        && words.len() >= WORDS_MIN
        && rules_questions::asks_about_rules(&words)
        && !rules_questions::supposes(&words)
        && !names_a_square()
        && !begins_nearby(sentence, judge)
        && hits(sentence, judge, &judge.pieces) + hits(sentence, judge, &judge.game) > 0
}

/// Whether a question begins as small talk does, or nearly: `oh, and by the way, how is your knee?`
fn is_small_talk(texts: &[&str]) -> bool {
    const LEAD_WORDS_MAX: usize = 4;
    let begins_at =
        |at: usize| phrasebook::languages().iter().any(|language| language.small_talk.longest(&texts[at..]) > 0);
    (0..texts.len().min(LEAD_WORDS_MAX)).any(begins_at)
}

/// Whether a question has a word that may be about a move.
fn may_ask_about_it(sentence: &[Said], judge: &Phrasebook) -> bool {
    const FIRST_WORDS: usize = 3;
    let texts = texts(sentence);
    let lists = [&judge.doubts, &judge.game, &judge.pieces, &judge.about];
    !judge.is_whole
        || (0..texts.len().min(FIRST_WORDS)).any(|at| judge.queries.longest(&texts[at..]) > 0)
        || texts.len() > 1 && judge.me.longest(&texts[1..]) > 0
        || lists.into_iter().any(|list| hits(sentence, judge, list) > 0)
}

/// Whether there is a word of something else, in whatever language.
pub(in crate::command) fn is_about_something_else(texts: &[&str]) -> bool {
    let has = |language: &Phrasebook| (0..texts.len()).any(|at| language.topics.longest(&texts[at..]) > 0);
    phrasebook::languages().iter().any(has)
}

/// Whether a sentence offers a draw and says nothing else, except a name or why: `Fancy a draw, Bob?`, `Since the cat is hungry, would you take a
/// draw?` It stands beside the move, and is answered for itself.
pub(in crate::command) fn offers_a_draw(sentence: &[Said]) -> bool {
    let parts = sentence.split_inclusive(|said| said.end == End::Part);
    // `If the cat is out fancy a draw?`: whoever is in a hurry leaves out the comma. `Is that a draw?` offers none.
    const WORDS_MIN: usize = 3;
    let offer_at = |words: &[&str]| {
        let ends = |at: &usize| {
            let length = words.len() - at;
            let is_offer = |language: &Phrasebook| language.offers.longest(&words[*at..]) == length;
            (*at == 0 || length >= WORDS_MIN) && phrasebook::languages().iter().any(is_offer)
        };
        (0..words.len()).find(ends)
    };
    let asked = |part: &[Said]| offer_at(&texts(part)) == Some(0);
    let is_name = |part: &[Said]| texts(part).len() == 1;
    let is_reason_for_it = |part: &[Said]| {
        phrasebook::languages().iter().any(|language| {
            language.is_whole
                && language.reasons.longest(&texts(part)) > 0
                && hits(part, language, &language.doubts) == 0
        })
    };
    let parts: Vec<&[Said]> = parts.filter(|part| !part.iter().all(Said::is_sign)).collect();
    let is_doubted = |before: &[Said]| {
        phrasebook::languages().iter().any(|language| language.is_whole && hits(before, language, &language.doubts) > 0)
    };
    let offers = match parts[..] {
        [offer, name] if is_name(name) && asked(offer) => true,
        // `You wouldn't call it a draw, for the sake of the cat?`
        [.., offer, why] if offer_at(&texts(offer)).is_some() && is_reason_for_it(why) => true,
        [.., last] => offer_at(&texts(last)).is_some_and(|at| {
            let offer = texts(last).len() - at;
            !is_doubted(&sentence[..sentence.len() - offer])
        }),
        [] => false,
    };
    sentence.last().is_some_and(|last| last.end == End::Question) && offers
}

/// Whether a sentence of a text offers a draw and says nothing else.
pub fn asks_for_a_draw(text: &str) -> bool {
    text.lines().any(|line| {
        let line = Line::new(line);
        let said = sentences::said(line.words());
        sentences::sentences(&said).into_iter().any(offers_a_draw)
    })
}

fn asks(sentence: &[Said]) -> bool {
    sentence.last().is_some_and(|last| last.end == End::Question) && !is_half_asked(sentence)
}

/// Whether a question is only set behind what is said: `Not bad for an old nurse, is it?`
fn is_half_asked(sentence: &[Said]) -> bool {
    let before_last = sentence.len().saturating_sub(1);
    let Some(comma) = sentence[..before_last].iter().rposition(|said| said.end == End::Part) else {
        return false;
    };
    let tag = texts(&sentence[comma + 1..]);
    !tag.is_empty() && phrasebook::languages().iter().any(|language| language.tags.longest(&tag) == tag.len())
}

/// Whether words have a phrase of these lists, or an odd sign.
fn has(sentence: &[Said], judge: &Phrasebook, lists: &[&Phrases]) -> bool {
    // `It was a long day` is about something else.
    let is_elsewhere = is_about_something_else(&texts(sentence));
    let counts = |list: &&&Phrases| !(is_elsewhere && std::ptr::eq(**list, &raw const judge.nearby));
    sentence.iter().any(|said| said.is_odd && said.is_sign())
        || lists.iter().filter(counts).any(|list| hits(sentence, judge, list) > 0)
}

/// How many phrases of a list are in these words.
fn hits(sentence: &[Said], judge: &Phrasebook, list: &Phrases) -> usize {
    places(sentence, judge, list).len()
}

/// Where phrases of a list stand in these words, outside of phrases that say nothing about a move. What takes a move back may stand in a
/// wish: `I hope you know I was kidding`.
fn places(sentence: &[Said], judge: &Phrasebook, list: &Phrases) -> Vec<usize> {
    let words: Vec<&Said> = sentence.iter().filter(|said| !said.is_sign()).collect();
    let with_wishes = !std::ptr::eq(list, &raw const judge.doubts);
    let mut texts = texts(sentence);
    let mut at = 0;
    while at < texts.len() {
        let wish = if with_wishes { wish_at(at, &words, &texts, judge) } else { 0 };
        let length = wish.max(judge.chat.longest(&texts[at..])).max(address_at(at, &words, &texts, judge));
        texts[at..at + length].fill("");
        at += length.max(1);
    }
    (0..texts.len()).filter(|at| list.longest(&texts[*at..]) > 0).collect()
}

/// How many words from here on call somebody by name, set off on both sides: `d1-c1, lieber Bob, damit du lachst`, but not `lieber nicht`.
fn address_at(at: usize, words: &[&Said], texts: &[&str], judge: &Phrasebook) -> usize {
    let begins = at.checked_sub(1).is_none_or(|before| words[before].end != End::Not);
    let name = at + judge.addresses.longest(&texts[at..]);
    let is_name = |word: &&Said| word.is_large && word.end != End::Not && !judge.knows(&word.word);
    if begins && name > at && words.get(name).is_some_and(is_name) { name + 1 - at } else { 0 }
}

/// How many words from here on only wish something: the rest of a part of a sentence that begins like a wish.
fn wish_at(at: usize, words: &[&Said], texts: &[&str], judge: &Phrasebook) -> usize {
    let joins = |before: &Said| before.end != End::Not || judge.joins.longest(&[&before.word]) > 0;
    let begins = at.checked_sub(1).is_none_or(|before| joins(words[before]));
    if !begins || judge.wishes.longest(&texts[at..]) == 0 {
        return 0;
    }
    words[at..].iter().position(|said| said.end != End::Not).map_or(texts.len() - at, |last| last + 1)
}
