//! A yes or no in the words people use, as the first line of an answer: `Yes, please send it`, `yep`, `sure, lets go`, `haha nah`.
//!
//! It is sure only if the line says nothing else. What goes on may be a condition (`sure, but lets start tomorrow`), take it back (`Ok. Forget
//! it.`) or be sarcasm, and no list of words could tell, so it is only asked about.

use crate::command::agreement_words::{self, Frame, Says, Words, known};
use crate::command::entry::Weight;
use crate::command::lexer::{Line, Word};
use crate::command::polite_words;
use crate::command::salutation;
use crate::command::yes_no;

/// What was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Whether to play a game.
    Challenge,
    /// Whether to accept another offer of the opponent.
    Offer,
    /// Whether a line is meant that we have shown.
    Line,
    /// Whether such a line is meant that challenges somebody.
    LineThatChallenges,
    /// Whether such a line is meant that accepts what the opponent offers.
    LineThatAccepts,
}

/// The yes or no of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    /// Whether it is a yes.
    pub yes: bool,
    /// Whether the line says nothing else.
    is_all: bool,
    /// How many words of it were understood.
    understood: usize,
    /// Whether it has words that are a yes only to a challenge.
    plays: bool,
    /// Whether it has words that are a yes only to a line.
    acts: bool,
    /// Whether it has words that are a yes to either of them.
    goes_ahead: bool,
    /// Whether it has words that are a yes only to what another offers.
    suits: bool,
    /// Whether it has words that do not go with something grave.
    is_chatty: bool,
    /// Whether its author laughs behind a yes, and is not chatty otherwise.
    laughs: bool,
}

/// The most words of an answer.
const WORDS_MAX: usize = 16;
/// The most words of a phrase.
const PHRASE_WORDS_MAX: usize = 7;

/// The yes or no with which a line begins.
pub(in crate::command) fn read(line: &str) -> Option<Agreement> {
    let line = Line::new(line);
    let words = line.words();
    let read = known().languages.iter().filter_map(|language| in_language(language, words));
    // `No problem` is all of an English phrase, and the beginning of a German one.
    read.max_by_key(|found| (found.is_all, found.understood))
}

/// Whether a line says yes to a line that we have shown, and nothing else.
pub fn is_friendly_yes(line: &str) -> bool {
    read(line).is_some_and(|said| said.yes && said.is_certain(Weight::Heavy, About::Line))
}

/// Whether a part of a sentence certainly says yes to a challenge.
pub fn is_a_yes_to_a_game(part: &str) -> bool {
    read(part).is_some_and(|said| said.yes && said.is_certain(Weight::Light, About::Challenge))
}

/// What follows the no with which a text begins: of `No, don't send them. d1-c1` the move. `None` if it begins with none: `No mercy! d1-c1`
pub fn behind_a_no(text: &str) -> Option<&str> {
    /// `No, please, don't send them.`
    const SIGNS_MAX: usize = 3;
    let says_no =
        |end: &usize| read(&text[..*end]).is_some_and(|said| !said.yes && said.is_certain(Weight::Light, About::Line));
    let signs = text.match_indices(['.', '!', ',', '\n']).map(|(end, _)| end).take(SIGNS_MAX);
    let end = signs.chain([text.len()]).filter(says_no).last()?;
    Some(text.get(end + 1..).unwrap_or_default().trim_start())
}

impl Agreement {
    /// Whether it says yes to a challenge with more than one word: `lets go`, `yes please`.
    pub(in crate::command) fn is_hearty(&self) -> bool {
        self.yes && (self.plays || (self.is_all && self.understood > 1))
    }

    /// The yes or no of a sentence that says nothing else.
    pub fn in_a_sentence(yes: bool) -> Agreement {
        Agreement {
            yes,
            is_all: true,
            understood: 0,
            plays: false,
            acts: false,
            goes_ahead: false,
            suits: false,
            is_chatty: true,
            laughs: false,
        }
    }

    /// Whether its line says nothing else.
    pub fn is_all(&self) -> bool {
        self.is_all
    }

    /// Whether it is a yes to a challenge and to nothing else, and all that its line says.
    pub(in crate::command) fn is_to_play(&self) -> bool {
        self.yes && self.is_all && self.plays
    }

    /// Whether it certainly answers this question, which is so serious.
    pub fn is_certain(&self, weight: Weight, about: About) -> bool {
        let fits = !self.yes
            || match about {
                About::Challenge => !self.acts,
                About::Offer => !self.plays && !self.acts && !self.goes_ahead,
                About::Line => !(self.plays || self.suits && weight == Weight::Heavy),
                About::LineThatAccepts => !self.plays,
                About::LineThatChallenges => true,
            };
        // `Yes haha` to what the opponent offers is a yes.
        let may_laugh = matches!(about, About::Offer | About::LineThatAccepts);
        self.is_all && fits && (weight != Weight::Heavy || !(self.is_chatty || self.laughs && !may_laugh))
    }

    /// The same line below courtesies: `Dear Tom, how nice.`
    pub(in crate::command) fn below_courtesies(self) -> Agreement {
        Agreement { is_chatty: true, ..self }
    }

    /// The same line, of which more follows below.
    pub(in crate::command) fn goes_on(self) -> Agreement {
        Agreement { is_all: false, ..self }
    }
}

/// Whether a text refuses an offer with a verb: `No, I decline the draw`, but not `please don't decline it yet`.
pub fn declines(text: &str) -> bool {
    const DENIED_WITHIN: usize = 5;
    let denies = |word: &String| known().languages.iter().any(|language| language.denies.contains(word));
    // `Certainly not. I refuse.`
    text.split(['.', '!', '?', ';', '\n']).any(|sentence| {
        let words = spelt_words(sentence, WORDS_MAX);
        let is_denied = |at: usize| words[at.saturating_sub(DENIED_WITHIN)..at].iter().any(denies);
        (0..words.len()).any(|at| known().declines.contains(&words[at]) && !is_denied(at))
    })
}

/// Whether a text speaks of another game than the one that is played: `Shall we play again?`
pub fn speaks_of_another_game(text: &str) -> bool {
    const TEXT_WORDS_MAX: usize = 300;
    agreement_words::plays_again(&spelt_words(text, TEXT_WORDS_MAX))
}

/// The first words of a text.
pub(in crate::command) fn spelt_words(text: &str, max: usize) -> Vec<String> {
    text.lines().flat_map(|line| Line::new(line).words().iter().map(spelt).collect::<Vec<String>>()).take(max).collect()
}

/// Whether it certainly says yes to a question that does no harm.
pub fn says_yes(said: &Agreement) -> bool {
    said.yes && said.is_certain(Weight::Light, About::LineThatChallenges)
}

/// Whether a text that begins with this answer leans to a yes. Who says no to something else may go on with a yes to the challenge: `No.
/// I accept the invitation from Ute.`
pub fn leans_to_yes(said: &Agreement, text: &str) -> bool {
    let accepts = |sentence: &str| read(sentence).is_some_and(|said| said.yes && said.plays);
    // `Let's play on` refuses a draw.
    let plays_on = agreement_words::plays_on(&spelt_words(text, WORDS_MAX));
    !plays_on && (said.yes || text.split_inclusive(['.', '!', '\n']).skip(1).any(accepts))
}

/// Whether the first word of a text, below a salutation, says yes by itself.
pub fn begins_with_yes(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !salutation::is_salutation(line));
    lines
        .next()
        .is_some_and(|line| Line::new(line).words().first().map(spelt).is_some_and(|word| yes_no::is_yes(&word)))
}

/// Whether a word says yes in one of the languages of our letters. `spell` writes our words in the way in which it is written.
pub(in crate::command) fn is_yes_word(word: &str, spell: impl Fn(&str) -> String) -> bool {
    let is_known = |word: &str| {
        yes_no::is_yes(word) || known().languages.iter().flat_map(Words::all_yes).any(|yes| spell(yes) == word)
    };
    is_known(word) || squeezed(word).is_some_and(|word| is_known(&word))
}

/// Whether a line is only kind words that neither agree nor refuse: `Dear Tom, how nice.`
pub(in crate::command) fn is_courtesy(line: &str) -> bool {
    let line = Line::new(line);
    let words = line.words();
    let only_kind = |language: &Words| {
        let (length, said) = phrases(language, words);
        length == words.len()
            && !said.is_empty()
            && said.iter().all(|says| matches!(says, Says::Polite | Says::Chatty | Says::Laughs))
    };
    words.len() <= WORDS_MAX && words.iter().all(|word| !is_doubtful(word)) && known().languages.iter().any(only_kind)
}

/// Whether every line of a text is only polite: `Hi,` and below it `thank you!`
pub fn is_only_polite(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    let is_weak = |line: &str| {
        read(line).is_some_and(|said| {
            said.yes
                && !said.is_certain(Weight::Light, About::LineThatChallenges)
                && said.understood == Line::new(line).words().len()
        })
    };
    let is_kind = |line: &str| polite_words::is_polite(Line::new(line).words()) || is_courtesy(line) || is_weak(line);
    lines.peek().is_some() && lines.all(is_kind)
}

/// The yes or no in the words of one language.
fn in_language(language: &Words, words: &[Word]) -> Option<Agreement> {
    let (at, said) = phrases(language, words);
    let says = |one: Says| said.contains(&one);
    let strong = [Says::Yes, Says::Play, Says::Act, Says::GoAhead, Says::Suits].into_iter().any(says);
    let weak = says(Says::PerhapsYes);
    let rest = words.get(at..).unwrap_or_default();
    let is_turned = rest.first().is_some_and(|word| known().turns.contains(&word.lower()));
    let yes = match (strong, says(Says::No)) {
        _ if is_turned => return None,
        (true, true) => return None,
        (false, true) => false,
        (true, false) => true,
        (false, false) if weak => true,
        (false, false) => return None,
    };
    let laughs_behind = matches!(said.first(), Some(Says::Yes));
    Some(Agreement {
        yes,
        is_all: rest.is_empty() && (strong || !yes) && !words.iter().any(is_doubtful),
        understood: at,
        plays: says(Says::Play) && !says(Says::Act),
        acts: says(Says::Act),
        goes_ahead: says(Says::GoAhead),
        suits: says(Says::Suits),
        is_chatty: says(Says::Chatty) || (says(Says::Laughs) && !laughs_behind),
        laughs: says(Says::Laughs) && laughs_behind,
    })
}

/// The word with each letter that stands several times in a row only once. `None` if there is no such letter.
fn squeezed(word: &str) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let all = letters.len();
    letters.dedup();
    (letters.len() < all).then(|| letters.into_iter().collect())
}

/// Whether two words only say how something is: `How lovely!`
fn is_exclamation(language: &Words, words: &[Word]) -> bool {
    words.first().is_some_and(|word| language.how.contains(&word.lower()) && word.closing.is_empty())
        && words.last().is_some_and(|word| {
            word.closing.contains(['.', '!', ','])
                && !language.no_quality.contains(&word.lower())
                && word.plain.chars().all(char::is_alphabetic)
        })
}

pub(in crate::command) fn is_doubtful(word: &Word) -> bool {
    word.raw.contains(['?', '\u{2026}']) || word.raw.contains("..")
}

/// What the phrases at the beginning of the words say, and how many words they have. A greeting above them is kind.
fn phrases(language: &Words, words: &[Word]) -> (usize, Vec<Says>) {
    let mut at = salutation::length(words);
    let mut said: Vec<Says> = (at > 0).then_some(Says::Chatty).into_iter().collect();
    while let Some(word) = words.get(at).filter(|_| at < WORDS_MAX) {
        let face = polite_words::is_face(word).then_some((1, Says::Polite));
        let rest = &words[at..];
        let Some((length, says)) = phrase_at(language, rest).or(face) else { break };
        at += length;
        said.push(says);
    }
    (at, said)
}

/// The phrase at the beginning of the words: how long it is, and what it says.
pub(in crate::command) fn phrase_at(language: &Words, words: &[Word]) -> Option<(usize, Says)> {
    let framed = language.frames.iter().find_map(|frame| framed(frame, words));
    framed.or_else(|| said(language, words))
}

/// The phrase with free places at the beginning of the words.
fn framed(frame: &Frame, words: &[Word]) -> Option<(usize, Says)> {
    let spelt: Vec<String> = words.iter().take(FRAME_WORDS_MAX).map(spelt).collect();
    let begins = |phrase: &&String| phrase.split(' ').zip(&spelt).filter(|(known, word)| known == word).count();
    let fits = |phrase: &&String| begins(phrase) == phrase.split(' ').count();
    let begin = frame.begins.iter().filter(fits).map(|phrase| phrase.split(' ').count()).max()?;
    let (mut at, mut says) = (begin, Says::Yes);
    while let Some(word) = spelt.get(at).filter(|_| words[at - 1].closing.is_empty()) {
        let is_whose = word.strip_suffix("'s").is_some_and(|name| !name.is_empty());
        let is_challenge = frame.challenge.contains(word);
        let is_of = frame.of.contains(word) && words[at].closing.is_empty() && spelt.len() > at + 1;
        if is_of {
            at += 2;
            continue;
        }
        if !is_whose && !is_challenge && !frame.may.contains(word) {
            break;
        }
        if is_challenge {
            says = Says::Play;
        }
        at += 1;
    }
    if frame.ends.is_empty() {
        return Some((at, says));
    }
    let ends = spelt.get(at).is_some_and(|word| *word == frame.ends) && words[at - 1].closing.is_empty();
    ends.then_some((at + 1, says))
}

/// The most words of a phrase with free places.
const FRAME_WORDS_MAX: usize = 14;

/// A word in lower case and with a plain apostrophe.
pub(in crate::command) fn spelt(word: &Word) -> String {
    word.lower().replace('\u{2019}', "'")
}

/// The longest phrase at the beginning of the words, and what it says.
fn said(language: &Words, words: &[Word]) -> Option<(usize, Says)> {
    let longest = words.len().min(PHRASE_WORDS_MAX);
    // A phrase does not continue after the end of a sentence.
    let whole = words[..longest].iter().position(|word| !word.closing.is_empty()).map_or(longest, |end| end + 1);
    (1..=whole).rev().find_map(|length| {
        let said = words[..length].iter().map(spelt).collect::<Vec<_>>().join(" ");
        let squeezed = || squeezed(&said).filter(|_| length == 1).and_then(|word| language.says(&word));
        let shared = || match () {
            () if yes_no::is_no(&said) => Some(Says::No),
            () if yes_no::is_yes(&said) => Some(Says::Yes),
            // `yesss`
            () if squeezed() == Some(Says::Yes) => Some(Says::Yes),
            () if squeezed() == Some(Says::No) => Some(Says::No),
            // `How lovely!`, but not `How are you?`
            () if length == 2 && is_exclamation(language, &words[..2]) => Some(Says::Chatty),
            () => None,
        };
        language.says(&said).or_else(shared).map(|says| (length, says))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_certain(line: &str, weight: Weight, about: About) -> Option<bool> {
        read(line).filter(|said| said.is_certain(weight, about)).map(|said| said.yes)
    }

    #[test]
    fn friendly_answers_are_read() {
        for line in [
            "yes",
            "Yes, please send it",
            "yep",
            "yes do it",
            "Yes, that's right.",
            "Ok.",
            "ok, thank you :-)",
            "Yes please!",
            "Ja, gerne!",
            "ja, schick es ab",
            "ja tak, gør det",
            "jep",
            "That\u{2019}s right",
            "yes, good luck!",
        ] {
            assert_eq!(is_certain(line, Weight::Heavy, About::Line), Some(true), "{line}");
        }
        for line in [
            "yes pls",
            "jaja mach",
            "yeah do that",
            "ja gern",
            "ja bitte mach das",
            "jo gerne",
            "ja tak",
            "Yes, please, that is what I mean.",
            "yes plz do it",
            "I gladly accept.",
            "yess",
            "yesss pls",
            "jaaa",
            "ye",
            "I accept the draw",
            "Ich nehme das Remis gern an.",
        ] {
            assert_eq!(is_certain(line, Weight::Heavy, About::Line), Some(true), "{line}");
        }
        for line in [
            "Dear Tom, how nice. Yes, I gladly accept.",
            "I should like to accept Tom's invitation",
            "Hi Eva, yes please!",
            "Liebe Eva, wie schön. Ich nehme die Einladung gern an!",
            "Hej Tom, jeg tager gerne imod udfordringen",
            "Ich würde gern deine Herausforderung annehmen",
        ] {
            assert_eq!(is_certain(line, Weight::Light, About::Challenge), Some(true), "{line}");
            assert_eq!(is_certain(line, Weight::Heavy, About::Offer), None, "{line}");
        }
        for line in [
            "Dear Tom, how nice.",
            "Hallo Eva, das freut mich!",
            "Hi Tom, thank you for the invitation!",
            "How delightful!",
        ] {
            assert!(is_courtesy(line), "{line}");
        }
        for line in [
            "Dear Tom, how nice of you?",
            "How are you?",
            "How are you.",
            "How come!",
            "Yes, how nice",
            "How nice it would be",
            "Hi Tom, no thanks",
            "d1-c1",
        ] {
            assert!(!is_courtesy(line), "{line}");
        }
        for line in ["I accept that I lost", "I accept defeat", "Dear Tom, yes but not now", "Ich nehme es an dir wahr"]
        {
            for about in [About::Challenge, About::Offer, About::Line] {
                assert_eq!(is_certain(line, Weight::Light, about), None, "{line}");
            }
        }
        for line in ["sure lets go", "accept it is", "OK then, let's play!", "haha yes", "yeah sure!", "los geht's"] {
            assert_eq!(is_certain(line, Weight::Light, About::Challenge), Some(true), "{line}");
        }
        for line in [
            "no",
            "haha nah",
            "No thanks.",
            "nope, sorry",
            "nein danke",
            "Nö, lieber nicht",
            "nej tak",
            "Of course not.",
        ] {
            assert_eq!(is_certain(line, Weight::Light, About::Offer), Some(false), "{line}");
        }
    }

    #[test]
    fn what_is_said_to_another_question_is_no_yes() {
        for line in
            ["Let's play!", "Spielen wir weiter!", "Machen wir weiter.", "haha yes", "Lad os spille", "go ahead"]
        {
            assert_eq!(is_certain(line, Weight::Heavy, About::Offer), None, "{line}");
        }
        assert_eq!(is_certain("send it", Weight::Light, About::Challenge), None);
        assert_eq!(is_certain("lets play", Weight::Light, About::Line), None);
    }

    #[test]
    fn what_goes_on_is_only_asked_about() {
        for line in [
            "Yes! See you on Monday.",
            "yeah sure! but lets start tomorrow",
            "yes, but only on Fridays",
            "Yes. Just kidding",
            "yes?",
            "ok i give up for real now",
            "Ja. Aber erst morgen",
            "yes d1-c1",
            "Ok. Forget it.",
            "Ok. I have too many games already.",
            "Ok. I take it back.",
            "Yeah, right.",
            "Ok hmm...",
            "ok so...",
            "Ok\u{2026}",
            "No problem!",
            "no worries",
            "Great!",
        ] {
            assert_eq!(read(line).map(|said| said.yes), Some(true), "{line}");
            for about in [About::Challenge, About::Offer, About::Line] {
                assert_eq!(is_certain(line, Weight::Light, about), None, "{line}");
            }
        }
        for line in ["No. I mean yes, gladly!", "Nein, doch!", "no idea, who is this?"] {
            assert_eq!(is_certain(line, Weight::Light, About::Challenge), None, "{line}");
        }
        for line in [
            "I think so",
            "not yet",
            "Tak!",
            "",
            "thanks",
            "What a game!",
            "Na ja.",
            "N\u{e5} ja",
            "Don't worry!",
            "yes no",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
        assert_eq!(is_certain(&"yes ".repeat(1_000), Weight::Light, About::Line), None);
    }

    #[test]
    fn what_follows_a_no_is_found() {
        for (text, rest) in [
            ("No! d1-c1", "d1-c1"),
            ("No, don't send them. d1-c1", "d1-c1"),
            ("Nein danke.\n\nd1-c1\nHallo", "d1-c1\nHallo"),
            ("Nej, d1-c1", "d1-c1"),
            ("no", ""),
        ] {
            assert_eq!(behind_a_no(text), Some(rest), "{text}");
        }
        for text in
            ["No mercy! d1-c1", "no problem, d1-c1", "No way out for you. d1-c1", "Yes! d1-c1", "d1-c1. No!", ""]
        {
            assert_eq!(behind_a_no(text), None, "{text}");
        }
    }
}
