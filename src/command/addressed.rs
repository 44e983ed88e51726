//! To whom the words of a mail speak: to the opponent, who is called by name, or to the club.

use crate::command::lexer::Line;
use crate::command::lexer::Word;
use crate::command::salutation::{self, called_at_first, greeting_of, greets};
use crate::command::wish_phrases::{KNOWN, Known, Sentence, sentences};
use crate::command::yes_no;
use std::collections::BTreeSet;

/// Whether a text speaks to this player by name: `Gus, it rains`, `Gus love, it rains`, `off to bed now gus, your go`, `it rains, gus!`
pub fn speaks_to(text: &str, player: &str) -> bool {
    let lines: Vec<Line> = text.lines().map(Line::new).collect();
    let words: Vec<&Word> = lines.iter().flat_map(|line| line.words()).collect();
    let is_name = |at: usize| words.get(at).is_some_and(|word| word.lower() == player);
    let is_called = words.iter().any(|word| word.lower() == player && !word.closing.is_empty());
    let says_you = || words.iter().any(|word| is_you(word));
    called_at_first(text).iter().any(|called| called == player)
        || is_called && says_you()
        || is_name(0) && (is_endeared(&words) || words.get(1).is_some_and(|word| is_you(word)))
        || is_called_behind_a_comma(&words, player)
        || is_name(words.len().wrapping_sub(1)) && says_you() && !is_spoken_of(&words)
}

/// Whether a text that has no command may be for the club, because it speaks nowhere to this player, who is a friend: a question names the
/// club, or the player as somebody else, or has a word of the club's business; or it speaks politely. `What happens, should
/// Gus's twelve days come to an end?`, `Does my clock run on while we chat?`, `Bitte lassen Sie das weg.`
pub fn may_be_for_the_club(text: &str, player: &str) -> bool {
    let said = sentences(text);
    let lines: Vec<Line> = said.iter().map(|said| Line::new(&text[said.at.clone()])).collect();
    let says_you = |line: &Line| line.words().iter().any(is_you);
    let is_friendly = lines.iter().any(says_you);
    let of_us = |(question, line): (&Sentence, &Line)| {
        let words: Vec<&Word> = line.words().iter().collect();
        let names = || !says_you(line) && (names_the_club(&question.words) || is_spoken_about(&words, player));
        let is_business =
            || question.words.iter().any(|word| KNOWN.iter().any(|known| known.club_business.contains(word)));
        question.asks && (names() || !is_friendly && is_business())
    };
    let is_polite = |line: &Line| {
        let inside = line.words().windows(2).filter(|pair| !pair[0].closing.contains(['.', '!', '?', ':']));
        inside.into_iter().any(|pair| KNOWN.iter().any(|known| known.polite_you.contains(&pair[1].plain)))
    };
    !speaks_to(text, player) && (said.iter().zip(&lines).any(of_us) || !is_friendly && lines.iter().any(is_polite))
}

/// Whether words have the name of a player as that of somebody else: `Has Gus moved?`, `Gus's time`
fn is_spoken_about(words: &[&Word], player: &str) -> bool {
    let is_owner = |word: &str| {
        let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix('s')).or_else(|| word.strip_suffix('\''));
        owner == Some(player)
    };
    let is_inside = |at: usize| {
        let name = words[at].lower().replace('\u{2019}', "'");
        let is_set_off = at == 0 || !words[at - 1].closing.is_empty() || !words[at].closing.is_empty();
        is_owner(&name) || name == player && !is_set_off && at + 1 < words.len()
    };
    (0..words.len()).any(is_inside) || words.last().is_some_and(|last| last.lower() == player) && is_spoken_of(words)
}

/// Whether a text is certainly chat for the other player, if it answers a letter that says that such words go there: it asks nothing, answers
/// and denies nothing, names nothing on a board, and has none of the words that a mail may have for the club. `night bro. gg, say hi to mom`
pub fn is_plain_chat(text: &str) -> bool {
    const WORDS_MAX: usize = 80;
    let said = sentences(text);
    let words = || said.iter().flat_map(|sentence| &sentence.words);
    let is_first = |word: &String| yes_no::is_yes(word) || yes_no::is_no(word);
    let begins_as_answer = words().next().is_some_and(is_first);
    let is_for_the_club = |word: &String| {
        word.contains(|c: char| c.is_ascii_digit() || c == '@' || c == '/')
            || KNOWN
                .iter()
                .any(|known| known.club_words.contains(word) || known.club_names.contains(word) || known.denies(word))
    };
    !text.contains('?')
        && words().count() <= WORDS_MAX
        && words().next().is_some()
        && !begins_as_answer
        && !words().any(is_for_the_club)
}

/// What a mail says to this player, from the line that calls the player to the end of its paragraph: `Gus: you are going to lose!` Nobody is
/// told what only speaks of them: `Gus, my brother, is joining too.`
pub fn words_to<'a>(text: &'a str, player: &str) -> Option<&'a str> {
    let calls = |line: &str| called_at_first(line).iter().any(|called| called == player);
    let says_you = |words: &str| words.lines().any(|line| Line::new(line).words().iter().any(is_you));
    let paragraphs = text.split("\n\n").map(str::trim);
    let from_call = |paragraph: &'a str| {
        let begins = [0].into_iter().chain(paragraph.match_indices('\n').map(|(end, _)| end + 1));
        let mut called =
            begins.map(|at| &paragraph[at..]).filter(|rest| calls(rest.lines().next().unwrap_or_default()));
        called.find(|rest| greets(rest, player) || says_you(rest))
    };
    paragraphs.filter_map(from_call).next().or_else(|| greeting_of(text, player))
}

/// Whether a word is for the one who is written to: `you`, `you've`.
fn is_you(word: &Word) -> bool {
    let word = word.lower();
    let begins = word.split(['\'', '\u{2019}']).next().unwrap_or_default();
    KNOWN.iter().any(|known| known.you.contains(begins))
}

/// Whether only tender words and a sign stand behind the name with which the words begin: `Gus love, it rains`, `Gus, mein Lieber!`
fn is_endeared(words: &[&Word]) -> bool {
    /// `Gus my dear friend,`
    const WORDS_MAX: usize = 3;
    let is_dear = |word: &&Word| KNOWN.iter().any(|known| known.dears.contains(&word.lower()));
    let dear = words.iter().skip(1).take_while(|word| is_dear(word)).take(WORDS_MAX).count();
    dear > 0 && words.get(dear).is_some_and(|last| !last.closing.is_empty())
}

/// Whether the name ends a sentence behind a comma: `the plumber has found me, gus! He came at nine.` In a list of names, something stands
/// behind it.
fn is_called_behind_a_comma(words: &[&Word], player: &str) -> bool {
    let is_set_off = |pair: &[&Word]| {
        pair[0].closing.contains(',')
            && pair[1].lower() == player
            && pair[1].closing.contains(['.', '!', '?', '\u{2026}'])
    };
    words.windows(2).any(is_set_off)
        || words.last().is_some_and(|last| last.lower() == player)
            && words.iter().rev().nth(1).is_some_and(|before| before.closing.contains(','))
}

/// Whether the name at the end belongs to the words before it: `will you tell gus`, `are you with gus`.
fn is_spoken_of(words: &[&Word]) -> bool {
    let before = words.iter().rev().nth(1).map(|word| word.lower()).unwrap_or_default();
    KNOWN.iter().any(|known| known.before_names.contains(&before) || known.against.contains(&before))
}

/// Whether a line says no with one of its first words: `Oh dear, no. Please move my man from f4 down to f3 instead.`
pub fn refuses_at_first(line: &str) -> bool {
    const FIRST_WORDS: usize = 3;
    Line::new(line).words().iter().take(FIRST_WORDS).any(|word| yes_no::is_no(&word.lower()))
}

/// Whether a text asks whether its author's words have come to this player: `Did Bob get my bit about the biscuits, or did you eat it?`
pub fn asks_whether_sent(text: &str, player: &str) -> bool {
    /// `Has Bob really had my long letter`
    const WORDS_MAX: usize = 5;
    let asks_in = |words: &[String], known: &Known| {
        let named = (1..words.len()).find(|at| words[*at] == player && known.arrived.contains(&words[at - 1]));
        let Some(behind) = named.map(|at| &words[at + 1..words.len().min(at + 1 + WORDS_MAX)]) else { return false };
        let mine = behind.iter().position(|word| known.possessives.contains(word));
        mine.is_some_and(|mine| behind[mine..].iter().any(|word| known.letters.contains(word)))
    };
    sentences(text).iter().any(|said| KNOWN.iter().any(|known| asks_in(&said.words, known)))
}

/// What stands below the first paragraph of a text, if that paragraph says that it is for the club and not for this player: `A question for
/// the club: ...`, `not for gus: ...`, `did gus get my letter?`
pub fn below_a_question_to_the_club<'a>(text: &'a str, opponent: Option<&str>) -> Option<&'a str> {
    let text = text.trim();
    if is_letter_to_the_club(text, opponent) {
        return Some("");
    }
    let (first, below) = text.split_at(text.find("\n\n").unwrap_or(text.len()));
    let said = sentences(first);
    let says_not_for = |opponent: &str| {
        let phrases = || KNOWN.iter().flat_map(|known| &known.not_for);
        let names = |at: usize, words: &[String]| {
            words[at] == opponent && phrases().any(|phrase| words[..at].ends_with(phrase))
        };
        said.iter().any(|sentence| (0..sentence.words.len()).any(|at| names(at, &sentence.words)))
    };
    let says = |list: fn(&Known) -> &BTreeSet<Vec<String>>| {
        let phrases = || KNOWN.iter().flat_map(list);
        // `That was only a question for the club` tells of one.
        let is_told = |words: &[String]| KNOWN.iter().any(|known| known.tells_of_the_past(words));
        let is_said = |phrase: &Vec<String>, words: &[String]| {
            words.windows(phrase.len()).position(|at| at == phrase).is_some_and(|at| !is_told(&words[..at]))
        };
        said.iter().any(|sentence| phrases().any(|phrase| is_said(phrase, &sentence.words)))
    };
    let calls = || opponent.is_some_and(|opponent| speaks_to(first, opponent));
    let wonders = || opponent.is_some_and(|opponent| asks_whether_sent(first, opponent));
    (says(|known| &known.to_club) && !calls()
        || calls_the_club(first) && !calls()
        || opponent.is_some_and(says_not_for)
        || wonders())
    .then(|| below.trim())
}

/// Whether a text greets the club, so that all of it is for the club, and nowhere calls the opponent: `Dear club,` and below it whatever there is.
pub fn is_letter_to_the_club(text: &str, opponent: Option<&str>) -> bool {
    let greets_it = || KNOWN.iter().flat_map(|known| &known.club_names).any(|name| salutation::greets(text, name));
    let calls = |opponent: &str| text.split("\n\n").any(|paragraph| speaks_to(paragraph, opponent));
    greets_it() && !opponent.is_some_and(calls)
}

/// Whether a text begins by calling the club: `Club, please stop that.`, `Clerk - can she do that?`, `Dear club,`
fn calls_the_club(text: &str) -> bool {
    called_at_first(text).iter().any(|name| is_club_name(name))
}

fn is_club_name(word: &str) -> bool {
    KNOWN.iter().any(|known| known.club_names.contains(word))
}

/// Whether a text names the club.
pub fn speaks_of_the_club(text: &str) -> bool {
    sentences(text).iter().any(|said| names_the_club(&said.words))
}

fn names_the_club(words: &[String]) -> bool {
    words.iter().any(|word| is_club_name(word))
}

/// Whether a text says that the mail before it was for the club: `No, no, that was for you`. Somebody who only talks says so too; so a letter
/// must have asked about those words, or it must begin with a no and say no more.
pub fn turns_to_the_club(text: &str) -> bool {
    let first = text.trim().split("\n\n").next().unwrap_or_default();
    let is_said = |words: &[String]| {
        let mut phrases = KNOWN.iter().flat_map(|known| &known.back_to_club);
        phrases.any(|phrase| words.windows(phrase.len()).any(|at| at == phrase))
    };
    sentences(first).iter().any(|sentence| is_said(&sentence.words))
}

/// Whether a text is one sentence and does so: `And that question was for you.`
pub fn only_turns_to_the_club(text: &str) -> bool {
    sentences(text).len() == 1 && turns_to_the_club(text)
}

/// Whether a text asks something about the other player, who is not the one that it is said to: `Has she seen it yet?`
pub fn asks_about_the_other(text: &str) -> bool {
    let is_other = |word: &String| KNOWN.iter().any(|known| known.sides.other.contains(word));
    sentences(text).iter().any(|said| said.asks && said.words.iter().any(is_other))
}

/// Whether a text has a short question that names this player: `Any sign of Ann?`
pub fn asks_briefly_about(text: &str, player: &str) -> bool {
    const WORDS_MAX: usize = 8;
    let names = |words: &[String]| words.len() <= WORDS_MAX && words.iter().any(|word| word == player);
    sentences(text).iter().any(|said| said.asks && names(&said.words))
}

/// A text that says that the mail before it was for the club, and what stands behind that and is for this player, whom it names: `No, that was
/// for you, thanks. And tell Gus I'm off to bed.`
pub fn behind_a_turn<'a>(text: &'a str, player: &str) -> (&'a str, &'a str) {
    let said = sentences(text);
    let is_ours = |sentence: &Sentence| turns_to_the_club(&text[sentence.at.clone()]) || gives_thanks(&sentence.words);
    let end = said.iter().rfind(|sentence| is_ours(sentence)).map_or(text.len(), |sentence| sentence.at.end);
    let (ours, theirs) = text.split_at(end);
    let behind = sentences(theirs);
    let names = behind.iter().any(|sentence| sentence.words.iter().any(|word| word == player));
    if names && !behind.iter().any(|sentence| sentence.asks) { (ours.trim(), theirs.trim()) } else { (text, "") }
}

/// Whether a text thanks, in any of its sentences.
pub fn has_thanks(text: &str) -> bool {
    sentences(text).iter().any(|sentence| gives_thanks(&sentence.words))
}

fn gives_thanks(words: &[String]) -> bool {
    KNOWN.iter().any(|known| known.gives_thanks(words))
}

/// Whether a text begins with a no.
pub fn begins_with_no(text: &str) -> bool {
    sentences(text).first().and_then(|first| first.words.first()).is_some_and(|word| yes_no::is_no(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_calls_the_opponent_speaks_to_the_opponent() {
        for text in [
            "Gus, it rains",
            "Hi Gus!\n\nIt rains.",
            "off to bed now gus, your go",
            "gute Nacht Gus, bis du wach bist",
            "Gus love, has the plumber found you? It's your go.",
            "gus mein lieber, es regnet",
            "gus du fuchs das hab ich nicht kommen sehen",
            "plumber's found me, gus! he came at nine",
            "undskyld ventetiden, gus",
            "you've got me worried now gus",
        ] {
            assert!(speaks_to(text, "gus"), "{text}");
        }
        for text in [
            "Hi Carl, it rains",
            "gus is asleep",
            "I think gus cheats, can you look?",
            "It rains in Gus, they say",
            "can you tell gus",
            "Ann, Bob, Gus, Carl.",
            "are you with gus",
            "I wait for gus",
            "",
        ] {
            assert!(!speaks_to(text, "gus"), "{text}");
        }
    }

    #[test]
    fn what_speaks_to_somebody_else_may_be_for_the_club() {
        for text in [
            "What happens, should Gus's twelve days come to an end? I ask from concern only.",
            "Has gus seen my move yet?",
            "What if I wait for gus?",
            "Is there a polite way to make somebody move faster, or does the club recommend humming?",
            "was passiert eigentlich wenn gus nicht antwortet?",
            "Har gus set det?",
            "Does my time go on running while we exchange these pleasantries? I mean on the clock?",
            "whats the = thing on that square?",
            "Brauche ich die wirklich jedes Mal? Bitte lassen Sie sie weg.",
            "Bitte schicken Sie mir weniger.",
        ] {
            assert!(may_be_for_the_club(text, "gus"), "{text}");
        }
        for text in [
            "Gus, has he seen it?",
            "Any chance you could babysit on Saturday, Gus?",
            "How was your gran's eightieth, did she really get up on the table?",
            "hurry up gus",
            "will it rain gus?",
            "Did you learn that at the club?",
            "What do you make of my rating? Is it allowed to be so good?",
            "Sie ist heute krank, die Arme.",
            "Gus, wo habt ihr euch denn versteckt?",
            "Is it Sunday yet?",
            "",
        ] {
            assert!(!may_be_for_the_club(text, "gus"), "{text}");
        }
    }

    #[test]
    fn plain_chat_is_neither_a_question_nor_an_answer_nor_for_the_club() {
        for text in [
            "night bro. gg, say hi to mom",
            "Thanks, what a lovely evening!",
            "gute nacht, schlaf gut",
            "god nat, sov godt",
        ] {
            assert!(is_plain_chat(text), "{text}");
        }
        for text in [
            "",
            "hello?",
            "yes, lovely",
            "no way!",
            "I cannot open the picture",
            "stop these mails",
            "did not get it",
            "b4 was bold",
            "he is late",
            "I am travelling this week with limited access.",
            "ich bin zurzeit verreist",
            "jeg er bortrejst",
            &"la ".repeat(81),
        ] {
            assert!(!is_plain_chat(text), "{text}");
        }
    }

    #[test]
    fn what_is_for_the_club_says_so() {
        let text = "Before I move, a question for the club: may he jump?\n\nGus, it rains.";
        assert_eq!(below_a_question_to_the_club(text, Some("gus")), Some("Gus, it rains."));
        assert_eq!(below_a_question_to_the_club("No, I was asking you. May he jump?", None), Some(""));
        assert_eq!(
            below_a_question_to_the_club("Gus, here is a question: who asked the club about it?", Some("gus")),
            None
        );
        for text in [
            "not for gus. what is a tafl",
            "this is for the club: may he jump",
            "frage an den verein, nicht an gus: darf er springen",
            "nein das war f\u{fc}r euch nicht f\u{fc}r gus: wann hab ich gewonnen",
            "det var til klubben ikke til gus: hvem vinder",
        ] {
            assert!(below_a_question_to_the_club(text, Some("gus")).is_some(), "{text}");
        }
        for text in [
            "Did you learn that at the club or is it your own?",
            "Bist du am Samstag auch beim Verein?",
            "Kommer du i klubben p\u{e5} torsdag?",
            "Gus, I have a question for the club we saw on Sunday, do you have their number?",
            "It is not for you, it is for my nan",
        ] {
            assert_eq!(below_a_question_to_the_club(text, Some("gus")), None, "{text}");
        }
        for text in ["No, no, that was for you", "nein das war f\u{fc}r euch!", "nej det var til jer"] {
            assert!(turns_to_the_club(text) && begins_with_no(text), "{text}");
        }
        assert!(!turns_to_the_club("No, it rains"));
    }
}
