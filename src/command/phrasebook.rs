//! What people write around a move, in eight languages: `config/phrasebook`, one file for each language, because a word of one may mean
//! something else in another (`was`, `er`, `am`, `men`). The languages are those of the people who play, not only those of our letters.
//!
//! ```text
//! me, verbs            `I`, `play`: the verb must not stand before the subject at the beginning, as it does in a question
//! before, after        words of the sentence that makes the move, on each side of it: they are closed lists
//! kind                 like `after`, but the opponent wants to read it: `d1-c1, wish me luck`
//! between, from        words between two squares, and the last of them if the first square is the aim: `c1 with the man from d1`
//! joins                words that end the words of a move that says who makes it: `I play d1-c1 and go to bed`
//! ands                 those of them behind which anything may follow a move: `d1-c1 and gotcha`
//! goes_on              with which a line below a move may go on with its sentence: `is what my son suggests`
//! reasons              begin the reason for a move, which may name anything: `d1-c1, because I think you are after it`
//! claims               like `before`, and they alone say that the move is one: `my move`
//! settles              those of `after` that do so right behind the move: `d1-c1 for me`
//! owns, stands         words before and behind a name for a man: `my longship from d1 to c1`
//! greets, signs_off    words after which a name may stand, before the move and behind it: `hi bob I play d1-c1`, `d1-c1 love Ann`
//! addresses            words after which a name must stand: `dear Bob`
//! requests, please     `could you please move d1-c1 for me?`
//! pieces               what the writer owns and moves: `my king strolls from d1 to c1`
//! yours                what the opponent has: `d1-c1, and your man on d4 is gone`
//! takes                say that something is captured: `d1-c1, and that captures your man`
//! taken                say so at the end of a part of a sentence: `and your man on d4 is captured`
//! rests                words between two squares that compare them: `d1 is next to c1`
//! faces                words right before a move in one word with which an unknown verb only looks at it: `I stare at d1-c1`
//! corrects             what stands beside the square that is meant instead: `d1-b1 sorry i mean c1`
//! instead              what stands behind such a move: `d1-c1 instead`
//! prefers              what stands beside a move that is meant instead of the one above: `no, rather d1-c1`
//! untold, asks         words with which a sentence tells of something else, and with which it begins if it asks
//! made                 tell of a move that was made before: `bob moved c4-c7`
//! wishes               how a part of a sentence begins that only wishes something: `have a nice Sunday`
//! chat                 phrases that say nothing about a move; no other list counts inside them
//! topics               show that a sentence is about something else: `weather`, `mother`
//! doubts               put a move in doubt wherever they stand near it: `just kidding`, `not yet`
//! about                show that a sentence is about moves: `my computer says`, `tomorrow`
//! game                 speak of the game; in a sentence beside the move people tell how it goes: `phew, the king nearly got caught`
//! nearby               show that the words right beside the move are about it: `that`, `but`, `not`
//! when                 put a move off, in its own sentence: `on Friday`
//! queries              how a question begins that may be about it: `is that`
//! small_talk           how a question begins that is not about the move: `how is`
//! startles             are about the opponent's move where a sentence before the move begins so: `oh no, my poor man! d1-c1`
//! turns                turn to the opponent right behind a move, without a sign between: `d1-c1 mind your king`
//! clauses              begin a sentence of its own there, where no sign stands between either: `d1-c1 it feels like rain`
//! tags                 behind a comma, turn what is said into no more than half a question: `not bad, is it?`
//! offers               how a draw is offered in a sentence of its own behind the move: `fancy a draw?`
//! [ways]               words of a way without its end: `king two squares up`
//! common               the most frequent words, which show the language
//! ```
//!
//! Phrases are in lower case, without punctuation, separated by commas. `consider*` is any word with this beginning.

use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The words of all languages.
const COMMON: &str = include_str!("../../config/phrasebook/common.toml");
/// The files, one for each language.
const FILES: [&str; 8] = [
    include_str!("../../config/phrasebook/en.toml"),
    include_str!("../../config/phrasebook/de.toml"),
    include_str!("../../config/phrasebook/da.toml"),
    include_str!("../../config/phrasebook/nl.toml"),
    include_str!("../../config/phrasebook/fr.toml"),
    include_str!("../../config/phrasebook/es.toml"),
    include_str!("../../config/phrasebook/no.toml"),
    include_str!("../../config/phrasebook/sv.toml"),
];

/// The phrases of one language.
#[derive(Debug, Default)]
pub(in crate::command) struct Phrasebook {
    pub(in crate::command) me: Phrases,
    pub(in crate::command) verbs: Phrases,
    pub(in crate::command) before: Phrases,
    pub(in crate::command) after: Phrases,
    pub(in crate::command) kind: Phrases,
    pub(in crate::command) between: Phrases,
    pub(in crate::command) from: Phrases,
    pub(in crate::command) joins: Phrases,
    pub(in crate::command) goes_on: Phrases,
    pub(in crate::command) reasons: Phrases,
    pub(in crate::command) claims: Phrases,
    pub(in crate::command) settles: Phrases,
    pub(in crate::command) owns: Phrases,
    pub(in crate::command) stands: Phrases,
    pub(in crate::command) greets: Phrases,
    pub(in crate::command) signs_off: Phrases,
    pub(in crate::command) addresses: Phrases,
    pub(in crate::command) requests: Phrases,
    pub(in crate::command) please: Phrases,
    pub(in crate::command) pieces: Phrases,
    pub(in crate::command) untold: Phrases,
    pub(in crate::command) asks: Phrases,
    pub(in crate::command) corrects: Phrases,
    pub(in crate::command) prefers: Phrases,
    pub(in crate::command) instead: Phrases,
    pub(in crate::command) queries: Phrases,
    pub(in crate::command) rests: Phrases,
    pub(in crate::command) yours: Phrases,
    pub(in crate::command) takes: Phrases,
    pub(in crate::command) taken: Phrases,
    pub(in crate::command) ands: Phrases,
    pub(in crate::command) faces: Phrases,
    pub(in crate::command) made: Phrases,
    pub(in crate::command) wishes: Phrases,
    pub(in crate::command) chat: Phrases,
    pub(in crate::command) topics: Phrases,
    pub(in crate::command) doubts: Phrases,
    pub(in crate::command) about: Phrases,
    pub(in crate::command) game: Phrases,
    pub(in crate::command) nearby: Phrases,
    pub(in crate::command) when: Phrases,
    pub(in crate::command) small_talk: Phrases,
    pub(in crate::command) startles: Phrases,
    pub(in crate::command) tags: Phrases,
    pub(in crate::command) turns: Phrases,
    pub(in crate::command) clauses: Phrases,
    pub(in crate::command) offers: Phrases,
    pub(in crate::command) ways: Ways,
    /// Whether it has a list of words that tell of something else than the move.
    pub(in crate::command) is_whole: bool,
    known: HashSet<String>,
}

/// How a language tells the way of a piece without the square where it ends.
#[derive(Debug, Default)]
pub(in crate::command) struct Ways {
    pub(in crate::command) up: Phrases,
    pub(in crate::command) down: Phrases,
    pub(in crate::command) left: Phrases,
    pub(in crate::command) right: Phrases,
    pub(in crate::command) throne: Phrases,
    pub(in crate::command) corner: Phrases,
    /// As far as it can go.
    pub(in crate::command) far: Phrases,
    /// One square, two squares, and so on.
    pub(in crate::command) steps: Vec<Phrases>,
    /// Verbs that move a piece, besides those with which somebody moves.
    pub(in crate::command) goes: Phrases,
    /// Words with which a sentence tells no way.
    pub(in crate::command) none: Phrases,
}

/// Its part of a file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct WaysFile {
    up: String,
    down: String,
    left: String,
    right: String,
    throne: String,
    corner: String,
    far: String,
    steps: Vec<String>,
    goes: String,
    none: String,
}

impl WaysFile {
    fn read(&self) -> Ways {
        Ways {
            up: Phrases::new(&self.up),
            down: Phrases::new(&self.down),
            left: Phrases::new(&self.left),
            right: Phrases::new(&self.right),
            throne: Phrases::new(&self.throne),
            corner: Phrases::new(&self.corner),
            far: Phrases::new(&self.far),
            steps: self.steps.iter().map(|list| Phrases::new(list)).collect(),
            goes: Phrases::new(&self.goes),
            none: Phrases::new(&self.none),
        }
    }
}

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct File {
    me: String,
    verbs: String,
    before: String,
    after: String,
    kind: String,
    between: String,
    from: String,
    joins: String,
    goes_on: String,
    reasons: String,
    claims: String,
    settles: String,
    owns: String,
    stands: String,
    greets: String,
    signs_off: String,
    addresses: String,
    requests: String,
    please: String,
    pieces: String,
    untold: String,
    asks: String,
    corrects: String,
    prefers: String,
    instead: String,
    queries: String,
    rests: String,
    yours: String,
    takes: String,
    taken: String,
    ands: String,
    faces: String,
    made: String,
    wishes: String,
    chat: String,
    topics: String,
    doubts: String,
    about: String,
    game: String,
    nearby: String,
    when: String,
    small_talk: String,
    startles: String,
    tags: String,
    turns: String,
    clauses: String,
    offers: String,
    common: String,
    ways: WaysFile,
}

static LANGUAGES: LazyLock<Vec<Phrasebook>> = LazyLock::new(|| FILES.iter().filter_map(|file| read(file)).collect());

/// The phrasebooks of all languages.
pub(in crate::command) fn languages() -> &'static [Phrasebook] {
    &LANGUAGES
}

/// The languages of which these words have the most in their lists.
pub(in crate::command) fn guessed<'a>(words: impl Iterator<Item = &'a str> + Clone) -> Vec<&'static Phrasebook> {
    let count = |language: &Phrasebook| words.clone().filter(|word| language.known.contains(*word)).count();
    let counts: Vec<usize> = LANGUAGES.iter().map(count).collect();
    let most = counts.iter().copied().max().unwrap_or_default();
    let best: Vec<&Phrasebook> =
        LANGUAGES.iter().zip(counts).filter(|(_, count)| *count == most).map(|(language, _)| language).collect();
    /// So many known words make a sentence.
    const WORDS_MIN: usize = 3;
    let whole: Vec<&Phrasebook> = best.iter().copied().filter(|language| language.is_whole).collect();
    if most < WORDS_MIN || whole.is_empty() { best } else { whole }
}

/// A test reads all files, so none is left out.
fn read(file: &'static str) -> Option<Phrasebook> {
    let shared: File = toml::from_str(COMMON).ok()?;
    let own: File = toml::from_str(file).ok()?;
    let both = |own: &str, shared: &str| Phrases::new(&format!("{own}, {shared}"));
    let lists = [&own.me, &own.verbs, &own.before, &own.after, &own.greets, &own.requests, &own.please];
    let judged = [
        &own.kind,
        &own.between,
        &own.from,
        &own.joins,
        &own.goes_on,
        &own.reasons,
        &own.claims,
        &own.settles,
        &own.owns,
        &own.stands,
        &own.topics,
        &own.signs_off,
        &own.addresses,
        &own.when,
        &own.pieces,
        &own.untold,
        &own.asks,
        &own.corrects,
        &own.prefers,
        &own.instead,
        &own.queries,
        &own.rests,
        &own.yours,
        &own.takes,
        &own.taken,
        &own.ands,
        &own.faces,
        &own.made,
        &own.wishes,
        &own.chat,
        &own.doubts,
        &own.about,
        &own.game,
        &own.nearby,
        &own.small_talk,
        &own.offers,
        &own.turns,
        &own.clauses,
        &own.common,
    ];
    let words = lists.into_iter().chain(judged).flat_map(|list| list.split([',', ' ', '\n']));
    let known = words.filter(|word| !word.is_empty() && !word.ends_with('*')).map(str::to_owned).collect();
    Some(Phrasebook {
        me: Phrases::new(&own.me),
        verbs: Phrases::new(&own.verbs),
        before: both(&format!("{}, {}", own.before, own.claims), &shared.before),
        after: both(&format!("{}, {}", own.after, own.settles), &shared.after),
        kind: Phrases::new(&own.kind),
        between: Phrases::new(&own.between),
        from: Phrases::new(&own.from),
        joins: Phrases::new(&own.joins),
        goes_on: Phrases::new(&own.goes_on),
        reasons: Phrases::new(&own.reasons),
        claims: Phrases::new(&own.claims),
        settles: Phrases::new(&own.settles),
        owns: Phrases::new(&own.owns),
        stands: Phrases::new(&own.stands),
        greets: Phrases::new(&own.greets),
        signs_off: Phrases::new(&own.signs_off),
        addresses: Phrases::new(&own.addresses),
        requests: Phrases::new(&own.requests),
        please: Phrases::new(&own.please),
        pieces: Phrases::new(&own.pieces),
        untold: Phrases::new(&own.untold),
        asks: Phrases::new(&own.asks),
        corrects: Phrases::new(&own.corrects),
        prefers: Phrases::new(&own.prefers),
        instead: Phrases::new(&own.instead),
        queries: Phrases::new(&own.queries),
        rests: Phrases::new(&own.rests),
        yours: Phrases::new(&own.yours),
        takes: Phrases::new(&own.takes),
        taken: Phrases::new(&own.taken),
        ands: Phrases::new(&own.ands),
        faces: Phrases::new(&own.faces),
        made: Phrases::new(&own.made),
        wishes: Phrases::new(&own.wishes),
        chat: both(&own.chat, &shared.chat),
        topics: Phrases::new(&own.topics),
        doubts: both(&own.doubts, &shared.doubts),
        about: Phrases::new(&own.about),
        game: Phrases::new(&own.game),
        nearby: Phrases::new(&own.nearby),
        when: Phrases::new(&own.when),
        small_talk: Phrases::new(&own.small_talk),
        startles: both(&own.startles, &shared.startles),
        tags: Phrases::new(&own.tags),
        turns: Phrases::new(&own.turns),
        clauses: Phrases::new(&own.clauses),
        offers: Phrases::new(&own.offers),
        ways: own.ways.read(),
        is_whole: !own.untold.is_empty(),
        known,
    })
}

impl Phrasebook {
    /// Whether the word stands in one of the lists.
    pub(in crate::command) fn knows(&self, word: &str) -> bool {
        let is_stem = |list: &Phrases| list.stems.iter().any(|stem| word.starts_with(stem.as_str()));
        self.known.contains(word) || [&self.doubts, &self.about, &self.game, &self.nearby].into_iter().any(is_stem)
    }
}

/// A list of phrases, by their first words.
#[derive(Debug, Default)]
pub(in crate::command) struct Phrases {
    rest: HashMap<String, Vec<Vec<String>>>,
    stems: Vec<String>,
}

impl Phrases {
    fn new(list: &str) -> Phrases {
        let mut phrases = Phrases::default();
        for phrase in list.split(',') {
            let mut words = phrase.split_whitespace().map(str::to_owned);
            match words.next() {
                None => {}
                Some(word) if word.ends_with('*') => phrases.stems.push(word.trim_end_matches('*').to_owned()),
                Some(first) => phrases.rest.entry(first).or_default().push(words.collect()),
            }
        }
        phrases
    }

    /// The lengths of the phrases with which these words begin.
    pub(in crate::command) fn lengths(&self, words: &[&str]) -> Vec<usize> {
        let Some((first, behind)) = words.split_first() else {
            return Vec::new();
        };
        let follows = |rest: &&Vec<String>| rest.len() <= behind.len() && rest.iter().zip(behind).all(|(a, b)| a == b);
        let whole = self.rest.get(*first).into_iter().flatten().filter(follows).map(|rest| rest.len() + 1);
        let is_stem = self.stems.iter().any(|stem| first.starts_with(stem.as_str()));
        whole.chain(is_stem.then_some(1)).collect()
    }

    /// The length of the longest of them; 0 if there is none.
    pub(in crate::command) fn longest(&self, words: &[&str]) -> usize {
        self.lengths(words).into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read() {
        assert_eq!(languages().len(), FILES.len());
        for (language, file) in languages().iter().zip(FILES) {
            let lists = [&language.me, &language.verbs, &language.before, &language.after, &language.doubts];
            assert!(lists.iter().all(|list| !list.rest.is_empty()), "{file}");
        }
        for file in FILES.into_iter().chain([COMMON]) {
            let phrases = file.lines().filter(|line| !line.starts_with('#'));
            // A sign inside a word is a part of it: `e.g`.
            let ends = |line: &str| line.split([' ', ',']).any(|word| word.ends_with(['.', '!', '?']));
            let odd: Vec<&str> = phrases.filter(|line| line.to_lowercase() != *line || ends(line)).collect();
            assert!(odd.is_empty(), "not as people's words are looked up: {odd:?}");
        }
    }

    #[test]
    fn no_word_that_makes_a_move_doubts_it() {
        for language in languages() {
            for list in [&language.me, &language.verbs, &language.before, &language.after, &language.kind] {
                for (first, phrases) in &list.rest {
                    for phrase in phrases {
                        let words: Vec<&str> =
                            std::iter::once(first.as_str()).chain(phrase.iter().map(String::as_str)).collect();
                        let doubts = (0..words.len()).any(|at| language.doubts.longest(&words[at..]) > 0);
                        assert!(!doubts, "{words:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_language_is_guessed_by_its_words() {
        let guess = |text: &str| guessed(text.split(' '));
        let is = |guessed: &[&'static Phrasebook], at: usize| matches!(guessed, [one] if std::ptr::eq(*one, &raw const languages()[at]));
        assert!(is(&guess("the cat and the dog are here"), 0));
        assert!(is(&guess("die katze und der hund sind hier"), 1));
        assert_eq!(guess("xyzzy").len(), languages().len());
    }

    #[test]
    fn a_phrase_is_found_by_its_first_word_and_a_stem_by_its_beginning() {
        let phrases = Phrases::new("not yet, not, consider*");
        assert_eq!(phrases.longest(&["not", "yet"]), 2);
        assert_eq!(phrases.longest(&["not", "now"]), 1);
        assert_eq!(phrases.longest(&["considering"]), 1);
        assert_eq!(phrases.longest(&["yet"]), 0);
    }
}
