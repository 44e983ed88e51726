//! A move inside a sentence: `Ok Bob, I'll go d3 to e3 then. Good luck!`
//!
//! It is made only if its sentence says nothing but that it is made. Before the move, every word must be an opener (`well then`), a
//! greeting, a polite word, or part of a sentence from a closed list ([`SAYS`]). Nothing else may stand there, not even before a comma: `my
//! son suggests, d1-c1` is asked about. The same holds for the rest of the sentence behind the move. Only a new sentence may be chat, as
//! long as it asks nothing and has no word about moves. In all other cases the author is asked, and a yes makes the move.
//!
//! The lists hold what people wrote who did not know how mails are read, and what somebody found who did. A mail in
//! `tests/replies/talk-attacks.txt` that still does something shows what is missing.

use crate::command::lexer::{Line, Word, is_square_shape};
use crate::command::move_words::{self, Found};
use crate::command::polite_words;
use crate::command::redact;
use crate::command::salutation;
use crate::command::sentence_words::{
    ABOUT_A_MOVE, ASKS_BELOW, BOARDS, CHAT_BEGINS, DOUBTS, DRAFTS, GREETED, NEGATIONS, OPENERS, PERHAPS,
    QUESTION_BEGINS, REQUESTS, SAYS, Slot, TAILS, THIS, THOUGHTS,
};
use crate::command::table;
use crate::tafl::ParsedPlay;

/// A move that a line says is made.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::command) struct Said {
    /// The move.
    pub play: ParsedPlay,
    /// Whether the line says more than that the move is made, so that the opponent wants to read it.
    pub chat: bool,
}

/// The most words before a move in its sentence, or of a sentence that is looked up in the lists.
const LEAD_WORDS_MAX: usize = 16;

/// The most words of an opener or of a phrase behind the move.
const PHRASE_WORDS_MAX: usize = 6;

/// A sentence of so few words, or of fewer, is about the move unless all of them are known.
const SHORT_MAX: usize = 3;

/// A sentence of so few words, or of fewer, is a doubt if it has a word of doubt anywhere.
const DOUBT_WORDS_MAX: usize = 6;

/// The move that a line says is made. `above` is the line directly above if that ends no sentence. `None` as well if a word may be a
/// password.
pub(in crate::command) fn read(line: &Line, above: &str) -> Option<Said> {
    let words = line.words();
    let Found { at, length, play } = only_play(words)?;
    let (before, behind) = (&words[..at], &words[at + length..]);
    let last = &words[at + length - 1];
    let (earlier, own) = before.split_at(before.iter().rposition(ends_sentence).map_or(0, |end| end + 1));
    // The words of our lists are no passwords.
    let listed = (if is_lead(earlier, &[]) { 0 } else { earlier.len() })..at + length;
    let may_be_password = |at: usize| !listed.contains(&at) || words.get(at).is_none_or(polite_words::is_name);
    if redact::guess(words).into_iter().any(may_be_password) || words.iter().any(|word| word.raw.contains('@')) {
        return None;
    }
    // A line of a list, as our letters have them: `- d1-c1`.
    let is_listed =
        words.first().is_some_and(|word| word.plain.is_empty() && !polite_words::is_face(word) || is_dash(word));
    let above = Line::new(above);
    if is_listed || own.iter().any(asks) || earlier.last().is_some_and(asks) {
        return None;
    }
    let requested = is_lead(own, REQUESTS);
    let says = is_lead(own, &[]) || is_lead(own, SAYS);
    if !(requested || says) || !is_harmless(above.words()) || !is_harmless(earlier) {
        return None;
    }
    // Behind sentences of any kind, the one with the move must say that it is made, and now: `You run. Then I play d1-c1.` tells what
    // would be, and `I'll look at it again. I guess I'll go d1-c1.` what will be.
    let is_vague = is_lead(own, &[]) || own.iter().any(|word| VAGUE.contains(&folded(word).as_str()));
    let is_closed = |sentence: &[Word]| is_lead(sentence, &[]) || is_excuse(sentence);
    if is_vague && !sentences(earlier).all(is_closed) {
        return None;
    }
    // `"d1-c1!" shouts my grandson`.
    let is_quoted = words[at].raw.starts_with(['"', '\u{201c}', '\u{201e}', '\u{ab}', '\u{bb}']);
    if is_quoted && words.len() > length {
        return None;
    }
    let trail = trail(last, behind, requested)?;
    Some(Said { play, chat: trail == Trail::Chat || !earlier.is_empty() })
}

/// Words of a sentence before a move that do not say that it is made now.
#[rustfmt::skip]
const VAGUE: &[&str] = &[
    "then", "think", "guess", "believe", "suppose", "i'll", "ill", "will", "going", "gonna", "want", "would", "i'd", "like", "shall", "let's", "lets", "so",
    "dann", "glaube", "glaub", "denke", "denk", "werde", "werd", "will", "m\u{f6}chte", "da", "s\u{e5}", "tror", "vil", "skal", "t\u{e6}nker", "alors", "crois", "pense", "vais", "dan", "denk", "entonces", "creo", "voy",
];

/// The sentences of the words.
fn sentences(words: &[Word]) -> impl Iterator<Item = &[Word]> {
    words.split_inclusive(ends_sentence)
}

/// Whether sentences above a move do not make it a thought or somebody else's. An excuse is no doubt.
fn is_harmless(words: &[Word]) -> bool {
    !sentences(words).any(|sentence| {
        let is_long = sentence.len() >= DOUBT_WORDS_MAX;
        let is_doubt = |word: &Word| {
            let said = folded(word);
            let negates = NEGATIONS.contains(&said.as_str()) && !is_long;
            negates || BOARDS.contains(&said.as_str()) || is_thought_above(word)
        };
        let names = |word: &Word| is_of_the_game(word) || word.closing.contains(':');
        sentence.iter().any(names) || (!is_excuse(sentence) && sentence.iter().any(is_doubt))
    })
}

/// Whether the nearest line above a move makes it a question, a thought or a plan.
pub(in crate::command) fn is_doubtful_above(line: &str) -> bool {
    // Our own first line, where a mail program copies it: `Your turn, board 1: bob played c4-c7`.
    let line = Line::new(line);
    if line.words().iter().any(is_of_the_game) && line.words().iter().any(|word| word.number().is_some()) {
        return false;
    }
    let one_of = |words: &[Word], list: &[&str]| words.iter().any(|word| list.contains(&folded(word).as_str()));
    if one_of(line.words(), DRAFTS) {
        return true;
    }
    let Some(last) = sentences(line.words()).last() else {
        return false;
    };
    let is_ended = last.last().is_some_and(ends_sentence);
    let asks = last.last().is_some_and(asks);
    if is_usual(last) || is_lead(last, &[]) || is_lead(last, SAYS) || is_ended && !asks {
        return false;
    }
    let asks_without_sign = last.first().is_some_and(|word| QUESTION_BEGINS.contains(&folded(word).as_str()));
    asks_without_sign
        || one_of(last, THOUGHTS)
        || one_of(last, PERHAPS)
        || one_of(last, NEGATIONS)
        || (one_of(last, ABOUT_A_MOVE) || asks && one_of(last, THIS))
}

/// Whether the first line below a move doubts it or goes on with its sentence. `says`: the line of the move is a sentence without an end.
pub(in crate::command) fn is_doubtful_below(line: &str, adjacent: bool, says: bool) -> bool {
    let line = Line::new(line);
    let Some(first) = sentences(line.words()).next() else {
        return false;
    };
    let is_short = first.len() <= SHORT_MAX;
    let all_doubt = is_short
        && first.iter().all(|word| DOUBTS.contains(&folded(word).as_str()) || PERHAPS.contains(&folded(word).as_str()));
    let is_lower = first.first().is_some_and(|word| word.plain.chars().next().is_some_and(char::is_lowercase));
    let goes_on = adjacent && says && is_lower && known_length(first) == 0 && !is_known(first);
    // `Hmm, is that legal?`
    let asked = &first[units(first).into_iter().max().unwrap_or(0)..];
    let asks = first.last().is_some_and(asks)
        && (1..=asked.len().min(PHRASE_WORDS_MAX)).any(|length| is_phrase(&asked[..length], ASKS_BELOW));
    // `1. d1-c1`, and below it `2. wait`.
    let is_list = line.words().first().is_some_and(|word| word.number().is_some() && word.raw.ends_with(['.', ')']));
    is_list || !is_usual(first) && (all_doubt || goes_on || asks)
}

/// Whether a move at the beginning of a line is meant, by the words behind it.
pub(in crate::command) fn is_made(line: &Line) -> bool {
    let words = line.words();
    only_play(words)
        .is_some_and(|Found { at, length, .. }| trail(&words[at + length - 1], &words[at + length..], false).is_some())
}

/// The move, if the words name only one.
fn only_play(words: &[Word]) -> Option<Found> {
    let all: Vec<&Word> = words.iter().collect();
    let mut plays = move_words::plays(&all).into_iter();
    let first = plays.next()?;
    let differs = |other: Found| (other.play.from, other.play.to) != (first.play.from, first.play.to);
    (!plays.any(differs)).then_some(first)
}

/// Whether a word in the sentences above makes a move a thought or somebody else's.
fn is_thought_above(word: &Word) -> bool {
    let said = folded(word);
    THOUGHTS.contains(&said.as_str()) || PERHAPS.contains(&said.as_str()) || is_of_the_game(word)
}

/// Whether the words before a move are openers, greetings and polite words, and perhaps one of these sentences at the end.
fn is_lead(words: &[Word], sentences: &[&[Slot]]) -> bool {
    if words.len() > LEAD_WORDS_MAX {
        return false;
    }
    let end = words.iter().rposition(|word| !is_sign(word)).map_or(0, |last| last + 1);
    let mut reached = vec![false; words.len() + 1];
    reached[0] = true;
    for at in 0..=words.len() {
        if !reached[at] {
            continue;
        }
        let rest = &words[at..];
        let says = sentences.iter().any(|slots| fits(slots, &words[at..end.max(at)]));
        if says || (rest.is_empty() && sentences.is_empty()) {
            return true;
        }
        for length in units(rest) {
            reached[at + length] = true;
        }
    }
    false
}

/// The lengths of what may stand at the beginning of these words and says nothing about a move.
fn units(words: &[Word]) -> Vec<usize> {
    let Some(first) = words.first() else {
        return Vec::new();
    };
    if is_sign(first) {
        return vec![1];
    }
    let mut lengths: Vec<usize> =
        (1..=words.len().min(PHRASE_WORDS_MAX)).filter(|length| is_phrase(&words[..*length], OPENERS)).collect();
    lengths.push(polite_words::phrase_length(words));
    // `Hi Bob`, `ok Bob`.
    let named = |at: usize| words.get(at).is_some_and(is_name).then_some(at + 1);
    lengths
        .extend(lengths.clone().into_iter().filter(|at| *at > 0 && words[at - 1].closing.is_empty()).filter_map(named));
    // `Good` alone judges a move.
    let is_whole_greeting = !["good", "sehr", "guten"].contains(&folded(first).as_str())
        || first.closing.is_empty() && words.get(1).is_some_and(|next| GREETED.contains(&folded(next).as_str()));
    if salutation::is_greeting(first) && is_whole_greeting {
        let is_word = |word: &&Word| word.plain.chars().all(char::is_alphabetic) && !is_thought(word);
        let one = words.get(1).filter(is_word);
        lengths.extend([1, 1 + usize::from(one.is_some())]);
        lengths.extend(one.filter(|word| word.closing.is_empty()).and_then(|_| named(2)));
    }
    // `Let me see d1-c1` asks for a board.
    let is_whole = |length: &usize| {
        let last = &words[length - 1];
        let looks = ["see", "sehen", "se", "ver"].contains(&folded(last).as_str());
        !(asks(last) || looks && last.closing.is_empty())
    };
    lengths.retain(|length| *length > 0 && is_whole(length));
    lengths
}

/// Whether words fill the slots of a sentence, in their order and without rest.
fn fits(slots: &[Slot], words: &[Word]) -> bool {
    let Some((slot, rest)) = slots.split_first() else {
        return words.is_empty();
    };
    slot.iter().any(|phrase| {
        let length = phrase.split_whitespace().count();
        length == 0 && fits(rest, words)
            || length > 0 && words.len() >= length && is_one(&words[..length], phrase) && fits(rest, &words[length..])
    })
}

/// Whether the words are one of the phrases.
fn is_phrase(words: &[Word], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| is_one(words, phrase))
}

/// Whether the words are the phrase. There is no end of a sentence or clause in it.
fn is_one(words: &[Word], phrase: &str) -> bool {
    // Most phrases begin in another way.
    let initial = |text: &str| text.chars().find(|c| c.is_alphanumeric()).and_then(|c| c.to_lowercase().next());
    if words.first().is_none_or(|word| initial(&word.plain) != initial(phrase)) {
        return false;
    }
    let mut expected = phrase.split(' ');
    let mut is_next = |word: &Word| expected.next().is_some_and(|expected| is_word(&folded(word), expected));
    let (inside, last) = words.split_at(words.len().saturating_sub(1));
    inside.iter().all(|word| word.closing.is_empty() && is_next(word))
        && last.iter().all(&mut is_next)
        && expected.next().is_none()
}

/// Whether it is the word, perhaps with two letters exchanged behind the first: `mvoe`. Other slips make other words, such as `plan` of
/// `play`, or `later` of `alter`.
fn is_word(typed: &str, expected: &str) -> bool {
    const LETTERS_MIN: usize = 3;
    if typed == expected {
        return true;
    }
    let [typed, expected] = [typed, expected].map(|word| word.chars().collect::<Vec<_>>());
    let differ: Vec<usize> = (0..typed.len().min(expected.len())).filter(|at| typed[*at] != expected[*at]).collect();
    let exchanged =
        |one: usize, two: usize| one + 1 == two && typed[one] == expected[two] && typed[two] == expected[one];
    typed.len() == expected.len()
        && typed.len() >= LETTERS_MIN
        && matches!(differ[..], [one, two] if one > 0 && exchanged(one, two))
}

/// What stands behind a move that is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trail {
    /// Only words from our lists.
    Known,
    /// Words for the opponent.
    Chat,
}

/// What stands behind a move, if it leaves no doubt. `last` is the last word of the move.
fn trail(last: &Word, behind: &[Word], requested: bool) -> Option<Trail> {
    let (mut last, mut rest) = (last, behind);
    // Where a sentence has ended since the move, what follows may be chat. Behind a comma it goes on with the move more often than not.
    let mut set_off: Option<&[Word]> = None;
    let (mut known, mut polite) = (false, false);
    loop {
        if asks(last) && !requested {
            return None;
        }
        let Some(first) = rest.first() else {
            return Some(Trail::Known);
        };
        if ends_sentence(last) {
            set_off = Some(rest);
        }
        let is_clause =
            !last.closing.is_empty() || is_dash(first) || first.raw.starts_with('(') || polite_words::is_face(last);
        if is_clause && is_usual(&rest[usize::from(is_dash(first))..]) {
            set_off = set_off.or(Some(rest));
        }
        // `d1-c1, Bob`, `d1-c1. Your turn, slowpoke :-)`.
        let is_initial = known && first.plain.chars().count() == 1 && first.plain.chars().all(char::is_uppercase);
        let is_whom = is_initial
            || (is_name(first) && (polite || last.closing == ","))
            || is_thanks(last)
            || (known && last.closing == ",");
        if rest[1..].iter().all(polite_words::is_face)
            && (known || last.closing == ",")
            && is_whom
            && is_last_word(first)
        {
            return Some(Trail::Known);
        }
        let length = known_length(rest);
        if length == 0 {
            return set_off.is_some_and(|words| is_chat(words, !known)).then_some(Trail::Chat);
        }
        polite = polite_words::phrase_length(rest) == length;
        (last, rest, known) = (&rest[length - 1], &rest[length..], true);
    }
}

/// How many words at the beginning are a phrase that may follow a move, a polite one or a smiley.
fn known_length(words: &[Word]) -> usize {
    let phrase = (1..=words.len().min(PHRASE_WORDS_MAX)).rev().find(|length| is_phrase(&words[..*length], TAILS));
    let face = words.first().is_some_and(polite_words::is_face);
    phrase.unwrap_or(0).max(polite_words::phrase_length(words)).max(usize::from(face))
}

/// Whether a sentence has only such phrases, and perhaps one more word: `Your turn, slowpoke.`
fn is_known(sentence: &[Word]) -> bool {
    let mut rest = sentence;
    while let Some(length) = Some(known_length(rest)).filter(|length| *length > 0) {
        rest = &rest[length..];
    }
    let before = sentence.len() - rest.len();
    match rest {
        [] => true,
        [only] => {
            before > 0
                && is_last_word(only)
                && (is_name(only) || is_thanks(&sentence[before - 1]) || sentence[before - 1].closing == ",")
        }
        _ => false,
    }
}

/// Whether a name may follow this word: `thanks bob`.
fn is_thanks(word: &Word) -> bool {
    const THANKS: [&str; 10] = ["thanks", "thank", "you", "thx", "cheers", "danke", "tak", "merci", "gracias", "rekt"];
    word.closing.is_empty() && THANKS.contains(&folded(word).as_str())
}

/// Whether it may be the last word of a sentence that is known but for it.
fn is_last_word(word: &Word) -> bool {
    !is_thought(word) && !asks(word) && !word.plain.is_empty() && word.plain.chars().all(char::is_alphabetic)
}

/// Whether the first sentence of these words is not about the move.
pub(in crate::command) fn begins_as_chat(words: &[Word]) -> bool {
    sentences(words).next().is_none_or(|sentence| is_known(sentence) || !is_about_the_move(sentence, false))
}

/// Whether no sentence of these words can be about the move. `is_first`: directly behind it.
fn is_chat(words: &[Word], mut is_first: bool) -> bool {
    sentences(words).all(|sentence| is_known(sentence) || !is_about_the_move(sentence, std::mem::take(&mut is_first)))
}

fn is_about_the_move(sentence: &[Word], is_first: bool) -> bool {
    let one_of = |words: &[Word], list: &[&str]| words.iter().any(|word| list.contains(&folded(word).as_str()));
    let is_short = sentence.iter().filter(|word| !polite_words::is_face(word)).count() <= SHORT_MAX;
    let is_question = sentence.last().is_some_and(asks);
    let begins = &sentence[..sentence.len().min(2)];
    // `Well played, I did not see that coming.`
    let known = known_length(sentence);
    if one_of(&sentence[known..], ABOUT_A_MOVE) || sentence.iter().any(is_of_the_game) {
        return true;
    }
    if is_usual(sentence) || (known > 0 && !sentence[known - 1].closing.is_empty()) {
        return false;
    }
    if one_of(sentence, BOARDS) || one_of(sentence, PERHAPS) {
        return true;
    }
    one_of(begins, DOUBTS)
        || ((is_first || sentence.len() <= DOUBT_WORDS_MAX) && one_of(sentence, DOUBTS))
        || is_question
        || (is_first && is_short)
        || polite_words::takes_back(&text_of(sentence))
}

/// Whether a sentence excuses or thanks, perhaps behind a greeting.
fn is_excuse(sentence: &[Word]) -> bool {
    let greeting = units(sentence).into_iter().max().unwrap_or(0);
    is_usual(sentence) || is_usual(&sentence[greeting..])
}

/// Whether words begin as people begin a sentence of chat.
fn is_usual(words: &[Word]) -> bool {
    (1..=words.len().min(PHRASE_WORDS_MAX)).any(|length| is_phrase(&words[..length], CHAT_BEGINS))
}

/// Whether a word is a square or a move.
fn is_of_the_game(word: &Word) -> bool {
    is_square_shape(&word.plain) || move_words::is_of_play(word)
}

/// Whether a question ends with this word. `!?` is what annotators write behind a move.
pub(in crate::command) fn asks(word: &Word) -> bool {
    word.closing.contains('?') && word.closing != "!?"
}

/// Whether a sentence ends with this word. It goes on behind three dots, and behind the number of a move.
fn ends_sentence(word: &Word) -> bool {
    word.number().is_none() && word.closing.contains(['.', '!', '?', ';']) && !word.closing.contains("..")
}

/// A word written like a name, that is not a command or a word of doubt with a capital.
fn is_name(word: &Word) -> bool {
    polite_words::is_name(word) && !is_thought(word) && table::whole(&word.lower()).is_none()
}

fn is_thought(word: &Word) -> bool {
    let said = folded(word);
    [THOUGHTS, ABOUT_A_MOVE, DOUBTS].iter().any(|list| list.contains(&said.as_str()))
}

/// A smiley, a dash, or a colon between blanks.
fn is_sign(word: &Word) -> bool {
    polite_words::is_face(word) || is_dash(word)
}

/// A word that is only a dash.
fn is_dash(word: &Word) -> bool {
    !word.raw.is_empty() && word.raw.chars().all(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}'))
}

/// In small letters, with a straight apostrophe.
fn folded(word: &Word) -> String {
    word.lower().replace('\u{2019}', "'").trim_start_matches(['\u{a1}', '\u{bf}']).to_owned()
}

fn text_of(words: &[Word]) -> String {
    words.iter().map(|word| word.raw.as_str()).collect::<Vec<_>>().join(" ")
}
