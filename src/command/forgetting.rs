//! A mail that takes back the words which were kept for the opponent, and says more: `Yes, but don't send those words to Bob.`
//!
//! Nothing is kept for long that its author does not want to be read, and nothing is thrown away by accident: the phrases name the words, and stand
//! in a part of a sentence of their own.

use crate::command::acceptance::{Hesitation, hesitation};
use crate::command::lexer::Line;
use crate::command::move_in_sentence::{self, Meant};
use crate::command::said_anywhere::hesitates;
use crate::command::wish_phrases::{KNOWN, Known, plain};
use crate::command::yes_no;
use std::ops::Range;

/// The most lines that are looked at.
const LINES_MAX: usize = 12;

/// The text without the part of a sentence that takes kept words back; empty if it says nothing else. `None` if there is no such part.
pub fn without_forgetting(text: &str) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (at, rest) = lines.iter().take(LINES_MAX).enumerate().find_map(|(at, line)| {
        let rest = without_sentence(line, partly_at)
            .or_else(|| without_sentence(line, turned_at))
            .or_else(|| without_it(line))
            .or_else(|| without_sentence(line, spoken_of_at))?;
        Some((at, rest))
    })?;
    lines[at] = rest;
    Some(lines.join("\n").trim().to_owned())
}

/// A text without the sentences that only agree to send the words that were kept: `Yes, please send them. And the move is d1-c1.` A sentence
/// beside them that says no more than a move goes too.
pub fn without_consent_to_send(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let sentences = || line.split_inclusive(['.', '!', ';']).map(str::trim).filter(|said| !said.is_empty());
        if !sentences().any(only_agrees_to_send) {
            return line.to_owned();
        }
        let is_move = |said: &str| {
            let read = move_in_sentence::read(&[], &Line::new(said), &|| &[]);
            matches!(read, Some(Ok(Meant { has_words: false, .. })))
        };
        let kept: Vec<&str> = sentences().filter(|said| !only_agrees_to_send(said) && !is_move(said)).collect();
        kept.join(" ")
    });
    lines.collect::<Vec<String>>().join("\n").trim().to_owned()
}

/// Whether a sentence of a text, or its first part, orders something sent and says nothing else, and nothing behind it takes that back: `Took him
/// long enough. Yeah send, and tell him so.`, but not `Send it, but not now.`
pub fn orders_to_send(text: &str) -> bool {
    let mut at = 0;
    let orders = text.split_inclusive(['.', '!', '\n']).any(|sentence| {
        let part = sentence.split([',', ';']).next().unwrap_or_default();
        let behind = text.get(at + part.len()..).unwrap_or_default();
        at += sentence.len();
        !part.trim().is_empty() && only_agrees_to_send(part) && !hesitates(behind)
    });
    orders && !text.contains('?')
}

/// Whether a sentence only says that the words shall be sent: `and yeah send her that`.
fn only_agrees_to_send(sentence: &str) -> bool {
    const WORDS_MAX: usize = 8;
    let said: Vec<String> = sentence.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect();
    let sends = |known: &Known| said.iter().any(|word| known.sends.iter().any(|stem| word.starts_with(stem)));
    let is_plain = |known: &Known, word: &String| {
        yes_no::is_yes(word)
            || yes_no::is_clear_yes(word)
            || known.sends.iter().any(|stem| word.starts_with(stem))
            || known.sends_with.contains(word)
            || known.unsent_joins.contains(word)
    };
    said.len() <= WORDS_MAX && KNOWN.iter().any(|known| sends(known) && said.iter().all(|word| is_plain(known, word)))
}

/// Whether a text wants only some of the words sent that were kept.
pub fn wants_a_part_sent(text: &str) -> bool {
    text.lines().take(LINES_MAX).any(|line| without_sentence(line, partly_at).is_some())
}

/// A line without a part of a sentence, from the word on that `find` finds in it.
fn without_sentence(line: &str, find: fn(&[String], &[&str]) -> Option<usize>) -> Option<String> {
    const WORDS_MAX: usize = 25;
    let words: Vec<&str> = line.split_whitespace().collect();
    let ends = |at: usize| words[at].ends_with(['.', '!', ';', '?']);
    let mut from = 0;
    while from < words.len() {
        let to = (from..words.len()).find(|at| ends(*at)).map_or(words.len(), |at| at + 1);
        let said: Vec<String> = words[from..to].iter().map(|word| plain(word)).collect();
        let is_told = said.len() <= WORDS_MAX && !words[to - 1].ends_with('?');
        if let Some(at) = is_told.then(|| find(&said, &words[from..to])).flatten() {
            return Some(without(&words, from + at..to));
        }
        from = to;
    }
    None
}

/// Where the part of a sentence begins that wants only some of the words sent: `b2-b5, and tell Toby only about the cake`. Nobody but their author
/// can divide them, so none are sent.
fn partly_at(said: &[String], _: &[&str]) -> Option<usize> {
    let fits = |way: &[String], at: usize| {
        let words = said[at..].iter().take(way.len());
        words.len() == way.len() && words.zip(way).all(|(word, known)| known == "_" || word == known)
    };
    KNOWN.iter().find_map(|known| {
        let at = (0..said.len()).find(|at| known.unsent_part.iter().any(|way| fits(way, *at)))?;
        let joins = said[..at].iter().rev().take_while(|word| known.unsent_joins.contains(*word)).count();
        Some(at - joins)
    })
}

/// A sentence that speaks of kept words, denies and names the sending: `Die Worte von vorhin brauchen Sie nicht weiterzugeben.`
fn spoken_of_at(said: &[String], words: &[&str]) -> Option<usize> {
    KNOWN.iter().find_map(|known| {
        let named = (0..said.len()).find(|at| known.kept.iter().any(|way| said[*at..].starts_with(way)))?;
        // `Let's do e3-e1 instead, and please don't send that other line.`
        let from = (1..=named).rev().find(|at| words[at - 1].ends_with(',')).unwrap_or_default();
        let part = &said[from..];
        let sends = part.iter().any(|word| known.sends.iter().any(|stem| word.starts_with(stem)));
        (sends && part.iter().any(|word| known.denies(word))).then_some(from)
    })
}

/// Where the part of a sentence begins that says that words were for the club, behind a yes or with a wish that they are not sent: `Please don't
/// send that to Ruth, it was meant for you.`, `yes, but that was a question for you`
fn turned_at(said: &[String], words: &[&str]) -> Option<usize> {
    KNOWN.iter().find_map(|known| {
        let begins = |from: usize, way: &Vec<String>| (from..said.len()).any(|at| said[at..].starts_with(way));
        let turns = |from: usize| known.back_to_club.iter().any(|way| begins(from, way));
        if !turns(0) {
            return None;
        }
        let joins = |at: &usize| known.unsent_joins.contains(&said[*at]) && *at > 0;
        let is_behind_a_yes = yes_no::is_yes(&said[0]);
        let join = (0..said.len()).find(|at| joins(at) && (words[at - 1].ends_with(',') || is_behind_a_yes));
        // `yes, but that was a question for you, wait a bit`
        let waits = |at: usize| {
            let begins = (at + 1..said.len()).filter(|next| words[next - 1].ends_with(','));
            let forgets = |next: usize| known.unsent.iter().any(|way| said[next..].starts_with(way));
            begins.into_iter().any(|next| hesitation(&said[next..]) == Some(Hesitation::Doubt) && !forgets(next))
        };
        match join.filter(|at| is_behind_a_yes && turns(*at)) {
            Some(at) => (!waits(at)).then_some(at),
            None => known.unsent.iter().any(|way| begins(0, way)).then_some(0),
        }
    })
}

/// A line without that part.
fn without_it(line: &str) -> Option<String> {
    const WORDS_MAX: usize = 60;
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > WORDS_MAX {
        return None;
    }
    let said: Vec<String> = words.iter().map(|word| plain(word)).collect();
    let ends = |at: usize| at + 1 == words.len() || words[at].ends_with(['.', '!', ';']);
    let begins = |at: usize| at == 0 || words[at - 1].ends_with(['.', '!', ',', ';', ':']);
    let (from, to) = KNOWN.iter().find_map(|known| {
        (0..words.len()).find_map(|at| {
            let is_join = |word: &usize| known.unsent_joins.contains(&said[*word]) && !ends(*word);
            let joins = (at..words.len()).take_while(is_join).count();
            let phrase = longest(known, &said[at + joins..])?;
            let behind = at + joins + phrase;
            let last = behind - 1 + if ends(behind - 1) { 0 } else { tail(known, &said[behind..]) };
            // `but please drop the words, they were silly`
            let goes_on = joins > 0 && words[last].ends_with(',');
            let last = if goes_on { (last..words.len()).find(|at| ends(*at))? } else { last };
            ((begins(at) || joins > 0) && ends(last)).then_some((at, last + 1))
        })
    })?;
    Some(without(&words, from..to))
}

/// The other words of a line.
fn without(words: &[&str], part: Range<usize>) -> String {
    let before = words[..part.start].join(" ");
    let before = before.trim_end_matches([',', ';', ':', ' ']);
    format!("{before} {}", words[part.end..].join(" ")).trim().to_owned()
}

fn longest(known: &Known, said: &[String]) -> Option<usize> {
    known.unsent.iter().filter(|phrase| said.starts_with(phrase)).map(Vec::len).max()
}

/// How many words behind the phrase only say to whom, or when: `to Bob, please`, `before`.
fn tail(known: &Known, said: &[String]) -> usize {
    const WORDS_MAX: usize = 4;
    let mut at = 0;
    while at < said.len().min(WORDS_MAX) {
        if known.unsent_tail.contains(&said[at]) {
            at += 1;
        } else if known.unsent_to.contains(&said[at]) && at + 1 < said.len() {
            at += 2;
        } else {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_to_send_stands_unless_something_behind_it_takes_it_back() {
        for text in [
            "Send it please",
            "Took him long enough. Yeah send, and tell him so.",
            "No, other way round. I have the attackers. Please send it to her.",
            "Schick sie bitte. Wurde auch Zeit!",
        ] {
            assert!(orders_to_send(text), "{text}");
        }
        for text in [
            "I want the king. Send it, but not now.",
            "Send it. But only tomorrow.",
            "Yes send it, later",
            "Send it. No, wait.",
            "Schick sie, aber nicht heute.",
            "Send it?",
            "Tell him that I send it",
            "",
        ] {
            assert!(!orders_to_send(text), "{text}");
        }
    }

    #[test]
    fn what_takes_words_back_is_taken_out() {
        for (text, rest) in [
            ("Yes, but don't send those words to Ruth.", "Yes"),
            ("yes but without the words please", "yes"),
            ("forget the words\nd3-e3", "d3-e3"),
            ("d3-e3\n\nPlease forget what I said before.", "d3-e3"),
            ("d3-e3, and forget the words", "d3-e3"),
            ("Don't send my message. d3-e3", "d3-e3"),
            ("ja, aber ohne die Worte bitte", "ja"),
            ("Ja, bitte. Die Worte bitte nicht schicken.", "Ja, bitte."),
            ("ja, men uden ordene, tak", "ja"),
            (
                "Ja, ich ziehe so. Die Worte von vorhin brauchen Sie aber nicht an Jannik weiterzugeben, die waren an Sie gerichtet.",
                "Ja, ich ziehe so.",
            ),
            ("Yes. My words need not be sent to Bob.", "Yes."),
            ("Please don't send that to Ruth, it was meant for you.\nd3-e3", "d3-e3"),
            ("yes, but the bit about the rating was a question for you, don't send it on please", "yes"),
            ("Yes, but that was a question for you.", "Yes"),
            ("b2-b5 instead, and tell Toby only about the cakes and not about f4.", "b2-b5 instead"),
            ("Yes please, but don't tell Toby about f4.", "Yes"),
            ("Ja, aber sag Toby nichts von f4.", "Ja"),
            ("forget the words", ""),
            ("Please don't send my words to Bob.", ""),
        ] {
            assert_eq!(without_forgetting(text).as_deref(), Some(rest), "{text}");
        }
        for text in [
            "d3-e3. Forget the words, she said, and dance",
            "d3-e3. I forget the words of that song",
            "d3-e3. Without words, what a move!",
            "yes, forget it",
            "Yes, but that was a question for you, wait a bit",
            "Ja, aber das war eine Frage an euch, warte noch",
            "Yes, that was a question for you, Bob, and a good one",
            "d3-e3. That was for you, Bob!",
            "d3-e3. Why were my words not sent?",
            "d3-e3. I do not like the words of that song",
            "d3-e3, without the words it would be a dull game",
            "",
        ] {
            assert_eq!(without_forgetting(text), None, "{text}");
        }
    }
}
