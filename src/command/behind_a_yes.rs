//! Whether a clear yes is still one with what its author says behind it: `Yes, a draw. Thank you, it was a pleasure.`, but not `Yes, a draw. As
//! if.`
//!
//! Kind phrases never take it back. Where no harm is done, other talk must not deny, hesitate or doubt. Behind a yes that cannot be taken back,
//! it is judged like the sentences behind a move ([`about_a_move`]): it must not be about the game at all, but behind a yes to a move that our
//! letter has shown it must only not take it back. A draw ends the game, and people
//! joke about one (`Yes, a draw. And the moon is made of cheese.`), so behind it only kind phrases count, words about another game, and
//! what calls its author away: `I must be off`.

use crate::command::about_a_move;
use crate::command::acceptance::{Hesitation, hesitation};
use crate::command::addressed::only_turns_to_the_club;
use crate::command::agreement::{phrase_at, spelt};
use crate::command::agreement_words::{self, Says, Words, known, plays_again};
use crate::command::gravity::Gravity;
use crate::command::lexer::{Line, Word, is_square_shape};
use crate::command::move_words;
use crate::command::phrasebook::{self, Phrasebook};
use crate::command::polite_words;
use crate::command::salutation;
use crate::command::sentences::{self, texts};

/// A shorter text that is not kind may be a joke: `You wish`, `just kidding now`.
const TALK_WORDS_MIN: usize = 4;

/// Whether the talk behind a yes of this gravity leaves it one. `agreeing` are the languages in which the yes was said.
pub(in crate::command) fn leaves_it(talk: &str, agreeing: &[&Words], gravity: Gravity) -> bool {
    let is_move = gravity == Gravity::Move;
    let talk = if is_move { without_other_questions(talk) } else { talk.to_owned() };
    let line = Line::new(&talk);
    let words = line.words();
    let plain: Vec<String> = words.iter().map(spelt).collect();
    let is_denied = |language: &&Words| (0..plain.len()).any(|at| denies(language, words, &plain, at));
    // `It won't help you` denies nothing that its author has said.
    let is_of_author = || gravity != Gravity::Move || speaks_of_its_author(words);
    let is_doubted = || {
        hesitation(&plain) == Some(Hesitation::Doubt)
            || agreement_words::doubts(&plain)
            || is_of_author() && agreeing.iter().any(is_denied)
    };
    let is_talk = || plain.len() >= TALK_WORDS_MIN && !is_doubted();
    is_move && (words.is_empty() || only_turns_to_the_club(&talk) && takes_nothing_back(words, &plain))
        || is_kind_talk(words, &plain)
        || !matches!(gravity, Gravity::Draw | Gravity::Heavy)
            && !agreement_words::doubts(&plain)
            && thanks_or_excuses(words, &plain)
        || !matches!(gravity, Gravity::Draw | Gravity::Heavy)
            && !agreement_words::doubts(&plain)
            && is_message(words, &plain)
            && !takes_it_back(words)
        || match gravity {
            Gravity::Light => is_talk() || is_harmless(&plain),
            Gravity::Move => {
                is_talk() && !mocks_at_once(&plain) && !takes_it_back(words) || only_excuses(words, &plain)
            }
            Gravity::Theirs => is_talk() && !mocks(words, &plain) && !is_about_the_game(words),
            Gravity::Draw => is_talk() && !mocks(words, &plain) && takes_leave(words, &plain),
            Gravity::Heavy => false,
        }
}

/// Whether the talk is a phrase that only sounds doubtful, and a name at most: `About time, Ann!`
fn is_harmless(plain: &[String]) -> bool {
    matches!(hesitation(plain), Some(Hesitation::Harmless(length)) if plain.len() <= length + 1)
}

/// Whether the talk begins by denying something, or has a word for its author: `not now`, `I don't want to`.
fn speaks_of_its_author(words: &[Word]) -> bool {
    let denies_at_once = |language: &Words| words.first().is_some_and(|word| language.denies.contains(&spelt(word)));
    let texts: Vec<String> = words.iter().map(Word::lower).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let names_me = |language: &Phrasebook| (0..texts.len()).any(|at| language.me.longest(&texts[at..]) > 0);
    known().languages.iter().any(denies_at_once) || phrasebook::languages().iter().any(names_me)
}

/// Whether each sentence of the talk is kind, is about another game, or says what calls its author away: `Good game Ann, another one soon?`, `I
/// must be off to work`.
fn takes_leave(words: &[Word], plain: &[String]) -> bool {
    let said = sentences::said(words);
    let mut at = 0;
    sentences::sentences(&said).iter().all(|sentence| {
        let of = at..at + sentence.len();
        at = of.end;
        let (own, own_plain) = (&words[of.clone()], &plain[of]);
        let begins = |language: &Words| language.leaves.iter().any(|phrase| own_plain.starts_with(phrase));
        let is_called = || known().languages.iter().any(begins);
        is_kind_talk(own, own_plain) || plays_again(own_plain) || (is_called() && !is_about_the_game(own))
    })
}

/// Whether something at this word may take the yes back, in this language.
fn denies(language: &Words, words: &[Word], plain: &[String], at: usize) -> bool {
    language.denies.contains(&plain[at]) || phrase_at(language, &words[at..]).is_some_and(|(_, says)| says == Says::No)
}

/// Whether the talk behind a yes, up to a comma, only thanks for something or excuses it, and takes nothing back: `Yes, thank you for checking`,
/// `Yes, and sorry to keep you waiting`.
pub(in crate::command) fn is_courtesy(talk: &str) -> bool {
    let line = Line::new(talk);
    let plain: Vec<String> = line.words().iter().map(spelt).collect();
    thanks_or_excuses(line.words(), &plain)
}

/// The same for these words. `plain` are the words as they are looked up.
fn thanks_or_excuses(words: &[Word], plain: &[String]) -> bool {
    /// `thank you for going to so much trouble with me`
    const WORDS_MAX: usize = 10;
    let ands = usize::from(plain.first().is_some_and(|word| known().goes_on.contains(word)));
    let behind = |language: &Words| {
        let begins =
            language.courtesies.iter().filter(|phrase| plain[ands..].starts_with(phrase)).map(Vec::len).max()?;
        let at = ands + begins;
        let is_name =
            || at + 1 == plain.len() && !language.denies.contains(&plain[at]) && polite_words::is_name(&words[at]);
        let goes_on = || plain.get(at).is_some_and(|word| language.courteous.contains(word));
        let is_denied = || (at..plain.len()).any(|at| denies(language, words, plain, at));
        Some(at == plain.len() || is_name() || goes_on() && !is_denied())
    };
    let last = words.len().saturating_sub(1);
    let is_one = words[..last].iter().all(|word| !word.closing.contains(['.', '!']));
    words.len() <= WORDS_MAX
        && is_one
        && !takes_it_back(words)
        && known().languages.iter().any(|language| behind(language) == Some(true))
}

/// The talk without questions that are not about the game: `Did you get the bit about my being away?`
fn without_other_questions(talk: &str) -> String {
    let is_other = |sentence: &&str| {
        let line = Line::new(sentence);
        let plain: Vec<String> = line.words().iter().map(spelt).collect();
        let is_it = |language: &Words| plain.iter().any(|word| language.game_words.contains(word));
        sentence.trim_end().ends_with('?')
            && !names_a_square(line.words())
            && !known().languages.iter().any(is_it)
            && hesitation(&plain) != Some(Hesitation::Doubt)
    };
    talk.split_inclusive(['.', '!', '?']).filter(|sentence| !is_other(sentence)).collect()
}

/// Whether the talk behind a yes to a move that our letter has shown begins by excusing something, and goes on with whatever takes nothing back:
/// `Yes. Sorry, I had a sandwich in my hand`
fn only_excuses(words: &[Word], plain: &[String]) -> bool {
    let ands = usize::from(plain.first().is_some_and(|word| known().goes_on.contains(word)));
    let length = |language: &Words| {
        let begins = language.courtesies.iter().filter(|phrase| plain[ands..].starts_with(phrase));
        begins.map(Vec::len).max()
    };
    let Some(begins) = known().languages.iter().filter_map(length).max() else { return false };
    takes_nothing_back(&words[ands + begins..], &plain[ands + begins..])
}

/// Whether talk denies nothing, doubts nothing, finds no fault, names no square and asks nothing.
fn takes_nothing_back(words: &[Word], plain: &[String]) -> bool {
    let is_denied = |language: &Words| (0..words.len()).any(|at| denies(language, words, plain, at));
    let is_wrong = |language: &Words| plain.iter().any(|word| language.faults.contains(word));
    !known().languages.iter().any(|language| is_denied(language) || is_wrong(language))
        && hesitation(plain) != Some(Hesitation::Doubt)
        && !agreement_words::doubts(plain)
        && !names_a_square_or_asks(words)
}

/// Whether the talk asks us to pass something on: `and tell Ann that she can't throw me out any more`. Who would rather not play may say that in
/// so many words: `and tell her no`, `and tell her that I do not want to`.
fn is_message(words: &[Word], plain: &[String]) -> bool {
    const SAID_WORDS_MIN: usize = 4;
    let ands = usize::from(plain.first().is_some_and(|word| known().goes_on.contains(word)));
    let begins = |language: &Words| {
        let phrases = language.messages.iter().filter(|phrase| plain[ands..].starts_with(phrase));
        let said = ands + phrases.map(Vec::len).max()?;
        let refuses = plain[said..].iter().any(|word| language.would_play.contains(word));
        let is_denied = refuses && (said..plain.len()).any(|at| denies(language, words, plain, at));
        (plain.len() >= said + SAID_WORDS_MIN && !is_denied).then_some(())
    };
    known().languages.iter().any(|language| begins(language).is_some())
}

/// Whether the talk begins by mocking the yes. Whoever has gone on after a yes to a move or a new game may begin any sentence with an `and`.
fn mocks_at_once(plain: &[String]) -> bool {
    plain.first().is_some_and(|word| known().goes_on.contains(word))
}

/// Whether a sentence of the talk may mock the yes: `And I am the king of France.`
fn mocks(words: &[Word], plain: &[String]) -> bool {
    let begins = |at: usize| at == 0 || words[at - 1].closing.contains(['.', '!', '?']);
    (0..plain.len()).any(|at| begins(at) && known().goes_on.contains(&plain[at]))
}

/// Whether a sentence of the talk may take a move back, or asks: our letter has shown the move, so that a yes to it may speak of it.
fn takes_it_back(words: &[Word]) -> bool {
    let said = sentences::said(words);
    let judges = phrasebook::guessed(said.iter().map(|said| said.word.as_str()));
    names_a_square_or_asks(words)
        || sentences::sentences(&said)
            .iter()
            .any(|sentence| judges.iter().any(|judge| about_a_move::takes_back(sentence, judge)))
}

fn names_a_square_or_asks(words: &[Word]) -> bool {
    names_a_square(words) || words.iter().any(|word| word.closing.contains('?'))
}

fn names_a_square(words: &[Word]) -> bool {
    words.iter().any(|word| is_square_shape(&word.plain) || move_words::is_of_play(word))
}

/// Whether a sentence of the talk may be about the game.
fn is_about_the_game(words: &[Word]) -> bool {
    let said = sentences::said(words);
    let judges = phrasebook::guessed(said.iter().map(|said| said.word.as_str()));
    sentences::sentences(&said)
        .iter()
        .any(|sentence| judges.iter().any(|judge| about_a_move::behind(sentence, judge, 0, false)))
}

/// Whether the talk has nothing but kind phrases, and perhaps a name at its end: `Good game, bye Ann!`
pub(in crate::command) fn is_kind(talk: &str) -> bool {
    let line = Line::new(talk);
    let plain: Vec<String> = line.words().iter().map(spelt).collect();
    is_kind_talk(line.words(), &plain)
}

/// The same for these words. `plain` are the words as they are looked up.
fn is_kind_talk(words: &[Word], plain: &[String]) -> bool {
    let said = sentences::said(words);
    if said.iter().any(|said| said.is_odd) || words.iter().any(|word| word.raw.contains('?')) {
        return false;
    }
    let longest = |at: usize| {
        let praise = known().languages.iter().flat_map(|language| &language.praise);
        let praise = praise.filter(|phrase| plain[at..].starts_with(phrase)).map(Vec::len).max();
        let texts = texts(&said[at..]);
        let of_book = |book: &Phrasebook| book.kind.longest(&texts).max(book.signs_off.longest(&texts));
        let kind = phrasebook::languages().iter().map(of_book).max();
        let polite = polite_words::phrase_length(&words[at..]).max(salutation::length(&words[at..]));
        praise.max(kind).unwrap_or_default().max(polite)
    };
    let (mut at, mut phrases) = (0, 0);
    while at < words.len() {
        match longest(at) {
            _ if polite_words::is_face(&words[at]) => at += 1,
            // `Bye Ann!`, but not `Bye! Kidding.`
            0 => {
                let is_of_phrase = at.checked_sub(1).is_some_and(|before| !words[before].closing.contains(['.', '!']));
                return is_of_phrase && phrases > 0 && at + 1 == words.len() && polite_words::is_name(&words[at]);
            }
            length => (at, phrases) = (at + length, phrases + 1),
        }
    }
    phrases > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(talk: &str) -> bool {
        let all: Vec<&Words> = known().languages.iter().collect();
        leaves_it(talk, &all, Gravity::Theirs)
    }

    #[test]
    fn kind_words_and_talk_about_life_leave_a_yes_one() {
        for talk in [
            "good game",
            "Thank you for a lovely game, Ann.",
            "Shall we play again soon?",
            "that was fun x",
            "bis bald!",
            "war echt cool",
            "cheers Ann",
            "im knackered, night shift again",
            "my cat is hungry anyway",
            "The children are calling, and dinner is ready.",
            "hat Spa\u{df} gemacht, lg",
            "ich muss jetzt eh zur Uni los",
        ] {
            assert!(leaves(talk), "{talk}");
        }
    }

    #[test]
    fn behind_a_yes_to_a_move_a_word_may_turn_to_the_club() {
        let all: Vec<&Words> = known().languages.iter().collect();
        let leaves = |talk: &str| leaves_it(talk, &all, Gravity::Move);
        for talk in [
            "And that question was for you.",
            "Und die Frage mit der Zeit war eigentlich an euch vom Club.",
            "Og sp\u{f8}rgsm\u{e5}let var til jer.",
        ] {
            assert!(leaves(talk), "{talk}");
        }
        for talk in [
            "But that was for you, wait a bit.",
            "And that question was for you. I'd rather go elsewhere.",
            "That was for you, not a move.",
            "That was for you, and so is d1-c1.",
            "That was for you, was it wrong?",
        ] {
            assert!(!leaves(talk), "{talk}");
        }
    }

    #[test]
    fn an_excuse_behind_a_yes_to_a_move_leaves_it_one_unless_it_takes_it_back() {
        let all: Vec<&Words> = known().languages.iter().collect();
        let leaves = |talk: &str| leaves_it(talk, &all, Gravity::Move);
        for talk in [
            "Sorry, I had a sandwich in my hand",
            "sorry about the mess",
            "and sorry for my untidy phrasing",
            "sorry, mein Handy spinnt heute",
            "undskyld rodet",
        ] {
            assert!(leaves(talk), "{talk}");
        }
        for talk in [
            "Sorry, wrong letter",
            "sorry, not that one",
            "sorry, I meant c3",
            "sorry, by mistake",
            "sorry, no",
            "sorry, but later",
            "sorry, falscher Knopf",
            "undskyld, forkert knap",
        ] {
            assert!(!leaves(talk), "{talk}");
        }
    }

    #[test]
    fn a_question_about_something_else_leaves_a_yes_to_a_move_one() {
        let all: Vec<&Words> = known().languages.iter().collect();
        let leaves = |talk: &str| leaves_it(talk, &all, Gravity::Move);
        for talk in [
            "did u get the bit about me being away at xmas tho?",
            "How is your knee?",
            "Wie geht es deinem Knie?",
            "The cat is out. Did you see her?",
        ] {
            assert!(leaves(talk), "{talk}");
        }
        for talk in [
            "Or is that a bad move?",
            "But is it safe?",
            "Is the king safe there?",
            "Or c3?",
            "Will you take me then?",
            "Oder ist das ein schlechter Zug?",
            "Really?",
            "Can it be undone?",
            "Not sure, is it?",
        ] {
            assert!(!leaves(talk), "{talk}");
        }
    }

    #[test]
    fn what_shall_be_passed_on_leaves_a_yes_one_unless_it_takes_it_back() {
        for talk in [
            "and tell Ann that she can't throw me out of the tenors any more",
            "Would you tell Bob from me that I expect him on time, not late",
            "und sag ihm, ich kann es nicht erwarten",
            "og hils ham, jeg kan ikke vente",
        ] {
            assert!(leaves(talk), "{talk}");
        }
        for talk in [
            "tell him I changed my mind",
            "tell him i am only joking",
            "and tell her no",
            "and tell her that I do not want to play with her",
            "und sag ihm, ich will doch nicht mit ihm spielen",
            "but not before you tell her",
            "sag ihm, das war nur Spa\u{df}",
        ] {
            assert!(!leaves(talk), "{talk}");
        }
    }

    #[test]
    fn anything_else_may_take_it_back() {
        for talk in [
            "as if",
            "You wish.",
            "just kidding",
            "not",
            "In your dreams, my friend.",
            "but only on Sunday",
            "Or shall we go on?",
            "if you give me the king",
            "Good game so far, but I want to win it",
            "once I have won",
            "my son wrote that",
            "tr\u{e4}um weiter",
            "In the other game I mean, with Carl.",
            "when hell freezes over",
            "said the fox to the hen",
            "Thanks! Kidding.",
            "Bye! Surprise!",
            "And tomorrow the sun will rise in the west.",
            "My brother types this, Bob is out for the day.",
            "In the other one with Carl, on holiday in Spain.",
        ] {
            assert!(!leaves(talk), "{talk}");
        }
    }

    #[test]
    fn behind_a_draw_only_kind_words_and_leave_count() {
        let all: Vec<&Words> = known().languages.iter().collect();
        let leaves = |talk: &str| leaves_it(talk, &all, Gravity::Draw);
        for talk in [
            "Thank you for a lovely game, Ann.",
            "Good game Ann, another one at the weekend maybe?",
            "Shall we play again soon?",
            "I must be off now, my ward is calling.",
            "ich muss eh los zur bahn",
            "war echt cool",
            "bis bald!",
        ] {
            assert!(leaves(talk), "{talk}");
        }
        for talk in [
            "What a game! Ann, are you mad? I am winning.",
            "Tolle Partie. Ich ziehe gleich d5-c5.",
            "Good game. April fool!",
            "hi im Lily and I am 6 and mummy is in the garden",
            "Arsenal and Spurs, on Saturday, what a rainy evening that was.",
            "My cat is the Pope too.",
            "Nice game. I would say that if I were losing.",
            "Great fun! Just pulling your leg",
            "Danke! Morgen.",
            "In a parallel universe where dogs drive the bus.",
            "Merry Christmas! And a happy unbirthday to the Mad Hatter.",
        ] {
            assert!(!leaves(talk), "{talk}");
        }
    }
}
