//! A yes or no in the words people use, as the first line of an answer: `Yes, please send it`, `yep`, `sure, lets go`, `haha nah`.
//!
//! Each language has lists of its own, because a word may say yes in one and something else in another. A line that says nothing else is
//! an answer. What stands behind it in a sentence of its own is words (`Yes! See you on Monday.`), unless it may take the answer back. What
//! goes on in the same sentence may be a condition (`sure, but lets start tomorrow`), so it is only asked about.

use crate::command::lexer::{Line, Word};
use crate::command::polite_words;
use crate::command::yes_no;
use crate::tafl::ParsedPlay;

/// How surely a line says yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sureness {
    /// It begins with a yes or no and goes on in the same sentence, or with words that may take it back.
    Perhaps,
    /// Its first sentence says nothing else, and the rest of the line takes nothing back.
    Likely,
    /// It says nothing else.
    Surely,
}

/// The yes or no of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) struct Agreement {
    pub(in crate::command) yes: bool,
    pub(in crate::command) sureness: Sureness,
    /// The character at which the words behind it begin.
    pub(in crate::command) behind: usize,
}

/// What people write in one language.
struct Words {
    yes: &'static [&'static str],
    /// What may be a yes, or only a kind word.
    weak: &'static [&'static str],
    no: &'static [&'static str],
    /// What may stand beside either and changes nothing.
    beside: &'static [&'static str],
    /// Words that may take a yes or no back, or bind it to a condition.
    doubt: &'static [&'static str],
}

/// What a phrase says.
#[derive(Clone, Copy)]
enum Says {
    Answer(bool),
    PerhapsYes,
    Nothing,
}

const LANGUAGES: [Words; 3] = [
    Words {
        yes: &[
            "yes",
            "yep",
            "yeah",
            "yea",
            "yup",
            "ya",
            "aye",
            "ok",
            "okay",
            "okey",
            "k",
            "sure",
            "of course",
            "certainly",
            "absolutely",
            "definitely",
            "indeed",
            "exactly",
            "correct",
            "alright",
            "all right",
            "gladly",
            "with pleasure",
            "sounds good",
            "sounds great",
            "sounds fun",
            "go ahead",
            "go for it",
            "lets go",
            "let's go",
            "lets play",
            "let's play",
            "lets do it",
            "let's do it",
            "lets do this",
            "let's do this",
            "bring it on",
            "i'm in",
            "im in",
            "i am in",
            "count me in",
            "i'm ready",
            "i am ready",
            "do it",
            "do that",
            "do so",
            "please do",
            "i do",
            "i did",
            "i want that",
            "i want to",
            "i would",
            "i'd love to",
            "i would love to",
            "love to",
            "i'd like that",
            "i would like that",
            "i meant it",
            "i meant that",
            "i mean it",
            "i mean that",
            "that's right",
            "thats right",
            "that is right",
            "that's correct",
            "thats correct",
            "that is correct",
            "that's it",
            "thats it",
            "that's what i want",
            "thats what i want",
            "that's what i meant",
            "thats what i meant",
            "that is what i meant",
            "that's my move",
            "thats my move",
            "that is my move",
            "that's me",
            "that was me",
            "send it",
            "send that",
            "send them",
            "send these",
            "send this",
            "send my words",
            "send the words",
            "pass it on",
            "pass them on",
            "make it",
            "make the move",
            "make that move",
            "make this move",
            "play it",
            "play that",
            "accepted",
            "i accept",
            "i accept it",
            "i agree",
            "agreed",
            "confirmed",
            "i confirm",
            "accept it is",
            "deal",
            "done deal",
            "you bet",
        ],
        weak: &[
            "fine",
            "right",
            "perfect",
            "great",
            "cool",
            "nice",
            "why not",
            "no problem",
            "no prob",
            "no worries",
            "if you like",
        ],
        no: &[
            "no",
            "nope",
            "nah",
            "no way",
            "never",
            "rather not",
            "i'd rather not",
            "i would rather not",
            "better not",
            "not now",
            "not today",
            "not this time",
            "don't",
            "dont",
            "do not",
            "don't do it",
            "dont do it",
            "do not do it",
            "don't send it",
            "dont send it",
            "do not send it",
            "don't send them",
            "do not send them",
            "i don't",
            "i dont",
            "i do not",
            "i don't want to",
            "i dont want to",
            "i do not want to",
            "i don't want that",
            "i refuse",
            "no thanks",
            "no thank you",
            "no deal",
        ],
        beside: &[
            "please",
            "thanks",
            "thank you",
            "thx",
            "then",
            "so",
            "well",
            "oh",
            "ah",
            "hm",
            "hmm",
            "haha",
            "hehe",
            "lol",
            "hi",
            "hello",
            "hey",
            "dear",
            "now",
            "very much",
            "a lot",
            "it",
            "that",
            "to him",
            "to her",
            "to them",
            "for me",
            "sorry",
            "bro",
            "dude",
            "mate",
            "man",
            "my friend",
            "friend",
            "again",
            "all good",
            "good luck",
            "have fun",
            "and",
            "for sure",
            "of course",
            "really",
            "totally",
            "game on",
        ],
        doubt: &[
            "no", "not", "never", "but", "if", "unless", "until", "when", "wait", "only", "except", "first", "before",
            "kidding", "joking", "joke", "don't", "dont", "won't", "wont", "can't", "cant", "cannot", "instead",
            "rather", "actually", "however", "although", "though", "maybe", "perhaps", "mistake", "wrong", "stop",
            "or", "later", "tomorrow", "changed", "dreams", "nope", "nah", "would", "should", "meant",
        ],
    },
    Words {
        yes: &[
            "ja",
            "jawohl",
            "jep",
            "jap",
            "jo",
            "joa",
            "ok",
            "okay",
            "klar",
            "na klar",
            "natürlich",
            "sicher",
            "gerne",
            "gern",
            "sehr gern",
            "sehr gerne",
            "genau",
            "richtig",
            "stimmt",
            "das stimmt",
            "das ist richtig",
            "ganz genau",
            "passt",
            "das passt",
            "in ordnung",
            "einverstanden",
            "abgemacht",
            "angenommen",
            "ich nehme an",
            "mach das",
            "mach es",
            "machs",
            "mach's",
            "mach mal",
            "machen wir",
            "tu das",
            "schick es",
            "schick das",
            "schick sie",
            "schick es ab",
            "abschicken",
            "senden",
            "bitte senden",
            "los geht's",
            "los gehts",
            "los geht es",
            "auf geht's",
            "auf gehts",
            "bin dabei",
            "ich bin dabei",
            "das meine ich",
            "das meinte ich",
            "so ist es",
            "bitte ja",
            "aber gern",
            "aber gerne",
            "freilich",
            "spielen wir",
        ],
        weak: &["warum nicht", "meinetwegen", "von mir aus", "kein problem", "perfekt", "super", "prima"],
        no: &[
            "nein",
            "ne",
            "nee",
            "nö",
            "noe",
            "lieber nicht",
            "besser nicht",
            "auf keinen fall",
            "nein danke",
            "jetzt nicht",
            "heute nicht",
            "nicht senden",
            "nicht schicken",
            "mach das nicht",
            "ich lehne ab",
            "abgelehnt",
            "kein interesse",
            "niemals",
        ],
        beside: &[
            "bitte",
            "danke",
            "danke schön",
            "vielen dank",
            "dann",
            "also",
            "na",
            "gut",
            "haha",
            "hehe",
            "lol",
            "hallo",
            "hi",
            "moin",
            "servus",
            "doch",
            "mal",
            "so",
            "leider",
            "sorry",
            "viel glück",
            "viel spaß",
            "und",
            "es",
            "das",
            "weiter",
            "gleich",
        ],
        doubt: &[
            "nein",
            "nicht",
            "nie",
            "aber",
            "wenn",
            "falls",
            "bevor",
            "erst",
            "warte",
            "moment",
            "quatsch",
            "spaß",
            "scherz",
            "witz",
            "kein",
            "keine",
            "außer",
            "ausser",
            "nur",
            "stattdessen",
            "lieber",
            "eigentlich",
            "vielleicht",
            "oder",
            "später",
            "morgen",
            "falsch",
            "irrtum",
            "versehen",
            "stopp",
            "stop",
            "halt",
            "nee",
            "nö",
            "sondern",
            "würde",
            "sollte",
            "meinte",
        ],
    },
    Words {
        yes: &[
            "ja",
            "jo",
            "jep",
            "jada",
            "ok",
            "okay",
            "okej",
            "selvfølgelig",
            "naturligvis",
            "gerne",
            "meget gerne",
            "klart",
            "sikkert",
            "netop",
            "præcis",
            "rigtigt",
            "det er rigtigt",
            "det stemmer",
            "stemmer",
            "det passer",
            "helt fint",
            "i orden",
            "det er i orden",
            "aftale",
            "det er en aftale",
            "enig",
            "jeg er enig",
            "accepteret",
            "jeg accepterer",
            "gør det",
            "gør det bare",
            "send det",
            "send dem",
            "send den",
            "bare send",
            "så kører vi",
            "lad os spille",
            "lad os gøre det",
            "lad os komme i gang",
            "jeg er med",
            "er med",
            "det er mit træk",
            "det mente jeg",
            "det mener jeg",
            "med glæde",
            "med fornøjelse",
            "jatak",
        ],
        weak: &["hvorfor ikke", "perfekt", "super", "fint", "for min skyld"],
        no: &[
            "nej",
            "næ",
            "næh",
            "niks",
            "helst ikke",
            "hellere ikke",
            "nej tak",
            "ikke nu",
            "ikke i dag",
            "send det ikke",
            "send dem ikke",
            "gør det ikke",
            "jeg afslår",
            "afslået",
            "aldrig",
        ],
        beside: &[
            "tak",
            "mange tak",
            "tusind tak",
            "så",
            "da",
            "jamen",
            "nå",
            "haha",
            "hehe",
            "lol",
            "hej",
            "hejsa",
            "bare",
            "venligst",
            "desværre",
            "undskyld",
            "held og lykke",
            "god fornøjelse",
            "og",
            "det",
            "endelig",
            "dog",
        ],
        doubt: &[
            "nej",
            "ikke",
            "aldrig",
            "men",
            "hvis",
            "før",
            "inden",
            "først",
            "vent",
            "spøg",
            "sjov",
            "kun",
            "hellere",
            "egentlig",
            "måske",
            "eller",
            "senere",
            "morgen",
            "forkert",
            "fejl",
            "stop",
            "næ",
            "ville",
            "skulle",
            "mente",
            "undtagen",
            "medmindre",
        ],
    },
];

/// The most words of a line that are read.
const WORDS_MAX: usize = 60;
/// The most words of a phrase.
const PHRASE_WORDS_MAX: usize = 5;

/// The yes or no with which a line begins.
pub(in crate::command) fn read(line: &str) -> Option<Agreement> {
    let line = Line::new(line);
    let words = line.words().get(..line.words().len().min(WORDS_MAX))?;
    let is_whole = words.len() == line.words().len();
    LANGUAGES.iter().filter_map(|language| language.read(&line, words, is_whole)).max_by_key(|found| found.sureness)
}

/// Whether a line says yes and nothing else.
pub fn is_friendly_yes(line: &str) -> bool {
    read(line).is_some_and(|said| said.yes && said.sureness == Sureness::Surely)
}

impl Words {
    fn read(&self, line: &Line, words: &[Word], is_whole: bool) -> Option<Agreement> {
        let (mut at, mut yes, mut weak) = (0, None, false);
        while let Some(word) = words.get(at) {
            let Some((length, says)) =
                self.said(&words[at..]).or(polite_words::is_face(word).then_some((1, Says::Nothing)))
            else {
                break;
            };
            match says {
                Says::Nothing => {}
                Says::PerhapsYes => weak = true,
                Says::Answer(says) if yes.is_none_or(|yes| yes == says) => yes = Some(says),
                Says::Answer(_) => break,
            }
            at += length;
        }
        let is_weak = yes.is_none();
        let yes = yes.or(weak.then_some(true))?;
        let rest = words.get(at..).unwrap_or_default();
        let asks = words.iter().any(|word| word.closing.contains('?'));
        let ended = at > 0 && words[at - 1].closing.contains(['.', '!']);
        let sureness = match rest {
            _ if asks || is_weak || !is_whole => Sureness::Perhaps,
            [] => Sureness::Surely,
            _ if ended && !takes_back(rest) => Sureness::Likely,
            _ => Sureness::Perhaps,
        };
        let behind = rest.first().map_or(line.chars().len(), |word| word.whole.start);
        Some(Agreement { yes, sureness, behind })
    }

    /// The longest phrase at the beginning of the words: its length, and what it says.
    fn said(&self, words: &[Word]) -> Option<(usize, Says)> {
        let longest = words.len().min(PHRASE_WORDS_MAX);
        // A phrase does not continue after the end of a sentence.
        let whole = words[..longest].iter().position(|word| !word.closing.is_empty()).map_or(longest, |end| end + 1);
        (1..=whole).rev().find_map(|length| {
            let said = words[..length].iter().map(|word| word.lower().replace('\u{2019}', "'")).collect::<Vec<_>>();
            let said = said.join(" ");
            let is_in = |phrases: &[&str]| phrases.contains(&said.as_str());
            match () {
                () if is_in(self.weak) => Some((length, Says::PerhapsYes)),
                () if is_in(self.no) || yes_no::is_no(&said) => Some((length, Says::Answer(false))),
                () if is_in(self.yes) || yes_no::is_yes(&said) => Some((length, Says::Answer(true))),
                () if is_in(self.beside) => Some((length, Says::Nothing)),
                () => None,
            }
        })
    }
}

/// Whether words behind an answer may take it back, in whatever language: they deny something, set a condition, or name a move.
fn takes_back(words: &[Word]) -> bool {
    words.iter().any(|word| {
        let said = word.lower();
        ParsedPlay::looks_like(&word.plain) || LANGUAGES.iter().any(|language| language.doubt.contains(&said.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Option<(bool, Sureness)> {
        read(line).map(|found| (found.yes, found.sureness))
    }

    #[test]
    fn friendly_answers_are_read() {
        for line in [
            "yes",
            "Yes, please send it",
            "yep",
            "yes do it",
            "Yes, that's right.",
            "sure lets go",
            "yeah sure!",
            "Ok.",
            "accept it is",
            "ok, thank you :-)",
            "Yes please!",
            "Ja, gerne!",
            "ja, schick es ab",
            "ja tak, gør det",
            "jep",
            "OK then, let's play!",
            "haha yes",
            "Sure, no problem",
            "That\u{2019}s right",
        ] {
            assert_eq!(said(line), Some((true, Sureness::Surely)), "{line}");
        }
        for line in ["no", "haha nah", "No thanks.", "nope, sorry", "nein danke", "Nö, lieber nicht", "nej tak", "Nej!"]
        {
            assert_eq!(said(line), Some((false, Sureness::Surely)), "{line}");
        }
    }

    #[test]
    fn words_behind_a_sentence_are_words_and_conditions_are_asked_about() {
        for (line, sureness) in [
            ("Yes! See you on Monday.", Sureness::Likely),
            ("Yes, please. You play very well", Sureness::Likely),
            ("yeah sure! but lets start tomorrow", Sureness::Perhaps),
            ("yes, but only on Fridays", Sureness::Perhaps),
            ("Yes. Just kidding", Sureness::Perhaps),
            ("yes?", Sureness::Perhaps),
            ("ok i give up for real now", Sureness::Perhaps),
            ("Ja. Aber erst morgen", Sureness::Perhaps),
            ("Yes. No.", Sureness::Perhaps),
            ("yes d1-c1", Sureness::Perhaps),
            ("Ok. d1-c1 then", Sureness::Perhaps),
        ] {
            assert_eq!(said(line), Some((true, sureness)), "{line}");
        }
        for line in ["I think so", "not yet", "Tak!", "", "thanks", "What a game!"] {
            assert_eq!(said(line), None, "{line}");
        }
        assert_eq!(said(&"yes ".repeat(1_000)), Some((true, Sureness::Perhaps)));
    }

    #[test]
    fn no_phrase_is_in_two_lists_of_a_language() {
        for Words { yes, weak, no, beside, .. } in LANGUAGES {
            let mut all: Vec<&str> = [yes, weak, no].concat();
            all.extend(beside.iter().filter(|phrase| **phrase != "of course"));
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count);
            for phrase in all {
                assert!(phrase.split(' ').count() <= PHRASE_WORDS_MAX, "{phrase}");
            }
        }
    }
}
