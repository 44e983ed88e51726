//! What a question in ordinary words asks about rules: `What wins?`, `how do i capture?` The phrases are data: `config/rules-questions.toml`.
//!
//! A topic that is wrong or missing does no harm: the answer has all the rules below what it begins with.

use crate::command::broken_lines;
use crate::command::wish_phrases::sentences;
use crate::tafl::RulesTopic;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The most topics of one answer.
const TOPICS_MAX: usize = 3;

/// The most characters of a mail in which a question is looked for.
const TEXT_CHARS_MAX: usize = 4_000;

/// The phrases about each topic in one language.
type Topics = BTreeMap<RulesTopic, Vec<String>>;

/// The phrases of one language.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Phrases {
    /// Words with which a question about rules asks: `must`, `how many`.
    asks: Vec<String>,
    /// Words of a question about what has happened: `did`, `was`.
    tells: Vec<String>,
    /// With which two words such a question begins: `can the`.
    begins: Vec<String>,
    /// Words that may stand before those.
    joins: Vec<String>,
    /// Words that announce a question.
    announces: Vec<String>,
    /// Words for what stands on the board.
    pieces: Vec<String>,
    /// Words of a question about what would happen.
    supposes: Vec<String>,
    /// With which word one of several questions in a sentence begins.
    opens: Vec<String>,
    /// What asks for all of the rules.
    whole: Vec<String>,
    /// Words of a question about time, holidays or the rating.
    elsewhere: Vec<String>,
    #[serde(flatten)]
    topics: Topics,
}

/// The file: the phrases of each language, by its word.
static QUESTIONS: LazyLock<BTreeMap<String, Phrases>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../config/rules-questions.toml")).expect("a test reads config/rules-questions.toml")
});

/// What the text asks about rules, in the order in which it asks. Sentences with a question mark count if there are any.
pub fn rules_topics(text: &str) -> Vec<RulesTopic> {
    let text: String = text.chars().take(TEXT_CHARS_MAX).collect::<String>().to_lowercase().replace('\u{2019}', "'");
    let text = broken_lines::unbroken(&text).join("\n");
    if QUESTIONS.values().any(|language| language.whole.iter().any(|phrase| text.contains(phrase.as_str()))) {
        // `I still do not know how to capture. May I have all the rules, please?`
        return Vec::new();
    }
    let all: Vec<&str> = text.split_inclusive(['.', '?', '!', '\n']).collect();
    let words = |sentence: &str| {
        sentence
            .split_whitespace()
            .map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned())
            .collect::<Vec<_>>()
    };
    let asks = |sentence: &&str| sentence.ends_with('?') || begins_like_a_question(&words(sentence));
    let asking: Vec<&str> = all.iter().copied().filter(asks).collect();
    let mut topics = in_sentences(&asking);
    if topics.is_empty() {
        topics = in_sentences(&all);
    }
    let mut seen = BTreeSet::new();
    topics.retain(|topic| seen.insert(*topic));
    topics.truncate(TOPICS_MAX);
    topics
}

/// A sentence may ask several things: `How does one capture, and when has the king won?`
fn in_sentences(sentences: &[&str]) -> Vec<RulesTopic> {
    let topics = |sentence: &str| {
        let mut parts = parts(sentence).into_iter().map(in_sentence).filter(|topics| !topics.is_empty());
        match (parts.next(), parts.next()) {
            (Some(first), Some(second)) => [first, second].into_iter().chain(parts).flatten().collect(),
            _ => in_sentence(sentence),
        }
    };
    sentences.iter().flat_map(|sentence| topics(sentence)).collect()
}

/// Whether the words of a sentence are about time, holidays or the rating.
pub(super) fn is_about_something_else<T: AsRef<str>>(words: &[T]) -> bool {
    let is_said = |phrase: &String| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.windows(phrase.len()).any(|said| said.iter().map(AsRef::as_ref).eq(phrase.iter().copied()))
    };
    QUESTIONS.values().any(|language| language.elsewhere.iter().any(is_said))
}

/// Whether a question names a piece and asks about the rules: `can a man stand on the throne`
pub(super) fn asks_about_a_piece(words: &[String]) -> bool {
    let names_a_piece = words.iter().any(|word| QUESTIONS.values().any(|language| language.pieces.contains(word)));
    names_a_piece && !rules_topics(&format!("{}?", words.join(" "))).is_empty()
}

/// The questions of a sentence: it is divided where another one begins, and not at `How is the king captured, when it is on the throne?`
fn parts(sentence: &str) -> Vec<&str> {
    let is_in = |list: fn(&Phrases) -> &Vec<String>, word: Option<&str>| {
        word.is_some_and(|word| QUESTIONS.values().any(|language| list(language).iter().any(|known| known == word)))
    };
    let begins = |sign: char, rest: &str| {
        let mut words = rest.split_whitespace().peekable();
        let is_joined = is_in(|language| &language.joins, words.peek().copied());
        if is_joined {
            words.next();
        }
        (sign == ',' || is_joined) && is_in(|language| &language.opens, words.next())
    };
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, sign) in sentence.match_indices([',', ' ']) {
        if at > from && begins(sign.chars().next().unwrap_or_default(), &sentence[at + 1..]) {
            parts.push(&sentence[from..at]);
            from = at + 1;
        }
    }
    parts.push(&sentence[from..]);
    parts
}

/// The topics whose phrases say most of a sentence.
fn in_sentence(sentence: &str) -> Vec<RulesTopic> {
    let is_sign = |c: char| !c.is_alphanumeric() && c != '\'';
    let words: Vec<&str> = sentence.split(is_sign).filter(|word| !word.is_empty()).collect();
    if is_about_something_else(&words) {
        return Vec::new();
    }
    let found: Vec<(RulesTopic, usize)> = QUESTIONS
        .values()
        .flat_map(|language| &language.topics)
        .filter_map(|(topic, phrases)| {
            let fitting = phrases.iter().filter(|phrase| fits(phrase, &words));
            Some((*topic, fitting.map(|phrase| phrase.split(' ').count()).max()?))
        })
        .collect();
    let most = found.iter().map(|(_, count)| *count).max();
    found.into_iter().filter(|(_, count)| Some(*count) == most).map(|(topic, _)| topic).collect()
}

/// Whether a sentence that ends in a question mark asks about rules, by a phrase of several words and a word that asks what is always so: `must
/// four men surround the king`, but not `did you see how they caught the king`.
pub(in crate::command) fn asks_about_rules(words: &[String]) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let in_language = |language: &Phrases| {
        let is_said = |list: &[String]| {
            list.iter().any(|phrase| words.windows(phrase.split(' ').count()).any(|said| said.join(" ") == *phrase))
        };
        let is_clear = |phrase: &String| phrase.contains(' ') && fits(phrase, &words);
        is_said(&language.asks) && !is_said(&language.tells) && language.topics.values().flatten().any(is_clear)
    };
    QUESTIONS.values().any(in_language)
}

/// How many words of a phrase about rules these words have.
pub(in crate::command) fn words_about_rules(words: &[String]) -> usize {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let phrases = QUESTIONS.values().flat_map(|language| language.topics.values().flatten());
    phrases.filter(|phrase| fits(phrase, &words)).map(|phrase| phrase.split(' ').count()).max().unwrap_or_default()
}

/// Whether a text that is told to the other player may ask about rules too, so that both have to answer: a question with a topic and a word
/// for what stands on the board, but not about what has happened, and not about `your` king.
pub fn may_ask_about_rules(text: &str) -> bool {
    sentences(text).iter().any(|said| {
        let is_question = said.asks || begins_like_a_question(&said.words);
        let names_a_piece = || QUESTIONS.values().any(|language| has(&said.words, &language.pieces));
        is_question && !tells(&said.words) && names_a_piece() && !rules_topics(&said.words.join(" ")).is_empty()
    })
}

/// Whether a sentence begins like a question about what is always so, perhaps behind a few words that announce it: `can the king get caught`,
/// `question while I wait, does the edge count`. On a phone, many leave the sign at its end out.
pub(in crate::command) fn begins_like_a_question(words: &[String]) -> bool {
    /// `one question while i wait`
    const ANNOUNCING_WORDS_MAX: usize = 5;
    let joins = |word: &String| QUESTIONS.values().any(|language| language.joins.contains(word));
    let words = if words.first().is_some_and(joins) { &words[1..] } else { words };
    let begins = |at: usize| {
        let pair = words.get(at..at + 2).map(|pair| pair.join(" "));
        pair.is_some_and(|pair| QUESTIONS.values().any(|language| language.begins.contains(&pair)))
    };
    let announces = |word: &String| QUESTIONS.values().any(|language| language.announces.contains(word));
    let announced = words.iter().take(ANNOUNCING_WORDS_MAX).any(announces);
    begins(0) || announced && (1..=ANNOUNCING_WORDS_MAX).any(begins)
}

/// Whether a question is about what would happen.
pub(in crate::command) fn supposes(words: &[String]) -> bool {
    QUESTIONS.values().any(|language| has(words, &language.supposes))
}

/// Whether a question is about what has happened.
pub(in crate::command) fn tells(words: &[String]) -> bool {
    QUESTIONS.values().any(|language| has(words, &language.tells))
}

/// Whether words have one of these phrases.
fn has(words: &[String], phrases: &[String]) -> bool {
    phrases.iter().any(|phrase| words.windows(phrase.split(' ').count()).any(|said| said.join(" ") == *phrase))
}

/// Whether the words of a phrase are among these, in its order.
fn fits(phrase: &str, words: &[&str]) -> bool {
    let mut rest = words.iter();
    phrase.split(' ').all(|wanted| {
        rest.any(|word| match wanted.strip_suffix('-') {
            Some(beginning) => word.starts_with(beginning),
            None => *word == wanted,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Language;
    use crate::tafl::RulesTopic::{
        Captures, Corners, Draw, Encirclement, First, KingArmed, KingTaken, Movement, NoMove, Repetition, Throne, Wins,
    };

    #[test]
    fn every_language_has_phrases_for_every_topic() {
        for language in Language::ALL {
            let phrases = QUESTIONS.get(language.word());
            for topic in RulesTopic::ALL {
                let of_topic = phrases.and_then(|phrases| phrases.topics.get(&topic));
                assert!(of_topic.is_some_and(|phrases| !phrases.is_empty()), "{language:?}: {topic:?}");
            }
        }
    }

    #[test]
    fn a_question_about_what_is_always_so_asks_about_rules() {
        let asks = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            asks_about_rules(&words)
        };
        for text in [
            "is my king in danger from two men or must there be four of them",
            "do i need 2 of mine to catch the king or 4",
            "are two men enough to take the king now that he stands beside the throne",
            "how many pieces does it take to capture the king",
            "darf mein könig auch selber schlagen oder muss der nur weglaufen",
            "reichen da zwei oder muss der könig gefangen sein",
            "må kongen slå brikker",
        ] {
            assert!(asks(text), "{text}");
        }
        assert!(supposes(&["what".to_owned(), "if".to_owned()]) && !supposes(&["what".to_owned()]));
        for (text, begins) in [
            ("can the king get took against the side of the board", true),
            ("question while i wait can the king get took against the side", true),
            ("kann der k\u{f6}nig am rand gefangen werden", true),
            ("kan kongen fanges ved kanten", true),
            ("i wonder if you can the beans", false),
            ("can you come on sunday", false),
        ] {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            assert_eq!(begins_like_a_question(&words), begins, "{text}");
        }
        for text in [
            "did you see how they caught the king in that film",
            "is the king of denmark coming to your town",
            "can you come on sunday",
            "hast du gesehen wie der könig gefangen wurde",
            "shall we win the cup",
        ] {
            assert!(!asks(text), "{text}");
        }
    }

    #[test]
    fn a_question_about_rules_has_its_topic() {
        for (text, expected) in [
            ("what wins?", &[Wins][..]),
            ("Remind me, how do I win again?", &[Wins]),
            ("how do i capture", &[Captures]),
            ("How do I capture a piece? And who moves first?", &[Captures, First]),
            ("how do i capture the king??", &[KingTaken]),
            ("How many of my men do I need around the king to capture him, two or four?", &[KingTaken]),
            ("wieviele steine brauch ich um den könig zu fangen", &[KingTaken]),
            ("Hvor mange brikker skal der til for at slå kongen?", &[KingTaken]),
            ("Can the king help to capture?", &[KingArmed]),
            ("is the king allowed to capture men", &[KingArmed]),
            ("does the king have to reach the corner or just the edge", &[Corners]),
            ("what if we repeat the same position", &[Repetition]),
            ("do I win if I surround all the defenders?", &[Encirclement]),
            ("I have d5 in my sights. Can my men stop on the throne?", &[Throne]),
            ("what happens when I can't move?", &[NoMove]),
            ("when is it a draw?", &[Draw]),
            ("can pieces move diagonally?", &[Movement]),
            ("how do the pieces move in this one and how do i win? never played", &[Movement, Wins]),
            ("Wie gewinnt man und wie ziehen die Steine?", &[Wins, Movement]),
            ("Wie fange ich den K\u{f6}nig, wenn er auf dem Thron sitzt?", &[KingTaken]),
            ("How long may I take over a move?", &[]),
            (
                "I have never played Brandubh before, so would you be so kind as to explain how the pieces move and how each side wins?",
                &[Movement, Wins],
            ),
            ("I still do not know how one captures. May I have all the rules, please?", &[]),
            ("Wie lange habe ich pro Zug?", &[]),
            ("May the king go back to his throne?", &[Throne]),
            ("Does the king also walk safely between two enemy men?", &[Captures]),
            ("Do I have to capture?", &[Captures]),
            ("Can I pass my turn?", &[NoMove]),
            ("What happens if we repeat moves?", &[Repetition]),
            ("Darf ich aussetzen?", &[NoMove]),
            ("Muss ich schlagen?", &[Captures]),
            ("M\u{e5} kongen g\u{e5} tilbage til tronen?", &[Throne]),
            ("Wie schlage ich einen Stein?", &[Captures]),
            ("Wann gewinnt man denn?", &[Wins]),
            ("Wie wird der König geschlagen?", &[KingTaken]),
            ("Wer fängt an?", &[First]),
            ("Hvordan slår man en brik?", &[Captures]),
            ("Hvem begynder?", &[First]),
            ("ta. never played this before, how do i win as the o's? and how do the bits move", &[Wins, Movement]),
            ("Hvornår har man vundet?", &[Wins]),
            ("What are the rules?", &[]),
            ("Can you send me the rules please", &[]),
            ("Kannst du mir die Regeln schicken?", &[]),
        ] {
            assert_eq!(rules_topics(text), expected, "{text}");
        }
    }
}
