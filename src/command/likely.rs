//! What a sentence probably means in which no phrase is known: what it is most like ([`likeness`]), if that is near enough, and nothing else is as
//! near.
//!
//! Nothing is done because of it. A question gets its answer, a wish is asked about. Who breaks it: a friend who asks a friend something that
//! people also ask the club. So beside a board it must be nearer, and a sentence that calls the opponent by name is not looked at.
//!
//! [`likeness`]: crate::command::likeness

use crate::command::club_questions::{Readers, asked_of_club};
use crate::command::club_topic::ClubTopic;
use crate::command::lexer::is_square_shape;
use crate::command::likeness::{Likeness, likenesses};
use crate::command::rules_questions::{begins_like_a_question, rules_topics};
use crate::command::wish_phrases::{Sentence, sentences};
use crate::tafl::RulesTopic;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as ValueError;

/// How the meanings begin that are about one part of the rules.
const RULES: &str = "rules ";

/// How the lines begin of the pages that answer questions to the club.
const PAGE: &str = "help ";

/// What friends write to each other.
const WORDS: &str = "words";
/// What is said of moves. Where a question names no square, it is none of them.
const MOVE: &str = "move";
/// Nothing for the club.
const CHAT: [&str; 2] = [WORDS, MOVE];
/// Wishes to leave. Friends say good-bye to each other too.
const LEAVING: [&str; 2] = ["signoff", "delete"];
/// How long a request to join waits, which nobody asks beside a board.
const WAITING: &str = "help waiting";
/// How long an offer stands, which is asked where there is one.
const OFFER: &str = "help offer";
/// Thanks to the club.
const THANKS: &str = "thanks";
/// What puts an answer off.
const LATER: &str = "later";
/// Answers to what is offered.
const ANSWERS: [&str; 3] = ["accept", "decline", LATER];
/// What need not be a question to mean something beside a board.
const STATEMENTS: [&str; 9] =
    ["accept", "decline", LATER, THANKS, "draw", "undo", "resign", "rematch", "help receipts"];
/// What is wished for on a board.
const ON_BOARD: [&str; 4] = ["draw", "undo", "resign", "rematch"];

/// How near a sentence must be to what it is most like, and how much nearer than to anything else.
struct Bounds {
    nearness: f32,
    lead: f32,
}

/// Where nothing else is possible.
const SURELY: Bounds = Bounds { nearness: 0.24, lead: 0.1 };
/// Beside a board, where most is for the opponent.
const BESIDE_A_BOARD: Bounds = Bounds { nearness: 0.185, lead: 0.04 };
/// Where nobody but the club reads it.
const OUTSIDE: Bounds = Bounds { nearness: 0.18, lead: 0.03 };
/// The same for what asks nothing.
const STATED: Bounds = Bounds { nearness: 0.3, lead: 0.1 };

/// The most sentences of a text that are compared. Nobody asks more in one mail.
pub(super) const SENTENCES_MAX: usize = 16;

/// What a sentence probably means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Likely {
    /// The line of a command, and how near the sentence is to it.
    Line { line: &'static str, surely: bool, nearness: f32 },
    /// Words for a friend.
    Chat { surely: bool },
    /// Thanks to the club.
    Thanks { surely: bool },
    /// An answer that is put off.
    Later { surely: bool },
}

/// Who may be meant by a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Nobody but the club reads it.
    pub only_club: bool,
    /// An offer or a challenge waits for an answer.
    pub asked: bool,
    /// A challenge to somebody waits for an answer.
    pub waits: bool,
    /// A game is played.
    pub playing: bool,
    /// A game has ended.
    pub ended: bool,
}

/// What a sentence probably means there. `None` if it is like nothing, or like several things.
pub(super) fn likely(sentence: &str, asks: bool, place: Place) -> Option<Likely> {
    /// `What is this?` is like too many others.
    const QUESTION_WORDS_MIN: usize = 4;
    let words = sentence.split_whitespace().count();
    // `multiple` is a command, or meant to be one.
    if words < 2 || asks && words < QUESTION_WORDS_MIN {
        return None;
    }
    let names_a_square = || sentence.split(|c: char| !c.is_alphanumeric()).any(is_square_shape);
    let is_no_move = asks && !names_a_square();
    let may_mean = |like: &Likeness| match like.meaning {
        // Where nobody else reads it, no friend is asked.
        WORDS => !(asks && place.only_club),
        MOVE => !is_no_move,
        meaning => place.may_mean(meaning),
    };
    let mut like = likenesses(sentence).into_iter().filter(may_mean);
    let nearest = like.next()?;
    let kind = kind_of(nearest.meaning);
    let second = like.find(|other| kind_of(other.meaning) != kind).map_or(0.0, |other| other.nearness);
    let is_within = |bounds: &Bounds| nearest.nearness >= bounds.nearness && nearest.nearness - second >= bounds.lead;
    // What is stated beside a board is for the opponent, unless it is said to both.
    let is_said_to_both = asks || STATEMENTS.contains(&nearest.meaning) || CHAT.contains(&nearest.meaning);
    let bounds = match (place.only_club, asks) {
        (true, true) => OUTSIDE,
        (true, false) => STATED,
        // `My tea is getting cold here` gives nothing up.
        (false, _) if ON_BOARD.contains(&nearest.meaning) => SURELY,
        (false, _) => BESIDE_A_BOARD,
    };
    if !is_within(&bounds) || !(place.only_club || is_said_to_both) {
        return None;
    }
    let surely = is_within(&SURELY) && is_said_to_both;
    Some(match nearest.meaning {
        meaning if CHAT.contains(&meaning) => Likely::Chat { surely },
        THANKS => Likely::Thanks { surely },
        LATER => Likely::Later { surely },
        _ => Likely::Line { line: kind, surely, nearness: nearest.nearness },
    })
}

/// What is asked of the club that is about no move, no position and no offer, so that it leaves in no doubt what stands beside it.
const APART: [ClubTopic; 25] = [
    ClubTopic::Game,
    ClubTopic::Cost,
    ClubTopic::App,
    ClubTopic::Friend,
    ClubTopic::Password,
    ClubTopic::Key,
    ClubTopic::Address,
    ClubTopic::Data,
    ClubTopic::NewAddress,
    ClubTopic::Id,
    ClubTopic::Language,
    ClubTopic::Variant,
    ClubTopic::OtherGames,
    ClubTopic::Names,
    ClubTopic::Computer,
    ClubTopic::Myself,
    ClubTopic::Several,
    ClubTopic::Pace,
    ClubTopic::Clocks,
    ClubTopic::Vacation,
    ClubTopic::Reminder,
    ClubTopic::ChatTime,
    ClubTopic::Watching,
    ClubTopic::Words,
    ClubTopic::Utc,
];

/// The topic of a sentence that asks the club something, and certainly not the opponent.
fn asked_apart(said: &Sentence, sentence: &str) -> Option<ClubTopic> {
    if !(said.asks || begins_like_a_question(&said.words)) || said.words.iter().any(|word| is_square_shape(word)) {
        return None;
    }
    let phrase = asked_of_club(sentence, said.asks, Readers::OpponentToo).topics.first().copied();
    let like = || match likely(sentence, true, Place { playing: true, ..Place::default() }) {
        Some(Likely::Line { line, surely: true, .. }) => line.strip_prefix(PAGE).and_then(ClubTopic::from_word),
        _ => None,
    };
    phrase.or_else(like).filter(|topic| APART.contains(topic))
}

/// A text about a board without the sentences that only ask the club something, and these: `Yes, gladly! Does the clock run at night?` One that
/// calls the opponent by name asks the opponent.
pub fn without_asides_to_the_club(text: &str, opponent: &str) -> (String, Vec<String>) {
    let (mut rest, mut asked, mut at) = (String::new(), Vec::new(), 0);
    for said in sentences(text).into_iter().take(SENTENCES_MAX) {
        let sentence = &text[said.at.clone()];
        let calls = [said.words.first(), said.words.last()].contains(&Some(&opponent.to_owned()));
        if !calls && asked_apart(&said, sentence).is_some() {
            rest.push_str(text[at..said.at.start].trim_end_matches(' '));
            asked.push(sentence.to_owned());
            at = said.at.end;
        }
    }
    rest.push_str(&text[at..]);
    (rest.trim().to_owned(), asked)
}

/// The parts of the rules that a text asks about: in known phrases, or else those that its sentences are most like.
pub fn rules_asked(text: &str) -> Vec<RulesTopic> {
    const TOPICS_MAX: usize = 2;
    let topics = rules_topics(text);
    if !topics.is_empty() {
        return topics;
    }
    let mut asked: Vec<RulesTopic> = Vec::new();
    for topic in sentences(text).iter().take(SENTENCES_MAX).filter_map(|said| likely_rules(&text[said.at.clone()])) {
        if !asked.contains(&topic) {
            asked.push(topic);
        }
    }
    asked.truncate(TOPICS_MAX);
    asked
}

/// Whether all that a text says is probably thanks to the club: `Good man yourself, that's received.` Beside a board it must be sure.
pub fn probably_thanks_the_club(text: &str, only_club: bool) -> bool {
    /// Whoever thanks says little more.
    const THANKS_MAX: usize = 3;
    let place = Place { only_club, playing: !only_club, ..Place::default() };
    let thanks = |said: &Sentence| {
        let like = likely(&text[said.at.clone()], false, place);
        !said.asks && like.is_some_and(|like| matches!(like, Likely::Thanks { surely } if surely || only_club))
    };
    let said = sentences(text);
    !said.is_empty() && said.len() <= THANKS_MAX && said.iter().all(thanks)
}

/// The part of the rules that a sentence probably asks about.
fn likely_rules(sentence: &str) -> Option<RulesTopic> {
    let Likeness { meaning, nearness } = likenesses(sentence).into_iter().next()?;
    rules_topic(meaning).filter(|_| nearness >= OUTSIDE.nearness)
}

/// The part of the rules that a meaning is about.
fn rules_topic(meaning: &str) -> Option<RulesTopic> {
    let word = meaning.strip_prefix(RULES)?;
    RulesTopic::deserialize(IntoDeserializer::<ValueError>::into_deserializer(word)).ok()
}

/// The line of a command for a meaning. All parts of the rules have one.
fn kind_of(meaning: &'static str) -> &'static str {
    if meaning.starts_with(RULES) { RULES.trim_end() } else { meaning }
}

impl Place {
    fn may_mean(self, meaning: &str) -> bool {
        match meaning {
            WAITING => self.only_club,
            OFFER => self.asked || self.waits,
            meaning if LEAVING.contains(&meaning) => self.only_club,
            meaning if ANSWERS.contains(&meaning) => self.asked,
            "rematch" => self.ended,
            meaning if ON_BOARD.contains(&meaning) => self.playing,
            _ => true,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::likeness::meanings;
    use crate::command::mail_parser::parse_line;
    use crate::tafl::Catalogue;

    const ROWS: &str = include_str!("../../tests/replies/likely.txt");

    #[test]
    fn a_sentence_that_is_in_no_list_means_what_it_is_most_like() {
        let mut wrong = Vec::new();
        for row in ROWS.lines().filter(|line| !line.starts_with('#')) {
            let [place, meaning, sentence] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
            let place =
                Place { only_club: place == "club", asked: place == "asked", playing: true, ..Place::default() };
            let found = match likely(sentence, sentence.ends_with('?'), place) {
                Some(Likely::Line { line, .. }) => line,
                Some(Likely::Later { .. }) => LATER,
                Some(Likely::Thanks { .. }) => THANKS,
                Some(Likely::Chat { .. }) | None => "-",
            };
            // `-:help cost`: nothing yet, and one day that.
            let may_come = meaning.strip_prefix("-:").map_or([meaning, meaning], |later| ["-", later]);
            if !may_come.contains(&found) {
                wrong.push(format!("{row}: {found} {:?}", &likenesses(sentence)[..2]));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_meaning_is_a_line_or_has_its_use() {
        let catalogue = Catalogue::embedded().unwrap();
        for meaning in meanings() {
            let is_used = CHAT.contains(&meaning) || [THANKS, LATER].contains(&meaning);
            let is_line = || parse_line(meaning, &catalogue).is_ok();
            assert!(rules_topic(meaning).is_some() || is_used || is_line(), "{meaning}");
        }
    }

    #[test]
    fn what_only_asks_the_club_is_taken_out_and_nothing_of_the_rest_is_lost() {
        let text = "d3-b3. Who can see my email address? Bob, does it cost anything to get in?";
        let (rest, asked) = without_asides_to_the_club(text, "bob");
        assert_eq!(asked, ["Who can see my email address?"]);
        assert_eq!(rest, "d3-b3. Bob, does it cost anything to get in?");
        for text in [
            "d3-b3. Is the king captured there?",
            "d3-b3. Am I allowed to do that?",
            "d3-b3, does c3 cost me time?",
            "",
            "?",
        ] {
            assert_eq!(without_asides_to_the_club(text, "bob"), (text.to_owned(), Vec::new()));
        }
    }
}
