//! The words and phrases in which people say yes or no, as data: `config/yes-and-no.toml`, which says what each list is for.

use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

const FILE: &str = include_str!("../../config/yes-and-no.toml");

/// A language as it is written in the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Section {
    plain: Vec<String>,
    clear: Vec<String>,
    yes: Vec<String>,
    play: Vec<String>,
    act: Vec<String>,
    weak: Vec<String>,
    me: Vec<String>,
    plain_no: Vec<String>,
    friendly: HashSet<String>,
    no: Vec<String>,
    turns: HashSet<String>,
    declines: HashSet<String>,
    denies: HashSet<String>,
    polite: Vec<String>,
    chatty: Vec<String>,
    laughs: Vec<String>,
    suits: Vec<String>,
    again: Vec<String>,
    courtesies: Vec<String>,
    excuses: Vec<String>,
    withholds: Vec<String>,
    faults: HashSet<String>,
    game_words: HashSet<String>,
    messages: Vec<String>,
    would_play: HashSet<String>,
    courteous: HashSet<String>,
    leaves: Vec<String>,
    goes_on: HashSet<String>,
    buts: HashSet<String>,
    beside: HashSet<String>,
    playing: HashSet<String>,
    soft: HashSet<String>,
    consent: Vec<String>,
    ourselves: HashSet<String>,
    stress: HashSet<String>,
    praise: Vec<String>,
    gives_back: Vec<String>,
    doubtful: Vec<String>,
    knowing: Vec<String>,
    plays_on: Vec<String>,
    draw: HashSet<String>,
    #[serde(default)]
    particles: HashSet<String>,
    gives_up: Vec<String>,
    how: HashSet<String>,
    no_quality: HashSet<String>,
    frames: Vec<Frame>,
}

/// A phrase with free places: `I gladly accept Tom's kind invitation`, `ich nehme die Einladung gern an`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Frame {
    /// How it begins.
    pub begins: Vec<String>,
    /// Words that may follow.
    pub may: HashSet<String>,
    /// The same, and with one of them it is only a yes to a challenge.
    pub challenge: HashSet<String>,
    /// Words that may follow together with the name behind them: `die Einladung von Ute`.
    #[serde(default)]
    pub of: HashSet<String>,
    /// How it must end. If it is empty, it may end after any word.
    #[serde(default)]
    pub ends: String,
}

/// What a phrase says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// Yes, whatever was asked.
    Yes,
    /// Yes to a challenge.
    Play,
    /// Yes to a line.
    Act,
    /// Yes to either of these.
    GoAhead,
    /// Perhaps yes.
    PerhapsYes,
    /// No.
    No,
    /// Nothing.
    Polite,
    /// Nothing, but who says it may be joking.
    Chatty,
    /// The same, but harmless behind a yes.
    Laughs,
    /// Yes to what another offers.
    Suits,
}

/// What people write in one language.
pub(super) struct Words {
    /// The phrases, and what they say.
    phrases: HashMap<String, Says>,
    /// Phrases with free places.
    pub frames: Vec<Frame>,
    /// Phrases that say who has written the mail that is asked about.
    pub me: Vec<Vec<String>>,
    /// Words that may stand inside them.
    pub stress: HashSet<String>,
    /// Words that say nothing new in the sentence of a yes or no.
    pub beside: HashSet<String>,
    /// The same where a game was asked about.
    pub playing: HashSet<String>,
    /// Phrases that say yes only if nothing new stands beside them.
    pub soft: HashSet<String>,
    /// Conditions that hold where the other player is asked for consent: `if _ agrees`. `_` is one word.
    pub consent: Vec<Vec<String>>,
    /// Words that are not the other player.
    pub ourselves: HashSet<String>,
    /// Words that deny something inside a sentence.
    pub denies: HashSet<String>,
    /// Phrases that praise the game.
    pub praise: Vec<Vec<String>>,
    /// Phrases that let an opponent take a move back.
    pub gives_back: Vec<Vec<String>>,
    /// Phrases for another game.
    pub again: Vec<Vec<String>>,
    /// How thanks or an excuse begin behind a yes.
    pub courtesies: Vec<Vec<String>>,
    /// What is said about a question that was asked, at the end of a sentence. `_` is one word.
    pub excuses: Vec<Vec<String>>,
    /// Words with which a question behind a yes to a move may be about that move.
    pub game_words: HashSet<String>,
    /// Words for something that should not have been done: `wrong`.
    pub faults: HashSet<String>,
    /// What leaves a line undone that we have asked about. `_` stands for any word.
    pub withholds: Vec<Vec<String>>,
    /// How a word to the other player begins that the club shall pass on.
    pub messages: Vec<Vec<String>>,
    /// Words with which somebody who denies one of them would rather not play.
    pub would_play: HashSet<String>,
    /// Words that go on with them.
    pub courteous: HashSet<String>,
    /// Phrases with which people say what calls them away.
    pub leaves: Vec<Vec<String>>,
    /// Phrases that make a yes doubtful.
    pub doubtful: Vec<Vec<String>>,
    /// Words that do so only in the sentence of the yes: `yes I know`.
    pub knowing: Vec<Vec<String>>,
    /// Phrases for going on with the game, which make a yes to a draw doubtful.
    pub plays_on: Vec<Vec<String>>,
    /// Words for a draw.
    pub draw: HashSet<String>,
    /// Words of a yes that say nothing inside a sentence: `das ist ja nett`.
    pub particles: HashSet<String>,
    /// Sentences that give up.
    pub gives_up: Vec<Vec<String>>,
    /// Words before a quality: `how lovely`.
    pub how: HashSet<String>,
    /// Words that may not follow them.
    pub no_quality: HashSet<String>,
}

/// All languages, and the words that are known in each of them.
pub(super) struct Agreements {
    /// By language.
    pub languages: Vec<Words>,
    /// Words that say yes.
    pub plain: HashSet<String>,
    /// Words that mean the same as a written yes, whatever was asked.
    pub clear: HashSet<String>,
    /// Words that say no.
    pub plain_no: HashSet<String>,
    /// Words behind such a no that take it back.
    pub friendly: HashSet<String>,
    /// Words that turn the phrase before them around.
    pub turns: HashSet<String>,
    /// Verbs that refuse an offer.
    pub declines: HashSet<String>,
    /// Words that go on with a yes, and may mock it: `and`.
    pub goes_on: HashSet<String>,
    /// How a sentence begins that goes on from a grant: `but`.
    pub buts: HashSet<String>,
}

static KNOWN: LazyLock<Agreements> = LazyLock::new(|| Agreements::new(sections().unwrap_or_default()));

/// The words of all languages.
pub(super) fn known() -> &'static Agreements {
    &KNOWN
}

/// A test reads the file, so it is never empty.
fn sections() -> Result<BTreeMap<String, Section>, toml::de::Error> {
    toml::from_str(FILE)
}

impl Agreements {
    fn new(sections: BTreeMap<String, Section>) -> Agreements {
        let all = |list: fn(&Section) -> Vec<String>| sections.values().flat_map(list).collect::<HashSet<String>>();
        let (plain, plain_no) = (all(|words| words.plain.clone()), all(|words| words.plain_no.clone()));
        let clear = all(|words| words.clear.clone());
        let friendly = all(|words| words.friendly.iter().cloned().collect());
        let turns = all(|words| words.turns.iter().cloned().collect());
        let declines = all(|words| words.declines.iter().cloned().collect());
        let goes_on = all(|words| words.goes_on.iter().cloned().collect());
        let buts = all(|words| words.buts.iter().cloned().collect());
        let languages = sections.into_values().filter(|words| !words.yes.is_empty()).map(Words::new).collect();
        Agreements { languages, plain, clear, plain_no, friendly, turns, declines, goes_on, buts }
    }
}

/// Whether one of the phrases that make a yes doubtful stands in these words.
pub(super) fn doubts(words: &[String]) -> bool {
    mocks(words) || plays_on(words)
}

/// Whether they have a phrase that makes any yes doubtful, also one to a new game.
pub(super) fn mocks(words: &[String]) -> bool {
    have(words, |language| &language.doubtful)
}

/// Whether they go on with the game: `let's play on`.
pub(super) fn plays_on(words: &[String]) -> bool {
    have(words, |language| &language.plays_on)
}

/// Whether they speak of another game than the one that is played: `another one soon?`
pub(super) fn plays_again(words: &[String]) -> bool {
    have(words, |language| &language.again)
}

/// Whether one of these phrases of any language stands in the words.
fn have(words: &[String], phrases: fn(&Words) -> &Vec<Vec<String>>) -> bool {
    let all = || known().languages.iter().flat_map(phrases);
    (0..words.len()).any(|at| all().any(|phrase| words[at..].starts_with(phrase)))
}

impl Words {
    fn new(section: Section) -> Words {
        let Section { plain, clear, yes, play, act, weak, plain_no, no, polite, chatty, laughs, suits, .. } = section;
        let goes_ahead: Vec<String> = act.iter().filter(|phrase| play.contains(phrase)).cloned().collect();
        let lists = [
            (chatty, Says::Chatty),
            (laughs, Says::Laughs),
            (suits, Says::Suits),
            (polite, Says::Polite),
            (play, Says::Play),
            (act, Says::Act),
            (goes_ahead, Says::GoAhead),
            (yes, Says::Yes),
            (plain, Says::Yes),
            (clear, Says::Yes),
            (no, Says::No),
            (plain_no, Says::No),
            (weak, Says::PerhapsYes),
        ];
        let phrases = lists.into_iter().flat_map(|(list, says)| list.into_iter().map(move |phrase| (phrase, says)));
        Words {
            phrases: phrases.collect(),
            frames: section.frames,
            me: section.me.iter().map(|phrase| split(phrase)).collect(),
            ourselves: section.ourselves,
            stress: section.stress,
            beside: section.beside,
            playing: section.playing,
            soft: section.soft,
            consent: section.consent.iter().map(|phrase| split(phrase)).collect(),
            denies: section.denies,
            praise: section.praise.iter().map(|phrase| split(phrase)).collect(),
            gives_back: section.gives_back.iter().map(|phrase| split(phrase)).collect(),
            again: section.again.iter().map(|phrase| split(phrase)).collect(),
            courtesies: section.courtesies.iter().map(|phrase| split(phrase)).collect(),
            excuses: section.excuses.iter().map(|phrase| split(phrase)).collect(),
            faults: section.faults,
            game_words: section.game_words,
            withholds: section.withholds.iter().map(|phrase| split(phrase)).collect(),
            would_play: section.would_play,
            messages: section.messages.iter().map(|phrase| split(phrase)).collect(),
            courteous: section.courteous,
            leaves: section.leaves.iter().map(|phrase| split(phrase)).collect(),
            doubtful: section.doubtful.iter().map(|phrase| split(phrase)).collect(),
            knowing: section.knowing.iter().map(|phrase| split(phrase)).collect(),
            plays_on: section.plays_on.iter().map(|phrase| split(phrase)).collect(),
            draw: section.draw,
            particles: section.particles,
            gives_up: section.gives_up.iter().map(|phrase| split(phrase)).collect(),
            how: section.how,
            no_quality: section.no_quality,
        }
    }

    /// What a phrase says.
    pub(super) fn says(&self, phrase: &str) -> Option<Says> {
        self.phrases.get(phrase).copied()
    }

    /// The phrases that say yes, whatever was asked.
    pub(super) fn all_yes(&self) -> impl Iterator<Item = &str> {
        self.phrases.iter().filter(|(_, says)| **says == Says::Yes).map(|(phrase, _)| phrase.as_str())
    }
}

fn split(phrase: &str) -> Vec<String> {
    phrase.split(' ').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most words of a phrase that is looked up.
    const PHRASE_WORDS_MAX: usize = 7;

    #[test]
    #[allow(clippy::unwrap_used, reason = "tests")]
    fn no_phrase_is_in_two_lists_of_a_language() {
        let sections = sections().unwrap();
        assert_eq!(sections.keys().collect::<Vec<_>>(), ["da", "de", "en", "other"]);
        for (language, words) in sections {
            let Section { plain, clear, yes, play, act, weak, plain_no, no, polite, chatty, laughs, beside, .. } =
                words;
            let agrees = [&plain, &yes, &clear].into_iter().flatten().find(|phrase| beside.contains(*phrase));
            assert_eq!(agrees, None, "{language}: a yes says something");
            // To go ahead is a yes to either.
            let play: Vec<String> = play.into_iter().filter(|phrase| !act.contains(phrase)).collect();
            let mut all: Vec<String> = [&plain, &yes, &play, &act, &weak, &plain_no, &no, &polite, &chatty, &laughs]
                .into_iter()
                .flatten()
                .cloned()
                .collect();
            all.extend(clear.iter().filter(|word| !plain.contains(word)).cloned());
            let count = all.len();
            all.sort_unstable();
            let mut once = all.clone();
            once.dedup();
            assert_eq!(once.len(), count, "{language}: {all:?}");
            for phrase in [&polite, &chatty, &laughs, &weak].into_iter().flatten() {
                assert!(!KNOWN.plain.contains(phrase) && !KNOWN.plain_no.contains(phrase), "{phrase}");
            }
            for phrase in all {
                assert!(phrase.split(' ').count() <= PHRASE_WORDS_MAX, "{phrase}");
            }
        }
    }

    #[test]
    #[allow(clippy::unwrap_used, reason = "tests")]
    fn words_are_written_as_they_are_looked_up() {
        let mut open = String::new();
        for line in FILE.lines().filter(|line| !line.starts_with('#')) {
            let quoted = line.split('"').skip(1).step_by(2);
            for phrase in quoted {
                if phrase.to_lowercase() != phrase
                    || phrase.trim() != phrase
                    || phrase.contains(['.', '!', ',', '\u{2019}'])
                {
                    open.push_str(phrase);
                }
            }
        }
        assert_eq!(open, "");
    }
}
